//! From the constraints of a scene to the joints of the engine.

use portolan_eval::bodies::{as_written, node_world};
use portolan_eval::{Playing, pose, sample};
use portolan_scene::glam::DMat4;
use portolan_scene::{Attachment, Constraint, End, Limit, Spring};
use rapier3d_f64::prelude::*;

use crate::Simulation;
use crate::build::pose_of;

const LINEAR: [JointAxis; 3] = [JointAxis::LinX, JointAxis::LinY, JointAxis::LinZ];
const ANGULAR: [JointAxis; 3] = [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ];

/// A constraint in the engine, and the frames that it holds together.
pub(crate) struct Held {
    handle: ImpulseJointHandle,
    frames: [Pose; 2],
}

impl Held {
    /// Gives the constraint other numbers.
    pub fn change(&self, joints: &mut ImpulseJointSet, constraint: &Constraint, metres: f64) {
        if let Some(joint) = joints.get_mut(self.handle, true) {
            joint.data = of(constraint, self.frames, metres);
        }
    }
}

/// Adds a constraint that acts, or may act later.
pub(crate) fn insert(simulation: &mut Simulation<'_>, constraint: &Constraint, later: bool) -> Option<Held> {
    let [first, second] = &constraint.ends;
    let holds_body = [first, second].iter().any(|end| matches!(end.to, End::Body(_)));
    if !(constraint.enabled || later) || !holds_body || first.to == second.to {
        return None;
    }
    let (one, frame1) = simulation.end(first)?;
    let (other, frame2) = simulation.end(second)?;
    let frames = [frame1, frame2];
    let joint = of(constraint, frames, simulation.metres);
    let handle = simulation.engine.joints.insert(one, other, joint, true);
    Some(Held { handle, frames })
}

/// A constraint as the engine has them.
fn of(constraint: &Constraint, [frame1, frame2]: [Pose; 2], metres: f64) -> GenericJoint {
    let mut joint = GenericJoint::new(JointAxesMask::empty());
    joint.set_local_frame1(frame1).set_local_frame2(frame2).set_contacts_enabled(!constraint.interpenetrate);
    joint.set_enabled(constraint.enabled);
    // Stiff enough to be rigid: as fast as the step allows.
    for (axis, limit) in LINEAR.into_iter().zip(&constraint.linear) {
        restrict(&mut joint, axis, *limit, (metres, 1e9));
    }
    for (axis, limit) in ANGULAR.into_iter().zip(&constraint.angular) {
        restrict(&mut joint, axis, *limit, (std::f64::consts::PI / 180.0, 180.0));
    }
    if let Some(spring) = constraint.linear_spring {
        let spring = Spring { target: spring.target * metres, ..spring };
        let free = is_free(&constraint.linear);
        // A distance in all directions, as of a spring between two points.
        if spring.target != 0.0 && free == [true; 3] {
            joint.coupled_axes |= JointAxesMask::LIN_AXES;
            pull(&mut joint, JointAxis::LinX, spring);
        } else {
            LINEAR.into_iter().zip(free).filter(|(_, free)| *free).for_each(|(axis, _)| pull(&mut joint, axis, spring));
        }
    }
    if let Some(spring) = constraint.angular_spring {
        // Torques of the document are in its unit, and for degrees.
        let (square, degree) = (metres * metres, std::f64::consts::PI / 180.0);
        let spring = Spring {
            stiffness: spring.stiffness * square / degree,
            damping: spring.damping * square / degree,
            target: spring.target * degree,
        };
        let free = is_free(&constraint.angular);
        ANGULAR.into_iter().zip(free).filter(|(_, free)| *free).for_each(|(axis, _)| pull(&mut joint, axis, spring));
    }
    joint
}

fn is_free(limits: &[Limit; 3]) -> [bool; 3] {
    limits.map(|limit| !matches!(limit, [Some(low), Some(high)] if low == high))
}

/// Locks or limits an axis. No value is beyond the farthest one.
fn restrict(joint: &mut GenericJoint, axis: JointAxis, limit: Limit, (unit, farthest): (f64, f64)) {
    // Animations may bring a lower limit above the upper one.
    let limit = match limit {
        [Some(low), Some(high)] if low > high => [Some(high), Some(low)],
        limit => limit,
    };
    match limit {
        [None, None] => {}
        [low, high] if low.is_none_or(|v| v <= -farthest) && high.is_none_or(|v| v >= farthest) => {}
        [Some(low), Some(high)] if low == high && low == 0.0 => _ = joint.lock_axes(axis.into()),
        [low, high] => {
            // The engine has no limits on one side only.
            let [low, high] = [low.unwrap_or(-farthest), high.unwrap_or(farthest)];
            let [low, high] = [low, high].map(|v| v.clamp(-farthest, farthest) * unit);
            joint.set_limits(axis, [low, high]);
        }
    }
}

fn pull(joint: &mut GenericJoint, axis: JointAxis, spring: Spring) {
    joint.set_motor_model(axis, MotorModel::ForceBased);
    joint.set_motor(axis, spring.target, 0.0, spring.stiffness.max(0.0), spring.damping.max(0.0));
}

impl Simulation<'_> {
    /// The body of an end, and where the frame of the constraint is in it.
    fn end(&mut self, end: &Attachment) -> Option<(RigidBodyHandle, Pose)> {
        let metres = self.metres;
        match end.to {
            End::Body(body) => {
                let body = self.bodies.get(body as usize)?;
                let frame = body.stretch * end.matrix();
                frame.is_finite().then(|| (body.handle, pose_of(frame, metres).0))
            }
            End::World => {
                let handle = self.engine.bodies.insert(RigidBodyBuilder::fixed().build());
                end.matrix().is_finite().then(|| (handle, pose_of(end.matrix(), metres).0))
            }
            End::Node(node) => {
                let mut overrides = sample(self.scene, &Playing::Default, 0.0);
                as_written(self.scene, &mut overrides);
                let pose = pose(self.scene, self.stage, &overrides);
                let world = node_world(self.scene, node, self.stage, &pose);
                let (place, stretch) = pose_of(world, metres);
                let handle =
                    self.engine.bodies.insert(RigidBodyBuilder::kinematic_position_based().pose(place).build());
                self.anchors.push((node, handle));
                let frame: DMat4 = stretch * end.matrix();
                frame.is_finite().then(|| (handle, pose_of(frame, metres).0))
            }
        }
    }
}
