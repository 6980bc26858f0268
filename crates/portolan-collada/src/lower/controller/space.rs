//! Whether the nodes that hold skins move them.

use portolan_eval::{LIMIT, Overrides, Stage, pose};
use portolan_scene::{NodeId, SkinSpace, ViewId};

use super::super::Lower;
use crate::skin_space::{Holds, Reading};

/// Places of a node that are looked at; skins mean the same at all of them, but for strange documents.
const MOST_PLACES: usize = 8;

/// Nodes that all views together may be laid out over; beyond that, skins stay in the world.
const MOST_NODES: usize = 1 << 27;

impl Lower<'_> {
    /// Decides it for all skins that stand in a view, once everything that moves is known.
    ///
    /// It counts if it does anywhere, unless the bind shape holds the transform that the node has somewhere.
    pub(in super::super) fn decide_skin_spaces(&mut self) {
        let holders = self.scene.nodes.iter().zip(0..).filter(|(n, _)| n.drawn.iter().any(|d| !d.skeletons.is_empty()));
        let holders: Vec<NodeId> = holders.map(|(_, id)| NodeId(id)).collect();
        if holders.is_empty() {
            return;
        }
        let scene = &self.scene;
        let mut holds = Holds::new(scene);
        // For each skeleton of each holder, in order.
        let mut readings: Vec<Reading> = Vec::new();
        let skeletons = |id: &NodeId| scene.node(*id).into_iter().flat_map(|n| &n.drawn).flat_map(|d| &d.skeletons);
        readings.resize(holders.iter().flat_map(skeletons).count(), Reading::Same);
        let mut room = LIMIT;
        let views = (0..scene.views.len() as u32).map(ViewId).take(MOST_NODES / scene.nodes.len().max(1));
        for view in views {
            let stage = Stage::new(scene, view, room);
            room = room.saturating_sub(stage.placed.len());
            let rest = pose(scene, &stage, &Overrides::default());
            let mut slots = readings.iter_mut();
            for holder in &holders {
                let places = stage.places(*holder);
                for (skeleton, slot) in skeletons(holder).zip(slots.by_ref().take(skeletons(holder).count())) {
                    for at in places.iter().take(MOST_PLACES) {
                        let found = holds.at(&stage, &rest, *at, skeleton).map_or(Reading::Same, |h| h.reading);
                        if *slot != Reading::Held && found != Reading::Same {
                            *slot = found;
                        }
                    }
                }
            }
        }
        let mut spaces = readings.into_iter().map(Reading::space);
        for holder in holders {
            let Some(node) = self.scene.nodes.get_mut(holder.index()) else { continue };
            for skeleton in node.drawn.iter_mut().flat_map(|d| &mut d.skeletons) {
                skeleton.space = spaces.next().unwrap_or(SkinSpace::World);
            }
        }
    }
}
