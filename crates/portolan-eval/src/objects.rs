//! Cameras, lights and materials with what is set.

use std::borrow::Cow;

use portolan_scene::{
    Camera, CameraField, CameraId, Colour, Light, LightField, LightId, LightKind, Material, MaterialId, Projection,
    Scalar, Scene, TextureField, TextureOwner, TextureSlot, TextureUse, UvTransform,
};

use crate::Overrides;

/// A camera with what is set.
pub fn camera<'a>(scene: &'a Scene, id: CameraId, overrides: &Overrides) -> Option<Cow<'a, Camera>> {
    let mut camera = Cow::Borrowed(scene.camera(id)?);
    for (field, value) in overrides.of_camera(id) {
        let camera = camera.to_mut();
        let (x, y, aspect) = match &mut camera.projection {
            Projection::Perspective { x, y, aspect } | Projection::Orthographic { x, y, aspect } => (x, y, aspect),
        };
        match field {
            CameraField::X => *x = Some(value),
            CameraField::Y => *y = Some(value),
            CameraField::Aspect => *aspect = Some(value),
            CameraField::Near => camera.near = value,
            CameraField::Far => camera.far = value,
        }
    }
    Some(camera)
}

/// A light with what is set. What its kind does not have stays unset.
pub fn light<'a>(scene: &'a Scene, id: LightId, overrides: &Overrides) -> Option<Cow<'a, Light>> {
    let mut light = Cow::Borrowed(scene.light(id)?);
    for (field, place, value) in overrides.of_light(id) {
        let light = light.to_mut();
        let (attenuation, cone) = match &mut light.kind {
            LightKind::Ambient | LightKind::Directional => (None, None),
            LightKind::Point { attenuation } => (Some(attenuation), None),
            LightKind::Spot { attenuation, angle, exponent } => (Some(attenuation), Some((angle, exponent))),
        };
        let slot = match field {
            LightField::Colour => light.colour.get_mut(place as usize),
            LightField::Intensity => Some(&mut light.intensity),
            LightField::Constant => attenuation.map(|[c, _, _]| c),
            LightField::Linear => attenuation.map(|[_, l, _]| l),
            LightField::Quadratic => attenuation.map(|[_, _, q]| q),
            LightField::Angle => cone.map(|(angle, _)| angle),
            LightField::Exponent => cone.map(|(_, exponent)| exponent),
        };
        if let Some(slot) = slot {
            *slot = value;
        }
    }
    for (_, step, place, value) in overrides.texture_steps(TextureOwner::Light(id)) {
        set_step(light.to_mut().projection.as_deref_mut(), step, place, value);
    }
    Some(light)
}

/// A material with what is set. A colour that was not written begins as opaque black.
pub fn material<'a>(scene: &'a Scene, id: MaterialId, overrides: &Overrides) -> Option<Cow<'a, Material>> {
    let mut material = Cow::Borrowed(scene.material(id)?);
    for (slot, place, value) in overrides.colours(id) {
        let black = || Colour { value: [0.0, 0.0, 0.0, 1.0], texture: None };
        let colour = material.to_mut().colour_mut(slot).get_or_insert_with(black);
        if let Some(component) = colour.value.get_mut(place as usize) {
            *component = value;
        }
    }
    for (slot, value) in overrides.scalars(id) {
        *material.to_mut().scalar_mut(slot) = Some(Scalar(value));
    }
    for (slot, field, value) in overrides.textures(id) {
        let material = material.to_mut();
        let Some(texture) = material.texture_mut(slot) else { continue };
        let placement = texture.transform.get_or_insert(UvTransform::IDENTITY);
        match field {
            TextureField::OffsetU => placement.offset[0] = value,
            TextureField::OffsetV => placement.offset[1] = value,
            TextureField::Rotation => placement.rotation = value,
            TextureField::RepeatU => placement.repeat[0] = value,
            TextureField::RepeatV => placement.repeat[1] = value,
        }
    }
    for (owner, step, place, value) in overrides.texture_steps(first_texture(id)) {
        let TextureOwner::Material { slot, .. } = owner else { continue };
        set_step(material.to_mut().texture_mut(slot), step, place, value);
    }
    Some(material)
}

/// The least owner of all that are a material's.
fn first_texture(material: MaterialId) -> TextureOwner {
    TextureOwner::Material { material, slot: TextureSlot::FIRST }
}

fn set_step(texture: Option<&mut TextureUse>, step: u32, place: u32, value: f64) {
    let step = texture.and_then(|t| t.steps.get_mut(step as usize));
    if let Some(slot) = step.and_then(|s| s.operation.values_mut().get_mut(place as usize)) {
        *slot = value;
    }
}

