//! The same lists by vector instructions, on processors with AVX2.
//!
//! White space becomes bits, bits become the ends of some hundred words. Four words at a time are then loaded as windows
//! that end where the words end, so that the last digit always lies in the same place: the point is squeezed out by a
//! shuffle, and all digits are joined by multiplications of neighbours. What does not fit a window, or is no plain
//! number, is left to the decoders that look at one word.

use std::arch::x86_64::*;

use bytemuck::{bytes_of, cast, pod_read_unaligned, try_cast};

use super::super::number::{is_space, joined_digits};
use super::float::Decimal;
use super::listed::Checked;
use super::whole::only_digits;
use super::{Decoded, Kind, Number, unusual};

/// Bytes looked at together.
const BLOCK: usize = 64;
/// From so many words on they are decoded before more are looked for.
const BATCH: usize = 128;
/// Ends of a batch: the one before it, its words and those of its last block, and what is written beyond them.
const ROOM: usize = 1 + BATCH + BLOCK + BLOCK;

/// Values of a batch.
const VALUES: usize = BATCH + BLOCK;

/// Decodes a text of less than 2^32 bytes; whoever takes the values knows how many there were.
///
/// Words stand between white space or, if `checked` is given, between the commas and braces of its pattern; what is no
/// plain number is then left to it.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn each<N: Number>(
    text: &[u8],
    mut checked: Option<&mut Checked<'_>>,
    mut put: impl FnMut(&[N::Value]),
) -> Decoded {
    let mut words = Words::new(text);
    let mut decoded = Decoded::default();
    let mut longest = 0;
    let mut large = false;
    let mut values = [N::ZERO; VALUES];
    let mut before = 0;
    while words.next(checked.as_deref_mut()) {
        let (fours, _) = values.as_chunks_mut::<4>();
        for (at, ((starts, ends), four)) in words.fours().zip(fours).enumerate() {
            let (found, mut none) = match N::KIND {
                // No window holds any of them.
                Kind::Single | Kind::Double if all_longer(starts, ends) => {
                    longest = u32::MAX;
                    (Ok([N::ZERO; 4]), 0b1111)
                }
                Kind::Single => {
                    let (found, none) = singles(text, starts, ends, &mut longest);
                    (try_cast(found), none)
                }
                Kind::Double => {
                    let (found, none) = doubles(text, starts, ends);
                    (try_cast(found), none)
                }
                Kind::Unsigned => {
                    let (found, none) = whole(text, starts, ends);
                    (try_cast(found), none)
                }
                Kind::Signed => {
                    let (found, none) = signed(text, starts, ends);
                    (try_cast(found), none)
                }
            };
            *four = found.unwrap_or([N::NONE; 4]);
            while none != 0 {
                let lane = none.trailing_zeros() as usize;
                none &= none - 1;
                if let (Some(value), Some(start), Some(end)) = (four.get_mut(lane), starts.get(lane), ends.get(lane))
                    && 4 * at + lane < words.count
                {
                    let (start, end) = (*start as usize, *end as usize);
                    let long = match N::KIND {
                        Kind::Single | Kind::Double if end - start > WINDOW => long(text, start, end),
                        _ => None,
                    };
                    let plain = long.and_then(N::of_decimal).or_else(|| N::plain(text, start, end));
                    *value = plain.unwrap_or_else(|| match checked.as_deref_mut() {
                        None => unusual::<N>(text, start..end, &mut decoded),
                        Some(checked) => {
                            checked.odd.push((before + 4 * at + lane, start..end));
                            N::ZERO
                        }
                    });
                }
            }
        }
        let values = values.split_at(words.count.min(VALUES)).0;
        large |= values.iter().fold(false, |large, value| large | N::is_large(*value));
        put(values);
        before += words.count;
    }
    Decoded { long: large | (N::KIND == Kind::Single && longest > 8), ..decoded }
}

