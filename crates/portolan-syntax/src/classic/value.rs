//! Values as the XML encoding of the same language writes them.

use std::borrow::Cow;

use super::lexer::{comment_end, ends_word, is_space, string_end};

/// The text of a string without its quotation marks: `\"` and `\\` are resolved.
pub(crate) fn string(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut characters = raw.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => text.extend(characters.next()),
            c => text.push(c),
        }
    }
    Cow::Owned(text)
}

/// A text as it stands between quotation marks.
pub fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Any other value: without commas and comments, truths in small letters, hexadecimal numbers as decimal ones.
pub(crate) fn plain(raw: &str) -> Cow<'_, str> {
    if let Some(truth) = truth(raw) {
        return Cow::Borrowed(truth);
    }
    let bytes = raw.as_bytes();
    let marked = memchr::memchr2(b'#', b'"', bytes).is_some();
    let words = memchr::memchr3(b'x', b'X', b'T', bytes).is_some() || memchr::memchr(b'F', bytes).is_some();
    if !marked && !words {
        // Only commas: one pass over all bytes.
        let spaced: Vec<u8> = bytes.iter().map(|b| plain_byte(*b)).collect();
        return String::from_utf8(spaced).map_or(Cow::Borrowed(raw), Cow::Owned);
    }
    let mut text = String::with_capacity(raw.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let end = match byte {
            b'#' => {
                at = comment_end(bytes, at);
                text.push(' ');
                continue;
            }
            b'"' => string_end(bytes, at).0.min(bytes.len()),
            b if ends_word(*b) => {
                text.push(char::from(plain_byte(*b)));
                at += 1;
                continue;
            }
            _ => super::lexer::word_end(bytes, at),
        };
        let word = raw.get(at..end).unwrap_or_default();
        match (truth(word), hexadecimal(word)) {
            (Some(truth), _) => text.push_str(truth),
            (_, Some(number)) => text.push_str(&number.to_string()),
            _ => text.push_str(word),
        }
        at = end.max(at + 1);
    }
    Cow::Owned(text)
}

/// A byte of a value: commas and control characters, which are white space here, become spaces.
fn plain_byte(byte: u8) -> u8 {
    if is_space(byte) && !byte.is_ascii_whitespace() { b' ' } else { byte }
}

fn truth(word: &str) -> Option<&'static str> {
    ["true", "false"].into_iter().find(|truth| word.eq_ignore_ascii_case(truth))
}

/// The number that a hexadecimal word means; those of 32 bits may be negative.
fn hexadecimal(word: &str) -> Option<i64> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    let digits = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"))?;
    let number = i64::from(u32::from_str_radix(digits, 16).ok()? as i32);
    Some(if negative { -number } else { number })
}
