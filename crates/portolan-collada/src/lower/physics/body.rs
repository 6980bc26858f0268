//! `<instance_rigid_body>`: a body, and what its instance changes.

use hashbrown::HashMap;
use portolan_scene::{Body, BodyFrame, Fate, Form, Meta, NodeId, PhysicsField, PhysicsScene};
use portolan_syntax::Node;

use super::scopes::Scopes;
use super::{codes, said, truth};
use crate::lower::Lower;
use crate::lower::geometry::label;

/// The bodies of a physics scene, by the scope and the element that they are the first instance of.
pub(super) type Instances = HashMap<(u32, u32), u32>;

/// Bodies of one physics scene.
const MOST: usize = 1 << 20;

impl<'a> Lower<'a> {
    /// Takes over all bodies that instances name.
    pub(super) fn bodies(&mut self, scopes: &Scopes<'a>, physics: &mut PhysicsScene) -> Instances {
        let mut known = Instances::new();
        for (scope, at) in scopes.all.iter().zip(0..) {
            for instance in scope.instance.children_named("instance_rigid_body") {
                if physics.bodies.len() >= MOST {
                    self.lose(&codes::LIMIT, Fate::Dropped, instance, format!("there are more than {MOST} bodies"));
                    return known;
                }
                let Some((scope, definition)) = self.body_of(instance, at, scopes) else { continue };
                let body = self.body(instance, (scope, definition), scopes);
                let number = physics.bodies.len() as u32;
                if let Some(mass) = said(instance, "mass").or_else(|| said(definition, "mass")) {
                    self.drive_physics(mass, PhysicsField::Mass(number));
                }
                known.entry((scope, definition.id().0)).or_insert(number);
                physics.bodies.push(body);
            }
        }
        for (scope, at) in scopes.all.iter().zip(0..) {
            for left in scope.definition.children_named("rigid_body") {
                if !known.contains_key(&(at, left.id().0)) {
                    let message = format!("the body `{}` is never instantiated", label(left));
                    self.lose(&codes::UNUSED, Fate::Noted, left, message);
                }
            }
        }
        known
    }

    /// The body that an instance names.
    fn body_of(&mut self, instance: Node<'a>, at: u32, scopes: &Scopes<'a>) -> Option<(u32, Node<'a>)> {
        let written = instance.attribute_value("body");
        let path = written.as_deref().map(str::trim).unwrap_or_default();
        if path.is_empty() {
            // Some exporters name it like the instance, or the model has only one.
            let name = instance.attribute_value("name").or_else(|| instance.attribute_value("sid"));
            let named = name.and_then(|name| scopes.find(&name, at, "rigid_body")).map(|f| (f.scope, f.element));
            let mut own = scopes.all.get(at as usize)?.definition.children_named("rigid_body");
            let only = own.next().filter(|_| own.next().is_none()).map(|element| (at, element));
            let found = named.or(only);
            let (code, fate) = match found.is_some() {
                true => (&codes::GUESSED, Fate::Noted),
                false => (&codes::REFERENCE, Fate::Dropped),
            };
            self.lose(code, fate, instance, "an instance of a rigid body has no `body`");
            return found;
        }
        let Some(found) = scopes.find(path, at, "rigid_body") else {
            let message = format!("the body `{path}` is not in the model");
            self.lose(&codes::REFERENCE, Fate::Dropped, instance, message);
            return None;
        };
        if found.guessed {
            let message = format!("the body `{path}` is read as `{}` of another model", label(found.element));
            self.lose(&codes::GUESSED, Fate::Noted, instance, message);
        }
        Some((found.scope, found.element))
    }

