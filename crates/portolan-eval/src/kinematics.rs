//! Mechanisms: from the values of their axes to places of links and transforms of nodes.

mod reach;
#[cfg(test)]
mod tests;

pub use reach::{Goal, Reached, reach};

use std::collections::{HashMap, HashSet};

use portolan_scene::glam::DMat4;
use portolan_scene::{
    Foot, Freedom, Link, Loop, Manipulator, Mechanism, MechanismFormula, MechanismId, NodeId, Offset, Part, Place,
    Scene, Target, Transform,
};

use crate::formula::{self, Used};
use crate::{Mover, Overrides, Pose, Stage, World, value};

/// The mechanisms of a scene, with their formulas in the order in which they are computed.
#[derive(Debug)]
pub struct Kinematics<'a> {
    scene: &'a Scene,
    formulas: Vec<(MechanismId, &'a MechanismFormula)>,
    cyclic: Vec<(MechanismId, &'a MechanismFormula)>,
}

impl<'a> Kinematics<'a> {
    /// The mechanisms of a scene.
    pub fn new(scene: &'a Scene) -> Kinematics<'a> {
        let own = |(mechanism, id): (&'a Mechanism, u32)| mechanism.formulas.iter().map(move |f| (MechanismId(id), f));
        let all: Vec<(MechanismId, &MechanismFormula)> = scene.mechanisms.iter().zip(0..).flat_map(own).collect();
        let used: Vec<Option<Used<'_>>> = all.iter().map(|(_, f)| Some(Used::of_mechanism(f))).collect();
        let order = formula::order(&used);
        let pick = |places: &[usize]| places.iter().filter_map(|place| all.get(*place).copied()).collect();
        Kinematics { scene, formulas: pick(&order.order), cyclic: pick(&order.cyclic) }
    }

    /// Formulas that depend on their own results; they are not computed.
    pub fn cyclic(&self) -> &[(MechanismId, &'a MechanismFormula)] {
        &self.cyclic
    }

    /// Formulas that give no finite number at these values; what they drive stays as it is.
    pub fn undefined(&self, overrides: &Overrides) -> Vec<(MechanismId, &'a MechanismFormula)> {
        let fails = |(_, f): &&(MechanismId, &'a MechanismFormula)| {
            !Used::of_mechanism(f).value(self.scene, overrides).is_finite()
        };
        self.formulas.iter().filter(fails).copied().collect()
    }

    /// Computes what follows from the values that are set and written, and sets it.
    pub fn compute(&self, overrides: &mut Overrides) {
        self.formulas.iter().for_each(|(_, f)| Used::of_mechanism(f).compute(self.scene, overrides));
    }

    /// Computes what follows from the values, and gives all transforms that are bound to an axis its direction and value.
    pub fn apply(&self, overrides: &mut Overrides) {
        self.compute(overrides);
        for (mechanism, id) in self.scene.mechanisms.iter().zip(0..) {
            for (freedom, at) in mechanism.freedoms.iter().zip(0..).filter(|(f, _)| f.moves()) {
                let operation = freedom.operation(self.value(MechanismId(id), at, overrides));
                for bound in &freedom.targets {
                    let target = Target::Transform { node: bound.node, transform: bound.transform, part: Part::All };
                    overrides.set(&target, operation.values());
                }
            }
        }
    }

    /// The value of a freedom: what is set, else what is written. Formulas have to be computed before.
    pub fn value(&self, mechanism: MechanismId, freedom: u32, overrides: &Overrides) -> f64 {
        value(self.scene, overrides, &Target::Freedom { mechanism, freedom }).unwrap_or(0.0)
    }

    /// The values of all freedoms of a mechanism.
    pub fn values(&self, id: MechanismId, overrides: &Overrides) -> Vec<f64> {
        let count = self.scene.mechanism(id).map_or(0, |m| m.freedoms.len() as u32);
        (0..count).map(|freedom| self.value(id, freedom, overrides)).collect()
    }
}

/// Where the links of a mechanism are in its own space, at the values of its freedoms. All matrices are finite.
pub fn links(mechanism: &Mechanism, values: &[f64]) -> Vec<DMat4> {
    let mut places: Vec<DMat4> = Vec::with_capacity(mechanism.links.len());
    for link in &mechanism.links {
        let above = link.parent.and_then(|p| places.get(p as usize)).copied().unwrap_or(DMat4::IDENTITY);
        places.push(step(mechanism, link, values, above));
    }
    places
}

/// Where a link is, behind the one that it is attached to.
fn step(mechanism: &Mechanism, link: &Link, values: &[f64], above: DMat4) -> DMat4 {
    let (before, behind) = link.transforms.split_at_checked(link.moved.start as usize).unwrap_or_default();
    let behind = behind.get(link.moved.len()..).unwrap_or_default();
    let moved = link.joint.map_or(DMat4::IDENTITY, |joint| joint_matrix(mechanism, joint, values));
    let place = above * Transform::product(before) * moved * Transform::product(behind);
    if place.is_finite() { place } else { above }
}

/// What a joint does: all its axes one after the other.
fn joint_matrix(mechanism: &Mechanism, joint: u32, values: &[f64]) -> DMat4 {
    let range =
        mechanism.joints.get(joint as usize).map_or(0..0, |j| j.freedoms.start as usize..j.freedoms.end as usize);
    let freedoms = mechanism.freedoms.get(range.clone()).unwrap_or_default();
    let values = values.get(range).unwrap_or_default();
    freedoms.iter().zip(values).fold(DMat4::IDENTITY, |m, (freedom, value)| m * moved(freedom, *value))
}

fn moved(freedom: &Freedom, value: f64) -> DMat4 {
    if freedom.moves() { freedom.operation(value).matrix() } else { DMat4::IDENTITY }
}

/// How far the two ends of a loop are apart.
pub fn gap(mechanism: &Mechanism, closed: &Loop, links: &[DMat4], values: &[f64]) -> f64 {
    let end = |place: &Place| on_link(links, place);
    let start = end(&closed.start) * joint_matrix(mechanism, closed.joint, values);
    (start.w_axis - end(&closed.end).w_axis).truncate().length()
}

/// A place on a link, in the space that the links are told in.
pub fn on_link(links: &[DMat4], place: &Place) -> DMat4 {
    let link = links.get(place.link as usize).copied().unwrap_or(DMat4::IDENTITY);
    link * Transform::product(&place.transforms)
}

/// Where the frames of a mechanism are: origin, tip, tool and work piece.
pub fn frames(mechanism: &Mechanism, links: &[DMat4]) -> [Option<DMat4>; 4] {
    let frames = &mechanism.frames;
    let place = |place: &Option<Place>| place.as_ref().map(|p| on_link(links, p));
    let (origin, tip) = (place(&frames.origin), place(&frames.tip));
    let seen = |offset: &Option<Offset>, from: Option<DMat4>| {
        let offset = offset.as_ref()?;
        let from = match offset.link {
            Some(link) => links.get(link as usize).copied(),
            None => from,
        };
        Some(from? * Transform::product(&offset.transforms))
    };
    [origin, tip, seen(&frames.tcp, tip), seen(&frames.object, origin)]
}

/// Where a manipulator begins and ends.
pub fn ends(manipulator: &Manipulator, links: &[DMat4]) -> [Option<DMat4>; 2] {
    [&manipulator.origin, &manipulator.tip].map(|place| place.as_ref().map(|p| on_link(links, p)))
}

/// The place of a stage that a mechanism stands at.
pub fn foot_place(stage: &Stage, foot: &Foot) -> Option<u32> {
    let places = stage.places(foot.node);
    let is_below = |place: &&u32| {
        let Some((node, instance)) = foot.below else { return true };
        let mut at = Some(**place);
        while let Some(placed) = at.and_then(|at| stage.placed.get(at as usize)) {
            let above = placed.parent.and_then(|p| stage.placed.get(p as usize));
            if placed.instance == Some(instance) && above.is_some_and(|a| a.node == node) {
                return true;
            }
            at = placed.parent;
        }
        false
    };
    places.iter().find(is_below).or(places.first()).copied()
}

/// The nodes that stand for the links of a mechanism: those that the document names; else of the first link the node that the
/// model is bound to, of others the first node whose last moving transform is the axis of the link's joint.
pub fn link_nodes(scene: &Scene, id: MechanismId) -> Vec<Option<NodeId>> {
    // For each node, the freedom of the last of its transforms that one drives.
    let mut last: HashMap<NodeId, (u32, MechanismId, u32)> = HashMap::new();
    for (mechanism, number) in scene.mechanisms.iter().zip(0..) {
        for (freedom, axis) in mechanism.freedoms.iter().zip(0..) {
            for bound in &freedom.targets {
                let slot = last.entry(bound.node).or_insert((0, id, 0));
                if bound.transform >= slot.0 {
                    *slot = (bound.transform, MechanismId(number), axis);
                }
            }
        }
    }
    let Some(mechanism) = scene.mechanism(id) else { return Vec::new() };
    let mut taken: HashSet<NodeId> = HashSet::new();
    let each = mechanism.links.iter().enumerate().map(|(at, link)| {
        if link.node.is_some() {
            return link.node;
        }
        if let (0, Some(foot)) = (at, &mechanism.base) {
            return Some(foot.node).filter(|_| foot.is_link);
        }
        let joint = link.joint.and_then(|j| mechanism.joints.get(j as usize))?;
        let axis = joint.freedoms.clone().next_back()?;
        let is_last = |node: &NodeId| last.get(node).is_some_and(|l| (l.1, l.2) == (id, axis));
        let targets = &mechanism.freedoms.get(axis as usize)?.targets;
        let node = targets.iter().map(|b| b.node).find(|node| is_last(node) && !taken.contains(node))?;
        taken.insert(node);
        Some(node)
    });
    each.collect()
}

/// Leads from the space of a mechanism to the world. A model that is bound to no node, or to one that is not there, stands
/// in the world.
pub fn stand(mechanism: &Mechanism, stage: &Stage, pose: &Pose) -> DMat4 {
    let Some(foot) = &mechanism.base else { return DMat4::IDENTITY };
    let Some(place) = foot_place(stage, foot) else { return DMat4::IDENTITY };
    let world = pose.world(place);
    if !foot.is_link {
        return world;
    }
    let root = mechanism.links.first().map_or(DMat4::IDENTITY, |l| Transform::product(&l.transforms));
    let stand = world * root.inverse();
    if stand.is_finite() { stand } else { world }
}

/// Sets axes of mechanisms to values, and everything that follows from them.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Joints {
    /// Which freedoms, and their values.
    pub values: Vec<(MechanismId, u32, f64)>,
}

impl Joints {
    /// What differs from the scene as it was written.
    pub fn set(&self, kinematics: &Kinematics<'_>, overrides: &mut Overrides) {
        for (mechanism, freedom, value) in &self.values {
            overrides.set(&Target::Freedom { mechanism: *mechanism, freedom: *freedom }, &[*value]);
        }
        kinematics.apply(overrides);
    }
}

impl Mover for Joints {
    fn advance(&mut self, world: &mut World<'_>, _: f64, overrides: &mut Overrides) {
        self.set(&Kinematics::new(world.scene()), overrides);
    }
}
