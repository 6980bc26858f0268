//! What can be compared about a value type, whichever side it comes from.

use std::collections::BTreeSet;
use std::fmt;

use crate::compile::Table;
use crate::compile::values::{Value, ValueId};
use crate::notation::ast::{UNBOUNDED, WordKind};

/// A value type reduced to what both a table and an XSD can say.
#[derive(Clone, PartialEq, Debug)]
pub enum Facts {
    /// A float with limits.
    Float(Option<(f64, bool)>, Option<(f64, bool)>),
    /// A whole number.
    Int(i128, i128),
    /// A text by the name of its XML Schema type.
    Text(&'static str),
    /// One of the words; does white space around it count?
    Words(BTreeSet<String>, bool),
    /// Items, least and greatest number.
    List(Box<Facts>, u32, u32),
    /// One of them.
    Union(Vec<Facts>),
    /// A lexical rule.
    Pattern(String),
    /// Known words and others: compares equal to any text.
    Open,
    /// Not reduced.
    Other(String),
}

impl Facts {
    /// Do they say the same?
    pub fn agrees(&self, other: &Facts) -> bool {
        match (self, other) {
            (Facts::Open, Facts::Text(_)) | (Facts::Text(_), Facts::Open) => true,
            // A list of one is its item.
            (Facts::List(item, 1, 1), single) | (single, Facts::List(item, 1, 1))
                if !matches!(single, Facts::List(..)) =>
            {
                item.agrees(single)
            }
            (Facts::List(a, amin, amax), Facts::List(b, bmin, bmax)) => (amin, amax) == (bmin, bmax) && a.agrees(b),
            (Facts::Union(a), Facts::Union(b)) => a.len() == b.len() && a.iter().all(|x| b.iter().any(|y| x.agrees(y))),
            (a, b) => a == b,
        }
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Facts::Float(min, max) => {
                write!(f, "float")?;
                if let Some((number, inclusive)) = min {
                    write!(f, " >{}{number}", if *inclusive { "=" } else { "" })?;
                }
                if let Some((number, inclusive)) = max {
                    write!(f, " <{}{number}", if *inclusive { "=" } else { "" })?;
                }
                Ok(())
            }
            Facts::Int(min, max) => {
                if let Some((name, ..)) = crate::compile::values::INTEGERS.iter().find(|i| (i.1, i.2) == (*min, *max)) {
                    return write!(f, "{name}");
                }
                write!(f, "integer")?;
                if *min != i128::MIN {
                    write!(f, " >={min}")?;
                }
                if *max != i128::MAX {
                    write!(f, " <={max}")?;
                }
                Ok(())
            }
            Facts::Text(name) => write!(f, "{name}"),
            Facts::Words(words, exact) => {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let kind = if *exact { "enum" } else { "word" };
                write!(f, "{kind}{{{}}}", words.join(" "))
            }
            Facts::List(item, 0, UNBOUNDED) => write!(f, "list<{item}>"),
            Facts::List(item, min, UNBOUNDED) => write!(f, "list<{item} {min}..>"),
            Facts::List(item, min, max) if min == max => write!(f, "list<{item} {min}>"),
            Facts::List(item, min, max) => write!(f, "list<{item} {min}..{max}>"),
            Facts::Union(members) => {
                let members: Vec<String> = members.iter().map(ToString::to_string).collect();
                write!(f, "{}", members.join(" | "))
            }
            Facts::Pattern(rule) => write!(f, "pattern({rule})"),
            Facts::Open => write!(f, "open"),
            Facts::Other(what) => write!(f, "{what}"),
        }
    }
}

/// The facts of a value of the table in one version.
pub fn of_table(table: &Table, id: ValueId, version: usize) -> Facts {
    match &table.values[id] {
        Value::Float { min, max } => {
            let bound = |b: &Option<(String, bool)>| {
                b.as_ref().map(|(number, inclusive)| (number.parse().unwrap_or(f64::NAN), *inclusive))
            };
            Facts::Float(bound(min), bound(max))
        }
        Value::Int { min, max } => Facts::Int(*min, *max),
        Value::Plain(variant) => Facts::Text(match *variant {
            "Bool" => "bool",
            "String" => "string",
            "Normalized" => "normalized",
            "Token" => "token",
            "NmToken" => "nmtoken",
            "Name" => "name",
            // Scoped ids and symbols are NCNames with a meaning that no XSD has.
            "NcName" | "Sid" | "Symbol" => "ncname",
            "Language" => "language",
            "Uri" => "uri",
            "DateTime" => "dateTime",
            "Date" => "date",
            "Hex" => "hex",
            "Base64" => "base64",
            "Id" => "id",
            other => other,
        }),
        Value::Reference(kind, _) => match *kind {
            "Uri" => Facts::Text("uri"),
            "Id" => Facts::Text("idref"),
            "Name" => Facts::Text("name"),
            "Sid" => Facts::Text("token"),
            "SidStrict" => Facts::Pattern("sidref".to_owned()),
            "Fragment" => Facts::Pattern("fragment".to_owned()),
            other => Facts::Other(other.to_owned()),
        },
        Value::Words { kind: WordKind::Open, .. } => Facts::Open,
        Value::Words { words, kind } => Facts::Words(
            words.iter().filter(|w| w.1 & (1 << version) != 0).map(|w| w.0.clone()).collect(),
            *kind == WordKind::Exact,
        ),
        Value::List(item, length) => Facts::List(Box::new(of_table(table, *item, version)), length.min, length.max),
        Value::Union(members) => union(members.iter().map(|m| of_table(table, *m, version)).collect()),
        Value::Pattern(name) => Facts::Pattern(name.clone()),
    }
}

/// A union without unions in it, its words together.
pub fn union(members: Vec<Facts>) -> Facts {
    let mut flat: Vec<Facts> = Vec::new();
    for member in members {
        match member {
            Facts::Union(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    // What a wider text of the union takes anyway adds nothing.
    if flat.iter().any(|f| matches!(f, Facts::Text("string" | "normalized" | "token"))) {
        flat.retain(|f| !matches!(f, Facts::Words(..) | Facts::Text("nmtoken" | "name" | "ncname")));
    } else if flat.contains(&Facts::Text("nmtoken")) {
        let token = |word: &String| word.chars().all(|c| c.is_alphanumeric() || "._-:".contains(c));
        flat.retain(|f| !matches!(f, Facts::Words(words, _) if words.iter().all(token)));
    }
    if flat.len() == 1
        && let Some(only) = flat.pop()
    {
        return only;
    }
    Facts::Union(flat)
}
