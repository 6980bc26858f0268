//! Text as documents hold it, and back.

use std::borrow::Cow;

use super::chars::is_char;

/// Text to stand between tags. What XML cannot hold at all becomes U+FFFD.
pub fn in_text(text: &str) -> Cow<'_, str> {
    escaped(text, None)
}

/// Text to stand between quotes, so that every reader gets it back as it is: line ends and tabs, too, which are spaces
/// otherwise. `quotes` are those that it may stand between. What XML cannot hold at all becomes U+FFFD.
pub fn in_attribute<'a>(text: &'a str, quotes: &[char]) -> Cow<'a, str> {
    escaped(text, Some(quotes))
}

/// What text of a document stands for: the opposite of the other two. References to entities of its own stay.
pub fn undone(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        out.push_str(before);
        // A reference is short; whoever writes nothing but `&` does not make us look for its end again and again.
        let end = behind.bytes().take(LONGEST).position(|b| b == b';');
        let reference = end.and_then(|end| Some((referred(behind.get(..end)?)?, behind.get(end + 1..)?)));
        let (c, next) = reference.unwrap_or(('&', behind));
        out.push(c);
        rest = next;
    }
    if out.is_empty() {
        return Cow::Borrowed(rest);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Bytes of a reference, leading zeros included.
const LONGEST: usize = 32;

fn escaped<'a>(text: &'a str, quotes: Option<&[char]>) -> Cow<'a, str> {
    let mut out = String::new();
    let mut done = 0;
    for (at, c) in text.char_indices() {
        let instead = match c {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            // Readers take it for a line end wherever it stands.
            '\r' => "&#13;",
            '\n' if quotes.is_some() => "&#10;",
            '\t' if quotes.is_some() => "&#9;",
            '"' if quotes.is_some_and(|q| q.contains(&c)) => "&quot;",
            '\'' if quotes.is_some_and(|q| q.contains(&c)) => "&apos;",
            c if !is_char(c) => "\u{FFFD}",
            _ => continue,
        };
        out.push_str(text.get(done..at).unwrap_or_default());
        out.push_str(instead);
        done = at + c.len_utf8();
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(out)
}

/// The character that a reference without `&` and `;` means.
fn referred(name: &str) -> Option<char> {
    let number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => match name.strip_prefix('#')? {
            hex if hex.starts_with('x') => number(hex.get(1..)?, 16),
            digits => number(digits, 10),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reader_gets_text_back() {
        for text in ["", "plain", "a<b>&c", "]]>", "\"'", " \r\n\t ", "&amp;lt;", "ü\u{85}\u{10FFFF}"] {
            for quote in ['"', '\''] {
                let written = format!("<a b={quote}{}{quote}>{}</a>", in_attribute(text, &[quote]), in_text(text));
                let (tree, findings) = crate::xml::parse_text(written.as_str());
                assert!(findings.is_empty(), "{written}: {findings:?}");
                let root = tree.root().unwrap();
                assert_eq!((&*root.attribute("b").unwrap().value(), &*root.text()), (text, text), "{written}");
            }
            assert_eq!(undone(&in_text(text)), text);
            assert_eq!(undone(&in_attribute(text, &['"', '\''])), text);
        }
    }

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(in_text("a\0\u{1}\u{B}b\u{FFFE}\u{FFFF}"), "a\u{FFFD}\u{FFFD}\u{FFFD}b\u{FFFD}\u{FFFD}");
        assert_eq!(in_attribute("\u{1F}", &[]), "\u{FFFD}");
    }

    #[test]
    fn what_is_no_reference_stays() {
        for text in ["a & b", "&own;", "&#xD800;", "&#99999999999;", "&#;", "&", "&#x;", "&;"] {
            assert_eq!(undone(text), text);
        }
        assert_eq!(undone("&#x41;&#66;&amp;amp;"), "AB&amp;");
    }
}
