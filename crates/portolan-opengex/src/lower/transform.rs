//! `Transform`, `Translation`, `Rotation`, `Scale`.

use portolan_scene::glam::DMat4;
use portolan_scene::{Fate, Operation, Part, Transform};
use portolan_syntax::Node;

use super::{Lower, codes, label};

/// The structures that are transforms.
pub(super) const TRANSFORMS: [&str; 4] = ["Transform", "Translation", "Rotation", "Scale"];

/// Sizes of a matrix.
pub(super) const SIZES: [usize; 5] = [16, 12, 9, 6, 4];

/// How the numbers of a transform's structure become those of its operation: keys of tracks become values of curves by
/// the same rule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Numbers {
    /// One number at a place, times a factor.
    One(u32, f64),
    /// All, as they stand.
    Same(usize),
    /// Angle and axis become axis and angle, times a factor.
    AxisAngle(f64),
    /// Columns of a matrix of so many entries become rows of one of sixteen.
    Matrix(usize),
}

impl Numbers {
    /// How many numbers a value has in the file.
    pub fn given(self) -> usize {
        match self {
            Numbers::One(..) => 1,
            Numbers::Same(width) => width,
            Numbers::AxisAngle(_) => 4,
            Numbers::Matrix(size) => size,
        }
    }

    /// How many it has in the scene, and which of the field's they are.
    pub fn taken(self) -> (usize, Part) {
        match self {
            Numbers::One(place, _) => (1, Part::At(place)),
            Numbers::Same(width) => (width, Part::All),
            Numbers::AxisAngle(_) => (4, Part::All),
            Numbers::Matrix(_) => (16, Part::All),
        }
    }

    /// Appends one value.
    pub fn convert(self, given: &[f64], out: &mut Vec<f64>) {
        match (self, given) {
            (Numbers::One(_, factor), [value, ..]) => out.push(value * factor),
            (Numbers::AxisAngle(factor), [angle, x, y, z, ..]) => out.extend([*x, *y, *z, angle * factor]),
            (Numbers::Matrix(_), entries) => out.extend(rows(entries)),
            _ => out.extend(given),
        }
    }
}

/// A matrix of 16, 12, 9, 6 or 4 entries, column by column, as rows of the whole one.
pub(super) fn rows(entries: &[f64]) -> [f64; 16] {
    match *entries {
        [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ..] => [a, e, i, m, b, f, j, n, c, g, k, o, d, h, l, p],
        [a, b, c, d, e, f, g, h, i, j, k, l, ..] => [a, d, g, j, b, e, h, k, c, f, i, l, 0., 0., 0., 1.],
        [a, b, c, d, e, f, g, h, i, ..] => [a, d, g, 0., b, e, h, 0., c, f, i, 0., 0., 0., 0., 1.],
        [a, b, c, d, e, f, ..] => [a, c, 0., e, b, d, 0., f, 0., 0., 1., 0., 0., 0., 0., 1.],
        [a, b, c, d, ..] => [a, c, 0., 0., b, d, 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.],
        _ => DMat4::IDENTITY.to_cols_array(),
    }
}

/// Axes and directions shorter than this point nowhere.
const SHORTEST: f64 = 1e-12;

impl<'a> Lower<'a> {
    /// What a transform's structure does, and how tracks move it.
    pub(super) fn transform(&mut self, structure: Node<'a>) -> Option<(Transform, Numbers)> {
        let (operation, numbers) = match structure.local_name() {
            "Transform" => {
                let numbers = self.numbers(structure, &SIZES)?;
                self.only(structure, &numbers);
                let entries = numbers.values.get(..numbers.width)?;
                let rows = rows(entries);
                if rows.get(12..) != Some(&[0.0, 0.0, 0.0, 1.0]) {
                    let message = format!("the last row of `{}` is not 0, 0, 0, 1", label(structure));
                    self.lose(&codes::TRANSFORM, Fate::Noted, structure, message);
                }
                (Operation::Matrix(Box::new(rows)), Numbers::Matrix(numbers.width))
            }
            "Rotation" => self.rotation(structure)?,
            name => {
                let moves = name == "Translation";
                let kind = self.word(structure, "kind");
                let mut all = if moves { [0.0; 3] } else { [1.0; 3] };
                let numbers = match ["x", "y", "z"].iter().position(|axis| Some(*axis) == kind) {
                    Some(place) => {
                        let value = self.number(structure)?;
                        all.iter_mut().skip(place).take(1).for_each(|slot| *slot = value);
                        Numbers::One(place as u32, 1.0)
                    }
                    None => {
                        let numbers = self.numbers(structure, &[3])?;
                        self.only(structure, &numbers);
                        all = numbers.values.first_chunk().copied()?;
                        Numbers::Same(3)
                    }
                };
                (if moves { Operation::Translate(all) } else { Operation::Scale(all) }, numbers)
            }
        };
        let sid = structure.attributes().find(|a| a.kind() == portolan_syntax::tree::AttrKind::LocalName);
        let sid = sid.and_then(|a| a.raw().get(1..)).map(Box::from);
        Some((Transform { sid, operation }, numbers))
    }

    fn rotation(&mut self, structure: Node<'a>) -> Option<(Operation, Numbers)> {
        let kind = self.word(structure, "kind").unwrap_or_default();
        let axis = match kind {
            "x" => [1.0, 0.0, 0.0],
            "y" => [0.0, 1.0, 0.0],
            "z" => [0.0, 0.0, 1.0],
            _ => [0.0; 3],
        };
        if axis != [0.0; 3] {
            let [x, y, z] = axis;
            let factor = self.factor(structure, kind);
            let angle = self.number(structure)? * factor;
            return Some((Operation::Rotate([x, y, z, angle]), Numbers::One(3, factor)));
        }
        // Only the first of four numbers is an angle, so that the table has no unit for them.
        let degrees = self.metrics.degrees;
        let numbers = self.numbers(structure, &[4])?;
        self.only(structure, &numbers);
        let [a, b, c, d] = numbers.values.first_chunk().copied()?;
        let quaternion = kind == "quaternion";
        let length = if quaternion { a * a + b * b + c * c + d * d } else { b * b + c * c + d * d };
        if length < SHORTEST * SHORTEST {
            let message = format!("`{}` has a rotation axis of length 0 and is ignored", label(structure));
            self.lose(&codes::TRANSFORM, Fate::Approximated, structure, message);
            let neutral = if quaternion { [0., 0., 0., 1.] } else { [0., 0., 1., 0.] };
            return Some(match quaternion {
                true => (Operation::Quaternion(neutral), Numbers::Same(4)),
                false => (Operation::Rotate(neutral), Numbers::AxisAngle(degrees)),
            });
        }
        Some(match quaternion {
            true => (Operation::Quaternion([a, b, c, d]), Numbers::Same(4)),
            false => (Operation::Rotate([b, c, d, a * degrees]), Numbers::AxisAngle(degrees)),
        })
    }

    /// The matrices of a `Transform` in a `Skin` or `Skeleton`.
    pub(super) fn matrices(&mut self, structure: Node<'a>) -> Vec<DMat4> {
        let Some(numbers) = self.numbers(structure, &SIZES) else { return Vec::new() };
        let matrix = |entries: &[f64]| DMat4::from_cols_array(&rows(entries)).transpose();
        numbers.values.chunks_exact(numbers.width).map(matrix).collect()
    }
}
