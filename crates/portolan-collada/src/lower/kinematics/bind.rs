//! `<bind_kinematics_model>` and `<bind_joint_axis>`: which nodes stand for a model, and which transforms for its axes.

use std::collections::VecDeque;

use hashbrown::HashSet;
use portolan_scene::glam::DVec3;
use portolan_scene::{
    Bound, Fate, Foot, Freedom, FreedomKind, MechanismId, NodeId, Operation, Origin, Target, Transform,
};
use portolan_syntax::Node;

use super::codes;
use super::names::{Kind, Names, Thing, Unknown, Value};
use crate::lower::Lower;
use crate::lower::animation::Made;

/// An axis that drives a transform of a node.
#[derive(Clone, Debug)]
pub(super) struct Driven {
    pub mechanism: u32,
    pub freedom: u32,
    pub spot: Spot,
    pub transform: u32,
    pub origin: Origin,
}

/// A node, where it is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spot {
    pub node: NodeId,
    /// The instance on the way to it that is nearest to it: a node, and which of its instances.
    pub below: Option<(NodeId, u32)>,
}

/// What the search through nodes has cost.
#[derive(Default)]
struct Effort {
    made: Made,
    visited: usize,
}

/// Nodes that are visited to find what is in other documents.
const MOST: usize = 1 << 24;
/// How exactly a node has to stand where the first link does to be it.
const SAME: f64 = 1e-5;

impl<'a> Lower<'a> {
    /// Leads models and axes to nodes.
    pub(super) fn bindings(&mut self, names: &mut Names<'a>) {
        let mut effort = Effort::default();
        let mut all = Vec::new();
        for scope in 0..names.scopes.len() as u32 {
            let Some(instance) = names.scope(scope).filter(|s| s.kind == Kind::Scene).and_then(|s| s.instance) else {
                continue;
            };
            for element in instance.elements() {
                match element.local_name() {
                    "bind_kinematics_model" => self.bind_model(element, scope, names, &mut effort),
                    "bind_joint_axis" => all.extend(self.bind_axis(element, scope, names, &mut effort)),
                    _ => {}
                }
            }
        }
        self.share(&mut all, names);
        self.tell_doubles(&mut all);
        for driven in all {
            let freedom = freedom_mut(names, driven.mechanism, driven.freedom);
            let bound = Bound { node: driven.spot.node, transform: driven.transform, origin: driven.origin };
            freedom.into_iter().for_each(|f| f.targets.push(bound.clone()));
        }
        self.drive_values(names);
    }

    /// Lets channels drive the parameters that say the values of axes.
    fn drive_values(&mut self, names: &mut Names<'a>) {
        let mut values: Vec<(u32, (u32, u32))> = names.values.iter().map(|(p, axis)| (*p, *axis)).collect();
        values.sort_unstable();
        for (param, (mechanism, freedom)) in values {
            let Some(holder) = names.params.get(param as usize).map(|p| p.holder) else { continue };
            let Some(kind) = freedom_mut(names, mechanism, freedom).map(|f| f.kind) else { continue };
            let slides = kind == FreedomKind::Prismatic;
            let factor = if slides { self.kinematic_frame(holder).length(1.0) } else { 1.0 };
            self.drive(holder, Target::Freedom { mechanism: MechanismId(mechanism), freedom }, factor);
        }
    }

    fn bind_model(&mut self, element: Node<'a>, scope: u32, names: &mut Names<'a>, effort: &mut Effort) {
        let models: Vec<u32> = match names.value(element, scope) {
            Ok(Value::Thing(Thing::Scope(inner))) => names.models(inner).collect(),
            _ => Vec::new(),
        };
        let all: Vec<u32> = names.models(scope).collect();
        let models = match (models.is_empty(), all.as_slice()) {
            (false, _) => models,
            (true, [only]) => {
                let message = "the model bound to a node does not exist; the only model of the scene is used";
                self.lose(&codes::GUESSED, Fate::Noted, element, message);
                vec![*only]
            }
            (true, _) => {
                let message = "the model bound to a node does not exist";
                return self.lose(&codes::REFERENCE, Fate::Dropped, element, message);
            }
        };
        let Some(written) = element.attribute_value("node") else { return };
        let written = written.trim();
        let Some(spot) = self.node_at(written, element, effort) else {
            let message = format!("a model is bound to the node `{written}`, which does not exist");
            return self.lose(&codes::REFERENCE, Fate::Dropped, element, message);
        };
        for model in models {
            let Some(mechanism) = names.mechanisms.get_mut(model as usize) else { continue };
            let node = self.scene.node(spot.node).map(|n| n.matrix()).unwrap_or_default();
            let link = mechanism.links.first().map(|l| Transform::product(&l.transforms)).unwrap_or_default();
            let size = 1.0 + node.w_axis.truncate().length();
            let is_link = (0..4).all(|i| {
                let limit = if i == 3 { SAME * size } else { SAME };
                node.col(i).abs_diff_eq(link.col(i), limit)
            });
            let foot = Foot { node: spot.node, below: spot.below, written: written.into(), is_link };
            if mechanism.base.as_ref().is_some_and(|known| *known != foot) {
                let message = format!("`{}` is bound to several nodes; the last one is used", mechanism.label());
                self.lose(&codes::BINDING, Fate::Approximated, element, message);
            }
            names.mechanisms.iter_mut().skip(model as usize).take(1).for_each(|m| m.base = Some(foot.clone()));
        }
    }

