//! Scenes that move as bodies do: an animation in place of a simulation.

use std::collections::BTreeMap;

use portolan_eval::{Stage, pose};
use portolan_scene::glam::{DMat4, DQuat};
use portolan_scene::{Animation, Channel, Curve, CurveId, Meta, NodeId, Operation, Part, Scene, Target, Transform};

use super::Simulated;
use crate::sample::MOST_PLACES;
use crate::{Error, File};

impl Simulated {
    /// The file with an animation that moves the nodes of bodies as they were simulated. What drove these nodes otherwise is
    /// gone.
    pub fn put(&self, file: &File) -> Result<File, Error> {
        let mut scene = file.scene()?.clone();
        let stage = Stage::new(&scene, self.view, MOST_PLACES);
        // A node that stands in several places moves in all of them as in the first.
        let mut moving: BTreeMap<NodeId, u32> = BTreeMap::new();
        for world in &self.scenes {
            let Some(physics) = scene.physics.get(world.number) else { continue };
            for (body, moved) in physics.bodies.iter().zip(&world.bodies).filter(|(body, _)| body.dynamic) {
                if let Some((node, place)) = body.node.zip(moved.start.place) {
                    moving.insert(node, place);
                }
            }
        }
        let mut rows: BTreeMap<NodeId, Vec<DMat4>> = BTreeMap::new();
        for overrides in &self.overrides {
            let now = pose(&scene, &stage, overrides);
            for (node, place) in &moving {
                let local = now.local.get(*place as usize).copied().unwrap_or_default();
                rows.entry(*node).or_default().push(local);
            }
        }
        let mut animation =
            Animation { meta: Meta { name: Some("simulation".into()), ..Meta::default() }, ..Animation::default() };
        forget(&mut scene, &moving);
        for (node, matrices) in rows {
            drive(&mut scene, &mut animation, node, &self.times, &matrices);
        }
        scene.animations.push(animation);
        file.with_scene(scene)
    }
}

/// Drops what drives the transforms of nodes that are moved now.
fn forget(scene: &mut Scene, moving: &BTreeMap<NodeId, u32>) {
    let drives = |target: &Target| matches!(target, Target::Transform { node, .. } if moving.contains_key(node));
    for animation in &mut scene.animations {
        animation.channels.retain(|channel| !drives(&channel.target));
    }
    for mechanism in &mut scene.mechanisms {
        mechanism.written.retain(|(node, ..)| !moving.contains_key(node));
        for freedom in &mut mechanism.freedoms {
            freedom.targets.retain(|bound| !moving.contains_key(&bound.node));
        }
    }
    scene.field_names.retain(|target, _| !drives(target));
}

/// Gives a node a place, a turn and a size, and lets both of the first move.
fn drive(scene: &mut Scene, animation: &mut Animation, node: NodeId, times: &[f64], matrices: &[DMat4]) {
    let parts: Vec<_> = matrices.iter().map(|m| m.to_scale_rotation_translation()).collect();
    let Some((scale, first, place)) = parts.first().copied() else { return };
    let mut turns: Vec<f64> = Vec::with_capacity(parts.len() * 4);
    let mut last = first;
    for (_, turn, _) in &parts {
        // The same turn has two numbers; between neighbours there must be no jump.
        let turn: DQuat = if turn.dot(last) < 0.0 { -*turn } else { *turn };
        turns.extend(turn.to_array());
        last = turn;
    }
    let places: Vec<f64> = parts.iter().flat_map(|(_, _, place)| place.to_array()).collect();
    let Some(node_) = scene.nodes.get_mut(node.index()) else { return };
    let named = |sid: &str, operation| Transform { sid: Some(sid.into()), operation };
    node_.transforms = vec![
        named("translation", Operation::Translate(place.to_array())),
        named("rotation", Operation::Quaternion(first.to_array())),
        named("scale", Operation::Scale(scale.to_array())),
    ];
    for (transform, width, values) in [(0, 3, places), (1, 4, turns)] {
        let still = values.chunks_exact(width).all(|row| Some(row) == values.get(..width));
        if still || times.len() < 2 {
            continue;
        }
        let curve = CurveId::next(&scene.curves);
        scene.curves.push(Curve::linear(width as u32, times.to_vec(), values));
        animation.curves.push(curve);
        let target = Target::Transform { node, transform, part: Part::All };
        animation.channels.push(Channel { curve, first: 0, target, factor: 1.0 });
    }
}
