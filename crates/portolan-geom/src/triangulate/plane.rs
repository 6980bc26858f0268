//! The plane in which a polygon is judged.

use crate::vector::{Vec3, cross, dot, sub, widen};

/// Two directions that span a plane; a ring with the plane's normal runs counter-clockwise in them.
pub(super) struct Plane {
    right: Vec3,
    up: Vec3,
}

impl Plane {
    /// The plane across a normal of any length; `None` when the normal has no direction.
    pub(super) fn across(normal: Vec3) -> Option<Self> {
        let (axis, size) = steepest(normal);
        if !(size > 0.0 && normal.iter().all(|x| x.is_finite())) {
            return None;
        }
        // Not normalised to length 1: which side of a line a point is on does not depend on it.
        let normal = normal.map(|x| x / size);
        let right = across_axis(normal, axis);
        Some(Self { right, up: cross(normal, right) })
    }

    /// Writes the points in the plane to `flat`, moved and scaled so that coordinates are at most about 1. `false` when
    /// a point is not finite or all coincide.
    pub(super) fn project(&self, points: &[[f32; 3]], flat: &mut Vec<[f64; 2]>) -> bool {
        flat.clear();
        let Some(&first) = points.first() else { return false };
        let origin = widen(first);
        let mut largest = 0.0f64;
        let mut finite = true;
        flat.extend(points.iter().map(|&point| {
            let offset = sub(widen(point), origin);
            let xy = [dot(offset, self.right), dot(offset, self.up)];
            finite &= xy[0].is_finite() && xy[1].is_finite();
            largest = largest.max(xy[0].abs()).max(xy[1].abs());
            xy
        }));
        if !(finite && largest > 0.0) {
            return false;
        }
        for xy in flat {
            *xy = xy.map(|x| x / largest);
        }
        true
    }
}

/// A direction across the normal, of any length.
pub(super) fn across(normal: Vec3) -> Vec3 {
    across_axis(normal, steepest(normal).0)
}

/// `normal × (the axis after the steepest one)`, which cannot be zero unless the normal is.
fn across_axis([x, y, z]: Vec3, steepest: usize) -> Vec3 {
    match steepest {
        0 => [-z, 0.0, x],
        1 => [y, -x, 0.0],
        _ => [0.0, z, -y],
    }
}

fn steepest(normal: Vec3) -> (usize, f64) {
    let [x, y, z] = normal.map(f64::abs);
    if x >= y && x >= z {
        (0, x)
    } else if y >= z {
        (1, y)
    } else {
        (2, z)
    }
}
