//! `portolan pose`: mechanisms at given values of their joints.

use std::fmt::Write;
use std::path::Path;

use clap::{ArgMatches, Args};
use portolan::convert::{Conversion, view_named, writer_named, writers};
use portolan::pose::{Posed, Request, Sweep, Told, Wanted};
use portolan::renderings::excerpt::printable;
use portolan::resources::write::{Writer, free_names};
use portolan::scene::{FreedomKind, Scene};
use portolan::{File, Files, Selection, Severity};

use super::Command;
use crate::losses;
use crate::options::{Reach as Folders, open, target};
use crate::output::{Output, aside};
use crate::said::Said;
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;
use crate::write::{Replacing, deliver_all, is_stream};

pub static COMMAND: Command = Command {
    name: "pose",
    about: "Set the joints of a robot, and print or write where its links and nodes are",
    notes: "Values are degrees for joints that turn, and lengths in the unit of the document for joints that slide. A joint \
            is given by name, SID or id; JOINT/AXIS picks an axis of a joint with several, and INSTANCE/JOINT one of \
            several robots. Joints that are not given have the value that the document gives them.",
    examples: &[
        "portolan pose arm.zae",
        "portolan pose arm.zae J1=30 J2=-45 --json",
        "portolan pose arm.zae --zero -o zero.glb",
        "portolan pose arm.zae --sweep J1=-90:90:60 -o arm.glb",
        "portolan pose arm.zae --reach tip=0.4,0.1,0.6",
    ],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
struct Arguments {
    /// The document, or an archive; `-` is standard input
    #[arg(value_name = "FILE")]
    path: String,
    /// Joints and their values
    #[arg(value_name = "JOINT=VALUE", value_parser = value)]
    values: Vec<(String, f64)>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write the posed scene to this file; its extension selects the format
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Set all joints that are not given to 0
    #[arg(long)]
    zero: bool,
    /// Limit values to the range of their joints
    #[arg(long)]
    clamp: bool,
    /// Write an animation in which a joint moves from one value to another in this many poses
    #[arg(long, value_name = "JOINT=FROM:TO:STEPS", value_parser = sweep, requires = "output")]
    sweep: Option<Sweep>,
    /// Find values that bring a frame to a place: `tip`, `tcp`, a manipulator or a link
    #[arg(long, value_name = "FRAME=X,Y,Z[,QX,QY,QZ,QW]", value_parser = reach)]
    reach: Option<Wanted>,
    /// Use the visual or kinematics scene with this id or name instead of the default one
    #[arg(long, value_name = "NAME")]
    scene: Option<String>,
    /// Do not list losses, and do not print what was written
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    folders: Folders,
    #[command(flatten)]
    replacing: Replacing,
}

fn value(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.rsplit_once('=').ok_or("write JOINT=VALUE")?;
    Ok((name.to_owned(), finite(value)?))
}

fn finite(text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok().filter(|v| v.is_finite());
    number.ok_or_else(|| format!("`{text}` is not a number"))
}

fn sweep(text: &str) -> Result<Sweep, String> {
    let (joint, range) = text.rsplit_once('=').ok_or("write JOINT=FROM:TO:STEPS")?;
    let [from, to, steps] = range.split(':').collect::<Vec<_>>()[..] else {
        return Err("write JOINT=FROM:TO:STEPS".to_owned());
    };
    let most = portolan::pose::MOST_STEPS;
    let steps = steps.parse::<u32>().ok().filter(|n| (2..=most).contains(n));
    let steps = steps.ok_or_else(|| format!("the number of steps must be from 2 to {most}"))?;
    Ok(Sweep { joint: joint.to_owned(), from: finite(from)?, to: finite(to)?, steps })
}

fn reach(text: &str) -> Result<Wanted, String> {
    let (frame, numbers) = text.rsplit_once('=').ok_or("write FRAME=X,Y,Z")?;
    let numbers: Vec<f64> = numbers.split(',').map(finite).collect::<Result<_, _>>()?;
    let (position, rotation) = match numbers[..] {
        [x, y, z] => ([x, y, z], None),
        [x, y, z, a, b, c, d] if [a, b, c, d] != [0.0; 4] => ([x, y, z], Some([a, b, c, d])),
        _ => {
            return Err("a target has three numbers, or seven with a rotation as a quaternion that is not 0".to_owned());
        }
    };
    Ok(Wanted { frame: frame.to_owned(), position, rotation })
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let files = arguments.folders.files(&arguments.path);
    let failed = |why| Stop::failed(&arguments.path, &why);
    let file = open(&files, &arguments.path, None)?;
    let mut request = Request::default().with(|r| {
        (r.values, r.zero, r.clamp) = (arguments.values.clone(), arguments.zero, arguments.clamp);
        (r.scene, r.reach) = (arguments.scene.clone(), arguments.reach.clone());
    });
    // A sweep is told, and begins, where it starts.
    if let Some(sweep) = &arguments.sweep {
        request.values.push((sweep.joint.clone(), sweep.from));
    }
    let posed = file.pose(&request).map_err(failed)?;
    let scene = file.scene().map_err(failed)?;
    let mut out = Output::new();
    match arguments.json {
        true => out.json(&posed.to_json(&file).map_err(failed)?)?,
        false if arguments.output.is_none() => out.text(&show(&posed, scene))?,
        false => {}
    }
    out.finish()?;
    if !arguments.json && !arguments.quiet {
        losses::tell(&file, file.losses().map_err(failed)?, "`--json` has all");
        tell(&posed.told, &file);
    }
    let status = if posed.missed { Status::Findings } else { Status::Fine };
    if let Some(output) = &arguments.output {
        let moved = posed.put(&file, arguments.sweep.as_ref()).map_err(failed)?;
        let Arguments { path, scene, replacing, quiet, .. } = &arguments;
        let order = Order { path, output, view: scene.as_deref(), replacing, quiet: *quiet };
        write(&order, &moved, &files)?;
    }
    Ok(status)
}

/// What to write.
pub(super) struct Order<'a> {
    /// The document.
    pub path: &'a str,
    /// The file to write.
    pub output: &'a str,
    /// The scene, by name.
    pub view: Option<&'a str>,
    pub replacing: &'a Replacing,
    pub quiet: bool,
}

