//! Where bodies and their nodes are at the start, and where nodes are when bodies have moved.

use portolan_scene::glam::DMat4;
use portolan_scene::{Body, BodyFrame, NodeId, Part, Scene, Target, Transform};

use crate::{Overrides, Placement, Pose, Stage};

/// Where a body is at the start.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Start {
    /// From the body to the world.
    pub frame: DMat4,
    /// The place of the node that it moves.
    pub place: Option<u32>,
    /// From that node to the world.
    pub node: DMat4,
}

impl Start {
    /// Where a body is at the start, given where all nodes are then.
    pub fn of(scene: &Scene, body: &Body, stage: &Stage, pose: &Pose) -> Start {
        let place = body.node.and_then(|node| stage.places(node).first().copied());
        let node = body.node.map_or(DMat4::IDENTITY, |node| node_world(scene, node, stage, pose));
        let frame = match &body.frame {
            BodyFrame::Target => node,
            BodyFrame::Parent(parent, steps) => node_world(scene, *parent, stage, pose) * Transform::product(steps),
        };
        Start { frame: if frame.is_finite() { frame } else { DMat4::IDENTITY }, place, node }
    }

    /// Puts the node where it is when the body has come to a place.
    pub fn put(&self, frame: DMat4, overrides: &mut Overrides) {
        let world = frame * self.frame.inverse() * self.node;
        if let Some(place) = self.place {
            overrides.place(place, Placement::World(world));
        }
    }
}

/// From a node to the world; of a node outside of the stage, as if nothing were above it.
pub fn node_world(scene: &Scene, node: NodeId, stage: &Stage, pose: &Pose) -> DMat4 {
    match stage.places(node).first() {
        Some(place) => pose.world(*place),
        None => scene.node(node).map_or(DMat4::IDENTITY, |n| n.matrix()),
    }
}

/// Sets the transforms that joints have changed to what is written in the document: there bodies start.
pub fn as_written(scene: &Scene, overrides: &mut Overrides) {
    for (node, transform, operation) in scene.mechanisms.iter().flat_map(|m| &m.written) {
        let step = scene.node(*node).and_then(|n| n.transforms.get(*transform as usize));
        if step.is_some_and(|s| std::mem::discriminant(&s.operation) == std::mem::discriminant(operation)) {
            let target = Target::Transform { node: *node, transform: *transform, part: Part::All };
            overrides.set(&target, operation.values());
        }
    }
}
