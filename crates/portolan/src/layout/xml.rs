//! The layout of XML.

use portolan_format::Document;
use portolan_schema::bind::Bind;
use portolan_schema::{Content, Value};
use portolan_syntax::{Edit, Node, NodeKind};

use super::{Pen, columns, is_blank, line_ends};

/// The edits that lay out a document.
pub(super) fn edits(document: &Document, pen: Pen<'_>) -> Vec<Edit> {
    let mut layout = Xml { document, pen };
    let mut depths: Vec<u32> = Vec::new();
    let mut verbatim_to = 0;
    for node in document.tree.nodes() {
        while depths.last().is_some_and(|end| node.id().0 >= *end) {
            depths.pop();
        }
        if node.id().0 < verbatim_to || !matches!(node.kind(), NodeKind::Element | NodeKind::Document) {
            continue;
        }
        let depth = depths.len().saturating_sub(1);
        if node.is_element() {
            layout.start_tag(node, depth);
        }
        if !layout.content(node, depth) {
            verbatim_to = node.subtree().end;
        }
        depths.push(node.subtree().end);
    }
    layout.pen.edits
}

/// What is known of an element's content.
#[derive(PartialEq, Clone, Copy)]
enum Kind {
    /// Elements only: white space means nothing.
    Elements,
    /// A value: white space may be part of it.
    Text,
    /// A list of items separated by white space.
    List,
    /// Not known to the format.
    Free,
}

struct Xml<'a> {
    document: &'a Document,
    pen: Pen<'a>,
}

impl<'a> Xml<'a> {
    fn kind(&self, node: Node<'_>) -> Kind {
        let bound = &self.document.bound;
        if node.kind() == NodeKind::Document {
            return Kind::Elements;
        }
        match bound.bind(node.id()) {
            Bind::Type(_) => match bound.ty(node.id()).map(|t| &t.content) {
                Some(Content::Text(text)) => match bound.schema.value(text.value) {
                    Value::List { .. } => Kind::List,
                    _ => Kind::Text,
                },
                Some(Content::Any) | None => Kind::Free,
                Some(_) => Kind::Elements,
            },
            _ => Kind::Free,
        }
    }

    /// Lays out what stands between the tags; `false` when the whole subtree stays as it is.
    fn content(&mut self, node: Node<'a>, depth: usize) -> bool {
        if node.is_self_closed() {
            return true;
        }
        let kind = self.kind(node);
        let content = node.content_span();
        if node.attributes().any(|a| a.name().full == "xml:space" && a.value() == "preserve") {
            return false;
        }
        let mut children = node.children().peekable();
        if children.peek().is_none() {
            // The gap may still hold an entity that expands to nothing.
            if kind == Kind::Elements && is_blank(self.document.tree.slice(content)) && node.is_element() {
                self.pen.put(content.start, content.end, String::new());
            }
            return true;
        }
        if node.text_nodes().next().is_some() {
            if kind == Kind::List {
                self.list(node, depth);
            }
            return false;
        }
        if matches!(kind, Kind::Text | Kind::List) || !self.has_plain_gaps(node, kind) {
            return false;
        }
        let is_document = !node.is_element();
        let inner = if is_document { 0 } else { depth + 1 };
        let mut from = if is_document { self.document_start() } else { content.start };
        let mut first = true;
        for child in children {
            let span = child.span();
            let comment = child.kind() == NodeKind::Comment;
            self.pen.gap(from, span.start, inner, first, comment);
            (from, first) = (span.end, false);
        }
        let end = if is_document { self.document.tree.source().text().len() as u32 } else { content.end };
        let last = if is_document { self.pen.newline.to_owned() } else { self.pen.line(depth) };
        self.pen.put(from, end, last);
        true
    }

    /// Is there nothing but white space between the children, and is it certain that it means nothing?
    fn has_plain_gaps(&self, node: Node<'_>, kind: Kind) -> bool {
        let text = self.document.tree.source().text();
        let is_document = !node.is_element();
        let mut from = if is_document { self.document_start() } else { node.content_span().start };
        let end = if is_document { text.len() as u32 } else { node.content_span().end };
        let plain = |from: u32, to: u32| {
            let gap = text.get(from as usize..to as usize);
            // In free content only white space that looks like layout is taken for layout.
            gap.is_some_and(|gap| is_blank(gap) && (kind != Kind::Free || line_ends(gap) > 0))
        };
        for child in node.children() {
            if child.kind() == NodeKind::Unread || !plain(from, child.span().start) {
                return false;
            }
            from = child.span().end;
        }
        plain(from, end)
    }

    fn document_start(&self) -> u32 {
        if self.document.tree.source().text().starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() as u32 } else { 0 }
    }

    /// One space between attributes, or each on its own line when the tag is too long.
    fn start_tag(&mut self, node: Node<'a>, depth: usize) {
        let open = node.open_span();
        let close = if node.is_self_closed() { "/>" } else { ">" };
        let mut pieces: Vec<(u32, u32, String)> = Vec::new();
        for attribute in node.attributes() {
            let (span, value) = (attribute.span(), attribute.value_span());
            let quoted = self.pen.slice(value.start.saturating_sub(1), value.end + 1);
            pieces.push((span.start, span.end, format!("{}={quoted}", attribute.name().full)));
        }
        let name = node.name_span();
        let length = columns(&self.pen.layout.indent) * depth
            + (name.len() as usize + 1 + close.len())
            + pieces.iter().map(|p| columns(&p.2) + 1).sum::<usize>();
        let between = match length > self.pen.layout.width && pieces.len() > 1 {
            true => self.pen.line(depth + 2),
            false => " ".to_owned(),
        };
        let mut from = name.end;
        for (start, end, text) in pieces {
            self.pen.put(from, start, between.clone());
            self.pen.put(start, end, text);
            from = end;
        }
        self.pen.put(from, open.end, close.to_owned());
        // The end tag may hold white space behind its name.
        if !node.is_self_closed() {
            let end_tag = node.content_span().end;
            self.pen.put(end_tag, node.span().end, format!("</{}>", node.name().full));
        }
    }

    /// Puts the items of a list into lines, if that is asked for.
    fn list(&mut self, node: Node<'a>, depth: usize) {
        let Some(width) = self.pen.layout.wrap else { return };
        let mut children = node.children();
        let (Some(text), None) = (children.next(), children.next()) else { return };
        if !text.is_verbatim() {
            return;
        }
        let content = node.content_span();
        let written = self.document.tree.slice(text.span());
        let indent = columns(&self.pen.layout.indent);
        let tags = node.open_span().len() as usize + node.name().full.len() + 3;
        let total: usize = written.split_ascii_whitespace().map(|w| columns(w) + 1).sum();
        if indent * depth + tags + total <= width {
            let words: Vec<&str> = written.split_ascii_whitespace().collect();
            self.pen.put(content.start, content.end, words.join(" "));
            return;
        }
        let break_line = self.pen.line(depth + 1);
        let room = width.saturating_sub(indent * (depth + 1)).max(20);
        let mut out = String::with_capacity(written.len() + written.len() / 8);
        let mut used = usize::MAX;
        for word in written.split_ascii_whitespace() {
            let length = columns(word);
            if used.saturating_add(1 + length) > room {
                out.push_str(&break_line);
                used = length;
            } else {
                out.push(' ');
                used += 1 + length;
            }
            out.push_str(word);
        }
        out.push_str(&self.pen.line(depth));
        self.pen.put(content.start, content.end, out);
    }
}
