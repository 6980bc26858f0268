//! The rows of a format, from its resolved types.

use std::collections::{BTreeMap, BTreeSet};

use super::automaton::{Automaton, Regex};
use super::resolve::{Raw, Resolver, versions_of};
use super::values::{Value, Values};
use super::{Attribute, Content, Data, Table, Text, Type};
use crate::diagnostics::{Diagnostics, Pos};
use crate::notation::ast::*;

/// Compiles a format; the result is only good if no error was reported.
pub fn compile(schema: &Schema, diagnostics: &mut Diagnostics) -> Table {
    let resolver = Resolver::new(schema, diagnostics);
    let find = |target: &str| resolver.targets(target);
    let values = Values::new(schema, &find, diagnostics);
    let mut builder = Builder { resolver: &resolver, values, diagnostics, used_sets: BTreeSet::new() };
    for (i, set) in schema.attribute_sets.iter().enumerate() {
        if schema.attribute_sets[..i].iter().any(|other| other.name == set.name) {
            builder.diagnostics.error(set.pos, format!("attribute set `{}` is declared twice", set.name));
        }
    }
    let types = resolver.raws.iter().map(|raw| builder.row(raw)).collect();
    for set in &schema.attribute_sets {
        if !builder.used_sets.contains(set.name.as_str()) {
            builder.diagnostics.warning(set.pos, format!("attribute set `{}` is not used", set.name));
        }
    }
    for ty in builder.values.unused() {
        builder.diagnostics.warning(ty.pos, format!("type `{}` is not used", ty.name));
    }
    let values = std::mem::take(&mut builder.values.rows);
    let header = &schema.header;
    Table {
        format: header.format.clone(),
        versions: header.versions.clone(),
        namespaces: header.namespaces.clone(),
        foreign: header.foreign.clone(),
        root: resolver.raws.iter().position(|raw| raw.path == header.root).unwrap_or(0),
        other_roots: (0..resolver.raws.len())
            .filter(|i| header.other_roots.contains(&resolver.raws[*i].path))
            .collect(),
        types,
        values,
    }
}

struct Builder<'a, 'd> {
    resolver: &'a Resolver<'a>,
    values: Values<'a>,
    diagnostics: &'d mut Diagnostics,
    used_sets: BTreeSet<&'a str>,
}

