//! Files of a known format below folders.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use portolan_check::Unreadable;
use portolan_check::file::{CANNOT_READ, NOTHING_TO_READ, OUTSIDE};
use portolan_format::Format;

use crate::STDIN;
use crate::formats::formats;

/// A path that was gathered, or why there is none.
pub type Gathered = (String, Result<(), Unreadable>);

/// Which files of a folder are gathered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All readable files.
    Readable,
    /// The same, to change them.
    Own,
    /// Files that can be formatted and repaired, because their formats have schema tables.
    Editable,
}

/// Expands a list of paths to files, each once, in the given order.
///
/// A folder expands to all files below it with the extension of a format or archive, sorted by path; names that begin
/// with a dot are ignored. Symbolic links are followed, but no folder is entered twice, and what is to be changed is not
/// outside of the folder. Other paths are kept, whatever their extension.
pub fn files(paths: &[String], wanted: Wanted) -> Vec<Gathered> {
    let mut found: Vec<Gathered> = Vec::new();
    for path in paths {
        if path == STDIN || !Path::new(path).is_dir() {
            found.push((path.clone(), Ok(())));
            continue;
        }
        let before = found.len();
        let mut files = Vec::new();
        walk(Path::new(path), wanted, &mut files, &mut found);
        files.sort();
        let readable = files.into_iter().map(|file| (file.to_string_lossy().into_owned(), Ok(())));
        found.extend(readable);
        if found.len() == before {
            let known: Vec<String> = wanted.extensions().map(|e| format!("`.{e}`")).collect();
            let message = "the folder contains no file with a known extension";
            let why =
                Unreadable::new(&NOTHING_TO_READ, message).help(format!("known formats are {}", known.join(", ")));
            found.push((path.clone(), Err(why)));
        }
    }
    let mut seen = HashSet::new();
    found.retain(|(path, _)| seen.insert(path.clone()));
    found
}

/// Extensions of archives that hold documents.
const ARCHIVES: [&str; 2] = ["zae", "kmz"];

impl Wanted {
    /// Extensions of files and of archives of documents, without the dot.
    pub fn extensions(self) -> impl Iterator<Item = &'static str> {
        let is_wanted = move |format: &&Format| self != Wanted::Editable || format.table.is_some();
        formats().into_iter().filter(is_wanted).flat_map(|f| f.extensions).copied().chain(ARCHIVES)
    }

    fn takes(self, path: &Path) -> bool {
        let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        extension.is_some_and(|e| self.extensions().any(|known| known == e))
    }
}

/// Does the name have the extension of an archive of documents?
pub(crate) fn is_archive_name(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, e)| ARCHIVES.iter().any(|a| e.eq_ignore_ascii_case(a)))
}

fn walk(folder: &Path, wanted: Wanted, files: &mut Vec<PathBuf>, problems: &mut Vec<Gathered>) {
    let mut entered = HashSet::new();
    let own = folder.canonicalize().ok().filter(|_| wanted != Wanted::Readable);
    // Whoever made the folder decides where its links lead.
    let leads_out = |path: &Path| {
        own.as_ref().is_some_and(|own| path.is_symlink() && !path.canonicalize().is_ok_and(|to| to.starts_with(own)))
    };
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        let identity = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        if !entered.insert(identity) {
            continue;
        }
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                let why = Unreadable::new(&CANNOT_READ, format!("cannot read the folder: {error}"));
                problems.push((folder.to_string_lossy().into_owned(), Err(why)));
                continue;
            }
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            if (path.is_dir() || wanted.takes(&path)) && leads_out(&path) {
                let why = Unreadable::new(&OUTSIDE, "it is a link that leads out of the folder, and is not changed");
                let why = why.help("name the file itself to have it changed");
                problems.push((path.to_string_lossy().into_owned(), Err(why)));
            } else if path.is_dir() {
                waiting.push(path);
            } else if wanted.takes(&path) {
                match std::fs::metadata(&path) {
                    // A pipe would be waited for without end, and nobody named it.
                    Ok(found) if !found.is_file() => {
                        let why = Unreadable::new(&CANNOT_READ, "it is not a regular file");
                        problems.push((path.to_string_lossy().into_owned(), Err(why)));
                    }
                    _ => files.push(path),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_stand_for_what_can_be_read_or_edited() {
        let known = |wanted: Wanted| wanted.extensions().collect::<Vec<_>>();
        assert_eq!(
            known(Wanted::Editable),
            ["dae", "ogex", "xwrl", "xvrml", "x3d", "x3dv", "wrl", "wrz", "vrml", "zae", "kmz"]
        );
        assert_eq!(
            known(Wanted::Readable),
            [
                "dae", "ogex", "xwrl", "xvrml", "x3d", "x3dv", "wrl", "wrz", "vrml", "gltf", "glb", "urdf", "obj",
                "stl", "zae", "kmz"
            ]
        );
        assert!(Wanted::Readable.takes(Path::new("a/B.GLB")) && !Wanted::Editable.takes(Path::new("a/B.GLB")));
        assert!(!Wanted::Readable.takes(Path::new("a/dae")));
    }
}
