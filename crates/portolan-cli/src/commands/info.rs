//! `portolan info`: what is in a file.

use std::fmt::Write;

use clap::{ArgMatches, Args};
use portolan::gather::Wanted;
use portolan::info::details::hex;
use portolan::info::{Details, Info, Item, SceneNode};
use portolan::renderings::excerpt::printable;
use portolan::renderings::{Language, html};
use portolan::syntax::xml::escape::in_text;
use portolan::{Error, OpenOptions};

use super::Command;
use crate::options::{Encoding, Skins, files_within};
use crate::output::{Output, complain};
use crate::said::{counted, grouped, size};
use crate::status::{Outcome, Status, Stop};
use crate::table::{Side, Table, more, number};
use crate::terminal::Colour;

pub static COMMAND: Command = Command {
    name: "info",
    about: "Show what is in a file: format, unit, size, counts, scene tree, materials, textures",
    notes: "",
    examples: &[
        "portolan info scene.dae",
        "portolan info robot.zae",
        "portolan info --json *.ogex",
        "portolan info --format html robot.dae > robot.html",
    ],
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
    /// How to show it: `human`, `json`, or `html`, one page with pictures to send to somebody
    #[arg(long, value_name = "FORMAT", default_value = "human", conflicts_with = "json", value_parser = ["human", "json", "html"])]
    format: String,
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
    let page = arguments.format == "html";
    if page {
        out.text(&html::head("Portolan: contents of files"))?;
    }
    let paths = portolan::gather::files(&arguments.paths, Wanted::Readable);
    let only = paths.len() == 1;
    for (i, (path, gathered)) in paths.into_iter().enumerate() {
        let options = OpenOptions::within(files_within(path.as_str())).with(|o| {
            (o.encoding, o.thorough) = (arguments.encoding.label.clone(), true);
            (o.skin_holder, o.leave_numbers) = (arguments.skins.holder, true);
        });
        let opened = gathered.map_err(Error::from).and_then(|()| options.open(&path));
        match opened.and_then(|file| Ok((file.info()?, file))) {
            Ok((info, file)) => {
                if arguments.json || arguments.format == "json" {
                    out.json(&info.to_json())?;
                } else if page {
                    out.written(&section(&info, &path), Language::Markup)?;
                } else {
                    let space = if i > 0 { "\n" } else { "" };
                    out.text(&format!("{space}{}", show(&info, if arguments.full { usize::MAX } else { SHOWN })))?;
                }
                // The program ends here; taking a large scene apart piece by piece would only cost time.
                if only {
                    std::mem::forget((info, file));
                }
            }
            Err(why) => {
                if let Stop::Message(_, message) = Stop::failed(&path, &why) {
                    complain(&format!("portolan info: {message}\n"));
                }
                status = status.max(Status::of_error(&why));
            }
        }
    }
    if page {
        out.text(html::TAIL)?;
    }
    out.finish()?;
    Ok(status)
}

/// A file in a page: its picture, and everything that is said of it.
fn section(info: &Info, path: &str) -> String {
    let name = in_text(path);
    let picture = super::check::drawn(path);
    let picture =
        picture.map(|uri| format!("<p><img src=\"{uri}\" alt=\"what {name} shows\"></p>\n")).unwrap_or_default();
    format!("<section>\n<h2>{name}</h2>\n{picture}<pre>{}</pre>\n</section>\n", in_text(&show(info, usize::MAX)))
}

fn show(info: &Info, most: usize) -> String {
    let mut out = String::new();
    let mut row = |label: &str, value: &str| {
        let _ = writeln!(out, "{label:<12} {}", printable(value));
    };
    row("file", &info.file);
    row("format", format!("{} {}", info.format, info.version).trim_end());
    row("file size", &size(info.bytes));
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
        let corner = |v: [f64; 3]| v.map(|c| fixed(c, 6)).join(" ");
        row("bounds", &format!("{} to {}", corner(min), corner(max)));
    }
    if let Some(size) = info.details.size {
        row("size", &format!("{} m", dimensions(size)));
    }
    if info.truncated {
        row("truncated", "the nodes have too many instances; only the first million are counted");
    }
    let (errors, warnings, infos) = info.findings;
    if errors + warnings + infos > 0 {
        let (errors, warnings) = (counted(errors, "error"), counted(warnings, "warning"));
        row("findings", &format!("{errors}, {warnings}, {infos} info (see `portolan check`)"));
    }
    for (name, number) in info.totals.rows() {
        match number {
            Some(0) => {}
            Some(number) => row(&name.replace('_', " "), &grouped(number)),
            None => row(&name.replace('_', " "), "unknown without evaluation"),
        }
    }
    if info.details.memory > 0 {
        row("memory", &format!("{} of vertices, indices and keys", size(info.details.memory)));
    }
    out.push_str(&tables(&info.details, most));
    if !info.scene.is_empty() {
        out.push_str("\nscene\n");
        let mut lines = Lines { out: &mut out, count: 0, most };
        info.scene.iter().for_each(|node| lines.tree(node, 1));
        if lines.count > most {
            let rest = lines.count - most;
            out.push_str(&more(rest));
        }
    }
    out
}

