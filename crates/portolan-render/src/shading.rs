//! The equations of surfaces.

use portolan_scene::glam::DVec3;

use crate::light::{Lights, power};
use crate::microfacet::{Coat, Fibres, facets, fibres, fresnel};

/// How much a layer of lacquer mirrors that is looked at straight: that of an index of refraction of 1.5.
const LACQUER: f64 = 0.04;

/// A place on a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub point: DVec3,
    /// Where the surface looks, of length 1.
    pub normal: DVec3,
    /// Where what lies upon it looks.
    pub coat_normal: DVec3,
    /// Towards the eye, of length 1.
    pub eye: DVec3,
    /// The place of the stage that it belongs to.
    pub place: u32,
}

/// What a surface is like at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finish {
    /// Do lamps matter?
    pub lit: bool,
    pub emission: DVec3,
    pub ambient: DVec3,
    pub diffuse: DVec3,
    pub specular: DVec3,
    pub highlight: Highlight,
    /// A clear layer upon it.
    pub coat: Option<Coat>,
    /// Velvet.
    pub fibres: Option<Fibres>,
}

/// Where lamps are mirrored.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Highlight {
    None,
    /// A power of the cosine between the eye and the mirrored light: Phong.
    Mirrored(f64),
    /// A power of the cosine between the normal and the half vector: Blinn.
    Half(f64),
    /// Blinn's own model, from smooth to dull.
    Dull(f64),
    /// Small mirrors of a width; the specular colour is what they mirror that is looked at straight, and what they
    /// mirror does not become diffuse.
    Facets(f64),
}

/// The light that a place sends to the eye, by the equation of its surface; not limited to 1.
///
/// `emission + ambient·al + Σ light·(diffuse·max(N·L, 0) + specular·highlight)`: pages 8-23, 8-31, 8-72 and 8-84. The
/// colour of each light as it arrives is a factor of both parts. A light below the horizon of the surface makes no
/// highlight. A layer upon the surface takes from it what the layer mirrors.
pub(crate) fn shade(finish: &Finish, spot: &Spot, lights: &Lights<'_>) -> DVec3 {
    let mut sum = finish.emission + finish.ambient * lights.ambient;
    if !finish.lit {
        return sum;
    }
    let shiny = finish.highlight != Highlight::None && finish.specular != DVec3::ZERO;
    let mut above = DVec3::ZERO;
    for lamp in &lights.lamps {
        if !lamp.reaches(spot.place) {
            continue;
        }
        let Some((towards, colour, glow)) = lamp.shine_and_glow(spot.point) else { continue };
        sum += finish.ambient * glow;
        if let Some(coat) = &finish.coat {
            let half = (spot.eye + towards).normalize_or_zero();
            let mirrored = fresnel(DVec3::splat(LACQUER), half.dot(spot.eye));
            above += coat.colour * mirrored * facets(coat.alpha, spot.coat_normal, spot.eye, towards) * colour;
        }
        let facing = spot.normal.dot(towards);
        if facing <= 0.0 {
            continue;
        }
        let mut back = finish.diffuse * facing;
        if let (true, Highlight::Facets(alpha)) = (shiny, finish.highlight) {
            let half = (spot.eye + towards).normalize_or_zero();
            let mirrored = fresnel(finish.specular, half.dot(spot.eye));
            back = back * (DVec3::ONE - mirrored) + mirrored * facets(alpha, spot.normal, spot.eye, towards);
        } else if shiny {
            back += finish.specular * highlight(finish, spot, towards, facing);
        }
        if let Some(velvet) = &finish.fibres {
            back += velvet.colour * fibres(velvet.alpha, spot.normal, spot.eye, towards);
        }
        sum += back * colour;
    }
    match &finish.coat {
        Some(coat) => {
            let taken = coat.colour * fresnel(DVec3::splat(LACQUER), spot.coat_normal.dot(spot.eye).abs());
            sum * (DVec3::ONE - taken).max(DVec3::ZERO) + above
        }
        None => sum,
    }
}