/// Have all four words more bytes than a window?
#[target_feature(enable = "avx2")]
#[inline]
fn all_longer(starts: &[u32; 4], ends: &[u32; 4]) -> bool {
    let lengths = _mm_sub_epi32(pod_read_unaligned(bytes_of(ends)), pod_read_unaligned(bytes_of(starts)));
    _mm_movemask_epi8(_mm_cmpgt_epi32(lengths, _mm_set1_epi32(WINDOW as i32))) == 0xFFFF
}

/// Words of a text, batch by batch.
struct Words<'t> {
    text: &'t [u8],
    blocks: std::slice::Iter<'t, [u8; BLOCK]>,
    last: [u8; BLOCK],
    /// Where the next block begins.
    base: usize,
    /// Whether the byte before the next block is none of a word.
    outside: u64,
    /// First where the word before the batch ends, then those of the batch.
    ends: [u32; ROOM],
    starts: [u32; ROOM],
    count: usize,
    /// Where the word begins that the last batch did not end; known if beginnings are noted.
    begun: Option<u32>,
}

impl<'t> Words<'t> {
    /// All words of a text, which must have less than 2^32 bytes.
    fn new(text: &'t [u8]) -> Self {
        let (blocks, rest) = text.as_chunks();
        // The last block is filled up with at least one space, at which the last word ends.
        let mut last = [b' '; BLOCK];
        last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
        // The first word begins behind an end that would lie before the text.
        let ends = [u32::MAX; ROOM];
        let starts = [0; ROOM];
        Words { text, blocks: blocks.iter(), last, base: 0, outside: 1, ends, starts, count: 0, begun: None }
    }

    /// Looks for the next batch; `false` when there are no more words.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn next(&mut self, checked: Option<&mut Checked<'_>>) -> bool {
        if let Some(before) = self.ends.get(self.count) {
            self.ends[0] = *before;
        }
        self.count = 0;
        match checked {
            None => self.find(),
            Some(checked) => self.find_checked(checked),
        }
        // The last word again, where fewer than four are left.
        let last = self.count.checked_sub(1).and_then(|last| self.starts.get(last)).copied();
        let (Some(start), Some(end)) = (last, self.ends.get(self.count).copied()) else { return false };
        self.starts.iter_mut().skip(self.count).take(3).for_each(|slot| *slot = start);
        self.ends.iter_mut().skip(1 + self.count).take(3).for_each(|slot| *slot = end);
        true
    }

    /// Finds the words of a batch between white space.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn find(&mut self) {
        let mut gaps = 0;
        while self.count < BATCH && self.base <= self.text.len() {
            let spaces = spaces(self.blocks.next().unwrap_or(&self.last));
            let behind = spaces << 1 | self.outside;
            self.outside = spaces >> (BLOCK - 1);
            gaps |= spaces & behind;
            self.count += note(&mut self.ends, 1 + self.count, self.base, spaces & !behind);
            self.base += BLOCK;
        }
        // Nearly all words stand one byte behind another.
        for (start, before) in self.starts.iter_mut().zip(&self.ends) {
            *start = before.wrapping_add(1);
        }
        // A gap before the first word may lie in the batch before.
        let checked = if gaps != 0 { self.count } else { self.count.min(1) };
        for start in self.starts.iter_mut().take(checked) {
            while self.text.get(*start as usize).is_some_and(|b| is_space(*b)) {
                *start += 1;
            }
        }
    }

    /// Finds the words of a batch between commas and braces, which must stand where the pattern has them.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn find_checked(&mut self, checked: &mut Checked<'_>) {
        let mut begun = 0;
        if let (Some(start), Some(slot)) = (self.begun.take(), self.starts.first_mut()) {
            *slot = start;
            begun = 1;
        }
        while self.count < BATCH && self.base <= self.text.len() {
            let marks = Marks::of(self.blocks.next().unwrap_or(&self.last), checked.pattern.has_braces());
            let apart = marks.spaces | marks.commas | marks.opens | marks.closes;
            let behind = apart << 1 | self.outside;
            self.outside = apart >> (BLOCK - 1);
            let begins = !apart & behind;
            hold(checked, begins, &marks);
            begun += note(&mut self.starts, begun, self.base, begins);
            self.count += note(&mut self.ends, 1 + self.count, self.base, apart & !behind);
            self.base += BLOCK;
        }
        if begun > self.count {
            self.begun = self.starts.get(self.count).copied();
        }
    }

    /// The words of the batch by four: where they begin and end, and how many of them count.
    #[inline(always)]
    fn fours(&self) -> impl Iterator<Item = (&[u32; 4], &[u32; 4])> {
        let (starts, _) = self.starts.as_chunks();
        let (ends, _) = self.ends.split_at(1).1.as_chunks();
        starts.iter().zip(ends).take(self.count.div_ceil(4))
    }
}

