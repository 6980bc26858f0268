//! Scenes without their lights or cameras.

use portolan_scene::{Scene, Target, TextureOwner};

/// Takes all lights away, and what drives them.
pub fn lights(scene: &mut Scene) {
    scene.lights.clear();
    scene.nodes.iter_mut().for_each(|node| node.lights.clear());
    retain(scene, |target| match target {
        Target::Light { .. } => false,
        Target::TextureStep { texture, .. } => !matches!(texture, TextureOwner::Light(_)),
        _ => true,
    });
}

/// Takes all cameras away, and what drives them. The nodes that they were at stay.
pub fn cameras(scene: &mut Scene) {
    scene.cameras.clear();
    scene.nodes.iter_mut().for_each(|node| node.cameras.clear());
    retain(scene, |target| !matches!(target, Target::Camera { .. }));
}

/// Keeps what drives these targets.
fn retain(scene: &mut Scene, wanted: impl Fn(&Target) -> bool) {
    scene.animations.iter_mut().for_each(|animation| animation.channels.retain(|channel| wanted(&channel.target)));
    for clip in &mut scene.clips {
        clip.formulas.retain(|formula| formula.bindings.iter().filter_map(|(_, b)| b.target()).all(&wanted));
    }
    scene.field_names.retain(|target, _| wanted(target));
}
