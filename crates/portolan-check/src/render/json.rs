//! `check --format json`: the report for programs.

use portolan_syntax::{Edit, Finding, Tree};
use serde::Serialize;
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
    with_view(file, |view| serde_json::to_string(view)).unwrap_or_default()
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
    with_view(file, |view| serde_json::to_value(view)).unwrap_or_default()
}

/// What is told of a file. One fix may have ten thousands of edits, so that none of them becomes a [`Value`] on the way to its text.
#[derive(Serialize)]
struct FileView<'a> {
    path: &'a str,
    format: Option<&'static str>,
    version: Option<&'a str>,
    schema_valid: bool,
    verdict: &'static str,
    findings: Vec<FindingView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired: Option<Vec<RepairView<'a>>>,
}

#[derive(Serialize)]
struct RepairView<'a> {
    title: &'a str,
    count: usize,
}

#[derive(Serialize)]
struct FindingView<'a> {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    message: &'a str,
    line: u32,
    column: u32,
    element: Option<String>,
    spec: &'static str,
    count: u32,
    help: Option<&'a str>,
    places: Vec<PlaceView>,
    related: Vec<RelatedView<'a>>,
    fix: Option<FixView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u32>,
}

#[derive(Serialize)]
struct PlaceView {
    line: u32,
    column: u32,
    element: Option<String>,
}

#[derive(Serialize)]
struct RelatedView<'a> {
    line: u32,
    column: u32,
    message: &'a str,
}

#[derive(Serialize)]
struct FixView<'a> {
    title: &'a str,
    edits: Vec<EditView<'a>>,
}

#[derive(Serialize)]
struct EditView<'a> {
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    text: &'a str,
}

/// Gives the view of a file to `use_it`. What is told of a file that cannot be read lives only that long.
fn with_view<T>(file: &FileReport, use_it: impl FnOnce(&FileView<'_>) -> T) -> T {
    let mut view = FileView {
        path: &file.path,
        format: None,
        version: None,
        schema_valid: false,
        verdict: file.verdict.name(),
        findings: Vec::new(),
        dropped: None,
        repaired: None,
    };
    match &file.outcome {
        Ok(report) => {
            let tree = report.tree();
            let mut places = Places::new(tree.source());
            view.format = Some(report.format.id);
            view.version = Some(report.opened.version());
            view.schema_valid = file.schema_valid;
            view.findings = report.findings.iter().map(|f| FindingView::in_document(f, tree, &mut places)).collect();
            view.dropped = Some(report.findings.dropped());
            view.repaired =
                Some(file.repaired.iter().map(|(title, count)| RepairView { title, count: *count }).collect());
            use_it(&view)
        }
        Err(why) => {
            let finding = why.finding();
            use_it(&FileView { findings: vec![FindingView::new(&finding)], ..view })
        }
    }
}

impl<'a> FindingView<'a> {
    /// A finding that has no place in a document.
    fn new(finding: &'a Finding) -> FindingView<'a> {
        FindingView {
            code: finding.code.id,
            name: finding.code.name,
            severity: finding.severity.name(),
            message: &finding.message,
            line: 0,
            column: 0,
            element: None,
            spec: finding.place_in_spec(),
            count: finding.count,
            help: finding.help.as_deref(),
            places: Vec::new(),
            related: Vec::new(),
            fix: None,
            end_line: None,
            end_column: None,
        }
    }

    fn in_document(finding: &'a Finding, tree: &Tree, places: &mut Places<'_>) -> FindingView<'a> {
        let mut view = FindingView::new(finding);
        let start = places.of(finding.span.start);
        (view.line, view.column) = (start.line, start.column);
        // A span may be megabytes of numbers in one line; its end is worth telling only when that is cheap.
        if finding.span.len() < 1 << 16 {
            let end = places.of(finding.span.end);
            (view.end_line, view.end_column) = (Some(end.line), Some(end.column));
        }
        view.element = finding.concerns(tree);
        for (span, node) in &finding.more {
            let place = places.of(span.start);
            let element = node.and_then(|n| tree.node(n)).filter(|n| n.is_element()).map(|n| n.path());
            view.places.push(PlaceView { line: place.line, column: place.column, element });
        }
        for (span, message) in &finding.related {
            let place = places.of(span.start);
            view.related.push(RelatedView { line: place.line, column: place.column, message });
        }
        view.fix = finding
            .safe_edits()
            .map(|(title, edits)| FixView { title, edits: edits.iter().map(|e| EditView::new(e, places)).collect() });
        view
    }
}

impl<'a> EditView<'a> {
    fn new(edit: &'a Edit, places: &mut Places<'_>) -> EditView<'a> {
        let (from, to) = (places.of(edit.span.start), places.of(edit.span.end));
        EditView { line: from.line, column: from.column, end_line: to.line, end_column: to.column, text: &edit.text }
    }
}
