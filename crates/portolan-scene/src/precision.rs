//! When single precision is not enough.

use crate::Stream;

/// How far rounding may move a number, as a share of the extent of its stream, before it counts as an approximation.
const NOTICED: f64 = 1e-6;

/// The powers of ten that double precision holds exactly.
#[rustfmt::skip]
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// Does single precision change a number by more than half a unit of its last decimal place?
///
/// `0.1` and `0.300000012` (nine digits of a single precision number) stay what they are; `123.456789` becomes
/// `123.456787` and does not.
pub fn needs_double(value: f64) -> bool {
    let single = value as f32;
    let error = (value - f64::from(single)).abs();
    if error == 0.0 || !value.is_finite() {
        return false;
    }
    if !single.is_finite() || single == 0.0 {
        return true;
    }
    match nine_digits(value) {
        Some((digits, place)) => error > 0.5 * unit(digits, place),
        None => more_digits(value).is_none_or(|place| error > 0.5 * place),
    }
}

/// Does any of these numbers need double precision ([`needs_double`])?
pub fn any_needs_double(values: &[f64]) -> bool {
    // Wide instructions look at the numbers of meshes, which mostly are small and have seven or eight decimals at most.
    let plain =
        |run: &[f64]| run.iter().fold(true, |all, value| all & (has_decimals(*value, 1e7) | has_decimals(*value, 1e8)));
    values.chunks(64).any(|run| !plain(run) && run.iter().any(|value| needs_double(*value)))
}

/// Is a number a whole one divided by a power of ten, and does single precision change it by half of that at most?
fn has_decimals(value: f64, power: f64) -> bool {
    // What is left after adding this is the nearest whole number.
    const WHOLE: f64 = 1.5 * (1_u64 << 52) as f64;
    let error = (value - f64::from(value as f32)).abs();
    let whole = (value * power + WHOLE) - WHOLE;
    (whole / power == value) & (error <= 0.5 / power)
}

/// A number of at most nine decimal digits: the digits as a whole number and the power of ten that they are divided by.
fn nine_digits(value: f64) -> Option<(u64, i32)> {
    let size = value.abs();
    // The power of two gives the power of ten, or one less.
    let exponent = (((size.to_bits() >> 52) as i32 - 1023) * 1233) >> 12;
    let exponent = exponent + i32::from(power(exponent + 1).is_some_and(|p| size >= p));
    let place = 8 - exponent;
    let scale = *POWERS.get(place.unsigned_abs() as usize)?;
    // Less than 10^10. Rounding to whole numbers is what adding this leaves; where it decides, the digits are too many anyway.
    const WHOLE: f64 = (1_u64 << 52) as f64;
    let whole = (if place >= 0 { size * scale } else { size / scale } + WHOLE) - WHOLE;
    let back = if place >= 0 { whole / scale } else { whole * scale };
    (back == size).then_some((whole as u64, place))
}

fn power(exponent: i32) -> Option<f64> {
    let size = *POWERS.get(exponent.unsigned_abs() as usize)?;
    Some(if exponent < 0 { 1.0 / size } else { size })
}

/// The last decimal place of a whole number divided by a power of ten, trailing zeros left out.
fn unit(mut digits: u64, mut place: i32) -> f64 {
    while digits > 0 && digits.is_multiple_of(10) {
        digits /= 10;
        place -= 1;
    }
    power(-place).unwrap_or(0.0)
}

/// The last decimal place of a number with more digits, from its shortest text.
fn more_digits(value: f64) -> Option<f64> {
    let text = format!("{value:e}");
    let (digits, exponent) = text.split_once('e')?;
    let behind = digits.split_once('.').map_or(0, |(_, behind)| behind.len());
    format!("1e{}", exponent.parse::<i32>().ok()? - behind as i32).parse().ok()
}

impl Stream {
    /// Rows of numbers in double precision. They are kept beside those in single precision if that changes any.
    pub fn precise(width: u32, values: Vec<f64>) -> Stream {
        let data = values.iter().map(|v| *v as f32).collect();
        let exact = if any_needs_double(&values) { values } else { Vec::new() };
        Stream { id: None, width, data, exact }
    }

