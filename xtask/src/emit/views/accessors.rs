//! What a view tells about its node.

use std::collections::{BTreeMap, BTreeSet};

use super::names::{identifier, plural, snake};
use super::plan::{Plan, View};
use super::rust::Rust;
use crate::compile::automaton::Regex;
use crate::compile::{Attribute, Content, Table, Text, Type};

/// A method of a view.
#[derive(Debug)]
pub struct Accessor {
    /// Its name.
    pub name: String,
    /// One sentence.
    pub doc: String,
    /// What it gives.
    pub result: String,
    /// How.
    pub body: String,
}

/// Names that mean something for every view.
const RESERVED: [&str; 4] = ["node", "wrap", "cast", "clone"];

/// The accessors of a view: names and attributes, its own value, its children.
pub fn accessors(table: &Table, plan: &Plan, view: &View) -> Vec<Accessor> {
    let types: Vec<&Type> = view.types.iter().map(|id| &table.types[*id]).collect();
    let mut builder = Builder { table, plan, names: RESERVED.map(str::to_owned).into(), accessors: Vec::new() };
    if types.iter().any(|ty| ty.naming.global || ty.naming.local) {
        builder.add(
            "name",
            "_of_structure",
            "The name of the structure, with its `$` or `%`.",
            "Option<&'a str>",
            "v::structure_name(self.0)",
        );
    }
    builder.attributes(&types);
    builder.own_value(&types);
    builder.data(&types);
    builder.children(&types);
    builder.accessors
}

struct Builder<'t> {
    table: &'t Table,
    plan: &'t Plan,
    names: BTreeSet<String>,
    accessors: Vec<Accessor>,
}

/// What a child is in all versions.
enum Kind {
    View(usize),
    Leaf(Rust),
    Node,
}

