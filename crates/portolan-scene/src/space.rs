//! Units and axes.

use glam::{DMat3, DMat4, DVec3};

use crate::Primaries;

/// The axis that points up. All systems are right-handed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum UpAxis {
    /// Right is −Y, up is +X, towards the viewer is +Z.
    X,
    /// Right is +X, up is +Y, towards the viewer is +Z.
    #[default]
    Y,
    /// Right is +X, up is +Z, towards the viewer is −Y.
    Z,
}

impl UpAxis {
    /// Leads from these axes to those with Y up: (x, y, z) → (−y, x, z) for X, (x, z, −y) for Z.
    pub fn to_y_up(self) -> DMat3 {
        match self {
            UpAxis::X => DMat3::from_cols(DVec3::Y, DVec3::NEG_X, DVec3::Z),
            UpAxis::Y => DMat3::IDENTITY,
            UpAxis::Z => DMat3::from_cols(DVec3::X, DVec3::NEG_Z, DVec3::Y),
        }
    }

    /// `X`, `Y` or `Z`.
    pub fn letter(self) -> &'static str {
        match self {
            UpAxis::X => "X",
            UpAxis::Y => "Y",
            UpAxis::Z => "Z",
        }
    }
}

/// The unit and axes that numbers are written in.
#[derive(Clone, PartialEq, Debug)]
pub struct Space {
    /// Metres of one unit, above zero.
    pub metres: f64,
    /// What the unit is called.
    pub unit: Box<str>,
    /// Where up is.
    pub up: UpAxis,
    /// Where models such as characters look, if the document says. Numbers are not turned by it.
    pub forward: Option<Direction>,
    /// What red, green and blue were in the document; colours have been converted.
    pub primaries: Primaries,
}

/// An axis, one way or the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// +X.
    X,
    /// −X.
    MinusX,
    /// +Y.
    Y,
    /// −Y.
    MinusY,
    /// +Z.
    Z,
    /// −Z.
    MinusZ,
}

impl Direction {
    /// As a vector of length 1.
    pub fn vector(self) -> DVec3 {
        match self {
            Direction::X => DVec3::X,
            Direction::MinusX => DVec3::NEG_X,
            Direction::Y => DVec3::Y,
            Direction::MinusY => DVec3::NEG_Y,
            Direction::Z => DVec3::Z,
            Direction::MinusZ => DVec3::NEG_Z,
        }
    }
}

impl Default for Space {
    fn default() -> Space {
        let primaries = Primaries::SRGB;
        Space { metres: 1.0, unit: "meter".into(), up: UpAxis::Y, forward: None, primaries }
    }
}

impl Space {
    /// Leads to metres with Y up.
    pub fn to_si(&self) -> DMat4 {
        DMat4::from_mat3(self.up.to_y_up() * self.metres)
    }

    /// Leads from this space to another one.
    pub fn to(&self, other: &Space) -> Frame {
        Frame::new(self.metres / other.metres, other.up.to_y_up().transpose() * self.up.to_y_up())
    }
}

/// How numbers of one space become numbers of another: a turn by right angles and a scale.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// Units of the new space in one of the old.
    pub scale: f64,
    /// The turn; its entries are 0, 1 and −1.
    pub turn: DMat3,
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

    /// A place, or a difference of places.
    pub fn point(&self, p: DVec3) -> DVec3 {
        self.turn * p * self.scale
    }

    /// A direction, or an axis.
    pub fn direction(&self, d: DVec3) -> DVec3 {
        self.turn * d
    }

    /// Factors along the three axes.
    pub fn factors(&self, s: DVec3) -> DVec3 {
        self.turn.abs_entries() * s
    }

    /// A map from the old space to itself, as one of the new space.
    pub fn matrix(&self, m: DMat4) -> DMat4 {
        if self.is_identity() {
            return m;
        }
        let there = DMat4::from_mat3(self.turn * self.scale);
        let back = DMat4::from_mat3(self.turn.transpose() * self.scale.recip());
        there * m * back
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
}

trait AbsEntries {
    fn abs_entries(self) -> DMat3;
}

impl AbsEntries for DMat3 {
    fn abs_entries(self) -> DMat3 {
        DMat3::from_cols(self.x_axis.abs(), self.y_axis.abs(), self.z_axis.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_turn_and_do_not_mirror() {
        // Requirement A-007.
        let p = DVec3::new(1.0, 2.0, 3.0);
        assert_eq!(UpAxis::Z.to_y_up() * p, DVec3::new(1.0, 3.0, -2.0));
        assert_eq!(UpAxis::X.to_y_up() * p, DVec3::new(-2.0, 1.0, 3.0));
        for up in [UpAxis::X, UpAxis::Y, UpAxis::Z] {
            assert_eq!(up.to_y_up().determinant(), 1.0);
        }
    }

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
}
