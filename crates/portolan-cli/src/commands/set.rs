//! `portolan set`: changes one value and nothing else.

use std::path::Path;

use clap::{ArgMatches, Args};
use portolan::STDIN;
use portolan::renderings::excerpt::printable;
use portolan::resources::write::{Writer, edit};

use super::Command;
use crate::options::{Encoding, files_within, open};
use crate::output::{Output, aside};
use crate::said::{Said, counted};
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;
use crate::write::Replacing;

pub static COMMAND: Command = Command {
    name: "set",
    about: "Change one value of a document; every other byte stays unchanged",
    notes: "The new value must have the type that the format defines for it; otherwise nothing is written. \
        `portolan get --help` lists the kinds of addresses.",
    examples: &[
        "portolan set scene.dae camera/YFOV 45",
        "portolan set scene.dae node/translate '0 1.5 -2' -o moved.dae",
        "portolan set --dry-run world.xvrml Lamp.intensity 0.5",
    ],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
struct Arguments {
    /// The document; `-` is standard input, and the result goes to standard output
    #[arg(value_name = "FILE")]
    file: String,
    /// The address of the value
    #[arg(value_name = "ADDRESS")]
    address: String,
    /// The new value; items of a list are separated by spaces
    #[arg(value_name = "VALUE", allow_hyphen_values = true)]
    value: String,
    /// Write the changed document to this file (`-`: standard output) instead of changing it in place
    #[arg(long, short, value_name = "OUT")]
    output: Option<String>,
    /// Write nothing; print the lines that would change
    #[arg(long, conflicts_with = "output")]
    dry_run: bool,
    /// Do not print what was written
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    replacing: Replacing,
    #[command(flatten)]
    encoding: Encoding,
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let Arguments { file, .. } = &arguments;
    // What comes from standard input goes to standard output, unless it is told where.
    let output = arguments.output.as_deref().unwrap_or(file);
    let mut writer = Writer::new(false);
    writer.reads(file);
    if arguments.output.is_some() {
        writer.will_write(output)?;
    }
    let opened = open(&files_within(file), file, Some(&arguments.encoding))?;
    if arguments.output.is_some() {
        opened.referred().iter().for_each(|location| writer.reads(location));
        writer.refuse(Path::new(output))?;
    }
    let name = opened.name();
    let whole = name == file && Path::new(file).exists() || file == STDIN && name == "<stdin>";
    if !whole {
        let message = format!("{file}: values in archives cannot be set; unpack the document and set it there");
        return Err(Stop::Message(Status::Findings, message));
    }
    let target = opened.get(&arguments.address).map_err(|why| Stop::failed(file, &why))?;
    let change = target.set(&arguments.value).map_err(|why| Stop::failed(file, &why.into()))?;
    let mut out = Output::new();
    if arguments.dry_run {
        for (line, _, after) in &change.lines {
            out.text(&format!("{file}:{line}: {}\n", printable(after)))?;
        }
    } else if output == STDIN {
        out.bytes(&change.bytes)?;
    } else if arguments.output.is_some() || !change.edits.is_empty() {
        edit(Path::new(output), &change.bytes, arguments.replacing.force)?;
        let said = Said::wrote(output).filter(|_| !arguments.quiet);
        said.into_iter().for_each(|said| said.with(counted(change.lines.len() as u64, "changed line")).say());
    } else if !arguments.quiet {
        aside(&format!("{}\n", printable(&format!("{file} is not changed: it already has this value"))));
    }
    out.finish()?;
    Ok(Status::Fine)
}
