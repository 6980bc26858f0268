//! Data of OpenDDL: numbers with commas between them, in braces or without.
//!
//! The scan that finds words also finds commas and braces, and holds them against the order in which they must come. So
//! one pass over the bits of a text tells both where its numbers are and that nothing is wrong with them. Whatever else
//! occurs (comments, characters, a missing comma) is not decoded here: the reader of OpenDDL looks at it byte by byte.

use std::ops::Range;

use portolan_parallel::prelude::*;
use portolan_syntax::ddl::{self, Layout, Primitive};
use portolan_syntax::memory::prefer_large_pages;

use super::{Number, PARALLEL, PIECE, fill, float, has_vectors, whole};

/// Shorter data is not worth a pattern.
const SHORT: usize = 512;

/// Numbers that data of OpenDDL is decoded to.
pub trait Data: ddl::data::Number + bytemuck::Pod + Send + Sync + sealed::Kind {
    /// Can the values of a type be decoded to these?
    fn takes(primitive: Primitive) -> bool;
    /// Are these values of the type? Bits of what is not finite are told apart elsewhere.
    fn fit(values: &[Self], primitive: Primitive) -> bool;
    /// The value of a pattern of bits, where that is a plain one.
    fn of_bits(bits: u64, digits: usize, primitive: Primitive) -> Option<Self>;
}

pub(super) mod sealed {
    /// The kind of number that decodes it.
    pub trait Kind: Sized {
        #[allow(private_bounds, reason = "nobody else makes kinds")]
        type Kind: super::Number<Value = Self>;
    }
}

macro_rules! real {
    ($type:ty, $kind:ty, $bits:pat, $same:path) => {
        impl sealed::Kind for $type {
            type Kind = $kind;
        }

        impl Data for $type {
            fn takes(primitive: Primitive) -> bool {
                primitive.is_float()
            }

            fn fit(values: &[$type], primitive: Primitive) -> bool {
                // A half is infinite from 65520 on; of the others, what is in between is none of a decimal number.
                let most = match primitive {
                    Primitive::Float16 => 65519.0,
                    Primitive::Float64 => <$type>::MAX,
                    _ => f32::MAX as $type,
                };
                values.iter().fold(true, |fit, value| fit & (value.abs() <= most))
            }

            fn of_bits(bits: u64, digits: usize, primitive: Primitive) -> Option<$type> {
                match primitive {
                    Primitive::Float32 if digits <= 8 => Some(<$type>::from(f32::from_bits(bits as u32))),
                    #[allow(clippy::redundant_guards, reason = "the pattern is a parameter")]
                    p if matches!(p, $bits) => Some($same(bits)),
                    _ => None,
                }
            }
        }
    };
}

real!(f32, float::Single, Primitive::Bool, never);
real!(f64, float::Double, Primitive::Float64, f64::from_bits);

/// No type has its bits in singles but singles.
fn never(_: u64) -> f32 {
    0.0
}

impl sealed::Kind for u32 {
    type Kind = whole::Unsigned;
}

impl Data for u32 {
    fn takes(primitive: Primitive) -> bool {
        primitive.is_integer()
    }

    fn fit(values: &[u32], primitive: Primitive) -> bool {
        let most = primitive.integer_range().map_or(0, |(_, high)| high);
        i128::from(values.iter().copied().fold(0, u32::max)) <= most
    }

    fn of_bits(bits: u64, _: usize, _: Primitive) -> Option<u32> {
        u32::try_from(bits).ok()
    }
}

