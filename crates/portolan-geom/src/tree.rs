//! A tree of boxes over triangles, to find what a ray hits and what is in a box.

use crate::vector::{cross, dot, sub, widen};

/// Triangles in a tree of boxes.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Branch>,
    /// Triangles in the order of the leaves, with their numbers.
    triangles: Vec<(u32, [[f32; 3]; 3])>,
}

/// A box with what is in it.
#[derive(Clone, Copy, Debug)]
struct Branch {
    low: [f32; 3],
    high: [f32; 3],
    /// Of a leaf the first triangle, otherwise the second of two branches; the first one follows this one.
    at: u32,
    /// Triangles of a leaf; 0 is no leaf.
    count: u32,
}

/// Where a ray hits a triangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hit {
    /// How many times the direction leads there.
    pub distance: f64,
    /// The number of the triangle.
    pub triangle: u32,
    /// What each corner counts for there.
    pub weights: [f64; 3],
}

/// Which sides of triangles are hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The one from which the corners run counter-clockwise.
    Front,
    /// The other one.
    Back,
    /// Both.
    Both,
}

/// Triangles of a leaf.
const LEAF: usize = 4;

impl Tree {
    /// A tree over triangles. Those that are not finite are left out.
    pub fn new(triangles: impl IntoIterator<Item = [[f32; 3]; 3]>) -> Tree {
        let finite = |t: &[[f32; 3]; 3]| t.iter().flatten().all(|v| v.is_finite());
        let mut all: Vec<(u32, [[f32; 3]; 3])> = (0..).zip(triangles).filter(|(_, t)| finite(t)).collect();
        let mut nodes = Vec::with_capacity(all.len() / 2 + 1);
        // What is still to be divided, with the branch whose second half it is.
        let mut open: Vec<(usize, usize, Option<usize>)> = vec![(0, all.len(), None)];
        while let Some((from, to, above)) = open.pop() {
            let Some(part) = all.get_mut(from..to).filter(|p| !p.is_empty()) else { continue };
            let own = nodes.len();
            if let Some(Branch { at, .. }) = above.and_then(|a| nodes.get_mut(a)) {
                *at = own as u32;
            }
            let (low, high) = around(part);
            if part.len() <= LEAF {
                part.sort_unstable_by_key(|(number, _)| *number);
                nodes.push(Branch { low, high, at: from as u32, count: part.len() as u32 });
                continue;
            }
            let axis = longest(part);
            let middle = part.len() / 2;
            part.select_nth_unstable_by(middle, |a, b| key(a, axis).total_cmp(&key(b, axis)).then(a.0.cmp(&b.0)));
            nodes.push(Branch { low, high, at: 0, count: 0 });
            open.push((from + middle, to, Some(own)));
            open.push((from, from + middle, None));
        }
        Tree { nodes, triangles: all }
    }

    /// The box around all of them, least and greatest corner; `None` if there are none.
    pub fn bounds(&self) -> Option<([f32; 3], [f32; 3])> {
        self.nodes.first().map(|n| (n.low, n.high))
    }

    /// The nearest triangle that a ray hits before a distance. Of several at the same place it is the first.
    pub fn ray(&self, origin: [f64; 3], direction: [f64; 3], limit: f64, side: Side) -> Option<Hit> {
        let mut nearest: Option<Hit> = None;
        let mut most = limit;
        let mut open: Vec<u32> = vec![0];
        while let Some(at) = open.pop() {
            let Some(node) = self.nodes.get(at as usize) else { continue };
            if enters(node, origin, direction).is_none_or(|t| t > most) {
                continue;
            }
            if node.count == 0 {
                let (first, second) = (at + 1, node.at);
                let far = |n: u32| {
                    self.nodes.get(n as usize).and_then(|n| enters(n, origin, direction)).unwrap_or(f64::INFINITY)
                };
                // The nearer one is looked at first.
                open.extend(if far(first) <= far(second) { [second, first] } else { [first, second] });
                continue;
            }
            let leaf = self.triangles.get(node.at as usize..(node.at + node.count) as usize).unwrap_or_default();
            for (number, triangle) in leaf {
                let Some((distance, weights)) = crossing(triangle, origin, direction, side) else { continue };
                let nearer =
                    nearest.is_none_or(|n| distance < n.distance || distance == n.distance && *number < n.triangle);
                if distance <= most && nearer {
                    most = distance;
                    nearest = Some(Hit { distance, triangle: *number, weights });
                }
            }
        }
        nearest
    }

    /// Visits all triangles whose boxes touch a box.
    pub fn within(&self, low: [f64; 3], high: [f64; 3], mut visit: impl FnMut(u32, &[[f32; 3]; 3])) {
        let apart = |a: &[f32; 3], b: &[f32; 3]| {
            let mut axes = a.iter().zip(b).zip(low.iter().zip(&high));
            axes.any(|((a, b), (low, high))| f64::from(*a) > *high || f64::from(*b) < *low)
        };
        let mut open: Vec<u32> = vec![0];
        while let Some(at) = open.pop() {
            let Some(node) = self.nodes.get(at as usize).filter(|n| !apart(&n.low, &n.high)) else { continue };
            if node.count == 0 {
                open.extend([node.at, at + 1]);
                continue;
            }
            let leaf = self.triangles.get(node.at as usize..(node.at + node.count) as usize).unwrap_or_default();
            for (number, triangle) in leaf {
                let (least, most) = around(std::slice::from_ref(&(*number, *triangle)));
                if !apart(&least, &most) {
                    visit(*number, triangle);
                }
            }
        }
    }
}

