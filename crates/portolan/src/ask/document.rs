//! The text of documents, line by line.

use portolan_scene::{Origin, Pixels};
use portolan_syntax::{NodeId, Tree};
use serde_json::{Value, json};

use super::Answer;
use super::options::Options;
use crate::{Error, File};

/// Most lines of one answer.
const MOST_LINES: usize = 10_000;
/// What is told of a line: numbers may go on for megabytes.
const MOST_CHARACTERS: usize = 2_000;

/// Lines of a document: `first` and `count` of them, of the document with this number.
pub(super) fn source(file: &File, options: &Options<'_>) -> Result<Answer, Error> {
    options.only(&["document", "first", "count"])?;
    let document = options.whole("document")?.unwrap_or(0) as usize;
    let first = options.whole("first")?.unwrap_or(1).max(1) as usize;
    let count = options.whole("count")?.map_or(MOST_LINES, |count| MOST_LINES.min(count as usize));
    let documents = file.documents();
    let Some((location, tree)) = documents.get(document) else {
        return Err(Error::usage(format!("there is no document {document}; the file has {}", documents.len())));
    };
    let text = tree.source().text();
    let lines: Vec<Value> = text.lines().skip(first - 1).take(count).map(line).collect();
    Ok(json!({ "document": document, "location": location, "first": first, "lines": lines, "total": total(tree) })
        .into())
}

fn line(text: &str) -> Value {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => json!(format!("{}…", text.get(..end).unwrap_or_default())),
        None => json!(text),
    }
}

fn total(tree: &Tree) -> u32 {
    let text = tree.source().text();
    let last = tree.source().place(u32::try_from(text.len()).unwrap_or(u32::MAX));
    last.line
}

/// Where the documents of a file are, and how long they are.
pub(super) fn documents(file: &File) -> Vec<Value> {
    let told = |(location, tree): &(&str, &Tree)| json!({ "location": location, "bytes": tree.source().bytes().len(), "lines": total(tree) });
    file.documents().iter().map(told).collect()
}

/// The lines that an object was written in.
pub(super) fn place(file: &File, origin: Origin) -> Value {
    let documents = file.documents();
    let number = origin.document as usize;
    let element = documents.get(number).and_then(|(_, tree)| Some((tree, tree.node(NodeId(origin.element))?)));
    if let Some((tree, element)) = element.filter(|(_, element)| element.is_element()) {
        let (span, source) = (element.span(), tree.source());
        let (from, to) = (source.place(span.start), source.place(span.end));
        return json!({
            "document": number, "line": from.line, "column": from.column, "end_line": to.line, "element": element.path(),
        });
    }
    let Some(written) = file.written(origin) else { return Value::Null };
    json!({
        "document": number, "line": written.place.line, "column": written.place.column, "end_line": written.place.line,
        "element": written.element,
    })
}

/// References to files that are not there, each once, as they were written.
pub(super) fn missing(file: &File) -> Result<Vec<String>, Error> {
    let mut all: Vec<String> = Vec::new();
    let opened = file.report()?.opened.clone();
    if let Some(document) = opened.document() {
        let absent = crate::referenced::absent(file.format(), document, file.location(), file.resources());
        all.extend(absent.into_iter().map(|(reference, _)| reference.text.to_string()));
    }
    for image in &file.scene()?.images {
        if let Pixels::File { reference, location: None } = &image.pixels {
            all.push(reference.to_string());
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|reference| seen.insert(reference.clone()));
    Ok(all)
}
