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
            let message = format!("`{}` is not a camera with perspective or orthographic optics", label(element));
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
        let (x_name, y_name) = if perspective { ("xfov", "yfov") } else { ("xmag", "ymag") };
        let mut field = |name: &str, field: CameraField| self.field(optics, name, Target::Camera { camera: id, field });
        let given = [x_name, y_name, "aspect_ratio", "znear", "zfar"].map(|name| optics.child(name).is_some());
        let mut x = field(x_name, CameraField::X);
        let mut y = field(y_name, CameraField::Y);
        let aspect = field("aspect_ratio", CameraField::Aspect).filter(|v| *v > 0.0);
        let near = field("znear", CameraField::Near).filter(|v| *v > 0.0 || (*v == 0.0 && !perspective));
        let far = field("zfar", CameraField::Far).filter(|v| *v > near.unwrap_or(0.0));
        let widest = if perspective { 180.0 } else { f64::INFINITY };
        for extent in [&mut x, &mut y] {
            *extent = extent.filter(|v| *v > 0.0 && *v < widest);
        }
        let usable = [x.is_some(), y.is_some(), aspect.is_some(), near.is_some(), far.is_some()];
        let names = [x_name, y_name, "aspect_ratio", "znear", "zfar"];
        let needed = |name: &str| name.starts_with('z');
        let wrong = names.iter().zip(given.into_iter().zip(usable));
        let wrong = wrong.filter(|(name, (given, usable))| !usable && (*given || needed(name)));
        let mut wrong: Vec<String> = wrong.map(|(name, _)| format!("`{name}`")).collect();
        if x.is_none() && y.is_none() && wrong.is_empty() {
            wrong.push(format!("`{x_name}` or `{y_name}`"));
        }
        if !wrong.is_empty() {
            let message = format!("`{}` has no valid {}", label(element), wrong.join(", "));
            self.lose(&codes::INCOMPLETE, Fate::Approximated, element, message);
        }
        let projection = match perspective {
            true => Projection::Perspective { x, y, aspect },
            false => Projection::Orthographic { x, y, aspect },
        };
        let near = near.unwrap_or(if perspective { 0.1 * scale } else { 0.0 });
        let far = far.unwrap_or(near.max(scale) * 10_000.0);
        let meta = self.meta(element);
        self.scene.cameras.push(Camera { meta, projection, near, far });
        Some(id)
    }
}