/// Notes where the bits of a block are, behind `at` that are noted already, and gives their number.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn note(places: &mut [u32; ROOM], at: usize, base: usize, mut bits: u64) -> usize {
    let count = bits.count_ones() as usize;
    let Some(room) = places.get_mut(at..).and_then(|room| room.first_chunk_mut::<BLOCK>()) else { return 0 };
    let mut next = || {
        let at = (base as u32).wrapping_add(bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        at
    };
    // More are written than there are: that is quicker than to ask each time.
    for (at, slots) in room.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        if at >= 2 && 4 * at >= count {
            break;
        }
        slots.iter_mut().for_each(|slot| *slot = next());
    }
    count
}

/// Holds the words, commas and braces of a block against the pattern.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn hold(checked: &mut Checked<'_>, begins: u64, marks: &Marks) {
    let Marks { commas, opens, closes, .. } = *marks;
    let tokens = begins | commas | opens | closes;
    let count = tokens.count_ones();
    let expected = checked.pattern.from(checked.phase);
    let differs = |marks: u64, expected: u64| _pext_u64(marks, tokens) ^ _bzhi_u64(expected, count);
    checked.wrong |=
        differs(commas, expected.commas) | differs(opens, expected.opens) | differs(closes, expected.closes);
    checked.phase = checked.pattern.behind(checked.phase, count);
}

/// Where white space, commas and braces stand in a block: one bit for each byte, the first in the lowest.
struct Marks {
    spaces: u64,
    commas: u64,
    opens: u64,
    closes: u64,
}

impl Marks {
    /// Those of a block. White space is what OpenDDL calls so: all bytes up to the space but zero.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn of(block: &[u8; BLOCK], braces: bool) -> Marks {
        let mut marks = Marks { spaces: 0, commas: 0, opens: 0, closes: 0 };
        let (halves, _) = block.as_chunks::<32>();
        let put = |bits: &mut u64, flags| *bits = *bits << 32 | u64::from(_mm256_movemask_epi8(flags) as u32);
        for half in halves.iter().rev() {
            let bytes: __m256i = pod_read_unaligned(half);
            let is = |byte: u8| _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte as i8));
            let less = _mm256_sub_epi8(bytes, _mm256_set1_epi8(1));
            put(&mut marks.spaces, _mm256_cmpeq_epi8(less, _mm256_min_epu8(less, _mm256_set1_epi8(31))));
            put(&mut marks.commas, is(b','));
            if braces {
                put(&mut marks.opens, is(b'{'));
                put(&mut marks.closes, is(b'}'));
            }
        }
        marks
    }
}

/// One bit for each byte that is white space, the first in the lowest.
#[target_feature(enable = "avx2")]
#[inline]
fn spaces(block: &[u8; BLOCK]) -> u64 {
    // The low four bits of each white space lead to itself, those of all other bytes to something else.
    const TABLE: [u8; 16] = [b' ', 0, 0, 0, 0, 0, 0, 0, 0, b'\t', b'\n', 0, 0, b'\r', 0, 0];
    let table = _mm256_broadcastsi128_si256(cast(TABLE));
    let (halves, _) = block.as_chunks::<32>();
    let mut bits = 0;
    for half in halves.iter().rev() {
        let bytes: __m256i = pod_read_unaligned(half);
        let flags = _mm256_cmpeq_epi8(bytes, _mm256_shuffle_epi8(table, bytes));
        bits = bits << 32 | u64::from(_mm256_movemask_epi8(flags) as u32);
    }
    bits
}

