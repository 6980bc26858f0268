//! The documents that a world is made of.

use std::sync::Arc;

use hashbrown::HashMap;
use portolan_format::{Document, Fault};
use portolan_resources::{How, Resources, Unreadable};
use portolan_schema::tables;
use portolan_syntax::{Limits, Source, Tree, xml};

/// All documents of a world, each read once; the first is the one that was asked for.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    all: Vec<Read>,
    by_location: HashMap<String, u32>,
}

/// A document with where it was read from.
#[derive(Debug)]
pub(crate) struct Read {
    pub location: String,
    pub document: Arc<Document>,
    pub fault: Option<Fault>,
    /// Where each prototype is declared.
    prototypes: HashMap<Box<str>, portolan_syntax::NodeId>,
}

impl Documents {
    /// Those of a world; `document` was read already.
    pub fn new(location: &str, document: Arc<Document>) -> Documents {
        let mut documents = Documents { all: Vec::new(), by_location: HashMap::new() };
        documents.push(location.to_owned(), document);
        documents
    }

    fn push(&mut self, location: String, document: Arc<Document>) -> u32 {
        let number = self.all.len() as u32;
        let fault = document.fault(&[&xml::codes::LIMIT]);
        let mut prototypes = HashMap::new();
        for node in document.tree.nodes().filter(|n| n.is_element() && n.local_name() == "ProtoDeclare") {
            if let Some(name) = node.attribute_value("name") {
                prototypes.entry(name.trim().into()).or_insert(node.id());
            }
        }
        self.by_location.insert(location.clone(), number);
        self.all.push(Read { location, document, fault, prototypes });
        number
    }

    /// Where they were read from, and their trees.
    pub fn list(&self) -> Vec<(&str, &Tree)> {
        self.all.iter().map(|d| (d.location.as_str(), &d.document.tree)).collect()
    }

    pub fn get(&self, number: u32) -> Option<&Read> {
        self.all.get(number as usize)
    }

    /// The document that a URL in another one leads to, and how it was found; read if it was not yet.
    pub fn open(
        &mut self,
        from: u32,
        url: &str,
        resources: &dyn Resources,
        limits: &Limits,
    ) -> Result<(u32, How), Unopened> {
        let base = self.get(from).map(|d| d.location.clone()).unwrap_or_default();
        let found = resources.locate(&base, url).map_err(Unopened::Unreadable)?;
        if let Some(known) = self.by_location.get(&found.location) {
            return Ok((*known, found.how));
        }
        if self.all.len() > limits.documents as usize {
            return Err(Unopened::TooMany);
        }
        let bytes = resources.read(&found.location, limits.bytes).map_err(Unopened::Unreadable)?;
        let source = Source::new(found.location.clone(), bytes, None, limits)
            .map_err(|e| Unopened::Unreadable(Unreadable::from(e)))?;
        let (tree, findings) = xml::parse(source, limits);
        let read = Document::new(tree, findings, &tables::xvrml::SCHEMA, None, limits);
        Ok((self.push(found.location, Arc::new(read)), found.how))
    }
}

/// Why a document was not opened.
pub(crate) enum Unopened {
    Unreadable(Unreadable),
    /// There are too many.
    TooMany,
}

impl Read {
    /// The declaration of a prototype.
    pub fn prototype(&self, name: &str) -> Option<portolan_syntax::NodeId> {
        self.prototypes.get(name.trim()).copied()
    }
}
