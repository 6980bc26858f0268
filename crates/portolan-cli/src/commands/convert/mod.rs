//! `portolan convert`: scenes into other formats.

mod many;

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{ArgMatches, Args};
use portolan::convert::{Choice, Conversion, Converted, UNITS, Writer as Target, date_time, writer_named, writers};
use portolan::resources::FreeNames;
use portolan::resources::write::{Writer, free_names};
use portolan::scene::{Opacity, Shape, UpAxis};
use portolan::{File, Files};

use super::Command;
use crate::inputs::Exclude;
use crate::many::Jobs;
use crate::options::{Encoding, LossOptions, Reach, Skins, opacity, open_with, positive, target};
use crate::said::{Said, counted};
use crate::status::{Outcome, Stop};
use crate::terminal::Colour;
use crate::write::{Replacing, deliver_all, is_stream};

pub static COMMAND: Command = Command {
    name: "convert",
    about: "Convert a scene to glTF, COLLADA, OpenGEX, xVRML, X3D, VRML97, URDF, OBJ, STL, PLY or STEP",
    notes: "",
    examples: &[
        "portolan convert robot.dae robot.glb",
        "portolan convert arm.zae arm.gltf --separate",
        "portolan convert robot.dae robot.zae",
        "portolan convert scene.dae scene.glb --fail-on dropped --losses losses.json",
        "portolan convert part.dae - --to stl > part.stl",
        "portolan convert assets/ -d out/ --to glb",
        "portolan convert 'assets/**/*.dae' -d out/ --to glb --exclude '*_old.dae' --skip-unchanged",
        "portolan convert scene.dae scene.ogex --precise",
        "portolan convert old.dae new.dae --format-version 1.5.0",
        "portolan convert robot.dae game.dae --up-axis Y --unit 1 --triangulate --single-matrix",
    ],
    arguments: define,
    run,
};

#[derive(Args)]
struct Arguments {
    /// The document or archive (`.zae`, `.kmz`) and the file to write, the extension of which selects the format; `-` is
    /// standard input and output. With `--directory`: any number of documents, folders and quoted patterns
    #[arg(value_name = "PATH", required = true, num_args = 1..)]
    paths: Vec<String>,
    /// Write one file for each document into this folder; subfolders are kept, missing folders are created
    #[arg(long, short, value_name = "FOLDER", requires = "to")]
    directory: Option<PathBuf>,
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
    /// Maximum error in metres [default: 1/1000 of the size of each curve or curved surface, 0.0001 for animations]
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
    /// Write rigid bodies and constraints as KHR_physics_rigid_bodies and KHR_implicit_shapes, which are drafts (glTF)
    #[arg(long)]
    physics: bool,
    /// Write skins and morphs as animations of their points (xVRML, X3D, VRML97); by default in their pose at rest
    #[arg(long)]
    bake_shapes: bool,
    /// Write floating-point numbers as hexadecimal bits, so that none is rounded (OpenGEX)
    #[arg(long)]
    precise: bool,
    /// Write this version of the format (OpenGEX: 1.1, 2.0, 3.0; COLLADA: 1.4.0 unless rebuilt, 1.4.1, 1.5.0;
    /// X3D: 3.3, 4.0)
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
    /// With `--directory`, skip documents that are older than their output
    #[arg(long, requires = "directory")]
    skip_unchanged: bool,
    #[command(flatten)]
    exclude: Exclude,
    #[command(flatten)]
    jobs: Jobs,
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
    let usage = "portolan convert [OPTIONS] <IN> <OUT>\n       \
                 portolan convert [OPTIONS] --directory <FOLDER> --to <FORMAT> <IN>...";
    Arguments::augment_args(command).mut_arg("to", |to| to.help(help)).override_usage(usage)
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
    if let Some(folder) = &arguments.directory {
        return many::run(&arguments, folder);
    }
    let [input, output] = arguments.paths.as_slice() else {
        let message = match arguments.paths.as_slice() {
            [_] => "give the file to write as well, or a folder with `--directory`",
            _ => "give one document and the file to write; for several documents give a folder with `--directory`",
        };
        return Err(Stop::usage(message));
    };
    let known: Vec<&str> = writers().map(|writer| writer.extension).collect();
    let target = target(arguments.to.as_deref(), output, writer_named, &known)?;
    let order = Order { arguments: &arguments, target, input, output };
    let mut writer = Writer::new(arguments.replacing.force);
    writer.reads(input);
    writer.will_write(output)?;
    arguments.losses.will_write(&mut writer)?;
    let done = order.convert(free_names(Path::new(output), arguments.replacing.force))?;
    let failed = |why| Stop::failed(input, &why);
    arguments.losses.put(&mut writer, || done.file.losses_json(&done.converted.losses)).map_err(failed)?;
    deliver_all(writer, &done.files, output, &done.converted.files)?;
    let written = |origin| done.file.written(origin);
    let outcome = arguments.losses.settle(&done.converted.losses, &written, || done.said(&order));
    // The program ends here; taking a large scene apart piece by piece would only cost time.
    std::mem::forget(done);
    outcome
}

