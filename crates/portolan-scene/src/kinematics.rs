//! Mechanisms: links that joints hold together, and the nodes that they move.

mod check;

use std::ops::Range;

use crate::{Binding, Fate, Formula, Kept, MechanismId, Meta, NodeId, Operation, Origin, Scene, Target, Transform};

/// One instance of a kinematics model, with everything that systems and scenes around it say about it.
///
/// Links know their parents, so that where each of them is follows from the values of the freedoms alone:
/// a link stands at `parent · attachment · joint · link`, and the axes of a joint stand in the frame of the attachment.
#[derive(Clone, Default, Debug)]
pub struct Mechanism {
    /// Names and origin of the model.
    pub meta: Meta,
    /// The SID of the model's instance.
    pub instance: Option<Box<str>>,
    /// What the instances around that one are called, by SID or name, outermost first.
    pub around: Vec<Box<str>>,
    /// The systems around the model, outermost first: their ids, names and what applications add to them; the SID is that
    /// of the instance.
    pub systems: Vec<Meta>,
    /// The id of the kinematics scene that it belongs to.
    pub scene: Option<Box<str>>,
    /// The joints, in the order of the document.
    pub joints: Vec<MechanismJoint>,
    /// The axes of all joints, joint after joint.
    pub freedoms: Vec<Freedom>,
    /// The links in the order of the document, depth first.
    pub links: Vec<Link>,
    /// Joints that close a chain of links.
    pub loops: Vec<Loop>,
    /// Where the system begins and ends.
    pub frames: Frames,
    /// Further beginnings and ends, with names.
    pub manipulators: Vec<Manipulator>,
    /// How fast the end may move: along, and turning.
    pub effector: Motion<[f64; 2]>,
    /// What computes freedoms from others.
    pub formulas: Vec<MechanismFormula>,
    /// The node that the model stands at.
    pub base: Option<Foot>,
    /// Transforms of nodes as they are written, where they have the values of joints instead.
    pub written: Vec<(NodeId, u32, Operation)>,
}

impl Mechanism {
    /// The joint that a freedom belongs to.
    pub fn joint_of(&self, freedom: u32) -> Option<u32> {
        let place = self.joints.partition_point(|joint| joint.freedoms.end <= freedom);
        self.joints.get(place).map(|_| place as u32)
    }

    /// What to call the mechanism: the SID of its instance, else the id or name of its model.
    pub fn label(&self) -> &str {
        let id = self.meta.id.as_deref().or(self.meta.name.as_deref());
        self.instance.as_deref().or(id).unwrap_or("model")
    }

    /// Does a formula compute the freedom?
    pub fn is_computed(&self, mechanism: MechanismId, freedom: u32) -> bool {
        let wanted = Target::Freedom { mechanism, freedom };
        self.formulas.iter().any(|f| f.result() == Some(&wanted))
    }
}

/// A joint of a mechanism: one axis, or several one after the other. (A joint of a skin is a [`crate::Joint`].)
#[derive(Clone, Default, Debug)]
pub struct MechanismJoint {
    /// Names and origin: the SID of the joint or of its instance, the id and name of the joint.
    pub meta: Meta,
    /// Its axes among the freedoms of the mechanism.
    pub freedoms: Range<u32>,
}

/// An axis that something turns about or moves along.
#[derive(Clone, Debug)]
pub struct Freedom {
    /// What the axis is called in its joint.
    pub sid: Option<Box<str>>,
    /// Where it was written.
    pub origin: Origin,
    /// Turning or moving.
    pub kind: FreedomKind,
    /// A direction of length 1, or zero: then nothing moves.
    pub axis: [f64; 3],
    /// The least and the largest value that the mechanics allows; the first is not above the second.
    pub limits: [Option<f64>; 2],
    /// The same for what a controller may use of it.
    pub soft: [Option<f64>; 2],
    /// Its value: degrees, or a length. A formula that computes the freedom counts more.
    pub value: f64,
    /// Does it take part in kinematics? A passive one follows from the others.
    pub active: bool,
    /// Does it keep its value?
    pub locked: bool,
    /// Its place in the list of values that a controller receives.
    pub index: Option<i64>,
    /// How fast it may move.
    pub motion: Motion<f64>,
    /// The transforms of nodes that take its axis and value.
    pub targets: Vec<Bound>,
}

impl Freedom {
    /// A freedom without limits at rest.
    pub fn new(kind: FreedomKind, axis: [f64; 3]) -> Freedom {
        Freedom {
            sid: None,
            origin: Origin::default(),
            kind,
            axis,
            limits: [None; 2],
            soft: [None; 2],
            value: 0.0,
            active: true,
            locked: false,
            index: None,
            motion: Motion::default(),
            targets: Vec::new(),
        }
    }

    /// What it does at a value.
    pub fn operation(&self, value: f64) -> Operation {
        let [x, y, z] = self.axis;
        match self.kind {
            FreedomKind::Revolute => Operation::Rotate([x, y, z, value]),
            FreedomKind::Prismatic => Operation::Translate([x * value, y * value, z * value]),
        }
    }

    /// The least and the largest value that it may have: those of the controller where they are said, else those of the
    /// mechanics.
    pub fn range(&self) -> [Option<f64>; 2] {
        let [low, high] = self.limits;
        let [soft_low, soft_high] = self.soft;
        [soft_low.or(low), soft_high.or(high)]
    }

    /// The nearest value within its range.
    pub fn clamped(&self, value: f64) -> f64 {
        let [low, high] = self.range();
        let value = high.map_or(value, |high| value.min(high));
        low.map_or(value, |low| value.max(low))
    }