/// Four whole numbers of up to eight digits, and a bit for each that is none.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn whole(text: &[u8], starts: &[u32; 4], ends: &[u32; 4]) -> ([u32; 4], i32) {
    let load = |end: u32| {
        let eight = text.get(..end as usize).and_then(|text| text.last_chunk());
        // A zero is no digit.
        eight.map_or(0, |eight| i64::from_le_bytes(*eight))
    };
    let [a, b, c, d] = *ends;
    let window = _mm256_setr_epi64x(load(a), load(b), load(c), load(d));
    let lengths = _mm_sub_epi32(pod_read_unaligned(bytes_of(ends)), pod_read_unaligned(bytes_of(starts)));
    // Longer words shift by a negative number: everything out.
    let shift = _mm256_slli_epi64(_mm256_cvtepi32_epi64(_mm_sub_epi32(_mm_set1_epi32(8), lengths)), 3);
    let digits = _mm256_sllv_epi64(_mm256_srlv_epi64(_mm256_xor_si256(window, _mm256_set1_epi8(0x30)), shift), shift);
    let over = _mm256_subs_epu8(digits, _mm256_set1_epi8(9));
    // A lone minus has no digits at all.
    let some = _mm256_cmpgt_epi64(_mm256_set1_epi64x(64), shift);
    let digits_only = _mm256_cmpeq_epi64(over, _mm256_setzero_si256());
    let good = _mm256_andnot_si256(shift, _mm256_and_si256(some, digits_only));
    let quadruples = quadruples(digits);
    let high = _mm256_mul_epu32(quadruples, _mm256_set1_epi64x(10_000));
    let all = _mm256_add_epi32(high, _mm256_srli_epi64(quadruples, 32));
    let packed = _mm256_permutevar8x32_epi32(all, _mm256_setr_epi32(0, 2, 4, 6, 0, 0, 0, 0));
    (cast(_mm256_castsi256_si128(packed)), 0b1111 & !_mm256_movemask_pd(_mm256_castsi256_pd(good)))
}

/// The same with a minus before some of them.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn signed(text: &[u8], starts: &[u32; 4], ends: &[u32; 4]) -> ([i32; 4], i32) {
    let (mut starts, mut minus) = (*starts, [0; 4]);
    for (start, minus) in starts.iter_mut().zip(&mut minus) {
        let negative = text.get(*start as usize).is_some_and(|b| *b == b'-');
        *start += u32::from(negative);
        *minus = i32::from(negative);
    }
    let (sizes, none) = whole(text, &starts, ends);
    let mut values = sizes.map(|size| size as i32);
    for (value, minus) in values.iter_mut().zip(minus) {
        *value = (*value ^ -minus).wrapping_add(minus);
    }
    (values, none)
}

/// Digits of a word in a window of sixteen bytes.
#[derive(Clone, Copy)]
struct Window {
    /// Digits, each less than ten unless the word is no number, with zeros before them.
    digits: __m128i,
    /// The place of its power of ten in the tables, see [`ONE`].
    power: usize,
    /// Whether the word fits.
    fits: bool,
}

/// The place of 1 in tables of powers of ten; beyond [`NEGATIVE`] lie the same powers with a minus.
const ONE: usize = 22;
const NEGATIVE: usize = 64;

/// The bytes of a word that are looked at together: what a register holds.
const WINDOW: usize = 16;

/// The shuffles that take the point out: for each place of the point in a window (its length for none) and number of digits
/// less one.
#[allow(clippy::indexing_slicing, reason = "computed while it is compiled")]
static SQUEEZE: [[u8; WINDOW]; (WINDOW + 1) * WINDOW] = {
    let mut table = [[0x80; WINDOW]; (WINDOW + 1) * WINDOW];
    let mut row = 0;
    while row < table.len() {
        let (point, digits) = (row / WINDOW, row % WINDOW + 1);
        let mut to = WINDOW - digits;
        while to < WINDOW {
            let from = if point < WINDOW && to <= point { to.wrapping_sub(1) } else { to };
            table[row][to] = if from < WINDOW { from as u8 } else { 0x80 };
            to += 1;
        }
        row += 1;
    }
    table
};

