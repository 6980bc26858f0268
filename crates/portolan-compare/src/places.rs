//! Which nodes belong together.

use std::collections::BTreeMap;

use portolan_scene::Node;

use crate::grid::Grid;
use crate::side::{Near, Side};

/// Which place of one scene is which of the other.
pub(crate) struct Places {
    /// For each place of the first scene.
    pub there: Vec<Option<u32>>,
    /// For each place of the second scene.
    pub here: Vec<Option<u32>>,
    /// Was the place found by what it is called?
    pub named: Vec<bool>,
}

impl Places {
    /// Nodes are found by name and id together, then by one of them, then by where they stand.
    pub fn new(a: &Side<'_>, b: &Side<'_>, near: &Near) -> Places {
        let (own, others) = (a.stage.placed.len(), b.stage.placed.len());
        let mut places = Places { there: vec![None; own], here: vec![None; others], named: vec![false; own] };
        let text = |t: &Option<Box<str>>| t.as_deref().filter(|t| !t.is_empty()).map(str::to_owned);
        places.by(a, b, |n| Some((text(&n.meta.id)?, text(&n.meta.name)?)));
        places.by(a, b, |n| text(&n.meta.name));
        places.by(a, b, |n| text(&n.meta.id));
        // Names may have become ids, and the other way round.
        places.by(a, b, |n| n.meta.label().map(str::to_owned));
        places.by(a, b, |n| text(&n.meta.sid));
        places.by_place(a, b, near);
        places
    }

    /// Pairs of places.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..).zip(&self.there).filter_map(|(at, other)| Some((at, (*other)?)))
    }

    fn join(&mut self, at: u32, other: u32, named: bool) {
        let slots = (self.there.get_mut(at as usize), self.here.get_mut(other as usize));
        if let (Some(there), Some(here)) = slots {
            (*there, *here) = (Some(other), Some(at));
            if let Some(slot) = self.named.get_mut(at as usize) {
                *slot = named;
            }
        }
    }

    fn by<K: Ord>(&mut self, a: &Side<'_>, b: &Side<'_>, key: impl Fn(&Node) -> Option<K>) {
        let keyed = |side: &Side<'_>, taken: &[Option<u32>]| {
            let mut all: BTreeMap<K, Vec<u32>> = BTreeMap::new();
            for (at, (placed, taken)) in (0..).zip(side.stage.placed.iter().zip(taken)) {
                let node = side.scene.node(placed.node).filter(|n| !n.inner && taken.is_none());
                if let Some(key) = node.and_then(&key) {
                    all.entry(key).or_default().push(at);
                }
            }
            all
        };
        let (own, mut others) = (keyed(a, &self.there), keyed(b, &self.here));
        for (key, own) in own {
            let Some(others) = others.remove(&key) else { continue };
            match (own.as_slice(), others.as_slice()) {
                ([at], [other]) => self.join(*at, *other, true),
                // One name of many nodes, or one node at many places.
                _ => self.nearest(a, b, &own, others),
            }
        }
    }

    /// Joins what stands nearest; many are joined in their order.
    fn nearest(&mut self, a: &Side<'_>, b: &Side<'_>, own: &[u32], mut others: Vec<u32>) {
        if own.len().saturating_mul(others.len()) > 1 << 20 {
            for (at, other) in own.iter().zip(others) {
                self.join(*at, other, true);
            }
            return;
        }
        let mut left: Vec<u32> = own.to_vec();
        while !left.is_empty() && !others.is_empty() {
            // The nearest pair of all would cost more than it gains: names are shared by few.
            let at = left.remove(0);
            let p = a.world(at);
            let off = |other: &u32| {
                let q = b.world(*other);
                let axes = [(p.x_axis, q.x_axis), (p.y_axis, q.y_axis), (p.z_axis, q.z_axis), (p.w_axis, q.w_axis)];
                axes.iter().map(|(p, q)| (*p - *q).length()).sum::<f64>()
            };
            let best = others.iter().enumerate().min_by(|(_, p), (_, q)| off(p).total_cmp(&off(q)));
            if let Some((index, other)) = best.map(|(i, o)| (i, *o)) {
                // With fewer on the other side, what is far is left for those that are near.
                let taken_by_nearer = left.len() >= others.len() && left.iter().any(|l| nearer(a, b, *l, at, other));
                if !taken_by_nearer {
                    others.remove(index);
                    self.join(at, other, true);
                }
            }
        }
    }

    /// Joins what is left by where it stands and what hangs there.
    fn by_place(&mut self, a: &Side<'_>, b: &Side<'_>, near: &Near) {
        let free = |list: &[Option<u32>]| -> Vec<u32> {
            (0..).zip(list).filter(|(_, taken)| taken.is_none()).map(|(at, _)| at).collect()
        };
        let (own, others) = (free(&self.there), free(&self.here));
        if own.is_empty() || others.is_empty() {
            return;
        }
        let sizes = others.iter().map(|at| near.limit(b.world(*at).w_axis.truncate()));
        let mut grid = Grid::new(sizes.fold(0.0, f64::max) * 4.0);
        for at in others {
            grid.add(b.world(at).w_axis.truncate(), at);
        }
        for at in own {
            let p = a.world(at).w_axis.truncate();
            let holds = content(a, at);
            let fits = |other: &u32| {
                let free = self.here.get(*other as usize).is_some_and(Option::is_none);
                free && near.same(p, b.world(*other).w_axis.truncate()) && content(b, *other) == holds
            };
            let found = grid.near(p).take(256).find(fits);
            if let Some(other) = found {
                self.join(at, other, false);
            }
        }
    }
}

fn nearer(a: &Side<'_>, b: &Side<'_>, one: u32, other: u32, to: u32) -> bool {
    let goal = b.world(to).w_axis;
    (a.world(one).w_axis - goal).length() < (a.world(other).w_axis - goal).length()
}

/// What hangs at a node: shapes, cameras, lights, a joint's role.
fn content(side: &Side<'_>, at: u32) -> (usize, usize, usize, bool) {
    let node = side.stage.placed.get(at as usize).and_then(|p| side.scene.node(p.node));
    node.map_or((0, 0, 0, false), |n| (n.drawn.len(), n.cameras.len(), n.lights.len(), n.joint))
}
