//! Cameras and lights.

use std::f64::consts::FRAC_PI_2;

use portolan_scene::{
    Attenuation, AttenuationInput, Camera, CameraId, Fading, Fate, Light, LightId, LightKind, Projection,
};

use crate::json::{self, Index, Orthographic, Perspective, Spot};
use crate::lit::Lit;
use crate::writer::Writer;
use crate::{CAMERA, LIGHT_ATTENUATION, LIGHT_DIMMED, extras};

/// The aspect ratio of a picture of which nothing is known.
const ASPECT: f64 = 16.0 / 9.0;

/// The nearest distance, in metres, where the document gives none that glTF allows.
const NEAREST: f64 = 0.01;

impl Writer<'_> {
    /// The camera of glTF for one of the scene.
    pub fn camera(&mut self, id: CameraId) -> Option<Index> {
        if let Some(known) = self.cameras.get(&id) {
            return *known;
        }
        let scene = self.scene;
        let index = scene.camera(id).map(|camera| {
            let written = self.make_camera(camera);
            self.root.cameras.push(written);
            self.root.cameras.len() as Index - 1
        });
        self.cameras.insert(id, index);
        index
    }

    fn make_camera(&mut self, camera: &Camera) -> json::Camera {
        let (written, wrong) = camera_in_metres(camera, self.scene.space.metres);
        if !wrong.is_empty() {
            let label = camera.meta.label().unwrap_or("?");
            let message =
                format!("camera `{label}`: {} is not supported by glTF and approximated", wrong.join(" and "));
            self.losses.push(&CAMERA, Fate::Approximated, camera.meta.origin, message);
        }
        written
    }

    /// The light of `KHR_lights_punctual` for one of the scene; `None` for ambient light.
    pub fn light(&mut self, id: LightId) -> Option<Index> {
        if let Some(known) = self.lights.get(&id) {
            return *known;
        }
        let scene = self.scene;
        let lit = self.surroundings.of_light(id);
        let written = scene.light(id).and_then(|light| self.make_light(light, lit));
        let index = written.map(|light| {
            self.extension("KHR_lights_punctual");
            self.written_lights.push(light);
            self.written_lights.len() as Index - 1
        });
        self.lights.insert(id, index);
        index
    }

    fn make_light(&mut self, light: &Light, lit: Lit) -> Option<json::Light> {
        let Lamp { light: written, exact, dimmed } = light_in_metres(light, self.scene.space.metres, lit)?;
        let label = light.meta.label().unwrap_or("?");
        if !exact {
            let message = format!("light `{label}`: falloff approximated (glTF supports inverse-square only)");
            self.losses.push(&LIGHT_ATTENUATION, Fate::Approximated, light.meta.origin, message);
        }
        if dimmed > 1.0 {
            let message = format!("the brightness of light `{label}` is divided by {dimmed:.0} to avoid overexposure");
            self.losses.push(&LIGHT_DIMMED, Fate::Approximated, light.meta.origin, message);
        }
        Some(written)
    }
}

/// The most that one light may add to what it shines on. A white surface is white at 1; exporters that write watts in place of a
/// colour go far beyond. A light that was dimmed to it is not dimmed again for a last digit.
const BRIGHTEST: f64 = 10.0;

/// A light as glTF has it.
pub(crate) struct Lamp {
    pub light: json::Light,
    /// Does it shine alike?
    pub exact: bool,
    /// How many times weaker it is, because it would bleach everything.
    pub dimmed: f64,
}

