//! Cameras.

use crate::Meta;

/// A camera looks along −Z of its node, with +Y up.
#[derive(Clone, Debug)]
pub struct Camera {
    /// Names and origin.
    pub meta: Meta,
    /// How it projects.
    pub projection: Projection,
    /// Nearest distance seen.
    pub near: f64,
    /// Farthest distance seen.
    pub far: f64,
}

/// How a camera projects, as far as the document says: of two extents and the aspect ratio (width by height) any one or
/// two. [`Projection::extents`] gives the missing ones.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Projection {
    /// Full angles in degrees.
    Perspective {
        /// Angle from left to right.
        x: Option<f64>,
        /// Angle from bottom to top.
        y: Option<f64>,
        /// Width by height.
        aspect: Option<f64>,
    },
    /// Half extents in units of length.
    Orthographic {
        /// From the middle to the right.
        x: Option<f64>,
        /// From the middle to the top.
        y: Option<f64>,
        /// Width by height.
        aspect: Option<f64>,
    },
}

impl Projection {
    /// Horizontal and vertical extent in a picture of this aspect ratio: angles in degrees, or half lengths.
    ///
    /// Angles follow tan(x/2) = aspect · tan(y/2), as every renderer has it. DEVIATION(spec 5-108): the text divides
    /// the angles themselves.
    pub fn extents(&self, viewport: f64) -> (f64, f64) {
        let half = |degrees: f64| libm::tan(degrees.to_radians() / 2.0);
        let full = |tangent: f64| 2.0 * libm::atan(tangent).to_degrees();
        match *self {
            Projection::Perspective { x, y, aspect } => {
                let aspect = aspect.unwrap_or(viewport);
                match (x, y) {
                    (Some(x), Some(y)) => (x, y),
                    (Some(x), None) => (x, full(half(x) / aspect)),
                    (None, Some(y)) => (full(half(y) * aspect), y),
                    (None, None) => (full(half(45.0) * aspect), 45.0),
                }
            }
            Projection::Orthographic { x, y, aspect } => {
                let aspect = aspect.unwrap_or(viewport);
                match (x, y) {
                    (Some(x), Some(y)) => (x, y),
                    (Some(x), None) => (x, x / aspect),
                    (None, Some(y)) => (y * aspect, y),
                    (None, None) => (aspect, 1.0),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_extents_follow_the_aspect_ratio() {
        // Vectors of chapter 9.
        let (x, y) = Projection::Perspective { x: None, y: Some(45.0), aspect: Some(1.33333) }.extents(2.0);
        assert!((x - 57.82).abs() < 0.005 && y == 45.0, "{x}");
        let (_, y) = Projection::Perspective { x: Some(90.0), y: None, aspect: Some(1.333) }.extents(2.0);
        assert!((y - 73.75).abs() < 0.005, "{y}");
        let (x, y) = Projection::Orthographic { x: Some(1.0), y: None, aspect: Some(0.1) }.extents(2.0);
        assert!(x == 1.0 && (y - 10.0).abs() < 1e-12);
        let (x, y) = Projection::Perspective { x: Some(60.0), y: None, aspect: None }.extents(1.0);
        assert!((x - y).abs() < 1e-12);
    }
}
