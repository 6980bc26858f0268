//! Bodies in another unit and with other axes.

use super::{Body, Conic, Curve, Edge, Frame, Nurbs, Surface};
use crate::vector::scale;

impl Body {
    /// The same body turned by a frame without origin, then larger by a factor. Parameters that are lengths change with it:
    /// those of lines and parabolas, and those of the surfaces that have lengths among theirs. Curves in parameters are
    /// written anew for each edge and face, as lines become faster or slower. `None` for a curve that has no such form: its
    /// edge is found by projection then, and the number of such curves is told.
    #[must_use]
    pub fn moved(&self, turn: &Frame, factor: f64) -> (Body, usize) {
        let mut body = Body { curves_2d: Vec::new(), pcurves: Vec::new(), ..self.clone() };
        for point in &mut body.points {
            *point = scale(turn.direction(*point), factor);
        }
        for curve in &mut body.curves {
            *curve = moved_curve(curve, turn, factor);
        }
        for surface in &mut body.surfaces {
            *surface = moved_surface(surface, turn, factor);
        }
        let rate = |edge: &Edge| self.curve_of(edge).map_or(1.0, |c| rate(c, factor));
        for (edge, old) in body.edges.iter_mut().zip(&self.edges) {
            let rate = rate(old);
            edge.range = old.range.map(|t| t * rate);
        }
        let mut lost = 0;
        for pcurve in &self.pcurves {
            let (Some(curve), Some(edge), Some(face)) = (
                self.curves_2d.get(pcurve.curve as usize),
                self.edges.get(pcurve.edge as usize),
                self.faces.get(pcurve.face as usize),
            ) else {
                continue;
            };
            let Some(surface) = self.surfaces.get(face.surface as usize) else { continue };
            match flat(curve, rates(surface, factor), rate(edge), edge.range) {
                Some(curve) => {
                    let at = body.curves_2d.len() as u32;
                    body.curves_2d.push(curve);
                    body.pcurves.push(super::Pcurve { curve: at, ..*pcurve });
                }
                None => lost += 1,
            }
        }
        (body, lost)
    }
}

/// By how much the parameter of a curve changes.
fn rate(curve: &Curve, factor: f64) -> f64 {
    match curve {
        Curve::Line { .. } | Curve::Conic { conic: Conic::Parabola { .. }, .. } => factor,
        _ => 1.0,
    }
}

/// By how much the parameters of a surface change.
fn rates(surface: &Surface, factor: f64) -> [f64; 2] {
    match surface {
        Surface::Plane { .. } => [factor; 2],
        Surface::Cylinder { .. } | Surface::Cone { .. } => [1.0, factor],
        Surface::Sphere { .. } | Surface::Torus { .. } | Surface::Nurbs(_) => [1.0; 2],
        Surface::Extrusion { curve, .. } => [rate(curve, factor), factor],
        Surface::Revolution { curve, .. } => [1.0, rate(curve, factor)],
    }
}

fn frame(frame: &Frame, turn: &Frame, factor: f64) -> Frame {
    let turned = frame.within(turn);
    Frame { origin: scale(turned.origin, factor), ..turned }
}

fn moved_curve(curve: &Curve, turn: &Frame, factor: f64) -> Curve {
    match curve {
        Curve::Line { origin, direction } => {
            Curve::Line { origin: scale(turn.direction(*origin), factor), direction: turn.direction(*direction) }
        }
        Curve::Conic { frame: stands, conic } => {
            let larger = |radii: [f64; 2]| radii.map(|r| r * factor);
            let conic = match *conic {
                Conic::Circle { radius } => Conic::Circle { radius: radius * factor },
                Conic::Ellipse { radii } => Conic::Ellipse { radii: larger(radii) },
                Conic::Parabola { focal } => Conic::Parabola { focal: focal * factor },
                Conic::Hyperbola { radii } => Conic::Hyperbola { radii: larger(radii) },
            };
            Curve::Conic { frame: frame(stands, turn, factor), conic }
        }
        Curve::Nurbs(nurbs) => Curve::Nurbs(nurbs.clone().map(|p| scale(turn.direction(p), factor))),
    }
}

fn moved_surface(surface: &Surface, turn: &Frame, factor: f64) -> Surface {
    let placed = |f: &Frame| frame(f, turn, factor);
    match surface {
        Surface::Plane { frame } => Surface::Plane { frame: placed(frame) },
        Surface::Sphere { frame, radius } => Surface::Sphere { frame: placed(frame), radius: radius * factor },
        Surface::Cylinder { frame, radii } => {
            Surface::Cylinder { frame: placed(frame), radii: radii.map(|r| r * factor) }
        }
        Surface::Cone { frame, radius, angle } => {
            Surface::Cone { frame: placed(frame), radius: radius * factor, angle: *angle }
        }
        Surface::Torus { frame, radii } => Surface::Torus { frame: placed(frame), radii: radii.map(|r| r * factor) },
        Surface::Nurbs(nurbs) => Surface::Nurbs(nurbs.clone().map(|p| scale(turn.direction(p), factor))),
        Surface::Extrusion { curve, direction } => Surface::Extrusion {
            curve: Box::new(moved_curve(curve, turn, factor)),
            direction: turn.direction(*direction),
        },
        Surface::Revolution { curve, origin, axis } => Surface::Revolution {
            curve: Box::new(moved_curve(curve, turn, factor)),
            origin: scale(turn.direction(*origin), factor),
            axis: turn.direction(*axis),
        },
    }
}

/// A curve in parameters that grow by the rates, so that its own parameter grows by another one.
fn flat(curve: &Curve, [u, v]: [f64; 2], rate: f64, [from, to]: [f64; 2]) -> Option<Curve> {
    if [u, v, rate] == [1.0; 3] {
        return Some(curve.clone());
    }
    match curve {
        Curve::Line { origin, direction } => {
            let origin = [origin[0] * u, origin[1] * v, 0.0];
            let [x, y] = [direction[0] * u / rate, direction[1] * v / rate];
            if (libm::hypot(x, y) - 1.0).abs() < 1e-12 {
                return Some(Curve::Line { origin, direction: [x, y, 0.0] });
            }
            // A line of another speed: a B-spline of two poles between the ends of the edge.
            let at = |t: f64| ([origin[0] + x * t, origin[1] + y * t, 0.0], 1.0);
            let [a, b] = [from.min(to) * rate, from.max(to) * rate];
            Nurbs::new(1, vec![a, a, b, b], vec![at(a), at(b)]).map(Curve::Nurbs)
        }
        Curve::Nurbs(nurbs) => {
            let knots = nurbs.knots().iter().map(|k| k * rate).collect();
            let poles = nurbs.poles().map(|([x, y, _], w)| ([x * u, y * v, 0.0], w)).collect();
            Nurbs::new(nurbs.degree(), knots, poles).map(Curve::Nurbs)
        }
        Curve::Conic { frame, conic } if u == v => {
            let even = match conic {
                Conic::Parabola { .. } => rate == u,
                _ => rate == 1.0,
            };
            even.then(|| moved_curve(&Curve::Conic { frame: *frame, conic: *conic }, &Frame::default(), u))
        }
        Curve::Conic { .. } => None,
    }
}
