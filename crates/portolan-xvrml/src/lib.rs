//! xVRML.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

/// Typed views, generated from the table.
#[rustfmt::skip]
#[allow(clippy::approx_constant, reason = "a default is the number that the specification prints")]
pub mod views;

use portolan_schema::{Format, tables};
use portolan_syntax::xml;

/// The format.
pub static FORMAT: Format = Format {
    id: "xvrml",
    name: "xVRML",
    extensions: &["xwrl", "xvrml"],
    media_types: &["model/x-xvrml+xml"],
    sniff,
    parse: xml::parse,
    schema: &tables::xvrml::SCHEMA,
};

fn sniff(head: &str) -> u8 {
    if head.contains("www.xvrml.net/schemas") {
        100
    } else if head.contains("<World") {
        60
    } else {
        0
    }
}