    fn body(&mut self, instance: Node<'a>, (scope, definition): (u32, Node<'a>), scopes: &Scopes<'a>) -> Body {
        let mut body = Body::new(self.meta(definition));
        let own_dynamic = self.properties(definition, &mut body);
        let mut change = Body::new(Meta::default());
        let dynamic = self.properties(instance, &mut change);
        body.dynamic = dynamic.or(own_dynamic).unwrap_or(true);
        body.mass = change.mass.or(body.mass);
        body.inertia = change.inertia.or(body.inertia);
        body.mass_frame = change.mass_frame.or(body.mass_frame);
        body.material = change.material.or(body.material);
        if !change.colliders.is_empty() {
            body.colliders = change.colliders;
        }
        (body.velocity, body.angular_velocity) = (change.velocity, change.angular_velocity);
        let model = scopes.all.get(scope as usize).and_then(|s| s.definition.attribute_value("id"));
        body.model = model.map(|id| id.trim().into());
        body.instance = instance.attribute_value("sid").map(|sid| sid.trim().into());
        body.node = self.body_node(instance, "target");
        let around: Vec<Node<'a>> = scopes.around(Some(scope)).map(|(_, s)| s.instance).collect();
        let called = |i: &Node<'a>| ["sid", "name"].into_iter().find_map(|a| i.attribute_value(a));
        body.around = around.iter().rev().filter_map(called).map(|name| name.trim().into()).collect();
        // Where the outermost model stands, all in it do.
        let outermost = around.last().copied().filter(|i| i.attribute_value("parent").is_some());
        if let Some(parent) = outermost.and_then(|outermost| self.body_node(outermost, "parent")) {
            let place = scopes.all.get(scope as usize).map(|s| s.place.clone()).unwrap_or_default();
            body.frame = BodyFrame::Parent(parent, place);
        }
        self.tell_mass(&body, definition);
        body
    }

    /// The node that an attribute names.
    fn body_node(&mut self, element: Node<'a>, attribute: &str) -> Option<NodeId> {
        let written = element.attribute_value(attribute);
        let text = written.as_deref().map(str::trim).unwrap_or_default();
        let by_id = self.documents.follow(element, text).ok();
        let path = text.trim_start_matches('#');
        let found = by_id.or_else(|| self.documents.path(path, element).ok().map(|f| f.node));
        let node = found.and_then(|found| self.known.nodes.get(&self.origin(found)).copied());
        if node.is_none() {
            let message = match text.is_empty() {
                true => "an instance of a rigid body has no `target`".to_owned(),
                false => format!("`{text}` is not a node of the scene"),
            };
            self.lose(&codes::REFERENCE, Fate::Dropped, element, message);
        }
        node
    }

    /// What an element says about a body, in the space of the scene. Gives whether it moves, if that is said.
    fn properties(&mut self, element: Node<'a>, body: &mut Body) -> Option<bool> {
        let dynamic = said(element, "dynamic").and_then(truth);
        body.mass = said(element, "mass").and_then(|mass| self.amount(mass));
        if let Some(inertia) = said(element, "inertia") {
            let values = self.finite(inertia, 3).and_then(|v| <[f64; 3]>::try_from(v).ok());
            body.inertia = values.filter(|moments| moments.iter().all(|m| *m >= 0.0));
            if values.is_some() && body.inertia.is_none() {
                self.lose(&codes::MASS, Fate::Dropped, inertia, "a moment of inertia is negative");
            }
        }
        body.mass_frame = said(element, "mass_frame").map(|frame| self.physics_steps(frame));
        body.material = self.physics_material(element.child("technique_common").unwrap_or(element));
        for (name, slot) in [("velocity", &mut body.velocity), ("angular_velocity", &mut body.angular_velocity)] {
            let Some(element) = said(element, name) else { continue };
            let vector = self.finite(element, 3).and_then(|v| <[f64; 3]>::try_from(v).ok());
            *slot = vector.unwrap_or_default();
        }
        let common = element.child("technique_common");
        let shapes = common.into_iter().chain([element]).flat_map(|e| e.children_named("shape"));
        for shape in shapes.collect::<Vec<_>>() {
            body.colliders.extend(self.collider(shape));
        }
        body.convert(&self.kinematic_frame(element));
        dynamic
    }

    /// A mass or density, if it is not below zero.
    pub(super) fn amount(&mut self, element: Node<'a>) -> Option<f64> {
        let value = self.finite(element, 1)?.first().copied()?;
        if value < 0.0 {
            let message = format!("the {} {value} is negative", element.local_name());
            self.lose(&codes::MASS, Fate::Dropped, element, message);
        }
        Some(value).filter(|v| *v >= 0.0)
    }

    /// Tells what cannot be about the mass of a body.
    fn tell_mass(&mut self, body: &Body, element: Node<'a>) {
        let name = body.label();
        if let Some([a, b, c]) = body.inertia.filter(|_| body.mass.is_some()) {
            let sum = a + b + c;
            if [a, b, c].into_iter().any(|m| m > (sum - m) * (1.0 + 1e-3)) {
                let message = format!(
                    "the moments of inertia of `{name}` are impossible: one is larger than the sum of the other two"
                );
                self.lose(&codes::MASS, Fate::Noted, element, message);
            }
        }
        if !body.dynamic {
            return;
        }
        if body.mass == Some(0.0) {
            let message = format!("`{name}` is dynamic but has no mass; it does not move");
            self.lose(&codes::MASS, Fate::Noted, element, message);
        }
        let is_plane = |form: &Form| matches!(form, Form::Plane(_));
        let planes = body.colliders.iter().filter(|c| is_plane(&c.form) && c.mass.is_none()).count();
        if body.mass.is_none() && planes > 0 {
            let message = format!("`{name}` is dynamic and has a plane, but no mass");
            self.lose(&codes::MASS, Fate::Noted, element, message);
        }
        if body.colliders.is_empty() && body.mass.is_none() {
            let message = format!("`{name}` is dynamic but has neither a mass nor a shape");
            self.lose(&codes::MASS, Fate::Noted, element, message);
        }
    }
}
