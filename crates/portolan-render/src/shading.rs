//! The equations of surfaces.

use portolan_scene::Shading;
use portolan_scene::glam::DVec3;

use crate::light::{Lights, power};

/// A place on a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub point: DVec3,
    /// Where the surface looks, of length 1.
    pub normal: DVec3,
    /// Towards the eye, of length 1.
    pub eye: DVec3,
}

/// What a surface is like at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finish {
    pub shading: Shading,
    pub emission: DVec3,
    pub ambient: DVec3,
    pub diffuse: DVec3,
    pub specular: DVec3,
    pub shininess: f64,
}

/// The light that a place sends to the eye, by the equation of its surface; not limited to 1.
///
/// `emission + ambient·al + Σ light·(diffuse·max(N·L, 0) + specular·highlight)`: pages 8-23, 8-31, 8-72 and 8-84. The
/// colour of each light as it arrives is a factor of both parts. A light below the horizon of the surface makes no
/// highlight.
pub(crate) fn shade(finish: &Finish, spot: &Spot, lights: &Lights) -> DVec3 {
    if finish.shading == Shading::Constant {
        return finish.emission + finish.ambient * lights.ambient;
    }
    let mut sum = finish.emission + finish.ambient * lights.ambient;
    let shiny = finish.shading != Shading::Lambert && finish.specular != DVec3::ZERO;
    for lamp in &lights.lamps {
        let Some((towards, colour)) = lamp.shine(spot.point) else { continue };
        let facing = spot.normal.dot(towards);
        if facing <= 0.0 {
            continue;
        }
        let mut back = finish.diffuse * facing;
        if shiny {
            back += finish.specular * highlight(finish, spot, towards, facing);
        }
        sum += back * colour;
    }
    sum
}

fn highlight(finish: &Finish, spot: &Spot, towards: DVec3, facing: f64) -> f64 {
    match finish.shading {
        Shading::Constant | Shading::Lambert => 0.0,
        Shading::Phong => {
            let mirrored = spot.normal * (2.0 * facing) - towards;
            power(mirrored.dot(spot.eye), finish.shininess)
        }
        Shading::Blinn => {
            let half = (spot.eye + towards).normalize_or_zero();
            if finish.shininess > 0.0 && finish.shininess < 1.0 {
                return torrance_sparrow(finish.shininess, spot, towards, half, facing);
            }
            power(half.dot(spot.normal), finish.shininess)
        }
    }
}

/// `D·G` of Blinn's paper of 1977, without the factor of Fresnel: its index of refraction is not that of the document,
/// and the specular colour stands in its place.
///
/// The surface is made of small mirrors. Their spread is `D = (c² / (cos²α·(c² − 1) + 1))²` with α between normal and
/// half vector, the form by Trowbridge and Reitz which the paper recommends; `c` from 0 (smooth) to 1 (dull) is the
/// shininess. `G` is how much of them is neither in shadow nor hidden. The paper divides by `N·E`.
fn torrance_sparrow(c: f64, spot: &Spot, towards: DVec3, half: DVec3, facing: f64) -> f64 {
    let (nh, ne, eh) = (spot.normal.dot(half), spot.normal.dot(spot.eye), spot.eye.dot(half));
    if nh <= 0.0 || ne <= 0.0 || eh <= 0.0 || towards.dot(half) <= 0.0 {
        return 0.0;
    }
    let square = c * c;
    let spread = square / (nh * nh * (square - 1.0) + 1.0);
    let hidden = 2.0 * nh * ne / eh;
    let shadowed = 2.0 * nh * facing / eh;
    let seen = hidden.min(shadowed).min(1.0);
    (spread * spread * seen / ne).min(1e6)
}

#[cfg(test)]
mod tests {
    use portolan_scene::{Light, LightId, LightKind, Meta, Node, NodeId, Scene, View as SceneView, ViewId};

    use super::*;

