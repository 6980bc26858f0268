//! Literals of numbers and booleans: their grammar and their values.
//!
//! The functions here take a whole literal, as it stands in a data run or behind the `=` of a property. The readers
//! of data runs go through shortcuts for plain numbers first and come here for everything else.

use std::borrow::Cow;

use super::fault::FaultKind;
use super::primitive::Primitive;
use super::string;

/// The value of an integer literal: decimal, hexadecimal, octal, binary or characters, with a sign or without.
///
/// The value must fit into `primitive`, if that is an integer type.
pub fn integer(literal: &str, primitive: Primitive) -> Result<i128, FaultKind> {
    integer_bytes(literal.as_bytes(), primitive)
}

pub(super) fn integer_bytes(literal: &[u8], primitive: Primitive) -> Result<i128, FaultKind> {
    let (negative, rest) = sign(literal);
    let magnitude = match radix(rest) {
        Some((radix, digits)) => digits_value(digits, radix)?,
        None if rest.first() == Some(&b'\'') => string::character_value(rest)?,
        None => digits_value(rest, 10)?,
    };
    let value = if negative { -i128::from(magnitude) } else { i128::from(magnitude) };
    match primitive.integer_range() {
        Some((low, high)) if value < low || value > high => Err(FaultKind::OutOfRange),
        _ => Ok(value),
    }
}

/// The value of a floating-point literal: decimal, or the bit pattern of the type as hexadecimal, octal or binary.
///
/// A decimal literal gives the nearest double even for the narrower types, so nothing of what was written is lost; it
/// must be finite in `primitive` all the same. A bit pattern gives exactly the number it stands for.
pub fn float(literal: &str, primitive: Primitive) -> Result<f64, FaultKind> {
    float_bytes(literal.as_bytes(), primitive)
}

pub(super) fn float_bytes(literal: &[u8], primitive: Primitive) -> Result<f64, FaultKind> {
    let (negative, rest) = sign(literal);
    let magnitude = match float_shape(rest)? {
        Shape::Bits(bits) => bits_value(bits, primitive)?,
        Shape::Decimal { .. } => {
            let value = decimal::<f64>(rest)?;
            if is_finite_in(value, primitive) {
                value
            } else {
                return Err(FaultKind::OutOfRange);
            }
        }
    };
    Ok(if negative { -magnitude } else { magnitude })
}

/// The same, rounded once to a float of 32 bits.
pub(super) fn float32_bytes(literal: &[u8], primitive: Primitive) -> Result<f32, FaultKind> {
    let (negative, rest) = sign(literal);
    let magnitude = match float_shape(rest)? {
        Shape::Bits(bits) => bits_value(bits, primitive)? as f32,
        Shape::Decimal { below } => {
            if below > safe_exponent(primitive) && !is_finite_in(decimal::<f64>(rest)?, primitive) {
                return Err(FaultKind::OutOfRange);
            }
            decimal::<f32>(rest)?
        }
    };
    Ok(if negative { -magnitude } else { magnitude })
}

/// Is it a floating-point literal that fits? Decides without computing the value wherever that is possible.
pub(super) fn check_float(literal: &[u8], primitive: Primitive) -> Result<(), FaultKind> {
    let (_, rest) = sign(literal);
    match float_shape(rest)? {
        Shape::Bits(bits) => bits_value(bits, primitive).map(|_| ()),
        Shape::Decimal { below } if below <= safe_exponent(primitive) => Ok(()),
        Shape::Decimal { .. } => float_bytes(rest, primitive).map(|_| ()),
    }
}

/// Every number below ten to this power is finite in the type.
pub(super) const fn safe_exponent(primitive: Primitive) -> i64 {
    match primitive {
        Primitive::Float16 => 4,
        Primitive::Float64 => 308,
        _ => 38,
    }
}

/// The value of a boolean literal: `true`, `false`, and since OpenDDL 3 also `1` and `0`.
pub fn boolean(literal: &str) -> Result<bool, FaultKind> {
    match literal {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(FaultKind::Malformed),
    }
}

fn sign(literal: &[u8]) -> (bool, &[u8]) {
    match literal {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, literal),
    }
}

/// The radix that a prefix names, and the digits behind it.
fn radix(literal: &[u8]) -> Option<(u32, &[u8])> {
    match literal {
        [b'0', b'x' | b'X', digits @ ..] => Some((16, digits)),
        [b'0', b'o' | b'O', digits @ ..] => Some((8, digits)),
        [b'0', b'b' | b'B', digits @ ..] => Some((2, digits)),
        _ => None,
    }
}

