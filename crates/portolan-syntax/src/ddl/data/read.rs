//! Readers of single values, each with a shortcut for the plain case.

use std::borrow::Cow;

use crate::ddl::base64::{base64_value, check_base64};
use crate::ddl::fault::FaultKind;
use crate::ddl::lexer::{comment_starts, token_end};
use crate::ddl::literal;
use crate::ddl::primitive::{Primitive, primitive_type};
use crate::ddl::reference::{Reference, reference_end};
use crate::ddl::string::{Bad, check_character, check_strings, string_value};

/// Reads the value at a place of a data run and says where it ends.
pub(super) trait Read<'a> {
    type Out;
    /// Is white space part of values, and are there no comments?
    const IS_BASE64: bool = false;
    fn read(&self, text: &'a str, bytes: &'a [u8], at: usize) -> Result<(Self::Out, usize), Bad>;
    /// Widens the limits of a run by a value, where values have an order that matters.
    #[inline(always)]
    fn note(&self, _: &Self::Out, _: &mut Option<(i64, i64)>) {}
}

/// Can this byte follow a number?
#[inline(always)]
fn ends_number(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b',' | b'}' | 1..=b' ') | None)
}

/// The end of the decimal number at `at`, if it is plain (`-12.5`), complete, and below ten to the power `digits`.
#[inline(always)]
fn plain_float_end(bytes: &[u8], at: usize, digits: usize) -> Option<usize> {
    let mut i = at + usize::from(bytes.get(at) == Some(&b'-'));
    let whole = i;
    while matches!(bytes.get(i), Some(b'0'..=b'9')) {
        i += 1;
    }
    if i == whole || i - whole > digits {
        return None;
    }
    if bytes.get(i) == Some(&b'.') {
        i += 1;
        while matches!(bytes.get(i), Some(b'0'..=b'9')) {
            i += 1;
        }
    }
    ends_number(bytes.get(i)).then_some(i)
}

/// A plain decimal number: its digits as one integer, how many of them stand behind the point, and its end.
struct PlainDecimal {
    negative: bool,
    digits: u64,
    fraction: usize,
    end: usize,
}

impl PlainDecimal {
    /// Reads a number that is plain (`-12.5`), complete, and exact in this form.
    #[inline(always)]
    fn read(bytes: &[u8], at: usize) -> Option<PlainDecimal> {
        let negative = bytes.get(at) == Some(&b'-');
        let first = at + usize::from(negative);
        let mut i = first;
        let mut digits = 0u64;
        let mut read_digits = |i: &mut usize| {
            let start = *i;
            while let Some(&b) = bytes.get(*i)
                && b.is_ascii_digit()
            {
                digits = digits.wrapping_mul(10).wrapping_add(u64::from(b - b'0'));
                *i += 1;
            }
            *i - start
        };
        let whole = read_digits(&mut i);
        let mut fraction = 0;
        if bytes.get(i) == Some(&b'.') {
            i += 1;
            fraction = read_digits(&mut i);
        }
        // Up to 19 digits cannot overflow.
        (whole > 0 && whole + fraction <= 19 && ends_number(bytes.get(i))).then_some(PlainDecimal {
            negative,
            digits,
            fraction,
            end: i,
        })
    }

    /// The nearest double. Integers below 2⁵³ and powers of ten up to 10²² are exact, so one division rounds once.
    #[inline(always)]
    fn to_f64(&self) -> Option<f64> {
        const POWERS: [f64; 20] = [
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
            1e19,
        ];
        if self.digits > 1 << 53 {
            return None;
        }
        let magnitude = self.digits as f64 / POWERS.get(self.fraction)?;
        Some(if self.negative { -magnitude } else { magnitude })
    }

    /// The nearest float. Rounding a double again goes wrong only if that lies in the middle between two floats.
    #[inline(always)]
    fn to_f32(&self) -> Option<f32> {
        let double = self.to_f64()?;
        let low_bits = double.to_bits() & 0x1FFF_FFFF;
        let normal = double.abs() >= f64::from(f32::MIN_POSITIVE) || double == 0.0;
        (normal && low_bits != 0x1000_0000).then_some(double as f32)
    }
}

/// The plain decimal integer at `at` and its end.
#[inline(always)]
fn plain_integer(bytes: &[u8], at: usize) -> Option<(i64, usize)> {
    let negative = bytes.get(at) == Some(&b'-');
    let first = at + usize::from(negative);
    let mut i = first;
    let mut value = 0i64;
    while let Some(&b) = bytes.get(i)
        && b.is_ascii_digit()
    {
        // At most 18 digits are accepted below, and those cannot overflow.
        value = value.wrapping_mul(10).wrapping_add(i64::from(b - b'0'));
        i += 1;
    }
    (i > first && i - first <= 18 && ends_number(bytes.get(i)))
        .then_some((if negative { value.wrapping_neg() } else { value }, i))
}

