//! Documentation of every element and structure, from the tables: `portolan schema`.

use portolan_schema::{
    Content, Data, Length, ReferenceKind, Schema, Text, Type, TypeId, Value, ValueId, Version, Versions,
};
use serde_json::{Value as Json, json};

use portolan_format::Format;

use crate::formats::formats;

/// An element type of a format.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The format.
    pub format: &'static Format,
    /// Its table.
    pub schema: &'static Schema,
    /// Its place in the table.
    pub id: TypeId,
    /// Its row.
    pub ty: &'static Type,
}

/// Every element type of every format.
pub fn entries() -> impl Iterator<Item = Entry> {
    formats().into_iter().filter_map(|format| Some((format, format.table.as_ref()?.schema))).flat_map(
        |(format, schema)| {
            let types = schema.types.iter().enumerate();
            types.map(move |(i, ty)| Entry { format, schema, id: TypeId(i as u16), ty })
        },
    )
}

/// The types that a word means: those with exactly this path, else those whose path ends so.
///
/// A path may begin with its format: `collada/camera/optics`.
pub fn find(word: &str) -> Vec<Entry> {
    let word = word.trim_matches('/').trim_start_matches('<').trim_end_matches('>');
    let (format, path) = match word.split_once('/') {
        Some((first, rest)) if formats().into_iter().any(|f| f.id == first) => (Some(first), rest),
        _ => (None, word),
    };
    let all: Vec<Entry> = entries().filter(|e| format.is_none_or(|f| e.format.id == f)).collect();
    let exact: Vec<Entry> = all.iter().copied().filter(|e| e.ty.path == path).collect();
    if !exact.is_empty() {
        return exact;
    }
    let ending = format!("/{path}");
    all.into_iter().filter(|e| e.ty.path.ends_with(&ending) || e.ty.path.trim_start_matches('~') == path).collect()
}

/// What is most like a word that means nothing.
pub fn nearest(word: &str) -> Option<&'static str> {
    let names: std::collections::BTreeSet<&'static str> = entries().map(|e| e.ty.name()).collect();
    portolan_schema::suggest::nearest(word, names)
}

/// A description in words.
#[derive(Clone, Debug)]
pub struct Description {
    /// The format's id.
    pub format: &'static str,
    /// What the format calls attributes.
    pub attributes_called: &'static str,
    /// The path of the type.
    pub path: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// Place in the specification, or empty.
    pub spec: &'static str,
    /// For xVRML how the type is known, else empty.
    pub status: &'static str,
    /// Versions that have it.
    pub versions: String,
    /// What stands in it, with the versions for which that holds.
    pub content: Vec<(String, String)>,
    /// Attributes or properties.
    pub attributes: Vec<Property>,
    /// Children: name, path of the type, versions, doc.
    pub children: Vec<ChildRow>,
    /// OpenDDL: the primitive structures in it.
    pub data: Vec<String>,
    /// OpenDDL: the name it may have, or empty.
    pub naming: String,
    /// xVRML: events it takes (`true`) or sends, and what they carry.
    pub events: Vec<(&'static str, bool, String)>,
    /// Paths of the types it may stand in.
    pub parents: Vec<&'static str>,
}

/// A possible child.
#[derive(Clone, Debug)]
pub struct ChildRow {
    /// The element's name.
    pub name: &'static str,
    /// The path of its type.
    pub path: &'static str,
    /// The value it holds with its unit, when it holds only text; else empty.
    pub value: String,
    /// Versions that have it; empty for all of the parent's.
    pub versions: String,
    /// One sentence.
    pub doc: &'static str,
}

/// An attribute or property.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: &'static str,
    /// Must it be there?
    pub required: bool,
    /// Its value type.
    pub value: String,
    /// Its default.
    pub default: Option<&'static str>,
    /// Its unit, or empty.
    pub unit: &'static str,
    /// Versions that have it; empty for all of the element's.
    pub versions: String,
    /// One sentence, or empty.
    pub doc: &'static str,
}

