//! Reports for CI servers: JUnit and SARIF.

use portolan::Summary;
use portolan::renderings::{Style, junit as junit_of, sarif as sarif_of};
use portolan::resources::uri::from_native;
use portolan::syntax::xml::escape::{in_attribute, in_text};
use serde_json::{Value, json};

use super::super::record::{Level, Note};
use super::super::run::Batch;
use super::result;

/// A file is a suite, what was found in it a case.
pub fn junit(batch: &Batch) -> String {
    let attribute = |text: &str| in_attribute(text, &['"']).into_owned();
    let rendering = &junit_of::RENDERING;
    let style = Style::default();
    let mut out = (rendering.begin)(&style);
    for (job, record) in batch.finished() {
        let (path, notes) = (attribute(&job.input), record.notes());
        let fails = |note: &&Note<'_>| note.level == Level::Error;
        let failed = record.result() == "failed";
        let failures = notes.iter().filter(fails).count().max(usize::from(record.status() > 0 && !failed));
        let errors = usize::from(failed);
        let failures = if failed { 0 } else { failures };
        let time = record.0.get("seconds").map(Value::to_string).unwrap_or_else(|| "0".into());
        out.push_str(&format!(
            "  <testsuite name=\"{path}\" tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{time}\">\n",
            notes.len().max(1)
        ));
        if notes.is_empty() {
            let name = result(batch, job, &record);
            let fault = if record.status() > 0 { "<failure message=\"failed\"/>" } else { "" };
            out.push_str(&format!("    <testcase name=\"{name}\" classname=\"{path}\">{fault}</testcase>\n"));
        }
        for note in &notes {
            let (code, line) = (attribute(note.code), note.line);
            out.push_str(&format!("    <testcase name=\"{code} {line}:{}\" classname=\"{path}\">\n", note.column));
            let message = attribute(note.message);
            let text = in_text(note.message);
            out.push_str(&match (failed && note.level == Level::Error, fails(&note)) {
                (true, _) => format!("      <error type=\"{code}\" message=\"{message}\"/>\n"),
                (_, true) => format!("      <failure type=\"{code}\" message=\"{message}\"/>\n"),
                _ => format!("      <system-out>{}: {text}</system-out>\n", note.what),
            });
            out.push_str("    </testcase>\n");
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str(&(rendering.end)(&Summary::default(), &style));
    out
}

/// SARIF 2.1.0.
pub fn sarif(batch: &Batch) -> String {
    let rendering = &sarif_of::RENDERING;
    let style = Style { codes: portolan::all_codes(), ..Style::default() };
    let mut out = (rendering.begin)(&style);
    let mut sum = Summary::default();
    let mut results: Vec<String> = Vec::new();
    for (job, record) in batch.finished() {
        sum.unreadable += u64::from(record.result() == "failed");
        for note in record.notes() {
            let level = match note.level {
                Level::Error => "error",
                Level::Warning => "warning",
                Level::Note => "note",
            };
            let file = if note.file.is_empty() { &job.input } else { note.file };
            let mut place = json!({"artifactLocation": {"uri": from_native(file)}});
            if let Some(fields) = place.as_object_mut().filter(|_| note.line > 0) {
                fields.insert("region".into(), json!({"startLine": note.line, "startColumn": note.column.max(1)}));
            }
            let mut value = json!({
                "level": level,
                "message": {"text": note.message},
                "locations": [{"physicalLocation": place}],
                "occurrenceCount": note.count,
            });
            let rule = style.codes.iter().position(|code| code.id == note.code);
            if let (Some(fields), Some(rule)) = (value.as_object_mut(), rule) {
                fields.insert("ruleId".into(), json!(note.code));
                fields.insert("ruleIndex".into(), json!(rule));
            }
            results.push(value.to_string());
        }
    }
    out.push_str(&results.join(rendering.between));
    out.push_str(&(rendering.end)(&sum, &style));
    out
}
