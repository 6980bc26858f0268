//! Heads of structures: type, size, name, properties.

use hashbrown::HashMap;

use super::base64::looks_like_base64;
use super::codes;
use super::data::{Layout, size_value};
use super::fault::{Fault, FaultKind};
use super::lexer::{excerpt, identifier_end, is_identifier, is_space, skip_blank, skip_space, word_end};
use super::literal;
use super::parse::Parser;
use super::primitive::{Primitive, is_old_name, is_reserved, primitive_type};
use super::reference::{name_end, reference_end};
use super::string::check_strings;
use crate::tree::{AttrData, AttrKind, NO_END_TAG, NameId, Namespace, SELF_CLOSED};
use crate::{Edit, Finding, NodeId, Span};

/// The parts of a head, in the order in which they must come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Type,
    Size,
    States,
    Name,
    Properties,
}

impl Part {
    const fn noun(self) -> &'static str {
        match self {
            Part::Type => "type",
            Part::Size => "sub-array size",
            Part::States => "`*`",
            Part::Name => "name",
            Part::Properties => "property list",
        }
    }
}

impl<'a> Parser<'a> {
    /// Reads a structure whose type ends at `end`: its head, and its data if it is primitive. A derived structure
    /// stays open.
    pub fn structure(&mut self, end: usize) {
        let start = self.at;
        let name = self.slice(start, end);
        let Some(node) = self.open(start, end) else { return };
        self.at = end;
        let primitive = primitive_type(name);
        self.check_type(name, self.span(start, end), node);
        let mut layout = primitive.map(Layout::flat);
        let mut last = Part::Type;
        let mut head_end = end;
        loop {
            self.inner_space();
            let at = self.at;
            let part = match self.peek() {
                Some(b'{') => break,
                Some(b'[') => Part::Size,
                Some(b'*') if primitive.is_some() => Part::States,
                Some(b'$' | b'%') => Part::Name,
                Some(b'(') => Part::Properties,
                _ => {
                    self.builder.set_open_end(node, head_end as u32);
                    // At the end of the text the structures around it are open as well; that is told as a whole.
                    if !self.is_at_end() || self.builder.depth() == 1 && !self.ended {
                        let message = format!("`{name}` has no body in braces");
                        let span = self.span(start, end);
                        self.add(Finding::new(&codes::MISSING_BODY, span, message).on(node));
                        self.builder.close(head_end as u32, SELF_CLOSED | NO_END_TAG);
                        self.told_at = Some(at);
                        self.at = head_end;
                    } else {
                        self.at = self.bytes.len();
                    }
                    return;
                }
            };
            match part {
                Part::Size => self.size(&mut layout, node),
                Part::States => self.states(&mut layout),
                Part::Name => self.name(node),
                _ => self.properties(node),
            }
            self.check_order(name, primitive, last, part, at, node);
            last = last.max(part);
            head_end = self.at;
        }
        self.at += 1;
        self.builder.set_open_end(node, self.at as u32);
        if let Some(layout) = layout {
            self.data(node, layout);
        }
    }

    fn check_type(&mut self, name: &str, span: Span, node: NodeId) {
        if !is_identifier(name.as_bytes()) {
            let message = format!("`{}` is not an identifier", excerpt(name));
            self.add(
                Finding::new(&codes::INVALID_IDENTIFIER, span, message)
                    .on(node)
                    .help("identifiers consist of letters, digits and `_` and do not begin with a digit"),
            );
        } else if skip_space(self.bytes, self.at).0 >= self.bytes.len() {
            // The text ends here, perhaps in the middle of the identifier.
        } else if is_reserved(name) {
            let message = format!("`{name}` is reserved for data types of later versions of OpenDDL");
            self.add(Finding::new(&codes::RESERVED_IDENTIFIER, span, message).on(node));
        } else if is_old_name(name)
            && let Some(primitive) = primitive_type(name)
        {
            let new = primitive.long_name();
            let message = format!("`{name}` is the OpenDDL 1 name of `{new}`");
            self.add(
                Finding::new(&codes::OLD_TYPE_NAME, span, message)
                    .on(node)
                    .fix(format!("write `{new}`"), vec![Edit::replace(span, new)]),
            );
        }
    }

