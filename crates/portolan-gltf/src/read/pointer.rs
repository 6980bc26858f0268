//! What `KHR_animation_pointer` leads to, beside nodes.

use portolan_scene::{
    CameraField, CameraId, ColourSlot, LightField, LightId, LightKind, MaterialId, Part, Projection, ScalarSlot,
    Shading, Target,
};

use super::Reader;

/// What a pointer leads to.
pub(super) struct Goal {
    /// Numbers at each key.
    pub width: usize,
    /// The first of them that is used, what it drives, and a factor.
    pub targets: Vec<(u32, Target, f64)>,
}

const DEGREES: f64 = 180.0 / std::f64::consts::PI;

impl Reader<'_> {
    /// What a pointer drives in the scene; `None` if a scene cannot move it.
    pub fn goal(&self, pointer: &str) -> Option<Goal> {
        let split = |rest: &str| {
            let (number, property) = rest.split_once('/')?;
            Some((number.parse::<usize>().ok()?, property.to_owned()))
        };
        if let Some(rest) = pointer.strip_prefix("/cameras/") {
            let (number, property) = split(rest)?;
            return self.camera_goal((*self.cameras.get(number)?)?, &property);
        }
        if let Some(rest) = pointer.strip_prefix("/extensions/KHR_lights_punctual/lights/") {
            let (number, property) = split(rest)?;
            return self.light_goal((*self.lights.get(number)?)?, &property);
        }
        let (number, property) = split(pointer.strip_prefix("/materials/")?)?;
        self.material_goal(*self.materials.get(number)?, &property)
    }

    fn camera_goal(&self, camera: CameraId, property: &str) -> Option<Goal> {
        let perspective = matches!(self.scene.camera(camera)?.projection, Projection::Perspective { .. });
        let (field, factor) = match (perspective, property) {
            (true, "perspective/yfov") => (CameraField::Y, DEGREES),
            (true, "perspective/aspectRatio") => (CameraField::Aspect, 1.0),
            (true, "perspective/znear") | (false, "orthographic/znear") => (CameraField::Near, 1.0),
            (true, "perspective/zfar") | (false, "orthographic/zfar") => (CameraField::Far, 1.0),
            (false, "orthographic/xmag") => (CameraField::X, 1.0),
            (false, "orthographic/ymag") => (CameraField::Y, 1.0),
            _ => return None,
        };
        Some(Goal { width: 1, targets: vec![(0, Target::Camera { camera, field }, factor)] })
    }

    fn light_goal(&self, light: LightId, property: &str) -> Option<Goal> {
        let spot = matches!(self.scene.light(light)?.kind, LightKind::Spot { .. });
        let (field, width, factor) = match property {
            "color" => (LightField::Colour, 3, 1.0),
            "intensity" => (LightField::Intensity, 1, 1.0),
            "spot/outerConeAngle" if spot => (LightField::Angle, 1, 2.0 * DEGREES),
            _ => return None,
        };
        let part = if width == 1 { Part::At(0) } else { Part::All };
        Some(Goal { width, targets: vec![(0, Target::Light { light, field, part }, factor)] })
    }

    fn material_goal(&self, material: MaterialId, property: &str) -> Option<Goal> {
        let surface = self.scene.material(material)?;
        let unlit = surface.shading == Shading::Constant;
        let colour = |slot: ColourSlot| {
            let one = move |i: u32| (i, Target::Colour { material, slot, part: Part::At(i) }, 1.0);
            (0..3).map(one).collect::<Vec<_>>()
        };
        match property {
            "pbrMetallicRoughness/baseColorFactor" => {
                let mut targets = colour(if unlit { ColourSlot::Emission } else { ColourSlot::Diffuse });
                if surface.transparency.is_some() {
                    targets.push((3, Target::Scalar { material, slot: ScalarSlot::Transparency }, 1.0));
                }
                Some(Goal { width: 4, targets })
            }
            "emissiveFactor" if !unlit => Some(Goal { width: 3, targets: colour(ColourSlot::Emission) }),
            "extensions/KHR_materials_ior/ior" => {
                let target = Target::Scalar { material, slot: ScalarSlot::Refraction };
                Some(Goal { width: 1, targets: vec![(0, target, 1.0)] })
            }
            _ => None,
        }
    }
}
