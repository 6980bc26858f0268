//! Output files: written beside and renamed, so that there is never half a file.

use std::io::Write;
use std::path::Path;

use crate::status::{Status, Stop};

/// Writes a file that is made from others, or tells why it cannot. Should the machine lose power just then, it can be
/// made again, so nobody waits for the disk.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    put(path, bytes, false)
        .map_err(|e| Stop::Message(Status::Unwritable, format!("{}: it cannot be written: {e}", path.display())))
}

/// Do two paths lead to one file that is there?
pub fn same_file(a: &str, b: &str) -> bool {
    let real = |p: &str| Path::new(p).canonicalize().ok();
    matches!((real(a), real(b)), (Some(a), Some(b)) if a == b)
}

/// Replaces a document by another form of it, which is on the disk before the first is gone.
pub fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    put(path, bytes, true)
}

/// Puts a file to its place. Its permissions stay, and a symbolic link stays a link to the file that is replaced.
fn put(path: &Path, bytes: &[u8], safe: bool) -> std::io::Result<()> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".portolan-");
    // A new file is for everybody whom the user's mask does not shut out, as files are that a program opens itself.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    if safe {
        file.as_file().sync_all()?;
    }
    if let Ok(metadata) = std::fs::metadata(&target) {
        file.as_file().set_permissions(metadata.permissions())?;
    }
    file.persist(&target).map_err(|e| e.error)?;
    Ok(())
}
