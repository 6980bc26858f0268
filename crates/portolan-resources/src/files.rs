//! The files of the machine.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use hashbrown::HashMap;
use portolan_syntax::Budget;
#[cfg(unix)]
use portolan_syntax::ReadAt;

use crate::space::{Kind, Space, Store, folder_of};
use crate::unreadable::{CANNOT_READ, OUTSIDE, TOO_LARGE};
use crate::{Found, Members, Resources, Unreadable, archive, model};

/// The name that stands for standard input.
pub const STDIN: &str = "-";

/// The files of the machine, and standard input as `-`.
///
/// The caller may read whatever it names. What a document names is reached only below the folder of the main document
/// (a document in an archive: only in the archive) and below the folders that are allowed; symbolic links count as what
/// they lead to. A clone is a handle to the same: what one has read, the other knows.
#[derive(Clone, Default, Debug)]
pub struct Files {
    /// Folders that documents may reach besides their own.
    pub allow: Vec<PathBuf>,
    /// The folder that the document belongs to, if it is not that of the model or package around it.
    root: Option<String>,
    main: Option<String>,
    budget: Budget,
    state: Arc<State>,
    /// Who is told what is read.
    observer: Option<Arc<dyn Observer>>,
}

/// Is told what is read of the outside, and what references lead to: all that the result of a work depends on.
pub trait Observer: Send + Sync + std::fmt::Debug {
    /// A file was read in full.
    fn read(&self, path: &str, bytes: &[u8]);

    /// A reference in the document at `base` leads to another location, or to none.
    fn located(&self, base: &str, reference: &str, location: Option<&str>);
}

#[derive(Default, Debug)]
struct State {
    space: Space,
    /// What was read of standard input to see whether it is an archive: it can be read only once.
    stdin: Mutex<Option<Vec<u8>>>,
    /// The files that were read.
    read: Mutex<BTreeSet<String>>,
    /// The model or package around each folder that was asked for.
    models: Mutex<HashMap<String, Option<String>>>,
}

impl Files {
    /// Reads what the caller names; every document reaches its own folder.
    pub fn new() -> Files {
        Files::default()
    }

    /// Reads for one document: this one, and what is in its folder. Other documents that it leads to reach the same
    /// folder, not their own.
    pub fn within(main: impl Into<String>) -> Files {
        Files { main: Some(main.into()), ..Files::default() }
    }

    /// The files that were read so far, archives among them, and those that documents refer to: none of them may be overwritten.
    pub fn were_read(&self) -> Vec<String> {
        self.state.read.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Notes a file that the result depends on.
    fn note(&self, path: &str) {
        let mut read = self.state.read.lock().unwrap_or_else(PoisonError::into_inner);
        if !read.contains(path) {
            read.insert(path.to_owned());
        }
    }

    /// Refuses what the document may not reach, before anything of it is opened.
    fn refuse_outside(&self, location: &str) -> Result<(), Unreadable> {
        let Some(main) = self.main.as_deref().filter(|main| *main != location) else { return Ok(()) };
        let file = self.state.space.file_part(self, location);
        match file == main || self.permits(file, Some(main)) {
            true => Ok(()),
            false => {
                Err(Unreadable::new(&OUTSIDE, "access is denied, because it is outside the folder of the document"))
            }
        }
    }

    /// Says which folder the document belongs to: it may read what is in there as if it were its own folder. Without it, that
    /// is the nearest folder above the document with a `model.config` (Gazebo) or `package.xml` (ROS), if there is one.
    pub fn rooted(mut self, root: Option<impl Into<String>>) -> Files {
        self.root = root.map(Into::into);
        self
    }

    /// The folder of the model or package around a folder.
    fn model_around(&self, folder: &str) -> Option<String> {
        let mut models = self.state.models.lock().unwrap_or_else(PoisonError::into_inner);
        models.entry(folder.to_owned()).or_insert_with(|| model::around(folder)).clone()
    }

    /// Tells somebody what is read.
    pub fn observed(mut self, observer: Arc<dyn Observer>) -> Files {
        self.observer = Some(observer);
        self
    }

    /// Counts what is read in this budget.
    pub fn charging(mut self, budget: &Budget) -> Files {
        self.budget = budget.clone();
        self
    }

    /// Permits more folders.
    pub fn allowing(mut self, folders: impl IntoIterator<Item = PathBuf>) -> Files {
        self.allow.extend(folders);
        self
    }

    /// The bytes of a file, or of standard input.
    fn bytes_of(&self, path: &str, limit: u64) -> Result<Vec<u8>, Unreadable> {
        if path == STDIN {
            let mut stdin = self.state.stdin.lock().unwrap_or_else(PoisonError::into_inner);
            return match stdin.take() {
                Some(bytes) if bytes.len() as u64 > limit => Err(Unreadable::too_large(bytes.len() as u64, limit)),
                Some(bytes) => {
                    // An archive is asked for its members again; a document is read once and would be in memory twice.
                    *stdin = archive::is_zip(&bytes).then(|| bytes.clone());
                    Ok(bytes)
                }
                None => {
                    let bytes = read_all(std::io::stdin().lock(), 0, limit)?;
                    self.budget.read(bytes.len() as u64);
                    Ok(bytes)
                }
            };
        }
        // A pipe that a document names would never end; the user may name what he likes.
        let named = self.main.as_deref().is_none_or(|main| main == path);
        if !named && !std::fs::metadata(path).map_err(cannot_read)?.is_file() {
            return Err(Unreadable::new(&CANNOT_READ, "it is not a regular file"));
        }
        let file = std::fs::File::open(path).map_err(cannot_read)?;
        self.note(path);
        let metadata = file.metadata().map_err(cannot_read)?;
        if metadata.is_dir() {
            return Err(Unreadable::new(&CANNOT_READ, "it is a folder"));
        }
        if metadata.is_file() && metadata.len() > limit {
            return Err(Unreadable::too_large(metadata.len(), limit));
        }
        if metadata.is_file() {
            self.budget.read_file(&identity(path, &metadata), metadata.len());
        }
        if metadata.is_file()
            && metadata.len() >= LARGE as u64
            && let Some(bytes) = read_in_pieces(&file, metadata.len())
        {
            return Ok(bytes);
        }
        let bytes = read_all(file, metadata.len(), limit)?;
        if !metadata.is_file() {
            self.budget.read_file(&identity(path, &metadata), bytes.len() as u64);
        }
        Ok(bytes)
    }
}

impl Resources for Files {
    fn read(&self, location: &str, limit: u64) -> Result<Vec<u8>, Unreadable> {
        self.refuse_outside(location)?;
        self.state.space.read(self, location, limit)
    }

