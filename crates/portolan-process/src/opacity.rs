//! Transparency as its exporter meant it.

use portolan_scene::{Fate, Losses, Material, Scene};

use crate::codes::OPACITY;

/// Tells what [`mend`] would change.
pub fn suspect(scene: &Scene) -> Losses {
    let mut losses = Losses::default();
    if scene.is_opacity_inverted() {
        for material in scene.materials.iter().filter(|m| m.is_hidden_by_factor()) {
            let message = format!("material `{}` is invisible, and was probably meant to be opaque", label(material));
            losses.push(&OPACITY, Fate::Noted, material.meta.origin, message);
        }
    }
    losses
}

/// Reads transparency the other way round, where [`Scene::is_opacity_inverted`] says that it was meant so.
pub fn mend(scene: &mut Scene) -> Losses {
    let mut losses = Losses::default();
    if !scene.is_opacity_inverted() {
        return losses;
    }
    for material in &mut scene.materials {
        if material.invert_opacity() {
            let message = format!("the transparency of material `{}` is read the other way round", label(material));
            losses.push(&OPACITY, Fate::Approximated, material.meta.origin, message);
        }
    }
    losses
}

fn label(material: &Material) -> &str {
    material.meta.label().unwrap_or("?")
}
