//! COLLADA documents with everything that the table has: each child of each type stands in one of them, with every
//! attribute, and every value is marked.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write as _;
use std::ops::Range;

use portolan_schema::tables::collada::SCHEMA;
use portolan_schema::{Content, NameId, ReferenceKind, State, Type, TypeId, Value, ValueId, Version};

use super::Document;

/// The documents of a version: for each type some in which it has all its children once, one after the other, as far as
/// they may stand together.
pub fn documents(version: &str) -> Vec<Document> {
    let name = version;
    let version = SCHEMA.version(version).expect("a version");
    let table = Table::new(version);
    let mut all = Vec::new();
    for id in table.reachable() {
        let ty = SCHEMA.ty(id).expect("a type");
        let Some(way) = table.way(id) else { continue };
        let children = ty.children.iter().filter(|c| c.versions.contains(version)).map(|c| c.name);
        let mut wanted: HashSet<NameId> = children.collect();
        loop {
            let words = match wanted.iter().min() {
                Some(child) => table.words(ty, Some(*child)),
                None => table.words(ty, None),
            };
            let before = wanted.len();
            words.iter().for_each(|word| _ = wanted.remove(word));
            // In formulas everything may stand in everything; there each type is enough.
            if is_foreign(ty) {
                wanted.clear();
            }
            let mut generator =
                Generator { version, table: &table, marks: 0, ids: HashMap::new(), target: 0..0, out: String::new() };
            generator.document(&way, &words);
            all.push(Document { name: format!("{name}.dae"), text: generator.resolved(), target: generator.range() });
            if wanted.is_empty() || wanted.len() == before {
                assert!(wanted.is_empty(), "{}: {wanted:?} cannot be written", ty.path);
                break;
            }
        }
    }
    all
}

/// Does a type belong to the namespace of formulas?
fn is_foreign(ty: &Type) -> bool {
    SCHEMA.foreign.iter().any(|(start, _)| ty.path.starts_with(start))
}

const FAR: usize = usize::MAX / 2;

/// What is known about the types of a version.
struct Table {
    version: Version,
    /// Least number of levels below each type.
    heights: Vec<usize>,
    /// The type above each reachable type on the shortest way from the root, and as what it stands there.
    above: HashMap<TypeId, (TypeId, NameId)>,
}

impl Table {
    fn new(version: Version) -> Table {
        let mut table = Table { version, heights: vec![FAR; SCHEMA.types.len()], above: HashMap::new() };
        let mut changed = true;
        while changed {
            changed = false;
            for (i, ty) in SCHEMA.types.iter().enumerate() {
                let height = table.ways_out(ty).first().map_or(0, |(height, _)| height.saturating_add(1));
                changed |= height < table.heights[i];
                table.heights[i] = table.heights[i].min(height);
            }
        }
        let mut waiting: VecDeque<TypeId> = [SCHEMA.root].into();
        while let Some(id) = waiting.pop_front() {
            let ty = SCHEMA.ty(id).expect("a type");
            for child in ty.children.iter().filter(|c| c.versions.contains(version)) {
                if child.ty != SCHEMA.root && !table.above.contains_key(&child.ty) {
                    table.above.insert(child.ty, (id, child.name));
                    waiting.push_back(child.ty);
                }
            }
        }
        table
    }

    /// Types that may stand in a document, in the order of the table.
    fn reachable(&self) -> Vec<TypeId> {
        let mut all: Vec<TypeId> = self.above.keys().copied().chain([SCHEMA.root]).collect();
        all.sort_by_key(|id| id.index());
        all
    }

    /// From the root to a type: each type, and as what it stands.
    fn way(&self, id: TypeId) -> Option<Vec<(TypeId, NameId)>> {
        let mut way = Vec::new();
        let mut at = id;
        while at != SCHEMA.root {
            let (above, name) = self.above.get(&at)?;
            way.push((at, *name));
            at = *above;
        }
        way.reverse();
        Some(way)
    }

    /// Children that an element may have, the fewest and flattest, with a certain one among them.
    fn words(&self, ty: &Type, child: Option<NameId>) -> Vec<NameId> {
        let Some(model) = SCHEMA.model(ty, self.version) else { return Vec::new() };
        // States twice: without the child, and behind it.
        let count = model.states.len();
        // One child that is higher than others costs more than all of those, so that there is no way around in circles.
        let cost = |name: NameId| {
            let height = ty.child(name, self.version).map_or(FAR, |child| self.heights[child.index()]);
            1_u128.checked_shl(5 * height.min(25) as u32).unwrap_or(u128::MAX)
        };
        let mut best: Vec<Option<(usize, usize, NameId)>> = vec![None; count * 2];
        let mut least = vec![u128::MAX; count * 2];
        let start = if child.is_none() { count } else { 0 };
        least[start] = 0;
        for _ in 0..count * 2 {
            for (i, state) in (0..count * 2).map(|i| (i, &model.states[i % count])) {
                for (name, to) in state.next {
                    let behind = i >= count || Some(*name) == child;
                    let to = usize::from(*to) + if behind { count } else { 0 };
                    let sum = least[i].saturating_add(cost(*name));
                    if sum < least[to] && to != start {
                        (least[to], best[to]) = (sum, Some((i, to, *name)));
                    }
                }
            }
        }
        let ends = (count..count * 2).filter(|i| model.states[i - count].accepting);
        let Some(mut at) = ends.min_by_key(|i| least[*i]).filter(|i| least[*i] < u128::MAX) else { return Vec::new() };
        let mut words = Vec::new();
        while at != start
            && let Some((from, _, name)) = best[at]
        {
            words.push(name);
            at = from;
        }
        words.reverse();
        words
    }

