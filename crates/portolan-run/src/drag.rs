//! Dragging: the pointer on a plane, a sphere or a cylinder (PL-1, SS-1, CS-1).

use portolan_scene::glam::{DMat4, DVec3};
use portolan_xvrml::lower::{axis_angle, quaternion};
use portolan_xvrml::world::{NodeId, Value, World};

/// A drag, in the frame that its sensor had when it began.
#[derive(Debug)]
pub(crate) struct Drag {
    back: DMat4,
    /// Where it began.
    start: DVec3,
    on: On,
    /// What was told last.
    last: Option<Value>,
}

#[derive(Debug)]
enum On {
    /// The plane of z at the start.
    Plane,
    /// A sphere about the origin.
    Sphere,
    /// The plane of y at the start, with the angle up to now.
    Disk(f64),
    /// A cylinder about the y axis, with the angle up to now.
    Cylinder(f64),
}

impl Drag {
    /// Begins where a ray hits; `None` if a sensor does not drag.
    pub fn new(world: &World, sensor: NodeId, frame: DMat4, hit: DVec3, direction: DVec3) -> Option<Drag> {
        let back = frame.inverse();
        let bearing = back.transform_vector3(direction).try_normalize()?;
        let on = match world.kind(sensor) {
            "PlaneSensor" => On::Plane,
            "SphereSensor" => On::Sphere,
            "CylinderSensor" => {
                // The acute angle between the bearing and the axis decides.
                let angle = libm::acos(bearing.y.abs().min(1.0));
                if angle < world.number(sensor, "diskAngle") { On::Disk(0.0) } else { On::Cylinder(0.0) }
            }
            _ => return None,
        };
        let start = back.transform_point3(hit);
        (back.is_finite() && start.is_finite()).then_some(Drag { back, start, on, last: None })
    }

    /// What becomes the offset of the sensor.
    pub fn last(&self) -> Option<Value> {
        match (&self.on, self.last.clone()?) {
            (On::Disk(_) | On::Cylinder(_), Value::Numbers([.., angle])) => {
                Some(Value::Numbers([angle, 0.0, 0.0, 0.0]))
            }
            (_, last) => Some(last),
        }
    }

    /// Goes on to another ray: the point on the surface, and the output with its value. `None` if the ray misses it.
    pub fn to(
        &mut self,
        world: &World,
        sensor: NodeId,
        origin: DVec3,
        direction: DVec3,
    ) -> Option<(Value, &'static str, Value)> {
        let origin = self.back.transform_point3(origin);
        let bearing = self.back.transform_vector3(direction).try_normalize()?;
        let start = self.start;
        let (point, name, value) = match &mut self.on {
            On::Plane => {
                let point = flat(origin, bearing, DVec3::Z, start)?;
                let moved = point - start + DVec3::from_array(world.triple(sensor, "offset"));
                let (low, high) = (world.numbers(sensor, "minPosition"), world.numbers(sensor, "maxPosition"));
                let ([low_x, low_y, ..], [high_x, high_y, ..]) = (low, high);
                let (x, y) = (clamped(moved.x, low_x, high_x), clamped(moved.y, low_y, high_y));
                (point, "translation-changed", [x, y, moved.z, 0.0])
            }
            On::Sphere => {
                let point = on_sphere(origin, bearing, start.length());
                let turn = portolan_scene::turn::arc(start.try_normalize()?, point.try_normalize()?);
                let offset = world.numbers(sensor, "offset");
                (point, "rotation-changed", axis_angle((turn * quaternion(offset)).normalize(), offset))
            }
            On::Disk(angle) => {
                let point = flat(origin, bearing, DVec3::Y, start)?;
                *angle = nearest_turn(*angle, about_y(start, point));
                (point, "rotation-changed", turned(world, sensor, *angle))
            }
            On::Cylinder(angle) => {
                let point = on_cylinder(origin, bearing, libm::hypot(start.x, start.z));
                *angle = nearest_turn(*angle, about_y(start, point));
                (point, "rotation-changed", turned(world, sensor, *angle))
            }
        };
        let value = Value::Numbers(value);
        self.last = Some(value.clone());
        Some((Value::Numbers([point.x, point.y, point.z, 0.0]), name, value))
    }
}