impl Builder<'_> {
    /// Keeps a name; `suffix` tells it from another that has it.
    fn reserve(&mut self, name: &str, suffix: &str) -> String {
        let mut name = name.to_owned();
        while !self.names.insert(name.clone()) {
            name.push_str(suffix);
        }
        name
    }

    /// The first ending, or the second if the name with the first is taken.
    fn ending(&self, stem: &str, [first, second]: [&'static str; 2]) -> &'static str {
        if self.names.contains(&format!("{stem}{first}")) { second } else { first }
    }

    /// Adds an accessor whose name is reserved. Returns the name as an identifier.
    fn push(&mut self, name: &str, doc: &str, result: &str, body: &str) -> String {
        let name = identifier(name);
        self.accessors.push(Accessor {
            name: name.clone(),
            doc: doc.to_owned(),
            result: result.to_owned(),
            body: body.to_owned(),
        });
        name
    }

    fn add(&mut self, name: &str, suffix: &str, doc: &str, result: &str, body: &str) -> String {
        let name = self.reserve(name, suffix);
        self.push(&name, doc, result, body)
    }

    /// Adds an accessor of a value, and the one that falls back on the default.
    fn value(
        &mut self,
        stem: &str,
        [ending, suffix]: [&str; 2],
        doc: &str,
        rust: &Rust,
        read: &str,
        default: Option<&str>,
    ) {
        let name = &format!("{stem}{ending}");
        let trim = if *rust == (Rust::Text { trim: true }) && !self.is_ddl() { ".map(v::trim)" } else { "" };
        let written = rust.written();
        let got = if rust.is_list() {
            self.add(name, suffix, doc, &written, &format!("{read}.unwrap_or_default()"))
        } else {
            self.add(name, suffix, doc, &format!("Option<{written}>"), &format!("{read}{trim}"))
        };
        let Some((default, literal)) = default.and_then(|d| Some((d, rust.literal(d)?))) else { return };
        let doc = format!("The value of {}, or `{}`.", link(&got), default.replace('`', "'"));
        let fall_back = match rust {
            Rust::Many(_) | Rust::Words => format!("{read}.unwrap_or_else(|| {literal})"),
            _ => format!("{read}{trim}.unwrap_or({literal})"),
        };
        self.add(&format!("{stem}_or_default"), suffix, &doc, &written, &fall_back);
    }

    fn is_ddl(&self) -> bool {
        self.table.namespaces.is_empty()
    }

    fn attributes(&mut self, types: &[&Type]) {
        let mut rows: BTreeMap<&str, Vec<&Attribute>> = BTreeMap::new();
        for attribute in types.iter().flat_map(|ty| &ty.attributes) {
            rows.entry(&attribute.name).or_default().push(attribute);
        }
        for (name, rows) in rows {
            let rust = self.joined(rows.iter().map(|row| &row.text));
            let what = if self.is_ddl() { "property" } else { "attribute" };
            let doc = rows.iter().map(|row| row.doc.as_str()).find(|doc| !doc.is_empty());
            let doc = doc.map_or_else(|| format!("The {what} `{name}`."), str::to_owned);
            let read = format!("v::attribute(self.0, {name:?})");
            let default = same_default(rows.iter().map(|row| &row.text));
            self.value(&snake(name), ["", "_attribute"], &doc, &rust, &read, default);
        }
    }

    fn joined<'x>(&self, texts: impl Iterator<Item = &'x Text>) -> Rust {
        let rusts = texts.map(|text| Rust::of(self.table, text.value));
        rusts.reduce(|a, b| a.join(&b)).unwrap_or(Rust::Text { trim: false })
    }

    fn own_value(&mut self, types: &[&Type]) {
        let texts = || types.iter().filter_map(|ty| text(ty));
        if texts().next().is_none() {
            return;
        }
        let rust = self.joined(texts());
        self.value(
            "value",
            ["", "_text"],
            "What stands between its tags.",
            &rust,
            "v::text(self.0)",
            same_default(texts()),
        );
    }

    fn data(&mut self, types: &[&Type]) {
        let rows: Vec<_> = types.iter().flat_map(|ty| &ty.data).collect();
        if rows.is_empty() {
            return;
        }
        self.add(
            "data",
            "_structure",
            "The primitive structure that holds its data.",
            "Option<v::Node<'a>>",
            "v::data(self.0)",
        );
        self.add("run", "_of_data", "The values of its data.", "Option<v::Run<'a>>", "v::run(self.0)");
        let single: Option<Vec<Rust>> = rows
            .iter()
            .map(|row| {
                if (row.length.min, row.length.max) != (1, 1) {
                    return None;
                }
                let item = row.types.iter().map(|ty| Rust::of_primitive(ty)).reduce(|a, b| a.join(&b))?;
                match (row.sizes.as_slice(), item) {
                    ([] | [0], item) => Some(item),
                    ([size], Rust::One(scalar)) => Some(Rust::Array(scalar, *size)),
                    _ => None,
                }
            })
            .collect();
        if let Some(rusts) = single
            && let Some(first) = rusts.first()
            && rusts.iter().all(|rust| rust == first)
        {
            let result = format!("Option<{}>", first.written());
            self.add("value", "_of_data", "The only value of its data.", &result, "v::datum(self.0)");
        }
    }

    fn children(&mut self, types: &[&Type]) {
        let mut rows: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        for (name, _, child) in types.iter().flat_map(|ty| &ty.children) {
            rows.entry(name).or_default().insert(*child);
        }
        if types.iter().any(|ty| self.foreign(&ty.path).is_some()) {
            // A formula is read child by child in the order written; a hundred accessors by name would help nobody.
            return;
        }
        let many = |name: &str| types.iter().any(|ty| occurs_more_than_once(ty, name));
        // Children have the first choice of names: `key_value` is `keyValue` before it is the value of `key`.
        let plain: Vec<String> = rows
            .keys()
            .map(|name| if many(name) { plural(&snake(name)) } else { snake(name) })
            .map(|name| self.reserve(&name, "_child"))
            .collect();
        for ((name, ids), plain) in rows.into_iter().zip(plain) {
            let children: Vec<&Type> = ids.iter().map(|id| &self.table.types[*id]).collect();
            let many = many(name);
            let stem = snake(name);
            let doc = children.iter().map(|child| child.doc.as_str()).find(|doc| !doc.is_empty());
            let doc = doc.map_or_else(|| format!("The child `{name}`."), str::to_owned);
            let crossing = children.iter().find_map(|child| self.foreign(&child.path));
            match (self.kind(&ids), many) {
                (Kind::View(view), many) => {
                    let view = &self.plan.views[view].name;
                    let all = match crossing {
                        Some(namespace) => format!("v::foreign(self.0, {namespace:?}, {name:?})"),
                        None => format!("v::children(self.0, {name:?})"),
                    };
                    let (result, body) = match (many, crossing) {
                        (true, _) => (format!("v::Children<'a, {view}<'a>>"), all),
                        (false, Some(_)) => (format!("Option<{view}<'a>>"), format!("{all}.next()")),
                        (false, None) => (format!("Option<{view}<'a>>"), format!("v::child(self.0, {name:?})")),
                    };
                    self.push(&plain, &doc, &result, &body);
                }
                (kind, false) => {
                    let read = format!("v::element(self.0, {name:?})");
                    let got = self.push(&plain, &doc, "Option<v::Node<'a>>", &read);
                    if let Kind::Leaf(rust) = kind {
                        let default = same_default(children.iter().filter_map(|child| text(child)));
                        let doc = format!("The value of {}.", link(&got));
                        let read = format!("v::element_text(self.0, {name:?})");
                        let ending = self.ending(&stem, ["_value", "_content"]);
                        self.value(&stem, [ending, "_of_child"], &doc, &rust, &read, default);
                    }
                }
                (kind, true) => {
                    let all = format!("v::elements(self.0, {name:?})");
                    let got = self.push(&plain, &doc, "v::Nodes<'a>", &all);
                    if let Kind::Leaf(rust) = kind {
                        let doc = format!("The values of {}.", link(&got));
                        let (item, read) = if rust.is_list() {
                            (rust.written(), "|n| v::text(n).unwrap_or_default()")
                        } else if rust == (Rust::Text { trim: true }) {
                            (format!("Option<{}>", rust.written()), "|n| v::text(n).map(v::trim)")
                        } else {
                            (format!("Option<{}>", rust.written()), "v::text")
                        };
                        let result = format!("impl Iterator<Item = {item}>");
                        let ending = self.ending(&stem, ["_values", "_contents"]);
                        self.add(
                            &format!("{stem}{ending}"),
                            "_of_children",
                            &doc,
                            &result,
                            &format!("{all}.map({read})"),
                        );
                    }
                }
            }
        }
    }

    /// The namespace of a type that is not the format's own.
    fn foreign(&self, path: &str) -> Option<&str> {
        let row = self.table.foreign.iter().find(|(prefix, _)| path.starts_with(prefix.as_str()));
        row.map(|(_, namespace)| namespace.as_str())
    }

    fn kind(&self, ids: &BTreeSet<usize>) -> Kind {
        let mut kinds = ids.iter().map(|id| match (self.plan.of_type[*id], text(&self.table.types[*id])) {
            (Some(view), _) => Kind::View(view),
            (None, Some(text)) => Kind::Leaf(Rust::of(self.table, text.value)),
            (None, None) => Kind::Node,
        });
        let first = kinds.next().unwrap_or(Kind::Node);
        kinds.fold(first, |a, b| match (a, b) {
            (Kind::View(a), Kind::View(b)) if a == b => Kind::View(a),
            (Kind::Leaf(a), Kind::Leaf(b)) => Kind::Leaf(a.join(&b)),
            _ => Kind::Node,
        })
    }
}

