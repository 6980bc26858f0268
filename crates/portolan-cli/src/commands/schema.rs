//! `portolan schema`: the formats' own manual.

use std::fmt::Write;

use clap::{ArgMatches, Args};
use portolan::manual::{self, Description, Entry};
use serde_json::json;

use super::Command;
use crate::output::Output;
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;

pub static COMMAND: Command = Command {
    name: "schema",
    about: "Show what an element, attribute or structure of a format may contain",
    notes: "",
    examples: &[
        "portolan schema camera/optics/technique_common/perspective",
        "portolan schema GeometryObject",
        "portolan schema xvrml",
        "portolan schema --json collada/instance_geometry",
    ],
    arguments: Arguments::augment_args,
    run,
};

/// Longer lists of parents or children of the same kind are cut.
const MANY: usize = 40;

#[derive(Args)]
struct Arguments {
    /// A name (`camera`), a path (`camera/optics`), a format (`collada`) or both (`collada/camera`); without it,
    /// list everything
    #[arg(value_name = "PATH")]
    path: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let mut out = Output::new();
    let format = |word: &str| portolan::formats().into_iter().find(|f| f.id.eq_ignore_ascii_case(word));
    let text = match arguments.path.as_deref().map(|word| (word, format(word))) {
        None => list(manual::entries().collect(), arguments.json),
        Some((_, Some(format))) => list(manual::entries().filter(|e| e.format == format).collect(), arguments.json),
        Some((word, None)) => found(word, arguments.json)?,
    };
    out.text(&text)?;
    out.finish()?;
    Ok(Status::Fine)
}

fn found(word: &str, as_json: bool) -> Result<String, Stop> {
    let (path, attribute) = match word.split_once('@') {
        Some((path, attribute)) => (path.trim_end_matches('/'), Some(attribute)),
        None => (word, None),
    };
    let mut described: Vec<Description> = manual::find(path).into_iter().map(manual::describe).collect();
    if let Some(attribute) = attribute {
        for description in &mut described {
            description.attributes.retain(|a| a.name == attribute);
        }
        described.retain(|d| !d.attributes.is_empty());
    }
    if described.is_empty() {
        let hint = match manual::nearest(path.rsplit('/').next().unwrap_or(path)) {
            Some(near) if attribute.is_none() => format!("did you mean `{near}`?"),
            _ => "`portolan schema` lists everything".to_owned(),
        };
        return Err(Stop::usage(format!("`{word}` does not exist; {hint}")));
    }
    if as_json {
        let values: Vec<_> = described.iter().map(Description::to_json).collect();
        return Ok(format!("{:#}\n", json!(values)));
    }
    let mut out = String::new();
    for (i, description) in described.iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        show(&mut out, description, attribute.is_some());
    }
    Ok(out)
}

fn list(entries: Vec<Entry>, as_json: bool) -> String {
    let entries: Vec<Entry> = entries.into_iter().filter(|e| !e.ty.path.is_empty()).collect();
    if as_json {
        let rows: Vec<_> = entries
            .iter()
            .map(|e| {
                let versions = e.schema.version_names(e.ty.versions);
                json!({"format": e.format.id, "path": e.ty.path, "doc": e.ty.doc, "versions": versions})
            })
            .collect();
        return format!("{:#}\n", json!(rows));
    }
    let mut out = String::new();
    let mut format = "";
    for entry in entries {
        if entry.format.id != format {
            format = entry.format.id;
            let versions = entry.format.versions.join(", ");
            let _ = writeln!(out, "{}{} {versions}", if out.is_empty() { "" } else { "\n" }, entry.format.name);
        }
        let doc = if entry.ty.doc.is_empty() { String::new() } else { format!("  {}", entry.ty.doc) };
        let _ = writeln!(out, "  {}{doc}", entry.ty.path);
    }
    out
}

fn show(out: &mut String, d: &Description, only_attributes: bool) {
    let _ = writeln!(out, "{} ({} {})", d.path, d.format, d.versions);
    if !only_attributes {
        if !d.doc.is_empty() {
            let _ = writeln!(out, "  {}", d.doc);
        }
        if !d.status.is_empty() {
            let _ = writeln!(out, "  status: {}", d.status);
        }
        if !d.spec.is_empty() {
            let _ = writeln!(out, "  specification: {}", portolan::cited(d.spec));
        }
        if !d.naming.is_empty() {
            let _ = writeln!(out, "  name: {}", d.naming);
        }
        for (versions, content) in &d.content {
            let of = if versions.is_empty() { String::new() } else { format!(" ({versions})") };
            let _ = writeln!(out, "  content{of}: {content}");
        }
        for data in &d.data {
            let _ = writeln!(out, "  data: {data}");
        }
    }
    if !d.attributes.is_empty() {
        let _ = writeln!(out, "\n  {}:", d.attributes_called);
        for a in &d.attributes {
            let mut line = format!("    {}{}: {}", a.name, if a.required { "" } else { "?" }, a.value);
            if !a.unit.is_empty() {
                let _ = write!(line, ", unit {}", a.unit);
            }
            if let Some(default) = a.default {
                let _ = write!(line, ", default `{default}`");
            }
            if !a.versions.is_empty() {
                let _ = write!(line, " [{}]", a.versions);
            }
            if !a.doc.is_empty() {
                let _ = write!(line, "  {}", a.doc);
            }
            let _ = writeln!(out, "{line}");
        }
    }
    if only_attributes {
        return;
    }
    if !d.children.is_empty() {
        let _ = writeln!(out, "\n  children:");
        for c in &d.children {
            let versions = if c.versions.is_empty() { String::new() } else { format!(" [{}]", c.versions) };
            let value = if c.value.is_empty() { String::new() } else { format!(": {}", c.value) };
            let _ = writeln!(out, "    {}{value}{versions}  {}", c.name, c.doc);
        }
    }
    if !d.events.is_empty() {
        let _ = writeln!(out, "\n  events:");
        for (name, input, value) in &d.events {
            let _ = writeln!(out, "    {name} ({}): {value}", if *input { "in" } else { "out" });
        }
    }
    if !d.parents.is_empty() {
        let mut parents: Vec<&str> = d.parents.iter().map(|p| if *p == "*" { "the file itself" } else { p }).collect();
        let more = parents.len().saturating_sub(MANY);
        parents.truncate(MANY);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = writeln!(out, "\n  allowed in: {}{more}", parents.join(", "));
    }
}
