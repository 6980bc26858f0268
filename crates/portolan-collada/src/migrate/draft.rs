//! A document that is being changed: elements that remember the text they came from.
//!
//! What nobody touches is printed from the source, so the difference between source and print is a list of edits that
//! leaves every other byte alone.

use std::borrow::Cow;

use hashbrown::HashSet;
use portolan_syntax::tree::AttrKind;
use portolan_syntax::xml::escape::{in_text, undone};
use portolan_syntax::{Edit, Node, NodeId, NodeKind, Span, Tree};

use super::print;

/// An element of a draft.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Id(pub u32);

/// A document that is being changed.
pub(crate) struct Draft<'t> {
    pub tree: &'t Tree,
    pub(super) elements: Vec<Element<'t>>,
    pub root: Id,
    /// In front of names of the format: empty, or a prefix with its colon.
    pub prefix: String,
    pub(super) style: print::Style,
    ids: Option<HashSet<String>>,
}

#[derive(Clone, Debug)]
pub(super) struct Element<'t> {
    /// The local name.
    pub name: Cow<'t, str>,
    /// Is it in the namespace of the root?
    pub own: bool,
    pub parent: Option<Id>,
    pub origin: Option<Node<'t>>,
    pub content: Vec<Item>,
    /// Attributes, once they differ from the source.
    pub attributes: Option<Vec<Attribute>>,
    /// The name differs from the source.
    pub renamed: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// Text of the source: white space, character data, comments.
    Source(Span),
    /// New character data, escaped.
    Text(String),
    /// A child that stands where it stood.
    Element(Id),
    /// A child that was put here: it gets a line of its own.
    Fresh(Id),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Attribute {
    pub name: String,
    pub value: String,
    /// Where it stands in the source with the white space before it, if it stands there like this.
    pub source: Option<Span>,
}

impl<'t> Draft<'t> {
    /// The draft of a document as it is; `None` for one without a root.
    pub fn new(tree: &'t Tree) -> Option<Draft<'t>> {
        let root_node = tree.root()?;
        let namespace = root_node.name().namespace;
        let mut elements: Vec<Element<'t>> = Vec::new();
        let mut place: Vec<Option<Id>> = vec![None; tree.len()];
        // Elements whose content is being filled, with the place behind what was taken, and where the content ends.
        let mut open: Vec<(Id, u32, Span, NodeId)> = Vec::new();
        for index in root_node.subtree() {
            let Some(node) = tree.node(NodeId(index)) else { continue };
            while let Some((id, cursor, content, of)) = open.last().copied() {
                let inside = tree.node(of).is_some_and(|n| n.subtree().contains(&index));
                if inside {
                    break;
                }
                finish(&mut elements, id, cursor, content);
                open.pop();
            }
            let span = node.span();
            let parent = node.parent().and_then(|p| place.get(p.id().index()).copied().flatten());
            if node != root_node {
                // What comes out of an entity has no place of its own in the text, nor has what is in it.
                let Some((id, cursor, content, of)) = open.last_mut() else { continue };
                let here = Some(*id) == parent && node.parent().is_some_and(|p| p.id() == *of);
                if !here || span.start < *cursor || span.end > content.end {
                    continue;
                }
                if node.kind() != NodeKind::Element {
                    continue;
                }
                let child = Id(elements.len() as u32);
                if let Some(element) = elements.get_mut(id.0 as usize) {
                    if span.start > *cursor {
                        element.content.push(Item::Source(Span::new(*cursor, span.start)));
                    }
                    element.content.push(Item::Element(child));
                }
                *cursor = span.end;
            }
            let id = Id(elements.len() as u32);
            if let Some(slot) = place.get_mut(index as usize) {
                *slot = Some(id);
            }
            let name = node.name();
            elements.push(Element {
                name: Cow::Borrowed(name.local),
                own: name.namespace == namespace || name.namespace.is_empty(),
                parent,
                origin: Some(node),
                content: Vec::new(),
                attributes: None,
                renamed: false,
            });
            let content = node.content_span();
            open.push((id, content.start, content, node.id()));
        }
        for (id, cursor, content, _) in open.into_iter().rev() {
            finish(&mut elements, id, cursor, content);
        }
        let prefix = root_node.name().prefix;
        let prefix = if prefix.is_empty() { String::new() } else { format!("{prefix}:") };
        let style = print::Style::of(root_node);
        Some(Draft { tree, elements, root: Id(0), prefix, style, ids: None })
    }

    /// The changes so far.
    pub fn edits(&self) -> Vec<Edit> {
        print::edits(self)
    }

    pub(super) fn get(&self, id: Id) -> Option<&Element<'t>> {
        self.elements.get(id.0 as usize)
    }

