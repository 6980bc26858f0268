//! `portolan info`: what is in a file.

use std::fmt::Write;

use clap::{ArgMatches, Args};
use portolan::gather::Wanted;
use portolan::info::{Info, Item, SceneNode};
use portolan::renderings::excerpt::printable;
use portolan::{Error, Files, OpenOptions};

use super::Command;
use crate::options::{Encoding, Skins};
use crate::output::{Output, aside};
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;

pub static COMMAND: Command = Command {
    name: "info",
    about: "Show what is in a file: format, unit, size, counts, scene tree, materials, textures",
    notes: "",
    examples: &["portolan info scene.dae", "portolan info robot.zae", "portolan info --json *.ogex"],
    arguments: Arguments::augment_args,
    run,
};

/// Lines of a list or tree that are shown without `--full`.
const SHOWN: usize = 40;

#[derive(Args)]
struct Arguments {
    /// Files, archives (`.zae`, `.kmz`) and folders; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// Print JSON, one object per file
    #[arg(long)]
    json: bool,
    /// Show long lists in full
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    skins: Skins,
    #[command(flatten)]
    encoding: Encoding,
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let mut out = Output::new();
    let mut status = Status::Fine;
    for (i, (path, gathered)) in portolan::gather::files(&arguments.paths, Wanted::Readable).into_iter().enumerate() {
        let options = OpenOptions::within(Files::within(path.as_str())).with(|o| {
            (o.encoding, o.thorough) = (arguments.encoding.label.clone(), true);
            o.skin_holder = arguments.skins.holder;
        });
        let opened = gathered.map_err(Error::from).and_then(|()| options.open(&path));
        match opened.and_then(|file| file.info()) {
            Ok(info) => {
                if arguments.json {
                    out.text(&format!("{}\n", info.to_json()))?;
                } else {
                    let space = if i > 0 { "\n" } else { "" };
                    out.text(&format!("{space}{}", show(&info, if arguments.full { usize::MAX } else { SHOWN })))?;
                }
            }
            Err(why) => {
                if let Stop::Message(_, message) = Stop::failed(&path, &why) {
                    aside(&format!("portolan info: {message}\n"));
                }
                status = status.max(Status::of_error(&why));
            }
        }
    }
    out.finish()?;
    Ok(status)
}

fn show(info: &Info, most: usize) -> String {
    let mut out = String::new();
    let mut row = |label: &str, value: &str| {
        let _ = writeln!(out, "{label:<12} {}", printable(value));
    };
    row("file", &info.file);
    row("format", &format!("{} {}", info.format, info.version));
    row("bytes", &info.bytes.to_string());
    if let Some(generator) = &info.generator {
        row("generator", generator);
    }
    if let Some(title) = &info.title {
        row("title", title);
    }
    if let Some((name, meters)) = &info.unit {
        row("unit", &format!("{name} ({meters} m)"));
    }
    if let Some(axis) = info.up_axis {
        row("up axis", axis);
    }
    if let Some((min, max)) = info.bounds {
        let number = |v: f64| format!("{:.6}", v).trim_end_matches('0').trim_end_matches('.').to_owned();
        let corner = |v: [f64; 3]| v.map(number).join(" ");
        row("bounds", &format!("{} to {}", corner(min), corner(max)));
    }
    if info.truncated {
        row("truncated", "the nodes have too many instances; only the first million are counted");
    }
    let (errors, warnings, infos) = info.findings;
    if errors + warnings + infos > 0 {
        let (e, w) = (if errors == 1 { "" } else { "s" }, if warnings == 1 { "" } else { "s" });
        row("findings", &format!("{errors} error{e}, {warnings} warning{w}, {infos} info (see `portolan check`)"));
    }
    for (name, number) in info.totals.rows() {
        match number {
            Some(0) => {}
            Some(number) => row(&name.replace('_', " "), &number.to_string()),
            None => row(&name.replace('_', " "), "unknown without evaluation"),
        }
    }
    items(&mut out, "animations", &info.animations, most);
    items(&mut out, "materials", &info.materials, most);
    items(&mut out, "images", &info.images, most);
    if !info.scene.is_empty() {
        out.push_str("\nscene\n");
        let mut lines = Vec::new();
        info.scene.iter().for_each(|node| tree(node, 1, &mut lines));
        list(&mut out, &lines, most);
    }
    out
}

fn items(out: &mut String, title: &str, items: &[Item], most: usize) {
    if items.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{title}");
    let lines: Vec<String> = items
        .iter()
        .map(|item| {
            let name = label(item.id.as_deref(), item.name.as_deref());
            match &item.path {
                Some(path) if name == UNNAMED => format!("  {path}"),
                Some(path) => format!("  {name}: {path}"),
                None => format!("  {name}"),
            }
        })
        .collect();
    list(out, &lines, most);
}

fn list(out: &mut String, lines: &[String], most: usize) {
    for line in lines.iter().take(most) {
        let _ = writeln!(out, "{}", printable(line));
    }
    if lines.len() > most {
        let _ = writeln!(out, "  … and {} more (`--full` shows all)", lines.len() - most);
    }
}

const UNNAMED: &str = "(unnamed)";

fn label(id: Option<&str>, name: Option<&str>) -> String {
    match (id, name) {
        (Some(id), Some(name)) if id != name => format!("{id} \"{name}\""),
        (Some(one), _) | (None, Some(one)) => one.to_owned(),
        (None, None) => UNNAMED.to_owned(),
    }
}

fn tree(node: &SceneNode, depth: usize, lines: &mut Vec<String>) {
    let mut line = "  ".repeat(depth);
    match &node.instance_of {
        Some(of) => line.push_str(&format!("→ {of}")),
        None => line.push_str(&label(node.id.as_deref(), node.name.as_deref())),
    }
    if let Some(kind) = &node.kind {
        line.push_str(&format!(" ({kind})"));
    }
    lines.push(line);
    node.children.iter().for_each(|child| tree(child, depth + 1, lines));
}
