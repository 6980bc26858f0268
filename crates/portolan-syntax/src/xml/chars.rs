//! Which characters XML allows where.

/// May a name begin with this character? (XML 1.0, fifth edition, production 4)
pub fn is_name_start(c: char) -> bool {
    matches!(c, ':' | 'A'..='Z' | '_' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}'
        | '\u{10000}'..='\u{EFFFF}')
}

/// May a name contain this character? (production 4a)
pub fn is_name_char(c: char) -> bool {
    is_name_start(c)
        || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

/// Is it an XML `Name`?
pub fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(is_name_start) && chars.all(is_name_char)
}

/// Is it an XML `Nmtoken`?
pub fn is_nmtoken(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_name_char)
}

/// Is it an `NCName`: a name without a colon?
pub fn is_ncname(text: &str) -> bool {
    is_name(text) && !text.contains(':')
}

/// May a document contain this character at all? (production 2)
pub fn is_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..='\u{10FFFF}')
}

/// White space of XML.
pub const fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r')
}

/// May this byte belong to a name? Bytes of non-ASCII characters are taken; the name is checked when it is new.
pub(super) const fn is_name_byte(b: u8) -> bool {
    matches!(b, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b':' | b'-' | b'.' | 0x80..)
}

/// The first forbidden character of a text and how many there are.
///
/// Runs over every byte of every document, so it works on blocks without branches and looks closer only where a block
/// holds something suspicious.
pub(super) fn forbidden(text: &str) -> Option<(usize, usize)> {
    const BLOCK: usize = 4096;
    let mut found: Option<(usize, usize)> = None;
    let bytes = text.as_bytes();
    let mut offset = 0;
    for block in bytes.chunks(BLOCK) {
        let mut control = false;
        let mut wide = false;
        for &b in block {
            control |= (b < 0x20) & (b != b'\t') & (b != b'\n') & (b != b'\r');
            wide |= b == 0xEF;
        }
        if control {
            for (i, &b) in block.iter().enumerate() {
                if b < 0x20 && !is_space(b) {
                    found.get_or_insert((offset + i, 0)).1 += 1;
                }
            }
        }
        if wide {
            // U+FFFE and U+FFFF are EF BF BE and EF BF BF; a sequence may cross the block's end.
            let end = (offset + block.len() + 2).min(bytes.len());
            let window = bytes.get(offset..end).unwrap_or_default();
            for i in memchr::memchr_iter(0xEF, block) {
                if let Some([_, 0xBF, 0xBE | 0xBF]) = window.get(i..i + 3) {
                    found.get_or_insert((offset + i, 0)).1 += 1;
                }
            }
        }
        offset += block.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for good in ["a", "_x", "a-b.c", "é", "日本", "a:b"] {
            assert!(is_name(good), "{good}");
        }
        for bad in ["", "1a", "-a", "a b", ".x", "#"] {
            assert!(!is_name(bad), "{bad}");
        }
        assert!(is_nmtoken("1a") && !is_nmtoken("") && !is_ncname("a:b"));
    }

    #[test]
    fn forbidden_characters_are_counted_from_the_first() {
        assert_eq!(forbidden("ab\tc\r\n"), None);
        assert_eq!(forbidden("a\u{1}b\u{0}"), Some((1, 2)));
        let long = format!("{}\u{FFFE}", " ".repeat(4094));
        assert_eq!(forbidden(&long), Some((4094, 1)));
    }
}