    pub(super) fn get_mut(&mut self, id: Id) -> Option<&mut Element<'t>> {
        self.elements.get_mut(id.0 as usize)
    }

    /// The local name; empty for elements of other namespaces, so that they are never taken for others.
    pub fn name(&self, id: Id) -> &str {
        self.get(id).filter(|e| e.own).map_or("", |e| &e.name)
    }

    /// The local name, whatever the namespace.
    pub fn any_name(&self, id: Id) -> &str {
        self.get(id).map_or("", |e| &e.name)
    }

    /// The element of the source that it was.
    pub fn origin(&self, id: Id) -> Option<Node<'t>> {
        self.get(id)?.origin
    }

    /// The nearest element of the source at or around it.
    pub fn place(&self, id: Id) -> Option<Node<'t>> {
        self.ancestors(id).into_iter().find_map(|a| self.origin(a))
    }

    pub fn parent(&self, id: Id) -> Option<Id> {
        self.get(id)?.parent
    }

    /// Itself, its parent and so on.
    pub fn ancestors(&self, id: Id) -> Vec<Id> {
        std::iter::successors(Some(id), |i| self.parent(*i)).collect()
    }

    /// The nearest element of this name around it.
    pub fn around(&self, id: Id, name: &str) -> Option<Id> {
        self.ancestors(id).into_iter().skip(1).find(|a| self.name(*a) == name)
    }

    /// The child elements.
    pub fn children(&self, id: Id) -> Vec<Id> {
        self.get(id).map(|e| e.content.iter().filter_map(Item::element).collect()).unwrap_or_default()
    }

    /// The first child of this name.
    pub fn child(&self, id: Id, name: &str) -> Option<Id> {
        let content = &self.get(id)?.content;
        content.iter().filter_map(Item::element).find(|c| self.name(*c) == name)
    }

    /// All children of this name.
    pub fn named(&self, id: Id, name: &str) -> Vec<Id> {
        self.children(id).into_iter().filter(|c| self.name(*c) == name).collect()
    }

    /// All elements below it and itself, in the order of the document; without what applications add.
    pub fn all(&self, id: Id) -> Vec<Id> {
        let mut found = Vec::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            found.push(id);
            if self.name(id) == "technique" && self.is_foreign_technique(id) {
                continue;
            }
            if let Some(element) = self.get(id) {
                open.extend(
                    element
                        .content
                        .iter()
                        .rev()
                        .filter_map(Item::element)
                        .filter(|c| self.get(*c).is_some_and(|e| e.own)),
                );
            }
        }
        found
    }

    /// All elements of these names, in the order of the document.
    pub fn find(&self, names: &[&str]) -> Vec<Id> {
        self.all(self.root).into_iter().filter(|i| names.contains(&self.name(*i))).collect()
    }

    /// Is a `<technique>` one for an application, with content of its own?
    fn is_foreign_technique(&self, id: Id) -> bool {
        self.parent(id).is_none_or(|p| !self.name(p).starts_with("profile_"))
    }

    /// The value of an attribute.
    pub fn attribute(&self, id: Id, name: &str) -> Option<String> {
        let element = self.get(id)?;
        match &element.attributes {
            Some(list) => list.iter().find(|a| a.name == name).map(|a| a.value.clone()),
            None => {
                let found = element.origin?.attributes().find(|a| a.full_name() == name);
                found.map(|a| a.value().into_owned())
            }
        }
    }

    /// Has an attribute this value, white space around it aside?
    pub fn has(&self, id: Id, name: &str, value: &str) -> bool {
        let Some(element) = self.get(id) else { return false };
        match (&element.attributes, element.origin) {
            (Some(list), _) => list.iter().any(|a| a.name == name && a.value.trim() == value),
            (None, Some(node)) => node.attribute_value(name).is_some_and(|v| v.trim() == value),
            (None, None) => false,
        }
    }

    /// All attributes, namespaces included.
    pub fn attributes(&self, id: Id) -> Vec<(String, String)> {
        let Some(element) = self.get(id) else { return Vec::new() };
        match &element.attributes {
            Some(list) => list.iter().map(|a| (a.name.clone(), a.value.clone())).collect(),
            None => element
                .origin
                .map(|n| n.attributes().map(|a| (a.full_name().to_owned(), a.value().into_owned())).collect())
                .unwrap_or_default(),
        }
    }

    fn own_attributes(&mut self, id: Id) -> Option<&mut Vec<Attribute>> {
        let element = self.get_mut(id)?;
        if element.attributes.is_none() {
            let mut list = Vec::new();
            if let Some(node) = element.origin {
                let mut cursor = node.name_span().end;
                for attr in node.attributes() {
                    let span = attr.span();
                    let known = matches!(attr.kind(), AttrKind::Plain | AttrKind::Namespace) && span.start >= cursor;
                    list.push(Attribute {
                        name: attr.full_name().to_owned(),
                        value: attr.value().into_owned(),
                        source: known.then(|| Span::new(cursor, span.end)),
                    });
                    cursor = span.end.max(cursor);
                }
            }
            element.attributes = Some(list);
        }
        element.attributes.as_mut()
    }

    /// Gives an attribute a value.
    pub fn set(&mut self, id: Id, name: &str, value: &str) {
        if self.attribute(id, name).as_deref() == Some(value) {
            return;
        }
        if name == "id"
            && let Some(ids) = &mut self.ids
        {
            ids.insert(value.to_owned());
        }
        let Some(list) = self.own_attributes(id) else { return };
        match list.iter_mut().find(|a| a.name == name) {
            Some(known) => {
                known.value = value.to_owned();
                known.source = None;
            }
            None => list.push(Attribute { name: name.to_owned(), value: value.to_owned(), source: None }),
        }
    }

    /// Takes an attribute away and gives its value.
    pub fn unset(&mut self, id: Id, name: &str) -> Option<String> {
        let value = self.attribute(id, name)?;
        self.own_attributes(id)?.retain(|a| a.name != name);
        Some(value)
    }

    /// The character data in it.
    pub fn text(&self, id: Id) -> String {
        let Some(element) = self.get(id) else { return String::new() };
        let untouched = || element.content.iter().all(|i| matches!(i, Item::Source(_) | Item::Element(_)));
        if let Some(node) = element.origin.filter(|_| untouched()) {
            return node.text().into_owned();
        }
        let pieces = element.content.iter().map(|item| match item {
            Item::Text(text) => undone(text),
            Item::Source(span) => written(self.tree.slice(*span)),
            _ => Cow::Borrowed(""),
        });
        pieces.collect()
    }

    /// The character data without white space around it.
    pub fn word(&self, id: Id) -> String {
        self.text(id).trim().to_owned()
    }

    /// Replaces the whole content by character data.
    pub fn set_text(&mut self, id: Id, text: &str) {
        if self.text(id) == text && self.children(id).is_empty() {
            return;
        }
        if let Some(element) = self.get_mut(id) {
            element.content = vec![Item::Text(in_text(text).into_owned())];
        }
    }

    /// A new element that stands nowhere yet.
    pub fn create(&mut self, name: &str) -> Id {
        self.elements.push(Element {
            name: Cow::Owned(name.to_owned()),
            own: true,
            parent: None,
            origin: None,
            content: Vec::new(),
            attributes: Some(Vec::new()),
            renamed: true,
        });
        Id(self.elements.len() as u32 - 1)
    }

    /// A new element with text in it.
    pub fn leaf(&mut self, name: &str, text: &str) -> Id {
        let id = self.create(name);
        if let Some(element) = self.get_mut(id).filter(|_| !text.is_empty()) {
            element.content.push(Item::Text(in_text(text).into_owned()));
        }
        id
    }

    /// Gives it another name.
    pub fn rename(&mut self, id: Id, name: &str) {
        if let Some(element) = self.get_mut(id)
            && element.name != name
        {
            element.name = Cow::Owned(name.to_owned());
            element.renamed = true;
        }
    }

    /// Puts a child at the end.
    pub fn append(&mut self, parent: Id, child: Id) {
        self.insert(parent, usize::MAX, child);
    }

    /// Puts a child before the one with this number.
    pub fn insert(&mut self, parent: Id, index: usize, child: Id) {
        self.detach(child);
        let Some(element) = self.get_mut(parent) else { return };
        let mut places = element.content.iter().enumerate().filter(|(_, i)| i.element().is_some()).map(|(at, _)| at);
        let at = match index {
            0 => 0,
            n => {
                let all: Vec<usize> = places.by_ref().collect();
                match all.get(n.min(all.len()).wrapping_sub(1)) {
                    Some(before) => before + 1,
                    // Behind text there may be, before the white space at the end.
                    None => 0,
                }
            }
        };
        element.content.insert(at.min(element.content.len()), Item::Fresh(child));
        if let Some(element) = self.get_mut(child) {
            element.parent = Some(parent);
        }
    }

    /// Its number among the children of its parent.
    pub fn index(&self, id: Id) -> Option<usize> {
        self.children(self.parent(id)?).into_iter().position(|c| c == id)
    }

    /// Puts a child right behind another.
    pub fn insert_after(&mut self, sibling: Id, child: Id) {
        if let (Some(parent), Some(index)) = (self.parent(sibling), self.index(sibling)) {
            self.insert(parent, index + 1, child);
        }
    }

    /// Puts a child right before another.
    pub fn insert_before(&mut self, sibling: Id, child: Id) {
        if let (Some(parent), Some(index)) = (self.parent(sibling), self.index(sibling)) {
            self.insert(parent, index, child);
        }
    }

    /// Takes an element out of the document, with the white space before it.
    pub fn detach(&mut self, id: Id) {
        let Some(parent) = self.parent(id) else { return };
        let tree = self.tree;
        if let Some(element) = self.get_mut(parent)
            && let Some(at) = element.content.iter().position(|i| i.element() == Some(id))
        {
            let fresh = matches!(element.content.get(at), Some(Item::Fresh(_)));
            element.content.remove(at);
            let blank = |i: &Item| matches!(i, Item::Source(s) if tree.slice(*s).trim().is_empty());
            if !fresh && at > 0 && element.content.get(at - 1).is_some_and(blank) {
                element.content.remove(at - 1);
            }
            // Alone with the white space before its end tag, the element is empty.
            if element.content.iter().all(blank) {
                element.content.clear();
            }
        }
        if let Some(element) = self.get_mut(id) {
            element.parent = None;
        }
    }

    /// Puts an element in the place of another.
    pub fn replace(&mut self, old: Id, new: Id) {
        self.detach(new);
        let Some(parent) = self.parent(old) else { return };
        if let Some(element) = self.get_mut(parent)
            && let Some(item) = element.content.iter_mut().find(|i| i.element() == Some(old))
        {
            *item = match item {
                Item::Fresh(_) => Item::Fresh(new),
                _ => Item::Element(new),
            };
        }
        if let Some(element) = self.get_mut(old) {
            element.parent = None;
        }
        if let Some(element) = self.get_mut(new) {
            element.parent = Some(parent);
        }
    }

    /// Puts a new element around the content of another.
    pub fn wrap(&mut self, id: Id, name: &str) -> Id {
        let inner = self.create(name);
        let content = self.get_mut(id).map(|e| std::mem::take(&mut e.content)).unwrap_or_default();
        for child in content.iter().filter_map(Item::element) {
            if let Some(element) = self.get_mut(child) {
                element.parent = Some(inner);
            }
        }
        if let Some(element) = self.get_mut(inner) {
            element.content = content;
            element.parent = Some(id);
        }
        if let Some(element) = self.get_mut(id) {
            element.content = vec![Item::Element(inner)];
        }
        inner
    }

    /// Takes an element away and leaves its content.
    pub fn unwrap(&mut self, id: Id) {
        let Some(parent) = self.parent(id) else { return };
        let content = self.get_mut(id).map(|e| std::mem::take(&mut e.content)).unwrap_or_default();
        for child in content.iter().filter_map(Item::element) {
            if let Some(element) = self.get_mut(child) {
                element.parent = Some(parent);
            }
        }
        if let Some(element) = self.get_mut(parent)
            && let Some(at) = element.content.iter().position(|i| i.element() == Some(id))
        {
            element.content.splice(at..=at, content);
        }
    }

    /// A copy of an element with all that is in it; it stands nowhere yet.
    pub fn copy(&mut self, id: Id) -> Id {
        let Some(mut element) = self.get(id).cloned() else { return self.create("extra") };
        let copied = Id(self.elements.len() as u32);
        element.parent = None;
        let content = std::mem::take(&mut element.content);
        self.elements.push(element);
        let mut new = Vec::with_capacity(content.len());
        for item in content {
            new.push(match item.element() {
                Some(child) => {
                    let child = self.copy(child);
                    if let Some(element) = self.get_mut(child) {
                        element.parent = Some(copied);
                    }
                    if matches!(item, Item::Fresh(_)) { Item::Fresh(child) } else { Item::Element(child) }
                }
                None => item,
            });
        }
        if let Some(element) = self.get_mut(copied) {
            element.content = new;
        }
        copied
    }

    /// Has it neither elements nor text?
    pub fn is_bare(&self, id: Id) -> bool {
        self.children(id).is_empty() && self.text(id).trim().is_empty()
    }

    /// Is there no markup in it, such as comments?
    pub fn is_plain(&self, id: Id) -> bool {
        let markup = |item: &Item| match item {
            Item::Source(span) => self.tree.slice(*span).contains('<'),
            Item::Text(_) => false,
            _ => true,
        };
        !self.get(id).is_some_and(|e| e.content.iter().any(markup))
    }

    /// All ids of the document, and those that we have given.
    fn ids(&mut self) -> &mut HashSet<String> {
        let tree = self.tree;
        self.ids.get_or_insert_with(|| {
            let elements = tree.nodes().filter(|n| n.is_element());
            elements.filter_map(|n| Some(n.attribute_value("id")?.trim().to_owned())).collect()
        })
    }

    /// An id that nobody has, and that nobody else will get.
    pub fn claim(&mut self, wanted: &str) -> String {
        let base = crate::raise::name::ncname(wanted);
        let base = if base.is_empty() { "id".to_owned() } else { base };
        let ids = self.ids();
        let mut free = base.clone();
        let mut number = 1u32;
        while ids.contains(&free) {
            number += 1;
            free = format!("{base}_{number}");
        }
        ids.insert(free.clone());
        free
    }
}

