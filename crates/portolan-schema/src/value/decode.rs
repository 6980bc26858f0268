//! Lists of numbers, decoded from their text straight into the buffer that is kept.
//!
//! A scan over blocks of 64 bytes finds where words end; the words are then decoded from eight-byte loads on either
//! side, so that no word waits for the one before it. What does not fit that way (exponents, long fractions, `INF`,
//! slips) takes a slower path word by word. Long texts are cut at white space and decoded on all cores, each piece into
//! its own part of the one buffer.

mod float;
mod list;
mod listed;
#[cfg(target_arch = "x86_64")]
mod vector;
mod whole;
mod words;

#[cfg(test)]
mod tests;

use std::ops::Range;

use portolan_parallel::prelude::*;
use portolan_syntax::memory::prefer_large_pages;

use list::Piece;
pub use list::{List, plain, plain_with_limits, run_of};
use listed::Checked;
pub use listed::{Data, data};

/// What decoding a list told.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// Number of words, and of values they became.
    pub count: usize,
    /// The first word that is no number of the type, as bytes of the text.
    pub bad: Option<Range<usize>>,
    /// How many words are none. Zero stands in their place ([`u32::MAX`] for whole numbers without sign), so that the
    /// values behind keep their positions.
    pub bad_count: usize,
    /// How many values are infinite or not a number, be it by their word or because they are too large for the type.
    pub specials: usize,
    /// May single precision change a value? Words of more than eight bytes and values beyond 2^24 say so; told by
    /// [`f32s`] only.
    pub long: bool,
}

impl Decoded {
    /// Joins what the text behind told; `offset` is where that text begins.
    fn append(&mut self, other: Decoded, offset: usize) {
        self.count += other.count;
        self.bad = self.bad.take().or(other.bad.map(|bad| bad.start + offset..bad.end + offset));
        self.bad_count += other.bad_count;
        self.specials += other.specials;
        self.long |= other.long;
    }
}

/// Appends floats of XML Schema to `out`, each rounded correctly to single precision.
///
/// `hint` is how many words are expected. It is only a hint: what it reserves is bound by the length of the text.
pub fn f32s(text: &str, hint: usize, out: &mut Vec<f32>) -> Decoded {
    List::from(text).f32s(hint, out)
}

/// Appends floats of XML Schema to `out`, each rounded correctly to double precision. `hint` as in [`f32s`].
pub fn f64s(text: &str, hint: usize, out: &mut Vec<f64>) -> Decoded {
    List::from(text).f64s(hint, out)
}

/// Appends whole numbers without sign to `out`; [`u32::MAX`] stands for words that are none. `hint` as in [`f32s`].
pub fn u32s(text: &str, hint: usize, out: &mut Vec<u32>) -> Decoded {
    List::from(text).u32s(hint, out)
}

/// Appends whole numbers to `out`. `hint` as in [`f32s`].
pub fn i32s(text: &str, hint: usize, out: &mut Vec<i32>) -> Decoded {
    List::from(text).i32s(hint, out)
}

