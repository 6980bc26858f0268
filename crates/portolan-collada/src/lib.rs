//! COLLADA 1.4.0, 1.4.1 and 1.5.0.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod data;
pub mod documents;
pub mod lower;
pub mod migrate;
pub mod raise;
pub mod resolve;
mod skin_space;
pub mod uris;
/// Typed views, generated from the table.
#[rustfmt::skip]
pub mod views;

use portolan_schema::{Format, tables};
use portolan_syntax::xml;

/// The format.
pub static FORMAT: Format = Format {
    id: "collada",
    name: "COLLADA",
    extensions: &["dae"],
    media_types: &["model/vnd.collada+xml"],
    sniff,
    parse: xml::parse,
    schema: &tables::collada::SCHEMA,
};

fn sniff(head: &str) -> u8 {
    if head.contains("COLLADASchema") {
        100
    } else if head.contains("<COLLADA") || head.contains(":COLLADA") || head.contains("<dae_root") {
        90
    } else {
        0
    }
}
