//! Transparency as its exporter meant it.

use portolan_scene::{Fate, Losses, Scene};

use crate::codes::OPACITY;

/// Reads transparency the other way round, where [`Scene::is_opacity_inverted`] says that it was meant so.
pub fn mend(scene: &mut Scene) -> Losses {
    let mut losses = Losses::default();
    if !scene.is_opacity_inverted() {
        return losses;
    }
    for material in scene.materials.iter_mut().filter(|m| m.is_blended()) {
        let label = material.meta.label().unwrap_or("?");
        let message =
            format!("the transparency of material `{label}` is read the other way round, or nobody could see it");
        losses.push(&OPACITY, Fate::Approximated, material.meta.origin, message);
        material.opaque = material.opaque.inverted();
    }
    losses
}
