//! What a target is in the scene.

use portolan_scene::{
    CameraField, Deformer, LightField, LightKind, Material, Part, Projection, ScalarSlot, Scene, Shape, Target,
    TextureField, UvTransform,
};

use crate::Overrides;
use crate::overrides::first;

/// How many numbers a target has: one, or all of its field.
pub fn width(scene: &Scene, target: &Target) -> usize {
    if let Some(Part::At(_)) = target.part() {
        return 1;
    }
    match *target {
        Target::Transform { node, transform, .. } => {
            let transform = scene.node(node).and_then(|n| n.transforms.get(transform as usize));
            transform.map_or(0, |t| t.operation.values().len())
        }
        Target::Weight { controller, .. } => match scene.controller(controller).map(|c| &c.deformer) {
            Some(Deformer::Morph(morph)) => morph.weights.len(),
            _ => 0,
        },
        Target::Light { field: LightField::Colour, .. } => 3,
        Target::Colour { .. } => 4,
        Target::Stream { geometry, stream, .. } => match scene.geometry(geometry).map(|g| &g.shape) {
            Some(Shape::Mesh(mesh)) => mesh.streams.get(stream as usize).map_or(0, |s| s.data.len()),
            _ => 0,
        },
        Target::TextureStep { texture, step, .. } => {
            let step = scene.texture(texture).and_then(|t| t.steps.get(step as usize));
            step.map_or(0, |s| s.operation.values().len())
        }
        Target::Physics { field, .. } => field.width(),
        Target::Light { .. }
        | Target::Camera { .. }
        | Target::Scalar { .. }
        | Target::Texture { .. }
        | Target::Visibility { .. }
        | Target::Freedom { .. } => 1,
    }
}

/// The number that a target has now: what is set, else what is written. Of several, the first.
pub fn value(scene: &Scene, overrides: &Overrides, target: &Target) -> Option<f64> {
    overrides.get(target).or_else(|| written(scene, target))
}

fn written(scene: &Scene, target: &Target) -> Option<f64> {
    match *target {
        Target::Transform { node, transform, part } => {
            let transform = scene.node(node)?.transforms.get(transform as usize)?;
            transform.operation.values().get(first(part) as usize).copied()
        }
        Target::Weight { controller, part } => match &scene.controller(controller)?.deformer {
            Deformer::Morph(morph) => morph.weights.get(first(part) as usize).copied(),
            Deformer::Skin(_) => None,
        },
        Target::Camera { camera, field } => {
            let camera = scene.camera(camera)?;
            let (x, y, aspect) = match camera.projection {
                Projection::Perspective { x, y, aspect } | Projection::Orthographic { x, y, aspect } => (x, y, aspect),
            };
            match field {
                CameraField::X => x,
                CameraField::Y => y,
                CameraField::Aspect => aspect,
                CameraField::Near => Some(camera.near),
                CameraField::Far => Some(camera.far),
            }
        }
        Target::Light { light, field, part } => {
            let light = scene.light(light)?;
            let (attenuation, cone) = match light.kind {
                LightKind::Ambient | LightKind::Directional => (None, None),
                LightKind::Point { attenuation } => (Some(attenuation), None),
                LightKind::Spot { attenuation, angle, exponent } => (Some(attenuation), Some((angle, exponent))),
            };
            match field {
                LightField::Colour => light.colour.get(first(part) as usize).copied(),
                LightField::Intensity => Some(light.intensity),
                LightField::Constant => attenuation.map(|[c, _, _]| c),
                LightField::Linear => attenuation.map(|[_, l, _]| l),
                LightField::Quadratic => attenuation.map(|[_, _, q]| q),
                LightField::Angle => cone.map(|(angle, _)| angle),
                LightField::Exponent => cone.map(|(_, exponent)| exponent),
            }
        }
        Target::Colour { material, slot, part } => {
            scene.material(material)?.colour(slot)?.value.get(first(part) as usize).copied()
        }
        Target::Scalar { material, slot } => scalar(scene.material(material)?, slot),
        Target::Texture { material, slot, field } => {
            let placement = scene.material(material)?.texture(slot)?.transform.unwrap_or(UvTransform::IDENTITY);
            Some(match field {
                TextureField::OffsetU => placement.offset[0],
                TextureField::OffsetV => placement.offset[1],
                TextureField::Rotation => placement.rotation,
                TextureField::RepeatU => placement.repeat[0],
                TextureField::RepeatV => placement.repeat[1],
            })
        }
        Target::TextureStep { texture, step, part } => {
            let step = scene.texture(texture)?.steps.get(step as usize)?;
            step.operation.values().get(first(part) as usize).copied()
        }
        Target::Visibility { node } => Some(f64::from(u8::from(!scene.node(node)?.hidden))),
        Target::Stream { geometry, stream, part } => match &scene.geometry(geometry)?.shape {
            Shape::Mesh(mesh) => {
                mesh.streams.get(stream as usize)?.data.get(first(part) as usize).map(|v| f64::from(*v))
            }
            Shape::Spline(_) | Shape::Brep(_) | Shape::Empty => None,
        },
        Target::Physics { scene: at, field, part } => {
            scene.physics.get(at as usize)?.number(field, first(part) as usize)
        }
        Target::Freedom { mechanism, freedom } => Some(scene.freedom(mechanism, freedom)?.value),
    }
}

fn scalar(material: &Material, slot: ScalarSlot) -> Option<f64> {
    let scalar = match slot {
        ScalarSlot::Shininess => material.shininess,
        ScalarSlot::Reflectivity => material.reflectivity,
        ScalarSlot::Transparency => material.transparency,
        ScalarSlot::Refraction => material.refraction,
    };
    scalar.map(|s| s.0)
}
