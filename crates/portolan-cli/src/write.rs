//! Output files: written beside and renamed, so that there is never half a file.

use std::io::Write;
use std::path::Path;

use crate::status::{Status, Stop};

/// Writes a file, or tells why it cannot.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    replace(path, bytes)
        .map_err(|e| Stop::Message(Status::Unwritable, format!("{}: it cannot be written: {e}", path.display())))
}

/// Do two paths lead to one file that is there?
pub fn same_file(a: &str, b: &str) -> bool {
    let real = |p: &str| Path::new(p).canonicalize().ok();
    matches!((real(a), real(b)), (Some(a), Some(b)) if a == b)
}

/// Replaces a file. Its permissions stay, and a symbolic link stays a link to the file that is replaced.
pub fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".portolan-");
    // A new file is for everybody whom the user's mask does not shut out, as files are that a program opens itself.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    if let Ok(metadata) = std::fs::metadata(&target) {
        file.as_file().set_permissions(metadata.permissions())?;
    }
    file.persist(&target).map_err(|e| e.error)?;
    Ok(())
}