    /// All numbers, as exact as they are known.
    pub fn doubles(&self) -> impl Iterator<Item = f64> + '_ {
        let rounded = if self.exact.is_empty() { self.data.as_slice() } else { &[] };
        self.exact.iter().copied().chain(rounded.iter().map(|v| f64::from(*v)))
    }

    /// One row as exact as it is known; components that it does not have are 0.
    pub fn exact_triple(&self, index: usize) -> [f64; 3] {
        let width = self.width as usize;
        let at = |i: usize| Some(index * width + i).filter(|_| i < width);
        [0, 1, 2].map(|i| {
            let exact = at(i).and_then(|at| self.exact.get(at)).copied();
            exact.or_else(|| at(i).and_then(|at| self.data.get(at)).map(|v| f64::from(*v))).unwrap_or(0.0)
        })
    }

    /// Does rounding to single precision move a number by a noticeable share of the size of the whole?
    pub fn rounding_shows(&self) -> bool {
        // Several rows are looked at as one long row, for which there are wide instructions.
        let width = (self.width as usize).max(1);
        let lanes = width * 64_usize.div_ceil(width);
        let (mut least, mut most, mut error) =
            (vec![f64::INFINITY; lanes], vec![f64::NEG_INFINITY; lanes], vec![0.0_f64; lanes]);
        for (exact, rounded) in self.exact.chunks(lanes).zip(self.data.chunks(lanes)) {
            let known = least.iter_mut().zip(&mut most).zip(&mut error);
            for ((exact, rounded), ((least, most), error)) in exact.iter().zip(rounded).zip(known) {
                let moved = (exact - f64::from(*rounded)).abs();
                *least = if *exact < *least { *exact } else { *least };
                *most = if *exact > *most { *exact } else { *most };
                *error = if moved > *error { moved } else { *error };
            }
        }
        let column = |values: &[f64], at: usize, larger: fn(f64, f64) -> f64| {
            values.iter().skip(at).step_by(width).copied().reduce(larger).unwrap_or(f64::NAN)
        };
        let extent = |at| column(&most, at, f64::max) - column(&least, at, f64::min);
        let size = (0..width).map(extent).fold(0.0, f64::max);
        let error = error.into_iter().fold(0.0, f64::max);
        error > size * NOTICED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_single_precision_keeps_or_changes() {
        let kept = [0.0, -0.0, 1.0, 0.1, -0.333333, 0.300000012, 0.30000001192092896, 1e-30, 3.4e38, 12.123456, 1.5e9];
        for value in kept.into_iter().chain([f64::INFINITY, f64::NAN, 16_777_216.0, 0.1234567]) {
            assert!(!needs_double(value) && !any_needs_double(&[value]), "{value}");
        }
        for value in
            [123.456789, 16_777_217.0, 1.0 / 3.0, 4_000_000.125, 1e39, 1e-60, 8_589_973e3, -92.345678, 1e-5 / 3.0]
        {
            assert!(needs_double(value) && any_needs_double(&[value]), "{value}");
        }
        let mut many = vec![0.5; 1000];
        assert!(!any_needs_double(&many));
        many[777] = 123.456789;
        assert!(any_needs_double(&many));
    }

    #[test]
    fn the_quick_way_agrees_with_the_text() {
        let mut state = 1_u64;
        for _ in 0..200_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let digits = (state >> 33) % 10_u64.pow((state >> 20) as u32 % 10);
            let text = format!("{digits}e{}", (state >> 50) as i32 % 24 - 16);
            let value: f64 = text.parse().unwrap_or_default();
            let error = (value - f64::from(value as f32)).abs();
            let long = error != 0.0 && more_digits(value).is_none_or(|place| error > 0.5 * place);
            assert_eq!(needs_double(value), long, "{text}");
            assert_eq!(any_needs_double(&[0.5, value]), long, "{text}");
        }
    }

    #[test]
    fn doubles_are_kept_where_they_say_more() {
        let plain = Stream::precise(3, vec![0.1, 2.0, -3.5]);
        assert!(plain.exact.is_empty());
        assert_eq!(plain.doubles().next(), Some(f64::from(0.1_f32)));
        let far = Stream::precise(3, vec![4_000_000.125, 0.0, 1.0, 4_000_001.5, 1.0, 0.0]);
        assert_eq!(far.exact_triple(0), [4_000_000.125, 0.0, 1.0]);
        assert_eq!(far.exact_triple(2), [0.0; 3]);
        assert!(far.rounding_shows(), "0.125 of 1.375");
        let wide = Stream::precise(1, vec![4_000_000.125, -4_000_001.5]);
        assert!(!wide.rounding_shows(), "0.125 of eight million");
        assert!(!Stream::precise(1, vec![123.456789, -20.0]).rounding_shows());
    }
}
