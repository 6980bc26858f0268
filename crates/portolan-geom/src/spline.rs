//! Curves through and along control points, of any dimension.

pub mod basis;

/// How a segment runs from its control point to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Segment {
    /// Straight.
    #[default]
    Linear,
    /// Cubic Bézier: tangents are control points.
    Bezier,
    /// Cubic Hermite: tangents are vectors.
    Hermite,
    /// Cubic Hermite with the given tangents; without any, tangents are half the way between the neighbours
    /// (Catmull-Rom).
    Cardinal,
    /// Uniform cubic B-spline: passes near its control points.
    Bspline,
    /// Stays at its control point and jumps to the next at the end.
    Step,
}

/// A curve of segments from control point to control point.
///
/// Data that is missing or of the wrong length has a defined meaning: segments without a method are straight, and so are
/// Bézier and Hermite segments without both tangents.
#[derive(Clone, Copy, Debug)]
pub struct Spline<'a> {
    /// The control points, `dim` numbers each; an incomplete last one is left out.
    pub points: &'a [f64],
    /// Numbers of a point.
    pub dim: usize,
    /// Whether a segment leads from the last point back to the first.
    pub closed: bool,
    /// The method of the segment that starts at each point; on an open curve the last one is not used.
    pub segments: &'a [Segment],
    /// The tangent at the end of the segment that arrives at each point.
    pub in_tangents: Option<&'a [f64]>,
    /// The tangent at the start of the segment that leaves each point.
    pub out_tangents: Option<&'a [f64]>,
    /// The number of straight pieces of the segment that starts at each point; 0 or missing means: by tolerance.
    pub steps: Option<&'a [u32]>,
}

/// What a segment is made of: four numbers for each dimension, and how they blend.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Linear,
    Bezier,
    Hermite,
    Cardinal,
    Bspline,
    Step,
}

