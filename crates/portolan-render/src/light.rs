//! What shines.

use std::collections::HashMap;
use std::ops::Range;

use portolan_scene::glam::{DMat3, DVec3};
use portolan_scene::{Attenuation, Light, LightKind, Reach};

use crate::Subject;
use crate::texture::Textures;
use crate::used::Used;
use crate::view::View;

/// Light to which it is shown as it is. Beyond it the picture is exposed for what is there.
const DAZZLING: f64 = 10.0;
/// Lamps that are looked at for every point of a picture, at most.
const MOST_LAMPS: usize = 256;

/// All lights of a scene.
#[derive(Clone, Default, Debug)]
pub(crate) struct Lights<'a> {
    /// The sum of all ambient lights.
    pub ambient: DVec3,
    pub lamps: Vec<Lamp<'a>>,
    /// Lamps that are too weak to be among those that count.
    pub weak: usize,
}

/// A light at a place of the world.
#[derive(Clone, Debug)]
pub(crate) struct Lamp<'a> {
    kind: LampKind,
    colour: DVec3,
    fading: Vec<Attenuation>,
    thrown: Option<Thrown<'a>>,
    /// What it adds from everywhere, faded like its colour.
    glow: DVec3,
    /// The places that it shines on; `None` is all.
    within: Option<Range<u32>>,
}

#[derive(Clone, Copy, Debug)]
enum LampKind {
    /// Towards the light.
    Directional(DVec3),
    Point {
        at: DVec3,
        /// Where its axis leads.
        along: DVec3,
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

/// A picture that a lamp throws.
#[derive(Clone, Debug)]
struct Thrown<'a> {
    picture: Used<'a>,
    right: DVec3,
    up: DVec3,
    /// From the middle to the edge, at distance 1.
    extent: f64,
}

impl<'a> Lights<'a> {
    /// Those of a stage; and whether the picture has to be exposed for them.
    pub fn new(subject: &Subject<'a>) -> (Lights<'a>, bool) {
        let mut lights = Lights::default();
        for (placed, at) in subject.stage.placed.iter().zip(0..) {
            let Some(node) = subject.scene.node(placed.node) else { continue };
            if !subject.pose.shown(at) {
                continue;
            }
            for id in &node.lights {
                let Some(light) = portolan_eval::light(subject.scene, *id, subject.overrides) else { continue };
                let world = subject.pose.world(at);
                let before = lights.lamps.len();
                lights.add(&light, world.w_axis.truncate(), DMat3::from_mat4(world), subject.textures);
                if let (Reach::Group, Some(group)) = (light.reach, placed.parent) {
                    let within = Some(group..subject.stage.end(group));
                    lights.lamps.iter_mut().skip(before).for_each(|l| l.within = within.clone());
                }
            }
        }
        lights.unite();
        lights.weak = lights.leave_strongest(subject);
        let exposed = lights.expose(subject);
        (lights, exposed)
    }

    /// Lamps of one kind at one place are one lamp with the sum of their light.
    fn unite(&mut self) {
        if self.lamps.len() <= MOST_LAMPS {
            return;
        }
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut united: Vec<Lamp<'a>> = Vec::new();
        for lamp in std::mem::take(&mut self.lamps) {
            let same = (lamp.thrown.is_none()).then(|| format!("{:?} {:?} {:?}", lamp.kind, lamp.fading, lamp.within));
            match same.as_ref().and_then(|same| known.get(same)).and_then(|at| united.get_mut(*at)) {
                Some(first) => {
                    first.colour += lamp.colour;
                    first.glow += lamp.glow;
                }
                None => {
                    known.extend(same.map(|same| (same, united.len())));
                    united.push(lamp);
                }
            }
        }
        self.lamps = united;
    }

