//! Files that are only about to be written, over those that are there.

use portolan_check::Unreadable;
use portolan_resources::uri::{UriRef, decode};
use portolan_resources::{Found, How, Members, Resources, folder_of, join};

/// A few files in memory, before those of other resources.
pub(crate) struct Overlay<'a> {
    /// What is looked at where there is no such file in memory.
    pub(crate) under: &'a dyn Resources,
    /// Locations and bytes.
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

impl Overlay<'_> {
    fn file(&self, location: &str) -> Option<&Vec<u8>> {
        self.files.iter().find(|(known, _)| known == location).map(|(_, bytes)| bytes)
    }
}

impl Resources for Overlay<'_> {
    fn read(&self, location: &str, limit: u64) -> Result<Vec<u8>, Unreadable> {
        match self.file(location) {
            Some(bytes) => Ok(bytes.clone()),
            None => self.under.read(location, limit),
        }
    }

    fn locate(&self, base: &str, reference: &str) -> Result<Found, Unreadable> {
        let uri = UriRef::parse(reference.trim());
        let plain = uri.scheme.is_none() && uri.authority.is_none() && uri.query.is_none() && !uri.path.is_empty();
        let name = decode(uri.path).filter(|_| plain);
        let location = name.map(|name| join(folder_of(base), &name));
        match location.filter(|location| self.file(location).is_some()) {
            Some(location) => {
                let fragment = uri.fragment_text().filter(|f| !f.is_empty()).map(|f| f.into_owned());
                Ok(Found { location, fragment, how: How::Exact })
            }
            None => self.under.locate(base, reference),
        }
    }

    fn members(&self, location: &str) -> Result<Option<Members>, Unreadable> {
        if self.file(location).is_some() { Ok(None) } else { self.under.members(location) }
    }
}
