//! Convex hulls of point clouds.

mod planar;
mod quick;

use crate::vector::{Vec3, cross, dot, sub, unit, widen};

/// Clouds thinner than this, as a part of the largest extent, are flat: about what `f32` can hold.
const FLAT: f64 = 2.5e-7;

/// Points this near to a face, as a part of the largest extent, count as on it: well above the rounding of `f64`.
const TOLERANCE: f64 = 1e-10;

/// The convex hull of a point cloud: its corners, and triangles that run counter-clockwise seen from outside.
///
/// Corners come in the order of the points; points that lie on the hull without being a corner of it are left out. A
/// cloud in a plane gives its outline, seen from both sides; a cloud on a line or without three different points gives
/// `None`. Points that are not finite do not count. The work is limited: of a cloud with millions of corners the hull may
/// be that of the points taken in until then.
#[must_use]
pub fn hull(points: &[[f32; 3]]) -> Option<(Vec<[f32; 3]>, Vec<u32>)> {
    // Indices of corners fit `u32`, with room for what is not an index.
    let points = points.get(..u32::MAX as usize - 1).unwrap_or(points);
    let cloud = Cloud { points };
    let [a, b] = cloud.farthest_pair()?;
    let (from, to) = (cloud.at(a)?, cloud.at(b)?);
    let extent = cloud.extent();
    let (flat, tolerance) = (FLAT * extent, TOLERANCE * extent);
    let along = unit(sub(to, from))?;
    let (c, off_line) = cloud.farthest(|p| {
        let out = cross(along, sub(p, from));
        dot(out, out).sqrt()
    })?;
    if off_line <= flat {
        return None;
    }
    let normal = unit(cross(along, sub(cloud.at(c)?, from)))?;
    let (d, off_plane) = cloud.farthest(|p| dot(normal, sub(p, from)).abs())?;
    let triangles = if off_plane <= flat {
        planar::outline(&cloud, from, along, cross(normal, along), flat)
    } else {
        // The first three run clockwise seen from the fourth.
        let above = dot(normal, sub(cloud.at(d)?, from)) > 0.0;
        quick::Hull::new(&cloud, if above { [a, c, b, d] } else { [a, b, c, d] }, tolerance)?.grow()
    };
    Some(compact(points, &triangles)).filter(|(_, triangles)| !triangles.is_empty())
}

/// Points, of which only those that are finite count.
struct Cloud<'a> {
    points: &'a [[f32; 3]],
}

impl Cloud<'_> {
    fn at(&self, point: u32) -> Option<Vec3> {
        self.points.get(point as usize).copied().map(widen)
    }

    fn iter(&self) -> impl Iterator<Item = (u32, Vec3)> {
        (0u32..).zip(self.points).filter(|(_, p)| p.iter().all(|x| x.is_finite())).map(|(i, &p)| (i, widen(p)))
    }

    /// The first point of those that are farthest by a measure.
    fn farthest(&self, measure: impl Fn(Vec3) -> f64) -> Option<(u32, f64)> {
        let mut best: Option<(u32, f64)> = None;
        for (i, point) in self.iter() {
            let distance = measure(point);
            if best.is_none_or(|(_, known)| distance > known) {
                best = Some((i, distance));
            }
        }
        best
    }

    /// The outermost points along the axes, lowest and highest of each.
    fn extremes(&self) -> Option<[[u32; 2]; 3]> {
        let along = |axis: Vec3| {
            let (low, _) = self.farthest(|p| -dot(p, axis))?;
            let (high, _) = self.farthest(|p| dot(p, axis))?;
            Some([low, high])
        };
        Some([along([1.0, 0.0, 0.0])?, along([0.0, 1.0, 0.0])?, along([0.0, 0.0, 1.0])?])
    }

    /// Of the outermost points along the axes the two that are farthest apart.
    fn farthest_pair(&self) -> Option<[u32; 2]> {
        let distance = |&[a, b]: &[u32; 2]| {
            let offset = sub(self.at(a).unwrap_or_default(), self.at(b).unwrap_or_default());
            dot(offset, offset)
        };
        self.extremes()?.into_iter().max_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// The largest extent along an axis.
    fn extent(&self) -> f64 {
        let mut bounds = crate::Bounds::EMPTY;
        self.iter().for_each(|(_, p)| bounds.add(p));
        bounds.size().into_iter().fold(0.0, f64::max)
    }
}

/// The points that triangles use, and the triangles in their numbers.
fn compact(points: &[[f32; 3]], triangles: &[[u32; 3]]) -> (Vec<[f32; 3]>, Vec<u32>) {
    let mut used: Vec<u32> = triangles.as_flattened().to_vec();
    used.sort_unstable();
    used.dedup();
    let corners = used.iter().filter_map(|&i| points.get(i as usize).copied()).collect();
    let number = |i: &u32| used.binary_search(i).unwrap_or_default() as u32;
    (corners, triangles.as_flattened().iter().map(number).collect())
}

#[cfg(test)]
mod tests;