    /// For each state of a content the least height of children, and then the least number of them, that lead to the end.
    fn ways_out(&self, ty: &Type) -> Vec<(usize, usize)> {
        let Some(model) = SCHEMA.model(ty, self.version) else { return Vec::new() };
        let start = |state: &State| if state.accepting { (0, 0) } else { (FAR, FAR) };
        let mut cost: Vec<(usize, usize)> = model.states.iter().map(start).collect();
        for _ in 0..model.states.len() {
            for (i, state) in model.states.iter().enumerate() {
                for (name, to) in state.next {
                    let child = ty.child(*name, self.version).map_or(FAR, |t| self.heights[t.index()]);
                    let (height, steps) = cost[usize::from(*to)];
                    cost[i] = cost[i].min((child.max(height), steps + 1));
                }
            }
        }
        cost
    }
}

/// What follows: the elements on the way to the one that the document is about, and the children of that.
type Way<'w> = (&'w [(TypeId, NameId)], &'w [NameId]);

struct Generator<'a> {
    version: Version,
    table: &'a Table,
    marks: usize,
    /// Ids by the type that has them.
    ids: HashMap<TypeId, String>,
    /// Where the element is that the document is about.
    target: Range<usize>,
    out: String,
}

impl Generator<'_> {
    /// Writes the elements on the way, and these children into the last.
    fn document(&mut self, way: &[(TypeId, NameId)], words: &[NameId]) {
        let mut names = format!(" xmlns=\"{}\"", SCHEMA.namespace(self.version));
        for (_, uri) in SCHEMA.foreign {
            let _ = write!(names, " xmlns:m=\"{uri}\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
        }
        self.element(SCHEMA.root, "COLLADA", &names, Some((way, words)));
    }

    fn element(&mut self, id: TypeId, name: &str, more: &str, way: Option<Way<'_>>) {
        let ty = SCHEMA.ty(id).expect("a type");
        let start = self.out.len();
        let prefix = if is_foreign(ty) { "m:" } else { "" };
        let _ = write!(self.out, "<{prefix}{name}{more}");
        let version = self.version;
        for attribute in ty.attributes.iter().filter(|a| a.versions.contains(version)) {
            let key = SCHEMA.name(attribute.name);
            let value = match key {
                "version" if id == SCHEMA.root => SCHEMA.version_name(self.version).to_owned(),
                "base" | "xml:base" => continue,
                "count" if name.ends_with("_array") => "9".to_owned(),
                "count" if name == "accessor" => "3".to_owned(),
                "count" => "1".to_owned(),
                "stride" => "3".to_owned(),
                "semantic" if name == "input" => self.semantic().to_owned(),
                "offset" => "0".to_owned(),
                _ => self.value(attribute.text.value),
            };
            if matches!(SCHEMA.value(attribute.text.value), Value::Id) {
                self.ids.entry(id).or_insert_with(|| value.clone());
            }
            let _ = write!(self.out, " {key}=\"{value}\"");
        }
        self.out.push('>');
        match &ty.content {
            Content::Text(text) => {
                let value = match name {
                    "p" | "h" => "0 1 2".to_owned(),
                    "vcount" => "3".to_owned(),
                    "float_array" => {
                        let item = |_| self.value(text.value).split(' ').next().unwrap_or_default().to_owned();
                        (0..9).map(item).collect::<Vec<_>>().join(" ")
                    }
                    _ => self.value(text.value),
                };
                self.out.push_str(&value);
            }
            Content::Any => {
                let mark = self.mark();
                let _ = write!(self.out, "<any{mark}>{mark}</any{mark}>");
            }
            Content::Elements(_) => self.children(ty, way),
            _ => {}
        }
        let _ = writeln!(self.out, "</{prefix}{name}>");
        if way.is_some_and(|(way, _)| way.is_empty()) {
            self.target = start..self.out.len();
        }
    }

    fn children(&mut self, ty: &'static Type, way: Option<Way<'_>>) {
        self.out.push('\n');
        let on = way.and_then(|(way, words)| way.split_first().map(|((_, name), rest)| (*name, (rest, words))));
        let words = match way {
            Some(([], words)) => words.to_vec(),
            // A source without numbers is of no use to anybody.
            None if ty.name() == "source" => ["float_array", "technique_common"]
                .iter()
                .filter_map(|name| ty.children.iter().map(|c| c.name).find(|c| SCHEMA.name(*c) == *name))
                .collect(),
            _ => self.table.words(ty, on.map(|(name, _)| name)),
        };
        let mut on = on;
        for word in words {
            let child = ty.child(word, self.version).expect("a child of the content has a type");
            let further = on.take_if(|(name, _)| *name == word).map(|(_, further)| further);
            self.element(child, SCHEMA.name(word), "", further);
        }
    }

    /// Where the element is that the document is about, when references are resolved.
    fn range(&self) -> Range<usize> {
        let moved = |to: usize| self.resolve(&self.out[..to]).len();
        moved(self.target.start)..moved(self.target.end)
    }

    /// What an input stands for in the element that was begun last.
    fn semantic(&self) -> &'static str {
        let open = |name: &str| self.out.rfind(&format!("<{name}")).unwrap_or(0);
        let known = [
            ("vertices", "POSITION"),
            ("control_vertices", "POSITION"),
            ("sampler", "INPUT"),
            ("joints", "JOINT"),
            ("vertex_weights", "JOINT"),
            ("targets", "MORPH_TARGET"),
        ];
        let last = known.into_iter().max_by_key(|(name, _)| open(name)).filter(|(name, _)| open(name) > 0);
        let primitives = ["lines", "linestrips", "polygons", "polylist", "triangles", "trifans", "tristrips"];
        let primitive = primitives.iter().map(|name| open(name)).max().unwrap_or(0);
        match last {
            Some((name, semantic)) if open(name) > primitive => semantic,
            _ => "VERTEX",
        }
    }

    fn mark(&mut self) -> String {
        self.marks += 1;
        format!("mk{:05}", self.marks)
    }

    fn value(&mut self, id: ValueId) -> String {
        match SCHEMA.value(id) {
            Value::Bool => "true".into(),
            Value::Float(range) => {
                self.marks += 1;
                let low = range.min.map_or(0.0, |(low, _)| low);
                let high = range.max.map_or(low + 1.0, |(high, _)| high);
                let share = 0.1 + 0.00001 * self.marks as f64;
                format!("{:.5}", low + (high - low).min(1.0) * share)
            }
            Value::Int { min, max } => {
                self.marks += 1;
                ((*min).max(0) + self.marks as i128).min(*max).to_string()
            }
            Value::Enum(words) | Value::Word(words) | Value::Open(words) => {
                let mut here = words.iter().filter(|(_, v)| v.contains(self.version));
                here.next().map_or(String::new(), |(word, _)| (*word).to_owned())
            }
            Value::List { item, length } => {
                let count = length.min.max(1).next_multiple_of(length.multiple.max(1));
                (0..count).map(|_| self.value(*item)).collect::<Vec<_>>().join(" ")
            }
            Value::Union(of) => self.value(of[0]),
            Value::Reference(kind, types) => {
                let ids: Vec<String> = types.iter().map(|t| t.0.to_string()).collect();
                let hash = if matches!(kind, ReferenceKind::Uri | ReferenceKind::Fragment) { "#" } else { "" };
                let path = if matches!(kind, ReferenceKind::Sid | ReferenceKind::SidStrict) { "/sid" } else { "" };
                format!("{hash}\u{1}{}\u{2}{path}", ids.join(","))
            }
            Value::DateTime => {
                self.marks += 1;
                format!("2026-01-01T{:02}:{:02}:{:02}Z", self.marks / 3600 % 24, self.marks / 60 % 60, self.marks % 60)
            }
            Value::Date => "2026-01-01".into(),
            Value::Hex => {
                self.marks += 1;
                format!("{:08X}", self.marks)
            }
            Value::Base64 => "TWFu".into(),
            Value::Language => "en".into(),
            Value::Pattern("email") => format!("{}@b.c", self.mark()),
            Value::Pattern("sidref") => "a/b.X".into(),
            Value::Pattern(_) => "rgba".into(),
            _ => self.mark(),
        }
    }

    /// The document with references that lead to something of the right type, where there is something.
    fn resolved(&self) -> String {
        self.resolve(&self.out)
    }

    fn resolve(&self, written: &str) -> String {
        let mut text = String::with_capacity(written.len());
        let mut rest = written;
        while let Some((before, (types, after))) =
            rest.split_once('\u{1}').and_then(|(b, r)| Some((b, r.split_once('\u{2}')?)))
        {
            text.push_str(before);
            let ids = types.split(',').filter_map(|t| self.ids.get(&TypeId(t.parse().ok()?)));
            text.push_str(ids.map(String::as_str).next().unwrap_or("nobody"));
            rest = after;
        }
        text.push_str(rest);
        text
    }
}
