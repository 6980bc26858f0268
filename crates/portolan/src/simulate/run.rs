//! Lets the engine run through all times.

use portolan_eval::Stage;
use portolan_eval::bodies::Start;
use portolan_eval::mass::Weight;
use portolan_physics::{ENGINE, Note, STEPS, Simulation};
use portolan_scene::{Origin, Scene};
use portolan_syntax::Severity;

use super::{Simulated, World, codes};
use crate::pose::Told;

/// Simulates all physics scenes, each on its own.
pub(super) fn run(scene: &Scene, stage: &Stage, simulated: &mut Simulated) {
    simulated.engine = Some(ENGINE);
    let Simulated { times, scenes, overrides, told, .. } = simulated;
    for world in scenes {
        let Some(physics) = scene.physics.get(world.number) else { continue };
        if !STEPS.contains(&world.step) {
            let within = world.step.clamp(*STEPS.start(), *STEPS.end());
            let message = format!("a time step of {} seconds cannot be simulated; {within} is used", world.step);
            told.push(Told::new(&codes::STEP, physics.meta.origin, message));
            world.step = within;
        }
        let bodies: Vec<(Start, &Weight)> = world.bodies.iter().map(|b| (b.start, &b.weight)).collect();
        let mut simulation = Simulation::new(scene, stage, physics, &bodies, world.step);
        let mut states = vec![Vec::with_capacity(times.len()); bodies.len()];
        let mut ended = false;
        for (time, overrides) in times.iter().zip(overrides.iter_mut()) {
            if !simulation.advance_to(*time) && !ended {
                ended = true;
                let message = format!("the simulation ends before {time} seconds: it needs too many steps");
                told.push(Told::new(&codes::ENDED, physics.meta.origin, message));
            }
            states.iter_mut().zip(0..).for_each(|(list, body)| list.extend(simulation.state(body, *time)));
            simulation.put(*time, overrides);
        }
        for (origin, note) in simulation.notes() {
            told.push(of_note(origin, note));
        }
        for (body, states) in world.bodies.iter_mut().zip(states) {
            body.world = states.iter().map(|s| s.frame).collect();
            body.velocities = states.iter().map(|s| s.velocity).collect();
            body.angular_velocities = states.iter().map(|s| s.angular_velocity).collect();
        }
    }
}

/// What is wrong with bodies before they move.
pub(super) fn start(scene: &Scene, stage: &Stage, worlds: &[World]) -> Vec<Told> {
    let mut told = Vec::new();
    for world in worlds {
        let Some(physics) = scene.physics.get(world.number) else { continue };
        let bodies: Vec<(Start, &Weight)> = world.bodies.iter().map(|b| (b.start, &b.weight)).collect();
        let simulation = Simulation::new(scene, stage, physics, &bodies, world.step);
        let start = simulation.notes().map(|(origin, note)| of_note(origin, note));
        told.extend(start.filter(|told| told.severity >= Severity::Warning));
    }
    told
}

fn of_note(origin: Origin, note: Note) -> Told {
    let (code, message): (_, &str) = match note {
        Note::Hull => (&codes::ENGINE, "a shape is simulated as its convex hull"),
        Note::NoShape => (&codes::ENGINE, "a shape has no extent, or too large a one, and does not collide"),
        Note::Stretched => (&codes::ENGINE, "the frame of a body is scaled unevenly; its inertia is approximated"),
        Note::Overlap => (&codes::OVERLAP, "a body overlaps another one at the start"),
        Note::Lost => (&codes::LOST, "a body leaves all bounds; it stays at its last position"),
        Note::NoMass => (&codes::BOUNDS, "a dynamic body has no mass; it does not move"),
        Note::Far => (&codes::BOUNDS, "a body starts more than a million kilometres from the origin"),
        Note::Fast => (&codes::BOUNDS, "a body starts faster than can be simulated; its speed is reduced"),
        Note::Strong => (&codes::BOUNDS, "the gravity is stronger than can be simulated; it is reduced"),
        Note::Crowded => (&codes::BOUNDS, "too many bodies overlap at the start; nothing is simulated"),
    };
    Told::new(code, origin, message.to_owned())
}
