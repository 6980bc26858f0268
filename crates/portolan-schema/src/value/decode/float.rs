//! Floats of XML Schema, rounded correctly.

use super::super::number::{self, digits_value, joined_digits, leading_digits};
use super::whole::only_digits;
use super::{Kind, Number};

/// Single precision.
pub struct Single;

/// Double precision.
pub struct Double;

/// Decimal digits and where the point stands: `digits` × 10 ^ `exponent`.
pub struct Decimal {
    pub digits: u64,
    pub exponent: i32,
    pub negative: bool,
}

/// What a number of digits behind the point means.
struct Fraction {
    /// The bytes of the digits, at the end of eight.
    bytes: u64,
    /// The power of ten that moves them before the point.
    power: u64,
    /// By what the digits are divided to give a positive and a negative number.
    divisors: [f64; 2],
}

impl Fraction {
    const fn of(digits: u32) -> Fraction {
        let power = 10_u64.pow(digits);
        let divisors = [power as f64, -(power as f64)];
        Fraction { bytes: u64::MAX.unbounded_shl(64 - 8 * digits), power, divisors }
    }
}

/// For up to eight digits.
#[rustfmt::skip]
static FRACTIONS: [Fraction; 9] = [
    Fraction::of(0), Fraction::of(1), Fraction::of(2), Fraction::of(3), Fraction::of(4), Fraction::of(5),
    Fraction::of(6), Fraction::of(7), Fraction::of(8),
];

/// What is made of the digits and the value of words of up to eight digits, a point and up to eight digits; `None` for
/// all others.
///
/// The digits before the point come from the eight bytes at the start, those behind it from the eight bytes before the
/// end; whether there is a sign or a point decides no jump. Digits and value are handed on instead of given back: this
/// way the usual ones never leave the registers.
#[inline(always)]
fn plain<T>(text: &[u8], start: usize, end: usize, round: impl Fn(Decimal, f64) -> Option<T>) -> Option<T> {
    let negative = usize::from(*text.get(start)? == b'-');
    let start = start + negative;
    let head = u64::from_le_bytes(*text.get(start..)?.first_chunk()?);
    let tail = u64::from_le_bytes(*text.get(..end)?.last_chunk()?);
    let whole = leading_digits(head);
    let point = start + whole;
    let behind = end - point;
    // Without a point the word ends here.
    let pointed = (behind == 0) | (*text.get(point)? == b'.');
    let count = behind.saturating_sub(1);
    if !pointed | (whole + count == 0) {
        return None;
    }
    let before = digits_value(head, whole);
    let Some(fraction) = FRACTIONS.get(count) else {
        let long = longer(text, end, before, whole, count, negative != 0)
            .or_else(|| exponential(text, point, end, before, whole, negative != 0));
        return long.and_then(|(decimal, value)| round(decimal, value));
    };
    let Some(parts) = only_digits(tail, fraction.bytes) else {
        let (decimal, value) = exponential(text, point, end, before, whole, negative != 0)?;
        return round(decimal, value);
    };
    let digits = before * fraction.power + joined_digits(parts);
    // Below 10^16, and quicker to convert with a sign.
    let value = digits as i64 as f64 / *fraction.divisors.get(negative)?;
    round(Decimal { digits, exponent: -(count as i32), negative: negative != 0 }, value)
}

/// Digits and value of words with 9 to 16 digits behind the point, as small numbers have them, and 19 in all.
#[inline(always)]
fn longer(text: &[u8], end: usize, before: u64, whole: usize, count: usize, negative: bool) -> Option<(Decimal, f64)> {
    let (first, last) = text.get(..end)?.last_chunk::<16>()?.split_at(8);
    let first_fraction = FRACTIONS.get(count - 8)?;
    let first = only_digits(u64::from_le_bytes(*first.first_chunk()?), first_fraction.bytes)?;
    let last = only_digits(u64::from_le_bytes(*last.first_chunk()?), u64::MAX)?;
    if whole + count > 19 {
        return None;
    }
    let before = before * first_fraction.power + joined_digits(first);
    let digits = before * FRACTIONS.last()?.power + joined_digits(last);
    let decimal = Decimal { digits, exponent: -(count as i32), negative };
    let value = decimal.scaled()?;
    Some((decimal, value))
}

