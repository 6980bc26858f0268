//! From bytes to text, and back for edits.

use encoding_rs::CoderResult;

/// How a document's characters are written as bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// UTF-8, the usual case.
    Utf8,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// UTF-32, little-endian.
    Utf32Le,
    /// UTF-32, big-endian.
    Utf32Be,
    /// One of the encodings of the web: Shift_JIS, EUC-JP, ISO-8859-x, windows-125x …
    Named(&'static encoding_rs::Encoding),
}

/// Text decoded from bytes, and what was wrong with them.
pub(crate) struct Decoded {
    pub text: String,
    /// Text offset of the first unreadable byte sequence and how many there were.
    pub unreadable: Option<(u32, u32)>,
    /// The bytes, when they are not simply the text's own.
    pub original: Option<Vec<u8>>,
    /// What was seen in the text.
    pub look: crate::utf8::Look,
}

impl Encoding {
    /// The encoding with this label (`utf-8`, `Shift_JIS`, `latin1` …), if there is one.
    pub fn for_label(label: &str) -> Option<Encoding> {
        let label = label.trim().to_ascii_lowercase();
        Some(match label.as_str() {
            "utf-32" | "utf-32le" | "ucs-4" => Encoding::Utf32Le,
            "utf-32be" => Encoding::Utf32Be,
            _ => {
                let named = encoding_rs::Encoding::for_label(label.as_bytes())?;
                if named == encoding_rs::UTF_8 {
                    Encoding::Utf8
                } else if named == encoding_rs::UTF_16LE {
                    Encoding::Utf16Le
                } else if named == encoding_rs::UTF_16BE {
                    Encoding::Utf16Be
                } else {
                    Encoding::Named(named)
                }
            }
        })
    }

    /// The encoding that the first bytes give away: a byte order mark, or the zero bytes around an ASCII character.
    pub fn sniff(bytes: &[u8]) -> Option<Encoding> {
        Some(match bytes {
            [0xEF, 0xBB, 0xBF, ..] => Encoding::Utf8,
            [0xFF, 0xFE, 0, 0, ..] => Encoding::Utf32Le,
            [0, 0, 0xFE, 0xFF, ..] => Encoding::Utf32Be,
            [0xFF, 0xFE, ..] => Encoding::Utf16Le,
            [0xFE, 0xFF, ..] => Encoding::Utf16Be,
            [a, 0, 0, 0, ..] if *a != 0 => Encoding::Utf32Le,
            [0, 0, 0, a, ..] if *a != 0 => Encoding::Utf32Be,
            [a, 0, b, 0, ..] if *a != 0 && *b != 0 => Encoding::Utf16Le,
            [0, a, 0, b, ..] if *a != 0 && *b != 0 => Encoding::Utf16Be,
            _ => return None,
        })
    }

    /// The encoding that an XML declaration in ASCII names.
    pub fn declared(bytes: &[u8]) -> Option<&str> {
        let head = bytes.get(..bytes.len().min(400)).unwrap_or_default();
        let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        if !head.starts_with(b"<?xml") {
            return None;
        }
        let end = memchr::memmem::find(head, b"?>")?;
        let head = head.get(..end)?;
        let at = memchr::memmem::find(head, b"encoding")? + "encoding".len();
        let rest = head.get(at..)?.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
        let (&quote, rest) = rest.split_first()?;
        let end = memchr::memchr(quote, rest)?;
        std::str::from_utf8(rest.get(..end)?).ok()
    }

