//! Cameras and lights.

use portolan_eval::{camera as posed_camera, light as posed_light};
use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{AttenuationInput, Camera, CameraId, Fading, Light, LightId, LightKind, Meta, Origin, Projection};

use crate::join::join;
use crate::places::Places;
use crate::side::{Near, Side};
use crate::surface::Found;
use crate::words::{label, short};
use crate::{Kind, Options};

/// Cameras and lights that belong together, each with its place, and what has no counterpart.
pub(crate) struct Optics {
    cameras: Vec<((u32, CameraId), (u32, CameraId))>,
    lights: Vec<((u32, LightId), (u32, LightId))>,
    alone: Vec<(Kind, String, &'static str)>,
}

impl Optics {
    pub fn new(a: &Side<'_>, b: &Side<'_>, places: &Places, options: &Options) -> Optics {
        let mut alone = Vec::new();
        let camera = |side: &Side<'_>, id: CameraId| {
            side.scene.camera(id).map_or_else(|| "?".to_owned(), |c| label(&c.meta).to_owned())
        };
        let (own, others) = (cameras(a), cameras(b));
        let cameras = together(&own, &others, places, &|id| camera(a, id), &|id| camera(b, id), &mut |name, word| {
            alone.push((Kind::Camera, format!("camera `{name}`"), word));
        });
        let light = |side: &Side<'_>, id: LightId| {
            side.scene.light(id).map_or_else(|| "?".to_owned(), |l| label(&l.meta).to_owned())
        };
        let (own, others) = (lights(a, options.details), lights(b, options.details));
        let lights = together(&own, &others, places, &|id| light(a, id), &|id| light(b, id), &mut |name, word| {
            alone.push((Kind::Light, format!("light `{name}`"), word));
        });
        Optics { cameras, lights, alone }
    }

    pub fn count(&self) -> usize {
        self.cameras.len() + self.lights.len()
    }

    /// What only one of the scenes has.
    pub fn alone(&self) -> Vec<Found> {
        let one = |(kind, place, what): &(Kind, String, &str)| Found {
            kind: *kind,
            place: place.clone(),
            what: (*what).to_owned(),
            amount: None,
            minor: false,
            origins: [None; 2],
        };
        self.alone.iter().map(one).collect()
    }

    /// Compares what belongs together, as both scenes are posed now.
    pub fn compare(&self, a: &Side<'_>, b: &Side<'_>, near: &Near, options: &Options) -> Vec<Found> {
        let mut all = Differing { list: Vec::new(), tolerance: options.tolerance, origins: [None; 2] };
        for ((at, own), (there, other)) in &self.cameras {
            let both = posed_camera(a.scene, *own, &a.overrides).zip(posed_camera(b.scene, *other, &b.overrides));
            let Some((own, other)) = both else { continue };
            let place = place("camera", &own.meta);
            all.origins = [Some(own.meta.origin), Some(other.meta.origin)];
            stands(&mut all, Kind::Camera, &place, (a.world(*at), b.fixed(*there)), near, [true, true, true]);
            if is_perspective(&own) != is_perspective(&other) {
                let word = |c: &Camera| if is_perspective(c) { "perspective" } else { "none" };
                all.tell(
                    Kind::Camera,
                    &place,
                    format!("its projection differs: {} vs {}", word(&own), word(&other)),
                    None,
                );
                continue;
            }
            let mut seen = false;
            for ((word, p), (_, q)) in view(&own, a).into_iter().zip(view(&other, b)) {
                // What differs in a square picture differs in a wide one as well.
                if !(seen && word.ends_with("wide image")) {
                    seen |= all.differ(Kind::Camera, &place, word, p, q);
                }
            }
        }
        for ((at, own), (there, other)) in &self.lights {
            let both = posed_light(a.scene, *own, &a.overrides).zip(posed_light(b.scene, *other, &b.overrides));
            let Some((own, other)) = both else { continue };
            let place = place("light", &own.meta);
            all.origins = [Some(own.meta.origin), Some(other.meta.origin)];
            if kind(&own) != kind(&other) {
                all.tell(Kind::Light, &place, format!("its type differs: {} vs {}", kind(&own), kind(&other)), None);
                continue;
            }
            let matters = match own.kind {
                LightKind::Ambient => [false; 3],
                LightKind::Directional => [false, true, false],
                LightKind::Point { .. } => [true, false, false],
                LightKind::Spot { .. } => [true, true, false],
            };
            stands(&mut all, Kind::Light, &place, (a.world(*at), b.fixed(*there)), near, matters);
            for (word, (p, q)) in ["red", "green", "blue"].into_iter().zip(shine(&own).into_iter().zip(shine(&other))) {
                all.differ(Kind::Light, &place, word, p, q);
            }
            fading(&mut all, &place, (a, &own), (b, &other));
        }
        all.list
    }
}

