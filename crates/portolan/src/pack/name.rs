//! Names in an archive.

use std::path::{Component, Path, PathBuf};

use portolan_resources::archive::{MANIFEST, is_zip};
use portolan_resources::{Companions, NOT_WRITTEN, Paths, STDIN};
use portolan_scene::{Fate, Losses, Origin};

use super::discover::Discovery;
use super::{Job, codes};

/// Where files go that lie in none of the folders that are packed.
const EXTERNAL: &str = "external";

/// The names of all files in an archive, by the numbers of the files.
pub(super) struct Names {
    ///
    /// A file without a name is not written.
    pub(super) all: Vec<Option<String>>,
    /// Which of them are not the names that the files had.
    renamed: Vec<usize>,
    /// Which files are not written, and why.
    refused: Vec<(usize, String)>,
}

impl Names {
    /// Gives names: first to the main document, then to files below the folder that is packed, then to others, each in
    /// order, so that names do not depend on what refers to them.
    pub(super) fn give(discovery: &Discovery<'_>, job: &Job, main: usize) -> Names {
        let mut paths = Paths::default();
        paths.take(MANIFEST);
        let mut companions = job.beside.clone().map(Companions::new);
        let main = discovery.file_of(main);
        let bases: Vec<String> = job.bases.iter().map(|base| key(base)).collect();
        let mut wanted: Vec<(u8, String, usize)> = Vec::new();
        for (number, file) in discovery.files.iter().enumerate() {
            let inside = bases.iter().find_map(|base| below(base, &file.key));
            let named = job.main_name.clone().filter(|_| number == main);
            let (rank, name) = match (named, inside) {
                (Some(name), _) => (0, name),
                _ if file.location == STDIN => {
                    (0, format!("scene.{}", discovery.extension(number).unwrap_or_default()))
                }
                (None, Some(inside)) if number == main => (0, inside.to_owned()),
                (None, Some(inside)) => (1, inside.to_owned()),
                (None, None) => (2, format!("{EXTERNAL}/{}", last(&file.key))),
            };
            wanted.push((rank, name, number));
        }
        wanted.sort_by(|a, b| {
            let place = |number: usize| discovery.files.get(number).map(|f| f.key.as_str());
            (a.0, &a.1, place(a.2)).cmp(&(b.0, &b.1, place(b.2)))
        });
        let all = vec![None; discovery.files.len()];
        let mut names = Names { all, renamed: Vec::new(), refused: Vec::new() };
        for (rank, wanted, number) in wanted {
            let given = match &mut companions {
                None => Ok(paths.take(&wanted)),
                // It is what the user named.
                Some(_) if number == main => Ok(wanted.clone()),
                Some(companions) => beside(companions, discovery, &wanted, number),
            };
            match given {
                Ok(given) => {
                    if given != wanted && rank < 2 {
                        names.renamed.push(number);
                    }
                    if let Some(name) = names.all.get_mut(number) {
                        *name = Some(given);
                    }
                }
                Err(why) => names.refused.push((number, why)),
            }
        }
        names
    }

    /// The name of a document, and the way to it if it is in an archive within the archive.
    pub(super) fn of_document(&self, discovery: &Discovery<'_>, document: usize) -> Option<String> {
        let inner = discovery.documents.get(document).and_then(|d| d.inner.as_deref());
        self.path(discovery.file_of(document), inner)
    }

    /// The way to a file, or into an archive.
    pub(super) fn path(&self, file: usize, inner: Option<&str>) -> Option<String> {
        let name = self.all.get(file)?.as_deref()?;
        Some(inner.map_or_else(|| name.to_owned(), |inner| format!("{name}/{inner}")))
    }

    pub(super) fn tell(&self, discovery: &Discovery<'_>, losses: &mut Losses) {
        for number in &self.renamed {
            let (Some(file), Some(Some(name))) = (discovery.files.get(*number), self.all.get(*number)) else {
                continue;
            };
            let message = format!("`{}` is written as `{name}`", file.location);
            losses.push(&codes::RENAMED, Fate::Noted, Origin { document: u32::MAX, element: 0 }, message);
        }
        for (number, why) in &self.refused {
            let Some(file) = discovery.files.get(*number) else { continue };
            let message = format!("`{}` is not copied: {why}", file.location);
            losses.push(&NOT_WRITTEN, Fate::Dropped, Origin { document: u32::MAX, element: 0 }, message);
        }
    }
}

/// A name beside the main document: only pictures, documents and archives of them get one.
fn beside(
    companions: &mut Companions,
    discovery: &Discovery<'_>,
    wanted: &str,
    number: usize,
) -> Result<String, String> {
    let bytes = discovery.bytes(number).map_err(|why| why.to_string())?;
    let placed = match discovery.extension(number) {
        Some(own) => companions.document_at(wanted, &[own, "xml"], bytes),
        None if is_zip(&bytes) => companions.document_at(wanted, &["zae", "kmz", "zip"], bytes),
        None => companions.picture_at(wanted, bytes),
    };
    placed.map(|placed| placed.name)
}

/// The rest of a path below a folder.
fn below<'a>(folder: &str, path: &'a str) -> Option<&'a str> {
    let rest = path.strip_prefix(folder)?;
    if folder.ends_with('/') { Some(rest) } else { rest.strip_prefix('/') }.filter(|rest| !rest.is_empty())
}

/// One text for each file, however it is named: its absolute path with `/`, symbolic links not followed.
pub(super) fn key(location: &str) -> String {
    if location == STDIN {
        return location.to_owned();
    }
    let Some(plain) = absolute(Path::new(location)) else { return location.to_owned() };
    let text = plain.to_string_lossy().into_owned();
    if cfg!(windows) { text.replace('\\', "/") } else { text }
}

/// The whole path of a file, without `.` and `..`; symbolic links are not followed.
pub(crate) fn absolute(path: &Path) -> Option<PathBuf> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let absolute = std::path::absolute(path).ok()?;
    let mut plain = PathBuf::new();
    for component in absolute.components() {
        match component {
            Component::ParentDir => _ = plain.pop(),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    Some(plain)
}

/// The name of a file without its folder.
pub(super) fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
