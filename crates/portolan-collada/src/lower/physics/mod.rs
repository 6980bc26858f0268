//! Physics models and scenes: one [`Body`](portolan_scene::Body) for each instance of a rigid body.
//!
//! Models are instantiated within models, so that what a name means depends on the instance it is said in ([`scopes`]).

mod body;
pub mod codes;
mod constraint;
mod material;
mod scopes;
mod shape;
#[cfg(test)]
mod tests;

use hashbrown::HashSet;
use portolan_scene::glam::DVec3;
use portolan_scene::{Fate, Part, PhysicsField, PhysicsScene, Target, Transform};
use portolan_syntax::Node;

use super::geometry::label;
use super::{Lower, vocabulary};

impl<'a> Lower<'a> {
    /// Takes over the physics of the main document: what its scene instantiates, else all physics scenes.
    pub(super) fn physics(&mut self, root: Node<'a>) {
        let scene = root.child("scene");
        let instances: Vec<Node<'a>> =
            scene.into_iter().flat_map(|s| s.children_named("instance_physics_scene")).collect();
        let mut definitions = Vec::new();
        let mut seen = HashSet::new();
        for instance in &instances {
            let Some(definition) = self.follow_kind(*instance, "physics_scene") else { continue };
            match seen.insert(self.origin(definition)) {
                true => definitions.push(definition),
                false => {
                    let message = format!("`{}` is instantiated again; its bodies are there once", label(definition));
                    self.lose(&codes::GUESSED, Fate::Noted, *instance, message);
                }
            }
        }
        if instances.is_empty() {
            definitions = self.all_typed("physics_scene");
        }
        for definition in definitions {
            let physics = self.physics_scene(definition);
            self.scene.physics.push(physics);
        }
        self.tell_shared();
    }

    fn physics_scene(&mut self, definition: Node<'a>) -> PhysicsScene {
        let frame = self.kinematic_frame(definition);
        let mut physics = PhysicsScene { meta: self.meta(definition), ..PhysicsScene::default() };
        if let Some(gravity) = said(definition, "gravity") {
            let vector = self.finite(gravity, 3).and_then(|v| <[f64; 3]>::try_from(v).ok());
            physics.gravity = vector.map(|g| frame.point(DVec3::from_array(g)).to_array());
            self.drive_physics(gravity, PhysicsField::Gravity);
        }
        if let Some(element) = said(definition, "time_step") {
            let step = self.finite(element, 1).and_then(|v| v.first().copied());
            physics.step = step.filter(|step| *step > 0.0);
            if let Some(step) = step.filter(|step| *step <= 0.0) {
                self.lose(&codes::NUMBER, Fate::Dropped, element, format!("a step of {step} seconds leads nowhere"));
            }
        }
        for instance in definition.children_named("instance_force_field") {
            self.force_field(instance, &mut physics);
        }
        let scopes = self.model_scopes(definition);
        for instance in scopes.all.iter().flat_map(|s| s.instance.children_named("instance_force_field")) {
            self.force_field(instance, &mut physics);
        }
        let known = self.bodies(&scopes, &mut physics);
        self.constraints(&scopes, &known, &mut physics);
        physics
    }

    /// Lets channels drive a number of the physics scene that is being read. One in a part with a space of its own is
    /// driven by nothing, and told where the channel is.
    fn drive_physics(&mut self, element: Node<'a>, field: PhysicsField) {
        if self.kinematic_frame(element).is_identity() {
            let scene = self.scene.physics.len() as u32;
            self.drive(element, Target::Physics { scene, field, part: Part::All }, 1.0);
        }
    }

    fn force_field(&mut self, instance: Node<'a>, physics: &mut PhysicsScene) {
        let Some(field) = self.follow_kind(instance, "force_field") else { return };
        let message = format!("the force field `{}` is of no common profile and has no effect", label(field));
        self.lose(&codes::UNUSED, Fate::Noted, instance, message);
        physics.force_fields.push(self.names(field));
    }

    /// Tells of nodes that several bodies move.
    fn tell_shared(&mut self) {
        let mut seen = HashSet::new();
        let all: Vec<_> = self.scene.physics.iter().flat_map(|p| &p.bodies).collect();
        let mut told = Vec::new();
        for body in all {
            if let Some(node) = body.node.filter(|node| !seen.insert(*node)) {
                let name = self.scene.node(node).and_then(|n| n.meta.label()).unwrap_or("node");
                told.push((body.meta.origin, format!("the node `{name}` is moved by several bodies")));
            }
        }
        for (origin, message) in told {
            self.losses.push(&codes::SHARED, Fate::Noted, origin, message);
        }
    }

    /// The numbers of an element, if they are as many as wanted and finite; otherwise it is told.
    fn finite(&mut self, element: Node<'a>, wanted: usize) -> Option<Vec<f64>> {
        let values = self.words(element);
        let sound = values.len() == wanted && values.iter().all(|v| v.is_finite());
        if !sound {
            let message = format!("`{}` does not hold {wanted} numbers", element.local_name());
            self.lose(&codes::NUMBER, Fate::Dropped, element, message);
        }
        sound.then_some(values)
    }

    /// The numbers of an element, whatever they are; what is no number is NaN.
    fn words(&self, element: Node<'a>) -> Vec<f64> {
        let text = element.text();
        let words = text.split_ascii_whitespace().take(16);
        words.map(|w| portolan_schema::value::number::float(w.as_bytes()).unwrap_or(f64::NAN)).collect()
    }

    /// The transforms in an element, in its own numbers.
    fn physics_steps(&mut self, element: Node<'a>) -> Vec<Transform> {
        let mut losses = std::mem::take(&mut self.losses);
        let mut all = Vec::new();
        for child in element.elements() {
            if let vocabulary::Part::Transform(kind) = self.vocabulary(child).part(child) {
                let sid = child.attribute_value("sid").map(|s| s.trim().into());
                all.push(Transform { sid, operation: self.operation(child, kind, &mut losses) });
            }
        }
        self.losses = losses;
        all
    }
}

/// A part of a body, constraint or scene; exporters write some of them beside the common technique.
fn said<'a>(element: Node<'a>, name: &str) -> Option<Node<'a>> {
    element.child("technique_common").and_then(|common| common.child(name)).or_else(|| element.child(name))
}

/// Yes or no; `None` if neither is written.
fn truth(element: Node<'_>) -> Option<bool> {
    match element.text().trim() {
        "true" | "1" | "TRUE" | "True" => Some(true),
        "false" | "0" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}