impl<'a> Builder<'a, '_> {
    fn row(&mut self, raw: &'a Raw<'a>) -> Type {
        let versions = raw.versions();
        let block = raw.block;
        let mut attributes = Vec::new();
        let (doc, content) = match raw.leaf {
            Some(leaf) => {
                if leaf.animatable {
                    attributes.push(self.animatable_sid());
                }
                self.attributes(&leaf.attributes, raw.declared, 0, &mut attributes);
                match &leaf.kind {
                    LeafKind::Text(text) => (text.doc.clone(), Content::Text(self.text(text))),
                    LeafKind::Any(_, doc) => (doc.clone(), Content::Any),
                    LeafKind::Empty(_, doc) => (doc.clone(), Content::Empty),
                    LeafKind::Borrowed(..) => {
                        unreachable!("a borrowed leaf has no type of its own")
                    }
                }
            }
            None => {
                self.attributes(&block.attributes, raw.declared, 0, &mut attributes);
                let content = if let Some(text) = &block.text {
                    Content::Text(self.text(text))
                } else if block.any {
                    Content::Any
                } else if self.resolver.schema.header.free {
                    self.bag(raw)
                } else {
                    elements(raw)
                };
                (block.doc.clone(), content)
            }
        };
        let own = raw.leaf.is_none();
        Type {
            path: raw.path.clone(),
            doc,
            spec: block.spec.clone(),
            status: block.status.clone(),
            versions,
            content,
            children: children(raw),
            attributes: self.sorted_attributes(attributes, raw),
            events: if own { self.events(block) } else { Vec::new() },
            naming: if own { block.naming } else { Naming::default() },
            data: if own { self.data(raw) } else { Vec::new() },
        }
    }

    fn text(&mut self, text: &'a TypeUse) -> Text {
        let value = self.values.intern(&text.ty, self.diagnostics);
        if let Some(default) = text.default.as_ref().filter(|d| !self.values.accepts(value, d)) {
            self.diagnostics.error(text.ty.pos, format!("the default `{default}` is not a value of this type"));
        }
        Text { value, unit: text.unit.clone(), default: text.default.clone() }
    }

    fn animatable_sid(&mut self) -> (Attribute, Pos) {
        let value = self.values.add(Value::Plain("Sid"));
        let attribute = Attribute {
            name: "sid".to_owned(),
            versions: Mask::MAX,
            required: false,
            text: Text { value, unit: String::new(), default: None },
            doc: "Scoped name by which an animation finds the value.".to_owned(),
        };
        (attribute, Pos::default())
    }

    /// Expands attribute sets; `within` are the versions of whatever holds the items.
    fn attributes(&mut self, items: &'a [AttributeItem], within: Mask, depth: usize, into: &mut Vec<(Attribute, Pos)>) {
        for item in items {
            match item {
                AttributeItem::One { name, required, text, pos } => {
                    let versions = within & text.gate.unwrap_or(Mask::MAX);
                    if versions == 0 {
                        continue;
                    }
                    let attribute = Attribute {
                        name: name.clone(),
                        versions,
                        required: *required,
                        text: self.text(text),
                        doc: text.doc.clone(),
                    };
                    into.push((attribute, *pos));
                }
                AttributeItem::Set { name, gate, pos } => {
                    let sets = &self.resolver.schema.attribute_sets;
                    let Some(set) = sets.iter().find(|set| set.name == *name) else {
                        self.diagnostics.error(*pos, format!("there is no attribute set `{name}`"));
                        continue;
                    };
                    self.used_sets.insert(&set.name);
                    if depth > 32 {
                        self.diagnostics.error(*pos, format!("attribute set `{name}` contains itself"));
                        continue;
                    }
                    self.attributes(&set.items, within & gate.unwrap_or(Mask::MAX), depth + 1, into);
                }
            }
        }
    }

    fn sorted_attributes(&mut self, attributes: Vec<(Attribute, Pos)>, raw: &Raw<'_>) -> Vec<Attribute> {
        let mut seen: BTreeMap<String, Mask> = BTreeMap::new();
        let mut rows = Vec::new();
        for (mut attribute, pos) in attributes {
            attribute.versions &= raw.declared;
            let mask = seen.entry(attribute.name.clone()).or_default();
            if *mask & attribute.versions != 0 {
                let pos = if pos == Pos::default() { raw.pos } else { pos };
                self.diagnostics.error(pos, format!("`{}` has the attribute `{}` twice", raw.path, attribute.name));
            }
            *mask |= attribute.versions;
            attribute.versions &= raw.versions();
            if attribute.versions != 0 {
                rows.push(attribute);
            }
        }
        rows.sort_by(|a, b| (&a.name, a.versions.trailing_zeros()).cmp(&(&b.name, b.versions.trailing_zeros())));
        rows
    }

    fn events(&mut self, block: &'a Block) -> Vec<(String, bool, usize)> {
        let mut events = Vec::new();
        for event in &block.events {
            if events.iter().any(|(name, input, _)| (name, *input) == (&event.name, event.input)) {
                self.diagnostics.error(event.pos, format!("the event `{}` is declared twice", event.name));
            }
            let value = self.values.intern(&event.ty, self.diagnostics);
            events.push((event.name.clone(), event.input, value));
        }
        events
    }

    fn data(&mut self, raw: &'a Raw<'a>) -> Vec<Data> {
        let mut rows = Vec::new();
        for data in &raw.block.data {
            let versions = raw.versions() & data.gate.unwrap_or(Mask::MAX);
            if let Some((property, _)) = &data.when {
                let known = raw.block.attributes.iter().any(|item| match item {
                    AttributeItem::One { name, .. } => name == property,
                    AttributeItem::Set { .. } => true,
                });
                if !known {
                    self.diagnostics.error(data.pos, format!("`{}` has no property `{property}`", raw.path));
                }
            }
            let value = data.value.as_ref().map(|ty| self.values.intern(ty, self.diagnostics));
            if data.default.as_ref().is_some_and(|d| !self.fits(data, value, d)) {
                self.diagnostics.error(data.pos, "the default is not data of this kind");
            }
            if versions != 0 {
                rows.push(Data {
                    types: data.types.clone(),
                    sizes: data.sizes.clone(),
                    versions,
                    min: data.min,
                    max: data.max,
                    length: data.length,
                    unit: data.unit.clone(),
                    default: data.default.clone(),
                    when: data.when.clone(),
                    doc: data.doc.clone(),
                    value,
                });
            }
        }
        rows
    }

    /// Is a default as many values of the right kind as one entry has?
    fn fits(&self, data: &crate::notation::ast::Data, value: Option<usize>, default: &str) -> bool {
        let words: Vec<&str> = default.split_whitespace().collect();
        let size = |n: &u32| words.len() == (*n).max(1) as usize;
        let number = |word: &&str| word.parse::<f64>().is_ok();
        let plain = data.types.iter().all(|t| matches!(t.as_str(), "string" | "type" | "ref" | "base64" | "bool"));
        let fits = |word: &&str| value.map_or_else(|| plain || number(word), |id| self.values.accepts(id, word));
        (data.sizes.iter().any(size) || data.sizes.is_empty() && words.len() == 1) && words.iter().all(fits)
    }

    /// Children in any order. Equal limits of several versions share a row.
    fn bag(&mut self, raw: &Raw<'_>) -> Content {
        let mut rows: Vec<(Vec<String>, Mask, u32, u32)> = Vec::new();
        for version in versions_of(raw.versions()) {
            let mut items = Vec::new();
            if flatten(&raw.content[version], &mut items).is_none() {
                self.diagnostics.error(
                    raw.pos,
                    format!("the content of `{}` is more than a list of names and choices with occurrences", raw.path),
                );
            }
            for (names, min, max) in items {
                match rows.iter_mut().find(|row| (&row.0, row.2, row.3) == (&names, min, max)) {
                    Some(row) => row.1 |= 1 << version,
                    None => rows.push((names, 1 << version, min, max)),
                }
            }
        }
        if rows.is_empty() { Content::Empty } else { Content::Bag(rows) }
    }
}

