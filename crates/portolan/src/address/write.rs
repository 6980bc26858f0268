//! New values as text edits of exactly the words concerned.

use portolan_format::address::Holder;
use portolan_schema::{Attribute, Value, ValueId, value};
use portolan_syntax::ddl::{self, Primitive, Property, Reference, Run, literal};
use portolan_syntax::encoding::Encoding;
use portolan_syntax::xml::escape::{in_attribute, in_text};
use portolan_syntax::{Attr, Edit, Node, NodeKind, Source, Span, Syntax, edit};

use super::{Refusal, Target, Why};

/// A document with a new value in it.
#[derive(Clone, Debug)]
pub struct Change {
    /// What is replaced.
    pub edits: Vec<Edit>,
    /// The whole document, in its own encoding.
    pub bytes: Vec<u8>,
    /// The lines that change: number, before, afterwards. An edit over several lines counts as one line.
    pub lines: Vec<(u32, String, String)>,
}

impl Change {
    fn new(source: &Source, edits: Vec<Edit>) -> Change {
        let (bytes, _) = edit::apply(source, &edits);
        let mut lines: Vec<(u32, String, String)> = Vec::new();
        let mut rest = edits.as_slice();
        while let Some(first) = rest.first() {
            let start = source.line_span(first.span.start).start;
            let mut end = source.line_span(first.span.end).end;
            let mut after = String::new();
            let (mut at, mut taken) = (start, 0);
            for edit in rest {
                if edit.span.start > end {
                    break;
                }
                after.push_str(source.slice(Span::new(at, edit.span.start)));
                after.push_str(&edit.text);
                at = edit.span.end;
                if edit.span.end > end {
                    end = source.line_span(edit.span.end).end;
                }
                taken += 1;
            }
            after.push_str(source.slice(Span::new(at, end)));
            lines.push((source.place(start).line, source.slice(Span::new(start, end)).to_owned(), after));
            rest = rest.get(taken.max(1)..).unwrap_or_default();
        }
        Change { edits, bytes, lines }
    }
}

impl<'a> Target<'a> {
    /// Replaces the value, if the new one matches the type in the schema.
    ///
    /// A list of the same length is replaced word by word, so that its layout is kept. References to an element whose
    /// id changes are updated.
    pub fn set(&self, new: &str) -> Result<Change, Refusal> {
        let source = self.node.tree().source();
        let mut edits = match &self.holder {
            Holder::Data(run, _) => self.set_data(*run, new)?,
            Holder::Attribute(attr) if self.node.tree().syntax() == Syntax::Ddl => self.set_property(*attr, new)?,
            Holder::Absent(_) if self.node.tree().syntax() == Syntax::Ddl => self.add_property(new)?,
            Holder::Absent(_) => self.add_attribute(new)?,
            Holder::Text(_) | Holder::Attribute(_) => self.set_words(new)?,
        };
        let is_id = self.ty.is_some_and(|ty| matches!(self.document.bound.schema.value(ty), Value::Id));
        if let (Holder::Attribute(attribute), true) = (&self.holder, is_id) {
            edits.extend(self.renamed(&attribute.value(), new)?);
        }
        edits.retain(|edit| source.slice(edit.span) != edit.text);
        edits.sort_by_key(|edit| edit.span.start);
        if edits.iter().any(|edit| edit.span.end as usize > source.text().len()) {
            return Err(self.fixed("it is inside an entity"));
        }
        let named = matches!(source.encoding(), Encoding::Named(_)) && self.node.tree().syntax() == Syntax::Ddl;
        if named && edits.iter().any(|edit| !edit.text.is_ascii()) {
            return Err(self.fixed("the encoding of the document may not support these characters"));
        }
        Ok(Change::new(source, edits))
    }

    fn fixed(&self, why: &str) -> Refusal {
        Refusal::new(Why::Fixed, format!("the value cannot be edited in place: {why}")).at(self.node)
    }

    fn unfit(&self, message: String) -> Refusal {
        Refusal::new(Why::Unfit, message).at(self.node)
    }

    /// Holds a text against a value type.
    fn fits(&self, ty: Option<ValueId>, text: &str) -> Result<(), Refusal> {
        let Some(ty) = ty else { return Ok(()) };
        let bound = &self.document.bound;
        match value::check(bound.schema, bound.version, ty, text).faults.into_iter().next() {
            Some(fault) => Err(self.unfit(fault.message)),
            None => Ok(()),
        }
    }

