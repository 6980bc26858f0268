//! Value types, resolved and without repetition.

use std::collections::{BTreeSet, HashMap};

use crate::diagnostics::{Diagnostics, Pos};
use crate::notation::ast::{Bound, Length, Mask, NamedType, Schema, TypeExpr, TypeKind, WordKind};

/// Index into [`Values::rows`].
pub type ValueId = usize;

/// A value type. Mirrors `portolan_schema::Value`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Value {
    /// A 64-bit float; limits are Rust literals with whether they are allowed.
    Float {
        /// Lower limit.
        min: Option<(String, bool)>,
        /// Upper limit.
        max: Option<(String, bool)>,
    },
    /// A whole number.
    Int {
        /// Smallest.
        min: i128,
        /// Largest.
        max: i128,
    },
    /// A type without parameters, by the name of its variant.
    Plain(&'static str),
    /// A reference: variant of `ReferenceKind`, target types.
    Reference(&'static str, Vec<usize>),
    /// `enum`, `word` or `open`.
    Words {
        /// Which of them.
        kind: WordKind,
        /// The words.
        words: Vec<(String, Mask)>,
    },
    /// A list.
    List(ValueId, Length),
    /// The first that fits.
    Union(Vec<ValueId>),
    /// A lexical rule.
    Pattern(String),
}

/// The built-in types without parameters: notation, variant.
pub const PLAIN: [(&str, &str); 18] = [
    ("bool", "Bool"),
    ("string", "String"),
    ("normalized", "Normalized"),
    ("token", "Token"),
    ("nmtoken", "NmToken"),
    ("name", "Name"),
    ("ncname", "NcName"),
    ("language", "Language"),
    ("uri", "Uri"),
    ("dateTime", "DateTime"),
    ("date", "Date"),
    ("hex", "Hex"),
    ("base64", "Base64"),
    ("id", "Id"),
    ("sid", "Sid"),
    ("symbol", "Symbol"),
    ("type", "DdlType"),
    ("ddltype", "DdlType"),
];

/// The whole-number types.
pub const INTEGERS: [(&str, i128, i128); 9] = [
    ("i8", i8::MIN as i128, i8::MAX as i128),
    ("i16", i16::MIN as i128, i16::MAX as i128),
    ("i32", i32::MIN as i128, i32::MAX as i128),
    ("i64", i64::MIN as i128, i64::MAX as i128),
    ("u8", 0, u8::MAX as i128),
    ("u16", 0, u16::MAX as i128),
    ("u32", 0, u32::MAX as i128),
    ("u64", 0, u64::MAX as i128),
    ("integer", i128::MIN, i128::MAX),
];

/// Finds the types that a reference target means; `None` if there is none.
pub type FindTargets<'a> = dyn Fn(&str) -> Option<BTreeSet<usize>> + 'a;

/// All value types of a format.
pub struct Values<'a> {
    /// The rows.
    pub rows: Vec<Value>,
    ids: HashMap<Value, ValueId>,
    named: HashMap<&'a str, &'a NamedType>,
    open_names: Vec<&'a str>,
    used_names: BTreeSet<&'a str>,
    all: Mask,
    free: bool,
    find: &'a FindTargets<'a>,
}

