//! Curves by formula.

use std::f64::consts::TAU;

use super::nurbs::Nurbs;
use super::{Frame, Point};
use crate::vector::{add, scale, sub};

/// A point, and the first and second derivative by the parameter.
pub type Jet = [Point; 3];

/// A curve in space; in the parameters of a surface the third coordinate is 0.
#[derive(Clone, PartialEq, Debug)]
pub enum Curve {
    /// `O + u·D`; the direction has length 1.
    Line {
        /// Where the parameter is 0.
        origin: Point,
        /// Where it leads.
        direction: Point,
    },
    /// A conic section in the first two axes of a frame.
    Conic {
        /// Where it stands.
        frame: Frame,
        /// Which one it is.
        conic: Conic,
    },
    /// A rational B-spline.
    Nurbs(Nurbs),
}

/// Conic sections.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Conic {
    /// `R cos u, R sin u`.
    Circle {
        /// R.
        radius: f64,
    },
    /// `a cos u, b sin u`.
    Ellipse {
        /// a and b.
        radii: [f64; 2],
    },
    /// `u²/4F, u`.
    Parabola {
        /// F, the distance from the apex to the focus.
        focal: f64,
    },
    /// `a cosh u, b sinh u`.
    Hyperbola {
        /// a and b.
        radii: [f64; 2],
    },
}

impl Curve {
    /// The point at a parameter.
    #[inline]
    #[must_use]
    pub fn point(&self, u: f64) -> Point {
        match self {
            Curve::Line { origin, direction } => add(*origin, scale(*direction, u)),
            _ => self.jet(u)[0],
        }
    }

    /// The point with the first and second derivative.
    #[must_use]
    pub fn jet(&self, u: f64) -> Jet {
        match self {
            Curve::Line { origin, direction } => [add(*origin, scale(*direction, u)), *direction, [0.0; 3]],
            Curve::Conic { frame, conic } => {
                let [p, d, dd] = conic.jet(u);
                [frame.place(p), frame.direction(d), frame.direction(dd)]
            }
            Curve::Nurbs(nurbs) => nurbs.jet(u),
        }
    }

    /// After which parameter it begins anew.
    #[must_use]
    pub fn period(&self) -> Option<f64> {
        match self {
            Curve::Conic { conic: Conic::Circle { .. } | Conic::Ellipse { .. }, .. } => Some(TAU),
            Curve::Nurbs(nurbs) if nurbs.is_closed() => Some(nurbs.domain()[1] - nurbs.domain()[0]),
            _ => None,
        }
    }

