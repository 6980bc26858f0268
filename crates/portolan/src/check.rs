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
    /// Which findings count.
    pub selection: Selection,
}

impl Checker {
    /// A checker that opens files with these options. Everything in them is looked at.
    pub fn new(options: OpenOptions) -> Checker {
        Checker { options: OpenOptions { thorough: true, ..options }, selection: Selection::default() }
    }

    /// The same with some of it set: `Checker::default().with(|c| c.selection.ignore.push("SEM".into()))`.
    pub fn with(mut self, set: impl FnOnce(&mut Checker)) -> Checker {
        set(&mut self);
        self
    }

    /// Reads and checks a document, of an archive its main document. All findings are kept, whatever the selection;
    /// those on the archive itself are told by [`Checker::check_each`].
    pub fn read(&self, path: &str) -> Result<Report, Error> {
        self.options.open(path)?.judge()
    }

    /// Checks a document, of an archive its main document, and keeps the selected findings.
    pub fn check(&self, path: &str) -> FileReport {
        self.told(path, self.read(path))
    }

    /// Checks everything that a path means and hands over one report after the other: a document gives one, an archive
    /// one for its main document, its manifest, and each further document in it.
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
