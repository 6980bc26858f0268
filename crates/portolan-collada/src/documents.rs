//! A document together with all those it refers to.
//!
//! Every document is read once, however often and in whatever spelling it is referred to, so that documents which refer
//! to each other are no problem. They are read before anything is made of them; what only a `proxy` asks for is not.

use std::sync::Arc;

use hashbrown::HashMap;
use portolan_format::Fault;
use portolan_resources::{Found, Resources, Unreadable};
use portolan_schema::tables;
use portolan_syntax::{Limits, NameId, Node, NodeId, Source, Tree, xml};

use portolan_parallel::prelude::*;

use crate::resolve::{Ids, Index, Link, Named, Resolver, UriRef};

/// Nodes that one core looks through at a time.
const PIECE: usize = 1 << 15;

/// Documents that one document may lead to.
const MOST: usize = 256;

/// A document.
#[derive(Debug)]
pub struct Document {
    /// Its place among the documents.
    pub number: u32,
    /// Where it was read from.
    pub location: String,
    /// As written, with the types of its elements.
    document: Arc<portolan_format::Document>,
    /// What is wrong with it as XML: the limit it goes beyond, else the first error.
    pub fault: Option<Fault>,
    /// Ids, SIDs, instances.
    pub index: Index,
    /// References that may lead to other documents, as written.
    outward: Vec<String>,
    /// Elements that are asked for by their name, see [`LISTED`].
    listed: Vec<Vec<NodeId>>,
}

/// What is found in the text of a document without its types.
#[derive(Debug)]
pub(crate) struct Words {
    ids: Ids,
    outward: Vec<String>,
    listed: Vec<Vec<NodeId>>,
}

impl Words {
    /// Looks through a document, on all cores.
    pub fn read(tree: &Tree) -> Words {
        let ((listed, ids), outward) =
            portolan_parallel::join(|| portolan_parallel::join(|| list(tree), || Ids::read(tree)), || outward(tree));
        Words { ids, outward, listed }
    }
}

/// Local names of elements that whole documents are searched for, found in one pass.
const LISTED: [&str; 16] = [
    "asset",
    "geometry",
    "image",
    "material",
    "controller",
    "camera",
    "light",
    "node",
    "visual_scene",
    "animation",
    "animation_clip",
    "formula",
    "kinematics_scene",
    "physics_scene",
    "articulated_system",
    "kinematics_model",
];

impl Document {
    /// Reads one document, and none that it refers to.
    pub fn read(number: u32, location: String, source: Source, limits: &Limits) -> Document {
        let (tree, found) = xml::parse(source, limits);
        let document = portolan_format::Document::new(tree, found, &tables::collada::SCHEMA, None, limits);
        Document::of(number, location, Arc::new(document))
    }

    /// A document that was read already.
    pub(crate) fn of(number: u32, location: String, document: Arc<portolan_format::Document>) -> Document {
        let words = Words::read(&document.tree);
        Document::with(number, location, document, words)
    }

    /// A document that was read already, and the words that were found in it.
    pub(crate) fn with(
        number: u32,
        location: String,
        document: Arc<portolan_format::Document>,
        words: Words,
    ) -> Document {
        let fault = document.fault(&[&xml::codes::LIMIT]);
        let Words { ids, outward, listed } = words;
        let index = Index::with(ids, &document.bound);
        Document { number, location, document, fault, index, outward, listed }
    }

    /// The file that a reference in it means.
    pub fn locate(&self, resources: &dyn Resources, reference: &str) -> Result<Found, Unreadable> {
        self.document.locate(&self.location, resources, reference)
    }

    /// All elements with a local name of `LISTED`, in whatever namespace and with whatever prefix, in the order written.
    pub fn named(&self, local: &str) -> impl Iterator<Item = Node<'_>> {
        debug_assert!(LISTED.contains(&local), "`{local}` is not listed");
        let list = LISTED.iter().position(|l| *l == local).and_then(|place| self.listed.get(place));
        list.map(Vec::as_slice).unwrap_or_default().iter().filter_map(|id| self.tree.node(*id))
    }

    /// Answers what references in it lead to.
    pub fn resolver(&self) -> Resolver<'_> {
        Resolver::new(&self.tree, &self.bound, &self.index)
    }
}

