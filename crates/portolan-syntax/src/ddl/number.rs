//! Numbers as text.

/// Numbers that can be written one after the other without asking for memory each time.
pub(super) trait Put: Copy + Send + Sync {
    /// Writes the shortest text that is read back as the same number.
    fn put(self, out: &mut Vec<u8>);
    /// Writes it so that no rounding can happen: floats as their bits.
    fn put_exactly(self, out: &mut Vec<u8>) {
        self.put(out);
    }
}

macro_rules! integers {
    ($($item:ty)+) => {$(
        impl Put for $item {
            fn put(self, out: &mut Vec<u8>) {
                out.extend_from_slice(itoa::Buffer::new().format(self).as_bytes());
            }
        }
    )+};
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

impl Put for bool {
    fn put(self, out: &mut Vec<u8>) {
        out.extend_from_slice(if self { b"true" } else { b"false" });
    }
}

impl Put for f32 {
    fn put(self, out: &mut Vec<u8>) {
        if !self.is_finite() {
            return self.put_exactly(out);
        }
        // Small whole numbers are most of what there is.
        let whole = self as i32;
        if whole as f32 == self && whole.unsigned_abs() < 1_000_000 && (whole != 0 || self.is_sign_positive()) {
            out.extend_from_slice(itoa::Buffer::new().format(whole).as_bytes());
            out.extend_from_slice(b".0");
        } else {
            out.extend_from_slice(zmij::Buffer::new().format_finite(self).as_bytes());
        }
    }

    fn put_exactly(self, out: &mut Vec<u8>) {
        hexadecimal(u64::from(self.to_bits()), 8, out);
    }
}

impl Put for f64 {
    fn put(self, out: &mut Vec<u8>) {
        if !self.is_finite() {
            return self.put_exactly(out);
        }
        out.extend_from_slice(zmij::Buffer::new().format_finite(self).as_bytes());
    }

    fn put_exactly(self, out: &mut Vec<u8>) {
        hexadecimal(self.to_bits(), 16, out);
    }
}

/// A float that is written as a half.
#[derive(Clone, Copy)]
pub(super) struct Half(pub f32);

impl Put for Half {
    fn put(self, out: &mut Vec<u8>) {
        // What is finite as a float may be too large for a half.
        if half_bits(self.0) & 0x7C00 == 0x7C00 { self.put_exactly(out) } else { self.0.put(out) }
    }

    fn put_exactly(self, out: &mut Vec<u8>) {
        hexadecimal(u64::from(half_bits(self.0)), 4, out);
    }
}

fn hexadecimal(bits: u64, digits: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(b"0x");
    for digit in (0..digits).rev() {
        let value = (bits >> (digit * 4) & 15) as u8;
        out.push(if value < 10 { b'0' + value } else { b'A' + value - 10 });
    }
}

/// The half nearest to a float, ties to even: sign, five bits of exponent, ten of fraction.
pub(super) fn half_bits(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let magnitude = bits & 0x7FFF_FFFF;
    if magnitude > 0x7F80_0000 {
        return sign | 0x7E00;
    }
    // At 2^16 less half a step everything becomes infinite.
    if magnitude >= 0x477F_F000 {
        return sign | 0x7C00;
    }
    if magnitude < 0x3880_0000 {
        // Steps of 2^-24: adding and taking away a number of that step rounds as the processor does.
        let steps = f32::from_bits(magnitude) * 16_777_216.0;
        return sign | steps.round_ties_even() as u16;
    }
    let rounded = magnitude + 0x0FFF + (magnitude >> 13 & 1);
    sign | ((rounded - 0x3800_0000) >> 13) as u16
}

#[cfg(test)]
mod tests {
    use super::super::{Primitive, literal};
    use super::*;

    fn text(number: impl Put) -> String {
        let mut out = Vec::new();
        number.put(&mut out);
        String::from_utf8(out).unwrap()
    }

    fn exact(number: impl Put) -> String {
        let mut out = Vec::new();
        number.put_exactly(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_are_short_and_come_back() {
        assert_eq!([text(1.0f32), text(-0.0f32), text(0.1f32), text(50.0f32)], ["1.0", "-0.0", "0.1", "50.0"]);
        assert_eq!([exact(1.0f32), exact(-2.0f64), exact(Half(1.0))], ["0x3F800000", "0xC000000000000000", "0x3C00"]);
        assert_eq!([text(f32::INFINITY), text(f64::NEG_INFINITY)], ["0x7F800000", "0xFFF0000000000000"]);
        assert_eq!([text(u64::MAX), text(i8::MIN)], ["18446744073709551615", "-128"]);
        let mut seed = 1u64;
        for _ in 0..20_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (a, b) = (f32::from_bits((seed >> 32) as u32), f64::from_bits(seed));
            for way in [text(a), exact(a)] {
                let back = literal::float(&way, Primitive::Float32).unwrap() as f32;
                assert!(back.to_bits() == a.to_bits() || a.is_nan() && back.is_nan(), "{a:?} {way}");
            }
            for way in [text(b), exact(b)] {
                let back = literal::float(&way, Primitive::Float64).unwrap();
                assert!(back.to_bits() == b.to_bits() || b.is_nan(), "{b:?} {way}");
            }
        }
    }

    #[test]
    fn every_half_comes_back() {
        for bits in 0..=u16::MAX {
            let value = literal::float(&format!("0x{bits:04X}"), Primitive::Float16).unwrap() as f32;
            if !value.is_nan() {
                assert_eq!(half_bits(value), bits, "{value}");
            }
        }
        assert_eq!(half_bits(65519.0), 0x7BFF);
        assert_eq!(half_bits(65520.0), 0x7C00);
        assert_eq!(half_bits(1e-10), 0);
        // Half way between 1 and the next: to even.
        assert_eq!([half_bits(1.0 + 1.0 / 2048.0), half_bits(1.0 + 3.0 / 2048.0)], [0x3C00, 0x3C02]);
        assert!(half_bits(f32::NAN) & 0x7C00 == 0x7C00 && half_bits(f32::NAN) & 0x3FF != 0);
    }
}
