//! Lights.

use crate::Meta;

/// A light. Those with a direction shine along −Z of their node.
#[derive(Clone, Debug)]
pub struct Light {
    /// Names and origin.
    pub meta: Meta,
    /// How it shines.
    pub kind: LightKind,
    /// Linear red, green, blue; may exceed 1.
    pub colour: [f64; 3],
    /// A factor on the colour. Default 1.
    pub intensity: f64,
}

/// How a light shines. At distance `d` a light with attenuation `[c, l, q]` is divided by `c + l·d + q·d²`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LightKind {
    /// Everywhere the same.
    Ambient,
    /// From infinitely far.
    Directional,
    /// From a point to all sides.
    Point {
        /// Constant, linear and quadratic part, for distances in the unit of the scene.
        attenuation: [f64; 3],
    },
    /// From a point into a cone.
    Spot {
        /// Constant, linear and quadratic part, for distances in the unit of the scene.
        attenuation: [f64; 3],
        /// The whole angle of the cone in degrees; 180 lights the half space.
        angle: f64,
        /// Power of the cosine of the angle to the axis.
        exponent: f64,
    },
}
