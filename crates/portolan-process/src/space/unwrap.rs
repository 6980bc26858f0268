//! Back into the space that a scene was written from.

use portolan_scene::glam::DMat3;
use portolan_scene::{CameraField, Frame, LightField, Losses, Projection, Scene, SourceSpace, Target};

use super::Change;

/// Gives a scene back the unit and axes that it had before it was written to a format with fixed ones: the nodes that lead
/// from these to those are left out. Everything else is below them, in the old space.
pub fn unwrap(scene: &mut Scene) {
    let Some(SourceSpace { space, roots }) = scene.source_space.take() else { return };
    let kept = scene.nodes.len().saturating_sub(roots.len());
    let last = roots.iter().all(|root| root.index() >= kept && root.index() < scene.nodes.len());
    let first = scene.views.iter().all(|view| view.roots.first().is_some_and(|root| roots.contains(root)));
    if !last || !first || has_moving_lengths(scene) {
        return;
    }
    for view in &mut scene.views {
        let inside = view.roots.first().and_then(|root| scene.nodes.get_mut(root.index()));
        let inside = inside.map(|node| std::mem::take(&mut node.children)).unwrap_or_default();
        view.roots.splice(..1, inside);
    }
    scene.nodes.truncate(kept);
    // Lengths of cameras and lights are those of the space, not of the node that they hang on.
    let frame = Frame { turn: DMat3::IDENTITY, scale: scene.space.metres / space.metres };
    Change { frame, losses: &mut Losses::default() }.cameras_and_lights(scene);
    scene.space = space;
}

/// Does anything drive lengths of cameras or lights?
fn has_moving_lengths(scene: &Scene) -> bool {
    let mut targets = scene.animations.iter().flat_map(|a| &a.channels).map(|c| &c.target);
    targets.any(|target| match target {
        Target::Camera { field: CameraField::Near | CameraField::Far, .. } => true,
        Target::Camera { camera, field: CameraField::X | CameraField::Y } => {
            scene.camera(*camera).is_some_and(|c| matches!(c.projection, Projection::Orthographic { .. }))
        }
        Target::Light { field: LightField::Linear | LightField::Quadratic, .. } => true,
        _ => false,
    })
}