/// The same for up to eight digits behind the point and an exponent, which cannot be told from other words sooner.
#[inline(never)]
fn exponential(
    text: &[u8],
    point: usize,
    end: usize,
    before: u64,
    whole: usize,
    negative: bool,
) -> Option<(Decimal, f64)> {
    let parts = u64::from_le_bytes(*text.get(point + 1..)?.first_chunk()?);
    let count = leading_digits(parts);
    let at = point + 1 + count;
    if whole + count == 0 || !matches!(text.get(at)?, b'e' | b'E') {
        return None;
    }
    let (down, start) = sign(text, at + 1);
    let length = end.checked_sub(start).filter(|length| (1..=4).contains(length))?;
    let tail = u64::from_le_bytes(*text.get(..end)?.last_chunk()?);
    let size = joined_digits(only_digits(tail, FRACTIONS.get(length)?.bytes)?) as i32;
    let digits = before * FRACTIONS.get(count)?.power + digits_value(parts, count);
    let exponent = if down { -size } else { size } - count as i32;
    let decimal = Decimal { digits, exponent, negative };
    let value = decimal.scaled()?;
    Some((decimal, value))
}

/// Any number with at most 19 digits and 5 of the exponent; `None` for all others, which may be numbers all the same.
#[inline(always)]
fn decimal(text: &[u8], start: usize, end: usize) -> Option<Decimal> {
    let (negative, mut at) = sign(text, start);
    let mut digits = 0;
    let mut count = digits_into(text, at, &mut digits);
    at += count;
    let mut exponent = 0;
    if text.get(at) == Some(&b'.') {
        let fraction = digits_into(text, at + 1, &mut digits);
        at += 1 + fraction;
        count += fraction;
        exponent = -i32::try_from(fraction).ok()?;
    }
    if count == 0 || count > 19 {
        return None;
    }
    if at < end && text.get(at).is_some_and(|b| matches!(b, b'e' | b'E')) {
        let (down, behind) = sign(text, at + 1);
        at = behind;
        let mut size = 0;
        let count = digits_into(text, at, &mut size);
        at += count;
        if count == 0 || count > 5 {
            return None;
        }
        exponent += if down { -(size as i32) } else { size as i32 };
    }
    (at == end).then_some(Decimal { digits, exponent, negative })
}

/// Whether there is a minus, and where what follows the sign begins.
#[inline(always)]
fn sign(text: &[u8], at: usize) -> (bool, usize) {
    let first = text.get(at).copied().unwrap_or_default();
    let negative = first == b'-';
    (negative, at + usize::from(negative | (first == b'+')))
}

/// Appends the digits from `at` on to a number, which wraps around beyond 19 of them, and gives how many there are.
#[inline]
fn digits_into(text: &[u8], at: usize, number: &mut u64) -> usize {
    let mut rest = text.get(at..).unwrap_or_default();
    let mut total = 0;
    loop {
        let (eight, tail) = match rest.split_first_chunk() {
            Some((eight, tail)) => (*eight, tail),
            None => (filled_up(rest), Default::default()),
        };
        let eight = u64::from_le_bytes(eight);
        let count = leading_digits(eight);
        let power = FRACTIONS.get(count).map_or(1, |fraction| fraction.power);
        *number = number.wrapping_mul(power).wrapping_add(digits_value(eight, count));
        total += count;
        if count < 8 {
            return total;
        }
        rest = tail;
    }
}

/// Less than eight bytes, and spaces behind them.
#[cold]
fn filled_up(rest: &[u8]) -> [u8; 8] {
    let mut eight = [b' '; 8];
    eight.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    eight
}

/// The powers of ten that double precision holds exactly.
const EXACT: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

impl Decimal {
    /// Near the value in double precision: the digits (exact up to 2^53) and the product or quotient are rounded.
    #[inline(always)]
    fn scaled(&self) -> Option<f64> {
        let power = *EXACT.get(self.exponent.unsigned_abs() as usize)?;
        let digits = self.digits as f64;
        let size = if self.exponent <= 0 { digits / power } else { digits * power };
        Some(self.with_sign(size))
    }

    /// The correctly rounded value in double precision, for exponents from -27 to 27.
    #[inline(never)]
    fn double(&self) -> Option<f64> {
        if is_exact(self.digits) && self.exponent.unsigned_abs() < EXACT.len() as u32 {
            return self.scaled();
        }
        if self.digits == 0 {
            return Some(self.with_sign(0.0));
        }
        let scale = FIVES.get(usize::try_from(self.exponent + FIVES_FROM).ok()?)?;
        Some(self.with_sign(nearest(self.digits, self.exponent, *scale)))
    }

    /// Signs come and go without pattern: no jump.
    #[inline(always)]
    fn with_sign(&self, size: f64) -> f64 {
        f64::from_bits(size.to_bits() | u64::from(self.negative) << 63)
    }
}

/// The first power of five in [`FIVES`], downwards.
const FIVES_FROM: i32 = 27;

