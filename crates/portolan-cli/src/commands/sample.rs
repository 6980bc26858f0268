//! `portolan sample`: the animated scene at times.

use std::fmt::Write;

use clap::{ArgMatches, Args};
use portolan::sample::{Samples, Sampling, Times};
use portolan::scene::glam::DMat4;
use portolan::scene::turn::axis_angle;

use super::Command;
use crate::options::{files_within, open};
use crate::output::{Output, complain};
use crate::status::{Outcome, Status, Stop};
use crate::table::{Side, Table, number};
use crate::terminal::Colour;

pub static COMMAND: Command = Command {
    name: "sample",
    about: "Print where every node is at given times",
    notes: "Positions are in the unit and axes of the document. Rotations are given as an axis and an angle in degrees.",
    examples: &["portolan sample walk.dae --times 0,0.5,1", "portolan sample walk.dae --rate 30 --json"],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
struct Arguments {
    /// The document, or an archive; `-` is standard input
    #[arg(value_name = "FILE")]
    path: String,
    /// Times in seconds, separated by commas
    #[arg(long, value_name = "SECONDS", value_delimiter = ',', allow_negative_numbers = true, conflicts_with = "rate")]
    times: Vec<f64>,
    /// Sample the whole animation this many times per second
    #[arg(long, value_name = "HZ")]
    rate: Option<f64>,
    /// Play the clip with this id or name; by default everything that belongs to no clip
    #[arg(long, value_name = "NAME")]
    clip: Option<String>,
    /// Sample the scene with this id or name instead of the default one
    #[arg(long, value_name = "NAME")]
    scene: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let file = open(&files_within(arguments.path.as_str()), &arguments.path, None)?;
    let sampling = Sampling::default().with(|s| {
        (s.scene, s.clip) = (arguments.scene.clone(), arguments.clip.clone());
        s.times = match (arguments.times.is_empty(), arguments.rate) {
            (false, _) => Times::At(arguments.times.clone()),
            (true, Some(rate)) => Times::Rate(rate),
            (true, None) => Times::default(),
        };
    });
    let samples = file.sample(&sampling).map_err(|why| Stop::failed(&arguments.path, &why))?;
    let mut out = Output::new();
    match arguments.json {
        true => out.pieces(samples.json_pieces())?,
        false => out.text(&show(&samples))?,
    }
    out.finish()?;
    if !samples.complete {
        let message = "the nodes have too many instances; only some of them are sampled";
        complain(&format!("portolan sample: {}: {message}\n", arguments.path));
    }
    Ok(Status::Fine)
}

/// A table for each time: where nodes are, how they are turned and scaled.
fn show(samples: &Samples) -> String {
    use Side::{Left, Right};
    let mut out = String::new();
    let head = [("node", Left), ("x", Right), ("y", Right), ("z", Right), ("rotation (axis, degrees)", Left)];
    let head = [&head[..], &[("scale", Left)]].concat();
    for (i, time) in samples.times.iter().enumerate() {
        let _ = writeln!(out, "{}time {time} s", if i > 0 { "\n" } else { "" });
        let mut table = Table::new(&head);
        for track in &samples.tracks {
            let Some(world) = track.world.get(i) else { continue };
            let (scale, rotation, [x, y, z]) = parts(world);
            let [x, y, z] = [x, y, z].map(|v| format!("{v:.5}"));
            table.row([track.path.clone(), x, y, z, rotation, scale]);
        }
        out.push_str(&table.text("", 0));
    }
    out
}

/// The scale, rotation and position of a matrix; parts that change nothing are empty.
fn parts(world: &[f64; 16]) -> (String, String, [f64; 3]) {
    let (scale, rotation, position) = DMat4::from_cols_array(world).to_scale_rotation_translation();
    let scale = scale.to_array();
    let shown = match scale {
        _ if scale.iter().all(|s| (s - 1.0).abs() < 1e-6) => String::new(),
        [x, y, z] if (x - y).abs() < 1e-6 * x.abs() && (x - z).abs() < 1e-6 * x.abs() => number(x),
        _ => scale.map(number).join(" "),
    };
    let (axis, angle) = axis_angle(rotation);
    let turned = match angle.abs() < 1e-7 || !angle.is_finite() {
        true => String::new(),
        false => format!(
            "{}, {}",
            axis.to_array().map(|c| number((c * 1e6).round() / 1e6)).join(" "),
            number((angle.to_degrees() * 1e6).round() / 1e6)
        ),
    };
    (shown, turned, position.to_array())
}
