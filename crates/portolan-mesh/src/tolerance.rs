//! How exact curved things are cut up.

/// How far straight pieces may be from the curve or surface that they stand for: the largest distance between a chord
/// and its arc.
///
/// The default is a share of the size of what is cut up, 1/4096: an eighth of a pixel in a picture of 512 pixels, and a
/// circle has some hundred pieces. Convex hulls need no tolerance: their corners are points of the document.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Tolerance {
    /// A distance in the unit of the scene.
    Distance(f64),
    /// A share of the largest extent of the thing along an axis.
    Share(f64),
}

impl Default for Tolerance {
    /// A thousandth of the size: what is not seen in a picture of a thousand pixels.
    fn default() -> Tolerance {
        Tolerance::Share(1e-3)
    }
}

/// The distance for things whose extent is zero or not finite, and the least one that is told apart from zero.
const FALLBACK: f64 = 1e-3;
const LEAST: f64 = 1e-9;

impl Tolerance {
    /// So many metres in a scene whose unit has this many of them; `None` is the default.
    pub fn metres(tolerance: Option<f64>, unit: f64) -> Tolerance {
        tolerance.map_or(Tolerance::default(), |metres| Tolerance::Distance(metres / unit.max(LEAST)))
    }

    /// The distance in the unit of the scene, for a thing of some extent. It is above zero.
    pub fn distance(self, extent: f64) -> f64 {
        let positive = |d: f64| if d.is_finite() && d > 0.0 { d } else { FALLBACK };
        match self {
            Tolerance::Distance(distance) => positive(distance.max(LEAST)),
            Tolerance::Share(share) => positive(extent * share),
        }
    }
}
