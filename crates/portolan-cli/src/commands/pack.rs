//! `portolan pack`: documents with all they refer to as archives.

use std::path::Path;

use clap::{ArgMatches, Args};
use portolan::STDIN;
use portolan::pack::Packer;
use portolan::resources::write::Writer;

use super::Command;
use crate::options::{Encoding, LossOptions, Reach};
use crate::said::{Said, counted, size};
use crate::status::{Outcome, Stop};
use crate::terminal::Colour;
use crate::write::{Replacing, deliver};

pub static COMMAND: Command = Command {
    name: "pack",
    about: "Pack a document and everything it refers to into a .zae archive",
    notes: "References are rewritten only if they would not resolve inside the archive; every other byte of a \
        document stays unchanged.",
    examples: &[
        "portolan pack robot.dae robot.zae",
        "portolan pack robot/ robot.zae --main scene.dae",
        "portolan pack house.dae house.zae --allow ../textures --fail-on dropped",
        "portolan pack house.kmz house.zae",
    ],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
struct Arguments {
    /// The document, a folder with documents, or an archive (`.zae`, `.kmz`)
    #[arg(value_name = "IN")]
    input: String,
    /// The archive to write; `-` is standard output
    #[arg(value_name = "OUT")]
    output: String,
    /// The main document of a folder or archive, and the id of the element to start from; either may be left out
    #[arg(long, value_name = "FILE#ID")]
    main: Option<String>,
    #[command(flatten)]
    reach: Reach,
    #[command(flatten)]
    encoding: Encoding,
    #[command(flatten)]
    replacing: Replacing,
    #[command(flatten)]
    losses: LossOptions,
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let (input, path) = (arguments.input.as_str(), Path::new(&arguments.output));
    let to_stdout = arguments.output == STDIN;
    let mut writer = Writer::new(arguments.replacing.force);
    writer.reads(input);
    writer.will_write(path)?;
    arguments.losses.will_write(&mut writer)?;
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
    let packed = packer.pack(input, arguments.main.as_deref()).map_err(|why| Stop::failed(input, &why))?;
    let bytes = packed.to_bytes(&files).map_err(|why| Stop::failed(input, &why.into()))?;
    arguments.losses.put(&mut writer, || Ok::<_, Stop>(packed.losses_json()))?;
    deliver(writer, &files, &arguments.output, &bytes)?;
    let said = || {
        let files = counted(packed.count() as u64, "file");
        Some(Said::wrote(&arguments.output)?.with(files).with(size(bytes.len() as u64)))
    };
    arguments.losses.settle(&packed.losses, &|origin| packed.written(origin), said)
}