impl Item {
    pub fn element(&self) -> Option<Id> {
        match self {
            Item::Element(id) | Item::Fresh(id) => Some(*id),
            _ => None,
        }
    }
}

fn finish(elements: &mut [Element<'_>], id: Id, cursor: u32, content: Span) {
    if let Some(element) = elements.get_mut(id.0 as usize)
        && content.end > cursor
    {
        element.content.push(Item::Source(Span::new(cursor, content.end)));
    }
}

/// The character data of a piece of the source that holds no elements.
fn written(text: &str) -> Cow<'_, str> {
    if !text.contains(['<', '&']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (head, tail) = rest.split_at(at);
        out.push_str(&undone(head));
        let (end, data) = match tail {
            t if t.starts_with("<!--") => ("-->", None),
            t if t.starts_with("<![CDATA[") => ("]]>", t.strip_prefix("<![CDATA[")),
            _ => (">", None),
        };
        let Some(close) = tail.find(end) else { return Cow::Owned(out) };
        if let Some(inner) = data.and_then(|d| d.get(..close.saturating_sub("<![CDATA[".len()))) {
            out.push_str(inner);
        }
        rest = tail.get(close + end.len()..).unwrap_or_default();
    }
    out.push_str(&undone(rest));
    Cow::Owned(out)
}
