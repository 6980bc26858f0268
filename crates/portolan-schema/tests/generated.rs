//! Random documents made from the tables: valid ones give no finding, one mistake gives exactly one.

use std::collections::HashMap;
use std::fmt::Write as _;

use portolan_schema::{
    Attribute, Content, ReferenceKind, Schema, Type, TypeId, Value, ValueId, Version, bind, check, tables,
};
use portolan_syntax::{Findings, Limits, xml};

/// A small generator of random numbers, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}

struct Generator {
    schema: &'static Schema,
    version: Version,
    random: Random,
    /// How often each type was written, so that rare ones get their turn.
    visits: HashMap<TypeId, usize>,
    /// Least number of levels below each type.
    heights: Vec<usize>,
    /// See [`Generator::ways_out`].
    ways: Vec<Vec<(usize, usize)>>,
    /// Types that were not written yet, and those through which they are reached.
    wanted: Vec<bool>,
    ids: usize,
    out: String,
    budget: usize,
}

/// Enough for the rarest types to get their turn.
const DOCUMENTS: usize = 600;

const UNKNOWN: usize = usize::MAX / 2;

impl Generator {
    fn new(schema: &'static Schema, version: Version, seed: u64) -> Generator {
        let mut generator = Generator {
            schema,
            version,
            random: Random(seed),
            visits: HashMap::new(),
            heights: vec![UNKNOWN; schema.types.len()],
            ways: vec![Vec::new(); schema.types.len()],
            wanted: Vec::new(),
            ids: 0,
            out: String::new(),
            budget: 0,
        };
        generator.find_heights();
        generator
    }

