//! The only way to the outside for results: all files of a command, or none of them.
//!
//! A [`Writer`] knows what a command reads and what it writes. No output is an input or another output, whatever the two
//! are called. Files are written in full before the first of them gets its name. What is not a regular file (a pipe, a
//! device) is written to, never replaced.
//!
//! Files that the user names are replaced. Files that only follow from a document ([`crate::Companions`]) get a name that is
//! free ([`free_names`]).

mod identity;
mod leftovers;
mod stage;

use std::borrow::Cow;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use hashbrown::HashMap;

use crate::{FreeNames, STDIN};
use identity::Identity;
use stage::Staged;

pub use leftovers::{TemporaryFolder, sweep};

/// Why nothing is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unwritable {
    /// What the user asks for cannot be: an output is an input, or two outputs are one file.
    Clash(String),
    /// The system, or a permission, does not let it be written.
    Failed(String),
}

impl std::fmt::Display for Unwritable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unwritable::Clash(why) | Unwritable::Failed(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Unwritable {}

/// The files that a command writes.
#[derive(Default, Debug)]
pub struct Writer<'a> {
    /// Are read-only files replaced as well?
    force: bool,
    /// What is read, by file and by the name it was given.
    inputs: HashMap<Identity, String>,
    /// What the user wants to have written.
    named: HashMap<Identity, PathBuf>,
    outputs: Vec<(PathBuf, Cow<'a, [u8]>)>,
    /// Folders that files beside a document need.
    folders: Vec<PathBuf>,
    /// Files beside a document, also those that are there already.
    companions: Vec<PathBuf>,
}

impl<'a> Writer<'a> {
    /// A writer without any files. With `force`, read-only files are replaced as well.
    pub fn new(force: bool) -> Writer<'a> {
        Writer { force, ..Writer::default() }
    }

    /// Notes a file that is read: a location, of which an archive's members are parts of the archive.
    pub fn reads(&mut self, location: &str) {
        // A file that the shell opens for this program is one that the user wants to keep, too.
        let mut path = Path::new(if location == STDIN { "/dev/stdin" } else { location });
        let found = loop {
            match std::fs::metadata(path) {
                Ok(found) => break found,
                Err(_) => match path.parent() {
                    Some(parent) if !parent.as_os_str().is_empty() => path = parent,
                    _ => return,
                },
            }
        };
        if found.is_file()
            && let Some(identity) = Identity::of_found(path, &found)
        {
            self.inputs.entry(identity).or_insert_with(|| location.to_owned());
        }
    }

    /// Notes a file that the user wants to have written, and refuses it if it is an input or another output.
    pub fn will_write(&mut self, path: impl AsRef<Path>) -> Result<(), Unwritable> {
        let path = path.as_ref();
        if path == Path::new(STDIN) || is_special(path) {
            return self.refuse_stream(path);
        }
        if path.is_dir() {
            return Err(Unwritable::Failed(format!("cannot write {}: it is a folder", path.display())));
        }
        let Some(identity) = Identity::of(path) else {
            return Err(Unwritable::Failed(format!("cannot write {}: the folder does not exist", path.display())));
        };
        self.refuse_input(path, &identity)?;
        if let Some(other) = self.named.get(&identity) {
            let shown = path.display();
            let message = match other == path {
                true => format!("{shown} would be written twice; give two different files"),
                false => format!("{shown} and {} are the same file; give two different files", other.display()),
            };
            return Err(Unwritable::Clash(message));
        }
        self.named.insert(identity, path.to_path_buf());
        Ok(())
    }

    /// Refuses a file that is there and is one of those that are read.
    pub fn refuse(&self, path: &Path) -> Result<(), Unwritable> {
        Identity::of(path).map_or(Ok(()), |identity| self.refuse_input(path, &identity))
    }

    /// Refuses a stream that leads into one of the files that are read: what is written there would be added to it.
    fn refuse_stream(&self, path: &Path) -> Result<(), Unwritable> {
        let open = if path == Path::new(STDIN) { Path::new("/dev/stdout") } else { path };
        match std::fs::metadata(open) {
            Ok(found) if cfg!(unix) && found.is_file() => {
                Identity::of_found(open, &found).map_or(Ok(()), |identity| self.refuse_input(path, &identity))
            }
            _ => Ok(()),
        }
    }

    /// Takes the bytes of a file. Nothing is written before [`Writer::commit`].
    pub fn put(&mut self, path: impl Into<PathBuf>, bytes: impl Into<Cow<'a, [u8]>>) {
        self.outputs.push((path.into(), bytes.into()));
    }

    /// Takes the bytes of a file beside a document. One that is there already with the same bytes stays as it is.
    pub fn put_companion(&mut self, folder: &Path, name: &str, bytes: impl Into<Cow<'a, [u8]>>) {
        let (path, bytes) = (folder.join(name), bytes.into());
        self.companions.push(path.clone());
        if !holds(&path, &bytes) {
            // Folders between the document and its companion are made; the one of the document has to be there.
            let between = path.ancestors().skip(1).take(name.matches('/').count());
            self.folders.extend(between.map(Path::to_path_buf));
            self.outputs.push((path, bytes));
        }
    }

    /// Writes all files, in the order in which they were put. If one of them cannot be written, none is.
    pub fn commit(self) -> Result<(), Unwritable> {
        for path in &self.companions {
            self.refuse_named(path)?;
        }
        for (path, _) in &self.outputs {
            match is_special(path) {
                true => self.refuse_stream(path)?,
                false => self.refuse(path)?,
            }
        }
        let made = self.make_folders()?;
        if let Err(why) = self.place() {
            made.iter().rev().for_each(|folder| _ = std::fs::remove_dir(folder));
            return Err(why);
        }
        // What goes into a pipe cannot be taken back, so it goes there when nothing else can fail any more.
        for (path, bytes) in self.outputs.iter().filter(|(path, _)| is_special(path)) {
            write_into(path, bytes).map_err(|e| failed(path, &e))?;
        }
        Ok(())
    }

    /// Makes the folders that companions need and that are not there; gives those that it made.
    fn make_folders(&self) -> Result<Vec<&PathBuf>, Unwritable> {
        let mut wanted: Vec<&PathBuf> = self.folders.iter().collect();
        wanted.sort();
        wanted.dedup();
        let mut made = Vec::new();
        for folder in wanted {
            match std::fs::create_dir(folder) {
                Ok(()) => made.push(folder),
                Err(_) if std::fs::symlink_metadata(folder).is_ok_and(|m| m.is_dir()) => {}
                Err(error) => return Err(failed(folder, &error)),
            }
        }
        Ok(made)
    }

    /// Writes all files that are replaced as a whole.
    fn place(&self) -> Result<(), Unwritable> {
        let mut staged = Vec::new();
        for (path, bytes) in self.outputs.iter().filter(|(path, _)| !is_special(path)) {
            if !self.force {
                refuse_read_only(path)?;
            }
            staged.push(Staged::new(path, bytes, false).map_err(|e| failed(path, &e))?);
        }
        stage::place_all(staged)
    }

    /// Refuses a file beside a document that is one of those that the user named for something else.
    fn refuse_named(&self, path: &Path) -> Result<(), Unwritable> {
        match Identity::of(path).and_then(|identity| self.named.get(&identity)) {
            Some(named) => Err(Unwritable::Clash(format!(
                "{} would be written twice: it belongs to the result as well; choose another name for it",
                named.display()
            ))),
            None => Ok(()),
        }
    }

    fn refuse_input(&self, path: &Path, identity: &Identity) -> Result<(), Unwritable> {
        let Some(input) = self.inputs.get(identity) else { return Ok(()) };
        let shown = path.display();
        let message = match Path::new(input) == path {
            true => format!("{shown} is read by this command and would be overwritten; choose another output"),
            false => format!(
                "{shown} is the same file as the input {input}, which would be overwritten; choose another output"
            ),
        };
        Err(Unwritable::Clash(message))
    }
}

