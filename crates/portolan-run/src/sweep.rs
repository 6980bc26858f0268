//! A box that moves against triangles.

use portolan_scene::glam::DVec3;

/// A box along the axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    pub centre: DVec3,
    pub half: DVec3,
}

impl Body {
    /// The box around the whole way.
    pub fn along(&self, way: DVec3) -> (DVec3, DVec3) {
        let to = self.centre + way;
        (self.centre.min(to) - self.half, self.centre.max(to) + self.half)
    }

    /// Are a triangle and the box in each other?
    pub fn touches(&self, triangle: &[DVec3; 3]) -> bool {
        axes(triangle).into_iter().flatten().all(|axis| {
            let (low, high) = extent(triangle, self.centre, axis);
            let reach = self.half.dot(axis.abs());
            low < reach && high > -reach
        })
    }
}

/// The share of a way at which the box touches a triangle, and the normal there; `None` if it does not, or is in it already.
pub(crate) fn sweep(body: &Body, way: DVec3, triangle: &[DVec3; 3]) -> Option<(f64, DVec3)> {
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut normal = DVec3::ZERO;
    for axis in axes(triangle).into_iter().flatten() {
        let (low, high) = extent(triangle, body.centre, axis);
        let reach = body.half.dot(axis.abs());
        let speed = way.dot(axis);
        // Along this axis they are apart unless −reach < high and low < reach.
        if speed.abs() < 1e-12 {
            if low >= reach || high <= -reach {
                return None;
            }
            continue;
        }
        let (first, last) = ((low - reach) / speed, (high + reach) / speed);
        let (first, last) = (first.min(last), first.max(last));
        if first > enter {
            enter = first;
            normal = axis * -speed.signum();
        }
        leave = leave.min(last);
    }
    // Who is in it already may get out.
    (enter <= leave && (-1e-9..=1.0).contains(&enter)).then_some((enter.max(0.0), normal))
}

/// How far a triangle reaches along an axis, from a point.
fn extent(triangle: &[DVec3; 3], from: DVec3, axis: DVec3) -> (f64, f64) {
    let along = triangle.map(|p| (p - from).dot(axis));
    along.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)))
}

/// The axes along which a box and a triangle can be apart.
fn axes([a, b, c]: &[DVec3; 3]) -> [Option<DVec3>; 13] {
    let edges = [*b - *a, *c - *b, *a - *c];
    let units = [DVec3::X, DVec3::Y, DVec3::Z];
    let mut all = [None; 13];
    let across = edges.iter().flat_map(|e| units.iter().map(move |u| e.cross(*u)));
    let face = (*b - *a).cross(*c - *a);
    let every = units.into_iter().chain([face]).chain(across);
    all.iter_mut().zip(every).for_each(|(to, axis)| *to = axis.try_normalize());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A large triangle in the plane z = 0.
    const WALL: [DVec3; 3] = [DVec3::new(-99.0, -99.0, 0.0), DVec3::new(99.0, -99.0, 0.0), DVec3::new(0.0, 99.0, 0.0)];

    #[test]
    fn co_1_a_body_stops_at_a_wall() {
        let body = Body { centre: DVec3::new(0.0, 0.0, 8.0), half: DVec3::new(0.5, 1.0, 0.5) };
        // 7.5 of 10 are free.
        let (share, normal) = sweep(&body, DVec3::new(0.0, 0.0, -10.0), &WALL).unwrap();
        assert!((share - 0.75).abs() < 1e-12 && normal == DVec3::Z, "{share} {normal}");
        assert!(sweep(&body, DVec3::new(0.0, 0.0, -7.4), &WALL).is_none());
        assert!(sweep(&body, DVec3::new(5.0, 0.0, 0.0), &WALL).is_none());
        assert!(sweep(&body, DVec3::new(0.0, 0.0, 5.0), &WALL).is_none());
    }

    #[test]
    fn co_6_a_body_may_be_in_something() {
        let body = |z| Body { centre: DVec3::new(0.0, 0.0, z), half: DVec3::splat(0.5) };
        assert!(body(0.4).touches(&WALL) && !body(0.6).touches(&WALL));
    }
}
