//! From the numbers of one space to those of another.

use glam::{DMat3, DMat4, DVec3};

use crate::Operation;

/// How numbers of one space become numbers of another: a turn by right angles and a scale.
///
/// Numbers are put into their new places and get their new signs; only lengths are computed, and rounded once. So what
/// is turned there and back has the numbers that it had.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// Units of the new space in one of the old.
    pub scale: f64,
    /// The turn; its entries are 0, 1 and −1.
    pub turn: DMat3,
}

/// What becomes of a number of several in another space.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moved {
    /// Which of the numbers it is there.
    pub place: usize,
    /// 1 or −1.
    pub sign: f64,
    /// How it depends on the unit: 1 for a length, −1 for one by a length, 0 for what has no unit.
    pub power: i32,
}

impl Moved {
    /// Stays as it is.
    pub fn stays(place: usize) -> Moved {
        Moved { place, sign: 1.0, power: 0 }
    }
}

impl Frame {
    /// Changes nothing.
    pub const IDENTITY: Frame = Frame { scale: 1.0, turn: DMat3::IDENTITY };

    /// A turn by right angles and a scale.
    pub fn new(scale: f64, turn: DMat3) -> Frame {
        Frame { scale, turn }
    }

    /// Does it change nothing?
    pub fn is_identity(&self) -> bool {
        *self == Frame::IDENTITY
    }

    /// Does it keep the axes?
    pub fn keeps_axes(&self) -> bool {
        self.turn == DMat3::IDENTITY
    }

    /// Where a component of a vector goes, and its sign: `(place, ±1)`.
    pub fn component(&self, old: usize) -> (usize, f64) {
        let column = match old {
            0 => self.turn.x_axis,
            1 => self.turn.y_axis,
            _ => self.turn.z_axis,
        };
        let values = column.to_array();
        let place = values.iter().position(|v| *v != 0.0).unwrap_or(old);
        (place, values.get(place).copied().unwrap_or(1.0))
    }

    /// A place, or a difference of places.
    pub fn point(&self, p: DVec3) -> DVec3 {
        self.direction(p).to_array().map(|v| self.length(v)).into()
    }

    /// A direction, or an axis.
    pub fn direction(&self, d: DVec3) -> DVec3 {
        let mut turned = [0.0; 3];
        for (old, value) in d.to_array().into_iter().enumerate() {
            let (place, sign) = self.component(old);
            turned.iter_mut().skip(place).take(1).for_each(|slot| *slot = signed(value, sign));
        }
        turned.into()
    }

    /// Factors along the three axes.
    pub fn factors(&self, s: DVec3) -> DVec3 {
        let mut turned = [1.0; 3];
        for (old, value) in s.to_array().into_iter().enumerate() {
            turned.iter_mut().skip(self.component(old).0).take(1).for_each(|slot| *slot = value);
        }
        turned.into()
    }

    /// A length.
    pub fn length(&self, length: f64) -> f64 {
        // Many units are a whole number of the other: dividing by it keeps numbers short that are so in tens.
        let inverse = self.scale.recip();
        if self.scale < 1.0 && inverse.fract() == 0.0 { length / inverse } else { length * self.scale }
    }

    /// A number that depends on the unit as a power of a length.
    pub fn power(&self, value: f64, power: i32) -> f64 {
        match power {
            0 => value,
            1 => self.length(value),
            _ => {
                let back = Frame { scale: self.scale.recip(), turn: self.turn };
                let by = if power > 0 { self } else { &back };
                (0..power.abs()).fold(value, |value, _| by.length(value))
            }
        }
    }

    /// A map from the old space to itself, as one of the new space.
    pub fn matrix(&self, m: DMat4) -> DMat4 {
        if self.is_identity() {
            return m;
        }
        let rows = self.operation(&Operation::Matrix(Box::new(m.transpose().to_cols_array())));
        rows.values().try_into().map_or(m, |rows: &[f64; 16]| DMat4::from_cols_array(rows).transpose())
    }

    /// What has to stand behind a transform of the new space so that both together are the same map as before.
    ///
    /// What looks at a point does so along −Z, whatever the axes of the scene are; so what is placed by it has to be turned
    /// back.
    pub fn behind(&self, operation: &Operation) -> Option<Operation> {
        let looks = matches!(operation, Operation::LookAt(_)) && !self.keeps_axes();
        // The rows of the inverse are the columns of the turn.
        looks.then(|| Operation::Matrix(Box::new(DMat4::from_mat3(self.turn).to_cols_array())))
    }

    /// A transform in the new space, but for what [`Frame::behind`] adds to it.
    pub fn operation(&self, operation: &Operation) -> Operation {
        if self.is_identity() {
            return operation.clone();
        }
        // What does not say which way is up is turned somehow; in other axes it has to be told how.
        let said = operation.said_in_full().filter(|_| !self.keeps_axes());
        let operation = said.as_ref().unwrap_or(operation);
        let mut moved = operation.clone();
        for (old, value) in operation.values().iter().enumerate() {
            let to = self.number(operation, old);
            if let Some(slot) = moved.values_mut().get_mut(to.place) {
                *slot = self.moved(*value, to);
            }
        }
        moved
    }

