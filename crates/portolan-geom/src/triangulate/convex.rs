//! Convex or not.

use super::plane;
use crate::vector::{self, Vec3, cross, dot, sub, widen};

/// How a ring turns, seen along its normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Turns left at every corner, once around.
    Convex,
    /// As convex, but some corners lie on a line with their neighbours, or coincide.
    Flat,
    /// Anything else.
    Other,
}

/// Whether a ring of corners is convex in the plane that fits it best: it never turns right, never turns back and goes
/// around once. Corners may lie on a line with their neighbours or coincide with them; a ring without area or with a
/// coordinate that is not finite is not convex.
#[must_use]
pub fn is_convex(corners: &[[f32; 3]]) -> bool {
    corners.len() >= 3 && shape(corners, vector::newell(corners)) != Shape::Other
}

/// The shape of a ring, with its normal by Newell.
pub(super) fn shape(ring: &[[f32; 3]], normal: Vec3) -> Shape {
    let size = dot(normal, normal);
    if !(size > 0.0 && size.is_finite()) {
        return Shape::Other;
    }
    let [.., before_last, last] = *ring else { return Shape::Other };
    // A ring that turns left only may still go around twice, as a pentagram does; along any direction of the plane
    // it then reverses more than two times.
    let direction = plane::across(normal);
    let mut reversals = 0;
    let mut forward = None;
    let mut first_forward = None;

    let mut shape = Shape::Convex;
    let mut corner = widen(last);
    let mut edge = sub(corner, widen(before_last));
    for &next in ring {
        let next = widen(next);
        let next_edge = sub(next, corner);
        corner = next;
        if next_edge == [0.0; 3] {
            shape = Shape::Flat;
            continue;
        }
        let turn = dot(cross(edge, next_edge), normal);
        if turn < 0.0 || turn.is_nan() {
            return Shape::Other;
        }
        if turn == 0.0 {
            if edge != [0.0; 3] && dot(edge, next_edge) <= 0.0 {
                return Shape::Other;
            }
            shape = Shape::Flat;
        }
        edge = next_edge;

        let along = dot(next_edge, direction);
        if along != 0.0 {
            let now = Some(along > 0.0);
            first_forward = first_forward.or(now);
            reversals += u32::from(forward.is_some() && forward != now);
            forward = now;
        }
    }
    reversals += u32::from(forward != first_forward);
    if reversals <= 2 { shape } else { Shape::Other }
}