/// The window of one word. It is small so that it is joined with its caller: a window that goes through memory costs more than all
/// of this.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn window(text: &[u8], start: u32, end: u32) -> Window {
    let negative = text.get(start as usize).is_some_and(|b| *b == b'-');
    let sign = NEGATIVE * usize::from(negative);
    let none = Window { digits: _mm_setzero_si128(), power: ONE + sign, fits: false };
    let load = |end: u32| text.get(..end as usize).and_then(|text| text.last_chunk::<WINDOW>());
    let Some(bytes) = load(end) else { return none };
    let mut bytes: __m128i = pod_read_unaligned(bytes);
    let mut length = end.wrapping_sub(start);
    let mut inside = inside_of(length);
    let mut exponent = 0;
    let letters = _mm_cmpeq_epi8(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), _mm_set1_epi8(b'e' as i8));
    let letter = _mm_movemask_epi8(letters) as u32 & inside;
    if letter != 0 {
        let behind = 15_u32.wrapping_sub(letter.trailing_zeros());
        let Some(power) = power(text, end, behind) else { return none };
        let Some(moved) = load(end.wrapping_sub(1).wrapping_sub(behind)) else { return none };
        exponent = power;
        bytes = pod_read_unaligned(moved);
        length = length.wrapping_sub(1).wrapping_sub(behind);
        inside = inside_of(length);
    }
    let points = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'.' as i8))) as u32 & inside;
    let point = (points | 0x1_0000).trailing_zeros();
    let count = length.wrapping_sub(u32::from(negative)).wrapping_sub(u32::from(points != 0));
    let row = (point as usize).wrapping_mul(WINDOW).wrapping_add(count.wrapping_sub(1) as usize % WINDOW);
    let Some(squeeze) = SQUEEZE.get(row) else { return none };
    let digits = _mm_shuffle_epi8(_mm_sub_epi8(bytes, _mm_set1_epi8(b'0' as i8)), pod_read_unaligned(squeeze));
    // Without a point nothing stands behind it.
    let place = (ONE as i32).wrapping_add(exponent).wrapping_sub(15_u32.saturating_sub(point) as i32);
    let fits = (length <= WINDOW as u32) & (count.wrapping_sub(1) < WINDOW as u32) & ((place as u32) <= 2 * ONE as u32);
    Window { digits, power: (place as usize % NEGATIVE).wrapping_add(sign), fits }
}

/// The windows of four words.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn windows(text: &[u8], starts: &[u32; 4], ends: &[u32; 4]) -> [Window; 4] {
    let ([a, b, c, d], [e, f, g, h]) = (*starts, *ends);
    [window(text, a, e), window(text, b, f), window(text, c, g), window(text, d, h)]
}

/// The bits of a window that belong to a word of so many bytes.
#[inline(always)]
fn inside_of(length: u32) -> u32 {
    0xFFFF_0000_u32 >> length.min(WINDOW as u32) & 0xFFFF
}

