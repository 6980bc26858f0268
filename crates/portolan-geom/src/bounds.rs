//! Boxes along the axes.

/// The smallest box along the axes around what was added; starts out empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Smallest coordinates.
    pub min: [f64; 3],
    /// Largest coordinates.
    pub max: [f64; 3],
}

impl Bounds {
    /// The box around nothing.
    pub const EMPTY: Self = Self { min: [f64::INFINITY; 3], max: [f64::NEG_INFINITY; 3] };

    /// The box around some points; see [`Bounds::add`].
    #[must_use]
    pub fn of(points: &[[f32; 3]]) -> Self {
        let mut bounds = Self::EMPTY;
        for point in points {
            bounds.add(point.map(f64::from));
        }
        bounds
    }

    /// Grows the box around a point. A point with a coordinate that is not a number is ignored.
    #[inline]
    pub fn add(&mut self, point: [f64; 3]) {
        if point.iter().any(|x| x.is_nan()) {
            return;
        }
        for ((min, max), x) in self.min.iter_mut().zip(&mut self.max).zip(point) {
            *min = min.min(x);
            *max = max.max(x);
        }
    }

    /// Grows the box around another one.
    pub fn merge(&mut self, other: &Self) {
        if !other.is_empty() {
            self.add(other.min);
            self.add(other.max);
        }
    }

    /// Whether the box holds no point at all. A box around one point has no extent and is not empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        // The negation catches NaN, which the public fields could be given.
        !self.min.iter().zip(&self.max).all(|(min, max)| min <= max)
    }

    /// The box around this one after an affine transform, given as a 4×4 matrix, column after column. The last row of
    /// the matrix is taken as 0 0 0 1.
    #[must_use]
    pub fn transform(&self, matrix: &[f64; 16]) -> Self {
        if self.is_empty() {
            return Self::EMPTY;
        }
        let [xx, xy, xz, _, yx, yy, yz, _, zx, zy, zz, _, tx, ty, tz, _] = *matrix;
        let rows = [[xx, yx, zx, tx], [xy, yy, zy, ty], [xz, yz, zz, tz]];
        let mut result = Self::EMPTY;
        for ((row, to_min), to_max) in rows.iter().zip(&mut result.min).zip(&mut result.max) {
            let [factors @ .., offset] = row;
            let (mut low, mut high) = (*offset, *offset);
            for ((factor, min), max) in factors.iter().zip(self.min).zip(self.max) {
                // 0 · ∞ says nothing about the box: a factor of zero leaves the coordinate out.
                let (a, b) = if *factor == 0.0 { (0.0, 0.0) } else { (factor * min, factor * max) };
                low += a.min(b);
                high += a.max(b);
            }
            (*to_min, *to_max) = (low, high);
        }
        if result.is_empty() { Self::EMPTY } else { result }
    }

    /// The point in the middle; `None` when empty.
    #[must_use]
    pub fn centre(&self) -> Option<[f64; 3]> {
        let [ax, ay, az] = self.min;
        let [bx, by, bz] = self.max;
        let middle = |a: f64, b: f64| 0.5 * a + 0.5 * b;
        (!self.is_empty()).then(|| [middle(ax, bx), middle(ay, by), middle(az, bz)])
    }

    /// The extent along each axis; zero when empty.
    #[must_use]
    pub fn size(&self) -> [f64; 3] {
        let [ax, ay, az] = self.min;
        let [bx, by, bz] = self.max;
        if self.is_empty() { [0.0; 3] } else { [bx - ax, by - ay, bz - az] }
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Self::EMPTY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_around_points_and_ignores_nan() {
        let mut bounds = Bounds::default();
        assert!(bounds.is_empty());
        assert_eq!(bounds.size(), [0.0; 3]);
        assert_eq!(bounds.centre(), None);
        bounds.add([1.0, -2.0, 3.0]);
        assert!(!bounds.is_empty());
        bounds.add([f64::NAN, 100.0, 100.0]);
        bounds.add([-1.0, 4.0, 3.0]);
        assert_eq!(bounds, Bounds { min: [-1.0, -2.0, 3.0], max: [1.0, 4.0, 3.0] });
        assert_eq!(bounds.size(), [2.0, 6.0, 0.0]);
        assert_eq!(bounds.centre(), Some([0.0, 1.0, 3.0]));
    }

    #[test]
    fn merging_nothing_changes_nothing() {
        let mut bounds = Bounds::of(&[[1.0, 2.0, 3.0]]);
        let before = bounds;
        bounds.merge(&Bounds::EMPTY);
        assert_eq!(bounds, before);
        let mut empty = Bounds::EMPTY;
        empty.merge(&before);
        assert_eq!(empty, before);
    }

    #[test]
    fn transform_turns_and_moves() {
        let unit = Bounds { min: [0.0; 3], max: [1.0, 2.0, 3.0] };
        // x → y, y → −x, moved by (10, 20, 30).
        let turn = [0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 10.0, 20.0, 30.0, 1.0];
        assert_eq!(unit.transform(&turn), Bounds { min: [8.0, 20.0, 30.0], max: [10.0, 21.0, 33.0] });
        assert!(Bounds::EMPTY.transform(&turn).is_empty());
        assert!(unit.transform(&[f64::NAN; 16]).is_empty());
        let half = Bounds { min: [0.0; 3], max: [f64::INFINITY, 1.0, 1.0] };
        assert_eq!(half.transform(&turn), Bounds { min: [9.0, 20.0, 30.0], max: [10.0, f64::INFINITY, 31.0] });
    }
}
