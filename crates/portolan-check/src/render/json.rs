//! `check --format json`: the report for programs.

use portolan_syntax::{Finding, Source, Tree};
use serde_json::{Value, json};

use super::{Places, Rendering, Style};
use crate::{FileReport, Summary};

/// For programs: every finding with all that is known about it.
pub static RENDERING: Rendering =
    Rendering { name: "json", doc: "for programs", begin, file, between: ",\n", end };

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
                finding[field] = json!(0);
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
    let document = &report.document;
    let mut places = Places::new(document.tree.source());
    let findings: Vec<Value> =
        report.findings.iter().map(|f| finding_value(f, Some((&document.tree, &mut places)))).collect();
    let repaired: Vec<Value> =
        file.repaired.iter().map(|(title, count)| json!({"title": title, "count": count})).collect();
    json!({
        "path": file.path,
        "format": document.format.id,
        "version": document.bound.version_name(),
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
    let source = tree.source();
    let place = places.of(finding.span.start);
    value["line"] = json!(place.line);
    value["column"] = json!(place.column);
    // A span may be megabytes of numbers in one line; its end is worth telling only when that is cheap.
    if finding.span.len() < 1 << 16 {
        let end = places.of(finding.span.end);
        value["end_line"] = json!(end.line);
        value["end_column"] = json!(end.column);
    }
    value["element"] = json!(finding.node.and_then(|n| tree.node(n)).filter(|n| n.is_element()).map(|n| n.path()));
    value["places"] = finding
        .more
        .iter()
        .map(|(span, node)| {
            let place = source.place(span.start);
            let element = node.and_then(|n| tree.node(n)).filter(|n| n.is_element()).map(|n| n.path());
            json!({"line": place.line, "column": place.column, "element": element})
        })
        .collect();
    value["related"] = finding
        .related
        .iter()
        .map(|(span, note)| {
            let place = source.place(span.start);
            json!({"line": place.line, "column": place.column, "message": note})
        })
        .collect();
    value["fix"] = json!(finding.fix.as_ref().map(|fix| {
        let edits: Vec<Value> = fix.edits.iter().map(|e| edit_value(source, e)).collect();
        json!({"title": fix.title, "edits": edits})
    }));
    value
}

fn edit_value(source: &Source, edit: &portolan_syntax::Edit) -> Value {
    let (from, to) = (source.place(edit.span.start), source.place(edit.span.end));
    json!({
        "line": from.line,
        "column": from.column,
        "end_line": to.line,
        "end_column": to.column,
        "text": edit.text,
    })
}
