//! COLLADA 1.4.0, 1.4.1 and 1.5.0.

// Tests compare with what the standard library says.
#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod address;
mod brep;
mod cite;
pub mod data;
pub mod documents;
mod early;
mod facts;
pub mod kept;
pub mod lower;
pub mod migrate;
mod opened;
pub mod raise;
pub mod resolve;
pub mod rules;
mod skin_space;
mod uris;
mod writer;

pub use opened::Opened;
pub use writer::{DAE, ZAE};

use portolan_format::{Format, Head, Moving, Table};
use portolan_schema::tables;
use portolan_schema::value::decode;
use portolan_syntax::source::Look;
use portolan_syntax::{Code, xml};

/// Codes of losses.
static CODES: &[&[&Code]] = {
    let [general, material, controller, animation, kinematics, physics] = lower::CODES;
    &[general, material, controller, animation, kinematics, physics, migrate::codes::CODES, raise::codes::CODES]
};

/// What moves: where mechanisms and bodies are follows from the scene only.
static MOVING: &[&str] = &[
    "kinematics_model",
    "articulated_system",
    "instance_kinematics_scene",
    "physics_model",
    "physics_scene",
    "instance_physics_scene",
];

static MOVING_CODES: &[&[&Code]] = {
    let [.., kinematics, physics] = lower::CODES;
    &[kinematics, physics]
};

/// The format.
pub static FORMAT: Format = Format {
    id: "collada",
    name: "COLLADA",
    extensions: &["dae"],
    media_types: &["model/vnd.collada+xml"],
    sniff,
    open: opened::open,
    numbers: Some(numbers),
    writers: &[&DAE, &ZAE],
    versions: tables::collada::SCHEMA.versions,
    table: Some(Table {
        schema: &tables::collada::SCHEMA,
        parse: xml::parse,
        attributes: "attributes",
        nodes: &["node"],
        start: Some("scene"),
    }),
    address: Some(address::find),
    facts: Some(facts::add),
    skin_holder: Some(&lower::SKIN_HOLDER),
    moving: Some(Moving { elements: MOVING, codes: MOVING_CODES }),
    outward: Some(uris::of_document),
    cite: cite::cite,
    rules: rules::RULES,
    codes: CODES,
    faults: &[],
};

fn sniff(head: &Head<'_>) -> u8 {
    let head = &head.text;
    if head.contains("COLLADASchema") {
        100
    } else if head.contains("<COLLADA") || head.contains(":COLLADA") || head.contains("<dae_root") {
        90
    } else {
        0
    }
}

/// Documents from before 1.4 are edited when they are opened, and need all their text for it.
fn numbers(head: &Head<'_>, thorough: bool) -> Option<Look> {
    let version =
        |version: &str| [r#"version=""#, "version='"].iter().any(|key| head.text.contains(&format!("{key}{version}")));
    let look = if thorough { decode::plain_with_limits } else { decode::plain };
    (sniff(head) > 0 && (version("1.4") || version("1.5"))).then_some(look)
}