    fn set_words(&self, new: &str) -> Result<Vec<Edit>, Refusal> {
        let new = new.trim();
        if let Some(c) = new.chars().find(|c| !portolan_syntax::xml::chars::is_char(*c)) {
            return Err(self.unfit(format!("XML cannot hold the character U+{:04X}", u32::from(c))));
        }
        let cdata = |node: &Node<'_>| node.text_nodes().any(|piece| piece.kind() == NodeKind::CData);
        if new.contains(['<', '>', '&']) && matches!(&self.holder, Holder::Text(node) if cdata(node)) {
            return Err(self.fixed("it is inside a CDATA section"));
        }
        let words: Vec<&str> = new.split_ascii_whitespace().collect();
        if let Some(selected) = &self.selected {
            if words.len() != selected.len() {
                let items = if selected.len() == 1 { "one value" } else { "values" };
                let message = format!("{} {items} expected, but {} given", selected.len(), words.len());
                return Err(self.unfit(message));
            }
            words.iter().try_for_each(|word| self.fits(self.item(), word))?;
            let spans = self.word_spans().ok_or_else(|| self.fixed("it is split by comments or references"))?;
            return Ok(self
                .of_selected(spans.into_iter())
                .zip(words)
                .map(|(span, word)| self.replace(span, word))
                .collect());
        }
        self.fits(self.ty, new)?;
        if (self.is_list() || words.len() == 1)
            && let Some(spans) = self.word_spans().filter(|spans| spans.len() == words.len())
        {
            return Ok(spans.into_iter().zip(words).map(|(span, word)| self.replace(span, word)).collect());
        }
        self.replace_all(new).map(|edit| vec![edit])
    }

    fn replace(&self, span: Span, text: &str) -> Edit {
        let escaped = match &self.holder {
            Holder::Attribute(attr) => in_attribute(text, &[quote(self.node, *attr)]),
            _ => in_text(text),
        };
        Edit::replace(span, escaped)
    }

    fn replace_all(&self, new: &str) -> Result<Edit, Refusal> {
        let node = match &self.holder {
            Holder::Attribute(attr) => return Ok(self.replace(attr.value_span(), new)),
            Holder::Text(node) => *node,
            _ => return Err(self.fixed("it is not text")),
        };
        let tree = node.tree();
        let mut children = node.children();
        match (children.next(), children.next()) {
            (None, _) if node.is_self_closed() => {
                let open = node.open_span();
                let slash = tree.slice(open).rfind('/').map_or(open.end, |at| open.start + at as u32);
                let before = tree.slice(Span::new(open.start, slash)).trim_end().len() as u32;
                let text = format!(">{}</{}>", in_text(new), node.name().full);
                Ok(Edit::replace(Span::new(open.start + before, open.end), text))
            }
            (None, _) if node.is_closed() => Ok(self.replace(node.content_span(), new)),
            (Some(only), None) if only.kind() == NodeKind::Text => {
                let text = tree.slice(only.span());
                let start = only.span().start + (text.len() - text.trim_start().len()) as u32;
                Ok(self.replace(Span::new(start, start + text.trim().len() as u32), new))
            }
            _ => Err(self.fixed("it is split by comments, CDATA sections or elements")),
        }
    }

    /// Where each word of a text or attribute stands; nothing if one is not written as it is meant.
    pub(super) fn word_spans(&self) -> Option<Vec<Span>> {
        const CDATA: usize = "<![CDATA[".len();
        let place = |start: usize, word: std::ops::Range<usize>| {
            Span::new((start + word.start) as u32, (start + word.end) as u32)
        };
        let tree = self.node.tree();
        let mut spans: Vec<Span> = Vec::new();
        let mut pieces = 0;
        match &self.holder {
            Holder::Attribute(attr) => {
                let start = attr.value_span().start as usize;
                spans.extend(value::words(attr.raw()).map(|w| place(start, w)).take_while(|_| attr.is_verbatim()));
                return attr.is_verbatim().then_some(spans);
            }
            Holder::Text(node) => {
                for piece in node.text_nodes() {
                    let span = piece.span();
                    let (start, text) = match piece.kind() {
                        NodeKind::CData => {
                            let inner = tree.slice(span).strip_suffix("]]>").and_then(|t| t.get(CDATA..))?;
                            (span.start as usize + CDATA, inner)
                        }
                        _ if piece.is_verbatim() => (span.start as usize, tree.slice(span)),
                        _ => return None,
                    };
                    spans.extend(value::words(text).map(|w| place(start, w)));
                    pieces += 1;
                }
            }
            _ => return None,
        }
        // A comment in the middle of a word makes two pieces of one.
        let whole = pieces < 2 || value::words(&self.text()).count() == spans.len();
        whole.then_some(spans)
    }

    fn add_attribute(&self, new: &str) -> Result<Vec<Edit>, Refusal> {
        let new = new.trim();
        let Some(name) = &self.attribute else { return Err(self.fixed("it is missing")) };
        if self.selected.is_some() {
            return Err(self.fixed(&format!("`{name}` is not set")).help(Some("set the whole value".to_owned())));
        }
        self.fits(self.ty, new)?;
        let behind = self.node.attributes().last().map_or(self.node.name_span().end, |a| a.span().end);
        Ok(vec![Edit::insert(behind, format!(" {name}=\"{}\"", in_attribute(new, &['"'])))])
    }

