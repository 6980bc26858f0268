//! What the engine is told about contacts beyond its own rules: two coefficients of friction, one that holds what is at rest and
//! one that slows down what slides, and one contact in place of several where a face bounces flatly.

use rapier3d_f64::prelude::*;

/// Metres a second below which something is at rest.
const REST: f64 = 0.01;

/// Metres a second with which something leaves again that bounces; what is slower comes to rest.
const LEAVES: f64 = 0.05;

/// Share by which the speeds of contacts differ in a flat impact.
const FLAT: f64 = 0.01;

/// Gives contacts the coefficient of how they move. Colliders keep that of sliding themselves, and that of rest in their user
/// data.
///
/// The engine lets contacts bounce one after the other, once. Of a face that hits the ground with four corners the first one
/// would take nearly everything, and the body would leave turning and drift. A flat impact is one contact in the middle.
pub(crate) struct Friction;

impl Friction {
    /// A collider with both coefficients and the share of the speed that an impact gives back. The engine averages those of
    /// sliding; only where rest differs, or something bounces, it has to ask.
    pub fn of(collider: ColliderBuilder, resting: f64, sliding: f64, restitution: f64) -> ColliderBuilder {
        // Documents often say only one.
        let [resting, sliding] = match (resting > 0.0, sliding > 0.0) {
            (true, false) => [resting, resting],
            (false, true) => [sliding, sliding],
            _ => [resting, sliding],
        };
        let asks = resting != sliding || restitution > 0.0;
        let hooks = if asks { ActiveHooks::MODIFY_SOLVER_CONTACTS } else { ActiveHooks::empty() };
        let collider = collider.friction(sliding).friction_combine_rule(CoefficientCombineRule::Average);
        let collider = collider.restitution(restitution).restitution_combine_rule(CoefficientCombineRule::Average);
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
        let normal = *manifold.normal;
        // How fast the second body moves away from the first one.
        let apart = |contact: &SolverContact| {
            let [first, second] = bodies.map(|b| b.map_or(Vector::ZERO, |b| b.velocity_at_point(contact.anchor1)));
            second - first
        };
        let Some(first) = manifold.solver_contacts.first().map(apart) else { return };
        if (first - normal * first.dot(normal)).length() < REST {
            *manifold.friction = (resting[0] + resting[1]) / 2.0;
        }
        let nearing = -first.dot(normal);
        let flat = |contact: &SolverContact| (apart(contact) - first).length() <= FLAT * nearing;
        if nearing * *manifold.restitution > LEAVES && manifold.solver_contacts.iter().all(flat) {
            gather(manifold.solver_contacts);
        }
    }
}

/// Leaves one contact in the middle of all.
fn gather(contacts: &mut Vec<SolverContact>) {
    let many = contacts.len() as f64;
    let sum = |of: fn(&SolverContact) -> Vector| contacts.iter().fold(Vector::ZERO, |sum, c| sum + of(c)) / many;
    let (anchor1, anchor2) = (sum(|c| c.anchor1), sum(|c| c.anchor2));
    let dist = contacts.iter().map(|c| c.dist).sum::<f64>() / many;
    contacts.truncate(1);
    for contact in contacts {
        (contact.anchor1, contact.anchor2, contact.dist) = (anchor1, anchor2, dist);
    }
}
