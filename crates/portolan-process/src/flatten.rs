//! Each node has one matrix in place of its transforms (page 2-3), and what drove them drives the matrix.
//!
//! Every node gets exactly one, those without transforms the identity; a node that has a single matrix stays as it is. At
//! each moment a node is where it was:
//!
//! - where a matrix is a sum of driven numbers (one translation, scale or matrix is driven, by curves with the same
//!   keys), the curves are led through it with keys, tangents and methods;
//! - elsewhere keys are kept, and samples are put between them where straight pieces would be too far off;
//! - what is driven by several animations becomes one, for each set of animations that play together;
//! - formulas that read or write transforms are computed;
//! - nodes whose transforms are named by what is kept from the document, as the axes of joints are, keep them.

mod affine;
mod formula;
mod group;
mod kept;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use portolan_eval::Playing;
use portolan_eval::drive::{Wire, wires};
use portolan_scene::glam::DMat4;
use portolan_scene::{
    Animation, AnimationId, Channel, ClipId, Curve, CurveId, Fate, Losses, Node, NodeId, Operation, Part, Scene,
    Target, Transform,
};

use crate::samples::{Budget, Sampling};
use crate::{codes, prune};
use group::Group;

/// What the matrix of a node is called.
const SID: &str = "matrix";

/// Gives each node a single matrix.
pub fn single_matrix(scene: &mut Scene, sampling: &Sampling) -> Losses {
    let mut losses = Losses::default();
    let plan = Plan::new(scene, &mut losses);
    let mut budget = Budget::default();
    let groups = plan.groups(scene).into_values().flatten();
    let made: Vec<Made> =
        groups.filter_map(|group| group.bake(scene, sampling, &plan, &mut budget, &mut losses)).collect();
    let computed = plan.formulas(scene, sampling, &mut budget, &mut losses);
    plan.take_apart(scene);
    for one in made {
        plan.host(scene, one);
    }
    computed.put(scene);
    for (node, changes) in scene.nodes.iter_mut().zip(&plan.changes) {
        if *changes {
            one_matrix(node, &mut losses);
        }
    }
    prune::curves(scene);
    losses
}

/// A motion of a matrix, and where it belongs.
struct Made {
    target: Target,
    curve: Curve,
    /// What it plays with.
    contexts: Vec<usize>,
    /// An animation that plays with the same, if there is one.
    host: Option<AnimationId>,
}

/// What has to be done.
struct Plan {
    /// For each node: does it get a new matrix?
    changes: Vec<bool>,
    /// What plays: everything that no clip names, then the clips.
    contexts: Vec<Playing>,
    /// For each animation, the contexts that it plays in.
    plays: Vec<Vec<usize>>,
    /// From when to when each context plays.
    durations: Vec<Option<(f64, f64)>>,
}

impl Plan {
    fn new(scene: &Scene, losses: &mut Losses) -> Plan {
        let named = kept::Named::new(scene);
        let mut changes: Vec<bool> = scene.nodes.iter().map(|n| !is_matrix(n)).collect();
        let bound: BTreeSet<usize> = kept::bound(scene).collect();
        let keeps = |node: &Node, place: usize| named.has(node) || bound.contains(&place);
        let nodes = scene.nodes.iter().zip(&mut changes).zip(0..);
        for ((node, changes), _) in nodes.filter(|((node, _), place)| keeps(node, *place)) {
            if std::mem::replace(changes, false) {
                kept::tell(node, losses);
            }
        }
        let clips = (0..scene.clips.len() as u32).map(|c| Playing::Clip(ClipId(c)));
        let contexts: Vec<Playing> = std::iter::once(Playing::Default).chain(clips).collect();
        let mut plays: Vec<Vec<usize>> = vec![Vec::new(); scene.animations.len()];
        for (context, playing) in contexts.iter().enumerate() {
            for animation in portolan_eval::animations(scene, playing) {
                plays.iter_mut().skip(animation.index()).take(1).for_each(|p| p.push(context));
            }
        }
        let durations = contexts.iter().map(|c| portolan_eval::duration(scene, c)).collect();
        Plan { changes, contexts, plays, durations }
    }

    fn is_changed(&self, node: NodeId) -> bool {
        self.changes.get(node.index()).copied().unwrap_or(false)
    }

