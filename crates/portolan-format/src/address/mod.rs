//! Where a value of a document is, by the format's own address.
//!
//! A format says in its row how an address leads to a value ([`Addressing`]); what all formats share is here. Reading and
//! writing what was found is the same for all of them and is done elsewhere.

mod path;

use std::borrow::Cow;
use std::ops::Range;

use portolan_schema::{Content, Data, Length, Type, Value, ValueId};
use portolan_syntax::ddl::Run;
use portolan_syntax::{Attr, Node, Place};

use crate::Document;

pub use path::follow;

/// Finds the value that an address means. The address is not empty.
pub type Addressing = for<'a> fn(&'a Document, &str) -> Result<Located<'a>, Refusal>;

/// A value of a document.
#[derive(Clone, Debug)]
pub struct Located<'a> {
    /// The element or structure that it belongs to.
    pub node: Node<'a>,
    /// The attribute or property that holds it, if it is not the content.
    pub attribute: Option<String>,
    /// The document.
    pub document: &'a Document,
    /// What holds it.
    pub holder: Holder<'a>,
    /// The type of the whole value, if the table has one.
    pub ty: Option<ValueId>,
    /// Which of several values, counted from 0; without it all of them.
    pub selected: Option<Range<usize>>,
}

/// What holds a value.
#[derive(Clone, Debug)]
pub enum Holder<'a> {
    /// The text of an element.
    Text(Node<'a>),
    /// An attribute or property that is written.
    Attribute(Attr<'a>),
    /// An attribute or property that is not written, and its default.
    Absent(Option<&'static str>),
    /// The data of a primitive structure, and what the table says of it.
    Data(Run<'a>, Option<&'static Data>),
}

impl<'a> Located<'a> {
    /// An attribute of an element, written or not.
    pub fn attribute(document: &'a Document, node: Node<'a>, name: &str) -> Result<Located<'a>, Refusal> {
        let bound = &document.bound;
        let known = bound.ty(node.id());
        let row = known.and_then(|ty| bound.attribute(ty, bound.schema.name_id(name)?));
        let holder = match (node.attribute(name), row) {
            (Some(attr), _) => Holder::Attribute(attr),
            (None, Some(row)) => Holder::Absent(row.text.default),
            (None, None) => {
                let written: Vec<&str> = node.attributes().map(|a| a.full_name()).filter(|n| !n.is_empty()).collect();
                let names = known.into_iter().flat_map(|ty| ty.attributes).map(|a| bound.schema.name(a.name));
                let help = did_you_mean(name, names.chain(written));
                let message = format!("`{}` has no attribute `{name}`", node.name().full);
                return Err(Refusal::new(Why::NotFound, message).help(help).at(node));
            }
        };
        let ty = row.map(|row| row.text.value);
        Ok(Located { node, attribute: Some(name.to_owned()), document, holder, ty, selected: None })
    }

    /// The text of an element. `mark` is what stands before the name of an attribute in addresses of the format.
    pub fn content(document: &'a Document, node: Node<'a>, mark: char) -> Result<Located<'a>, Refusal> {
        let ty = document.bound.ty(node.id());
        let value = match ty.map(|ty| &ty.content) {
            Some(Content::Text(text)) => Some(text.value),
            Some(Content::Any) | None if node.text_nodes().next().is_some() || node.elements().next().is_none() => None,
            _ => return Err(no_value(document, node, mark)),
        };
        Ok(Located { node, attribute: None, document, holder: Holder::Text(node), ty: value, selected: None })
    }

    /// All text of the holder; that of data is read in place.
    pub fn text(&self) -> Cow<'_, str> {
        match &self.holder {
            Holder::Text(node) => node.text(),
            Holder::Attribute(attr) => attr.value(),
            Holder::Absent(default) => Cow::Borrowed(default.unwrap_or_default()),
            Holder::Data(run, _) => Cow::Borrowed(run.text()),
        }
    }

    /// The type of one value and how many there may be, if the value is a list.
    pub fn list(&self) -> Option<(ValueId, Length)> {
        self.ty.and_then(|id| list(self.document, id))
    }
}

/// Item type and length of a list type.
fn list(document: &Document, id: ValueId) -> Option<(ValueId, Length)> {
    match document.bound.schema.value(id) {
        Value::List { item, length } => Some((*item, *length)),
        Value::Union(alternatives) => alternatives.iter().find_map(|id| list(document, *id)),
        _ => None,
    }
}

/// Says that an element has no value of its own, and how one of its attributes is addressed.
pub fn no_value(document: &Document, node: Node<'_>, mark: char) -> Refusal {
    let schema = document.bound.schema;
    let ty: Option<&'static Type> = document.bound.ty(node.id());
    let written = node.attributes().map(|a| a.full_name()).find(|n| !n.is_empty());
    let known = ty.and_then(|ty| ty.attributes.first()).map(|a| schema.name(a.name));
    let help = written.or(known).map(|name| format!("append `{mark}{name}` to the address to get an attribute"));
    let message = format!("`{}` has no value of its own", node.name().full);
    Refusal::new(Why::NoValue, message).help(help).at(node)
}

/// Asks whether a similar word was meant.
pub fn did_you_mean<'n>(word: &str, candidates: impl Iterator<Item = &'n str>) -> Option<String> {
    portolan_schema::suggest::nearest(word, candidates).map(|near| format!("did you mean `{near}`?"))
}

/// Cuts `@attribute` from the end of an address.
pub fn cut_attribute(address: &str) -> (&str, Option<&str>) {
    match address.rsplit_once('@') {
        Some((path, attribute)) => (path.strip_suffix('/').unwrap_or(path), Some(attribute)),
        None => (address, None),
    }
}

/// Why an address leads nowhere, or a value cannot be set.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// What kind of reason.
    pub why: Why,
    /// One sentence.
    pub message: String,
    /// What to do or what was meant.
    pub help: Option<String>,
    /// The place in the document where the way ended.
    pub place: Option<Place>,
}

/// Kinds of reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The address does not follow the grammar of the format.
    Malformed,
    /// There is nothing at the address.
    NotFound,
    /// What is there has no value.
    NoValue,
    /// The new value does not fit.
    Unfit,
    /// The value is written in a way that cannot be edited in place.
    Fixed,
}

impl Refusal {
    /// A reason without help and place.
    pub fn new(why: Why, message: impl Into<String>) -> Refusal {
        Refusal { why, message: message.into(), help: None, place: None }
    }

    /// With what to do, or what was meant.
    pub fn help(mut self, help: Option<String>) -> Refusal {
        self.help = help;
        self
    }

    /// With the place of an element.
    pub fn at(mut self, node: Node<'_>) -> Refusal {
        self.place = Some(node.tree().source().place(node.span().start));
        self
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)?;
        if let Some(place) = self.place {
            write!(f, " (line {})", place.line)?;
        }
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Refusal {}
