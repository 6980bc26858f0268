//! `<joint>`: axes, limits, what follows from other joints.

use portolan_scene::glam::DVec3;
use portolan_scene::{
    Binding, Bound, Expression, Fate, Formula, Freedom, FreedomKind, Function, MechanismFormula, MechanismId,
    MechanismJoint, Meta, NodeId, Target,
};
use portolan_syntax::Node;

use super::tree::Hung;
use super::{Reader, data, origin};
use crate::codes;

impl<'a> Reader<'a> {
    /// Takes over all joints, in the order of the file.
    pub(super) fn joints(&mut self, hung: &Hung<'a>) {
        for joint in &hung.joints {
            let element = joint.element;
            let first = self.mechanism.freedoms.len() as u32;
            let freedoms = self.freedoms(element, &joint.name);
            self.mechanism.freedoms.extend(freedoms);
            let mut others = String::new();
            if let Some(effort) = element.child("limit").and_then(|l| l.attribute_value("effort")) {
                let effort = portolan_syntax::xml::escape::in_attribute(&effort, &['"']).into_owned();
                others += &format!("<effort value=\"{effort}\"/>");
            }
            for other in element.elements() {
                match other.local_name() {
                    "origin" | "parent" | "child" | "axis" | "limit" | "mimic" => {}
                    _ => others += other.tree().slice(other.span()),
                }
            }
            let extras = if others.is_empty() { Vec::new() } else { vec![data(others)] };
            let name: Box<str> = joint.name.as_str().into();
            let meta =
                Meta { sid: Some(name.clone()), name: Some(name), origin: origin(element), extras, ..Meta::default() };
            let freedoms = first..self.mechanism.freedoms.len() as u32;
            self.mechanism.joints.push(MechanismJoint { meta, freedoms });
        }
    }

    fn freedoms(&mut self, element: Node<'a>, name: &str) -> Vec<Freedom> {
        let kind = element.attribute_value("type").map(|t| t.trim().to_owned()).unwrap_or_default();
        let axis = |reader: &mut Self| {
            let usual = [1.0, 0.0, 0.0];
            let written = element.child("axis").map_or(usual, |a| reader.numbers(a, "xyz", usual));
            let unit = DVec3::from_array(written).try_normalize();
            if unit.is_none() {
                let message = format!("the axis of joint `{name}` has length 0");
                reader.lose(&codes::NUMBER, Fate::Dropped, element, message);
            }
            unit.unwrap_or(DVec3::ZERO)
        };
        let one = |kind, axis: DVec3, sid: &str| {
            let mut freedom = Freedom::new(kind, axis.to_array());
            (freedom.sid, freedom.origin) = (Some(sid.into()), origin(element));
            freedom
        };
        match kind.as_str() {
            "fixed" => Vec::new(),
            "revolute" | "continuous" | "prismatic" => {
                let turns = kind != "prismatic";
                let way = if turns { FreedomKind::Revolute } else { FreedomKind::Prismatic };
                let axis = axis(self);
                let mut freedom = one(way, axis, "axis0");
                self.limits(element, name, &mut freedom, kind != "continuous");
                vec![freedom]
            }
            "planar" => {
                let normal = axis(self);
                let first = normal.try_normalize().unwrap_or(DVec3::X).any_orthonormal_vector();
                let slide = FreedomKind::Prismatic;
                vec![
                    one(slide, first, "axis0"),
                    one(slide, normal.cross(first).normalize_or_zero(), "axis1"),
                    one(FreedomKind::Revolute, normal, "axis2"),
                ]
            }
            "floating" => {
                let axes = [DVec3::X, DVec3::Y, DVec3::Z];
                let slides = axes.into_iter().map(|a| (FreedomKind::Prismatic, a));
                let turns = axes.into_iter().map(|a| (FreedomKind::Revolute, a));
                slides.chain(turns).enumerate().map(|(n, (kind, axis))| one(kind, axis, &format!("axis{n}"))).collect()
            }
            other => {
                let message = format!("the joint `{name}` has the unknown type `{other}`; it does not move");
                self.lose(&codes::KIND, Fate::Approximated, element, message);
                Vec::new()
            }
        }
    }

