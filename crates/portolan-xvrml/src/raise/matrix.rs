//! Matrices as the fields of a `Transform`: `T · R · SR · S · −SR`.

use portolan_eval::eigenvectors;
use portolan_scene::glam::{DMat3, DMat4, DQuat, DVec3};

use super::Raise;
use crate::world::{NodeId as WorldId, Value};

/// Translation, rotation, scale, and how the axes of the scale are turned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub translation: DVec3,
    pub rotation: DQuat,
    pub scale: DVec3,
    pub orientation: DQuat,
}

/// Takes a matrix apart. Every matrix is a rotation and a symmetric scale, so that nothing is lost.
pub(super) fn parts(matrix: DMat4) -> Parts {
    let translation = matrix.w_axis.truncate();
    let linear = DMat3::from_mat4(matrix);
    let lengths = [linear.x_axis, linear.y_axis, linear.z_axis].map(DVec3::length);
    let [x, y, z] = lengths;
    let straight = |a: DVec3, b: DVec3| a.dot(b).abs() <= 1e-12 * a.length() * b.length();
    let upright = straight(linear.x_axis, linear.y_axis)
        && straight(linear.y_axis, linear.z_axis)
        && straight(linear.x_axis, linear.z_axis);
    if upright && x > 0.0 && y > 0.0 && z > 0.0 {
        let mirrored = linear.determinant() < 0.0;
        let x = if mirrored { -x } else { x };
        let turn = DMat3::from_cols(linear.x_axis / x, linear.y_axis / y, linear.z_axis / z);
        let rotation = tidy(DQuat::from_mat3(&turn).normalize());
        return Parts { translation, rotation, scale: DVec3::new(x, y, z), orientation: DQuat::IDENTITY };
    }
    let axes = eigenvectors(linear.transpose() * linear);
    let columns = [axes.x_axis, axes.y_axis, axes.z_axis].map(|axis| linear * axis);
    let lengths = columns.map(DVec3::length);
    let longest = lengths.into_iter().fold(0.0, f64::max);
    let [a, b, c] = columns.map(|v| if v.length() > longest * 1e-9 { v.try_normalize() } else { None });
    // Directions that are flattened are anything at right angles to the others.
    let first = a.or(b).or(c).unwrap_or(DVec3::X);
    let a = a.unwrap_or_else(|| match (b, c) {
        (Some(b), Some(c)) => b.cross(c),
        _ => first.any_orthonormal_vector(),
    });
    let b = b
        .filter(|b| b.dot(a).abs() < 0.5)
        .unwrap_or_else(|| c.map_or_else(|| a.any_orthonormal_vector(), |c| c.cross(a)));
    let right = a.cross(b);
    let sign = if c.is_some_and(|c| c.dot(right) < 0.0) { -1.0 } else { 1.0 };
    let [x, y, z] = lengths;
    let rotation = DMat3::from_cols(a, b, right) * axes.transpose();
    Parts {
        translation,
        rotation: tidy(DQuat::from_mat3(&rotation).normalize()),
        scale: DVec3::new(x, y, z * sign),
        orientation: tidy(DQuat::from_mat3(&axes).normalize()),
    }
}

/// Rounding errors of right angles become 0; of two quaternions of a turn the one that turns by less than a half.
fn tidy(q: DQuat) -> DQuat {
    let q = if q.w < 0.0 { -q } else { q };
    DQuat::from_array(q.to_array().map(|x| if x.abs() < 1e-15 { 0.0 } else { x }))
}

/// A rotation as an axis and radians.
pub(super) fn rotation(q: DQuat) -> [f64; 4] {
    crate::lower::axis_angle(q, [0.0, 0.0, 1.0, 0.0])
}

impl Raise<'_> {
    /// Gives a `Transform` a matrix.
    pub fn set_matrix(&mut self, id: WorldId, matrix: DMat4) {
        let Parts { translation, rotation, scale, orientation } = parts(matrix);
        self.triple(id, "translation", translation.to_array());
        self.turn(id, "rotation", rotation);
        self.triple(id, "scale", scale.to_array());
        self.turn(id, "scaleOrientation", orientation);
    }

    /// Gives a node a rotation.
    pub fn turn(&mut self, id: WorldId, field: &str, turn: DQuat) {
        let turn = rotation(turn);
        if turn.iter().all(|v| v.is_finite()) {
            self.world.set(id, field, Value::Numbers(turn));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(p: Parts) -> DMat4 {
        let turned = DMat4::from_quat(p.orientation);
        DMat4::from_translation(p.translation)
            * DMat4::from_quat(p.rotation)
            * turned
            * DMat4::from_scale(p.scale)
            * turned.transpose()
    }

    #[test]
    fn every_matrix_comes_back() {
        let turn = DMat4::from_quat(DQuat::from_rotation_x(0.7) * DQuat::from_rotation_y(-1.2));
        let moved = DMat4::from_translation(DVec3::new(1.0, -2.0, 3.0));
        let mut sheared = DMat4::IDENTITY;
        sheared.y_axis.x = 0.5;
        let cases = [
            DMat4::IDENTITY,
            moved * turn * DMat4::from_scale(DVec3::new(1.0, 2.0, 0.5)),
            moved * turn * DMat4::from_scale(DVec3::new(-1.0, 2.0, 0.5)),
            turn * sheared * DMat4::from_scale(DVec3::new(3.0, 1.0, 2.0)),
            sheared * DMat4::from_scale(DVec3::new(1.0, -1.0, 1.0)) * turn,
            turn * sheared * DMat4::from_scale(DVec3::new(1.0, 1.0, 0.0)),
        ];
        for case in cases {
            let made = product(parts(case));
            assert!(made.abs_diff_eq(case, 1e-9), "{case} {made}");
        }
        let turned = rotation(DQuat::from_rotation_z(1.0));
        assert!((turned[3] - 1.0).abs() < 1e-12 && turned[2] == 1.0);
    }
}