    fn check_order(
        &mut self,
        name: &str,
        primitive: Option<Primitive>,
        last: Part,
        part: Part,
        at: usize,
        node: NodeId,
    ) {
        let span = self.span(at, at + 1);
        let noun = part.noun();
        let finding = match (part, primitive) {
            (Part::Properties, Some(_)) => {
                let message = format!("the primitive structure `{name}` has properties");
                Finding::new(&codes::PROPERTIES_ON_PRIMITIVE, span, message)
            }
            (Part::Size, None) => {
                let message = format!("the derived structure `{}` has a sub-array size", excerpt(name));
                Finding::new(&codes::MISPLACED_PART, span, message).help("only primitive structures have one")
            }
            (Part::States, _) if last == Part::Type => {
                Finding::new(&codes::MISPLACED_PART, span, "there is a `*` without a sub-array size")
            }
            _ if part == last => {
                Finding::new(&codes::MISPLACED_PART, span, format!("`{}` has a second {noun}", excerpt(name)))
            }
            _ if part < last => {
                let message = format!("the {noun} of `{}` comes after its {}", excerpt(name), last.noun());
                Finding::new(&codes::MISPLACED_PART, span, message)
                    .help("the order is type, size, `*`, name, properties, body")
            }
            _ => return,
        };
        self.add(finding.on(node));
    }

    /// `[size]`.
    fn size(&mut self, layout: &mut Option<Layout>, node: NodeId) {
        let start = self.at;
        self.at += 1;
        self.inner_space();
        let first = self.at;
        while let Some(b) = self.peek()
            && !is_space(b)
            && !b"]{}()$%,/*".contains(&b)
        {
            self.at += 1;
        }
        let value = self.span(first, self.at);
        let written = self.slice(first, self.at);
        self.inner_space();
        let closed = self.peek() == Some(b']');
        if closed {
            self.at += 1;
        }
        let size = size_value(written);
        if let Some(layout) = layout {
            layout.sub_array = Some(size.unwrap_or(0));
        }
        self.builder.add_attribute(start as u32, NameId::NONE, value, AttrKind::SubArray, false);
        let message = match (size, closed, written) {
            (Some(_), true, _) => return,
            // The text ends in the middle of the size.
            _ if !closed && self.peek().is_none() => return,
            (Some(_), false, _) => "the `]` after the sub-array size is missing".to_owned(),
            (None, _, "") => "the sub-array size in the brackets is missing".to_owned(),
            (None, ..) => format!("the sub-array size `{}` is not a positive integer", excerpt(written)),
        };
        self.add(Finding::new(&codes::BAD_SIZE, self.span(start, self.at), message).on(node));
    }

    /// `*`.
    fn states(&mut self, layout: &mut Option<Layout>) {
        let span = self.span(self.at, self.at + 1);
        self.at += 1;
        if let Some(layout) = layout {
            layout.states = true;
        }
        self.builder.add_attribute(span.start, NameId::NONE, span, AttrKind::States, false);
    }

    /// `$name` or `%name`.
    fn name(&mut self, node: NodeId) {
        let start = self.at;
        let global = self.peek() == Some(b'$');
        let kind = if global { AttrKind::GlobalName } else { AttrKind::LocalName };
        let mut word = word_end(self.bytes, start + 1);
        let end = name_end(self.bytes, start).filter(|&end| end == word);
        if word == start + 1 {
            // `$ name`: most probably one name.
            word = word.max(identifier_end(self.bytes, skip_blank(self.bytes, word)));
            word -= self.slice(start, word).len() - self.slice(start, word).trim_end().len();
        }
        self.at = word;
        let span = self.span(start, self.at);
        self.builder.add_attribute(span.start, NameId::NONE, span, kind, false);
        let text = self.slice(start, self.at);
        if end.is_none() {
            if self.peek().is_none() {
                // The text ends in the middle of the name.
                return;
            }
            let message = format!("`{}` is not a name", excerpt(text));
            self.add(
                Finding::new(&codes::MALFORMED_NAME, span, message)
                    .on(node)
                    .help("a name is `$` or `%` followed directly by an identifier"),
            );
            return;
        }
        let before = if global {
            self.globals.insert(text, span)
        } else {
            let open = self.builder.open_nodes();
            let parent = open.len().checked_sub(2).and_then(|i| open.get(i)).copied().unwrap_or(NodeId::DOCUMENT);
            self.locals.insert((parent, text), span)
        };
        if let Some(before) = before {
            let scope = if global { "in this file" } else { "among its siblings" };
            let message = format!("the name `{text}` is not unique {scope}");
            self.add(Finding::new(&codes::DUPLICATE_NAME, span, message).on(node).see(before, "first given here"));
        }
    }

