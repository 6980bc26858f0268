//! Options that several commands have.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use portolan::resources::write::Writer;
use portolan::scene::{Fate, Losses, Opacity, Origin, SkinHolder};
use portolan::{File, Files, OpenOptions, Written};
use serde_json::Value;

use crate::losses;
use crate::said::Said;
use crate::status::{Outcome, Status, Stop};

/// What documents may read beyond their own folders.
#[derive(Args)]
pub struct Reach {
    /// Let the document read files in this folder, too; can be repeated
    #[arg(long, value_name = "FOLDER")]
    allow: Vec<PathBuf>,
    /// The folder of the model or package that the document belongs to, which it may read; by default the nearest folder
    /// above it with a `model.config` or `package.xml`
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
}

impl Reach {
    /// The files that each of several documents may read.
    pub fn files_of_each(&self) -> Files {
        self.within(Files::new())
    }

    /// The files that the document at a path may read.
    pub fn files(&self, path: &str) -> Files {
        self.within(Files::within(path))
    }

    fn within(&self, files: Files) -> Files {
        let root = self.root.as_ref().map(|root| root.to_string_lossy().into_owned());
        files.allowing(self.allow.iter().cloned()).rooted(root)
    }
}

/// How bytes become text.
#[derive(Args)]
pub struct Encoding {
    /// Read with this encoding, whatever the file says
    #[arg(long = "encoding", value_name = "LABEL", value_parser = known_encoding)]
    pub label: Option<String>,
}

/// How skins are read.
#[derive(Args)]
pub struct Skins {
    /// Whether the node of a skin moves it: `auto` decides by the document, `counts` always, `ignored` never
    #[arg(long = "skin-holder", value_name = "HOW", default_value = "auto", value_parser = skin_holder)]
    pub holder: SkinHolder,
}

fn skin_holder(text: &str) -> Result<SkinHolder, String> {
    let named = SkinHolder::ALL.iter().find(|(_, name)| *name == text);
    named.map(|(holder, _)| *holder).ok_or_else(|| "it must be auto, counts or ignored".to_owned())
}

fn known_encoding(label: &str) -> Result<String, String> {
    match portolan::syntax::encoding::Encoding::for_label(label) {
        Some(_) => Ok(label.to_owned()),
        None => Err("unknown encoding".to_owned()),
    }
}

/// What becomes of losses.
#[derive(Args)]
pub struct LossOptions {
    /// Exit with status 1 if anything was lost; `approximated` includes `dropped`
    #[arg(long, value_name = "LOSS")]
    fail_on: Option<FailOn>,
    /// Write all losses to this file, as JSON
    #[arg(long = "losses", value_name = "FILE")]
    file: Option<PathBuf>,
    /// Do not list losses, and do not print what was written
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum FailOn {
    /// Something is missing in the result
    Dropped,
    /// Something is missing or only approximated
    Approximated,
}

/// Opens a file, or says why it cannot be opened.
pub fn open(files: &Files, path: &str, encoding: Option<&Encoding>) -> Result<File, Stop> {
    open_with(files, path, encoding, SkinHolder::Auto)
}

/// Opens a file with its skins read in one of the ways.
pub fn open_with(files: &Files, path: &str, encoding: Option<&Encoding>, holder: SkinHolder) -> Result<File, Stop> {
    let options = OpenOptions::within(files.clone()).with(|o| {
        o.encoding = encoding.and_then(|e| e.label.clone());
        o.skin_holder = holder;
    });
    options.open(path).map_err(|why| Stop::failed(path, &why))
}

impl LossOptions {
    /// Notes the file that losses go to.
    pub fn will_write(&self, writer: &mut Writer<'_>) -> Result<(), Stop> {
        self.file.iter().try_for_each(|file| writer.will_write(file)).map_err(Stop::from)
    }

    /// Puts the losses into their file, if the user wants one.
    pub fn put<E>(&self, writer: &mut Writer<'_>, json: impl FnOnce() -> Result<Value, E>) -> Result<(), E> {
        if let Some(file) = &self.file {
            writer.put(file, format!("{:#}\n", json()?).into_bytes());
        }
        Ok(())
    }

    /// Tells losses and what was written as the user wants it, and says how the command ends because of them.
    pub fn settle(
        &self,
        losses: &Losses,
        written: &dyn Fn(Origin) -> Option<Written>,
        said: impl FnOnce() -> Option<Said>,
    ) -> Outcome {
        if !self.quiet {
            losses::tell_from(written, losses, "`--losses FILE` writes all");
            if let Some(said) = said() {
                said.losses(losses).say();
            }
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

/// How transparency is read, by its name.
pub fn opacity(text: &str) -> Result<Opacity, String> {
    let named = Opacity::ALL.iter().find(|(_, name)| *name == text);
    named.map(|(opacity, _)| *opacity).ok_or_else(|| "it must be auto, strict or inverted".to_owned())
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
        let what = match Path::new(output).is_dir() {
            true => format!("`{output}` is a folder; give the name of a file in it"),
            false => format!("`{output}` has no extension; give the format with one, or with `--to`"),
        };
        return Err(Stop::usage(format!("{what}: {}", dotted(known))));
    };
    let unknown = || Stop::usage(format!("`.{name}` files cannot be written; supported formats are {}", dotted(known)));
    named(name).ok_or_else(unknown)
}

fn dotted(extensions: &[&str]) -> String {
    extensions.iter().map(|e| format!(".{e}")).collect::<Vec<_>>().join(", ")
}
