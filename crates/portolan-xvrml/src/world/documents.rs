//! The documents that a world is made of.

use std::sync::Arc;

use hashbrown::HashMap;
use portolan_format::{Document, Fault};
use portolan_resources::{How, Resources, Unreadable};
use portolan_schema::{Schema, tables};
use portolan_syntax::{Finding, Findings, Limits, Source, Span, Tree, classic, xml};

/// All documents of a world, each read once; the first is the one that was asked for.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    all: Vec<Read>,
    by_location: HashMap<String, u32>,
    elements: usize,
}

/// A document with where it was read from.
#[derive(Debug)]
pub(crate) struct Read {
    pub location: String,
    pub document: Arc<Document>,
    pub fault: Option<Fault>,
    /// Where each prototype is declared.
    prototypes: HashMap<Box<str>, portolan_syntax::NodeId>,
    /// All declarations of prototypes, those that lead to other files too, in the order of the document.
    declared: Vec<portolan_syntax::NodeId>,
}

impl Documents {
    /// Those of a world; `document` was read already.
    pub fn new(location: &str, document: Arc<Document>) -> Documents {
        let mut documents = Documents::default();
        documents.push(location.to_owned(), document);
        documents
    }

    /// How many elements and runs of text they have.
    pub fn elements(&self) -> usize {
        self.elements
    }

    fn push(&mut self, location: String, document: Arc<Document>) -> u32 {
        let number = self.all.len() as u32;
        let fault = document.fault(&[&xml::codes::LIMIT, &classic::codes::LIMIT]);
        let (mut prototypes, mut declared) = (HashMap::new(), Vec::new());
        let x3d = document.bound.schema.format == "x3d";
        if x3d {
            let names = ["ProtoDeclare", "ExternProtoDeclare"];
            declared.extend(document.named(&names).map(|n| n.id()));
            declared.sort_unstable();
        }
        for node in document.tree.nodes().filter(|n| n.is_element() && n.local_name() == "ProtoDeclare") {
            if let Some(name) = node.attribute_value("name") {
                prototypes.entry(name.trim().into()).or_insert(node.id());
            }
            if !x3d {
                declared.push(node.id());
            }
        }
        self.by_location.insert(location.clone(), number);
        self.elements += document.tree.len();
        self.all.push(Read { location, document, fault, prototypes, declared });
        number
    }

    /// Nodes that somebody wrote while the world runs, as a document at the place of another one. `None`: there are too many.
    pub fn write(&mut self, from: u32, text: &str, limits: &Limits) -> Option<u32> {
        if self.all.len() > limits.documents as usize {
            return None;
        }
        let start = text.trim_start();
        let whole = ["<?xml", "<World", "<X3D", "<!DOCTYPE", "#VRML", "#X3D"].iter().any(|w| start.starts_with(w));
        let text = match (whole, start.starts_with('<')) {
            (true, _) => text.to_owned(),
            (_, true) => {
                format!("<World xmlns=\"http://www.xvrml.net/schemas/core\"><children>{text}</children></World>")
            }
            (_, false) => format!("#VRML V2.0 utf8\n{text}"),
        };
        let location = self.get(from).map(|d| d.location.clone()).unwrap_or_default();
        let source = Source::new(location.clone(), text.into_bytes(), None, limits).ok()?;
        let (tree, findings, schema) = parse(source, limits);
        let known = self.by_location.get(&location).copied();
        let number = self.push(location.clone(), Arc::new(Document::new(tree, findings, schema, None, limits)));
        known.and_then(|known| self.by_location.insert(location, known));
        Some(number)
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
        let (bytes, broken) =
            portolan_resources::unpacked(bytes, limits.bytes, &resources.budget()).map_err(Unopened::Unreadable)?;
        let source = Source::new(found.location.clone(), bytes, None, limits)
            .map_err(|e| Unopened::Unreadable(Unreadable::from(e)))?;
        let (tree, mut findings, schema) = parse(source, limits);
        tell_broken(broken, &tree, &mut findings);
        let read = Document::new(tree, findings, schema, None, limits);
        Ok((self.push(found.location, Arc::new(read)), found.how))
    }
}

/// Reads a document in whatever of the languages of worlds it is written.
pub(crate) fn parse(source: Source, limits: &Limits) -> (Tree, Findings, &'static Schema) {
    let is_markup = source.text().trim_start_matches('\u{FEFF}').trim_start().starts_with('<');
    if !is_markup {
        let (tree, findings) = classic::parse(source, limits);
        return (tree, findings, &tables::x3d::SCHEMA);
    }
    let (tree, mut findings) = xml::parse(source, limits);
    let is_x3d = tree.root().is_some_and(|r| r.local_name() == "X3D");
    if is_x3d {
        // The DTD that the standard wants to be named holds nothing that the table does not.
        let standard = |f: &Finding| f.code == &xml::codes::EXTERNAL_SUBSET && tree.slice(f.span).contains("//DTD X3D");
        findings.retain(|f| !standard(f));
    }
    let schema = if is_x3d { &tables::x3d::SCHEMA } else { &tables::xvrml::SCHEMA };
    (tree, findings, schema)
}

/// Tells at the end of a document that there is less of it than was packed.
pub(crate) fn tell_broken(broken: Option<String>, tree: &Tree, findings: &mut Findings) {
    if let Some(message) = broken {
        let end = tree.source().text().len() as u32;
        findings.push(Finding::new(&classic::codes::PACKED, Span::at(end), message));
        findings.sort();
    }
}

/// Why a document was not opened.
pub(crate) enum Unopened {
    Unreadable(Unreadable),
    /// There are too many.
    TooMany,
}

impl Read {
    /// Is it one of X3D or VRML97?
    pub fn is_x3d(&self) -> bool {
        self.document.bound.schema.format == "x3d"
    }

    /// The declaration that a name means at an element: the last one before it that stands around it, else any.
    pub fn declaration(&self, name: &str, at: portolan_syntax::Node<'_>) -> Option<portolan_syntax::NodeId> {
        let tree = &self.document.tree;
        let named = |id: &&portolan_syntax::NodeId| {
            tree.node(**id).and_then(|n| n.attribute_value("name")).is_some_and(|n| n.trim() == name)
        };
        let around = |id: &&portolan_syntax::NodeId| {
            let holder = tree.node(**id).and_then(|n| n.parent());
            **id < at.id() && holder.is_some_and(|h| h.subtree().contains(&at.id().0))
        };
        let all = || self.declared.iter().filter(named);
        all().rfind(around).or_else(|| all().next()).copied()
    }

    /// The first prototype.
    pub fn first_prototype(&self) -> Option<portolan_syntax::NodeId> {
        self.declared.first().copied()
    }

    /// The declaration of a prototype.
    pub fn prototype(&self, name: &str) -> Option<portolan_syntax::NodeId> {
        self.prototypes.get(name.trim()).copied()
    }
}
