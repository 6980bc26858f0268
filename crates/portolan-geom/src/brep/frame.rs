//! Where a curve or surface stands.

use super::Point;
use crate::vector::{add, cross, dot, scale, sub, unit};

/// A right-handed frame: an origin and three directions of length 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// Where it is.
    pub origin: Point,
    /// Its directions.
    pub axes: [Point; 3],
}

impl Default for Frame {
    fn default() -> Frame {
        Frame { origin: [0.0; 3], axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] }
    }
}

impl Frame {
    /// A frame turned by the angle in radians about one of its own axes, given in its own directions. An axis without
    /// direction turns nothing.
    #[must_use]
    pub fn turned(self, axis: Point, angle: f64) -> Frame {
        let Some(axis) = unit(axis) else { return self };
        let (sin, cos) = libm::sincos(angle);
        let turn = |p: Point| {
            let along = scale(axis, dot(axis, p) * (1.0 - cos));
            add(add(scale(p, cos), scale(cross(axis, p), sin)), along)
        };
        let [x, y, z] = Frame::default().axes.map(|a| self.direction(turn(a)));
        Frame { origin: self.origin, axes: [x, y, z] }
    }

    /// A frame whose third axis points along a direction.
    #[must_use]
    pub fn along(origin: Point, direction: Point) -> Option<Frame> {
        let z = unit(direction)?;
        let other = if z[0].abs() < 0.9 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
        let x = unit(sub(other, scale(z, dot(other, z))))?;
        Some(Frame { origin, axes: [x, cross(z, x), z] })
    }

    /// From numbers of the frame to a point.
    #[inline]
    #[must_use]
    pub fn place(&self, p: Point) -> Point {
        add(self.origin, self.direction(p))
    }

    /// From numbers of the frame to a direction.
    #[inline]
    #[must_use]
    pub fn direction(&self, p: Point) -> Point {
        let [x, y, z] = self.axes;
        add(add(scale(x, p[0]), scale(y, p[1])), scale(z, p[2]))
    }

    /// From a point to the numbers of the frame.
    #[inline]
    #[must_use]
    pub fn local(&self, p: Point) -> Point {
        let p = sub(p, self.origin);
        self.axes.map(|axis| dot(axis, p))
    }

    /// The axis and the angle in radians of the turn that leads from the axes of the world to these.
    #[must_use]
    pub fn rotation(&self) -> (Point, f64) {
        let [x, y, z] = self.axes;
        let trace = x[0] + y[1] + z[2];
        let around = [y[2] - z[1], z[0] - x[2], x[1] - y[0]];
        let sin = dot(around, around).sqrt() / 2.0;
        let angle = libm::atan2(sin, (trace - 1.0) / 2.0);
        if sin > 1e-6 {
            return (unit(around).unwrap_or([0.0, 0.0, 1.0]), angle);
        }
        if trace > 0.0 {
            return ([0.0, 0.0, 1.0], 0.0);
        }
        // Half a turn: the axis is the direction that stays.
        let columns = [add(x, [1.0, 0.0, 0.0]), add(y, [0.0, 1.0, 0.0]), add(z, [0.0, 0.0, 1.0])];
        let longest = columns.into_iter().max_by(|a, b| dot(*a, *a).total_cmp(&dot(*b, *b)));
        (longest.and_then(unit).unwrap_or([0.0, 0.0, 1.0]), std::f64::consts::PI)
    }

    /// Are all numbers finite?
    pub(crate) fn is_sound(&self) -> bool {
        self.origin.iter().chain(self.axes.as_flattened()).all(|x| x.is_finite())
    }
}
