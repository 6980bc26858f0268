//! Whether the nodes that hold skins move them.

use portolan_scene::Fate;

use super::super::Lower;
use super::codes::SKIN_HOLDER;
use crate::skin_space::{Reading, Readings, uses};

impl Lower<'_> {
    /// Decides it for all skins that stand in a view, once everything that moves is known.
    pub(in super::super) fn decide_skin_spaces(&mut self) {
        let uses = uses(&self.scene);
        let mut readings = Readings::new(&self.scene);
        let mut spaces = Vec::with_capacity(uses.len());
        for one in &uses {
            let skin = readings.skin(one.controller);
            spaces.push(skin.map_or(Reading::Same, |s| readings.of(one, &s.bind_shape)));
        }
        for (one, reading) in uses.iter().zip(spaces) {
            let space = reading.space();
            let meta = self.scene.nodes.get(one.holder.index()).map(|node| &node.meta);
            let name = meta.and_then(|meta| meta.label()).unwrap_or("?");
            let message = match reading {
                Reading::Same => None,
                Reading::Node => {
                    Some(format!("node `{name}` moves its skin; use `--skin-holder ignored` to ignore the node"))
                }
                Reading::Held => Some(format!(
                    "node `{name}` does not move its skin, because the bind shape already contains its transform; use \
                     `--skin-holder counts` to change this"
                )),
                Reading::Pivot => Some(format!(
                    "node `{name}` does not move its skin, because it is a pivot of 3ds Max; use `--skin-holder counts` to \
                     change this"
                )),
            };
            if let Some((message, meta)) = message.zip(meta) {
                self.losses.push(&SKIN_HOLDER, Fate::Noted, meta.origin, message);
            }
            let node = self.scene.nodes.get_mut(one.holder.index());
            let skeleton = node.and_then(|n| n.drawn.get_mut(one.drawn)).and_then(|d| d.skeletons.get_mut(one.which));
            skeleton.into_iter().for_each(|s| s.space = space);
        }
    }
}