impl Spline<'_> {
    /// The number of control points.
    #[must_use]
    pub fn count(&self) -> usize {
        self.points.len().checked_div(self.dim).unwrap_or(0)
    }

    /// The number of segments: one fewer than points, as many when closed; none with fewer than two points.
    #[must_use]
    pub fn segment_count(&self) -> usize {
        match self.count() {
            0 | 1 => 0,
            n if self.closed => n,
            n => n - 1,
        }
    }

    /// Writes the point at `s` (0 to 1, others count as the nearer end) of a segment to `out`. `false`, with `out` as it
    /// was, when there is no such segment or `out` is shorter than a point.
    pub fn evaluate(&self, segment: usize, s: f64, out: &mut [f64]) -> bool {
        self.blend(segment, s, out, |kind, s| match kind {
            Kind::Linear => basis::linear(s),
            Kind::Bezier => basis::bezier(s),
            Kind::Hermite => basis::hermite(s),
            Kind::Cardinal => basis::cardinal(s, 0.0),
            Kind::Bspline => basis::bspline(s),
            Kind::Step if s < 1.0 => [1.0, 0.0, 0.0, 0.0],
            Kind::Step => [0.0, 0.0, 0.0, 1.0],
        })
    }

    /// Writes the derivative by `s` to `out`, as [`Spline::evaluate`] does the point. It is zero on a step.
    pub fn derivative(&self, segment: usize, s: f64, out: &mut [f64]) -> bool {
        self.blend(segment, s, out, |kind, s| match kind {
            Kind::Linear => [-1.0, 0.0, 0.0, 1.0],
            Kind::Bezier => basis::bezier_derivative(s),
            Kind::Hermite => basis::hermite_derivative(s),
            Kind::Cardinal => basis::cardinal_derivative(s, 0.0),
            Kind::Bspline => basis::bspline_derivative(s),
            Kind::Step => [0.0; 4],
        })
    }

    /// Writes the control points of the Bézier curve that is the same as a segment, four points one after another.
    /// `false`, with `out` as it was, when there is no such segment or `out` is shorter.
    pub fn bezier(&self, segment: usize, out: &mut [f64]) -> bool {
        let dim = self.dim;
        let Some(out) = out.get_mut(..4 * dim).filter(|_| segment < self.segment_count()) else { return false };
        let kind = self.kind(segment);
        for axis in 0..dim {
            let [a, b, c, d] = self.numbers(kind, segment, axis);
            let controls = match kind {
                Kind::Bezier => [a, b, c, d],
                Kind::Linear => [a, a + (d - a) / 3.0, d - (d - a) / 3.0, d],
                Kind::Step => [a, a, d, d],
                Kind::Hermite => [a, a + b / 3.0, d - c / 3.0, d],
                Kind::Cardinal => [b, b + (c - a) / 6.0, c - (d - b) / 6.0, c],
                Kind::Bspline => {
                    [(a + 4.0 * b + c) / 6.0, (2.0 * b + c) / 3.0, (b + 2.0 * c) / 3.0, (b + 4.0 * c + d) / 6.0]
                }
            };
            for (slot, value) in out.iter_mut().skip(axis).step_by(dim).zip(controls) {
                *slot = value;
            }
        }
        true
    }

    /// The curve as straight pieces: points one after another, at most `most` of them. A closed curve ends with its
    /// first point; a single control point gives itself.
    ///
    /// A segment with a number of steps has that many pieces of equal parameter; others have as many as keep the
    /// distance from the curve below `tolerance`. Should that be more than `most` allows, all segments get fewer; should
    /// even one for each be too many, control points are left out evenly. A step becomes one piece.
    #[must_use]
    pub fn tessellate(&self, tolerance: f64, most: usize) -> Vec<f64> {
        let (dim, segments) = (self.dim, self.segment_count());
        if most == 0 || self.count() == 0 {
            return Vec::new();
        }
        let mut out = Vec::new();
        let mut point = vec![0.0; dim];
        if segments == 0 || most == 1 {
            out.extend(self.points.iter().take(dim));
            return out;
        }
        let mut push = |segment: usize, s: f64| {
            if self.evaluate(segment, s, &mut point) {
                out.extend_from_slice(&point);
            }
        };
        push(0, 0.0);
        let room = most - 1;
        if segments > room {
            // Ends of evenly chosen segments; the last end is always among them.
            for i in 1..=room as u128 {
                push((i * segments as u128 / room as u128) as usize - 1, 1.0);
            }
            return out;
        }
        let wanted: Vec<u32> = (0..segments).map(|segment| self.pieces(segment, tolerance)).collect();
        let sum: u64 = wanted.iter().map(|&pieces| u64::from(pieces)).sum();
        // Each segment keeps one piece, what is left is shared out in proportion.
        let (spare, extra) = ((room - segments) as u64, sum.saturating_sub(segments as u64));
        for (segment, pieces) in wanted.into_iter().enumerate() {
            let pieces = if extra <= spare {
                pieces
            } else {
                1 + (u128::from(pieces - 1) * u128::from(spare) / u128::from(extra)) as u32
            };
            for i in 1..=pieces {
                push(segment, f64::from(i) / f64::from(pieces));
            }
        }
        out
    }

    /// The length of each segment, by integration; exact to about nine digits for curves without cusps. A step is as
    /// long as its jump.
    #[must_use]
    pub fn lengths(&self) -> Vec<f64> {
        let mut first = vec![0.0; self.dim];
        let mut last = vec![0.0; self.dim];
        (0..self.segment_count())
            .map(|segment| match self.kind(segment) {
                Kind::Linear | Kind::Step => {
                    self.evaluate(segment, 0.0, &mut first);
                    self.evaluate(segment, 1.0, &mut last);
                    first.iter().zip(&last).map(|(a, b)| (b - a) * (b - a)).sum::<f64>().sqrt()
                }
                _ => basis::integrate(|s| {
                    self.derivative(segment, s, &mut first);
                    first.iter().map(|x| x * x).sum::<f64>().sqrt()
                }),
            })
            .collect()
    }

    /// How many straight pieces a segment needs (at least one).
    fn pieces(&self, segment: usize, tolerance: f64) -> u32 {
        if let Some(&steps) = self.steps.and_then(|steps| steps.get(segment)).filter(|&&steps| steps > 0) {
            return steps;
        }
        let kind = self.kind(segment);
        if matches!(kind, Kind::Linear | Kind::Step) {
            return 1;
        }
        let mut controls = vec![0.0; 4 * self.dim];
        if !self.bezier(segment, &mut controls) {
            return 1;
        }
        basis::bezier_pieces(&controls, self.dim, tolerance)
    }

    fn blend(&self, segment: usize, s: f64, out: &mut [f64], weights: impl Fn(Kind, f64) -> [f64; 4]) -> bool {
        let Some(out) = out.get_mut(..self.dim).filter(|_| segment < self.segment_count()) else { return false };
        let kind = self.kind(segment);
        let weights = weights(kind, if s > 0.0 { s.min(1.0) } else { 0.0 });
        for (axis, slot) in out.iter_mut().enumerate() {
            let numbers = self.numbers(kind, segment, axis);
            // A weight of zero leaves a number out even if it is not finite.
            let terms = numbers.iter().zip(weights).filter(|&(_, weight)| weight != 0.0);
            *slot = terms.map(|(number, weight)| number * weight).sum();
        }
        true
    }

    /// The method of a segment, given the data that is there.
    fn kind(&self, segment: usize) -> Kind {
        let tangents = self.tangents().is_some();
        match self.segments.get(segment).copied().unwrap_or_default() {
            Segment::Bezier if tangents => Kind::Bezier,
            Segment::Hermite | Segment::Cardinal if tangents => Kind::Hermite,
            Segment::Linear | Segment::Bezier | Segment::Hermite => Kind::Linear,
            Segment::Cardinal => Kind::Cardinal,
            Segment::Bspline => Kind::Bspline,
            Segment::Step => Kind::Step,
        }
    }

    /// In and out tangents, if there are as many of both as points.
    fn tangents(&self) -> Option<(&[f64], &[f64])> {
        let (arriving, leaving) = (self.in_tangents?, self.out_tangents?);
        let needed = self.count() * self.dim;
        (arriving.len() >= needed && leaving.len() >= needed).then_some((arriving, leaving))
    }

    /// What is blended, along one axis: for splines P(i−1) P(i) P(i+1) P(i+2), for Bézier and Hermite
    /// P(i), tangent out of i, tangent into i+1, P(i+1).
    fn numbers(&self, kind: Kind, segment: usize, axis: usize) -> [f64; 4] {
        let next = if segment + 1 == self.count() { 0 } else { segment + 1 };
        let of = |numbers: &[f64], i: usize| numbers.get(i * self.dim + axis).copied().unwrap_or(0.0);
        let (here, there) = (of(self.points, segment), of(self.points, next));
        match kind {
            Kind::Linear | Kind::Step => [here, 0.0, 0.0, there],
            Kind::Bezier | Kind::Hermite => {
                let (arriving, leaving) = self.tangents().unwrap_or_default();
                [here, of(leaving, segment), of(arriving, next), there]
            }
            Kind::Cardinal | Kind::Bspline => {
                let last = self.count() - 1;
                // Beyond an open end lies the mirror image of the last neighbour; a closed curve goes on.
                let before = match segment {
                    0 if self.closed => of(self.points, last),
                    0 => 2.0 * here - there,
                    i => of(self.points, i - 1),
                };
                let after = match next {
                    i if i == last && self.closed => of(self.points, 0),
                    i if i == last => 2.0 * there - here,
                    i => of(self.points, i + 1),
                };
                [before, here, there, after]
            }
        }
    }
}

/// The Bézier control points of a Hermite segment along one axis: `P0 + T0/3` and `P1 − T1/3`.
#[must_use]
pub fn bezier_from_hermite(points: [f64; 2], tangents: [f64; 2]) -> [f64; 2] {
    [points[0] + tangents[0] / 3.0, points[1] - tangents[1] / 3.0]
}

/// The Hermite tangents of a Bézier segment along one axis: `3(C0 − P0)` and `3(P1 − C1)`.
#[must_use]
pub fn hermite_from_bezier(points: [f64; 2], controls: [f64; 2]) -> [f64; 2] {
    [3.0 * (controls[0] - points[0]), 3.0 * (points[1] - controls[1])]
}

#[cfg(test)]
mod tests;
