//! A format as a row.

use portolan_syntax::tree::{Syntax, TreeBuilder};
use portolan_syntax::{Findings, Limits, Source, Tree};

use crate::{Schema, TypeId};

/// What the outer crates need to know of a format to read and check it.
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
    /// How much the beginning of a document looks like the format, from 0 to 100.
    pub sniff: fn(&str) -> u8,
    /// Reads a document.
    pub parse: fn(Source, &Limits) -> (Tree, Findings),
    /// Its table.
    pub schema: &'static Schema,
}

impl Schema {
    /// The table of a format that is judged by its own reader: it has versions and describes nothing.
    pub const fn empty(format: &'static str, versions: &'static [&'static str]) -> Schema {
        Schema {
            format,
            versions,
            namespaces: &[],
            foreign: &[],
            root: TypeId(0),
            other_roots: &[],
            names: &[],
            types: &[],
            values: &[],
            models: &[],
        }
    }
}

/// A file of a format that is judged by its own reader.
#[derive(Debug)]
pub struct Bare {
    /// Its text, as a tree without elements; empty if the file is no text.
    pub tree: Tree,
    /// Bytes of the whole file.
    pub bytes: u64,
}

impl Bare {
    /// A file with this text that was read from a location.
    pub fn new(location: &str, text: String, bytes: u64) -> Bare {
        let (tree, _) = bare(Source::from_text(location, text), &Limits::default());
        Bare { tree, bytes }
    }

    /// Where it was read from.
    pub fn location(&self) -> &str {
        self.tree.source().name()
    }
}

/// A text as a tree without elements, for formats that are judged by their own reader.
pub fn bare(source: Source, limits: &Limits) -> (Tree, Findings) {
    let builder = TreeBuilder::new(source.text().len());
    (builder.finish(source, Syntax::Ddl), Findings::new(limits.findings))
}
