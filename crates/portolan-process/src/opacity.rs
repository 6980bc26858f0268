//! Transparency as its exporter meant it.

use portolan_scene::{Fate, Losses, Material, Opacity, Origin, Scene};

use crate::codes::OPACITY;

/// Says that transparency is read by the rule where the evidence is against it.
pub fn suspect(scene: &Scene) -> Losses {
    let mut losses = Losses::default();
    if let Some(why) = scene.inverted_opacity(Opacity::Auto) {
        let (count, origin) = concerned(scene, Material::is_hidden_by_factor);
        let message =
            format!("{count} invisible by the rule of the format, although {why}; `--opacity inverted` shows them");
        losses.push(&OPACITY, Fate::Noted, origin, message);
    }
    losses
}

/// Reads transparency the other way round, for this reason.
pub fn invert(scene: &mut Scene, why: &str) -> Losses {
    let mut losses = Losses::default();
    let (_, origin) = concerned(scene, |m| m.clone().invert_opacity());
    let count = scene.materials.iter_mut().map(|m| m.invert_opacity()).filter(|inverted| *inverted).count();
    if count > 0 {
        let materials = portolan_syntax::counted(count, "material", "materials");
        let message = format!("the transparency of {materials} is inverted: {why}; `--opacity strict` keeps it");
        losses.push(&OPACITY, Fate::Noted, origin, message);
    }
    losses
}

/// How many materials are concerned, and where the first was written.
fn concerned(scene: &Scene, is: impl Fn(&Material) -> bool) -> (String, Origin) {
    let mut found = scene.materials.iter().filter(|m| is(m)).peekable();
    let origin = found.peek().map(|m| m.meta.origin).unwrap_or_default();
    (portolan_syntax::counted(found.count(), "material is", "materials are"), origin)
}