/// A table for each kind of object, of which at most `most` rows are shown.
fn tables(details: &Details, most: usize) -> String {
    use Side::{Left, Right};
    let name = |item: &Item| label(item.id.as_deref(), item.name.as_deref());
    let mut out = String::new();
    let mut table = Table::new(&[
        ("name", Left),
        ("kind", Left),
        ("vertices", Right),
        ("triangles", Right),
        ("lines", Right),
        ("size (m)", Left),
        ("memory", Right),
        ("data", Left),
    ]);
    let count = |n: u64| if n == 0 { String::new() } else { grouped(n) };
    for s in details.shapes.iter().take(most) {
        let kind = if s.kind == "mesh" { "" } else { s.kind };
        let extent = s.size.map(dimensions).unwrap_or_default();
        let memory = if s.bytes == 0 { String::new() } else { size(s.bytes) };
        let (vertices, triangles, lines) = (count(s.vertices), count(s.triangles), count(s.lines));
        let data = s.data.iter().filter(|word| *word != "POSITION").cloned().collect::<Vec<_>>().join(" ");
        table.row([name(&s.item), kind.to_owned(), vertices, triangles, lines, extent, memory, data.to_lowercase()]);
    }
    out.push_str(&table.text("geometries", details.shapes.len()));
    let mut table =
        Table::new(&[("name", Left), ("shading", Left), ("colour", Left), ("sides", Left), ("textures", Left)]);
    for m in details.materials.iter().take(most) {
        let textures: Vec<String> = m.textures.iter().map(|(purpose, image)| format!("{purpose}: {image}")).collect();
        let colour = m.colour.map(hex).unwrap_or_default() + if m.blended { " transparent" } else { "" };
        let sides = if m.double_sided == Some(true) { "both" } else { "" };
        table.row([name(&m.item), m.shading.to_owned(), colour, sides.to_owned(), textures.join(", ")]);
    }
    out.push_str(&table.text("materials", details.materials.len()));
    let mut table =
        Table::new(&[("image", Left), ("file", Left), ("status", Left), ("pixels", Right), ("file size", Right)]);
    for i in details.images.iter().take(most) {
        let pixels = i.size.map(|[w, h]| format!("{w} × {h}")).unwrap_or_default();
        let path = i.item.path.clone().unwrap_or_default();
        table.row([name(&i.item), path, i.status.to_owned(), pixels, i.bytes.map(size).unwrap_or_default()]);
    }
    out.push_str(&table.text("images", details.images.len()));
    for (title, rows) in [("animations", &details.animations), ("clips", &details.clips)] {
        let head = [("name", Left), ("from", Right), ("to", Right), ("duration", Right), ("channels", Right)];
        let mut table = Table::new(&[&head[..], &[("keys", Right)]].concat());
        for m in rows.iter().take(most) {
            let [from, to, duration] = match m.span {
                Some([start, end]) => [start, end, end - start].map(|t| format!("{} s", fixed(t, 3))),
                None => Default::default(),
            };
            table.row([name(&m.item), from, to, duration, count(m.channels), count(m.keys)]);
        }
        out.push_str(&table.text(title, rows.len()));
    }
    let mut table = Table::new(&[
        ("joint", Left),
        ("kind", Left),
        ("axis", Left),
        ("min", Right),
        ("max", Right),
        ("value", Right),
        ("", Left),
    ]);
    for j in details.joints.iter().take(most) {
        let [min, max] = j.limits.map(|limit| limit.map(number).unwrap_or_default());
        let locked = if j.locked { "locked" } else { "" };
        let axis = j.axis.map(number).join(" ");
        table.row([j.name.clone(), j.kind.to_owned(), axis, min, max, number(j.value), locked.to_owned()]);
    }
    out.push_str(&table.text("joints (degrees and lengths)", details.joints.len()));
    let mut table =
        Table::new(&[("body", Left), ("node", Left), ("moves", Left), ("mass (kg)", Right), ("shapes", Right)]);
    for b in details.bodies.iter().take(most) {
        let moves = if b.dynamic { "yes" } else { "no" };
        let mass = b.mass.map(number).unwrap_or_default();
        table.row([b.name.clone(), b.node.clone().unwrap_or_default(), moves.to_owned(), mass, count(b.shapes)]);
    }
    out.push_str(&table.text("bodies", details.bodies.len()));
    let mut table = Table::new(&[("added to robots", Left), ("name", Left), ("links", Left), ("joints", Left)]);
    for r in details.robots.iter().take(most) {
        table.row([r.kind.clone(), r.name.clone(), some(&r.links), some(&r.joints)]);
    }
    out.push_str(&table.text("robots", details.robots.len()));
    out
}

/// The first of some names.
fn some(names: &[String]) -> String {
    match names {
        [] | [_] | [_, _] | [_, _, _] => names.join(", "),
        [first, second, rest @ ..] => format!("{first}, {second} and {} more", rest.len()),
    }
}

/// `0.4 × 0.4 × 0.6`
fn dimensions(size: [f64; 3]) -> String {
    size.map(number).join(" × ")
}

/// A number with at most so many decimals.
fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

const UNNAMED: &str = "(unnamed)";

fn label(id: Option<&str>, name: Option<&str>) -> String {
    match (id, name) {
        (Some(id), Some(name)) if id != name => format!("{id} \"{name}\""),
        (Some(one), _) | (None, Some(one)) => one.to_owned(),
        (None, None) => UNNAMED.to_owned(),
    }
}

/// A line for each node, of which only the first are written.
struct Lines<'a> {
    out: &'a mut String,
    count: usize,
    most: usize,
}

impl Lines<'_> {
    fn tree(&mut self, node: &SceneNode, depth: usize) {
        self.count += 1;
        if self.count <= self.most {
            let name = match &node.instance_of {
                Some(of) => format!("→ {of}"),
                None => label(node.id.as_deref(), node.name.as_deref()),
            };
            let kind = node.kind.as_ref().map(|kind| format!(" ({kind})")).unwrap_or_default();
            let _ = writeln!(self.out, "{}{}", "  ".repeat(depth), printable(&(name + &kind)));
        }
        node.children.iter().for_each(|child| self.tree(child, depth + 1));
    }
}
