//! A file on its way in.

use portolan_resources::unreadable::{ARCHIVE, NOT_TEXT};
use portolan_resources::{Resources, Unreadable, archive};
use portolan_syntax::{Limits, Source};

/// A file that is to be opened.
pub struct Input<'a> {
    /// Where it was read from.
    pub location: &'a str,
    /// What it is called in findings.
    pub name: &'a str,
    /// What is in it.
    pub content: Content,
    /// The encoding to read with, instead of the one that the file has by its bytes or declaration.
    pub encoding: Option<&'a str>,
    /// The version to judge it by, instead of what it says.
    pub version: Option<&'a str>,
    /// The id of the element to start from, if an archive names one.
    pub start: Option<&'a str>,
    /// Is everything in it looked at at once? Otherwise faults in large data are found when the data is read.
    pub thorough: bool,
    /// Where other files come from, and what may be reached.
    pub resources: &'a dyn Resources,
    /// Limits on what the file may cost.
    pub limits: &'a Limits,
}

/// What is in a file.
#[derive(Debug)]
pub enum Content {
    /// Bytes.
    Bytes(Vec<u8>),
    /// Text that was decoded already.
    Source(Box<Source>),
}

impl Content {
    /// Its bytes, or those that are held of it.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Content::Bytes(bytes) => bytes,
            Content::Source(source) => source.held(),
        }
    }
}

impl Input<'_> {
    /// The content as text; says what it is if it is none.
    pub fn source(&mut self) -> Result<Source, Unreadable> {
        let source = match std::mem::replace(&mut self.content, Content::Bytes(Vec::new())) {
            Content::Source(source) => *source,
            Content::Bytes(bytes) => Source::new(self.name.to_owned(), bytes, self.encoding, self.limits)?,
        };
        let zip = archive::is_zip(source.held()).then_some("zip");
        if let Some(kind) = zip.or_else(|| archive::other_kind(source.held())) {
            return Err(Unreadable::new(&ARCHIVE, format!("it is compressed ({kind}), not a document"))
                .help("unpack it and check the documents in it"));
        }
        if is_binary(&source) {
            return Err(Unreadable::new(&NOT_TEXT, "it is not text, but binary data")
                .help("if it is text in an unusual encoding, name it with `--encoding`"));
        }
        Ok(source)
    }
}

/// Text has an odd byte here and there at most; more than that in its beginning is something else. White space does not
/// count, so that a file stays text when it is laid out, and what begins like a document is read as one. Characters that
/// stand for bytes without a meaning are odd, unless they are written as such.
fn is_binary(source: &Source) -> bool {
    const HEAD: usize = 1024;
    const BEGINNINGS: [&str; 3] = ["<", "#VRML ", "#X3D "];
    let text = source.text().trim_start();
    if BEGINNINGS.iter().any(|beginning| text.starts_with(beginning)) {
        return false;
    }
    let bytes = source.held();
    let written = match std::str::from_utf8(bytes.get(..HEAD * 16).unwrap_or(bytes)) {
        Ok(_) => true,
        // The last character is cut off.
        Err(error) => error.error_len().is_none(),
    };
    let odd = |c: &char| c.is_control() || *c == char::REPLACEMENT_CHARACTER && !written;
    let head = text.chars().filter(|c| !c.is_whitespace()).take(HEAD);
    head.clone().filter(odd).count() * 10 > head.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_with_odd_characters_is_told_from_bytes() {
        let binary = |bytes: &[u8]| is_binary(&Source::new("a", bytes.to_vec(), None, &Limits::default()).unwrap());
        assert!(binary(&[0xff; 100]) && binary(&[1; 100]) && binary(b"ab\x01\x02cd"));
        assert!(!binary("\u{fffd}".repeat(100).as_bytes()) && !binary(b"a\xffbcdefghijklmn"));
        // Cut within its last character.
        assert!(!binary(format!("ab{}", "\u{fffd}".repeat(10_000)).as_bytes()));
        assert!(!binary(&[&b"#VRML V2.0 utf8\n"[..], &[1; 100]].concat()) && !binary(b" <a>\x01\x02"));
        assert!(!binary(b""));
    }
}
