//! Joints, kinematics models, articulated systems and kinematics scenes: one [`Mechanism`] for each instance of a model.
//!
//! Instances are unrolled into a tree of scopes ([`names`]), because what a name means depends on the instance that it is
//! said in. Then links are attached, systems add what they know of axes, and bindings lead to nodes.

mod bind;
pub mod codes;
mod formula;
mod model;
mod names;
mod share;
mod system;
#[cfg(test)]
mod tests;
mod unroll;

use portolan_eval::Overrides;
use portolan_eval::kinematics::Kinematics;
use portolan_scene::{Fate, Frame, Mechanism, MechanismId, Part, Target, Transform};
use portolan_syntax::Node;

use super::geometry::label;
use super::{Lower, vocabulary};
use names::Names;

impl<'a> Lower<'a> {
    /// Takes over the kinematics of the main document: what its scene instantiates, else everything that it has.
    pub(super) fn kinematics(&mut self, root: Node<'a>) {
        let mut names = Names::default();
        self.unroll(root, &mut names);
        if names.scopes.is_empty() {
            return;
        }
        self.set_parameters(&mut names);
        self.systems(&mut names);
        self.bindings(&mut names);
        self.mechanism_formulas(&mut names);
        self.scene.mechanisms = std::mem::take(&mut names.mechanisms);
        self.tell_formulas();
        self.show_values();
    }

    /// Tells which formulas depend on themselves, and which give no number as the document stands.
    fn tell_formulas(&mut self) {
        let mut told = Vec::new();
        let kinematics = Kinematics::new(&self.scene);
        let called = |id: MechanismId| self.scene.mechanism(id).map_or("", Mechanism::label);
        for (id, own) in kinematics.cyclic() {
            let message = format!("a formula of `{}` depends on its own result and is ignored", called(*id));
            told.push((&codes::CYCLE, own.formula.meta.origin, message));
        }
        let mut overrides = Overrides::default();
        kinematics.compute(&mut overrides);
        for (id, own) in kinematics.undefined(&overrides) {
            let message = format!("a formula of `{}` does not evaluate to a number", called(id));
            told.push((&codes::FORMULA, own.formula.meta.origin, message));
        }
        for (code, origin, message) in told {
            self.losses.push(code, Fate::Dropped, origin, message);
        }
    }

    /// Puts nodes where the values of the document's joints put them.
    fn show_values(&mut self) {
        let mut overrides = Overrides::default();
        Kinematics::new(&self.scene).apply(&mut overrides);
        let mut mechanisms = std::mem::take(&mut self.scene.mechanisms);
        for mechanism in &mut mechanisms {
            let mut changed = Vec::new();
            for bound in mechanism.freedoms.iter().flat_map(|f| &f.targets) {
                let node = self.scene.nodes.get_mut(bound.node.index());
                let Some(step) = node.and_then(|n| n.transforms.get_mut(bound.transform as usize)) else { continue };
                let target = Target::Transform { node: bound.node, transform: bound.transform, part: Part::All };
                if overrides.get(&target).is_none() {
                    continue;
                }
                let now = overrides.operation(bound.node, bound.transform, &step.operation).into_owned();
                // What is the same turn in other words stays as it is written.
                if !now.matrix().abs_diff_eq(step.operation.matrix(), 1e-12) {
                    let written = std::mem::replace(&mut step.operation, now);
                    mechanism.written.push((bound.node, bound.transform, written));
                    changed.push(bound.origin);
                }
            }
            if let Some(first) = changed.first() {
                let (count, label) = (changed.len(), mechanism.label());
                let message = format!(
                    "{count} node transforms were replaced by the joint axes and values of \
                    `{label}`"
                );
                self.losses.push(&codes::POSED, Fate::Noted, *first, message);
            }
        }
        self.scene.mechanisms = mechanisms;
    }

    /// Leads from the numbers of kinematics in an element to those of the scene. A part that says its own unit and axes
    /// begins with both; what says only one of them has the numbers of its document.
    pub(in crate::lower) fn kinematic_frame(&self, element: Node<'a>) -> Frame {
        let scope = element.ancestors().find(says_its_space).or(self.document(element).tree.root());
        scope.map_or(Frame::IDENTITY, |scope| self.frame(scope))
    }

    /// The same for what is instantiated, which inherits unit and axes of where it stands (page 3-5) unless it says its own
    /// or is of another document.
    fn inherited_frame(&self, instance: Node<'a>, definition: Node<'a>) -> Frame {
        let root = definition.tree().root();
        let says = definition.ancestors().any(|scope| Some(scope) != root && says_its_space(&scope));
        let elsewhere = self.document(instance).number != self.document(definition).number;
        self.kinematic_frame(if says || elsewhere { definition } else { instance })
    }

    /// Tells that a part has a unit or axes of its own that do not count.
    fn tell_space(&mut self, element: Node<'a>) {
        if self.frame(element) != self.kinematic_frame(element) {
            let message =
                format!("`{}` declares only a unit or only an up axis; those of the document are used", label(element));
            self.lose(&codes::SPACE, Fate::Noted, element, message);
        }
    }

    /// The transforms in an element, in the space of the scene.
    fn steps(&mut self, element: Node<'a>) -> Vec<Transform> {
        let frame = self.kinematic_frame(element);
        let mut losses = std::mem::take(&mut self.losses);
        let mut all = Vec::new();
        for child in element.elements() {
            if let vocabulary::Part::Transform(kind) = self.vocabulary(child).part(child) {
                let sid = child.attribute_value("sid").map(|s| s.trim().into());
                let operation = self.operation(child, kind, &mut losses);
                all.push(Transform { sid, operation: frame.operation(&operation) });
                let behind = frame.behind(&operation);
                all.extend(behind.map(|operation| Transform { sid: None, operation }));
            }
        }
        self.losses = losses;
        all
    }
}

/// Does an element begin with its unit and axes?
fn says_its_space(scope: &Node<'_>) -> bool {
    let asset = scope.elements().next().filter(|first| first.local_name() == "asset");
    asset.is_some_and(|a| a.child("unit").is_some() && a.child("up_axis").is_some())
}
