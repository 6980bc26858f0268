//! What cannot be converted because the scene does not understand it.

use std::collections::BTreeSet;

use portolan_scene::{Extra, Fate, Kept, Meta, Origin, Scene};

use super::Change;
use crate::codes;

/// Elements without lengths or directions in them.
const PLAIN: [&str; 12] = [
    "extra",
    "technique",
    "asset",
    "bind_material",
    "instance_material",
    "skeleton",
    "annotate",
    "newparam",
    "setparam",
    "bind",
    "bind_vertex_input",
    "channel",
];

impl Change<'_> {
    /// Tells of whole elements and data of applications, which stay as they are.
    pub(super) fn tell_kept(&mut self, scene: &Scene) {
        let mut labels: BTreeSet<Option<&str>> = BTreeSet::new();
        let mut told: Vec<&Kept> = scene.aside.kept.iter().collect();
        for meta in metas(scene) {
            labels.extend(meta.extras.iter().map(Extra::label));
            told.extend(meta.kept());
        }
        for kept in told.into_iter().filter(|k| may_measure(k) && !says_its_space(k)) {
            let message = format!("`{}` is kept as it was written, in the unit and axes of the document", kept.name);
            self.losses.push(&codes::SPACE_KEPT, Fate::Approximated, kept.origin, message);
        }
        if !labels.is_empty() {
            let names: Vec<String> = labels.iter().flatten().map(|l| format!("`{l}`")).collect();
            let colon = if names.is_empty() { "" } else { ": " };
            let message = format!("data of applications stays as it is{colon}{}", names.join(", "));
            self.losses.push(&codes::SPACE_KEPT, Fate::Noted, Origin::default(), message);
        }
    }
}

/// Does it begin with what it says about itself, its unit and its axes among it?
fn says_its_space(kept: &Kept) -> bool {
    let inside = kept.content.split_once('>').map_or("", |(_, inside)| inside.trim_start());
    let about = inside.split_once("</asset>").map_or("", |(about, _)| about);
    about.starts_with("<asset") && about.contains("<unit") && about.contains("<up_axis")
}

/// Can it hold lengths or directions?
fn may_measure(kept: &Kept) -> bool {
    let name = &*kept.name;
    let surface = name.starts_with("profile_") || name.contains("effect") || name.contains("image");
    let instance = name.starts_with("instance_") && !name.contains("physics") && !name.contains("rigid");
    !PLAIN.contains(&name) && !surface && !instance && kept.content.contains(|c: char| c.is_ascii_digit())
}

fn metas(scene: &Scene) -> impl Iterator<Item = &Meta> {
    let nodes = scene.nodes.iter().flat_map(|n| {
        let drawn = n.drawn.iter().map(|d| &d.meta);
        std::iter::once(&n.meta).chain(drawn).chain(n.instances.iter().map(|i| &i.meta))
    });
    nodes
        .chain(scene.geometries.iter().map(|g| &g.meta))
        .chain(scene.controllers.iter().map(|c| &c.meta))
        .chain(scene.cameras.iter().map(|c| &c.meta))
        .chain(scene.lights.iter().map(|l| &l.meta))
        .chain(scene.views.iter().map(|v| &v.meta))
}
