//! OpenGEX 1.0 to 3.0.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod document;
pub mod lower;
mod primitive;
pub mod raise;
/// Typed views, generated from the table.
#[rustfmt::skip]
pub mod views;

use portolan_schema::{Format, tables};
use portolan_syntax::ddl;

/// The format.
pub static FORMAT: Format = Format {
    id: "opengex",
    name: "OpenGEX",
    extensions: &["ogex"],
    media_types: &["model/vnd.opengex"],
    sniff,
    parse: ddl::parse,
    schema: &tables::opengex::SCHEMA,
};

fn sniff(head: &str) -> u8 {
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
