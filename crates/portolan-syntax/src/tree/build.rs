//! How readers make a tree.

use portolan_parallel::prelude::*;

use super::names::Names;
use super::{AttrData, AttrKind, EXPANDED, NO_END_TAG, NodeData, PARTIAL, Syntax, Tree};
use super::{NameId, Namespace, NodeId, NodeKind};
use crate::ddl::Summary;
use crate::memory::prefer_large_pages;
use crate::xml::entity::Entities;
use crate::{Source, Span};

/// Builds a [`Tree`] in document order.
#[derive(Debug)]
pub struct TreeBuilder {
    nodes: Vec<NodeData>,
    attrs: Vec<AttrData>,
    pub(crate) names: Names,
    open: Vec<NodeId>,
    summaries: Vec<(NodeId, Summary)>,
    /// The most nodes that were open at once.
    deepest: usize,
    /// Attributes that stand behind children of their element.
    late: Vec<(NodeId, AttrData)>,
}

/// Elements around a piece of a text that are taken for granted while it is read on its own.
pub(crate) const AROUND: usize = 64;

impl TreeBuilder {
    /// A builder for a text of `bytes` bytes.
    pub fn new(bytes: usize) -> TreeBuilder {
        let document = NodeData {
            start: 0,
            open_end: 0,
            end: bytes as u32,
            name: NameId::NONE,
            parent: NodeId::DOCUMENT,
            subtree_end: 1,
            first_attr: 0,
            kind: NodeKind::Document,
            flags: NO_END_TAG,
        };
        TreeBuilder {
            nodes: vec![document],
            attrs: Vec::new(),
            names: Names::new(),
            open: vec![NodeId::DOCUMENT],
            summaries: Vec::new(),
            deepest: 1,
            late: Vec::new(),
        }
    }

    /// A builder for a piece of the text, from somewhere within its elements on. What those are is not known yet: nodes
    /// without a name stand for the [`AROUND`] innermost ones. `names` are those known before.
    pub(crate) fn for_piece(names: Names) -> TreeBuilder {
        let mut builder = TreeBuilder { names, ..TreeBuilder::new(0) };
        for _ in 0..AROUND {
            builder.open(0, NameId::NONE);
        }
        builder
    }

    /// Adds the nodes of the piece that follows. `false` when it closes more than is open, or the whole is too deep.
    pub(crate) fn append(&mut self, piece: TreeBuilder, text: &str, deepest: usize) -> bool {
        let closed = AROUND + 1 - piece.open.iter().take_while(|id| id.index() <= AROUND).count();
        let around = self.open.len() - 1;
        if closed > around || around + piece.deepest > deepest {
            return false;
        }
        let names = self.names.adopt(&piece.names, text);
        let name = |id: NameId| names.get(id.index()).copied().unwrap_or(NameId::NONE);
        let (nodes, attrs) = (self.nodes.len() as u32, self.attrs.len() as u32);
        let first = AROUND as u32 + 1;
        let moved = |index: u32| index - first + nodes;
        // The innermost open node is what the last of the unknown ones stood for, and so on outwards.
        let stood_for = |id: NodeId| {
            let outwards = AROUND.saturating_sub(id.index());
            around.checked_sub(outwards).and_then(|place| self.open.get(place)).copied().unwrap_or(NodeId::DOCUMENT)
        };
        let node = |id: NodeId| if id.0 < first { stood_for(id) } else { NodeId(moved(id.0)) };
        for (id, outer) in piece.nodes.iter().enumerate().take(AROUND + 1).skip(AROUND + 1 - closed) {
            let outer_id = stood_for(NodeId(id as u32));
            if let Some(inner) = self.nodes.get_mut(outer_id.index()) {
                inner.end = outer.end;
                inner.subtree_end = moved(outer.subtree_end);
            }
        }
        let open: Vec<NodeId> = piece.open.iter().skip(AROUND + 1 - closed).map(|id| node(*id)).collect();
        let parts = piece.nodes.into_par_iter().skip(AROUND + 1).map(|data| NodeData {
            name: name(data.name),
            parent: node(data.parent),
            subtree_end: moved(data.subtree_end),
            first_attr: data.first_attr + attrs,
            ..data
        });
        self.nodes.par_extend(parts);
        self.attrs.par_extend(piece.attrs.into_par_iter().map(|data| AttrData { name: name(data.name), ..data }));
        self.open.truncate(around + 1 - closed);
        self.open.extend(open);
        true
    }

