//! What shines.

use portolan_eval::{Overrides, Pose, Stage};
use portolan_scene::glam::DVec3;
use portolan_scene::{Light, LightKind, Scene};

use crate::view::View;

/// All lights of a scene.
#[derive(Clone, Default, Debug)]
pub(crate) struct Lights {
    /// The sum of all ambient lights.
    pub ambient: DVec3,
    pub lamps: Vec<Lamp>,
}

/// A light at a place of the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lamp {
    kind: LampKind,
    colour: DVec3,
}

#[derive(Clone, Copy, Debug)]
enum LampKind {
    /// Towards the light.
    Directional(DVec3),
    Point {
        at: DVec3,
        attenuation: [f64; 3],
    },
    Spot {
        at: DVec3,
        along: DVec3,
        attenuation: [f64; 3],
        cosine: f64,
        exponent: f64,
    },
}

impl Lights {
    /// Those of a stage.
    pub fn new(scene: &Scene, stage: &Stage, pose: &Pose, overrides: &Overrides) -> Lights {
        let mut lights = Lights::default();
        for (placed, at) in stage.placed.iter().zip(0..) {
            let Some(node) = scene.node(placed.node) else { continue };
            if !pose.shown(at) {
                continue;
            }
            for id in &node.lights {
                let Some(light) = portolan_eval::light(scene, *id, overrides) else { continue };
                let world = pose.world(at);
                let along = world.transform_vector3(DVec3::NEG_Z).normalize_or(DVec3::NEG_Z);
                lights.add(&light, world.w_axis.truncate(), along);
            }
        }
        lights
    }

    /// These and others.
    pub fn with(mut self, others: Lights) -> Lights {
        self.ambient += others.ambient;
        self.lamps.extend(others.lamps);
        self
    }

    /// Soft white light: most from above the eye, some from the eye itself, and a little from everywhere.
    pub fn soft(view: &View) -> Lights {
        let back = -view.forward;
        let above = (back + view.up * 0.7 - view.forward.cross(view.up) * 0.4).normalize_or(back);
        let lamp = |towards, share| Lamp { kind: LampKind::Directional(towards), colour: DVec3::splat(share) };
        Lights { ambient: DVec3::splat(0.1), lamps: vec![lamp(above, 0.6), lamp(back, 0.3)] }
    }

    fn add(&mut self, light: &Light, at: DVec3, along: DVec3) {
        let colour = DVec3::from_array(light.colour) * light.intensity;
        if !colour.is_finite() {
            return;
        }
        let kind = match light.kind {
            LightKind::Ambient => {
                self.ambient += colour;
                return;
            }
            LightKind::Directional => LampKind::Directional(-along),
            LightKind::Point { attenuation } => LampKind::Point { at, attenuation },
            LightKind::Spot { attenuation, angle, exponent } => {
                let half = (angle / 2.0).clamp(0.0, 180.0);
                let cosine = libm::cos(half.to_radians());
                LampKind::Spot { at, along, attenuation, cosine, exponent }
            }
        };
        self.lamps.push(Lamp { kind, colour });
    }
}

impl Lamp {
    /// The direction towards the light from a point, of length 1, and the colour that arrives; `None` if none does.
    pub fn shine(&self, point: DVec3) -> Option<(DVec3, DVec3)> {
        match self.kind {
            LampKind::Directional(towards) => Some((towards, self.colour)),
            LampKind::Point { at, attenuation } => {
                let (towards, factor) = from_point(at, attenuation, point)?;
                Some((towards, self.colour * factor))
            }
            LampKind::Spot { at, along, attenuation, cosine, exponent } => {
                let (towards, factor) = from_point(at, attenuation, point)?;
                let to_axis = -towards.dot(along);
                // Rounding must not darken the edge of the half space.
                if to_axis < cosine - 1e-12 {
                    return None;
                }
                Some((towards, self.colour * (factor * power(to_axis, exponent))))
            }
        }
    }
}

/// The direction to a light and what is left of it after the way.
fn from_point(at: DVec3, [constant, linear, quadratic]: [f64; 3], point: DVec3) -> Option<(DVec3, f64)> {
    let way = at - point;
    let distance = way.length();
    let towards = way.try_normalize()?;
    let divisor = constant + linear * distance + quadratic * distance * distance;
    // Nothing to divide by: as if the document had said nothing.
    let factor = if divisor > 0.0 { divisor.recip() } else { 1.0 };
    factor.is_finite().then_some((towards, factor))
}

/// `base^exponent` for what equations of light ask for: a base of 0 or below gives 0, but 1 if there is no exponent.
pub(crate) fn power(base: f64, exponent: f64) -> f64 {
    if exponent == 0.0 {
        1.0
    } else if base <= 0.0 {
        0.0
    } else {
        libm::pow(base, exponent.clamp(-1e3, 1e6)).min(1e6)
    }
}

#[cfg(test)]
mod tests {
    use portolan_scene::Meta;

    use super::*;

    fn lamp(kind: LightKind, intensity: f64) -> Lamp {
        let mut lights = Lights::default();
        let light = Light::new(Meta::default(), kind, [1.0, 0.5, 0.0], intensity);
        lights.add(&light, DVec3::ZERO, DVec3::NEG_Z);
        lights.lamps[0]
    }

    #[test]
    fn distance_divides() {
        // The vector of chapter 10: 1 + 0.3·10 = 4.
        let lamp = lamp(LightKind::Point { attenuation: [1.0, 0.3, 0.0] }, 2.0);
        let (towards, colour) = lamp.shine(DVec3::new(0.0, -10.0, 0.0)).unwrap();
        assert_eq!(towards, DVec3::Y);
        assert!(colour.abs_diff_eq(DVec3::new(0.5, 0.25, 0.0), 1e-12), "{colour}");
        assert!(lamp.shine(DVec3::ZERO).is_none());
    }

    #[test]
    fn a_spot_lights_its_cone_by_a_power_of_the_cosine() {
        let attenuation = [1.0, 0.0, 0.0];
        let spot = lamp(LightKind::Spot { attenuation, angle: 90.0, exponent: 2.0 }, 1.0);
        // 30 degrees off the axis: cos² = 0.75.
        let off = DVec3::new(0.5, 0.0, -(0.75f64.sqrt()));
        assert!((spot.shine(off * 7.0).unwrap().1.x - 0.75).abs() < 1e-12);
        assert!(spot.shine(DVec3::new(1.1, 0.0, -1.0)).is_none());
        assert!(spot.shine(DVec3::new(0.9, 0.0, -1.0)).is_some());
        // By default half the space, without falloff.
        let wide = lamp(LightKind::Spot { attenuation, angle: 180.0, exponent: 0.0 }, 1.0);
        assert_eq!(wide.shine(DVec3::new(5.0, 0.0, -0.001)).unwrap().1.x, 1.0);
        assert!(wide.shine(DVec3::new(5.0, 0.0, 0.001)).is_none());
    }

    #[test]
    fn powers_have_no_surprises() {
        assert_eq!(power(0.0, 0.0), 1.0);
        assert_eq!(power(-1.0, 3.0), 0.0);
        assert_eq!(power(0.5, 2.0), 0.25);
        assert!(power(1e-300, -5.0).is_finite());
    }
}
