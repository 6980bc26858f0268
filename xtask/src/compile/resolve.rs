//! Which type each child name means, and which types can be reached from the root.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::automaton::Regex;
use crate::diagnostics::{Diagnostics, Pos};
use crate::notation::ast::*;

/// A type before its row is built: one path of one block, or one name of one leaf declaration.
#[derive(Debug)]
pub struct Raw<'a> {
    /// Its path.
    pub path: String,
    /// Versions in which it is declared.
    pub declared: Mask,
    /// Versions in which it can be reached from the root.
    pub reached: Mask,
    /// The block that declares it.
    pub block: &'a Block,
    /// The leaf declaration, if it is one.
    pub leaf: Option<&'a Leaf>,
    /// Where it is declared.
    pub pos: Pos,
    /// For each version the type of each child.
    pub children: Vec<BTreeMap<String, usize>>,
    /// For each version its content.
    pub content: Vec<Regex>,
}

impl Raw<'_> {
    /// The versions whose rows are emitted: where it can be reached, or all if it cannot be reached at all.
    pub fn versions(&self) -> Mask {
        if self.reached == 0 { self.declared } else { self.reached }
    }
}

/// All types of a format and how they hang together.
pub struct Resolver<'a> {
    /// The syntax tree.
    pub schema: &'a Schema,
    /// Types, sorted by path and version.
    pub raws: Vec<Raw<'a>>,
    by_path: HashMap<String, Vec<usize>>,
    groups: HashMap<&'a str, &'a Group>,
    used_groups: RefCell<BTreeSet<&'a str>>,
}

/// Bits of a mask as version indices.
pub fn versions_of(mask: Mask) -> impl Iterator<Item = usize> {
    (0..8).filter(move |v| mask & (1 << v) != 0)
}

