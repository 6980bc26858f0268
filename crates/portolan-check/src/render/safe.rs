//! What documents say is data: no character of theirs controls a terminal, a page or a report.

use std::borrow::Cow;

use super::excerpt::printable;

/// What a text is written in, which says how characters are escaped in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Text for people.
    Text,
    /// JSON.
    Json,
    /// XML or HTML.
    Markup,
}

impl Language {
    /// The same text without characters that control whatever shows it. Line ends stay.
    pub fn safe(self, text: &str) -> Cow<'_, str> {
        match self {
            Language::Text => escaped(text, |c, out| out.push_str(&printable(c.encode_utf8(&mut [0; 4])))),
            Language::Json => escaped(text, |c, out| {
                let units = c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect::<String>();
                out.push_str(&units);
            }),
            // No document of XML may contain the others, not even as references.
            Language::Markup => escaped(text, |c, out| match c {
                ..='\u{1F}' => out.push(char::REPLACEMENT_CHARACTER),
                c => out.push_str(&format!("&#x{:x};", c as u32)),
            }),
        }
    }
}

/// Text for a terminal with colours: the sequences that set them stay.
pub fn coloured(text: &str) -> Cow<'_, str> {
    if !text.contains(disturbs) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut pieces = text.split('\u{1B}');
    out.push_str(&Language::Text.safe(pieces.next().unwrap_or_default()));
    for piece in pieces {
        let length = piece.find('m').filter(|end| {
            let inner = piece.get(..*end).and_then(|head| head.strip_prefix('['));
            inner.is_some_and(|inner| inner.bytes().all(|b| b.is_ascii_digit() || b == b';'))
        });
        let (colour, rest) = length.map_or(("", piece), |end| piece.split_at(end + 1));
        out.push(if colour.is_empty() { '\u{241B}' } else { '\u{1B}' });
        out.push_str(colour);
        out.push_str(&Language::Text.safe(rest));
    }
    Cow::Owned(out)
}

/// Does a character do more than to be seen: controls, marks of direction, characters without width?
pub fn disturbs(c: char) -> bool {
    match c {
        '\t' | '\n' => false,
        '\u{0}'..='\u{1F}' | '\u{7F}'..='\u{9F}' => true,
        '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}' => true,
        _ => false,
    }
}

fn escaped(text: &str, put: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if !text.contains(disturbs) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if disturbs(c) { put(c, &mut out) } else { out.push(c) }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAD: &str = "a\u{1B}[31m\u{9B}2J\u{7}\r\u{7F}\u{202E}\u{FEFF}é\n\tb";

    #[test]
    fn nothing_that_controls_is_left() {
        for language in [Language::Text, Language::Json, Language::Markup] {
            let safe = language.safe(BAD);
            assert!(!safe.contains(disturbs), "{language:?}: {safe:?}");
            assert!(safe.starts_with('a') && safe.ends_with("é\n\tb"), "{safe:?}");
            assert_eq!(language.safe("plain\n"), "plain\n");
        }
        assert_eq!(Language::Json.safe("\u{9B}\u{1B}"), "\\u009b\\u001b");
        assert_eq!(Language::Markup.safe("\u{9B}\u{1B}\u{202E}"), "&#x9b;\u{FFFD}&#x202e;");
        assert_eq!(Language::Text.safe("\u{1B}[2J"), "\u{241B}[2J");
    }

    #[test]
    fn colours_stay_and_nothing_else() {
        let text = "\u{1B}[1;31merror\u{1B}[0m: \u{1B}[2J\u{1B}]0;title\u{7}\u{9B}31m\u{1B}";
        let safe = coloured(text);
        assert_eq!(safe, "\u{1B}[1;31merror\u{1B}[0m: \u{241B}[2J\u{241B}]0;title\u{2407}\u{FFFD}31m\u{241B}");
    }
}
