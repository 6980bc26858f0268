//! `<camera>`.

use portolan_scene::{Camera, CameraField, CameraId, Fate, Projection, Target};
use portolan_syntax::Node;

use super::geometry::label;
use super::{Lower, codes};

impl<'a> Lower<'a> {
    /// What a `<camera>` became.
    ///
    /// COLLADA gives any one or two of the two extents and the aspect ratio; the scene keeps what was given.
    pub(super) fn camera(&mut self, element: Node<'a>) -> Option<CameraId> {
        let origin = self.origin(element);
        if let Some(known) = self.known.cameras.get(&origin) {
            return *known;
        }
        let id = self.read_camera(element);
        if id.is_none() {
            let message = format!("`{}` is no camera with perspective or orthographic optics", label(element));
            self.lose(&codes::INCOMPLETE, Fate::Dropped, element, message);
        }
        self.known.cameras.insert(origin, id);
        id
    }

    fn read_camera(&mut self, element: Node<'a>) -> Option<CameraId> {
        if element.local_name() != "camera" {
            return None;
        }
        let common = element.child("optics")?.child("technique_common")?;
        let optics = common.elements().find(|e| matches!(e.local_name(), "perspective" | "orthographic"))?;
        let id = CameraId::next(&self.scene.cameras);
        let perspective = optics.local_name() == "perspective";
        let scale = self.frame(element).scale;
        let length = if perspective { 1.0 } else { scale };
        let (x_name, y_name) = if perspective { ("xfov", "yfov") } else { ("xmag", "ymag") };
        let mut field = |name: &str, field: CameraField, factor: f64| {
            let child = optics.child(name)?;
            let value = self.number(child)?;
            self.drive(child, Target::Camera { camera: id, field }, factor);
            Some(value * factor)
        };
        let positive = |v: &f64| *v > 0.0;
        let mut x = field(x_name, CameraField::X, length).filter(positive);
        let mut y = field(y_name, CameraField::Y, length).filter(positive);
        let aspect = field("aspect_ratio", CameraField::Aspect, 1.0).filter(positive);
        if perspective {
            x = x.filter(|v| *v < 180.0);
            y = y.filter(|v| *v < 180.0);
        }
        let near = field("znear", CameraField::Near, scale).filter(|v| *v >= 0.0);
        let far = field("zfar", CameraField::Far, scale).filter(positive);
        if x.is_none() && y.is_none() {
            let message = format!("`{}` has no usable {x_name} or {y_name}", label(element));
            self.lose(&codes::INCOMPLETE, Fate::Approximated, element, message);
        }
        let projection = match perspective {
            true => Projection::Perspective { x, y, aspect },
            false => Projection::Orthographic { x, y, aspect },
        };
        let near = near.unwrap_or(0.1 * scale);
        let far = far.filter(|far| *far > near).unwrap_or(near.max(scale) * 10_000.0);
        let meta = self.meta(element);
        self.scene.cameras.push(Camera { meta, projection, near, far });
        Some(id)
    }
}
