//! Every format there is, and which one a file is.

use portolan_check::Unreadable;
use portolan_check::file::UNKNOWN_FORMAT;
use portolan_format::{Content, Format, Input, Opened};

use crate::guard::guarded;

/// Every format, as a row. To add one: a crate with a row, and a line here.
pub static FORMATS: &[&Format] = &[
    &portolan_collada::FORMAT,
    &portolan_opengex::FORMAT,
    &portolan_xvrml::FORMAT,
    &portolan_gltf::FORMAT,
    &portolan_plain::OBJ,
    &portolan_plain::STL,
    &portolan_plain::PLY,
];

/// The format of a file by its content, or else by its name.
pub fn detect(name: &str, bytes: &[u8]) -> Option<&'static Format> {
    portolan_format::detect(FORMATS, name, bytes)
}

/// Opens a file of whatever format it is.
pub(crate) fn open(input: Input<'_>) -> Result<(&'static Format, Box<dyn Opened>), Unreadable> {
    let format = match detect(input.location, input.content.bytes()) {
        Some(format) => format,
        None => return Err(unknown(input)),
    };
    let opened = guarded("reading", || (format.open)(input))??;
    Ok((format, opened))
}

/// What is said of a file that is of no known format.
fn unknown(mut input: Input<'_>) -> Unreadable {
    // Archives and binary data are told apart from text.
    if let Content::Bytes(_) = input.content
        && let Err(why) = input.source()
    {
        return why;
    }
    let known: Vec<&str> = FORMATS.iter().filter(|f| !f.extensions.is_empty()).map(|f| f.name).collect();
    Unreadable::new(&UNKNOWN_FORMAT, "it is not of a known format").help(format!("known are {}", known.join(", ")))
}
