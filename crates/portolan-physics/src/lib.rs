//! Bodies that fall, collide and hold together: the physics of a scene on the engine rapier.
//!
//! The engine runs in metres, whatever the unit of the scene is, because engines are tuned for them; results are in the unit of
//! the scene again. The same input gives the same bytes on every machine.
//!
//! What comes out are [`Overrides`], as of everything that moves things: [`Simulation`] is a
//! [`Mover`].

// Tests compare with what the standard library says.
#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod build;
mod driven;
mod friction;
mod joint;
mod overlap;
mod shape;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use portolan_eval::bodies::{Start, as_written, node_world};
use portolan_eval::mass::Weight;
use portolan_eval::{Mover, Overrides, Playing, Stage, World, pose, sample};
use portolan_scene::glam::{DMat4, DQuat, DVec3};
use portolan_scene::turn::slerp;
use portolan_scene::{NodeId, Origin, PhysicsScene, Scene};
use rapier3d_f64::prelude::*;

/// The engine and its version.
pub const ENGINE: &str = "rapier3d-f64 0.36.1";

/// Steps that are simulated, in seconds: smaller and larger ones are brought within.
pub const STEPS: std::ops::RangeInclusive<f64> = 1e-4..=0.1;

/// Steps of one simulation.
pub const MOST_STEPS: u64 = 1 << 21;

/// Substeps of a step.
const ITERATIONS: usize = 8;

/// Metres from the origin, and metres a second, beyond which a body is lost.
const FAR: f64 = 1e15;
const FAST: f64 = 1e9;

/// Radians a second that are simulated.
const FASTEST_TURN: f64 = 1e6;

/// Metres from the origin beyond which places are told: there numbers are farther apart than a ten-millionth of a metre.
const REMOTE: f64 = 1e9;

/// What is simulated other than it is said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Note {
    /// A shape became its convex hull.
    Hull,
    /// A shape has no extent in the engine, and touches nothing.
    NoShape,
    /// The frame of the body is stretched unevenly.
    Stretched,
    /// It begins within another body.
    Overlap,
    /// It left all bounds.
    Lost,
    /// It should move, and has no mass that could.
    NoMass,
    /// It begins very far from the origin.
    Far,
    /// It begins faster than is simulated.
    Fast,
    /// The gravity is stronger than is simulated.
    Strong,
    /// So many bodies begin within each other that they are not simulated.
    Crowded,
}

/// Where a body is, and how it moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    /// From the body to the world.
    pub frame: DMat4,
    /// The velocity of its centre of mass.
    pub velocity: DVec3,
    /// How it turns, in radians a second.
    pub angular_velocity: DVec3,
}

/// A physics scene while time passes.
pub struct Simulation<'a> {
    scene: &'a Scene,
    stage: &'a Stage,
    bodies: Vec<Simulated>,
    /// Nodes that constraints hang on.
    anchors: Vec<(NodeId, RigidBodyHandle)>,
    metres: f64,
    done: u64,
    /// Is there too much to push apart?
    crowded: bool,
    /// Its constraints, in order, those that act or may act.
    held: Vec<Option<joint::Held>>,
    /// Numbers of the scene that change with time.
    driven: Option<driven::Driven>,
    engine: Engine,
    /// What is told, by where it was written.
    notes: BTreeSet<(Origin, Note)>,
}

/// A body in the engine.
struct Simulated {
    handle: RigidBodyHandle,
    start: Start,
    /// From the space of the engine's body to that of the scene's: what its frame has beside a turn and a place.
    stretch: DMat4,
    weight: Weight,
    /// Does it follow its node?
    follows: bool,
    origin: Origin,
    before: State,
    now: State,
    lost: bool,
}

/// All parts of the engine.
struct Engine {
    gravity: Vector,
    parameters: IntegrationParameters,
    pipeline: PhysicsPipeline,
    islands: IslandManager,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    joints: ImpulseJointSet,
    multibodies: MultibodyJointSet,
    soft: SoftBodySet,
    ccd: CCDSolver,
}

