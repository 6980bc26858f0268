//! A draft as edits of its source.

use portolan_syntax::xml::escape::in_attribute;
use portolan_syntax::{Edit, Node, Span};

use super::draft::{Attribute, Draft, Element, Id, Item};

/// How a document is laid out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Style {
    /// Its line ends; empty if it has no lines.
    newline: &'static str,
    /// What a level is moved in by.
    unit: String,
}

impl Style {
    /// That of a document, as seen from the first lines of its root.
    pub fn of(root: Node<'_>) -> Style {
        let tree = root.tree();
        let gap = |node: Node<'_>, from: u32| {
            let before = tree.slice(Span::new(from.min(node.span().start), node.span().start));
            before.rfind('\n').and_then(|at| before.get(at + 1..)).filter(|g| g.chars().all(char::is_whitespace))
        };
        let Some(first) = root.elements().next() else { return Style { newline: "\n", unit: "  ".into() } };
        let head = tree.slice(Span::new(root.open_span().start, first.span().start));
        let newline = match head.find('\n') {
            Some(at) if head.get(..at).is_some_and(|h| h.ends_with('\r')) => "\r\n",
            Some(_) => "\n",
            None => return Style { newline: "", unit: String::new() },
        };
        let own = gap(first, root.open_span().end);
        let deeper = first.elements().next().and_then(|c| gap(c, first.open_span().end));
        let unit = match (own, deeper) {
            (Some(own), Some(deeper)) => deeper.strip_prefix(own).unwrap_or(own),
            (Some(own), None) => own,
            _ => "",
        };
        Style { newline, unit: unit.to_owned() }
    }
}

/// What is printed: text of the source, or new text.
enum Piece {
    Source(Span),
    New(String),
}

struct Printer<'d, 't> {
    draft: &'d Draft<'t>,
    pieces: Vec<Piece>,
}

/// The changes of a draft.
pub(super) fn edits(draft: &Draft<'_>) -> Vec<Edit> {
    let Some(root) = draft.origin(draft.root) else { return Vec::new() };
    let mut printer = Printer { draft, pieces: Vec::new() };
    printer.element(draft.root, "");
    let span = root.span();
    let mut edits = Vec::new();
    let mut at = span.start;
    let mut fresh = String::new();
    let flush = |from: u32, to: u32, text: &mut String, edits: &mut Vec<Edit>| {
        if to > from || !text.is_empty() {
            let same = draft.tree.slice(Span::new(from, to)) == text.as_str();
            let text = std::mem::take(text);
            if !same {
                edits.push(Edit::replace(Span::new(from, to), text));
            }
        }
    };
    for piece in printer.pieces {
        match piece {
            Piece::Source(piece) if piece.start >= at && piece.end <= span.end => {
                flush(at, piece.start, &mut fresh, &mut edits);
                at = piece.end;
            }
            // It was moved up in the document.
            Piece::Source(piece) => fresh.push_str(draft.tree.slice(piece)),
            Piece::New(text) => fresh.push_str(&text),
        }
    }
    flush(at, span.end, &mut fresh, &mut edits);
    edits
}

/// Is an element printed as it stands in the source?
pub(super) fn is_untouched(draft: &Draft<'_>, id: Id) -> bool {
    let Some(node) = draft.origin(id) else { return false };
    let mut printer = Printer { draft, pieces: Vec::new() };
    printer.element(id, "");
    let mut at = node.span().start;
    for piece in printer.pieces {
        match piece {
            Piece::Source(span) if span.start == at => at = span.end,
            _ => return false,
        }
    }
    at == node.span().end
}

impl<'d, 't> Printer<'d, 't> {
    fn new_text(&mut self, text: impl Into<String>) {
        let text: String = text.into();
        if !text.is_empty() {
            self.pieces.push(Piece::New(text));
        }
    }

    fn source(&mut self, span: Span) {
        if !span.is_empty() {
            self.pieces.push(Piece::Source(span));
        }
    }

    fn qualified(&self, element: &Element<'t>) -> String {
        match element.origin {
            Some(node) if !node.name().prefix.is_empty() => format!("{}:{}", node.name().prefix, element.name),
            Some(node) if !element.renamed => node.name().full.to_owned(),
            _ => format!("{}{}", self.draft.prefix, element.name),
        }
    }

