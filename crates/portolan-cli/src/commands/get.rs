//! `portolan get`: one value by its address.

use clap::{ArgMatches, Args};

use super::Command;
use crate::options::{Encoding, files_within, open};
use crate::output::Output;
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;

pub static COMMAND: Command = Command {
    name: "get",
    about: "Print one value of a document by its address",
    notes: "Addresses:\n  \
     COLLADA   camera/YFOV, node/rot.ANGLE, node/mat(3)(2), Cube-array, camera@name, COLLADA/asset/unit@meter\n  \
     OpenDDL   $node%xpos, $mesh/Mesh/VertexArray(4)(0), $light@type, Metric[2]\n  \
     xVRML     Lamp.intensity, World.children[0].translation, Turn.keyValue[1]",
    examples: &["portolan get scene.dae camera/YFOV", "portolan get --json lamp.ogex '$lamp%angle'"],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
struct Arguments {
    /// The document, or an archive; `-` is standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The address of the value
    #[arg(value_name = "ADDRESS")]
    address: String,
    /// Print value, line, column and type as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    encoding: Encoding,
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let file = open(&files_within(&arguments.file), &arguments.file, Some(&arguments.encoding))?;
    let target = file.get(&arguments.address).map_err(|why| Stop::failed(&arguments.file, &why))?;
    let mut out = Output::new();
    if arguments.json {
        out.json(&target.to_json(file.name(), &arguments.address))?;
    } else if !target.is_given() && target.value().is_empty() {
        let message = format!("{}: `{}` is not set and has no default", arguments.file, arguments.address);
        return Err(Stop::Message(Status::Findings, message));
    } else {
        out.text(&format!("{}\n", target.value()))?;
    }
    out.finish()?;
    Ok(Status::Fine)
}
