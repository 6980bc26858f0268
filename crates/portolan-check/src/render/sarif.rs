//! `check --format sarif`: SARIF 2.1.0, for code scanning.

use std::borrow::Cow;

use portolan_syntax::{Code, Edit, Finding, Severity, Span, Tree};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Language, Places, Rendering, Style};
use crate::{FileReport, Summary};

/// For code scanning services.
pub static RENDERING: Rendering = Rendering {
    name: "sarif",
    language: Language::Json,
    doc: "for code scanning: SARIF 2.1.0",
    begin,
    file,
    between: ",\n",
    end,
};

/// Where the schema of the standard is published.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

fn begin(style: &Style) -> String {
    let rules: Vec<Value> = style.codes.iter().map(|code| rule(code)).collect();
    let driver = json!({
        "name": "portolan",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    format!(
        "{{\"$schema\": \"{SCHEMA}\", \"version\": \"2.1.0\", \"runs\": [\n\
         {{\"tool\": {{\"driver\": {driver}}},\n\"columnKind\": \"unicodeCodePoints\",\n\"results\": [\n"
    )
}

fn end(sum: &Summary, _: &Style) -> String {
    let invocation = json!({"executionSuccessful": sum.unreadable == 0});
    format!("\n],\n\"invocations\": [{invocation}]}}\n]}}\n")
}

fn file(file: &FileReport, style: &Style) -> String {
    let uri = uri(style.relative(&file.path));
    let text = |result: &ResultView<'_>| serde_json::to_string(result).unwrap_or_default();
    let results: Vec<String> = match &file.outcome {
        Err(why) => vec![text(&ResultView::new(&why.finding(), &uri, style))],
        Ok(report) => {
            let tree = report.tree();
            let mut places = Places::new(tree.source());
            let result = |f| text(&ResultView::new(f, &uri, style).in_document(f, tree, &mut places));
            report.findings.iter().map(result).collect()
        }
    };
    results.join(",\n")
}

fn rule(code: &'static Code) -> Value {
    let paragraphs: Vec<&str> = code.doc.split("\n \n").map(str::trim).filter(|p| !p.is_empty()).collect();
    let plain = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    json!({
        "id": code.id,
        "name": code.name,
        "shortDescription": {"text": paragraphs.first().map(|p| plain(p)).unwrap_or_default()},
        "fullDescription": {"text": paragraphs.iter().map(|p| plain(p)).collect::<Vec<_>>().join("\n\n")},
        "defaultConfiguration": {"level": level(code.severity)},
        "properties": {"spec": code.spec},
    })
}

/// A finding, as the standard wants it. One fix may have ten thousands of edits, so that nothing of it is a [`Value`].
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultView<'a> {
    rule_id: &'static str,
    level: &'static str,
    message: Text<Cow<'a, str>>,
    locations: [Location<'a>; 1],
    occurrence_count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Fix<'a>>,
}

#[derive(PartialEq, Serialize)]
struct Text<T> {
    text: T,
}

#[derive(PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    physical_location: PhysicalLocation<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logical_locations: Option<[LogicalLocation; 1]>,
}

#[derive(PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation<'a> {
    artifact_location: Artifact<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(PartialEq, Serialize)]
struct Artifact<'a> {
    uri: &'a str,
}

#[derive(PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct LogicalLocation {
    fully_qualified_name: String,
    kind: &'static str,
}

#[derive(PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u32>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fix<'a> {
    description: Text<&'a str>,
    artifact_changes: [Change<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'a> {
    artifact_location: Artifact<'a>,
    replacements: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: Region,
    inserted_content: Text<&'a str>,
}

