//! Cameras and lights: their lengths, and where they look.

use std::collections::BTreeSet;

use portolan_scene::glam::DMat4;
use portolan_scene::{
    Attenuation, AttenuationInput, Fading, LightKind, Meta, Node, NodeId, Operation, PartName, Projection, Scene,
    Target, Transform,
};

use super::Change;

impl Change<'_> {
    /// Converts planes, extents and attenuations.
    pub(super) fn cameras_and_lights(&mut self, scene: &mut Scene) {
        let frame = self.frame;
        for camera in &mut scene.cameras {
            camera.near = frame.length(camera.near);
            camera.far = frame.length(camera.far);
            if let Projection::Orthographic { x, y, .. } = &mut camera.projection {
                for extent in [x, y].into_iter().flatten() {
                    *extent = frame.length(*extent);
                }
            }
        }
        for light in &mut scene.lights {
            match &mut light.kind {
                LightKind::Point { attenuation } | LightKind::Spot { attenuation, .. } => {
                    // Farther in smaller units, so what distances are multiplied with is smaller.
                    for (value, power) in attenuation.iter_mut().zip(0..) {
                        *value = frame.power(*value, -power);
                    }
                }
                LightKind::Ambient | LightKind::Directional => {}
            }
            for Attenuation { input, curve, .. } in &mut light.attenuations {
                if *input != AttenuationInput::Distance {
                    continue;
                }
                match curve {
                    Fading::Linear { begin, end } | Fading::Smooth { begin, end } => {
                        *begin = frame.length(*begin);
                        *end = frame.length(*end);
                    }
                    // The other numbers are factors of the distance as a share of the scale.
                    Fading::Inverse { scale, .. } | Fading::InverseSquare { scale, .. } => {
                        *scale = frame.length(*scale);
                    }
                }
            }
        }
    }

    /// Turns cameras and lights: they look along −Z, and the nodes that they hang on have other axes now.
    ///
    /// A node that holds nothing else gets one more matrix; elsewhere they get a node of their own.
    pub(super) fn facing(&mut self, scene: &mut Scene) {
        let driven: BTreeSet<(NodeId, u32)> = driven_transforms(scene);
        let joints: BTreeSet<NodeId> = {
            let drawn = scene.nodes.iter().flat_map(|n| &n.drawn);
            let joints = drawn.flat_map(|d| &d.skeletons).flat_map(|s| s.joints.iter().flatten());
            joints.flat_map(|j| [Some(j.node), j.root]).flatten().collect()
        };
        let looks: Vec<bool> = scene.lights.iter().map(|l| looks_somewhere(&l.kind)).collect();
        let looks = |light: &portolan_scene::LightId| looks.get(light.index()).copied().unwrap_or(false);
        for place in 0..scene.nodes.len() {
            let id = NodeId(place as u32);
            let Some(node) = scene.nodes.get_mut(place) else { continue };
            if node.cameras.is_empty() && !node.lights.iter().any(looks) {
                continue;
            }
            let alone = node.children.is_empty() && node.instances.is_empty() && node.drawn.is_empty();
            if alone && !joints.contains(&id) {
                let last = (node.transforms.len().wrapping_sub(1)) as u32;
                self.turn(node, !driven.contains(&(id, last)));
                continue;
            }
            // All of them go, and come first as before, so that their order stays.
            let holder = self.holder(node);
            let new = NodeId::next(&scene.nodes);
            if let Some(node) = scene.nodes.get_mut(place) {
                node.children.insert(0, new);
            }
            let views = scene.views.iter_mut().flat_map(|v| &mut v.evaluations).flat_map(|e| &mut e.renderings);
            views.filter(|r| r.camera == Some(id)).for_each(|r| r.camera = Some(new));
            scene.nodes.push(holder);
        }
    }

    /// A node for the cameras and lights of another one, with the names of their instances.
    fn holder(&self, node: &mut Node) -> Node {
        let (cameras, lights) = (std::mem::take(&mut node.cameras), std::mem::take(&mut node.lights));
        let (layers, light_shadows) = (node.layers.clone(), node.light_shadows.take());
        let mut holder = Node { layers, light_shadows, cameras, lights, ..Node::default() };
        holder.meta = Meta { origin: node.meta.origin, ..Meta::default() };
        self.turn(&mut holder, false);
        if let Some(aside) = node.meta.aside.as_deref_mut() {
            let goes = |p: &PartName| p.part.starts_with("instance_camera/") || p.part.starts_with("instance_light/");
            let (going, staying): (Vec<_>, Vec<_>) = std::mem::take(&mut aside.parts).into_iter().partition(goes);
            aside.parts = staying;
            if !going.is_empty() {
                holder.meta.aside_mut().parts = going;
            }
        }
        holder
    }

    /// Turns what a node holds. A turn that the node ends with already becomes another one, or none.
    fn turn(&self, node: &mut Node, may_change: bool) {
        let mut turn = DMat4::from_mat3(self.frame.turn);
        let last = node.transforms.last().filter(|t| may_change && t.sid.is_none());
        if let Some(Transform { operation: last @ Operation::Matrix(rows), .. }) = last
            && rows.iter().all(|v| [0.0, 1.0, -1.0].contains(v))
            && last.matrix().w_axis == DMat4::IDENTITY.w_axis
        {
            turn = last.matrix() * turn;
            node.transforms.pop();
        }
        if turn != DMat4::IDENTITY {
            let rows = turn.transpose().to_cols_array().map(|v| if v == 0.0 { 0.0 } else { v });
            node.transforms.push(Transform { sid: None, operation: Operation::Matrix(Box::new(rows)) });
        }
    }
}

fn looks_somewhere(kind: &LightKind) -> bool {
    matches!(kind, LightKind::Directional | LightKind::Spot { .. })
}

/// Transforms that something drives.
fn driven_transforms(scene: &Scene) -> BTreeSet<(NodeId, u32)> {
    let channels = scene.animations.iter().flat_map(|a| &a.channels).map(|c| &c.target);
    let bound = scene.formulas_in_use().flat_map(|f| &f.bindings);
    let bound = bound.filter_map(|(_, binding)| binding.target());
    let transform = |target: &Target| match target {
        Target::Transform { node, transform, .. } => Some((*node, *transform)),
        _ => None,
    };
    channels.chain(bound).filter_map(transform).collect()
}