/// A light as glTF has it; `None` for ambient light.
pub(crate) fn light_in_metres(light: &Light, metres: f64, Lit { at, peak }: Lit) -> Option<Lamp> {
    let (color, strength) = brightness(light, peak);
    let told = light.faded();
    let soft = told.near > 0;
    let (kind, factor, exact, spot) = match told.kind {
        LightKind::Ambient => return None,
        LightKind::Directional => ("directional", 1.0, true, None),
        LightKind::Point { attenuation } => {
            let (factor, exact) = candela(attenuation, metres, at);
            ("point", factor, exact, None)
        }
        LightKind::Spot { attenuation, angle, exponent } => {
            let (factor, exact) = candela(attenuation, metres, at);
            ("spot", factor, exact && exponent == 0.0, Some(cone(angle, exponent)))
        }
    };
    let (factor, exact, spot, range) = match told.rest.as_slice() {
        [] => (factor, exact && !soft, spot.map(|s| narrowed(s, &light.attenuations)), None),
        _ if kind == "directional" => (factor, exact, spot, None),
        list => {
            let (own, reach) = faded(list, metres);
            // Light that nothing but curves weakens is as strong as they say.
            let plain = matches!(
                told.kind,
                LightKind::Point { attenuation: [1.0, 0.0, 0.0] }
                    | LightKind::Spot { attenuation: [1.0, 0.0, 0.0], .. }
            );
            let factor = if plain { 1.0 } else { factor };
            (factor * own, false, spot.map(|s| narrowed(s, list)), reach)
        }
    };
    let intensity = strength * factor;
    // Where nothing is lit, nothing is bleached; nor does light that falls off with the square of the distance bleach
    // everything because something is near to it.
    let shines = match (kind, at) {
        ("directional", _) => intensity,
        (_, None) => 0.0,
        (_, Some(at)) if !told.rest.is_empty() => {
            strength * told.rest.iter().fold(1.0, |share, fading| share * fading.of(at / metres, 0.0))
        }
        (_, Some(at)) => intensity / if exact { at.max(1.0).powi(2) } else { at * at },
    };
    let dimmed = if shines > BRIGHTEST * 1.000_001 { shines / BRIGHTEST } else { 1.0 };
    let intensity = intensity / dimmed;
    let (name, extras) = (extras::name(&light.meta), extras::of(&light.meta));
    Some(Lamp { light: json::Light { name, kind, color, intensity, range, spot, extras }, exact, dimmed })
}

/// The intensity for which `I / d²` is what attenuations give at a distance in the midst of them, where the light of one
/// candela is neither full nor gone; and where they end, in metres.
fn faded(list: &[Attenuation], metres: f64) -> (f64, Option<f64>) {
    let distances = || list.iter().filter(|a| a.input == AttenuationInput::Distance);
    let ends = distances().filter_map(|a| match a.curve {
        Fading::Linear { begin, end } | Fading::Smooth { begin, end } => Some((begin, end)),
        _ => None,
    });
    let reach = ends.reduce(|a, b| if b.1 < a.1 { b } else { a });
    let scales = distances().filter_map(|a| match a.curve {
        Fading::Inverse { scale, .. } | Fading::InverseSquare { scale, .. } => Some(scale),
        _ => None,
    });
    // Twice the scale is where an inverse function has begun to fall.
    let inverse = scales.map(|s| 2.0 * s.abs()).fold(0.0, f64::max);
    let at = match reach {
        Some((begin, end)) => (begin + end) / 2.0,
        None if inverse > 0.0 => inverse,
        None => 1.0 / metres,
    };
    let share = distances().fold(1.0, |product, a| product * a.of(at, 0.0));
    let candela = share * (at * metres).powi(2);
    let candela = if candela.is_finite() && candela > 0.0 { candela } else { 1.0 };
    (candela, reach.map(|(_, end)| end * metres).filter(|r| r.is_finite() && *r > 0.0))
}

/// A cone that fades from where angular attenuations begin.
fn narrowed(spot: Spot, list: &[Attenuation]) -> Spot {
    let begins = list.iter().filter_map(|a| match (a.input, a.curve) {
        (AttenuationInput::Angle, Fading::Linear { begin, .. } | Fading::Smooth { begin, .. }) => {
            Some(begin.to_radians())
        }
        // A power of the cosine has no place where it begins.
        (AttenuationInput::CosAngle, Fading::Linear { begin: 1.0, end: 0.0 }) => None,
        (AttenuationInput::CosAngle, Fading::Linear { begin, .. } | Fading::Smooth { begin, .. }) => {
            Some(libm::acos(begin.clamp(-1.0, 1.0)))
        }
        _ => None,
    });
    let inner = begins.fold(spot.inner_cone_angle, f64::min).max(0.0);
    Spot { inner_cone_angle: inner, ..spot }
}

