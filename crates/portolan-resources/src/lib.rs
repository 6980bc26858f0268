//! The only way to the outside: where the bytes of documents, images and archives come from, and what a document may
//! reach.
//!
//! A *location* is a path as the user gave it (`models/a.dae`, `-` for standard input). Archives are folders: their
//! members are further segments (`models/a.zae/scene/a.dae`), archives in archives included
//! (`a.zae/inner.zip/dir/doc.dae`). [`Resources::read`] gives the bytes of a location; [`Resources::locate`] turns what
//! stands in a document into a location, and is as lenient as the files in use need: native paths, spaces, wrong case,
//! absolute paths of somebody else's machine.
//!
//! ```
//! use portolan_resources::{How, Memory, Resources};
//!
//! let files = Memory::new().with("models/a.dae", "<COLLADA/>").with("models/textures/Wood 1.png", "…");
//! let found = files.locate("models/a.dae", r"C:\Users\me\Textures\wood%201.PNG").unwrap();
//! assert_eq!(found.location, "models/textures/Wood 1.png");
//! assert_eq!(found.how, How::Tail);
//! ```

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod archive;
mod companions;
mod files;
mod gzip;
mod large;
mod locate;
mod memory;
mod model;
pub mod picture;
mod portable;
mod space;
pub mod unreadable;
pub mod uri;
mod way;
pub mod write;

pub use archive::{Members, Root, root_document};
pub use companions::{CODES as COMPANION_CODES, Companions, FreeNames, NOT_WRITTEN, Placed, RENAMED, file_name};
pub use files::{Files, Observer, STDIN};
pub use gzip::{packed_head, unpacked};
pub use locate::{Found, How};
pub use memory::Memory;
pub use portable::{Paths, portable};
pub use space::{folder_of, join};
pub use unreadable::Unreadable;
pub use way::way;

use std::sync::Arc;

use portolan_syntax::{Budget, ReadAt};

/// Where the bytes of documents, images and archives come from, and what a document may reach.
///
/// Implement it to read from a browser or a database; [`Files`] and [`Memory`] are here.
pub trait Resources: Send + Sync {
    /// The bytes at a location, unless there are more than `limit`.
    fn read(&self, location: &str, limit: u64) -> Result<Vec<u8>, Unreadable>;

    /// The file at a location, if it can be read piece by piece and has at least so many bytes.
    fn large(&self, _location: &str, _at_least: u64) -> Option<Arc<dyn ReadAt>> {
        None
    }

    /// The location that a reference means which stands in the document at `base`.
    ///
    /// A reference with nothing before its `#` means `base` itself. Where a document says `xml:base`, the caller resolves
    /// the reference against it first ([`uri::UriRef::resolve`]). What lies outside of what the document may reach
    /// is an error, and so is everything that would have to be fetched.
    fn locate(&self, base: &str, reference: &str) -> Result<Found, Unreadable>;

    /// What may be used for what is read here. Without one of its own a caller trusts what it reads.
    fn budget(&self) -> Budget {
        Budget::unlimited()
    }

    /// What an archive holds; nothing if there is no archive at the location.
    fn members(&self, location: &str) -> Result<Option<Members>, Unreadable> {
        let bytes = self.read(location, u64::MAX)?;
        archive::is_zip(&bytes).then(|| archive::Archive::open(bytes).map(|a| a.members())).transpose()
    }
}

/// What is shared is as good as what is owned.
impl<T: Resources + ?Sized> Resources for Arc<T> {
    fn read(&self, location: &str, limit: u64) -> Result<Vec<u8>, Unreadable> {
        (**self).read(location, limit)
    }

    fn large(&self, location: &str, at_least: u64) -> Option<Arc<dyn ReadAt>> {
        (**self).large(location, at_least)
    }

    fn locate(&self, base: &str, reference: &str) -> Result<Found, Unreadable> {
        (**self).locate(base, reference)
    }

    fn budget(&self) -> Budget {
        (**self).budget()
    }

    fn members(&self, location: &str) -> Result<Option<Members>, Unreadable> {
        (**self).members(location)
    }
}
