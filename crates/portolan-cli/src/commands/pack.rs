//! `portolan pack`: documents with all they refer to as archives.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args};
use portolan::pack::{Packer, Refusal};
use portolan::scene::Fate;
use portolan::{Files, STDIN};

use super::Command;
use super::convert::FailOn;
use crate::losses;
use crate::output::Output;
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;
use crate::write::{same_file, write};

pub static COMMAND: Command = Command { name: "pack", define, run };

#[derive(Args)]
struct Arguments {
    /// The document, a folder with documents, or an archive (`.zae`, `.kmz`)
    #[arg(value_name = "IN")]
    input: String,
    /// The archive to write; `-` is standard output
    #[arg(value_name = "OUT")]
    output: String,
    /// The main document in a folder or archive, and the id of the element to start from; either may be missing
    #[arg(long, value_name = "FILE#ID")]
    main: Option<String>,
    /// Packs files of this folder, too, if a document refers to them; can be repeated
    #[arg(long, value_name = "FOLDER")]
    allow: Vec<PathBuf>,
    /// Reads the main document with this encoding, whatever it says
    #[arg(long, value_name = "LABEL")]
    encoding: Option<String>,
    /// Ends with status 1 if anything that is referred to is missing: approximated includes dropped
    #[arg(long, value_name = "LOSS")]
    fail_on: Option<FailOn>,
    /// Writes what is missing and what was changed to this file, as JSON
    #[arg(long, value_name = "FILE")]
    losses: Option<String>,
    /// Says nothing about what is missing
    #[arg(long, short)]
    quiet: bool,
}

fn define(command: clap::Command) -> clap::Command {
    Arguments::augment_args(
        command
            .about("Packs a document with everything it refers to into a .zae archive, and tells what is missing")
            .after_help(
                "References are written anew where they would not lead to a file of the archive; no other byte of a \
                 document changes.\n\n\
                 Examples:\n  portolan pack robot.dae robot.zae\n  portolan pack robot/ robot.zae --main scene.dae\n  \
                 portolan pack house.dae house.zae --allow ../textures --fail-on dropped\n  \
                 portolan pack house.kmz house.zae",
            ),
    )
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let (input, path) = (arguments.input.as_str(), Path::new(&arguments.output));
    let to_stdout = arguments.output == STDIN;
    if input != STDIN && same_file(input, &arguments.output) {
        return Err(Stop::usage("the output would replace the input"));
    }
    let reached = match Path::new(input).is_dir() {
        true => format!("{}/manifest.xml", input.trim_end_matches('/')),
        false => input.to_owned(),
    };
    let files = Files::within(reached).allowing(arguments.allow.iter().cloned());
    let packer = Packer {
        encoding: arguments.encoding.clone(),
        without: if to_stdout { Vec::new() } else { vec![path.to_path_buf()] },
        ..Packer::new(&files)
    };
    let unreadable = |message: String| Stop::Message(Status::Unreadable, format!("{input}: {message}"));
    let packed = packer.pack(input, arguments.main.as_deref()).map_err(|why| match why {
        Refusal::Main(why) => Stop::usage(why),
        Refusal::Unreadable(why) => {
            let help = why.help.as_ref().map(|h| format!(" ({h})")).unwrap_or_default();
            unreadable(format!("{why}{help}"))
        }
    })?;
    let bytes = packed.to_bytes(&files).map_err(|why| unreadable(why.to_string()))?;
    if to_stdout {
        let mut out = Output::new();
        out.bytes(&bytes)?;
        out.finish()?;
    } else {
        write(path, &bytes)?;
    }
    if let Some(file) = &arguments.losses {
        write(Path::new(file), format!("{:#}\n", packed.losses_json()).as_bytes())?;
    }
    if !arguments.quiet {
        losses::tell_from(&|origin| packed.written(origin), &packed.losses, "`--losses FILE` writes all");
    }
    let worst = packed.worst();
    let failed = match arguments.fail_on {
        Some(FailOn::Dropped) => worst >= Some(Fate::Dropped),
        Some(FailOn::Approximated) => worst >= Some(Fate::Approximated),
        None => false,
    };
    Ok(if failed { Status::Findings } else { Status::Fine })
}
