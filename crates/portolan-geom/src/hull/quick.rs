//! Quickhull: starts with a tetrahedron and takes in, face by face, the point that is farthest outside.

use super::Cloud;
use crate::vector::{Vec3, cross, dot, sub, unit};
use std::collections::VecDeque;

/// How many times a point may be compared with a face.
const PATIENCE: u64 = 1_000_000_000;

/// A hull that grows.
pub(super) struct Hull<'a> {
    cloud: &'a Cloud<'a>,
    tolerance: f64,
    faces: Vec<Face>,
    /// Faces that may have points outside.
    open: VecDeque<u32>,
    /// For each point the edge of the horizon that starts there, while a point is taken in.
    edge_from: Vec<u32>,
    patience: u64,
}

struct Face {
    /// Counter-clockwise seen from outside.
    corners: [u32; 3],
    /// The faces across the edges from each corner to the next.
    across: [u32; 3],
    normal: Vec3,
    offset: f64,
    /// Points above the face, the farthest one last.
    outside: Vec<u32>,
    highest: f64,
    gone: bool,
}

/// An edge between what a point sees and what it does not.
#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    /// The face beyond, which stays, and the place of the edge there.
    beyond: u32,
    place: usize,
}

const NONE: u32 = u32::MAX;

impl Face {
    fn new(cloud: &Cloud<'_>, corners: [u32; 3], across: [u32; 3]) -> Option<Self> {
        let [a, b, c] = [cloud.at(corners[0])?, cloud.at(corners[1])?, cloud.at(corners[2])?];
        let normal = unit(cross(sub(b, a), sub(c, a)))?;
        let offset = dot(normal, a);
        Some(Self { corners, across, normal, offset, outside: Vec::new(), highest: 0.0, gone: false })
    }

    fn height(&self, point: Vec3) -> f64 {
        dot(self.normal, point) - self.offset
    }

    fn take(&mut self, point: u32, height: f64) {
        self.outside.push(point);
        if height > self.highest {
            self.highest = height;
        } else if let [.., before, last] = self.outside.as_mut_slice() {
            std::mem::swap(before, last);
        }
    }
}

impl<'a> Hull<'a> {
    /// A tetrahedron; the first three corners run clockwise seen from the fourth.
    pub(super) fn new(cloud: &'a Cloud<'a>, [a, b, c, d]: [u32; 4], tolerance: f64) -> Option<Self> {
        let faces = vec![
            Face::new(cloud, [a, b, c], [1, 2, 3])?,
            Face::new(cloud, [b, a, d], [0, 3, 2])?,
            Face::new(cloud, [c, b, d], [0, 1, 3])?,
            Face::new(cloud, [a, c, d], [0, 2, 1])?,
        ];
        let edge_from = vec![NONE; cloud.points.len()];
        let mut hull = Self { cloud, tolerance, faces, open: (0..4).collect(), edge_from, patience: PATIENCE };
        for (i, point) in cloud.iter() {
            hull.assign(i, point, 0);
        }
        Some(hull)
    }

    /// Takes in points until none is outside.
    pub(super) fn grow(mut self) -> Vec<[u32; 3]> {
        while let Some(&number) = self.open.front() {
            let eye = match self.faces.get_mut(number as usize) {
                Some(face) if !face.gone => face.outside.pop(),
                _ => None,
            };
            let Some(eye) = eye.filter(|_| self.patience > 0) else {
                self.open.pop_front();
                continue;
            };
            // A point that rounding makes impossible to take in is left out.
            let _ = self.take_in(eye, number);
        }
        self.faces.iter().filter(|face| !face.gone).map(|face| face.corners).collect()
    }