/// Describes a type.
pub fn describe(entry: Entry) -> Description {
    let (schema, ty) = (entry.schema, entry.ty);
    let own_versions = schema.version_names(ty.versions);
    let versions = |set: Versions| {
        let names = schema.version_names(Versions(ty.versions.0 & set.0));
        if names == own_versions { String::new() } else { names }
    };
    let attributes = ty.attributes.iter().map(|a| Property {
        name: schema.name(a.name),
        required: a.required,
        value: value_text(schema, a.text.value),
        default: a.text.default,
        unit: a.text.unit,
        versions: versions(a.versions),
        doc: a.doc,
    });
    let children = ty.children.iter().map(|c| ChildRow {
        name: schema.name(c.name),
        path: schema.ty(c.ty).map_or("", |t| t.path),
        value: match schema.ty(c.ty).map(|t| &t.content) {
            Some(Content::Text(text)) if text.unit.is_empty() => value_text(schema, text.value),
            Some(Content::Text(text)) => format!("{}, unit {}", value_text(schema, text.value), text.unit),
            _ => String::new(),
        },
        versions: versions(c.versions),
        doc: schema.ty(c.ty).map_or("", |t| t.doc),
    });
    let parents = schema.types.iter().filter(|t| t.children.iter().any(|c| c.ty == entry.id)).map(|t| t.path);
    Description {
        format: entry.format.id,
        attributes_called: entry.format.table.as_ref().map_or("", |table| table.attributes),
        path: ty.path,
        doc: ty.doc,
        spec: ty.spec,
        status: ty.status,
        content: content(schema, ty),
        attributes: attributes.collect(),
        children: children.collect(),
        data: ty.data.iter().map(|d| data_text(schema, d)).collect(),
        naming: naming(ty),
        events: ty.events.iter().map(|e| (schema.name(e.name), e.input, value_text(schema, e.value))).collect(),
        parents: parents.collect(),
        versions: own_versions,
    }
}

impl Description {
    /// As JSON.
    pub fn to_json(&self) -> Json {
        let attributes: Vec<Json> = self
            .attributes
            .iter()
            .map(|a| {
                json!({
                    "name": a.name, "required": a.required, "value": a.value, "default": a.default, "unit": a.unit,
                    "versions": a.versions, "doc": a.doc,
                })
            })
            .collect();
        let children: Vec<Json> = self
            .children
            .iter()
            .map(|c| json!({"name": c.name, "path": c.path, "value": c.value, "versions": c.versions, "doc": c.doc}))
            .collect();
        let content: Vec<Json> =
            self.content.iter().map(|(versions, text)| json!({"versions": versions, "content": text})).collect();
        let events: Vec<Json> = self
            .events
            .iter()
            .map(|(name, input, value)| json!({"name": name, "input": input, "value": value}))
            .collect();
        json!({
            "format": self.format, "path": self.path, "doc": self.doc, "spec": self.spec, "status": self.status,
            "versions": self.versions, "content": content, "attributes": attributes, "children": children,
            "data": self.data, "naming": self.naming, "events": events, "parents": self.parents,
        })
    }
}

fn naming(ty: &Type) -> String {
    let kind = match (ty.naming.global, ty.naming.local) {
        (true, true) => "global `$name` or local `%name`",
        (true, false) => "global `$name`",
        (false, true) => "local `%name`",
        (false, false) => return String::new(),
    };
    let must = if ty.naming.required { "required" } else { "optional" };
    format!("{kind}, {must}")
}