/// Digits and exponent of a word with more than sixteen bytes and at most 19 digits; `None` for others.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn long(text: &[u8], start: usize, end: usize) -> Option<Decimal> {
    let two = |end: usize| {
        let (first, last) = text.get(..end)?.last_chunk::<{ 2 * WINDOW }>()?.split_at(WINDOW);
        let (first, last): (__m128i, __m128i) = (pod_read_unaligned(first), pod_read_unaligned(last));
        Some((first, last))
    };
    let (mut first, mut last) = two(end)?;
    let mut length = end.checked_sub(start)?;
    let letters = _mm_cmpeq_epi8(_mm_or_si128(last, _mm_set1_epi8(0x20)), _mm_set1_epi8(b'e' as i8));
    let letter = _mm_movemask_epi8(letters) as u32;
    let mut exponent = 0;
    if letter != 0 {
        let behind = 15 - letter.trailing_zeros();
        exponent = power(text, end as u32, behind)?;
        (first, last) = two(end - 1 - behind as usize)?;
        length = length.checked_sub(1 + behind as usize)?;
    }
    if !(17..=32).contains(&length) {
        return None;
    }
    let negative = *text.get(start)? == b'-';
    let dots = |bytes| _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'.' as i8))) as u32;
    let dots = (dots(last) << 16 | dots(first)) & u32::MAX << (32 - length);
    let count = length - usize::from(negative) - usize::from(dots != 0);
    let point = dots.trailing_zeros() as usize;
    // A point in the second half takes the place of a digit there.
    let behind = if (16..32).contains(&point) { 15 } else { 16 };
    let before = count.checked_sub(behind).filter(|before| before + behind <= 19)?;
    let squeezed = |bytes, point: usize, count: usize| {
        // Without digits there is nothing to join.
        let row = SQUEEZE.get(point * WINDOW + count.checked_sub(1)?)?;
        Some(_mm_shuffle_epi8(_mm_sub_epi8(bytes, _mm_set1_epi8(b'0' as i8)), pod_read_unaligned(row)))
    };
    let first = squeezed(first, point.min(WINDOW), before).unwrap_or(_mm_setzero_si128());
    let last = squeezed(last, if behind == 15 { point - WINDOW } else { WINDOW }, behind)?;
    let both = _mm256_set_m128i(last, first);
    let over = _mm256_subs_epu8(both, _mm256_set1_epi8(9));
    if _mm256_testz_si256(over, over) == 0 {
        return None;
    }
    let quadruples = quadruples(both);
    let packed = _mm256_packus_epi32(quadruples, quadruples);
    let [high, low, _, _, more_high, more_low, _, _]: [u32; 8] =
        cast(_mm256_madd_epi16(packed, _mm256_set1_epi32(0x0001_2710)));
    let number = |high: u32, low: u32| u64::from(high) * 100_000_000 + u64::from(low);
    let shift = if behind == 15 { 1_000_000_000_000_000 } else { 10_000_000_000_000_000 };
    // 19 digits are less than 2^64.
    let digits = number(high, low).wrapping_mul(shift).wrapping_add(number(more_high, more_low));
    Some(Decimal { digits, exponent: exponent - 31_usize.saturating_sub(point) as i32, negative })
}

/// Pairs of digits joined, and pairs of these.
#[target_feature(enable = "avx2")]
#[inline]
fn quadruples(digits: __m256i) -> __m256i {
    let pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010A));
    _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x0001_0064))
}

/// The exponent in the last `length` bytes of a word.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn power(text: &[u8], end: u32, length: u32) -> Option<i32> {
    let tail = text.get(..end as usize)?;
    let eight = u64::from_le_bytes(*tail.last_chunk()?);
    let sign = *tail.get(tail.len().checked_sub(length as usize)?)?;
    let down = sign == b'-';
    let digits = length.wrapping_sub(u32::from(down | (sign == b'+')));
    if !(1..=4).contains(&digits) {
        return None;
    }
    let size = joined_digits(only_digits(eight, u64::MAX << (64 - 8 * digits))?) as i32;
    Some(if down { -size } else { size })
}

/// Digits of four words as numbers (below 10^16, and rounded from 2^53 on), and a bit for each word that is none.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn joined(windows: &[Window; 4]) -> (__m256d, i32) {
    let [a, b, c, d] = windows;
    let first = _mm256_set_m128i(b.digits, a.digits);
    let last = _mm256_set_m128i(d.digits, c.digits);
    let nine = _mm256_set1_epi8(9);
    let over = _mm256_or_si256(_mm256_subs_epu8(first, nine), _mm256_subs_epu8(last, nine));
    let mut none = i32::from(!a.fits) | i32::from(!b.fits) << 1 | i32::from(!c.fits) << 2 | i32::from(!d.fits) << 3;
    if _mm256_testz_si256(over, over) == 0 {
        for (at, window) in windows.iter().enumerate() {
            let over = _mm_subs_epu8(window.digits, _mm256_castsi256_si128(nine));
            none |= i32::from(_mm_testz_si128(over, over) == 0) << at;
        }
    }
    let packed = _mm256_packus_epi32(quadruples(first), quadruples(last));
    let eights = _mm256_madd_epi16(packed, _mm256_set1_epi32(0x0001_2710));
    let sorted = _mm256_permutevar8x32_epi32(eights, _mm256_setr_epi32(0, 4, 2, 6, 1, 5, 3, 7));
    let high = _mm256_cvtepi32_pd(_mm256_castsi256_si128(sorted));
    let low = _mm256_cvtepi32_pd(_mm256_extracti128_si256::<1>(sorted));
    (_mm256_add_pd(_mm256_mul_pd(high, _mm256_set1_pd(1e8)), low), none)
}