    /// Everything that makes the tree, to compare it.
    pub(crate) fn parts(&self) -> impl std::fmt::Debug + '_ {
        let names: Vec<String> = (0..self.names.len()).map(|i| format!("{:?}", self.names.entry(i))).collect();
        (&self.nodes, &self.attrs, names, &self.open)
    }

    /// What stands right below the document, as far as it is closed.
    pub(crate) fn outermost(&self) -> impl Iterator<Item = NodeKind> {
        let at = |id: u32| self.nodes.get(id as usize).map(|node| (node.subtree_end.max(id + 1), node.kind));
        std::iter::successors(at(1), move |(next, _)| at(*next)).map(|(_, kind)| kind)
    }

    /// Makes room for so many nodes and attributes, to spare the growing. Room that stays unused costs no memory.
    pub fn reserve(&mut self, nodes: usize, attributes: usize) {
        self.nodes.reserve(nodes);
        self.attrs.reserve(attributes);
        prefer_large_pages(&mut self.nodes);
        prefer_large_pages(&mut self.attrs);
    }

    /// The innermost open node.
    pub fn current(&self) -> NodeId {
        self.open.last().copied().unwrap_or(NodeId::DOCUMENT)
    }

    /// The open nodes, outermost (the document) first.
    pub fn open_nodes(&self) -> &[NodeId] {
        &self.open
    }

    /// How many elements are open.
    pub fn depth(&self) -> usize {
        self.open.len() - 1
    }

    /// Number of nodes so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A builder always holds the document node.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Interns a name.
    pub fn name(&mut self, text: &str, span: Span, local: u32, namespace: Namespace) -> (NameId, bool) {
        self.names.intern(text, span.start, span.end, local, namespace)
    }

    /// Opens an element; attributes follow, then [`TreeBuilder::set_open_end`].
    pub fn open(&mut self, start: u32, name: NameId) -> NodeId {
        let id = self.push(NodeKind::Element, start, start, name, 0);
        self.open.push(id);
        self.deepest = self.deepest.max(self.open.len());
        id
    }

    /// Adds an attribute to the element opened last.
    pub(crate) fn attribute(&mut self, attribute: AttrData) {
        self.attrs.push(attribute);
    }

    /// Adds an attribute to an element that may have children already. Either all attributes of a tree are added so, or none.
    pub(crate) fn late_attribute(&mut self, element: NodeId, attribute: AttrData) {
        self.late.push((element, attribute));
    }

    /// Puts the late attributes to their elements, each in the order in which they were added.
    fn settle_late(&mut self) {
        // Counted, not sorted: there may be millions, and most of them stand nearly where they belong.
        self.nodes.iter_mut().for_each(|node| node.first_attr = 0);
        for (element, _) in &self.late {
            if let Some(node) = self.nodes.get_mut(element.index()) {
                node.first_attr += 1;
            }
        }
        let mut next = Vec::with_capacity(self.nodes.len());
        let mut place = 0;
        for node in &mut self.nodes {
            next.push(place);
            place += std::mem::replace(&mut node.first_attr, place);
        }
        let mut order = vec![0; self.late.len()];
        for (which, (element, _)) in (0..).zip(&self.late) {
            if let Some(place) = next.get_mut(element.index())
                && let Some(slot) = order.get_mut(*place as usize)
            {
                (*slot, *place) = (which, *place + 1);
            }
        }
        let late = std::mem::take(&mut self.late);
        self.attrs = order.iter().filter_map(|which: &usize| late.get(*which)).map(|(_, data)| *data).collect();
    }

    /// Adds an attribute with plain parts: where it starts, its name, the span of its value.
    pub fn add_attribute(&mut self, start: u32, name: NameId, value: Span, kind: AttrKind, quoted: bool) {
        self.attribute(AttrData {
            start,
            name,
            value_start: value.start,
            value_end: value.end,
            kind,
            needs_decoding: false,
            quoted,
        });
    }

    /// The attributes of the element opened last.
    pub(crate) fn last_attributes(&self) -> &[AttrData] {
        let first = self.nodes.last().map_or(0, |n| n.first_attr as usize);
        self.attrs.get(first..).unwrap_or_default()
    }

    /// Adds flags to a node that is still open.
    pub(crate) fn flag(&mut self, id: NodeId, flags: u8) {
        if let Some(node) = self.nodes.get_mut(id.index()) {
            node.flags |= flags;
        }
    }

    /// Says where the start tag (or `{`) of an open element ends.
    pub fn set_open_end(&mut self, id: NodeId, end: u32) {
        if let Some(node) = self.nodes.get_mut(id.index()) {
            node.open_end = end;
        }
    }

    /// Closes the innermost element at `end`.
    pub fn close(&mut self, end: u32, flags: u8) {
        if self.open.len() > 1
            && let Some(id) = self.open.pop()
        {
            let subtree_end = self.nodes.len() as u32;
            if let Some(node) = self.nodes.get_mut(id.index()) {
                node.end = end;
                node.subtree_end = subtree_end;
                node.flags |= flags;
            }
        }
    }

    /// Adds a node without children.
    pub fn leaf(&mut self, kind: NodeKind, span: Span, flags: u8) -> NodeId {
        self.push(kind, span.start, span.end, NameId::NONE, flags)
    }

    /// Keeps what reading the data of a primitive structure told. Comes in the order of the nodes.
    pub fn note_data(&mut self, node: NodeId, summary: Summary) {
        self.summaries.push((node, summary));
    }

    /// The node's start, for messages about elements that are still open.
    pub fn start_of(&self, id: NodeId) -> u32 {
        self.nodes.get(id.index()).map_or(0, |n| n.start)
    }

    fn push(&mut self, kind: NodeKind, start: u32, end: u32, name: NameId, flags: u8) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(NodeData {
            start,
            open_end: end,
            end,
            name,
            parent: self.current(),
            subtree_end: id.0 + 1,
            first_attr: self.attrs.len() as u32,
            kind,
            flags,
        });
        id
    }

    /// The finished tree. Elements that are still open end where the text ends.
    pub fn finish(mut self, source: Source, syntax: Syntax) -> Tree {
        let end = source.text().len() as u32;
        while self.open.len() > 1 {
            self.close(end, NO_END_TAG);
        }
        let all = self.nodes.len() as u32;
        if let Some(document) = self.nodes.first_mut() {
            document.subtree_end = all;
            document.end = end;
        }
        if !self.late.is_empty() {
            self.settle_late();
        }
        let partial = self.note_partial(&source);
        self.nodes.shrink_to_fit();
        self.attrs.shrink_to_fit();
        Tree {
            partial,
            source,
            syntax,
            nodes: self.nodes,
            attrs: self.attrs,
            names: self.names,
            entities: Entities::default(),
            summaries: self.summaries,
        }
    }

    /// Marks the texts of which some was left in the file; nothing if a mark stands anywhere else.
    fn note_partial(&mut self, source: &Source) -> Option<Vec<NodeId>> {
        let mut marks = source.marks().peekable();
        let mut partial = Vec::new();
        if marks.peek().is_none() {
            return Some(partial);
        }
        let texts = self.nodes.iter_mut().zip(0..).filter(|(n, _)| n.kind == NodeKind::Text && n.flags & EXPANDED == 0);
        for (node, id) in texts {
            if marks.peek().is_some_and(|mark| *mark < node.start) {
                return None;
            }
            if marks.next_if(|mark| *mark < node.end).is_some() {
                while marks.next_if(|mark| *mark < node.end).is_some() {}
                node.flags |= PARTIAL;
                partial.push(NodeId(id));
            }
        }
        marks.peek().is_none().then_some(partial)
    }
}
