//! Nodes and attributes as handles.

use std::borrow::Cow;

use super::{AttrData, AttrId, AttrKind, EXPANDED, NEEDS_DECODING, NO_END_TAG, NodeData, PARTIAL, SELF_CLOSED};
use super::{Name, NameId, NodeId, NodeKind, Syntax, Tree};
use crate::Span;

/// A node of a tree.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    tree: &'a Tree,
    id: NodeId,
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tree, other.tree) && self.id == other.id
    }
}

impl Eq for Node<'_> {}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} `{}` #{}", self.kind(), self.name().full, self.id.0)
    }
}

/// Stands in for a node that does not exist, so that a wrong id cannot panic.
static NO_NODE: NodeData = NodeData {
    start: 0,
    open_end: 0,
    end: 0,
    name: NameId::NONE,
    parent: NodeId::DOCUMENT,
    subtree_end: 0,
    first_attr: 0,
    kind: NodeKind::Unread,
    flags: 0,
};

impl<'a> Node<'a> {
    pub(crate) fn new(tree: &'a Tree, id: NodeId) -> Node<'a> {
        Node { tree, id }
    }

    pub(crate) fn data(self) -> &'a NodeData {
        self.tree.nodes.get(self.id.index()).unwrap_or(&NO_NODE)
    }

