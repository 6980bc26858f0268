//! `portolan set`: changes one value and nothing else.

use std::path::Path;

use clap::{ArgMatches, Args};
use portolan::render::excerpt::printable;
use portolan::{Checker, Files, STDIN, address};

use super::Command;
use super::get::refused;
use crate::options::Encoding;
use crate::output::Output;
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;

pub static COMMAND: Command = Command { name: "set", define, run };

#[derive(Args)]
struct Arguments {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The address of the value, as the format writes it
    #[arg(value_name = "ADDRESS")]
    address: String,
    /// The new value; a list is given with spaces between its items
    #[arg(value_name = "VALUE", allow_hyphen_values = true)]
    value: String,
    /// Writes the changed document here and leaves the file as it is; `-` is standard output
    #[arg(long, short, value_name = "OUT")]
    output: Option<String>,
    /// Writes nothing; prints the lines that would change
    #[arg(long, conflicts_with = "output")]
    dry_run: bool,
    #[command(flatten)]
    encoding: Encoding,
}

fn define(command: clap::Command) -> clap::Command {
    Arguments::augment_args(
        command.about("Changes one value by the format's own address; every other byte stays").after_help(
            "The new value must fit the type that the format has for it; otherwise nothing is written.\n\
             `portolan get --help` shows the addresses.\n\n\
             Examples:\n  portolan set scene.dae camera/YFOV 45\n  \
             portolan set scene.dae node/translate '0 1.5 -2' -o moved.dae\n  \
             portolan set --dry-run world.xvrml Lamp.intensity 0.5",
        ),
    )
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let Arguments { file, .. } = &arguments;
    // What comes from standard input goes to standard output, unless it is told where.
    let output = arguments.output.as_deref().unwrap_or(file);
    let resources = Files::within(file);
    let mut checker = Checker::new(&resources);
    checker.encoding = arguments.encoding.label.clone();
    let report = checker.read(file).map_err(|why| Stop::unreadable(file, &why))?;
    let name = report.document.tree.source().name();
    let whole = name == file && Path::new(file).exists() || file == STDIN && name == "<stdin>";
    if !whole {
        let message = format!("{file}: values in archives cannot be set; unpack the document and set it there");
        return Err(Stop::Message(Status::Findings, message));
    }
    let target = address::find(&report.document, &arguments.address).map_err(|r| refused(file, &r))?;
    let change = target.set(&arguments.value).map_err(|r| refused(file, &r))?;
    let mut out = Output::new();
    if arguments.dry_run {
        for (line, _, after) in &change.lines {
            out.text(&format!("{file}:{line}: {}\n", printable(after)))?;
        }
    } else if output == STDIN {
        out.bytes(&change.bytes)?;
    } else if arguments.output.is_some() || !change.edits.is_empty() {
        let failed = |error| Stop::Message(Status::Unwritable, format!("{output}: it cannot be written: {error}"));
        crate::write::replace(Path::new(output), &change.bytes).map_err(failed)?;
    }
    out.finish()?;
    Ok(Status::Fine)
}