    /// What people call it, as COLLADA does.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Curve::Line { .. } => "line",
            Curve::Conic { conic: Conic::Circle { .. }, .. } => "circle",
            Curve::Conic { conic: Conic::Ellipse { .. }, .. } => "ellipse",
            Curve::Conic { conic: Conic::Parabola { .. }, .. } => "parabola",
            Curve::Conic { conic: Conic::Hyperbola { .. }, .. } => "hyperbola",
            Curve::Nurbs(_) => "nurbs",
        }
    }

    /// The same curve seen from outside of a frame in which it stands.
    #[must_use]
    pub fn placed(self, outer: &Frame) -> Curve {
        match self {
            Curve::Line { origin, direction } => {
                Curve::Line { origin: outer.place(origin), direction: outer.direction(direction) }
            }
            Curve::Conic { frame, conic } => Curve::Conic { frame: frame.within(outer), conic },
            Curve::Nurbs(nurbs) => Curve::Nurbs(nurbs.map(|p| outer.place(p))),
        }
    }

    /// Parameters at which it may have a corner, or leave one polynomial for another.
    pub(crate) fn joints(&self, corners: bool) -> Vec<f64> {
        match self {
            Curve::Nurbs(nurbs) if corners => nurbs.corners(),
            Curve::Nurbs(nurbs) => nurbs.joints(),
            _ => Vec::new(),
        }
    }

    /// A span of parameters in which the point of the curve that is nearest to another lies, if that is no farther from
    /// the origin of the curve than `reach`.
    pub(crate) fn span(&self, reach: f64) -> [f64; 2] {
        let both = |most: f64| [-most, most];
        match self {
            Curve::Line { .. } => both(reach),
            Curve::Conic { conic, .. } => match *conic {
                Conic::Circle { .. } | Conic::Ellipse { .. } => [0.0, TAU],
                Conic::Parabola { .. } => both(reach),
                Conic::Hyperbola { radii } => both(libm::asinh(reach / radii[1].abs().max(1e-300)).min(300.0)),
            },
            Curve::Nurbs(nurbs) => nurbs.domain(),
        }
    }

    /// A point to measure reach from.
    pub(crate) fn origin(&self) -> Point {
        match self {
            Curve::Line { origin, .. } => *origin,
            Curve::Conic { frame, .. } => frame.origin,
            Curve::Nurbs(nurbs) => nurbs.poles().next().map_or([0.0; 3], |(p, _)| p),
        }
    }

    pub(crate) fn is_sound(&self) -> bool {
        match self {
            Curve::Line { origin, direction } => {
                let length = direction.iter().map(|x| x * x).sum::<f64>();
                origin.iter().all(|x| x.is_finite()) && (length - 1.0).abs() < 1e-9
            }
            Curve::Conic { frame, conic } => {
                let numbers = match *conic {
                    Conic::Circle { radius } => [radius, radius],
                    Conic::Ellipse { radii } | Conic::Hyperbola { radii } => radii,
                    Conic::Parabola { focal } => [focal, focal],
                };
                frame.is_sound() && numbers.iter().all(|x| x.is_finite())
            }
            Curve::Nurbs(nurbs) => nurbs.is_sound(),
        }
    }
}

impl Conic {
    fn jet(self, u: f64) -> Jet {
        match self {
            Conic::Circle { radius } => Conic::Ellipse { radii: [radius; 2] }.jet(u),
            Conic::Ellipse { radii: [a, b] } => {
                let (sin, cos) = libm::sincos(u);
                [[a * cos, b * sin, 0.0], [-a * sin, b * cos, 0.0], [-a * cos, -b * sin, 0.0]]
            }
            Conic::Parabola { focal } => {
                [[u * u / (4.0 * focal), u, 0.0], [u / (2.0 * focal), 1.0, 0.0], [0.5 / focal, 0.0, 0.0]]
            }
            Conic::Hyperbola { radii: [a, b] } => {
                let (cosh, sinh) = (libm::cosh(u), libm::sinh(u));
                [[a * cosh, b * sinh, 0.0], [a * sinh, b * cosh, 0.0], [a * cosh, b * sinh, 0.0]]
            }
        }
    }
}

impl Frame {
    /// The same frame seen from outside of another in which it stands.
    #[must_use]
    pub fn within(&self, outer: &Frame) -> Frame {
        Frame { origin: outer.place(self.origin), axes: self.axes.map(|a| outer.direction(a)) }
    }
}

/// The length of a curve between two parameters, by integration.
pub(crate) fn length(curve: &Curve, [from, to]: [f64; 2]) -> f64 {
    if let Curve::Line { .. } = curve {
        return (to - from).abs();
    }
    let mut stops = vec![from.min(to)];
    let (low, high) = (from.min(to), from.max(to));
    stops.extend(curve.joints(false).into_iter().filter(|t| *t > low && *t < high));
    stops.push(high);
    let speed = |t: f64| {
        let d = sub(curve.jet(t)[1], [0.0; 3]);
        d.iter().map(|x| x * x).sum::<f64>().sqrt()
    };
    stops.windows(2).map(|w| if let [a, b] = w { super::measure::integral(*a, *b, 16, speed) } else { 0.0 }).sum()
}