    /// `(identifier = value, …)`.
    fn properties(&mut self, node: NodeId) {
        let open = self.at;
        self.at += 1;
        let mut seen: HashMap<NameId, Span, foldhash::fast::RandomState> = HashMap::default();
        let mut comma = None;
        loop {
            self.inner_space();
            match self.peek() {
                Some(b')') => {
                    if let Some(comma) = comma {
                        self.malformed(comma, comma + 1, "a property is missing after this comma", node);
                    }
                    self.at += 1;
                    return;
                }
                Some(b',') => {
                    let at = self.at;
                    self.malformed(at, at + 1, "a property is missing before this comma", node);
                    self.at += 1;
                    comma = None;
                    continue;
                }
                // The text ends here; that is told as a whole.
                None => return,
                Some(b'{' | b'}') => {
                    self.malformed(open, open + 1, "the property list has no closing `)`", node);
                    return;
                }
                Some(_) => self.property(&mut seen, node),
            }
            self.inner_space();
            comma = None;
            match self.peek() {
                Some(b',') => {
                    comma = Some(self.at);
                    self.at += 1;
                }
                Some(b')' | b'{' | b'}') | None => {}
                Some(_) => {
                    let at = self.at;
                    let end = identifier_end(self.bytes, at).max(at);
                    self.malformed(at, end, "a comma is missing between properties", node);
                }
            }
        }
    }

    fn malformed(&mut self, start: usize, end: usize, message: impl Into<String>, node: NodeId) {
        self.add(Finding::new(&codes::MALFORMED_PROPERTIES, self.span(start, end), message).on(node));
    }

    fn property(&mut self, seen: &mut HashMap<NameId, Span, foldhash::fast::RandomState>, node: NodeId) {
        let start = self.at;
        let end = word_end(self.bytes, start);
        let word = self.slice(start, end);
        if !is_identifier(word.as_bytes()) {
            let end = match self.peek() {
                Some(b'"') => check_strings(self.bytes, start, b')').map_or_else(|bad| bad.end, |(end, _)| end),
                Some(b'=') => start,
                _ => self.value_end(start).max(start + 1),
            };
            if end == start {
                self.malformed(start, start + 1, "a property name is missing before `=`", node);
            } else {
                let message = format!("`{}` is not a property", excerpt(self.slice(start, end)));
                self.malformed(start, end, message, node);
            }
            self.at = end;
            // What the impossible property is set to is part of the same mistake.
            let equals = skip_space(self.bytes, end).0;
            if self.bytes.get(equals) == Some(&b'=') {
                self.at = skip_space(self.bytes, equals + 1).0;
                self.at = match self.peek() {
                    Some(b'"') => check_strings(self.bytes, self.at, b')').map_or_else(|bad| bad.end, |(end, _)| end),
                    _ => self.value_end(self.at),
                };
            }
            return;
        }
        self.at = end;
        let span = self.span(start, end);
        let (name, _) = self.builder.name(self.text, span, span.start, Namespace::NONE);
        if let Some(before) = seen.insert(name, span) {
            let message = format!("the property `{word}` is given more than once");
            self.add(
                Finding::new(&codes::REPEATED_PROPERTY, before, message)
                    .on(node)
                    .help("only the last one is used")
                    .see(span, "given again here"),
            );
        }
        let equals = skip_space(self.bytes, end).0;
        if self.bytes.get(equals) != Some(&b'=') {
            // `visible` alone is `visible = true`.
            self.attribute(span, name, Span::at(span.end), false, false);
            return;
        }
        self.at = equals + 1;
        self.inner_space();
        self.value(span, name, node);
    }

    fn attribute(&mut self, property: Span, name: NameId, value: Span, quoted: bool, needs_decoding: bool) {
        self.builder.attribute(AttrData {
            start: property.start,
            name,
            value_start: value.start,
            value_end: value.end,
            kind: AttrKind::Plain,
            needs_decoding,
            quoted,
        });
    }

