//! Surfaces of small mirrors, layers of lacquer, and fibres.
//!
//! All of it is multiplied by π, as the diffuse part is: a white surface that faces a white light is white.

use portolan_scene::glam::DVec3;

use crate::light::power;

/// The least width of a highlight; a perfect mirror would show lights only where they are.
const SHARPEST: f64 = 0.002;

/// What lies upon a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coat {
    pub colour: DVec3,
    /// Width of its highlights, from 0 to 1.
    pub alpha: f64,
}

/// What stands out of a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fibres {
    pub colour: DVec3,
    pub alpha: f64,
}

/// The width of highlights of a roughness: its square.
pub(crate) fn width(roughness: f64) -> f64 {
    (roughness * roughness).max(SHARPEST)
}

/// How much an insulator of an index of refraction mirrors that is looked at straight.
pub(crate) fn straight(refraction: f64) -> f64 {
    let share = (refraction - 1.0) / (refraction + 1.0);
    if share.is_finite() { (share * share).min(1.0) } else { 0.0 }
}

/// How much is mirrored at an angle, by Schlick's formula: all of it along the surface, unless it is nothing.
pub(crate) fn fresnel(straight: DVec3, cosine: f64) -> DVec3 {
    let grazing = (straight.max_element() * 50.0).clamp(0.0, 1.0);
    let rest = (1.0 - cosine).clamp(0.0, 1.0);
    let fifth = rest * rest * rest * rest * rest;
    straight + (DVec3::splat(grazing) - straight) * fifth
}

/// `π·D·V·(N·L)`: how much light mirrors of a width throw towards the eye, if they mirror everything.
///
/// `D` is the spread by Trowbridge and Reitz, called GGX; `V` is Smith's share of what is neither hidden nor in shadow,
/// both seen together, divided by `4·(N·L)·(N·E)`.
pub(crate) fn facets(alpha: f64, normal: DVec3, eye: DVec3, towards: DVec3) -> f64 {
    let half = (eye + towards).normalize_or_zero();
    let (nl, nh) = (normal.dot(towards), normal.dot(half));
    let nv = normal.dot(eye).abs().max(1e-4);
    if nl <= 0.0 || nh <= 0.0 {
        return 0.0;
    }
    let square = alpha * alpha;
    let spread = square / power_of_two(nh * nh * (square - 1.0) + 1.0);
    let seen = |c: f64| (c * c * (1.0 - square) + square).sqrt();
    let visible = 0.5 / (nl * seen(nv) + nv * seen(nl));
    (spread * visible * nl).min(1e6)
}

/// The same for fibres that stand upright: the spread by Estevez and Kulla, `(2 + 1/α)·sin^(1/α) / 2`, which is strong
/// where light and eye graze, and the share of Neubelt and Pettineo, `1 / (4·(N·L + N·E − N·L·N·E))`.
pub(crate) fn fibres(alpha: f64, normal: DVec3, eye: DVec3, towards: DVec3) -> f64 {
    let half = (eye + towards).normalize_or_zero();
    let (nl, nh) = (normal.dot(towards), normal.dot(half).clamp(0.0, 1.0));
    let nv = normal.dot(eye).abs().max(1e-4);
    if nl <= 0.0 {
        return 0.0;
    }
    let inverse = alpha.max(SHARPEST).recip();
    let sine = (1.0 - nh * nh).max(0.0).sqrt();
    let spread = (2.0 + inverse) * power(sine, inverse) / 2.0;
    (spread * nl / (4.0 * (nl + nv - nl * nv))).min(1e6)
}

