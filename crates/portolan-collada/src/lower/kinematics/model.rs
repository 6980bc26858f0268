//! `<kinematics_model>`: joints and links.

use hashbrown::HashMap;
use portolan_scene::glam::DVec3;
use portolan_scene::{
    Fate, Frame, Freedom, FreedomKind, Link, Loop, Mechanism, MechanismJoint, Meta, Operation, Place, Transform,
};
use portolan_schema::value::number;
use portolan_syntax::Node;

use super::codes;
use super::names::{Names, Thing};
use crate::lower::Lower;
use crate::lower::geometry::label;

/// Links of all mechanisms together.
const MOST: usize = 1 << 20;

/// A link that is still to be read: where it hangs.
struct Waiting<'a> {
    link: Node<'a>,
    parent: Option<u32>,
    /// What attaches it, with its joint.
    attachment: Option<(Node<'a>, Option<u32>)>,
}

/// One end of a loop.
struct End<'a> {
    element: Node<'a>,
    place: Place,
}

impl<'a> Lower<'a> {
    /// Takes over a model as a mechanism of a scope.
    pub(super) fn model(&mut self, scope: u32, definition: Node<'a>, names: &mut Names<'a>) {
        let instance = names.scope(scope).and_then(|s| s.instance);
        let around: Vec<u32> = names.around(scope).skip(1).collect();
        let mut mechanism = Mechanism { meta: self.meta(definition), ..Mechanism::default() };
        mechanism.instance = instance.and_then(|i| i.attribute_value("sid")).map(|s| s.trim().into());
        for outer in around.into_iter().rev().filter_map(|s| names.scope(s)) {
            if outer.definition.local_name() == "kinematics_scene" {
                mechanism.scene = outer.definition.attribute_value("id").map(|id| id.trim().into());
                continue;
            }
            let sid = outer.instance.and_then(|i| i.attribute_value("sid")).map(|s| s.trim().into());
            mechanism.systems.push(Meta { sid, ..self.meta(outer.definition) });
            let Some(instance) = outer.instance else { continue };
            let called = ["sid", "name"].into_iter().filter_map(|a| instance.attribute_value(a));
            mechanism.around.extend(called.map(|name| name.trim().into()));
        }
        let number = names.mechanisms.len() as u32;
        names.mechanisms.push(mechanism);
        let common = definition.child("technique_common").unwrap_or(definition);
        let parts: Vec<Node<'a>> =
            common.elements().filter(|e| matches!(e.local_name(), "joint" | "instance_joint")).collect();
        for part in parts {
            self.joint(part, (scope, number), names);
        }
        self.links(common, (scope, number), names);
    }

    fn joint(&mut self, element: Node<'a>, (scope, number): (u32, u32), names: &mut Names<'a>) {
        let is_instance = element.local_name() == "instance_joint";
        let definition = if is_instance { self.follow(element, "url") } else { Some(element) };
        let definition = definition.filter(|d| {
            let is_joint = d.local_name() == "joint";
            if !is_joint {
                let message = format!("`{}` is a `{}`, not a joint", label(*d), d.local_name());
                self.lose(&codes::REFERENCE, Fate::Dropped, element, message);
            }
            is_joint
        });
        let own = self.meta(element);
        let defined = definition.filter(|d| *d != element).map(|d| self.meta(d));
        let meta = match defined {
            Some(defined) => {
                let (sid, name) = (own.sid.or(defined.sid), own.name.or(defined.name));
                let extras = defined.extras.into_iter().chain(own.extras).collect();
                Meta { id: defined.id, sid, name, extras, ..own }
            }
            None => own,
        };
        let primitives: Vec<Node<'a>> = definition
            .into_iter()
            .flat_map(Node::elements)
            .filter(|e| matches!(e.local_name(), "revolute" | "prismatic"))
            .collect();
        if primitives.is_empty() && definition.is_some() {
            let message = format!("the joint `{}` has no axis", meta.label().unwrap_or("?"));
            self.lose(&codes::AXIS, Fate::Dropped, element, message);
        }
        let frame = self.inherited_frame(element, definition.unwrap_or(element));
        let freedoms: Vec<Freedom> = primitives.into_iter().map(|p| self.primitive(p, frame)).collect();
        let Some(mechanism) = names.mechanisms.get_mut(number as usize) else { return };
        let (joint, first) = (mechanism.joints.len() as u32, mechanism.freedoms.len() as u32);
        mechanism.freedoms.extend(freedoms);
        let range = first..mechanism.freedoms.len() as u32;
        let called = [meta.sid.clone(), meta.id.clone()];
        mechanism.joints.push(MechanismJoint { meta, freedoms: range });
        for name in called.iter().flatten() {
            names.add(name, scope, Thing::Joint(number, joint));
        }
    }