    /// What becomes of a number of a transform ([`Operation::values`]).
    pub fn number(&self, operation: &Operation, old: usize) -> Moved {
        let vector = |from: usize, power: i32| {
            let (place, sign) = self.component(old - from);
            Moved { place: from + place, sign, power }
        };
        match operation {
            Operation::Translate(_) => vector(0, 1),
            Operation::Scale(_) => Moved { sign: 1.0, ..vector(0, 0) },
            Operation::Rotate(_) | Operation::Quaternion(_) if old < 3 => vector(0, 0),
            Operation::Skew(_) if (1..4).contains(&old) => vector(1, 0),
            Operation::Skew(_) if old >= 4 => vector(4, 0),
            Operation::LookAt(_) if old < 3 => vector(0, 1),
            Operation::LookAt(_) if old < 6 => vector(3, 1),
            Operation::LookAt(_) => vector(6, 0),
            Operation::Matrix(_) => {
                // Rows and columns go where their axes go; lengths stand in the last column, their inverse in the last
                // row.
                let axis = |n: usize| if n < 3 { self.component(n) } else { (3, 1.0) };
                let ((row, row_sign), (column, column_sign)) = (axis(old / 4), axis(old % 4));
                let power = match (row, column) {
                    (0..3, 3) => 1,
                    (3, 0..3) => -1,
                    _ => 0,
                };
                Moved { place: row * 4 + column, sign: row_sign * column_sign, power }
            }
            _ => Moved::stays(old),
        }
    }

    /// What becomes of a number, given what is known about its kind.
    pub fn moved(&self, value: f64, to: Moved) -> f64 {
        self.power(signed(value, to.sign), to.power)
    }

    /// What numbers are multiplied by.
    pub fn factor(&self, to: Moved) -> f64 {
        self.moved(1.0, to)
    }
}

/// Nothing has no sign.
fn signed(value: f64, sign: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value * sign }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Space, UpAxis};

    #[test]
    fn one_space_in_numbers_of_another() {
        let inches = Space { metres: 0.0254, unit: "inch".into(), up: UpAxis::Z, ..Space::default() };
        let centimetres = Space { metres: 0.01, unit: "centimeter".into(), ..Space::default() };
        let frame = inches.to(&centimetres);
        assert!((frame.point(DVec3::new(0.0, 0.0, 1.0)) - DVec3::new(0.0, 2.54, 0.0)).length() < 1e-12);
        assert_eq!(frame.direction(DVec3::Y), DVec3::NEG_Z);
        assert_eq!(frame.factors(DVec3::new(1.0, 2.0, 3.0)), DVec3::new(1.0, 3.0, 2.0));
        assert_eq!(frame.component(1), (2, -1.0));
        let moved = frame.matrix(DMat4::from_translation(DVec3::Z));
        assert!((moved.w_axis.truncate() - DVec3::new(0.0, 2.54, 0.0)).length() < 1e-12);
        assert!(inches.to(&inches).is_identity());
        assert_eq!(Space { up: UpAxis::X, ..inches }.to(&centimetres).component(0), (1, 1.0));
    }

    #[test]
    fn every_transform_is_the_same_map_in_the_other_space() {
        let operations = [
            Operation::Matrix(Box::new([1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 0.5, 0.25, 0.125, 1.])),
            Operation::Translate([1., 2., 3.]),
            Operation::Rotate([1., -2., 3., 40.]),
            Operation::Quaternion([0.1, 0.2, -0.3, 0.9]),
            Operation::Scale([1., 2., -3.]),
            Operation::Skew(Box::new([30., 0., 1., 0., 1., 0., 0.5])),
            Operation::LookAt(Box::new([1., 2., 3., 4., 6., 9., 0., 1., 0.5])),
            // Along the direction that is up, and at its own place.
            Operation::LookAt(Box::new([0., 5., 0., 0., 0., 0., 0., 1., 0.])),
            Operation::LookAt(Box::new([1., 2., 3., 1., 2., 3., 0., 1., 0.])),
        ];
        let feet = Space { metres: 0.3048, up: UpAxis::Z, ..Space::default() };
        for up in [UpAxis::X, UpAxis::Y, UpAxis::Z] {
            let frame = feet.to(&Space { metres: 0.01, up, ..Space::default() });
            let there = DMat4::from_mat3(frame.turn * frame.scale);
            for operation in &operations {
                let expected = there * operation.matrix() * there.inverse();
                let behind = frame.behind(operation).map_or(DMat4::IDENTITY, |b| b.matrix());
                let found = frame.operation(operation).matrix() * behind;
                let off = (found - expected).to_cols_array().iter().fold(0.0f64, |a, b| a.max(b.abs()));
                assert!(
                    off < 1e-9 * expected.to_cols_array().iter().fold(1.0f64, |a, b| a.max(b.abs())),
                    "{operation:?}"
                );
            }
        }
    }

    #[test]
    fn numbers_return_from_turns_as_they_were_and_stay_short() {
        let there = Space { up: UpAxis::Z, ..Space::default() }.to(&Space { up: UpAxis::X, ..Space::default() });
        let back = Space { up: UpAxis::X, ..Space::default() }.to(&Space { up: UpAxis::Z, ..Space::default() });
        let rows = std::array::from_fn(|i| 0.1 + i as f64 / 3.0);
        let matrix = Operation::Matrix(Box::new(rows));
        assert_eq!(back.operation(&there.operation(&matrix)), matrix);
        let centimetres = Space { metres: 0.01, ..Space::default() };
        let frame = centimetres.to(&Space::default());
        assert_eq!(frame.operation(&Operation::Translate([7.0, 254.0, -0.0])), Operation::Translate([0.07, 2.54, 0.0]));
        assert_eq!((frame.power(3.0, -1), frame.power(3.0, -2), frame.power(5.0, 0)), (300.0, 30_000.0, 5.0));
        assert_eq!(
            Space::default().to(&centimetres).point(DVec3::new(0.07, 2.54, 1.1)),
            DVec3::new(7.000000000000001, 254.0, 110.00000000000001)
        );
    }
}
