//! The projection of a picture.

use portolan_scene::glam::{DMat4, DVec3, DVec4};
use portolan_scene::{Camera, Projection, Space};

use crate::eye::Viewpoint;

/// Fields of view beyond this, in degrees, are not possible.
const WIDEST: f64 = 179.9;

/// How much larger than a framed box the picture is.
const MARGIN: f64 = 1.05;

/// How the world becomes a picture.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// From the world to the camera, which looks along −Z.
    to_eye: DMat4,
    /// Where the eye is.
    pub eye: DVec3,
    /// Where it looks, of length 1.
    pub forward: DVec3,
    /// Up in the picture, of length 1.
    pub up: DVec3,
    /// Do things get smaller with distance?
    pub perspective: bool,
    /// Pixels to the right of the middle for each unit of tangent, or of length.
    scale_x: f64,
    /// Pixels below the middle, likewise.
    scale_y: f64,
    /// The middle of the picture.
    middle: (f64, f64),
    /// Nearness is within: of the far plane, of the near plane.
    pub range: (f64, f64),
    /// The distance of the near plane.
    pub near: f64,
    /// The distance of the far plane.
    pub far: f64,
}

impl View {
    /// The view of a camera that stands at `world`.
    ///
    /// Pixels are square, whatever the aspect ratio of camera and picture. Where the document gives one extent, the
    /// picture shows exactly that, and the other follows from the shape of the picture. Where it gives both, the whole
    /// of what the camera sees is shown, and what lies beyond it on two sides if the picture has another shape.
    pub fn of_camera(camera: &Camera, world: DMat4, size: (u32, u32)) -> View {
        let (width, height) = (f64::from(size.0), f64::from(size.1));
        let (x, y) = extents(&camera.projection, width / height);
        let perspective = matches!(camera.projection, Projection::Perspective { .. });
        // Only where the camera is and where it looks matter, not how its node scales.
        let direction = |v: DVec3, or: DVec3| world.transform_vector3(v).try_normalize().unwrap_or(or);
        let back = direction(DVec3::Z, DVec3::Z);
        let up = direction(DVec3::Y, DVec3::Y);
        let (near, far) = planes(camera, perspective);
        View::new(world.w_axis.truncate(), -back, up, (x, y), perspective, (near, far), size)
    }

    /// The view from a point.
    pub fn of_point(point: &Viewpoint, space: &Space, size: (u32, u32)) -> View {
        let back = space.up.to_y_up().transpose();
        let placed = |v: [f64; 3]| back * DVec3::from(v) / space.metres;
        let (from, to) = (placed(point.from), placed(point.to));
        let distance = Some(from.distance(to)).filter(|d| d.is_finite() && *d > 0.0).unwrap_or(1.0);
        let forward = (to - from).try_normalize().unwrap_or(-back.z_axis);
        let up = (back * DVec3::from(point.up)).try_normalize().unwrap_or(back.y_axis);
        let half = libm::tan(point.fov.clamp(1e-3, WIDEST).to_radians() / 2.0);
        let extents = (half * f64::from(size.0) / f64::from(size.1), half);
        View::new(from, forward, up, extents, true, (distance * 1e-4, distance * 1e4), size)
    }

    /// The view from in front, a little above and to the right, that shows all of a box and little else.
    pub fn of_box(least: DVec3, most: DVec3, up: DVec3, front: DVec3, size: (u32, u32)) -> View {
        let centre = (least + most) / 2.0;
        let back = (front + up.cross(front) * 0.5 + up * 0.4).normalize_or(DVec3::Z);
        let right = up.cross(back).normalize_or(DVec3::X);
        let above = back.cross(right);
        let half = libm::tan(20f64.to_radians());
        let (width, height) = (f64::from(size.0), f64::from(size.1));
        let (x, y) = if width > height { (half * width / height, half) } else { (half, half * height / width) };
        // As near as each corner allows.
        let (mut distance, mut nearest, mut farthest) = (0f64, 0f64, 0f64);
        for corner in 0..8 {
            let pick = |bit: u32, low: f64, high: f64| if corner >> bit & 1 == 0 { low } else { high };
            let p = DVec3::new(pick(0, least.x, most.x), pick(1, least.y, most.y), pick(2, least.z, most.z)) - centre;
            let towards = p.dot(back);
            let fits = (p.dot(right).abs() / x).max(p.dot(above).abs() / y) * MARGIN;
            distance = distance.max(towards + fits);
            (nearest, farthest) = (nearest.max(towards), farthest.max(-towards));
        }
        let distance = if distance.is_finite() && distance > 0.0 { distance } else { 1.0 };
        let near = (distance - nearest).max(distance * 1e-3) * 0.99;
        let far = (distance + farthest) * 1.01;
        View::new(centre + back * distance, -back, up, (x, y), true, (near, far), size)
    }

