//! `check --format human`: the report for people.

use portolan_syntax::{Finding, Severity, Source, Span};

use super::excerpt::{excerpt, printable};
use super::{Language, Places, Rendering, Style};
use crate::{FileReport, Report, Summary};

/// For people.
pub static RENDERING: Rendering = Rendering {
    name: "human",
    language: Language::Text,
    doc: "for people, with excerpts of the source",
    begin: super::nothing,
    file,
    between: "",
    end,
};

/// Further places of a repeated finding that are listed.
const PLACES_SHOWN: usize = 5;

fn file(file: &FileReport, style: &Style) -> String {
    let paint = Paint { colour: style.colour };
    let mut out = String::new();
    for (title, count) in &file.repaired {
        let times = if *count > 1 { format!(" ({count} times)") } else { String::new() };
        out.push_str(&format!("{}: {}: {}{times}\n", paint.good("repaired"), printable(&file.path), printable(title)));
    }
    if !file.repaired.is_empty() {
        out.push('\n');
    }
    match &file.outcome {
        Err(why) => {
            heading(&mut out, &why.finding(), &paint);
            out.push_str(&format!("  {} {}\n", paint.frame("-->"), printable(&file.path)));
            if let Some(help) = &why.help {
                out.push_str(&format!("   {} {}: {}\n", paint.frame("="), paint.strong("help"), printable(help)));
            }
            out.push('\n');
        }
        Ok(report) => {
            let mut places = Places::new(report.tree().source());
            for finding in &report.findings {
                one(&mut out, &file.path, report, finding, &mut places, style, &paint);
            }
            if report.findings.dropped() > 0 {
                let (n, path) = (report.findings.dropped(), printable(&file.path));
                out.push_str(&format!(
                    "{path}: {} the limit and not shown\n\n",
                    portolan_syntax::counted(n, "further finding is beyond", "further findings are beyond")
                ));
            }
        }
    }
    out
}

/// What all files came to, in one line.
pub(super) fn end(sum: &Summary, style: &Style) -> String {
    if style.quiet {
        return String::new();
    }
    let paint = Paint { colour: style.colour };
    let mut parts = Vec::new();
    for (number, word, severity) in [
        (sum.errors, "error", Severity::Error),
        (sum.warnings, "warning", Severity::Warning),
        (sum.infos, "info", Severity::Info),
    ] {
        if number > 0 {
            let plural = if number == 1 || word == "info" { "" } else { "s" };
            parts.push(paint.severity(severity, &format!("{number} {word}{plural}")));
        }
    }
    if parts.is_empty() {
        parts.push(paint.good("no findings"));
    }
    let files = portolan_syntax::counted(sum.files, "file", "files");
    let mut line = format!("{} in {files}", parts.join(", "));
    if sum.unreadable > 0 {
        line.push_str(&format!("; {} cannot be read", sum.unreadable));
    }
    if sum.repaired > 0 {
        line.push_str(&format!("; {} repaired", sum.repaired));
    }
    if sum.fixable > 0 {
        let kinds = portolan_syntax::counted(sum.fixable, "kind", "kinds");
        line.push_str(&format!("; {kinds} can be repaired with `--fix`"));
    }
    line.push('\n');
    line
}

fn heading(out: &mut String, finding: &Finding, paint: &Paint) {
    let label = format!("{}[{}]", finding.severity, finding.code.id);
    let label = paint.severity(finding.severity, &label);
    let name = paint.strong(finding.code.name);
    out.push_str(&format!("{label} {name}: {}\n", printable(&finding.message)));
}

fn one(
    out: &mut String,
    path: &str,
    report: &Report,
    finding: &Finding,
    places: &mut Places<'_>,
    style: &Style,
    paint: &Paint,
) {
    let tree = &report.tree();
    let source = tree.source();
    heading(out, finding, paint);
    let place = places.of(finding.span.start);
    let gutter = place.line.to_string().len().max(2);
    let pad = " ".repeat(gutter);
    let path = printable(path);
    out.push_str(&format!("{pad}{} {path}:{}:{}\n", paint.frame("-->"), place.line, place.column));
    shown(out, source, finding.span, place.line, gutter, style, paint, finding.severity);
    let mut note = |word: &str, text: &str| {
        out.push_str(&format!("{pad} {} {}: {}\n", paint.frame("="), paint.strong(word), printable(text)));
    };
    if let Some(element) = finding.concerns(tree) {
        note("in", &element);
    }
    if finding.count > 1 {
        let mut also: Vec<String> = finding
            .more
            .iter()
            .take(PLACES_SHOWN)
            .map(|(span, _)| places.of(span.start))
            .map(|p| format!("{}:{}", p.line, p.column))
            .collect();
        if (finding.count as usize) > also.len() + 1 {
            also.push("…".to_owned());
        }
        note("found", &format!("{} times; also at {}", finding.count, also.join(", ")));
    }
    if let Some(help) = &finding.help {
        note("help", help);
    }
    if let Some(fix) = finding.fixes.iter().find(|f| f.certain) {
        note("fix", &format!("`--fix` will {}", fix.title));
    } else if let Some(fix) = finding.fixes.first() {
        note("fix", &format!("`portolan fix --unsafe` would {}", fix.title));
    }
    if !finding.place_in_spec().is_empty() {
        note("spec", &report.format.cited(finding.place_in_spec()));
    }
    for (span, text) in &finding.related {
        let place = places.of(span.start);
        note("see", &format!("line {}, column {}: {text}", place.line, place.column));
    }
    out.push('\n');
}

/// The line with its number and the caret.
#[allow(clippy::too_many_arguments)]
fn shown(
    out: &mut String,
    source: &Source,
    span: Span,
    line: u32,
    gutter: usize,
    style: &Style,
    paint: &Paint,
    severity: Severity,
) {
    let width = style.width.saturating_sub(gutter + 3).clamp(30, 160);
    let Some(excerpt) = excerpt(source, span, width) else { return };
    let bar = paint.frame("|");
    let pad = " ".repeat(gutter);
    let number = paint.frame(&format!("{line:>gutter$}"));
    out.push_str(&format!("{pad} {bar}\n{number} {bar} {}\n", excerpt.text));
    let caret = paint.severity(severity, &"^".repeat(excerpt.marked));
    out.push_str(&format!("{pad} {bar} {}{caret}\n", " ".repeat(excerpt.before)));
}

/// Colours, or none.
struct Paint {
    colour: bool,
}

impl Paint {
    fn with(&self, code: &str, text: &str) -> String {
        if self.colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    fn severity(&self, severity: Severity, text: &str) -> String {
        let code = match severity {
            Severity::Error => "1;31",
            Severity::Warning => "1;33",
            Severity::Info => "1;36",
        };
        self.with(code, text)
    }

    fn good(&self, text: &str) -> String {
        self.with("1;32", text)
    }

    fn strong(&self, text: &str) -> String {
        self.with("1", text)
    }

    fn frame(&self, text: &str) -> String {
        self.with("34", text)
    }
}
