//! Lists of numbers, read at the speed of the text.
//!
//! These loops see every byte of every array of every file. They read words in place, allocate nothing and keep only
//! what the checker asks for: how many, the smallest and largest whole number, the first word that does not fit.

mod plain;

use std::ops::Range as Bytes;

use crate::Range;

/// What reading a run of numbers told.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Run {
    /// Number of words.
    pub count: u64,
    /// Smallest and largest whole number.
    pub limits: Option<(i64, i64)>,
    /// Sum of the whole numbers, as far as it can be held.
    pub sum: i64,
    /// How many are `INF`, `-INF` or `NaN`.
    pub specials: u64,
    /// The first word that is not a number.
    pub bad: Option<Bytes<usize>>,
    /// How many are not.
    pub bad_count: u64,
    /// The first number outside its range.
    pub outside: Option<Bytes<usize>>,
    /// How many are outside.
    pub outside_count: u64,
}

impl Run {
    /// Joins what was read of the text behind; `offset` is where that text begins.
    pub fn append(&mut self, other: Run, offset: usize) {
        let moved = |r: Bytes<usize>| r.start + offset..r.end + offset;
        self.count += other.count;
        self.limits = match (self.limits, other.limits) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
        self.sum = self.sum.saturating_add(other.sum);
        self.specials += other.specials;
        self.bad = self.bad.take().or(other.bad.map(moved));
        self.bad_count += other.bad_count;
        self.outside = self.outside.take().or(other.outside.map(moved));
        self.outside_count += other.outside_count;
    }

    fn bad(&mut self, at: Bytes<usize>) {
        self.bad.get_or_insert(at);
        self.bad_count += 1;
    }

    fn outside(&mut self, at: Bytes<usize>) {
        self.outside.get_or_insert(at);
        self.outside_count += 1;
    }
}

pub(super) const fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\n' | b'\t' | b'\r')
}

/// Reads floats as XML Schema writes them.
pub fn floats(text: &[u8], range: &Range, run: &mut Run) {
    if range.min.is_none() && range.max.is_none() {
        return unlimited_floats(text, run);
    }
    for_each_word(text, |word, at| {
        run.count += 1;
        if !is_float(word) {
            run.bad(at);
            return;
        }
        let value = float(word).unwrap_or(f64::NAN);
        run.specials += u64::from(is_special(word));
        let low = range.min.is_none_or(|(min, inclusive)| if inclusive { value >= min } else { value > min });
        let high = range.max.is_none_or(|(max, inclusive)| if inclusive { value <= max } else { value < max });
        if !(low && high) {
            run.outside(at);
        }
    });
}

/// Texts from this length on are looked at in blocks.
const LONG: usize = 128;

/// The hot loop: floats without limits need not be converted, only recognised.
fn unlimited_floats(text: &[u8], run: &mut Run) {
    if text.len() >= LONG
        && let Some(count) = plain::floats(text)
    {
        run.count += count;
        return;
    }
    floats_by_word(text, run);
}

/// How many words a text has, if all of them are finite numbers with digits only.
pub(super) fn plain_floats(text: &[u8]) -> Option<u64> {
    plain::floats(text)
}

/// How many words a text has, their smallest and largest, and their sum, if all are plain whole numbers.
pub(super) fn plain_ints(text: &[u8]) -> Option<(u64, (i64, i64), i64)> {
    plain::ints(text, true)
}

fn floats_by_word(text: &[u8], run: &mut Run) {
    let mut rest = text;
    let mut count = 0;
    loop {
        rest = skip_space(rest);
        if rest.is_empty() {
            break;
        }
        let word = rest;
        count += 1;
        if let [b'-' | b'+', tail @ ..] = rest {
            rest = tail;
        }
        let before = rest.len();
        rest = skip_digits(rest);
        let mut digits = before - rest.len();
        if let [b'.', tail @ ..] = rest {
            rest = skip_digits(tail);
            digits += tail.len() - rest.len();
        }
        if let [b'e' | b'E', tail @ ..] = rest
            && digits > 0
        {
            let tail = match tail {
                [b'-' | b'+', tail @ ..] => tail,
                _ => tail,
            };
            let after = skip_digits(tail);
            if after.len() < tail.len() {
                rest = after;
            }
        }
        if digits > 0 && rest.first().is_none_or(|b| is_space(*b)) {
            continue;
        }
        let length = word.iter().position(|b| is_space(*b)).unwrap_or(word.len());
        let (this, behind) = word.split_at(length);
        if is_special(this) {
            run.specials += 1;
        } else {
            let start = text.len() - word.len();
            run.bad(start..start + length);
        }
        rest = behind;
    }
    run.count += count;
}