    fn new(
        eye: DVec3,
        forward: DVec3,
        up: DVec3,
        (x, y): (f64, f64),
        perspective: bool,
        (near, far): (f64, f64),
        size: (u32, u32),
    ) -> View {
        let back = -forward;
        let right = up.cross(back).try_normalize().unwrap_or_else(|| back.any_orthonormal_vector());
        let up = back.cross(right);
        // Rows are the axes of the camera.
        let to_eye = DMat4::from_cols(
            DVec4::new(right.x, up.x, back.x, 0.0),
            DVec4::new(right.y, up.y, back.y, 0.0),
            DVec4::new(right.z, up.z, back.z, 0.0),
            DVec4::new(-right.dot(eye), -up.dot(eye), -back.dot(eye), 1.0),
        );
        let middle = (f64::from(size.0) / 2.0, f64::from(size.1) / 2.0);
        let range = if perspective { (far.recip(), near.recip()) } else { (-far, -near) };
        let (scale_x, scale_y) = (middle.0 / x, middle.1 / y);
        View { to_eye, eye, forward, up, perspective, scale_x, scale_y, middle, range, near, far }
    }

    /// How points of a space become places in the picture.
    pub fn projector(&self, to_world: DMat4) -> Projector {
        let [x, y, z] = {
            let rows = (self.to_eye * to_world).transpose();
            [rows.x_axis, rows.y_axis, rows.z_axis]
        };
        let depth = -z;
        let one = if self.perspective { depth } else { DVec4::W };
        let across = one * self.middle.0 + x * self.scale_x;
        let down = one * self.middle.1 - y * self.scale_y;
        Projector { rows: [across, down, one, depth] }
    }

    /// How near a corner is: more is nearer, linear over the picture.
    pub fn nearness(&self, corner: Corner) -> f64 {
        if self.perspective { f64::from(corner.w).recip() } else { -f64::from(corner.depth) }
    }

    /// Where the picture looks at a place of it, in pixels from the upper left.
    pub fn direction(&self, x: f64, y: f64) -> DVec3 {
        if !self.perspective {
            return self.forward;
        }
        let right = self.forward.cross(self.up);
        let (across, up) = ((x - self.middle.0) / self.scale_x, (self.middle.1 - y) / self.scale_y);
        self.forward + right * across + self.up * up
    }

    /// How far a point of the world is from the eye.
    pub fn distance(&self, point: DVec3) -> f64 {
        match self.perspective {
            true => self.eye.distance(point),
            false => self.forward.dot(point - self.eye).abs(),
        }
    }

    /// From a point of the world towards the eye, of length 1.
    pub fn towards(&self, point: DVec3) -> DVec3 {
        let way = if self.perspective { self.eye - point } else { -self.forward };
        way.try_normalize().unwrap_or(-self.forward)
    }
}

/// Half extents: tangents, or lengths. What makes no sense is put right.
fn extents(projection: &Projection, viewport: f64) -> (f64, f64) {
    let positive = |v: Option<f64>| v.filter(|v| v.is_finite() && *v > 0.0);
    let (x, y, default) = match *projection {
        Projection::Perspective { x, y, .. } => {
            let half = |v: Option<f64>| positive(v).map(|v| libm::tan(v.min(WIDEST).to_radians() / 2.0));
            (half(x), half(y), libm::tan(22.5f64.to_radians()))
        }
        Projection::Orthographic { x, y, .. } => (positive(x), positive(y), 1.0),
    };
    match (x, y) {
        (Some(x), None) => (x, x / viewport),
        (Some(x), Some(y)) if x / y > viewport => (x, x / viewport),
        (_, Some(y)) => (y * viewport, y),
        (None, None) => (default * viewport, default),
    }
}

/// The distances of the clipping planes. What makes no sense is put right.
fn planes(camera: &Camera, perspective: bool) -> (f64, f64) {
    let far = if camera.far.is_nan() || (perspective && camera.far <= 0.0) { 1e30 } else { camera.far.min(1e30) };
    let near = if camera.near.is_finite() { camera.near } else { 0.0 };
    let near = if perspective { near.max(far * 1e-9).max(1e-30) } else { near };
    if near < far { (near, far) } else { (if perspective { near * 1e-3 } else { near - 1e30 }, near.max(far)) }
}

/// A corner in the picture: homogeneous, so the place is `x/w`, `y/w` in pixels from the upper left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Corner {
    pub x: f32,
    pub y: f32,
    pub w: f32,
    /// Distance from the eye along its direction.
    pub depth: f32,
}

/// Leads from a space to the picture.
#[derive(Clone, Debug)]
pub(crate) struct Projector {
    rows: [DVec4; 4],
}

