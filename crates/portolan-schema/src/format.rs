//! A format as a row.

use portolan_syntax::{Findings, Limits, Source, Tree};

use crate::Schema;

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
