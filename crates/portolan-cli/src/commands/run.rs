//! `portolan run`: what happens in a world.

use std::cell::RefCell;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use clap::{ArgMatches, Args};
use portolan::pictures::{Kind, Lights, Shot, encode};
use portolan::renderings::Language;
use portolan::renderings::excerpt::printable;
use portolan::resources::write::Writer;
use portolan::run::{Event, Options, Run, Sink, inputs, json, picture, seconds};
use portolan::{File, Severity};

use super::Command;
use crate::options::{Reach, open, positive};
use crate::output::{Output, aside};
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;
use crate::write::make_folder;

pub static COMMAND: Command = Command {
    name: "run",
    about: "Run a world with its clocks, sensors, routes and scripts, and print its events",
    notes: "Time is simulated: the same world and input give the same output. Times are seconds since the world was loaded. \
            `--json` prints every event; without it, only events of watched fields are printed.",
    examples: &[
        "portolan run clock.xwrl --until 10 --rate 30 --json",
        "portolan run door.xwrl --until 5 --input click.json --watch Door.rotation",
        "portolan run door.xwrl --until 2 --rate 25 --frames pictures",
    ],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
struct Arguments {
    /// The world, or an archive; `-` is standard input; `world.xwrl#Name` begins at the viewpoint of this name
    #[arg(value_name = "WORLD")]
    path: String,
    /// Run for this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = not_negative)]
    until: f64,
    /// Evaluate the world this many times per second, and whenever something starts, stops or ends a cycle
    #[arg(long, value_name = "HZ", value_parser = positive)]
    rate: Option<f64>,
    /// The time at which the world is loaded: a date and time, or seconds since 1970; by default 2000-01-01T00:00:00Z
    #[arg(long, value_name = "TIME", value_parser = moment)]
    start: Option<f64>,
    /// The input of the user, as JSON: `{"events": [{"t": 1, "set": "Door.rotation", "value": [0, 1, 0, 1]}]}`
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Print the value of this field at the end, such as `Door.rotation` or `viewer.position`; can be repeated
    #[arg(long, value_name = "NODE.FIELD")]
    watch: Vec<String>,
    /// Write a picture for each step of `--rate` into this folder; without `--rate`, only for the last moment
    #[arg(long, value_name = "FOLDER")]
    frames: Option<PathBuf>,
    /// Width and height of the pictures of `--frames` [default: 512x512]
    #[arg(long, value_name = "WxH", value_parser = super::render::size, requires = "frames")]
    size: Option<(u32, u32)>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    folders: Reach,
}

fn not_negative(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value >= 0.0 => Ok(value),
        _ => Err("it must be a number from 0 on".to_owned()),
    }
}

fn moment(text: &str) -> Result<f64, String> {
    seconds(text).ok_or_else(|| "it must be a date and time such as 2000-01-01T00:00:00Z, or a number".to_owned())
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let mut arguments: Arguments = super::arguments(matches)?;
    let mut options = Options::default();
    if let Some((path, viewpoint)) = arguments.path.rsplit_once('#').filter(|_| !Path::new(&arguments.path).exists()) {
        options.viewpoint = Some(viewpoint.to_owned());
        arguments.path = path.to_owned();
    }
    let files = arguments.folders.files(&arguments.path);
    let failed = |why| Stop::failed(&arguments.path, &why);
    let file = open(&files, &arguments.path, None)?;
    if let Some(start) = arguments.start {
        options.start = start;
    }
    let mut running = file.run(options).map_err(failed)?;
    if let Some(path) = &arguments.input {
        let shown = path.to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path)
            .map_err(|why| Stop::Message(Status::Unreadable, format!("{shown}: {why}")))?;
        inputs(&text).map_err(|why| Stop::failed(&shown, &why))?.into_iter().for_each(|input| running.send(input));
    }
    let out = Rc::new(RefCell::new(Output::new()));
    let trace = Rc::new(RefCell::new(Trace { out: out.clone(), first: true, stop: None, watched: Vec::new() }));
    if arguments.json {
        out.borrow_mut().text("{\"trace\":[")?;
        running.trace_to(Box::new(Hearing(trace.clone())));
    } else if !arguments.watch.is_empty() {
        trace.borrow_mut().watched = arguments.watch.clone();
        running.trace_to(Box::new(Hearing(trace.clone())));
    }
    go(&arguments, &file, &mut running, &trace)?;
    running.finish();
    let end = json::end(&mut running, file.path(), arguments.until, &arguments.watch);
    let mut out = out.borrow_mut();
    match arguments.json {
        true => {
            out.text("\n]")?;
            for (name, value) in &end {
                out.written(&format!(",\n\"{name}\":{value}"), Language::Json)?;
            }
            out.text("}\n")?;
        }
        false => out.text(&show(&end))?,
    }
    out.finish()?;
    if !arguments.json {
        for found in running.findings().iter().filter(|f| f.code.severity >= Severity::Warning) {
            let node = found.node.as_deref().map_or(String::new(), |n| format!("{}: ", printable(n)));
            aside(&format!("{} {}: {node}{}\n", found.code.severity, found.code.id, printable(&found.message)));
        }
    }
    let errors = running.findings().iter().any(|f| f.code.severity == Severity::Error);
    Ok(if errors { Status::Findings } else { Status::Fine })
}

