//! Files and the archives among them as one space of locations.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::{HashMap, HashSet};
use portolan_syntax::Budget;

use crate::archive::{Archive, NESTING};
use crate::unreadable::{ARCHIVE, TOO_LARGE};
use crate::{Members, Unreadable};

/// What is at a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    File,
    Folder,
    Nothing,
}

/// Files without a look into archives.
pub(crate) trait Store {
    /// The bytes of a file.
    fn bytes(&self, path: &str, limit: u64) -> Result<Vec<u8>, Unreadable>;
    /// Does the file begin like a zip archive?
    fn is_zip(&self, path: &str) -> bool;
    /// What is there; the empty path is the current folder.
    fn kind(&self, path: &str) -> Kind;
    /// The names in a folder, in any order.
    fn list(&self, folder: &str) -> Vec<String>;
    /// The folder that a document reaches.
    fn root(&self, base: &str) -> String;
    /// Where a file really lies: the same path unless a link in it leads elsewhere.
    fn real(&self, path: &str) -> String {
        path.to_owned()
    }
    /// Folders that may be named by `package://` and `model://`, with the names that they have there.
    fn packages(&self, _base: &str) -> Vec<(Vec<String>, String)> {
        Vec::new()
    }
    /// What may be used for what is read.
    fn budget(&self) -> Budget;
    /// May the document at `base` reach this file? Without a base: is it among what is allowed to all?
    fn permits(&self, path: &str, base: Option<&str>) -> bool;
}

/// Opened archives are kept up to this many bytes, the last one always.
const KEPT: usize = 512 << 20;

/// A folder's names with their lower-case forms, sorted by these.
type Listing = Arc<Vec<(String, String)>>;

/// Where an archive is, and what opening it came to.
type Opened = (String, Result<Arc<Archive>, Unreadable>);

/// The archives that were opened and the folders that were listed, each once.
#[derive(Default, Debug)]
pub(crate) struct Space {
    archives: Mutex<Vec<Opened>>,
    listings: Mutex<HashMap<String, Listing>>,
    /// Members that were counted as expanded.
    expanded: Mutex<HashSet<String>>,
}

/// Where a location leads.
enum Place {
    /// To a file or folder of the store, or to nothing.
    Store(Kind),
    /// To a member of an archive.
    Member(Arc<Archive>, String),
    /// To a folder in an archive.
    Folder(Arc<Archive>, String),
}

impl Space {
    pub(crate) fn read(&self, store: &dyn Store, location: &str, limit: u64) -> Result<Vec<u8>, Unreadable> {
        match self.place(store, location)? {
            Place::Member(archive, name) => self.expand(store, &archive, &name, location, limit),
            Place::Folder(..) => {
                Err(Unreadable::new(&crate::unreadable::CANNOT_READ, "it is a folder inside an archive"))
            }
            Place::Store(_) => store.bytes(location, limit),
        }
    }

    /// What an archive holds.
    pub(crate) fn members(&self, store: &dyn Store, location: &str) -> Result<Option<Members>, Unreadable> {
        self.as_archive(store, location).map(|archive| archive.map(|a| a.members()))
    }

    pub(crate) fn kind(&self, store: &dyn Store, location: &str) -> Kind {
        match self.place(store, location) {
            Ok(Place::Store(kind)) => kind,
            Ok(Place::Member(..)) => Kind::File,
            Ok(Place::Folder(..)) => Kind::Folder,
            Err(_) => Kind::Nothing,
        }
    }

    /// The name in a folder or archive that differs from `name` in case only; of several the first in order.
    pub(crate) fn other_case(&self, store: &dyn Store, folder: &str, name: &str) -> Option<String> {
        let known = lock(&self.listings).get(folder).cloned();
        let listing = known.unwrap_or_else(|| {
            let mut names: Vec<(String, String)> =
                self.list(store, folder).into_iter().map(|n| (n.to_lowercase(), n)).collect();
            names.sort();
            let listing = Arc::new(names);
            lock(&self.listings).insert(folder.to_owned(), listing.clone());
            listing
        });
        let wanted = name.to_lowercase();
        let at = listing.partition_point(|(lower, _)| *lower < wanted);
        listing.get(at).filter(|(lower, _)| *lower == wanted).map(|(_, name)| name.clone())
    }