    fn bind_axis(
        &mut self,
        element: Node<'a>,
        scope: u32,
        names: &mut Names<'a>,
        effort: &mut Effort,
    ) -> Option<Driven> {
        let axis = element.child("axis").map(|axis| names.value(axis, scope));
        let why = match axis {
            Some(Ok(Value::Thing(thing))) => match names.freedom(thing) {
                Some(found) => Ok(found),
                None => Err("it is not a joint axis".into()),
            },
            Some(Ok(Value::Number(_))) => Err(Unknown::from("it is a number")),
            Some(Err(why)) => Err(why),
            None => Err("the reference is missing".into()),
        };
        let (mechanism, freedom) = match why {
            Ok(found) => found,
            Err(why) => {
                let message = format!("the bound axis does not exist: {why}");
                self.lose(why.code(&codes::REFERENCE), Fate::Dropped, element, message);
                return None;
            }
        };
        let kind = freedom_mut(names, mechanism, freedom)?.kind;
        let value = element.child("value").and_then(|value| {
            for param in names.chain(value, scope) {
                names.values.entry(param).or_insert((mechanism, freedom));
            }
            let number = self.said(value, scope, names)?;
            // The number may stand in a part with a unit of its own.
            let last = names.chain(value, scope).last().and_then(|p| names.params.get(*p as usize));
            let holder = last.map_or(value, |param| param.holder);
            Some(if kind == FreedomKind::Prismatic { self.kinematic_frame(holder).length(number) } else { number })
        });
        if let Some(value) = value {
            let slot = freedom_mut(names, mechanism, freedom)?;
            let bound = std::mem::replace(&mut slot.value, value);
            if bound != 0.0 && (bound - value).abs() > 1e-9 * bound.abs().max(value.abs()) {
                let message = format!("an axis is bound to the values {bound} and {value}; the last one is used");
                self.lose(&codes::BINDING, Fate::Approximated, element, message);
            }
        }
        let written = element.attribute_value("target")?;
        let Some((spot, transform)) = self.transform_at(written.trim(), element, effort) else {
            let message = format!("an axis is bound to the transform `{}`, which does not exist", written.trim());
            self.lose(&codes::REFERENCE, Fate::Dropped, element, message);
            return None;
        };
        let slot = freedom_mut(names, mechanism, freedom)?;
        let target = Target::Transform { node: spot.node, transform, part: portolan_scene::Part::All };
        let operation = self.operation_of(&target)?.clone();
        match (kind, &operation) {
            (FreedomKind::Revolute, Operation::Rotate(_)) | (FreedomKind::Prismatic, Operation::Translate(_)) => {
                if element.child("value").is_none() {
                    slot.value = written_value(slot, &operation);
                }
            }
            (_, Operation::Rotate(_) | Operation::Translate(_)) => {
                let node = self.scene.nodes.get_mut(spot.node.index());
                if let Some(step) = node.and_then(|n| n.transforms.get_mut(transform as usize)) {
                    step.operation = slot.operation(slot.value);
                }
                let message = format!("the type of the transform `{}` is changed to that of its joint", written.trim());
                self.lose(&codes::BINDING, Fate::Approximated, element, message);
            }
            _ => {
                let message = format!("`{}` is neither a rotation nor a translation", written.trim());
                self.lose(&codes::BINDING, Fate::Dropped, element, message);
                return None;
            }
        }
        Some(Driven { mechanism, freedom, spot, transform, origin: self.origin(element) })
    }

    /// Of several axes that drive one transform the last one counts.
    fn tell_doubles(&mut self, all: &mut Vec<Driven>) {
        let mut seen: HashSet<(NodeId, u32)> = HashSet::new();
        let mut kept: Vec<Driven> = Vec::with_capacity(all.len());
        while let Some(last) = all.pop() {
            if seen.insert((last.spot.node, last.transform)) {
                kept.push(last);
                continue;
            }
            let same = |k: &&Driven| k.spot.node == last.spot.node && k.transform == last.transform;
            let winner = kept.iter().find(same).map(|k| (k.mechanism, k.freedom));
            if winner != Some((last.mechanism, last.freedom)) {
                let message = "a transform is bound to several axes; the last one is used";
                self.losses.push(&codes::BINDING, Fate::Dropped, last.origin, message);
            }
        }
        kept.reverse();
        *all = kept;
    }