/// Replaces a document by an edited form of it. Owner and mode stay; the new bytes are on the disk before the old ones
/// are gone. A read-only file is refused without `force`.
pub fn edit(path: &Path, bytes: &[u8], force: bool) -> Result<(), Unwritable> {
    if is_special(path) {
        return write_into(path, bytes).map_err(|e| failed(path, &e));
    }
    if !force {
        refuse_read_only(path)?;
    }
    let staged = Staged::new(path, bytes, true).map_err(|e| failed(path, &e))?;
    stage::place_all(vec![staged])
}

/// Names that files beside an output may have: those that no file has, or one that holds the same bytes. With `force`
/// other files may be replaced, too. Nothing is reached through symbolic links.
pub fn free_names(output: &Path, force: bool) -> FreeNames {
    let output = output.to_path_buf();
    FreeNames::new(move |name, bytes| {
        let folder = output.parent().unwrap_or(Path::new(""));
        let mut path = folder.to_path_buf();
        let mut parts = name.split('/').peekable();
        while let Some(part) = parts.next() {
            path.push(part);
            match (std::fs::symlink_metadata(&path), parts.peek()) {
                (Err(error), _) => return error.kind() == std::io::ErrorKind::NotFound,
                (Ok(metadata), Some(_)) if metadata.is_dir() => {}
                (Ok(metadata), None) if metadata.is_file() => {
                    return force || holds(&path, bytes) || is_own(&path, &output);
                }
                _ => return false,
            }
        }
        false
    })
}

