//! `<kinematics_model>`: joints, links and formulas.

use portolan_scene::{
    Binding, Expression, Fate, Freedom, FreedomKind, Mechanism, MechanismFormula, Meta, Target, Transform,
};
use portolan_syntax::xml::number;

use super::Called;
use crate::raise::{Raise, codes};

/// What is still to be written of links.
enum Step {
    Enter(u32),
    Leave(u32),
}

impl<'a> Raise<'a> {
    pub(super) fn model(&mut self, mechanism: &'a Mechanism, called: &Called) {
        let meta = &mechanism.meta;
        self.head("kinematics_model", Some(&called.model), meta);
        self.asset(meta);
        self.out.open("technique_common");
        for (joint, sid) in mechanism.joints.iter().zip(&called.joints) {
            let axes = joint.freedoms.start as usize..joint.freedoms.end as usize;
            let own = mechanism.freedoms.get(axes.clone()).unwrap_or_default();
            let sids = called.axes.get(axes).unwrap_or_default();
            self.joint(Some(&joint.meta), sid, own.iter().zip(sids.iter().map(|s| &**s)));
        }
        let loose = |link: &&portolan_scene::Link| link.parent.is_some() && link.joint.is_none();
        let fixed = mechanism.links.iter().filter(loose).count();
        for place in 0..fixed {
            self.joint(None, &fixed_sid(called, place), std::iter::empty());
        }
        self.links(mechanism, called);
        for formula in &mechanism.formulas {
            self.mechanism_formula(formula, mechanism, called);
        }
        self.out.close();
        self.kept(meta, "", |_| true);
        self.extras(&meta.extras, meta.origin);
        self.out.close();
    }

