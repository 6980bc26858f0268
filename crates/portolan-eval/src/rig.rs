//! Skins that their node moves, told to those who know only skins in the world.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use portolan_scene::glam::DMat4;
use portolan_scene::{
    Binding, Controller, ControllerId, Deformer, FormulaInstance, Influence, Joint, Meta, Node, NodeId, Operation,
    Origin, Scene, Skin, SkinSpace, Target, Transform, ViewId,
};

use crate::skin::{Aside, inverse};
use crate::{LIMIT, Overrides, Pose, Stage, formula_result, pose};

/// Nodes that may be added.
const MOST: usize = 1 << 20;

/// A skin that its node moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rigged {
    /// The instance.
    pub origin: Origin,
    /// What the node is called.
    pub node: String,
    /// `false`: it was too much, and the skin stands where its joints are, as if the node did nothing.
    pub moves: bool,
}

/// A scene without skins that their nodes move ([`SkinSpace::Node`]), and those that were. Everything drawn stands where it
/// stood, whatever moves.
///
/// Joints are placed once more, below the node that holds the skin: they lead from there as they lead from the place that
/// is above both, with all that drives them.
pub fn skins_in_world(scene: &Scene) -> (Cow<'_, Scene>, Vec<Rigged>) {
    let all = scene.nodes.iter().flat_map(|n| &n.drawn).flat_map(|d| &d.skeletons);
    let moved: BTreeSet<ControllerId> = all.filter(|s| s.space == SkinSpace::Node).map(|s| s.controller).collect();
    if moved.is_empty() {
        return (Cow::Borrowed(scene), Vec::new());
    }
    let mut made = scene.clone();
    for id in moved {
        hold_loose(&mut made, id);
    }
    // What places are made of, with the joints that hold what was loose.
    let read = Scene {
        nodes: made.nodes.clone(),
        controllers: made.controllers.clone(),
        views: made.views.clone(),
        default_view: made.default_view,
        ..Scene::default()
    };
    let mut rigs = Rigs { read: &read, made, copies: BTreeMap::new(), added: 0, told: Vec::new() };
    rigs.all();
    rigs.drive();
    (Cow::Owned(rigs.made), rigs.told)
}

struct Rigs<'a> {
    read: &'a Scene,
    made: Scene,
    /// What was placed once more.
    copies: BTreeMap<NodeId, Vec<NodeId>>,
    added: usize,
    told: Vec<Rigged>,
}

/// Where joints stand and what they move.
struct Place<'a> {
    stage: &'a Stage,
    rest: &'a Pose,
    holder: NodeId,
    at: u32,
}

