//! What is drawn: points, lines and triangles in the world.

use std::collections::{BTreeMap, HashSet};

use portolan_scene::glam::DVec3;
use portolan_scene::{MaterialId, Semantic};

use crate::attributes::{self, Attributes};
use crate::cast::{Cast, Part, Posed};
use crate::matching::{Matched, Table, find};
use crate::places::Places;
use crate::report::Report;
use crate::side::{Near, Side};
use crate::skin;
use crate::words::{material, node_at, short};
use crate::{Kind, Options};

/// What is drawn in both scenes, and what of it belongs together.
pub(crate) struct Bodies<'a> {
    pub a: Cast<'a>,
    pub b: Cast<'a>,
    matched: Matched,
    pub groups: Vec<Group>,
    /// Groups whose corners were told to be apart at rest.
    off: HashSet<usize>,
}

/// Corners of two parts that belong together: a range of the matched ones.
#[derive(Clone, Copy)]
pub(crate) struct Group {
    pub a: u32,
    pub b: u32,
    from: usize,
    to: usize,
}

impl<'a> Bodies<'a> {
    /// Finds what belongs together in both scenes as they are posed.
    pub fn new(a: &Side<'a>, b: &Side<'a>, places: &Places, near: &Near, options: &Options) -> Bodies<'a> {
        let (own, other) = (Cast::new(a, options.most_corners), Cast::new(b, options.most_corners));
        let mut matched = {
            let (here, there) = (Posed::new(a, &own, &|_| true), Posed::new(b, &other, &|_| true));
            let tables = (Table::new(a, &here), Table::new(b, &there));
            let similar = |p: u32, q: u32| attributes::apart(&tables.0, &tables.1, a, b, p, q);
            find(&tables.0, &tables.1, places, near, &similar)
        };
        let part = |cast: &Cast<'a>, corner: u32| cast.corners.get(corner as usize).map_or(u32::MAX, |c| c.0);
        let key = |pair: &(u32, u32)| (part(&own, pair.0), part(&other, pair.1));
        if !matched.corners.is_sorted_by_key(key) {
            matched.corners.sort_by_key(|pair| (key(pair), *pair));
        }
        matched.turned.sort_unstable();
        let mut groups: Vec<Group> = Vec::new();
        for (place, pair) in matched.corners.iter().enumerate() {
            let (a, b) = key(pair);
            match groups.last_mut().filter(|g| (g.a, g.b) == (a, b)) {
                Some(group) => group.to = place + 1,
                None => groups.push(Group { a, b, from: place, to: place + 1 }),
            }
        }
        Bodies { a: own, b: other, matched, groups, off: HashSet::new() }
    }

    pub fn corners(&self) -> usize {
        self.matched.corners.len()
    }

    pub fn pairs(&self, group: &Group) -> &[(u32, u32)] {
        self.matched.corners.get(group.from..group.to).unwrap_or_default()
    }

    pub fn parts(&self, group: &Group) -> Option<(&Part<'a>, &Part<'a>)> {
        self.a.parts.get(group.a as usize).zip(self.b.parts.get(group.b as usize))
    }

    /// Materials that belong together, each with a place where they are seen.
    pub fn materials(&self, a: &Side<'_>) -> BTreeMap<(Option<MaterialId>, Option<MaterialId>), String> {
        let mut all = BTreeMap::new();
        for group in &self.groups {
            let Some((own, other)) = self.parts(group) else { continue };
            all.entry((own.material, other.material)).or_insert_with(|| node_at(a, own.at));
        }
        all
    }

    /// Did a place of the first or second scene lose shapes that are seen?
    pub fn lost(&self, a: &Side<'_>, b: &Side<'_>) -> impl Fn(bool, u32) -> bool + use<> {
        let places = |side: &Side<'_>, cast: &Cast<'a>, list: &[u32]| -> HashSet<u32> {
            let parts = list.iter().filter_map(|c| cast.part(*c)).filter(|p| is_seen(side, cast, p));
            let mut all = HashSet::new();
            for part in parts {
                let mut next = Some(part.at);
                while let Some(at) = next.filter(|at| all.insert(*at)) {
                    next = side.stage.placed.get(at as usize).and_then(|p| p.parent);
                }
            }
            all
        };
        let (own, others) = (places(a, &self.a, &self.matched.missing), places(b, &self.b, &self.matched.new));
        move |first, at| if first { own.contains(&at) } else { others.contains(&at) }
    }

    /// Tells elements that only one of the scenes has, where the node is not told already to be gone.
    pub fn unmatched(&self, a: &Side<'_>, b: &Side<'_>, near: &Near, report: &mut Report<'_>) {
        let sides = [(a, &self.a, &self.matched.missing, "missing"), (b, &self.b, &self.matched.new, "new")];
        for (side, cast, list, word) in sides {
            let mut counts: BTreeMap<(u32, usize, u32), (usize, bool)> = BTreeMap::new();
            let posed = Posed::new(side, cast, &|_| true);
            for first in list {
                let Some(part) = cast.part(*first) else { continue };
                // A triangle without area is seen by nobody.
                let [p, q, r] = [0, 1, 2].map(|i| posed.position(first + i));
                let area = (q - p).cross(r - p).length();
                if part.size == 3 && area <= near.limit(p) * ((q - p).length() + (r - p).length()) {
                    continue;
                }
                let number = cast.corners.get(*first as usize).map_or(0, |c| c.0);
                let entry = counts.entry((part.at, part.size, number)).or_default();
                entry.0 += 1;
                entry.1 |= is_seen(side, cast, part);
            }
            for ((at, size, number), (count, seen)) in counts {
                let place = node_at(side, at);
                let told = if word == "missing" { "it is missing" } else { "it is new" };
                if report.knows(Kind::Node, &place, told) {
                    continue;
                }
                let things = ["points", "lines", "triangles"].get(size - 1).copied().unwrap_or("elements");
                let of = cast.parts.get(number as usize).map_or(String::new(), |p| material(side.scene, p.material));
                let what = format!("{count} {things} with {of} are {word}");
                report.add(Kind::Shape, place, what, Some(count as f64), !seen, [None; 2]);
            }
        }
    }

    /// Compares everything that belongs together, at rest.
    pub fn rest(&mut self, a: &Side<'a>, b: &Side<'a>, places: &Places, near: &Near, report: &mut Report<'_>) {
        let (here, there) = (Posed::new(a, &self.a, &|_| true), Posed::new(b, &self.b, &|_| true));
        let mut off = HashSet::new();
        for (number, group) in self.groups.iter().enumerate() {
            let Some((own, other)) = self.parts(group) else { continue };
            let place = place(a, own);
            let found = positions(&here, &there, self.pairs(group), near);
            if found.worst > 0.0 {
                off.insert(number);
                let bent = |cast: &Cast<'a>, part: &Part<'a>| cast.body(part).is_some_and(|b| b.bent);
                let bent = bent(&self.a, own) && bent(&self.b, other);
                match bent && !raw_differs(a, b, own, other, self, group, near) {
                    true => skin::explain(a, b, self, places, group, &place, &found, report),
                    false => {
                        let origins = [origin(own), origin(other)];
                        report.add(Kind::Shape, place.clone(), found.words(), Some(found.worst), false, origins);
                    }
                }
            }
            let turned = self.turned(group);
            if turned > 0 {
                let what = match turned {
                    1 => "1 triangle is flipped".to_owned(),
                    many => format!("{many} triangles are flipped"),
                };
                report.tell(Kind::Winding, place.clone(), what, Some(turned as f64));
            }
            let held = here.held(own) || there.held(other);
            let normals = report.options.skin_normals || !held;
            Attributes { a, b, here: &here, there: &there, own, other, place: &place }.compare(
                self.pairs(group),
                normals && !off.contains(&number),
                report,
            );
            visibility(a, b, self, own, other, report);
        }
        self.off = off;
    }

    /// Triangles of a group that look to the other side.
    fn turned(&self, group: &Group) -> usize {
        let turned = &self.matched.turned;
        let Some(part) = self.a.parts.get(group.a as usize).filter(|_| !turned.is_empty()) else { return 0 };
        let first = |corner: u32| (part.first + (corner as usize).saturating_sub(part.first) / 3 * 3) as u32;
        let mut found: Vec<u32> = self.pairs(group).iter().map(|(corner, _)| first(*corner)).collect();
        found.sort_unstable();
        found.dedup();
        found.iter().filter(|c| turned.binary_search(c).is_ok()).count()
    }

    /// Compares where things are and look as both scenes are posed now. What a skin or morph bends is looked at only if it is
    /// wanted, of the rest a few corners. Gives for each part what is off.
    pub fn moment(
        &self,
        a: &Side<'a>,
        b: &Side<'a>,
        near: &Near,
        bent: bool,
        options: &Options,
    ) -> Vec<(u32, Kind, String, f64)> {
        let (here, there) = (Posed::new(a, &self.a, &|_| bent), Posed::new(b, &self.b, &|_| bent));
        let mut all = Vec::new();
        for (_, group) in self.groups.iter().enumerate().filter(|(number, _)| !self.off.contains(number)) {
            let Some((own, other)) = self.parts(group) else { continue };
            let is_bent = |cast: &Cast<'a>, part: &Part<'a>, side: &Side<'a>| {
                cast.body(part).is_some_and(|b| b.bent || side.overrides.streams(b.geometry).next().is_some())
            };
            let flexible = is_bent(&self.a, own, a) || is_bent(&self.b, other, b);
            if flexible && !bent {
                continue;
            }
            // Hidden things may be anywhere.
            let (seen, seen_there) = (is_seen(a, &self.a, own), is_seen(b, &self.b, other));
            if seen != seen_there {
                let words =
                    if seen { "visibility differs: shown vs hidden" } else { "visibility differs: hidden vs shown" };
                all.push((own.at, Kind::Visibility, words.to_owned(), 1.0));
            }
            if !seen || !seen_there {
                continue;
            }
            let pairs = self.pairs(group);
            let few: Vec<(u32, u32)> = pairs.iter().step_by((pairs.len() / 8).max(1)).copied().collect();
            let pairs = if flexible { pairs } else { few.as_slice() };
            let found = positions(&here, &there, pairs, near);
            if found.worst > 0.0 {
                all.push((own.at, Kind::Shape, found.words(), found.worst));
            } else if flexible && (options.skin_normals || !(here.held(own) || there.held(other))) {
                let (n, m) = (own.all(&Semantic::Normal), other.all(&Semantic::Normal));
                let pick = pairs.iter().step_by((pairs.len() / 4096).max(1));
                let apart = pick.filter_map(|(p, q)| {
                    let both = here.normal(*p, n.first().copied())?.dot(there.normal(*q, m.first().copied())?);
                    both.is_finite().then(|| (2.0 - 2.0 * both).max(0.0).sqrt())
                });
                let worst = apart.fold(0.0, f64::max);
                if worst > attributes::normal_limit(options) {
                    all.push((own.at, Kind::Normal, format!("a normal differs by {}", short(worst)), worst));
                }
            }
        }
        all
    }
}

