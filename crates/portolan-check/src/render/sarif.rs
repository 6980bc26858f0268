//! `check --format sarif`: SARIF 2.1.0, for code scanning.

use portolan_syntax::{Code, Finding, Severity, Span};
use serde_json::{Value, json};

use super::json::set;
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
    let results: Vec<String> = match &file.outcome {
        Err(why) => vec![result(&why.finding(), &uri, style, None).to_string()],
        Ok(report) => {
            let source = report.tree().source();
            let mut places = Places::new(source);
            let tree = report.tree();
            report
                .findings
                .iter()
                .map(|f| {
                    let mut value = result(f, &uri, style, Some(&mut places));
                    let element = f.concerns(tree);
                    if let (Some(element), Some(location)) = (element, value.pointer_mut("/locations/0")) {
                        let logical = json!([{"fullyQualifiedName": element, "kind": "element"}]);
                        set(location, "logicalLocations", logical);
                    }
                    value.to_string()
                })
                .collect()
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

fn result(finding: &Finding, uri: &str, style: &Style, places: Option<&mut Places<'_>>) -> Value {
    let mut text = finding.message.clone();
    if let Some(help) = &finding.help {
        text.push_str(&format!("; {help}"));
    }
    let mut value = json!({
        "ruleId": finding.code.id,
        "level": level(finding.severity),
        "message": {"text": text},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}}}],
        "occurrenceCount": finding.count,
    });
    if let Some(index) = style.codes.iter().position(|code| *code == finding.code) {
        set(&mut value, "ruleIndex", index);
    }
    let Some(places) = places else { return value };
    let start = places.of(finding.span.start);
    let mut region = json!({"startLine": start.line, "startColumn": start.column});
    if finding.span.len() < 1 << 16 {
        let end = places.of(finding.span.end);
        set(&mut region, "endLine", json!(end.line));
        set(&mut region, "endColumn", json!(end.column));
    }
    if let Some(place) = value.pointer_mut("/locations/0/physicalLocation") {
        set(place, "region", region);
    }
    let also = finding.more.iter().map(|(span, _)| (*span, "found here as well"));
    let mut related: Vec<Value> = Vec::new();
    for (span, note) in finding.related.iter().map(|(span, note)| (*span, note.as_str())).chain(also) {
        let location = json!({
            "physicalLocation": {"artifactLocation": {"uri": uri}, "region": start_region(places, span)},
            "message": {"text": note},
        });
        // The standard wants each of them once.
        if !related.contains(&location) {
            related.push(location);
        }
    }
    if !related.is_empty() {
        set(&mut value, "relatedLocations", related);
    }
    if let Some((title, edits)) = finding.safe_edits() {
        let replacements: Vec<Value> = edits
            .iter()
            .map(|e| {
                let mut region = start_region(places, e.span);
                let end = places.of(e.span.end);
                set(&mut region, "endLine", json!(end.line));
                set(&mut region, "endColumn", json!(end.column));
                json!({"deletedRegion": region, "insertedContent": {"text": e.text}})
            })
            .collect();
        let fixes = json!([{
            "description": {"text": title},
            "artifactChanges": [{"artifactLocation": {"uri": uri}, "replacements": replacements}],
        }]);
        set(&mut value, "fixes", fixes);
    }
    value
}

fn start_region(places: &mut Places<'_>, span: Span) -> Value {
    let start = places.of(span.start);
    json!({"startLine": start.line, "startColumn": start.column})
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
        let source = portolan_syntax::Source::from_text("a.dae", "abc");
        let mut finding = Finding::new(&crate::file::UNKNOWN_FORMAT, Span::new(0, 1), "no");
        finding.more = vec![(Span::new(1, 2), None), (Span::new(1, 3), None), (Span::new(2, 3), None)];
        let value = result(&finding, "a.dae", &Style::default(), Some(&mut Places::new(&source)));
        assert_eq!(value["relatedLocations"].as_array().map(Vec::len), Some(2), "{value}");
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
