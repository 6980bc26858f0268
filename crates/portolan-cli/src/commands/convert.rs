//! `portolan convert`: scenes into other formats.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, ValueEnum};
use portolan::convert::{Conversion, Converted, Output as Target, Refusal, convert};
use portolan::render::excerpt::printable;
use portolan::scene::{Fate, Loss};
use portolan::{Files, Imported, Importer, STDIN};

use super::Command;
use crate::output::Output;
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;

pub static COMMAND: Command = Command { name: "convert", define, run };

/// Losses that are told on the terminal; the rest are counted.
const TOLD: usize = 20;

#[derive(Args)]
struct Arguments {
    /// The document, or an archive with it; `-` is standard input
    #[arg(value_name = "IN")]
    input: String,
    /// Where to write; `-` is standard output. The extension says the format
    #[arg(value_name = "OUT")]
    output: String,
    /// The format to write: glb, gltf, obj, stl, ply, ogex, dae
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
    /// Keeps polygons where the format has them (the default)
    #[arg(long)]
    polygons: bool,
    /// Computes tangents for shapes with a normal map and without tangents
    #[arg(long)]
    tangents: bool,
    /// Writes numbers as their bits where the format can (OpenGEX), so that none is rounded
    #[arg(long)]
    precise: bool,
    /// The version of the format to write (OpenGEX: 1.1, 2.0, 3.0; COLLADA: 1.4.1, 1.5.0)
    #[arg(long, value_name = "VERSION")]
    format_version: Option<String>,
    /// Writes a document that is in the format already anew from what it means; without it, it is kept to the byte
    #[arg(long)]
    rebuild: bool,
    /// Lets the document read files in this folder, too; can be repeated
    #[arg(long, value_name = "FOLDER")]
    allow: Vec<PathBuf>,
    /// Ends with status 1 if anything was lost: approximated includes dropped
    #[arg(long, value_name = "LOSS")]
    fail_on: Option<FailOn>,
    /// Writes what was lost to this file, as JSON
    #[arg(long, value_name = "FILE")]
    losses: Option<String>,
    /// Says nothing about losses
    #[arg(long, short)]
    quiet: bool,
    /// Reads with this encoding, whatever the file says
    #[arg(long, value_name = "LABEL")]
    encoding: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum FailOn {
    /// Something is missing in the result
    Dropped,
    /// Something is missing, or there only nearly
    Approximated,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value),
        _ => Err("it must be a number above zero".to_owned()),
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
             portolan convert scene.dae scene.glb --fail-on dropped --losses losses.json\n  \
             portolan convert part.dae - --to stl > part.stl\n  \
             portolan convert scene.dae scene.ogex --precise\n  \
             portolan convert old.dae new.dae --rebuild --format-version 1.5.0",
            ),
    )
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let target = target(&arguments)?;
    if arguments.input != STDIN && same_file(&arguments.input, &arguments.output) {
        return Err(Stop::usage("the output would replace the input"));
    }
    let files = Files::within(arguments.input.as_str()).allowing(arguments.allow.iter().cloned());
    let mut importer = Importer::new(&files);
    importer.encoding = arguments.encoding.clone();
    let unreadable = |message: String| Stop::Message(Status::Unreadable, format!("{}: {message}", arguments.input));
    let imported = importer.import(&arguments.input).map_err(|why| {
        let help = why.help.as_ref().map(|h| format!(" ({h})")).unwrap_or_default();
        unreadable(format!("{why}{help}"))
    })?;
    let path = Path::new(&arguments.output);
    let to_stdout = arguments.output == STDIN;
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
    let conversion = Conversion {
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
        tangents: arguments.tangents,
        precise: arguments.precise,
        version: arguments.format_version.clone(),
        // What changes the scene cannot be had by keeping the document.
        rebuild: arguments.rebuild
            || arguments.precise
            || arguments.triangulate
            || arguments.sample_rate.is_some()
            || arguments.scene.is_some(),
        folder: path.parent().filter(|_| !to_stdout).map(|p| p.to_string_lossy().into_owned()),
        ..Conversion::to(target)
    };
    let converted = convert(&imported, &files, &conversion).map_err(|why| match why {
        Refusal::NoView(_) | Refusal::NoVersion(..) | Refusal::KeptVersion(..) => Stop::usage(why.to_string()),
        Refusal::Internal(_) => unreadable(why.to_string()),
    })?;
    write_files(&converted, path, to_stdout)?;
    if let Some(file) = &arguments.losses {
        let json = format!("{:#}\n", imported.losses_json(&converted.losses));
        write(Path::new(file), json.as_bytes())?;
    }
    if !arguments.quiet {
        tell(&imported, &converted);
    }
    let worst = converted.losses.worst();
    let failed = match arguments.fail_on {
        Some(FailOn::Dropped) => worst >= Some(Fate::Dropped) || converted.losses.further() > 0,
        Some(FailOn::Approximated) => worst >= Some(Fate::Approximated) || converted.losses.further() > 0,
        None => false,
    };
    // The program ends here; taking a large scene apart piece by piece would only cost time.
    std::mem::forget((imported, converted));
    Ok(if failed { Status::Findings } else { Status::Fine })
}

