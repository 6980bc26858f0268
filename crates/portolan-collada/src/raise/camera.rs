//! `<camera>`.

use portolan_scene::{Camera, CameraField, CameraId, Projection, Target};

use super::Raise;

impl<'a> Raise<'a> {
    pub(super) fn cameras(&mut self) {
        for (place, camera) in (0..).zip(&self.scene.cameras) {
            self.camera(CameraId(place), camera);
        }
    }

    /// The extents stay those that were given.
    fn camera(&mut self, id: CameraId, camera: &'a Camera) {
        let meta = &camera.meta;
        let own = self.ids.cameras.get(id.index()).cloned().flatten();
        self.head("camera", own.as_deref(), meta);
        self.asset(meta);
        self.out.open("optics").open("technique_common");
        let (kind, x_name, y_name, x, y, aspect) = match camera.projection {
            Projection::Perspective { x, y, aspect } => ("perspective", "xfov", "yfov", x, y, aspect),
            Projection::Orthographic { x, y, aspect } => ("orthographic", "xmag", "ymag", x, y, aspect),
        };
        // Nothing at all is not allowed, and neither are all three.
        let y = if x.is_none() && y.is_none() { Some(camera.projection.extents(1.0).1) } else { y };
        let aspect = aspect.filter(|_| x.is_none() || y.is_none());
        self.out.open(kind);
        let fields = [
            (x_name, CameraField::X, x),
            (y_name, CameraField::Y, y),
            ("aspect_ratio", CameraField::Aspect, aspect),
            ("znear", CameraField::Near, Some(camera.near)),
            ("zfar", CameraField::Far, Some(camera.far)),
        ];
        for (name, field, value) in fields {
            if let Some(value) = value {
                self.field(name, &Target::Camera { camera: id, field }, &[value]);
            }
        }
        self.out.close().close();
        self.kept(meta, "optics", |_| true);
        self.out.close();
        self.kept(meta, "", |_| true);
        self.extras(&meta.extras, meta.origin);
        self.out.close();
    }

    /// An element that animations can name.
    pub(super) fn field(&mut self, element: &str, target: &Target, values: &[f64]) {
        let sid = self.addresses.sid(target);
        self.out.open(element).maybe("sid", sid).numbers(values).close();
    }
}