impl std::ops::Deref for Document {
    type Target = portolan_format::Document;

    fn deref(&self) -> &portolan_format::Document {
        &self.document
    }
}

/// A document and all it leads to; the first is the one that was asked for.
#[derive(Debug)]
pub struct Documents {
    all: Vec<Document>,
    /// By document and reference without fragment: which document, or why not.
    links: HashMap<(u32, String), Result<u32, String>>,
}

/// Why a reference leads to no element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lost {
    /// Nothing is written.
    Empty,
    /// The document has no element with this id.
    NoElement(String),
    /// The document could not be read, for this reason.
    NoDocument(String),
}

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Lost::Empty => f.write_str("the reference is empty"),
            Lost::NoElement(id) => write!(f, "no element has the id `{id}`"),
            Lost::NoDocument(why) => f.write_str(why),
        }
    }
}

impl Documents {
    /// Reads all documents that a document leads to.
    pub fn read(location: &str, source: Source, resources: &dyn Resources, limits: &Limits) -> Documents {
        Documents::all_from(Document::read(0, location.to_owned(), source, limits), resources, limits)
    }

    /// A document, and all that it leads to, which are read.
    pub fn all_from(main: Document, resources: &dyn Resources, limits: &Limits) -> Documents {
        let mut documents = Documents { all: vec![main], links: HashMap::new() };
        let mut next = 0;
        while let Some(document) = documents.all.get(next) {
            next += 1;
            let from = document.number;
            for reference in references(document) {
                if documents.links.contains_key(&(from, reference.clone())) {
                    continue;
                }
                let target = documents.load(from, &reference, resources, limits);
                documents.links.insert((from, reference), target);
            }
        }
        documents
    }

    fn load(&mut self, from: u32, reference: &str, resources: &dyn Resources, limits: &Limits) -> Result<u32, String> {
        let Some(document) = self.all.get(from as usize) else { return Err(String::new()) };
        let why = |e: Unreadable| match e.help {
            Some(help) => format!("{}; {help}", e.message),
            None => e.message,
        };
        let found = document.locate(resources, reference).map_err(why)?;
        if let Some(known) = self.all.iter().find(|d| d.location == found.location) {
            return Ok(known.number);
        }
        if self.all.len() >= MOST {
            return Err(format!("more than {MOST} documents refer to each other"));
        }
        let bytes = resources.read(&found.location, limits.bytes).map_err(why)?;
        let source = Source::new(found.location.clone(), bytes, None, limits).map_err(|e| e.to_string())?;
        let number = self.all.len() as u32;
        self.all.push(Document::read(number, found.location, source, limits));
        Ok(number)
    }

