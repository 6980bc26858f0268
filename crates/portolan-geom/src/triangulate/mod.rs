//! Cuts polygons into triangles.
//!
//! A polygon of `n` corners without holes always gives exactly `n − 2` triangles, whatever it looks like, so that
//! counts agree between readers; corners that coincide or lie on a line give triangles without area where there is no
//! other way. Polygons with holes give what [`earcut`] makes of them.

mod convex;
mod ears;
mod plane;

pub use convex::is_convex;

use std::collections::HashSet;

use crate::brep::delaunay::triangulate;
use crate::vector::{self, cross, dot, sub, widen};
use convex::Shape;
use plane::Plane;

/// Corners up to which a polygon with holes is cut by [`earcut`], which is fast for most polygons and cubic at worst. Larger ones
/// take longer at best and never long: they get a constrained Delaunay triangulation.
const MOST_BY_EARS: usize = 2_000;

/// So few holes are not compared.
const FEW_HOLES: usize = 8;

/// Cuts polygons into triangles; keeps its buffers from one polygon to the next.
#[derive(Default)]
pub struct Triangulator {
    /// The corners in the plane of the polygon.
    flat: Vec<[f64; 2]>,
    ears: ears::Cutter,
    holes: Holes,
}

/// Buffers for polygons with holes.
#[derive(Default)]
struct Holes {
    earcut: Option<earcut::Earcut<f64>>,
    /// Where each hole starts among the corners that are used.
    starts: Vec<u32>,
    /// For each corner that is used its index in the input.
    corners: Vec<u32>,
    triangles: Vec<u32>,
}

impl Triangulator {
    /// A triangulator with empty buffers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends the triangles of a polygon to `out`, as indices into `corners`.
    ///
    /// `corners` are the points of the outer ring and of the holes, one ring after another; `rings` is the number of
    /// points of each ring, and empty means that there is one. Triangles run the way round that the outer ring does;
    /// holes may run either way, and holes of fewer than three corners are ignored. Bent polygons are judged in the
    /// plane that fits the outer ring best.
    pub fn polygon(&mut self, corners: &[[f32; 3]], rings: &[u32], out: &mut Vec<u32>) {
        let outer = rings.first().map_or(corners, |&n| corners.get(..n as usize).unwrap_or(corners));
        // Not `outer.len()` when the ring claims more than there is: then nothing is left for holes anyway.
        if rings.len() > 1 && self.with_holes(corners, outer, rings, out) {
            return;
        }
        self.ring(outer, out);
    }

    /// A polygon without holes.
    fn ring(&mut self, ring: &[[f32; 3]], out: &mut Vec<u32>) {
        match *ring {
            [] | [_] | [_, _] => {}
            [_, _, _] => out.extend([0, 1, 2]),
            [a, b, c, d] => out.extend(quad(a, b, c, d)),
            _ => {
                let normal = vector::newell(ring);
                if convex::shape(ring, normal) == Shape::Convex {
                    return fan(ring.len(), out);
                }
                match Plane::across(normal) {
                    Some(plane) if plane.project(ring, &mut self.flat) => self.ears.cut(&self.flat, out),
                    _ => fan(ring.len(), out),
                }
            }
        }
    }

    /// A polygon with holes; `false` when there are none after all or they cannot be cut.
    fn with_holes(&mut self, corners: &[[f32; 3]], outer: &[[f32; 3]], rings: &[u32], out: &mut Vec<u32>) -> bool {
        if outer.len() < 3 {
            return false;
        }
        let Holes { earcut, starts, corners: used, triangles } = &mut self.holes;
        starts.clear();
        used.clear();
        used.extend(0..outer.len() as u32);
        let mut at = outer.len();
        // The same hole again takes nothing away.
        let mut known: HashSet<Vec<[u32; 3]>> = HashSet::new();
        for &count in rings.iter().skip(1) {
            let end = at.saturating_add(count as usize).min(corners.len());
            let ring = corners.get(at..end).unwrap_or_default();
            let new = rings.len() <= FEW_HOLES || known.insert(ring.iter().map(|p| p.map(f32::to_bits)).collect());
            if end - at >= 3 && new {
                starts.push(used.len() as u32);
                used.extend(at as u32..end as u32);
            }
            at = end;
        }
        if starts.is_empty() {
            return false;
        }
        let Some(plane) = Plane::across(vector::newell(outer)) else { return false };
        if !plane.project(corners, &mut self.flat) {
            return false;
        }
        let flat = |corner: u32| self.flat.get(corner as usize).copied().unwrap_or_default();
        if used.len() > MOST_BY_EARS {
            let loops = loops(used, starts, flat);
            let found = triangulate(&self.flat, &loops, &[], 0, None).corners;
            out.extend(found.iter().flatten());
            return !found.is_empty();
        }
        let earcut = earcut.get_or_insert_default();
        earcut.earcut(used.iter().map(|&corner| flat(corner)), starts, triangles);
        for corner in triangles.iter_mut() {
            *corner = used.get(*corner as usize).copied().unwrap_or_default();
        }
        // The library chooses the way round by itself; in our plane the outer ring runs counter-clockwise.
        let triangles = triangles.as_chunks::<3>().0;
        let doubled: f64 = triangles.iter().map(|&[a, b, c]| ears::turn(flat(a), flat(b), flat(c))).sum();
        for &[a, b, c] in triangles {
            out.extend(if doubled < 0.0 { [a, c, b] } else { [a, b, c] });
        }
        !triangles.is_empty()
    }
}

/// The outer ring counter-clockwise, and its holes clockwise.
fn loops(used: &[u32], starts: &[u32], flat: impl Fn(u32) -> [f64; 2]) -> Vec<Vec<u32>> {
    let bounds = || std::iter::once(0).chain(starts.iter().map(|start| *start as usize));
    let ends = bounds().skip(1).chain([used.len()]);
    let mut loops: Vec<Vec<u32>> =
        bounds().zip(ends).map(|(start, end)| used.get(start..end).unwrap_or_default().to_vec()).collect();
    for (at, ring) in loops.iter_mut().enumerate() {
        let next = ring.iter().cycle().skip(1);
        let doubled: f64 =
            ring.iter().zip(next).map(|(a, b)| (flat(*a), flat(*b))).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum();
        if (doubled < 0.0) == (at == 0) {
            ring.reverse();
        }
    }
    loops
}

/// Triangles around the first corner.
fn fan(corners: usize, out: &mut Vec<u32>) {
    let corners = u32::try_from(corners).unwrap_or(u32::MAX);
    out.extend((2..corners).flat_map(|c| [0, c - 1, c]));
}

/// Two triangles: along 0-2, unless one of them would be turned over or without area and along 1-3 none is.
#[inline]
fn quad(a: [f32; 3], b: [f32; 3], c: [f32; 3], d: [f32; 3]) -> [u32; 6] {
    const ALONG_02: [u32; 6] = [0, 1, 2, 0, 2, 3];
    const ALONG_13: [u32; 6] = [0, 1, 3, 1, 2, 3];
    let (a, b, c, d) = (widen(a), widen(b), widen(c), widen(d));
    let (ab, ac, ad) = (sub(b, a), sub(c, a), sub(d, a));
    if dot(cross(ab, ac), cross(ac, ad)) > 0.0 {
        return ALONG_02;
    }
    let (bc, bd) = (sub(c, b), sub(d, b));
    if dot(cross(ab, ad), cross(bc, bd)) > 0.0 { ALONG_13 } else { ALONG_02 }
}

#[cfg(test)]
mod tests;