/// Digits with single underscores between them, and nothing else.
fn digits_value(digits: &[u8], radix: u32) -> Result<u64, FaultKind> {
    let mut value = Some(0u64);
    let mut after_digit = false;
    for &b in digits {
        if b == b'_' && after_digit {
            after_digit = false;
            continue;
        }
        let digit = char::from(b).to_digit(radix).ok_or(FaultKind::Malformed)?;
        value = value.and_then(|v| v.checked_mul(u64::from(radix))?.checked_add(u64::from(digit)));
        after_digit = true;
    }
    if !after_digit {
        return Err(FaultKind::Malformed);
    }
    value.ok_or(FaultKind::OutOfRange)
}

enum Shape {
    Bits(u64),
    /// A decimal number whose magnitude is below ten to the power `below`.
    Decimal {
        below: i64,
    },
}

/// Matches `digits [. [digits]] | . digits`, then an exponent; or a bit pattern.
fn float_shape(literal: &[u8]) -> Result<Shape, FaultKind> {
    if let Some((radix, digits)) = radix(literal) {
        return digits_value(digits, radix).map(Shape::Bits);
    }
    let (whole, rest) = decimal_digits(literal)?;
    let (fraction, rest) = match rest {
        [b'.', rest @ ..] => decimal_digits(rest)?,
        _ => (0, rest),
    };
    if whole + fraction == 0 {
        return Err(FaultKind::Malformed);
    }
    let exponent = match rest {
        [] => 0,
        [b'e' | b'E', rest @ ..] => {
            let (negative, digits) = sign(rest);
            let (count, end) = decimal_digits(digits)?;
            if count == 0 || !end.is_empty() {
                return Err(FaultKind::Malformed);
            }
            let size = digits
                .iter()
                .filter(|&&b| b != b'_')
                .fold(0i64, |value, b| value.saturating_mul(10).saturating_add(i64::from(b.wrapping_sub(b'0'))));
            if negative { -size } else { size }
        }
        _ => return Err(FaultKind::Malformed),
    };
    Ok(Shape::Decimal { below: exponent.saturating_add(whole) })
}

/// How many digits there are in front, and what follows. Underscores must stand between two of them.
fn decimal_digits(bytes: &[u8]) -> Result<(i64, &[u8]), FaultKind> {
    let mut count = 0;
    let mut rest = bytes;
    loop {
        match rest {
            [b'0'..=b'9', tail @ ..] => (count, rest) = (count + 1, tail),
            [b'_', tail @ ..] if count > 0 && matches!(tail, [b'0'..=b'9', ..]) => rest = tail,
            [b'_', ..] => return Err(FaultKind::Malformed),
            _ => return Ok((count, rest)),
        }
    }
}

/// The value of an unsigned decimal number whose shape is known to be right.
fn decimal<F: fast_float2::FastFloat>(literal: &[u8]) -> Result<F, FaultKind> {
    let plain: Cow<'_, [u8]> = if literal.contains(&b'_') {
        literal.iter().copied().filter(|&b| b != b'_').collect::<Vec<u8>>().into()
    } else {
        literal.into()
    };
    fast_float2::parse(plain).map_err(|_| FaultKind::Malformed)
}

fn is_finite_in(value: f64, primitive: Primitive) -> bool {
    match primitive {
        // From 65520 on a half rounds to infinity.
        Primitive::Float16 => value.abs() < 65520.0,
        Primitive::Float32 => (value as f32).is_finite(),
        _ => value.is_finite(),
    }
}

fn bits_value(bits: u64, primitive: Primitive) -> Result<f64, FaultKind> {
    match primitive {
        Primitive::Float16 => u16::try_from(bits).map(half).map_err(|_| FaultKind::OutOfRange),
        Primitive::Float64 => Ok(f64::from_bits(bits)),
        _ => u32::try_from(bits).map(|b| f64::from(f32::from_bits(b))).map_err(|_| FaultKind::OutOfRange),
    }
}

/// The number that the bits of a half stand for: sign, five bits of exponent, ten of fraction.
fn half(bits: u16) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::from(bits >> 10 & 0x1F);
    let fraction = f64::from(bits & 0x3FF);
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(-24),
        0x1F if fraction == 0.0 => f64::INFINITY,
        0x1F => f64::NAN,
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    sign * magnitude
}

#[cfg(test)]
mod tests {
    use super::FaultKind::{Malformed, OutOfRange};
    use super::*;

    #[test]
    fn integers_of_every_notation() {
        let int = |text| integer(text, Primitive::Int64);
        for same in
            ["1094861636", "0x41424344", "0X4142_4344", "0o10120441504", "0O10120441504", "'ABCD'", "+00_1094861636"]
        {
            assert_eq!(int(same), Ok(1_094_861_636), "{same}");
        }
        assert_eq!(int("0b0100_0001_0100_0010_0100_0011_0100_0100"), Ok(0x4142_4344));
        assert_eq!(int("-0B11"), Ok(-3));
        assert_eq!(int("-'A'"), Ok(-0x41));
        assert_eq!(int(r"'\n\x41'"), Ok(0x0A41));
        for bad in [
            "", "+", "-", "--1", "_1", "1_", "1__2", "0x", "0x_1", "0xG", "0o8", "0b2", "1.0", "1e3", "''", "'a",
            "0_x1",
        ] {
            assert_eq!(int(bad), Err(Malformed), "{bad}");
        }
    }