impl<'a> Values<'a> {
    /// No rows yet.
    pub fn new(schema: &'a Schema, find: &'a FindTargets<'a>, diagnostics: &mut Diagnostics) -> Values<'a> {
        let mut named = HashMap::new();
        for ty in &schema.types {
            if named.insert(ty.name.as_str(), ty).is_some() {
                diagnostics.error(ty.pos, format!("type `{}` is declared twice", ty.name));
            }
        }
        Values {
            rows: Vec::new(),
            ids: HashMap::new(),
            named,
            open_names: Vec::new(),
            used_names: BTreeSet::new(),
            all: schema.header.all(),
            free: schema.header.free,
            find,
        }
    }

    /// The row of a type; reports what is wrong with it.
    pub fn intern(&mut self, ty: &'a TypeExpr, diagnostics: &mut Diagnostics) -> ValueId {
        let value = self.lower(ty, diagnostics);
        self.add(value)
    }

    /// The row of a value type.
    pub fn add(&mut self, value: Value) -> ValueId {
        let fresh = self.rows.len();
        *self.ids.entry(value.clone()).or_insert_with(|| {
            self.rows.push(value);
            fresh
        })
    }

    /// Named types that nothing uses.
    pub fn unused(&self) -> impl Iterator<Item = &'a NamedType> + '_ {
        self.named.values().copied().filter(|ty| !self.used_names.contains(ty.name.as_str()))
    }

    /// Could this text be a value of the type? Only what is easily told is judged.
    pub fn accepts(&self, id: ValueId, text: &str) -> bool {
        match &self.rows[id] {
            Value::Plain("Bool") => matches!(text, "true" | "false" | "0" | "1"),
            Value::Float { min, max } => text.parse::<f64>().is_ok_and(|x| {
                let limit = |b: &Option<(String, bool)>, fits: fn(f64, f64) -> bool| {
                    b.as_ref()
                        .is_none_or(|(n, inclusive)| n.parse().is_ok_and(|n: f64| fits(x, n) || (*inclusive && x == n)))
                };
                limit(min, |x, n| x > n) && limit(max, |x, n| x < n)
            }),
            Value::Int { min, max } => text.parse::<i128>().is_ok_and(|n| (*min..=*max).contains(&n)),
            Value::Words { kind: WordKind::Exact | WordKind::Token, words } => {
                words.iter().any(|(word, _)| word == text)
            }
            Value::List(item, length) => {
                let items: Vec<&str> = text.split_whitespace().collect();
                let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
                (length.min..=length.max).contains(&count)
                    && count.is_multiple_of(length.multiple)
                    && items.iter().all(|i| self.accepts(*item, i))
            }
            Value::Union(members) => members.iter().any(|m| self.accepts(*m, text)),
            _ => true,
        }
    }

    fn lower(&mut self, ty: &'a TypeExpr, diagnostics: &mut Diagnostics) -> Value {
        match &ty.kind {
            TypeKind::Plain { name, min, max } => self.plain(name, min.as_ref(), max.as_ref(), ty.pos, diagnostics),
            TypeKind::Reference { kind, targets } => {
                let kind = match kind.as_str() {
                    "ref" if self.free => "Ddl",
                    "ref" => "Uri",
                    "idref" => "Id",
                    "fragment" => "Fragment",
                    "nameref" => "Name",
                    "sidref_strict" => "SidStrict",
                    _ => "Sid",
                };
                let mut ids = BTreeSet::new();
                for (target, pos) in targets {
                    match (self.find)(target) {
                        Some(found) => ids.extend(found),
                        None => diagnostics.error(*pos, format!("there is no element or type `{target}` to refer to")),
                    }
                }
                Value::Reference(kind, ids.into_iter().collect())
            }
            TypeKind::Words { kind, words } => {
                let mut merged: Vec<(String, Mask)> = Vec::new();
                for (word, gate) in words {
                    let mask = gate.unwrap_or(self.all);
                    match merged.iter_mut().find(|(w, _)| w == word) {
                        Some((_, seen)) if *seen & mask != 0 => {
                            diagnostics.error(ty.pos, format!("the word `{word}` occurs twice"));
                        }
                        Some((_, seen)) => *seen |= mask,
                        None => merged.push((word.clone(), mask)),
                    }
                }
                Value::Words { kind: *kind, words: merged }
            }
            TypeKind::List(item, length) => {
                let item = self.intern(item, diagnostics);
                Value::List(item, *length)
            }
            TypeKind::Union(members) => Value::Union(members.iter().map(|m| self.intern(m, diagnostics)).collect()),
            TypeKind::Pattern(name) => Value::Pattern(name.clone()),
        }
    }

    fn plain(
        &mut self,
        name: &'a str,
        min: Option<&Bound>,
        max: Option<&Bound>,
        pos: Pos,
        diagnostics: &mut Diagnostics,
    ) -> Value {
        if let Some(ty) = self.named.get(name).copied() {
            self.used_names.insert(name);
            if min.is_some() || max.is_some() {
                diagnostics.error(pos, format!("the named type `{name}` takes no range"));
            }
            if self.open_names.contains(&name) {
                diagnostics.error(pos, format!("type `{name}` contains itself"));
                return Value::Plain("String");
            }
            self.open_names.push(name);
            let value = self.lower(&ty.ty, diagnostics);
            self.open_names.pop();
            return value;
        }
        if name == "float" {
            let mut literal = |bound: Option<&Bound>| {
                bound.map(|b| match b.number.parse::<f64>() {
                    Ok(number) => (format!("{number:?}"), b.inclusive),
                    Err(_) => {
                        diagnostics.error(pos, format!("`{}` is not a number", b.number));
                        ("0.0".to_owned(), true)
                    }
                })
            };
            return Value::Float { min: literal(min), max: literal(max) };
        }
        if let Some(&(_, low, high)) = INTEGERS.iter().find(|(n, ..)| *n == name) {
            let mut limit = |bound: Option<&Bound>, open: i128, other: i128| match bound {
                None => other,
                Some(b) => match b.number.parse::<i128>() {
                    Ok(number) => number + if b.inclusive { 0 } else { open },
                    Err(_) => {
                        diagnostics.error(pos, format!("`{}` is not a whole number", b.number));
                        other
                    }
                },
            };
            return Value::Int { min: limit(min, 1, low), max: limit(max, -1, high) };
        }
        if min.is_some() || max.is_some() {
            diagnostics.error(pos, format!("`{name}` takes no range"));
        }
        if let Some((_, variant)) = PLAIN.iter().find(|(n, _)| *n == name) {
            return Value::Plain(variant);
        }
        diagnostics.error(pos, format!("there is no value type `{name}`"));
        Value::Plain("String")
    }
}
