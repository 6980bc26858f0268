//! What is decided at the moment at which a world is read: levels and billboards.

use portolan_scene::glam::{DMat3, DMat4, DQuat, DVec3};

/// The level that a viewer sees; `None` if there are no levels.
///
/// Distances are those of the node's own unit (LO-1). Without ranges it is the first level.
pub fn level(centre: [f64; 3], ranges: &[f64], levels: usize, at: DMat4, eye: DMat4) -> Option<usize> {
    let viewer = local(at, eye.w_axis.truncate());
    let distance = viewer.distance(centre.into());
    let level = if distance.is_finite() { ranges.iter().take_while(|r| distance >= **r).count() } else { 0 };
    levels.checked_sub(1).map(|last| level.min(last))
}

/// How a billboard is turned (BI-1 to BI-4).
pub fn billboard(axis: [f64; 3], at: DMat4, eye: DMat4) -> DQuat {
    let viewer = local(at, eye.w_axis.truncate());
    let axis = DVec3::from_array(axis);
    let turn = match axis.try_normalize() {
        Some(axis) => about(axis, viewer),
        None => facing(viewer, (at.inverse() * eye).transform_vector3(DVec3::Y)),
    };
    turn.filter(|q| q.is_finite()).unwrap_or(DQuat::IDENTITY)
}

/// Turns +Z about an axis into the plane of the axis and the viewer.
fn about(axis: DVec3, viewer: DVec3) -> Option<DQuat> {
    let flat = |v: DVec3| (v - axis * axis.dot(v)).try_normalize();
    let (from, to) = (flat(DVec3::Z)?, flat(viewer)?);
    let angle = libm::atan2(axis.dot(from.cross(to)), from.dot(to));
    let (sine, cosine) = libm::sincos(angle / 2.0);
    Some(DQuat::from_xyzw(axis.x * sine, axis.y * sine, axis.z * sine, cosine))
}

/// Turns +Z to the viewer, and +Y to what is up for the viewer.
fn facing(viewer: DVec3, up: DVec3) -> Option<DQuat> {
    let z = viewer.try_normalize()?;
    let x = up.cross(z).try_normalize()?;
    Some(DQuat::from_mat3(&DMat3::from_cols(x, z.cross(x), z)))
}

/// A place of the world in the space of a node; that of a flat space is somewhere.
fn local(at: DMat4, point: DVec3) -> DVec3 {
    at.inverse().transform_point3(point)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eye(x: f64, y: f64, z: f64) -> DMat4 {
        DMat4::from_translation(DVec3::new(x, y, z))
    }

    #[test]
    fn lo_1_distances_are_those_of_the_node() {
        let ranges = [5.0, 20.0];
        let seen = |levels, at, eye| level([0.0; 3], &ranges, levels, at, eye);
        assert_eq!(seen(3, DMat4::IDENTITY, eye(0.0, 0.0, 4.9)), Some(0));
        assert_eq!(seen(3, DMat4::IDENTITY, eye(0.0, 0.0, 5.0)), Some(1));
        assert_eq!(seen(3, DMat4::IDENTITY, eye(0.0, 20.0, 0.0)), Some(2));
        // The last level repeats.
        assert_eq!(seen(2, DMat4::IDENTITY, eye(0.0, 20.0, 0.0)), Some(1));
        // Ten metres are five of a node that is twice as large.
        assert_eq!(seen(3, DMat4::from_scale(DVec3::splat(2.0)), eye(0.0, 0.0, 9.8)), Some(0));
        assert_eq!(level([0.0; 3], &[], 2, DMat4::IDENTITY, eye(0.0, 0.0, 99.0)), Some(0));
        assert_eq!(seen(0, DMat4::IDENTITY, eye(0.0, 0.0, 1.0)), None);
    }

    #[test]
    fn bi_2_z_is_turned_into_the_plane_of_axis_and_viewer() {
        // The tree of example 08: atan2(4, 10) = 0.3805 about Y.
        let at = eye(-4.0, 0.0, 0.0);
        let turned = billboard([0.0, 1.0, 0.0], at, eye(0.0, 1.65, 10.0));
        let (axis, angle) = turned.to_axis_angle();
        assert!((angle - 0.380506).abs() < 1e-6 && axis.abs_diff_eq(DVec3::Y, 1e-9), "{axis} {angle}");
        // BI-4: straight above there is nothing to turn to.
        assert_eq!(billboard([0.0, 1.0, 0.0], DMat4::IDENTITY, eye(0.0, 5.0, 0.0)), DQuat::IDENTITY);
    }

    #[test]
    fn bi_3_without_an_axis_it_faces_the_viewer_upright() {
        let turned = billboard([0.0; 3], DMat4::IDENTITY, eye(0.0, 3.0, 4.0));
        assert!((turned * DVec3::Z).abs_diff_eq(DVec3::new(0.0, 0.6, 0.8), 1e-9));
        assert!((turned * DVec3::X).abs_diff_eq(DVec3::X, 1e-9));
        // The viewer leans by a right angle, so does the billboard.
        let leaning = eye(0.0, 0.0, 4.0) * DMat4::from_rotation_z(std::f64::consts::FRAC_PI_2);
        assert!((billboard([0.0; 3], DMat4::IDENTITY, leaning) * DVec3::Y).abs_diff_eq(DVec3::NEG_X, 1e-9));
    }
}
