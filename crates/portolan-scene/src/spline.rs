//! Curves in space.

/// How a piece of a curve runs from one control point to the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Segment {
    /// Straight.
    #[default]
    Linear,
    /// Cubic, tangents are control points.
    Bezier,
    /// Cubic, tangents are vectors.
    Hermite,
    /// Through the points, tangents from the neighbours.
    Cardinal,
    /// Uniform cubic B-spline: near the points.
    Bspline,
    /// Stays, then jumps.
    Step,
}

/// A curve.
#[derive(Clone, Default, Debug)]
pub struct Spline {
    /// Does it return to its first point?
    pub closed: bool,
    /// Control points.
    pub points: Vec<[f64; 3]>,
    /// One for each point: how the curve leaves it.
    pub segments: Vec<Segment>,
    /// One for each point, or none at all.
    pub in_tangents: Vec<[f64; 3]>,
    /// One for each point, or none at all.
    pub out_tangents: Vec<[f64; 3]>,
    /// Straight pieces of each segment, or none at all.
    pub steps: Vec<u32>,
}
