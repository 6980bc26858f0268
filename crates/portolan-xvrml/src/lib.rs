//! xVRML: documents become a [`world::World`], and worlds become scenes (`lower/`).

// Tests compare with what the standard library says.
#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod address;
mod cite;
pub mod fonts;
mod live;
pub mod lower;
mod opened;
mod raise;
pub mod rules;
mod uris;
pub mod world;
mod write;
mod writer;

pub use live::Live;
pub use opened::Opened;
pub use writer::{WRL, X3D_FILE, XWRL};

use portolan_format::{Format, Head, Moving, Table};
use portolan_schema::tables;
use portolan_syntax::{Code, Findings, Limits, Source, Tree, classic, xml};

/// Codes of losses.
static CODES: &[&[&Code]] = &[world::codes::CODES, lower::codes::CODES, write::codes::CODES, raise::codes::CODES];

/// X3D and VRML97 have no rules of their own: what is wrong with their nodes is found when they become a world and a scene.
const JUDGED: Moving = Moving { elements: &["X3D"], codes: &[JUDGED_CODES] };

static JUDGED_CODES: &[&Code] = &[
    &world::codes::VALUE,
    &world::codes::UNRESOLVED,
    &world::codes::INLINE,
    &world::codes::CIRCULAR,
    &world::codes::TOO_LARGE,
    &world::codes::PROTO,
    &world::codes::ROUTE,
    &lower::codes::MISPLACED,
    &lower::codes::NUMBERS,
    &lower::codes::FACES,
    &lower::codes::LISTS,
    &lower::codes::TOO_LARGE,
    &lower::codes::KEYS,
];

/// The format.
pub static FORMAT: Format = Format {
    id: "xvrml",
    name: "xVRML",
    extensions: &["xwrl", "xvrml"],
    media_types: &["model/x-xvrml+xml"],
    sniff,
    open: opened::open,
    numbers: None,
    writers: &[&XWRL],
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
    moving: None,
    outward: Some(uris::of_document),
    cite: cite::cite,
    rules: rules::RULES,
    codes: CODES,
    faults: &[],
};

/// X3D, in XML or in its classic encoding.
pub static X3D: Format = Format {
    id: "x3d",
    name: "X3D",
    extensions: &["x3d", "x3dv"],
    media_types: &["model/x3d+xml", "model/x3d-vrml"],
    sniff: sniff_x3d,
    open: opened::open,
    numbers: None,
    writers: &[&X3D_FILE],
    versions: tables::x3d::SCHEMA.versions,
    table: Some(Table {
        schema: &tables::x3d::SCHEMA,
        parse: parse_x3d,
        attributes: "fields",
        nodes: lower::PLACED,
        start: None,
    }),
    address: Some(address::find),
    facts: None,
    skin_holder: None,
    moving: Some(JUDGED),
    outward: Some(uris::of_x3d),
    cite: cite::cite,
    rules: &[],
    codes: CODES,
    faults: &[],
};

/// VRML97: the same kinds of nodes as X3D, in the classic encoding.
pub static VRML97: Format = Format {
    id: "vrml97",
    name: "VRML97",
    extensions: &["wrl", "wrz", "vrml"],
    media_types: &["model/vrml", "x-world/x-vrml"],
    sniff: sniff_vrml,
    table: Some(Table {
        schema: &tables::x3d::SCHEMA,
        parse: classic::parse,
        attributes: "fields",
        nodes: lower::PLACED,
        start: None,
    }),
    open: opened::open,
    numbers: None,
    writers: &[&WRL],
    versions: &["2.0"],
    address: Some(address::find),
    facts: None,
    skin_holder: None,
    moving: Some(JUDGED),
    outward: Some(uris::of_x3d),
    cite: cite::cite,
    rules: &[],
    codes: CODES,
    faults: &[],
};

fn parse_x3d(source: Source, limits: &Limits) -> (Tree, Findings) {
    let (tree, findings, _) = world::parse(source, limits);
    (tree, findings)
}

fn sniff_x3d(head: &Head<'_>) -> u8 {
    let begins = beginning(head);
    match begins_with(&begins, "#X3D") || begins_with(&begins, "<") && begins.contains("<X3D") {
        true => 100,
        false => 0,
    }
}

fn sniff_vrml(head: &Head<'_>) -> u8 {
    let begins = beginning(head);
    if begins_with(&begins, "#VRML") {
        return 100;
    }
    // Its first line is missing: words in braces, which OpenGEX has too.
    let named = VRML97.extensions.contains(&head.extension);
    if named && !head.is_markup() && begins.contains('{') { 90 } else { 0 }
}

/// Does a text begin with a word, behind marks of its encoding and white space?
fn begins_with(text: &str, word: &str) -> bool {
    // The mark of UTF-16 may be there as letters of other bytes.
    let text = text.trim_start_matches(['\u{FEFF}', '\u{FF}', '\u{FE}']).trim_start();
    text.get(..word.len()).is_some_and(|first| first.eq_ignore_ascii_case(word))
}

/// The beginning of a file as text, unpacked if it is packed.
fn beginning<'a>(head: &'a Head<'_>) -> std::borrow::Cow<'a, str> {
    match portolan_resources::packed_head(head.bytes) {
        Some(bytes) => String::from_utf8_lossy(&bytes).into_owned().into(),
        None => (&*head.text).into(),
    }
}

fn sniff(head: &Head<'_>) -> u8 {
    let head = &*beginning(head);
    // glTF keeps whole worlds within its own text.
    if begins_with(head, "glTF") || begins_with(head, "{") {
        0
    } else if head.contains("www.xvrml.net/schemas") {
        100
    } else if head.contains("<World") {
        60
    } else {
        0
    }
}