/// A document to convert.
#[derive(Clone, Copy)]
struct Order<'a> {
    arguments: &'a Arguments,
    target: &'static Target,
    input: &'a str,
    output: &'a str,
}

/// A document that was converted, and not written yet.
struct Done {
    /// What it read.
    files: Files,
    file: File,
    converted: Converted,
}

impl Order<'_> {
    fn convert(&self, names: FreeNames) -> Result<Done, Stop> {
        let Order { arguments, target, input, .. } = *self;
        let files = arguments.reach.files(input);
        let file = open_with(&files, input, Some(&arguments.encoding), arguments.skins.holder)?;
        let document = target.archive_of.unwrap_or(target);
        if arguments.rebuild && !file.format().writers.contains(&document) {
            let (own, other) = (file.format().name, target.extension);
            let why =
                format!("`--rebuild` is for output in the format of the input; {own} to .{other} is always rebuilt");
            return Err(Stop::usage(why));
        }
        let converted = file.convert(&self.conversion(names)).map_err(|why| Stop::failed(input, &why))?;
        Ok(Done { files, file, converted })
    }
}

impl Done {
    /// What was written.
    fn said(&self, order: &Order<'_>) -> Option<Said> {
        let said = Said::wrote(order.output)?;
        let said = match (self.file.drawn(order.arguments.scene.as_deref()), self.file.scene()) {
            (Ok(drawn), Ok(scene)) => {
                // What cannot be resampled has no animations.
                let still = order.target.refuses(Choice::SampleRate).is_some();
                let solids = scene.geometries.iter().filter(|g| matches!(g.shape, Shape::Brep(_))).count() as u64;
                let said = if solids > 0 { said.with(counted(solids, "solid")) } else { said };
                said.scene(&drawn, scene.materials.len(), if still { 0 } else { scene.animations.len() })
            }
            _ => said,
        };
        Some(said.wrote_files(&self.converted.files))
    }
}

/// This moment, as documents write it.
fn now() -> String {
    date_time(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs()))
}

impl Order<'_> {
    /// What the options ask for.
    fn conversion(&self, names: FreeNames) -> Conversion {
        let Order { arguments, target, output, .. } = *self;
        let path = Path::new(output);
        let to_stream = is_stream(output);
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
            c.tolerance = arguments.tolerance;
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
            c.physics = arguments.physics;
            c.bake_shapes = arguments.bake_shapes;
            c.precise = arguments.precise;
            c.version = arguments.format_version.clone();
            c.rebuild = arguments.rebuild;
            c.allow_empty = arguments.allow_empty;
            c.touch = arguments.touch.then(now);
            c.names = names;
            c.folder = path.parent().filter(|_| !to_stream).map(|p| p.to_string_lossy().into_owned());
        })
    }
}