/// All values of a run, if nothing is wrong with it and all are finite; `None` says that it has to be looked at closely.
pub fn data<T: Data>(run: ddl::Run<'_>) -> Option<Vec<T>> {
    let (text, layout) = (run.text().as_bytes(), run.layout());
    if text.len() < SHORT
        || u32::try_from(text.len()).is_err()
        || layout.states
        || !T::takes(layout.primitive)
        || !has_vectors()
    {
        return None;
    }
    let pattern = Pattern::of(layout)?;
    let pieces = pieces(text, &pattern);
    let counts: Vec<usize> = pieces.par_iter().map(|piece| 1 + count(piece, b',')).collect();
    let mut values = vec![T::zeroed(); counts.iter().sum()];
    prefer_large_pages(&mut values);
    let mut free = values.as_mut_slice();
    let mut parts = Vec::with_capacity(pieces.len());
    for (piece, count) in pieces.into_iter().zip(counts) {
        let (here, behind) = free.split_at_mut(count);
        parts.push((piece, here));
        free = behind;
    }
    let sound = parts.into_par_iter().all(|(piece, room)| decode(piece, &pattern, layout.primitive, room));
    sound.then_some(values)
}

/// Decodes a piece into its room; `false` if anything in it is not as it should be.
fn decode<T: Data>(text: &[u8], pattern: &Pattern, primitive: Primitive, room: &mut [T]) -> bool {
    let mut checked = Checked { pattern, phase: 0, wrong: 0, odd: Vec::new() };
    let decoded = fill::<T::Kind>(text, Some(&mut checked), room);
    if checked.wrong != 0 || checked.phase + 1 != pattern.period || decoded.count != room.len() {
        return false;
    }
    let mut one = Vec::new();
    let odd = checked.odd.into_iter().all(|(at, word)| {
        let value = text.get(word).and_then(|word| odd(word, primitive, &mut one));
        let slot = room.get_mut(at).zip(value);
        slot.map(|(slot, value)| *slot = value).is_some()
    });
    odd && T::fit(room, primitive)
}

/// The value of a word that is no plain decimal number.
fn odd<T: Data>(word: &[u8], primitive: Primitive, one: &mut Vec<T>) -> Option<T> {
    if let [b'0', b'x' | b'X', digits @ ..] = word
        && let Some(bits) = hexadecimal(digits)
        && let Some(value) = T::of_bits(bits, digits.len(), primitive)
    {
        return Some(value);
    }
    // Comments and characters may reach beyond the word.
    if word.iter().any(|b| matches!(b, b'/' | b'\'' | b'"')) {
        return None;
    }
    one.clear();
    let word = ddl::Run::new(std::str::from_utf8(word).ok()?, Layout::flat(primitive));
    let sound = word.decode_checked(one);
    one.first().copied().filter(|_| sound && one.len() == 1)
}

/// The value of up to sixteen hexadecimal digits.
fn hexadecimal(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 16 {
        return None;
    }
    let mut value = 0;
    for digit in digits {
        value = value << 4 | u64::from(char::from(*digit).to_digit(16)?);
    }
    Some(value)
}

/// Cuts a text behind sub-arrays, or numbers if there are none, at the commas between them.
fn pieces<'t>(text: &'t [u8], pattern: &Pattern) -> Vec<&'t [u8]> {
    if text.len() < PARALLEL {
        return vec![text];
    }
    let mut pieces = Vec::with_capacity(text.len() / PIECE + 1);
    let mut rest = text;
    let place = |bytes: &[u8], from: usize, byte: u8| Some(from + bytes.get(from..)?.iter().position(|b| *b == byte)?);
    while rest.len() > PIECE {
        let array = if pattern.has_braces() { place(rest, PIECE, b'}') } else { Some(PIECE) };
        let Some((piece, behind)) =
            array.and_then(|end| place(rest, end, b',')).and_then(|at| rest.split_at_checked(at))
        else {
            break;
        };
        pieces.push(piece);
        rest = behind.split_at(1).1;
    }
    pieces.push(rest);
    pieces
}

/// How often a byte occurs.
fn count(text: &[u8], byte: u8) -> usize {
    /// A counter of one byte holds what so many bytes can add.
    const ROUND: usize = 240;
    let round = |bytes: &[u8]| bytes.iter().fold(0u8, |count, b| count.wrapping_add(u8::from(*b == byte)));
    text.chunks(ROUND).map(|bytes| usize::from(round(bytes))).sum()
}

