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
    is_name_start(c) || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
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

/// May an element bind this prefix (empty: none) to this namespace? (Namespaces in XML 1.0, section 3)
pub fn may_bind(prefix: &str, namespace: &str) -> bool {
    prefix.is_empty() || (is_ncname(prefix) && !matches!(prefix, "xml" | "xmlns") && !namespace.is_empty())
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
pub(super) fn is_name_byte(b: u8) -> bool {
    class(b) & NAME != 0
}

/// The same without the colon.
pub(super) fn is_plain_name_byte(b: u8) -> bool {
    class(b) & PLAIN_NAME != 0
}

/// Does the byte end a plain stretch of a quoted attribute value, or need a closer look in it?
pub(super) fn is_value_stop(b: u8) -> bool {
    class(b) & VALUE_STOP != 0
}

const NAME: u8 = 1;
const VALUE_STOP: u8 = 2;
const PLAIN_NAME: u8 = 4;

fn class(b: u8) -> u8 {
    CLASSES.get(usize::from(b)).copied().unwrap_or(0)
}

#[allow(clippy::indexing_slicing, reason = "evaluated by the compiler, which would notice")]
/// A look-up is a load; a chain of comparisons is a dozen branches, for every byte of every tag.
static CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut b = 0;
    while b < 256 {
        let byte = b as u8;
        if matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b':' | b'-' | b'.' | 0x80..) {
            table[b] |= if byte == b':' { NAME } else { NAME | PLAIN_NAME };
        }
        if matches!(byte, b'"' | b'\'' | b'&' | b'<' | b'>' | b'\t' | b'\n' | b'\r') {
            table[b] |= VALUE_STOP;
        }
        b += 1;
    }
    table
};

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
}