    /// An axis of a joint.
    fn primitive(&mut self, element: Node<'a>, frame: Frame) -> Freedom {
        let kind = match element.local_name() {
            "prismatic" => FreedomKind::Prismatic,
            _ => FreedomKind::Revolute,
        };
        let written = element.child("axis").map_or([0.0; 3], |axis| self.numbers(axis, [0.0; 3]));
        // Very short and very long ones have a direction, too.
        let largest = written.into_iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        let scaled = DVec3::from_array(written.map(|v| if largest > 0.0 { v / largest } else { 0.0 }));
        let axis = match largest > 0.0 {
            true => frame.direction(scaled / scaled.length()).to_array(),
            false => {
                let message = format!("the axis `{}` has length 0", label(element));
                self.lose(&codes::AXIS, Fate::Dropped, element, message);
                [0.0; 3]
            }
        };
        let limits = element.child("limits");
        let bound = |side: &str| limits.and_then(|l| l.child(side));
        let sides = [bound("min"), bound("max")].map(|side| side.and_then(|s| self.limit(s, kind, &frame)));
        let mut freedom = Freedom::new(kind, axis);
        freedom.sid = element.attribute_value("sid").map(|s| s.trim().into());
        freedom.origin = self.origin(element);
        freedom.limits = self.ordered(sides, limits.unwrap_or(element));
        freedom
    }

    /// A limit of a joint; infinity is none.
    fn limit(&mut self, element: Node<'a>, kind: FreedomKind, frame: &Frame) -> Option<f64> {
        let inner = element.child("float").unwrap_or(element);
        let text = inner.text();
        let value = number::float(text.trim().as_bytes());
        if value.is_none_or(f64::is_nan) {
            let message = format!("the limit `{}` is not a number", text.trim());
            self.lose(&codes::NUMBER, Fate::Dropped, element, message);
        }
        value.filter(|v| v.is_finite()).map(|v| if kind == FreedomKind::Prismatic { frame.length(v) } else { v })
    }

    /// Limits the right way round.
    pub(super) fn ordered(&mut self, limits: [Option<f64>; 2], element: Node<'a>) -> [Option<f64>; 2] {
        match limits {
            [Some(low), Some(high)] if low > high => {
                let message = format!("the lower limit {low} exceeds the upper limit {high}");
                self.lose(&codes::LIMITS, Fate::Approximated, element, message);
                [Some(high), Some(low)]
            }
            limits => limits,
        }
    }

