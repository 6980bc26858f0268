//! Floats of XML Schema, rounded correctly.

use super::super::number::{self, digits_value, joined_digits, leading_digits};
use super::Number;
use super::whole::last_digits;

/// Single precision.
pub struct Single;

/// Double precision.
pub struct Double;

/// Decimal digits and where the point stands: `digits` × 10 ^ `exponent`.
struct Decimal {
    digits: u64,
    exponent: i32,
    negative: bool,
}

/// Words of up to eight digits, a point and up to eight digits; `None` for all others.
///
/// The digits before the point come from the eight bytes at the start, those behind it from the eight bytes before the
/// end; whether there is a sign or a point decides no jump.
#[inline]
fn plain(text: &[u8], start: usize, end: usize) -> Option<Decimal> {
    let negative = *text.get(start)? == b'-';
    let start = start + usize::from(negative);
    let head = u64::from_le_bytes(*text.get(start..)?.first_chunk()?);
    let tail = u64::from_le_bytes(*text.get(..end)?.last_chunk()?);
    let whole = leading_digits(head);
    let point = start + whole;
    let behind = end - point;
    let fraction = behind.saturating_sub(1);
    // Without a point the word ends here.
    let pointed = (behind == 0) | (*text.get(point)? == b'.');
    if !pointed | (fraction > 8) | (whole + fraction == 0) {
        return None;
    }
    let parts = last_digits(tail, fraction)?;
    let digits = digits_value(head, whole) * *POWERS.get(fraction)? + joined_digits(parts);
    Some(Decimal { digits, exponent: -(fraction as i32), negative })
}

/// Powers of ten up to the number of digits in eight bytes.
const POWERS: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// Any number with at most 19 digits and 5 of the exponent; `None` for all others, which may be numbers all the same.
fn decimal(word: &[u8]) -> Option<Decimal> {
    let (negative, rest) = signed(word);
    let mut digits = 0;
    let whole = digits_into(rest, &mut digits);
    let mut count = rest.len() - whole.len();
    let (mut rest, mut exponent) = (whole, 0);
    if let [b'.', tail @ ..] = rest {
        rest = digits_into(tail, &mut digits);
        let fraction = tail.len() - rest.len();
        count += fraction;
        exponent = -i32::try_from(fraction).ok()?;
    }
    if count == 0 || count > 19 {
        return None;
    }
    if let [b'e' | b'E', tail @ ..] = rest {
        let (down, tail) = signed(tail);
        let mut size = 0;
        rest = digits_into(tail, &mut size);
        let count = tail.len() - rest.len();
        if count == 0 || count > 5 {
            return None;
        }
        exponent += if down { -(size as i32) } else { size as i32 };
    }
    rest.is_empty().then_some(Decimal { digits, exponent, negative })
}

fn signed(word: &[u8]) -> (bool, &[u8]) {
    match word {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, word),
    }
}

/// Appends the leading digits to a number, which wraps around beyond 19 of them, and gives what stands behind.
fn digits_into<'a>(mut rest: &'a [u8], number: &mut u64) -> &'a [u8] {
    while let Some((eight, tail)) = rest.split_first_chunk::<8>() {
        let eight = u64::from_le_bytes(*eight);
        let count = leading_digits(eight);
        let power = POWERS.get(count).copied().unwrap_or(1);
        *number = number.wrapping_mul(power).wrapping_add(digits_value(eight, count));
        if count < 8 {
            return rest.split_at(count).1;
        }
        rest = tail;
    }
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        *number = number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
        rest = tail;
    }
    rest
}

/// The powers of ten that double precision holds exactly.
const EXACT: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

impl Decimal {
    /// In double precision, each step rounded: the digits (exact below 2^53), then the product or quotient.
    #[inline]
    fn scaled(&self) -> Option<f64> {
        let power = *EXACT.get(self.exponent.unsigned_abs() as usize)?;
        let digits = self.digits as f64;
        let size = if self.exponent < 0 { digits / power } else { digits * power };
        Some(if self.negative { -size } else { size })
    }

    /// The correctly rounded value where that is certain.
    ///
    /// The value in double precision is off by less than two units of its last place. Rounding it once more gives the
    /// right result unless it lies that near to the middle between two neighbours of single precision, which is where
    /// the 29 bits to be dropped are a one and zeros. All values here are well within the normal range.
    #[inline]
    fn single(&self) -> Option<f32> {
        const HALF: u32 = 1 << 28;
        const UNSURE: u32 = 4;
        let value = self.scaled()?;
        let dropped = value.to_bits() as u32 & (2 * HALF - 1);
        (dropped.wrapping_sub(HALF - UNSURE) > 2 * UNSURE).then_some(value as f32)
    }

    /// The correctly rounded value where that is certain: one operation on two exact numbers.
    #[inline]
    fn double(&self) -> Option<f64> {
        if self.digits > 1 << 53 {
            return None;
        }
        self.scaled()
    }
}

/// The value of a word that takes long arithmetic, or is not a number at all.
fn hard<T: fast_float2::FastFloat>(word: &[u8], special: fn(f64) -> T) -> Option<T> {
    match word {
        b"INF" => Some(special(f64::INFINITY)),
        b"-INF" => Some(special(f64::NEG_INFINITY)),
        b"NaN" => Some(special(f64::NAN)),
        _ if !number::is_float(word) => None,
        _ => fast_float2::parse(word.strip_prefix(b"+").unwrap_or(word)).ok(),
    }
}

impl Number for Single {
    type Value = f32;
    const NONE: f32 = 0.0;
    const ZERO: f32 = 0.0;

    #[inline]
    fn plain(text: &[u8], start: usize, end: usize) -> Option<f32> {
        plain(text, start, end)?.single()
    }

    fn any(word: &[u8]) -> Option<f32> {
        decimal(word).and_then(|decimal| decimal.single()).or_else(|| hard(word, |value| value as f32))
    }

    fn is_special(value: f32) -> bool {
        !value.is_finite()
    }
}

impl Number for Double {
    type Value = f64;
    const NONE: f64 = 0.0;
    const ZERO: f64 = 0.0;

    #[inline]
    fn plain(text: &[u8], start: usize, end: usize) -> Option<f64> {
        plain(text, start, end)?.double()
    }

    fn any(word: &[u8]) -> Option<f64> {
        decimal(word).and_then(|decimal| decimal.double()).or_else(|| hard(word, |value| value))
    }

    fn is_special(value: f64) -> bool {
        !value.is_finite()
    }
}