/// Compares shares of light at some distances and angles, and where the functions of either light begin, are half done
/// and end. Nearer than the first of the usual metres lights may be limited, and nobody stands in a lamp.
fn fading(all: &mut Differing, place: &str, (a, own): (&Side<'_>, &Light), (b, other): (&Side<'_>, &Light)) {
    let mut metres = vec![1.0, 3.0, 10.0];
    let mut angles = vec![0.0f64, 5.0, 17.0, 29.0, 44.0, 61.0, 89.0];
    for (side, light) in [(a, own), (b, other)] {
        let unit = side.to_si.x_axis.length();
        for attenuation in &light.attenuations {
            let turns = turns(&attenuation.curve);
            match attenuation.input {
                AttenuationInput::Distance => metres.extend(turns.map(|t| t * unit)),
                AttenuationInput::Angle => angles.extend(turns),
                AttenuationInput::CosAngle => angles.extend(turns.map(|t| libm::acos(t.clamp(-1.0, 1.0)).to_degrees())),
            }
        }
        if let LightKind::Spot { angle, .. } = light.kind {
            angles.extend([0.24, 0.49, 0.51].map(|share| angle * share));
        }
    }
    metres.retain(|m| m.is_finite() && *m > 0.0);
    angles.retain(|angle| (0.0..=180.0).contains(angle));
    for metre in metres {
        for angle in angles.iter().copied() {
            let at = |light: &Light, side: &Side<'_>| {
                // The unit that counts is the one the scene is looked at with.
                let metres = side.to_si.x_axis.length();
                light.attenuation(metre / metres, angle.to_radians()).min(1.0)
            };
            let word = format!("its attenuation at {} m and {}°", short(metre), short(angle));
            if all.differ(Kind::Light, place, &word, at(own, a), at(other, b)) {
                return;
            }
        }
    }
}

/// Just inside and outside of where a function begins and ends, and between; one scale and some.
fn turns(curve: &Fading) -> [f64; 7] {
    match *curve {
        Fading::Linear { begin, end } | Fading::Smooth { begin, end } => {
            [-0.01, 0.01, 0.25, 0.5, 0.75, 0.99, 1.01].map(|share| begin + (end - begin) * share)
        }
        Fading::Inverse { scale, .. } | Fading::InverseSquare { scale, .. } => {
            [0.1, 0.5, 1.0, 1.5, 2.0, 5.0, 10.0].map(|times| scale * times)
        }
    }
}

struct Differing {
    list: Vec<Found>,
    tolerance: f64,
    /// Where the two that are compared were written.
    origins: [Option<Origin>; 2],
}

impl Differing {
    fn tell(&mut self, kind: Kind, place: &str, what: String, amount: Option<f64>) {
        self.list.push(Found { kind, place: place.to_owned(), what, amount, minor: false, origins: self.origins });
    }

    fn differ(&mut self, kind: Kind, place: &str, word: &str, p: f64, q: f64) -> bool {
        let off = (p - q).abs() / p.abs().max(1.0);
        let differs = off > self.tolerance;
        if differs {
            self.tell(kind, place, format!("{word} differs: {} vs {}", short(p), short(q)), Some(off));
        }
        differs
    }
}

