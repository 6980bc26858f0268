//! Physics in numbers of another space.

use crate::glam::{DQuat, DVec3};
use crate::{Body, BodyFrame, Collider, Constraint, Form, Frame, Operation, PhysicsScene, Spring, Transform};

impl PhysicsScene {
    /// Brings everything into another space.
    pub fn convert(&mut self, frame: &Frame) {
        self.gravity = self.gravity.map(|g| vector(g, frame));
        self.bodies.iter_mut().for_each(|body| body.convert(frame));
        self.constraints.iter_mut().for_each(|constraint| constraint.convert(frame));
    }
}

impl Body {
    /// Brings everything into another space.
    pub fn convert(&mut self, frame: &Frame) {
        if frame.is_identity() {
            return;
        }
        if let BodyFrame::Parent(_, steps) = &mut self.frame {
            convert_steps(steps, frame);
        }
        self.velocity = vector(self.velocity, frame);
        self.angular_velocity = frame.direction(DVec3::from_array(self.angular_velocity)).to_array();
        self.inertia = self.inertia.map(|moments| moments.map(|m| frame.power(m, 2)));
        if self.mass_frame.is_some() || self.inertia.is_some() {
            // The axes stay what they were, so that the moments do.
            let mut steps = self.mass_frame.take().unwrap_or_default();
            convert_steps(&mut steps, frame);
            steps.extend(turn(frame));
            self.mass_frame = Some(steps);
        }
        self.colliders.iter_mut().for_each(|collider| collider.convert(frame));
    }
}

impl Collider {
    /// Brings it into another space. A geometry is that of the scene, and is in that space already.
    pub fn convert(&mut self, frame: &Frame) {
        if frame.is_identity() {
            return;
        }
        let power = if self.hollow { -2 } else { -3 };
        if self.mass.is_none() && frame.scale != 1.0 {
            self.density = Some(self.density.unwrap_or(1.0));
        }
        self.density = self.density.map(|density| frame.power(density, power));
        convert_steps(&mut self.transforms, frame);
        let length = |v: &mut f64| *v = frame.length(*v);
        let turns = match &mut self.form {
            Form::Box(half) => {
                half.iter_mut().for_each(length);
                true
            }
            Form::Sphere(radius) => {
                length(radius);
                false
            }
            Form::Plane([a, b, c, d]) => {
                [*a, *b, *c] = frame.direction(DVec3::new(*a, *b, *c)).to_array();
                length(d);
                false
            }
            Form::Cylinder { height, radii } => {
                [height].into_iter().chain(radii).for_each(length);
                true
            }
            Form::Capsule { height, radii } => {
                [height].into_iter().chain(radii).for_each(length);
                true
            }
            Form::TaperedCylinder { height, top, bottom } | Form::TaperedCapsule { height, top, bottom } => {
                [height].into_iter().chain(top).chain(bottom).for_each(length);
                true
            }
            Form::Geometry(_) => false,
        };
        if turns {
            self.transforms.extend(turn(frame));
        }
    }
}

impl Constraint {
    /// Brings it into another space. The axes of its frames stay what they were, so that swing and twist do.
    pub fn convert(&mut self, frame: &Frame) {
        if frame.is_identity() {
            return;
        }
        for end in &mut self.ends {
            convert_steps(&mut end.transforms, frame);
            end.transforms.extend(turn(frame));
        }
        self.linear.iter_mut().flatten().flatten().for_each(|limit| *limit = frame.length(*limit));
        self.linear_spring = self.linear_spring.map(|s| Spring { target: frame.length(s.target), ..s });
        self.angular_spring = self.angular_spring.map(|s| {
            let (stiffness, damping) = (frame.power(s.stiffness, 2), frame.power(s.damping, 2));
            Spring { stiffness, damping, ..s }
        });
    }
}

fn vector(v: [f64; 3], frame: &Frame) -> [f64; 3] {
    frame.point(DVec3::from_array(v)).to_array()
}

fn convert_steps(steps: &mut [Transform], frame: &Frame) {
    steps.iter_mut().for_each(|step| step.operation = frame.operation(&step.operation));
}

