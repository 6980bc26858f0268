//! The layout of OpenDDL.

use portolan_syntax::ddl::{self, primitive_type};
use portolan_syntax::tree::AttrKind;
use portolan_syntax::{Edit, Node, NodeKind, Tree};

use super::{Pen, columns, is_blank, line_ends};

/// White space of OpenDDL: others, such as a space that does not break lines, belong to a comment that has them.
pub(super) fn is_space(c: char) -> bool {
    u8::try_from(c).is_ok_and(ddl::is_space)
}

fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// The edits that lay out a document.
pub(super) fn edits(tree: &Tree, pen: Pen<'_>) -> Vec<Edit> {
    let mut layout = Ddl { tree, pen };
    let mut depths: Vec<u32> = Vec::new();
    let mut verbatim_to = 0;
    for node in tree.nodes() {
        while depths.last().is_some_and(|end| node.id().0 >= *end) {
            depths.pop();
        }
        if node.id().0 < verbatim_to || !matches!(node.kind(), NodeKind::Element | NodeKind::Document) {
            continue;
        }
        let depth = depths.len().saturating_sub(1);
        if node.is_element() {
            layout.head(node);
        }
        if !layout.body(node, depth) {
            verbatim_to = node.subtree().end;
        }
        depths.push(node.subtree().end);
    }
    layout.pen.edits
}

struct Ddl<'a> {
    tree: &'a Tree,
    pen: Pen<'a>,
}

impl<'a> Ddl<'a> {
    /// Lays out what stands between the braces; `false` when the whole subtree stays as it is.
    fn body(&mut self, node: Node<'a>, depth: usize) -> bool {
        let is_document = !node.is_element();
        let (start, end) = match is_document {
            true => (self.document_start(), self.tree.source().text().len() as u32),
            false => (node.content_span().start, node.content_span().end),
        };
        if !is_document && primitive_type(node.name().full).is_some() {
            self.data(start, end, depth);
            return true;
        }
        if node.children().any(|c| matches!(c.kind(), NodeKind::Unread | NodeKind::Text)) {
            return false;
        }
        let one_line = !is_document && self.fits_one_line(node, depth);
        let inner = if is_document { 0 } else { depth + 1 };
        let (mut from, mut first) = (start, true);
        for child in node.children() {
            let span = child.span();
            match one_line {
                true => self.pen.put(from, span.start, String::new()),
                false => self.pen.gap(from, span.start, inner, first, child.kind() == NodeKind::Comment),
            }
            (from, first) = (span.end, false);
        }
        let last = match (is_document, one_line || first) {
            (true, _) => self.pen.newline.to_owned(),
            (false, true) => String::new(),
            (false, false) => self.pen.line(depth),
        };
        if !(is_document && first) {
            self.pen.put(from, end, last);
        }
        true
    }

    /// `Name {string {"Cube"}}`: a single primitive structure with data of one line.
    fn fits_one_line(&self, node: Node<'a>, depth: usize) -> bool {
        let mut children = node.children();
        let (Some(child), None) = (children.next(), children.next()) else { return false };
        if !child.is_element() || primitive_type(child.name().full).is_none() {
            return false;
        }
        let content = child.content_span();
        // Data of megabytes must not be measured just to learn that it is long.
        if content.len() as usize > self.pen.layout.width * 4 {
            return false;
        }
        let data = trim(self.tree.slice(content));
        let heads = columns(&head_text(self.tree, node)) + columns(&head_text(self.tree, child));
        let length = columns(&self.pen.layout.indent) * depth + heads + columns(data) + 6;
        line_ends(data) == 0 && length <= self.pen.layout.width
    }

    /// Type, size, name and properties with single spaces, and the brace behind them.
    fn head(&mut self, node: Node<'a>) {
        let open = node.open_span();
        let written = self.tree.slice(open);
        if written.contains("//") || written.contains("/*") {
            return;
        }
        let text = format!("{} {{", head_text(self.tree, node));
        self.pen.put(open.start, open.end, text);
    }

    /// Data of one line stands between the braces; data of several lines keeps its lines, indented.
    fn data(&mut self, start: u32, end: u32, depth: usize) {
        let data = self.pen.slice(start, end);
        let trimmed = trim(data);
        let text = if line_ends(trimmed) == 0 && !trimmed.contains("//") {
            trimmed.to_owned()
        } else {
            let mut out = String::with_capacity(data.len() + 64);
            let mut nesting = Nesting::default();
            for line in trimmed.split(['\n', '\r']).map(trim).filter(|l| !l.is_empty()) {
                // A line that closes a sub-array stands as deep as the one that opened it.
                let closing = usize::from(line.starts_with('}') && !nesting.in_comment);
                out.push_str(&self.pen.line(depth + 1 + nesting.braces.saturating_sub(closing)));
                out.push_str(line);
                nesting.pass(line);
            }
            out.push_str(&self.pen.line(depth));
            out
        };
        self.pen.put(start, end, text);
    }

    fn document_start(&self) -> u32 {
        if self.tree.source().text().starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() as u32 } else { 0 }
    }
}

/// How deep in braces a place of some data is.
#[derive(Default)]
struct Nesting {
    braces: usize,
    in_comment: bool,
}

impl Nesting {
    /// Goes on behind a line. Braces in strings, characters and comments do not count.
    fn pass(&mut self, line: &str) {
        let mut bytes = line.bytes().peekable();
        let mut quote = None;
        while let Some(byte) = bytes.next() {
            let next = bytes.peek().copied();
            match (byte, quote) {
                (b'*', _) if self.in_comment && next == Some(b'/') => {
                    self.in_comment = false;
                    bytes.next();
                }
                _ if self.in_comment => {}
                (b'\\', Some(_)) => drop(bytes.next()),
                (b, Some(q)) if b == q => quote = None,
                (_, Some(_)) => {}
                (b'"' | b'\'', None) => quote = Some(byte),
                (b'/', None) if next == Some(b'/') => return,
                (b'/', None) if next == Some(b'*') => {
                    self.in_comment = true;
                    bytes.next();
                }
                (b'{', None) => self.braces += 1,
                (b'}', None) => self.braces = self.braces.saturating_sub(1),
                _ => {}
            }
        }
    }
}

/// The head of a structure without its brace: `float[3]`, `Metric (key = "up")`.
fn head_text(tree: &Tree, node: Node<'_>) -> String {
    let mut out = tree.slice(node.name_span()).to_owned();
    let mut properties: Vec<String> = Vec::new();
    for attribute in node.attributes() {
        match attribute.kind() {
            AttrKind::SubArray => out.push_str(&format!("[{}]", attribute.raw())),
            AttrKind::States => out.push('*'),
            AttrKind::GlobalName | AttrKind::LocalName => out.push_str(&format!(" {}", attribute.raw())),
            _ => {
                let name = attribute.name().full;
                let (span, value) = (attribute.span(), attribute.value_span());
                let quoted = span.end > value.end;
                let start = if quoted { value.start.saturating_sub(1) } else { value.start };
                let written = tree.slice(portolan_syntax::Span::new(start, span.end));
                properties.push(match is_blank(written) {
                    true => name.to_owned(),
                    false => format!("{name} = {}", trim(written)),
                });
            }
        }
    }
    if !properties.is_empty() {
        out.push_str(&format!(" ({})", properties.join(", ")));
    }
    out
}
