//! The portolan command line: arguments, files, terminal. What to do with them is the library's business.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod commands;
mod fault;
mod losses;
mod options;
mod output;
mod status;
mod terminal;
mod write;

use std::process::ExitCode;

use status::Status;

fn main() -> ExitCode {
    portolan::syntax::memory::return_large_blocks();
    fault::watch();
    let run = std::panic::catch_unwind(|| commands::run(std::env::args_os()));
    let status = run.unwrap_or(Status::Internal);
    if status == Status::Internal {
        fault::tell();
    }
    ExitCode::from(status as u8)
}
