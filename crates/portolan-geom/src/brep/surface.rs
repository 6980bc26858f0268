//! Surfaces by formula.

use std::f64::consts::{FRAC_PI_2, TAU};

use super::nurbs::NurbsSurface;
use super::{Curve, Frame, Point, Uv};
use crate::vector::{add, cross, dot, scale, sub, unit};

/// Where one parameter leads so little further than the other, there is a pole.
pub(crate) const POLE: f64 = 1e-4;

/// A point of a surface with its derivatives.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SurfaceJet {
    /// The point.
    pub point: Point,
    /// By u.
    pub u: Point,
    /// By v.
    pub v: Point,
    /// By u twice.
    pub uu: Point,
    /// By u and v.
    pub uv: Point,
    /// By v twice.
    pub vv: Point,
}

impl SurfaceJet {
    /// The normal, as long as the area that a step of u and v spans.
    #[inline]
    #[must_use]
    pub fn across(&self) -> Point {
        cross(self.u, self.v)
    }
}

/// A surface in space, without bounds but those of B-splines.
#[derive(Clone, PartialEq, Debug)]
pub enum Surface {
    /// `O + u·X + v·Y`.
    Plane {
        /// Where it stands.
        frame: Frame,
    },
    /// `O + R cos v (cos u X + sin u Y) + R sin v Z`.
    Sphere {
        /// Where it stands.
        frame: Frame,
        /// R.
        radius: f64,
    },
    /// `O + a cos u X + b sin u Y + v Z`.
    Cylinder {
        /// Where it stands.
        frame: Frame,
        /// a and b.
        radii: [f64; 2],
    },
    /// `O + (R + v tan A)(cos u X + sin u Y) + v Z`.
    Cone {
        /// Where it stands.
        frame: Frame,
        /// R, the radius where v is 0.
        radius: f64,
        /// A, in radians.
        angle: f64,
    },
    /// `O + (R + r cos v)(cos u X + sin u Y) + r sin v Z`.
    Torus {
        /// Where it stands.
        frame: Frame,
        /// R and r.
        radii: [f64; 2],
    },
    /// A rational B-spline.
    Nurbs(NurbsSurface),
    /// `C(u) + v·D`.
    Extrusion {
        /// C.
        curve: Box<Curve>,
        /// D, of any length above 0.
        direction: Point,
    },
    /// `C(v)` turned by u about an axis.
    Revolution {
        /// C.
        curve: Box<Curve>,
        /// A point of the axis.
        origin: Point,
        /// Its direction, of length 1.
        axis: Point,
    },
}

impl Surface {
    /// The point at parameters.
    #[inline]
    #[must_use]
    pub fn point(&self, [u, v]: Uv) -> Point {
        match self {
            Surface::Plane { frame } => frame.place([u, v, 0.0]),
            Surface::Cylinder { frame, radii: [a, b] } => {
                let (sin, cos) = libm::sincos(u);
                frame.place([a * cos, b * sin, v])
            }
            _ => self.jet([u, v]).point,
        }
    }

    /// The point with its derivatives.
    #[must_use]
    pub fn jet(&self, [u, v]: Uv) -> SurfaceJet {
        match self {
            Surface::Plane { frame } => {
                let [x, y, _] = frame.axes;
                SurfaceJet { point: frame.place([u, v, 0.0]), u: x, v: y, uu: [0.0; 3], uv: [0.0; 3], vv: [0.0; 3] }
            }
            Surface::Sphere { frame, radius } => {
                let (sin, cos) = libm::sincos(v);
                let (out, up) = (radius * cos, radius * sin);
                turned(frame, u, [out, up], [-up, out], [-out, -up])
            }
            Surface::Cylinder { frame, radii: [a, b] } => {
                let (sin, cos) = libm::sincos(u);
                let to = |p: Point| frame.direction(p);
                SurfaceJet {
                    point: frame.place([a * cos, b * sin, v]),
                    u: to([-a * sin, b * cos, 0.0]),
                    v: frame.axes[2],
                    uu: to([-a * cos, -b * sin, 0.0]),
                    uv: [0.0; 3],
                    vv: [0.0; 3],
                }
            }
            Surface::Cone { frame, radius, angle } => {
                let tan = libm::tan(*angle);
                turned(frame, u, [radius + v * tan, v], [tan, 1.0], [0.0; 2])
            }
            Surface::Torus { frame, radii: [far, near] } => {
                let (sin, cos) = libm::sincos(v);
                let (out, up) = (near * cos, near * sin);
                turned(frame, u, [far + out, up], [-up, out], [-out, -up])
            }
            Surface::Nurbs(nurbs) => nurbs.jet(u, v),
            Surface::Extrusion { curve, direction } => {
                let [p, d, dd] = curve.jet(u);
                let point = add(p, scale(*direction, v));
                SurfaceJet { point, u: d, v: *direction, uu: dd, uv: [0.0; 3], vv: [0.0; 3] }
            }
            Surface::Revolution { curve, origin, axis } => {
                let (sin, cos) = libm::sincos(u);
                let turn = |p: Point| {
                    let along = scale(*axis, dot(*axis, p) * (1.0 - cos));
                    add(add(scale(p, cos), scale(cross(*axis, p), sin)), along)
                };
                let [p, d, dd] = curve.jet(v);
                let (p, d, dd) = (turn(sub(p, *origin)), turn(d), turn(dd));
                let by_u = cross(*axis, p);
                SurfaceJet {
                    point: add(*origin, p),
                    u: by_u,
                    v: d,
                    uu: cross(*axis, by_u),
                    uv: cross(*axis, d),
                    vv: dd,
                }
            }
        }
    }