/// What is off of some corners.
pub(crate) struct Off {
    pub worst: f64,
    count: usize,
    /// The corner of the first scene.
    pub corner: u32,
}

impl Off {
    pub fn words(&self) -> String {
        match self.count {
            1 => format!("a corner differs by {} m", short(self.worst)),
            count => format!("{count} corners differ by up to {} m", short(self.worst)),
        }
    }
}

fn positions(here: &Posed<'_, '_>, there: &Posed<'_, '_>, pairs: &[(u32, u32)], near: &Near) -> Off {
    let mut off = Off { worst: 0.0, count: 0, corner: 0 };
    for (p, q) in pairs {
        let (place, other) = (here.position(*p), there.position(*q));
        let apart = (place - other).length();
        if apart > near.limit(place) || apart.is_nan() && place.is_finite() {
            off.count += 1;
            if apart > off.worst || off.worst == 0.0 {
                (off.worst, off.corner) = (apart, *p);
            }
        }
    }
    off
}

/// Is it the shape itself that differs, not how it is bent?
fn raw_differs(
    a: &Side<'_>,
    b: &Side<'_>,
    own: &Part<'_>,
    other: &Part<'_>,
    bodies: &Bodies<'_>,
    group: &Group,
    near: &Near,
) -> bool {
    let corner = |cast: &Cast<'_>, c: u32| cast.corners.get(c as usize).map_or(0, |c| c.1);
    let place = |side: &Side<'_>, p: DVec3| side.to_si.transform_point3(p);
    bodies.pairs(group).iter().any(|(p, q)| {
        let p = place(a, own.raw(corner(&bodies.a, *p)));
        !near.same(p, place(b, other.raw(corner(&bodies.b, *q))))
    })
}