/// Writes a scene that is posed or moves.
pub(super) fn write(order: &Order<'_>, file: &File, files: &Files) -> Result<(), Stop> {
    let Order { path, output, view, replacing, quiet } = *order;
    let known: Vec<&str> = writers().map(|writer| writer.extension).collect();
    let to = target(None, output, writer_named, &known)?;
    let mut writer = Writer::new(replacing.force);
    writer.reads(path);
    writer.will_write(output)?;
    let target = Path::new(output);
    let stem = target.file_stem().map(|s| s.to_string_lossy().into_owned());
    let failed = |why| Stop::failed(path, &why);
    let scene = file.scene().map_err(failed)?;
    let conversion = Conversion::to(to).with(|c| {
        c.name = stem.filter(|_| !is_stream(output)).unwrap_or_else(|| "scene".to_owned());
        c.view = view.filter(|name| view_named(scene, name).is_some()).map(str::to_owned);
        c.rebuild = true;
        c.names = free_names(target, replacing.force);
        c.folder = target.parent().filter(|_| !is_stream(output)).map(|p| p.to_string_lossy().into_owned());
    });
    let converted = file.convert(&conversion).map_err(failed)?;
    deliver_all(writer, files, output, &converted.files)?;
    if !quiet {
        losses::tell(file, &converted.losses, "`portolan convert --losses FILE` writes all");
        let said = Said::wrote(output)
            .map(|said| said.wrote_files(&converted.files).losses(&converted.losses, &Selection::default()));
        said.into_iter().for_each(Said::say);
    }
    Ok(())
}

/// Joints with their values, and where links are.
fn show(posed: &Posed, scene: &Scene) -> String {
    let mut out = String::new();
    if posed.models.is_empty() {
        out.push_str("the document has no kinematics\n");
    }
    for model in &posed.models {
        let Some(mechanism) = scene.mechanism(model.id) else { continue };
        let name = mechanism.meta.label().unwrap_or("model");
        let _ = writeln!(out, "{} ({})", printable(name), printable(mechanism.label()));
        for joint in &mechanism.joints {
            let called = joint.meta.sid.as_deref().or(joint.meta.label()).unwrap_or("?");
            let also =
                joint.meta.name.as_deref().filter(|n| *n != called).map(|n| format!(" ({n})")).unwrap_or_default();
            for axis in joint.freedoms.clone() {
                let Some(freedom) = mechanism.freedoms.get(axis as usize) else { continue };
                let step = match &freedom.sid {
                    Some(sid) if joint.freedoms.len() > 1 => format!("/{sid}"),
                    _ => String::new(),
                };
                let unit = if freedom.kind == FreedomKind::Revolute { "°" } else { "" };
                let limit = |v: Option<f64>| v.map_or_else(|| "…".to_owned(), |v| format!("{v}{unit}"));
                let [low, high] = freedom.range();
                let value = model.values.get(axis as usize).copied().unwrap_or(0.0);
                let mut notes = String::new();
                if mechanism.is_computed(model.id, axis) {
                    notes.push_str(", by a formula");
                }
                if freedom.locked {
                    notes.push_str(", locked");
                }
                let label = printable(&format!("{called}{step}{also}"));
                let _ = writeln!(out, "  {label:<40} {value:>12.5}{unit}  {} to {}{notes}", limit(low), limit(high));
            }
        }
        for (link, place) in mechanism.links.iter().zip(&model.links) {
            let [.., x, y, z, _] = (model.stand * *place).to_cols_array();
            let label = link.meta.sid.as_deref().or(link.meta.label()).unwrap_or("link");
            let _ = writeln!(out, "  link {:<35} {x:>12.5} {y:>12.5} {z:>12.5}", printable(label));
        }
    }
    out
}

/// What is worth telling, on standard error.
pub(super) fn tell(told: &[Told], file: &File) {
    for told in told.iter().filter(|t| t.severity > Severity::Info) {
        let place = match file.written(told.origin) {
            Some(w) => format!("{}:{}:{}: ", w.file, w.place.line, w.place.column),
            None => String::new(),
        };
        aside(&format!("{}\n", printable(&format!("{place}[{}]: {}", told.code.id, told.message))));
    }
}
