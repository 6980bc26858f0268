//! Characters, white space, comments, quotes: what both the structure reader and the data reader need.

/// Is it white space of OpenDDL: a character from 1 to 32?
#[inline(always)]
pub const fn is_space(byte: u8) -> bool {
    byte.wrapping_sub(1) < 32
}

pub(super) const fn is_identifier_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub(super) const fn is_identifier_char(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Is all of it an identifier?
pub(super) fn is_identifier(word: &[u8]) -> bool {
    word.first().is_some_and(|&b| is_identifier_start(b)) && word.iter().all(|&b| is_identifier_char(b))
}

/// The end of the identifier that begins at `at`; `at` itself if there is none.
pub(super) fn identifier_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    if !rest.first().is_some_and(|&b| is_identifier_start(b)) {
        return at;
    }
    at + rest.iter().position(|&b| !is_identifier_char(b)).unwrap_or(rest.len())
}

/// The end of a word: of what was most probably meant as one identifier, with all characters that mean nothing else.
pub(super) fn word_end(bytes: &[u8], at: usize) -> usize {
    let mut i = at;
    while let Some(&b) = bytes.get(i) {
        if b <= b' ' || b == 0x7F || b"{}()[]$%,=\"'*;".contains(&b) || comment_starts(bytes, i) {
            break;
        }
        i += 1;
    }
    i
}

/// The end of a value as far as it can be told without knowing its type.
pub(super) fn token_end(bytes: &[u8], at: usize) -> usize {
    let mut i = at + 1;
    while let Some(&b) = bytes.get(i) {
        if is_space(b) || matches!(b, b',' | b'{' | b'}') || comment_starts(bytes, i) {
            break;
        }
        i += 1;
    }
    i.min(bytes.len())
}

/// Does a comment begin here?
#[inline]
pub(super) fn comment_starts(bytes: &[u8], at: usize) -> bool {
    bytes.get(at) == Some(&b'/') && matches!(bytes.get(at + 1), Some(b'/' | b'*'))
}

/// The end of the comment that begins at `at`, and whether it has one.
pub(super) fn comment_end(bytes: &[u8], at: usize) -> (usize, bool) {
    let rest = bytes.get(at + 2..).unwrap_or_default();
    if bytes.get(at + 1) == Some(&b'/') {
        // A last line without line end is complete.
        return (memchr::memchr(b'\n', rest).map_or(bytes.len(), |i| at + 2 + i), true);
    }
    match memchr::memmem::find(rest, b"*/") {
        Some(i) => (at + 2 + i + 2, true),
        None => (bytes.len(), false),
    }
}

/// The first place at or behind `at` that is neither white space nor comment, and where an endless comment begins.
pub(super) fn skip_space(bytes: &[u8], mut at: usize) -> (usize, Option<usize>) {
    loop {
        match bytes.get(at) {
            Some(&b) if is_space(b) => at += 1,
            Some(b'/') if comment_starts(bytes, at) => {
                let (end, closed) = comment_end(bytes, at);
                if !closed {
                    return (end, Some(at));
                }
                at = end;
            }
            _ => return (at, None),
        }
    }
}

/// The first place at or behind `at` that is no white space.
pub(super) fn skip_blank(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&b| is_space(b)) {
        at += 1;
    }
    at
}

/// The end of the quoted literal that begins at `at`, and whether it has a closing quote.
///
/// Literals end on their line. One that does not is either a literal with a line end in it, if the next quote is
/// followed by what may follow a value, or one that lacks its quote; then it ends before the first `closer` of the
/// line, so that the structures around it stay whole.
pub(super) fn quoted_end(bytes: &[u8], at: usize, closer: u8) -> (usize, bool) {
    let Some(&quote) = bytes.get(at) else { return (at, false) };
    let mut i = at + 1;
    let mut lines = false;
    while let Some(&b) = bytes.get(i) {
        match b {
            _ if b == quote => return (i + 1, true),
            b'\\' if !matches!(bytes.get(i + 1), Some(b'\n' | b'\r') | None) => i += 2,
            b'\n' | b'\r' if !lines => {
                lines = true;
                let rest = bytes.get(i..).unwrap_or_default();
                let next = memchr::memchr(quote, rest).map(|n| skip_blank(bytes, i + n + 1));
                if !next.is_some_and(|n| matches!(bytes.get(n), Some(b'}' | b',' | b')'))) {
                    break;
                }
                i += 1;
            }
            _ => i += 1,
        }
    }
    let i = i.min(bytes.len());
    let line = bytes.get(at..i).unwrap_or_default();
    let end = memchr::memchr(closer, line).unwrap_or(line.len());
    let line = line.get(..end).unwrap_or_default();
    let trailing = line.iter().rev().take_while(|&&b| is_space(b)).count();
    (at + (line.len() - trailing).max(1), false)
}

/// The end of the braces that begin at `at`, with all that is in them; the end of the text if they are not closed.
pub(super) fn braces_end(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0u32;
    while let Some(&byte) = bytes.get(at) {
        at = match byte {
            b'"' | b'\'' => quoted_end(bytes, at, b'}').0.max(at + 1),
            b'/' if comment_starts(bytes, at) => comment_end(bytes, at).0,
            _ => at + 1,
        };
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The text, shortened so that it fits into a message.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 32;
    let mut short: String = text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if short.len() < text.len() && text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_1_to_32_and_comments() {
        let text = b"\x01\t \x20// a\n/* b */x";
        assert_eq!(skip_space(text, 0), (text.len() - 1, None));
        assert_eq!(skip_space(b"\x00", 0), (0, None));
        assert_eq!(skip_space(b" /* x", 0), (5, Some(1)));
        assert_eq!(skip_space(b"//", 0), (2, None));
        assert_eq!(skip_space(b"/* /* */ */", 0), (9, None));
    }

    #[test]
    fn quotes_end_where_they_should() {
        let end = |text: &str| quoted_end(text.as_bytes(), 0, b'}');
        assert_eq!(end(r#""ab" "#), (4, true));
        assert_eq!(end(r#""a\"b" "#), (6, true));
        assert_eq!(end("\"abc}}\n}"), (4, false));
        assert_eq!(end("\"abc  \n}"), (4, false));
        assert_eq!(end("\"abc"), (4, false));
        assert_eq!(end("\"a\nb\"}"), (5, true));
        assert_eq!(end("\"abc}\n} M (k = \"x\")"), (4, false));
        assert_eq!(end("\""), (1, false));
        assert_eq!(end("\"\\"), (2, false));
    }

    #[test]
    fn excerpts_are_short() {
        assert_eq!(excerpt("a\nb"), "a b");
        assert_eq!(excerpt(&"ä".repeat(50)).chars().count(), 33);
    }
}
