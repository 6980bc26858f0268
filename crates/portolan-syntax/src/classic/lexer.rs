//! Where the words of classic VRML begin and end. Commas are white space.

use memchr::{memchr2, memchr3};

use crate::Span;

/// White space between words.
pub(super) fn is_space(byte: u8) -> bool {
    byte <= b' ' || byte == b','
}

/// Does a byte end a word?
pub(super) fn ends_word(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'"' | b'#' | b'[' | b']' | b'{' | b'}')
}

/// The end of the word at a place.
pub(super) fn word_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at;
    while let Some(byte) = bytes.get(end) {
        if ends_word(*byte) && (*byte != b'#' || is_comment(bytes, end)) {
            break;
        }
        end += 1;
    }
    end
}

/// Does a comment begin at this `#`? It is part of a word in `1.#IND` and its kin, which programs write for numbers that are none.
fn is_comment(bytes: &[u8], at: usize) -> bool {
    let behind_point = at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'.');
    let follows = |word: &&[u8]| bytes.get(at + 1..).is_some_and(|rest| rest.starts_with(word));
    !(behind_point && [&b"IND"[..], b"INF", b"QNAN", b"SNAN"].iter().any(follows))
}

/// The end of a comment, in front of its line end.
pub(super) fn comment_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())
}

/// The end of the string whose quotation mark is at a place, behind its last one, and whether it has one.
pub(super) fn string_end(bytes: &[u8], at: usize) -> (usize, bool) {
    let mut from = at + 1;
    while let Some(found) = memchr2(b'"', b'\\', bytes.get(from..).unwrap_or_default()) {
        let place = from + found;
        if bytes.get(place) == Some(&b'"') {
            return (place + 1, true);
        }
        from = place + 2;
    }
    (bytes.len(), false)
}

/// How a list of values ends.
pub(super) struct List {
    /// Where its `]` is, or what stands in its place.
    pub end: usize,
    pub closed: bool,
    /// A string in it that has no end.
    pub open_string: Option<usize>,
}

/// The end of a list of values that begins behind its `[`.
pub(super) fn list_end(bytes: &[u8], start: usize) -> List {
    let mut list = List { end: start, closed: false, open_string: None };
    while let Some(place) = next_mark(bytes, list.end) {
        list.end = place;
        match bytes.get(place) {
            Some(b'#') if !is_comment(bytes, place) => list.end = place + 1,
            Some(b'#') => list.end = comment_end(bytes, place),
            Some(b'"') => {
                let (end, closed) = string_end(bytes, place);
                list.end = end;
                if !closed {
                    list.open_string = Some(place);
                    return list;
                }
            }
            mark => {
                // Braces cannot stand in a list of values: its end is missing.
                list.closed = mark == Some(&b']');
                return list;
            }
        }
    }
    list.end = bytes.len();
    list
}

/// The next bracket that closes, comment, string or brace.
fn next_mark(bytes: &[u8], from: usize) -> Option<usize> {
    /// Bytes that are looked at at once, so that nothing far behind is looked for again and again.
    const WINDOW: usize = 4096;
    let mut at = from;
    while at < bytes.len() {
        let window = bytes.get(at..bytes.len().min(at + WINDOW)).unwrap_or_default();
        let first = memchr3(b']', b'#', b'"', window);
        let before = window.get(..first.unwrap_or(window.len())).unwrap_or_default();
        if let Some(found) = memchr2(b'{', b'}', before).or(first) {
            return Some(at + found);
        }
        at += WINDOW;
    }
    None
}

/// What stands between white space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// `{` or `[`.
    Open(u8),
    /// `}` or `]`.
    Close,
    /// `,`.
    Comma,
    /// From `#` to the end of its line.
    Comment,
    /// A string, with its quotation marks.
    Text,
    /// Anything else: names, words and numbers.
    Word,
}

/// Everything in a text but its white space, in order, with where it is.
pub fn marks(text: &str) -> impl Iterator<Item = (Mark, Span)> + '_ {
    let bytes = text.as_bytes();
    let mut at = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    std::iter::from_fn(move || {
        let rest = bytes.get(at..)?;
        let start = at + rest.iter().position(|b| *b > b' ')?;
        let (mark, end) = match bytes.get(start).copied()? {
            bracket @ (b'{' | b'[') => (Mark::Open(bracket), start + 1),
            b'}' | b']' => (Mark::Close, start + 1),
            b',' => (Mark::Comma, start + 1),
            b'#' => (Mark::Comment, comment_end(bytes, start)),
            b'"' => (Mark::Text, string_end(bytes, start).0.min(bytes.len())),
            _ => (Mark::Word, word_end(bytes, start)),
        };
        at = end;
        Some((mark, Span::new(start as u32, end as u32)))
    })
}

/// Does a number begin here?
pub(super) fn starts_number(bytes: &[u8], at: usize) -> bool {
    let byte = |offset: usize| bytes.get(at + offset).copied().unwrap_or(0);
    match byte(0) {
        b'0'..=b'9' => true,
        b'+' | b'-' => byte(1).is_ascii_digit() || byte(1) == b'.' || is_special(bytes, at + 1),
        b'.' => byte(1).is_ascii_digit(),
        _ => is_special(bytes, at),
    }
}

/// Words that programs write for numbers that are none.
fn is_special(bytes: &[u8], at: usize) -> bool {
    if !matches!(bytes.get(at), Some(b'n' | b'N' | b'i' | b'I')) {
        return false;
    }
    let word = bytes.get(at..word_end(bytes, at)).unwrap_or_default();
    [&b"nan"[..], b"inf", b"infinity"].iter().any(|w| word.eq_ignore_ascii_case(w))
}

/// Is it a name as the language wants it?
pub(super) fn is_name(word: &str) -> bool {
    let bad =
        |c: char| u32::from(c) <= 0x20 || matches!(c, '"' | '#' | '\'' | ',' | '.' | '[' | '\\' | ']' | '{' | '}');
    let first_bad = word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'));
    !word.is_empty() && !first_bad && !word.contains(bad)
}
