//! A file as a report tells about it: read and judged, or not readable.

use portolan_syntax::source::SourceError;
use portolan_syntax::{Code, Finding, Findings, Severity, Span};

use crate::{Report, Verdict};

portolan_syntax::codes! {
    /// Codes of files that could not be read.
    CODES:

    /// Finds files that do not exist or that the system does not let us read.
    ///
    /// Nothing is known about the document. Check the path and the permissions.
    CANNOT_READ "IO001" "cannot-read" Error;

    /// Finds files that are none of the known formats.
    ///
    /// The format is told by the content, and by the extension when the content gives no hint. COLLADA has a
    /// `<COLLADA>` root element, xVRML a `<World>`, OpenGEX begins with structures such as `Metric`.
    UNKNOWN_FORMAT "IO002" "unknown-format" Error;

    /// Finds documents with more bytes than allowed.
    ///
    /// No document can be larger than 4 GiB; `--max-bytes` sets a lower limit.
    TOO_LARGE "IO003" "too-large" Error;

    /// Finds folders without any file of a known extension.
    ///
    /// A check that looks at nothing would always pass, so this counts as unreadable.
    NOTHING_TO_READ "IO004" "nothing-to-read" Error;

    /// Finds archives, which are not opened yet.
    ///
    /// Unpack the archive and check the documents in it.
    ARCHIVE "IO005" "archive-not-opened" Error;

    /// Finds faults of this program, not of the file.
    ///
    /// The other files are not affected. Please report it together with the file.
    INTERNAL "IO006" "internal-error" Error;

    /// Finds files whose repaired text could not be written back.
    ///
    /// The file is as it was before.
    CANNOT_WRITE "IO007" "cannot-write" Error;

    /// Finds encodings that were asked for and are not known.
    UNKNOWN_ENCODING "IO008" "unknown-encoding" Error;

    /// Finds files that are not text at all.
    ///
    /// All formats that are read here are texts. The file was damaged, or has the wrong extension.
    NOT_TEXT "IO009" "not-text" Error;
}

/// The stages, as codes begin.
const STAGES: &[&str] = &["IO", "XML", "DDL", "SCH", "REF", "DAT", "SEM"];

/// Why a file has no report.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// One of the [`CODES`].
    pub code: &'static Code,
    /// One sentence.
    pub message: String,
    /// What to do, when that is obvious.
    pub help: Option<String>,
}

impl Unreadable {
    /// A file that has no report for this reason.
    pub fn new(code: &'static Code, message: impl Into<String>) -> Unreadable {
        Unreadable { code, message: message.into(), help: None }
    }

    /// Adds what to do.
    pub fn help(mut self, help: impl Into<String>) -> Unreadable {
        self.help = Some(help.into());
        self
    }

    /// As a finding of the file.
    pub fn finding(&self) -> Finding {
        let mut finding = Finding::new(self.code, Span::at(0), self.message.clone());
        finding.help = self.help.clone();
        finding
    }
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Unreadable {}

impl From<SourceError> for Unreadable {
    fn from(error: SourceError) -> Unreadable {
        let code = match error {
            SourceError::TooLarge { .. } => &TOO_LARGE,
            SourceError::UnknownEncoding(_) => &UNKNOWN_ENCODING,
        };
        Unreadable::new(code, error.to_string())
    }
}

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
}

impl Selection {
    /// The severity from which on a finding makes the check fail.
    pub fn failing(&self) -> Severity {
        self.severity.unwrap_or(Severity::Error)
    }

    /// Is this finding told?
    pub fn shows(&self, finding: &Finding) -> bool {
        self.severity.is_none_or(|least| finding.severity >= least)
            && (self.only.is_empty() || matches_any(&self.only, finding.code))
            && !matches_any(&self.ignore, finding.code)
    }

    /// The first word that names no code and no stage.
    pub fn unknown_word(&self) -> Option<&str> {
        let all = crate::all_codes();
        let known = |word: &&String| {
            STAGES.iter().any(|s| s.eq_ignore_ascii_case(word)) || all.iter().any(|c| matches(word, c))
        };
        self.only.iter().chain(&self.ignore).find(|w| !known(w)).map(String::as_str)
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
                    sum.fixable += u64::from(finding.fix.is_some());
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
