//! References of a document: URIs, ids and SID paths, and what they lead to.
//!
//! [`Index`] is built once in a single pass; a [`Resolver`] is a cheap handle over tree, types and index that answers
//! questions. Other documents are not followed: [`Link::External`] and [`FailureKind::Beyond`] say where one would have
//! to be.

mod index;
pub mod member;
pub mod path;
#[cfg(test)]
mod tests;
pub use portolan_resources::uri;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::Ordering;

use hashbrown::HashSet;
use portolan_schema::Bound;
use portolan_syntax::{Node, NodeId, Tree};

pub(crate) use index::{Ids, Named};
pub use index::{Index, Instance, Instantiated};
pub use member::{MatrixOrder, MemberFault, Selection, Shape};
pub use path::{PathFault, Positions, SidPath};
pub use uri::{UriFault, UriRef};

/// Answers what references of one document lead to.
#[derive(Clone, Copy, Debug)]
pub struct Resolver<'a> {
    tree: &'a Tree,
    bound: &'a Bound,
    index: &'a Index,
    order: MatrixOrder,
}

/// What a URI reference leads to.
#[derive(Clone, PartialEq, Debug)]
pub enum Link<'a> {
    /// An element of this document.
    Element(Node<'a>),
    /// An element of this document, meant by an id without `#`.
    BareId(Node<'a>),
    /// Another document, or something that is none.
    External(UriRef<'a>),
    /// No element has this id.
    Missing(Cow<'a, str>),
    /// Nothing is written, or only `#`.
    Empty,
}

/// What a SID path leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct Target<'a> {
    /// The element.
    pub node: Node<'a>,
    /// Which of its values.
    pub selection: Selection,
    /// The instances that were entered on the way, outermost first: they tell apart the copies of a shared element.
    pub through: Vec<NodeId>,
    /// How the first part was found.
    pub head: Head,
    /// Was a later part the id, not the SID, of its element?
    pub id_as_sid: bool,
}

/// How the first part of a SID path was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head {
    /// It is an id.
    Id,
    /// It is `.`.
    Relative,
    /// It is a SID in the scope of the place it is written at.
    Sid,
}

/// Why a SID path leads nowhere.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure<'a> {
    /// The bytes of the path that are at fault.
    pub at: Range<usize>,
    /// What is wrong with them.
    pub kind: FailureKind<'a>,
}

/// What is wrong with a SID path.
#[derive(Clone, PartialEq, Debug)]
pub enum FailureKind<'a> {
    /// It does not follow the grammar.
    Malformed(PathFault),
    /// No element has the id it begins with.
    NoHead,
    /// Nothing below this element has the SID.
    NoStep(Node<'a>),
    /// The element is found, but not the part of its value.
    Member(Node<'a>, MemberFault),
    /// The way leads through an instance of another document, or of nothing: it cannot be told from here.
    Beyond,
    /// The search was given up: the instances of the document lead to too many places.
    TooFar,
}

/// Scopes that one question may enter through instances.
const ENTER_ONCE: usize = 4096;
/// Scopes that all questions about a document may enter through instances.
const ENTER_EVER: u64 = 1 << 22;

struct Hit<'a> {
    node: Node<'a>,
    through: Vec<NodeId>,
    by_id: bool,
}

enum Miss {
    Nothing,
    Beyond,
    TooFar,
}

/// Answers what the references of a document lead to. Its ids, SIDs and instances are read when first asked for.
pub fn resolver(document: &portolan_format::Document) -> Resolver<'_> {
    let index = document.cached(|| Index::new(&document.tree, &document.bound));
    Resolver::new(&document.tree, &document.bound, index)
}