impl Rigs<'_> {
    fn all(&mut self) {
        let is_moved = |n: &Node| n.drawn.iter().flat_map(|d| &d.skeletons).any(|s| s.space == SkinSpace::Node);
        let holders = self.read.nodes.iter().zip(0..).filter(|(n, _)| is_moved(n));
        let mut open: Vec<NodeId> = holders.map(|(_, id)| NodeId(id)).collect();
        let first = self.read.default_view;
        let others = (0..self.read.views.len() as u32).map(ViewId).filter(|v| Some(*v) != first);
        for view in first.into_iter().chain(others) {
            if open.is_empty() {
                break;
            }
            let stage = Stage::new(self.read, view, LIMIT);
            let rest = pose(self.read, &stage, &Overrides::default());
            open.retain(|holder| {
                let Some(at) = stage.places(*holder).first() else { return true };
                self.holder(&Place { stage: &stage, rest: &rest, holder: *holder, at: *at });
                false
            });
        }
        // What stands nowhere is not moved by anything.
        let left = self.made.nodes.iter_mut().flat_map(|n| &mut n.drawn).flat_map(|d| &mut d.skeletons);
        left.for_each(|s| s.space = SkinSpace::World);
    }

    fn holder(&mut self, place: &Place<'_>) {
        let Some(node) = self.read.node(place.holder) else { return };
        let mut known: BTreeMap<(Option<u32>, u32), NodeId> = BTreeMap::new();
        for (number, drawn) in node.drawn.iter().enumerate() {
            for (which, skeleton) in drawn.skeletons.iter().enumerate() {
                if skeleton.space != SkinSpace::Node {
                    continue;
                }
                let Some(binds) = binds(self.read, skeleton.controller) else { continue };
                let moves = self.added.saturating_add(skeleton.joints.len()) <= MOST;
                if moves {
                    let joints = self.joints(place, &skeleton.joints, binds, &mut known);
                    let made = self.made.nodes.get_mut(place.holder.index());
                    let made = made.and_then(|n| n.drawn.get_mut(number)).and_then(|d| d.skeletons.get_mut(which));
                    made.into_iter().for_each(|s| s.joints.clone_from(&joints));
                }
                let node = node.meta.label().unwrap_or("?").to_owned();
                self.told.push(Rigged { origin: drawn.meta.origin, node, moves });
            }
        }
    }

    /// The joints of a skin, placed once more.
    fn joints(
        &mut self,
        place: &Place<'_>,
        joints: &[Option<Joint>],
        binds: &[DMat4],
        known: &mut BTreeMap<(Option<u32>, u32), NodeId>,
    ) -> Vec<Option<Joint>> {
        let Place { stage, rest, holder, at } = *place;
        let frame = stage.skin_frame(at, joints);
        let aside = Aside::new(self.read, stage, &Overrides::default(), joints);
        let mut known_aside = BTreeMap::new();
        let mut made = Vec::with_capacity(joints.len());
        for (number, joint) in joints.iter().enumerate() {
            let here = joint.as_ref().and_then(|j| stage.joint(at, j));
            let there = joint.as_ref().zip(aside.as_ref()).and_then(|(j, a)| a.stage.joint(u32::MAX, j));
            let copy = match (here, there, aside.as_ref()) {
                (Some(joint), ..) => self.path(stage, frame, joint, holder, known),
                (None, Some(joint), Some(aside)) => self.path(&aside.stage, None, joint, holder, &mut known_aside),
                // What is not there leaves its vertices in the bind shape.
                _ => {
                    let bind = binds.get(number).map_or(DMat4::IDENTITY, |b| inverse(*b));
                    let back = frame.map_or(DMat4::IDENTITY, |f| inverse(rest.world(f))) * bind;
                    let operation = Operation::Matrix(Box::new(back.transpose().to_cols_array()));
                    let transforms = vec![Transform { sid: None, operation }];
                    let meta = Meta { name: Some("unbound".into()), ..Meta::default() };
                    self.add(Node { meta, joint: true, transforms, ..Node::default() }, holder)
                }
            };
            made.push(Some(Joint { node: copy, root: None }));
        }
        made
    }

    /// A joint with everything between it and a place above it, below the holder.
    fn path(
        &mut self,
        stage: &Stage,
        frame: Option<u32>,
        joint: u32,
        holder: NodeId,
        known: &mut BTreeMap<(Option<u32>, u32), NodeId>,
    ) -> NodeId {
        let mut path = vec![joint];
        while let Some(last) = path.last().copied().filter(|p| Some(*p) != frame && !known.contains_key(&(frame, *p)))
            && let Some(above) = stage.placed.get(last as usize).and_then(|p| p.parent).filter(|p| Some(*p) != frame)
        {
            path.push(above);
        }
        let mut above = holder;
        for place in path.into_iter().rev() {
            above = match known.get(&(frame, place)) {
                Some(known) => *known,
                None => {
                    let original = stage.placed.get(place as usize).map_or(NodeId(u32::MAX), |p| p.node);
                    // The place that is above everything leads nowhere from itself.
                    let copy = match self.read.node(original) {
                        Some(node) => {
                            let still = Some(place) == frame;
                            let meta = Meta {
                                name: node.meta.label().map(Into::into),
                                origin: node.meta.origin,
                                ..Meta::default()
                            };
                            let transforms = if still { Vec::new() } else { node.transforms.clone() };
                            let copy = self.add(Node { meta, joint: node.joint, transforms, ..Node::default() }, above);
                            if !still {
                                self.copies.entry(original).or_default().push(copy);
                            }
                            copy
                        }
                        None => self.add(Node::default(), above),
                    };
                    known.insert((frame, place), copy);
                    copy
                }
            };
        }
        above
    }

    fn add(&mut self, node: Node, above: NodeId) -> NodeId {
        let id = NodeId::next(&self.made.nodes);
        self.made.nodes.push(node);
        self.made.nodes.get_mut(above.index()).into_iter().for_each(|n| n.children.push(id));
        self.added += 1;
        id
    }

    /// What drives a joint drives it at its other places as well.
    fn drive(&mut self) {
        for animation in &mut self.made.animations {
            let mut more = Vec::new();
            for channel in &animation.channels {
                let Target::Transform { node, transform, part } = &channel.target else { continue };
                for copy in self.copies.get(node).into_iter().flatten() {
                    let target = Target::Transform { node: *copy, transform: *transform, part: *part };
                    more.push(portolan_scene::Channel { target, ..channel.clone() });
                }
            }
            animation.channels.extend(more);
        }
        let copies: Vec<_> = self.made.standing.iter().flat_map(|f| self.copies_of(f)).collect();
        self.made.standing.extend(copies);
        for nth in 0..self.made.clips.len() {
            let Some(clip) = self.made.clips.get(nth) else { continue };
            let copies: Vec<_> = clip.formulas.iter().flat_map(|f| self.copies_of(f)).collect();
            self.made.clips.iter_mut().skip(nth).take(1).for_each(|c| c.formulas.extend(copies.iter().cloned()));
        }
    }

    /// A formula that drives a joint, for its other places.
    fn copies_of(&self, instance: &FormulaInstance) -> Vec<FormulaInstance> {
        let result = formula_result(&self.made, instance);
        let Some(Target::Transform { node, transform, part }) = result else { return Vec::new() };
        let name = self.made.formula(instance.formula).and_then(|f| f.target.as_deref());
        let copy = |copy: &NodeId| {
            let target = Target::Transform { node: *copy, transform: *transform, part: *part };
            let mut instance = instance.clone();
            for (_, binding) in instance.bindings.iter_mut().filter(|(bound, _)| Some(&**bound) == name) {
                *binding = Binding::Target(target.clone());
            }
            instance
        };
        self.copies.get(node).into_iter().flatten().map(copy).collect()
    }
}