#[cfg(test)]
mod tests {
    use portolan_scene::{ColourSlot, Meta, Operation, Part, Sampler, ScalarSlot, Target, Transform};

    use super::*;

    #[test]
    fn only_what_is_set_changes() {
        let mut scene = Scene::default();
        let projection = Projection::Perspective { x: Some(60.0), y: None, aspect: None };
        scene.cameras.push(Camera { meta: Meta::default(), projection, near: 0.1, far: 100.0 });
        let kind = LightKind::Spot { attenuation: [1.0, 0.0, 0.0], angle: 180.0, exponent: 0.0 };
        scene.lights.push(Light::new(Meta::default(), kind, [1.0; 3], 1.0));
        let turn = Transform { sid: None, operation: Operation::Rotate([0.0, 0.0, 1.0, 0.0]) };
        let texture = TextureUse { steps: vec![turn], ..TextureUse::new(None, Sampler::default(), "UV") };
        let diffuse = Some(Colour::new([1.0; 4], Some(texture)));
        scene.materials.push(Material { diffuse, ..Material::default() });

        let nothing = Overrides::default();
        assert!(matches!(camera(&scene, CameraId(0), &nothing), Some(Cow::Borrowed(_))));
        assert!(matches!(light(&scene, LightId(0), &nothing), Some(Cow::Borrowed(_))));
        assert!(matches!(material(&scene, MaterialId(0), &nothing), Some(Cow::Borrowed(_))));
        assert!(camera(&scene, CameraId(1), &nothing).is_none());

        let mut set = Overrides::default();
        set.set(&Target::Camera { camera: CameraId(0), field: CameraField::X }, &[45.0]);
        set.set(&Target::Camera { camera: CameraId(1), field: CameraField::Far }, &[1.0]);
        let light_of = |field, part| Target::Light { light: LightId(0), field, part };
        set.set(&light_of(LightField::Colour, Part::At(1)), &[0.5]);
        set.set(&light_of(LightField::Quadratic, Part::All), &[0.25]);
        set.set(&light_of(LightField::Angle, Part::At(0)), &[30.0]);
        let id = MaterialId(0);
        set.set(&Target::Colour { material: id, slot: ColourSlot::Diffuse, part: Part::At(3) }, &[0.5]);
        set.set(&Target::Colour { material: id, slot: ColourSlot::Emission, part: Part::All }, &[0.1, 0.2, 0.3]);
        set.set(&Target::Scalar { material: id, slot: ScalarSlot::Shininess }, &[32.0]);
        let placed = |slot, field| Target::Texture { material: id, slot, field };
        let diffuse = TextureSlot::Colour(ColourSlot::Diffuse);
        set.set(&placed(diffuse, TextureField::OffsetV), &[0.75]);
        let texture = TextureOwner::Material { material: id, slot: diffuse };
        set.set(&Target::TextureStep { texture, step: 0, part: Part::At(3) }, &[90.0]);
        set.set(&placed(TextureSlot::Bump, TextureField::Rotation), &[9.0]);

        let c = camera(&scene, CameraId(0), &set).unwrap();
        assert_eq!(c.projection, Projection::Perspective { x: Some(45.0), y: None, aspect: None });
        assert_eq!(c.far, 100.0);
        let l = light(&scene, LightId(0), &set).unwrap();
        assert_eq!(l.colour, [1.0, 0.5, 1.0]);
        assert_eq!(l.kind, LightKind::Spot { attenuation: [1.0, 0.0, 0.25], angle: 30.0, exponent: 0.0 });
        let m = material(&scene, id, &set).unwrap();
        assert_eq!(m.diffuse.as_ref().unwrap().value, [1.0, 1.0, 1.0, 0.5]);
        assert_eq!(m.emission.as_ref().unwrap().value, [0.1, 0.2, 0.3, 1.0]);
        assert_eq!(m.shininess, Some(Scalar(32.0)));
        let turned = m.texture(diffuse).unwrap().matrix().unwrap();
        // First moved by 0.75 along v, then turned by a right angle: (1, 0) → (1, 0.75) → (−0.75, 1).
        let place = turned.transform_point3(portolan_scene::glam::DVec3::X);
        assert!(place.abs_diff_eq(portolan_scene::glam::DVec3::new(-0.75, 1.0, 0.0), 1e-12), "{place}");
        let placement = m.diffuse.as_ref().unwrap().texture.as_ref().unwrap().transform.unwrap();
        assert_eq!(placement.offset, [0.0, 0.75]);
        assert_eq!(placement.repeat, [1.0, 1.0]);
        assert!(m.bump.is_none());
    }
}