    fn set_data(&self, run: Run<'a>, new: &str) -> Result<Vec<Edit>, Refusal> {
        let spans = self.spans(run);
        let primitive = run.primitive();
        let separator = |c: char| c.is_ascii_whitespace() || matches!(c, ',' | '{' | '}');
        let words: Vec<&str> = match primitive {
            // A string is taken as it is, spaces and all.
            Primitive::String => vec![new],
            _ => new.split(separator).filter(|w| !w.is_empty()).collect(),
        };
        for word in &words {
            self.fits_primitive(primitive, word)?;
            self.fits(self.ty, word)?;
        }
        let written = |word: &str| if primitive == Primitive::String { ddl::quoted(word) } else { word.to_owned() };
        if words.len() == spans.len() {
            return Ok(spans.into_iter().zip(words).map(|(span, word)| Edit::replace(span, written(word))).collect());
        }
        let Holder::Data(_, row) = &self.holder else { return Err(self.fixed("it is not data")) };
        let free = self.selected.is_none() && run.layout().sub_array.is_none();
        let fits = row.is_none_or(|row| (row.length.min..=row.length.max).contains(&(words.len() as u32)));
        match (free && fits, spans.first(), spans.last()) {
            (true, Some(first), Some(last)) => {
                let all: Vec<String> = words.into_iter().map(written).collect();
                Ok(vec![Edit::replace(Span::new(first.start, last.end), all.join(", "))])
            }
            _ => {
                let values = if spans.len() == 1 { "value" } else { "values" };
                Err(self.unfit(format!("{} {values} expected, but {} given", spans.len(), words.len())))
            }
        }
    }

    fn fits_primitive(&self, primitive: Primitive, word: &str) -> Result<(), Refusal> {
        let fault = match primitive {
            Primitive::String => None,
            Primitive::Bool => literal::boolean(word).err(),
            Primitive::Ref => Reference::parse(word).is_none().then_some(ddl::FaultKind::Malformed),
            Primitive::Type => ddl::primitive_type(word).is_none().then_some(ddl::FaultKind::Malformed),
            Primitive::Base64 => ddl::base64_value(word).err(),
            p if p.is_float() => literal::float(word, p).err(),
            p => literal::integer(word, p).err(),
        };
        match fault {
            None => Ok(()),
            Some(ddl::FaultKind::OutOfRange) => Err(self.unfit(format!("`{word}` is out of range for `{primitive}`"))),
            Some(_) => Err(self.unfit(format!("`{word}` is not a value of the type `{primitive}`"))),
        }
    }

    fn row(&self) -> Option<&'static Attribute> {
        let bound = &self.document.bound;
        let name = bound.schema.name_id(self.attribute.as_deref()?)?;
        bound.attribute(bound.ty(self.node.id())?, name)
    }

    /// A property's literal: quoted when its type is one of strings, or when the old one was.
    fn property_literal(&self, old: Option<Property<'_>>, new: &str) -> Result<String, Refusal> {
        let ty = self.row().map(|row| row.text.value);
        self.fits(ty, new)?;
        let bare = match (ty.map(|id| self.document.bound.schema.value(id)), old) {
            (Some(Value::Bool | Value::Float(_) | Value::Int { .. } | Value::Reference(..) | Value::DdlType), _) => {
                true
            }
            (Some(_), _) => false,
            (None, old) => !matches!(old, Some(Property::String(_))),
        };
        match bare {
            false => Ok(ddl::quoted(new)),
            true if ddl::is_literal(new) => Ok(new.to_owned()),
            true => Err(self.unfit(format!("`{new}` is not a literal"))),
        }
    }

    fn set_property(&self, attr: Attr<'a>, new: &str) -> Result<Vec<Edit>, Refusal> {
        let old = ddl::property(attr);
        let flag = old == Property::Flag;
        let literal = self.property_literal(Some(old), new.trim())?;
        if flag {
            return Ok(vec![Edit::insert(attr.span().end, format!(" = {literal}"))]);
        }
        // The value span of one plain string is without its quotes.
        let in_quotes = attr.span().end > attr.value_span().end;
        let start = if in_quotes { attr.value_span().start.saturating_sub(1) } else { attr.value_span().start };
        Ok(vec![Edit::replace(Span::new(start, attr.span().end), literal)])
    }

    fn add_property(&self, new: &str) -> Result<Vec<Edit>, Refusal> {
        let Some(name) = &self.attribute else { return Err(self.fixed("it is missing")) };
        let literal = self.property_literal(None, new.trim())?;
        let last = self.node.attributes().filter(|a| a.kind() == portolan_syntax::tree::AttrKind::Plain).last();
        if let Some(last) = last {
            return Ok(vec![Edit::insert(last.span().end, format!(", {name} = {literal}"))]);
        }
        if self.node.tree().slice(self.node.open_span()).contains('(') {
            return Err(self.fixed(&format!("`{name}` is not set")));
        }
        let behind = self.node.attributes().last().map_or(self.node.name_span().end, |a| a.span().end);
        Ok(vec![Edit::insert(behind, format!(" ({name} = {literal})"))])
    }
}

/// The quote that an attribute's value stands in.
fn quote(node: Node<'_>, attr: Attr<'_>) -> char {
    let start = attr.value_span().start;
    match node.tree().slice(Span::new(start.saturating_sub(1), start)) {
        "'" => '\'',
        _ => '"',
    }
}
