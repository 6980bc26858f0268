//! `portolan sample`: the animated scene at times.

use std::fmt::Write;

use clap::{ArgMatches, Args};
use portolan::Files;
use portolan::convert::view_named;
use portolan::render::excerpt::printable;
use portolan::sample::{self, Playing, Samples};
use portolan::scene::{Scene, ViewId};

use super::Command;
use crate::output::{Output, aside};
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;

pub static COMMAND: Command = Command {
    name: "sample",
    about: "Print where every node is at given times",
    notes: "Positions are in the unit and axes of the document.",
    examples: &["portolan sample walk.dae --times 0,0.5,1", "portolan sample walk.dae --rate 30 --json"],
    arguments: Arguments::augment_args,
    run,
};

/// Most times that are sampled.
const MOST: usize = 100_000;

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
    if arguments.rate.is_some_and(|r| !r.is_finite() || r <= 0.0) || arguments.times.iter().any(|t| !t.is_finite()) {
        return Err(Stop::usage("times and rates must be numbers, and a rate must be above zero"));
    }
    let files = Files::within(arguments.path.as_str());
    let imported = super::verify::import(&files, &arguments.path)?;
    let scene = &imported.scene;
    let playing = match &arguments.clip {
        Some(name) => match sample::clip_named(scene, name) {
            Some(clip) => Playing::Clip(clip),
            None => return Err(Stop::usage(format!("there is no clip `{name}`{}", known_clips(scene)))),
        },
        None => Playing::Default,
    };
    let view = match &arguments.scene {
        Some(name) => view_named(scene, name).ok_or_else(|| Stop::usage(format!("there is no scene `{name}`")))?,
        None => scene.default_view.unwrap_or(ViewId(0)),
    };
    let times = match (arguments.times.is_empty(), arguments.rate) {
        (false, _) => arguments.times.clone(),
        (true, Some(rate)) => sample::regular_times(scene, &playing, rate, MOST),
        (true, None) => vec![0.0],
    };
    let samples = sample::sample(scene, view, &playing, &times);
    let mut out = Output::new();
    match arguments.json {
        true => out.text(&format!("{}\n", samples.to_json()))?,
        false => out.text(&show(&samples))?,
    }
    out.finish()?;
    if !samples.complete {
        let message = "nodes are placed so often that only a part of the places is followed";
        aside(&format!("portolan sample: {}: {message}\n", arguments.path));
    }
    Ok(Status::Fine)
}

fn known_clips(scene: &Scene) -> String {
    let names: Vec<&str> = scene.clips.iter().filter_map(|c| c.meta.id.as_deref().or(c.meta.name.as_deref())).collect();
    if names.is_empty() { "; the document has none".to_owned() } else { format!("; there are {}", names.join(", ")) }
}

/// One line a node and time: where its origin is.
fn show(samples: &Samples) -> String {
    let mut out = String::new();
    for (i, time) in samples.times.iter().enumerate() {
        let _ = writeln!(out, "time {time}");
        for track in &samples.tracks {
            let Some([.., x, y, z, _]) = track.world.get(i) else { continue };
            let _ = writeln!(out, "  {:<40} {x:>12.5} {y:>12.5} {z:>12.5}", printable(&track.path));
        }
    }
    out
}
