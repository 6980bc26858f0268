//! Whole numbers.

use super::super::number::joined_digits;
use super::Number;

/// Without sign.
pub struct Unsigned;

/// With or without sign.
pub struct Signed;

/// Without sign; the largest is none, for it stands for words that are no index.
pub struct Index;

/// The number that `length` digits before `end` spell; `None` when there are more than eight or others among them.
#[inline]
fn short(text: &[u8], end: usize, length: usize) -> Option<u32> {
    let eight = u64::from_le_bytes(*text.get(..end)?.last_chunk()?);
    if length == 0 || length > 8 {
        return None;
    }
    let digits = last_digits(eight, length)?;
    Some(joined_digits(digits) as u32)
}

/// The last `count` of eight bytes as digits from 0 to 9, zeros before them; `None` when others are among them.
#[inline]
pub fn last_digits(eight: u64, count: usize) -> Option<u64> {
    let digits = (eight ^ 0x3030_3030_3030_3030) & u64::MAX.unbounded_shl(64 - 8 * count as u32);
    // Adding lifts everything above 9 into the highest bit of its byte.
    let other = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
    (other == 0).then_some(digits)
}

fn parsed<T: std::str::FromStr>(word: &[u8]) -> Option<T> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

impl Number for Unsigned {
    type Value = u32;
    const NONE: u32 = u32::MAX;
    const ZERO: u32 = 0;

    #[inline]
    fn plain(text: &[u8], start: usize, end: usize) -> Option<u32> {
        short(text, end, end - start)
    }

    fn any(word: &[u8]) -> Option<u32> {
        word.first().filter(|b| b.is_ascii_digit())?;
        parsed(word)
    }

    fn is_special(_: u32) -> bool {
        false
    }
}

impl Number for Index {
    type Value = u32;
    const NONE: u32 = u32::MAX;
    const ZERO: u32 = 0;

    #[inline]
    fn plain(text: &[u8], start: usize, end: usize) -> Option<u32> {
        Unsigned::plain(text, start, end)
    }

    fn any(word: &[u8]) -> Option<u32> {
        Unsigned::any(word).filter(|index| *index != u32::MAX)
    }

    fn is_special(_: u32) -> bool {
        false
    }
}

impl Number for Signed {
    type Value = i32;
    const NONE: i32 = 0;
    const ZERO: i32 = 0;

    #[inline]
    fn plain(text: &[u8], start: usize, end: usize) -> Option<i32> {
        let negative = *text.get(start)? == b'-';
        let size = short(text, end, end - start - usize::from(negative))? as i32;
        Some(if negative { -size } else { size })
    }

    fn any(word: &[u8]) -> Option<i32> {
        parsed(word)
    }

    fn is_special(_: i32) -> bool {
        false
    }
}