impl<'a> Resolver<'a> {
    /// All instances of the document.
    pub fn instances(&self) -> &'a [Instance] {
        self.index.instances(self.tree, self.bound)
    }

    /// A resolver for a document.
    pub fn new(tree: &'a Tree, bound: &'a Bound, index: &'a Index) -> Resolver<'a> {
        Resolver { tree, bound, index, order: MatrixOrder::default() }
    }

    /// Reads positions in matrices the other way.
    pub fn with_matrix_order(self, order: MatrixOrder) -> Resolver<'a> {
        Resolver { order, ..self }
    }

    /// Ids, SIDs and instances.
    pub fn index(&self) -> &'a Index {
        self.index
    }

    /// The element with this id.
    pub fn id(&self, id: &str) -> Option<Node<'a>> {
        self.index.id(id).and_then(|n| self.tree.node(n))
    }

    /// What a URI reference leads to.
    ///
    /// A document's own file name in front of the fragment counts as the document; so does an id without `#`, marked.
    pub fn link(&self, text: &'a str) -> Link<'a> {
        let text = text.trim();
        let uri = UriRef::parse(text);
        if uri.is_local() || self.names_itself(&uri) {
            let Some(fragment) = uri.fragment_text().filter(|f| !f.is_empty()) else { return Link::Empty };
            // An id may hold a percent sign itself.
            let found = self.id(&fragment).or_else(|| uri.fragment.and_then(|raw| self.id(raw)));
            return found.map_or(Link::Missing(fragment), Link::Element);
        }
        match self.id(text).or_else(|| self.id(&uri::decode(text)?)) {
            Some(node) => Link::BareId(node),
            None => Link::External(uri),
        }
    }

    fn names_itself(&self, uri: &UriRef<'_>) -> bool {
        let own = self.tree.source().name();
        let file = own.rsplit(['/', '\\']).next().unwrap_or(own);
        let plain = uri.scheme.is_none() && uri.authority.is_none() && uri.query.is_none() && uri.fragment.is_some();
        let moved = || self.tree.root().is_some_and(|r| r.attribute("xml:base").is_some());
        plain
            && !file.is_empty()
            && uri::decode(uri.path).is_some_and(|p| p.trim_start_matches("./") == file)
            && !moved()
    }

    /// What an instance puts in its place, if that is in this document.
    pub fn instantiated(&self, instance: Node<'_>) -> Option<Node<'a>> {
        match self.index.instance(instance, self.bound)? {
            Instantiated::Here(node) => self.tree.node(node),
            _ => None,
        }
    }

    /// The layout of an element's values.
    pub fn shape(&self, node: Node<'_>) -> Shape {
        member::shape(self.bound, node)
    }

    /// What a SID path leads to that is written at `from`.
    pub fn path(&self, text: &str, from: Node<'a>) -> Result<Target<'a>, Failure<'a>> {
        let path =
            SidPath::parse(text).map_err(|fault| Failure { at: 0..text.len(), kind: FailureKind::Malformed(fault) })?;
        // Names may hold dots: the whole last part is tried first, then what stands before its last dot.
        let whole = match self.walk(&path, None, from) {
            Ok(found) => {
                let selection = member::at_positions(self.shape(found.node), path.positions, self.order);
                return finish(&path, found, selection);
            }
            Err(failure) => failure,
        };
        let Some((name, member)) = path.member() else { return Err(whole) };
        // When an earlier part is at fault, the member makes no difference.
        if path.parts.last().is_some_and(|last| whole.at != *last) {
            return Err(whole);
        }
        match self.walk(&path, Some(name), from) {
            Ok(found) => {
                let selection = member::at_name(self.shape(found.node), found.node.local_name(), member);
                finish(&path, found, selection)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Walks the parts; `last` stands in for the last one.
    fn walk(&self, path: &SidPath<'_>, last: Option<&str>, from: Node<'a>) -> Result<Target<'a>, Failure<'a>> {
        let count = path.parts.len();
        let name = |i: usize| last.filter(|_| i + 1 == count).unwrap_or(path.part(i));
        let range = |i: usize| {
            let whole = path.parts.get(i).cloned().unwrap_or_default();
            whole.start..whole.start + name(i).len()
        };
        let here = || self.bases(from).next().unwrap_or(from);
        let (mut at, mut through, head, next) = if path.is_relative() && count == 1 {
            (here(), Vec::new(), Head::Relative, 1)
        } else if path.is_relative() {
            let hit =
                self.enclosing(from, name(1)).map_err(|miss| Failure { at: range(1), kind: miss.kind(here()) })?;
            (hit.node, hit.through, Head::Relative, 2)
        } else if let Some(node) = self.id(name(0)) {
            (node, Vec::new(), Head::Id, 1)
        } else {
            let hit = self.enclosing(from, name(0)).map_err(|miss| match miss {
                Miss::Beyond => Failure { at: range(0), kind: FailureKind::Beyond },
                _ => Failure { at: range(0), kind: FailureKind::NoHead },
            })?;
            (hit.node, hit.through, Head::Sid, 1)
        };
        let mut id_as_sid = false;
        for i in next..count {
            let hit = self.step(at, name(i)).map_err(|miss| Failure { at: range(i), kind: miss.kind(at) })?;
            at = hit.node;
            id_as_sid |= hit.by_id;
            through.extend(hit.through);
        }
        Ok(Target { node: at, selection: Selection::All, through, head, id_as_sid })
    }

    /// The scopes that a relative path may start from, nearest first.
    ///
    /// An element inside `<instance_physics_model>` speaks of the model behind it, then of its own ancestors.
    pub fn bases(&self, from: Node<'a>) -> impl Iterator<Item = Node<'a>> {
        from.ancestors().skip(1).flat_map(|scope| self.instantiated(scope).into_iter().chain([scope]))
    }

    /// The best element with a SID in the nearest scope that has one; the referring element itself is not meant.
    fn enclosing(&self, from: Node<'a>, sid: &str) -> Result<Hit<'a>, Miss> {
        for scope in from.ancestors().skip(1) {
            let behind = match self.index.instance(scope, self.bound) {
                Some(Instantiated::Here(node)) => self.tree.node(node),
                // What is meant stands in what cannot be looked at.
                Some(_) => return Err(Miss::Beyond),
                None => None,
            };
            let found = behind.into_iter().chain([scope]).filter_map(|s| self.index.below(s, sid));
            if let Some(node) = found.filter_map(|n| self.tree.node(n)).find(|n| *n != from) {
                return Ok(Hit { node, through: Vec::new(), by_id: false });
            }
        }
        Err(Miss::Nothing)
    }

    /// The element that one `/sid` leads to from another.
    pub fn sid(&self, scope: Node<'a>, sid: &str) -> Option<Node<'a>> {
        self.step(scope, sid).ok().map(|hit| hit.node)
    }

    fn step(&self, scope: Node<'a>, sid: &str) -> Result<Hit<'a>, Miss> {
        let node = |n: NodeId| self.tree.node(n);
        if let Some(found) = self.index.below(scope, sid).and_then(node) {
            return Ok(Hit { node: found, through: Vec::new(), by_id: false });
        }
        // Where a SID is nowhere and nothing is out of sight, there is no need to look.
        let worth_it = self.index.has_sid(self.tree, sid) || self.index.has_gaps(self.tree, self.bound);
        let through = if worth_it { self.through_instances(scope, sid) } else { Err(Miss::Nothing) };
        if let Ok(hit) = through {
            return Ok(hit);
        }
        // Some writers name elements on the way by their ids.
        let by_id = self.id(sid).filter(|n| scope.subtree().contains(&n.id().0) && *n != scope);
        match by_id {
            Some(node) => Ok(Hit { node, through: Vec::new(), by_id: true }),
            None => through,
        }
    }

    /// Searches what the instances in a scope put there, in the order they are met.
    fn through_instances(&self, scope: Node<'a>, sid: &str) -> Result<Hit<'a>, Miss> {
        let mut seen: HashSet<NodeId> = HashSet::new();
        let mut queue: VecDeque<(Node<'a>, Vec<NodeId>)> = VecDeque::from([(scope, Vec::new())]);
        let mut blind = false;
        while let Some((scope, way)) = queue.pop_front() {
            let own = self.index.instance(scope, self.bound).map(|target| Instance { node: scope.id(), target });
            let inner = self
                .index
                .instances_below(scope, self.bound)
                .iter()
                .filter(|i| self.is_passed_through(i.node))
                .copied();
            for instance in own.into_iter().chain(inner) {
                let Instantiated::Here(target) = instance.target else {
                    blind = true;
                    continue;
                };
                if !seen.insert(target) {
                    continue;
                }
                let entered = self.index.entered.fetch_add(1, Ordering::Relaxed);
                if seen.len() > ENTER_ONCE || entered > ENTER_EVER {
                    return Err(Miss::TooFar);
                }
                let Some(target) = self.tree.node(target) else { continue };
                let mut through = way.clone();
                through.push(instance.node);
                let itself = target.attribute_value("sid").is_some_and(|s| s.trim() == sid);
                let found =
                    if itself { Some(target) } else { self.index.below(target, sid).and_then(|n| self.tree.node(n)) };
                match found {
                    Some(node) => return Ok(Hit { node, through, by_id: false }),
                    None => queue.push_back((target, through)),
                }
            }
        }
        Err(if blind { Miss::Beyond } else { Miss::Nothing })
    }

    /// Instances of other documents that a path may lead through from a scope, in the order they are met.
    pub fn leaving(&self, scope: Node<'a>) -> Vec<Node<'a>> {
        let mut seen: HashSet<NodeId> = HashSet::new();
        let mut queue = VecDeque::from([scope]);
        let mut found = Vec::new();
        while let Some(scope) = queue.pop_front() {
            let own = self.index.instance(scope, self.bound).map(|target| Instance { node: scope.id(), target });
            let inner = self.index.instances_below(scope, self.bound).iter();
            let inner = inner.filter(|i| self.is_passed_through(i.node)).copied();
            for instance in own.into_iter().chain(inner) {
                match instance.target {
                    _ if !seen.insert(instance.node) => {}
                    Instantiated::Here(target) => queue.extend(self.tree.node(target).filter(|_| seen.insert(target))),
                    Instantiated::Elsewhere => found.extend(self.tree.node(instance.node)),
                    Instantiated::Nothing => {}
                }
            }
            if seen.len() > ENTER_ONCE {
                break;
            }
        }
        found
    }

    /// Is the instance part of the way for paths that do not name it? Those that build up a hierarchy are.
    fn is_passed_through(&self, instance: NodeId) -> bool {
        let name = self.tree.node(instance).map_or("", |n| n.local_name());
        matches!(
            name,
            "instance_node"
                | "instance_visual_scene"
                | "instance_physics_model"
                | "instance_joint"
                | "instance_kinematics_model"
                | "instance_articulated_system"
                | "instance_kinematics_scene"
        )
    }
}

impl Miss {
    fn kind(self, scope: Node<'_>) -> FailureKind<'_> {
        match self {
            Miss::Nothing => FailureKind::NoStep(scope),
            Miss::Beyond => FailureKind::Beyond,
            Miss::TooFar => FailureKind::TooFar,
        }
    }
}

fn finish<'a>(
    path: &SidPath<'_>,
    found: Target<'a>,
    selection: Result<Selection, MemberFault>,
) -> Result<Target<'a>, Failure<'a>> {
    match selection {
        Ok(selection) => Ok(Target { selection, ..found }),
        Err(fault) => {
            let last = path.parts.last().cloned().unwrap_or_default();
            let start = match path.member() {
                Some((name, _)) => last.start + name.len(),
                None => last.end,
            };
            Err(Failure { at: start..path.text.len(), kind: FailureKind::Member(found.node, fault) })
        }
    }
}