impl<'a> Resolver<'a> {
    /// Resolves everything and reports what does not fit together.
    pub fn new(schema: &'a Schema, diagnostics: &mut Diagnostics) -> Resolver<'a> {
        let mut raws = collect(schema, diagnostics);
        raws.sort_by(|a, b| (&a.path, a.declared.trailing_zeros()).cmp(&(&b.path, b.declared.trailing_zeros())));
        let mut by_path: HashMap<String, Vec<usize>> = HashMap::new();
        for (i, raw) in raws.iter().enumerate() {
            let same = by_path.entry(raw.path.clone()).or_default();
            if let Some(&other) = same.iter().find(|&&j| raws[j].declared & raw.declared != 0) {
                let place = raws[other].pos;
                diagnostics.error(
                    raw.pos,
                    format!(
                        "`{}` is declared twice for {} (also at {}:{})",
                        raw.path,
                        schema.header.show(raws[other].declared & raw.declared),
                        diagnostics.files.get(usize::from(place.file)).map_or("?", String::as_str),
                        place.line
                    ),
                );
            }
            same.push(i);
        }
        let mut groups = HashMap::new();
        for group in &schema.groups {
            if groups.insert(group.name.as_str(), group).is_some() {
                diagnostics.error(group.pos, format!("group `{}` is declared twice", group.name));
            }
        }
        let mut resolver = Resolver { schema, raws, by_path, groups, used_groups: RefCell::default() };
        resolver.contents(diagnostics);
        resolver.children(diagnostics);
        resolver.reach(diagnostics);
        resolver.report_unused(diagnostics);
        resolver
    }

    fn find(&self, path: &str, version: usize) -> Option<usize> {
        let candidates = self.by_path.get(path)?;
        candidates.iter().copied().find(|&i| self.raws[i].declared & (1 << version) != 0)
    }

    /// The type a borrowed path (`~shape`, `~library_nodes/node`) means.
    fn borrowed(&self, path: &str, version: usize) -> Option<usize> {
        let plain = path.trim_start_matches('~');
        self.find(path, version).or_else(|| self.find(plain, version)).or_else(|| self.walk(plain, version))
    }

    /// Follows child names from a global element, for paths that pass through borrowed types.
    fn walk(&self, path: &str, version: usize) -> Option<usize> {
        let mut parts = path.split('/');
        let first = parts.next()?;
        let mut at = self.find(first, version).or_else(|| self.find(&format!("~{first}"), version))?;
        for part in parts {
            at = self.child(at, part, version)?;
        }
        Some(at)
    }

    fn child(&self, parent: usize, name: &str, version: usize) -> Option<usize> {
        let raw = &self.raws[parent];
        if raw.leaf.is_some() {
            return None;
        }
        let holds = |gate: Option<Mask>| gate.is_none_or(|mask| mask & (1 << version) != 0);
        let leaf = raw.block.leaves.iter().find(|l| l.names.iter().any(|(n, _)| n == name) && holds(l.kind.gate()));
        if let Some(Leaf { kind: LeafKind::Borrowed(path, _), .. }) = leaf {
            // A path that is walked through itself would not end.
            return if path.trim_start_matches('~') == format!("{}/{name}", raw.path) {
                None
            } else {
                self.borrowed(path, version)
            };
        }
        self.find(&format!("{}/{name}", raw.path), version).or_else(|| self.find(name, version))
    }

    fn contents(&mut self, diagnostics: &mut Diagnostics) {
        let count = self.schema.header.versions.len();
        for i in 0..self.raws.len() {
            let raw = &self.raws[i];
            let mut contents = vec![Regex::Empty; count];
            if let (None, Some(content)) = (raw.leaf, &raw.block.content) {
                for version in versions_of(raw.declared) {
                    let mut open = Vec::new();
                    contents[version] = self.regex(content, version, &mut open, diagnostics).unwrap_or(Regex::Empty);
                }
            }
            self.raws[i].content = contents;
        }
        for (name, group) in &self.groups {
            if !self.used_groups.borrow().contains(name) {
                diagnostics.warning(group.pos, format!("group `{name}` is not used"));
            }
        }
    }

    /// The content in one version; `None` if all of it is gated away.
    fn regex(
        &self,
        particle: &'a Particle,
        version: usize,
        open: &mut Vec<&'a str>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Regex> {
        if particle.gate.is_some_and(|mask| mask & (1 << version) == 0) {
            return None;
        }
        let inner = match &particle.term {
            Term::Name(name) => Regex::Name(name.clone()),
            Term::Group(name) => {
                let Some((&key, group)) = self.groups.get_key_value(name.as_str()) else {
                    diagnostics.error(particle.pos, format!("there is no group `{name}`"));
                    return None;
                };
                self.used_groups.borrow_mut().insert(key);
                if open.contains(&key) {
                    diagnostics.error(particle.pos, format!("group `{name}` contains itself"));
                    return None;
                }
                open.push(key);
                let inner = self.regex(&group.content, version, open, diagnostics);
                open.pop();
                inner?
            }
            Term::Sequence(items) => {
                let mut kept: Vec<Regex> =
                    items.iter().filter_map(|item| self.regex(item, version, open, diagnostics)).collect();
                if kept.len() > 1 { Regex::Sequence(kept) } else { kept.pop()? }
            }
            Term::Choice(items) => {
                let mut kept: Vec<Regex> =
                    items.iter().filter_map(|item| self.regex(item, version, open, diagnostics)).collect();
                if kept.len() > 1 { Regex::Choice(kept) } else { kept.pop()? }
            }
        };
        Some(inner.repeat(particle.min, particle.max))
    }

    fn children(&mut self, diagnostics: &mut Diagnostics) {
        let count = self.schema.header.versions.len();
        for i in 0..self.raws.len() {
            let mut children = vec![BTreeMap::new(); count];
            let raw = &self.raws[i];
            let mut missing: BTreeMap<&str, Mask> = BTreeMap::new();
            for version in versions_of(raw.declared) {
                for name in raw.content[version].names() {
                    match self.child(i, name, version) {
                        Some(child) => {
                            children[version].insert(name.to_owned(), child);
                        }
                        None => *missing.entry(name).or_default() |= 1 << version,
                    }
                }
            }
            for (name, mask) in missing {
                let pos = raw.block.content.as_ref().and_then(|c| place_of(c, name)).unwrap_or(raw.pos);
                let versions =
                    if mask == raw.declared { String::new() } else { format!(" in {}", self.schema.header.show(mask)) };
                diagnostics.error(pos, format!("`{}` has a child `{name}` of unknown type{versions}", raw.path));
            }
            self.raws[i].children = children;
        }
    }

    fn reach(&mut self, diagnostics: &mut Diagnostics) {
        let header = &self.schema.header;
        for version in 0..header.versions.len() {
            let Some(root) = self.find(&header.root, version) else {
                diagnostics.error(
                    header.root_pos,
                    format!("the root `{}` is not declared for {}", header.root, header.versions[version]),
                );
                continue;
            };
            let mut queue = vec![root];
            queue.extend(header.other_roots.iter().filter_map(|path| self.find(path, version)));
            while let Some(i) = queue.pop() {
                if self.raws[i].reached & (1 << version) == 0 {
                    self.raws[i].reached |= 1 << version;
                    queue.extend(self.raws[i].children[version].values());
                }
            }
        }
    }

    /// Every declaration has to be somebody's child.
    fn report_unused(&self, diagnostics: &mut Diagnostics) {
        let mut mentioned: BTreeSet<usize> = BTreeSet::new();
        for raw in &self.raws {
            for children in &raw.children {
                mentioned.extend(children.values());
            }
        }
        for (i, raw) in self.raws.iter().enumerate() {
            let header = &self.schema.header;
            if mentioned.contains(&i) || raw.path == header.root || header.other_roots.contains(&raw.path) {
                continue;
            }
            if raw.leaf.is_some() {
                let (parent, name) = raw.path.rsplit_once('/').unwrap_or(("", &raw.path));
                diagnostics.error(raw.pos, format!("the content of `{parent}` does not mention `{name}`"));
            } else if let Some((parent, name)) = raw.path.rsplit_once('/') {
                let message = if self.by_path.contains_key(parent) {
                    format!("the content of `{parent}` does not mention `{name}`, or finds another type for it")
                } else {
                    format!("`{}` has no parent: there is no `{parent}`", raw.path)
                };
                diagnostics.error(raw.pos, message);
            } else if raw.path.starts_with('~') {
                diagnostics.error(raw.pos, format!("shape `{}` is not used", raw.path));
            } else {
                diagnostics.warning(raw.pos, format!("no content mentions the global element `{}`", raw.path));
            }
        }
    }

    /// The types that a reference target means: a path, or every type an element of that name can have.
    pub fn targets(&self, target: &str) -> Option<BTreeSet<usize>> {
        let mut found: BTreeSet<usize> = BTreeSet::new();
        let count = self.schema.header.versions.len();
        if target.contains('/') || target.starts_with('~') {
            for version in 0..count {
                found.extend(self.borrowed(target, version));
            }
        } else {
            found.extend(self.by_path.get(target).into_iter().flatten());
            let suffix = format!("/{target}");
            for (i, raw) in self.raws.iter().enumerate() {
                if raw.path.ends_with(&suffix) {
                    found.insert(i);
                }
                found.extend(raw.children.iter().filter_map(|c| c.get(target)));
            }
        }
        (!found.is_empty()).then_some(found)
    }
}

/// The declared types, without any relation between them.
fn collect<'a>(schema: &'a Schema, diagnostics: &mut Diagnostics) -> Vec<Raw<'a>> {
    let all = schema.header.all();
    let mut raws = Vec::new();
    let raw = |path: String, declared: Mask, block: &'a Block, leaf: Option<&'a Leaf>, pos: Pos| Raw {
        path,
        declared,
        reached: 0,
        block,
        leaf,
        pos,
        children: Vec::new(),
        content: Vec::new(),
    };
    for block in &schema.blocks {
        let kinds = usize::from(block.any) + usize::from(block.text.is_some()) + usize::from(block.content.is_some());
        if kinds > 1 {
            diagnostics.error(block.paths[0].pos, "a block has either content, or `any`, or a text");
        }
        for path in &block.paths {
            let declared = path.gate.unwrap_or(all);
            raws.push(raw(path.path.clone(), declared, block, None, path.pos));
            for leaf in &block.leaves {
                let mask = declared & leaf.kind.gate().unwrap_or(all);
                for (name, pos) in &leaf.names {
                    if mask == 0 {
                        if block.paths.len() == 1 {
                            diagnostics.error(*pos, format!("`{name}` exists in no version of its block"));
                        }
                        continue;
                    }
                    match &leaf.kind {
                        LeafKind::Borrowed(..) => {
                            if leaf.animatable || !leaf.attributes.is_empty() {
                                diagnostics.error(*pos, "a borrowed type takes no further attributes");
                            }
                            let mentioned = block.content.as_ref().is_some_and(|c| mentions(schema, c, name, 0));
                            if !mentioned {
                                diagnostics
                                    .error(*pos, format!("the content of `{}` does not mention `{name}`", path.path));
                            }
                        }
                        _ => raws.push(raw(format!("{}/{name}", path.path), mask, block, Some(leaf), *pos)),
                    }
                }
            }
        }
    }
    raws
}

fn mentions(schema: &Schema, particle: &Particle, name: &str, depth: usize) -> bool {
    match &particle.term {
        Term::Name(n) => n == name,
        Term::Group(group) => schema
            .groups
            .iter()
            .any(|g| g.name == *group && depth < 32 && mentions(schema, &g.content, name, depth + 1)),
        Term::Sequence(items) | Term::Choice(items) => items.iter().any(|p| mentions(schema, p, name, depth)),
    }
}

fn place_of(particle: &Particle, name: &str) -> Option<Pos> {
    match &particle.term {
        Term::Name(n) => (n == name).then_some(particle.pos),
        Term::Group(_) => None,
        Term::Sequence(items) | Term::Choice(items) => items.iter().find_map(|p| place_of(p, name)),
    }
}