/// Passes over white space, of which there is usually one byte.
fn skip_space(mut rest: &[u8]) -> &[u8] {
    while let [b' ' | b'\n' | b'\t' | b'\r', tail @ ..] = rest {
        rest = tail;
    }
    rest
}

/// Passes over digits, eight at a time.
fn skip_digits(mut rest: &[u8]) -> &[u8] {
    while let Some((eight, tail)) = rest.split_first_chunk::<8>() {
        match leading_digits(u64::from_le_bytes(*eight)) {
            8 => rest = tail,
            count => return rest.split_at(count).1,
        }
    }
    while let [b'0'..=b'9', tail @ ..] = rest {
        rest = tail;
    }
    rest
}

/// How many of eight bytes (the first is the lowest) are digits before the first that is none.
#[inline]
pub(super) fn leading_digits(eight: u64) -> usize {
    // Digits become 0..=9, and adding 0x76 lifts everything above 9 into the highest bit. A carry can only come from a
    // byte that is no digit itself, so it never disturbs the ones before it.
    let value = eight ^ 0x3030_3030_3030_3030;
    let other = (value.wrapping_add(0x7676_7676_7676_7676) | value) & 0x8080_8080_8080_8080;
    other.trailing_zeros() as usize / 8
}

/// The number that the first `count` (at most 8) of eight bytes spell, all digits.
#[inline]
pub(super) fn digits_value(eight: u64, count: usize) -> u64 {
    // Moved to the high end, with zeros before them; none at all moves everything out.
    joined_digits(eight.unbounded_shl(64 - 8 * count as u32) & 0x0F0F_0F0F_0F0F_0F0F)
}

/// The number of eight digits from 0 to 9, one in each byte, the first in the lowest.
#[inline]
pub(super) fn joined_digits(digits: u64) -> u64 {
    // Pairs, quadruples and then all eight.
    let pairs = (digits.wrapping_mul(2561) >> 8) & 0x00FF_00FF_00FF_00FF;
    let quadruples = (pairs.wrapping_mul(6_553_601) >> 16) & 0x0000_FFFF_0000_FFFF;
    quadruples.wrapping_mul(42_949_672_960_001) >> 32
}

fn is_special(word: &[u8]) -> bool {
    matches!(word, b"INF" | b"-INF" | b"NaN")
}

/// Is the word a float of XML Schema?
pub fn is_float(word: &[u8]) -> bool {
    let mut run = Run::default();
    unlimited_floats(word, &mut run);
    run.count == 1 && run.bad.is_none()
}

/// A number that is one word; most words need no look at the names of numbers that are not finite.
pub fn float_word(word: &[u8]) -> Option<f64> {
    match word {
        [b'0'..=b'9' | b'.', ..] | [b'-', b'0'..=b'9' | b'.', ..] => fast_float2::parse(word).ok(),
        _ => float(word),
    }
}

/// The value of a float of XML Schema.
pub fn float(word: &[u8]) -> Option<f64> {
    match word {
        b"INF" => Some(f64::INFINITY),
        b"-INF" => Some(f64::NEG_INFINITY),
        b"NaN" => Some(f64::NAN),
        _ if !is_float(word) => None,
        _ => fast_float2::parse(word.strip_prefix(b"+").unwrap_or(word)).ok(),
    }
}

