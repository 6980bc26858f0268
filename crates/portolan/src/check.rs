//! Documents from the outside through every stage.

use std::panic::{AssertUnwindSafe, catch_unwind};

use portolan_check::file::{ARCHIVE, INTERNAL, NOT_TEXT, UNKNOWN_FORMAT};
use portolan_check::{FileReport, Options, Report, Selection, Unreadable};
use portolan_resources::archive::{self, Root, codes};
use portolan_syntax::{Edit, Finding, Source, Span, edit};

use crate::{FORMATS, Files, Resources, STDIN};

/// Rounds of repairs before giving up on a document whose repairs chase each other.
const ROUNDS: usize = 5;

/// Reads and checks a file with the default options. Of an archive its main document is read.
pub fn open(path: impl AsRef<std::path::Path>) -> Result<Report, Unreadable> {
    let path = path.as_ref().to_string_lossy();
    Checker::new(&Files::new()).read(&path)
}

/// Checks a document that is already in memory.
pub fn check_source(source: Source, options: &Options) -> Result<Report, Unreadable> {
    let source = readable(source)?;
    let checked = catch_unwind(AssertUnwindSafe(|| portolan_check::check(source, options)));
    match checked {
        Ok(Ok(report)) => Ok(report),
        Ok(Err(_)) => Err(unknown_format()),
        Err(_) => Err(Unreadable::new(&INTERNAL, "checking it failed because of a fault in portolan")
            .help("please report it together with the file")),
    }
}

/// Gives back a source that is text; tells what it is if it is not.
pub(crate) fn readable(source: Source) -> Result<Source, Unreadable> {
    let zip = archive::is_zip(source.bytes()).then_some("zip");
    if let Some(kind) = zip.or_else(|| archive::other_kind(source.bytes())) {
        return Err(Unreadable::new(&ARCHIVE, format!("it is compressed ({kind}), not a document"))
            .help("unpack it and check the documents in it"));
    }
    if is_binary(&source) {
        return Err(Unreadable::new(&NOT_TEXT, "it is not text, but binary data")
            .help("if it is text in an unusual encoding, name it with `--encoding`"));
    }
    Ok(source)
}

/// What is said of text that is of no known format.
pub(crate) fn unknown_format() -> Unreadable {
    let known: Vec<&str> = FORMATS.iter().map(|f| f.name).collect();
    Unreadable::new(&UNKNOWN_FORMAT, "it is not of a known format").help(format!("known are {}", known.join(", ")))
}

/// Text has an odd byte here and there at most; more than that in its beginning is something else.
fn is_binary(source: &Source) -> bool {
    const HEAD: usize = 1024;
    let odd = |c: &char| *c == char::REPLACEMENT_CHARACTER || (c.is_control() && !c.is_ascii_whitespace());
    let head = source.text().chars().take(HEAD);
    head.clone().filter(odd).count() * 10 > head.count()
}

/// Checks many files in the same way.
pub struct Checker<'a> {
    /// Where the bytes come from.
    pub resources: &'a dyn Resources,
    /// Limits and version.
    pub options: Options,
    /// Which findings count.
    pub selection: Selection,
    /// The encoding to read with, instead of the one that the document has by its bytes or declaration.
    pub encoding: Option<String>,
}

/// What repairing a document came to.
#[derive(Debug)]
pub struct Repair {
    /// The report on the repaired document.
    pub file: FileReport,
    /// The repaired document, if anything changed.
    pub bytes: Option<Vec<u8>>,
}