    /// Replaces the faces that a point sees by new ones around it. `None`, with everything as it was, when they do not
    /// have one simple border.
    fn take_in(&mut self, eye: u32, seen_first: u32) -> Option<()> {
        let point = self.cloud.at(eye)?;
        let (seen, horizon) = self.look(point, seen_first)?;
        let horizon = self.in_order(&horizon)?;
        let first = u32::try_from(self.faces.len()).ok()?;
        let count = u32::try_from(horizon.len()).ok()?;
        first.checked_add(count)?;
        let mut fresh = Vec::with_capacity(horizon.len());
        for (i, edge) in (0u32..).zip(&horizon) {
            let next = first + if i + 1 == count { 0 } else { i + 1 };
            let before = first + if i == 0 { count - 1 } else { i - 1 };
            fresh.push(Face::new(self.cloud, [edge.from, edge.to, eye], [edge.beyond, next, before])?);
        }
        self.faces.extend(fresh);
        for (i, edge) in (first..).zip(&horizon) {
            if let Some(slot) = self.faces.get_mut(edge.beyond as usize).and_then(|f| f.across.get_mut(edge.place)) {
                *slot = i;
            }
            self.open.push_back(i);
        }
        for number in seen {
            let Some(face) = self.faces.get_mut(number as usize) else { continue };
            face.gone = true;
            for i in std::mem::take(&mut face.outside) {
                if i != eye {
                    let point = self.cloud.at(i)?;
                    self.assign(i, point, first as usize);
                }
            }
        }
        Some(())
    }

    /// Gives a point to the first face, from a number on, that it is outside of.
    fn assign(&mut self, i: u32, point: Vec3, from: usize) {
        for face in self.faces.iter_mut().skip(from) {
            self.patience = self.patience.saturating_sub(1);
            let height = face.height(point);
            if height > self.tolerance {
                return face.take(i, height);
            }
        }
    }

    /// The faces that a point sees, and the edges around them.
    fn look(&mut self, point: Vec3, first: u32) -> Option<(Vec<u32>, Vec<Edge>)> {
        let mut seen = vec![first];
        let mut horizon = Vec::new();
        self.faces.get_mut(first as usize)?.gone = true;
        let mut at = 0;
        while let Some(&number) = seen.get(at) {
            at += 1;
            let Some(face) = self.faces.get(number as usize) else { continue };
            let [a, b, c] = face.corners;
            for ((from, to), beyond) in [(a, b), (b, c), (c, a)].into_iter().zip(face.across) {
                let Some(other) = self.faces.get_mut(beyond as usize) else { continue };
                self.patience = self.patience.saturating_sub(1);
                if other.gone {
                    continue;
                }
                if other.height(point) > self.tolerance {
                    other.gone = true;
                    seen.push(beyond);
                } else if let Some(place) = other.corners.iter().position(|&corner| corner == to) {
                    horizon.push(Edge { from, to, beyond, place });
                }
            }
        }
        // Marked only to be visited once; whether they really go is decided later.
        for &number in &seen {
            if let Some(face) = self.faces.get_mut(number as usize) {
                face.gone = false;
            }
        }
        Some((seen, horizon))
    }

    /// The edges one after another; `None` unless they are one ring that meets no point twice.
    fn in_order(&mut self, edges: &[Edge]) -> Option<Vec<Edge>> {
        let mut simple = true;
        for (i, edge) in (0u32..).zip(edges) {
            if let Some(slot) = self.edge_from.get_mut(edge.from as usize) {
                simple &= *slot == NONE;
                *slot = i;
            }
        }
        let mut ordered = Vec::with_capacity(edges.len());
        let mut at = edges.first().copied();
        while let Some(edge) = at.filter(|_| simple && ordered.len() < edges.len()) {
            ordered.push(edge);
            at = self.edge_from.get(edge.to as usize).and_then(|&i| edges.get(i as usize)).copied();
        }
        for edge in edges {
            if let Some(slot) = self.edge_from.get_mut(edge.from as usize) {
                *slot = NONE;
            }
        }
        let closed = ordered.first().zip(ordered.last()).is_some_and(|(first, last)| last.to == first.from);
        // A ring that closes too early would come around to its first edge before all are used.
        let once = ordered.iter().skip(1).all(|edge| Some(edge.from) != ordered.first().map(|first| first.from));
        (simple && closed && once && ordered.len() >= 3 && ordered.len() == edges.len()).then_some(ordered)
    }
}