    /// The only member of an archive with this name, in whatever folder.
    pub(crate) fn only_named(&self, store: &dyn Store, archive: &str, name: &str) -> Option<String> {
        let opened = self.as_archive(store, archive).ok()??;
        opened.only_named(name).map(|member| join(archive, member))
    }

    fn list(&self, store: &dyn Store, folder: &str) -> Vec<String> {
        match self.place(store, folder) {
            Ok(Place::Store(Kind::Folder)) => store.list(folder),
            Ok(Place::Folder(archive, prefix)) => archive.list(&prefix),
            Ok(_) => self.as_archive(store, folder).ok().flatten().map(|a| a.list("")).unwrap_or_default(),
            Err(_) => Vec::new(),
        }
    }

    /// The innermost archive that a location lies in.
    pub(crate) fn archive_around<'a>(&self, store: &dyn Store, location: &'a str) -> Option<&'a str> {
        if store.kind(location) != Kind::Nothing {
            return None;
        }
        let mut at = file_above(store, location).filter(|file| store.is_zip(file))?;
        let mut archive = self.open(at, || store.bytes(at, u64::from(u32::MAX))).ok()?;
        for _ in 0..NESTING {
            let Some(inner) = inner(&archive, at, location) else { break };
            let Ok(opened) = self.open_inner(store, &archive, at, inner) else { break };
            (at, archive) = (inner, opened);
        }
        Some(at)
    }

    /// The part of a location that is a file of the store.
    pub(crate) fn file_part<'a>(&self, store: &dyn Store, location: &'a str) -> &'a str {
        if store.kind(location) != Kind::Nothing {
            return location;
        }
        file_above(store, location).unwrap_or(location)
    }

    /// Opens an archive in another one.
    fn open_inner(
        &self,
        store: &dyn Store,
        archive: &Archive,
        at: &str,
        inner: &str,
    ) -> Result<Arc<Archive>, Unreadable> {
        let name = inner.get(at.len() + 1..).unwrap_or_default();
        self.open(inner, || self.expand(store, archive, name, inner, u64::from(u32::MAX)))
    }

    fn as_archive(&self, store: &dyn Store, location: &str) -> Result<Option<Arc<Archive>>, Unreadable> {
        match self.place(store, location)? {
            Place::Store(Kind::File) if store.is_zip(location) => {
                self.open(location, || store.bytes(location, u64::from(u32::MAX))).map(Some)
            }
            Place::Member(archive, name) if archive.is_archive(&name) => {
                self.open(location, || self.expand(store, &archive, &name, location, u64::from(u32::MAX))).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The bytes of a member, as far as the budget reaches. Read again, it counts once.
    fn expand(
        &self,
        store: &dyn Store,
        archive: &Archive,
        name: &str,
        location: &str,
        limit: u64,
    ) -> Result<Vec<u8>, Unreadable> {
        let size = archive.expanded_size(name);
        let mut expanded = lock(&self.expanded);
        if size > 0 && !expanded.contains(location) {
            if !store.budget().expand(size) {
                return Err(Unreadable::too_much(size, store.budget().limit()));
            }
            expanded.insert(location.to_owned());
        }
        drop(expanded);
        archive.read(name, limit)
    }

    fn place(&self, store: &dyn Store, location: &str) -> Result<Place, Unreadable> {
        let kind = store.kind(location);
        if kind != Kind::Nothing {
            return Ok(Place::Store(kind));
        }
        let nothing = Ok(Place::Store(Kind::Nothing));
        let Some(file) = file_above(store, location) else { return nothing };
        if !store.is_zip(file) {
            return nothing;
        }
        let mut archive = self.open(file, || store.bytes(file, u64::from(u32::MAX)))?;
        let mut at = file;
        for _ in 0..NESTING {
            let rest = location.get(at.len() + 1..).unwrap_or_default();
            if archive.holds(rest) {
                return Ok(Place::Member(archive, rest.to_owned()));
            }
            if archive.is_folder(rest) {
                return Ok(Place::Folder(archive, rest.to_owned()));
            }
            let Some(inner) = inner(&archive, at, location) else { return nothing };
            archive = self.open_inner(store, &archive, at, inner)?;
            at = inner;
        }
        Err(Unreadable::new(&TOO_LARGE, format!("archives are nested more than {NESTING} deep")))
    }

    fn open(
        &self,
        location: &str,
        bytes: impl FnOnce() -> Result<Vec<u8>, Unreadable>,
    ) -> Result<Arc<Archive>, Unreadable> {
        let mut open = lock(&self.archives);
        if let Some(at) = open.iter().position(|(known, _)| known == location) {
            let found = open.remove(at);
            let archive = found.1.clone();
            open.push(found);
            return archive;
        }
        // Opening a nested archive reads from its parent, which is open already: nobody waits for this lock twice.
        let archive = bytes().and_then(|bytes| {
            let zip = crate::archive::is_zip(&bytes);
            if zip { Archive::open(bytes) } else { Err(Unreadable::new(&ARCHIVE, "it is not a zip archive")) }
        });
        let archive = archive.map(Arc::new);
        open.push((location.to_owned(), archive.clone()));
        let size = |entry: &Opened| entry.1.as_ref().map_or(0, |a| a.size());
        let mut kept: usize = open.iter().map(size).sum();
        while kept > KEPT && open.len() > 1 {
            kept -= size(&open.remove(0));
        }
        archive
    }
}

/// A poisoned lock guards a cache whose entries are whole at any time.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The file of the store that a location is in. References may have a hundred thousand parts: then few of the paths above are looked
/// at, as there is nothing below nothing.
fn file_above<'a>(store: &dyn Store, location: &'a str) -> Option<&'a str> {
    let above: Vec<&str> = prefixes(location).collect();
    let first = match above.len() > PARTS {
        true => above.partition_point(|prefix| store.kind(prefix) == Kind::Nothing),
        false => 0,
    };
    above
        .into_iter()
        .skip(first)
        .find(|prefix| store.kind(prefix) != Kind::Nothing)
        .filter(|p| store.kind(p) == Kind::File)
}

