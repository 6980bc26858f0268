//! Entities, lists, numbers and words as STEP files have them.

use std::fmt::Write;

/// The entities that were written so far.
#[derive(Default)]
pub(super) struct Text {
    pub lines: String,
    next: u32,
}

impl Text {
    /// Writes an entity and gives its number.
    pub fn put(&mut self, entity: &str) -> u32 {
        self.next += 1;
        let _ = writeln!(self.lines, "#{}={entity};", self.next);
        self.next
    }
}

/// Numbers of entities.
pub(super) fn list(ids: &[u32]) -> String {
    joined(ids.iter().map(|id| format!("#{id}")))
}

/// Numbers with a decimal point.
pub(super) fn reals(numbers: impl IntoIterator<Item = f64>) -> String {
    joined(numbers.into_iter().map(real))
}

/// Items in brackets.
pub(super) fn joined(items: impl Iterator<Item = String>) -> String {
    format!("({})", items.collect::<Vec<String>>().join(","))
}

/// A number, which has a decimal point in any case.
pub(super) fn real(x: f64) -> String {
    let text = format!("{:?}", x + 0.0);
    let (digits, power) = text.split_once('e').unwrap_or((&text, ""));
    let digits = digits.strip_suffix(".0").map(|d| format!("{d}.")).unwrap_or_else(|| digits.to_owned());
    let digits = if digits.contains('.') { digits } else { format!("{digits}.") };
    if power.is_empty() { digits } else { format!("{digits}E{power}") }
}

/// A word in quotes. What is not ASCII stands as its number in hexadecimal digits.
pub(super) fn string(text: &str) -> String {
    let mut out = String::from("'");
    for c in text.chars() {
        match c {
            '\'' => out.push_str("''"),
            '\\' => out.push_str("\\\\"),
            ' '..='~' => out.push(c),
            _ => _ = write!(out, "\\X4\\{:08X}\\X0\\", u32::from(c)),
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_points_and_words_have_quotes() {
        let all = [0.0, -0.0, 1.0, -2.5, 1e-7, 1.25e30, 123456.0].map(real);
        assert_eq!(all, ["0.", "0.", "1.", "-2.5", "1.E-7", "1.25E30", "123456."]);
        assert_eq!(string("it's a \\ ä"), "'it''s a \\\\ \\X4\\000000E4\\X0\\'");
        let mut text = Text::default();
        assert_eq!((text.put("A()"), text.put("B(#1)")), (1, 2));
        assert_eq!(text.lines, "#1=A();\n#2=B(#1);\n");
    }
}