/// The first 128 bits of 5^-27 to 5^27: those below 1 rounded up, the others exact.
#[allow(clippy::indexing_slicing, reason = "computed while it is compiled")]
static FIVES: [u128; 2 * FIVES_FROM as usize + 1] = {
    let mut table = [0; 2 * FIVES_FROM as usize + 1];
    let mut power = 1_u128;
    let mut at = 0;
    while at <= FIVES_FROM as usize {
        table[FIVES_FROM as usize + at] = power << power.leading_zeros();
        if at > 0 {
            // Division as on paper, from the first bit of the quotient that is 1.
            let (mut quotient, mut rest) = (0_u128, 1_u128);
            while quotient >> 127 == 0 {
                rest <<= 1;
                quotient <<= 1;
                if rest >= power {
                    rest -= power;
                    quotient |= 1;
                }
            }
            table[FIVES_FROM as usize - at] = quotient + 1;
        }
        power *= 5;
        at += 1;
    }
    table
};

/// The double nearest to `digits` × 10 ^ `exponent`; `five` is the row of [`FIVES`] for the exponent, and `digits` is not 0.
///
/// The product with 64 bits of the power has enough bits nearly always; where they might not decide, the other 64 are
/// taken into account, and then they do (Lemire, "Number parsing at a gigabyte per second", 2021; Mushtak and Lemire, 2022,
/// show that nothing more is needed).
#[inline]
fn nearest(digits: u64, exponent: i32, five: u128) -> f64 {
    let up = digits.leading_zeros();
    let digits = digits << up;
    let product = u128::from(digits) * (five >> 64);
    let (mut high, mut low) = ((product >> 64) as u64, product as u64);
    if high & 0x1FF == 0x1FF {
        let more = ((u128::from(digits) * u128::from(five as u64)) >> 64) as u64;
        low = low.wrapping_add(more);
        high += u64::from(more > low);
    }
    let first = (high >> 63) as u32;
    let mut mantissa = high >> (first + 9);
    // In the middle of two numbers, which only products that are exact can be: to the even one.
    if low <= 1 && (-4..=23).contains(&exponent) && mantissa & 3 == 1 && mantissa << (first + 9) == high {
        mantissa &= !1;
    }
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    // The power of two of 10 ^ exponent.
    let two = ((exponent * 217_706) >> 16) + 63 + first as i32 - up as i32 + 1023;
    // A mantissa that was rounded up to the next power of two carries into the exponent.
    f64::from_bits(mantissa.wrapping_add((two as u64 - 1) << 52))
}

/// Rounds to single precision where that is certain to be right.
///
/// A value of [`plain`] or [`Decimal::scaled`] is off by less than two units of its last place. Rounding it once more
/// gives the right result unless it lies that near to the middle between two neighbours of single precision, which is
/// where the 29 bits to be dropped are a one and zeros. All these values are well within the normal range.
#[inline(always)]
fn to_single(value: f64) -> Option<f32> {
    const HALF: u32 = 1 << 28;
    const UNSURE: u32 = 4;
    let dropped = value.to_bits() as u32 & (2 * HALF - 1);
    (dropped.wrapping_sub(HALF - UNSURE) > 2 * UNSURE).then_some(value as f32)
}

/// Whether one operation on these digits and a power of ten, both exact, rounds correctly to double precision.
const fn is_exact(digits: u64) -> bool {
    digits <= 1 << 53
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
    const KIND: Kind = Kind::Single;
    const NONE: f32 = 0.0;
    const ZERO: f32 = 0.0;

    #[inline(always)]
    fn plain(text: &[u8], start: usize, end: usize) -> Option<f32> {
        plain(text, start, end, |_, value| to_single(value))
    }

    fn any(text: &[u8], start: usize, end: usize) -> Option<f32> {
        let near = decimal(text, start, end).and_then(|decimal| decimal.scaled());
        near.and_then(to_single).or_else(|| hard(text.get(start..end)?, |value| value as f32))
    }

    fn is_special(value: f32) -> bool {
        !value.is_finite()
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn of_decimal(decimal: Decimal) -> Option<f32> {
        // Nineteen digits and an exponent may be too large for the type: such values are counted elsewhere.
        decimal.scaled().and_then(to_single).filter(|value| value.is_finite())
    }

    #[inline(always)]
    fn is_large(value: f32) -> bool {
        value.abs() > 16_777_216.0
    }
}

impl Number for Double {
    type Value = f64;
    const KIND: Kind = Kind::Double;
    const NONE: f64 = 0.0;
    const ZERO: f64 = 0.0;

    #[inline(always)]
    fn plain(text: &[u8], start: usize, end: usize) -> Option<f64> {
        plain(text, start, end, |decimal, value| match is_exact(decimal.digits) {
            true => Some(value),
            false => decimal.double(),
        })
    }

    fn any(text: &[u8], start: usize, end: usize) -> Option<f64> {
        let value = decimal(text, start, end).and_then(|decimal| decimal.double());
        value.or_else(|| hard(text.get(start..end)?, |value| value))
    }

    fn is_special(value: f64) -> bool {
        !value.is_finite()
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn of_decimal(decimal: Decimal) -> Option<f64> {
        decimal.double()
    }
}
