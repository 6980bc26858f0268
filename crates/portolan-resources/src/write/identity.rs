//! Which file a path means.

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
        #[cfg(unix)]
        if let Ok(metadata) = std::fs::metadata(path) {
            use std::os::unix::fs::MetadataExt;
            return Some(Identity::File(metadata.dev(), metadata.ino()));
        }
        if let Ok(real) = path.canonicalize() {
            return Some(Identity::Path(real));
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_name()?;
        folder.canonicalize().ok().map(|folder| Identity::Path(folder.join(name)))
    }
}
