//! `portolan convert`: scenes into other formats.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{ArgMatches, Args};
use portolan::convert::{Choice, Conversion, UNITS, Writer as Target, date_time, writer_named, writers};
use portolan::resources::write::{Writer, free_names};
use portolan::scene::{Opacity, UpAxis};

use super::Command;
use crate::options::{Encoding, LossOptions, Reach, Skins, opacity, open_with, positive, target};
use crate::said::Said;
use crate::status::{Outcome, Stop};
use crate::terminal::Colour;
use crate::write::{Replacing, deliver_all, is_stream};

pub static COMMAND: Command = Command {
    name: "convert",
    about: "Convert a scene to glTF, COLLADA, OpenGEX, OBJ, STL or PLY, and list every loss",
    notes: "",
    examples: &[
        "portolan convert robot.dae robot.glb",
        "portolan convert arm.zae arm.gltf --separate",
        "portolan convert robot.dae robot.zae",
        "portolan convert scene.dae scene.glb --fail-on dropped --losses losses.json",
        "portolan convert part.dae - --to stl > part.stl",
        "portolan convert scene.dae scene.ogex --precise",
        "portolan convert old.dae new.dae --format-version 1.5.0",
        "portolan convert robot.dae game.dae --up-axis Y --unit 1 --triangulate --single-matrix",
    ],
    arguments: define,
    run,
};

#[derive(Args)]
struct Arguments {
    /// The document, or an archive (`.zae`, `.kmz`); `-` is standard input
    #[arg(value_name = "IN")]
    input: String,
    /// The file to write; its extension selects the format; `-` is standard output
    #[arg(value_name = "OUT")]
    output: String,
    /// Write this format, whatever the extension
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Write only the scene with this id or name; by default all scenes, if the format can hold several
    #[arg(long, value_name = "NAME")]
    scene: Option<String>,
    /// Embed textures in the file
    #[arg(long, conflicts_with = "separate")]
    embed: bool,
    /// Write textures as separate files
    #[arg(long)]
    separate: bool,
    /// Refer to textures where they are; by default, they are copied if the output is in another folder
    #[arg(long, conflicts_with_all = ["embed", "separate"])]
    link: bool,
    /// Resample animations with this many keys per second
    #[arg(long, value_name = "HZ", value_parser = positive)]
    sample_rate: Option<f64>,
    /// Maximum error in metres: of curves and sampled animations 0.0001 by default, of surfaces 1/1000 of their size
    #[arg(long, value_name = "METRES", value_parser = positive)]
    tolerance: Option<f64>,
    /// Split polygons into triangles
    #[arg(long, conflicts_with = "polygons")]
    triangulate: bool,
    /// Write all faces as polygons, if the format has polygons
    #[arg(long)]
    polygons: bool,
    /// Replace the transforms of each node by one matrix; animations are converted
    #[arg(long)]
    single_matrix: bool,
    /// Rotate the scene so that this axis (X, Y or Z) points up
    #[arg(long, value_name = "AXIS", value_parser = axis)]
    up_axis: Option<UpAxis>,
    /// Convert lengths to this unit, given in metres
    #[arg(long, value_name = "METRES", value_parser = unit)]
    unit: Option<f64>,
    /// How to read transparency: `auto` inverts it for documents whose exporter wrote 0 for opaque, `strict` follows the
    /// rule of the format, `inverted` always inverts
    #[arg(long, value_name = "HOW", default_value = "auto", value_parser = opacity)]
    opacity: Opacity,
    #[command(flatten)]
    skins: Skins,
    /// Do not merge equal vertices (glTF)
    #[arg(long)]
    no_weld: bool,
    /// Drop all lights
    #[arg(long)]
    no_lights: bool,
    /// Drop all cameras
    #[arg(long)]
    no_cameras: bool,
    /// Compute missing tangents of shapes with a normal map
    #[arg(long)]
    tangents: bool,
    /// Write all joints of a skin vertex (glTF: JOINTS_1 and so on, which few readers support); by default the four
    /// with the largest weights
    #[arg(long)]
    all_influences: bool,
    /// Write floating-point numbers as hexadecimal bits, so that none is rounded (OpenGEX)
    #[arg(long)]
    precise: bool,
    /// Write this version of the format (OpenGEX: 1.1, 2.0, 3.0; COLLADA: 1.4.0 unless rebuilt, 1.4.1, 1.5.0)
    #[arg(long, value_name = "VERSION")]
    format_version: Option<String>,
    /// Rewrite a document of the same format from the parsed scene; by default it is kept to the byte, with edits
    /// where `--format-version` asks for another version
    #[arg(long)]
    rebuild: bool,
    /// Set the modification time in the document to now (COLLADA)
    #[arg(long)]
    touch: bool,
    /// Write a file even if the input contains no scene
    #[arg(long)]
    allow_empty: bool,
    #[command(flatten)]
    reach: Reach,
    #[command(flatten)]
    replacing: Replacing,
    #[command(flatten)]
    losses: LossOptions,
    #[command(flatten)]
    encoding: Encoding,
}

