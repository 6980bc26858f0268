//! Files that are written in full and wait for their names.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::leftovers::{Temporary, sweep};
use super::{Unwritable, failed};

/// A file without its name.
pub struct Staged {
    /// What the caller calls it.
    wanted: PathBuf,
    /// Where it goes: through symbolic links.
    target: PathBuf,
    file: File,
    /// Its temporary name, on systems that have no files without a name.
    temporary: Option<Temporary>,
}

impl Staged {
    /// Writes bytes for a path. A file that is there gives its mode, and its owner if that is permitted; with `keeps_owner`
    /// it must be. Such a file is on the disk before this returns.
    pub fn new(wanted: &Path, bytes: &[u8], keeps_owner: bool) -> io::Result<Staged> {
        let target = wanted.canonicalize().unwrap_or_else(|_| wanted.to_path_buf());
        let folder = folder_of(&target);
        let before = fs::metadata(&target).ok();
        // Nobody else may look into a file before it has the mode of the one that it replaces.
        let mode = if before.is_some() { 0o600 } else { 0o666 };
        if let (Some(parent), None) = (wanted.parent(), &before)
            && !parent.as_os_str().is_empty()
            && !parent.exists()
        {
            return Err(io::Error::from(io::ErrorKind::NotFound));
        }
        sweep(folder);
        let (mut file, temporary) = match unnamed(folder, mode) {
            Some(file) => (file, None),
            None => {
                let temporary = Temporary::new(folder);
                (create(temporary.path(), mode)?, Some(temporary))
            }
        };
        if !keeps_owner && bytes.len() >= LARGE {
            reserve(&file, bytes.len())?;
        }
        file.write_all(bytes)?;
        if let Some(before) = before {
            take_over(&file, &before, keeps_owner)?;
        }
        if keeps_owner {
            file.sync_all()?;
        }
        Ok(Staged { wanted: wanted.to_path_buf(), target, file, temporary })
    }

    /// Gives the file its name. The old one of that name can be brought back until the result is dropped.
    fn place(self, last: bool) -> Result<Placed, Unwritable> {
        let Staged { wanted, target, file, temporary } = self;
        let folder = folder_of(&target);
        let fault = |e: io::Error| failed(&wanted, &e);
        let exists = fs::symlink_metadata(&target).is_ok();
        if !exists && temporary.is_none() && link(&file, &target).is_ok() {
            return Ok(Placed { target, before: None });
        }
        let temporary = match temporary {
            Some(temporary) => temporary,
            None => {
                let temporary = Temporary::new(folder);
                link(&file, temporary.path()).map_err(fault)?;
                temporary
            }
        };
        let before = match exists && !last {
            true => {
                let old = Temporary::new(folder);
                fs::hard_link(&target, old.path()).map_err(fault)?;
                Some(old)
            }
            false => None,
        };
        fs::rename(temporary.path(), &target).map_err(fault)?;
        Ok(Placed { target, before })
    }
}

/// A file that has its name.
struct Placed {
    target: PathBuf,
    /// The one that had it before.
    before: Option<Temporary>,
}

/// Gives all files their names, or none of them.
pub fn place_all(staged: Vec<Staged>) -> Result<(), Unwritable> {
    let count = staged.len();
    let mut placed: Vec<Placed> = Vec::with_capacity(count);
    for (number, file) in staged.into_iter().enumerate() {
        match file.place(number + 1 == count) {
            Ok(done) => placed.push(done),
            Err(why) => {
                for Placed { target, before } in placed.into_iter().rev() {
                    let _ = match before {
                        Some(old) => fs::rename(old.path(), &target),
                        None => fs::remove_file(&target),
                    };
                }
                return Err(why);
            }
        }
    }
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn create(path: &Path, mode: u32) -> io::Result<File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    options.open(path)
}

/// A file without a name, if the system has such: nothing is left of it, however the program ends.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path, mode: u32) -> Option<File> {
    use rustix::fs::{CWD, Mode, OFlags, openat};
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    openat(CWD, folder, flags, Mode::from_raw_mode(mode)).ok().map(File::from)
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_: &Path, _: u32) -> Option<File> {
    None
}

/// Bytes from which on a file gets its room first: small ones find it in no time.
const LARGE: usize = 1 << 20;

/// Takes the room of a result on the disk before anything is written, so that a full disk is known at once. Renaming the file
/// over another one also need not wait until room is found for each of its pages.
#[cfg(target_os = "linux")]
fn reserve(file: &File, bytes: usize) -> io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate};
    match fallocate(file, FallocateFlags::empty(), 0, bytes as u64) {
        Err(rustix::io::Errno::NOSPC) => Err(io::Error::from(io::ErrorKind::StorageFull)),
        // Some file systems cannot, and nothing can be taken for an empty file.
        _ => Ok(()),
    }
}

#[cfg(not(target_os = "linux"))]
fn reserve(_: &File, _: usize) -> io::Result<()> {
    Ok(())
}

/// Gives a name to a file without one. A name that another file has is an error.
#[cfg(target_os = "linux")]
fn link(file: &File, to: &Path) -> io::Result<()> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{AtFlags, CWD, linkat};
    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, open, CWD, to, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<()> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

#[cfg(unix)]
fn take_over(file: &File, before: &fs::Metadata, keeps_owner: bool) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let own = file.metadata()?;
    if (own.uid(), own.gid()) != (before.uid(), before.gid()) {
        let kept = fchown(file, Some(before.uid()), Some(before.gid()));
        if keeps_owner && kept.is_err() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "its owner cannot be kept"));
        }
    }
    file.set_permissions(before.permissions())
}

#[cfg(not(unix))]
fn take_over(file: &File, before: &fs::Metadata, _: bool) -> io::Result<()> {
    file.set_permissions(before.permissions())
}
