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
//! [`File::get`](crate::File::get) leads to a [`Target`], which can be read and written. Writing gives text edits of exactly the words concerned;
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

mod ddl;
mod rename;
mod write;

use std::ops::{Deref, Range};

use portolan_check::Report;
use portolan_format::address::{Holder, Located};
use portolan_format::{Document, Format};
use portolan_schema::value::words;
use portolan_schema::{Value, ValueId};
use portolan_syntax::ddl::Run;
use portolan_syntax::{Place, Span};
use serde_json::{Value as Json, json};

pub use portolan_format::address::{Refusal, Why};
pub use write::Change;

/// Finds the value at an address in a checked document.
pub fn find_in<'a>(report: &'a Report, address: &str) -> Result<Target<'a>, Refusal> {
    look_up(report.format, report.document(), address)
}

pub(crate) fn look_up<'a>(
    format: &Format,
    document: Option<&'a Document>,
    address: &str,
) -> Result<Target<'a>, Refusal> {
    let address = address.trim();
    match (format.address, document) {
        (Some(_), _) if address.is_empty() => Err(Refusal::new(Why::Malformed, "the address is empty")),
        (Some(find), Some(document)) => find(document, address).map(Target),
        _ => Err(Refusal::new(Why::Malformed, format!("values of {} files cannot be addressed", format.name))),
    }
}

/// A value of a document.
#[derive(Clone, Debug)]
pub struct Target<'a>(Located<'a>);

impl<'a> Deref for Target<'a> {
    type Target = Located<'a>;

    fn deref(&self) -> &Located<'a> {
        &self.0
    }
}

impl<'a> Target<'a> {
    /// The value on one line: numbers and words of a list with one space between them.
    pub fn value(&self) -> String {
        match &self.holder {
            Holder::Data(run, _) => match self.spans(*run).as_slice() {
                [one] => ddl::shown(self.node.tree().slice(*one)),
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

    /// The path of its type in the schema, with the attribute after `@`; empty if the format does not define it.
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
            return ddl::json(self.node, *run, &self.spans(*run));
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

    fn is_list(&self) -> bool {
        self.list().is_some()
    }

    /// The type of one value.
    fn item(&self) -> Option<ValueId> {
        self.list().map(|(item, _)| item).or(self.ty)
    }

    fn of_selected<T>(&self, all: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        let Range { start, end } = self.selected.clone().unwrap_or(0..usize::MAX);
        all.skip(start).take(end - start)
    }

    /// Where the selected values of a run stand.
    fn spans(&self, run: Run<'a>) -> Vec<Span> {
        self.of_selected(run.literals()).collect()
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
