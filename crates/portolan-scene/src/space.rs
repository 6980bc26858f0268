//! Units and axes.

use glam::{DMat3, DMat4, DVec3};

use crate::{Frame, NodeId, Primaries};

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
    /// The axis of a letter.
    pub fn of_letter(letter: &str) -> Option<UpAxis> {
        [UpAxis::X, UpAxis::Y, UpAxis::Z].into_iter().find(|up| up.letter() == letter)
    }

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

/// The space of a scene before it was written to a format with a fixed unit and axes, as the file tells.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceSpace {
    /// The space.
    pub space: Space,
    /// The nodes that lead from it to that of the scene: the first root of each view, and the last nodes of the scene.
    pub roots: Vec<NodeId>,
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
    /// All of them, with the words that files have for them.
    pub const WORDS: [(&'static str, Direction); 6] = [
        ("x", Direction::X),
        ("-x", Direction::MinusX),
        ("y", Direction::Y),
        ("-y", Direction::MinusY),
        ("z", Direction::Z),
        ("-z", Direction::MinusZ),
    ];

    /// The direction that a word means.
    pub fn named(word: &str) -> Option<Direction> {
        Direction::WORDS.iter().find(|(w, _)| *w == word).map(|(_, direction)| *direction)
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        Direction::WORDS.iter().find(|(_, d)| *d == self).map_or("x", |(word, _)| *word)
    }

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
}