impl Projector {
    #[inline]
    pub fn project(&self, [x, y, z]: [f32; 3]) -> Corner {
        let (x, y, z) = (f64::from(x), f64::from(y), f64::from(z));
        let along = |r: &DVec4| (r.x * x + r.y * y + (r.z * z + r.w)) as f32;
        let [a, b, c, d] = &self.rows;
        Corner { x: along(a), y: along(b), w: along(c), depth: along(d) }
    }
}

#[cfg(test)]
mod tests {
    use portolan_scene::Meta;

    use super::*;

    fn camera(projection: Projection) -> Camera {
        Camera { meta: Meta::default(), projection, near: 1.0, far: 100.0 }
    }

    fn place(view: &View, point: [f32; 3]) -> (f32, f32) {
        let c = view.projector(DMat4::IDENTITY).project(point);
        (c.x / c.w, c.y / c.w)
    }

    #[test]
    fn a_right_angle_reaches_the_edge_at_45_degrees() {
        let wide = camera(Projection::Perspective { x: Some(90.0), y: None, aspect: None });
        let view = View::of_camera(&wide, DMat4::IDENTITY, (200, 100));
        for (point, (x, y)) in [
            ([0.0, 0.0, -5.0], (100.0, 50.0)),
            ([5.0, 0.0, -5.0], (200.0, 50.0)),
            ([0.0, 2.5, -5.0], (100.0, 0.0)),
            ([-2.0, -1.0, -2.0], (0.0, 100.0)),
        ] {
            let got = place(&view, point);
            assert!((got.0 - x).abs() < 1e-3 && (got.1 - y).abs() < 1e-3, "{point:?} {got:?}");
        }
        // Moved and turned: a camera at (0, 0, 10) that looks along −X.
        let world = DMat4::from_translation(DVec3::new(0.0, 0.0, 10.0)) * DMat4::from_rotation_y(90f64.to_radians());
        let got = place(&View::of_camera(&wide, world, (200, 100)), [-4.0, 0.0, 10.0]);
        assert!((got.0 - 100.0).abs() < 1e-3 && (got.1 - 50.0).abs() < 1e-3);
    }

    #[test]
    fn pixels_are_square() {
        let seen = |x, y, aspect, point| {
            let flat = camera(Projection::Orthographic { x, y, aspect });
            place(&View::of_camera(&flat, DMat4::IDENTITY, (100, 100)), point)
        };
        // What is written is kept; the rest follows from the picture.
        assert_eq!(seen(None, Some(1.0), Some(5.0), [1.0, 1.0, -7.0]), (100.0, 0.0));
        assert_eq!(seen(Some(2.0), None, Some(5.0), [2.0, 2.0, -7.0]), (100.0, 0.0));
        // All of both, and more of one.
        assert_eq!(seen(Some(2.0), Some(1.0), None, [2.0, 2.0, -7.0]), (100.0, 0.0));
        assert_eq!(seen(Some(1.0), Some(2.0), None, [2.0, 2.0, -7.0]), (100.0, 0.0));
        assert_eq!(seen(None, None, None, [1.0, 1.0, -7.0]), (100.0, 0.0));
    }

    #[test]
    fn senseless_cameras_still_see() {
        for (near, far) in [(0.0, 0.0), (5.0, 1.0), (f64::NAN, f64::NAN), (-1.0, 10.0), (1.0, f64::INFINITY)] {
            let projection = Projection::Perspective { x: Some(f64::NAN), y: Some(400.0), aspect: Some(-1.0) };
            let view = View::of_camera(&Camera { near, far, ..camera(projection) }, DMat4::ZERO, (8, 8));
            assert!(view.range.0 < view.range.1 && view.range.1.is_finite(), "{near} {far}: {:?}", view.range);
        }
    }

    #[test]
    fn a_framed_box_fits_closely() {
        let (least, most) = (DVec3::new(3.0, 4.0, 5.0), DVec3::new(4.0, 7.0, 5.5));
        for size in [(300, 100), (100, 300), (64, 64)] {
            let view = View::of_box(least, most, DVec3::Y, DVec3::Z, size);
            let mut reach = 0f32;
            for corner in 0..8 {
                let pick = |bit: u32, (a, b): (f64, f64)| if corner >> bit & 1 == 0 { a as f32 } else { b as f32 };
                let point = [pick(0, (least.x, most.x)), pick(1, (least.y, most.y)), pick(2, (least.z, most.z))];
                let (x, y) = place(&view, point);
                let off = |v: f32, size: u32| (v / size as f32 * 2.0 - 1.0).abs();
                reach = reach.max(off(x, size.0)).max(off(y, size.1));
                let depth = f64::from(view.projector(DMat4::IDENTITY).project(point).depth);
                assert!((view.near..view.far).contains(&depth));
            }
            assert!((0.9..1.0).contains(&reach), "{reach}");
        }
        let flat = View::of_box(DVec3::ZERO, DVec3::ZERO, DVec3::Y, DVec3::Z, (8, 8));
        assert!(flat.range.0 < flat.range.1);
    }
}