    /// Leaves the lamps that shine most on the midst of everything, and tells how many are left out.
    fn leave_strongest(&mut self, subject: &Subject<'_>) -> usize {
        let many = self.lamps.len().saturating_sub(MOST_LAMPS);
        if many == 0 {
            return 0;
        }
        let around = portolan_eval::bounds(subject.scene, subject.stage, subject.pose, subject.overrides);
        let midst = around.map_or(DVec3::ZERO, |(least, most)| (least + most) / 2.0);
        let light = |lamp: &Lamp<'_>| lamp.shine(midst).map_or(0.0, |(_, c)| c.max_element());
        let mut order: Vec<(f64, usize)> = self.lamps.iter().map(light).zip(0..).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut stays = vec![false; self.lamps.len()];
        for (_, at) in order.iter().take(MOST_LAMPS) {
            stays.iter_mut().skip(*at).take(1).for_each(|s| *s = true);
        }
        let mut stays = stays.into_iter();
        self.lamps.retain(|_| stays.next().unwrap_or(false));
        many
    }

    /// These and others.
    pub fn with(mut self, others: Lights<'a>) -> Lights<'a> {
        self.ambient += others.ambient;
        self.lamps.extend(others.lamps);
        self
    }

    /// A white light that shines where the eye looks.
    pub fn headlight(view: &View) -> Lights<'a> {
        let kind = LampKind::Directional(-view.forward);
        let (fading, thrown) = (Vec::new(), None);
        let lamp = Lamp { kind, colour: DVec3::ONE, fading, thrown, glow: DVec3::ZERO, within: None };
        Lights { lamps: vec![lamp], ..Lights::default() }
    }

    /// Soft white light: most from above the eye on the left, some from the right and from the eye itself, so that no
    /// side that is seen is dark, and a little from everywhere.
    pub fn soft(view: &View) -> Lights<'a> {
        let back = -view.forward;
        let right = view.forward.cross(view.up);
        let above = (back + view.up * 0.7 - right * 0.4).normalize_or(back);
        let beside = (back * 0.6 + right).normalize_or(back);
        let lamp = |towards, share| Lamp {
            kind: LampKind::Directional(towards),
            colour: DVec3::splat(share),
            fading: Vec::new(),
            thrown: None,
            glow: DVec3::ZERO,
            within: None,
        };
        let lamps = vec![lamp(above, 0.6), lamp(beside, 0.3), lamp(back, 0.3)];
        Lights { ambient: DVec3::splat(0.1), lamps, ..Lights::default() }
    }

    /// The same, less bright.
    pub fn dimmed(mut self, share: f64) -> Lights<'a> {
        self.ambient *= share;
        self.lamps.iter_mut().for_each(|lamp| lamp.colour *= share);
        self
    }

    /// Adds a light at a place whose axes are these.
    pub fn add(&mut self, light: &Light, at: DVec3, axes: DMat3, textures: &'a dyn Textures) {
        let colour = DVec3::from_array(light.colour) * light.intensity;
        if !colour.is_finite() {
            return;
        }
        let along = (-axes.z_axis).normalize_or(DVec3::NEG_Z);
        let mut thrown = None;
        let kind = match light.kind {
            LightKind::Ambient => {
                self.ambient += colour;
                return;
            }
            LightKind::Directional => LampKind::Directional(-along),
            LightKind::Point { attenuation } => LampKind::Point { at, along, attenuation },
            LightKind::Spot { attenuation, angle, exponent } => {
                let half = (angle / 2.0).clamp(0.0, 180.0);
                let cosine = libm::cos(half.to_radians());
                thrown = light.projection.as_ref().map(|texture| Thrown {
                    picture: Used::new(texture, texture.image.and_then(|i| textures.texture(i)), None),
                    right: axes.x_axis.normalize_or(DVec3::X),
                    up: axes.y_axis.normalize_or(DVec3::Y),
                    // A cone of half the space or more has no edge; its picture is as large as that of a right angle.
                    extent: if half < 89.0 { libm::tan(half.to_radians()).max(1e-6) } else { 1.0 },
                });
                LampKind::Spot { at, along, attenuation, cosine, exponent }
            }
        };
        let fading = if kind.is_near() { light.attenuations.clone() } else { Vec::new() };
        let glow = DVec3::from_array(light.colour) * light.ambient;
        let glow = if glow.is_finite() { glow } else { DVec3::ZERO };
        self.lamps.push(Lamp { kind, colour, fading, thrown, glow, within: None });
    }

    /// Divides all light by what arrives at the middle one, by brightness, of those corners of the box around everything
    /// that are lit, if that is far more than can be shown: lux of the sun, or watts that an exporter wrote as a colour.
    fn expose(&mut self, subject: &Subject<'_>) -> bool {
        let sum = |lamps: &[Lamp<'_>], strength: &dyn Fn(&Lamp<'_>) -> DVec3| {
            lamps.iter().map(strength).sum::<DVec3>().max_element()
        };
        // Most light is not amplified on its way, so that most scenes need no look at their shapes.
        if self.lamps.iter().all(Lamp::only_fades) && sum(&self.lamps, &|l| l.colour) <= DAZZLING {
            return false;
        }
        let around = portolan_eval::bounds(subject.scene, subject.stage, subject.pose, subject.overrides);
        let Some((least, most)) = around else { return false };
        let arrives = |place: DVec3| sum(&self.lamps, &|l| l.shine(place).map_or(DVec3::ZERO, |(_, c)| c));
        let corner = |i: u32| {
            let side = |bit: u32, a: f64, b: f64| if i >> bit & 1 == 0 { a } else { b };
            DVec3::new(side(0, least.x, most.x), side(1, least.y, most.y), side(2, least.z, most.z))
        };
        let mut lit: Vec<f64> = (0..8).map(corner).map(arrives).filter(|light| *light > 0.0).collect();
        lit.sort_by(f64::total_cmp);
        // A lamp that happens to stand near one corner does not darken the others.
        let usual = lit.get(lit.len().saturating_sub(1) / 2).copied().unwrap_or(0.0);
        if !usual.is_finite() || usual <= DAZZLING {
            return false;
        }
        for lamp in &mut self.lamps {
            lamp.colour /= usual;
            lamp.glow /= usual;
        }
        true
    }
}

