//! Whether the nodes that hold skins move them.

use portolan_scene::SkinSpace;

use super::super::Lower;
use crate::skin_space::{Readings, uses};

impl Lower<'_> {
    /// Decides it for all skins that stand in a view, once everything that moves is known.
    pub(in super::super) fn decide_skin_spaces(&mut self) {
        let uses = uses(&self.scene);
        let mut readings = Readings::new(&self.scene);
        let mut spaces = Vec::with_capacity(uses.len());
        for one in &uses {
            let skin = readings.skin(one.controller);
            spaces.push(skin.map_or(SkinSpace::World, |s| readings.of(one, &s.bind_shape).space()));
        }
        for (one, space) in uses.iter().zip(spaces) {
            let node = self.scene.nodes.get_mut(one.holder.index());
            let skeleton = node.and_then(|n| n.drawn.get_mut(one.drawn)).and_then(|d| d.skeletons.get_mut(one.which));
            skeleton.into_iter().for_each(|s| s.space = space);
        }
    }
}
