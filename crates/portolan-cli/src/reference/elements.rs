//! Every element, structure and node of the formats with a table.

use std::fmt::Write;

use portolan::manual;

use super::{Page, code, inline};

/// A page for each format.
pub fn pages() -> Vec<Page> {
    let formats = portolan::formats().into_iter().filter(|format| format.table.is_some());
    formats.map(|format| Page { path: format!("elements/{}.md", format.id), text: page(format) }).collect()
}

fn page(format: &'static portolan::Format) -> String {
    let entries = || manual::entries().filter(|entry| entry.format == format && !entry.ty.path.is_empty());
    let mut out = format!(
        "# Elements of {name}\n\nThe {count} types of the table that files are checked against. `portolan schema {id}/NAME` \
         shows content, attributes, defaults and units of one.\n\n| type | versions | what it is |\n|---|---|---|\n",
        name = format.name,
        count = entries().count(),
        id = format.id,
    );
    for entry in entries() {
        let versions = entry.schema.version_names(entry.ty.versions);
        let _ = writeln!(out, "| {} | {versions} | {} |", code(entry.ty.path), inline(entry.ty.doc));
    }
    out
}
