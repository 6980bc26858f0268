//! Where a document was, and where its new form will be.

use std::path::{Path, PathBuf};

use super::Conversion;
use crate::import::Imported;
use crate::pack::absolute;

/// Where the document was, and where it will be.
pub(super) struct Place {
    /// Are pictures put beside the document, even if it could refer to them where they are?
    together: bool,
    /// Are references those of the same format, and is the new document in the folder of the old one?
    stays: bool,
    /// Is the new document in another folder than the old one?
    moves: bool,
    folder: Option<PathBuf>,
}

impl Place {
    pub(super) fn new(imported: &Imported, conversion: &Conversion) -> Place {
        let old = absolute(Path::new(imported.location())).and_then(|p| p.parent().map(Path::to_path_buf));
        let folder = conversion.folder.as_deref().and_then(|f| absolute(Path::new(f)));
        let moves = folder.is_some() && folder != old;
        Place {
            together: conversion.embed == Some(false) || moves && !conversion.link,
            stays: imported.format.writers.contains(&conversion.to) && !moves,
            moves,
            folder,
        }
    }

    /// Will the new document be in another folder?
    pub(super) fn moves(&self) -> bool {
        self.moves
    }

    /// What the document says for a picture; `None` puts the picture beside it.
    pub(super) fn uri(&self, reference: &str, location: Option<&str>) -> Option<String> {
        if self.together && location.is_some() {
            return None;
        }
        let valid = !reference.contains([' ', '\\']);
        if valid && (self.stays || location.is_none()) {
            return Some(reference.to_owned());
        }
        let Some(location) = location else { return Some(portolan_resources::uri::from_native(reference)) };
        let file = absolute(Path::new(location)).filter(|p| p.is_file())?;
        let folder = self.folder.clone().or_else(|| absolute(Path::new("")))?;
        let relative = relative(&folder, &file)?;
        Some(portolan_resources::uri::from_native(&relative))
    }
}

impl Place {
    /// Is a picture already where the new document looks for it, because it is in the folder of the old one?
    pub(super) fn is_in_place(&self, location: &str, reference: &str) -> bool {
        let wanted = self.folder.as_deref().and_then(|folder| absolute(&folder.join(reference)));
        wanted.is_some() && wanted == absolute(Path::new(location))
    }
}

/// The way from a folder to a file; `None` if they are on different drives.
fn relative(folder: &Path, file: &Path) -> Option<String> {
    let parts = |path: &Path| -> Vec<String> {
        path.components().map(|c| c.as_os_str().to_string_lossy().into_owned()).collect()
    };
    let (from, to) = (parts(folder), parts(file));
    (from.first() == to.first()).then(|| portolan_resources::way(&from, &to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_relative() {
        let way = |a: &str, b: &str| relative(Path::new(a), Path::new(b));
        assert_eq!(way("/a/b", "/a/b/c.png").as_deref(), Some("c.png"));
        assert_eq!(way("/a/b", "/a/t/x y.png").as_deref(), Some("../t/x y.png"));
    }
}
