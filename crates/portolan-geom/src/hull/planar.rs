//! The outline of a cloud that lies in a plane.

use super::Cloud;
use crate::vector::{Vec3, dot, sub};

/// The convex outline, as triangles around its first corner, once for each side.
pub(super) fn outline(cloud: &Cloud<'_>, origin: Vec3, right: Vec3, up: Vec3, tolerance: f64) -> Vec<[u32; 3]> {
    let flat = |(i, point): (u32, Vec3)| {
        let offset = sub(point, origin);
        ([dot(offset, right), dot(offset, up)], i)
    };
    let mut points: Vec<([f64; 2], u32)> = cloud.iter().map(flat).collect();
    points.sort_unstable_by(|(a, i), (b, j)| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])).then(i.cmp(j)));
    // Once along the lower side from left to right, once back along the upper one.
    let mut ring = chain(points.iter().copied(), tolerance);
    ring.pop();
    let mut upper = chain(points.iter().rev().copied(), tolerance);
    upper.pop();
    ring.extend(upper);
    let [first, rest @ ..] = ring.as_slice() else { return Vec::new() };
    let pairs = || rest.iter().zip(rest.iter().skip(1));
    let front = pairs().map(|(&b, &c)| [*first, b, c]);
    let back = pairs().map(|(&b, &c)| [*first, c, b]);
    front.chain(back).collect()
}

/// The points of a sequence that turn left only.
fn chain(points: impl Iterator<Item = ([f64; 2], u32)>, tolerance: f64) -> Vec<u32> {
    let mut kept: Vec<([f64; 2], u32)> = Vec::new();
    for (point, i) in points {
        while let [.., (a, _), (b, _)] = *kept.as_slice() {
            let (along, across) = ([point[0] - a[0], point[1] - a[1]], [b[0] - a[0], b[1] - a[1]]);
            // How far `b` lies to the right of the way from `a` to the point, times the length of that way.
            let right = along[0] * across[1] - along[1] * across[0];
            let length = (along[0] * along[0] + along[1] * along[1]).sqrt();
            if -right > tolerance * length {
                break;
            }
            kept.pop();
        }
        kept.push((point, i));
    }
    kept.into_iter().map(|(_, i)| i).collect()
}
