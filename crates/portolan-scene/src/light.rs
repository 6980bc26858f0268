//! Lights.

use crate::{Attenuation, AttenuationInput as Input, Fading, Meta, Spectrum, TextureUse};

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

/// A light with as many of its functions as possible in the numbers of its kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Faded {
    /// The kind with the numbers.
    pub kind: LightKind,
    /// How many functions the numbers are.
    pub exact: usize,
    /// How many functions the numbers are near to.
    pub near: usize,
    /// Functions that no number tells.
    pub rest: Vec<Attenuation>,
}

impl Light {
    /// Takes functions into the kind, for formats that have numbers only: one of the distance that falls inversely, while
    /// the kind has none of its own, a power of the cosine, and ends of cones.
    pub fn faded(&self) -> Faded {
        let mut faded = Faded { kind: self.kind, exact: 0, near: 0, rest: Vec::new() };
        for function in &self.attenuations {
            let taken = match function.input {
                Input::Distance => distance(function, &mut faded.kind),
                Input::Angle | Input::CosAngle => cone(function, &mut faded.kind),
            };
            match taken {
                Some(true) => faded.exact += 1,
                Some(false) => faded.near += 1,
                None => faded.rest.push(*function),
            }
        }
        faded
    }
}

/// Takes a function of the distance; gives whether the numbers are the same. A function is 1 where it would be more.
fn distance(function: &Attenuation, kind: &mut LightKind) -> Option<bool> {
    let numbers = match function.curve {
        // s / (l·t + c·s) = 1 / (c + l/s·t)
        Fading::Inverse { scale, offset: 0.0, constant, linear } => [constant, linear / scale, 0.0],
        // s² / (q·t² + l·s·t + c·s²) = 1 / (c + l/s·t + q/s²·t²)
        Fading::InverseSquare { scale, offset: 0.0, constant, linear, quadratic } => {
            [constant, linear / scale, quadratic / (scale * scale)]
        }
        _ => return None,
    };
    let (LightKind::Point { attenuation } | LightKind::Spot { attenuation, .. }) = kind else { return None };
    if *attenuation != [1.0, 0.0, 0.0] || !numbers.iter().all(|n| n.is_finite()) {
        return None;
    }
    *attenuation = numbers;
    let [constant, linear, quadratic] = numbers;
    Some(constant >= 1.0 && linear >= 0.0 && quadratic >= 0.0)
}

/// Takes a function of the angle; gives whether the numbers are the same.
fn cone(function: &Attenuation, kind: &mut LightKind) -> Option<bool> {
    let LightKind::Spot { angle, exponent, .. } = kind else { return None };
    // The falloff exponent is a power of the cosine.
    let cosine = function.input == Input::CosAngle && function.curve == Fading::Linear { begin: 1.0, end: 0.0 };
    if cosine && *exponent == 0.0 {
        *exponent = function.power;
        return Some(true);
    }
    let whole = function.cone().filter(|_| function.power == 1.0)?;
    *angle = angle.min(whole);
    let (Fading::Linear { begin, .. } | Fading::Smooth { begin, .. }) = function.curve else { return None };
    Some(function.input == Input::Angle && whole == 2.0 * begin)
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
