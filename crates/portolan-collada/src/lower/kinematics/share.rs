//! Nodes that stand in several places and are moved by different joints in each: every place gets nodes of its own.

use std::collections::BTreeSet;

use hashbrown::HashMap;
use portolan_scene::{Fate, NodeId};

use super::bind::{Driven, Spot};
use super::codes;
use super::names::Names;
use crate::lower::Lower;

/// Nodes that are copied.
const MOST: usize = 1 << 18;

/// A transform of a node.
type Step = (NodeId, u32);

impl<'a> Lower<'a> {
    /// Copies the nodes below instances that share them with others, where both are moved by axes of their own.
    pub(super) fn share(&mut self, all: &mut [Driven], names: &mut Names<'a>) {
        let mut first: HashMap<Step, (Option<Step>, (u32, u32))> = HashMap::new();
        let mut copied: BTreeSet<(NodeId, u32)> = BTreeSet::new();
        for driven in all.iter() {
            let (below, axis) = (driven.spot.below, (driven.mechanism, driven.freedom));
            let known = *first.entry((driven.spot.node, driven.transform)).or_insert((below, axis));
            if let Some(instance) = below.filter(|_| known.0 != below && known.1 != axis) {
                copied.insert(instance);
            }
        }
        let mut left = MOST;
        for (holder, place) in copied {
            let instance = self.scene.node(holder).and_then(|n| n.instances.get(place as usize));
            let Some((root, origin)) = instance.map(|i| (i.node, i.meta.origin)) else { continue };
            let Some(map) = self.copy(root, &mut left) else {
                let message = format!(
                    "more than {MOST} nodes would have to be copied, because different joints \
                    move their instances"
                );
                self.losses.push(&codes::LIMIT, Fate::Dropped, origin, message);
                return;
            };
            let node = self.scene.nodes.get_mut(holder.index());
            let slot = node.and_then(|n| n.instances.get_mut(place as usize));
            slot.into_iter().for_each(|i| i.node = map.get(&root).copied().unwrap_or(i.node));
            let lead = |spot: &mut Spot| {
                if spot.below == Some((holder, place)) {
                    spot.node = map.get(&spot.node).copied().unwrap_or(spot.node);
                }
            };
            all.iter_mut().for_each(|driven| lead(&mut driven.spot));
            for foot in names.mechanisms.iter_mut().filter_map(|m| m.base.as_mut()) {
                let mut spot = Spot { node: foot.node, below: foot.below };
                lead(&mut spot);
                foot.node = spot.node;
            }
            let message = "nodes whose instances are moved by different joints were copied";
            self.losses.push(&codes::SHARED, Fate::Noted, origin, message);
        }
    }

    /// Copies a node with its children; what they instantiate stays shared.
    fn copy(&mut self, root: NodeId, left: &mut usize) -> Option<HashMap<NodeId, NodeId>> {
        let mut map = HashMap::new();
        let mut open = vec![root];
        let mut order = Vec::new();
        while let Some(next) = open.pop() {
            *left = left.checked_sub(1)?;
            let copy = NodeId(u32::try_from(self.scene.nodes.len() + order.len()).ok()?);
            map.insert(next, copy);
            order.push(next);
            open.extend(self.scene.node(next)?.children.iter().rev());
        }
        let mut made = Vec::with_capacity(order.len());
        for old in &order {
            let mut node = self.scene.node(*old)?.clone();
            for child in &mut node.children {
                *child = map.get(child).copied().unwrap_or(*child);
            }
            made.push(node);
        }
        self.scene.nodes.extend(made);
        Some(map)
    }
}
