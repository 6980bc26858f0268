//! Documents as scenes.

use portolan_check::Unreadable;
use portolan_check::file::UNKNOWN_FORMAT;
use portolan_collada::documents::Documents;
use portolan_opengex::document::Document;
use portolan_scene::{Fate, Losses, Origin, Scene};
use portolan_schema::Format;
use portolan_syntax::{Limits, Place, Source, Tree};

use crate::foreign::{self, Foreign};
use crate::guard::guarded;
use crate::{Checker, Files, Resources, check, format};

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
    /// The document and those it refers to.
    pub documents: Sources,
}

/// The documents that a scene was made of, by their format.
#[derive(Debug)]
pub enum Sources {
    /// A document and those it refers to.
    Collada(Documents),
    /// A document.
    Opengex(Box<Document>),
    /// A file of a format that is no text of elements.
    Foreign(Foreign),
}

impl Sources {
    /// All of them, with where they were read from; the first is the one that was asked for.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Tree)> {
        let (many, one) = match self {
            Sources::Collada(documents) => (Some(documents.iter().map(|d| (d.location.as_str(), &d.tree))), None),
            Sources::Opengex(document) => (None, Some((document.location.as_str(), &document.tree))),
            Sources::Foreign(file) => (None, Some((file.location(), file.tree()))),
        };
        many.into_iter().flatten().chain(one)
    }

    /// One of them, with where it was read from.
    pub fn get(&self, number: u32) -> Option<(&str, &Tree)> {
        match self {
            Sources::Collada(documents) => documents.get(number).map(|d| (d.location.as_str(), &d.tree)),
            Sources::Opengex(document) => (number == 0).then_some((document.location.as_str(), &document.tree)),
            Sources::Foreign(file) => (number == 0).then_some((file.location(), file.tree())),
        }
    }
}

/// Where something was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The file.
    pub file: String,
    /// Line and column.
    pub place: Place,
    /// The path of the element.
    pub element: String,
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
        let mut imported = self.read(path)?;
        if imported.is_empty() {
            let message = format!("`{}` holds no nodes and no shapes", imported.location());
            imported.losses.push(&codes::EMPTY, Fate::Dropped, imported.first_element(), message);
        }
        Ok(imported)
    }

    fn read(&self, path: &str) -> Result<Imported, Unreadable> {
        let root = Checker::new(self.resources).main_document(path)?;
        let (location, start) = match root {
            Some(root) => (root.location, root.fragment),
            None => (path.to_owned(), None),
        };
        let bytes = self.resources.read(&location, self.limits.bytes)?;
        if let Some(kind) = foreign::kind(&location, &bytes) {
            return foreign::import(kind, &location, &bytes, self.resources, &self.limits);
        }
        let source = Source::new(location.clone(), bytes, self.encoding.as_deref(), &self.limits)?;
        let source = check::readable(source)?;
        let format = format::detect(source.name(), source.text()).ok_or_else(check::unknown_format)?;
        if ![portolan_collada::FORMAT.id, portolan_opengex::FORMAT.id].contains(&format.id) {
            return Err(Unreadable::new(&UNKNOWN_FORMAT, format!("{} documents are not converted yet", format.name))
                .help("`portolan check` and `portolan info` read them"));
        }
        let work = || {
            if format.id == portolan_opengex::FORMAT.id {
                let document = Document::read(&location, source, &self.limits);
                let lowered = portolan_opengex::lower::scene(&document, self.resources);
                let version = document.bound.version_name();
                return (Sources::Opengex(Box::new(document)), lowered.scene, lowered.losses, version);
            }
            let documents = Documents::read(&location, source, self.resources, &self.limits);
            let lowered = portolan_collada::lower::scene(&documents, self.resources, start.as_deref());
            let version = documents.main().bound.version_name();
            (Sources::Collada(documents), lowered.scene, lowered.losses, version)
        };
        let (documents, scene, losses, version) = guarded("reading", work)?;
        Ok(Imported { scene, losses, format, version, documents })
    }
}

impl Imported {
    /// Is there nothing that could be shown, measured or converted?
    pub fn is_empty(&self) -> bool {
        self.scene.nodes.is_empty() && self.scene.geometries.is_empty()
    }

    /// Where the document that was asked for was read from.
    pub fn location(&self) -> &str {
        self.documents.iter().next().map(|(location, _)| location).unwrap_or_default()
    }

    /// The first element of the document that was asked for.
    fn first_element(&self) -> Origin {
        let tree = self.documents.iter().next().map(|(_, tree)| tree);
        let element = tree.and_then(|tree| tree.nodes().find(|n| n.is_element())).map_or(0, |n| n.id().0);
        Origin { document: 0, element }
    }

    /// Where an object was written.
    pub fn written(&self, origin: Origin) -> Option<Written> {
        if let Sources::Foreign(file) = &self.documents {
            return file.written(origin);
        }
        let (file, tree) = self.documents.get(origin.document)?;
        let element = tree.node(portolan_syntax::NodeId(origin.element))?;
        let place = tree.source().place(element.span().start);
        Some(Written { file: file.to_owned(), place, element: element.path() })
    }
}
