//! Does physics keep to what `SPEC.md` promises?

use crate::check::Faults;
use crate::{Body, BodyFrame, Collider, Constraint, End, Form, Limit, PhysicsScene, Scene, Spring};

impl Scene {
    /// Tells what does not hold about bodies and what holds them together.
    pub(crate) fn check_physics(&self, faults: &mut Faults) {
        for (i, physics) in self.physics.iter().enumerate() {
            let mut unless = |holds: bool, what: &str| faults.unless(holds, || format!("physics scene {i}: {what}"));
            unless(physics.gravity.is_none_or(|g| finite(&g)), "gravity");
            unless(physics.step.is_none_or(|s| s > 0.0 && s.is_finite()), "step");
            for body in &physics.bodies {
                unless(body.node.is_none_or(|n| self.node(n).is_some()), "node of a body");
                let parent = match &body.frame {
                    BodyFrame::Parent(node, _) => self.node(*node).is_some(),
                    BodyFrame::Target => true,
                };
                unless(parent, "node that a body starts at");
                unless(is_sound(body), "numbers of a body");
                unless(body.colliders.iter().all(|c| self.is_collider(c)), "shape of a body");
            }
            unless(physics.constraints.iter().all(|c| self.is_constraint(c, physics)), "constraint");
        }
    }

    fn is_collider(&self, collider: &Collider) -> bool {
        let amount = |value: Option<f64>| value.is_none_or(|v| v >= 0.0 && v.is_finite());
        let above = |values: &[f64]| values.iter().all(|v| *v > 0.0 && v.is_finite());
        let taper = |values: &[f64]| values.iter().all(|v| *v >= 0.0 && v.is_finite());
        let form = match collider.form {
            Form::Box(half) => taper(&half),
            Form::Sphere(radius) => above(&[radius]),
            Form::Plane([a, b, c, d]) => finite(&[a, b, c, d]) && [a, b, c] != [0.0; 3],
            Form::Cylinder { height, radii } => above(&[height]) && above(&radii),
            Form::TaperedCylinder { height, top, bottom } => above(&[height]) && taper(&top) && taper(&bottom),
            Form::Capsule { height, radii } => taper(&[height]) && above(&radii),
            Form::TaperedCapsule { height, top, bottom } => taper(&[height]) && taper(&top) && taper(&bottom),
            Form::Geometry(id) => self.geometry(id).is_some(),
        };
        form && amount(collider.mass) && amount(collider.density)
    }

    fn is_constraint(&self, constraint: &Constraint, physics: &PhysicsScene) -> bool {
        let is_there = |end: End| match end {
            End::World => true,
            End::Body(body) => (body as usize) < physics.bodies.len(),
            End::Node(node) => self.node(node).is_some(),
        };
        let ordered = |limit: &Limit| match *limit {
            [Some(low), Some(high)] => low <= high,
            sides => sides.into_iter().flatten().all(f64::is_finite),
        };
        let spring = |spring: Spring| finite(&[spring.stiffness, spring.damping, spring.target]);
        constraint.ends.iter().all(|end| is_there(end.to))
            && constraint.linear.iter().chain(&constraint.angular).all(ordered)
            && constraint.linear_spring.is_none_or(spring)
            && constraint.angular_spring.is_none_or(spring)
    }
}

fn finite(values: &[f64]) -> bool {
    values.iter().all(|v| v.is_finite())
}

fn is_sound(body: &Body) -> bool {
    let amount = |value: &f64| *value >= 0.0 && value.is_finite();
    body.mass.iter().all(amount)
        && body.inertia.iter().flatten().all(amount)
        && finite(&body.velocity)
        && finite(&body.angular_velocity)
}

#[cfg(test)]
mod tests {
    use crate::{
        Attachment, Body, BodyFrame, Collider, Constraint, End, Form, GeometryId, LOCKED, Meta, Node, NodeId,
        PhysicsScene, Scene,
    };

    fn scene() -> Scene {
        let mut body = Body::new(Meta::default());
        body.node = Some(NodeId(0));
        body.colliders.push(Collider::new(Form::Sphere(1.0)));
        let end = |to| Attachment { to, ..Attachment::default() };
        let constraint = Constraint {
            meta: Meta::default(),
            ends: [end(End::World), end(End::Body(0))],
            enabled: true,
            interpenetrate: false,
            linear: [LOCKED; 3],
            angular: [LOCKED; 3],
            linear_spring: None,
            angular_spring: None,
        };
        let physics = PhysicsScene { bodies: vec![body], constraints: vec![constraint], ..PhysicsScene::default() };
        Scene { nodes: vec![Node::default()], physics: vec![physics], ..Scene::default() }
    }

    #[test]
    fn what_leads_nowhere_or_is_no_size_is_a_fault() {
        assert!(scene().check().is_empty());
        let faults = |change: fn(&mut PhysicsScene)| {
            let mut scene = scene();
            change(&mut scene.physics[0]);
            scene.check().len()
        };
        assert_eq!(faults(|p| p.bodies[0].node = Some(NodeId(7))), 1);
        assert_eq!(faults(|p| p.bodies[0].frame = BodyFrame::Parent(NodeId(1), Vec::new())), 1);
        assert_eq!(faults(|p| p.bodies[0].mass = Some(-1.0)), 1);
        assert_eq!(faults(|p| p.bodies[0].colliders[0].form = Form::Sphere(0.0)), 1);
        assert_eq!(faults(|p| p.bodies[0].colliders[0].form = Form::Geometry(GeometryId(0))), 1);
        assert_eq!(faults(|p| p.constraints[0].ends[0].to = End::Body(1)), 1);
        assert_eq!(faults(|p| p.constraints[0].linear[1] = [Some(1.0), Some(-1.0)]), 1);
        assert_eq!(faults(|p| p.step = Some(0.0)), 1);
        assert_eq!(faults(|p| p.gravity = Some([0.0, f64::NAN, 0.0])), 1);
    }
}