/// The turn of the axes as a transform.
fn turn(frame: &Frame) -> Option<Transform> {
    if frame.keeps_axes() {
        return None;
    }
    let (axis, angle) = crate::turn::axis_angle(DQuat::from_mat3(&frame.turn));
    // Turns between axes are by 90, 120 or 180 degrees.
    let angle = (angle.to_degrees() / 30.0).round() * 30.0;
    let largest = axis.to_array().into_iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    let [x, y, z] = axis.to_array().map(|v| (v / largest).round());
    Some(Transform { sid: None, operation: Operation::Rotate([x, y, z, angle]) })
}

#[cfg(test)]
mod tests {
    use crate::glam::{DMat4, DVec3};
    use crate::{
        Attachment, Body, Collider, Constraint, Form, LOCKED, Meta, Operation, PhysicsScene, Space, Spring, Transform,
        UpAxis,
    };

    fn step(operation: Operation) -> Vec<Transform> {
        vec![Transform { sid: None, operation }]
    }

    #[test]
    fn shapes_and_frames_are_the_same_in_every_space() {
        let feet = Space { metres: 0.5, up: UpAxis::Z, ..Space::default() };
        for up in [UpAxis::X, UpAxis::Y, UpAxis::Z] {
            let frame = feet.to(&Space { metres: 0.25, up, ..Space::default() });
            let there = DMat4::from_mat3(frame.turn * frame.scale);
            let mut collider = Collider::new(Form::Cylinder { height: 2.0, radii: [1.0, 3.0] });
            collider.transforms = step(Operation::Rotate([1.0, 2.0, 3.0, 40.0]));
            let before = collider.matrix();
            collider.convert(&frame);
            let Form::Cylinder { height, radii } = collider.form else { panic!() };
            assert_eq!((height, radii), (4.0, [2.0, 6.0]));
            // The density that nothing says is one of the old unit.
            assert_eq!(collider.density, Some(0.125));
            for p in [DVec3::new(1.0, 1.0, 0.0), DVec3::new(0.0, -1.0, 3.0)] {
                let expected = (there * before).transform_point3(p);
                let found = collider.matrix().transform_point3(p * 2.0);
                assert!((expected - found).length() < 1e-12, "{up:?} {expected} {found}");
            }
            let mut body = Body::new(Meta::default());
            (body.mass, body.inertia) = (Some(1.0), Some([1.0, 2.0, 3.0]));
            (body.velocity, body.angular_velocity) = ([0.0, 0.0, 1.0], [0.0, 0.0, 1.0]);
            let end =
                || Attachment { transforms: step(Operation::Translate([1.0, 2.0, 3.0])), ..Attachment::default() };
            let constraint = Constraint {
                meta: Meta::default(),
                ends: [end(), end()],
                enabled: true,
                interpenetrate: false,
                linear: [[Some(-1.0), None]; 3],
                angular: [LOCKED; 3],
                linear_spring: Some(Spring { stiffness: 5.0, damping: 1.0, target: 2.0 }),
                angular_spring: Some(Spring { stiffness: 5.0, damping: 1.0, target: 2.0 }),
            };
            let mut all = PhysicsScene {
                gravity: Some([0.0, 0.0, -10.0]),
                bodies: vec![body],
                constraints: vec![constraint],
                ..PhysicsScene::default()
            };
            all.convert(&frame);
            let fall = frame.turn * DVec3::new(0.0, 0.0, -20.0);
            assert_eq!(DVec3::from_array(all.gravity.unwrap_or_default()), fall);
            let body = &all.bodies[0];
            assert_eq!(body.inertia, Some([4.0, 8.0, 12.0]));
            assert_eq!(DVec3::from_array(body.velocity), -fall / 10.0);
            assert_eq!(DVec3::from_array(body.angular_velocity), -fall / 20.0);
            let axes = Transform::product(body.mass_frame.as_deref().unwrap_or_default());
            assert!(axes.abs_diff_eq(DMat4::from_mat3(frame.turn), 1e-12));
            let held = &all.constraints[0];
            let expected = there.transform_point3(DVec3::new(1.0, 2.0, 3.0));
            assert!((held.ends[1].matrix().w_axis.truncate() - expected).length() < 1e-12);
            assert!(held.ends[1].matrix().x_axis.abs_diff_eq(there.x_axis / 2.0, 1e-12));
            assert_eq!(held.linear[2], [Some(-2.0), None]);
            assert_eq!(held.linear_spring, Some(Spring { stiffness: 5.0, damping: 1.0, target: 4.0 }));
            assert_eq!(held.angular_spring, Some(Spring { stiffness: 20.0, damping: 4.0, target: 2.0 }));
        }
    }
}
