//! `check --format concise`: one line a finding, as compilers print them.

use super::excerpt::printable;
use super::{Language, Places, Rendering, Style, text};
use crate::FileReport;

/// For editors and `grep`.
pub static RENDERING: Rendering = Rendering {
    name: "concise",
    language: Language::Text,
    doc: "one line per finding",
    begin: super::nothing,
    file,
    between: "",
    end: text::end,
};

fn file(file: &FileReport, _: &Style) -> String {
    let path = printable(&file.path);
    let report = match &file.outcome {
        Ok(report) => report,
        Err(why) => return format!("{path}: error[{}]: {}\n", why.code.id, printable(&why.message)),
    };
    let mut out = String::new();
    let mut places = Places::new(report.tree().source());
    for finding in &report.findings {
        let place = places.of(finding.span.start);
        let times = if finding.count > 1 { format!(" ({} times)", finding.count) } else { String::new() };
        let (line, column, id) = (place.line, place.column, finding.code.id);
        let message = printable(&finding.message);
        out.push_str(&format!("{path}:{line}:{column}: {}[{id}]: {message}{times}\n", finding.severity));
    }
    out
}
