//! OpenGEX 1.0 to 3.0.

// Tests compare with what the standard library says.
#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod address;
mod cite;
pub mod document;
pub mod lower;
mod migrate;
mod opened;
mod primitive;
pub mod raise;
pub mod rules;
mod writer;

pub use writer::OGEX;

use portolan_format::{Format, Head, Table};
use portolan_schema::tables;
use portolan_syntax::{Code, ddl};

/// Codes of losses.
static CODES: &[&[&Code]] = &[lower::codes::CODES, raise::codes::CODES];

/// The format.
pub static FORMAT: Format = Format {
    id: "opengex",
    name: "OpenGEX",
    extensions: &["ogex"],
    media_types: &["model/vnd.opengex"],
    sniff,
    open: opened::open,
    numbers: None,
    writers: &[&OGEX],
    versions: tables::opengex::SCHEMA.versions,
    table: Some(Table {
        schema: &tables::opengex::SCHEMA,
        parse: ddl::parse,
        attributes: "properties",
        nodes: &lower::NODES,
        start: None,
    }),
    address: Some(address::find),
    facts: None,
    skin_holder: None,
    moving: None,
    outward: None,
    cite: cite::cite,
    rules: rules::RULES,
    codes: CODES,
    faults: &[],
};

fn sniff(head: &Head<'_>) -> u8 {
    let head = &head.text;
    if head.trim_start().starts_with('<') {
        0
    } else if head.contains("Metric") && head.contains('{') {
        80
    } else if ["GeometryNode", "GeometryObject", "Material", "BoneNode", "LightNode"].iter().any(|w| head.contains(w)) {
        60
    } else {
        0
    }
}