/// Fills `values` from a text that holds just as many plain numbers, all finite; otherwise `false`, and what `values` hold
/// says nothing.
pub fn floats_into(text: &[u8], values: &mut [f64]) -> bool {
    if super::decode::few(text, values) {
        return true;
    }
    let mut rest = skip_space(text);
    for value in values {
        // Nothing that begins so is `INF` or `NaN`, or has a plus in front.
        let ([b'0'..=b'9' | b'.', ..] | [b'-', b'0'..=b'9' | b'.', ..]) = rest else { return false };
        let Ok((number, length)) = fast_float2::parse_partial::<f64, _>(rest) else { return false };
        let behind = rest.get(length..).unwrap_or_default();
        rest = skip_space(behind);
        if !number.is_finite() || rest.len() == behind.len() && !rest.is_empty() {
            return false;
        }
        *value = number;
    }
    rest.is_empty()
}

/// The value of a whole number.
pub fn int(word: &[u8]) -> Option<i64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// Reads whole numbers from `min` to `max`. A type without negative numbers takes no sign at all.
pub fn ints(text: &[u8], min: i128, max: i128, run: &mut Run) {
    let signed = min < 0;
    if text.len() >= LONG
        && let Some((count, (smallest, largest), sum)) = plain::ints(text, signed)
        && i128::from(smallest) >= min
        && i128::from(largest) <= max
    {
        let limits = Some((smallest, largest));
        return run.append(Run { count, limits, sum, ..Run::default() }, 0);
    }
    ints_by_word(text, min, max, run);
}

fn ints_by_word(text: &[u8], min: i128, max: i128, run: &mut Run) {
    let signed = min < 0;
    let (mut smallest, mut largest) = (i64::MAX, i64::MIN);
    let mut sum = 0i64;
    let mut rest = text;
    let mut count = 0;
    loop {
        rest = skip_space(rest);
        if rest.is_empty() {
            break;
        }
        let word = rest;
        count += 1;
        let mut negative = false;
        if signed && let [sign @ (b'-' | b'+'), tail @ ..] = rest {
            negative = *sign == b'-';
            rest = tail;
        }
        let start = rest.len();
        let mut value: u64 = 0;
        if let Some(eight) = rest.first_chunk::<8>() {
            let eight = u64::from_le_bytes(*eight);
            let count = leading_digits(eight);
            value = digits_value(eight, count);
            rest = rest.split_at(count).1;
        }
        while let [digit @ b'0'..=b'9', tail @ ..] = rest {
            // Overflow shows in the number of digits, checked below.
            value = value.wrapping_mul(10).wrapping_add(u64::from(*digit - b'0'));
            rest = tail;
        }
        let digits = start - rest.len();
        if digits > 0 && digits <= 18 && rest.first().is_none_or(|b| is_space(*b)) {
            let value = if negative { -(value as i64) } else { value as i64 };
            smallest = smallest.min(value);
            largest = largest.max(value);
            sum = sum.saturating_add(value);
            if i128::from(value) < min || i128::from(value) > max {
                let at = text.len() - word.len();
                run.outside(at..text.len() - rest.len());
            }
            continue;
        }
        let length = word.iter().position(|b| is_space(*b)).unwrap_or(word.len());
        let (this, behind) = word.split_at(length);
        let at = text.len() - word.len();
        match std::str::from_utf8(this).ok().and_then(|w| w.parse::<i128>().ok()) {
            Some(value) if digits == length || signed => {
                if value < min || value > max {
                    run.outside(at..at + length);
                }
                smallest = smallest.min(i64::try_from(value).unwrap_or(i64::MIN));
                largest = largest.max(i64::try_from(value).unwrap_or(i64::MAX));
                sum = sum.saturating_add(i64::try_from(value).unwrap_or(i64::MAX));
            }
            _ => run.bad(at..at + length),
        }
        rest = behind;
    }
    run.count += count;
    run.sum = run.sum.saturating_add(sum);
    if smallest <= largest {
        run.limits = Some((smallest, largest));
    }
}

/// Reads truth values.
pub fn bools(text: &[u8], run: &mut Run) {
    for_each_word(text, |word, at| {
        run.count += 1;
        if !matches!(word, b"true" | b"false" | b"1" | b"0") {
            run.bad(at);
        }
    });
}

/// Calls `visit` with each white-space separated word and its place.
pub fn for_each_word(text: &[u8], mut visit: impl FnMut(&[u8], Bytes<usize>)) {
    let mut at = 0;
    for word in text.split(|b| is_space(*b)) {
        if !word.is_empty() {
            visit(word, at..at + word.len());
        }
        at += word.len() + 1;
    }
}

