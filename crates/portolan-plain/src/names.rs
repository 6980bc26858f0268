//! Names and numbers as text.

use std::collections::HashMap;
use std::fmt::Write;

/// Names without spaces, each used once.
#[derive(Default)]
pub struct Names {
    used: HashMap<String, u32>,
}

impl Names {
    /// A name like the wished one that nothing else has.
    pub fn unique(&mut self, wish: Option<&str>, spare: &str) -> String {
        let mut name: String = wish.unwrap_or(spare).chars().map(plain).collect();
        if name.is_empty() {
            name = spare.into();
        }
        if !self.used.contains_key(&name) {
            self.used.insert(name.clone(), 1);
            return name;
        }
        // The next free number; the one of the last time is where to begin.
        loop {
            let number = self.used.entry(name.clone()).or_insert(1);
            *number += 1;
            let candidate = format!("{name}.{number}");
            if !self.used.contains_key(&candidate) {
                self.used.insert(candidate.clone(), 1);
                return candidate;
            }
        }
    }
}

fn plain(c: char) -> char {
    if c.is_whitespace() || c.is_control() || c == '#' || c == '\\' { '_' } else { c }
}

/// Appends a number: as short as single precision allows, and with nine digits where that is too coarse.
pub fn number(out: &mut String, value: f64) {
    let single = value as f32;
    let size = value.abs();
    // Writing to a string cannot fail.
    let _ = if !value.is_finite() || single == 0.0 {
        out.write_str("0")
    } else if !(1e-5..1e12).contains(&size) {
        write!(out, "{single:e}")
    } else if size < 4096.0 {
        write!(out, "{single}")
    } else {
        let digits = if size < 1e6 { 5 } else { 2 };
        let factor = 10f64.powi(digits);
        write!(out, "{}", (value * factor).round() / factor)
    };
}

/// Appends a whole number behind a character. Files have many of them, and this is several times faster than formatting.
pub fn whole(out: &mut String, before: char, mut value: u64) {
    let mut digits = ['0'; 20];
    let mut first = digits.len();
    for slot in digits.iter_mut().rev() {
        *slot = char::from(b'0' + (value % 10) as u8);
        value /= 10;
        first -= 1;
        if value == 0 {
            break;
        }
    }
    out.push(before);
    out.extend(digits.iter().skip(first));
}

/// Appends a number with all digits that double precision has.
pub fn exact_number(out: &mut String, value: f64) {
    // Writing to a string cannot fail.
    let _ = write!(out, "{}", if value.is_finite() { value } else { 0.0 });
}

/// Appends a line: a word and numbers.
pub fn line(out: &mut String, word: &str, values: impl IntoIterator<Item = f64>) {
    line_of(out, word, values, number);
}

/// Appends a line with numbers as they are to be written.
pub fn line_of(out: &mut String, word: &str, values: impl IntoIterator<Item = f64>, number: fn(&mut String, f64)) {
    out.push_str(word);
    for value in values {
        out.push(' ');
        number(out, value);
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_apart() {
        let mut names = Names::default();
        assert_eq!(names.unique(Some("a b"), "x"), "a_b");
        assert_eq!(names.unique(Some("a_b.2"), "x"), "a_b.2");
        assert_eq!(names.unique(Some("a_b"), "x"), "a_b.3");
        assert_eq!(names.unique(None, "x"), "x");
        assert_eq!(names.unique(Some(""), "x"), "x.2");
    }

    #[test]
    fn numbers_are_short_and_exact_enough() {
        let text = |v| {
            let mut out = String::new();
            number(&mut out, v);
            out
        };
        for (value, expected) in [
            (0.1, "0.1"),
            (-2.0, "-2"),
            (-0.0, "0"),
            (f64::NAN, "0"),
            (1e-7, "1e-7"),
            (123456.78901, "123456.78901"),
            (4_000_000.25, "4000000.25"),
            (1e15, "1e15"),
        ] {
            assert_eq!(text(value), expected);
        }
        let mut out = String::new();
        [0, 7, 10, 1234567890, u64::MAX].into_iter().for_each(|n| whole(&mut out, ' ', n));
        assert_eq!(out, " 0 7 10 1234567890 18446744073709551615");
    }
}
