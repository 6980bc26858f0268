//! Matrices as translation, rotation and scale.

use portolan_eval::eigenvectors;
use portolan_scene::glam::{DMat3, DMat4, DQuat, DVec3, DVec4};
use portolan_scene::{Operation, Transform};

/// Translation, rotation and scale of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Trs {
    pub translation: DVec3,
    pub rotation: DQuat,
    pub scale: DVec3,
}

/// The cosine of axes that still count as being at right angles: what matrices written with six digits have.
const RIGHT_ANGLE: f64 = 2e-5;

/// The largest number that is written; a vector of three of them still has a length in single precision.
const FARTHEST: f64 = 1e38;

impl Trs {
    /// Changes nothing.
    pub const IDENTITY: Trs = Trs { translation: DVec3::ZERO, rotation: DQuat::IDENTITY, scale: DVec3::ONE };

    /// The transforms of a node that has them just so: a translation, a quaternion and a scale, none of them twice.
    pub fn written(transforms: &[Transform]) -> Option<Trs> {
        if is_turned_by_more(transforms) { None } else { Trs::joined(transforms) }
    }

    /// The transforms of a node that has a translation, any number of turns and a scale, in this order. Translation and scale
    /// are as they are written.
    pub fn joined(transforms: &[Transform]) -> Option<Trs> {
        let mut trs = Trs::IDENTITY;
        let mut rank = 0;
        for transform in transforms {
            let next = match transform.operation {
                Operation::Translate(by) => {
                    trs.translation = DVec3::from(by);
                    1
                }
                Operation::Quaternion(turn) => {
                    trs.rotation *= DQuat::from_array(turn);
                    2
                }
                Operation::Rotate([x, y, z, angle]) => {
                    let (sine, cosine) = libm::sincos(angle.to_radians() / 2.0);
                    let axis = DVec3::new(x, y, z).try_normalize()?;
                    trs.rotation *= DQuat::from_xyzw(axis.x * sine, axis.y * sine, axis.z * sine, cosine);
                    2
                }
                Operation::Scale(by) => {
                    trs.scale = DVec3::from(by);
                    3
                }
                _ => return None,
            };
            if next < rank || next == rank && next != 2 {
                return None;
            }
            rank = next;
        }
        let unit = (trs.rotation.length() - 1.0).abs() < 1e-6;
        let fits = unit && trs.matrix().is_finite() && trs.matrix().abs_diff_eq(DMat4::ZERO, FARTHEST);
        // A quaternion of the document stays as it is.
        let rotation = if is_turned_by_more(transforms) { tidy(trs.rounded().rotation) } else { trs.rotation };
        fits.then_some(Trs { rotation, ..trs })
    }

    /// Without the noise of taking a matrix apart: eleven digits, of which single precision has seven.
    pub fn rounded(self) -> Trs {
        // Rounded until a reader that makes its length 1 gets the same digits; there is no negative zero.
        let digits = |x: f64| (x * 1e11).round() / 1e11 + 0.0;
        let round = |turn: DQuat| DQuat::from_array(turn.normalize().to_array().map(digits));
        let mut turn = round(self.rotation);
        for _ in 0..3 {
            let again = round(turn);
            if again == turn {
                break;
            }
            turn = again;
        }
        let scale = self.scale.to_array().map(|s| {
            if s == 1.0 {
                return s;
            }
            let unit = unit_of_eleven(s.abs());
            let round = (s * unit).round() / unit;
            let round = if round.is_finite() { round } else { s };
            // What single precision cannot tell from 1 is 1.
            if (round - 1.0).abs() < 1.2e-7 { 1.0 } else { round }
        });
        Trs { rotation: turn, scale: DVec3::from(scale), ..self }
    }

