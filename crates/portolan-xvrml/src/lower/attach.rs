//! What stands beside what is drawn: sounds, sensors, scripts.

use portolan_scene::{Fate, NodeId};

use super::{Lower, codes};
use crate::world::NodeId as WorldId;

/// What a node of the world became.
#[derive(Clone, Copy)]
pub(super) enum Made {
    /// A node that stands here first.
    Child(NodeId),
    /// A node that stands elsewhere.
    Instance(NodeId),
}

/// The kinds that make a world run.
const BEHAVIOUR: [&str; 17] = [
    "AudioClip",
    "ColorInterpolator",
    "CoordinateInterpolator",
    "CylinderSensor",
    "NormalInterpolator",
    "OrientationInterpolator",
    "PlaneSensor",
    "PositionInterpolator",
    "ProximitySensor",
    "Route",
    "ScalarInterpolator",
    "Script",
    "Sound",
    "SphereSensor",
    "TimeSensor",
    "TouchSensor",
    "VisibilitySensor",
];

impl Lower<'_> {
    /// Keeps what makes a world run beside the node that it stands in.
    pub(super) fn behaviour(&mut self, id: WorldId, above: Option<NodeId>) {
        let kind = self.world.kind(id);
        if !BEHAVIOUR.contains(&kind) {
            let message = format!("a `{kind}` is not allowed among the children of a group");
            return self.lose(&codes::MISPLACED, Fate::Dropped, id, message);
        }
        if matches!(kind, "Sound" | "Script") || kind.ends_with("Sensor") && kind != "TimeSensor" {
            let message = format!("`{kind}` is kept, but is not part of the scene");
            self.lose(&codes::BEHAVIOUR, Fate::Noted, id, message);
        }
        let Some(kept) = self.kept(id, "children") else { return };
        let node = above.and_then(|a| self.scene.nodes.get_mut(a.index()));
        match node {
            Some(node) => node.meta.aside_mut().kept.push(kept),
            None => self.scene.aside.kept.push(kept),
        }
    }
}