fn power_of_two(x: f64) -> f64 {
    x * x
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(degrees: f64) -> DVec3 {
        DVec3::new(degrees.to_radians().sin(), 0.0, degrees.to_radians().cos())
    }

    #[track_caller]
    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} instead of {b}");
    }

    #[test]
    fn mirrors_by_hand() {
        // Straight: π·D = α²/α⁴, V = 0.5/2.
        close(facets(1.0, DVec3::Z, DVec3::Z, DVec3::Z), 0.25);
        close(facets(0.25, DVec3::Z, DVec3::Z, DVec3::Z), 4.0);
        // Light at 60°: all directions alike, V = 0.5 / (0.5 + 1), times 0.5.
        close(facets(1.0, DVec3::Z, DVec3::Z, at(60.0)), 1.0 / 6.0);
        // α² = 1/4, light at 60° and half vector at 30°: D = 0.25 / (0.75·(−0.75) + 1)²;
        // Smith: √(0.75 + 0.25) = 1 for the eye, √(0.25·0.75 + 0.25) for the light.
        let spread = 0.25 / (0.4375f64 * 0.4375);
        let visible = 0.5 / (0.5 + 0.4375f64.sqrt());
        close(facets(0.5, DVec3::Z, DVec3::Z, at(60.0)), spread * visible * 0.5);
        assert_eq!(facets(0.5, DVec3::Z, DVec3::Z, at(100.0)), 0.0);
        assert_eq!(width(0.0), SHARPEST);
        assert!(facets(width(0.0), DVec3::Z, DVec3::Z, DVec3::Z).is_finite());
    }

    #[test]
    fn mirrors_throw_back_no_more_than_they_get() {
        // The sum over all directions of the light, in small steps, for several widths and eyes.
        for alpha in [0.2, 0.5, 1.0] {
            for degrees in [0.0, 45.0, 75.0] {
                let (steps, mut sum) = (400, 0.0);
                for i in 0..steps {
                    let polar = (f64::from(i) + 0.5) / f64::from(steps) * std::f64::consts::FRAC_PI_2;
                    for j in 0..steps {
                        let turn = (f64::from(j) + 0.5) / f64::from(steps) * std::f64::consts::TAU;
                        let (sine, cosine) = polar.sin_cos();
                        let towards = DVec3::new(sine * turn.cos(), sine * turn.sin(), cosine);
                        sum += facets(alpha, DVec3::Z, at(degrees), towards) * sine;
                    }
                }
                // π is a factor of `facets`.
                let area = std::f64::consts::FRAC_PI_2 * std::f64::consts::TAU / f64::from(steps * steps);
                let total = sum * area / std::f64::consts::PI;
                assert!(total > 0.3 && total < 1.001, "{alpha} {degrees}: {total}");
                // The sum is known where all directions are alike: ∫ x / (1 + x) from 0 to 1.
                if (alpha, degrees) == (1.0, 0.0) {
                    assert!((total - (1.0 - 2f64.ln())).abs() < 1e-4, "{total}");
                }
            }
        }
    }

    #[test]
    fn insulators_mirror_little_and_everything_at_the_edge() {
        close(straight(1.5), 0.04);
        assert_eq!(straight(1.0), 0.0);
        assert_eq!(straight(-1.0), 0.0);
        let four = DVec3::splat(0.04);
        assert_eq!(fresnel(four, 1.0), four);
        assert_eq!(fresnel(four, 0.0), DVec3::ONE);
        // 0.04 + 0.96/32.
        close(fresnel(four, 0.5).x, 0.07);
        assert_eq!(fresnel(DVec3::ZERO, 0.0), DVec3::ZERO);
    }

    #[test]
    fn fibres_shine_from_the_side() {
        assert_eq!(fibres(1.0, DVec3::Z, DVec3::Z, DVec3::Z), 0.0);
        // Half vector at 30°: (2 + 1)·0.5/2, by 4·(0.5 + 1 − 0.5), times 0.5.
        close(fibres(1.0, DVec3::Z, DVec3::Z, at(60.0)), 0.75 / 4.0 * 0.5);
        assert!(fibres(0.0, DVec3::Z, at(-89.0), at(89.0)).is_finite());
    }
}