impl<'a> Simulation<'a> {
    /// A physics scene at the start. `starts` and `weights` are those of its bodies, in order.
    pub fn new(
        scene: &'a Scene,
        stage: &'a Stage,
        physics: &PhysicsScene,
        bodies: &[(Start, &Weight)],
        step: f64,
    ) -> Simulation<'a> {
        build::build(scene, stage, physics, bodies, step.clamp(*STEPS.start(), *STEPS.end()))
    }

    /// Seconds of one step.
    pub fn step(&self) -> f64 {
        self.engine.parameters.dt
    }

    /// Lets time pass, up to a time or a little beyond. `false`: it would take too many steps.
    pub fn advance_to(&mut self, time: f64) -> bool {
        let wanted = (time / self.step() - 1e-9).ceil().max(0.0);
        while (self.done as f64) < wanted {
            if self.done >= MOST_STEPS || self.crowded {
                return false;
            }
            self.one_step();
        }
        true
    }

    /// Where a body is at a time, which is not before the last step.
    pub fn state(&self, body: usize, time: f64) -> Option<State> {
        let body = self.bodies.get(body)?;
        let share = (time / self.step() - self.done as f64 + 1.0).clamp(0.0, 1.0);
        Some(if share >= 1.0 || self.done == 0 { body.now } else { body.before.mixed(&body.now, share) })
    }

    /// Puts all nodes where their bodies are.
    pub fn put(&self, time: f64, overrides: &mut Overrides) {
        for (body, number) in self.bodies.iter().zip(0..).filter(|(b, _)| !b.follows) {
            if let Some(state) = self.state(number, time) {
                body.start.put(state.frame, overrides);
            }
        }
    }

    /// What is simulated other than it is said.
    pub fn notes(&self) -> impl Iterator<Item = (Origin, Note)> + '_ {
        self.notes.iter().copied()
    }

    fn one_step(&mut self) {
        self.follow((self.done + 1) as f64 * self.step());
        self.drive((self.done as f64 + 0.5) * self.step());
        self.engine.step();
        self.done += 1;
        for body in &mut self.bodies {
            body.before = body.now;
            if body.lost {
                continue;
            }
            let Some(rigid) = self.engine.bodies.get(body.handle) else { continue };
            let (place, speed) = (rigid.translation(), rigid.linvel());
            let sound = rigid.position().is_finite() && rigid.angvel().is_finite();
            if sound && place.length() < FAR && speed.length() < FAST {
                body.now = body.state(rigid, self.metres);
                continue;
            }
            body.lost = true;
            self.notes.insert((body.origin, Note::Lost));
            self.engine.remove(body.handle);
        }
    }

    /// Leads bodies and anchors that follow nodes to where these will be.
    fn follow(&mut self, time: f64) {
        let anyone = self.bodies.iter().any(|b| b.follows) || !self.anchors.is_empty();
        if self.scene.animations.is_empty() || !anyone {
            return;
        }
        let mut overrides = sample(self.scene, &Playing::Default, time);
        as_written(self.scene, &mut overrides);
        let pose = pose(self.scene, self.stage, &overrides);
        let metres = self.metres;
        for body in self.bodies.iter().filter(|b| b.follows) {
            let Some(place) = body.start.place else { continue };
            // As the node moves, so does the body.
            let frame = pose.world(place) * body.start.node.inverse() * body.start.frame;
            if let Some(rigid) = self.engine.bodies.get_mut(body.handle).filter(|_| frame.is_finite()) {
                rigid.set_next_kinematic_position(build::pose_of(frame, metres).0);
            }
        }
        for (node, handle) in &self.anchors {
            let frame = node_world(self.scene, *node, self.stage, &pose);
            if let Some(rigid) = self.engine.bodies.get_mut(*handle).filter(|_| frame.is_finite()) {
                rigid.set_next_kinematic_position(build::pose_of(frame, metres).0);
            }
        }
    }
}

impl Mover for Simulation<'_> {
    fn advance(&mut self, _: &mut World<'_>, now: f64, overrides: &mut Overrides) {
        self.advance_to(now);
        self.put(now, overrides);
    }
}

impl std::fmt::Debug for Simulation<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Simulation").field("bodies", &self.bodies.len()).field("done", &self.done).finish()
    }
}

impl Simulated {
    fn state(&self, rigid: &RigidBody, metres: f64) -> State {
        let place = DVec3::from_array(rigid.translation().to_array()) / metres;
        let turn = DQuat::from_array(rigid.rotation().to_array());
        State {
            frame: DMat4::from_rotation_translation(turn, place) * self.stretch,
            velocity: DVec3::from_array(rigid.linvel().to_array()) / metres,
            angular_velocity: DVec3::from_array(rigid.angvel().to_array()),
        }
    }
}

impl State {
    /// Between two states.
    fn mixed(&self, other: &State, share: f64) -> State {
        let (scale, turn, place) = self.frame.to_scale_rotation_translation();
        let (_, other_turn, other_place) = other.frame.to_scale_rotation_translation();
        State {
            frame: DMat4::from_scale_rotation_translation(
                scale,
                DQuat::from_array(slerp(turn.to_array(), other_turn.to_array(), share)),
                place.lerp(other_place, share),
            ),
            velocity: self.velocity.lerp(other.velocity, share),
            angular_velocity: self.angular_velocity.lerp(other.angular_velocity, share),
        }
    }
}

impl Engine {
    fn new(step: f64) -> Engine {
        // Contacts as stiff as the substeps can hold: what lies below others sinks in by the square less.
        let stiffest = 0.25 * ITERATIONS as f64 / step;
        let contact = SpringCoefficients { natural_frequency: stiffest.max(30.0), damping_ratio: 10.0 };
        let parameters = IntegrationParameters {
            dt: step,
            min_ccd_dt: step / 100.0,
            normalized_max_linear_velocity: FAST,
            // What stands on something begins there, not a little above.
            normalized_allowed_linear_error: 1e-5,
            warmstart_joints: true,
            // The other model of friction holds a box on a slope by six percent too little.
            friction_model: FrictionModel::Simplified,
            num_solver_iterations: ITERATIONS,
            contact_softness: contact,
            static_contact_softness: contact,
            ..IntegrationParameters::default()
        };
        Engine {
            gravity: Vector::ZERO,
            parameters,
            pipeline: PhysicsPipeline::new(),
            islands: IslandManager::new(),
            broad: BroadPhaseBvh::new(),
            narrow: NarrowPhase::new(),
            bodies: RigidBodySet::new(),
            colliders: ColliderSet::new(),
            joints: ImpulseJointSet::new(),
            multibodies: MultibodyJointSet::new(),
            soft: SoftBodySet::new(),
            ccd: CCDSolver::new(),
        }
    }

    fn step(&mut self) {
        self.pipeline.step(
            self.gravity,
            &self.parameters,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.joints,
            &mut self.multibodies,
            &mut self.soft,
            &mut self.ccd,
            &friction::Friction,
            &(),
        );
    }

    fn remove(&mut self, body: RigidBodyHandle) {
        let (islands, colliders) = (&mut self.islands, &mut self.colliders);
        let (joints, multibodies, soft) = (&mut self.joints, &mut self.multibodies, &mut self.soft);
        self.bodies.remove(body, islands, colliders, joints, multibodies, soft, true);
    }
}