impl List<'_> {
    /// As [`f32s`].
    pub fn f32s(&self, hint: usize, out: &mut Vec<f32>) -> Decoded {
        decoded::<float::Single>(self, hint, out)
    }

    /// As [`f64s`].
    pub fn f64s(&self, hint: usize, out: &mut Vec<f64>) -> Decoded {
        decoded::<float::Double>(self, hint, out)
    }

    /// As [`u32s`].
    pub fn u32s(&self, hint: usize, out: &mut Vec<u32>) -> Decoded {
        decoded::<whole::Unsigned>(self, hint, out)
    }

    /// As [`i32s`].
    pub fn i32s(&self, hint: usize, out: &mut Vec<i32>) -> Decoded {
        decoded::<whole::Signed>(self, hint, out)
    }

    /// Floats of XML Schema in single precision and, where that may change a value ([`Decoded::long`]), in double precision as
    /// well. Each is rounded once, from its text. `hint` as in [`f32s`].
    pub fn reals(&self, hint: usize) -> (Decoded, Vec<f32>, Option<Vec<f64>>) {
        // Lists are much alike from their beginning to their end.
        let is_long = |piece: Piece<'_>| piece.with(|text| each::<float::Single>(text, None, |_| {}).long);
        let begins_long = match self.only_text() {
            Some(text) if text.len() < PARALLEL => false,
            Some(text) => words::pieces(text.as_bytes().split_at(2 * PIECE).0, PIECE)
                .first()
                .is_some_and(|piece| is_long(Piece::Text(piece))),
            None => self.pieces(PIECE).get(1).is_some_and(|piece| is_long(*piece)),
        };
        let (mut singles, mut doubles) = (Vec::new(), Vec::new());
        if begins_long {
            let decoded = self.f64s(hint, &mut doubles);
            if let Some(singles) = rounded(&doubles) {
                return (Decoded { long: true, ..decoded }, singles, Some(doubles));
            }
            doubles.clear();
        }
        let decoded = self.f32s(hint, &mut singles);
        if !decoded.long {
            return (decoded, singles, None);
        }
        self.f64s(hint, &mut doubles);
        (decoded, singles, Some(doubles))
    }

    /// Appends indices to `out` and tells how many items each of `stride` interleaved columns needs: its largest index plus
    /// one, 0 for a column without any.
    ///
    /// [`u32::MAX`] stands for words that are no index and does not count for its column; the number itself is no index
    /// either. Columns that lie behind the last word are left out, so a `stride` nobody vouches for costs nothing.
    pub fn indices(&self, stride: usize, hint: usize, out: &mut Vec<u32>) -> (Decoded, Vec<u32>) {
        let before = out.len();
        let decoded = decoded::<whole::Index>(self, hint, out);
        let needed = needed(out.split_at(before).1, stride);
        (decoded, needed)
    }
}

/// Doubles that were rounded from texts, in single precision; `None` if the text of any might round to another number.
fn rounded(doubles: &[f64]) -> Option<Vec<f32>> {
    /// The bits that single precision has not: those of a number in the middle of two neighbours.
    const MIDDLE: u64 = 1 << 28;
    let mut singles = vec![0.0_f32; doubles.len()];
    prefer_large_pages(&mut singles);
    let parts: Vec<(&mut [f32], &[f64])> = singles.chunks_mut(SLICE).zip(doubles.chunks(SLICE)).collect();
    let sure = |(singles, doubles): (&mut [f32], &[f64])| {
        let mut unsure = false;
        for (single, double) in singles.iter_mut().zip(doubles) {
            *single = *double as f32;
            let (bits, size) = (double.to_bits(), double.abs());
            let normal = (size >= f64::from(f32::MIN_POSITIVE)) & (size <= f64::from(f32::MAX)) | (size == 0.0);
            unsure |= (bits & (2 * MIDDLE - 1) == MIDDLE) | !normal;
        }
        !unsure
    };
    parts.into_par_iter().all(sure).then_some(singles)
}

/// Hands whole numbers without sign on, batch by batch; tells whether all words are such.
pub(super) fn unsigned_batches(text: &[u8], put: impl FnMut(&[u32])) -> bool {
    each::<whole::Unsigned>(text, None, put).bad_count == 0
}

/// The same for whole numbers.
pub(super) fn signed_batches(text: &[u8], put: impl FnMut(&[i32])) -> bool {
    each::<whole::Signed>(text, None, put).bad_count == 0
}

/// Fills `values` from a short text that holds just as many plain numbers, all finite and without a plus; `false` says
/// nothing about the text.
pub(super) fn few(text: &[u8], values: &mut [f64]) -> bool {
    /// Digits are loaded by eight and sixteen, also before the first word and behind the last one.
    const AROUND: usize = 16;
    const ROOM: usize = 128;
    let mut padded = [b' '; AROUND + ROOM + AROUND];
    let Some(room) = padded.get_mut(AROUND..AROUND + text.len()).filter(|room| room.len() <= ROOM) else {
        return false;
    };
    room.copy_from_slice(text);
    let mut slots = values.iter_mut();
    let mut sound = true;
    let text = padded.split_at(AROUND + text.len()).0;
    words::each(text, |start, end| {
        let value = float::Double::plain(&padded, start, end).filter(|value| value.is_finite());
        match (slots.next(), value) {
            (Some(slot), Some(value)) => *slot = value,
            _ => sound = false,
        }
    });
    sound && slots.next().is_none()
}

