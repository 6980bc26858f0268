//! `check --format github`: workflow commands, which GitHub shows beside the lines of a change.

use portolan_syntax::{Finding, Severity};

use super::{Language, Places, Rendering, Style, text};
use crate::FileReport;

/// For workflows of GitHub.
pub static RENDERING: Rendering = Rendering {
    name: "github",
    language: Language::Text,
    doc: "for GitHub: annotations of a workflow",
    begin: super::nothing,
    file,
    between: "",
    end: text::end,
};

fn file(file: &FileReport, style: &Style) -> String {
    let path = style.relative(&file.path);
    let mut out = String::new();
    match &file.outcome {
        Err(why) => out.push_str(&annotation(path, &why.finding(), None)),
        Ok(report) => {
            let mut places = Places::new(report.tree().source());
            for finding in &report.findings {
                let place = places.of(finding.span.start);
                out.push_str(&annotation(path, finding, Some((place.line, place.column))));
            }
        }
    }
    out
}

fn annotation(path: &str, finding: &Finding, place: Option<(u32, u32)>) -> String {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    };
    let place = place.map(|(line, column)| format!(",line={line},col={column}")).unwrap_or_default();
    let title = format!("{} {}", finding.code.id, finding.code.name);
    let mut text = finding.message.clone();
    if let Some(help) = &finding.help {
        text.push_str(&format!("; {help}"));
    }
    if finding.count > 1 {
        text.push_str(&format!(" ({} times)", finding.count));
    }
    format!("::{level} file={}{place},title={}::{}\n", property(path), property(&title), data(&text))
}

/// Text behind the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