/// What begins a material library that portolan wrote.
pub const OWN_LIBRARY: &str = "# Written by Portolan";

/// Was a file beside an output written with it, by portolan? Only then it may be replaced with the output.
fn is_own(path: &Path, output: &Path) -> bool {
    let Some(name) = path.file_name().map(|n| n.to_string_lossy().into_owned()) else { return false };
    let head = |path: &Path, most: u64| {
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).ok();
        file.map(|f| f.take(most).read_to_end(&mut bytes)).filter(Result::is_ok).map(|_| bytes).unwrap_or_default()
    };
    let has = |bytes: &[u8], text: &str| bytes.windows(text.len().max(1)).any(|w| w == text.as_bytes());
    match Path::new(&name).extension().and_then(|e| e.to_str()) {
        Some("mtl") => head(path, 1 << 10).starts_with(OWN_LIBRARY.as_bytes()),
        Some("bin") => {
            let main = head(output, 16 << 20);
            has(&main, "\"generator\":\"Portolan ") && has(&main, &crate::uri::from_native(&name))
        }
        _ => false,
    }
}

/// Does a regular file hold exactly these bytes?
fn holds(path: &Path, bytes: &[u8]) -> bool {
    let same_length = |m: std::fs::Metadata| m.is_file() && m.len() == bytes.len() as u64;
    std::fs::symlink_metadata(path).is_ok_and(same_length) && std::fs::read(path).is_ok_and(|known| known == bytes)
}

/// Is it something that is written to, not replaced: a pipe, a device, an open file of a process?
pub fn is_special(path: &Path) -> bool {
    if cfg!(unix) && is_open_file(path) {
        return true;
    }
    std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir())
}

/// Does the path name a file that is open: `/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/3`? Other files in these folders, such as
/// those of `/dev/shm` and `/proc/self/cwd`, are files like all others.
fn is_open_file(path: &Path) -> bool {
    let parts: Vec<_> = path.components().filter_map(|part| part.as_os_str().to_str()).collect();
    match parts.as_slice() {
        ["/", "dev", name] => ["stdin", "stdout", "stderr"].contains(name),
        ["/", "dev", "fd", _] | ["/", "proc", _, "fd", _] | ["/", "proc", _, "task", _, "fd", _] => true,
        _ => false,
    }
}

fn write_into(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    std::fs::OpenOptions::new().append(true).open(path)?.write_all(bytes)
}

fn refuse_read_only(path: &Path) -> Result<(), Unwritable> {
    match std::fs::metadata(path).is_ok_and(|m| m.permissions().readonly()) {
        true => {
            Err(Unwritable::Failed(format!("cannot write {}: it is read-only; `--force` replaces it", path.display())))
        }
        false => Ok(()),
    }
}

/// What went wrong, for people: with the file that they named, and never with that of a temporary file.
fn failed(path: &Path, error: &std::io::Error) -> Unwritable {
    use std::io::ErrorKind;
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    let why = match error.kind() {
        ErrorKind::NotFound if folder.is_some_and(|f| !f.exists()) => "the folder does not exist".to_owned(),
        ErrorKind::NotADirectory => "a part of its path is not a folder".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => error.to_string(),
    };
    Unwritable::Failed(format!("cannot write {}: {why}", path.display()))
}

#[cfg(test)]
mod tests;