/// What stands between the tags, once if it is the same in all versions.
fn content(schema: &'static Schema, ty: &'static Type) -> Vec<(String, String)> {
    let one = |text: String| vec![(String::new(), text)];
    match &ty.content {
        Content::Empty => one("nothing".to_owned()),
        Content::Any => one("anything; it is kept but not checked".to_owned()),
        Content::Text(text) => one(text_text(schema, text)),
        Content::Bag(items) => {
            let rows: Vec<String> = items
                .iter()
                .map(|item| {
                    let names: Vec<&str> = item.names.iter().map(|n| schema.name(*n)).collect();
                    format!("{} ({})", names.join(" or "), times(item.min, item.max))
                })
                .collect();
            if rows.is_empty() { Vec::new() } else { one(format!("in any order: {}", rows.join(", "))) }
        }
        Content::Elements(_) => {
            let mut rows: Vec<(Vec<&str>, &'static str)> = Vec::new();
            for version in (0..schema.versions.len() as u8).map(Version).filter(|v| ty.versions.contains(*v)) {
                let Some(model) = schema.model(ty, version) else { continue };
                let name = schema.version_name(version);
                match rows.iter_mut().find(|(_, written)| *written == model.written) {
                    Some((versions, _)) => versions.push(name),
                    None => rows.push((vec![name], model.written)),
                }
            }
            let single = rows.len() == 1;
            let shown = |written: &str| if written.is_empty() { "nothing".to_owned() } else { written.to_owned() };
            rows.into_iter()
                .map(|(versions, written)| (if single { String::new() } else { versions.join(", ") }, shown(written)))
                .collect()
        }
    }
}

fn times(min: u32, max: u32) -> String {
    match (min, max) {
        (0, 1) => "at most one".to_owned(),
        (1, 1) => "exactly one".to_owned(),
        (0, u32::MAX) => "any number".to_owned(),
        (n, u32::MAX) => format!("at least {n}"),
        (a, b) if a == b => format!("exactly {a}"),
        (a, b) => format!("{a} to {b}"),
    }
}

fn text_text(schema: &'static Schema, text: &Text) -> String {
    let mut out = value_text(schema, text.value);
    if !text.unit.is_empty() {
        out.push_str(&format!(", unit {}", text.unit));
    }
    if let Some(default) = text.default {
        out.push_str(&format!(", default `{default}`"));
    }
    out
}

fn data_text(schema: &'static Schema, data: &Data) -> String {
    let mut out = data.types.join(" or ");
    let sizes: Vec<String> =
        data.sizes.iter().map(|s| if *s == 0 { "flat".to_owned() } else { format!("[{s}]") }).collect();
    if !sizes.is_empty() && sizes != ["flat"] {
        out.push_str(&format!(" {}", sizes.join(" or ")));
    }
    out.push_str(&format!(", {}", times(data.min, data.max)));
    let length = length_text(data.length);
    if !length.is_empty() {
        out.push_str(&format!(", {length} values"));
    }
    if let Some(value) = data.value {
        out.push_str(&format!(", each {}", value_text(schema, value)));
    }
    if !data.unit.is_empty() {
        out.push_str(&format!(", unit {}", data.unit));
    }
    if let Some(default) = data.default {
        out.push_str(&format!(", default `{default}`"));
    }
    if let Some((property, values)) = data.when {
        out.push_str(&format!(", when `{}` is {}", schema.name(property), values.join(" or ")));
    }
    if !data.doc.is_empty() {
        out.push_str(&format!(": {}", data.doc));
    }
    out
}

fn length_text(length: Length) -> String {
    let mut out = match (length.min, length.max) {
        (0, u32::MAX) => String::new(),
        (min, u32::MAX) => format!("at least {min}"),
        (0, max) => format!("at most {max}"),
        (min, max) if min == max => min.to_string(),
        (min, max) => format!("{min} to {max}"),
    };
    if length.multiple > 1 {
        let comma = if out.is_empty() { "" } else { ", " };
        out.push_str(&format!("{comma}a multiple of {}", length.multiple));
    }
    out
}

/// A value type in short.
pub fn value_text(schema: &'static Schema, id: ValueId) -> String {
    match schema.value(id) {
        Value::Bool => "bool".to_owned(),
        Value::Float(range) => {
            let limit = |limit: Option<(f64, bool)>, closed: &str, open: &str| {
                limit.map(|(v, inclusive)| format!(" {} {v}", if inclusive { closed } else { open }))
            };
            let (min, max) = (limit(range.min, "≥", ">"), limit(range.max, "≤", "<"));
            format!("float{}{}", min.unwrap_or_default(), max.unwrap_or_default())
        }
        Value::Int { min, max } => match (*min, *max) {
            (0, m) if m == i128::from(u64::MAX) => "unsigned integer".to_owned(),
            (a, b) if a == i128::from(i64::MIN) && b == i128::from(i64::MAX) => "integer".to_owned(),
            (a, b) => format!("integer {a} to {b}"),
        },
        Value::Reference(kind, types) => {
            let how = match kind {
                ReferenceKind::Uri => "uri#id",
                ReferenceKind::Fragment => "#id",
                ReferenceKind::Id => "id",
                ReferenceKind::Name => "name",
                ReferenceKind::Sid | ReferenceKind::SidStrict => "SID path",
                ReferenceKind::Ddl => "$name",
            };
            let names: Vec<&str> = types.iter().filter_map(|t| schema.ty(*t)).map(|t| t.path).collect();
            if names.is_empty() {
                format!("reference ({how})")
            } else {
                format!("reference ({how}) to {}", names.join(", "))
            }
        }
        Value::Enum(words) | Value::Word(words) => {
            let words: Vec<&str> = words.iter().map(|(w, _)| *w).collect();
            format!("one of {}", words.join(" | "))
        }
        Value::Open(words) => {
            let words: Vec<&str> = words.iter().map(|(w, _)| *w).collect();
            format!("text; known values are {}", words.join(" | "))
        }
        Value::List { item, length } => {
            let count = length_text(*length);
            let space = if count.is_empty() { "" } else { " " };
            format!("list of {count}{space}{}", value_text(schema, *item))
        }
        Value::Union(of) => of.iter().map(|v| value_text(schema, *v)).collect::<Vec<_>>().join(" or "),
        Value::Pattern(name) => (*name).to_owned(),
        Value::String => "string".to_owned(),
        Value::Normalized | Value::Token => "token".to_owned(),
        Value::NmToken => "nmtoken".to_owned(),
        Value::Name | Value::NcName => "name".to_owned(),
        Value::Language => "language".to_owned(),
        Value::Uri => "URI".to_owned(),
        Value::DateTime => "date and time".to_owned(),
        Value::Date => "date".to_owned(),
        Value::Hex => "hexadecimal octets".to_owned(),
        Value::Base64 => "base64".to_owned(),
        Value::Id => "id".to_owned(),
        Value::Sid => "sid".to_owned(),
        Value::Symbol => "symbol".to_owned(),
        Value::DdlType => "data type".to_owned(),
    }
}