    #[cfg(unix)]
    fn large(&self, location: &str, at_least: u64) -> Option<Arc<dyn ReadAt>> {
        // Who is told what is read wants all of it.
        let own = self.observer.is_none() && self.main.as_deref().is_none_or(|main| main == location);
        if !own || location == STDIN {
            return None;
        }
        let file = crate::large::Large::open(location, at_least)?;
        self.note(location);
        let key = std::fs::metadata(location).map(|metadata| identity(location, &metadata)).ok()?;
        self.budget.read_file(&key, file.size());
        Some(Arc::new(file))
    }

    fn locate(&self, base: &str, reference: &str) -> Result<Found, Unreadable> {
        let found = crate::locate::locate(&self.state.space, self, base, reference);
        if let Ok(found) = &found
            && found.location != base
        {
            self.note(&found.location);
        }
        if let Some(observer) = &self.observer {
            let location = found.as_ref().ok().map(|found| found.location.as_str());
            if location != Some(base) {
                observer.located(base, reference, location);
            }
        }
        found
    }

    fn budget(&self) -> Budget {
        self.budget.clone()
    }

    fn members(&self, location: &str) -> Result<Option<Members>, Unreadable> {
        if location == STDIN {
            let mut stdin = self.state.stdin.lock().unwrap_or_else(PoisonError::into_inner);
            if stdin.is_none() {
                let bytes = read_all(std::io::stdin().lock(), 0, u64::from(u32::MAX))?;
                self.budget.read(bytes.len() as u64);
                *stdin = Some(bytes);
            }
        }
        self.refuse_outside(location)?;
        self.state.space.members(self, location)
    }
}

impl Store for Files {
    fn bytes(&self, path: &str, limit: u64) -> Result<Vec<u8>, Unreadable> {
        let bytes = self.bytes_of(path, limit)?;
        if let Some(observer) = &self.observer {
            observer.read(path, &bytes);
        }
        Ok(bytes)
    }

    fn is_zip(&self, path: &str) -> bool {
        if path == STDIN {
            let stdin = self.state.stdin.lock().unwrap_or_else(PoisonError::into_inner);
            return stdin.as_deref().is_some_and(archive::is_zip);
        }
        // Reading from a pipe would take from it what cannot be given back.
        if !std::fs::metadata(path).is_ok_and(|m| m.is_file()) {
            return false;
        }
        let mut head = [0; 4];
        std::fs::File::open(path).and_then(|mut f| f.read_exact(&mut head)).is_ok_and(|()| archive::is_zip(&head))
    }