impl<'a> ResultView<'a> {
    /// A finding without its place in a document.
    fn new(finding: &'a Finding, uri: &'a str, style: &Style) -> ResultView<'a> {
        let text = match &finding.help {
            Some(help) => format!("{}; {help}", finding.message).into(),
            None => Cow::Borrowed(finding.message.as_str()),
        };
        ResultView {
            rule_id: finding.code.id,
            level: level(finding.severity),
            message: Text { text },
            locations: [Location::of(uri, None)],
            occurrence_count: finding.count,
            rule_index: style.codes.iter().position(|code| *code == finding.code),
            related_locations: Vec::new(),
            fixes: Vec::new(),
        }
    }

    fn in_document(mut self, finding: &'a Finding, tree: &Tree, places: &mut Places<'_>) -> ResultView<'a> {
        let [place] = &mut self.locations;
        let uri = place.physical_location.artifact_location.uri;
        place.physical_location.region = Some(match finding.span.len() < 1 << 16 {
            true => Region::whole(places, finding.span),
            false => Region::start(places, finding.span),
        });
        place.logical_locations =
            finding.concerns(tree).map(|path| [LogicalLocation { fully_qualified_name: path, kind: "element" }]);
        let also = finding.more.iter().map(|(span, _)| (*span, "found here as well"));
        for (span, note) in finding.related.iter().map(|(span, note)| (*span, note.as_str())).chain(also) {
            let region = Region::start(places, span);
            let location = Location { message: Some(Text { text: note }), ..Location::of(uri, Some(region)) };
            // The standard wants each of them once.
            if !self.related_locations.contains(&location) {
                self.related_locations.push(location);
            }
        }
        if let Some((title, edits)) = finding.safe_edits() {
            let replacement = |edit: &&'a Edit| Replacement {
                deleted_region: Region::whole(places, edit.span),
                inserted_content: Text { text: edit.text.as_str() },
            };
            let replacements = edits.iter().map(replacement).collect();
            self.fixes.push(Fix {
                description: Text { text: title },
                artifact_changes: [Change { artifact_location: Artifact { uri }, replacements }],
            });
        }
        self
    }
}

impl<'a> Location<'a> {
    fn of(uri: &'a str, region: Option<Region>) -> Location<'a> {
        let physical_location = PhysicalLocation { artifact_location: Artifact { uri }, region };
        Location { physical_location, message: None, logical_locations: None }
    }
}

impl Region {
    fn start(places: &mut Places<'_>, span: Span) -> Region {
        let start = places.of(span.start);
        Region { start_line: start.line, start_column: start.column, end_line: None, end_column: None }
    }

    fn whole(places: &mut Places<'_>, span: Span) -> Region {
        let start = Region::start(places, span);
        let end = places.of(span.end);
        Region { end_line: Some(end.line), end_column: Some(end.column), ..start }
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// A path as a URI: relative ones stay relative.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let (mut out, mut rest) = (String::new(), path.as_str());
    if let [drive, b':', b'/', ..] = path.as_bytes()
        && drive.is_ascii_alphabetic()
    {
        // The colon of a drive would otherwise be escaped, and the path would count as relative.
        out = format!("file:///{}:", char::from(*drive));
        rest = path.get(2..).unwrap_or_default();
    } else if path.starts_with('/') {
        out.push_str("file://");
    }
    for byte in rest.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'+' | b',' | b'=' | b'@' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_once() {
        let tree = Tree::of_text(portolan_syntax::Source::from_text("a.dae", "abc"));
        let mut finding = Finding::new(&crate::file::UNKNOWN_FORMAT, Span::new(0, 1), "no");
        finding.more = vec![(Span::new(1, 2), None), (Span::new(1, 3), None), (Span::new(2, 3), None)];
        let places = &mut Places::new(tree.source());
        let result = ResultView::new(&finding, "a.dae", &Style::default()).in_document(&finding, &tree, places);
        assert_eq!(result.related_locations.len(), 2);
    }

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("a b/ü.dae"), "a%20b/%C3%BC.dae");
        assert_eq!(uri("/x/y.dae"), "file:///x/y.dae");
        assert_eq!(uri(".\\x.dae"), "./x.dae");
        assert_eq!(uri("C:\\my x.dae"), "file:///C:/my%20x.dae");
        assert_eq!(uri("a:b.dae"), "a%3Ab.dae");
    }
}
