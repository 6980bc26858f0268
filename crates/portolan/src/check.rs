//! Documents from the outside through every stage.

use portolan_check::{FileReport, Options, Report, Selection, Unreadable};
use portolan_format::{Content, Format, Input, Opened};
use portolan_resources::archive::{self, Root, codes};
use portolan_syntax::{Finding, Source, Span};

use crate::guard::guarded;
use crate::{Files, Memory, Resources, STDIN, formats};

/// Reads and checks a file with the default options. Of an archive its main document is read.
pub fn open(path: impl AsRef<std::path::Path>) -> Result<Report, Unreadable> {
    let path = path.as_ref().to_string_lossy();
    Checker::new(&Files::new()).read(&path)
}

/// Checks a document that is already in memory. It reaches no other file.
pub fn check_source(source: Source, options: &Options) -> Result<Report, Unreadable> {
    in_memory(source, options, formats::open)
}

/// Checks a document that is already in memory as one of a certain format, whatever it looks like.
pub fn check_as(format: &'static Format, source: Source, options: &Options) -> Result<Report, Unreadable> {
    in_memory(source, options, |input| Ok((format, (format.open)(input)?)))
}

fn in_memory(
    source: Source,
    options: &Options,
    open: impl FnOnce(Input<'_>) -> Result<(&'static Format, Box<dyn Opened>), Unreadable>,
) -> Result<Report, Unreadable> {
    let name = source.name().to_owned();
    let resources = Memory::new();
    let (format, opened) = open(Input {
        location: &name,
        name: &name,
        content: Content::Source(Box::new(source)),
        encoding: None,
        version: options.version.as_deref(),
        start: None,
        thorough: true,
        resources: &resources,
        limits: &options.limits,
    })?;
    guarded("checking", || portolan_check::check(format, opened))
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
        let (format, opened) = self.open(path, None, bytes)?;
        guarded("checking", || portolan_check::check(format, opened))
    }

    /// Opens a file for a thorough look.
    fn open(
        &self,
        path: &str,
        start: Option<&str>,
        bytes: Vec<u8>,
    ) -> Result<(&'static Format, Box<dyn Opened>), Unreadable> {
        formats::open(Input {
            location: path,
            name: shown_path(path),
            content: Content::Bytes(bytes),
            encoding: self.encoding.as_deref(),
            version: self.options.version.as_deref(),
            start,
            thorough: true,
            resources: self.resources,
            limits: &self.options.limits,
        })
    }

    /// Reads and checks a document, of an archive its main document with the element to start from, so that a scene can
    /// be made of it.
    pub(crate) fn read_whole(&self, path: &str) -> Result<Report, Unreadable> {
        let root = self.main_document(path)?;
        let (location, start) = match &root {
            Some(root) => (root.location.as_str(), root.fragment.as_deref()),
            None => (path, None),
        };
        let bytes = self.resources.read(location, self.options.limits.bytes)?;
        let (format, opened) = self.open(location, start, bytes)?;
        guarded("checking", || portolan_check::check(format, opened))
    }
}

/// How a path is shown: standard input has a name of its own.
pub(crate) fn shown_path(path: &str) -> &str {
    if path == STDIN { "<stdin>" } else { path }
}
