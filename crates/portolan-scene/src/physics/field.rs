//! Numbers of a physics scene that animations drive.

use crate::{PhysicsScene, Spring};

/// A number of a physics scene, or three of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PhysicsField {
    /// The acceleration of everything that falls: three numbers.
    Gravity,
    /// The mass of a body.
    Mass(u32),
    /// Limits of a constraint along or about its three axes.
    Limit {
        /// The constraint.
        constraint: u32,
        /// Degrees of turning; otherwise lengths.
        angular: bool,
        /// The largest values; otherwise the least.
        upper: bool,
    },
    /// A number of a spring.
    Spring {
        /// Its constraint.
        constraint: u32,
        /// What turns; otherwise what pulls.
        angular: bool,
        /// Which number.
        number: SpringNumber,
    },
    /// Does a constraint act? Above one half: yes.
    Enabled(u32),
}

/// A number of a spring.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SpringNumber {
    /// Force for a distance, or for a degree.
    Stiffness,
    /// Force against the speed.
    Damping,
    /// Where it rests.
    Target,
}

impl PhysicsField {
    /// How many numbers it is.
    pub fn width(self) -> usize {
        match self {
            PhysicsField::Gravity | PhysicsField::Limit { .. } => 3,
            PhysicsField::Mass(_) | PhysicsField::Spring { .. } | PhysicsField::Enabled(_) => 1,
        }
    }

    /// The constraint that it belongs to.
    pub fn constraint(self) -> Option<u32> {
        match self {
            PhysicsField::Limit { constraint, .. } | PhysicsField::Spring { constraint, .. } => Some(constraint),
            PhysicsField::Enabled(constraint) => Some(constraint),
            PhysicsField::Gravity | PhysicsField::Mass(_) => None,
        }
    }
}

impl PhysicsScene {
    /// Is there such a field?
    pub fn has(&self, field: PhysicsField) -> bool {
        match field {
            PhysicsField::Gravity => true,
            PhysicsField::Mass(body) => (body as usize) < self.bodies.len(),
            PhysicsField::Limit { constraint, .. } | PhysicsField::Enabled(constraint) => {
                (constraint as usize) < self.constraints.len()
            }
            PhysicsField::Spring { constraint, angular, .. } => {
                let constraint = self.constraints.get(constraint as usize);
                constraint.is_some_and(|c| if angular { c.angular_spring } else { c.linear_spring }.is_some())
            }
        }
    }

    /// A number of a field; `None` where none is written, or is infinite.
    pub fn number(&self, field: PhysicsField, place: usize) -> Option<f64> {
        let constraint = |at: u32| self.constraints.get(at as usize);
        match field {
            PhysicsField::Gravity => self.gravity?.get(place).copied(),
            PhysicsField::Mass(body) => self.bodies.get(body as usize)?.mass,
            PhysicsField::Limit { constraint: at, angular, upper } => {
                let limits = if angular { &constraint(at)?.angular } else { &constraint(at)?.linear };
                limits.get(place)?.get(usize::from(upper)).copied().flatten()
            }
            PhysicsField::Spring { constraint: at, angular, number } => {
                let spring = if angular { constraint(at)?.angular_spring } else { constraint(at)?.linear_spring };
                spring.map(|mut spring| *spring.number(number))
            }
            PhysicsField::Enabled(at) => constraint(at).map(|c| f64::from(u8::from(c.enabled))),
        }
    }

    /// Sets a number of a field. A lower limit may come to be above the upper one; whoever uses them exchanges both.
    pub fn set_number(&mut self, field: PhysicsField, place: usize, value: f64) {
        match field {
            PhysicsField::Gravity => {
                let gravity = self.gravity.get_or_insert_default();
                gravity.iter_mut().skip(place).take(1).for_each(|slot| *slot = value);
            }
            PhysicsField::Mass(body) => {
                let body = self.bodies.get_mut(body as usize);
                body.into_iter().for_each(|body| body.mass = Some(value.max(0.0)));
            }
            PhysicsField::Limit { constraint, angular, upper } => {
                let Some(constraint) = self.constraints.get_mut(constraint as usize) else { return };
                let limits = if angular { &mut constraint.angular } else { &mut constraint.linear };
                let limit = limits.iter_mut().skip(place).flatten().skip(usize::from(upper)).take(1);
                limit.for_each(|side| *side = Some(value));
            }
            PhysicsField::Spring { constraint, angular, number } => {
                let Some(constraint) = self.constraints.get_mut(constraint as usize) else { return };
                let spring = if angular { &mut constraint.angular_spring } else { &mut constraint.linear_spring };
                spring.iter_mut().for_each(|spring| *spring.number(number) = value);
            }
            PhysicsField::Enabled(constraint) => {
                let constraint = self.constraints.get_mut(constraint as usize);
                constraint.into_iter().for_each(|c| c.enabled = value > 0.5);
            }
        }
    }
}

impl Spring {
    /// One of its numbers.
    pub fn number(&mut self, number: SpringNumber) -> &mut f64 {
        match number {
            SpringNumber::Stiffness => &mut self.stiffness,
            SpringNumber::Damping => &mut self.damping,
            SpringNumber::Target => &mut self.target,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Attachment, Body, Constraint, LOCKED, Meta};

    #[test]
    fn every_field_is_read_as_it_was_set() {
        let end = Attachment::default;
        let constraint = Constraint {
            meta: Meta::default(),
            ends: [end(), end()],
            enabled: true,
            interpenetrate: false,
            linear: [LOCKED; 3],
            angular: [LOCKED; 3],
            linear_spring: Some(Spring::default()),
            angular_spring: None,
        };
        let mut physics = PhysicsScene {
            bodies: vec![Body::new(Meta::default())],
            constraints: vec![constraint],
            ..PhysicsScene::default()
        };
        let mut fields = vec![PhysicsField::Gravity, PhysicsField::Mass(0)];
        for (angular, upper) in [(false, false), (false, true), (true, false), (true, true)] {
            fields.push(PhysicsField::Limit { constraint: 0, angular, upper });
        }
        for number in [SpringNumber::Stiffness, SpringNumber::Damping, SpringNumber::Target] {
            fields.push(PhysicsField::Spring { constraint: 0, angular: false, number });
        }
        let mut next = 1.0;
        for field in &fields {
            assert!(physics.has(*field));
            for place in 0..field.width() {
                physics.set_number(*field, place, next);
                next += 1.0;
            }
        }
        next = 1.0;
        for field in &fields {
            for place in 0..field.width() {
                assert_eq!(physics.number(*field, place), Some(next), "{field:?} {place}");
                next += 1.0;
            }
        }
        physics.set_number(PhysicsField::Enabled(0), 0, 0.25);
        assert_eq!(physics.number(PhysicsField::Enabled(0), 0), Some(0.0));
        let absent = PhysicsField::Spring { constraint: 0, angular: true, number: SpringNumber::Target };
        assert!(!physics.has(absent) && !physics.has(PhysicsField::Mass(1)) && !physics.has(PhysicsField::Enabled(1)));
    }
}