    /// White, from above, the sum of ambient light 0.25.
    fn lights() -> Lights {
        let light = |kind, c| Light::new(Meta::default(), kind, [c; 3], 1.0);
        let scene = Scene {
            lights: vec![light(LightKind::Directional, 1.0), light(LightKind::Ambient, 0.25)],
            nodes: vec![Node { lights: vec![LightId(0), LightId(1)], ..Node::default() }],
            views: vec![SceneView { roots: vec![NodeId(0)], ..SceneView::default() }],
            ..Scene::default()
        };
        let stage = portolan_eval::Stage::new(&scene, ViewId(0), 10);
        let overrides = portolan_eval::Overrides::default();
        let pose = portolan_eval::pose(&scene, &stage, &overrides);
        Lights::new(&scene, &stage, &pose, &overrides)
    }

    fn finish(shading: Shading, shininess: f64) -> Finish {
        let grey = DVec3::splat;
        Finish {
            shading,
            emission: grey(0.125),
            ambient: grey(0.5),
            diffuse: grey(0.25),
            specular: grey(0.5),
            shininess,
        }
    }

    fn at(normal_degrees: f64, eye_degrees: f64) -> Spot {
        let turned = |d: f64| DVec3::new(d.to_radians().sin(), 0.0, d.to_radians().cos());
        Spot { point: DVec3::ZERO, normal: turned(normal_degrees), eye: turned(eye_degrees) }
    }

    #[track_caller]
    fn check(finish: Finish, spot: Spot, expected: f64) {
        let got = shade(&finish, &spot, &lights());
        assert!((got.x - expected).abs() < 1e-9, "{} instead of {expected}", got.x);
    }

    /// Emission and ambient share of all of them: 0.125 + 0.5·0.25.
    const BASE: f64 = 0.25;

    #[test]
    fn constant_and_lambert() {
        check(Finish { ambient: DVec3::ZERO, ..finish(Shading::Constant, 10.0) }, at(0.0, 0.0), 0.125);
        check(finish(Shading::Lambert, 10.0), at(0.0, 0.0), BASE + 0.25);
        check(finish(Shading::Lambert, 10.0), at(60.0, 0.0), BASE + 0.125);
        check(finish(Shading::Lambert, 10.0), at(120.0, 0.0), BASE);
    }

    #[test]
    fn phong_measures_from_the_mirrored_ray() {
        // The normal at 30°: the mirrored ray is at 60°, the eye at 0° is 60° away: 0.5² · 0.5.
        let lambert = 0.25 * 0.75f64.sqrt();
        check(finish(Shading::Phong, 2.0), at(30.0, 0.0), BASE + lambert + 0.125);
        check(finish(Shading::Phong, 2.0), at(30.0, 60.0), BASE + lambert + 0.5);
        check(finish(Shading::Phong, 0.0), at(30.0, 0.0), BASE + lambert + 0.5);
        check(finish(Shading::Phong, 2.0), at(120.0, 170.0), BASE);
    }

    #[test]
    fn blinn_measures_from_the_half_vector() {
        // The half vector of light at 0° and eye at 120° is at 60°; the normal at 0° is 60° away.
        check(finish(Shading::Blinn, 2.0), at(0.0, 120.0), BASE + 0.25 + 0.125);
        check(finish(Shading::Blinn, 40.0), at(0.0, 0.0), BASE + 0.25 + 0.5);
        // Below 1 it is a roughness. Seen along the normal: D = (c²/c²)² = 1, G = 1.
        check(finish(Shading::Blinn, 0.5), at(0.0, 0.0), BASE + 0.25 + 0.5);
        // Half vector 30° off, eye at 60°: D = (0.25/(0.75·(−0.75)+1))², G = min(1, 2·cos30·0.5/cos30) = 1, by 0.5.
        let spread = 0.25f64 / 0.4375;
        check(finish(Shading::Blinn, 0.5), at(0.0, 60.0), BASE + 0.25 + 0.5 * spread * spread / 0.5);
    }
}