impl LampKind {
    /// Does it shine from a place that is not infinitely far?
    fn is_near(&self) -> bool {
        !matches!(self, LampKind::Directional(_))
    }
}

impl Lamp<'_> {
    /// The direction towards the light from a point, of length 1, and the colour that arrives; `None` if none does.
    pub fn shine(&self, point: DVec3) -> Option<(DVec3, DVec3)> {
        self.arrives(point).map(|(towards, factor)| (towards, self.colour * factor))
    }

    /// The same, and what arrives from everywhere.
    pub fn shine_and_glow(&self, point: DVec3) -> Option<(DVec3, DVec3, DVec3)> {
        self.arrives(point).map(|(towards, factor)| (towards, self.colour * factor, self.glow * factor))
    }

    /// The direction towards the light from a point, and how much of each colour arrives.
    fn arrives(&self, point: DVec3) -> Option<(DVec3, DVec3)> {
        match self.kind {
            LampKind::Directional(towards) => Some((towards, DVec3::ONE)),
            LampKind::Point { at, along, attenuation } => {
                let (towards, factor) = from_point(at, attenuation, point)?;
                let faded = self.faded(at.distance(point), -towards.dot(along));
                Some((towards, DVec3::splat(factor * faded)))
            }
            LampKind::Spot { at, along, attenuation, cosine, exponent } => {
                let (towards, factor) = from_point(at, attenuation, point)?;
                let to_axis = -towards.dot(along);
                // Rounding must not darken the edge of the half space.
                if to_axis < cosine - 1e-12 {
                    return None;
                }
                let faded = self.faded(at.distance(point), to_axis);
                let picture = self.thrown.as_ref().map_or(DVec3::ONE, |t| t.colour(-towards, to_axis));
                Some((towards, picture * (factor * power(to_axis, exponent) * faded)))
            }
        }
    }

    /// Does it shine on what is at a place of the stage?
    #[inline]
    pub fn reaches(&self, place: u32) -> bool {
        self.within.as_ref().is_none_or(|within| within.contains(&place))
    }

    /// Is it never brighter than its colour?
    fn only_fades(&self) -> bool {
        match self.kind {
            LampKind::Directional(_) => true,
            LampKind::Point { attenuation: [c, l, q], .. } => c >= 1.0 && l >= 0.0 && q >= 0.0,
            LampKind::Spot { attenuation: [c, l, q], exponent, .. } => {
                c >= 1.0 && l >= 0.0 && q >= 0.0 && exponent >= 0.0
            }
        }
    }

    /// What functions of the document leave of the light.
    fn faded(&self, distance: f64, cosine: f64) -> f64 {
        if self.fading.is_empty() {
            return 1.0;
        }
        let angle = libm::acos(cosine.clamp(-1.0, 1.0));
        self.fading.iter().fold(1.0, |product, a| product * a.of(distance, angle))
    }
}

