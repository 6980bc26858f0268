//! xVRML: documents become a [`world::World`], and worlds become scenes (`lower/`).

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod address;
pub mod lower;
mod opened;
pub mod rules;
pub mod world;

pub use opened::Opened;

use portolan_format::{Format, Head, Table};
use portolan_schema::tables;
use portolan_syntax::{Code, xml};

/// Codes of losses.
static CODES: &[&[&Code]] = &[world::codes::CODES, lower::codes::CODES];

/// The format.
pub static FORMAT: Format = Format {
    id: "xvrml",
    name: "xVRML",
    extensions: &["xwrl", "xvrml"],
    media_types: &["model/x-xvrml+xml"],
    sniff,
    open: opened::open,
    writers: &[],
    versions: tables::xvrml::SCHEMA.versions,
    table: Some(Table {
        schema: &tables::xvrml::SCHEMA,
        parse: xml::parse,
        attributes: "attributes",
        nodes: lower::PLACED,
        start: None,
    }),
    address: Some(address::find),
    facts: None,
    skin_holder: None,
    outward: None,
    rules: rules::RULES,
    codes: CODES,
    faults: &[],
};

fn sniff(head: &Head<'_>) -> u8 {
    let head = &head.text;
    if head.contains("www.xvrml.net/schemas") {
        100
    } else if head.contains("<World") {
        60
    } else {
        0
    }
}