    /// As a matrix.
    pub fn matrix(&self) -> DMat4 {
        DMat4::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

/// Is there more to the turn of these transforms than one quaternion?
fn is_turned_by_more(transforms: &[Transform]) -> bool {
    let parts = transforms.iter().map(|t| match t.operation {
        Operation::Rotate(_) => 2,
        Operation::Quaternion(_) => 1,
        _ => 0,
    });
    parts.sum::<u32>() > 1
}

/// Ten to the power that leaves eleven digits of a number before the point.
fn unit_of_eleven(size: f64) -> f64 {
    // Scales are rarely far from 1, and logarithms take longer than all the rest.
    const NEAR: [(f64, f64); 6] = [(1e3, 1e7), (1e2, 1e8), (1e1, 1e9), (1.0, 1e10), (1e-1, 1e11), (1e-2, 1e12)];
    if (1e-2..1e4).contains(&size)
        && let Some((_, unit)) = NEAR.iter().find(|(least, _)| size >= *least)
    {
        return *unit;
    }
    libm::pow(10.0, 10.0 - libm::log10(size.max(f64::MIN_POSITIVE)).floor())
}

/// Takes a matrix apart; the second value is the largest cosine between its axes, 0 when there is no shear. Of a sheared
/// matrix the shear is left out.
pub(crate) fn decompose(matrix: DMat4) -> (Trs, f64) {
    let [x, y, z, w] = [matrix.x_axis, matrix.y_axis, matrix.z_axis, matrix.w_axis].map(DVec4::truncate);
    let lengths = DVec3::new(x.length(), y.length(), z.length());
    let units = [x / lengths.x, y / lengths.y, z / lengths.z];
    // Nearly all matrices are of this kind, and animations have many of them.
    let farthest = x.abs().max(y.abs()).max(z.abs()).max(w.abs()).max_element();
    let [ux, uy, uz] = units;
    if lengths.min_element() > 0.0 && farthest <= FARTHEST && (ux + uy + uz + w).is_finite() && matrix.is_finite() {
        let [x, y, z] = units.map(DVec3::normalize);
        let shear = x.dot(y).abs().max(y.dot(z).abs()).max(x.dot(z).abs());
        return (turned_and_scaled([x, y, z], lengths, w), shear);
    }
    decompose_any(matrix)
}

/// The same for any matrix: without directions, or with numbers that glTF cannot have.
#[cold]
fn decompose_any(matrix: DMat4) -> (Trs, f64) {
    let translation = finite(matrix.w_axis.truncate());
    let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|c| finite(c.truncate()));
    let lengths = columns.map(DVec3::length);
    let axes = [0, 1, 2].map(|i: usize| match (columns.get(i), lengths.get(i)) {
        (Some(c), Some(l)) if *l > 0.0 && (*c / *l).is_finite() => Some((*c / *l).normalize()),
        _ => None,
    });
    let shear = match axes {
        [x, y, z] => {
            let cosine = |a: Option<DVec3>, b: Option<DVec3>| a.zip(b).map_or(0.0, |(a, b)| a.dot(b).abs());
            cosine(x, y).max(cosine(y, z)).max(cosine(x, z))
        }
    };
    (turned_and_scaled(complete(axes), DVec3::from(lengths), translation), shear)
}

/// From the directions of the axes, their lengths and a translation.
fn turned_and_scaled([mut x, y, z]: [DVec3; 3], mut scale: DVec3, translation: DVec3) -> Trs {
    if x.cross(y).dot(z) < 0.0 {
        (x, scale.x) = (-x, -scale.x);
    }
    // At right angles, whatever the input: the first axis stays.
    let y = (y - x * x.dot(y)).try_normalize().unwrap_or_else(|| x.any_orthonormal_vector());
    let z = x.cross(y);
    let rotation = DQuat::from_mat3(&DMat3::from_cols(x, y, z)).normalize();
    Trs { translation, rotation: tidy(rotation), scale }
}

/// A matrix as one node, or as two of which the second stands in the first: `U·Σ·Vᵀ` needs two rotations.
pub(crate) fn split(matrix: DMat4) -> (Trs, Option<Trs>) {
    let (whole, shear) = decompose(matrix);
    if shear <= RIGHT_ANGLE {
        return (whole, None);
    }
    let linear = DMat3::from_cols_array_2d(
        &[matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|c| finite(c.truncate()).to_array()),
    );
    // The right-hand rotation diagonalises LᵀL; L·V then has columns at right angles.
    let turn = eigenvectors(linear.transpose() * linear);
    let (outer, rest) = decompose(DMat4::from_cols(
        (linear * turn.x_axis).extend(0.0),
        (linear * turn.y_axis).extend(0.0),
        (linear * turn.z_axis).extend(0.0),
        matrix.w_axis,
    ));
    if rest > RIGHT_ANGLE || !turn.is_finite() {
        return (whole, None);
    }
    let inner = Trs { rotation: DQuat::from_mat3(&turn.transpose()).normalize(), ..Trs::IDENTITY };
    (outer, Some(inner))
}

/// Is a matrix the same as another, but for a shear that numbers of a few digits have anyway?
pub(crate) fn is_nearly(made: DMat4, wanted: DMat4) -> bool {
    let columns = [(made.x_axis, wanted.x_axis), (made.y_axis, wanted.y_axis), (made.z_axis, wanted.z_axis)];
    let near = |a: DVec4, b: DVec4| {
        let noise = 2.0 * RIGHT_ANGLE * b.truncate().length();
        a.truncate().abs_diff_eq(b.truncate(), noise) && (a.w - b.w).abs() <= 1e-9
    };
    let size = wanted.w_axis.abs().max_element().max(1.0);
    columns.into_iter().all(|(a, b)| near(a, b)) && made.w_axis.abs_diff_eq(wanted.w_axis, 1e-9 * size)
}

/// Directions in place of those that are missing, at right angles to the others.
fn complete(axes: [Option<DVec3>; 3]) -> [DVec3; 3] {
    match axes {
        [Some(x), Some(y), Some(z)] => [x, y, z],
        [None, Some(y), Some(z)] => [y.cross(z).try_normalize().unwrap_or_else(|| y.any_orthonormal_vector()), y, z],
        [Some(x), None, Some(z)] => [x, z.cross(x).try_normalize().unwrap_or_else(|| x.any_orthonormal_vector()), z],
        [Some(x), Some(y), None] => [x, y, x.cross(y).try_normalize().unwrap_or_else(|| x.any_orthonormal_vector())],
        [Some(x), None, None] => {
            let (y, z) = x.any_orthonormal_pair();
            [x, y, z]
        }
        [None, Some(y), None] => {
            let (z, x) = y.any_orthonormal_pair();
            [x, y, z]
        }
        [None, None, Some(z)] => {
            let (x, y) = z.any_orthonormal_pair();
            [x, y, z]
        }
        [None, None, None] => [DVec3::X, DVec3::Y, DVec3::Z],
    }
}

/// Readers of glTF hold numbers in single precision: what is beyond it ends there, and what is no number is 0.
fn finite(v: DVec3) -> DVec3 {
    DVec3::from(v.to_array().map(|x| if x.is_finite() { x.clamp(-FARTHEST, FARTHEST) } else { 0.0 }))
}

/// Rounding errors of right angles become 0.
fn tidy(q: DQuat) -> DQuat {
    // Of the two quaternions of a turn the one that turns by less than a half.
    let q = if q.w < 0.0 { -q } else { q };
    DQuat::from_array(q.to_array().map(|x| if x.abs() < 1e-15 { 0.0 } else { x }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_become_one_and_the_rest_stays_as_it_is_written() {
        let step = |operation| Transform { sid: None, operation };
        let (to, by) = ([1.00000001, 2.0, 3.0], [0.1, -0.3, 1.00000001]);
        let all = [
            Operation::Translate(to),
            Operation::Rotate([0.0, 0.0, 2.0, 90.0]),
            Operation::Rotate([1.0, 0.0, 0.0, 450.0]),
            Operation::Quaternion([0.0, 0.6, 0.0, 0.8]),
            Operation::Scale(by),
        ]
        .map(step);
        let trs = Trs::joined(&all).unwrap();
        assert_eq!((trs.translation.to_array(), trs.scale.to_array()), (to, by));
        assert!(trs.matrix().abs_diff_eq(Transform::product(&all), 1e-10), "{trs:?}");
        assert_eq!(Trs::written(&all), None);
        // The quaternion of a document is not rounded.
        let odd = [step(Operation::Quaternion([0.0, 0.600000000001, 0.0, 0.8]))];
        assert_eq!(Trs::joined(&odd).unwrap().rotation.y, 0.600000000001);
        assert_eq!(Trs::joined(&odd), Trs::written(&odd));
        for other in [
            vec![Operation::Scale(by), Operation::Rotate([0.0, 0.0, 1.0, 1.0])],
            vec![Operation::Rotate([0.0, 0.0, 1.0, 1.0]), Operation::Translate(to)],
            vec![Operation::Scale(by), Operation::Scale(by)],
            vec![Operation::Rotate([0.0; 4])],
            vec![Operation::Translate([f64::INFINITY, 0.0, 0.0])],
            vec![Operation::Matrix(Box::new(DMat4::IDENTITY.to_cols_array()))],
        ] {
            assert_eq!(Trs::joined(&other.into_iter().map(step).collect::<Vec<_>>()), None);
        }
    }

    #[test]
    fn plain_transforms_come_back() {
        for scale in [[1.0, 2.0, 3.0], [-1.0, 2.0, 3.0], [1.0, 1.0, -1.0], [0.0, 2.0, 2.0], [0.0, 0.0, 5.0]] {
            let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), 1.1);
            let matrix = DMat4::from_scale_rotation_translation(scale.into(), turn, DVec3::new(4.0, 5.0, 6.0));
            let (trs, shear) = decompose(matrix);
            assert!(shear < 1e-12);
            assert!(trs.matrix().abs_diff_eq(matrix, 1e-12), "{scale:?}");
            assert!(split(matrix).1.is_none());
        }
        assert_eq!(decompose(DMat4::IDENTITY).0, Trs::IDENTITY);
        assert!(decompose(DMat4::from_cols_array(&[f64::NAN; 16])).0.matrix().is_finite());
        assert!(decompose(DMat4::ZERO).0.matrix().is_finite());
        for far in [1e39, -1e300, f64::MAX, 1e-320] {
            let (outer, inner) = split(DMat4::from_cols_array(&[far; 16]));
            for trs in std::iter::once(outer).chain(inner) {
                assert!(trs.matrix().as_mat4().is_finite() && trs.rotation.is_normalized(), "{far}: {trs:?}");
            }
        }
    }

    #[test]
    fn both_ways_to_take_a_matrix_apart_agree_to_the_bit() {
        let mut state = 7u64;
        let mut number = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let unit = (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
            let wide = [1.0, 1e-30, 1e30, 0.0, 1e-200, 1e38, -0.0, 4.0][(state >> 3) as usize % 8];
            if state.is_multiple_of(5) { unit * wide } else { unit }
        };
        for _ in 0..20_000 {
            let matrix = DMat4::from_cols_array(&std::array::from_fn(|_| number()));
            let ((a, b), (c, d)) = (decompose(matrix), decompose_any(matrix));
            let bits = |t: Trs, shear: f64| {
                let all = t.translation.to_array().into_iter().chain(t.rotation.to_array()).chain(t.scale.to_array());
                all.chain([shear]).map(f64::to_bits).collect::<Vec<_>>()
            };
            assert_eq!(bits(a, b), bits(c, d), "{matrix}");
        }
    }

    #[test]
    fn a_shear_is_two_nodes() {
        let mut matrix = DMat4::from_rotation_y(0.4) * DMat4::from_translation(DVec3::ONE);
        matrix.y_axis.x += 0.7;
        for mirrored in [1.0, -1.0] {
            let matrix = matrix * DMat4::from_scale(DVec3::new(mirrored, 2.0, 1.0));
            let (outer, inner) = split(matrix);
            let inner = inner.unwrap();
            assert!((outer.matrix() * inner.matrix()).abs_diff_eq(matrix, 1e-9));
        }
    }

    #[test]
    fn units_of_usual_scales_are_those_of_logarithms() {
        let slow = |size: f64| libm::pow(10.0, 10.0 - libm::log10(size).floor());
        let rounded = |size: f64, unit: f64| (size * unit).round() / unit;
        for step in 0..20_000 {
            let size = 0.001 * 1.0009_f64.powi(step);
            assert_eq!(rounded(size, unit_of_eleven(size)), rounded(size, slow(size)), "{size}");
        }
        for size in [0.01, 0.1, 1.0, 10.0, 100.0, 1000.0, 10_000.0_f64] {
            for size in [size.next_down().next_down(), size.next_down(), size, size.next_up(), size.next_up().next_up()]
            {
                assert_eq!(rounded(size, unit_of_eleven(size)), rounded(size, slow(size)), "{size}");
            }
        }
    }
}
