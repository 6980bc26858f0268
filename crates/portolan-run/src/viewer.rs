//! Where the viewer is.

use portolan_scene::glam::{DMat3, DMat4, DQuat, DVec3};
use portolan_xvrml::lower::{Seen, axis_angle, matrix, quaternion};

use crate::run::Run;

/// The viewer.
#[derive(Debug)]
pub(crate) struct Viewer {
    /// From the viewer to the viewpoint in force.
    pub relative: DMat4,
}

impl Default for Viewer {
    fn default() -> Viewer {
        Viewer { relative: DMat4::IDENTITY }
    }
}

impl Run {
    /// From the frame of the viewpoint in force to the world.
    pub(crate) fn above_viewpoint(&mut self) -> DMat4 {
        let Some(viewpoint) = self.bound.top("Viewpoint") else { return DMat4::IDENTITY };
        let way = self.way(viewpoint);
        let above = way.iter().fold(DMat4::IDENTITY, |m, id| m * matrix(&self.live.world, *id));
        if above.is_finite() { above } else { DMat4::IDENTITY }
    }

    /// What the avatar in force adds to viewpoints (AV-5, AV-7).
    pub(crate) fn camera_offset(&self) -> DVec3 {
        let avatar = self.bound.top("Avatar").or_else(|| self.live.world.avatars.first().copied());
        avatar.map_or(DVec3::new(0.0, 1.65, 0.0), |avatar| self.live.world.triple(avatar, "cameraOffset").into())
    }

    /// From the viewpoint in force to the world: `M · T(position) · T(cameraOffset) · R(orientation)` (AV-1).
    pub(crate) fn base(&mut self) -> DMat4 {
        let above = self.above_viewpoint();
        let offset = self.camera_offset();
        let world = &self.live.world;
        let (position, orientation) = match self.bound.top("Viewpoint") {
            Some(id) => (world.triple(id, "position").into(), quaternion(world.numbers(id, "orientation"))),
            None => (DVec3::new(0.0, 0.0, 10.0), DQuat::IDENTITY),
        };
        above * DMat4::from_translation(position + offset) * DMat4::from_quat(orientation)
    }

    /// From the eyes of the viewer to the world.
    pub(crate) fn eye(&mut self) -> DMat4 {
        let eye = self.base() * self.viewer.relative;
        if eye.is_finite() { eye } else { DMat4::IDENTITY }
    }

    /// Where the eyes are.
    pub(crate) fn position(&mut self) -> [f64; 4] {
        let DVec3 { x, y, z } = self.eye().w_axis.truncate();
        [x, y, z, 0.0]
    }

    /// How the viewer is turned: axis and angle from looking along negative z.
    pub(crate) fn orientation(&mut self) -> [f64; 4] {
        let eye = self.eye();
        let viewpoint = self.bound.top("Viewpoint");
        let written = viewpoint.map_or([0.0, 0.0, 1.0, 0.0], |v| self.live.world.numbers(v, "orientation"));
        axis_angle(rotation(eye), written)
    }

    /// Puts the viewer somewhere in the world.
    pub(crate) fn put_viewer(&mut self, position: Option<[f64; 3]>, orientation: Option<[f64; 4]>) {
        let eye = self.eye();
        let place = position.map_or(eye.w_axis.truncate(), DVec3::from_array);
        let turn = orientation.map_or_else(|| rotation(eye), quaternion);
        self.set_eye(DMat4::from_rotation_translation(turn, place));
    }

    /// Puts the eyes of the viewer somewhere in the world.
    pub(crate) fn set_eye(&mut self, eye: DMat4) {
        let relative = self.base().inverse() * eye;
        if relative.is_finite() {
            self.viewer.relative = relative;
            self.changes += 1;
        }
    }

    /// How the world is seen now.
    pub(crate) fn seen(&mut self) -> Seen {
        let viewpoint = self.bound.top("Viewpoint");
        let angle = viewpoint.map_or(std::f64::consts::FRAC_PI_4, |v| self.live.world.number(v, "fieldOfView"));
        let field_of_view =
            if angle > 0.0 && angle < std::f64::consts::PI { angle } else { std::f64::consts::FRAC_PI_4 };
        let (background, fog) = (self.bound.top("Background"), self.bound.top("Fog"));
        Seen { eye: self.eye(), field_of_view, background, fog }
    }
}

/// How a matrix turns, without its scale.
pub(crate) fn rotation(matrix: DMat4) -> DQuat {
    let m = DMat3::from_mat4(matrix);
    let x = m.x_axis.normalize_or(DVec3::X);
    let y = (m.y_axis - x * x.dot(m.y_axis)).normalize_or(x.any_orthonormal_vector());
    DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))).normalize()
}