fn target(arguments: &Arguments) -> Result<Target, Stop> {
    let by_extension = || Path::new(&arguments.output).extension().map(|e| e.to_string_lossy().into_owned());
    let known = || Target::ALL.map(|o| o.extension()).join(", ");
    let Some(name) = arguments.to.clone().or_else(by_extension) else {
        return Err(Stop::usage(format!("name the format with an extension or `--to`: {}", known())));
    };
    Target::named(&name).ok_or_else(|| Stop::usage(format!("`{name}` is not written; written are {}", known())))
}

fn same_file(a: &str, b: &str) -> bool {
    let real = |p: &str| Path::new(p).canonicalize().ok();
    matches!((real(a), real(b)), (Some(a), Some(b)) if a == b)
}

/// Writes all files, the one to open last, so that nothing refers to what is not there yet.
fn write_files(converted: &Converted, path: &Path, to_stdout: bool) -> Result<(), Stop> {
    let Some((main, beside)) = converted.files.split_first() else { return Ok(()) };
    if to_stdout {
        let mut out = Output::new();
        out.bytes(&main.1)?;
        return out.finish();
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    for (name, bytes) in beside {
        write(&folder.join(name), bytes)?;
    }
    write(path, &main.1)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    crate::write::replace(path, bytes)
        .map_err(|e| Stop::Message(Status::Unwritable, format!("{}: it cannot be written: {e}", path.display())))
}

/// Tells the losses, the worst first.
fn tell(imported: &Imported, converted: &Converted) {
    let mut losses: Vec<&Loss> = converted.losses.iter().filter(|l| l.fate > Fate::Noted).collect();
    losses.sort_by_key(|l| std::cmp::Reverse(l.fate));
    let mut text = String::new();
    for loss in losses.iter().take(TOLD) {
        let fate = match loss.fate {
            Fate::Dropped => "dropped",
            Fate::Approximated => "approximated",
            _ => "baked",
        };
        let place = match imported.written(loss.origin) {
            Some(w) => format!("{}:{}:{}", w.file, w.place.line, w.place.column),
            None => String::new(),
        };
        let times = if loss.count > 1 { format!(" ({} times)", loss.count) } else { String::new() };
        let line = format!("{place}: {fate}[{}]: {}{times}", loss.code.id, loss.message);
        text.push_str(&printable(&line));
        text.push('\n');
    }
    if losses.len() > TOLD {
        text.push_str(&format!("… and {} more losses (`--losses FILE` writes all)\n", losses.len() - TOLD));
    }
    let _ = std::io::stderr().write_all(text.as_bytes());
}