    fn limits(&mut self, element: Node<'a>, name: &str, freedom: &mut Freedom, bounded: bool) {
        let degrees = |v: f64| if freedom.kind == FreedomKind::Revolute { v.to_degrees() } else { v };
        if let Some(limit) = element.child("limit") {
            if bounded {
                // What is left out is zero.
                let [low] = self.numbers(limit, "lower", [0.0]);
                let [high] = self.numbers(limit, "upper", [0.0]);
                if low > high {
                    let message = format!("the lower limit of joint `{name}` exceeds the upper limit");
                    self.lose(&codes::NUMBER, Fate::Approximated, limit, message);
                }
                freedom.limits = [Some(degrees(low.min(high))), Some(degrees(low.max(high)))];
            }
            freedom.motion.speed = self.number(limit, "velocity").map(degrees);
        } else if bounded {
            self.lose(&codes::NUMBER, Fate::Noted, element, format!("the joint `{name}` has no limits"));
        }
        if let Some(safety) = element.child("safety_controller") {
            let sides = ["soft_lower_limit", "soft_upper_limit"].map(|side| self.number(safety, side).map(degrees));
            match sides {
                [Some(low), Some(high)] if low > high => {
                    let message = format!("the soft limits of joint `{name}` are in the wrong order and are exchanged");
                    self.lose(&codes::NUMBER, Fate::Approximated, safety, message);
                    freedom.soft = [Some(high), Some(low)];
                }
                sides => freedom.soft = sides,
            }
        }
    }

    /// Lets axes move the nodes of their links.
    pub(super) fn bind(&mut self, hung: &Hung<'a>, nodes: &[Option<NodeId>]) {
        for (joint, own) in hung.joints.iter().zip(&self.mechanism.joints) {
            let Some(node) = nodes.get(joint.child).copied().flatten() else { continue };
            let link = self.mechanism.links.iter().find(|l| l.node == Some(node));
            let Some(first) = link.filter(|l| l.joint.is_some()).map(|l| l.moved.start) else { continue };
            for (freedom, transform) in own.freedoms.clone().zip(first..) {
                let bound = Bound { node, transform, origin: origin(joint.element) };
                let slot = self.mechanism.freedoms.get_mut(freedom as usize);
                slot.into_iter().for_each(|f| f.targets.push(bound.clone()));
            }
        }
    }

    /// Joints that follow others: `multiplier · other + offset`, in radians or metres.
    pub(super) fn mimics(&mut self, hung: &Hung<'a>) {
        for joint in &hung.joints {
            let Some(mimic) = joint.element.child("mimic") else { continue };
            let [factor] = self.numbers(mimic, "multiplier", [1.0]);
            let [offset] = self.numbers(mimic, "offset", [0.0]);
            let other = mimic.attribute_value("joint").map(|n| n.trim().to_owned()).unwrap_or_default();
            let [own, from] = [&joint.name, &other].map(|name| {
                let is = |j: &&MechanismJoint| j.meta.name.as_deref() == Some(name.as_str());
                self.mechanism.joints.iter().find(is).filter(|j| j.freedoms.len() == 1).map(|j| j.freedoms.start)
            });
            let (Some(own), Some(from)) = (own, from.filter(|_| other != joint.name)) else {
                let message = format!("the joint `{}` cannot mimic `{other}`", joint.name);
                self.lose(&codes::REFERENCE, Fate::Dropped, mimic, message);
                continue;
            };
            let binding = |freedom: u32| {
                let target = Target::Freedom { mechanism: MechanismId(0), freedom };
                match self.mechanism.freedoms.get(freedom as usize).map(|f| f.kind) {
                    Some(FreedomKind::Revolute) => Binding::Angle(target),
                    _ => Binding::Target(target),
                }
            };
            let bindings = vec![("value".into(), binding(own)), ("other".into(), binding(from))];
            let times = Expression::Apply(
                Function::Times,
                vec![Expression::Number(factor), Expression::Parameter("other".into())],
            );
            let expression = Expression::Apply(Function::Plus, vec![times, Expression::Number(offset)]);
            let meta = Meta { origin: origin(mimic), ..Meta::default() };
            let formula = Formula { meta, parameters: Vec::new(), target: Some("value".into()), expression };
            self.mechanism.formulas.push(MechanismFormula { formula, bindings });
        }
    }
}
