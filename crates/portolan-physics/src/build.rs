//! From the bodies of a scene to those of the engine.

use std::collections::BTreeSet;

use portolan_eval::Stage;
use portolan_eval::bodies::Start;
use portolan_eval::mass::Weight;
use portolan_scene::glam::{DMat3, DMat4, DQuat, DVec3};
use portolan_scene::{Body, Collider as Part, PhysicsField, PhysicsScene, Scene};
use rapier3d_f64::prelude::*;

use crate::driven::Driven;
use crate::friction::Friction;
use crate::{Engine, FAST, FASTEST_TURN, Note, REMOTE, Simulated, Simulation, State, joint, shape};

/// The strongest gravity that is simulated, in metres a second squared.
const STRONGEST: f64 = 1e9;

/// Bodies up to which none may pass through another however fast it is; looking for that takes time.
const CAREFUL: usize = 256;

pub(crate) fn build<'a>(
    scene: &'a Scene,
    stage: &'a Stage,
    physics: &PhysicsScene,
    bodies: &[(Start, &Weight)],
    step: f64,
) -> Simulation<'a> {
    let metres = scene.space.metres;
    let mut engine = Engine::new(step);
    let gravity = DVec3::from_array(physics.gravity.unwrap_or_default()) * metres;
    engine.gravity = gravity_of(physics, metres);
    let mut simulation = Simulation {
        scene,
        stage,
        bodies: Vec::with_capacity(bodies.len()),
        anchors: Vec::new(),
        metres,
        done: 0,
        crowded: false,
        held: Vec::new(),
        driven: None,
        engine,
        notes: BTreeSet::new(),
    };
    if gravity.length() > STRONGEST {
        simulation.notes.insert((physics.meta.origin, Note::Strong));
    }
    let careful = physics.bodies.len() <= CAREFUL;
    for (body, (start, weight)) in physics.bodies.iter().zip(bodies) {
        let one = simulation.insert(body, start, weight, careful);
        simulation.bodies.push(one);
    }
    simulation.driven = Driven::of(scene, physics);
    for (constraint, at) in physics.constraints.iter().zip(0u32..) {
        let later = simulation.driven.as_ref().is_some_and(|d| d.drives(PhysicsField::Enabled(at)));
        let held = joint::insert(&mut simulation, constraint, later);
        simulation.held.push(held);
    }
    simulation.tell_overlaps();
    simulation
}

impl Simulation<'_> {
    fn insert(&mut self, body: &Body, start: &Start, weight: &Weight, careful: bool) -> Simulated {
        let metres = self.metres;
        let (pose, stretch) = pose_of(start.frame, metres);
        let moves = body.dynamic && weight.mass > 0.0 && weight.mass.is_finite();
        let follows = !moves && start.place.is_some() && !self.scene.animations.is_empty();
        let kind = match (moves, follows) {
            (true, _) => RigidBodyType::Dynamic,
            (false, true) => RigidBodyType::KinematicPositionBased,
            (false, false) => RigidBodyType::Fixed,
        };
        let mut builder = RigidBodyBuilder::new(kind).pose(pose).can_sleep(false).ccd_enabled(careful && moves);
        if moves {
            let properties = mass_properties(weight, stretch, metres);
            builder = builder
                .additional_mass_properties(properties)
                .linvel(vector((DVec3::from_array(body.velocity) * metres).clamp_length_max(FAST)))
                .angvel(vector(DVec3::from_array(body.angular_velocity).clamp_length_max(FASTEST_TURN)));
        }
        let handle = self.engine.bodies.insert(builder.build());
        for part in &body.colliders {
            self.insert_part(body, part, handle, (stretch, moves));
        }
        let fast = DVec3::from_array(body.velocity).length() * metres > FAST;
        let turns = DVec3::from_array(body.angular_velocity).length() > FASTEST_TURN;
        for (is, note) in [
            (!is_even(&stretch), Note::Stretched),
            (body.dynamic && !moves, Note::NoMass),
            (start.frame.w_axis.truncate().length() * metres >= REMOTE, Note::Far),
            (moves && (fast || turns), Note::Fast),
        ] {
            if is {
                self.notes.insert((body.meta.origin, note));
            }
        }
        let state = State {
            frame: start.frame,
            velocity: if moves { DVec3::from_array(body.velocity) } else { DVec3::ZERO },
            angular_velocity: if moves { DVec3::from_array(body.angular_velocity) } else { DVec3::ZERO },
        };
        let origin = body.meta.origin;
        let weight = (*weight).clone();
        Simulated {
            handle,
            start: *start,
            stretch,
            weight,
            follows: !moves,
            origin,
            before: state,
            now: state,
            lost: false,
        }
    }

    fn insert_part(&mut self, body: &Body, part: &Part, handle: RigidBodyHandle, (stretch, moves): (DMat4, bool)) {
        let matrix = DMat4::from_scale(DVec3::splat(self.metres)) * stretch * part.matrix();
        let Some((shapes, pose, note)) = shape::of(self.scene, &part.form, matrix, moves) else {
            self.notes.insert((part.origin, Note::NoShape));
            return;
        };
        self.notes.extend(note.map(|note| (part.origin, note)));
        let contact = body.material_of(part);
        for shape in shapes {
            let collider = ColliderBuilder::new(shape).density(0.0).position(pose);
            // The document says a share of the energy, the engine wants one of the speed.
            let restitution = contact.restitution.clamp(0.0, 1.0).sqrt();
            let collider = Friction::of(collider, contact.static_friction, contact.dynamic_friction, restitution)
                // A kinematic body touches what is fixed, too, but nothing follows from that.
                .active_collision_types(ActiveCollisionTypes::default());
            self.engine.colliders.insert_with_parent(collider.build(), handle, &mut self.engine.bodies);
        }
    }
}

