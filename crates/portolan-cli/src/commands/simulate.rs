//! `portolan simulate`: what bodies weigh, and how they fall.

use std::fmt::Write;

use clap::{ArgMatches, Args};
use portolan::renderings::excerpt::printable;
use portolan::scene::Scene;
use portolan::simulate::{Request, Simulated};

use super::Command;
use super::pose::{Order, tell, write};
use crate::losses;
use crate::options::{Reach as Folders, open, positive};
use crate::output::Output;
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;
use crate::write::Replacing;

pub static COMMAND: Command = Command {
    name: "simulate",
    about: "Simulate the rigid bodies of a document, and print or write how they move",
    notes: "Lengths are in the unit of the document, masses in kilograms, times in seconds. At time 0 everything is at its \
            initial position. Mass, centre of mass and moments of inertia are those of the body, or are computed from its \
            shapes. Each physics scene is simulated separately, with the time step of the document or 1/240 s.",
    examples: &[
        "portolan simulate fall.dae --times 0 --json",
        "portolan simulate fall.dae --times 0,0.5,1",
        "portolan simulate fall.dae --duration 3 --rate 30 -o fall.glb",
    ],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
struct Arguments {
    /// The document, or an archive; `-` is standard input
    #[arg(value_name = "FILE")]
    path: String,
    /// Times in seconds, in order and separated by commas
    #[arg(long, value_name = "SECONDS", value_delimiter = ',', conflicts_with = "duration")]
    times: Vec<f64>,
    /// Simulate this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    duration: Option<f64>,
    /// Report positions this many times per second
    #[arg(long, value_name = "HZ", value_parser = positive, default_value = "30", requires = "duration")]
    rate: f64,
    /// Use time steps of this many seconds instead of those of the document
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    step: Option<f64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write the scene, moving as simulated, to this file; its extension selects the format
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Use the physics or visual scene with this id or name; by default all physics scenes and the default visual scene
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

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let files = arguments.folders.files(&arguments.path);
    let failed = |why| Stop::failed(&arguments.path, &why);
    let file = open(&files, &arguments.path, None)?;
    let request = match (arguments.duration, arguments.times.is_empty()) {
        (Some(seconds), _) => Request::regularly(seconds, arguments.rate),
        (None, true) => Request::default().with(|r| r.times = vec![0.0]),
        (None, false) => Request::default().with(|r| r.times = arguments.times.clone()),
    };
    let request = request.with(|r| (r.step, r.scene) = (arguments.step, arguments.scene.clone()));
    let simulated = file.simulate(&request).map_err(failed)?;
    let mut out = Output::new();
    match arguments.json {
        true => out.pieces(simulated.json_pieces(&file).map_err(failed)?)?,
        false if arguments.output.is_none() => out.text(&show(&simulated, file.scene().map_err(failed)?))?,
        false => {}
    }
    out.finish()?;
    if !arguments.json && !arguments.quiet {
        losses::tell(&file, file.losses().map_err(failed)?, "`--json` has all");
        tell(&simulated.told, &file);
    }
    if let Some(output) = &arguments.output {
        let moved = simulated.put(&file).map_err(failed)?;
        let Arguments { path, scene, replacing, quiet, .. } = &arguments;
        let order = Order { path, output, view: scene.as_deref(), replacing, quiet: *quiet };
        write(&order, &moved, &files)?;
    }
    Ok(Status::Fine)
}

/// Bodies with their masses, and where they are.
fn show(simulated: &Simulated, scene: &Scene) -> String {
    let mut out = String::new();
    if simulated.scenes.is_empty() {
        out.push_str("the document has no physics\n");
    }
    for world in &simulated.scenes {
        let Some(physics) = scene.physics.get(world.number) else { continue };
        let _ = writeln!(out, "{}", printable(physics.meta.label().unwrap_or("physics scene")));
        for (body, moved) in physics.bodies.iter().zip(&world.bodies) {
            let kind = if body.dynamic { "" } else { ", fixed" };
            let weight = &moved.weight;
            let rule = weight.rule.name();
            let _ = writeln!(out, "  {:<35} {:>12.5} kg ({rule}{kind})", printable(body.label()), weight.mass);
            let [a, b, c] = weight.moments;
            let [x, y, z] = weight.centre.to_array();
            let _ = writeln!(out, "    centre  {x:>12.5} {y:>12.5} {z:>12.5}");
            let _ = writeln!(out, "    inertia {a:>12.5} {b:>12.5} {c:>12.5}");
            for (time, world) in simulated.times.iter().zip(&moved.world) {
                let [.., x, y, z, _] = world.to_cols_array();
                let _ = writeln!(out, "    at {time:<8} {x:>12.5} {y:>12.5} {z:>12.5}");
            }
        }
    }
    out
}