/// Parts of paths that are looked at one by one.
const PARTS: usize = 100;

/// The archive in an archive that a location is in.
fn inner<'a>(archive: &Archive, at: &str, location: &'a str) -> Option<&'a str> {
    let rest = location.get(at.len() + 1..)?;
    let name = prefixes(rest).find(|prefix| archive.is_archive(prefix))?;
    location.get(..at.len() + 1 + name.len())
}

/// The paths above a path, nearest first.
fn prefixes(path: &str) -> impl Iterator<Item = &str> {
    path.rmatch_indices('/').map(|(at, _)| path.get(..at).unwrap_or_default()).filter(|prefix| !prefix.is_empty())
}

/// The folder of a file, without the slash behind it; empty for the current one.
pub fn folder_of(path: &str) -> &str {
    let separator = |c: char| c == '/' || cfg!(windows) && c == '\\';
    match path.rfind(separator) {
        Some(0) => path.get(..1).unwrap_or_default(),
        Some(at) => path.get(..at).unwrap_or_default(),
        None => "",
    }
}

/// A path below a folder.
pub fn join(folder: &str, path: &str) -> String {
    match folder {
        "" => path.to_owned(),
        folder if folder.ends_with('/') => format!("{folder}{path}"),
        folder => format!("{folder}/{path}"),
    }
}
