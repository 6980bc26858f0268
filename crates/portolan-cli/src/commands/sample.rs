//! `portolan sample`: the animated scene at times.

use std::fmt::Write;

use clap::{ArgMatches, Args};
use portolan::Files;
use portolan::renderings::excerpt::printable;
use portolan::sample::{Samples, Sampling, Times};

use super::Command;
use crate::options::open;
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
    let file = open(&Files::within(arguments.path.as_str()), &arguments.path, None)?;
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
        true => out.text(&format!("{}\n", samples.to_json()))?,
        false => out.text(&show(&samples))?,
    }
    out.finish()?;
    if !samples.complete {
        let message = "the nodes have too many instances; only some of them are sampled";
        aside(&format!("portolan sample: {}: {message}\n", arguments.path));
    }
    Ok(Status::Fine)
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