fn highlight(finish: &Finish, spot: &Spot, towards: DVec3, facing: f64) -> f64 {
    let half = || (spot.eye + towards).normalize_or_zero();
    match finish.highlight {
        Highlight::None | Highlight::Facets(_) => 0.0,
        Highlight::Mirrored(exponent) => {
            let mirrored = spot.normal * (2.0 * facing) - towards;
            power(mirrored.dot(spot.eye), exponent)
        }
        Highlight::Half(exponent) => power(half().dot(spot.normal), exponent),
        Highlight::Dull(c) => torrance_sparrow(c, spot, towards, half(), facing),
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
    use portolan_scene::glam::DMat3;
    use portolan_scene::{Light, LightKind, Meta};

    use super::*;

    /// White, from above, the sum of ambient light 0.25.
    fn lights() -> Lights<'static> {
        let light = |kind, c| Light::new(Meta::default(), kind, [c; 3], 1.0);
        let mut lights = Lights::default();
        for light in [light(LightKind::Directional, 1.0), light(LightKind::Ambient, 0.25)] {
            lights.add(&light, DVec3::ZERO, DMat3::IDENTITY, &());
        }
        lights
    }

    fn finish(highlight: Highlight) -> Finish {
        let grey = DVec3::splat;
        Finish {
            lit: true,
            emission: grey(0.125),
            ambient: grey(0.5),
            diffuse: grey(0.25),
            specular: grey(0.5),
            highlight,
            coat: None,
            fibres: None,
        }
    }

    fn at(normal_degrees: f64, eye_degrees: f64) -> Spot {
        let turned = |d: f64| DVec3::new(d.to_radians().sin(), 0.0, d.to_radians().cos());
        let normal = turned(normal_degrees);
        Spot { point: DVec3::ZERO, normal, coat_normal: normal, eye: turned(eye_degrees), place: 0 }
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
        check(Finish { lit: false, ambient: DVec3::ZERO, ..finish(Highlight::None) }, at(0.0, 0.0), 0.125);
        check(finish(Highlight::None), at(0.0, 0.0), BASE + 0.25);
        check(finish(Highlight::None), at(60.0, 0.0), BASE + 0.125);
        check(finish(Highlight::None), at(120.0, 0.0), BASE);
    }

    #[test]
    fn phong_measures_from_the_mirrored_ray() {
        // The normal at 30°: the mirrored ray is at 60°, the eye at 0° is 60° away: 0.5² · 0.5.
        let lambert = 0.25 * 0.75f64.sqrt();
        check(finish(Highlight::Mirrored(2.0)), at(30.0, 0.0), BASE + lambert + 0.125);
        check(finish(Highlight::Mirrored(2.0)), at(30.0, 60.0), BASE + lambert + 0.5);
        check(finish(Highlight::Mirrored(0.0)), at(30.0, 0.0), BASE + lambert + 0.5);
        check(finish(Highlight::Mirrored(2.0)), at(120.0, 170.0), BASE);
    }

    #[test]
    fn blinn_measures_from_the_half_vector() {
        // The half vector of light at 0° and eye at 120° is at 60°; the normal at 0° is 60° away.
        check(finish(Highlight::Half(2.0)), at(0.0, 120.0), BASE + 0.25 + 0.125);
        check(finish(Highlight::Half(40.0)), at(0.0, 0.0), BASE + 0.25 + 0.5);
        // Below 1 it is a roughness. Seen along the normal: D = (c²/c²)² = 1, G = 1.
        check(finish(Highlight::Dull(0.5)), at(0.0, 0.0), BASE + 0.25 + 0.5);
        // Half vector 30° off, eye at 60°: D = (0.25/(0.75·(−0.75)+1))², G = min(1, 2·cos30·0.5/cos30) = 1, by 0.5.
        let spread = 0.25f64 / 0.4375;
        check(finish(Highlight::Dull(0.5)), at(0.0, 60.0), BASE + 0.25 + 0.5 * spread * spread / 0.5);
    }

    #[test]
    fn mirrors_take_from_the_diffuse_part() {
        // Straight, half of it is mirrored: a quarter of that by mirrors of all directions, the rest is diffuse.
        check(finish(Highlight::Facets(1.0)), at(0.0, 0.0), BASE + 0.25 * 0.5 + 0.5 * 0.25);
        // Without anything to mirror it is Lambert's law.
        let dull = Finish { specular: DVec3::ZERO, ..finish(Highlight::Facets(1.0)) };
        check(dull, at(60.0, 0.0), BASE + 0.125);
        // Mirrors half as wide: π·D = 1/0.25.
        check(finish(Highlight::Facets(0.5)), at(0.0, 0.0), BASE + 0.125 + 0.5);
    }

    #[test]
    fn layers_are_seen_upon_the_surface() {
        let coat = Some(Coat { colour: DVec3::splat(0.5), alpha: 1.0 });
        // Half of 4 % is mirrored away; a quarter of it towards the eye.
        let coated = Finish { coat, ..finish(Highlight::None) };
        check(coated, at(0.0, 0.0), (BASE + 0.25) * 0.98 + 0.02 * 0.25);
        // The surface leans away from the light, the layer does not.
        check(coated, Spot { coat_normal: DVec3::Z, ..at(90.0, 0.0) }, BASE * 0.98 + 0.02 * 0.25);
        // The light at 0° grazes fibres whose normal is at 60°, seen from there: (2 + 1)·sin 30°/2 · 0.5 / 4.
        let fibres = Some(Fibres { colour: DVec3::splat(0.5), alpha: 1.0 });
        check(Finish { fibres, ..finish(Highlight::None) }, at(60.0, 60.0), BASE + 0.125 + 0.5 * 0.75 * 0.5 / 4.0);
    }
}
