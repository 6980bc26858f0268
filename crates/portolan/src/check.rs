//! Documents from the outside through every stage.

use portolan_check::file::{ARCHIVE, NOT_TEXT, UNKNOWN_FORMAT};
use portolan_check::{FileReport, Options, Report, Selection, Unreadable};
use portolan_resources::archive::{self, Root, codes};
use portolan_syntax::{Finding, Source, Span};

use crate::guard::guarded;
use crate::{Files, Resources, STDIN};

/// Reads and checks a file with the default options. Of an archive its main document is read.
pub fn open(path: impl AsRef<std::path::Path>) -> Result<Report, Unreadable> {
    let path = path.as_ref().to_string_lossy();
    Checker::new(&Files::new()).read(&path)
}

/// Checks a document that is already in memory.
pub fn check_source(source: Source, options: &Options) -> Result<Report, Unreadable> {
    let source = readable(source)?;
    guarded("checking", || portolan_check::check(source, options))?.map_err(|_| unknown_format())
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
    let known: Vec<&str> = crate::gather::formats().map(|f| f.name).collect();
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

    pub(crate) fn check_bytes(&self, path: &str, bytes: Vec<u8>) -> Result<Report, Unreadable> {
        if let Some(kind) = crate::foreign::kind(path, &bytes) {
            return crate::foreign::check(kind, path, &bytes, self.resources, &self.options.limits);
        }
        let source = Source::new(shown_path(path), bytes, self.encoding.as_deref(), &self.options.limits)?;
        check_source(source, &self.options)
    }
}

/// How a path is shown: standard input has a name of its own.
pub(crate) fn shown_path(path: &str) -> &str {
    if path == STDIN { "<stdin>" } else { path }
}
