//! Which corners belong together.

use std::collections::{HashMap, HashSet};

use portolan_parallel::prelude::*;
use portolan_scene::glam::DVec3;

use crate::cast::{Cast, Posed};
use crate::grid::Grid;
use crate::patch;
use crate::places::Places;
use crate::side::{Near, Side};

/// What belongs together.
#[derive(Default)]
pub(crate) struct Matched {
    /// Corners of the first scene with those of the second.
    pub corners: Vec<(u32, u32)>,
    /// First corners of triangles that look to the other side there.
    pub turned: Vec<u32>,
    /// First corners of elements of the first scene without counterpart.
    pub missing: Vec<u32>,
    /// First corners of elements of the second scene without counterpart.
    pub new: Vec<u32>,
}

/// One side of a match.
pub(crate) struct Table<'s, 'a> {
    pub cast: &'s Cast<'a>,
    pub posed: &'s Posed<'s, 'a>,
    pub positions: Vec<DVec3>,
    /// For each body: is it mirrored, so that faces look the other way?
    pub mirrored: Vec<bool>,
}

impl<'s, 'a> Table<'s, 'a> {
    pub fn new(side: &Side<'a>, posed: &'s Posed<'s, 'a>) -> Table<'s, 'a> {
        let cast = posed.cast;
        let count = cast.corners.len() as u32;
        let positions = (0..count).into_par_iter().with_min_len(1 << 13).map(|c| posed.position(c)).collect();
        let mirrored = cast.bodies.iter().map(|b| side.world(b.at).determinant() < 0.0).collect();
        Table { cast, posed, positions, mirrored }
    }

    pub fn position(&self, corner: u32) -> DVec3 {
        self.positions.get(corner as usize).copied().unwrap_or(DVec3::NAN)
    }

    pub fn is_mirrored(&self, corner: u32) -> bool {
        let part = self.cast.part(corner);
        part.is_some_and(|p| self.mirrored.get(p.body as usize).copied().unwrap_or(false))
    }

    /// First corners of all elements of a part.
    fn elements(&self, part: usize) -> impl Iterator<Item = u32> + '_ {
        let range = self.cast.parts.get(part).map_or((0, 0, 1), |p| (p.first, p.first + p.count, p.size));
        (range.0..range.1).step_by(range.2).map(|c| c as u32)
    }

    fn centre(&self, first: u32, size: usize) -> DVec3 {
        (0..size as u32).map(|i| self.position(first + i)).sum::<DVec3>() / size as f64
    }
}

/// How much what else corners have differs, to choose between elements at one place.
pub(crate) type Similar<'f> = &'f (dyn Fn(u32, u32) -> f64 + Sync);

/// Orders in which corners may be listed: turned round, then the other way.
const ORDERS: [&[[u32; 3]]; 4] =
    [&[], &[[0, 0, 0]], &[[0, 1, 0], [1, 0, 0]], &[[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]]];

/// Finds what belongs together.
///
/// Parts whose nodes belong together and whose corners are the same in their order come first; then elements wherever
/// they are; then flat pieces of surface that are cut up otherwise; then, in their order, what is left of parts whose nodes
/// belong together, however far apart.
pub(crate) fn find(
    a: &Table<'_, '_>,
    b: &Table<'_, '_>,
    places: &Places,
    near: &Near,
    similar: Similar<'_>,
) -> Matched {
    let mut found = Matched::default();
    let (mut own, mut others) = in_order(a, b, places, near, &mut found);
    for size in 1..=3 {
        anywhere(a, b, size, near, similar, &mut own, &mut others, &mut found);
    }
    patch::find(a, b, near, &mut own, &mut others, &mut found);
    by_node(a, b, places, &mut own, &mut others, &mut found);
    found.missing = own;
    found.new = others;
    found
}

/// Joins whole parts; gives the elements that are left.
fn in_order(
    a: &Table<'_, '_>,
    b: &Table<'_, '_>,
    places: &Places,
    near: &Near,
    found: &mut Matched,
) -> (Vec<u32>, Vec<u32>) {
    let mut free: HashMap<u32, Vec<usize>> = HashMap::new();
    for (number, part) in b.cast.parts.iter().enumerate() {
        free.entry(part.at).or_default().push(number);
    }
    let mut taken = vec![false; b.cast.parts.len()];
    let mut own = Vec::new();
    for (number, part) in a.cast.parts.iter().enumerate() {
        let candidates = places.there.get(part.at as usize).copied().flatten().and_then(|at| free.get(&at));
        let same = |other: &&usize| {
            let Some(there) = b.cast.parts.get(**other) else { return false };
            let free = !taken.get(**other).copied().unwrap_or(true);
            let turned = a.mirrored.get(part.body as usize) != b.mirrored.get(there.body as usize);
            free && !turned
                && (there.size, there.count) == (part.size, part.count)
                && (0..part.count).into_par_iter().with_min_len(1 << 13).all(|i| {
                    let (p, q) = (a.position((part.first + i) as u32), b.position((there.first + i) as u32));
                    near.same(p, q)
                })
        };
        match candidates.and_then(|c| c.iter().find(same)) {
            Some(other) => {
                if let (Some(slot), Some(there)) = (taken.get_mut(*other), b.cast.parts.get(*other)) {
                    *slot = true;
                    found.corners.extend((0..part.count).map(|i| ((part.first + i) as u32, (there.first + i) as u32)));
                }
            }
            None => own.extend(a.elements(number)),
        }
    }
    let left = taken.iter().enumerate().filter(|(_, taken)| !**taken);
    (own, left.flat_map(|(number, _)| b.elements(number)).collect())
}

