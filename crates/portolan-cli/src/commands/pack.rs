//! `portolan pack`: documents with all they refer to as archives.

use std::path::Path;

use clap::{ArgMatches, Args};
use portolan::STDIN;
use portolan::pack::{Packer, Refusal};

use super::Command;
use crate::options::{Encoding, LossOptions, Reach};
use crate::output::print;
use crate::status::{Outcome, Stop};
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
    #[command(flatten)]
    reach: Reach,
    #[command(flatten)]
    encoding: Encoding,
    #[command(flatten)]
    losses: LossOptions,
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
    let files = arguments.reach.files(&reached);
    let packer = Packer {
        encoding: arguments.encoding.label.clone(),
        without: if to_stdout { Vec::new() } else { vec![path.to_path_buf()] },
        ..Packer::new(&files)
    };
    let packed = packer.pack(input, arguments.main.as_deref()).map_err(|why| match why {
        Refusal::Main(why) => Stop::usage(why),
        Refusal::Unreadable(why) => Stop::unreadable(input, &why),
    })?;
    let bytes = packed.to_bytes(&files).map_err(|why| Stop::unreadable(input, &why))?;
    if to_stdout {
        print(&bytes)?
    } else {
        write(path, &bytes)?
    }
    arguments.losses.settle(&packed.losses, || packed.losses_json(), &|origin| packed.written(origin))
}