    /// The document that was asked for.
    pub fn main(&self) -> &Document {
        #[allow(clippy::indexing_slicing, reason = "there is always one")]
        &self.all[0]
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Document> {
        self.all.iter()
    }

    /// A document by its number.
    pub fn get(&self, number: u32) -> Option<&Document> {
        self.all.get(number as usize)
    }

    /// The document that an element stands in.
    pub fn of<'a>(&'a self, element: Node<'_>) -> &'a Document {
        self.all.iter().find(|d| std::ptr::eq(&d.tree, element.tree())).unwrap_or(self.main())
    }

    /// The element that a reference in an element leads to, in whichever document.
    pub fn follow<'a>(&'a self, from: Node<'_>, reference: &str) -> Result<Node<'a>, Lost> {
        let document = self.of(from);
        let trimmed = reference.trim();
        // Nearly all references are plain ids of their own document.
        let plain = trimmed.strip_prefix('#');
        if let Some(id) = plain
            && let Some(found) = document.index.id(id)
        {
            // Of elements with the same id, the one that is asked for is meant.
            let meant = document.index.id_among(&document.tree, id, kinds(from.local_name()));
            return document.tree.node(meant.unwrap_or(found)).ok_or(Lost::Empty);
        }
        match document.resolver().link(trimmed) {
            Link::Element(node) | Link::BareId(node) => {
                return document.tree.node(node.id()).ok_or(Lost::Empty);
            }
            Link::Missing(id) => return Err(Lost::NoElement(id.into_owned())),
            Link::Empty => return Err(Lost::Empty),
            Link::External(_) => {}
        }
        let uri = UriRef::parse(trimmed);
        let (file, _) = trimmed.split_once('#').unwrap_or((trimmed, ""));
        let other = match self.links.get(&(document.number, file.to_owned())) {
            Some(Ok(number)) => self.get(*number),
            Some(Err(why)) => return Err(Lost::NoDocument(why.clone())),
            None => None,
        };
        let Some(other) = other else {
            return Err(Lost::NoDocument("it does not refer to an element of a loaded document".to_owned()));
        };
        let Some(id) = uri.fragment_text().filter(|f| !f.is_empty()) else { return Err(Lost::Empty) };
        other.resolver().id(&id).ok_or_else(|| Lost::NoElement(id.into_owned()))
    }
}

/// What an element refers to, as far as its name tells.
fn kinds(from: &str) -> &'static [&'static str] {
    match from {
        "instance_geometry" => &["geometry"],
        "instance_controller" => &["controller"],
        "instance_material" => &["material"],
        "instance_effect" => &["effect"],
        "instance_camera" => &["camera"],
        "instance_light" => &["light"],
        "instance_node" | "skeleton" => &["node"],
        "instance_visual_scene" => &["visual_scene"],
        "instance_animation" => &["animation"],
        "skin" | "morph" => &["geometry", "controller"],
        "channel" => &["sampler"],
        "input" => &["source", "vertices"],
        "init_from" | "instance_image" => &["image"],
        _ => &[],
    }
}

/// The references to other documents that stand in a document, without their fragments, each once.
fn references(document: &Document) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for text in &document.outward {
        let Some((file, fragment)) = text.split_once('#') else { continue };
        if fragment.is_empty() || !matches!(document.resolver().link(text), Link::External(_)) {
            continue;
        }
        if !found.iter().any(|f| f == file) && found.len() < MOST {
            found.push(file.to_owned());
        }
    }
    found
}

/// The elements with the names of [`LISTED`].
fn list(tree: &Tree) -> Vec<Vec<NodeId>> {
    let places: Vec<Option<usize>> =
        tree.names().map(|(_, name)| LISTED.iter().position(|local| *local == name.local)).collect();
    let mut all = vec![Vec::new(); LISTED.len()];
    for node in tree.nodes().filter(|n| n.is_element()) {
        let place = places.get(node.name_id().index()).copied().flatten();
        if let Some(list) = place.and_then(|place| all.get_mut(place)) {
            list.push(node.id());
        }
    }
    all
}

/// The references in a document that do not only name an id.
fn outward(tree: &Tree) -> Vec<String> {
    let attributes = Named::that(tree, |name| ["url", "source", "target", "convex_hull_of"].contains(&name.full));
    let skeletons = Named::that(tree, |name| name.local == "skeleton");
    let has = |named: &Option<Named>, name: NameId| named.as_ref().is_some_and(|n| n.has(name));
    let read = |element: Node<'_>, found: &mut Vec<String>| {
        let mut add = |text: &str| {
            let text = text.trim();
            if text.find('#').is_some_and(|at| at > 0) {
                found.push(text.to_owned());
            }
        };
        if has(&skeletons, element.name_id()) {
            add(&element.text());
        }
        for attribute in element.attributes() {
            if !has(&attributes, attribute.name_id()) || attribute.raw().trim_start().starts_with('#') {
                continue;
            }
            // The target of a channel is a path, not a reference.
            if attribute.full_name() != "target" || element.local_name().starts_with("instance_") {
                add(&attribute.value());
            }
        }
    };
    // Most documents name no other one, so that hardly any piece finds anything.
    let pieces = (0..tree.len().div_ceil(PIECE)).into_par_iter().map(|piece| {
        let mut found = Vec::new();
        let ids = (piece * PIECE) as u32..((piece + 1) * PIECE).min(tree.len()) as u32;
        let elements = ids.filter_map(|id| tree.node(NodeId(id))).filter(|n| n.is_element());
        elements.for_each(|element| read(element, &mut found));
        found
    });
    pieces.collect::<Vec<_>>().concat()
}
