//! What a ray hits on spheres, cylinders and cones: where, with which normal and which texture coordinates. They are drawn with
//! corners, but what sensors tell is that of the round shape (SP-1, CY-2, CN-3).

use std::f64::consts::{PI, TAU};

use portolan_scene::glam::DVec3;
use portolan_xvrml::world::{NodeId, World};

/// A round shape about the origin; cylinders and cones are about the y axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Round {
    Sphere { radius: f64 },
    Cylinder { radius: f64, height: f64 },
    Cone { radius: f64, height: f64 },
}

/// What is hit of a round shape, in its own frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct RoundHit {
    /// How many times the direction leads there.
    pub distance: f64,
    pub normal: DVec3,
    pub texture: [f64; 2],
}

impl Round {
    pub fn of(world: &World, geometry: NodeId) -> Option<Round> {
        let number = |field| world.number(geometry, field);
        Some(match world.kind(geometry) {
            "Sphere" => Round::Sphere { radius: number("radius") },
            "Cylinder" => Round::Cylinder { radius: number("radius"), height: number("height") },
            "Cone" => Round::Cone { radius: number("bottomRadius"), height: number("height") },
            _ => return None,
        })
    }

    /// Does a triangle with this normal belong to the round side, and not to an end?
    pub fn has_on_its_side(self, normal: DVec3) -> bool {
        match self {
            Round::Sphere { .. } => true,
            Round::Cylinder { .. } => normal.y.abs() < 0.5,
            Round::Cone { .. } => normal.y > -0.5,
        }
    }

    /// What a ray hits of the round side near the place where it hits a triangle of it.
    pub fn hit(self, from: DVec3, along: DVec3, near: f64) -> Option<RoundHit> {
        let flat = DVec3::new(1.0, 0.0, 1.0);
        let (a, b, c) = match self {
            Round::Sphere { radius } => {
                (along.length_squared(), from.dot(along), from.length_squared() - radius * radius)
            }
            Round::Cylinder { radius, .. } => {
                let (f, d) = (from * flat, along * flat);
                (d.length_squared(), f.dot(d), f.length_squared() - radius * radius)
            }
            Round::Cone { radius, height } => {
                // The radius goes down to nothing at the apex.
                let slope = radius / height;
                let (rest, change) = (slope * (height / 2.0 - from.y), -slope * along.y);
                let (f, d) = (from * flat, along * flat);
                (d.length_squared() - change * change, f.dot(d) - rest * change, f.length_squared() - rest * rest)
            }
        };
        let root = (b * b - a * c).max(0.0).sqrt();
        // One of the two divides by nothing where the ray is along a cone.
        let nearer = |x: f64, y: f64| if (x - near).abs() <= (y - near).abs() { x } else { y };
        let distance =
            if b > 0.0 { nearer(c / (-b - root), (-b - root) / a) } else { nearer(c / (root - b), (root - b) / a) };
        let point = from + along * distance;
        let inside = match self {
            Round::Sphere { .. } => true,
            Round::Cylinder { height, .. } | Round::Cone { height, .. } => point.y.abs() <= height / 2.0,
        };
        (distance.is_finite() && distance >= 0.0 && inside).then(|| RoundHit {
            distance,
            normal: self.normal(point),
            texture: self.texture(point),
        })
    }

    fn normal(self, point: DVec3) -> DVec3 {
        let outward = DVec3::new(point.x, 0.0, point.z).normalize_or_zero();
        match self {
            Round::Sphere { .. } => point.normalize_or_zero(),
            Round::Cylinder { .. } => outward,
            Round::Cone { radius, height } => (outward * height + DVec3::Y * radius).normalize_or_zero(),
        }
    }

    /// Around from the back, counter-clockwise seen from above, and upwards.
    fn texture(self, point: DVec3) -> [f64; 2] {
        let around = libm::atan2(-point.x, -point.z) / TAU;
        let up = match self {
            Round::Sphere { radius } => 1.0 - libm::acos((point.y / radius).clamp(-1.0, 1.0)) / PI,
            Round::Cylinder { height, .. } | Round::Cone { height, .. } => point.y / height + 0.5,
        };
        [if around < 0.0 { around + 1.0 } else { around }, up]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: Option<RoundHit>, distance: f64, normal: [f64; 3], texture: [f64; 2]) {
        let found = found.unwrap();
        assert!((found.distance - distance).abs() < 1e-12, "{found:?}");
        assert!(found.normal.abs_diff_eq(normal.into(), 1e-12), "{found:?}");
        assert!(found.texture.iter().zip(texture).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
    }

    #[test]
    fn rays_hit_round_sides() {
        let (eye, ahead) = (DVec3::new(0.0, 0.0, 10.0), DVec3::NEG_Z);
        close(Round::Sphere { radius: 2.0 }.hit(eye, ahead, 8.1), 8.0, [0.0, 0.0, 1.0], [0.5, 0.5]);
        // From within, or where the far side is asked for.
        close(Round::Sphere { radius: 2.0 }.hit(eye, ahead, 11.9), 12.0, [0.0, 0.0, -1.0], [0.0, 0.5]);
        let side = Round::Cylinder { radius: 1.0, height: 4.0 };
        close(
            side.hit(DVec3::new(0.6, 1.0, 10.0), ahead, 9.3),
            9.2,
            [0.6, 0.0, 0.8],
            [libm::atan2(-0.6, -0.8) / TAU + 1.0, 0.75],
        );
        assert_eq!(side.hit(DVec3::new(0.0, 3.0, 10.0), ahead, 9.0), None);
        let cone = Round::Cone { radius: 1.0, height: 2.0 };
        let (across, up) = (2.0 / 5f64.sqrt(), 1.0 / 5f64.sqrt());
        close(cone.hit(eye, ahead, 9.4), 9.5, [0.0, up, across], [0.5, 0.5]);
        // Along the side of the cone there is one place only.
        let along = DVec3::new(0.0, -2.0, 1.0);
        close(cone.hit(DVec3::new(0.0, 1.0, -1.0), along, 0.5), 0.5, [0.0, up, -across], [0.0, 0.5]);
    }
}
