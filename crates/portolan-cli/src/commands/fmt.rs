//! `portolan fmt`: canonical layout.

use std::path::Path;

use clap::{ArgMatches, Args};
use portolan::gather::Wanted;
use portolan::layout::Layout;
use portolan::renderings::excerpt::printable;
use portolan::resources::write::edit;
use portolan::{Error, Files, OpenOptions, STDIN};

use super::Command;
use crate::memory::budget;
use crate::options::Encoding;
use crate::output::{Output, aside, complain};
use crate::said::Said;
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;
use crate::write::Replacing;

pub static COMMAND: Command = Command {
    name: "fmt",
    about: "Write documents in canonical layout; their meaning stays the same",
    notes: "",
    examples: &[
        "portolan fmt scene.dae > pretty.dae",
        "portolan fmt --write assets/",
        "portolan fmt --check --tabs assets/",
    ],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
struct Arguments {
    /// Files, archives (`.zae`, `.kmz`) and folders; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// Change the files instead of printing the result
    #[arg(long, short)]
    write: bool,
    /// Change nothing; list the files that are not in canonical layout, and exit with 1 if there are any
    #[arg(long, conflicts_with = "write")]
    check: bool,
    /// Spaces per level
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=16))]
    indent: u8,
    /// Indent with one tab per level
    #[arg(long, conflicts_with = "indent")]
    tabs: bool,
    /// Break start tags after this many columns
    #[arg(long, value_name = "COLUMNS", default_value_t = 120)]
    width: usize,
    /// Break long lists of numbers after this many columns; by default they stay as they are
    #[arg(long, value_name = "COLUMNS")]
    wrap: Option<usize>,
    /// Do not print which files were changed
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    replacing: Replacing,
    #[command(flatten)]
    encoding: Encoding,
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let indent = if arguments.tabs { "\t".to_owned() } else { " ".repeat(usize::from(arguments.indent)) };
    let layout = Layout::default().with(|l| (l.indent, l.width, l.wrap) = (indent, arguments.width, arguments.wrap));
    let files = portolan::gather::files(&arguments.paths, Wanted::Editable);
    if files.len() > 1 && !arguments.write && !arguments.check {
        return Err(Stop::usage("several files cannot go to standard output; use `--write` or `--check`"));
    }
    if arguments.write && arguments.paths.iter().any(|p| p == STDIN) {
        return Err(Stop::usage("`--write` changes files, so it cannot be used with standard input"));
    }
    let options = OpenOptions::within(Files::new().charging(&budget())).with(|o| {
        (o.encoding, o.thorough) = (arguments.encoding.label.clone(), true);
    });
    let mut out = Output::new();
    let mut status = Status::Fine;
    for (path, gathered) in files {
        let opened = gathered.map_err(Error::from).and_then(|()| options.open(&path));
        let laid_out = opened.and_then(|file| file.lay_out(&layout).map(|bytes| (file, bytes)));
        let (file, bytes) = match laid_out {
            Ok(done) => done,
            Err(why) => {
                tell(&path, &why.to_string());
                status = status.max(Status::of_error(&why));
                continue;
            }
        };
        let changed = file.tree().is_none_or(|tree| bytes != tree.source().bytes());
        if arguments.check {
            if changed {
                out.text(&format!("{path}\n"))?;
                status = status.max(Status::Findings);
            }
        } else if !arguments.write {
            out.bytes(&bytes)?;
        } else if changed && file.name() != path {
            tell(&path, "archives cannot be changed");
            status = status.max(Status::Unwritable);
        } else if changed {
            match edit(Path::new(&path), &bytes, arguments.replacing.force) {
                Ok(()) if arguments.quiet => {}
                Ok(()) => Said::wrote(&path).into_iter().for_each(|said| said.with("formatted").say()),
                Err(why) => {
                    tell(&path, &why.to_string());
                    status = status.max(Status::Unwritable);
                }
            }
        } else if !arguments.quiet {
            aside(&format!("{path} is already in canonical layout\n"));
        }
    }
    out.finish()?;
    Ok(status)
}

fn tell(path: &str, message: &str) {
    complain(&format!("portolan fmt: {}\n", printable(&format!("{path}: {message}"))));
}
