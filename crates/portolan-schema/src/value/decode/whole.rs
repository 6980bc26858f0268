//! Whole numbers.

use super::super::number::joined_digits;
use super::{Kind, Number};

/// Without sign.
pub struct Unsigned;

/// With or without sign.
pub struct Signed;

/// Without sign; the largest is none, for it stands for words that are no index.
pub struct Index;

/// The number that `length` digits before `end` spell; `None` when there are more than eight or others among them.
#[inline(always)]
fn short(text: &[u8], end: usize, length: usize) -> Option<u32> {
    let eight = u64::from_le_bytes(*text.get(..end)?.last_chunk()?);
    if length == 0 || length > 8 {
        return None;
    }
    let digits = only_digits(eight, u64::MAX << (64 - 8 * length))?;
    Some(joined_digits(digits) as u32)
}

/// Those of eight bytes that are picked out as digits from 0 to 9, and zeros for the others; `None` when there is
/// something else among them.
#[inline(always)]
pub fn only_digits(eight: u64, picked: u64) -> Option<u64> {
    let digits = (eight ^ 0x3030_3030_3030_3030) & picked;
    // Adding lifts everything above 9 into the highest bit of its byte.
    let other = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
    (other == 0).then_some(digits)
}

fn parsed<T: std::str::FromStr>(word: &[u8]) -> Option<T> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

impl Number for Unsigned {
    type Value = u32;
    const KIND: Kind = Kind::Unsigned;
    const NONE: u32 = u32::MAX;
    const ZERO: u32 = 0;

    #[inline(always)]
    fn plain(text: &[u8], start: usize, end: usize) -> Option<u32> {
        short(text, end, end - start)
    }

    fn any(text: &[u8], start: usize, end: usize) -> Option<u32> {
        let word = text.get(start..end)?;
        word.first().filter(|b| b.is_ascii_digit())?;
        parsed(word)
    }

    fn is_special(_: u32) -> bool {
        false
    }
}

impl Number for Index {
    type Value = u32;
    const KIND: Kind = Kind::Unsigned;
    const NONE: u32 = u32::MAX;
    const ZERO: u32 = 0;

    #[inline(always)]
    fn plain(text: &[u8], start: usize, end: usize) -> Option<u32> {
        Unsigned::plain(text, start, end)
    }

    fn any(text: &[u8], start: usize, end: usize) -> Option<u32> {
        Unsigned::any(text, start, end).filter(|index| *index != u32::MAX)
    }

    fn is_special(_: u32) -> bool {
        false
    }
}

impl Number for Signed {
    type Value = i32;
    const KIND: Kind = Kind::Signed;
    const NONE: i32 = 0;
    const ZERO: i32 = 0;

    #[inline(always)]
    fn plain(text: &[u8], start: usize, end: usize) -> Option<i32> {
        let negative = *text.get(start)? == b'-';
        let size = short(text, end, end - start - usize::from(negative))? as i32;
        Some(if negative { -size } else { size })
    }

    fn any(text: &[u8], start: usize, end: usize) -> Option<i32> {
        parsed(text.get(start..end)?)
    }

    fn is_special(_: i32) -> bool {
        false
    }
}