/// Limits hold if they are in order.
fn clamped(v: f64, low: f64, high: f64) -> f64 {
    if low <= high { v.clamp(low, high) } else { v }
}

fn turned(world: &World, sensor: NodeId, angle: f64) -> [f64; 4] {
    let angle = angle + world.number(sensor, "offset");
    [0.0, 1.0, 0.0, clamped(angle, world.number(sensor, "minAngle"), world.number(sensor, "maxAngle"))]
}

/// Where a ray meets the plane across an axis through a point.
fn flat(origin: DVec3, bearing: DVec3, axis: DVec3, through: DVec3) -> Option<DVec3> {
    let slope = bearing.dot(axis);
    let way = (through - origin).dot(axis) / slope;
    (slope.abs() > 1e-12 && way >= 0.0).then(|| origin + bearing * way)
}

/// Where a ray meets a sphere about the origin first; if it misses, the point of the sphere that is nearest to it.
fn on_sphere(origin: DVec3, bearing: DVec3, radius: f64) -> DVec3 {
    let along = -origin.dot(bearing);
    let square = radius * radius - (origin + bearing * along).length_squared();
    if square < 0.0 {
        return (origin + bearing * along).normalize_or_zero() * radius;
    }
    let half = square.sqrt();
    let way = if along - half >= 0.0 { along - half } else { along + half };
    origin + bearing * way
}

/// The same for a cylinder about the y axis.
fn on_cylinder(origin: DVec3, bearing: DVec3, radius: f64) -> DVec3 {
    let (from, way) = (DVec3::new(origin.x, 0.0, origin.z), DVec3::new(bearing.x, 0.0, bearing.z));
    let speed = way.length_squared();
    if speed < 1e-24 {
        return origin;
    }
    let along = -from.dot(way) / speed;
    let nearest = from + way * along;
    let square = (radius * radius - nearest.length_squared()) / speed;
    if square < 0.0 {
        let side = nearest.normalize_or_zero() * radius;
        return DVec3::new(side.x, (origin + bearing * along).y, side.z);
    }
    let half = square.sqrt();
    let t = if along - half >= 0.0 { along - half } else { along + half };
    origin + bearing * t
}

/// The angle about the y axis from one point to another.
fn about_y(from: DVec3, to: DVec3) -> f64 {
    libm::atan2(from.z * to.x - from.x * to.z, from.x * to.x + from.z * to.z)
}

/// The angle that is nearest to the one before, so that several turns can be made.
fn nearest_turn(before: f64, angle: f64) -> f64 {
    let turn = std::f64::consts::TAU;
    angle + libm::round((before - angle) / turn) * turn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: DVec3, wanted: [f64; 3]) {
        assert!(found.abs_diff_eq(wanted.into(), 1e-9), "{found} instead of {wanted:?}");
    }

    #[test]
    fn rays_meet_planes_spheres_and_cylinders() {
        let eye = DVec3::new(0.0, 0.0, 10.0);
        close(flat(eye, DVec3::new(0.3, 0.0, -1.0), DVec3::Z, DVec3::new(5.0, 5.0, 0.0)).unwrap(), [3.0, 0.0, 0.0]);
        assert_eq!(flat(eye, DVec3::X, DVec3::Z, DVec3::ZERO), None);
        close(on_sphere(eye, DVec3::NEG_Z, 2.0), [0.0, 0.0, 2.0]);
        // A ray that passes at 4 is nearest at x.
        close(on_sphere(DVec3::new(4.0, 0.0, 10.0), DVec3::NEG_Z, 2.0), [2.0, 0.0, 0.0]);
        close(on_cylinder(DVec3::new(0.6, 3.0, 10.0), DVec3::NEG_Z, 1.0), [0.6, 3.0, 0.8]);
    }

    #[test]
    fn angles_about_y_go_from_z_to_x_and_on() {
        assert!((about_y(DVec3::Z, DVec3::X) - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
        assert!((nearest_turn(6.2, 0.1) - (0.1 + std::f64::consts::TAU)).abs() < 1e-12);
    }
}