/// Texts from this length on are decoded on all cores.
const PARALLEL: usize = 128 << 10;

/// About the length of the pieces: its words and values fit the cache of a core.
const PIECE: usize = 64 << 10;

/// A kind of number.
trait Number {
    /// What a word becomes.
    type Value: bytemuck::Pod + Send;
    /// Which it is, for code that is not the same for all.
    const KIND: Kind;
    /// What stands where a word is no number.
    const NONE: Self::Value;
    /// What fills the buffer before the words are decoded.
    const ZERO: Self::Value;

    /// The value of the usual, plain words; `None` says nothing about the word.
    fn plain(text: &[u8], start: usize, end: usize) -> Option<Self::Value>;
    /// The value of any word; `None` when it is no number of this kind.
    fn any(text: &[u8], start: usize, end: usize) -> Option<Self::Value>;
    /// Is it infinite or not a number?
    fn is_special(value: Self::Value) -> bool;
    /// The value of digits and an exponent, where it is certain.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn of_decimal(_decimal: float::Decimal) -> Option<Self::Value> {
        None
    }
    /// Is the value beyond those of which single precision holds every whole one? Asked for [`Kind::Single`] only.
    #[inline(always)]
    fn is_large(_value: Self::Value) -> bool {
        false
    }
}

/// The kinds of numbers by their values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Single,
    Double,
    Unsigned,
    Signed,
}

fn decoded<N: Number>(list: &List<'_>, hint: usize, out: &mut Vec<N::Value>) -> Decoded {
    let short = |text: &&str| text.len() < PARALLEL || portolan_parallel::current_num_threads() == 1;
    if let Some(text) = list.only_text().filter(short) {
        out.reserve(hint.min(list.most()));
        let before = out.len();
        let decoded = each::<N>(text.as_bytes(), None, |values| out.extend_from_slice(values));
        return Decoded { count: out.len() - before, ..decoded };
    }
    let pieces = list.pieces(PIECE);
    let counts: Vec<usize> = pieces.par_iter().map(|piece| piece.count()).collect();
    let total = counts.iter().sum::<usize>();
    let before = out.len();
    if out.capacity() == 0 {
        // Fresh zeros come from the system page by page, on the core that fills them.
        *out = vec![N::ZERO; total];
        prefer_large_pages(out);
    } else {
        out.resize(before + total, N::ZERO);
    }
    let mut free = out.split_at_mut(before).1;
    let mut offset = 0;
    let mut parts = Vec::with_capacity(pieces.len());
    for (piece, count) in pieces.into_iter().zip(counts) {
        let (here, behind) = free.split_at_mut(count);
        parts.push((piece, here, offset));
        offset += piece.written();
        free = behind;
    }
    let fill = |(piece, room, at): (Piece<'_>, &mut [N::Value], usize)| {
        let decoded = piece.with(|text| fill::<N>(text, None, room));
        piece.found(decoded.count);
        (decoded, at)
    };
    let results: Vec<(Decoded, usize)> = parts.into_par_iter().map(fill).collect();
    let mut decoded = Decoded::default();
    for (part, offset) in results {
        decoded.append(part, offset);
    }
    decoded
}

/// Decodes into a buffer that has room for exactly these words; tells how many there were.
fn fill<N: Number>(text: &[u8], checked: Option<&mut Checked<'_>>, room: &mut [N::Value]) -> Decoded {
    let mut free = room;
    let mut count = 0;
    let put = |values: &[N::Value]| {
        count += values.len();
        if let Some((here, behind)) = std::mem::take(&mut free).split_at_mut_checked(values.len()) {
            here.copy_from_slice(values);
            free = behind;
        }
    };
    let decoded = each::<N>(text, checked, put);
    Decoded { count, ..decoded }
}

