//! Edits that mend what is not well-formed.

use super::chars::is_char;
use crate::encoding::Encoding;
use crate::{Edit, Source, Span};

/// Edits of one repair; more wait for the next round.
const MOST: usize = 100_000;

/// Takes the characters out that no document may hold.
pub(super) fn without_forbidden(text: &str) -> Vec<Edit> {
    let forbidden = text.char_indices().filter(|(_, c)| !is_char(*c));
    forbidden.take(MOST).map(|(i, c)| Edit::delete(Span::new(i as u32, (i + c.len_utf8()) as u32))).collect()
}

/// What the declaration of a document must say about the encoding that its bytes have.
pub(super) fn label(source: &Source) -> &'static str {
    match source.encoding() {
        Encoding::Utf16Le | Encoding::Utf16Be => "UTF-16",
        other => other.name(),
    }
}

/// Declares a document as ISO-8859-1, if every byte beyond ASCII speaks for that: none of them is UTF-8.
pub(super) fn declare_latin(source: &Source) -> Vec<Edit> {
    let text = source.text();
    let odd = |c: char| !c.is_ascii() && c != char::REPLACEMENT_CHARACTER;
    if source.encoding() != Encoding::Utf8 || text.contains(odd) {
        return Vec::new();
    }
    match source.declared_encoding() {
        Some(label) if !label.is_empty() => {
            let start = text.find(label).unwrap_or(0) as u32;
            vec![Edit::replace(Span::new(start, start + label.len() as u32), "ISO-8859-1")]
        }
        Some(_) => Vec::new(),
        None if text.starts_with("<?xml") => match text.find("?>") {
            Some(end) => vec![Edit::insert(end as u32, " encoding=\"ISO-8859-1\"")],
            None => Vec::new(),
        },
        None => vec![Edit::insert(0, "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n")],
    }
}

/// Puts spaces between the dashes of a comment whose body begins at `start`.
pub(super) fn part_dashes(text: &str, start: usize) -> Vec<Edit> {
    let rest = text.get(start..).unwrap_or_default();
    let Some(end) = rest.find("-->") else { return Vec::new() };
    let body = rest.as_bytes().get(..end).unwrap_or_default();
    let before_dash = |i: usize| body.get(i + 1).is_none_or(|b| *b == b'-');
    let places = body.iter().enumerate().filter(|(i, b)| **b == b'-' && before_dash(*i));
    places.take(MOST).map(|(i, _)| Edit::insert((start + i + 1) as u32, " ")).collect()
}

/// The namespace that everybody binds to a prefix.
pub(super) fn known_namespace(prefix: &str) -> Option<&'static str> {
    match prefix {
        "xsi" => Some("http://www.w3.org/2001/XMLSchema-instance"),
        "xlink" => Some("http://www.w3.org/1999/xlink"),
        _ => None,
    }
}

/// The character that a name stands for in HTML, of those that exporters write.
pub(super) fn html_entity(name: &str) -> Option<u32> {
    const LATIN: [&str; 96] = [
        "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect", "uml", "copy", "ordf", "laquo", "not",
        "shy", "reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro", "para", "middot", "cedil", "sup1",
        "ordm", "raquo", "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc", "Atilde", "Auml",
        "Aring", "AElig", "Ccedil", "Egrave", "Eacute", "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml", "ETH",
        "Ntilde", "Ograve", "Oacute", "Ocirc", "Otilde", "Ouml", "times", "Oslash", "Ugrave", "Uacute", "Ucirc",
        "Uuml", "Yacute", "THORN", "szlig", "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil",
        "egrave", "eacute", "ecirc", "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde", "ograve", "oacute",
        "ocirc", "otilde", "ouml", "divide", "oslash", "ugrave", "uacute", "ucirc", "uuml", "yacute", "thorn", "yuml",
    ];
    let latin = LATIN.iter().position(|n| *n == name).map(|i| 160 + i as u32);
    latin.or(match name {
        "trade" => Some(8482),
        "euro" => Some(8364),
        "ndash" => Some(8211),
        "mdash" => Some(8212),
        _ => None,
    })
}