/// Leads through all moments.
fn go(arguments: &Arguments, file: &File, running: &mut Run, trace: &Rc<RefCell<Trace>>) -> Result<(), Stop> {
    let mut writer = Writer::new(false);
    if let Some(folder) = &arguments.frames {
        if folder.is_file() {
            return Err(Stop::usage(format!("{} is a file; give a folder for `--frames`", folder.display())));
        }
        make_folder(folder)?;
    }
    let mut number = 0u64;
    loop {
        let t = arguments.rate.map_or(arguments.until, |rate| number as f64 / rate).min(arguments.until);
        running.step(t);
        if let Some(stop) = trace.borrow_mut().stop.take() {
            return Err(stop);
        }
        let last = t >= arguments.until || !running.is_complete();
        if let Some(folder) = arguments.frames.as_ref().filter(|_| last || arguments.rate.is_some()) {
            let failed = |why| Stop::failed(&arguments.path, &why);
            let shot = Shot::default().with(|s| {
                (s.camera, s.lights, s.allow_empty) = (Some("scene".to_owned()), Lights::Scene, true);
                s.size = arguments.size.unwrap_or(s.size);
            });
            let picture = picture(file, running, &shot).map_err(failed)?;
            let path = folder.join(format!("frame-{number:06}.png"));
            writer.will_write(&path)?;
            writer.put(path, encode(&picture, Kind::Png).map_err(Stop::usage)?);
        }
        if last {
            break;
        }
        number += 1;
    }
    Ok(writer.commit()?)
}

/// Prints events as they come.
struct Trace {
    out: Rc<RefCell<Output>>,
    first: bool,
    /// Why nothing more can be printed.
    stop: Option<Stop>,
    /// What is printed as text; empty: everything, as JSON.
    watched: Vec<String>,
}

struct Hearing(Rc<RefCell<Trace>>);

impl Sink for Hearing {
    fn event(&mut self, event: &Event<'_>) {
        let mut trace = self.0.borrow_mut();
        let text = match trace.watched.is_empty() {
            true => {
                let before = if std::mem::replace(&mut trace.first, false) { "\n" } else { ",\n" };
                format!("{before}{}", json::event(event))
            }
            false => {
                let address = format!("{}.{}", event.node, event.field);
                if !trace.watched.contains(&address) {
                    return;
                }
                let value = json::value(event.ty, event.value, event.nodes);
                format!("{:<12} {} {value} ({})\n", event.t, printable(&address), printable(event.by))
            }
        };
        let language = if trace.watched.is_empty() { Language::Json } else { Language::Text };
        let written = trace.out.borrow_mut().written(&text, language);
        if let Err(stop) = written {
            trace.stop.get_or_insert(stop);
        }
    }
}

/// What there is at the end, as text.
fn show(end: &serde_json::Map<String, serde_json::Value>) -> String {
    let mut out = String::new();
    for name in ["worlds", "requests", "prints"] {
        for item in end.get(name).and_then(|v| v.as_array()).into_iter().flatten() {
            let _ = writeln!(out, "{name}: {}", printable(&item.to_string()));
        }
    }
    for (address, value) in end.get("final").and_then(|v| v.as_object()).into_iter().flatten() {
        let _ = writeln!(out, "{} = {}", printable(address), printable(&value.to_string()));
    }
    if let Some(bounds) = end.get("bounds") {
        let _ = writeln!(out, "bounds: {bounds}");
    }
    out
}