    /// The normal of length 1 where a step of u and v spans an area.
    #[must_use]
    pub fn normal(&self, uv: Uv) -> Option<Point> {
        let jet = self.jet(uv);
        let across = jet.across();
        let (u, v) = (dot(jet.u, jet.u), dot(jet.v, jet.v));
        // Where one of both vanishes the direction is that of rounding.
        (dot(across, across) > 1e-16 * u.max(v) * u.max(v)).then(|| unit(across)).flatten()
    }

    /// After which step of u, and of v, it begins anew.
    #[must_use]
    pub fn periods(&self) -> [Option<f64>; 2] {
        match self {
            Surface::Plane { .. } => [None, None],
            Surface::Sphere { .. } | Surface::Cylinder { .. } | Surface::Cone { .. } => [Some(TAU), None],
            Surface::Torus { .. } => [Some(TAU), Some(TAU)],
            Surface::Nurbs(nurbs) => {
                let [u, v] = nurbs.domain();
                let closed = nurbs.is_closed();
                [closed[0].then(|| u[1] - u[0]), closed[1].then(|| v[1] - v[0])]
            }
            Surface::Extrusion { curve, .. } => [curve.period(), None],
            Surface::Revolution { curve, .. } => [Some(TAU), curve.period()],
        }
    }

