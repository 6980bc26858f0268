//! What comes out of an archive, and under which names.

use portolan_check::Unreadable;
use portolan_check::file::{ARCHIVE, TOO_LARGE};
use portolan_resources::archive::codes::ENCRYPTED;
use portolan_resources::{Paths, Resources, root_document};
use portolan_syntax::{Finding, Span};

use super::codes;

/// Archives that expand to more than this must not expand more than [`RATIO`]-fold as a whole.
const SUSPICIOUS: u64 = 256 << 20;
const RATIO: u64 = 300;

/// The files of an archive as they are to be written into a folder.
#[derive(Clone, Debug)]
pub struct Unpacking {
    /// Names that are safe below a folder, on every system, and where the bytes are.
    pub files: Vec<(String, String)>,
    /// The name of the main document, if there is one.
    pub main: Option<String>,
    /// What is wrong with the archive.
    pub findings: Vec<Finding>,
}

/// Lists an archive. File names are unique and never lead out of the target folder, and the declared sizes add up to at
/// most `limit` bytes. Their bytes are read by the caller, one after the other.
pub fn unpack(resources: &dyn Resources, archive: &str, limit: u64) -> Result<Unpacking, Unreadable> {
    let not_an_archive = || Unreadable::new(&ARCHIVE, "it is not a zip archive");
    let members = resources.members(archive)?.ok_or_else(not_an_archive)?;
    let (expanded, packed) = (members.expanded, members.packed);
    if expanded > limit {
        let why = format!("it expands to {expanded} bytes, more than the limit of {limit}");
        return Err(Unreadable::new(&TOO_LARGE, why).help("use `--max-bytes` to set another limit"));
    }
    if expanded > SUSPICIOUS && expanded / packed.max(1) > RATIO {
        let why = format!("{packed} bytes would expand to {expanded}: this is not an archive of documents");
        return Err(Unreadable::new(&TOO_LARGE, why));
    }
    // What cannot be read is told when it is read.
    let mut findings = members.findings;
    findings.retain(|finding| *finding.code != ENCRYPTED);
    let root = root_document(resources, archive).ok();
    let mut paths = Paths::default();
    let mut main = None;
    let mut files = Vec::with_capacity(members.names.len());
    for name in members.names {
        let given = paths.take(&name);
        if given != name {
            let message = format!("the member `{name}` is unpacked as `{given}`");
            findings.push(Finding::new(&codes::UNPACKED_NAME, Span::at(0), message));
        }
        let location = format!("{archive}/{name}");
        if root.as_ref().is_some_and(|root| root.location == location) {
            main = Some(given.clone());
        }
        files.push((given, location));
    }
    Ok(Unpacking { files, main, findings })
}
