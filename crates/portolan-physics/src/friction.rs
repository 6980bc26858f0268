//! Two coefficients of friction: one that holds what is at rest, one that slows down what slides.

use rapier3d_f64::prelude::*;

/// Metres a second below which something is at rest.
const REST: f64 = 0.01;

/// Gives contacts the coefficient of how they move. Colliders keep that of sliding themselves, and that of rest in their user
/// data.
pub(crate) struct Friction;

impl Friction {
    /// A collider with both coefficients. The engine averages those of sliding; only where rest differs it has to be asked.
    pub fn of(collider: ColliderBuilder, resting: f64, sliding: f64) -> ColliderBuilder {
        // Documents often say only one.
        let [resting, sliding] = match (resting > 0.0, sliding > 0.0) {
            (true, false) => [resting, resting],
            (false, true) => [sliding, sliding],
            _ => [resting, sliding],
        };
        let hooks = if resting == sliding { ActiveHooks::empty() } else { ActiveHooks::MODIFY_SOLVER_CONTACTS };
        let collider = collider.friction(sliding).friction_combine_rule(CoefficientCombineRule::Average);
        collider.user_data(u128::from(resting.to_bits())).active_hooks(hooks)
    }
}

impl PhysicsHooks for Friction {
    fn modify_solver_contacts(&self, context: &mut ContactModificationContext) {
        let ends = [context.collider1, context.collider2].map(|handle| context.colliders.get(handle));
        let [Some(one), Some(other)] = ends else { return };
        let resting = [one, other].map(|c| f64::from_bits(c.user_data as u64));
        let bodies = [context.rigid_body1, context.rigid_body2].map(|b| b.and_then(|b| context.bodies.get(b)));
        let Some(manifold) = context.rigid_mut() else { return };
        let Some(contact) = manifold.solver_contacts.first() else { return };
        let [first, second] = bodies.map(|b| b.map_or(Vector::ZERO, |b| b.velocity_at_point(contact.anchor1)));
        let apart = second - first;
        let along = apart - *manifold.normal * apart.dot(*manifold.normal);
        if along.length() < REST {
            *manifold.friction = (resting[0] + resting[1]) / 2.0;
        }
    }
}