    /// What people call it, as COLLADA does, with the two kinds of swept surfaces told apart.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Surface::Plane { .. } => "plane",
            Surface::Sphere { .. } => "sphere",
            Surface::Cylinder { .. } => "cylinder",
            Surface::Cone { .. } => "cone",
            Surface::Torus { .. } => "torus",
            Surface::Nurbs(_) => "nurbs",
            Surface::Extrusion { .. } => "extrusion",
            Surface::Revolution { .. } => "revolution",
        }
    }

    /// Where all u (0) or all v (1) are one point: the least and the greatest of the other parameter, if there are any.
    pub(crate) fn poles(&self, along: usize, size: f64) -> [Option<f64>; 2] {
        match self {
            Surface::Nurbs(nurbs) => {
                let [us, vs] = nurbs.domain();
                let ([from, to], ends) = if along == 0 { (us, vs) } else { (vs, us) };
                let place = |i: i32, end: f64| {
                    let at = from + (to - from) * f64::from(i) / 4.0;
                    if along == 0 { [at, end] } else { [end, at] }
                };
                ends.map(|end| (0..5).all(|i| self.pole(place(i, end), size) == Some(along)).then_some(end))
            }
            _ if along == 1 => [None, None],
            Surface::Sphere { .. } => [Some(-FRAC_PI_2), Some(FRAC_PI_2)],
            Surface::Cone { radius, angle, .. } => {
                let tan = libm::tan(*angle);
                let apex = (tan.abs() > 1e-12).then(|| -radius / tan);
                if tan > 0.0 { [apex, None] } else { [None, apex] }
            }
            Surface::Revolution { curve, .. } => match &**curve {
                Curve::Nurbs(nurbs) => nurbs.domain().map(|v| self.pole([0.0, v], size).map(|_| v)),
                _ => [None, None],
            },
            _ => [None, None],
        }
    }

    /// Is the point the same for all u (0) or all v (1) near it, on a surface of a body of that size?
    pub(crate) fn pole(&self, uv: Uv, body: f64) -> Option<usize> {
        if matches!(self, Surface::Plane { .. } | Surface::Cylinder { .. } | Surface::Extrusion { .. }) {
            return None;
        }
        let jet = self.jet(uv);
        let span = self.periods()[0].unwrap_or(1.0);
        let (u, v) = (dot(jet.u, jet.u).sqrt(), dot(jet.v, jet.v).sqrt());
        let size = match self {
            Surface::Sphere { radius, .. } => radius.abs(),
            Surface::Cone { radius, .. } => radius.abs().max(uv[1].abs()),
            Surface::Nurbs(nurbs) => {
                let [[u0, u1], [v0, v1]] = nurbs.domain();
                let (u, v) = (u * (u1 - u0), v * (v1 - v0));
                return match (u < POLE * v, v < POLE * u) {
                    (true, _) => Some(0),
                    (_, true) => Some(1),
                    _ => None,
                };
            }
            // The parameter of a line is a length, so that it tells nothing about the size.
            Surface::Revolution { .. } => body,
            _ => v,
        };
        (u * span < POLE * size).then_some(0)
    }

    /// Parameters along u (0) or v (1) at which one formula gives way to another.
    pub(crate) fn joints(&self, along: usize) -> Vec<f64> {
        match (self, along) {
            (Surface::Nurbs(nurbs), _) => nurbs.joints(along),
            (Surface::Extrusion { curve, .. }, 0) | (Surface::Revolution { curve, .. }, 1) => curve.joints(false),
            _ => Vec::new(),
        }
    }

    /// The same surface seen from outside of a frame in which it stands.
    #[must_use]
    pub fn placed(self, outer: &Frame) -> Surface {
        match self {
            Surface::Plane { frame } => Surface::Plane { frame: frame.within(outer) },
            Surface::Sphere { frame, radius } => Surface::Sphere { frame: frame.within(outer), radius },
            Surface::Cylinder { frame, radii } => Surface::Cylinder { frame: frame.within(outer), radii },
            Surface::Cone { frame, radius, angle } => Surface::Cone { frame: frame.within(outer), radius, angle },
            Surface::Torus { frame, radii } => Surface::Torus { frame: frame.within(outer), radii },
            Surface::Nurbs(nurbs) => Surface::Nurbs(nurbs.map(|p| outer.place(p))),
            Surface::Extrusion { curve, direction } => {
                Surface::Extrusion { curve: Box::new(curve.placed(outer)), direction: outer.direction(direction) }
            }
            Surface::Revolution { curve, origin, axis } => Surface::Revolution {
                curve: Box::new(curve.placed(outer)),
                origin: outer.place(origin),
                axis: outer.direction(axis),
            },
        }
    }

    pub(crate) fn is_sound(&self) -> bool {
        let finite = |list: &[f64]| list.iter().all(|x| x.is_finite());
        match self {
            Surface::Plane { frame } => frame.is_sound(),
            Surface::Sphere { frame, radius } => frame.is_sound() && finite(&[*radius]),
            Surface::Cylinder { frame, radii } | Surface::Torus { frame, radii } => frame.is_sound() && finite(radii),
            Surface::Cone { frame, radius, angle } => frame.is_sound() && finite(&[*radius, *angle]),
            Surface::Nurbs(nurbs) => nurbs.is_sound(),
            Surface::Extrusion { curve, direction } => curve.is_sound() && finite(direction),
            Surface::Revolution { curve, origin, axis } => curve.is_sound() && finite(origin) && finite(axis),
        }
    }
}

/// A meridian turned by u about the third axis: how far out and up it is, with its derivatives by v.
fn turned(frame: &Frame, u: f64, at: [f64; 2], once: [f64; 2], twice: [f64; 2]) -> SurfaceJet {
    let (sin, cos) = libm::sincos(u);
    let out = |[out, up]: [f64; 2]| frame.direction([out * cos, out * sin, up]);
    let side = |out: f64| frame.direction([-out * sin, out * cos, 0.0]);
    SurfaceJet {
        point: add(frame.origin, out(at)),
        u: side(at[0]),
        v: out(once),
        uu: out([-at[0], 0.0]),
        uv: side(once[0]),
        vv: out(twice),
    }
}
