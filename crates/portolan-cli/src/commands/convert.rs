//! `portolan convert`: scenes into other formats.

use std::path::Path;

use clap::{ArgMatches, Args};
use portolan::convert::{Conversion, Converted, Output as Target, Refusal, UNITS, convert, now};
use portolan::scene::UpAxis;
use portolan::{Importer, STDIN};

use super::Command;
use crate::options::{Encoding, LossOptions, Reach, positive, target};
use crate::output::print;
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;
use crate::write::{same_file, write};

pub static COMMAND: Command = Command { name: "convert", define, run };

#[derive(Args)]
struct Arguments {
    /// The document, or an archive with it; `-` is standard input
    #[arg(value_name = "IN")]
    input: String,
    /// Where to write; `-` is standard output. The extension says the format
    #[arg(value_name = "OUT")]
    output: String,
    /// The format to write: glb, gltf, obj, stl, ply, ogex, dae, zae
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// The scene to write, by id or name; without it all of them where the format can hold them
    #[arg(long, value_name = "NAME")]
    scene: Option<String>,
    /// Puts textures into the file
    #[arg(long, conflicts_with = "separate")]
    embed: bool,
    /// Puts textures beside the file
    #[arg(long)]
    separate: bool,
    /// Gives animations this many keys a second, in place of their own
    #[arg(long, value_name = "HZ", value_parser = positive)]
    sample_rate: Option<f64>,
    /// How far curves and sampled animations may be off, in metres
    #[arg(long, value_name = "METRES", default_value_t = 1e-4, value_parser = positive)]
    tolerance: f64,
    /// Cuts polygons into triangles where the format has polygons
    #[arg(long, conflicts_with = "polygons")]
    triangulate: bool,
    /// Writes all faces as polygons where the format has them; without it they stay what they are
    #[arg(long)]
    polygons: bool,
    /// Gives each node one matrix in place of its transforms; what drove them drives the matrix
    #[arg(long)]
    single_matrix: bool,
    /// Turns the scene so that this axis points up
    #[arg(long, value_name = "AXIS", value_parser = axis)]
    up_axis: Option<UpAxis>,
    /// Writes lengths in units of so many metres
    #[arg(long, value_name = "METRES", value_parser = unit)]
    unit: Option<f64>,
    /// Reads transparency the other way round if it hides something and makes nothing opaque: many exporters wrote what is
    /// opaque as a transparency of 0. Without it the rule of the format holds, and such materials are told
    #[arg(long)]
    mend_opacity: bool,
    /// Computes tangents for shapes with a normal map and without tangents
    #[arg(long)]
    tangents: bool,
    /// Writes numbers as their bits where the format can (OpenGEX), so that none is rounded
    #[arg(long)]
    precise: bool,
    /// The version of the format to write (OpenGEX: 1.1, 2.0, 3.0; COLLADA: 1.4.0 if kept, 1.4.1, 1.5.0)
    #[arg(long, value_name = "VERSION")]
    format_version: Option<String>,
    /// Writes a document that is in the format already anew from what it means; without it, it is kept to the byte, with
    /// edits where `--format-version` asks for another version
    #[arg(long)]
    rebuild: bool,
    /// Sets the time at which the document says it was last changed to now (COLLADA)
    #[arg(long)]
    touch: bool,
    #[command(flatten)]
    reach: Reach,
    #[command(flatten)]
    losses: LossOptions,
    #[command(flatten)]
    encoding: Encoding,
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

fn define(command: clap::Command) -> clap::Command {
    Arguments::augment_args(
        command
            .about(
                "Converts scenes to glTF 2.0 (.glb, .gltf), COLLADA, OpenGEX, OBJ, STL and PLY, and tells every loss",
            )
            .after_help(
                "Examples:\n  portolan convert robot.dae robot.glb\n  portolan convert arm.zae arm.gltf --separate\n  \
             portolan convert robot.dae robot.zae\n  \
             portolan convert scene.dae scene.glb --fail-on dropped --losses losses.json\n  \
             portolan convert part.dae - --to stl > part.stl\n  \
             portolan convert scene.dae scene.ogex --precise\n  \
             portolan convert old.dae new.dae --rebuild --format-version 1.5.0\n  \
             portolan convert robot.dae game.dae --up-axis Y --unit 1 --triangulate --single-matrix",
            ),
    )
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let known = Target::ALL.map(Target::extension);
    let target = target(arguments.to.as_deref(), &arguments.output, Target::named, &known)?;
    if target == Target::Zae && arguments.separate {
        return Err(Stop::usage("an archive holds its textures, so that they cannot be beside it; write a `.dae`"));
    }
    if arguments.input != STDIN && same_file(&arguments.input, &arguments.output) {
        return Err(Stop::usage("the output would replace the input"));
    }
    let files = arguments.reach.files(&arguments.input);
    let mut importer = Importer::new(&files);
    importer.encoding = arguments.encoding.label.clone();
    let imported = importer.import(&arguments.input).map_err(|why| Stop::unreadable(&arguments.input, &why))?;
    let (path, to_stdout) = (Path::new(&arguments.output), arguments.output == STDIN);
    let conversion = conversion(&arguments, target);
    let converted = convert(&imported, &files, &conversion).map_err(|why| match why {
        Refusal::NoView(_) | Refusal::NoVersion(..) => Stop::usage(why.to_string()),
        Refusal::Internal(why) | Refusal::Unreadable(why) => Stop::unreadable(&arguments.input, &why),
    })?;
    write_files(&converted, path, to_stdout)?;
    let json = || imported.losses_json(&converted.losses);
    let outcome = arguments.losses.settle(&converted.losses, json, &|origin| imported.written(origin));
    // The program ends here; taking a large scene apart piece by piece would only cost time.
    std::mem::forget((imported, converted));
    outcome
}

/// What the options ask for.
fn conversion(arguments: &Arguments, target: Target) -> Conversion {
    let path = Path::new(&arguments.output);
    let to_stdout = arguments.output == STDIN;
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
    Conversion {
        name: stem.filter(|_| !to_stdout).unwrap_or_else(|| "scene".to_owned()),
        view: arguments.scene.clone(),
        embed: match (arguments.embed || to_stdout, arguments.separate) {
            (_, true) => Some(false),
            (true, _) => Some(true),
            _ => None,
        },
        sample_rate: arguments.sample_rate,
        tolerance: arguments.tolerance,
        triangulate: arguments.triangulate,
        polygons: arguments.polygons,
        single_matrix: arguments.single_matrix,
        up_axis: arguments.up_axis,
        unit: arguments.unit,
        mend_opacity: arguments.mend_opacity,
        tangents: arguments.tangents,
        precise: arguments.precise,
        version: arguments.format_version.clone(),
        // What changes the scene cannot be had by keeping the document; the library knows the options that do.
        rebuild: arguments.rebuild || arguments.precise || arguments.scene.is_some(),
        touch: arguments.touch.then(now),
        folder: path.parent().filter(|_| !to_stdout).map(|p| p.to_string_lossy().into_owned()),
        ..Conversion::to(target)
    }
}

/// Writes all files, the one to open last, so that nothing refers to what is not there yet.
fn write_files(converted: &Converted, path: &Path, to_stdout: bool) -> Result<(), Stop> {
    let Some((main, beside)) = converted.files.split_first() else { return Ok(()) };
    if to_stdout {
        return print(&main.1);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    for (name, bytes) in beside {
        let file = folder.join(name);
        // A picture that is there already, perhaps the very one that was read, is left alone.
        if std::fs::read(&file).is_ok_and(|known| known == *bytes) {
            continue;
        }
        if let Some(parent) = file.parent().filter(|_| name.contains('/')) {
            std::fs::create_dir_all(parent).map_err(|e| {
                Stop::Message(Status::Unwritable, format!("{}: it cannot be made: {e}", parent.display()))
            })?;
        }
        write(&file, bytes)?;
    }
    write(path, &main.1)
}
