//! Findings that are known already.

use std::collections::HashMap;

use serde_json::Value;

use crate::FileReport;

/// Findings of an earlier report, which do not count any more.
///
/// A finding is the same if its file, code and message are: lines move when a document is edited.
#[derive(Clone, Default, Debug)]
pub struct Baseline {
    /// How often a code and message were found, by path.
    files: HashMap<String, HashMap<(String, String), u64>>,
}

impl Baseline {
    /// Takes the findings of a report that `check --format json` wrote.
    pub fn from_json(report: &Value) -> Result<Baseline, String> {
        let files = report.get("files").and_then(Value::as_array);
        let files = files.ok_or("it is not a report of `portolan check --format json`")?;
        let mut baseline = Baseline::default();
        for file in files {
            let word = |value: &Value, field: &str| value.get(field).and_then(Value::as_str).map(str::to_owned);
            let Some(path) = word(file, "path") else { continue };
            let known = baseline.files.entry(same_path(&path)).or_default();
            for finding in file.get("findings").and_then(Value::as_array).into_iter().flatten() {
                let Some(key) = word(finding, "code").zip(word(finding, "message")) else { continue };
                *known.entry(key).or_default() += finding.get("count").and_then(Value::as_u64).unwrap_or(1);
            }
        }
        Ok(baseline)
    }
}

impl FileReport {
    /// Takes out the findings that a baseline knows, and judges the file by the rest.
    pub fn without(&mut self, baseline: &Baseline) {
        let (Some(known), Ok(report)) = (baseline.files.get(&same_path(&self.path)), &mut self.outcome) else { return };
        let mut known = known.clone();
        report.findings.retain(|finding| {
            let key = (finding.code.id.to_owned(), finding.message.clone());
            let left = known.entry(key).or_default();
            let is_known = *left >= u64::from(finding.count);
            *left = left.saturating_sub(u64::from(finding.count));
            !is_known
        });
        self.verdict = report.verdict();
        self.schema_valid = report.schema_valid();
    }
}

/// One spelling of a path on every system.
fn same_path(path: &str) -> String {
    let path = path.replace('\\', "/");
    path.strip_prefix("./").unwrap_or(&path).to_owned()
}
