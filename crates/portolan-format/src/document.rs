//! A document as the rules see it.

use std::any::Any;
use std::sync::OnceLock;

use hashbrown::HashMap;
use portolan_resources::uri::UriRef;
use portolan_resources::{Found, Resources, Unreadable};
use portolan_schema::check::NumberRun;
use portolan_schema::{Bound, Checked, Schema, Type, Value, bind};
use portolan_syntax::{Code, Findings, Limits, Node, NodeId, Severity, Tree};

use crate::cache::Cache;

/// A document that was read and bound. Whatever else is known of it is found out when it is first asked for.
#[derive(Debug)]
pub struct Document {
    /// As written.
    pub tree: Tree,
    /// The types of its nodes.
    pub bound: Bound,
    /// What reading it found.
    pub found: Findings,
    limits: Limits,
    /// What holding it against its table found.
    checked: OnceLock<Checked>,
    /// All elements by their local name.
    names: OnceLock<HashMap<&'static str, Vec<NodeId>>>,
    /// What the format's own crate finds out about it.
    cache: Cache,
}

/// Why the tree of a document may not be what its writer meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Is the rest of the document not read?
    pub cut: bool,
    /// Where.
    pub line: u32,
    /// What is wrong.
    pub why: String,
}

impl Fault {
    /// What reading found wrong with a tree as text: the limit it goes beyond, by these codes, else the first error.
    pub fn of(tree: &Tree, found: &Findings, limits: &[&'static Code]) -> Option<Fault> {
        let mut errors = found.iter().filter(|f| f.severity == Severity::Error);
        let cut = errors.clone().find(|f| limits.contains(&f.code));
        cut.or_else(|| errors.next()).map(|f| {
            let line = tree.source().place(f.span.start).line;
            Fault { cut: cut.is_some(), line, why: f.message.clone() }
        })
    }

    /// What to tell of the document at a location.
    pub fn message(&self, location: &str) -> String {
        let what = if self.cut { "is not read completely" } else { "is not well-formed" };
        format!("`{location}` {what}: line {}: {}", self.line, self.why)
    }
}

impl Document {
    /// Binds a tree to a table. `found` is what reading it found.
    pub fn new(
        tree: Tree,
        found: Findings,
        schema: &'static Schema,
        version: Option<&str>,
        limits: &Limits,
    ) -> Document {
        let bound = bind(&tree, schema, version);
        Document::of(tree, bound, found, limits)
    }

    /// A tree that is bound already.
    pub fn of(tree: Tree, bound: Bound, found: Findings, limits: &Limits) -> Document {
        let (checked, names, cache) = (OnceLock::new(), OnceLock::new(), Cache::default());
        Document { tree, bound, found, limits: limits.clone(), checked, names, cache }
    }

    /// What is wrong with it as text: the limit it goes beyond, by these codes, else the first error.
    pub fn fault(&self, limits: &[&'static Code]) -> Option<Fault> {
        Fault::of(&self.tree, &self.found, limits)
    }

    /// What holding it against its table found.
    pub fn checked(&self) -> &Checked {
        self.checked.get_or_init(|| portolan_schema::check(&self.tree, &self.bound, &self.limits))
    }

    /// Where each id is declared.
    pub fn ids(&self) -> &HashMap<String, NodeId> {
        &self.checked().ids
    }

    /// OpenDDL: where each local name is given, by the structure around it.
    pub fn locals(&self) -> &HashMap<(NodeId, String), NodeId> {
        &self.checked().locals
    }

    /// What reading the numbers of an element told.
    pub fn runs(&self) -> &HashMap<NodeId, NumberRun> {
        &self.checked().runs
    }

    /// The type of a node, if the format knows the node.
    pub fn ty(&self, node: Node<'_>) -> Option<&'static Type> {
        self.bound.ty(node.id())
    }

    /// The type path of a node, or empty.
    pub fn path(&self, node: Node<'_>) -> &'static str {
        self.ty(node).map_or("", |t| t.path)
    }

    /// The element with this id.
    pub fn by_id(&self, id: &str) -> Option<Node<'_>> {
        self.ids().get(id).and_then(|n| self.tree.node(*n))
    }

    /// What its `xml:base` says, if it has one: references are relative to it, and it to where the document lies.
    pub fn base(&self) -> Option<String> {
        self.tree.root()?.attribute_value("xml:base").map(|base| base.trim().to_owned())
    }

    /// The file that a reference in it means, if the document lies at this location. What it may reach is a matter of where
    /// it lies, whatever its `xml:base` says; where there is nothing at that base, the file may stand beside the document.
    pub fn locate(&self, location: &str, resources: &dyn Resources, reference: &str) -> Result<Found, Unreadable> {
        let uri = UriRef::parse(reference.trim());
        let base = self.base().filter(|_| uri.scheme.is_none());
        let beside = || resources.locate(location, reference);
        let Some(base) = base else { return beside() };
        let there = uri.resolve(&UriRef::parse(&base));
        resources.locate(location, &there).or_else(|why| beside().map_err(|_| why))
    }

    /// Something about the document that is made once, when it is first asked for. There is one value of each type.
    pub fn cached<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> &T {
        self.cache.get(make)
    }

    /// All elements with one of these local names, name by name, each name in the order of the document.
    ///
    /// A rule that looks for rare elements must not walk through a hundred thousand nodes to find none.
    pub fn named<'a>(&'a self, names: &'a [&'a str]) -> impl Iterator<Item = Node<'a>> {
        let all = self.names.get_or_init(|| self.collect_names());
        names.iter().filter_map(|name| all.get(*name)).flatten().filter_map(|id| self.tree.node(*id))
    }

    fn collect_names(&self) -> HashMap<&'static str, Vec<NodeId>> {
        // Rules ask for names of the format; what else a hostile file invents is not worth the memory.
        let known: Vec<Option<&'static str>> = self
            .tree
            .names()
            .map(|(_, name)| self.bound.schema.name_id(name.local).map(|id| self.bound.schema.name(id)))
            .collect();
        let mut all: HashMap<&'static str, Vec<NodeId>> = HashMap::new();
        for node in self.tree.nodes().filter(|n| n.is_element()) {
            if let Some(name) = known.get(node.name_id().index()).copied().flatten() {
                all.entry(name).or_default().push(node.id());
            }
        }
        all
    }

    /// Are all texts of which some is only in the file lists of numbers by the table? Nobody else reads them in parts.
    pub fn leaves_numbers_only(&self) -> bool {
        let schema = self.bound.schema;
        let is_number = |item| matches!(schema.value(item), Value::Float(_) | Value::Int { .. } | Value::Bool);
        let numbers = |text: Node<'_>| {
            let row = text.parent().and_then(|element| self.ty(element)?.text());
            row.is_some_and(|row| matches!(schema.value(row.value), Value::List { item, .. } if is_number(*item)))
        };
        let partial = |texts: &[NodeId]| texts.iter().all(|id| self.tree.node(*id).is_some_and(numbers));
        self.tree.partial().is_some_and(partial)
    }

    /// What reading the numbers of an element told, if they are all sound.
    pub fn run(&self, node: Node<'_>) -> Option<NumberRun> {
        self.runs().get(&node.id()).copied().filter(|r| r.sound)
    }
}
