//! Cameras, lights and materials that change, through `KHR_animation_pointer`.

use std::collections::BTreeMap;

use portolan_eval::Overrides;
use portolan_eval::drive::{Moment, Wire};
use portolan_eval::track::{Keeps, Rows, Track};
use portolan_scene::{CameraId, ColourSlot, Fate, LightId, MaterialId, ScalarSlot, Scene, Shading, Target};
use serde_json::json;

use super::Scheme;
use crate::SAMPLED;
use crate::json::{ChannelTarget, Extensions};
use crate::lit::Surroundings;
use crate::material::numbers;
use crate::optics::{camera_in_metres, light_in_metres};
use crate::writer::Writer;

/// Something with numbers that change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Object {
    Camera(CameraId),
    Light(LightId),
    Material(MaterialId),
}

/// Where a number of an object is in the file, and how many there are.
type Property = (&'static str, usize);

const PERSPECTIVE: &[Property] =
    &[("perspective/yfov", 1), ("perspective/aspectRatio", 1), ("perspective/znear", 1), ("perspective/zfar", 1)];
const ORTHOGRAPHIC: &[Property] =
    &[("orthographic/xmag", 1), ("orthographic/ymag", 1), ("orthographic/znear", 1), ("orthographic/zfar", 1)];
const LIGHT: &[Property] = &[("color", 3), ("intensity", 1), ("spot/innerConeAngle", 1), ("spot/outerConeAngle", 1)];
const MATERIAL: &[Property] =
    &[("pbrMetallicRoughness/baseColorFactor", 4), ("emissiveFactor", 3), ("pbrMetallicRoughness/roughnessFactor", 1)];

impl Object {
    fn of(target: &Target) -> Option<Object> {
        match *target {
            Target::Camera { camera, .. } => Some(Object::Camera(camera)),
            Target::Light { light, .. } => Some(Object::Light(light)),
            Target::Colour { material, .. } | Target::Scalar { material, .. } => Some(Object::Material(material)),
            _ => None,
        }
    }

    fn properties(self, scene: &Scene) -> &'static [Property] {
        match self {
            Object::Camera(id) => match scene.camera(id).map(|c| c.projection) {
                Some(portolan_scene::Projection::Orthographic { .. }) => ORTHOGRAPHIC,
                _ => PERSPECTIVE,
            },
            Object::Light(_) => LIGHT,
            Object::Material(_) => MATERIAL,
        }
    }

    /// All numbers with what is set; those that the file does not have are not a number.
    fn numbers(self, scene: &Scene, overrides: &Overrides, lamps: &Surroundings) -> Vec<f64> {
        let metres = scene.space.metres;
        let none = f64::NAN;
        match self {
            Object::Camera(id) => {
                let Some(camera) = portolan_eval::camera(scene, id, overrides) else { return vec![] };
                let (written, _) = camera_in_metres(&camera, metres);
                match (written.perspective, written.orthographic) {
                    (Some(p), _) => vec![p.yfov, p.aspect_ratio.unwrap_or(none), p.znear, p.zfar.unwrap_or(none)],
                    (_, Some(o)) => vec![o.xmag, o.ymag, o.znear, o.zfar],
                    _ => vec![],
                }
            }
            Object::Light(id) => {
                let light = portolan_eval::light(scene, id, overrides);
                let lamp = light.and_then(|l| light_in_metres(&l, metres, lamps.of_light(id)));
                let Some(light) = lamp.map(|lamp| lamp.light) else { return vec![] };
                let [r, g, b] = light.color;
                let cone = light.spot.map_or((none, none), |s| (s.inner_cone_angle, s.outer_cone_angle));
                vec![r, g, b, light.intensity, cone.0, cone.1]
            }
            Object::Material(id) => {
                portolan_eval::material(scene, id, overrides).map_or(vec![], |m| numbers(&m).to_vec())
            }
        }
    }
}

impl<'a> Writer<'a> {
    /// Writes what drives cameras, lights and materials.
    pub(super) fn move_objects(&mut self, scheme: &mut Scheme, driven: Vec<Wire<'a>>) {
        let mut objects: BTreeMap<Object, Vec<Wire<'a>>> = BTreeMap::new();
        for wire in driven {
            match Object::of(wire.target).filter(|_| self.can_follow(wire.target)) {
                Some(object) => objects.entry(object).or_default().push(wire),
                None => self.not_animatable(wire.origin, what(wire.target)),
            }
        }
        for (object, wires) in objects {
            self.move_object(scheme, object, &wires);
        }
    }

