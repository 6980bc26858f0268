//! Options that several commands have.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use portolan::scene::{Fate, Losses, Origin};
use portolan::{Files, Written};
use serde_json::Value;

use crate::losses;
use crate::status::{Outcome, Status, Stop};
use crate::write::write;

/// What documents may read beyond their own folders.
#[derive(Args)]
pub struct Reach {
    /// Lets documents read files in this folder, too; can be repeated
    #[arg(long, value_name = "FOLDER")]
    allow: Vec<PathBuf>,
}

impl Reach {
    /// The files that the document at a path may read.
    pub fn files(&self, path: &str) -> Files {
        Files::within(path).allowing(self.allow.iter().cloned())
    }
}

/// How bytes become text.
#[derive(Args)]
pub struct Encoding {
    /// Reads with this encoding, whatever the file says
    #[arg(long = "encoding", value_name = "LABEL", value_parser = known_encoding)]
    pub label: Option<String>,
}

fn known_encoding(label: &str) -> Result<String, String> {
    match portolan::syntax::encoding::Encoding::for_label(label) {
        Some(_) => Ok(label.to_owned()),
        None => Err("it is not known".to_owned()),
    }
}

/// What becomes of losses.
#[derive(Args)]
pub struct LossOptions {
    /// Ends with status 1 if anything was lost: approximated includes dropped
    #[arg(long, value_name = "LOSS")]
    fail_on: Option<FailOn>,
    /// Writes what was lost to this file, as JSON
    #[arg(long = "losses", value_name = "FILE")]
    file: Option<PathBuf>,
    /// Says nothing about losses
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum FailOn {
    /// Something is missing in the result
    Dropped,
    /// Something is missing, or there only nearly
    Approximated,
}

impl LossOptions {
    /// Writes and tells losses as the user wants it, and says how the command ends because of them.
    pub fn settle(
        &self,
        losses: &Losses,
        json: impl FnOnce() -> Value,
        written: &dyn Fn(Origin) -> Option<Written>,
    ) -> Outcome {
        if let Some(file) = &self.file {
            write(file, format!("{:#}\n", json()).as_bytes())?;
        }
        if !self.quiet {
            losses::tell_from(written, losses, "`--losses FILE` writes all");
        }
        let least = match self.fail_on {
            Some(FailOn::Dropped) => Fate::Dropped,
            Some(FailOn::Approximated) => Fate::Approximated,
            None => return Ok(Status::Fine),
        };
        // Nobody knows what those are that were only counted.
        let failed = losses.worst() >= Some(least) || losses.further() > 0;
        Ok(if failed { Status::Findings } else { Status::Fine })
    }
}

/// A number above zero.
pub fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value),
        _ => Err("it must be a number above zero".to_owned()),
    }
}

/// The format to write: that of `--to`, else that of the output's extension, among those that are known.
pub fn target<T>(to: Option<&str>, output: &str, named: impl Fn(&str) -> Option<T>, known: &[&str]) -> Result<T, Stop> {
    let extension = Path::new(output).extension().map(|e| e.to_string_lossy());
    let Some(name) = to.or(extension.as_deref()) else {
        return Err(Stop::usage(format!("name the format with an extension or `--to`: {}", known.join(", "))));
    };
    named(name).ok_or_else(|| Stop::usage(format!("`{name}` is not written; written are {}", known.join(", "))))
}
