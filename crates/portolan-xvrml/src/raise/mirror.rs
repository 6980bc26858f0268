//! Mirrored nodes: a `Transform` of xVRML and VRML97 has positive scales. The mirror goes into what stands below.
//!
//! A node that mirrors is `M·F`, where `M` does not and `F` turns x round. `F` goes on to the nodes below, each of which becomes
//! `F·C·F`, or `F·C` if it mirrors again, and at the end into points, normals and the order of corners. So everything that is
//! seen stands where it stood. What moves below a mirror keeps a negative scale above it.

use hashbrown::HashSet;
use portolan_scene::glam::{DMat3, DMat4, DVec3};
use portolan_scene::{Drawable, Fate, Node, NodeId, Scene};

use super::{Raise, codes};

/// Turns x round.
const ROUND: DVec3 = DVec3::new(-1.0, 1.0, 1.0);

/// What a flattened direction keeps of the greatest one.
const FLAT: f64 = 1e-6;

impl Raise<'_> {
    /// The matrix of a node without what mirrors, which goes to what is below it, or comes from what is above.
    pub fn without_mirror(&mut self, id: NodeId, node: &Node, matrix: DMat4) -> DMat4 {
        let turn = DMat4::from_scale(ROUND);
        let matrix = if self.mirrored { turn * matrix } else { matrix };
        let matrix = self.with_thickness(node, matrix);
        let mirrors = DMat3::from_mat4(matrix).determinant() < 0.0;
        if !self.mirrored && mirrors && self.moves_below(id) {
            let message = "a mirrored node keeps its negative scale, because something below it moves";
            self.lose(&codes::NODE, Fate::Noted, node.meta.origin, message);
            return matrix;
        }
        if mirrors != self.mirrored {
            let message = "the mirror of a node is part of its shapes";
            self.lose(&codes::NODE, Fate::Baked, node.meta.origin, message);
        }
        self.mirrored = mirrors;
        if mirrors { matrix * turn } else { matrix }
    }

    /// A node that flattens everything gets some thickness, because it could not be written otherwise.
    fn with_thickness(&mut self, node: &Node, matrix: DMat4) -> DMat4 {
        let parts = super::matrix::parts(matrix);
        let most = parts.scale.abs().max_element();
        if parts.scale.abs().min_element() > 0.0 || most == 0.0 || !most.is_finite() {
            return matrix;
        }
        let message = "a scale of 0 is written as a small one";
        self.lose(&codes::NODE, Fate::Approximated, node.meta.origin, message);
        let thick = |size: f64| if size == 0.0 { most * FLAT } else { size };
        let [x, y, z] = parts.scale.to_array().map(thick);
        let turned = DMat4::from_quat(parts.orientation);
        DMat4::from_rotation_translation(parts.rotation, parts.translation)
            * turned
            * DMat4::from_scale(DVec3::new(x, y, z))
            * turned.transpose()
    }

    /// A point or direction at the place at hand.
    pub fn mirrored_point(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        if self.mirrored { [-x, y, z] } else { [x, y, z] }
    }

    /// Does anything move, or bend over time, at a node or below?
    fn moves_below(&mut self, id: NodeId) -> bool {
        if self.moving.is_none() {
            let bends = self.job.conversion.bake_shapes;
            let driven: HashSet<NodeId> = self.driven.iter().map(|(node, _)| *node).collect();
            self.moving = Some(moving(self.scene, |id, node| {
                let bent = bends && node.drawn.iter().any(|d| matches!(d.what, Drawable::Controller(_)));
                driven.contains(&id) || bent
            }));
        }
        self.moving.as_ref().is_some_and(|moving| moving.contains(&id))
    }
}

/// Nodes of a kind, and all nodes above them.
fn moving(scene: &Scene, moves: impl Fn(NodeId, &Node) -> bool) -> HashSet<NodeId> {
    let all = || (0..).map(NodeId).zip(&scene.nodes);
    let mut above: hashbrown::HashMap<NodeId, Vec<NodeId>> = hashbrown::HashMap::new();
    for (id, node) in all() {
        node.below().for_each(|below| above.entry(below).or_default().push(id));
    }
    let mut found = HashSet::new();
    let mut open: Vec<NodeId> = all().filter(|(id, node)| moves(*id, node)).map(|(id, _)| id).collect();
    while let Some(id) = open.pop() {
        if found.insert(id) {
            open.extend(above.get(&id).into_iter().flatten());
        }
    }
    found
}

/// Turns x of points or directions round.
pub(super) fn turn_round(points: &mut [f32]) {
    points.iter_mut().step_by(3).for_each(|x| *x = -*x);
}
