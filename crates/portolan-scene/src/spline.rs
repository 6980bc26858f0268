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
        let given = |list: &[[f64; 3]]| (!list.is_empty()).then(|| list.concat());
        let (points, arrive, leave) = (self.points.concat(), given(&self.in_tangents), given(&self.out_tangents));
        let curve = portolan_geom::spline::Spline {
            points: &points,
            dim: 3,
            closed: self.closed,
            segments: &self.segments,
            in_tangents: arrive.as_deref(),
            out_tangents: leave.as_deref(),
            steps: (!self.steps.is_empty()).then_some(self.steps.as_slice()),
        };
        let flat = curve.tessellate(tolerance, most);
        flat.chunks_exact(3).filter_map(|p| p.try_into().ok()).collect()
    }
}
