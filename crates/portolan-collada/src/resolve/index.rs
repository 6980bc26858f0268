//! What a document can be asked for, found in one pass: ids, SIDs, instances.

use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;

use hashbrown::HashMap;
use portolan_schema::Bound;
use portolan_schema::bind::Bind;
use portolan_syntax::{NameId, Node, NodeId, Tree, tree::Name};

use super::uri::UriRef;

/// Ids, SIDs and instances of one document.
#[derive(Debug, Default)]
pub struct Index {
    ids: HashMap<String, NodeId>,
    /// Further elements with ids that were given before, in the order of the document.
    again: HashMap<String, Vec<NodeId>>,
    /// Read when first asked for: most documents have many SIDs, and few paths that need them.
    sids: OnceLock<HashMap<String, Sids>>,
    /// Read when first asked for, like SIDs.
    instances: OnceLock<Instances>,
    /// Scopes entered through instances so far, over all questions.
    pub(super) entered: AtomicU64,
}

/// All instances of a document.
#[derive(Debug, Default)]
struct Instances {
    /// In the order of the document.
    all: Vec<Instance>,
    /// Are there instances of what is not in the document?
    gaps: bool,
}

/// An element that puts another one in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The `instance_…` element.
    pub node: NodeId,
    /// What it instantiates.
    pub target: Instantiated,
}

/// What an instance leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instantiated {
    /// An element of this document.
    Here(NodeId),
    /// Something of another document.
    Elsewhere,
    /// Nothing that exists.
    Nothing,
}

/// Order of preference among equal SIDs: content of the standard before that of a `<technique>` for one application,
/// then what is nearer to the root, then what comes first. Within one scope that is breadth-first order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Rank {
    techniques: u16,
    depth: u16,
    node: u32,
}

const NOBODY: Rank = Rank { techniques: u16::MAX, depth: u16::MAX, node: u32::MAX };

/// All elements with one SID: a tournament over their ranks, so that the best one below an element is found in
/// logarithmic time however many there are.
#[derive(Debug, Default)]
struct Sids {
    /// In the order of the document while building; afterwards the second half of a complete binary tree, in which
    /// every inner entry is the better of its two children.
    ranks: Vec<Rank>,
    leaves: usize,
}

impl Sids {
    fn finish(&mut self) {
        self.leaves = self.ranks.len();
        let mut tree = vec![NOBODY; self.leaves];
        tree.append(&mut self.ranks);
        for i in (1..self.leaves).rev() {
            let child = |k: usize| tree.get(k).copied().unwrap_or(NOBODY);
            let best = child(2 * i).min(child(2 * i + 1));
            if let Some(slot) = tree.get_mut(i) {
                *slot = best;
            }
        }
        self.ranks = tree;
    }

    fn all(&self) -> &[Rank] {
        self.ranks.get(self.leaves..).unwrap_or_default()
    }

    fn within(&self, nodes: &std::ops::Range<u32>) -> std::ops::Range<usize> {
        let all = self.all();
        all.partition_point(|r| r.node < nodes.start)..all.partition_point(|r| r.node < nodes.end)
    }

    fn best(&self, nodes: &std::ops::Range<u32>) -> Option<NodeId> {
        let leaves = self.within(nodes);
        let (mut from, mut to) = (leaves.start + self.leaves, leaves.end + self.leaves);
        let mut best = NOBODY;
        let rank = |k: usize| self.ranks.get(k).copied().unwrap_or(NOBODY);
        while from < to {
            if from % 2 == 1 {
                best = best.min(rank(from));
                from += 1;
            }
            if to % 2 == 1 {
                to -= 1;
                best = best.min(rank(to));
            }
            from /= 2;
            to /= 2;
        }
        (best != NOBODY).then_some(NodeId(best.node))
    }
}

impl Index {
    /// Reads a document.
    pub fn new(tree: &Tree, bound: &Bound) -> Index {
        Index::with(Ids::read(tree), bound)
    }

    /// Reads a document whose ids are read already.
    pub(crate) fn with(ids: Ids, bound: &Bound) -> Index {
        let mut index = Index { ids: ids.first, ..Index::default() };
        // The first of equal ids counts, but one that the format knows before one in free content.
        let known = |n: NodeId| matches!(bound.bind(n), Bind::Type(_));
        for (id, node) in ids.again {
            if let Some(slot) = index.ids.get_mut(&id)
                && !known(*slot)
                && known(node)
            {
                index.again.entry_ref(id.as_str()).or_default().push(std::mem::replace(slot, node));
            } else {
                index.again.entry(id).or_default().push(node);
            }
        }
        index
    }

