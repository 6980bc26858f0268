//! `CameraObject`.

use portolan_scene::{Camera, CameraId, Fate, Projection};
use portolan_syntax::Node;

use super::{Lower, codes, label};

/// Nearest and farthest distance in metres of a camera that does not say.
const PLANES: (f64, f64) = (0.1, 1000.0);

impl<'a> Lower<'a> {
    /// Takes over all cameras.
    pub(super) fn cameras(&mut self, root: Node<'a>) {
        for structure in root.children_named("CameraObject") {
            let camera = self.camera(structure);
            let id = CameraId::next(&self.scene.cameras);
            self.scene.cameras.push(camera);
            self.known.cameras.insert(structure.id(), id);
        }
    }

    fn camera(&mut self, structure: Node<'a>) -> Camera {
        let meta = self.meta(structure);
        let (mut x, mut y, mut near, mut far) = (None, None, None, None);
        for param in structure.children_named("Param") {
            let Some((attrib, value)) = self.param(param) else { continue };
            let (slot, sound) = match &*attrib {
                "fov" | "fovx" => (&mut x, value > 0.0 && value < 180.0),
                "fovy" => (&mut y, value > 0.0 && value < 180.0),
                "near" => (&mut near, value > 0.0),
                "far" => (&mut far, value > 0.0),
                other => {
                    self.foreign_attribute(param, other);
                    continue;
                }
            };
            if !sound {
                let message = format!("`{attrib}` of `{}` cannot be {value}", label(structure));
                self.lose(&codes::OPTICS, Fate::Dropped, param, message);
            } else if slot.is_some() {
                let message =
                    format!("`{attrib}` of `{}` is given more than once; the first is used", label(structure));
                self.lose(&codes::REPEATED, Fate::Dropped, param, message);
            } else {
                *slot = Some(value);
            }
        }
        let metres = self.scene.space.metres;
        let (mut near, far) = (near.unwrap_or(PLANES.0 / metres), far.unwrap_or(PLANES.1 / metres));
        if near >= far {
            let message = format!("the far plane of `{}` ({far}) is before its near plane ({near})", label(structure));
            self.lose(&codes::OPTICS, Fate::Approximated, structure, message);
            near = far / 10_000.0;
        }
        Camera { meta, projection: Projection::Perspective { x, y, aspect: None }, near, far }
    }
}
