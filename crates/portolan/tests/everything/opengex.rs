//! An OpenGEX document with everything that its table has: each child of each type once, each kind of parameter.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use portolan_schema::tables::opengex::SCHEMA;
use portolan_schema::{Content, Data, NameId, Type, TypeId, Value, ValueId, Version};

/// A document of the newest version in which every child of every type stands at least once.
pub fn document() -> String {
    let mut generator = Generator {
        version: SCHEMA.newest(),
        written: HashSet::new(),
        marks: 0,
        names: HashMap::new(),
        out: String::new(),
    };
    let root = SCHEMA.ty(SCHEMA.root).expect("a root");
    generator.children(SCHEMA.root, root, 0);
    let mut text = generator.out;
    for (ty, name) in &generator.names {
        text = text.replace(&format!("\u{1}{}\u{2}", ty.0), &format!("${name}"));
    }
    text
}

struct Generator {
    version: Version,
    /// Children that were written.
    written: HashSet<(TypeId, NameId)>,
    marks: usize,
    /// The name of one structure of each type.
    names: HashMap<TypeId, String>,
    out: String,
}

impl Generator {
    fn children(&mut self, parent: TypeId, ty: &'static Type, depth: usize) {
        let Content::Bag(items) = &ty.content else { return };
        let version = self.version;
        for item in items.iter().filter(|item| item.versions.contains(version)) {
            for (place, name) in item.names.iter().enumerate() {
                if self.written.insert((parent, *name)) || (item.min > 0 && place == 0) {
                    let child = ty.child(*name, version).expect("a child of the content has a type");
                    self.structure(child, SCHEMA.name(*name), depth);
                }
            }
        }
    }

    /// Writes a structure, once for each word that its data depends on.
    fn structure(&mut self, id: TypeId, name: &str, depth: usize) {
        let ty = SCHEMA.ty(id).expect("a type");
        let rows: Vec<&'static Data> = ty.data.iter().filter(|d| d.versions.contains(self.version)).collect();
        let mut written = HashSet::new();
        for row in &rows {
            for word in row.when.map_or(vec![None], |(_, words)| words.iter().map(|w| Some(*w)).collect()) {
                if written.insert(word) {
                    let chosen = word.and_then(|word| Some((row.when?.0, word)));
                    self.one(id, ty, name, chosen, Some(row), depth);
                }
            }
        }
        if rows.is_empty() {
            self.one(id, ty, name, None, None, depth);
        }
    }

    fn one(
        &mut self,
        id: TypeId,
        ty: &'static Type,
        name: &str,
        chosen: Option<(NameId, &str)>,
        data: Option<&'static Data>,
        depth: usize,
    ) {
        let _ = write!(self.out, "{:1$}{name}", "", depth * 2);
        if ty.naming.global {
            let own = self.mark();
            let _ = write!(self.out, " ${own}");
            self.names.entry(id).or_insert(own);
        } else if ty.naming.local {
            let own = self.mark();
            let _ = write!(self.out, " %{own}");
        }
        let version = self.version;
        let attributes = ty.attributes.iter().filter(|a| a.versions.contains(version));
        let attributes: Vec<String> = attributes
            .filter(|a| SCHEMA.name(a.name) != "restart")
            .map(|attribute| {
                let key = SCHEMA.name(attribute.name);
                let value = match chosen.filter(|(of, _)| *of == attribute.name) {
                    Some((_, word)) => format!("\"{word}\""),
                    None if matches!(key, "clip" | "index" | "material" | "lod" | "morph" | "base") => "0".to_owned(),
                    None if key == "primitive" => "\"triangles\"".to_owned(),
                    None if key == "attrib" && name == "VertexArray" => "\"position\"".to_owned(),
                    None => self.value(attribute.text.value),
                };
                format!("{key} = {value}")
            })
            .collect();
        if !attributes.is_empty() {
            let _ = write!(self.out, " ({})", attributes.join(", "));
        }
        self.out.push_str(" {\n");
        if let Some(row) = data {
            self.data(name, row, chosen.map_or("", |(_, word)| word));
        }
        if matches!(ty.content, Content::Any) {
            let mark = self.mark();
            let _ = write!(self.out, "string {{\"{mark}\"}}");
        }
        self.children(id, ty, depth + 1);
        self.out.push_str("}\n");
    }

