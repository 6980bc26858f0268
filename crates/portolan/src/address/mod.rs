//! One value of a document by the format's own address.
//!
//! | format | addresses |
//! |---|---|
//! | COLLADA | SID paths: `camera/YFOV`, `node/rot.ANGLE`, `node/mat(3)(2)`; ids: `Cube-array` |
//! | OpenDDL | names: `$node%xpos`; positions in the data: `$mesh%points(4)(0)`; structures without a name: `$node/Translation[2]` |
//! | xVRML | fields: `Lamp.intensity`, `World.children[0].translation`, `Turn.keyValue[1]` |
//!
//! `@name` behind an address means an attribute or property (`camera@name`, `$light@type`), and the place of an element as
//! findings tell it is an address as well: `COLLADA/asset/unit@meter`, `Metric[2]`.
//!
//! [`find`] leads to a [`Target`], which can be read and written. Writing gives text edits of exactly the words concerned;
//! every other byte of the document stays.
//!
//! ```
//! let text = r#"<World xmlns="http://www.xvrml.net/schemas/core"><children><PointLight name="Lamp"/></children></World>"#;
//! let file = portolan::OpenOptions::new().open_bytes("w.xwrl", text)?;
//! let lamp = file.get("Lamp.intensity")?;
//! assert_eq!(lamp.value(), "1.0");
//! let change = lamp.set("0.5")?;
//! assert!(String::from_utf8(change.bytes).unwrap().contains(r#"<PointLight name="Lamp" intensity="0.5"/>"#));
//! # Ok::<(), portolan::Error>(())
//! ```

mod collada;
mod opengex;
mod path;
mod write;
mod xvrml;

use std::borrow::Cow;
use std::ops::Range;

use portolan_check::Report;
use portolan_format::Document;
use portolan_schema::value::words;
use portolan_schema::{Content, Data, Type, Value, ValueId};
use portolan_syntax::ddl::Run;
use portolan_syntax::{Attr, Node, Place, Span};
use serde_json::{Value as Json, json};

pub use write::Change;

/// Finds the value that an address means, in a document that was checked.
pub fn find_in<'a>(report: &'a Report, address: &str) -> Result<Target<'a>, Refusal> {
    match report.document() {
        Some(document) => find(document, address),
        None => Err(Refusal::new(Why::Malformed, format!("values of {} files have no addresses", report.format.name))),
    }
}

/// Finds the value that an address means.
pub fn find<'a>(document: &'a Document, address: &str) -> Result<Target<'a>, Refusal> {
    let address = address.trim();
    if address.is_empty() {
        return Err(Refusal::new(Why::Malformed, "the address is empty"));
    }
    match document.bound.schema.format {
        "opengex" => opengex::find(document, address),
        "xvrml" => xvrml::find(document, address),
        _ => collada::find(document, address),
    }
}

/// A value of a document.
#[derive(Clone, Debug)]
pub struct Target<'a> {
    /// The element or structure that it belongs to.
    pub node: Node<'a>,
    /// The attribute or property that holds it, if it is not the content.
    pub attribute: Option<String>,
    document: &'a Document,
    holder: Holder<'a>,
    /// The type of the whole value, if the table has one.
    ty: Option<ValueId>,
    /// Which of several values, counted from 0; without it all of them.
    selected: Option<Range<usize>>,
}

