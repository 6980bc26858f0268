//! `<joint>`: what links hang on.

use portolan_eval::Overrides;
use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{Fate, Freedom, FreedomKind, Link, Mechanism, MechanismId, MechanismJoint, Target, Transform};
use portolan_syntax::xml::number;

use super::{Robot, effort, in_radians, words};
use crate::codes;

/// A limit that is none.
const FAR: f64 = 1e6;

impl<'a> Robot<'a> {
    /// The joint that a link hangs on, or several with links between them.
    pub(super) fn write_joint(&mut self, at: usize) {
        let Some(part) = self.parts.get(at) else { return };
        let (Some(link), Some(parent)) = (self.link(part), self.parent(part).map(|p| p.name.clone())) else { return };
        let (child, Some(number)) = (part.name.clone(), part.mechanism) else { return };
        let Some(mechanism) = self.scene.mechanisms.get(number) else { return };
        let joint = link.joint.and_then(|j| mechanism.joints.get(j as usize));
        let (before, behind) = around(link);
        let name = joint.map_or_else(|| format!("{parent}_to_{child}"), |j| joint_label(j).to_owned());
        let axes: Vec<(u32, &'a Freedom)> = joint
            .into_iter()
            .flat_map(|j| j.freedoms.clone())
            .filter_map(|at| Some((at, mechanism.freedoms.get(at as usize)?)))
            .filter(|(_, freedom)| !is_fixed(freedom))
            .collect();
        let Some(((_, last), _)) = axes.split_last() else {
            let name = self.claim_joint(&name);
            return self.fixed_with(&name, &parent, &child, before * behind, joint);
        };
        // The last axis may stand in the link itself if the link does not lie beside it.
        let axis = DVec3::from_array(last.axis);
        let inner = behind.inverse();
        let through = behind.w_axis.truncate().cross(axis).length() < 1e-12 * (1.0 + behind.w_axis.truncate().length());
        let is_within = axes.len() == 1 && (last.kind == FreedomKind::Prismatic || through);
        if is_within {
            let turned = inner.transform_vector3(axis).normalize_or_zero();
            let (id, freedom) = (axes.first().map_or(0, |(at, _)| *at), *last);
            let name = self.claim_joint(&name);
            return self.moving(
                &name,
                [&parent, &child],
                before * behind,
                turned,
                (mechanism, number, id, freedom),
                joint,
            );
        }
        let is_last_within = behind.abs_diff_eq(DMat4::IDENTITY, 1e-12);
        let (mut from, mut place) = (parent, before);
        let many = axes.len();
        if many > 1 {
            let message = format!("the joint `{name}` has {many} axes; each becomes a joint of its own");
            self.losses.push(&codes::JOINT, Fate::Approximated, link.meta.origin, message);
        }
        for (nth, (id, freedom)) in axes.into_iter().enumerate() {
            let ends_here = nth + 1 == many && is_last_within;
            let to = if ends_here { child.clone() } else { self.between(&child, nth) };
            let own = if many == 1 { name.clone() } else { format!("{name}_{nth}") };
            let own = self.claim_joint(&own);
            let axis = DVec3::from_array(freedom.axis);
            self.moving(&own, [&from, &to], place, axis, (mechanism, number, id, freedom), joint.filter(|_| nth == 0));
            (from, place) = (to, DMat4::IDENTITY);
        }
        if !is_last_within {
            let own = self.claim_joint(&format!("{name}_fixed"));
            self.fixed(&own, &from, &child, behind);
        }
    }

    /// A link without a body.
    fn between(&mut self, child: &str, nth: usize) -> String {
        let name = self.claim(&format!("{child}_axis{nth}"));
        self.out.open("link").attribute("name", &name).close();
        name
    }

    fn claim_joint(&mut self, wanted: &str) -> String {
        // Joints and links have names of their own.
        let unique = self.claim(&format!("joint\0{wanted}"));
        unique.replace("joint\0", "")
    }

    pub(super) fn fixed(&mut self, name: &str, parent: &str, child: &str, place: DMat4) {
        self.fixed_with(name, parent, child, place, None);
    }

    fn fixed_with(&mut self, name: &str, parent: &str, child: &str, place: DMat4, joint: Option<&MechanismJoint>) {
        self.begin(name, "fixed", [parent, child], place);
        joint.into_iter().for_each(|joint| self.data(&joint.meta));
        self.out.close();
    }

    fn begin(&mut self, name: &str, kind: &str, [parent, child]: [&str; 2], place: DMat4) {
        self.out.open("joint").attribute("name", name).attribute("type", kind);
        self.origin(place);
        self.out.open("parent").attribute("link", parent).close();
        self.out.open("child").attribute("link", child).close();
    }

    fn moving(
        &mut self,
        name: &str,
        ends: [&str; 2],
        place: DMat4,
        axis: DVec3,
        (mechanism, number_of, id, freedom): (&'a Mechanism, usize, u32, &'a Freedom),
        joint: Option<&MechanismJoint>,
    ) {
        let turns = freedom.kind == FreedomKind::Revolute;
        let [low, high] = freedom.limits;
        let kind = match (turns, low.or(high).is_some()) {
            (true, false) => "continuous",
            (true, true) => "revolute",
            (false, _) => "prismatic",
        };
        self.begin(name, kind, ends, place);
        let clean = |v: f64| if v.abs() < 1e-15 { 0.0 } else { v };
        self.out.open("axis").attribute("xyz", &words(&axis.to_array().map(clean))).close();
        let extra = joint.and_then(|j| j.meta.extras.iter().find(|e| &*e.profile == crate::PROFILE));
        let force = extra.and_then(|e| effort(&e.content)).map(str::to_owned);
        let speed = freedom.motion.speed.map(|v| in_radians(freedom.kind, v));
        if kind != "continuous" || force.is_some() || speed.is_some() {
            if kind != "continuous" && (low.is_none() || high.is_none() || speed.is_none() || force.is_none()) {
                let message = format!("joint `{name}` has no limits; {FAR} is written, because URDF requires them");
                self.losses.push(&codes::JOINT, Fate::Noted, freedom.origin, message);
            }
            self.out.open("limit");
            if kind != "continuous" {
                let bound = |v: Option<f64>, far: f64| number(v.map_or(far, |v| in_radians(freedom.kind, v)));
                self.out.attribute("lower", &bound(low, -FAR)).attribute("upper", &bound(high, FAR));
            }
            self.out.attribute("effort", &force.unwrap_or_else(|| number(FAR)));
            self.out.attribute("velocity", &number(speed.unwrap_or(FAR))).close();
        }
        self.mimic(mechanism, number_of, id);
        let kept = joint.is_some_and(|j| j.meta.extras.iter().any(|e| e.content.contains("safety_controller")));
        if let ([Some(low), Some(high)], false) = (freedom.soft, kept) {
            let [low, high] = [low, high].map(|v| number(in_radians(freedom.kind, v)));
            self.out.open("safety_controller").attribute("soft_lower_limit", &low);
            self.out
                .attribute("soft_upper_limit", &high)
                .attribute("k_position", "0")
                .attribute("k_velocity", "0")
                .close();
        }
        joint.into_iter().for_each(|joint| self.data(&joint.meta));
        self.out.close();
    }

    /// A formula that is linear in one other joint.
    fn mimic(&mut self, mechanism: &'a Mechanism, at: usize, freedom: u32) {
        let id = MechanismId(at as u32);
        let own = Target::Freedom { mechanism: id, freedom };
        let Some(formula) = mechanism.formulas.iter().find(|f| f.result() == Some(&own)) else { return };
        let others: Vec<&Target> =
            formula.bindings.iter().filter_map(|(_, b)| b.target()).filter(|target| **target != own).collect();
        let from = match others.as_slice() {
            [Target::Freedom { mechanism, freedom }] if *mechanism == id => Some(*freedom),
            _ => None,
        };
        let from = from.filter(|from| !mechanism.is_computed(id, *from));
        let line = from.and_then(|from| self.line(mechanism, id, from, freedom).map(|line| (from, line)));
        let joint = line.and_then(|(from, _)| mechanism.joint_of(from)).and_then(|j| mechanism.joints.get(j as usize));
        match (line, joint.filter(|j| j.freedoms.len() == 1)) {
            (Some((_, [factor, offset])), Some(joint)) => {
                self.out.open("mimic").attribute("joint", joint_label(joint));
                self.out.attribute("multiplier", &number(factor)).attribute("offset", &number(offset)).close();
            }
            _ => {
                let message = "a formula is dropped: URDF supports only linear functions of one joint";
                self.losses.push(&codes::JOINT, Fate::Dropped, formula.formula.meta.origin, message);
            }
        }
    }

    /// The factor and the offset by which a freedom follows another one.
    fn line(&self, mechanism: &Mechanism, id: MechanismId, from: u32, own: u32) -> Option<[f64; 2]> {
        let kind = |at: u32| mechanism.freedoms.get(at as usize).map(|f| f.kind);
        let (from_kind, own_kind) = (kind(from)?, kind(own)?);
        let value = |x: f64| {
            let mut overrides = Overrides::default();
            overrides.set(&Target::Freedom { mechanism: id, freedom: from }, &[x]);
            self.kinematics.compute(&mut overrides);
            in_radians(own_kind, self.kinematics.value(id, own, &overrides))
        };
        let (x, ys) = (in_radians(from_kind, 10.0), [0.0, 10.0, 20.0].map(value));
        let [at_0, at_1, at_2] = ys;
        let factor = (at_1 - at_0) / x;
        let is_line = (at_2 - at_1 - (at_1 - at_0)).abs() <= 1e-9 * (1.0 + at_2.abs());
        let clean = |v: f64| if v.abs() < 1e-12 { 0.0 } else { v };
        (is_line && factor.is_finite()).then_some([rounded(factor), clean(at_0)])
    }
}

/// Without what computing added behind the digits that were written.
fn rounded(v: f64) -> f64 {
    let near = (v * 1e12).round() / 1e12;
    if (near - v).abs() < 1e-13 * v.abs().max(1.0) { near } else { v }
}

/// What stands before and behind the axes of a link.
fn around(link: &Link) -> (DMat4, DMat4) {
    let steps = |range: std::ops::Range<usize>| Transform::product(link.transforms.get(range).unwrap_or_default());
    (steps(0..link.moved.start as usize), steps(link.moved.end as usize..link.transforms.len()))
}

/// An axis that may not move is how COLLADA says that a joint holds still.
fn is_fixed(freedom: &Freedom) -> bool {
    freedom.limits == [Some(0.0), Some(0.0)] && freedom.value == 0.0 || !freedom.moves()
}

fn joint_label(joint: &MechanismJoint) -> &str {
    joint.meta.name.as_deref().or(joint.meta.sid.as_deref()).or(joint.meta.id.as_deref()).unwrap_or("joint")
}