    /// The tree it belongs to.
    pub fn tree(self) -> &'a Tree {
        self.tree
    }

    /// Its id.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// What it is.
    pub fn kind(self) -> NodeKind {
        self.data().kind
    }

    /// Is it an element or structure?
    pub fn is_element(self) -> bool {
        self.kind() == NodeKind::Element
    }

    /// Its name; empty for what has none.
    pub fn name(self) -> Name<'a> {
        self.tree.name(self.data().name)
    }

    /// The id of its name.
    pub fn name_id(self) -> NameId {
        self.data().name
    }

    /// Its local name: `node` for `<c:node>`.
    pub fn local_name(self) -> &'a str {
        self.tree.names.local(self.data().name, self.tree.source.full_text())
    }

    /// All of it, tags included.
    pub fn span(self) -> Span {
        Span::new(self.data().start, self.data().end)
    }

    /// The start tag, or a structure's head up to and with its `{`.
    pub fn open_span(self) -> Span {
        Span::new(self.data().start, self.data().open_end)
    }

    /// The name in the start tag.
    pub fn name_span(self) -> Span {
        let start = match self.tree.syntax {
            Syntax::Xml => self.data().start + 1,
            Syntax::Ddl => self.data().start,
            Syntax::Classic => return self.type_span(),
        };
        // A DDL primitive may be written with a short name, so the length is taken from the text.
        let text = self.tree.source.slice(Span::new(start, self.data().open_end));
        let length = text.find(|c: char| c.is_ascii_whitespace() || "/>{($%[".contains(c)).unwrap_or(text.len());
        Span::new(start, start + length as u32)
    }

    /// The type of a node of classic VRML: the last word before its `{`.
    fn type_span(self) -> Span {
        let start = self.data().start;
        let head = self.tree.source.slice(self.open_span()).trim_end_matches('{').trim_end();
        let before = head.rfind(|c: char| c.is_ascii_whitespace()).map_or(0, |at| at + 1);
        Span::new(start + before as u32, start + head.len() as u32)
    }

    /// What stands between the tags (or braces); empty when there is nothing.
    pub fn content_span(self) -> Span {
        let data = self.data();
        if data.flags & SELF_CLOSED != 0 {
            return Span::at(data.open_end);
        }
        if data.flags & NO_END_TAG != 0 {
            return Span::new(data.open_end, data.end);
        }
        let inner = self.tree.source.slice(Span::new(data.open_end, data.end));
        let end_tag = match self.tree.syntax {
            Syntax::Xml => inner.rfind("</"),
            Syntax::Ddl | Syntax::Classic => inner.rfind('}'),
        };
        Span::new(data.open_end, data.open_end + end_tag.unwrap_or(inner.len()) as u32)
    }

    /// Is it written `<name/>`, or a structure without a body?
    pub fn is_self_closed(self) -> bool {
        self.data().flags & SELF_CLOSED != 0
    }

    /// Does it end with an end tag or `}` of its own? Of what was cut off nothing can be said to be missing.
    pub fn is_closed(self) -> bool {
        self.data().flags & NO_END_TAG == 0
    }

    /// The node it stands in; the document has none.
    pub fn parent(self) -> Option<Node<'a>> {
        (self.id != NodeId::DOCUMENT).then(|| Node::new(self.tree, self.data().parent))
    }

    /// The element it stands in.
    pub fn parent_element(self) -> Option<Node<'a>> {
        self.parent().filter(|p| p.is_element())
    }

    /// Itself, its parent, and so on up to the root element.
    pub fn ancestors(self) -> impl Iterator<Item = Node<'a>> {
        std::iter::successors(Some(self), |n| n.parent_element())
    }

    /// Its children of all kinds.
    pub fn children(self) -> Children<'a> {
        Children { tree: self.tree, next: self.id.0 + 1, end: self.data().subtree_end }
    }

    /// Its child elements.
    pub fn elements(self) -> Elements<'a> {
        Elements { children: self.children() }
    }

    /// Its first child element of this local name.
    pub fn child(self, name: &str) -> Option<Node<'a>> {
        self.elements().find(|e| e.local_name() == name)
    }

    /// All child elements of this local name.
    pub fn children_named(self, name: &'a str) -> impl Iterator<Item = Node<'a>> {
        self.elements().filter(move |e| e.local_name() == name)
    }

    /// All nodes below it, in document order.
    pub fn descendants(self) -> impl Iterator<Item = Node<'a>> {
        let tree = self.tree;
        (self.id.0 + 1..self.data().subtree_end).map(move |i| Node::new(tree, NodeId(i)))
    }

    /// The ids of the node and all below it.
    pub fn subtree(self) -> std::ops::Range<u32> {
        self.id.0..self.data().subtree_end.max(self.id.0 + 1)
    }

    /// Its attributes in the order written.
    pub fn attributes(self) -> impl Iterator<Item = Attr<'a>> {
        let tree = self.tree;
        let first = self.data().first_attr;
        let end = if self.is_element() {
            tree.nodes.get(self.id.index() + 1).map_or(tree.attrs.len() as u32, |n| n.first_attr)
        } else {
            first
        };
        (first..end.max(first)).map(move |i| Attr { tree, id: AttrId(i) })
    }

    /// The plain attribute of this name. Of several the first counts in XML, the last elsewhere.
    pub fn attribute(self, name: &str) -> Option<Attr<'a>> {
        let mut found = self.attributes().filter(|a| a.kind() == AttrKind::Plain && a.full_name() == name);
        match self.tree.syntax {
            Syntax::Xml => found.next(),
            Syntax::Ddl | Syntax::Classic => found.last(),
        }
    }

    /// The value of the attribute of this name.
    pub fn attribute_value(self, name: &str) -> Option<Cow<'a, str>> {
        self.attribute(name).map(Attr::value)
    }

    /// The text of the node: a text node's own, an element's text and CDATA children joined; comments are passed over.
    ///
    /// Character references and entities are resolved and line ends are `\n`. Borrowed whenever nothing had to change.
    pub fn text(self) -> Cow<'a, str> {
        match self.kind() {
            NodeKind::Text if self.tree.syntax == Syntax::Ddl => Cow::Borrowed(self.tree.source.slice(self.span())),
            NodeKind::Text if self.is_partial() => {
                let whole = self.tree.source.whole(self.span());
                Cow::Owned(match self.data().flags & NEEDS_DECODING {
                    0 => crate::xml::entity::normalize_line_ends(&whole).into_owned(),
                    _ => self.tree.entities.decode_text(&whole).into_owned(),
                })
            }
            NodeKind::Text => {
                let raw = self.tree.source.slice(self.span());
                if self.data().flags & NEEDS_DECODING == 0 {
                    crate::xml::entity::normalize_line_ends(raw)
                } else {
                    self.tree.entities.decode_text(raw)
                }
            }
            NodeKind::CData => {
                let raw = self.tree.source.slice(self.span());
                let inner = raw.strip_prefix("<![CDATA[").unwrap_or(raw);
                crate::xml::entity::normalize_line_ends(inner.strip_suffix("]]>").unwrap_or(inner))
            }
            NodeKind::Element => {
                let mut pieces = self.text_nodes();
                match (pieces.next(), pieces.next()) {
                    (None, _) => Cow::Borrowed(""),
                    (Some(one), None) => one.text(),
                    (Some(_), Some(_)) => Cow::Owned(self.joined_text()),
                }
            }
            _ => Cow::Borrowed(""),
        }
    }

    /// All text of an element whose text is cut by comments, CDATA or elements.
    fn joined_text(self) -> String {
        let mut all = String::new();
        let mut end = self.data().open_end;
        for child in self.children() {
            let span = child.span();
            // White space is not stored as a node, but it separates words.
            if span.start > end && child.data().flags & EXPANDED == 0 {
                all.push_str(self.tree.source.slice(Span::new(end, span.start)));
            }
            if matches!(child.kind(), NodeKind::Text | NodeKind::CData) {
                all.push_str(&child.text());
            }
            if child.data().flags & EXPANDED == 0 {
                end = span.end;
            }
        }
        all
    }

    /// Its text and CDATA children.
    pub fn text_nodes(self) -> impl Iterator<Item = Node<'a>> {
        self.children().filter(|c| matches!(c.kind(), NodeKind::Text | NodeKind::CData))
    }

    /// Does its text stand in the source as it is meant (line ends aside), so that its words can be read in place?
    pub fn is_verbatim(self) -> bool {
        self.kind() == NodeKind::Text && self.data().flags & (NEEDS_DECODING | PARTIAL) == 0
    }

    /// Is some of its text, plain numbers, only in the file? [`crate::Source::parts`] gives it without reading all at once.
    pub fn is_partial(self) -> bool {
        self.data().flags & PARTIAL != 0
    }

    /// Its place in the document, readable: `COLLADA/library_cameras/camera[2]/optics`, with ids where there are.
    pub fn path(self) -> String {
        // Elements with more attributes are not worth a label.
        const LOOK: usize = 64;
        let mut parts: Vec<String> = Vec::new();
        for element in self.ancestors() {
            if !element.is_element() {
                continue;
            }
            let name = element.name();
            let label = element
                .attributes()
                .take(LOOK)
                .find(|a| match a.kind() {
                    AttrKind::Plain => matches!(a.full_name(), "id" | "sid" | "DEF"),
                    AttrKind::GlobalName | AttrKind::LocalName => true,
                    _ => false,
                })
                .map(|a| a.value().into_owned());
            parts.push(match label {
                Some(id) => format!("{}[{id}]", name.full),
                None => match element.position() {
                    Some(n) => format!("{}[{n}]", name.full),
                    None => name.full.to_owned(),
                },
            });
        }
        parts.reverse();
        parts.join("/")
    }

    /// Its number (from 1) among siblings of the same name, if it is not the only one.
    fn position(self) -> Option<usize> {
        // Looking through a hundred thousand siblings for a label is not worth it.
        const LOOK: usize = 1000;
        let parent = self.parent()?;
        let mut number = 0;
        let mut place = 0;
        for sibling in parent.elements().take(LOOK).filter(|s| s.name_id() == self.name_id()) {
            number += 1;
            if sibling.id == self.id {
                place = number;
            }
            if place > 0 && number > 1 {
                return Some(place);
            }
        }
        None
    }
}