/// Another accessor, as documentation mentions it; raw identifiers cannot be linked.
fn link(name: &str) -> String {
    match name.strip_prefix("r#") {
        Some(plain) => format!("`{plain}`"),
        None => format!("[`{name}`](Self::{name})"),
    }
}

fn text(ty: &Type) -> Option<&Text> {
    match &ty.content {
        Content::Text(text) => Some(text),
        _ => None,
    }
}

/// The default, if all rows have the same.
fn same_default<'x>(mut texts: impl Iterator<Item = &'x Text>) -> Option<&'x str> {
    let first = texts.next()?.default.as_deref()?;
    texts.all(|text| text.default.as_deref() == Some(first)).then_some(first)
}

fn occurs_more_than_once(ty: &Type, name: &str) -> bool {
    match &ty.content {
        Content::Elements(models) => models.iter().any(|(regex, _)| most(regex, name) > 1),
        Content::Bag(items) => items.iter().any(|(names, _, _, max)| *max > 1 && names.iter().any(|n| n == name)),
        _ => false,
    }
}

/// How often a name may occur.
fn most(regex: &Regex, name: &str) -> u32 {
    match regex {
        Regex::Empty => 0,
        Regex::Name(n) => u32::from(n == name),
        Regex::Sequence(items) => items.iter().fold(0, |sum, item| sum.saturating_add(most(item, name))),
        Regex::Choice(items) => items.iter().map(|item| most(item, name)).max().unwrap_or(0),
        Regex::Repeat(inner, _, max) => most(inner, name).saturating_mul(*max),
    }
}
