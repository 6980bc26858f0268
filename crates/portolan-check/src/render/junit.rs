//! `check --format junit`: for the test pages of CI servers. A file is a suite, a finding a case.

use std::borrow::Cow;

use portolan_syntax::Finding;
use portolan_syntax::xml::escape::{in_attribute, in_text};

use super::{Language, Places, Rendering, Style};
use crate::{FileReport, Summary};

/// For CI servers that show JUnit results.
pub static RENDERING: Rendering = Rendering {
    name: "junit",
    language: Language::Markup,
    doc: "for CI servers: JUnit XML",
    begin,
    file,
    between: "",
    end,
};

fn begin(_: &Style) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"portolan\">\n".to_owned()
}

fn end(_: &Summary, _: &Style) -> String {
    "</testsuites>\n".to_owned()
}

fn file(file: &FileReport, style: &Style) -> String {
    let path = attribute(&file.path);
    let report = match &file.outcome {
        Ok(report) => report,
        Err(why) => {
            let (code, message) = (why.code, attribute(&why.message));
            return format!(
                "  <testsuite name=\"{path}\" tests=\"1\" failures=\"0\" errors=\"1\">\n    \
                 <testcase name=\"{} {}\" classname=\"{path}\">\n      \
                 <error type=\"{}\" message=\"{message}\"/>\n    </testcase>\n  </testsuite>\n",
                code.id, code.name, code.id
            );
        }
    };
    let fails = |f: &&Finding| f.severity >= style.failing;
    let failures = report.findings.iter().filter(fails).count();
    let tests = report.findings.len().max(1);
    let mut out = format!("  <testsuite name=\"{path}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n");
    if report.findings.is_empty() {
        out.push_str(&format!("    <testcase name=\"check\" classname=\"{path}\"/>\n"));
    }
    let mut places = Places::new(report.tree().source());
    for finding in &report.findings {
        let place = places.of(finding.span.start);
        let (code, line, column) = (finding.code, place.line, place.column);
        out.push_str(&format!(
            "    <testcase name=\"{} {} {line}:{column}\" classname=\"{path}\" file=\"{path}\" line=\"{line}\">\n",
            code.id, code.name
        ));
        let element = finding.concerns(report.tree()).unwrap_or_default();
        let mut body = format!("{}:{line}:{column}: {}", file.path, finding.message);
        if !element.is_empty() {
            body.push_str(&format!("\nin {element}"));
        }
        if let Some(help) = &finding.help {
            body.push_str(&format!("\nhelp: {help}"));
        }
        if finding.count > 1 {
            body.push_str(&format!("\nfound {} times", finding.count));
        }
        let body = in_text(&body);
        if fails(&finding) {
            let message = attribute(&finding.message);
            out.push_str(&format!("      <failure type=\"{}\" message=\"{message}\">{body}</failure>\n", code.id));
        } else {
            out.push_str(&format!("      <system-out>{}: {body}</system-out>\n", finding.severity));
        }
        out.push_str("    </testcase>\n");
    }
    out.push_str("  </testsuite>\n");
    out
}

fn attribute(text: &str) -> Cow<'_, str> {
    in_attribute(text, &['"'])
}
