//! Value types as types of Rust.

use crate::compile::Table;
use crate::compile::values::{Value, ValueId};

/// Fixed lists up to this length are arrays: a 4 by 4 matrix is one.
const LONGEST_ARRAY: u32 = 16;

/// The Rust type of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rust {
    /// One number or truth value.
    One(Scalar),
    /// A few of them.
    Array(Scalar, u32),
    /// Many of them.
    Many(Scalar),
    /// A text; `trim`: white space around it is not part of it.
    Text {
        /// Without white space at both ends?
        trim: bool,
    },
    /// Many words.
    Words,
    /// An OpenDDL reference.
    Reference,
}

/// A type of one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// `f64`
    Float,
    /// `i64`
    Int,
    /// `u64`
    Uint,
    /// `bool`
    Bool,
}

impl Scalar {
    fn name(self) -> &'static str {
        match self {
            Scalar::Float => "f64",
            Scalar::Int => "i64",
            Scalar::Uint => "u64",
            Scalar::Bool => "bool",
        }
    }

    fn literal(self, text: &str) -> Option<String> {
        match self {
            Scalar::Float => match text {
                "INF" => Some("f64::INFINITY".to_owned()),
                "-INF" => Some("f64::NEG_INFINITY".to_owned()),
                "NaN" => Some("f64::NAN".to_owned()),
                _ => text.parse::<f64>().ok().map(|x| format!("{x:?}")),
            },
            Scalar::Int => text.parse::<i64>().ok().map(|n| n.to_string()),
            Scalar::Uint => text.parse::<u64>().ok().map(|n| n.to_string()),
            Scalar::Bool => match text {
                "true" | "1" => Some("true".to_owned()),
                "false" | "0" => Some("false".to_owned()),
                _ => None,
            },
        }
    }

    /// What holds the values of both.
    fn join(self, other: Scalar) -> Option<Scalar> {
        match (self, other) {
            (a, b) if a == b => Some(a),
            (Scalar::Bool, _) | (_, Scalar::Bool) => None,
            (Scalar::Float, _) | (_, Scalar::Float) => Some(Scalar::Float),
            _ => Some(Scalar::Int),
        }
    }
}

impl Rust {
    /// The Rust type of a row.
    pub fn of(table: &Table, id: ValueId) -> Rust {
        match &table.values[id] {
            Value::Float { .. } => Rust::One(Scalar::Float),
            Value::Int { min, .. } if *min >= 0 => Rust::One(Scalar::Uint),
            Value::Int { .. } => Rust::One(Scalar::Int),
            Value::Plain("Bool") => Rust::One(Scalar::Bool),
            Value::Plain(name) => Rust::Text { trim: !matches!(*name, "String" | "Normalized") },
            Value::Reference("Ddl", _) => Rust::Reference,
            Value::Reference(..) | Value::Words { .. } | Value::Pattern(_) => Rust::Text { trim: true },
            Value::List(item, length) => match Rust::of(table, *item) {
                Rust::One(scalar) if length.min == length.max && length.max <= LONGEST_ARRAY => {
                    Rust::Array(scalar, length.max)
                }
                Rust::One(scalar) => Rust::Many(scalar),
                _ => Rust::Words,
            },
            Value::Union(members) => {
                let types = members.iter().map(|m| Rust::of(table, *m));
                types.reduce(|a, b| a.join(&b)).unwrap_or(Rust::Text { trim: true })
            }
        }
    }

    /// The type of a datum of an OpenDDL type.
    pub fn of_primitive(name: &str) -> Rust {
        match name {
            "string" => Rust::Text { trim: false },
            "ref" => Rust::Reference,
            "bool" => Rust::One(Scalar::Bool),
            _ if name.starts_with("uint") || name.starts_with("unsigned") => Rust::One(Scalar::Uint),
            _ if name.starts_with("int") => Rust::One(Scalar::Int),
            _ if name.contains("float") => Rust::One(Scalar::Float),
            _ => Rust::Text { trim: false },
        }
    }

    /// What holds the values of both; a text always does.
    pub fn join(&self, other: &Rust) -> Rust {
        match (self, other) {
            (a, b) if a == b => a.clone(),
            (Rust::One(a), Rust::One(b)) => match a.join(*b) {
                Some(scalar) => Rust::One(scalar),
                None => Rust::Text { trim: true },
            },
            (Rust::Many(a) | Rust::Array(a, _), Rust::Many(b) | Rust::Array(b, _)) => match a.join(*b) {
                Some(scalar) => Rust::Many(scalar),
                None => Rust::Words,
            },
            (Rust::Text { trim: a }, Rust::Text { trim: b }) => Rust::Text { trim: *a && *b },
            _ => Rust::Text { trim: true },
        }
    }

    /// Is it an iterator, which is empty where there is nothing?
    pub fn is_list(&self) -> bool {
        matches!(self, Rust::Many(_) | Rust::Words)
    }

    /// The type as written in a generated file.
    pub fn written(&self) -> String {
        match self {
            Rust::One(scalar) => scalar.name().to_owned(),
            Rust::Array(scalar, length) => format!("[{}; {length}]", scalar.name()),
            Rust::Many(scalar) => format!("v::Numbers<'a, {}>", scalar.name()),
            Rust::Text { .. } => "v::Str<'a>".to_owned(),
            Rust::Words => "v::Words<'a>".to_owned(),
            Rust::Reference => "v::Reference<'a>".to_owned(),
        }
    }

    /// A default as written in a generated file.
    pub fn literal(&self, default: &str) -> Option<String> {
        match self {
            Rust::One(scalar) => scalar.literal(default),
            Rust::Array(scalar, length) => {
                let items: Option<Vec<String>> = default.split_whitespace().map(|w| scalar.literal(w)).collect();
                let items = items.filter(|items| items.len() == *length as usize)?;
                Some(format!("[{}]", items.join(", ")))
            }
            Rust::Many(_) => Some(format!("v::Numbers::new({default:?})")),
            Rust::Words => Some(format!("v::Words::new({default:?})")),
            Rust::Text { .. } => Some(format!("v::Str::Borrowed({default:?})")),
            Rust::Reference => None,
        }
    }
}
