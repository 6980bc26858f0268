//! String and character literals.

use std::borrow::Cow;

use super::fault::FaultKind;
use super::lexer::{quoted_end, skip_space, token_end};

/// The text that string literals stand for: escape sequences resolved, adjacent literals joined.
///
/// Takes one or more literals with their quotes, or what stands between the quotes of one. Escape sequences that do
/// not exist stay as they are. Bytes given by `\x` that form no UTF-8 become U+FFFD.
pub fn string_value(literal: &str) -> Cow<'_, str> {
    let bytes = literal.as_bytes();
    if bytes.first() != Some(&b'"') {
        return match bytes.contains(&b'\\') {
            true => from_bytes(decode(bytes)),
            false => Cow::Borrowed(literal),
        };
    }
    let mut joined: Option<Vec<u8>> = None;
    let mut first = None;
    let mut at = 0;
    while bytes.get(at) == Some(&b'"') {
        let end = closing_quote(bytes, at + 1);
        let inner = literal.get(at + 1..end).unwrap_or_default();
        if let Some(joined) = &mut joined {
            joined.extend(decode(inner.as_bytes()));
        } else if let Some(before) = first.replace(inner) {
            let mut all = decode(str::as_bytes(before));
            all.extend(decode(inner.as_bytes()));
            joined = Some(all);
        }
        at = skip_space(bytes, end + 1).0;
    }
    match (joined, first) {
        (Some(all), _) => from_bytes(all),
        (None, Some(one)) if one.contains('\\') => from_bytes(decode(one.as_bytes())),
        (None, one) => Cow::Borrowed(one.unwrap_or_default()),
    }
}

/// Where the literal whose text begins at `at` has its closing quote, or where the text ends.
fn closing_quote(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&b) = bytes.get(at) {
        match b {
            b'"' => break,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}

fn from_bytes(bytes: Vec<u8>) -> Cow<'static, str> {
    Cow::Owned(String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()))
}

fn decode(inner: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(inner.len());
    let mut at = 0;
    while let Some(&b) = inner.get(at) {
        if b != b'\\' {
            out.push(b);
            at += 1;
            continue;
        }
        match escape(inner, at, true) {
            Some((Escaped::Byte(byte), end)) => {
                out.push(byte);
                at = end;
            }
            Some((Escaped::Char(c), end)) => {
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                at = end;
            }
            None => {
                out.push(b);
                at += 1;
            }
        }
    }
    out
}

enum Escaped {
    Byte(u8),
    Char(char),
}

/// The escape sequence that begins with the backslash at `at`, and its end.
fn escape(bytes: &[u8], at: usize, unicode: bool) -> Option<(Escaped, usize)> {
    let byte = match *bytes.get(at + 1)? {
        b @ (b'"' | b'\'' | b'?' | b'\\') => b,
        b'a' => 0x07,
        b'b' => 0x08,
        b'f' => 0x0C,
        b'n' => 0x0A,
        b'r' => 0x0D,
        b't' => 0x09,
        b'v' => 0x0B,
        b'x' => return hex(bytes, at + 2, 2).map(|v| (Escaped::Byte(v as u8), at + 4)),
        b @ (b'u' | b'U') if unicode => {
            let digits = if b == b'u' { 4 } else { 6 };
            let value = hex(bytes, at + 2, digits).filter(|&v| v != 0)?;
            return Some((Escaped::Char(char::from_u32(value)?), at + 2 + digits));
        }
        _ => return None,
    };
    Some((Escaped::Byte(byte), at + 2))
}

fn hex(bytes: &[u8], at: usize, digits: usize) -> Option<u32> {
    let digits = bytes.get(at..at + digits)?;
    digits.iter().try_fold(0, |value, &b| Some(value * 16 + char::from(b).to_digit(16)?))
}

/// How many bytes a faulty escape sequence is long, for messages.
fn bad_escape_end(bytes: &[u8], at: usize) -> usize {
    let longest = match bytes.get(at + 1) {
        Some(b'x') => 2,
        Some(b'u') => 4,
        Some(b'U') => 6,
        Some(b) if b.is_ascii_graphic() => 0,
        _ => return at + 1,
    };
    let rest = bytes.get(at + 2..).unwrap_or_default();
    at + 2 + rest.iter().take(longest).take_while(|b| b.is_ascii_hexdigit()).count()
}

/// A fault in a literal: what, where, and where the literal ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bad {
    pub kind: FaultKind,
    pub start: usize,
    pub stop: usize,
    pub end: usize,
}

impl Bad {
    /// A fault of the literal as a whole.
    pub fn whole(kind: FaultKind, start: usize, end: usize) -> Bad {
        Bad { kind, start, stop: end, end }
    }
}

/// Checks the string literals at `at` (several that are adjacent are one) and gives their common end and how many
/// they are. An unclosed one ends before `closer`.
pub(super) fn check_strings(bytes: &[u8], at: usize, closer: u8) -> Result<(usize, u32), Bad> {
    if bytes.get(at) != Some(&b'"') {
        return Err(Bad::whole(FaultKind::Malformed, at, token_end(bytes, at)));
    }
    let (mut start, mut count) = (at, 0);
    loop {
        let end = check_quoted(bytes, start, closer, true)?;
        count += 1;
        // Comments may stand between adjacent literals.
        let next = skip_space(bytes, end).0;
        if bytes.get(next) != Some(&b'"') {
            return Ok((end, count));
        }
        start = next;
    }
}

/// Checks the character literal at `at` and gives its end.
pub(super) fn check_character(bytes: &[u8], at: usize) -> Result<usize, Bad> {
    let end = check_quoted(bytes, at, b'}', false)?;
    if end - at < 3 {
        return Err(Bad::whole(FaultKind::Malformed, at, end));
    }
    Ok(end)
}

