//! `check --format gitlab`: a Code Quality report.

use std::collections::HashMap;

use portolan_syntax::{Finding, Severity, sum};
use serde_json::{Value, json};

use super::{Language, Places, Rendering, Style};
use crate::{FileReport, Summary};

/// For merge requests of GitLab.
pub static RENDERING: Rendering = Rendering {
    name: "gitlab",
    language: Language::Json,
    doc: "for GitLab: a Code Quality report",
    begin,
    file,
    between: ",\n",
    end,
};

fn begin(_: &Style) -> String {
    "[\n".to_owned()
}

fn end(_: &Summary, _: &Style) -> String {
    "\n]\n".to_owned()
}

fn file(file: &FileReport, style: &Style) -> String {
    let path = style.relative(&file.path);
    let issues: Vec<String> = match &file.outcome {
        Err(why) => vec![issue(path, &why.finding(), 1, 0).to_string()],
        Ok(report) => {
            let mut places = Places::new(report.tree().source());
            let mut seen: HashMap<(&str, &str), usize> = HashMap::new();
            let issues = report.findings.iter().map(|finding| {
                // Findings that are alike are told apart by their order, so that moved lines keep their fingerprints.
                let number = seen.entry((finding.code.id, finding.message.as_str())).or_default();
                *number += 1;
                issue(path, finding, places.of(finding.span.start).line, *number).to_string()
            });
            issues.collect()
        }
    };
    issues.join(",\n")
}

fn issue(path: &str, finding: &Finding, line: u32, number: usize) -> Value {
    let severity = match finding.severity {
        Severity::Error => "major",
        Severity::Warning => "minor",
        Severity::Info => "info",
    };
    let same = format!("{path}\n{}\n{}\n{number}", finding.code.id, finding.message);
    let fingerprint = sum::add(sum::EMPTY, same.bytes());
    json!({
        "description": finding.message,
        "check_name": format!("{} {}", finding.code.id, finding.code.name),
        "fingerprint": format!("{fingerprint:016x}"),
        "severity": severity,
        "location": {"path": path, "lines": {"begin": line}},
    })
}