fn flatten(regex: &Regex, into: &mut Vec<(Vec<String>, u32, u32)>) -> Option<()> {
    match regex {
        Regex::Empty => Some(()),
        Regex::Name(name) => {
            into.push((vec![name.clone()], 1, 1));
            Some(())
        }
        Regex::Sequence(items) => items.iter().try_for_each(|item| flatten(item, into)),
        Regex::Choice(_) => {
            into.push((choice_names(regex)?, 1, 1));
            Some(())
        }
        Regex::Repeat(inner, min, max) => {
            into.push((choice_names(inner)?, *min, *max));
            Some(())
        }
    }
}

fn choice_names(regex: &Regex) -> Option<Vec<String>> {
    match regex {
        Regex::Name(name) => Some(vec![name.clone()]),
        Regex::Choice(items) => {
            let names: Option<Vec<Vec<String>>> = items.iter().map(choice_names).collect();
            Some(names?.concat())
        }
        _ => None,
    }
}

fn elements(raw: &Raw<'_>) -> Content {
    if raw.content.iter().all(|regex| *regex == Regex::Empty) {
        return Content::Empty;
    }
    let models = raw.content.iter().enumerate().map(|(version, regex)| {
        let regex = if raw.versions() & (1 << version) == 0 { &Regex::Empty } else { regex };
        (regex.clone(), Automaton::of(regex))
    });
    Content::Elements(models.collect())
}

fn children(raw: &Raw<'_>) -> Vec<(String, Mask, usize)> {
    let mut rows: BTreeMap<(&str, usize), Mask> = BTreeMap::new();
    for version in versions_of(raw.versions()) {
        for (name, &child) in &raw.children[version] {
            *rows.entry((name, child)).or_default() |= 1 << version;
        }
    }
    rows.into_iter().map(|((name, child), mask)| (name.to_owned(), mask, child)).collect()
}
