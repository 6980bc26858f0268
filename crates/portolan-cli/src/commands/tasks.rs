//! Commands as tasks of a batch: parsed once, then done with one file after the other.

use std::ffi::OsString;
use std::sync::Arc;

use clap::FromArgMatches;

use super::{COMMANDS, arguments, check, convert, fix, parsed, render};
use crate::batch::task::Task;
use crate::config::options::least;
use crate::status::Stop;

/// The task that a command with these words is.
pub fn task(command: &str, words: &[String]) -> Result<Arc<dyn Task>, Stop> {
    Ok(match command {
        "convert" => Arc::new(convert::task(of(command, words)?)?),
        "check" => Arc::new(check::task(of(command, words)?)?),
        "fix" => Arc::new(fix::task(of(command, words)?)?),
        "render" => Arc::new(render::task(of(command, words)?)),
        other => return Err(Stop::usage(format!("`{other}` cannot be part of a batch"))),
    })
}

/// The arguments of a command; names of files are not among the words.
fn of<A: FromArgMatches>(name: &str, words: &[String]) -> Result<A, Stop> {
    let command = COMMANDS.iter().find(|c| c.name == name).ok_or_else(|| Stop::usage("unknown command"))?;
    let names = least(name).iter().copied();
    let all = words.iter().map(String::as_str).chain(names).map(OsString::from);
    arguments(&parsed(command, all).map_err(Stop::usage)?)
}
