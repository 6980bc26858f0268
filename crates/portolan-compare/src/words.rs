//! Numbers and names for people.

use portolan_scene::{Meta, Scene};

use crate::side::Side;

/// A number with five digits that count.
pub(crate) fn short(value: f64) -> String {
    if value == 0.0 || (1e-3..1e6).contains(&value.abs()) {
        let whole = libm::log10(value.abs()).floor().max(-3.0) as i32;
        let digits = format!("{value:.*}", (4 - whole).clamp(0, 7) as usize);
        return match digits.contains('.') {
            true => digits.trim_end_matches('0').trim_end_matches('.').to_owned(),
            false => digits,
        };
    }
    format!("{value:.2e}")
}

/// What an object is called, or that it has no name.
pub(crate) fn label(meta: &Meta) -> &str {
    meta.label().unwrap_or("?")
}

/// The node at a place, as a place of a difference. One that has no name is told by the nearest above that has.
pub(crate) fn node_at(side: &Side<'_>, at: u32) -> String {
    let mut next = Some(at);
    let mut below = "";
    while let Some(at) = next {
        let Some(placed) = side.stage.placed.get(at as usize) else { break };
        if let Some(name) = side.scene.node(placed.node).filter(|n| !n.inner).and_then(|n| n.meta.label()) {
            return format!("{below}node `{name}`");
        }
        below = "below ";
        next = placed.parent;
    }
    "an unnamed node".to_owned()
}

/// What a material is called.
pub(crate) fn material(scene: &Scene, id: Option<portolan_scene::MaterialId>) -> String {
    match id.and_then(|id| scene.material(id)) {
        Some(material) => format!("`{}`", label(&material.meta)),
        None => "no material".to_owned(),
    }
}