/// What holds a value.
#[derive(Clone, Debug)]
enum Holder<'a> {
    /// The text of an element.
    Text(Node<'a>),
    /// An attribute or property that is written.
    Attribute(Attr<'a>),
    /// An attribute or property that is not written, and its default.
    Absent(Option<&'static str>),
    /// The data of a primitive structure, and what the table says of it.
    Data(Run<'a>, Option<&'static Data>),
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
    fn new(why: Why, message: impl Into<String>) -> Refusal {
        Refusal { why, message: message.into(), help: None, place: None }
    }

    fn help(mut self, help: Option<String>) -> Refusal {
        self.help = help;
        self
    }

    fn at(mut self, node: Node<'_>) -> Refusal {
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

impl<'a> Target<'a> {
    /// The value on one line: numbers and words of a list with one space between them.
    pub fn value(&self) -> String {
        match &self.holder {
            Holder::Data(run, _) => match self.spans(*run).as_slice() {
                [one] => opengex::shown(self.node.tree().slice(*one)),
                many => {
                    let texts: Vec<&str> = many.iter().map(|span| self.node.tree().slice(*span)).collect();
                    texts.join(" ")
                }
            },
            _ => {
                let text = self.text();
                if self.selected.is_none() && !self.is_list() {
                    return text.trim().to_owned();
                }
                let mut out = String::with_capacity(text.len());
                for word in self.of_selected(words(&text)) {
                    if !out.is_empty() {
                        out.push(' ');
                    }
                    out.push_str(text.get(word).unwrap_or_default());
                }
                out
            }
        }
    }

    /// Is the value written in the document? Otherwise it is the default of the format.
    pub fn is_given(&self) -> bool {
        !matches!(self.holder, Holder::Absent(_))
    }

    /// Where the value begins, or where its element does.
    pub fn place(&self) -> Place {
        self.node.tree().source().place(self.span().start)
    }

    fn span(&self) -> Span {
        let first = match &self.holder {
            Holder::Text(_) | Holder::Attribute(_) => {
                self.word_spans().and_then(|s| self.of_selected(s.into_iter()).next())
            }
            Holder::Data(run, _) => self.spans(*run).first().copied(),
            Holder::Absent(_) => None,
        };
        first.unwrap_or_else(|| match &self.holder {
            Holder::Attribute(attr) => attr.value_span(),
            _ => self.node.span(),
        })
    }

    /// The path of its type in the table, with the attribute behind `@`; empty when the format does not know it.
    pub fn type_path(&self) -> String {
        let known = self.document.bound.ty(self.node.id()).map(|ty| ty.path.to_owned());
        match (known, &self.attribute) {
            (Some(path), Some(attribute)) => format!("{path}@{attribute}"),
            (known, _) => known.unwrap_or_default(),
        }
    }

    /// What `portolan get --json` prints.
    pub fn to_json(&self, file: &str, address: &str) -> Json {
        let place = self.place();
        json!({
            "file": file,
            "address": address,
            "value": self.json_value(),
            "line": place.line,
            "column": place.column,
            "element": self.node.path(),
            "type": self.type_path(),
            "given": self.is_given(),
        })
    }

    fn json_value(&self) -> Json {
        if let Holder::Data(run, _) = &self.holder {
            return opengex::json(self.node, *run, &self.spans(*run));
        }
        let schema = self.document.bound.schema;
        let item = self.item().map(|id| schema.value(id));
        let several = match &self.selected {
            Some(selected) => selected.len() > 1,
            None => self.is_list(),
        };
        let value = self.value();
        match several {
            true => value.split(' ').filter(|w| !w.is_empty()).map(|word| word_json(item, word)).collect(),
            false => word_json(item, &value),
        }
    }

    /// All text of the holder; that of data is read in place.
    fn text(&self) -> Cow<'_, str> {
        match &self.holder {
            Holder::Text(node) => node.text(),
            Holder::Attribute(attr) => attr.value(),
            Holder::Absent(default) => Cow::Borrowed(default.unwrap_or_default()),
            Holder::Data(run, _) => Cow::Borrowed(run.text()),
        }
    }

    fn is_list(&self) -> bool {
        self.ty.is_some_and(|id| list(self.document, id).is_some())
    }

    /// The type of one value.
    fn item(&self) -> Option<ValueId> {
        self.ty.map(|id| list(self.document, id).map_or(id, |(item, _)| item))
    }

    fn of_selected<T>(&self, all: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        let Range { start, end } = self.selected.clone().unwrap_or(0..usize::MAX);
        all.skip(start).take(end - start)
    }

    /// Where the selected values of a run stand.
    fn spans(&self, run: Run<'a>) -> Vec<Span> {
        self.of_selected(opengex::literals(run)).collect()
    }
}

/// Item type and length of a list type.
fn list(document: &Document, id: ValueId) -> Option<(ValueId, portolan_schema::Length)> {
    match document.bound.schema.value(id) {
        Value::List { item, length } => Some((*item, *length)),
        Value::Union(alternatives) => alternatives.iter().find_map(|id| list(document, *id)),
        _ => None,
    }
}

fn word_json(item: Option<&Value>, word: &str) -> Json {
    let number = || -> Option<Json> {
        if let Ok(whole) = word.parse::<i64>() {
            return Some(json!(whole));
        }
        word.parse::<f64>().ok().filter(|n| n.is_finite()).map(|n| json!(n))
    };
    let found = match item {
        Some(Value::Float(_) | Value::Int { .. }) => number(),
        Some(Value::Bool) => match word {
            "true" | "1" => Some(json!(true)),
            "false" | "0" => Some(json!(false)),
            _ => None,
        },
        _ => None,
    };
    found.unwrap_or_else(|| json!(word))
}

/// An attribute of an element, written or not.
fn attribute<'a>(document: &'a Document, node: Node<'a>, name: &str) -> Result<Target<'a>, Refusal> {
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
    if matches!(holder, Holder::Absent(None)) && row.is_none() {
        return Err(Refusal::new(Why::NotFound, format!("there is no `{name}`")).at(node));
    }
    let ty = row.map(|row| row.text.value);
    Ok(Target { node, attribute: Some(name.to_owned()), document, holder, ty, selected: None })
}

/// The text of an element.
fn content<'a>(document: &'a Document, node: Node<'a>) -> Result<Target<'a>, Refusal> {
    let ty = document.bound.ty(node.id());
    let value = match ty.map(|ty| &ty.content) {
        Some(Content::Text(text)) => Some(text.value),
        Some(Content::Any) | None if node.text_nodes().next().is_some() || node.elements().next().is_none() => None,
        _ => return Err(no_value(document, node, ty)),
    };
    Ok(Target { node, attribute: None, document, holder: Holder::Text(node), ty: value, selected: None })
}

fn no_value(document: &Document, node: Node<'_>, ty: Option<&'static Type>) -> Refusal {
    let schema = document.bound.schema;
    let written = node.attributes().map(|a| a.full_name()).find(|n| !n.is_empty());
    let known = ty.and_then(|ty| ty.attributes.first()).map(|a| schema.name(a.name));
    let mark = if document.bound.schema.format == "xvrml" { '.' } else { '@' };
    let help = written.or(known).map(|name| format!("`{mark}{name}` behind the address means an attribute"));
    let message = format!("`{}` has no value of its own", node.name().full);
    Refusal::new(Why::NoValue, message).help(help).at(node)
}

fn did_you_mean<'n>(word: &str, candidates: impl Iterator<Item = &'n str>) -> Option<String> {
    portolan_schema::suggest::nearest(word, candidates).map(|near| format!("did you mean `{near}`?"))
}

/// Cuts `@attribute` from the end of an address.
fn cut_attribute(address: &str) -> (&str, Option<&str>) {
    match address.rsplit_once('@') {
        Some((path, attribute)) => (path.strip_suffix('/').unwrap_or(path), Some(attribute)),
        None => (address, None),
    }
}