/// In which order words, commas and braces come, again and again.
pub struct Pattern {
    /// After how many of them it begins again.
    period: u32,
    /// 2^16 divided by the period.
    inverse: u32,
    /// The next 64 from each place of the pattern on.
    from: Vec<Expected>,
}

/// Which of the next 64 words, commas and braces are what; the others are words.
#[derive(Clone, Copy, Default)]
pub struct Expected {
    pub commas: u64,
    pub opens: u64,
    pub closes: u64,
}

impl Pattern {
    /// The pattern of a layout; long sub-arrays have none.
    fn of(layout: Layout) -> Option<Pattern> {
        let tokens: Vec<u8> = match layout.sub_array {
            None => vec![b'0', b','],
            Some(size @ 1..=31) => {
                let mut tokens: Vec<u8> = (0..2 * size).map(|i| if i % 2 == 0 { b',' } else { b'0' }).collect();
                if let Some(first) = tokens.first_mut() {
                    *first = b'{';
                }
                tokens.extend(b"},");
                tokens
            }
            Some(_) => return None,
        };
        let period = tokens.len() as u32;
        let from = (0..tokens.len()).map(|first| {
            let bits = |wanted: u8| {
                let places = tokens.iter().cycle().skip(first).take(64).enumerate();
                places.fold(0, |bits, (at, token)| bits | u64::from(*token == wanted) << at)
            };
            Expected { commas: bits(b','), opens: bits(b'{'), closes: bits(b'}') }
        });
        Some(Pattern { period, inverse: 65536 / period + 1, from: from.collect() })
    }

    /// Are there sub-arrays?
    #[inline(always)]
    pub fn has_braces(&self) -> bool {
        self.period > 2
    }

    /// What comes from a place of the pattern on.
    #[inline(always)]
    pub fn from(&self, phase: u32) -> Expected {
        self.from.get(phase as usize).copied().unwrap_or_default()
    }

    /// The place of the pattern so many behind another.
    #[inline(always)]
    pub fn behind(&self, phase: u32, count: u32) -> u32 {
        let sum = phase.wrapping_add(count);
        // Both are at most 64, for which the quotient is exact.
        let times = sum.wrapping_mul(self.inverse) >> 16;
        sum.wrapping_sub(times.wrapping_mul(self.period))
    }
}