fn check_quoted(bytes: &[u8], at: usize, closer: u8, string: bool) -> Result<usize, Bad> {
    let quote = if string { b'"' } else { b'\'' };
    let fault = |kind, start: usize, stop: usize| {
        let (end, closed) = quoted_end(bytes, at, closer);
        if closed { Bad { kind, start, stop, end } } else { Bad::whole(FaultKind::UnclosedQuote, at, end) }
    };
    let mut i = at + 1;
    loop {
        match bytes.get(i) {
            Some(&b) if b == quote => return Ok(i + 1),
            Some(b'\\') => match escape(bytes, i, string) {
                Some((_, end)) => i = end,
                None => return Err(fault(FaultKind::BadEscape, i, bad_escape_end(bytes, i))),
            },
            Some(b' '..=b'~') => i += 1,
            Some(&b) if b >= 0x80 && string => {
                // U+0080 to U+009F, the control characters behind ASCII.
                if b == 0xC2 && bytes.get(i + 1).is_some_and(|&b| b < 0xA0) {
                    return Err(fault(FaultKind::BadCharacter, i, i + 2));
                }
                i += 1;
            }
            Some(&b) => {
                let size = match b {
                    0..0xC0 => 1,
                    0xC0..0xE0 => 2,
                    0xE0..0xF0 => 3,
                    _ => 4,
                };
                return Err(fault(FaultKind::BadCharacter, i, i + size));
            }
            None => return Err(fault(FaultKind::UnclosedQuote, at, i)),
        }
    }
}

/// The value of a character literal: one byte for each character, the last one least significant.
pub(super) fn character_value(literal: &[u8]) -> Result<u64, FaultKind> {
    match check_character(literal, 0) {
        Ok(end) if end == literal.len() => {}
        Ok(_) => return Err(FaultKind::Malformed),
        // A literal that is not closed is just not a literal when it is looked at alone.
        Err(bad) if bad.kind == FaultKind::UnclosedQuote => return Err(FaultKind::Malformed),
        Err(bad) => return Err(bad.kind),
    }
    let mut value = 0u64;
    let mut at = 1;
    while at + 1 < literal.len() {
        let byte = match (literal.get(at), escape(literal, at, false)) {
            (Some(b'\\'), Some((Escaped::Byte(byte), end))) => {
                at = end;
                byte
            }
            (Some(&byte), _) => {
                at += 1;
                byte
            }
            (None, _) => break,
        };
        if value >> 56 != 0 {
            return Err(FaultKind::OutOfRange);
        }
        value = value << 8 | u64::from(byte);
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<(usize, u32), FaultKind> {
        check_strings(text.as_bytes(), 0, b'}').map_err(|b| b.kind)
    }

    #[test]
    fn values_of_strings() {
        for (literal, value) in [
            (r#""abc""#, "abc"),
            ("abc", "abc"),
            ("", ""),
            (r#""""#, ""),
            (r#""a" "b"/* c */"d""#, "abd"),
            (r#""a""b""#, "ab"),
            (r#""\"\'\?\\\a\b\f\n\r\t\v""#, "\"'?\\\x07\x08\x0C\n\r\t\x0B"),
            (r"\x41\xC3\xA9", "Aé"),
            (r"\u00e9\U01F600", "é😀"),
            (r"C:\dir", r"C:\dir"),
            (r"\xFF", "\u{FFFD}"),
            ("\"open", "open"),
            ("\"two\nlines\"", "two\nlines"),
        ] {
            assert_eq!(string_value(literal), value, "{literal}");
        }
        assert!(matches!(string_value(r#""plain""#), Cow::Borrowed(_)));
    }

    #[test]
    fn what_strings_may_hold() {
        for good in [r#""""#, r#""a/*b*/ // c""#, "\"é😀\u{A0}\u{FFFF}\"", r#""\x00\u0001\U10FFFF""#, r#""it's""#] {
            assert_eq!(check(good), Ok((good.len(), 1)), "{good}");
        }
        assert_eq!(check(r#""a" "b" ,"#), Ok((7, 2)));
        for bad in [r#""\q""#, r#""\x4""#, r#""\u12""#, r#""\u0000""#, r#""\uD800""#, r#""\U110000""#, r#""\U00001""#] {
            assert_eq!(check(bad), Err(FaultKind::BadEscape), "{bad}");
        }
        for bad in ["\"\t\"", "\"a\nb\"}", "\"\u{7F}\"", "\"\u{85}\"", "\"\0\""] {
            assert_eq!(check(bad), Err(FaultKind::BadCharacter), "{bad:?}");
        }
        assert_eq!(check("\"abc"), Err(FaultKind::UnclosedQuote));
        assert_eq!(check("abc"), Err(FaultKind::Malformed));
    }

    #[test]
    fn what_character_literals_may_hold() {
        let value = |text: &str| character_value(text.as_bytes());
        assert_eq!(value("'A'"), Ok(0x41));
        assert_eq!(value(r"'\'\\'"), Ok(0x275C));
        assert_eq!(value("'\"'"), Ok(0x22));
        assert_eq!(value("'12345678'"), Ok(0x3132_3334_3536_3738));
        assert_eq!(value("'123456789'"), Err(FaultKind::OutOfRange));
        assert_eq!(value(r"'\u0041'"), Err(FaultKind::BadEscape));
        assert_eq!(value("'é'"), Err(FaultKind::BadCharacter));
        assert_eq!(value("''"), Err(FaultKind::Malformed));
        assert_eq!(value("'''"), Err(FaultKind::Malformed));
    }
}