/// An attribute, property or name of an element.
#[derive(Clone, Copy)]
pub struct Attr<'a> {
    tree: &'a Tree,
    id: AttrId,
}

impl std::fmt::Debug for Attr<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={:?}", self.name().full, self.value())
    }
}

impl<'a> Attr<'a> {
    fn data(self) -> Option<&'a AttrData> {
        self.tree.attrs.get(self.id.0 as usize)
    }

    /// Its id.
    pub fn id(self) -> AttrId {
        self.id
    }

    /// What it is.
    pub fn kind(self) -> AttrKind {
        self.data().map_or(AttrKind::Plain, |d| d.kind)
    }

    /// Its name; empty for OpenDDL names and sub-array sizes.
    pub fn name(self) -> Name<'a> {
        self.tree.name(self.name_id())
    }

    /// Its name as written.
    pub fn full_name(self) -> &'a str {
        self.tree.names.full(self.name_id(), self.tree.source.full_text())
    }

    /// The id of its name.
    pub fn name_id(self) -> NameId {
        self.data().map_or(NameId::NONE, |d| d.name)
    }

    /// All of it: `name="value"`.
    pub fn span(self) -> Span {
        self.data().map_or(Span::default(), |d| Span::new(d.start, d.value_end + u32::from(d.quoted)))
    }

    /// The value without quotes.
    pub fn value_span(self) -> Span {
        self.data().map_or(Span::default(), |d| Span::new(d.value_start, d.value_end))
    }

    /// The value as written.
    pub fn raw(self) -> &'a str {
        self.tree.source.slice(self.value_span())
    }

    /// Does the value stand in the source exactly as it is meant?
    pub fn is_verbatim(self) -> bool {
        !self.data().is_some_and(|d| d.needs_decoding)
    }

    /// The value: references resolved and white space normalised (XML), the text of a string or any other literal as
    /// written (OpenDDL), as XML would write it (classic VRML).
    pub fn value(self) -> Cow<'a, str> {
        let raw = self.raw();
        match self.tree.syntax {
            _ if self.is_verbatim() => Cow::Borrowed(raw),
            Syntax::Xml => self.tree.entities.decode_attribute(raw),
            Syntax::Ddl => crate::ddl::string_value(raw),
            Syntax::Classic if self.is_quoted() => crate::classic::string(raw),
            Syntax::Classic => crate::classic::plain(raw),
        }
    }

    /// The notation of its tree.
    pub fn syntax(self) -> Syntax {
        self.tree.syntax
    }

    /// Does the value stand in quotation marks of its own?
    pub fn is_quoted(self) -> bool {
        self.data().is_some_and(|d| d.quoted)
    }
}

/// Iterator over a node's children.
#[derive(Clone, Debug)]
pub struct Children<'a> {
    tree: &'a Tree,
    next: u32,
    end: u32,
}

impl<'a> Iterator for Children<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        if self.next >= self.end {
            return None;
        }
        let node = Node::new(self.tree, NodeId(self.next));
        self.next = node.data().subtree_end.max(self.next + 1);
        Some(node)
    }
}

/// Iterator over a node's child elements.
#[derive(Clone, Debug)]
pub struct Elements<'a> {
    children: Children<'a>,
}

impl<'a> Iterator for Elements<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        self.children.by_ref().find(|n| n.is_element())
    }
}
