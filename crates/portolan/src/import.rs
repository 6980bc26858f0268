//! Documents as scenes.

use portolan_check::Unreadable;
use portolan_format::{Content, Format, Input, Lowered, Opened, Written};
use portolan_scene::{Fate, Losses, Origin, Scene};
use portolan_syntax::{Limits, Tree};

use crate::guard::guarded;
use crate::{Checker, Files, Resources, formats};

/// What is told of documents as a whole.
pub mod codes {
    portolan_syntax::codes! {
        /// Codes of documents as a whole.
        CODES:

        /// Tells of documents without anything in them that could be shown or converted.
        ///
        /// There is no node and no shape. The file may be cut off, of another format than its name says, or hold only
        /// materials. The result is as empty as the document.
        EMPTY "CNV001" "document-empty" Warning;
    }
}

/// A document as a scene, with the documents it was made of.
#[derive(Debug)]
pub struct Imported {
    /// What it means.
    pub scene: Scene,
    /// What did not come over.
    pub losses: Losses,
    /// Its format.
    pub format: &'static Format,
    /// The version of the format.
    pub version: &'static str,
    /// The file, with the documents it refers to.
    pub opened: Box<dyn Opened>,
}

/// Reads a file as a scene, with the default options. Documents it refers to are read from its own folder.
pub fn import(path: impl AsRef<std::path::Path>) -> Result<Imported, Unreadable> {
    let path = path.as_ref().to_string_lossy();
    Importer::new(&Files::within(path.as_ref())).import(&path)
}

/// Reads files as scenes.
pub struct Importer<'a> {
    /// Where the bytes come from, and what documents may reach.
    pub resources: &'a dyn Resources,
    /// Limits on what a document may cost.
    pub limits: Limits,
    /// The encoding to read with, instead of the one that the document has by its bytes or declaration.
    pub encoding: Option<String>,
}

impl<'a> Importer<'a> {
    /// An importer with default options.
    pub fn new(resources: &'a dyn Resources) -> Importer<'a> {
        Importer { resources, limits: Limits::default(), encoding: None }
    }

    /// Reads a document, or the main document of an archive.
    pub fn import(&self, path: &str) -> Result<Imported, Unreadable> {
        let root = Checker::new(self.resources).main_document(path)?;
        let (location, start) = match root {
            Some(root) => (root.location, root.fragment),
            None => (path.to_owned(), None),
        };
        let bytes = self.resources.read(&location, self.limits.bytes)?;
        let (format, opened) = formats::open(Input {
            location: &location,
            name: &location,
            content: Content::Bytes(bytes),
            encoding: self.encoding.as_deref(),
            version: None,
            start: start.as_deref(),
            thorough: false,
            resources: self.resources,
            limits: &self.limits,
        })?;
        Imported::of(format, opened, self.resources)
    }
}

impl Imported {
    /// Makes a scene of a file that was opened.
    pub(crate) fn of(
        format: &'static Format,
        mut opened: Box<dyn Opened>,
        resources: &dyn Resources,
    ) -> Result<Imported, Unreadable> {
        let Lowered { scene, losses } = guarded("reading", || opened.lower(resources))??;
        let mut imported = Imported { scene, losses, format, version: opened.version(), opened };
        if imported.is_empty() {
            let message = format!("`{}` holds no nodes and no shapes", imported.location());
            imported.losses.push(&codes::EMPTY, Fate::Dropped, imported.first_element(), message);
        }
        Ok(imported)
    }

    /// Is the document one of this format?
    pub fn is(&self, format: &Format) -> bool {
        self.format == format
    }

    /// One of its documents, as written.
    pub(crate) fn tree(&self, document: u32) -> Option<&Tree> {
        self.opened.documents().get(document as usize).map(|(_, tree)| *tree)
    }

    /// Is there nothing that could be shown, measured or converted?
    pub fn is_empty(&self) -> bool {
        self.scene.nodes.is_empty() && self.scene.geometries.is_empty()
    }

    /// Where the document that was asked for was read from.
    pub fn location(&self) -> &str {
        self.opened.documents().first().map(|(location, _)| *location).unwrap_or_default()
    }

    /// The first element of the document that was asked for.
    fn first_element(&self) -> Origin {
        let element = self.tree(0).and_then(|tree| tree.nodes().find(|n| n.is_element())).map_or(0, |n| n.id().0);
        Origin { document: 0, element }
    }

    /// Where an object was written.
    pub fn written(&self, origin: Origin) -> Option<Written> {
        self.opened.written(origin)
    }
}
