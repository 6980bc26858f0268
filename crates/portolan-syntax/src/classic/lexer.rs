//! Where the words of classic VRML begin and end. Commas are white space.

use memchr::{memchr2, memchr3};

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
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|b| ends_word(*b)).unwrap_or(rest.len())
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
    /// Is there anything that is not a plain value or white space?
    pub marked: bool,
}

/// The end of a list of values that begins behind its `[`.
pub(super) fn list_end(bytes: &[u8], start: usize) -> List {
    let mut list = List { end: start, closed: false, open_string: None, marked: false };
    while let Some(place) = next_mark(bytes, list.end) {
        list.end = place;
        match bytes.get(place) {
            Some(b'#') => {
                list.marked = true;
                list.end = comment_end(bytes, place);
            }
            Some(b'"') => {
                list.marked = true;
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