/// Cuts a value off that is not plain and hands it to `read`.
#[inline(never)]
fn token<T>(
    bytes: &[u8],
    at: usize,
    characters: bool,
    read: impl FnOnce(&[u8]) -> Result<T, FaultKind>,
) -> Result<(T, usize), Bad> {
    let first = at + usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
    let end = match bytes.get(first) {
        Some(b'\'') if characters => check_character(bytes, first)?,
        Some(b'"') => match check_strings(bytes, first, b'}') {
            Ok((end, _)) => end,
            Err(bad) => bad.end,
        },
        _ => token_end(bytes, at),
    };
    let literal = bytes.get(at..end).unwrap_or_default();
    read(literal).map(|value| (value, end)).map_err(|kind| Bad::whole(kind, at, end))
}

fn mismatch<T>(_: &[u8]) -> Result<T, FaultKind> {
    Err(FaultKind::Malformed)
}

/// Checks floating-point numbers.
pub(super) struct CheckFloat {
    primitive: Primitive,
    digits: usize,
}

impl CheckFloat {
    pub fn new(primitive: Primitive) -> CheckFloat {
        CheckFloat { primitive, digits: literal::safe_exponent(primitive) as usize }
    }
}

impl<'a> Read<'a> for CheckFloat {
    type Out = ();

    #[inline(always)]
    fn read(&self, _: &'a str, bytes: &'a [u8], at: usize) -> Result<((), usize), Bad> {
        match plain_float_end(bytes, at, self.digits) {
            Some(end) => Ok(((), end)),
            None => token(bytes, at, false, |literal| literal::check_float(literal, self.primitive)),
        }
    }
}

/// Checks integers.
pub(super) struct CheckInteger {
    primitive: Primitive,
    low: i64,
    high: i64,
}

impl CheckInteger {
    pub fn new(primitive: Primitive) -> CheckInteger {
        let (low, high) = primitive.integer_range().unwrap_or_default();
        CheckInteger { primitive, low: low as i64, high: i64::try_from(high).unwrap_or(i64::MAX) }
    }
}

impl<'a> Read<'a> for CheckInteger {
    type Out = i64;

    #[inline(always)]
    fn read(&self, _: &'a str, bytes: &'a [u8], at: usize) -> Result<(i64, usize), Bad> {
        match plain_integer(bytes, at) {
            Some((value, end)) if self.low <= value && value <= self.high => Ok((value, end)),
            _ => token(bytes, at, true, |literal| {
                let value = literal::integer_bytes(literal, self.primitive)?;
                Ok(i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX }))
            }),
        }
    }

    #[inline(always)]
    fn note(&self, &value: &i64, limits: &mut Option<(i64, i64)>) {
        *limits = Some(limits.map_or((value, value), |(low, high)| (low.min(value), high.max(value))));
    }
}

/// Checks a type by reading its values and forgetting them; for those that cost nothing to make.
pub(super) struct Check<R>(pub R);

impl<'a, R: Read<'a>> Read<'a> for Check<R> {
    type Out = ();
    const IS_BASE64: bool = R::IS_BASE64;

    fn read(&self, text: &'a str, bytes: &'a [u8], at: usize) -> Result<((), usize), Bad> {
        self.0.read(text, bytes, at).map(|(_, end)| ((), end))
    }
}

/// Checks strings.
pub(super) struct CheckString;

impl<'a> Read<'a> for CheckString {
    type Out = ();

    fn read(&self, _: &'a str, bytes: &'a [u8], at: usize) -> Result<((), usize), Bad> {
        check_strings(bytes, at, b'}').map(|(end, _)| ((), end))
    }
}

/// Checks Base64 data.
pub(super) struct CheckBase64;

impl<'a> Read<'a> for CheckBase64 {
    type Out = ();
    const IS_BASE64: bool = true;

    fn read(&self, _: &'a str, bytes: &'a [u8], at: usize) -> Result<((), usize), Bad> {
        check_base64(bytes, at).map(|end| ((), end))
    }
}

/// Reads booleans.
pub(super) struct Bools;

impl<'a> Read<'a> for Bools {
    type Out = bool;

    fn read(&self, _: &'a str, bytes: &'a [u8], at: usize) -> Result<(bool, usize), Bad> {
        token(bytes, at, false, |literal| match literal {
            b"true" | b"1" => Ok(true),
            b"false" | b"0" => Ok(false),
            _ => Err(FaultKind::Malformed),
        })
    }
}

/// Reads strings.
pub(super) struct Strings;

impl<'a> Read<'a> for Strings {
    type Out = Cow<'a, str>;

    fn read(&self, text: &'a str, bytes: &'a [u8], at: usize) -> Result<(Self::Out, usize), Bad> {
        let (end, _) = check_strings(bytes, at, b'}')?;
        Ok((string_value(text.get(at..end).unwrap_or_default()), end))
    }
}

/// Reads references.
pub(super) struct References;

impl<'a> Read<'a> for References {
    type Out = Reference<'a>;

