//! `check --format json`: the report for programs.

use portolan_syntax::{Finding, Tree};
use serde_json::{Value, json};

use super::{Language, Places, Rendering, Style};
use crate::{FileReport, Summary};

/// For programs: every finding with all that is known about it.
pub static RENDERING: Rendering =
    Rendering { name: "json", language: Language::Json, doc: "for programs", begin, file, between: ",\n", end };

fn begin(_: &Style) -> String {
    "{\"files\": [\n".to_owned()
}

fn file(file: &FileReport, _: &Style) -> String {
    file_value(file).to_string()
}

fn end(sum: &Summary, _: &Style) -> String {
    let summary = json!({
        "files": sum.files,
        "errors": sum.errors,
        "warnings": sum.warnings,
        "infos": sum.infos,
        "unreadable": sum.unreadable,
        "fixable": sum.fixable,
        "repaired": sum.repaired,
        "dropped": sum.dropped,
    });
    format!("\n], \"summary\": {summary}}}\n")
}

/// One file of the report.
pub fn file_value(file: &FileReport) -> Value {
    let report = match &file.outcome {
        Ok(report) => report,
        Err(why) => {
            let mut finding = finding_value(&why.finding(), None);
            for field in ["line", "column"] {
                set(&mut finding, field, json!(0));
            }
            return json!({
                "path": file.path,
                "format": null,
                "version": null,
                "schema_valid": false,
                "verdict": file.verdict.name(),
                "findings": [finding],
            });
        }
    };
    let tree = report.tree();
    let mut places = Places::new(tree.source());
    let findings: Vec<Value> = report.findings.iter().map(|f| finding_value(f, Some((tree, &mut places)))).collect();
    let repaired: Vec<Value> =
        file.repaired.iter().map(|(title, count)| json!({"title": title, "count": count})).collect();
    json!({
        "path": file.path,
        "format": report.format.id,
        "version": report.opened.version(),
        "schema_valid": file.schema_valid,
        "verdict": file.verdict.name(),
        "findings": findings,
        "dropped": report.findings.dropped(),
        "repaired": repaired,
    })
}

fn finding_value(finding: &Finding, context: Option<(&Tree, &mut Places<'_>)>) -> Value {
    let mut value = json!({
        "code": finding.code.id,
        "name": finding.code.name,
        "severity": finding.severity.name(),
        "message": finding.message,
        "line": 1,
        "column": 1,
        "element": null,
        "spec": finding.place_in_spec(),
        "count": finding.count,
        "help": finding.help,
        "places": [],
        "related": [],
        "fix": null,
    });
    let Some((tree, places)) = context else { return value };
    let place = places.of(finding.span.start);
    set(&mut value, "line", json!(place.line));
    set(&mut value, "column", json!(place.column));
    // A span may be megabytes of numbers in one line; its end is worth telling only when that is cheap.
    if finding.span.len() < 1 << 16 {
        let end = places.of(finding.span.end);
        set(&mut value, "end_line", json!(end.line));
        set(&mut value, "end_column", json!(end.column));
    }
    set(&mut value, "element", json!(finding.concerns(tree)));
    let more: Vec<Value> = finding
        .more
        .iter()
        .map(|(span, node)| {
            let place = places.of(span.start);
            let element = node.and_then(|n| tree.node(n)).filter(|n| n.is_element()).map(|n| n.path());
            json!({"line": place.line, "column": place.column, "element": element})
        })
        .collect();
    set(&mut value, "places", more);
    let related: Vec<Value> = finding
        .related
        .iter()
        .map(|(span, note)| {
            let place = places.of(span.start);
            json!({"line": place.line, "column": place.column, "message": note})
        })
        .collect();
    set(&mut value, "related", related);
    if let Some((title, edits)) = finding.safe_edits() {
        let edits: Vec<Value> = edits.iter().map(|e| edit_value(places, e)).collect();
        set(&mut value, "fix", json!({"title": title, "edits": edits}));
    }
    value
}

fn edit_value(places: &mut Places<'_>, edit: &portolan_syntax::Edit) -> Value {
    let (from, to) = (places.of(edit.span.start), places.of(edit.span.end));
    json!({
        "line": from.line,
        "column": from.column,
        "end_line": to.line,
        "end_column": to.column,
        "text": edit.text,
    })
}

/// Sets a field of an object.
pub(super) fn set(object: &mut Value, field: &str, value: impl Into<Value>) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(field.to_owned(), value.into());
    }
}