impl Thrown<'_> {
    /// The colour of the picture in a direction, which has a cosine to the axis.
    fn colour(&self, direction: DVec3, cosine: f64) -> DVec3 {
        let far = cosine.max(1e-9) * self.extent;
        let place = |axis: DVec3| 0.5 + 0.5 * direction.dot(axis) / far;
        let [r, g, b, _] = self.picture.whole([place(self.right), place(self.up)]);
        DVec3::new(r, g, b)
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
    use portolan_scene::{AttenuationInput, Fading, Filter, ImageId, Meta, Sampler, TextureUse};

    use super::*;
    use crate::Texture;

    fn lamp(kind: LightKind, intensity: f64) -> Lamp<'static> {
        of(&Light::new(Meta::default(), kind, [1.0, 0.5, 0.0], intensity))
    }

    fn of(light: &Light) -> Lamp<'static> {
        let mut lights = Lights::default();
        lights.add(light, DVec3::ZERO, DMat3::IDENTITY, &());
        lights.lamps.remove(0)
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
    fn functions_of_distance_and_angle_are_factors() {
        let kind = LightKind::Spot { attenuation: [1.0, 0.0, 0.0], angle: 120.0, exponent: 0.0 };
        let mut light = Light::new(Meta::default(), kind, [1.0; 3], 4.0);
        light.attenuations = vec![
            // 4 / d² at 4: a quarter.
            Attenuation {
                input: AttenuationInput::Distance,
                curve: Fading::InverseSquare { scale: 2.0, offset: 0.0, constant: 0.0, linear: 0.0, quadratic: 1.0 },
                power: 1.0,
            },
            // At 30 degrees half of it, squared.
            Attenuation { input: AttenuationInput::Angle, curve: Fading::Linear { begin: 0.0, end: 60.0 }, power: 2.0 },
        ];
        let point = DVec3::new(0.5, 0.0, -(0.75f64.sqrt())) * 4.0;
        let (_, colour) = of(&light).shine(point).unwrap();
        assert!((colour.x - 0.25).abs() < 1e-9, "{colour}");
        // Light from infinitely far has no distance.
        light.kind = LightKind::Directional;
        assert_eq!(of(&light).shine(point).unwrap().1.x, 4.0);
    }

    #[test]
    fn a_spot_throws_its_picture_upright() {
        let kind = LightKind::Spot { attenuation: [1.0, 0.0, 0.0], angle: 90.0, exponent: 0.0 };
        let mut light = Light::new(Meta::default(), kind, [1.0; 3], 1.0);
        let nearest = Sampler { magnify: Filter::Nearest, ..Sampler::default() };
        light.projection = Some(Box::new(TextureUse::new(Some(ImageId(0)), nearest, "")));
        // Red, green above blue, white.
        let rgba = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]].concat();
        let textures = vec![Texture::new(2, 2, rgba)];
        let mut lights = Lights::default();
        lights.add(&light, DVec3::ZERO, DMat3::IDENTITY, &textures);
        let seen = |x: f64, y: f64| lights.lamps[0].shine(DVec3::new(x, y, -1.0) * 3.0).map(|(_, c)| c.to_array());
        assert_eq!(seen(-0.5, 0.5), Some([1.0, 0.0, 0.0]));
        assert_eq!(seen(0.5, 0.5), Some([0.0, 1.0, 0.0]));
        assert_eq!(seen(-0.5, -0.5), Some([0.0, 0.0, 1.0]));
        assert_eq!(seen(0.5, -0.5), Some([1.0, 1.0, 1.0]));
        assert_eq!(seen(0.9, 0.9), None);
    }

    #[test]
    fn powers_have_no_surprises() {
        assert_eq!(power(0.0, 0.0), 1.0);
        assert_eq!(power(-1.0, 3.0), 0.0);
        assert_eq!(power(0.5, 2.0), 0.25);
        assert!(power(1e-300, -5.0).is_finite());
    }
}
