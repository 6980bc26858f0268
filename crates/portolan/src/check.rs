//! Many files checked in the same way.

use portolan_check::{FileReport, Report, Selection, Unreadable};

use crate::file::{main_document, shown_path};
use crate::{Error, OpenOptions};

/// Checks many files in the same way.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct Checker {
    /// How they are opened.
    pub options: OpenOptions,
    /// Which findings are selected.
    pub selection: Selection,
}

impl Checker {
    /// Creates a checker that opens files with these options and checks everything in them.
    pub fn new(options: OpenOptions) -> Checker {
        Checker { options: OpenOptions { thorough: true, ..options }, selection: Selection::default() }
    }

    /// Returns the options with some fields changed: `Checker::default().with(|c|
    /// c.selection.ignore.push("SEM".into()))`.
    pub fn with(mut self, set: impl FnOnce(&mut Checker)) -> Checker {
        set(&mut self);
        self
    }

    /// Reads and checks a document, or the main document of an archive. All findings are kept, whatever the selection;
    /// [`Checker::check_each`] also reports findings of the archive itself.
    pub fn read(&self, path: &str) -> Result<Report, Error> {
        self.options.open(path)?.judge()
    }

    /// Checks a document, or the main document of an archive, and keeps the selected findings.
    pub fn check(&self, path: &str) -> FileReport {
        self.told(path, self.read(path))
    }

    /// Checks everything at a path and passes on one report after the other: one for a document; for an archive one for
    /// its main document, one for its manifest, and one for each further document.
    pub fn check_each(&self, path: &str, take: &mut dyn FnMut(FileReport)) {
        // Archives are opened and standard input is read once for all that is looked at.
        let resources = self.options.reach(path);
        let options = OpenOptions { resources: Some(resources.clone()), ..self.options.clone() };
        let checker = Checker { options, selection: self.selection.clone() };
        match main_document(&*resources, path) {
            Ok(Some(root)) => crate::archive::check_each(&checker, path, &*resources, root, take),
            Ok(None) => take(checker.check(path)),
            Err(why) => take(checker.told(path, Err(why))),
        }
    }

    /// Is there an archive at this path?
    pub fn is_archive(&self, path: &str) -> bool {
        matches!(self.options.reach(path).members(path), Ok(Some(_)))
    }

    /// Reads and checks the document at exactly this location.
    pub(crate) fn read_document(&self, location: &str) -> Result<Report, Error> {
        self.options.open_document(location)?.judge()
    }

    /// Checks a document that would be at this location.
    pub(crate) fn check_bytes(&self, location: &str, bytes: Vec<u8>) -> Result<Report, Error> {
        self.options.open_bytes_at(location, bytes)?.judge()
    }

    /// What is told of a path.
    pub(crate) fn told(&self, path: &str, outcome: Result<Report, Error>) -> FileReport {
        FileReport::new(shown_path(path), outcome.map_err(Unreadable::from), &self.selection)
    }
}
