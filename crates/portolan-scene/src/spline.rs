//! Curves in space.

pub use portolan_geom::spline::Segment;

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

impl Spline {
    /// The curve as straight pieces: points no farther from it than `tolerance`, or as many as the document asks for, at
    /// most `most`.
    pub fn tessellate(&self, tolerance: f64, most: usize) -> Vec<[f64; 3]> {
        self.curve().tessellate(tolerance, most).as_chunks().0.to_vec()
    }

    /// The curve for computing with.
    pub fn curve(&self) -> portolan_geom::spline::Spline<'_> {
        fn given(list: &[[f64; 3]]) -> Option<&[f64]> {
            (!list.is_empty()).then_some(list.as_flattened())
        }
        portolan_geom::spline::Spline {
            points: self.points.as_flattened(),
            dim: 3,
            closed: self.closed,
            segments: &self.segments,
            in_tangents: given(&self.in_tangents),
            out_tangents: given(&self.out_tangents),
            steps: (!self.steps.is_empty()).then_some(self.steps.as_slice()),
        }
    }
}