    fn read(&self, text: &'a str, bytes: &'a [u8], at: usize) -> Result<(Self::Out, usize), Bad> {
        let complete = |&end: &usize| ends_number(bytes.get(end)) || comment_starts(bytes, end);
        match reference_end(bytes, at).filter(complete) {
            Some(end) => match Reference::parse(text.get(at..end).unwrap_or_default()) {
                Some(reference) => Ok((reference, end)),
                None => Err(Bad::whole(FaultKind::Malformed, at, end)),
            },
            None => token(bytes, at, false, mismatch),
        }
    }
}

/// Reads names of data types.
pub(super) struct Types;

impl<'a> Read<'a> for Types {
    type Out = Primitive;

    fn read(&self, _: &'a str, bytes: &'a [u8], at: usize) -> Result<(Primitive, usize), Bad> {
        token(bytes, at, false, |literal| {
            std::str::from_utf8(literal).ok().and_then(primitive_type).ok_or(FaultKind::Malformed)
        })
    }
}

/// Reads Base64 data.
pub(super) struct Bytes;

impl<'a> Read<'a> for Bytes {
    type Out = Vec<u8>;
    const IS_BASE64: bool = true;

    fn read(&self, text: &'a str, bytes: &'a [u8], at: usize) -> Result<(Vec<u8>, usize), Bad> {
        let end = check_base64(bytes, at)?;
        let data = text.get(at..end).unwrap_or_default();
        base64_value(data).map(|value| (value, end)).map_err(|kind| Bad::whole(kind, at, end))
    }
}

/// Reads numbers as `T`.
pub(super) struct Numbers<T> {
    primitive: Primitive,
    digits: usize,
    of: std::marker::PhantomData<T>,
}

impl<T> Numbers<T> {
    pub fn new(primitive: Primitive) -> Numbers<T> {
        let digits = literal::safe_exponent(primitive) as usize;
        Numbers { primitive, digits, of: std::marker::PhantomData }
    }
}

impl<'a, T: Number> Read<'a> for Numbers<T> {
    type Out = T;

    #[inline(always)]
    fn read(&self, _: &'a str, bytes: &'a [u8], at: usize) -> Result<(T, usize), Bad> {
        T::read(bytes, at, self.primitive, self.digits)
    }
}

mod sealed {
    pub trait Sealed {}
}

/// A number that a data run can be decoded to.
///
/// Floats take any numeric run. Integers take integer runs, and a value that does not fit is out of range.
pub trait Number: Copy + sealed::Sealed {
    /// Stands in for a value that cannot be read, so that those behind it keep their places.
    const FAULTY: Self;

    #[doc(hidden)]
    #[allow(private_interfaces)]
    fn read(bytes: &[u8], at: usize, primitive: Primitive, digits: usize) -> Result<(Self, usize), Bad>;
}

macro_rules! float {
    ($type:ty, $plain:ident, $general:path) => {
        impl sealed::Sealed for $type {}
        impl Number for $type {
            const FAULTY: $type = <$type>::NAN;

            #[inline(always)]
            #[allow(private_interfaces)]
            fn read(bytes: &[u8], at: usize, primitive: Primitive, digits: usize) -> Result<($type, usize), Bad> {
                if primitive.is_float() {
                    // Below 10¹⁹ only halves can be out of range.
                    if digits >= 19
                        && let Some(plain) = PlainDecimal::read(bytes, at)
                        && let Some(value) = plain.$plain()
                    {
                        return Ok((value, plain.end));
                    }
                    return token(bytes, at, false, |literal| $general(literal, primitive));
                }
                if primitive.is_integer() {
                    return i128::read(bytes, at, primitive, digits).map(|(value, end)| (value as $type, end));
                }
                token(bytes, at, false, mismatch)
            }
        }
    };
}

float!(f32, to_f32, literal::float32_bytes);
float!(f64, to_f64, literal::float_bytes);

macro_rules! integer {
    ($($type:ty),*) => {$(
        impl sealed::Sealed for $type {}
        impl Number for $type {
            const FAULTY: $type = 0;

            #[inline(always)]
            #[allow(private_interfaces)]
            fn read(bytes: &[u8], at: usize, primitive: Primitive, _: usize) -> Result<($type, usize), Bad> {
                let Some((low, high)) = primitive.integer_range() else { return token(bytes, at, false, mismatch) };
                if let Some((value, end)) = plain_integer(bytes, at)
                    && i128::from(value) >= low && i128::from(value) <= high
                    && let Ok(value) = <$type>::try_from(value)
                {
                    return Ok((value, end));
                }
                token(bytes, at, true, |literal| {
                    let value = literal::integer_bytes(literal, primitive)?;
                    <$type>::try_from(value).map_err(|_| FaultKind::OutOfRange)
                })
            }
        }
    )*};
}

integer!(i8, i16, i32, i64, i128, u8, u16, u32, u64);