    /// Prints an element; `margin` is the white space its line begins with.
    fn element(&mut self, id: Id, margin: &str) {
        let draft = self.draft;
        let Some(element) = draft.get(id) else { return };
        let name = self.qualified(element);
        let is_empty = element.content.is_empty();
        // What has lost its content needs no end tag any more.
        let was_closed = element.origin.is_none_or(|n| n.is_self_closed() || !n.content_span().is_empty());
        self.open_tag(element, &name, is_empty && was_closed);
        let mut last_is_element = false;
        let mut line: Option<String> = None;
        for item in &element.content {
            match item {
                Item::Source(span) => {
                    let text = draft.tree.slice(*span);
                    if let Some(at) = text.rfind('\n') {
                        let rest = text.get(at + 1..).unwrap_or_default();
                        line = rest.chars().all(char::is_whitespace).then(|| rest.to_owned());
                    }
                    self.source(*span);
                    last_is_element = false;
                }
                Item::Text(text) => {
                    self.new_text(text.clone());
                    last_is_element = false;
                }
                Item::Element(child) => {
                    let inner = line.clone().unwrap_or_else(|| format!("{margin}{}", draft.style.unit));
                    self.element(*child, &inner);
                    last_is_element = false;
                }
                Item::Fresh(child) => {
                    let inner = self.inner_margin(element, margin);
                    self.new_text(format!("{}{inner}", draft.style.newline));
                    self.element(*child, &inner);
                    last_is_element = true;
                }
            }
        }
        if last_is_element {
            self.new_text(format!("{}{margin}", draft.style.newline));
        }
        if is_empty && was_closed {
            return;
        }
        match element.origin {
            Some(node) if !node.is_closed() && !node.is_self_closed() => {}
            Some(node) if !element.renamed && !node.is_self_closed() => {
                self.source(Span::new(node.content_span().end, node.span().end));
            }
            _ => self.new_text(format!("</{name}>")),
        }
    }

    /// The white space that lines of the children begin with.
    fn inner_margin(&self, element: &Element<'t>, margin: &str) -> String {
        let style = &self.draft.style;
        if style.newline.is_empty() {
            return String::new();
        }
        let mut content = element.content.iter().peekable();
        while let Some(item) = content.next() {
            if let (Item::Source(span), Some(Item::Element(_))) = (item, content.peek()) {
                let text = self.draft.tree.slice(*span);
                if let Some(rest) = text.rfind('\n').and_then(|at| text.get(at + 1..))
                    && rest.chars().all(char::is_whitespace)
                {
                    return rest.to_owned();
                }
            }
        }
        format!("{margin}{}", style.unit)
    }

    fn open_tag(&mut self, element: &Element<'t>, name: &str, closed: bool) {
        let source = element.origin.map(|n| (n, n.open_span()));
        let Some((node, open)) = source else {
            self.new_text(format!("<{name}"));
            for attribute in element.attributes.iter().flatten() {
                self.attribute(attribute);
            }
            self.new_text(if closed { "/>" } else { ">" });
            return;
        };
        let reshaped = node.is_self_closed() != closed;
        if element.attributes.is_none() && !element.renamed && !reshaped {
            self.source(open);
            return;
        }
        if element.renamed {
            self.source(Span::new(open.start, open.start + 1));
            self.new_text(name);
        } else {
            self.source(Span::new(open.start, node.name_span().end));
        }
        let last = node.attributes().map(|a| a.span().end).max().unwrap_or(node.name_span().end);
        match &element.attributes {
            Some(list) => list.iter().for_each(|a| self.attribute(a)),
            None => self.source(Span::new(node.name_span().end, last)),
        }
        let tail = Span::new(last, open.end);
        if reshaped {
            self.new_text(if closed { "/>" } else { ">" });
        } else {
            self.source(tail);
        }
    }

    fn attribute(&mut self, attribute: &Attribute) {
        match attribute.source {
            Some(span) => self.source(span),
            None => self.new_text(format!(" {}=\"{}\"", attribute.name, in_attribute(&attribute.value, &['"']))),
        }
    }
}