    #[test]
    fn integers_fit_their_type() {
        let cases = [
            (Primitive::Int8, "-128", "127", "-129", "128"),
            (Primitive::Int16, "-32768", "32767", "-32769", "0x8000"),
            (Primitive::Int32, "-2147483648", "0x7FFF_FFFF", "-2147483649", "'ABCDE'"),
            (
                Primitive::Int64,
                "-9223372036854775808",
                "9223372036854775807",
                "-9223372036854775809",
                "9223372036854775808",
            ),
            (Primitive::Uint8, "-0", "0xFF", "-1", "256"),
            (Primitive::Uint16, "0", "65535", "-1", "'abc'"),
            (Primitive::Uint32, "0", "'\\xFF\\xFF\\xFF\\xFF'", "-1", "4294967296"),
            (Primitive::Uint64, "0", "18446744073709551615", "-1", "18446744073709551616"),
        ];
        for (kind, low, high, below, above) in cases {
            let (min, max) = kind.integer_range().unwrap_or_default();
            assert_eq!(integer(low, kind), Ok(min), "{kind}");
            assert_eq!(integer(high, kind), Ok(max), "{kind}");
            assert_eq!(integer(below, kind), Err(OutOfRange), "{kind}");
            assert_eq!(integer(above, kind), Err(OutOfRange), "{kind}");
        }
    }

    #[test]
    fn floats_of_every_notation() {
        let float = |text| float(text, Primitive::Float64);
        for (text, value) in [
            ("1", 1.0),
            ("+1.5", 1.5),
            ("-.5", -0.5),
            ("1.", 1.0),
            ("1e3", 1000.0),
            ("1.5E-2", 0.015),
            (".5e+1", 5.0),
            ("1_000.000_5", 1000.0005),
            ("1e1_0", 1e10),
            ("007", 7.0),
            ("0x3FF0000000000000", 1.0),
            ("-0x3FF0_0000_0000_0000", -1.0),
        ] {
            assert_eq!(float(text), Ok(value), "{text}");
        }
        for bad in
            ["", "-", ".", "e5", "1e", "1e+", "1.0f", "_1", "1_", "1_.0", "1._0", "1e_5", "inf", "nan", "'A'", "1.2.3"]
        {
            assert_eq!(float(bad), Err(Malformed), "{bad}");
            assert_eq!(check_float(bad.as_bytes(), Primitive::Float64), Err(Malformed), "{bad}");
        }
    }

    #[test]
    fn floats_fit_their_type() {
        let cases = [
            (Primitive::Float16, "65504", "65520", "0x7C00", "0x10000"),
            (Primitive::Float32, "3.4e38", "3.5e38", "0x7F800000", "0x100000000"),
            (Primitive::Float64, "1.7e308", "1.8e308", "0x7FF0000000000000", "0x10000000000000000"),
        ];
        for (kind, high, above, infinity, too_long) in cases {
            assert!(float(high, kind).is_ok_and(f64::is_finite));
            assert_eq!(float(above, kind), Err(OutOfRange));
            assert_eq!(float(infinity, kind), Ok(f64::INFINITY));
            assert_eq!(float(too_long, kind), Err(OutOfRange));
            for text in [high, infinity] {
                assert_eq!(check_float(text.as_bytes(), kind), Ok(()));
            }
            for text in [above, too_long, "1e999999999999999999999"] {
                assert_eq!(check_float(text.as_bytes(), kind), Err(OutOfRange), "{text}");
            }
            assert_eq!(check_float(b"0.00000e99", kind), Ok(()));
            assert_eq!(check_float(b"1e-99999", kind), Ok(()));
        }
        assert_eq!(float32_bytes(b"0.1", Primitive::Float32), Ok(0.1));
        assert_eq!(float32_bytes(b"-0x3F800000", Primitive::Float32), Ok(-1.0));
    }

    #[test]
    fn halves() {
        for (bits, value) in
            [(0x3C00, 1.0), (0xC000, -2.0), (0x7BFF, 65504.0), (0x0001, 2f64.powi(-24)), (0x0400, 2f64.powi(-14))]
        {
            assert_eq!(half(bits), value);
        }
        assert!(half(0x7E00).is_nan());
    }

    #[test]
    fn booleans() {
        assert_eq!((boolean("true"), boolean("0")), (Ok(true), Ok(false)));
        assert_eq!((boolean("True"), boolean("2")), (Err(Malformed), Err(Malformed)));
    }
}
