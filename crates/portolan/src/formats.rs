//! Every format there is, and which one a file is.

use std::sync::{PoisonError, RwLock};

use portolan_check::Unreadable;
use portolan_check::file::UNKNOWN_FORMAT;
use portolan_format::{Content, Format, Input, Opened};

use crate::guard::guarded;

/// The formats that are built in. To add one: a crate with a row, and a line here.
static BUILT_IN: &[&Format] = &[
    &portolan_collada::FORMAT,
    &portolan_opengex::FORMAT,
    &portolan_xvrml::FORMAT,
    &portolan_xvrml::X3D,
    &portolan_xvrml::VRML97,
    &portolan_gltf::FORMAT,
    &portolan_urdf::FORMAT,
    &portolan_plain::OBJ,
    &portolan_plain::STL,
    &portolan_plain::PLY,
    &portolan_plain::STEP,
];

/// Formats of the program that uses this library.
static ADDED: RwLock<Vec<&'static Format>> = RwLock::new(Vec::new());

/// Every format: those that are built in, then those that were added.
pub fn formats() -> Vec<&'static Format> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    BUILT_IN.iter().chain(added.iter()).copied().collect()
}

/// Adds a format, whose files are then opened, checked, converted and listed like those of any other. A format with an
/// existing id is not added again.
pub fn add_format(format: &'static Format) {
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    if !BUILT_IN.iter().chain(added.iter()).any(|known| *known == format) {
        added.push(format);
    }
}

/// The format of a file by its content, or else by its name.
pub fn detect(name: &str, bytes: &[u8]) -> Option<&'static Format> {
    portolan_format::detect(&formats(), name, bytes)
}

/// Opens a file of whatever format it is.
pub(crate) fn open(input: Input<'_>) -> Result<(&'static Format, Box<dyn Opened>), Unreadable> {
    if is_blank(input.content.bytes()) {
        return Err(Unreadable::new(&UNKNOWN_FORMAT, "the file is empty"));
    }
    let format = match detect(input.location, input.content.bytes()) {
        Some(format) => format,
        None => return Err(unknown(input)),
    };
    let opened = guarded("reading", || (format.open)(input))??;
    Ok((format, opened))
}

/// Does a file hold nothing but white space, perhaps behind a mark of its encoding?
fn is_blank(bytes: &[u8]) -> bool {
    let marks: [&[u8]; 3] = [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"];
    let text = marks.iter().find_map(|mark| bytes.strip_prefix(*mark)).unwrap_or(bytes);
    text.trim_ascii_start().is_empty()
}

/// What is said of a file that is of no known format.
fn unknown(mut input: Input<'_>) -> Unreadable {
    // Archives and binary data are told apart from text.
    if let Content::Bytes(_) = input.content
        && let Err(why) = input.source()
    {
        return why;
    }
    let known = formats().into_iter().filter(|f| !f.extensions.is_empty());
    let known: Vec<&str> = known.map(|f| f.name).collect();
    Unreadable::new(&UNKNOWN_FORMAT, "unknown file format").help(format!("known formats are {}", known.join(", ")))
}