/// The gravity of a physics scene in metres, if it can be simulated.
pub(crate) fn gravity_of(physics: &PhysicsScene, metres: f64) -> Vector {
    let gravity = DVec3::from_array(physics.gravity.unwrap_or_default()) * metres;
    vector(gravity.clamp_length_max(STRONGEST))
}

/// What a body weighs, as the engine has it.
pub(crate) fn mass_properties(weight: &Weight, stretch: DMat4, metres: f64) -> MassProperties {
    // How much larger the body is in the world than in its own space.
    let size = libm::cbrt(DMat3::from_mat4(stretch).determinant().abs());
    let centre = stretch.transform_point3(weight.centre) * metres;
    let moments = weight.moments.map(|m| m * (size * metres) * (size * metres));
    let axes = DQuat::from_mat3(&weight.axes).normalize();
    MassProperties::with_principal_inertia_frame(
        vector(centre),
        weight.mass,
        Vector::from_array(moments),
        Rotation::from_array(axes.to_array()),
    )
}

/// The place and turn of a frame in the engine, and what the frame has beside both.
pub(crate) fn pose_of(frame: DMat4, metres: f64) -> (Pose, DMat4) {
    let (scale, turn, place) = frame.to_scale_rotation_translation();
    let turn = if turn.is_finite() && scale.min_element() > 0.0 { turn.normalize() } else { turn_of(frame) };
    let rigid = DMat4::from_rotation_translation(turn, place);
    let pose = Pose::from_parts(vector(place * metres), Rotation::from_array(turn.to_array()));
    (pose, rigid.inverse() * frame)
}

/// The turn of a frame that mirrors or is flat.
fn turn_of(frame: DMat4) -> DQuat {
    let x = frame.x_axis.truncate().try_normalize().unwrap_or(DVec3::X);
    let y = frame.y_axis.truncate();
    let y = (y - x * x.dot(y)).try_normalize().unwrap_or_else(|| x.any_orthonormal_vector());
    DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))).normalize()
}

/// Does a matrix make everything larger alike, if at all?
fn is_even(matrix: &DMat4) -> bool {
    let m = DMat3::from_mat4(*matrix);
    let product = m.transpose() * m;
    let size = product.x_axis.x.max(product.y_axis.y).max(product.z_axis.z);
    product.abs_diff_eq(DMat3::from_diagonal(DVec3::splat(product.x_axis.x)), 1e-6 * size.max(f64::MIN_POSITIVE))
}

pub(crate) fn vector(v: DVec3) -> Vector {
    Vector::from_array(v.to_array())
}