    /// Its name as an XML declaration writes it.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Utf16Le => "UTF-16LE",
            Encoding::Utf16Be => "UTF-16BE",
            Encoding::Utf32Le => "UTF-32LE",
            Encoding::Utf32Be => "UTF-32BE",
            Encoding::Named(named) => named.name(),
        }
    }

    /// Writes text in this encoding. What a named encoding cannot hold becomes a character reference.
    pub fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            Encoding::Utf32Le => text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect(),
            Encoding::Utf32Be => text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect(),
            Encoding::Named(named) => named.encode(text).0.into_owned(),
        }
    }

    pub(crate) fn decode(self, bytes: Vec<u8>) -> Decoded {
        if self == Encoding::Utf8 {
            return match crate::utf8::into_text(bytes) {
                Ok((text, look)) => Decoded { text, unreadable: None, original: None, look },
                Err(bytes) => self.decode_steps(bytes),
            };
        }
        if let Encoding::Named(named) = self {
            // The converter itself is fast; the stepwise one below only serves to find places.
            let (text, _, faults) = named.decode(&bytes);
            if !faults {
                let text = text.into_owned();
                let look = crate::utf8::look(text.as_bytes());
                return Decoded { text, unreadable: None, original: Some(bytes), look };
            }
        }
        self.decode_steps(bytes)
    }

    fn decode_steps(self, bytes: Vec<u8>) -> Decoded {
        let mut text = String::with_capacity(bytes.len());
        let mut unreadable: Option<(u32, u32)> = None;
        self.steps(&bytes, |step| {
            if step.bad {
                unreadable.get_or_insert((text.len() as u32, 0)).1 += 1;
            }
            text.push_str(step.text);
            true
        });
        let look = crate::utf8::look(text.as_bytes());
        Decoded { text, unreadable, original: Some(bytes), look }
    }

    /// Original offsets of text offsets (which must be ascending for all to be found).
    pub(crate) fn original_offsets(self, bytes: &[u8], offsets: &[u32]) -> Vec<usize> {
        let mut sorted: Vec<u32> = offsets.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut found: Vec<usize> = Vec::with_capacity(sorted.len());
        let (mut text, mut original) = (0u32, 0usize);
        let note = |text: u32, original: usize, found: &mut Vec<usize>| {
            while sorted.get(found.len()).is_some_and(|&want| want <= text) {
                found.push(original);
            }
        };
        note(0, 0, &mut found);
        self.steps(bytes, |step| {
            text += step.text.len() as u32;
            original += step.bytes;
            note(text, original, &mut found);
            found.len() < sorted.len()
        });
        found.resize(sorted.len(), bytes.len());
        offsets
            .iter()
            .map(|o| sorted.binary_search(o).ok().and_then(|i| found.get(i)).copied().unwrap_or(bytes.len()))
            .collect()
    }

    /// Walks through bytes character by character until `visit` says no.
    fn steps(self, bytes: &[u8], mut visit: impl FnMut(Step<'_>) -> bool) {
        let mut buffer = [0; 4];
        let mut one = |c: Result<char, ()>, bytes: usize, visit: &mut dyn FnMut(Step<'_>) -> bool| {
            let bad = c.is_err();
            let text = c.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut buffer);
            visit(Step { text, bytes, bad })
        };
        match self {
            Encoding::Utf8 => {
                for chunk in bytes.utf8_chunks() {
                    for c in chunk.valid().chars() {
                        if !one(Ok(c), c.len_utf8(), &mut visit) {
                            return;
                        }
                    }
                    if !chunk.invalid().is_empty() && !one(Err(()), chunk.invalid().len(), &mut visit) {
                        return;
                    }
                }
            }
            Encoding::Utf16Le | Encoding::Utf16Be => {
                let units = bytes.as_chunks::<2>();
                let units_iter = units
                    .0
                    .iter()
                    .map(|&u| if self == Encoding::Utf16Le { u16::from_le_bytes(u) } else { u16::from_be_bytes(u) });
                for c in char::decode_utf16(units_iter) {
                    let size = c.as_ref().map_or(2, |c| 2 * c.len_utf16());
                    if !one(c.map_err(|_| ()), size, &mut visit) {
                        return;
                    }
                }
                if !units.1.is_empty() {
                    one(Err(()), units.1.len(), &mut visit);
                }
            }
            Encoding::Utf32Le | Encoding::Utf32Be => {
                let units = bytes.as_chunks::<4>();
                for &u in units.0 {
                    let unit = if self == Encoding::Utf32Le { u32::from_le_bytes(u) } else { u32::from_be_bytes(u) };
                    if !one(char::from_u32(unit).ok_or(()), 4, &mut visit) {
                        return;
                    }
                }
                if !units.1.is_empty() {
                    one(Err(()), units.1.len(), &mut visit);
                }
            }
            Encoding::Named(named) => steps_named(named, bytes, &mut visit),
        }
    }
}