/// The formats are those that there are.
fn define(command: clap::Command) -> clap::Command {
    let known: Vec<&str> = writers().map(|writer| writer.extension).collect();
    let help = format!("Write this format, whatever the extension: {}", known.join(", "));
    Arguments::augment_args(command).mut_arg("to", |to| to.help(help))
}

fn axis(text: &str) -> Result<UpAxis, String> {
    let named = |axis: &UpAxis| axis.letter().eq_ignore_ascii_case(text.trim_end_matches("_UP"));
    [UpAxis::X, UpAxis::Y, UpAxis::Z].into_iter().find(named).ok_or_else(|| "it must be X, Y or Z".to_owned())
}

fn unit(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if UNITS.contains(&value) => Ok(value),
        _ => Err(format!("it must be a number from {:e} to {:e}", UNITS.start(), UNITS.end())),
    }
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let known: Vec<&str> = writers().map(|writer| writer.extension).collect();
    let target = target(arguments.to.as_deref(), &arguments.output, writer_named, &known)?;
    let mut writer = Writer::new(arguments.replacing.force);
    writer.reads(&arguments.input);
    writer.will_write(&arguments.output)?;
    arguments.losses.will_write(&mut writer)?;
    let files = arguments.reach.files(&arguments.input);
    let failed = |why| Stop::failed(&arguments.input, &why);
    let file = open_with(&files, &arguments.input, Some(&arguments.encoding), arguments.skins.holder)?;
    let document = target.archive_of.unwrap_or(target);
    if arguments.rebuild && !file.format().writers.contains(&document) {
        let (own, other) = (file.format().name, target.extension);
        let why = format!("`--rebuild` is for output in the format of the input; {own} to .{other} is always rebuilt");
        return Err(Stop::usage(why));
    }
    let converted = file.convert(&conversion(&arguments, target)).map_err(failed)?;
    arguments.losses.put(&mut writer, || file.losses_json(&converted.losses)).map_err(failed)?;
    deliver_all(writer, &files, &arguments.output, &converted.files)?;
    let said = || {
        let said = Said::wrote(&arguments.output)?;
        let said = match (file.drawn(arguments.scene.as_deref()), file.scene()) {
            (Ok(drawn), Ok(scene)) => said.scene(&drawn, scene.materials.len(), scene.animations.len()),
            _ => said,
        };
        Some(said.wrote_files(&converted.files))
    };
    let outcome = arguments.losses.settle(&converted.losses, &|origin| file.written(origin), said);
    // The program ends here; taking a large scene apart piece by piece would only cost time.
    std::mem::forget((file, converted));
    outcome
}

/// This moment, as documents write it.
fn now() -> String {
    date_time(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs()))
}

/// What the options ask for.
fn conversion(arguments: &Arguments, target: &'static Target) -> Conversion {
    let path = Path::new(&arguments.output);
    let to_stream = is_stream(&arguments.output);
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
    Conversion::to(target).with(|c| {
        c.name = stem.filter(|_| !to_stream).unwrap_or_else(|| "scene".to_owned());
        c.view = arguments.scene.clone();
        c.link = arguments.link;
        let to_stream = to_stream && target.refuses(Choice::Embed).is_none();
        c.embed = match (arguments.embed || to_stream, arguments.separate) {
            (_, true) => Some(false),
            (true, _) => Some(true),
            _ => None,
        };
        c.sample_rate = arguments.sample_rate;
        c.tolerance = arguments.tolerance.unwrap_or(c.tolerance);
        c.surface_tolerance = arguments.tolerance;
        c.triangulate = arguments.triangulate;
        c.polygons = arguments.polygons;
        c.single_matrix = arguments.single_matrix;
        c.up_axis = arguments.up_axis;
        c.unit = arguments.unit;
        c.opacity = arguments.opacity;
        c.no_weld = arguments.no_weld;
        c.no_lights = arguments.no_lights;
        c.no_cameras = arguments.no_cameras;
        c.tangents = arguments.tangents;
        c.all_influences = arguments.all_influences;
        c.precise = arguments.precise;
        c.version = arguments.format_version.clone();
        c.rebuild = arguments.rebuild;
        c.allow_empty = arguments.allow_empty;
        c.touch = arguments.touch.then(now);
        c.names = free_names(path, arguments.replacing.force);
        c.folder = path.parent().filter(|_| !to_stream).map(|p| p.to_string_lossy().into_owned());
    })
}