    /// The element with this id that is of one of these kinds, if the one that counts is not; `None` if there is no other.
    pub fn id_among(&self, tree: &Tree, id: &str, kinds: &[&str]) -> Option<NodeId> {
        let others = self.again.get(id)?;
        let fits = |node: &NodeId| tree.node(*node).is_some_and(|n| kinds.contains(&n.local_name()));
        if self.ids.get(id).is_some_and(&fits) {
            return None;
        }
        others.iter().copied().find(|node| fits(node))
    }

    /// Ids that are given to several elements, with all of them, in the order of the document.
    pub fn given_again(&self) -> Vec<(&str, Vec<NodeId>)> {
        let all = |id: &String, others: &Vec<NodeId>| {
            let mut nodes: Vec<NodeId> = self.ids.get(id).into_iter().chain(others).copied().collect();
            nodes.sort_unstable();
            nodes
        };
        let mut found: Vec<(&str, Vec<NodeId>)> = self.again.iter().map(|(id, o)| (id.as_str(), all(id, o))).collect();
        found.sort_unstable_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(b.0)));
        found
    }

    fn read_instances(&self, tree: &Tree, bound: &Bound) -> Instances {
        let mut read = Instances::default();
        let instances: Vec<bool> = tree.names().map(|(_, name)| name.local.starts_with("instance_")).collect();
        let is_instance = |n: &Node<'_>| n.is_element() && instances.get(n.name_id().index()).copied().unwrap_or(false);
        for node in tree.nodes().filter(is_instance) {
            if !matches!(bound.bind(node.id()), Bind::Type(_)) {
                continue;
            }
            let Some(url) = node.attribute_value("url") else { continue };
            let uri = UriRef::parse(url.trim());
            let target = match uri.fragment_text().filter(|_| uri.is_local()) {
                Some(id) => self.id(&id).map_or(Instantiated::Nothing, Instantiated::Here),
                // A bare id is meant as often as a file.
                None => self.id(url.trim()).map_or(Instantiated::Elsewhere, Instantiated::Here),
            };
            read.gaps |= !matches!(target, Instantiated::Here(_));
            read.all.push(Instance { node: node.id(), target });
        }
        read
    }

    fn instance_table(&self, tree: &Tree, bound: &Bound) -> &Instances {
        self.instances.get_or_init(|| self.read_instances(tree, bound))
    }

    /// The element with this id.
    pub fn id(&self, id: &str) -> Option<NodeId> {
        self.ids.get(id).copied()
    }

    /// Where each id is declared.
    pub fn id_table(&self) -> &HashMap<String, NodeId> {
        &self.ids
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = (&str, NodeId)> {
        self.ids.iter().map(|(id, node)| (id.as_str(), *node))
    }

    fn sid_table(&self, tree: &Tree) -> &HashMap<String, Sids> {
        self.sids.get_or_init(|| read_sids(tree))
    }

    /// All SIDs that occur in the tree this index was made of, each once.
    pub fn sids(&self, tree: &Tree) -> impl Iterator<Item = &str> {
        self.sid_table(tree).keys().map(String::as_str)
    }

    /// Does the SID occur anywhere in the tree this index was made of?
    pub fn has_sid(&self, tree: &Tree, sid: &str) -> bool {
        self.sid_table(tree).contains_key(sid)
    }

    /// The element with this SID that a breadth-first search below an element meets first.
    pub fn below(&self, scope: Node<'_>, sid: &str) -> Option<NodeId> {
        self.sid_table(scope.tree()).get(sid)?.best(&inside(scope))
    }

    /// All elements with this SID below an element, in the order of the document.
    pub fn all_below(&self, scope: Node<'_>, sid: &str) -> impl Iterator<Item = NodeId> {
        let sids = self.sid_table(scope.tree()).get(sid);
        let range = sids.map_or(0..0, |s| s.within(&inside(scope)));
        let ranks = sids.and_then(|s| s.all().get(range)).unwrap_or_default();
        ranks.iter().map(|r| NodeId(r.node))
    }

    /// All instances in the tree this index was made of.
    pub fn instances(&self, tree: &Tree, bound: &Bound) -> &[Instance] {
        &self.instance_table(tree, bound).all
    }

    /// Are there instances of what is not in the tree this index was made of?
    pub fn has_gaps(&self, tree: &Tree, bound: &Bound) -> bool {
        self.instance_table(tree, bound).gaps
    }

    /// The instances below an element, in the order of the document; the element itself is not among them.
    pub fn instances_below(&self, scope: Node<'_>, bound: &Bound) -> &[Instance] {
        let range = inside(scope);
        let all = self.instances(scope.tree(), bound);
        let from = all.partition_point(|i| i.node.0 < range.start);
        let to = all.partition_point(|i| i.node.0 < range.end);
        all.get(from..to).unwrap_or_default()
    }

    /// What an element instantiates, if it is an instance.
    pub fn instance(&self, node: Node<'_>, bound: &Bound) -> Option<Instantiated> {
        let all = self.instances(node.tree(), bound);
        let at = all.binary_search_by_key(&node.id(), |i| i.node).ok()?;
        all.get(at).map(|i| i.target)
    }
}

