//! `check --format json`.

use serde_json::{Value, json};

use crate::{Report, Verdict};

/// One file of the report.
pub fn file(path: &str, report: &Report) -> Value {
    let source = report.document.tree.source();
    let findings: Vec<Value> = report
        .findings
        .iter()
        .map(|f| {
            let place = source.place(f.span.start);
            let element = f.node.and_then(|n| report.document.tree.node(n)).map(|n| n.path());
            json!({
                "code": f.code.id,
                "name": f.code.name,
                "severity": f.severity.name(),
                "message": f.message,
                "line": place.line,
                "column": place.column,
                "element": element,
                "spec": f.place_in_spec(),
                "count": f.count,
            })
        })
        .collect();
    json!({
        "path": path,
        "format": report.document.format.id,
        "version": report.document.bound.version_name(),
        "schema_valid": report.schema_valid(),
        "verdict": report.verdict().name(),
        "findings": findings,
    })
}

/// A file that could not be read.
pub fn unreadable(path: &str, why: &str) -> Value {
    json!({
        "path": path, "format": null, "version": null, "schema_valid": false,
        "verdict": Verdict::Unreadable.name(),
        "findings": [{"code": "IO001", "name": "unreadable", "severity": "error", "message": why, "line": 0, "column": 0, "element": null, "spec": ""}],
    })
}