/// Candidates that are looked at for one element.
const MOST_NEAR: usize = 64;

/// Joins elements that are at one place, whatever part they are of.
#[allow(clippy::too_many_arguments, reason = "both sides, what is left of them, and what is found")]
fn anywhere(
    a: &Table<'_, '_>,
    b: &Table<'_, '_>,
    size: usize,
    near: &Near,
    similar: Similar<'_>,
    own: &mut Vec<u32>,
    others: &mut Vec<u32>,
    found: &mut Matched,
) {
    let is = |table: &Table<'_, '_>, c: u32| table.cast.part(c).is_some_and(|p| p.size == size);
    let candidates: Vec<u32> = others.iter().copied().filter(|c| is(b, *c)).collect();
    if candidates.is_empty() {
        return;
    }
    let limit = candidates.iter().map(|c| near.limit(b.centre(*c, size))).filter(|l| l.is_finite()).fold(0.0, f64::max);
    let mut grid = Grid::new(limit * 4.0);
    for (number, first) in (0..).zip(&candidates) {
        grid.add(b.centre(*first, size), number);
    }
    let mut taken = vec![false; candidates.len()];
    let orders = ORDERS.get(size).copied().unwrap_or_default();
    own.retain(|first| {
        if !is(a, *first) {
            return true;
        }
        // The best: how it is ordered, and how similar it is.
        let mut best: Option<(f64, u32, [u32; 3], bool)> = None;
        let free = |n: &u32| !taken.get(*n as usize).copied().unwrap_or(true);
        for number in grid.near(a.centre(*first, size)).filter(free).take(MOST_NEAR) {
            let Some(other) = candidates.get(number as usize).copied() else { continue };
            let mirrored = a.is_mirrored(*first) != b.is_mirrored(other);
            for (place, order) in orders.iter().enumerate() {
                let pairs = || (0..).zip(order.iter().take(size)).map(|(i, j)| (first + i, other + j));
                if !pairs().all(|(p, q)| near.same(a.position(p), b.position(q))) {
                    continue;
                }
                let turned = size == 3 && (place > 2) != mirrored;
                let apart = pairs().map(|(p, q)| similar(p, q)).sum::<f64>() + if turned { 0.5 } else { 0.0 };
                if best.is_none_or(|b| apart < b.0) {
                    best = Some((apart, number, *order, turned));
                }
            }
            if best.is_some_and(|b| b.0 < 1e-6) {
                break;
            }
        }
        let Some((_, number, order, turned)) = best else { return true };
        let Some(other) = candidates.get(number as usize).copied() else { return true };
        if let Some(slot) = taken.get_mut(number as usize) {
            *slot = true;
        }
        found.corners.extend((0..).zip(order.iter().take(size)).map(|(i, j)| (first + i, other + j)));
        if turned {
            found.turned.push(*first);
        }
        false
    });
    let gone: HashSet<u32> = candidates.iter().zip(&taken).filter(|(_, taken)| **taken).map(|(c, _)| *c).collect();
    others.retain(|c| !gone.contains(c));
}

/// Joins in their order what is left at nodes that belong together, if it is as many on both sides.
fn by_node(
    a: &Table<'_, '_>,
    b: &Table<'_, '_>,
    places: &Places,
    own: &mut Vec<u32>,
    others: &mut Vec<u32>,
    found: &mut Matched,
) {
    let group = |table: &Table<'_, '_>, list: &[u32]| {
        let mut all: HashMap<(u32, usize), Vec<u32>> = HashMap::new();
        for first in list {
            if let Some(part) = table.cast.part(*first) {
                all.entry((part.at, part.size)).or_default().push(*first);
            }
        }
        all
    };
    let there = group(b, others);
    let mut gone: [HashSet<u32>; 2] = [HashSet::new(), HashSet::new()];
    for ((at, size), own) in group(a, own) {
        let Some(other) = places.there.get(at as usize).copied().flatten() else { continue };
        let Some(others) = there.get(&(other, size)).filter(|o| o.len() == own.len()) else { continue };
        for (p, q) in own.iter().zip(others) {
            found.corners.extend((0..size as u32).map(|i| (p + i, q + i)));
        }
        let [first, second] = &mut gone;
        first.extend(own);
        second.extend(others);
    }
    let [first, second] = gone;
    own.retain(|c| !first.contains(c));
    others.retain(|c| !second.contains(c));
}