/// A camera as glTF has it, and what of it had to be changed.
pub(crate) fn camera_in_metres(camera: &Camera, metres: f64) -> (json::Camera, Vec<&'static str>) {
    let (near, far) = (camera.near * metres, camera.far * metres);
    let perspective = matches!(camera.projection, Projection::Perspective { .. });
    let mut wrong = Vec::new();
    let near = match near.is_finite() && (near > 0.0 || (!perspective && near == 0.0)) {
        true => near,
        false => {
            wrong.push("its near distance");
            if perspective { NEAREST } else { 0.0 }
        }
    };
    let far = Some(far).filter(|f| f.is_finite() && *f > near);
    // A perspective may see for ever.
    if far.is_none() && !(perspective && camera.far == f64::INFINITY) {
        wrong.push("its far distance");
    }
    let mut written = json::Camera {
        name: extras::name(&camera.meta),
        kind: if perspective { "perspective" } else { "orthographic" },
        perspective: None,
        orthographic: None,
        extras: extras::of(&camera.meta),
    };
    let (x, y) = camera.projection.extents(ASPECT);
    match camera.projection {
        Projection::Perspective { x: fov_x, y: fov_y, aspect } => {
            let half = |degrees: f64| libm::tan(degrees.to_radians() / 2.0);
            let both = fov_x.is_some() && fov_y.is_some();
            let aspect = if both { Some(half(x) / half(y)) } else { aspect };
            let mut aspect = aspect.filter(|a| a.is_finite() && *a > 0.0);
            if fov_x.is_some() && fov_y.is_none() && aspect.is_none() {
                // glTF counts angles from bottom to top, so that a picture of a known shape is needed.
                aspect = Some(ASPECT);
                wrong.push("its horizontal field of view without an aspect ratio (16:9 is assumed)");
            }
            if let Some(x) = fov_x.filter(|x| x.is_finite()) {
                written.extras.get_or_insert_default().common =
                    Some(json::Common::Optics(given(x, fov_y, camera.projection)));
            }
            let fine = y.is_finite() && y > 0.0 && y < 180.0;
            if !fine {
                wrong.push("its field of view");
            }
            let yfov = if fine { y } else { 45.0 }.to_radians();
            written.perspective = Some(Perspective { aspect_ratio: aspect, yfov, znear: near, zfar: far });
        }
        Projection::Orthographic { x: wide, y: high, aspect } => {
            if aspect.is_none() && wide.is_some() != high.is_some() {
                // glTF has no cameras that leave one to the picture.
                wrong.push("its second extent");
            }
            let mut extent = |e: f64| match e.is_finite() && e != 0.0 {
                true => e.abs() * metres,
                false => {
                    wrong.push("its extent");
                    1.0
                }
            };
            let (xmag, ymag) = (extent(x), extent(y));
            let zfar = far.unwrap_or(near + 1000.0);
            written.orthographic = Some(Orthographic { xmag, ymag, znear: near, zfar });
        }
    }
    (written, wrong)
}

/// The angles of a camera in degrees, as the document gives them.
fn given(x: f64, y: Option<f64>, projection: Projection) -> serde_json::Value {
    let (Projection::Perspective { aspect, .. } | Projection::Orthographic { aspect, .. }) = projection;
    let all = [("aspectRatio", aspect), ("xfov", Some(x)), ("yfov", y)];
    let known = all.into_iter().filter_map(|(key, value)| Some((key, value.filter(|v| v.is_finite())?)));
    known.map(|(key, value)| (key.to_owned(), value.into())).collect::<serde_json::Map<_, _>>().into()
}