    fn data(&mut self, structure: &str, row: &Data, word: &str) {
        let kind = row.types.iter().find(|t| **t == "uint32").or(row.types.first()).copied().unwrap_or("float32");
        let width = match structure {
            "IndexArray" | "VertexArray" => 3,
            _ => row.sizes.iter().copied().max().unwrap_or(0),
        };
        let entries = match structure {
            "VertexArray" | "BoneCountArray" | "BoneIndexArray" | "BoneWeightArray" => 3,
            "Key" => row.length.min.max(2),
            _ => row.length.min.max(1),
        };
        let mut entry = || match structure {
            "BoneCountArray" => "1".to_owned(),
            "BoneIndexArray" => "0".to_owned(),
            _ => self.datum(kind, row),
        };
        // Primaries must span a space of colours.
        let primary = match (structure, word) {
            ("Metric", "red") => "{0.61, 0.34}",
            ("Metric", "green") => "{0.29, 0.62}",
            ("Metric", "blue") => "{0.16, 0.07}",
            ("Metric", "white") => "{0.32, 0.33}",
            _ => "",
        };
        let all: Vec<String> = match (structure, width) {
            _ if !primary.is_empty() => vec![primary.to_owned()],
            ("IndexArray", _) => vec!["{0, 1, 2}".to_owned()],
            (_, 0) => (0..entries).map(|_| entry()).collect(),
            _ => (0..entries)
                .map(|_| format!("{{{}}}", (0..width).map(|_| entry()).collect::<Vec<_>>().join(", ")))
                .collect(),
        };
        let size = if width > 0 { format!("[{width}]") } else { String::new() };
        let _ = writeln!(self.out, "{kind}{size} {{{}}}", all.join(", "));
    }

    fn datum(&mut self, kind: &str, row: &Data) -> String {
        self.marks += 1;
        match kind {
            "ref" => row.value.map_or("null".to_owned(), |value| self.value(value)),
            "string" => match row.value.map(|value| SCHEMA.value(value)) {
                Some(Value::Enum(words) | Value::Word(words)) => format!("\"{}\"", words[0].0),
                _ => format!("\"{}\"", self.mark()),
            },
            "bool" => "true".to_owned(),
            _ if kind.starts_with("float") => format!("{:.4}", 0.1 + 0.0001 * self.marks as f64),
            _ => self.marks.to_string(),
        }
    }

    fn mark(&mut self) -> String {
        self.marks += 1;
        format!("mk{:05}", self.marks)
    }

    fn value(&mut self, id: ValueId) -> String {
        match SCHEMA.value(id) {
            Value::Bool => "false".into(),
            Value::Float(range) => {
                self.marks += 1;
                format!("{:.4}", range.min.map_or(0.0, |(low, _)| low) + 0.1 + 0.0001 * self.marks as f64)
            }
            Value::Int { min, max } => {
                self.marks += 1;
                ((*min).max(0) + self.marks as i128).min(*max).to_string()
            }
            Value::Enum(words) | Value::Word(words) | Value::Open(words) => {
                let mut here = words.iter().filter(|(_, v)| v.contains(self.version));
                format!("\"{}\"", here.next().map_or("", |(word, _)| word))
            }
            Value::Union(of) => self.value(of[0]),
            Value::Reference(_, types) => types.first().map_or("null".into(), |ty| format!("\u{1}{}\u{2}", ty.0)),
            Value::DdlType => "float32".into(),
            _ => format!("\"{}\"", self.mark()),
        }
    }
}