fn binds(scene: &Scene, id: ControllerId) -> Option<&[DMat4]> {
    match &scene.controller(id)?.deformer {
        Deformer::Skin(skin) => Some(&skin.inverse_binds),
        Deformer::Morph(_) => None,
    }
}

/// Gives a skin one more joint for the vertices that no joint holds, if there are any. No instance has a node for it yet.
fn hold_loose(scene: &mut Scene, id: ControllerId) {
    let vertices = scene.bent_vertices(id);
    let Some(Controller { deformer: Deformer::Skin(skin), .. }) = scene.controllers.get_mut(id.index()) else { return };
    if !add_unbound(skin, vertices) {
        return;
    }
    let skeletons = scene.nodes.iter_mut().flat_map(|n| &mut n.drawn).flat_map(|d| &mut d.skeletons);
    skeletons.filter(|s| s.controller == id).for_each(|s| s.joints.push(None));
}

fn add_unbound(skin: &mut Skin, vertices: usize) -> bool {
    let Ok(unbound) = u32::try_from(skin.inverse_binds.len()) else { return false };
    if !skin.has_loose(vertices) {
        return false;
    }
    let (mut counts, mut influences) = (Vec::with_capacity(vertices), Vec::with_capacity(skin.influences.len()));
    let without = vertices.saturating_sub(skin.counts.len());
    for mine in skin.vertices().chain(std::iter::repeat_n(&[][..], without)) {
        if Influence::total(mine).is_none() {
            counts.push(1);
            influences.push(Influence { joint: Some(unbound), weight: 1.0 });
            continue;
        }
        counts.push(mine.len() as u32);
        let joint = |i: &Influence| i.joint.filter(|_| skin.has_joint(i)).or(Some(unbound));
        influences.extend(mine.iter().map(|i| Influence { joint: joint(i), ..*i }));
    }
    (skin.counts, skin.influences) = (counts, influences);
    skin.joints.push("unbound".into());
    skin.inverse_binds.push(DMat4::IDENTITY);
    true
}

#[cfg(test)]
mod tests;
