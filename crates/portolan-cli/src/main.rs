//! The portolan command line: arguments, files, terminal. What to do with them is the library's business.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod commands;
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
    // A fault of ours is caught where a file is checked and told as a finding; the default message would come on top.
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|_| {}));
    }
    let run = std::panic::catch_unwind(|| commands::run(std::env::args_os()));
    let status = run.unwrap_or_else(|_| {
        eprintln!("portolan: internal error; please report what you did");
        Status::Unreadable
    });
    ExitCode::from(status as u8)
}