    /// Is it a number of a transform that will not be there any more?
    fn goes(&self, target: &Target) -> bool {
        matches!(target, Target::Transform { node, .. } if self.is_changed(*node))
    }

    /// What drives each node that gets a matrix, once for each set of wires that play together.
    fn groups<'a>(&self, scene: &'a Scene) -> BTreeMap<NodeId, Vec<Group<'a>>> {
        let mut all: BTreeMap<NodeId, Vec<Group<'a>>> = BTreeMap::new();
        for (context, playing) in self.contexts.iter().enumerate() {
            let mut nodes: BTreeMap<NodeId, Vec<(usize, Wire<'a>)>> = BTreeMap::new();
            for wire in wires(scene, playing) {
                if let Target::Transform { node, transform, .. } = *wire.target
                    && self.is_changed(node)
                {
                    nodes.entry(node).or_default().push((transform as usize, wire));
                }
            }
            for (node, wires) in nodes {
                let groups = all.entry(node).or_default();
                match groups.iter_mut().find(|g| g.is_of(&wires)) {
                    Some(group) => group.contexts.push(context),
                    None => groups.push(Group { node, wires, contexts: vec![context] }),
                }
            }
        }
        all
    }

    /// Takes out everything that drives transforms that will not be there any more.
    fn take_apart(&self, scene: &mut Scene) {
        for animation in &mut scene.animations {
            let gone = animation.channels.iter().filter(|c| self.goes(&c.target));
            let mut lost: BTreeSet<CurveId> = gone.map(|c| c.curve).collect();
            animation.channels.retain(|c| !self.goes(&c.target));
            animation.channels.iter().for_each(|c| _ = lost.remove(&c.curve));
            animation.curves.retain(|c| !lost.contains(c));
        }
        scene.field_names.retain(|target, _| !self.goes(target));
    }

    /// Puts a motion where it plays with the same as before.
    fn host(&self, scene: &mut Scene, made: Made) {
        let curve = CurveId::next(&scene.curves);
        scene.curves.push(made.curve);
        let channel = Channel { curve, first: 0, target: made.target, factor: 1.0 };
        if let Some(host) = made.host.and_then(|h| scene.animations.get_mut(h.index())) {
            host.channels.push(channel);
            return;
        }
        let clips = made.contexts.iter().filter_map(|c| match self.contexts.get(*c) {
            Some(Playing::Clip(clip)) => Some(*clip),
            _ => None,
        });
        add_animation(scene, vec![channel], clips.collect());
    }
}

/// Adds an animation that plays with clips, or always.
fn add_animation(scene: &mut Scene, channels: Vec<Channel>, clips: Vec<ClipId>) {
    let id = AnimationId::next(&scene.animations);
    scene.animations.push(Animation { channels, clipped: !clips.is_empty(), ..Animation::default() });
    for clip in clips {
        scene.clips.iter_mut().skip(clip.index()).take(1).for_each(|c| c.animations.push(id));
    }
}

fn is_matrix(node: &Node) -> bool {
    matches!(node.transforms.as_slice(), [Transform { operation: Operation::Matrix(_), .. }])
}

/// The whole matrix of a node that has only that.
fn matrix_of(node: NodeId) -> Target {
    Target::Transform { node, transform: 0, part: Part::All }
}

fn one_matrix(node: &mut Node, losses: &mut Losses) {
    let whole = node.matrix();
    let matrix = if whole.is_finite() { whole } else { DMat4::IDENTITY };
    if !node.transforms.is_empty() {
        let message = "the transforms of a node were merged into one matrix";
        losses.push(&codes::MATRIX, Fate::Baked, node.meta.origin, message);
    }
    if !whole.is_finite() {
        let message = format!("the transforms of node `{}` are not finite", node.meta.label().unwrap_or("?"));
        losses.push(&codes::MATRIX, Fate::Approximated, node.meta.origin, message);
    }
    node.transforms = vec![Transform { sid: Some(SID.into()), operation: Operation::Matrix(Box::new(rows(matrix))) }];
}

/// A matrix as it is written.
fn rows(matrix: DMat4) -> [f64; 16] {
    matrix.transpose().to_cols_array().map(|v| if v == 0.0 { 0.0 } else { v })
}