impl<'a> Checker<'a> {
    /// A checker with default options.
    pub fn new(resources: &'a dyn Resources) -> Checker<'a> {
        Checker { resources, options: Options::default(), selection: Selection::default(), encoding: None }
    }

    /// Reads and checks a document, of an archive its main document. All findings are kept, whatever the selection;
    /// those on the archive itself are told by [`Checker::check_each`].
    pub fn read(&self, path: &str) -> Result<Report, Unreadable> {
        match self.main_document(path)? {
            Some(root) => self.read_document(&root.location),
            None => self.read_document(path),
        }
    }

    /// The main document of an archive; nothing if there is no archive at the path.
    pub fn main_document(&self, path: &str) -> Result<Option<Root>, Unreadable> {
        match self.resources.members(path)? {
            Some(_) => archive::root_document(self.resources, path).map(Some),
            None => Ok(None),
        }
    }

    /// Checks a document, of an archive its main document, and keeps the selected findings.
    pub fn check(&self, path: &str) -> FileReport {
        FileReport::new(shown_path(path), self.read(path), &self.selection)
    }

    /// Checks everything that a path means and hands over one report after the other: a document gives one, an archive
    /// one for its main document, its manifest, and each further document in it.
    pub fn check_each(&self, path: &str, take: &mut dyn FnMut(FileReport)) {
        match self.main_document(path) {
            Ok(Some(root)) => crate::archive::check_each(self, path, root, take),
            Ok(None) => take(self.check(path)),
            Err(why) => take(FileReport::new(shown_path(path), Err(why), &self.selection)),
        }
    }

    /// Reads and checks the document at exactly this location.
    pub(crate) fn read_document(&self, location: &str) -> Result<Report, Unreadable> {
        let mut report = self.check_bytes(location, self.resources.read(location, self.options.limits.bytes)?)?;
        if crate::gather::is_archive_name(location) {
            let message = format!("`{location}` is a plain document, not an archive");
            report.findings.push(Finding::new(&codes::NOT_AN_ARCHIVE, Span::at(0), message));
            report.findings.sort();
        }
        Ok(report)
    }

    /// Checks a document, applies the safe repairs of the selected findings, and checks again until nothing changes.
    ///
    /// Archives are not repaired. Every byte that no repair concerns stays as it was. Nothing is written; the caller gets the new bytes.
    pub fn repair(&self, path: &str) -> Repair {
        let mut file = FileReport::new(shown_path(path), self.read_document(path), &self.selection);
        let mut bytes: Option<Vec<u8>> = None;
        let mut repaired: Vec<(String, usize)> = Vec::new();
        for _ in 0..ROUNDS {
            let Some(step) = repair_once(&file) else { break };
            let unchanged = file.outcome.as_ref().is_ok_and(|r| r.document.tree.source().bytes() == step.bytes);
            if unchanged {
                break;
            }
            for (title, count) in step.titles {
                match repaired.iter_mut().find(|(t, _)| *t == title) {
                    Some((_, all)) => *all += count,
                    None => repaired.push((title, count)),
                }
            }
            let again = self.check_bytes(path, step.bytes.clone());
            bytes = Some(step.bytes);
            file = FileReport::new(shown_path(path), again, &self.selection);
        }
        file.repaired = repaired;
        Repair { file, bytes }
    }

    fn check_bytes(&self, path: &str, bytes: Vec<u8>) -> Result<Report, Unreadable> {
        if let Some(kind) = crate::foreign::kind(path, &bytes) {
            return crate::foreign::check(kind, path, &bytes, self.resources, &self.options.limits);
        }
        let source = Source::new(shown_path(path), bytes, self.encoding.as_deref(), &self.options.limits)?;
        check_source(source, &self.options)
    }
}

struct Step {
    bytes: Vec<u8>,
    titles: Vec<(String, usize)>,
}

/// Applies the repairs of a report once.
///
/// A repair is applied whole or not at all: one that overlaps another waits for the next round.
fn repair_once(file: &FileReport) -> Option<Step> {
    let report = file.outcome.as_ref().ok()?;
    let mut titles = Vec::new();
    let mut edits: Vec<&Edit> = Vec::new();
    let mut taken: std::collections::BTreeMap<u32, u32> = std::collections::BTreeMap::new();
    for finding in &report.findings {
        let Some(fix) = &finding.fix else { continue };
        let overlaps = |edit: &Edit| {
            let before = taken.range(..=edit.span.start).next_back();
            let inside = before.is_some_and(|(start, end)| edit.span.start < *end || edit.span.start == *start);
            inside || taken.range(edit.span.start..edit.span.end).next().is_some()
        };
        if fix.edits.is_empty() || fix.edits.iter().any(overlaps) {
            continue;
        }
        taken.extend(fix.edits.iter().map(|e| (e.span.start, e.span.end)));
        edits.extend(&fix.edits);
        titles.push((fix.title.clone(), finding.count as usize));
    }
    if edits.is_empty() {
        return None;
    }
    let edits: Vec<Edit> = edits.into_iter().cloned().collect();
    let (bytes, _) = edit::apply(report.document.tree.source(), &edits);
    Some(Step { bytes, titles })
}

/// How a path is shown: standard input has a name of its own.
fn shown_path(path: &str) -> &str {
    if path == STDIN { "<stdin>" } else { path }
}
