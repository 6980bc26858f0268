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
/// count, so that a file stays text when it is laid out, and what begins like XML is read as XML.
fn is_binary(source: &Source) -> bool {
    const HEAD: usize = 1024;
    let odd = |c: &char| *c == char::REPLACEMENT_CHARACTER || c.is_control();
    let head = source.text().chars().filter(|c| !c.is_whitespace()).take(HEAD);
    head.clone().next() != Some('<') && head.clone().filter(odd).count() * 10 > head.count()
}
