//! The portolan command line: arguments, files, terminal. What to do with them is the library's business.
//!
//! It is a library so that a program with formats of its own ([`portolan::add_format`]) can have the same commands.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod batch;
mod commands;
pub mod config;
mod fault;
mod inputs;
mod losses;
mod many;
pub mod memory;
mod options;
mod output;
mod pairs;
mod pattern;
pub mod reference;
mod said;
mod status;
mod table;
mod terminal;
mod view;
mod watch;
mod write;

use std::ffi::OsString;
use std::process::ExitCode;

use status::Status;

pub use commands::definition;

/// The program: runs the command line of this process.
pub fn main() -> ExitCode {
    portolan::syntax::memory::return_large_blocks();
    fault::watch();
    // A file that may not grow that far (`ulimit -f`) is an error like a full disk, not the end.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    ExitCode::from(run(std::env::args_os()))
}

/// Runs a command line, the first word of which is the name of the program, and gives the exit status.
pub fn run(args: impl Iterator<Item = OsString> + std::panic::UnwindSafe) -> u8 {
    let run = std::panic::catch_unwind(|| commands::run(args));
    let status = run.unwrap_or(Status::Internal);
    if status == Status::Internal {
        fault::tell();
    }
    status as u8
}