/// Compares where something stands, where it looks, and where its up is.
fn stands(all: &mut Differing, kind: Kind, place: &str, (p, q): (DMat4, DMat4), near: &Near, matters: [bool; 3]) {
    let (x, y) = (p.w_axis.truncate(), q.w_axis.truncate());
    let [position, direction, up] = matters;
    if position && !near.same(x, y) {
        all.tell(kind, place, format!("its position differs by {} m", short((x - y).length())), Some((x - y).length()));
    }
    for (matters, axis, word) in [(direction, DVec3::NEG_Z, "its direction"), (up, DVec3::Y, "its up vector")] {
        let towards = |m: DMat4| m.transform_vector3(axis).try_normalize();
        if let Some((x, y)) = towards(p).zip(towards(q)).filter(|_| matters) {
            let apart = (x - y).length();
            if apart > all.tolerance * 10.0 {
                all.tell(kind, place, format!("{word} differs by {}", short(apart)), Some(apart));
            }
        }
    }
}

/// Joins by place, then by name, then in order.
#[allow(clippy::type_complexity, reason = "pairs of things at places")]
fn together<T: Copy>(
    own: &[(u32, T)],
    others: &[(u32, T)],
    places: &Places,
    name: &dyn Fn(T) -> String,
    other_name: &dyn Fn(T) -> String,
    alone: &mut dyn FnMut(String, &'static str),
) -> Vec<((u32, T), (u32, T))> {
    let mut free: Vec<(u32, T)> = others.to_vec();
    let mut left: Vec<(u32, T)> = own.to_vec();
    let mut pairs = Vec::new();
    let at_one_place = |p: &(u32, T), q: &(u32, T)| places.there.get(p.0 as usize).copied().flatten() == Some(q.0);
    let alike = |p: &(u32, T), q: &(u32, T)| name(p.1) == other_name(q.1);
    // So many would be asked for their names all day.
    if own.len().saturating_mul(others.len()) < 1 << 20 {
        join(&mut left, &mut free, &mut pairs, |p, q| at_one_place(p, q) && alike(p, q));
        join(&mut left, &mut free, &mut pairs, at_one_place);
        join(&mut left, &mut free, &mut pairs, alike);
    }
    join(&mut left, &mut free, &mut pairs, |_, _| true);
    left.iter().for_each(|(_, one)| alone(name(*one), "it is missing"));
    free.iter().for_each(|(_, other)| alone(other_name(*other), "it is new"));
    pairs
}

fn cameras(side: &Side<'_>) -> Vec<(u32, CameraId)> {
    let nodes = (0u32..).zip(&side.stage.placed).filter_map(|(at, p)| Some((at, side.scene.node(p.node)?)));
    nodes.flat_map(|(at, n)| n.cameras.iter().map(move |id| (at, *id))).collect()
}

fn lights(side: &Side<'_>, ambient: bool) -> Vec<(u32, LightId)> {
    let nodes = (0u32..).zip(&side.stage.placed).filter_map(|(at, p)| Some((at, side.scene.node(p.node)?)));
    let all = nodes.flat_map(|(at, n)| n.lights.iter().map(move |id| (at, *id)));
    all.filter(|(_, id)| side.scene.light(*id).is_some_and(|l| ambient || l.kind != LightKind::Ambient)).collect()
}

fn place(word: &str, meta: &Meta) -> String {
    format!("{word} `{}`", label(meta))
}

fn is_perspective(camera: &Camera) -> bool {
    matches!(camera.projection, Projection::Perspective { .. })
}

/// Angles or extents and planes of a camera.
fn view(camera: &Camera, side: &Side<'_>) -> Vec<(&'static str, f64)> {
    let metres = side.to_si.x_axis.length();
    let (square, wide) = (camera.projection.extents(1.0), camera.projection.extents(1.6));
    let scale = if is_perspective(camera) { 1.0 } else { metres };
    vec![
        ("its horizontal extent", square.0 * scale),
        ("its vertical extent", square.1 * scale),
        ("its horizontal extent in a wide image", wide.0 * scale),
        ("its vertical extent in a wide image", wide.1 * scale),
        ("its near plane", camera.near * metres),
        ("its far plane", camera.far * metres),
    ]
}

fn kind(light: &Light) -> &'static str {
    match light.kind {
        LightKind::Ambient => "everywhere",
        LightKind::Directional => "infinite",
        LightKind::Point { .. } => "a point",
        LightKind::Spot { .. } => "a spot",
    }
}

fn shine(light: &Light) -> [f64; 3] {
    light.colour.map(|c| c * light.intensity)
}