    /// Takes over links, those that hang on one right behind it.
    fn links(&mut self, common: Node<'a>, (scope, number): (u32, u32), names: &mut Names<'a>) {
        let root = |link| Waiting { link, parent: None, attachment: None };
        let mut open: Vec<Waiting<'a>> = common.children_named("link").map(root).collect();
        open.reverse();
        let (mut starts, mut ends): (HashMap<u32, End<'a>>, Vec<(u32, End<'a>)>) = (HashMap::new(), Vec::new());
        let mut count = names.mechanisms.iter().map(|m| m.links.len()).sum::<usize>();
        while let Some(next) = open.pop() {
            count += 1;
            if count > MOST {
                let message = format!("the models have more than {MOST} links in total");
                self.lose(&codes::LIMIT, Fate::Dropped, next.link, message);
                break;
            }
            let Some(mechanism) = names.mechanisms.get(number as usize) else { return };
            let at = mechanism.links.len() as u32;
            let link = self.link(&next, mechanism);
            if let Some(sid) = link.meta.sid.clone() {
                names.add(&sid, scope, Thing::Link(number, at));
            }
            names.mechanisms.iter_mut().skip(number as usize).take(1).for_each(|m| m.links.push(link.clone()));
            let before = open.len();
            for attachment in next.link.elements() {
                let word = attachment.local_name();
                if !matches!(word, "attachment_full" | "attachment_start" | "attachment_end") {
                    continue;
                }
                let joint = self.attached_joint(attachment, (scope, number), names);
                if word == "attachment_full" {
                    let inner = attachment.children_named("link");
                    open.extend(inner.map(|link| Waiting {
                        link,
                        parent: Some(at),
                        attachment: Some((attachment, joint)),
                    }));
                    continue;
                }
                let Some(joint) = joint else { continue };
                let end = End { element: attachment, place: Place { link: at, transforms: self.steps(attachment) } };
                match word {
                    "attachment_start" if !starts.contains_key(&joint) => _ = starts.insert(joint, end),
                    "attachment_start" => self.lone(&end),
                    _ => ends.push((joint, end)),
                }
            }
            if let Some(below) = open.get_mut(before..) {
                below.reverse();
            }
        }
        let mut loops = Vec::new();
        for (joint, end) in ends {
            match starts.remove(&joint) {
                Some(start) => {
                    let origin = self.origin(start.element);
                    loops.push(Loop { joint, start: start.place, end: end.place, origin });
                }
                None => self.lone(&end),
            }
        }
        let mut left: Vec<End<'a>> = starts.into_values().collect();
        left.sort_by_key(|end| end.element.id().0);
        left.iter().for_each(|start| self.lone(start));
        names.mechanisms.iter_mut().skip(number as usize).take(1).for_each(|m| m.loops = loops.clone());
    }

    /// Tells of an end of a loop without the other one.
    fn lone(&mut self, end: &End<'a>) {
        let joint = end.element.attribute_value("joint").unwrap_or_default();
        let message = format!("the loop at the joint `{}` has only one end", joint.trim());
        self.lose(&codes::LOOP, Fate::Dropped, end.element, message);
    }

    fn link(&mut self, waiting: &Waiting<'a>, mechanism: &Mechanism) -> Link {
        let mut link = Link { meta: self.names(waiting.link), parent: waiting.parent, ..Link::default() };
        if let Some((attachment, joint)) = waiting.attachment {
            link.transforms = self.steps(attachment);
            link.joint = joint;
        }
        let start = link.transforms.len() as u32;
        let axes = link.joint.and_then(|j| mechanism.joints.get(j as usize)).map_or(0..0, |j| j.freedoms.clone());
        for freedom in axes.filter_map(|axis| mechanism.freedoms.get(axis as usize)) {
            let operation = match (freedom.moves(), freedom.kind) {
                (false, _) => Operation::Translate([0.0; 3]),
                _ => freedom.operation(0.0),
            };
            link.transforms.push(Transform { sid: freedom.sid.clone(), operation });
        }
        link.moved = start..link.transforms.len() as u32;
        link.transforms.extend(self.steps(waiting.link));
        link
    }

    /// The joint that an attachment names. One of this model is meant, whatever the path says before its name.
    fn attached_joint(&mut self, attachment: Node<'a>, (scope, number): (u32, u32), names: &Names<'a>) -> Option<u32> {
        let written = attachment.attribute_value("joint").unwrap_or_default();
        let path = written.trim();
        let own = |thing: Thing| match thing {
            Thing::Joint(mechanism, joint) if mechanism == number => Some(joint),
            _ => None,
        };
        if let Some(joint) = names.find(path, scope, None).and_then(own) {
            return Some(joint);
        }
        let last = path.rsplit(['/', '#']).next().unwrap_or_default();
        let guess = names.find(&format!("./{last}"), scope, None).and_then(own);
        match guess {
            Some(_) => {
                let message = format!("the joint `{path}` is read as `{last}` of the model");
                self.lose(&codes::GUESSED, Fate::Noted, attachment, message);
            }
            None => {
                let message = format!("the joint `{path}` does not exist");
                self.lose(&codes::REFERENCE, Fate::Dropped, attachment, message);
            }
        }
        guess
    }
}
