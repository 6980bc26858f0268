//! Numbers of a physics scene that animations drive: gravity, masses, limits and springs.

use portolan_eval::mass::{MassRule, Weight};
use portolan_eval::{Overrides, Playing, animations, sample};
use portolan_scene::{Part, PhysicsField, PhysicsScene, Scene, Target};

use crate::Simulation;
use crate::build::{gravity_of, mass_properties};

/// A physics scene with the numbers that it has now.
pub(crate) struct Driven {
    /// Which of the physics scenes.
    scene: u32,
    physics: PhysicsScene,
    /// What changes; each field once.
    fields: Vec<PhysicsField>,
}

impl Driven {
    /// What animations that play drive of a physics scene, if anything.
    pub fn of(scene: &Scene, physics: &PhysicsScene) -> Option<Driven> {
        let number = scene.physics.iter().position(|p| std::ptr::eq(p, physics))? as u32;
        let playing = animations(scene, &Playing::Default);
        let channels = playing.iter().filter_map(|id| scene.animation(*id)).flat_map(|a| &a.channels);
        let own = channels.filter_map(|channel| match channel.target {
            Target::Physics { scene, field, .. } if scene == number => Some(field),
            _ => None,
        });
        let mut fields: Vec<PhysicsField> = own.collect();
        fields.sort_unstable();
        fields.dedup();
        (!fields.is_empty()).then(|| Driven { scene: number, physics: physics.clone(), fields })
    }

    /// Is a field driven?
    pub fn drives(&self, field: PhysicsField) -> bool {
        self.fields.contains(&field)
    }

    /// Takes the numbers of a moment, and gives the fields that have changed.
    fn take(&mut self, overrides: &Overrides) -> Vec<PhysicsField> {
        let mut changed = Vec::new();
        for field in &self.fields {
            let mut differs = false;
            for place in 0..field.width() {
                let target = Target::Physics { scene: self.scene, field: *field, part: Part::At(place as u32) };
                let Some(value) = overrides.get(&target) else { continue };
                if self.physics.number(*field, place) != Some(value) {
                    self.physics.set_number(*field, place, value);
                    differs = true;
                }
            }
            if differs {
                changed.push(*field);
            }
        }
        changed
    }
}

impl Simulation<'_> {
    /// Brings everything that is driven to its value at a time.
    pub(crate) fn drive(&mut self, time: f64) {
        let Some(mut driven) = self.driven.take() else { return };
        let changed = driven.take(&sample(self.scene, &Playing::Default, time));
        for field in changed {
            match field {
                PhysicsField::Gravity => self.engine.gravity = gravity_of(&driven.physics, self.metres),
                PhysicsField::Mass(body) => self.weigh(body as usize, driven.physics.number(field, 0).unwrap_or(0.0)),
                PhysicsField::Limit { constraint, .. }
                | PhysicsField::Spring { constraint, .. }
                | PhysicsField::Enabled(constraint) => {
                    let held = self.held.get(constraint as usize).and_then(Option::as_ref);
                    let now = driven.physics.constraints.get(constraint as usize);
                    if let (Some(held), Some(now)) = (held, now) {
                        held.change(&mut self.engine.joints, now, self.metres);
                    }
                }
            }
        }
        self.driven = Some(driven);
    }

    /// Gives a body another mass. Its inertia grows with it, unless the document says it.
    fn weigh(&mut self, body: usize, mass: f64) {
        let Some(body) = self.bodies.get(body).filter(|b| !b.follows && mass > 0.0) else { return };
        let share = if body.weight.rule == MassRule::Given { 1.0 } else { mass / body.weight.mass };
        let weight = Weight { mass, moments: body.weight.moments.map(|m| m * share), ..body.weight.clone() };
        if let Some(rigid) = self.engine.bodies.get_mut(body.handle) {
            rigid.set_additional_mass_properties(mass_properties(&weight, body.stretch, self.metres), true);
        }
    }
}