    fn find_heights(&mut self) {
        loop {
            let mut changed = false;
            for (i, ty) in self.schema.types.iter().enumerate() {
                self.ways[i] = self.ways_out(ty);
                let height = self.ways[i].first().map_or(0, |(height, _)| height.saturating_add(1));
                if height < self.heights[i] {
                    self.heights[i] = height;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// For each state of the content the least height of children, and then the least number of them, needed to get to
    /// an accepting one.
    fn ways_out(&self, ty: &Type) -> Vec<(usize, usize)> {
        let Some(model) = self.schema.model(ty, self.version) else { return Vec::new() };
        let start = |accepting| if accepting { (0, 0) } else { (UNKNOWN, UNKNOWN) };
        let mut cost: Vec<(usize, usize)> = model.states.iter().map(|s| start(s.accepting)).collect();
        loop {
            let mut changed = false;
            for (i, state) in model.states.iter().enumerate().rev() {
                for (name, to) in state.next {
                    let child = ty.child(*name, self.version).map_or(UNKNOWN, |t| self.heights[t.index()]);
                    let (height, steps) = cost[usize::from(*to)];
                    let way = (child.max(height), steps + 1);
                    if way < cost[i] {
                        cost[i] = way;
                        changed = true;
                    }
                }
            }
            if !changed {
                return cost;
            }
        }
    }

    fn find_wanted(&mut self) {
        let types = self.schema.types;
        self.wanted = (0..types.len()).map(|i| !self.visits.contains_key(&TypeId(i as u16))).collect();
        loop {
            let mut changed = false;
            for (i, ty) in types.iter().enumerate() {
                let leads = |c: &portolan_schema::Child| c.versions.contains(self.version) && self.wanted[c.ty.index()];
                if !self.wanted[i] && ty.children.iter().any(leads) {
                    self.wanted[i] = true;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn document(&mut self) -> String {
        self.out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
        self.budget = 400;
        self.find_wanted();
        let root = self.schema.ty(self.schema.root).expect("a root");
        let mut extra = format!(" xmlns=\"{}\"", self.schema.namespace(self.version));
        for (_, uri) in self.schema.foreign {
            let _ = write!(extra, " xmlns:m=\"{uri}\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
        }
        self.element(self.schema.root, root.name(), &extra, 0);
        std::mem::take(&mut self.out)
    }

    fn element(&mut self, id: TypeId, name: &str, extra: &str, depth: usize) {
        *self.visits.entry(id).or_default() += 1;
        self.budget = self.budget.saturating_sub(1);
        let ty = self.schema.ty(id).expect("a type");
        let prefix = if self.schema.foreign.iter().any(|(p, _)| ty.path.starts_with(p)) { "m:" } else { "" };
        let _ = write!(self.out, "{:depth$}<{prefix}{name}{extra}", "");
        let version = self.version;
        for attribute in ty.attributes.iter().filter(|a| a.versions.contains(version)) {
            if attribute.required || self.random.chance(3) {
                self.attribute(attribute, id);
            }
        }
        self.out.push('>');
        match &ty.content {
            Content::Text(text) => {
                let value = self.value(text.value);
                self.out.push_str(&value);
            }
            Content::Elements(_) => {
                self.out.push('\n');
                self.children(id, ty, depth);
            }
            _ => {}
        }
        let _ = writeln!(self.out, "</{prefix}{name}>");
    }

    fn attribute(&mut self, attribute: &Attribute, ty: TypeId) {
        let name = self.schema.name(attribute.name);
        let value = match name {
            // The root's version decides by which column the document is judged.
            "version" if ty == self.schema.root => self.schema.version_name(self.version).to_owned(),
            _ => self.value(attribute.text.value),
        };
        let _ = write!(self.out, " {name}=\"{value}\"");
    }

    fn children(&mut self, parent: TypeId, ty: &'static Type, depth: usize) {
        let Some(model) = self.schema.model(ty, self.version) else { return };
        let mut state = 0;
        for written in 0.. {
            let row = &model.states[state];
            let tired = depth > 12 || self.budget == 0 || written > 8;
            if row.accepting && (tired || self.random.chance(4)) || row.next.is_empty() {
                return;
            }
            let child = |name| ty.child(name, self.version).expect("a child of the content has a type");
            let choice = if tired {
                row.next.iter().min_by_key(|(name, to)| {
                    let (height, steps) = self.ways[parent.index()][usize::from(*to)];
                    (self.heights[child(*name).index()].max(height), steps)
                })
            } else {
                let start = self.random.below(row.next.len());
                let turned = row.next[start..].iter().chain(&row.next[..start]);
                turned.min_by_key(|(name, _)| {
                    let id = child(*name);
                    (!self.wanted[id.index()], self.visits.get(&id).copied().unwrap_or(0))
                })
            };
            let (name, to) = choice.expect("a way on");
            let id = child(*name);
            self.element(id, self.schema.name(*name), "", depth + 1);
            state = usize::from(*to);
        }
    }

    fn value(&mut self, id: ValueId) -> String {
        match self.schema.value(id) {
            Value::Bool => ["true", "false", "1", "0"][self.random.below(4)].into(),
            Value::Float(range) => {
                let low = range.min.map_or(-5.0, |(v, inclusive)| if inclusive { v } else { v + 1e-3 });
                let high = range.max.map_or(low + 5.0, |(v, inclusive)| if inclusive { v } else { v - 1e-3 });
                format!("{}", low + (high - low) * (self.random.below(11) as f64 / 10.0))
            }
            Value::Int { min, max } => (*min.max(&-3) + self.random.below(3) as i128).min(*max).to_string(),
            Value::Enum(words) | Value::Word(words) | Value::Open(words) => {
                let here: Vec<_> = words.iter().filter(|(_, v)| v.contains(self.version)).collect();
                here.get(self.random.below(here.len())).map_or(String::new(), |(w, _)| (*w).to_owned())
            }
            Value::List { item, length } => {
                let most = length.max.min(length.min + 4) - length.min;
                let mut count = length.min + self.random.below(most as usize + 1) as u32;
                count -= count % length.multiple;
                let items: Vec<String> = (0..count.max(length.min)).map(|_| self.value(*item)).collect();
                items.join(" ")
            }
            Value::Union(of) => {
                let one = of[self.random.below(of.len())];
                self.value(one)
            }
            Value::Id => {
                self.ids += 1;
                format!("id{}", self.ids)
            }
            Value::Reference(kind, _) => match kind {
                ReferenceKind::Uri | ReferenceKind::Fragment => "#id1".into(),
                ReferenceKind::Id | ReferenceKind::Name => "id1".into(),
                _ => "id1/sid".into(),
            },
            Value::DateTime => "2026-01-01T00:00:00Z".into(),
            Value::Date => "2026-01-01".into(),
            Value::Hex => "00FF".into(),
            Value::Base64 => "TWFu".into(),
            Value::Language => "en".into(),
            Value::Pattern("email") => "a@b.c".into(),
            Value::Pattern("sidref") => "a/b.X".into(),
            Value::Pattern(_) => "rgba".into(),
            _ => "word".into(),
        }
    }
}

fn judge(schema: &'static Schema, text: &str) -> Findings {
    let limits = Limits::default();
    let (tree, mut findings) = xml::parse_text(text);
    let bound = bind(&tree, schema, None);
    findings.extend(check(&tree, &bound, &limits).findings);
    findings
}

fn messages(findings: &Findings) -> Vec<String> {
    findings.iter().map(|f| format!("{} {} (×{})", f.code.id, f.message, f.count)).collect()
}

fn tables() -> impl Iterator<Item = (&'static Schema, Version)> {
    [&tables::collada::SCHEMA, &tables::xvrml::SCHEMA]
        .into_iter()
        .flat_map(|schema| (0..schema.versions.len() as u8).map(move |v| (schema, Version(v))))
}

#[test]
fn valid_documents_give_no_finding_and_reach_every_type() {
    for (schema, version) in tables() {
        let mut generator = Generator::new(schema, version, 1);
        for _ in 0..DOCUMENTS {
            let text = generator.document();
            let found = judge(schema, &text);
            assert!(found.is_empty(), "{}: {:#?}\n{text}", schema.version_name(version), messages(&found));
        }
        let reached = |i: &usize| generator.visits.contains_key(&TypeId(*i as u16));
        let missed: Vec<_> = (0..schema.types.len())
            .filter(|i| schema.types[*i].versions.contains(version) && !reached(i))
            .map(|i| schema.types[i].path)
            .filter(|path| !schema.other_roots.iter().any(|r| schema.ty(*r).is_some_and(|t| t.path == *path)))
            .collect();
        assert!(missed.is_empty(), "{} of {}: {missed:?}", missed.len(), schema.version_name(version));
    }
}

/// Lines that hold a start tag inside the root, by number.
fn tags(text: &str) -> Vec<usize> {
    let lines = text.lines().enumerate().skip(2);
    lines
        .filter(|(_, l)| l.trim_start().starts_with('<') && !l.trim_start().starts_with("</"))
        .map(|(i, _)| i)
        .collect()
}

fn with_line(text: &str, at: usize, change: impl Fn(&str) -> String) -> String {
    let lines: Vec<String> =
        text.lines().enumerate().map(|(i, l)| if i == at { change(l) } else { l.to_owned() }).collect();
    lines.join("\n")
}

#[test]
fn one_mistake_gives_one_finding() {
    let mut random = Random(7);
    for (schema, version) in tables() {
        let mut generator = Generator::new(schema, version, 2);
        for round in 0..150 {
            let text = generator.document();
            let places = tags(&text);
            let at = places[random.below(places.len())];
            let (changed, most) = match round % 3 {
                0 => (with_line(&text, at, |l| l.replacen('>', " bogus=\"1\">", 1)), 1),
                1 => (with_line(&text, at, |l| l.replacen('<', "stray <", 1)), 1),
                // A repeated line that is a whole element repeats the element, and with it its ids.
                _ => (with_line(&text, at, |l| if l.contains("</") { format!("{l}\n{l}") } else { l.to_owned() }), 3),
            };
            let found = judge(schema, &changed);
            let total: u32 = found.iter().map(|f| f.count).sum();
            assert!(total <= most, "{}: {:#?}\n{changed}", schema.version_name(version), messages(&found));
            assert!(total == 1 || round % 3 != 0, "{changed}");
        }
    }
}