/// Shorter texts are not worth a batch.
#[cfg(target_arch = "x86_64")]
const SHORT: usize = 192;

/// Decodes on this core; whoever takes the values knows how many there were. Data with commas and braces is decoded by
/// vectors or not at all.
fn each<N: Number>(text: &[u8], checked: Option<&mut Checked<'_>>, put: impl FnMut(&[N::Value])) -> Decoded {
    #[cfg(target_arch = "x86_64")]
    if (text.len() >= SHORT || checked.is_some()) && u32::try_from(text.len()).is_ok() && has_vectors() {
        #[allow(unsafe_code, reason = "safe code, compiled for a processor that was asked just before")]
        // SAFETY: the function needs nothing but the features that `has_vectors` asks for.
        return unsafe { vector::each::<N>(text, checked, put) };
    }
    match checked {
        None => each_anywhere::<N>(text, put),
        Some(checked) => {
            checked.wrong = 1;
            Decoded::default()
        }
    }
}

/// Has the processor what [`vector`] is compiled for?
#[cfg(target_arch = "x86_64")]
fn has_vectors() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt")
}

/// Other processors have none that there is code for.
#[cfg(not(target_arch = "x86_64"))]
fn has_vectors() -> bool {
    false
}

/// The same on any processor.
#[inline(always)]
fn each_anywhere<N: Number>(text: &[u8], mut put: impl FnMut(&[N::Value])) -> Decoded {
    let mut decoded = Decoded::default();
    let mut long = false;
    words::each(text, |start, end| {
        let value = match N::plain(text, start, end) {
            Some(value) => value,
            None => unusual::<N>(text, start..end, &mut decoded),
        };
        if N::KIND == Kind::Single {
            // A point and seven digits need eight bytes.
            let signed = text.get(start).is_some_and(|b| *b == b'-');
            long |= (end - start > 8 + usize::from(signed)) | N::is_large(value);
        }
        put(&[value]);
    });
    Decoded { long, ..decoded }
}

#[inline(never)]
fn unusual<N: Number>(text: &[u8], at: Range<usize>, decoded: &mut Decoded) -> N::Value {
    match N::any(text, at.start, at.end) {
        Some(value) => {
            decoded.specials += usize::from(N::is_special(value));
            value
        }
        None => {
            decoded.bad.get_or_insert(at);
            decoded.bad_count += 1;
            N::NONE
        }
    }
}

/// Values of which the columns are looked through on one core.
const SLICE: usize = 64 << 10;

/// The largest index of each column plus one.
fn needed(values: &[u32], stride: usize) -> Vec<u32> {
    let columns = stride.min(values.len());
    if columns == 0 {
        return Vec::new();
    }
    // Several rows are looked at as one long row, for which there are wide instructions.
    let rows = 64_usize.div_ceil(columns);
    let width = columns * rows;
    let merge = |mut a: Vec<u32>, b: Vec<u32>| {
        larger(&mut a, &b, 0);
        a
    };
    let lanes = values
        .par_chunks(SLICE.div_ceil(width) * width)
        .map(|part| {
            let mut lanes = vec![0; width];
            part.chunks(width).for_each(|row| larger(&mut lanes, row, 1));
            lanes
        })
        .reduce_with(merge)
        .unwrap_or_default();
    let mut needed = vec![0; columns];
    lanes.chunks(columns).for_each(|row| larger(&mut needed, row, 0));
    needed
}

/// Keeps the larger of each pair, `more` added to the new one. The largest number there is becomes 0 by that.
fn larger(kept: &mut [u32], new: &[u32], more: u32) {
    for (kept, new) in kept.iter_mut().zip(new) {
        *kept = (*kept).max(new.wrapping_add(more));
    }
}