    /// The value of a property; which type it must have is not known here.
    fn value(&mut self, property: Span, name: NameId, node: NodeId) {
        let start = self.at;
        if self.peek() == Some(b'"') {
            let (end, quoted) = match check_strings(self.bytes, start, b')') {
                Ok((end, count)) => (end, count == 1),
                Err(bad) => {
                    let layout = Layout::flat(Primitive::String);
                    // Where the text ends in a literal, the end of the text is what is wrong.
                    if bad.kind != FaultKind::UnclosedQuote || bad.end < self.bytes.len() {
                        let fault = Fault::new(bad.kind, bad.start, bad.stop);
                        self.add(fault.finding(self.text, layout).on(node));
                    }
                    (bad.end, bad.kind != FaultKind::UnclosedQuote && self.is_one_literal(start, bad.end))
                }
            };
            self.at = end;
            let inset = usize::from(quoted);
            let value = self.span(start + inset, end - inset);
            let escapes = self.slice(start, end).contains('\\');
            self.attribute(property, name, value, quoted, escapes || !quoted);
            return;
        }
        let end = self.value_end(start);
        let value = self.span(start, end);
        self.at = end;
        let written = self.slice(start, end);
        self.attribute(property, name, value, false, false);
        if written.is_empty() && self.peek().is_some() {
            let property = self.slice(property.range().start, property.range().end);
            self.malformed(start, start, format!("`{property}` has no value after `=`"), node);
        } else if !is_literal(written) {
            let message = format!("`{}` is not a value", excerpt(written));
            self.malformed(start, end, message, node);
        }
    }

    fn is_one_literal(&self, start: usize, end: usize) -> bool {
        let text = self.slice(start, end);
        text.len() >= 2 && text.ends_with('"') && self.bytes.get(start) == Some(&b'"')
    }

    /// The end of a value that is no string. Base64 data may have white space in it and `=` behind it.
    fn value_end(&self, start: usize) -> usize {
        if self.bytes.get(start) == Some(&b'\'')
            || matches!(self.bytes.get(start..start + 2), Some([b'+' | b'-', b'\'']))
        {
            let quote = start + usize::from(self.bytes.get(start) != Some(&b'\''));
            return super::lexer::quoted_end(self.bytes, quote, b')').0;
        }
        let mut end = self.value_word_end(start);
        let is_data = |from: usize, to: usize| looks_like_base64(self.bytes.get(from..to).unwrap_or_default());
        if end == start || !is_data(start, end) {
            return end;
        }
        loop {
            let next = skip_space(self.bytes, end).0;
            let word = self.value_word_end(next);
            let behind = self.bytes.get(skip_space(self.bytes, word).0);
            // In front of `=` stands the next property, and a comma is missing.
            if word == next || !is_data(next, word) || behind == Some(&b'=') {
                return end;
            }
            end = word;
        }
    }

    fn value_word_end(&self, start: usize) -> usize {
        let mut end = start;
        while let Some(&b) = self.bytes.get(end) {
            let padding = b == b'=' && end > start && self.is_padding(end);
            if is_space(b)
                || b"{}(),\"'".contains(&b)
                || b == b'=' && !padding
                || super::lexer::comment_starts(self.bytes, end)
            {
                break;
            }
            end += 1;
        }
        end
    }

    /// Is this `=` at the end of Base64 data?
    fn is_padding(&self, at: usize) -> bool {
        let end = at + 1 + usize::from(self.bytes.get(at + 1) == Some(&b'='));
        matches!(self.bytes.get(skip_space(self.bytes, end).0), Some(b',' | b')'))
    }
}

/// Can it be the value of a property of some type? Whether Base64 data has a possible length is left to whoever knows
/// that it is meant as such.
pub fn is_literal(text: &str) -> bool {
    let bytes = text.as_bytes();
    looks_like_base64(bytes)
        || reference_end(bytes, 0) == Some(bytes.len())
        || literal::integer(text, Primitive::Bool).is_ok_or_range()
        || literal::float(text, Primitive::Float64).is_ok_or_range()
        || primitive_type(text).is_some()
}

trait OkOrRange {
    fn is_ok_or_range(&self) -> bool;
}

impl<T> OkOrRange for Result<T, FaultKind> {
    /// Is the notation right, whatever the number?
    fn is_ok_or_range(&self) -> bool {
        matches!(self, Ok(_) | Err(FaultKind::OutOfRange))
    }
}