/// Powers of ten, from 10^-22 on, then the same with a minus.
#[allow(clippy::indexing_slicing, reason = "computed while it is compiled")]
static POWERS: [f64; 2 * NEGATIVE] = {
    let half = [
        1e-22, 1e-21, 1e-20, 1e-19, 1e-18, 1e-17, 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7,
        1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
        1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ];
    let mut all = [0.0; 2 * NEGATIVE];
    let mut at = 0;
    while at < half.len() {
        all[at] = half[at];
        all[NEGATIVE + at] = -half[at];
        at += 1;
    }
    all
};

/// The power of ten at a place of the table.
#[inline(always)]
fn ten(place: usize) -> f64 {
    POWERS.get(place).copied().unwrap_or(1.0)
}

/// Four floats of single precision, and a bit for each word that takes another way. `longest` becomes the number of bytes
/// without sign of the longest word, if that is more.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn singles(text: &[u8], starts: &[u32; 4], ends: &[u32; 4], longest: &mut u32) -> ([f32; 4], i32) {
    /// Three roundings move a value by at most three units of its last place.
    const UNSURE: i64 = 8;
    const HALF: i64 = 1 << 28;
    let windows = windows(text, starts, ends);
    for (window, (start, end)) in windows.iter().zip(starts.iter().zip(ends)) {
        let length = end.wrapping_sub(*start).wrapping_sub((window.power / NEGATIVE) as u32);
        *longest = (*longest).max(length);
    }
    let (digits, mut none) = joined(&windows);
    let power = |window: &Window| ten(window.power);
    let [a, b, c, d] = &windows;
    let value = _mm256_mul_pd(digits, _mm256_setr_pd(power(a), power(b), power(c), power(d)));
    // Values that lie near the middle of two neighbours of single precision might be rounded to the wrong one.
    let dropped = _mm256_and_si256(_mm256_castpd_si256(value), _mm256_set1_epi64x(2 * HALF - 1));
    let off = _mm256_sub_epi64(dropped, _mm256_set1_epi64x(HALF - UNSURE));
    let sure = _mm256_or_si256(off, _mm256_cmpgt_epi64(off, _mm256_set1_epi64x(2 * UNSURE)));
    none |= 0b1111 & !_mm256_movemask_pd(_mm256_castsi256_pd(sure));
    (cast(_mm256_cvtpd_ps(value)), none)
}

/// Four floats of double precision, and a bit for each word that takes another way.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn doubles(text: &[u8], starts: &[u32; 4], ends: &[u32; 4]) -> ([f64; 4], i32) {
    let windows = windows(text, starts, ends);
    let (digits, mut none) = joined(&windows);
    let [a, b, c, d] = &windows;
    // One of both is 1, the other exact, so that the result is rounded once.
    let factor = |window: &Window| ten((window.power % NEGATIVE).max(ONE));
    let divisor =
        |window: &Window| ten(2 * ONE - (window.power % NEGATIVE).min(ONE) + window.power / NEGATIVE * NEGATIVE);
    let product = _mm256_mul_pd(digits, _mm256_setr_pd(factor(a), factor(b), factor(c), factor(d)));
    let value = _mm256_div_pd(product, _mm256_setr_pd(divisor(a), divisor(b), divisor(c), divisor(d)));
    let large = _mm256_cmp_pd::<_CMP_GE_OQ>(digits, _mm256_set1_pd(9_007_199_254_740_992.0));
    none |= _mm256_movemask_pd(large);
    (cast(value), none)
}
