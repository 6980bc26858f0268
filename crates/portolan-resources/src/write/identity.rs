//! Which file a path means.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// What two paths have in common that lead to the same file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Identity {
    /// A file that is there, by device and number.
    #[cfg(unix)]
    File(u64, u64),
    /// One that is not there yet, or a system without such numbers.
    Path(PathBuf),
}

impl Identity {
    /// The file at a path, through symbolic links; `None` if not even its folder is there.
    pub fn of(path: &Path) -> Option<Identity> {
        if let Ok(found) = std::fs::metadata(path) {
            return Identity::of_found(path, &found);
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_name()?;
        folder.canonicalize().ok().map(|folder| Identity::Path(folder.join(name)))
    }

    /// The same for a file that was found there.
    pub fn of_found(path: &Path, found: &Metadata) -> Option<Identity> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let _ = path;
            Some(Identity::File(found.dev(), found.ino()))
        }
        #[cfg(not(unix))]
        {
            let _ = found;
            path.canonicalize().ok().map(Identity::Path)
        }
    }
}
