//! `portolan fmt`: canonical layout.

use std::path::Path;

use clap::{ArgMatches, Args};
use portolan::gather::Wanted;
use portolan::layout::{Layout, lay_out};
use portolan::{Checker, Files, STDIN};

use super::Command;
use crate::options::Encoding;
use crate::output::{Output, aside};
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;

pub static COMMAND: Command = Command { name: "fmt", define, run };

#[derive(Args)]
struct Arguments {
    /// Files, archives (`.zae`, `.kmz`) and folders; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// Changes the files instead of printing the result
    #[arg(long, short)]
    write: bool,
    /// Changes nothing; prints the files that are not in canonical layout and ends with status 1 if there are any
    #[arg(long, conflicts_with = "write")]
    check: bool,
    /// Spaces for one level
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=16))]
    indent: u8,
    /// A tab for one level
    #[arg(long, conflicts_with = "indent")]
    tabs: bool,
    /// Columns after which a start tag is broken
    #[arg(long, value_name = "COLUMNS", default_value_t = 120)]
    width: usize,
    /// Puts the numbers of long lists into lines of this many columns; without it they stay as they are
    #[arg(long, value_name = "COLUMNS")]
    wrap: Option<usize>,
    #[command(flatten)]
    encoding: Encoding,
}

fn define(command: clap::Command) -> clap::Command {
    Arguments::augment_args(
        command.about("Writes documents in canonical layout; what they mean stays the same").after_help(
            "Examples:\n  portolan fmt scene.dae > pretty.dae\n  portolan fmt --write assets/\n  \
         portolan fmt --check --tabs assets/",
        ),
    )
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let indent = if arguments.tabs { "\t".to_owned() } else { " ".repeat(usize::from(arguments.indent)) };
    let layout = Layout { indent, width: arguments.width, wrap: arguments.wrap };
    let files = portolan::gather(&arguments.paths, Wanted::Editable);
    if files.len() > 1 && !arguments.write && !arguments.check {
        return Err(Stop::usage("several files cannot go to standard output; use `--write` or `--check`"));
    }
    if arguments.write && arguments.paths.iter().any(|p| p == STDIN) {
        return Err(Stop::usage("`--write` changes files, so it cannot be used with standard input"));
    }
    let resources = Files::new();
    let mut checker = Checker::new(&resources);
    checker.encoding = arguments.encoding.label.clone();
    let mut out = Output::new();
    let mut status = Status::Fine;
    for (path, gathered) in files {
        let report = match gathered.and_then(|()| checker.read(&path)) {
            Ok(report) => report,
            Err(why) => {
                tell(&path, &why.to_string());
                status = status.max(Status::Unreadable);
                continue;
            }
        };
        let bytes = match lay_out(&report, &layout) {
            Ok(bytes) => bytes,
            Err(refusal) => {
                tell(&path, &refusal.to_string());
                status = status.max(Status::Findings);
                continue;
            }
        };
        let changed = bytes != report.document.tree.source().bytes();
        if arguments.check {
            if changed {
                out.text(&format!("{path}\n"))?;
                status = status.max(Status::Findings);
            }
        } else if !arguments.write {
            out.bytes(&bytes)?;
        } else if changed && report.document.tree.source().name() != path {
            tell(&path, "it is an archive, and archives are not changed");
            status = status.max(Status::Unwritable);
        } else if changed && let Err(error) = crate::write::replace(Path::new(&path), &bytes) {
            tell(&path, &format!("it cannot be written: {error}"));
            status = status.max(Status::Unwritable);
        }
    }
    out.finish()?;
    Ok(status)
}

fn tell(path: &str, message: &str) {
    aside(&format!("portolan fmt: {path}: {message}\n"));
}
