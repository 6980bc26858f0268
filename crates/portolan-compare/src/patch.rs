//! Flat pieces of surface that are cut into triangles in two ways.

use std::collections::{BTreeMap, HashMap, HashSet};

use portolan_scene::glam::DVec3;

use crate::grid::Grid;
use crate::matching::{Matched, Table};
use crate::side::Near;

/// Triangles that are looked at; more are not the work of somebody who cut polygons up otherwise.
const MOST: usize = 1 << 20;

/// Joins the corners of flat pieces with the same outline, and takes their triangles from what is left.
pub(crate) fn find(
    a: &Table<'_, '_>,
    b: &Table<'_, '_>,
    near: &Near,
    own: &mut Vec<u32>,
    others: &mut Vec<u32>,
    found: &mut Matched,
) {
    if own.is_empty() || others.is_empty() || own.len() + others.len() > MOST {
        return;
    }
    let mut welded = Welded::new(a, b, near, own, others);
    let (here, there) = (patches(a, own, &mut welded, near), patches(b, others, &mut welded, near));
    let mut outlines: BTreeMap<&[(u32, u32)], Vec<&Patch>> = BTreeMap::new();
    for patch in &there {
        outlines.entry(&patch.outline).or_default().push(patch);
    }
    let mut gone: [HashSet<u32>; 2] = [HashSet::new(), HashSet::new()];
    for patch in &here {
        let mut turned: Vec<(u32, u32)> = patch.outline.iter().map(|(p, q)| (*q, *p)).collect();
        turned.sort_unstable();
        let same = outlines.get_mut(patch.outline.as_slice()).and_then(Vec::pop);
        let is_turned = same.is_none();
        let Some(other) = same.or_else(|| outlines.get_mut(turned.as_slice())?.pop()) else { continue };
        if is_turned {
            found.turned.extend(&patch.triangles);
        }
        for (vertex, corner) in &patch.corners {
            found.corners.extend(other.corners.get(vertex).map(|there| (*corner, *there)));
        }
        let [first, second] = &mut gone;
        first.extend(&patch.triangles);
        second.extend(&other.triangles);
    }
    let [first, second] = gone;
    own.retain(|c| !first.contains(c));
    others.retain(|c| !second.contains(c));
}

/// Triangles of one plane that hang together.
struct Patch {
    /// Edges that it shares with nobody, sorted.
    outline: Vec<(u32, u32)>,
    /// One corner for each vertex of the outline.
    corners: BTreeMap<u32, u32>,
    triangles: Vec<u32>,
}

/// Places of both sides as numbers, the same for what is near.
struct Welded<'n> {
    grid: Grid,
    places: Vec<DVec3>,
    near: &'n Near,
}

impl<'n> Welded<'n> {
    fn new(a: &Table<'_, '_>, b: &Table<'_, '_>, near: &'n Near, own: &[u32], others: &[u32]) -> Welded<'n> {
        let limits = own.iter().map(|c| a.position(*c)).chain(others.iter().map(|c| b.position(*c)));
        let limit = limits.map(|p| near.limit(p)).filter(|l| l.is_finite()).fold(0.0, f64::max);
        Welded { grid: Grid::new(limit * 8.0), places: Vec::new(), near }
    }

    fn number(&mut self, p: DVec3) -> u32 {
        let same = |n: &u32| self.places.get(*n as usize).is_some_and(|q| self.near.same(*q, p));
        if let Some(known) = self.grid.near(p).find(same) {
            return known;
        }
        let number = self.places.len() as u32;
        self.places.push(p);
        self.grid.add(p, number);
        number
    }
}

/// Triangles of one plane and material that share edges, joined.
fn patches(table: &Table<'_, '_>, list: &[u32], welded: &mut Welded<'_>, near: &Near) -> Vec<Patch> {
    let is_triangle = |c: &&u32| table.cast.part(**c).is_some_and(|p| p.size == 3);
    let triangles: Vec<u32> = list.iter().filter(is_triangle).copied().collect();
    let mut vertices: Vec<[u32; 3]> = Vec::with_capacity(triangles.len());
    let mut planes: Vec<DVec3> = Vec::with_capacity(triangles.len());
    for first in &triangles {
        let [p, q, r] = [0, 1, 2].map(|i| table.position(first + i));
        let normal = (q - p).cross(r - p);
        let flat = normal.length() <= near.limit(p) * ((q - p).length() + (r - p).length());
        planes.push(if flat { DVec3::ZERO } else { normal.normalize_or_zero() });
        let mut numbers = [p, q, r].map(|p| welded.number(p));
        if table.is_mirrored(*first) {
            numbers.swap(1, 2);
        }
        vertices.push(numbers);
    }
    // Which triangles have an edge, by its ends.
    let mut edges: HashMap<(u32, u32), Vec<u32>> = HashMap::new();
    for (number, [p, q, r]) in (0..).zip(&vertices) {
        for edge in [(*p, *q), (*q, *r), (*r, *p)] {
            edges.entry(edge).or_default().push(number);
        }
    }
    let material = |number: u32| triangles.get(number as usize).and_then(|c| table.cast.part(*c)).map(|p| p.material);
    let plane = |number: u32| planes.get(number as usize).copied().unwrap_or(DVec3::ZERO);
    let neighbour = |number: u32, (p, q): (u32, u32)| {
        let fits = |other: &&u32| {
            let even = plane(number).dot(plane(**other)) > 0.9999;
            **other != number && even && material(number) == material(**other)
        };
        edges.get(&(q, p)).and_then(|list| list.iter().find(fits)).copied()
    };
    let mut patches = Vec::new();
    let mut seen = vec![false; triangles.len()];
    for start in 0..triangles.len() as u32 {
        let mut patch = Patch { outline: Vec::new(), corners: BTreeMap::new(), triangles: Vec::new() };
        let mut open = vec![start];
        while let Some(number) = open.pop() {
            match seen.get_mut(number as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            let Some(first) = triangles.get(number as usize).copied() else { continue };
            // What has no area adds nothing to a piece of surface.
            let [p, q, r] = vertices.get(number as usize).copied().unwrap_or_default();
            patch.triangles.push(first);
            let order = if table.is_mirrored(first) { [0, 2, 1] } else { [0, 1, 2] };
            for (edge, corner) in [(p, q), (q, r), (r, p)].into_iter().zip(order) {
                match neighbour(number, edge) {
                    Some(other) => open.push(other),
                    None => {
                        patch.outline.push(edge);
                        patch.corners.insert(edge.0, first + corner);
                    }
                }
            }
        }
        if !patch.triangles.is_empty() {
            patch.outline.sort_unstable();
            patches.push(patch);
        }
    }
    patches
}