/// The number that a slip of an exporter probably stands for: `1,5`, `0.0f`, `-1.#IND`.
pub fn repaired(word: &str) -> Option<String> {
    let candidate = match word {
        _ if word.contains("#IND") || word.contains("#QNAN") || word.eq_ignore_ascii_case("nan") => "NaN".to_owned(),
        _ if word.starts_with("-1.#INF") || word.eq_ignore_ascii_case("-inf") => "-INF".to_owned(),
        _ if word.contains("#INF") || word.eq_ignore_ascii_case("inf") => "INF".to_owned(),
        _ => word.strip_suffix(['f', 'F', ','])?.to_owned(),
    };
    is_float(candidate.as_bytes()).then_some(candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: Range = Range { min: None, max: None };

    fn read_floats(text: &str) -> Run {
        let mut run = Run::default();
        floats(text.as_bytes(), &ANY, &mut run);
        run
    }

    #[test]
    fn floats_of_xml_schema() {
        let run = read_floats(" 1 -2.5\n+.5 3. 1e5 1E-5 -1.5e+10\tINF -INF NaN 007 ");
        assert_eq!((run.count, run.bad, run.specials), (11, None, 3));
        for bad in ["x", "1,5", "0x10", ".", "-", "e5", "1e", "1e+", "1.2.3", "1f", "inf", "+INF", "nan", "--1"] {
            let run = read_floats(&format!("1 {bad} 2"));
            assert_eq!((run.count, run.bad, run.bad_count), (3, Some(2..2 + bad.len()), 1), "{bad}");
        }
    }

    #[test]
    fn float_ranges() {
        let mut run = Run::default();
        floats(b"0 0.5 1 1.5", &Range { min: Some((0.0, false)), max: Some((1.0, true)) }, &mut run);
        assert_eq!((run.outside, run.outside_count), (Some(0..1), 2));
    }

    #[test]
    fn whole_numbers() {
        let mut run = Run::default();
        ints(b"0 12 -3 +4", i128::from(i64::MIN), i128::from(i64::MAX), &mut run);
        assert_eq!((run.count, run.limits, run.sum, run.bad), (4, Some((-3, 12)), 13, None));
        for (bad, is_bad, is_outside) in [
            ("1.5", true, false),
            ("", false, false),
            ("-1", true, false),
            ("+1", true, false),
            ("x", true, false),
            ("18446744073709551615", false, false),
            ("18446744073709551616", false, true),
            ("99999999999999999999999999999999999999999", true, false),
        ] {
            let mut run = Run::default();
            ints(bad.as_bytes(), 0, i128::from(u64::MAX), &mut run);
            assert_eq!((run.bad.is_some(), run.outside.is_some()), (is_bad, is_outside), "{bad}");
        }
    }

    #[test]
    fn eight_digits_at_a_time() {
        for number in [0u64, 7, 10, 99, 12_345, 9_999_999, 10_000_000, 12_345_678, 123_456_789, 999_999_999_999_999_999]
        {
            for behind in ["", " ", " 5", "\t1234567890", "        "] {
                let mut run = Run::default();
                ints(format!("{number}{behind}").as_bytes(), 0, i128::MAX, &mut run);
                assert!(run.bad.is_none());
                assert!(run.limits.is_some_and(|(min, max)| min <= number as i64 && max >= number as i64), "{number}");
            }
        }
        for (i, b) in (0..=255u8).map(|b| (b.is_ascii_digit(), b)) {
            let bytes = [b'1', b'2', b, b'3', b'4', b'5', b'6', b'7'];
            assert_eq!(leading_digits(u64::from_le_bytes(bytes)), if i { 8 } else { 2 }, "{b}");
        }
    }

    #[test]
    fn slips_of_exporters() {
        assert_eq!(repaired("0.0f").as_deref(), Some("0.0"));
        assert_eq!(repaired("-1.#IND00").as_deref(), Some("NaN"));
        assert_eq!(repaired("1,5"), None);
    }
}
