//! Small documents, one for each row of what differs between the versions.

mod core;
mod fx;
mod robust;

use portolan_syntax::{Limits, Source, edit};

use super::migrate;

const ASSET: &str = "<asset><created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified></asset>";

fn namespace(version: &str) -> &'static str {
    if version == "1.5.0" {
        "http://www.collada.org/2008/03/COLLADASchema"
    } else {
        "http://www.collada.org/2005/11/COLLADASchema"
    }
}

fn document(version: &str, body: &str) -> String {
    format!("<COLLADA xmlns=\"{}\" version=\"{version}\">{ASSET}{body}</COLLADA>", namespace(version))
}

/// The whole text in another version, and what was told: code, fate, message.
fn changed(text: &str, to: &str) -> (String, Vec<String>) {
    let (tree, _) = portolan_syntax::xml::parse(Source::from_text("a.dae", text), &Limits::default());
    let bound = portolan_schema::bind(&tree, &portolan_schema::tables::collada::SCHEMA, None);
    let migrated = migrate(&tree, &bound, to).unwrap();
    let (bytes, skipped) = edit::apply(tree.source(), &migrated.edits);
    assert_eq!(skipped, 0, "edits overlap");
    let told = migrated.losses.iter().map(|l| format!("{} {:?} {}", l.code.id, l.fate, l.message)).collect();
    (String::from_utf8(bytes).unwrap(), told)
}

/// What becomes of the content of a document.
fn body(from: &str, to: &str, body: &str) -> (String, Vec<String>) {
    let (text, told) = changed(&document(from, body), to);
    let head = document(to, "");
    let head = head.strip_suffix("</COLLADA>").unwrap();
    let body = text.strip_prefix(head).and_then(|t| t.strip_suffix("</COLLADA>"));
    (body.unwrap_or_else(|| panic!("{text}")).to_owned(), told)
}

/// Asserts that what is kept of one version in another is back when the document goes back.
fn returns(from: &str, to: &str, content: &str) -> Vec<String> {
    let source = document(from, content);
    let (there, told) = changed(&source, to);
    let (back, _) = changed(&there, from);
    assert_eq!(back, source, "by way of {there}");
    told
}

/// The record of something kept.
fn kept(version: &str, records: &str) -> String {
    let space = namespace(version);
    format!(
        "<extra><technique profile=\"PORTOLAN\"><kept xmlns=\"{space}\" version=\"{version}\">{records}</kept></technique></extra>"
    )
}
