//! The document as written: an arena of nodes over the source, for XML and OpenDDL alike.
//!
//! Nodes are stored in document order, each with the end of its subtree, so walking is arithmetic. White space between
//! tags is not stored: it is the gap between spans. A run of numbers is one [`NodeKind::Text`] node however long it is.
//!
//! | | XML | OpenDDL |
//! |---|---|---|
//! | [`NodeKind::Element`] | element | structure; a primitive structure has its type as written (`float`, `f`, `float32`) |
//! | attribute | attribute | property; names and sub-array sizes are [`AttrKind`]s of their own |
//! | [`NodeKind::Text`] | character data | the data between the braces of a primitive structure |

mod build;
mod names;
mod node;
mod print;

pub(crate) use build::AROUND;
pub use build::TreeBuilder;
pub use names::{Name, NameId, Namespace};
pub use node::{Attr, Children, Elements, Node};
pub use print::outline;

use crate::ddl::Summary;
use crate::xml::entity::Entities;
use crate::{Source, Span};
use names::Names;

/// Index of a node. Node 0 is the document itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The document.
    pub const DOCUMENT: NodeId = NodeId(0);

    /// The index as a `usize`, for side tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Index of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AttrId(pub u32);

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeKind {
    /// The whole document.
    Document,
    /// An element or structure.
    Element,
    /// Character data that is not only white space, or the data of an OpenDDL primitive structure.
    Text,
    /// A CDATA section.
    CData,
    /// A comment, delimiters included.
    Comment,
    /// A processing instruction or the XML declaration.
    Instruction,
    /// `<!DOCTYPE …>`.
    Doctype,
    /// What could not be read at all, such as everything behind a limit.
    Unread,
}

/// What an attribute is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttrKind {
    /// An XML attribute or OpenDDL property.
    Plain,
    /// `xmlns` or `xmlns:prefix`.
    Namespace,
    /// OpenDDL `$name`: the value span is the name with its `$`.
    GlobalName,
    /// OpenDDL `%name`: the value span is the name with its `%`.
    LocalName,
    /// OpenDDL `[size]`: the value span is the number.
    SubArray,
    /// OpenDDL `*` behind the sub-array size: the sub-arrays carry data states.
    States,
}

/// Which notation a tree was read from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Syntax {
    /// XML 1.0 with namespaces.
    Xml,
    /// OpenDDL.
    Ddl,
    /// Classic VRML, as the tree that X3D in XML would have.
    Classic,
}

#[derive(Clone, Debug)]
pub(crate) struct NodeData {
    pub start: u32,
    /// End of the start tag; for a structure, behind its `{`. Other kinds: same as `end`.
    pub open_end: u32,
    pub end: u32,
    pub name: NameId,
    pub parent: NodeId,
    /// Index behind the last node of the subtree.
    pub subtree_end: u32,
    pub first_attr: u32,
    pub kind: NodeKind,
    pub flags: u8,
}

/// The node has no end tag of its own (empty-element tag, or closed by a fault).
pub(crate) const NO_END_TAG: u8 = 1;
/// The node's text may hold `&`, `\r` or (OpenDDL) something that needs decoding.
pub(crate) const NEEDS_DECODING: u8 = 2;
/// The node comes out of an entity, not out of the document's own text.
pub(crate) const EXPANDED: u8 = 4;
/// The element is `<name …/>` (XML) or a structure without a body.
pub(crate) const SELF_CLOSED: u8 = 8;
/// Some of the node's text is not in the source's text, but in its file.
pub(crate) const PARTIAL: u8 = 16;

#[derive(Clone, Copy, Debug)]
pub(crate) struct AttrData {
    pub start: u32,
    pub name: NameId,
    pub value_start: u32,
    pub value_end: u32,
    pub kind: AttrKind,
    /// The value holds `&`, a tab, a line end, or an escape.
    pub needs_decoding: bool,
    /// The value stands in quotes.
    pub quoted: bool,
}

/// A document as a tree. It owns its source and never changes.
#[derive(Debug)]
pub struct Tree {
    pub(crate) source: Source,
    pub(crate) syntax: Syntax,
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) attrs: Vec<AttrData>,
    pub(crate) names: Names,
    pub(crate) entities: Entities,
    /// What reading the data of primitive structures told, in document order.
    pub(crate) summaries: Vec<(NodeId, Summary)>,
    /// Texts of which some is in the file; nothing if something else is.
    pub(crate) partial: Option<Vec<NodeId>>,
}

impl Tree {
    /// A text without elements: that of a format which is judged by its own reader.
    pub fn of_text(source: Source) -> Tree {
        TreeBuilder::new(source.text().len()).finish(source, Syntax::Ddl)
    }

    /// The text the tree was read from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// XML, OpenDDL or classic VRML.
    pub fn syntax(&self) -> Syntax {
        self.syntax
    }

    /// The document node.
    pub fn document(&self) -> Node<'_> {
        Node::new(self, NodeId::DOCUMENT)
    }

    /// The first element: the root of an XML document.
    pub fn root(&self) -> Option<Node<'_>> {
        self.document().elements().next()
    }

    /// The node with this id, if there is one.
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        (id.index() < self.nodes.len()).then(|| Node::new(self, id))
    }

    /// Number of nodes; ids are below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A tree always has its document node.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// All nodes in document order.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.nodes.len() as u32).map(|i| Node::new(self, NodeId(i)))
    }

    /// Every name that occurs, by [`NameId`].
    pub fn names(&self) -> impl Iterator<Item = (NameId, Name<'_>)> {
        self.names.iter(self.source.full_text())
    }

    /// The name with this id.
    pub fn name(&self, id: NameId) -> Name<'_> {
        self.names.get(id, self.source.full_text())
    }

    /// What reading the data of a primitive structure told, so that nobody has to count long data again.
    pub fn summary(&self, id: NodeId) -> Option<Summary> {
        if self.syntax != Syntax::Ddl {
            return None;
        }
        match self.summaries.binary_search_by_key(&id, |(node, _)| *node) {
            Ok(at) => self.summaries.get(at).map(|(_, summary)| *summary),
            Err(_) => crate::ddl::Run::of(self.node(id)?).map(|run| Summary::of(&run.scan())),
        }
    }

    /// The texts of which some was left in the file ([`Source::leaving`]), in document order. `None`: something was left there that
    /// is no text of an element, but a comment, for instance.
    pub fn partial(&self) -> Option<&[NodeId]> {
        self.partial.as_deref()
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &str {
        self.source.slice(span)
    }
}