/// Colour with its largest component 1, now or at its peak, and what it is multiplied by.
pub(crate) fn brightness(light: &Light, peak: Option<f64>) -> ([f64; 3], f64) {
    let colour = light.colour.map(|c| if c.is_finite() { c.max(0.0) } else { 0.0 });
    let strongest = colour.into_iter().fold(peak.unwrap_or(0.0), f64::max);
    let intensity = if light.intensity.is_finite() { light.intensity.max(0.0) } else { 1.0 };
    match strongest > 0.0 {
        true => (colour.map(|c| c / strongest), strongest * intensity),
        false => ([0.0; 3], 0.0),
    }
}

/// The intensity `I` for which `I / d²` is near `1 / (c + l·d + q·d²)`, with the attenuation in units of `metres`; and
/// whether it is the same everywhere.
///
/// Both agree at a distance: that of what is lit, else where the parts that depend on it begin to outweigh the constant one, else
/// at one metre.
fn candela([c, l, q]: [f64; 3], metres: f64, at: Option<f64>) -> (f64, bool) {
    let (l, q) = (l / metres, q / (metres * metres));
    if [c, l, q].iter().any(|x| !x.is_finite() || *x < 0.0) || c + l + q <= 0.0 {
        return (1.0, false);
    }
    if c == 0.0 && l == 0.0 {
        return (1.0 / q, true);
    }
    // c = l·d + q·d², written so that nothing cancels.
    let knee = || if c > 0.0 && l + q > 0.0 { 2.0 * c / (l + (l * l + 4.0 * q * c).sqrt()) } else { 1.0 };
    let knee = at.unwrap_or_else(knee);
    let intensity = knee * knee / (c + l * knee + q * knee * knee);
    (if intensity.is_finite() { intensity } else { 1.0 }, false)
}

/// Half angles of a cone: the inner one is where the power of the cosine has fallen to nine tenths.
fn cone(angle: f64, exponent: f64) -> Spot {
    let half = (angle / 2.0).to_radians();
    let outer = if half.is_finite() && half > 0.0 { half.min(FRAC_PI_2) } else { FRAC_PI_2 };
    let nearly = outer * 0.999;
    let inner = match exponent > 0.0 {
        true => libm::acos(libm::pow(0.9, 1.0 / exponent)).min(nearly),
        false => nearly,
    };
    Spot { inner_cone_angle: inner, outer_cone_angle: outer }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quadratic_attenuation_is_exact() {
        assert_eq!(candela([0.0, 0.0, 2.0], 1.0, Some(3.0)), (0.5, true));
        // In centimetres, 1 / (2·d²) at one metre is 1 / 20000.
        let (intensity, exact) = candela([0.0, 0.0, 2.0], 0.01, None);
        assert!(exact && (intensity - 1.0 / 20000.0).abs() < 1e-15);
    }

    #[test]
    fn other_attenuation_agrees_at_the_knee() {
        assert_eq!(candela([1.0, 0.0, 0.0], 1.0, None), (1.0, false));
        // A lamp of constant strength is as bright where it shines.
        assert_eq!(candela([1.0, 0.0, 0.0], 1.0, Some(10.0)), (100.0, false));
        // 4 = d² at d = 2, where the light is 1/8 and I/d² must be, too.
        assert_eq!(candela([4.0, 0.0, 1.0], 1.0, None), (0.5, false));
        assert_eq!(candela([0.0, 0.0, 0.0], 1.0, None), (1.0, false));
    }

    #[test]
    fn cones_are_half_angles_within_limits() {
        let wide = cone(180.0, 0.0);
        assert_eq!(wide.outer_cone_angle, FRAC_PI_2);
        assert!(wide.inner_cone_angle < FRAC_PI_2);
        let soft = cone(60.0, 20.0);
        assert!((soft.outer_cone_angle.to_degrees() - 30.0).abs() < 1e-12);
        assert!((soft.inner_cone_angle.cos().powf(20.0) - 0.9).abs() < 1e-12);
        assert!(cone(f64::NAN, 1.0).outer_cone_angle > 0.0);
    }
}