    fn kind(&self, path: &str) -> Kind {
        if path == STDIN {
            return Kind::File;
        }
        match std::fs::metadata(if path.is_empty() { "." } else { path }) {
            Ok(metadata) if metadata.is_dir() => Kind::Folder,
            Ok(metadata) if metadata.is_file() => Kind::File,
            _ => Kind::Nothing,
        }
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(if folder.is_empty() { "." } else { folder }) else { return Vec::new() };
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }

    fn root(&self, base: &str) -> String {
        let main = self.main.as_deref().unwrap_or(base);
        if main == STDIN {
            return self.root.clone().unwrap_or_default();
        }
        let folder = folder_of(main);
        self.root.clone().or_else(|| self.model_around(folder)).unwrap_or_else(|| folder.to_owned())
    }

    fn real(&self, path: &str) -> String {
        let (Ok(real), name) = (Path::new(path).canonicalize(), Path::new(path).file_name()) else {
            return path.to_owned();
        };
        let folder = folder_of(path);
        let near = Path::new(if folder.is_empty() { "." } else { folder }).canonicalize();
        let same = near.is_ok_and(|near| name.is_some_and(|name| near.join(name) == real));
        if same { path.to_owned() } else { real.to_string_lossy().into_owned() }
    }

    fn packages(&self, base: &str) -> Vec<(Vec<String>, String)> {
        let allowed = self.allow.iter().map(|folder| folder.to_string_lossy().into_owned());
        let folders = std::iter::once(self.root(base)).chain(allowed);
        folders.map(|folder| (model::names(&folder), folder)).collect()
    }

    fn budget(&self) -> Budget {
        self.budget.clone()
    }

    fn permits(&self, path: &str, base: Option<&str>) -> bool {
        let Ok(path) = Path::new(path).canonicalize() else { return false };
        let below = |folder: &Path| folder.canonicalize().is_ok_and(|folder| path.starts_with(folder));
        let reaches = |folder: &str| below(Path::new(if folder.is_empty() { "." } else { folder }));
        let own = |base: &str| reaches(folder_of(self.main.as_deref().unwrap_or(base))) || reaches(&self.root(base));
        base.is_some_and(own) || self.allow.iter().any(|folder| below(folder))
    }
}

/// What tells a file from others, whatever links lead to it: what is read by a hundred names is there once, and counts once.
fn identity(path: &str, metadata: &std::fs::Metadata) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let _ = path;
        format!("{}:{}", metadata.dev(), metadata.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        Path::new(path).canonicalize().map_or_else(|_| path.to_owned(), |real| real.to_string_lossy().into_owned())
    }
}

/// Files from this size on are read in pieces on all cores: filling fresh memory costs more than reading the disk cache.
const LARGE: usize = 4 << 20;

/// The bytes of a large file; `None` when it is shorter than it said, or cannot be read at places.
#[cfg(unix)]
fn read_in_pieces(file: &std::fs::File, length: u64) -> Option<Vec<u8>> {
    use std::os::unix::fs::FileExt;

    use portolan_parallel::prelude::*;
    use portolan_syntax::memory::{LARGE_PAGE, prefer_large_pages};

    let length = usize::try_from(length).ok()?;
    Vec::<u8>::new().try_reserve_exact(length).ok()?;
    // Zeroed memory comes untouched from the system, so that each core fills its own pages.
    let mut bytes = vec![0; length];
    prefer_large_pages(&mut bytes);
    let read = |(i, piece): (usize, &mut [u8])| file.read_exact_at(piece, (i * LARGE_PAGE) as u64);
    bytes.par_chunks_mut(LARGE_PAGE).enumerate().try_for_each(read).ok()?;
    Some(bytes)
}

#[cfg(not(unix))]
fn read_in_pieces(_: &std::fs::File, _: u64) -> Option<Vec<u8>> {
    None
}

fn read_all(reader: impl Read, expected: u64, limit: u64) -> Result<Vec<u8>, Unreadable> {
    let mut bytes = Vec::new();
    // What a file says of its size is a hint; a lie must not become an allocation that fails.
    let hint = usize::try_from(expected.min(limit)).unwrap_or(0);
    bytes.try_reserve_exact(hint).map_err(|_| Unreadable::new(&TOO_LARGE, "there is not enough memory for it"))?;
    reader.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(cannot_read)?;
    match bytes.len() as u64 > limit {
        true => Err(Unreadable::new(&TOO_LARGE, format!("it has more than {limit} bytes"))),
        false => Ok(bytes),
    }
}

fn cannot_read(error: std::io::Error) -> Unreadable {
    match error.kind() {
        std::io::ErrorKind::NotFound => Unreadable::missing(),
        std::io::ErrorKind::PermissionDenied => Unreadable::new(&CANNOT_READ, "permission denied"),
        _ => Unreadable::new(&CANNOT_READ, format!("cannot read it: {error}")),
    }
}
