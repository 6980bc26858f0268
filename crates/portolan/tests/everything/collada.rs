//! A COLLADA document with everything that its table has: each child of each type once, every value marked.

use std::collections::{HashMap, VecDeque};
use std::fmt::Write as _;

use hashbrown::HashSet;
use portolan_schema::tables::collada::SCHEMA;
use portolan_schema::{Content, NameId, ReferenceKind, Type, TypeId, Value, ValueId, Version};

/// A document of a version in which every child of every type stands at least once.
pub fn document(version: &str) -> String {
    let version = SCHEMA.version(version).expect("a version");
    let wanted = SCHEMA.types.iter().zip(0..).filter(|(ty, _)| ty.versions.contains(version)).flat_map(|(ty, i)| {
        let here = ty.children.iter().filter(|child| child.versions.contains(version));
        here.map(move |child| (TypeId(i), child.name))
    });
    let mut generator = Generator {
        version,
        wanted: wanted.collect(),
        fruitless: HashSet::new(),
        distances: Vec::new(),
        is_stale: true,
        parents: vec![Vec::new(); SCHEMA.types.len()],
        heights: vec![FAR; SCHEMA.types.len()],
        marks: 0,
        ids: HashMap::new(),
        out: String::new(),
    };
    generator.find_heights();
    for (ty, i) in SCHEMA.types.iter().zip(0..) {
        for child in ty.children.iter().filter(|child| child.versions.contains(version)) {
            generator.parents[child.ty.index()].push((TypeId(i), child.name));
        }
    }
    let mut names = format!(" xmlns=\"{}\"", SCHEMA.namespace(version));
    for (_, uri) in SCHEMA.foreign {
        let _ = write!(names, " xmlns:m=\"{uri}\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
    }
    generator.element(SCHEMA.root, "COLLADA", &names, 0);
    generator.find_distances();
    let reachable = generator.reachable();
    let left = generator.wanted.iter().filter(|(ty, _)| reachable.contains(ty));
    let left: Vec<String> =
        left.map(|(ty, name)| format!("{}/{}", SCHEMA.types[ty.index()].path, SCHEMA.name(*name))).collect();
    // What only stands where something else must not stand is not found by the shortest way.
    assert!(left.len() <= MISSED, "{} children are not written: {left:?}", left.len());
    generator.resolved()
}

/// Does a type belong to the namespace of formulas?
fn is_foreign(ty: &Type) -> bool {
    SCHEMA.foreign.iter().any(|(start, _)| ty.path.starts_with(start))
}

struct Generator {
    version: Version,
    /// Children that were not written yet.
    wanted: HashSet<(TypeId, NameId)>,
    /// Children behind which something is wanted that cannot be reached from there.
    fruitless: HashSet<(TypeId, NameId)>,
    /// For each type how many levels below it something is wanted.
    distances: Vec<usize>,
    /// Was something written since they were found?
    is_stale: bool,
    /// For each type those that it may stand in, and as what.
    parents: Vec<Vec<(TypeId, NameId)>>,
    /// Least number of levels below each type.
    heights: Vec<usize>,
    marks: usize,
    /// Ids by the type that has them.
    ids: HashMap<TypeId, String>,
    out: String,
}

/// Children that may be missing in the document.
const MISSED: usize = 40;

const FAR: usize = usize::MAX / 2;

/// Levels of elements in the document.
const DEPTH: usize = 16;

impl Generator {
    /// Types that may stand in a document of the version.
    fn reachable(&self) -> HashSet<TypeId> {
        let mut found: HashSet<TypeId> = [SCHEMA.root].into_iter().collect();
        let mut waiting = vec![SCHEMA.root];
        while let Some(ty) = waiting.pop().and_then(|id| SCHEMA.ty(id)) {
            let children = ty.children.iter().filter(|c| c.versions.contains(self.version)).map(|c| c.ty);
            waiting.extend(children.filter(|child| found.insert(*child)));
        }
        found
    }

    /// Goes up from the types that have wanted children.
    fn find_distances(&mut self) {
        self.distances = vec![FAR; SCHEMA.types.len()];
        let mut waiting: VecDeque<TypeId> = VecDeque::new();
        for (ty, _) in &self.wanted {
            if std::mem::replace(&mut self.distances[ty.index()], 0) == FAR {
                waiting.push_back(*ty);
            }
        }
        while let Some(ty) = waiting.pop_front() {
            let distance = self.distances[ty.index()] + 1;
            for (parent, name) in &self.parents[ty.index()] {
                if self.distances[parent.index()] == FAR && !self.fruitless.contains(&(*parent, *name)) {
                    self.distances[parent.index()] = distance;
                    waiting.push_back(*parent);
                }
            }
        }
        self.is_stale = false;
    }

    fn element(&mut self, id: TypeId, name: &str, more: &str, depth: usize) {
        // In formulas everything may stand in everything; there each type is enough.
        let in_formula = |id: TypeId| SCHEMA.ty(id).is_some_and(is_foreign);
        if in_formula(id) {
            let child = |(parent, name): &(TypeId, NameId)| SCHEMA.ty(*parent)?.child(*name, self.version);
            let done: Vec<_> =
                self.wanted.iter().filter(|e| in_formula(e.0) && child(e) == Some(id)).copied().collect();
            done.iter().for_each(|edge| _ = self.wanted.remove(edge));
            self.is_stale = true;
        }
        let ty = SCHEMA.ty(id).expect("a type");
        let prefix = if is_foreign(ty) { "m:" } else { "" };
        let _ = write!(self.out, "{:depth$}<{prefix}{name}{more}", "");
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
            Content::Elements(_) => {
                self.out.push('\n');
                self.children(id, ty, depth);
            }
            _ => {}
        }
        let _ = writeln!(self.out, "</{prefix}{name}>");
    }

    /// Writes children as long as some of them are wanted, or lead to what is wanted.
    fn children(&mut self, parent: TypeId, ty: &'static Type, depth: usize) {
        let Some(model) = SCHEMA.model(ty, self.version) else { return };
        let mut state = 0usize;
        let mut visited = vec![false; model.states.len()];
        while let Some((name, to)) = self.next(parent, ty, model.states, (state, &visited), depth) {
            visited[state] = true;
            let edge = (parent, name);
            let is_wanted = self.wanted.remove(&edge);
            self.is_stale |= is_wanted;
            let before = self.wanted.len();
            let child = ty.child(name, self.version).expect("a child of the content has a type");
            self.element(child, SCHEMA.name(name), "", depth + 1);
            if !is_wanted && self.wanted.len() == before {
                self.fruitless.insert(edge);
                self.is_stale = true;
            }
            state = to;
        }
    }

    /// The next child on the way to useful ones, or else to where the element may end.
    fn next(
        &mut self,
        parent: TypeId,
        ty: &Type,
        states: &[portolan_schema::State],
        (from, visited): (usize, &[bool]),
        depth: usize,
    ) -> Option<(NameId, usize)> {
        if self.is_stale {
            self.find_distances();
        }
        let is_useful = |name: NameId| {
            let edge = (parent, name);
            let child = ty.child(name, self.version).map_or(FAR, |child| self.distances[child.index()]);
            // Other than for what is wanted itself, only the shortest way is taken.
            let leads = child < FAR && child < self.distances[parent.index()] && !self.fruitless.contains(&edge);
            depth < DEPTH && (self.wanted.contains(&edge) || leads)
        };
        // Names that may still come from a state on.
        let reachable = |from: usize| {
            let (mut seen, mut names): (HashSet<usize>, HashSet<NameId>) =
                ([from].into_iter().collect(), HashSet::new());
            let mut waiting = vec![from];
            while let Some(state) = waiting.pop() {
                for (name, to) in states[state].next {
                    names.extend(Some(*name).filter(|name| is_useful(*name)));
                    if seen.insert(usize::from(*to)) {
                        waiting.push(usize::from(*to));
                    }
                }
            }
            names
        };
        // What leaves the most of them possible comes first.
        let score = |(name, to): &&(NameId, u16)| {
            let mut names = reachable(usize::from(*to));
            names.extend(Some(*name).filter(|name| is_useful(*name)));
            (names.len(), is_useful(*name))
        };
        // Useless children lead on, and not in circles.
        let leads_on =
            |(name, to): &&(NameId, u16)| is_useful(*name) || !(visited[usize::from(*to)] || usize::from(*to) == from);
        let next = states[from].next.iter().rev().filter(leads_on).max_by_key(score);
        let next = next.filter(|next| score(next).0 > 0).map(|(name, to)| (*name, usize::from(*to)));
        if next.is_some() || states[from].accepting {
            return next;
        }
        // The flattest way to where the element may end.
        let ways = self.ways_out(ty);
        let cost = |(name, to): &&(NameId, u16)| {
            let child = ty.child(*name, self.version).map_or(FAR, |child| self.heights[child.index()]);
            let (height, steps) = ways[usize::from(*to)];
            (child.max(height), steps)
        };
        states[from].next.iter().min_by_key(cost).map(|(name, to)| (*name, usize::from(*to)))
    }

    /// For each state of a content the least height of children, and then the least number of them, that lead to the end.
    fn ways_out(&self, ty: &Type) -> Vec<(usize, usize)> {
        let Some(model) = SCHEMA.model(ty, self.version) else { return Vec::new() };
        let start = |accepting| if accepting { (0, 0) } else { (FAR, FAR) };
        let mut cost: Vec<(usize, usize)> = model.states.iter().map(|s| start(s.accepting)).collect();
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

    fn find_heights(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for (i, ty) in SCHEMA.types.iter().enumerate() {
                let height = self.ways_out(ty).first().map_or(0, |(height, _)| height.saturating_add(1));
                changed |= height < self.heights[i];
                self.heights[i] = self.heights[i].min(height);
            }
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
        let mut text = String::with_capacity(self.out.len());
        let mut rest = self.out.as_str();
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