fn visibility(
    a: &Side<'_>,
    b: &Side<'_>,
    bodies: &Bodies<'_>,
    own: &Part<'_>,
    other: &Part<'_>,
    report: &mut Report<'_>,
) {
    let words = |seen: bool| if seen { "shown" } else { "hidden" };
    let (seen, there) = (is_seen(a, &bodies.a, own), is_seen(b, &bodies.b, other));
    if seen != there {
        let what = format!("visibility differs: {} vs {}", words(seen), words(there));
        report.tell(Kind::Visibility, node_at(a, own.at), what, None);
    }
}

/// Where a part was written.
fn origin(part: &Part<'_>) -> Option<portolan_scene::Origin> {
    match &part.shape {
        crate::cast::Form::Mesh(_, primitive, _) => Some(primitive.meta.origin),
        crate::cast::Form::Points(_) => None,
    }
}

/// Is it to be seen?
pub(crate) fn is_seen(side: &Side<'_>, cast: &Cast<'_>, part: &Part<'_>) -> bool {
    side.pose.shown(part.at) && cast.body(part).is_some_and(|b| b.visible)
}

/// The node and material of a part.
pub(crate) fn place(side: &Side<'_>, part: &Part<'_>) -> String {
    match part.material {
        Some(_) => format!("{}, material {}", node_at(side, part.at), material(side.scene, part.material)),
        None => node_at(side, part.at),
    }
}
