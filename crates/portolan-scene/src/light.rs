//! Lights.

use crate::{Attenuation, Meta, Spectrum, TextureUse};

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
    /// Is the intensity measured: candela of a point or a spot, lux of a light from infinitely far?
    pub photometric: bool,
    /// Functions that its light is multiplied with, beside what its kind says.
    pub attenuations: Vec<Attenuation>,
    /// Do shapes in its way cast shadows? `None`: the document does not say. A node may say otherwise
    /// ([`crate::Node::light_shadows`]).
    pub casts_shadow: Option<bool>,
    /// A picture that a spot throws, its right along +X and its top along +Y.
    pub projection: Option<Box<TextureUse>>,
    /// What it shines on.
    pub reach: Reach,
    /// How much of its colour comes from everywhere as well, whatever the intensity. Default 0.
    pub ambient: f64,
    /// The spectrum that the colour was computed from.
    pub spectrum: Option<Box<Spectrum>>,
}

impl Light {
    /// A light of a kind; everything else is as usual.
    pub fn new(meta: Meta, kind: LightKind, colour: [f64; 3], intensity: f64) -> Light {
        Light {
            meta,
            kind,
            colour,
            intensity,
            photometric: false,
            attenuations: Vec::new(),
            casts_shadow: None,
            projection: None,
            reach: Reach::default(),
            ambient: 0.0,
            spectrum: None,
        }
    }

    /// What its colour times its intensity is multiplied with at a distance (units of the scene) and an angle from its
    /// axis (radians).
    pub fn attenuation(&self, distance: f64, angle: f64) -> f64 {
        let own = match self.kind {
            LightKind::Ambient | LightKind::Directional => return 1.0,
            LightKind::Point { attenuation } => fade(attenuation, distance),
            LightKind::Spot { attenuation, angle: cone, exponent } => {
                let inside = 2.0 * angle.to_degrees() <= cone;
                if inside { fade(attenuation, distance) * libm::pow(libm::cos(angle).max(0.0), exponent) } else { 0.0 }
            }
        };
        self.attenuations.iter().fold(own, |product, a| product * a.of(distance, angle))
    }
}

fn fade([c, l, q]: [f64; 3], d: f64) -> f64 {
    (c + d * (l + q * d)).recip()
}

/// What a light shines on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Reach {
    /// Everything.
    #[default]
    Everything,
    /// What is below the node above the one that holds it; without such a node everything.
    Group,
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
