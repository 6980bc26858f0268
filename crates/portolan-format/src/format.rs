//! A format as a row.

use std::borrow::Cow;

use portolan_resources::Unreadable;
use portolan_resources::unreadable::UNKNOWN_FORMAT;
use portolan_schema::Schema;
use portolan_syntax::source::Look;
use portolan_syntax::{Code, Findings, Limits, Source, Tree};

use crate::address::Addressing;
use crate::{Document, Facts, FindOutward, Input, Opened, Rule, Writer};

/// What the outer crates need to know of a format.
#[derive(Debug)]
pub struct Format {
    /// Its name for machines: `collada`.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// File extensions without the dot.
    pub extensions: &'static [&'static str],
    /// Media types.
    pub media_types: &'static [&'static str],
    /// Its versions, oldest first.
    pub versions: &'static [&'static str],
    /// How much a file looks like the format, from 0 (not at all) to 100.
    pub sniff: fn(&Head<'_>) -> u8,
    /// Opens a file.
    pub open: fn(Input<'_>) -> Result<Box<dyn Opened>, Unreadable>,
    /// Says how numbers are looked at that may stay in a large file, if its documents are read so: each text that is a list of
    /// numbers by the table. The flag asks for what a report needs to know of them.
    pub numbers: Option<fn(&Head<'_>, bool) -> Option<Look>>,
    /// The kinds of files that scenes are written to.
    pub writers: &'static [&'static Writer],
    /// How its text is read and what may stand where; `None` for formats whose own reader judges their files.
    pub table: Option<Table>,
    /// How values of its documents are addressed; `None` if they have no addresses.
    pub address: Option<Addressing>,
    /// Adds what `info` tells of a document and its scene does not say.
    pub facts: Option<fn(&Document, &mut Facts)>,
    /// The code under which readers tell how they took nodes that hold skins, if documents differ in what they mean by
    /// it; `None` if the format leaves no doubt.
    pub skin_holder: Option<&'static Code>,
    /// What of its documents is judged as a scene, too; `None` if nothing is.
    pub moving: Option<Moving>,
    /// Finds what leads out of a document, so that it can be packed into an archive.
    pub outward: Option<FindOutward>,
    /// Says in words where its specification has a place that rules and tables name in short, such as `5-108`; `None` for
    /// places of other specifications.
    pub cite: fn(&str) -> Option<String>,
    /// The rules for its documents, by stage.
    pub rules: &'static [&'static [&'static Rule]],
    /// Codes of findings and losses that it may report besides those of its rules.
    pub codes: &'static [&'static [&'static Code]],
    /// Those of them that say that a file is not valid: what its own reader finds wrong.
    pub faults: &'static [&'static Code],
}

/// What is judged only when it stands in a scene: whether mechanisms and bodies fit together, and nodes of formats without rules.
#[derive(Debug)]
pub struct Moving {
    /// Elements of documents that have any.
    pub elements: &'static [&'static str],
    /// Codes of what is found when they become parts of a scene.
    pub codes: &'static [&'static [&'static Code]],
}

/// Grammar and schema of a format.
#[derive(Debug)]
pub struct Table {
    /// What may stand where.
    pub schema: &'static Schema,
    /// Reads a document.
    pub parse: fn(Source, &Limits) -> (Tree, Findings),
    /// What the format calls the named values of an element: `attributes`, or `properties`.
    pub attributes: &'static str,
    /// Elements that are nodes of a scene.
    pub nodes: &'static [&'static str],
    /// The child of the root that says what is shown first; `None` if everything in a document is shown.
    pub start: Option<&'static str>,
}

impl Format {
    /// A format without anything: what a row does not say is as here.
    pub const BARE: Format = Format {
        id: "",
        name: "",
        extensions: &[],
        media_types: &[],
        versions: &[],
        sniff: |_| 0,
        open: |_| Err(Unreadable::new(&UNKNOWN_FORMAT, "files of this format are written, but not read")),
        numbers: None,
        writers: &[],
        table: None,
        address: None,
        facts: None,
        skin_holder: None,
        moving: None,
        outward: None,
        cite: |_| None,
        rules: &[],
        codes: &[],
        faults: &[],
    };

    /// Is this the extension of its files?
    pub fn has_extension(&self, extension: &str) -> bool {
        self.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension))
    }

    /// A place in a specification in words: `COLLADA 1.5.0, chapter 5, page 5-108` for `5-108`.
    pub fn cited(&self, place: &str) -> String {
        (self.cite)(place).unwrap_or_else(|| place.to_owned())
    }

    /// Every code that a document of the format may give.
    pub fn all_codes(&self) -> impl Iterator<Item = &'static Code> {
        let rules = self.rules.iter().copied().flatten().map(|rule| rule.code);
        rules.chain(self.codes.iter().copied().flatten().copied()).chain(self.faults.iter().copied())
    }
}

impl PartialEq for Format {
    /// Two rows are the same if they have the same id.
    fn eq(&self, other: &Format) -> bool {
        self.id == other.id
    }
}

/// What tells the format of a file.
#[derive(Debug)]
pub struct Head<'a> {
    /// The whole file.
    pub bytes: &'a [u8],
    /// Its beginning as text, as far as it is one.
    pub text: Cow<'a, str>,
    /// The extension of its name, lower case, without the dot; empty if it has none.
    pub extension: &'a str,
}

impl Head<'_> {
    /// Does it begin like XML or HTML?
    pub fn is_markup(&self) -> bool {
        self.bytes.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b'<')
    }
}

/// Bytes of a file that are looked at as text.
const HEAD: usize = 4096;

/// What a file has by its extension if its content says nothing.
const BY_NAME: u8 = 1;

/// The format that a file looks like most, by its content, or else by its name.
pub fn detect(formats: &[&'static Format], name: &str, bytes: &[u8]) -> Option<&'static Format> {
    with_head(name, bytes, |head| {
        let score = |format: &Format| match (format.sniff)(head) {
            0 if format.extensions.contains(&head.extension) => BY_NAME,
            score => score,
        };
        // Of equals the first in the list.
        let scored = formats.iter().rev().map(|format| (score(format), *format));
        scored.filter(|(score, _)| *score > 0).max_by_key(|(score, _)| *score).map(|(_, format)| format)
    })
}

/// Is there anything in a file that speaks for its format, besides its name?
pub fn looks_like(format: &Format, name: &str, bytes: &[u8]) -> bool {
    with_head(name, bytes, |head| (format.sniff)(head) > 0)
}

/// How numbers of a file of this format are looked at that may stay in it; nothing if it is read as a whole.
pub fn numbers(format: &Format, name: &str, bytes: &[u8], thorough: bool) -> Option<Look> {
    with_head(name, bytes, |head| (format.numbers?)(head, thorough))
}

fn with_head<T>(name: &str, bytes: &[u8], ask: impl FnOnce(&Head<'_>) -> T) -> T {
    let last = name.rsplit('/').next().unwrap_or(name);
    let extension = last.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase()).unwrap_or_default();
    let head = bytes.get(..HEAD.min(bytes.len())).unwrap_or_default();
    // Every second byte of plain text in UTF-16 is zero.
    let text = match head.contains(&0) {
        true => Cow::Owned(head.iter().filter(|b| **b != 0).map(|b| char::from(*b)).collect()),
        false => String::from_utf8_lossy(head),
    };
    ask(&Head { bytes, text, extension: &extension })
}