/// The ids of a document, before anything is known of its elements.
#[derive(Default, Debug)]
pub(crate) struct Ids {
    /// Where each id stands first.
    first: HashMap<String, NodeId>,
    /// Where ids stand again.
    again: Vec<(String, NodeId)>,
}

impl Ids {
    /// Reads the ids of a document.
    pub(crate) fn read(tree: &Tree) -> Ids {
        let mut ids = Ids::default();
        let Some(wanted) = Named::that(tree, |name| name.full == "id") else { return ids };
        for node in tree.nodes().filter(|n| n.is_element()) {
            for attr in node.attributes().filter(|a| wanted.has(a.name_id())) {
                let id = attr.value();
                ids.add(id.trim(), node.id());
                // An id is meant to be referred to: the `#` in front of one was not.
                if let Some(meant) = id.trim().strip_prefix('#') {
                    ids.add(meant, node.id());
                }
            }
        }
        ids
    }

    fn add(&mut self, id: &str, node: NodeId) {
        match self.first.entry_ref(id) {
            _ if id.is_empty() => {}
            hashbrown::hash_map::EntryRef::Occupied(_) => self.again.push((id.to_owned(), node)),
            hashbrown::hash_map::EntryRef::Vacant(slot) => {
                slot.insert(node);
            }
        }
    }
}

/// The names of a tree that somebody looks for; what reads the same may be several, for elements and attributes.
pub(crate) struct Named(Vec<bool>);

impl Named {
    /// `None` if there is no such name in the whole tree.
    pub(crate) fn that(tree: &Tree, wanted: impl Fn(Name<'_>) -> bool) -> Option<Named> {
        let all: Vec<bool> = tree.names().map(|(_, name)| wanted(name)).collect();
        all.contains(&true).then_some(Named(all))
    }

    pub(crate) fn has(&self, id: NameId) -> bool {
        self.0.get(id.index()).copied().unwrap_or(false)
    }
}

fn read_sids(tree: &Tree) -> HashMap<String, Sids> {
    let mut sids: HashMap<String, Sids> = HashMap::new();
    let Some(wanted) = Named::that(tree, |name| name.full == "sid") else { return sids };
    // The open elements: where each ends, and how many techniques are open with it.
    let mut open: Vec<(u32, u16)> = Vec::new();
    for node in tree.nodes().filter(|n| n.is_element()) {
        let range = node.subtree();
        while open.last().is_some_and(|(end, _)| *end <= range.start) {
            open.pop();
        }
        let depth = u16::try_from(open.len()).unwrap_or(u16::MAX - 1);
        let techniques = open.last().map_or(0, |(_, t)| *t);
        for attr in node.attributes().filter(|a| wanted.has(a.name_id())) {
            let rank = Rank { techniques, depth, node: node.id().0 };
            sids.entry_ref(attr.value().trim()).or_default().ranks.push(rank);
        }
        let alternative = node.local_name() == "technique" && node.attribute("profile").is_some();
        open.push((range.end, techniques.saturating_add(u16::from(alternative))));
    }
    sids.values_mut().for_each(Sids::finish);
    sids
}

/// The nodes below an element.
fn inside(scope: Node<'_>) -> std::ops::Range<u32> {
    let range = scope.subtree();
    range.start + 1..range.end
}
