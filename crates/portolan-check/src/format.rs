//! Which format a document is.

use portolan_schema::Format;

/// Every format that is read.
pub static FORMATS: &[&Format] = &[&portolan_collada::FORMAT, &portolan_opengex::FORMAT, &portolan_xvrml::FORMAT];

/// Characters of a document that are looked at to tell its format.
const HEAD: usize = 4096;

/// The format of a document by its content, or else by its name.
pub fn detect(name: &str, text: &str) -> Option<&'static Format> {
    let end = (0..=HEAD.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    let head = text.get(..end).unwrap_or_default();
    let by_content =
        FORMATS.iter().map(|f| ((f.sniff)(head), *f)).filter(|(score, _)| *score > 0).max_by_key(|(s, _)| *s);
    match by_content {
        Some((_, format)) => Some(format),
        None => {
            let extension = name.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase())?;
            FORMATS.iter().find(|f| f.extensions.contains(&extension.as_str())).copied()
        }
    }
}

/// The format with this id (`collada`, `opengex`, `xvrml`).
pub fn by_id(id: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|f| f.id == id).copied()
}
