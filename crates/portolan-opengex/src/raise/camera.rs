//! Cameras.

use portolan_scene::{CameraId, Fate, Projection};
use portolan_syntax::ddl::Structure;

use super::{Raise, Version, codes, label, number};

impl<'a> Raise<'a> {
    /// The name of a camera object.
    pub fn camera(&mut self, id: CameraId) -> Option<String> {
        if let Some((name, _)) = self.cameras.get(&id) {
            return Some(name.clone());
        }
        let camera = self.scene.camera(id)?;
        let name = self.names.of_id(camera.meta.id.as_deref(), "camera");
        let mut object = Structure::new("CameraObject").global(name.clone());
        if let Some(words) = camera.meta.name.as_deref() {
            object = object.comment(words);
        }
        match camera.projection {
            Projection::Perspective { x, y, aspect } => {
                let (across, up) = camera.projection.extents(aspect.unwrap_or(1.0));
                let old = self.options.version < Version::V2_0;
                if old && x.is_none() && aspect.is_none() && y.is_some() {
                    let message = format!(
                        "camera `{}` has only a vertical field of view; a square image is assumed",
                        label(&camera.meta)
                    );
                    self.lose(&codes::CAMERA, Fate::Approximated, &camera.meta, message);
                }
                if (x.is_some() || aspect.is_some() || old) && possible(across) {
                    object.push(number("Param", "fov", across));
                }
                if (y.is_some() || aspect.is_some()) && possible(up) && !old {
                    object.push(number("Param", "fovy", up));
                }
            }
            Projection::Orthographic { .. } => {
                let message =
                    format!("camera `{}` is orthographic, which OpenGEX does not support", label(&camera.meta));
                self.lose(&codes::CAMERA, Fate::Approximated, &camera.meta, message);
            }
        }
        for (word, distance) in [("near", camera.near), ("far", camera.far)] {
            if distance.is_finite() && distance > 0.0 && distance < f64::from(f32::MAX) {
                object.push(number("Param", word, distance));
            }
        }
        let extras = self.extras(&camera.meta.extras, camera.meta.origin);
        let object = object.with_all(extras);
        self.cameras.insert(id, (name.clone(), object));
        Some(name)
    }
}

fn possible(angle: f64) -> bool {
    angle > 0.0 && angle < 180.0
}