/// One character of the text and the bytes it was read from.
struct Step<'a> {
    text: &'a str,
    bytes: usize,
    bad: bool,
}

/// Feeds a named encoding's decoder byte by byte: slow, but it tells which bytes made which character.
fn steps_named(named: &'static encoding_rs::Encoding, bytes: &[u8], visit: &mut dyn FnMut(Step<'_>) -> bool) {
    let mut decoder = named.new_decoder_without_bom_handling();
    let mut out = String::with_capacity(32);
    let mut pending = 0;
    for i in 0..=bytes.len() {
        let byte = bytes.get(i..i + 1);
        let (result, _, bad) = decoder.decode_to_string(byte.unwrap_or_default(), &mut out, byte.is_none());
        debug_assert!(result == CoderResult::InputEmpty);
        pending += byte.map_or(0, <[u8]>::len);
        if !out.is_empty() {
            if !visit(Step { text: &out, bytes: pending, bad }) {
                return;
            }
            out.clear();
            pending = 0;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn decode(encoding: Encoding, bytes: &[u8]) -> (String, Option<(u32, u32)>) {
        let decoded = encoding.decode(bytes.to_vec());
        (decoded.text, decoded.unreadable)
    }

    #[test]
    fn byte_order_marks_and_zero_bytes_tell_the_encoding() {
        assert_eq!(Encoding::sniff(b"\xEF\xBB\xBF<"), Some(Encoding::Utf8));
        assert_eq!(Encoding::sniff(b"\xFF\xFE<\0"), Some(Encoding::Utf16Le));
        assert_eq!(Encoding::sniff(b"\xFF\xFE\0\0"), Some(Encoding::Utf32Le));
        assert_eq!(Encoding::sniff(b"<\0?\0"), Some(Encoding::Utf16Le));
        assert_eq!(Encoding::sniff(b"\0<\0?"), Some(Encoding::Utf16Be));
        assert_eq!(Encoding::sniff(b"\0\0\0<"), Some(Encoding::Utf32Be));
        assert_eq!(Encoding::sniff(b"<?xml"), None);
    }

    #[test]
    fn declaration_is_found() {
        assert_eq!(Encoding::declared(b"<?xml version='1.0' encoding = 'Shift_JIS'?>"), Some("Shift_JIS"));
        assert_eq!(Encoding::declared(b"<COLLADA encoding='x'?>"), None);
    }

    #[test]
    fn shift_jis_offsets_lead_back_to_the_bytes() {
        let sjis = Encoding::for_label("Shift_JIS").unwrap();
        let bytes = sjis.encode("a\u{30AB}b");
        assert_eq!(decode(sjis, &bytes), ("a\u{30AB}b".into(), None));
        assert_eq!(sjis.original_offsets(&bytes, &[0, 1, 4, 5]), [0, 1, 3, 4]);
    }

    #[test]
    fn unreadable_bytes_are_counted_and_mapped() {
        let bytes = b"ab\xFFc\xC3";
        assert_eq!(decode(Encoding::Utf8, bytes), ("ab\u{FFFD}c\u{FFFD}".into(), Some((2, 2))));
        assert_eq!(Encoding::Utf8.original_offsets(bytes, &[2, 5, 6]), [2, 3, 4]);
        assert_eq!(decode(Encoding::Utf16Le, b"a\0\x00\xD8b\0c"), ("a\u{FFFD}b\u{FFFD}".into(), Some((1, 2))));
    }
}
