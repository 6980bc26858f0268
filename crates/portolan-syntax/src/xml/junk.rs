//! What stands before a document that begins too late.

use memchr::memmem::find;

/// Bytes before the XML declaration that may be passed over.
const MOST: usize = 1 << 16;

/// Where the XML declaration stands if anything but white space is before it that does not belong to the document: headers of
/// a transfer, a piece of another file. `None` if the document begins where it should, or not at all.
///
/// A declaration within a comment, a CDATA section or an open element is somebody's text.
pub(super) fn end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let first = find(bytes.get(..MOST.min(bytes.len()))?, b"<?xml")?;
    if text.get(..first)?.chars().all(|c| c == '\u{FEFF}' || c.is_whitespace()) {
        return None;
    }
    let (mut at, mut depth) = (0, 0i32);
    loop {
        at += memchr::memchr(b'<', bytes.get(at..MOST.min(bytes.len()))?)?;
        let rest = bytes.get(at..)?;
        let ends = |terminator: &[u8]| find(rest, terminator).map(|end| end + terminator.len());
        at += match rest {
            [b'<', b'!', b'-', b'-', ..] => ends(b"-->")?,
            [b'<', b'!', b'[', ..] => ends(b"]]>")?,
            [b'<', b'?', b'x', b'm', b'l', space, ..] if space.is_ascii_whitespace() && depth <= 0 => return Some(at),
            [b'<', b'?', ..] => ends(b"?>")?,
            [b'<', b'/', ..] => {
                depth -= 1;
                2
            }
            [b'<', next, ..] if next.is_ascii_alphabetic() => {
                let end = ends(b">")?;
                depth += i32::from(rest.get(end - 2) != Some(&b'/'));
                end
            }
            _ => 1,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_may_begin_late() {
        for junk in ["HTTP/1.1 200 OK\r\n\r\n", "<color>1 1</color><!-- <?xml ?> -->", "</p><br/>", "a < b "] {
            assert_eq!(end(&format!("{junk}<?xml version='1.0'?><a/>")), Some(junk.len()), "{junk}");
        }
    }

    #[test]
    fn what_a_document_holds_is_no_beginning() {
        for text in
            ["<?xml version='1.0'?><a/>", "\u{FEFF} \n<?xml version='1.0'?><a/>", "<a><?xml version='1.0'?></a>", "x"]
        {
            assert_eq!(end(text), None, "{text}");
        }
        assert_eq!(end("<a/><!-- <?xml version='1.0'?> -->"), None);
        assert_eq!(end("<a><![CDATA[<?xml version='1.0'?>]]></a>"), None);
        assert_eq!(end("text <?xml-stylesheet href='a'?><a/>"), None);
    }
}
