//! A file as a report tells about it: read and judged, or not readable.

use portolan_syntax::{Code, Finding, Findings, Severity};

use crate::{Report, Verdict};

pub use portolan_resources::unreadable::*;

/// One file of a report.
#[derive(Debug)]
pub struct FileReport {
    /// Its path as the user gave it.
    pub path: String,
    /// What was found, or why nothing could be.
    pub outcome: Result<Report, Unreadable>,
    /// The judgement, over all findings that are not ignored.
    pub verdict: Verdict,
    /// Does it fit its grammar and schema, over all findings that are not ignored?
    pub schema_valid: bool,
    /// What was repaired, as titles of fixes with how often each was applied.
    pub repaired: Vec<(String, usize)>,
}

impl FileReport {
    /// Judges a file and keeps the findings that `selection` asks for.
    pub fn new(path: impl Into<String>, outcome: Result<Report, Unreadable>, selection: &Selection) -> FileReport {
        let mut file = FileReport {
            path: path.into(),
            outcome,
            verdict: Verdict::Unreadable,
            schema_valid: false,
            repaired: Vec::new(),
        };
        if let Ok(report) = &mut file.outcome {
            if !selection.severities.is_empty() {
                report.findings.judge(|finding| selection.severity_of(finding));
            }
            report.findings.retain(|f| !matches_any(&selection.ignore, f.code));
            file.verdict = report.verdict();
            file.schema_valid = report.schema_valid();
            report.findings.retain(|f| selection.shows(f));
        }
        file
    }

    /// The findings to show.
    pub fn findings(&self) -> Option<&Findings> {
        self.outcome.as_ref().ok().map(|r| &r.findings)
    }
}

/// Which findings are told, and which make a check fail.
#[derive(Clone, Default, Debug)]
pub struct Selection {
    /// Findings below it are not shown, all others fail. Without it everything is shown and errors fail.
    pub severity: Option<Severity>,
    /// If not empty, only these codes are shown.
    pub only: Vec<String>,
    /// These codes count as if they had not been looked for.
    pub ignore: Vec<String>,
    /// Codes with another severity than their own; the last word that names a code counts.
    pub severities: Vec<(String, Severity)>,
}

impl Selection {
    /// The severity that a finding has here.
    pub fn severity_of(&self, finding: &Finding) -> Severity {
        let own = self.severities.iter().rev().find(|(word, _)| matches(word, finding.code));
        own.map_or(finding.severity, |(_, severity)| *severity)
    }

    /// The severity from which on a finding makes the check fail.
    pub fn failing(&self) -> Severity {
        self.severity.unwrap_or(Severity::Error)
    }

    /// Is this finding told?
    pub fn shows(&self, finding: &Finding) -> bool {
        self.severity.is_none_or(|least| finding.severity >= least)
            && (self.only.is_empty() || matches_any(&self.only, finding.code))
            && !self.ignores(finding.code)
    }

    /// Is this code one of those that do not count?
    pub fn ignores(&self, code: &Code) -> bool {
        matches_any(&self.ignore, code)
    }

    /// The first word that names no code and no stage among all codes that there are.
    pub fn unknown_word(&self, codes: &[&'static Code]) -> Option<&str> {
        let known = |word: &&String| codes.iter().any(|c| matches(word, c));
        let words = self.severities.iter().map(|(word, _)| word);
        self.only.iter().chain(&self.ignore).chain(words).find(|w| !known(w)).map(String::as_str)
    }
}

fn matches_any(words: &[String], code: &Code) -> bool {
    words.iter().any(|w| matches(w, code))
}

/// Does a word name a code: by its id, its name, or the letters of its stage (`SCH`)?
fn matches(word: &str, code: &Code) -> bool {
    let stage = code.id.trim_end_matches(|c: char| c.is_ascii_digit());
    [code.id, code.name, stage].iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// What all files of a report add up to.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Files looked at.
    pub files: u64,
    /// Findings of severity error, repeats counted.
    pub errors: u64,
    /// Findings of severity warning.
    pub warnings: u64,
    /// Findings of severity info.
    pub infos: u64,
    /// Files that could not be read.
    pub unreadable: u64,
    /// Findings that come with a safe repair.
    pub fixable: u64,
    /// Repairs made.
    pub repaired: u64,
    /// Findings beyond the limit, not kept.
    pub dropped: u64,
}

impl Summary {
    /// What one file adds.
    pub fn of(file: &FileReport) -> Summary {
        let mut sum = Summary { files: 1, ..Summary::default() };
        sum.repaired = file.repaired.iter().map(|(_, n)| *n as u64).sum();
        match &file.outcome {
            Err(_) => {
                sum.unreadable = 1;
                sum.errors = 1;
            }
            Ok(report) => {
                sum.dropped = report.findings.dropped();
                for finding in &report.findings {
                    let count = u64::from(finding.count);
                    match finding.severity {
                        Severity::Error => sum.errors += count,
                        Severity::Warning => sum.warnings += count,
                        Severity::Info => sum.infos += count,
                    }
                    sum.fixable += u64::from(finding.fixes.iter().any(|f| f.certain));
                }
            }
        }
        sum
    }

    /// Adds another one.
    pub fn add(&mut self, other: &Summary) {
        self.files += other.files;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.infos += other.infos;
        self.unreadable += other.unreadable;
        self.fixable += other.fixable;
        self.repaired += other.repaired;
        self.dropped += other.dropped;
    }

    /// Is there a finding of this severity or worse?
    pub fn reaches(&self, severity: Severity) -> bool {
        self.errors > 0
            || self.dropped > 0
            || severity <= Severity::Warning && self.warnings > 0
            || severity <= Severity::Info && self.infos > 0
    }
}
