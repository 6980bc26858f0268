//! A document as the rules see it.

use std::sync::OnceLock;

use hashbrown::HashMap;
use portolan_collada::resolve::{Index, Resolver};
use portolan_schema::check::NumberRun;
use portolan_schema::{Bound, Checked, Format, Type};
use portolan_syntax::{Node, NodeId, Tree};

/// A document that was read, bound and held against its schema.
#[derive(Debug)]
pub struct Document {
    /// Its format.
    pub format: &'static Format,
    /// As written.
    pub tree: Tree,
    /// The types of its nodes.
    pub bound: Bound,
    /// Where each id is declared.
    pub ids: HashMap<String, NodeId>,
    /// OpenDDL: where each local name is given, by the structure around it.
    pub locals: HashMap<(NodeId, String), NodeId>,
    /// What reading the numbers of an element told.
    pub runs: HashMap<NodeId, NumberRun>,
    /// All elements by their local name, collected when first asked for.
    names: OnceLock<HashMap<&'static str, Vec<NodeId>>>,
    /// Ids, SIDs and instances of a COLLADA document, read when first asked for.
    index: OnceLock<Index>,
    /// What is wrong with its references, found in one pass and told by many rules.
    pub(crate) references: OnceLock<Vec<crate::rules::collada::reference::Problem>>,
}

impl Document {
    pub(crate) fn new(
        format: &'static Format,
        tree: Tree,
        bound: Bound,
        checked: Checked,
    ) -> (Document, portolan_syntax::Findings) {
        let Checked { findings, ids, locals, runs } = checked;
        let (names, index, references) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        (Document { format, tree, bound, ids, locals, runs, names, index, references }, findings)
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
        self.ids.get(id).and_then(|n| self.tree.node(*n))
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

    /// What reading the numbers of an element told, if they are all sound.
    pub fn run(&self, node: Node<'_>) -> Option<NumberRun> {
        self.runs.get(&node.id()).copied().filter(|r| r.sound)
    }

    /// Answers what the references of a COLLADA document lead to.
    pub fn resolver(&self) -> Resolver<'_> {
        let index = self.index.get_or_init(|| Index::new(&self.tree, &self.bound));
        Resolver::new(&self.tree, &self.bound, index)
    }
}
