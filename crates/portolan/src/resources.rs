//! The only way to the outside.

use std::io::Read;
use std::path::Path;

use portolan_check::Unreadable;
use portolan_check::file::{CANNOT_READ, TOO_LARGE};

/// The name that stands for standard input.
pub const STDIN: &str = "-";

/// Where bytes come from. Implement it to read from a browser, an archive, or memory.
pub trait Resources: Sync {
    /// The bytes of a document, unless there are more than `limit`.
    fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, Unreadable>;
}

/// The files of the machine, and standard input as `-`.
///
/// It reads what the caller names. Nothing that a document names is reached through it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Files;

impl Resources for Files {
    fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, Unreadable> {
        if name == STDIN {
            return read_all(std::io::stdin().lock(), 0, limit);
        }
        let path = Path::new(name);
        let file = std::fs::File::open(path).map_err(cannot_read)?;
        let metadata = file.metadata().map_err(cannot_read)?;
        if metadata.is_dir() {
            return Err(Unreadable::new(&CANNOT_READ, "it is a folder"));
        }
        if metadata.is_file() && metadata.len() > limit {
            return Err(too_large(metadata.len(), limit));
        }
        if metadata.is_file()
            && metadata.len() >= LARGE as u64
            && let Some(bytes) = read_in_pieces(&file, metadata.len())
        {
            return Ok(bytes);
        }
        read_all(file, metadata.len(), limit)
    }
}

/// Files from this size on are read in pieces on all cores: filling fresh memory costs more than reading the disk cache.
const LARGE: usize = 16 << 20;
const PIECE: usize = 4 << 20;

/// The bytes of a large file; `None` when it is shorter than it said, or cannot be read at places.
#[cfg(unix)]
fn read_in_pieces(file: &std::fs::File, length: u64) -> Option<Vec<u8>> {
    use std::os::unix::fs::FileExt;

    use rayon::prelude::*;

    let length = usize::try_from(length).ok()?;
    Vec::<u8>::new().try_reserve_exact(length).ok()?;
    // Zeroed memory comes untouched from the system, so that each core fills its own pages.
    let mut bytes = vec![0; length];
    let read = |(i, piece): (usize, &mut [u8])| file.read_exact_at(piece, (i * PIECE) as u64);
    bytes.par_chunks_mut(PIECE).enumerate().try_for_each(read).ok()?;
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

fn too_large(bytes: u64, limit: u64) -> Unreadable {
    Unreadable::new(&TOO_LARGE, format!("it has {bytes} bytes, more than the limit of {limit}"))
}

fn cannot_read(error: std::io::Error) -> Unreadable {
    let message = match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "reading it is not permitted".to_owned(),
        _ => format!("it cannot be read: {error}"),
    };
    Unreadable::new(&CANNOT_READ, message)
}