    /// Does glTF have the number, or one that follows from it?
    fn can_follow(&self, target: &Target) -> bool {
        match target {
            Target::Camera { .. } | Target::Light { .. } => true,
            Target::Colour { material, slot, .. } => {
                let constant = self.scene.material(*material).is_some_and(|m| m.shading == Shading::Constant);
                match slot {
                    ColourSlot::Emission => true,
                    ColourSlot::Diffuse => !constant,
                    ColourSlot::Transparent => self
                        .scene
                        .material(*material)
                        .is_some_and(|m| m.transparent.as_ref().is_none_or(|t| t.texture.is_none())),
                    _ => false,
                }
            }
            Target::Scalar { slot, .. } => matches!(slot, ScalarSlot::Transparency | ScalarSlot::Shininess),
            _ => false,
        }
    }

    /// The places of an object in the file.
    fn pointers(&self, object: Object) -> Vec<String> {
        match object {
            Object::Camera(id) => {
                self.cameras.get(&id).copied().flatten().map(|i| format!("/cameras/{i}")).into_iter().collect()
            }
            Object::Light(id) => {
                let place = |i| format!("/extensions/KHR_lights_punctual/lights/{i}");
                self.lights.get(&id).copied().flatten().map(place).into_iter().collect()
            }
            Object::Material(id) => {
                let mine = self.materials.iter().filter(|(w, _)| w.material == id);
                mine.map(|(_, i)| format!("/materials/{i}")).collect()
            }
        }
    }

    /// What becomes transparent at any time has to be blended always.
    fn blend(&mut self, object: Object) {
        let Object::Material(id) = object else { return };
        for (_, index) in self.materials.iter().filter(|(w, _)| w.material == id) {
            if let Some(material) = self.root.materials.get_mut(*index as usize) {
                material.alpha_mode = Some("BLEND");
            }
        }
    }

    fn move_object(&mut self, scheme: &mut Scheme, object: Object, wires: &[Wire<'a>]) {
        let places = self.pointers(object);
        if places.is_empty() {
            return;
        }
        let scene = self.scene;
        let lamps = self.surroundings.clone();
        let rest = object.numbers(scene, &Overrides::default(), &lamps);
        let mut first = 0;
        for (suffix, width) in object.properties(scene) {
            let range = first..first + width;
            first += width;
            let Some(usual) = rest.get(range.clone()).filter(|r| r.iter().all(|x| x.is_finite())) else { continue };
            let mut f = |moment: Moment, out: &mut [f64]| {
                let mut overrides = Overrides::default();
                if let Moment::At(t) = moment {
                    wires.iter().for_each(|wire| wire.apply(t, &mut overrides));
                }
                let now = object.numbers(scene, &overrides, &lamps);
                for (to, from) in out.iter_mut().zip(now.get(range.clone()).unwrap_or(usual)) {
                    *to = if from.is_finite() { *from } else { 0.0 };
                }
            };
            // What stays in steps is exact; the rest is as straight as it turns out to be.
            let wanted = scheme.sampling.wanted(Rows::Numbers(*width), scheme.sampling.share, Keeps::STEPS);
            let track = Track::new(wires, &wanted, &mut f);
            if track.is_always(usual, 1e-12) {
                continue;
            }
            if track.sampled {
                let message = format!("the animation of `{suffix}` was sampled");
                self.losses.push(&SAMPLED, Fate::Baked, scheme.origin, message);
            }
            if *width == 4 && track.values.chunks(4).any(|row| row.get(3).is_some_and(|alpha| *alpha < 1.0)) {
                self.blend(object);
            }
            self.extension("KHR_animation_pointer");
            let target = |place: &String| {
                let pointer = json!({ "pointer": format!("{place}/{suffix}") });
                let mut extensions = Extensions::default();
                extensions.insert("KHR_animation_pointer", pointer);
                ChannelTarget { node: None, path: "pointer", extensions }
            };
            let kind = match width {
                1 => "SCALAR",
                3 => "VEC3",
                _ => "VEC4",
            };
            self.put_track(scheme, track, kind, places.iter().map(target).collect());
        }
    }
}

fn what(target: &Target) -> &'static str {
    match target {
        Target::Texture { .. } | Target::TextureStep { .. } => "the transform of a texture",
        Target::Colour { .. } => "this colour of a material",
        Target::Scalar { .. } => "this number of a material",
        _ => "this value",
    }
}