    /// The node that a path leads to.
    fn node_at(&mut self, path: &str, from: Node<'a>, effort: &mut Effort) -> Option<Spot> {
        let node = |element: Node<'a>| self.known.nodes.get(&self.origin(element)).copied();
        match self.spot(path, from) {
            Some((element, below)) if element.local_name() == "node" => Some(Spot { node: node(element)?, below }),
            Some((element, _)) if element.local_name() == "instance_node" => {
                let target = self.documents.follow(element, &element.attribute_value("url")?).ok()?;
                Some(Spot { node: node(target)?, below: self.instance_place(element) })
            }
            _ => self.walk(path, from, effort).map(|(spot, _)| spot),
        }
    }

    /// The transform that a path leads to.
    fn transform_at(&mut self, path: &str, from: Node<'a>, effort: &mut Effort) -> Option<(Spot, u32)> {
        if let Some((element, below)) = self.spot(path, from) {
            let field = self.transform_field(element, &mut effort.made)?;
            let Target::Transform { node, transform, .. } = field.target else { return None };
            return Some((Spot { node, below }, transform));
        }
        let (spot, transform) = self.walk(path, from, effort)?;
        Some((spot, transform?))
    }

    /// The element that a path leads to, and the last instance of a node on the way.
    fn spot(&self, path: &str, from: Node<'a>) -> Option<(Node<'a>, Option<(NodeId, u32)>)> {
        let document = self.document(from);
        match document.resolver().path(path, from) {
            Ok(found) => {
                let way = found.through.iter().rev().filter_map(|id| document.tree.node(*id));
                let last = way.into_iter().find(|i| i.local_name() == "instance_node");
                Some((found.node, last.and_then(|i| self.instance_place(i))))
            }
            Err(_) => self.aim(path, from).ok().map(|aim| (aim.element, None)),
        }
    }

    /// The node that an instance stands in, and which of its instances it is.
    fn instance_place(&self, instance: Node<'a>) -> Option<(NodeId, u32)> {
        let node = *self.known.nodes.get(&self.origin(instance.parent_element()?))?;
        let origin = self.origin(instance);
        let place = self.scene.node(node)?.instances.iter().position(|i| i.meta.origin == origin)?;
        Some((node, place as u32))
    }

    /// Follows a path by the nodes of the scene, which leads through instances of other documents as well. The last name may
    /// be that of a transform.
    fn walk(&self, path: &str, from: Node<'a>, effort: &mut Effort) -> Option<(Spot, Option<u32>)> {
        let mut parts = path.split('/').peekable();
        let first = parts.next()?;
        let head = self.document(from).resolver().id(first)?;
        let mut spot = Spot { node: *self.known.nodes.get(&self.origin(head))?, below: None };
        while let Some(name) = parts.next() {
            let is_last = parts.peek().is_none();
            let mut seen: HashSet<NodeId> = HashSet::new();
            let mut open = VecDeque::from([spot]);
            let mut found = None;
            while let Some(next) = open.pop_front() {
                effort.visited += 1;
                if !seen.insert(next.node) || effort.visited > MOST {
                    continue;
                }
                let node = self.scene.node(next.node)?;
                let is = |sid: &Option<Box<str>>| sid.as_deref() == Some(name);
                if let Some(at) = node.transforms.iter().position(|t| is(&t.sid)).filter(|_| is_last) {
                    return Some((next, Some(at as u32)));
                }
                if is(&node.meta.sid) && next != spot {
                    found = Some(next);
                    break;
                }
                let instances = node.instances.iter().zip(0..);
                let instances =
                    instances.map(|(i, at)| (is(&i.meta.sid), Spot { node: i.node, below: Some((next.node, at)) }));
                let children = node.children.iter().map(|n| (false, Spot { node: *n, below: next.below }));
                let below: Vec<(bool, Spot)> = children.chain(instances).collect();
                if let Some((_, named)) = below.iter().find(|(named, _)| *named) {
                    found = Some(*named);
                    break;
                }
                open.extend(below.into_iter().map(|(_, spot)| spot));
            }
            spot = found?;
        }
        Some((spot, None))
    }
}

/// A freedom, to be added to.
pub(super) fn freedom_mut<'n>(names: &'n mut Names<'_>, mechanism: u32, freedom: u32) -> Option<&'n mut Freedom> {
    names.mechanisms.get_mut(mechanism as usize)?.freedoms.get_mut(freedom as usize)
}

/// The value that a transform has about or along the axis of a freedom.
fn written_value(freedom: &Freedom, operation: &Operation) -> f64 {
    let axis = DVec3::from_array(freedom.axis);
    match *operation {
        Operation::Rotate([x, y, z, angle]) if axis.dot(DVec3::new(x, y, z)) < 0.0 => -angle,
        Operation::Rotate([.., angle]) => angle,
        Operation::Translate(by) => axis.dot(DVec3::from_array(by)),
        _ => 0.0,
    }
}