    /// A joint. One without axes holds still, which the format has no word for: it turns by nothing.
    fn joint<'f>(&mut self, meta: Option<&'a Meta>, sid: &str, axes: impl Iterator<Item = (&'f Freedom, &'f str)>) {
        let name = meta.and_then(|m| self.name_text(m.name.as_deref(), m.origin));
        let id = meta.and_then(|m| m.id.as_deref()).map(|id| self.names.claim(id));
        self.out.open("joint").maybe("id", id.as_deref()).maybe("name", name.as_deref()).attribute("sid", sid);
        let mut moves = false;
        for (freedom, sid) in axes {
            moves = true;
            let word = match freedom.kind {
                FreedomKind::Revolute => "revolute",
                FreedomKind::Prismatic => "prismatic",
            };
            self.out.open(word).attribute("sid", sid).open("axis").numbers(&freedom.axis).close();
            let [low, high] = freedom.limits;
            if low.or(high).is_some() {
                self.out.open("limits");
                for (word, value) in [("min", low), ("max", high)] {
                    value.into_iter().for_each(|v| _ = self.out.leaf(word, &number(v)));
                }
                self.out.close();
            }
            self.out.close();
        }
        if !moves {
            self.out.open("revolute").attribute("sid", "axis0").leaf("axis", "1 0 0");
            self.out.open("limits").leaf("min", "0").leaf("max", "0").close().close();
        }
        if let Some(meta) = meta {
            self.extras(&meta.extras, meta.origin);
        }
        self.out.close();
    }

    /// Links within links, without a call for each level.
    fn links(&mut self, mechanism: &'a Mechanism, called: &Called) {
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); mechanism.links.len()];
        let mut open = Vec::new();
        for (link, at) in mechanism.links.iter().zip(0u32..) {
            match link.parent {
                Some(parent) => below.get_mut(parent as usize).into_iter().for_each(|b| b.push(at)),
                None => open.push(Step::Enter(at)),
            }
        }
        open.reverse();
        let mut fixed = 0;
        while let Some(step) = open.pop() {
            let at = match step {
                Step::Enter(at) => at,
                Step::Leave(at) => {
                    self.out.close();
                    if mechanism.links.get(at as usize).is_some_and(|l| l.parent.is_some()) {
                        self.out.close();
                    }
                    continue;
                }
            };
            let Some(link) = mechanism.links.get(at as usize) else { continue };
            let (before, behind) = (link.moved.start as usize, link.moved.end as usize);
            if link.parent.is_some() {
                let sid = link.joint.and_then(|j| called.joints.get(j as usize)).cloned();
                let sid = sid.unwrap_or_else(|| {
                    fixed += 1;
                    fixed_sid(called, fixed - 1)
                });
                self.out.open("attachment_full").attribute("joint", &format!("{}/{sid}", called.model));
                self.rigid(link.transforms.get(..before).unwrap_or_default(), &link.meta);
            }
            let name = self.name_text(link.meta.name.as_deref(), link.meta.origin);
            let sid = called.links.get(at as usize).map(|s| &**s);
            self.out.open("link").maybe("sid", sid).maybe("name", name.as_deref());
            self.rigid(link.transforms.get(behind..).unwrap_or_default(), &link.meta);
            for closed in &mechanism.loops {
                for (word, place) in [("attachment_start", &closed.start), ("attachment_end", &closed.end)] {
                    if place.link == at
                        && let Some(joint) = called.joints.get(closed.joint as usize)
                    {
                        self.out.open(word).attribute("joint", &format!("{}/{joint}", called.model));
                        self.rigid(&place.transforms, &link.meta);
                        self.out.close();
                    }
                }
            }
            open.push(Step::Leave(at));
            let children = below.get(at as usize).map(Vec::as_slice).unwrap_or_default();
            open.extend(children.iter().rev().map(|child| Step::Enter(*child)));
        }
    }

    /// Turns and shifts; links, frames and shapes have nothing else.
    pub(in crate::raise) fn rigid(&mut self, steps: &[Transform], meta: &Meta) {
        for step in steps {
            let sid = step.sid.as_deref().map(crate::raise::name::ncname);
            match &step.operation {
                portolan_scene::Operation::Translate(by) => {
                    self.out.open("translate").maybe("sid", sid.as_deref()).numbers(by).close();
                }
                portolan_scene::Operation::Rotate(by) => {
                    self.out.open("rotate").maybe("sid", sid.as_deref()).numbers(by).close();
                }
                other => {
                    let matrix = other.matrix();
                    let (scale, turn, shift) = matrix.to_scale_rotation_translation();
                    let (axis, angle) = portolan_scene::turn::axis_angle(turn);
                    self.out.open("translate").numbers(&shift.to_array()).close();
                    self.out.open("rotate").numbers(&[axis.x, axis.y, axis.z, angle.to_degrees()]).close();
                    if !scale.abs_diff_eq(portolan_scene::glam::DVec3::ONE, 1e-9) {
                        let message = "links and shapes cannot be scaled in COLLADA; the scale is dropped";
                        self.lose(&codes::KINEMATICS, Fate::Approximated, meta, message);
                    }
                }
            }
        }
    }

    /// A formula of axes of this mechanism. What names an axis of its own accord is radians or a length; what is degrees goes
    /// through a parameter.
    fn mechanism_formula(&mut self, own: &'a MechanismFormula, mechanism: &'a Mechanism, called: &Called) {
        let mut names: Vec<(&str, String)> = Vec::new();
        let mut through: Vec<(String, String)> = Vec::new();
        for (name, binding) in &own.bindings {
            let axis = match binding.target() {
                Some(Target::Freedom { mechanism: id, freedom }) => {
                    let is_own = self.scene.mechanism(*id).is_some_and(|m| std::ptr::eq(m, mechanism));
                    let axis = called.axis(mechanism, *freedom).filter(|_| is_own);
                    axis.zip(mechanism.freedoms.get(*freedom as usize))
                }
                _ => None,
            };
            let Some((axis, freedom)) = axis else {
                let message = format!("a formula of `{}` depends on another mechanism", mechanism.label());
                return self.lose(&codes::FORMULA, Fate::Dropped, &own.formula.meta, message);
            };
            if matches!(binding, Binding::Angle(_)) || freedom.kind == FreedomKind::Prismatic {
                names.push((name, axis));
            } else {
                let sid = format!("p{}", through.len());
                names.push((name, sid.clone()));
                through.push((sid, axis));
            }
        }
        let called = |name: &str| names.iter().find(|(known, _)| *known == name).map(|(_, now)| now.as_str());
        let formula = &own.formula;
        let id = formula.meta.id.as_deref().map(|id| self.names.claim(id));
        self.head("formula", id.as_deref(), &formula.meta);
        self.out.maybe("sid", formula.meta.sid.as_deref());
        for parameter in &formula.parameters {
            self.out.open("newparam").attribute("sid", &parameter.name);
            self.out.leaf("float", &number(parameter.value)).close();
        }
        for (sid, axis) in &through {
            self.out.open("newparam").attribute("sid", sid).leaf("SIDREF", axis).close();
        }
        let target = formula.target.as_deref().map(|name| called(name).unwrap_or(name).to_owned());
        self.formula_body(target.as_deref(), &renamed(&formula.expression, &called));
        self.kept(&formula.meta, "", |_| true);
        self.out.close();
    }
}

/// The SID of a joint between links that nothing moves against each other.
fn fixed_sid(called: &Called, place: usize) -> Box<str> {
    let base = format!("fixed{place}");
    let taken = |name: &str| called.joints.iter().any(|known| **known == *name);
    let numbered = (2u32..).map(|n| format!("{base}_{n}"));
    let free = std::iter::once(base.clone()).chain(numbered).find(|name| !taken(name));
    free.unwrap_or(base).into()
}

/// An expression with other names for its parameters.
fn renamed<'n>(expression: &Expression, now: &impl Fn(&str) -> Option<&'n str>) -> Expression {
    match expression {
        Expression::Parameter(name) => Expression::Parameter(now(name).unwrap_or(name).into()),
        Expression::Apply(function, arguments) => {
            Expression::Apply(*function, arguments.iter().map(|a| renamed(a, now)).collect())
        }
        Expression::Piecewise(pieces, otherwise) => Expression::Piecewise(
            pieces.iter().map(|(value, condition)| (renamed(value, now), renamed(condition, now))).collect(),
            otherwise.as_ref().map(|o| Box::new(renamed(o, now))),
        ),
        other => other.clone(),
    }
}
