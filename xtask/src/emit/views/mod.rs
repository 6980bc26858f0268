//! The typed views of a format's crate: one file for each file of the table.

mod accessors;
mod names;
mod plan;
mod rust;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::tables::{NOTICE, title};
use crate::compile::{Table, Type};
use plan::{Plan, View};

/// The generated files, by name.
pub fn render(table: &Table) -> BTreeMap<String, String> {
    let plan = plan::plan(table);
    let mut bodies: BTreeMap<&str, Body> = BTreeMap::new();
    for view in &plan.views {
        let body = bodies.entry(&view.file).or_default();
        body.own.insert(&view.name);
        write_view(table, &plan, view, body);
    }
    let mut files = BTreeMap::new();
    for (file, body) in &bodies {
        let mut out = format!("{NOTICE}\n//! Views of what `schema/{}/{file}.schema` declares.\n\n", table.format);
        out.push_str("use portolan_schema::view as v;\n");
        let imports: Vec<&str> = body.used.iter().copied().filter(|name| !body.own.contains(name)).collect();
        if !imports.is_empty() {
            let _ = writeln!(out, "\nuse super::{{{}}};", imports.join(", "));
        }
        out.push_str(&body.text);
        files.insert(format!("{file}.rs"), out);
    }
    files.insert("mod.rs".to_owned(), index(table, &plan, bodies.keys().copied()));
    files
}

/// A file as far as it is written.
#[derive(Default)]
struct Body<'p> {
    text: String,
    own: BTreeSet<&'p str>,
    used: BTreeSet<&'p str>,
}

fn write_view<'p>(table: &Table, plan: &'p Plan, view: &'p View, body: &mut Body<'p>) {
    let types: Vec<&Type> = view.types.iter().map(|id| &table.types[*id]).collect();
    let out = &mut body.text;
    let paths: Vec<String> = view.paths.iter().map(|path| format!("{path:?}")).collect();
    let _ = writeln!(out, "\nportolan_schema::view! {{");
    for line in description(view, &types) {
        let _ = writeln!(out, "    ///{}{line}", if line.is_empty() { "" } else { " " });
    }
    let _ = writeln!(out, "    {}: {}\n}}", view.name, paths.join(" "));
    let accessors = accessors::accessors(table, plan, view);
    if accessors.is_empty() {
        return;
    }
    let _ = writeln!(out, "\nimpl<'a> {}<'a> {{", view.name);
    for accessor in &accessors {
        let _ = writeln!(out, "    /// {}", escape(&accessor.doc));
        let _ = writeln!(out, "    pub fn {}(self) -> {} {{ {} }}", accessor.name, accessor.result, accessor.body);
    }
    out.push_str("}\n");
    for child in types.iter().flat_map(|ty| &ty.children) {
        if let Some(view) = plan.of_type[child.2] {
            let name = plan.views[view].name.as_str();
            if accessors
                .iter()
                .any(|a| a.result.contains(&format!("<{name}<'a>>")) || a.result.contains(&format!(" {name}<'a>>")))
            {
                body.used.insert(name);
            }
        }
    }
}

/// Documentation of a view: what it is, where it stands, what it takes and sends.
fn description(view: &View, types: &[&Type]) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(doc) = types.iter().map(|ty| ty.doc.as_str()).find(|doc| !doc.is_empty()) {
        lines.extend([escape(doc), String::new()]);
    }
    let paths: Vec<String> = view.paths.iter().map(|path| format!("`{path}`")).collect();
    let specs: BTreeSet<&str> = types.iter().map(|ty| ty.spec.as_str()).filter(|spec| !spec.is_empty()).collect();
    let spec = specs.into_iter().collect::<Vec<_>>().join(", ");
    let spec = if spec.is_empty() { String::new() } else { format!("; specification {spec}") };
    lines.push(format!("{}{spec}.", paths.join(", ")));
    for (input, verb) in [(true, "Takes"), (false, "Sends")] {
        let events: BTreeSet<&str> = types
            .iter()
            .flat_map(|ty| &ty.events)
            .filter(|(_, i, _)| *i == input)
            .map(|(name, ..)| name.as_str())
            .collect();
        if !events.is_empty() {
            let events: Vec<String> = events.into_iter().map(|event| format!("`{event}`")).collect();
            lines.extend([String::new(), format!("{verb} the events {}.", events.join(", "))]);
        }
    }
    lines
}

/// Brackets that are not meant as links or tags, outside of code.
fn escape(doc: &str) -> String {
    if doc.contains("](Self::") {
        return doc.to_owned();
    }
    let mut out = String::new();
    let mut code = false;
    for c in doc.chars() {
        code ^= c == '`';
        if !code && matches!(c, '[' | ']' | '<' | '>' | '*') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn index<'p>(table: &Table, plan: &Plan, files: impl Iterator<Item = &'p str> + Clone) -> String {
    let title = title(&table.format);
    let mut out = format!(
        "{NOTICE}\n//! Typed views of {title}: every element type with structure, and accessors of what it holds.\n//!\n"
    );
    out.push_str("//! How absent and unreadable things are told stands in [`portolan_schema::view`].\n\n");
    for file in files.clone() {
        let _ = writeln!(out, "#[rustfmt::skip]\nmod {file};");
    }
    out.push('\n');
    for file in files {
        let _ = writeln!(out, "pub use {file}::*;");
    }
    out.push_str("pub use portolan_schema::view::View;\n");
    let rows: BTreeMap<&str, &str> =
        plan.views.iter().flat_map(|view| view.paths.iter().map(|path| (path.as_str(), view.name.as_str()))).collect();
    out.push_str("\n/// The path of every type that has a view, and the name of the view; sorted by path.\n");
    out.push_str("pub static VIEWS: &[(&str, &str)] = &[\n");
    for (path, name) in rows {
        let _ = writeln!(out, "    ({path:?}, {name:?}),");
    }
    out.push_str("];\n");
    out
}
