//! Output files, through the one writer of the library.

use std::path::Path;

use clap::Args;
use portolan::resources::write::{Unwritable, Writer, is_special};
use portolan::{Files, STDIN};

use crate::output::print;
use crate::status::{Status, Stop};

/// What may be replaced.
#[derive(Args)]
pub struct Replacing {
    /// Replace files that are read-only, and files beside the output that hold something else
    #[arg(long)]
    pub force: bool,
}

impl From<Unwritable> for Stop {
    fn from(why: Unwritable) -> Stop {
        let status = match why {
            Unwritable::Clash(_) => Status::Usage,
            Unwritable::Failed(_) => Status::Unwritable,
        };
        Stop::Message(status, why.to_string())
    }
}

/// Does a result go to one stream, so that no other file can be beside it?
pub fn is_stream(path: &str) -> bool {
    path == STDIN || is_special(Path::new(path))
}

/// Makes a folder for results, with those around it.
pub fn make_folder(folder: &Path) -> Result<(), Stop> {
    let failed = |e| Stop::Message(Status::Unwritable, format!("cannot create {}: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)
}

/// Writes a file with those that belong beside it; a stream has no room for them.
pub fn deliver_all<'a>(
    mut writer: Writer<'a>,
    files: &Files,
    path: &str,
    results: &'a [(String, Vec<u8>)],
) -> Result<(), Stop> {
    let Some((main, companions)) = results.split_first() else { return Ok(()) };
    if !is_stream(path) {
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        companions.iter().for_each(|(name, bytes)| writer.put_companion(folder, name, bytes));
    }
    // The file to open comes last, so that nothing refers to what is not there yet.
    deliver(writer, files, path, &main.1)
}

/// Writes one result where the user wants it: to a file, or to standard output. Nothing that was read is replaced.
pub fn deliver<'a>(mut writer: Writer<'a>, files: &Files, path: &str, bytes: &'a [u8]) -> Result<(), Stop> {
    files.were_read().iter().for_each(|read| writer.reads(read));
    if path != STDIN {
        writer.put(path, bytes);
    }
    writer.commit()?;
    if path == STDIN { print(bytes) } else { Ok(()) }
}