fn around(part: &[(u32, [[f32; 3]; 3])]) -> ([f32; 3], [f32; 3]) {
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for corner in part.iter().flat_map(|(_, t)| t) {
        low.iter_mut().zip(corner).for_each(|(l, c)| *l = l.min(*c));
        high.iter_mut().zip(corner).for_each(|(h, c)| *h = h.max(*c));
    }
    (low, high)
}

/// Three times the middle of a triangle along an axis.
fn key((_, [a, b, c]): &(u32, [[f32; 3]; 3]), axis: usize) -> f32 {
    let along = |p: &[f32; 3]| p.get(axis).copied().unwrap_or(0.0);
    along(a) + along(b) + along(c)
}

/// The axis along which the middles are farthest apart.
fn longest(part: &[(u32, [[f32; 3]; 3])]) -> usize {
    let extent = |axis: usize| {
        let range = part
            .iter()
            .map(|t| key(t, axis))
            .fold((f32::INFINITY, f32::NEG_INFINITY), |(l, h), k| (l.min(k), h.max(k)));
        range.1 - range.0
    };
    let [x, y, z] = [extent(0), extent(1), extent(2)];
    if x >= y && x >= z {
        0
    } else if y >= z {
        1
    } else {
        2
    }
}

/// Where a ray enters a box, at least 0.
fn enters(node: &Branch, origin: [f64; 3], direction: [f64; 3]) -> Option<f64> {
    let (mut from, mut to) = (0f64, f64::INFINITY);
    for ((o, d), (low, high)) in origin.iter().zip(&direction).zip(node.low.iter().zip(&node.high)) {
        let (low, high) = (f64::from(*low), f64::from(*high));
        if *d == 0.0 {
            if *o < low || *o > high {
                return None;
            }
            continue;
        }
        let (a, b) = ((low - o) / d, (high - o) / d);
        from = from.max(a.min(b));
        to = to.min(a.max(b));
    }
    (from <= to).then_some(from)
}

/// Where a ray crosses a triangle, and what the corners count for there.
fn crossing(triangle: &[[f32; 3]; 3], origin: [f64; 3], direction: [f64; 3], side: Side) -> Option<(f64, [f64; 3])> {
    let [a, b, c] = triangle.map(widen);
    let (ab, ac) = (sub(b, a), sub(c, a));
    let across = cross(direction, ac);
    let facing = dot(ab, across);
    // Seen from the front the direction goes against the normal.
    let seen = match side {
        Side::Front => facing > 0.0,
        Side::Back => facing < 0.0,
        Side::Both => facing != 0.0,
    };
    if !seen {
        return None;
    }
    let from = sub(origin, a);
    let v = dot(from, across) / facing;
    let other = cross(from, ab);
    let w = dot(direction, other) / facing;
    let distance = dot(ac, other) / facing;
    let edge = -1e-9;
    (v >= edge && w >= edge && v + w <= 1.0 - edge && distance >= 0.0).then_some((distance, [1.0 - v - w, v, w]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle in the plane of a height, its front up.
    fn flat(x: f32, y: f32, z: f32) -> [[f32; 3]; 3] {
        [[x, y, z], [x, y, z + 1.0], [x + 1.0, y, z]]
    }

    #[test]
    fn the_nearest_of_many_is_hit() {
        let floors = (0..100).flat_map(|i| (0..10).map(move |j| flat(i as f32, -(j as f32), 0.0)));
        let tree = Tree::new(floors);
        let hit = tree.ray([42.25, 5.0, 0.25], [0.0, -2.0, 0.0], 1e9, Side::Front).unwrap();
        assert_eq!((hit.triangle, hit.distance), (420, 2.5));
        assert_eq!(hit.weights, [0.5, 0.25, 0.25]);
        // From below they show their backs.
        assert_eq!(tree.ray([42.25, -20.0, 0.25], [0.0, 1.0, 0.0], 1e9, Side::Front), None);
        let back = tree.ray([42.25, -20.0, 0.25], [0.0, 1.0, 0.0], 1e9, Side::Both).unwrap();
        assert_eq!((back.triangle, back.distance), (429, 11.0));
        assert_eq!(tree.ray([42.25, -20.0, 0.25], [0.0, 1.0, 0.0], 10.0, Side::Both), None);
        assert_eq!(tree.ray([42.9, 5.0, 0.9], [0.0, -1.0, 0.0], 1e9, Side::Both), None);
        assert_eq!(tree.bounds(), Some(([0.0, -9.0, 0.0], [100.0, 0.0, 1.0])));
    }

    #[test]
    fn boxes_find_what_touches_them() {
        let tree = Tree::new((0..50).map(|i| flat(i as f32 * 2.0, 0.0, 0.0)));
        let mut found = Vec::new();
        tree.within([10.5, -1.0, 0.0], [13.0, 1.0, 0.5], |number, _| found.push(number));
        found.sort_unstable();
        assert_eq!(found, [5, 6]);
        assert_eq!(Tree::new([[[f32::NAN; 3]; 3]]).bounds(), None);
    }
}
