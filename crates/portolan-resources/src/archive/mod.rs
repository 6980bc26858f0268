//! Zip archives: `.zae`, `.kmz`, and archives in them.

pub mod codes;
mod manifest;
#[cfg(feature = "archives")]
mod open;
mod root;
#[cfg(not(feature = "archives"))]
mod without;
#[cfg(feature = "archives")]
mod write;

use portolan_syntax::Finding;

pub use manifest::{MANIFEST, manifest};
#[cfg(feature = "archives")]
pub(crate) use open::Archive;
pub use root::{Root, is_document, root_document};
#[cfg(not(feature = "archives"))]
pub(crate) use without::Archive;
#[cfg(not(feature = "archives"))]
pub use without::ArchiveWriter;
#[cfg(feature = "archives")]
pub use write::ArchiveWriter;

/// How deep archives in archives are opened.
pub(crate) const NESTING: usize = 8;
/// The most members of an archive.
#[cfg(feature = "archives")]
const MEMBERS: usize = 200_000;
/// The most bytes that all members of an archive may expand to: 16 GiB.
#[cfg(feature = "archives")]
const EXPANDED: u64 = 16 << 30;

/// What an archive holds.
#[derive(Clone, Default, Debug)]
pub struct Members {
    /// The names of its files, with `/`, sorted. Those that lead out of the archive are not among them.
    pub names: Vec<String>,
    /// How many bytes they say they expand to.
    pub expanded: u64,
    /// The bytes of the archive itself.
    pub packed: u64,
    /// What is wrong with its members; all at offset 0.
    pub findings: Vec<Finding>,
}

/// Does it begin like a zip archive?
pub fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// The kind of an archive or compressed file that is not opened, by its first bytes.
pub fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], &str); 5] = [
        (b"Rar!\x1A\x07", "rar"),
        (b"7z\xBC\xAF\x27\x1C", "7z"),
        (b"\x1F\x8B", "gzip"),
        (b"BZh", "bzip2"),
        (b"\xFD7zXZ\x00", "xz"),
    ];
    kinds.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, name)| *name)
}