    /// Can it move at all?
    pub fn moves(&self) -> bool {
        self.axis != [0.0; 3]
    }
}

/// How an axis moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FreedomKind {
    /// It turns about the axis; values are degrees.
    Revolute,
    /// It moves along the axis; values are lengths.
    Prismatic,
}

/// The largest speed and its changes that are allowed, a second: `None` is not said.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Motion<T> {
    /// Speed.
    pub speed: Option<T>,
    /// Change of the speed while it grows.
    pub acceleration: Option<T>,
    /// Change of the speed while it falls.
    pub deceleration: Option<T>,
    /// Change of the acceleration.
    pub jerk: Option<T>,
}

impl<T> Motion<T> {
    /// The four numbers in order.
    pub fn each_mut(&mut self) -> [&mut Option<T>; 4] {
        [&mut self.speed, &mut self.acceleration, &mut self.deceleration, &mut self.jerk]
    }
}

/// A transform of a node that takes the axis and value of a freedom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The node.
    pub node: NodeId,
    /// Which of its transforms: a turn for what turns, a translation for what moves.
    pub transform: u32,
    /// Where the binding was written.
    pub origin: Origin,
}

/// A rigid part of a mechanism.
#[derive(Clone, Default, Debug)]
pub struct Link {
    /// Names and origin.
    pub meta: Meta,
    /// The link it is attached to; its index is smaller.
    pub parent: Option<u32>,
    /// The joint between both.
    pub joint: Option<u32>,
    /// The attachment, one operation for each axis of the joint, the link itself; multiplied from left to right.
    pub transforms: Vec<Transform>,
    /// Which of the transforms are axes of the joint, in their order.
    pub moved: Range<u32>,
    /// The node that stands for it, if the document says so; otherwise it is the one that its joint moves.
    pub node: Option<NodeId>,
}

/// A joint between two links that are connected otherwise as well.
#[derive(Clone, Default, Debug)]
pub struct Loop {
    /// The joint.
    pub joint: u32,
    /// The link that it is attached to, with its axes.
    pub start: Place,
    /// The link that has to meet it.
    pub end: Place,
    /// Where it was written.
    pub origin: Origin,
}

/// A place on a link.
#[derive(Clone, Default, Debug)]
pub struct Place {
    /// The link.
    pub link: u32,
    /// From the link to the place.
    pub transforms: Vec<Transform>,
}

/// The frames of a system of links.
#[derive(Clone, Default, Debug)]
pub struct Frames {
    /// Where the chain begins.
    pub origin: Option<Place>,
    /// Where it ends.
    pub tip: Option<Place>,
    /// Where the tool works: on its own link, or seen from the tip.
    pub tcp: Option<Offset>,
    /// Where the work piece is: on its own link, or seen from the origin.
    pub object: Option<Offset>,
}

/// A frame seen from another one, or on a link of its own.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Offset {
    /// The link, if one is said.
    pub link: Option<u32>,
    /// From there to the frame.
    pub transforms: Vec<Transform>,
}

/// A chain of links with a name, from its origin to its tip.
#[derive(Clone, Default, Debug)]
pub struct Manipulator {
    /// Its name.
    pub name: Box<str>,
    /// Where it begins.
    pub origin: Option<Place>,
    /// Where it ends.
    pub tip: Option<Place>,
    /// Where it points, seen from its tip.
    pub direction: Option<[f64; 3]>,
    /// What else applications say about it.
    pub kept: Vec<Kept>,
}

/// A formula of a mechanism, and what its parameters are.
#[derive(Clone, Debug)]
pub struct MechanismFormula {
    /// The formula.
    pub formula: Formula,
    /// What its parameters are.
    pub bindings: Vec<(Box<str>, Binding)>,
}

impl MechanismFormula {
    /// The number that it computes.
    pub fn result(&self) -> Option<&Target> {
        let name = self.formula.target.as_deref()?;
        self.bindings.iter().find(|(n, _)| **n == *name).and_then(|(_, binding)| binding.target())
    }
}

/// The node that a mechanism stands at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foot {
    /// The node.
    pub node: NodeId,
    /// The instance that it is meant below, where it stands in several places: a node, and which of its instances.
    pub below: Option<(NodeId, u32)>,
    /// The node as the document names it.
    pub written: Box<str>,
    /// Does the node stand for the first link? Otherwise the model stands in the node.
    pub is_link: bool,
}

impl Scene {
    /// A freedom of a mechanism.
    pub fn freedom(&self, mechanism: MechanismId, freedom: u32) -> Option<&Freedom> {
        self.mechanism(mechanism)?.freedoms.get(freedom as usize)
    }

    /// What becomes of an animated freedom in a format without joints: nodes that follow it, by themselves or by way of a
    /// formula, show its motion; without such nodes nothing does.
    pub fn freedom_in_nodes(&self, mechanism: MechanismId, freedom: u32) -> (Fate, &'static str) {
        let bound = |freedom: u32| self.freedom(mechanism, freedom).is_some_and(|f| !f.targets.is_empty());
        let mut formulas = self.mechanism(mechanism).into_iter().flat_map(|m| &m.formulas);
        let computed = |formula: &MechanismFormula| match formula.result() {
            Some(Target::Freedom { mechanism: of, freedom }) => *of == mechanism && bound(*freedom),
            _ => false,
        };
        if bound(freedom) || formulas.any(computed) {
            (Fate::Baked, "the animation of a joint is written as the motion of its nodes")
        } else {
            (Fate::Dropped, "the animation of a joint that moves no node is dropped")
        }
    }
}