/// What is found out about a text while its words are looked for.
pub struct Checked<'p> {
    pub pattern: &'p Pattern,
    /// The place of the pattern that comes next.
    pub phase: u32,
    /// Not zero once something stood where the pattern has something else.
    pub wrong: u64,
    /// Words that are no plain numbers: the number of each, and its bytes.
    pub odd: Vec<(usize, Range<usize>)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_a_pattern_are_counted_round() {
        for size in 1..=31 {
            let pattern = Pattern::of(Layout::arrays(Primitive::Float32, size)).unwrap();
            assert_eq!(pattern.period, 2 * size + 2);
            for phase in 0..pattern.period {
                for count in 0..=64 {
                    assert_eq!(pattern.behind(phase, count), (phase + count) % pattern.period);
                }
            }
        }
        let pairs = Pattern::of(Layout::arrays(Primitive::Float32, 2)).unwrap().from(0);
        // `{0,0},` again and again.
        assert_eq!([pairs.opens & 0xFFF, pairs.commas & 0xFFF, pairs.closes & 0xFFF], [0x041, 0x924, 0x410]);
    }

    /// All values as the reader of OpenDDL has them, if nothing is wrong.
    fn careful<T: Data>(text: &str, layout: Layout) -> Option<Vec<T>> {
        let mut values = Vec::new();
        ddl::Run::new(text, layout).decode_checked(&mut values).then_some(values)
    }

    fn quick<T: Data>(text: &str, layout: Layout) -> Option<Vec<T>> {
        data(ddl::Run::new(text, layout))
    }

    /// `count` sub-arrays of three numbers.
    fn triples(count: usize, number: impl Fn(usize) -> String) -> String {
        let row = |i: usize| format!("{{{}, {},{}}}", number(3 * i), number(3 * i + 1), number(3 * i + 2));
        (0..count).map(row).collect::<Vec<_>>().join(",\n")
    }

    #[test]
    fn sound_data_is_what_the_reader_reads() {
        if !has_vectors() {
            return;
        }
        let single = Layout::arrays(Primitive::Float32, 3);
        let words = ["-99.996544", "0", "1e-7", "+2.5", ".5", "7.", "0x3F800000", "1_000.25", "3.0e2", "0b1"];
        // Long enough for several pieces as well.
        for count in [60, 500, 40_000] {
            let text = triples(count, |i| words[i * 7 % words.len()].to_owned());
            assert_eq!(quick::<f32>(&text, single), careful::<f32>(&text, single), "{count}");
            assert!(quick::<f32>(&text, single).is_some_and(|values| values.len() == 3 * count));
            assert_eq!(quick::<f64>(&text, single), careful::<f64>(&text, single), "{count}");
            let flat: String = (0..3 * count).map(|i| format!("{}, ", i * 31)).collect();
            let flat = flat.trim_end_matches(", ");
            let whole = Layout::flat(Primitive::Uint32);
            assert_eq!(quick::<u32>(flat, whole), careful::<u32>(flat, whole), "{count}");
            assert!(quick::<u32>(flat, whole).is_some_and(|values| values.last() == Some(&(93 * count as u32 - 31))));
        }
    }

    #[test]
    fn whatever_is_odd_is_left_to_the_reader() {
        if !has_vectors() {
            return;
        }
        let single = Layout::arrays(Primitive::Float32, 3);
        let sound = triples(100, |i| format!("{i}.5"));
        assert!(quick::<f32>(&sound, single).is_some());
        let odd = [
            ("{3.5, 4.5,5.5}", "{3.5, 4.5 5.5}"),
            ("{3.5, 4.5,5.5}", "{3.5, 4.5}"),
            ("{3.5, 4.5,5.5}", "{3.5, 4.5,,5.5}"),
            ("{3.5, 4.5,5.5}", "{3.5, 4.5,5.5"),
            ("{3.5, 4.5,5.5}", "3.5, 4.5,5.5"),
            ("{3.5, 4.5,5.5}", "{3.5, 4.5,5.5},"),
            ("{3.5, 4.5,5.5},", "{3.5, 4.5,5.5}"),
            ("{3.5, 4.5,5.5}", "{3.5, 4.5,5.5x}"),
            ("{3.5, 4.5,5.5}", "{3.5, 4.5,1e39}"),
            ("{3.5, 4.5,5.5}", "{3.5, 4.5,0x7F800000}"),
            ("{3.5, 4.5,5.5}", "{3.5, 4.5,5.5/*,*/}"),
            ("{3.5, 4.5,5.5}", "{3.5, 4.5,5.5//\n}"),
            ("{3.5, 4.5,5.5}", "{3.5, 4.5\0,5.5}"),
            ("{3.5, 4.5,5.5}", "{3.5, 4.5,INF}"),
            ("{3.5, 4.5,5.5}", "{3.5, 4.5,-}"),
        ];
        for (from, to) in odd {
            let text = sound.replacen(from, to, 1);
            assert_ne!(text, sound);
            assert_eq!(quick::<f32>(&text, single), None, "{to}");
        }
        assert_eq!(quick::<f32>(&format!("{sound},"), single), None);
        assert_eq!(quick::<f32>(&format!("{sound}1"), single), None);
        let bytes: String = (0..400).map(|i| format!("{}, ", i % 256)).collect();
        let small = Layout::flat(Primitive::Uint8);
        assert!(quick::<u32>(bytes.trim_end_matches(", "), small).is_some());
        assert_eq!(quick::<u32>(&format!("{bytes}256"), small), None);
        assert_eq!(quick::<u32>(&format!("{bytes}-1"), small), None);
        let half = Layout::flat(Primitive::Float16);
        assert!(quick::<f32>(&format!("{bytes}65519"), half).is_some());
        assert_eq!(quick::<f32>(&format!("{bytes}65520"), half), None);
    }
}
