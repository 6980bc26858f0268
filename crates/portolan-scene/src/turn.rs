//! Turns by axes and angles, the same to the last bit on every machine.

use glam::{DMat3, DQuat, DVec3};

/// The axis and the angle in radians of a turn. What turns nothing has the X axis.
pub fn axis_angle(turn: DQuat) -> (DVec3, f64) {
    axis_angle_or(turn, DVec3::X)
}

/// The axis and the angle in radians of a turn, with the axis that is given for what turns nothing.
pub fn axis_angle_or(turn: DQuat, axis: DVec3) -> (DVec3, f64) {
    let vector = DVec3::new(turn.x, turn.y, turn.z);
    let length = vector.length();
    match length >= 1e-8 {
        true => (vector / length, 2.0 * libm::atan2(length, turn.w)),
        false => (axis, 0.0),
    }
}

/// A turn as angles in radians about the fixed axes X, Y and Z, one after the other. Where Y is a right angle, all of the
/// rest is about Z.
pub fn roll_pitch_yaw(turn: DQuat) -> [f64; 3] {
    let turn = DMat3::from_quat(turn.normalize());
    let (x, y, z) = (turn.x_axis, turn.y_axis, turn.z_axis);
    let level = libm::hypot(x.x, x.y);
    let pitch = libm::atan2(-x.z, level);
    match level > 1e-9 {
        true => [libm::atan2(y.z, z.z), pitch, libm::atan2(x.y, x.x)],
        false => [0.0, pitch, libm::atan2(-y.x, y.y)],
    }
}

/// The shortest turn that leads one unit vector to another.
pub fn arc(from: DVec3, to: DVec3) -> DQuat {
    let near = 1.0 - 2.0 * f64::EPSILON;
    let dot = from.dot(to);
    if dot > near {
        return DQuat::IDENTITY;
    }
    if dot < -near {
        // Half a turn about any axis across.
        let axis = from.any_orthonormal_vector();
        return DQuat::from_xyzw(axis.x, axis.y, axis.z, 0.0);
    }
    let across = from.cross(to);
    DQuat::from_xyzw(across.x, across.y, across.z, 1.0 + dot).normalize()
}

/// Between two turns, evenly along the shorter way. Turns that are nearly the same are mixed.
pub fn slerp(a: [f64; 4], b: [f64; 4], u: f64) -> [f64; 4] {
    let unit = |q: [f64; 4]| {
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length > 0.0 { q.map(|x| x / length) } else { q }
    };
    let (a, mut b) = (unit(a), unit(b));
    let dot = |a: [f64; 4], b: [f64; 4]| a.into_iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    if dot(a, b) < 0.0 {
        b = b.map(|x| -x);
    }
    let (p, q) = weights(dot(a, b), u);
    let mut mixed = [0.0; 4];
    for (slot, (a, b)) in mixed.iter_mut().zip(a.into_iter().zip(b)) {
        *slot = a * p + b * q;
    }
    mixed
}

/// What the two ends of an arc count for at a share of it, by the cosine of its angle. Ends that are nearly the same are mixed.
pub fn weights(cosine: f64, share: f64) -> (f64, f64) {
    let angle = libm::acos(cosine.clamp(-1.0, 1.0));
    let sine = libm::sin(angle);
    match sine > 1e-9 {
        true => (libm::sin(angle * (1.0 - share)) / sine, libm::sin(angle * share) / sine),
        false => (1.0 - share, share),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_about_the_three_axes() {
        let about = |axis: DVec3, angle: f64| {
            let (sine, cosine) = (libm::sin(angle / 2.0), libm::cos(angle / 2.0));
            DQuat::from_xyzw(axis.x * sine, axis.y * sine, axis.z * sine, cosine)
        };
        let turn = |[x, y, z]: [f64; 3]| about(DVec3::Z, z) * about(DVec3::Y, y) * about(DVec3::X, x);
        for angles in [[0.3, -0.4, 0.5], [3.0, 1.5, -3.0], [0.0; 3]] {
            let found = roll_pitch_yaw(turn(angles));
            assert!(found.iter().zip(angles).all(|(f, a)| (f - a).abs() < 1e-12), "{found:?}");
        }
        let right = turn([0.2, std::f64::consts::FRAC_PI_2, 0.7]);
        assert!(turn(roll_pitch_yaw(right)).dot(right).abs() > 1.0 - 1e-9);
    }

    #[test]
    fn arcs_and_their_axes() {
        let (axis, angle) = axis_angle(arc(DVec3::X, DVec3::Y));
        assert!(axis.abs_diff_eq(DVec3::Z, 1e-12) && (angle - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
        assert_eq!(arc(DVec3::X, DVec3::X), DQuat::IDENTITY);
        assert!((arc(DVec3::X, DVec3::NEG_X) * DVec3::X).abs_diff_eq(DVec3::NEG_X, 1e-12));
        let (_, angle) = axis_angle(DQuat::from_array(slerp([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0], 0.5)));
        assert!((angle - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    }
}
