//! Splines that come together in a point, with and without curves in parameters.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use super::bodies::{circle, edge, face, line, turned, used};
use super::holds;
use crate::brep::{Body, Conic, Curve, Edge, Frame, NurbsSurface, Oriented, Pcurve, Surface};

/// A circle as a spline: its poles around the origin, with weights, and its knots from 0 to 4.
fn around() -> (Vec<([f64; 2], f64)>, Vec<f64>) {
    let corner = 0.5f64.sqrt();
    let poles = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0)];
    let weight = |(x, y): (i32, i32)| if x != 0 && y != 0 { corner } else { 1.0 };
    let poles = poles.map(|p| ([f64::from(p.0), f64::from(p.1)], weight(p))).to_vec();
    (poles, [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4].map(f64::from).to_vec())
}

/// What a meridian of poles (out, up, weight) makes when it turns, as a spline.
pub(super) fn revolved(meridian: &[(f64, f64, f64)], degree: usize, knots: Vec<f64>) -> Surface {
    let (ring, around) = around();
    let mut poles = Vec::new();
    for (out, up, weight) in meridian {
        poles.extend(ring.iter().map(|([x, y], w)| ([out * x, out * y, *up], weight * w)));
    }
    Surface::Nurbs(NurbsSurface::new([2, degree], [around, knots], poles).unwrap())
}

/// Half a ball of radius 7: a spline with a pole and a seam, and a disc.
fn dome(radius: f64) -> Body {
    let corner = 0.5f64.sqrt();
    let side = revolved(
        &[(radius, 0.0, 1.0), (radius, radius, corner), (0.0, radius, 1.0)],
        2,
        vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0],
    );
    let upright = Frame::default().turned([1.0, 0.0, 0.0], FRAC_PI_2);
    Body {
        points: vec![[radius, 0.0, 0.0], [0.0, 0.0, radius]],
        curves: vec![circle([0.0; 3], radius), Curve::Conic { frame: upright, conic: Conic::Circle { radius } }],
        surfaces: vec![side, Surface::Plane { frame: Frame::default() }],
        edges: vec![
            edge(0, 0, 0, [0.0, TAU]),
            edge(1, 0, 1, [0.0, FRAC_PI_2]),
            Edge { curve: None, ends: [1, 1], range: [0.0, 4.0] },
        ],
        wires: vec![vec![used(0), used(1), turned(2), turned(1)], vec![used(0)]],
        faces: vec![face(0, &[used(0)]), face(1, &[used(1)])],
        shells: vec![vec![used(0), turned(1)]],
        solids: vec![vec![used(0)]],
        ..Body::default()
    }
}

/// The same with u up and v around, so that the normal looks inwards.
fn crosswise(body: &Body) -> Body {
    let Surface::Nurbs(side) = &body.surfaces[0] else { unreachable!() };
    let ([u, v], [along_u, along_v]) = (side.degree(), side.knots());
    let poles: Vec<_> = side.poles().collect();
    let width = along_u.len() - u - 1;
    let turned_poles = (0..width).flat_map(|i| poles.iter().skip(i).step_by(width).copied());
    let swapped = NurbsSurface::new([v, u], [along_v.to_vec(), along_u.to_vec()], turned_poles.collect()).unwrap();
    let mut body = Body { pcurves: Vec::new(), ..body.clone() };
    body.surfaces[0] = Surface::Nurbs(swapped);
    body.wires[0].reverse();
    body.wires[0].iter_mut().for_each(|used| used.reversed = !used.reversed);
    body.shells[0][0].reversed = true;
    body
}

#[test]
fn poles_along_either_parameter() {
    let (volume, area) = (2.0 / 3.0 * PI * 343.0, 3.0 * PI * 49.0);
    for first in 0..4 {
        let mut body = dome(7.0);
        body.wires[0].rotate_left(first);
        holds(&crosswise(&body), volume, area);
    }
    let mut body = dome(7.0);
    body.wires[0] = vec![used(0)];
    holds(&body, volume, area);
    holds(&crosswise(&body), volume, area);
}

/// A curve in the plane of x and z, turned about z, from the axis to a rim, and a disc on top or below.
fn turned_about(curve: Curve, axis_at: f64, range: [f64; 2], rim: [f64; 2], up: bool) -> Body {
    let [out, height] = rim;
    // The curve runs away from the axis if the disc is on top, and towards it if the disc is below.
    let seam = if up { edge(1, 1, 0, range) } else { edge(1, 0, 1, range) };
    let side = if up { vec![used(1), turned(0), turned(1)] } else { vec![used(0), used(1), turned(1)] };
    Body {
        points: vec![[out, 0.0, height], [0.0, 0.0, axis_at]],
        curves: vec![circle([0.0, 0.0, height], out), curve.clone()],
        surfaces: vec![
            Surface::Revolution { curve: Box::new(curve), origin: [0.0; 3], axis: [0.0, 0.0, 1.0] },
            Surface::Plane { frame: Frame { origin: [0.0, 0.0, height], ..Frame::default() } },
        ],
        edges: vec![edge(0, 0, 0, [0.0, TAU]), seam],
        wires: vec![side, vec![used(0)]],
        faces: vec![face(0, &[used(0)]), face(1, &[used(1)])],
        shells: vec![vec![used(0), Oriented { index: 1, reversed: !up }]],
        solids: vec![vec![used(0)]],
        ..Body::default()
    }
}

#[test]
fn curves_that_cross_the_axis_about_which_they_turn() {
    let upright = Frame::default().turned([1.0, 0.0, 0.0], FRAC_PI_2);
    let conic = |frame: Frame, conic: Conic| Curve::Conic { frame, conic };
    // A circle: half a ball, once with the half of the circle on the right, once with that on the left.
    let round = || conic(upright, Conic::Circle { radius: 7.0 });
    let ball = (2.0 / 3.0 * PI * 343.0, 3.0 * PI * 49.0);
    let dome = turned_about(round(), 7.0, [0.0, FRAC_PI_2], [7.0, 0.0], false);
    holds(&dome, ball.0, ball.1);
    let bowl = turned_about(round(), -7.0, [-FRAC_PI_2, 0.0], [7.0, 0.0], true);
    holds(&bowl, ball.0, ball.1);
    // Without a seam.
    holds(&Body { wires: vec![vec![used(0)], vec![used(0)]], ..dome }, ball.0, ball.1);
    // A parabola z = x² up to 4, with the half that x > 0 is on: it looks along z, and its side along x.
    let axes = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let parabola = conic(Frame { origin: [0.0; 3], axes }, Conic::Parabola { focal: 0.25 });
    let curved = PI / 6.0 * (17f64.powf(1.5) - 1.0);
    let bare = turned_about(parabola, 0.0, [0.0, 2.0], [2.0, 4.0], true);
    holds(&bare, 8.0 * PI, 4.0 * PI + curved);
    holds(&Body { wires: vec![vec![turned(0)], vec![used(0)]], ..bare }, 8.0 * PI, 4.0 * PI + curved);
    // A line: a cone.
    let slant = line([4.0, 0.0, 0.0], [-0.8, 0.0, 0.6]);
    let cone = turned_about(slant, 3.0, [0.0, 5.0], [4.0, 0.0], false);
    holds(&cone, 16.0 * PI, PI * (16.0 + 20.0));
}

#[test]
fn half_a_ball() {
    let (volume, area) = (2.0 / 3.0 * PI * 343.0, 3.0 * PI * 49.0);
    let bare = dome(7.0);
    let line_at = |v: f64| line([0.0, v, 0.0], [1.0, 0.0, 0.0]);
    let pole =
        Body { curves_2d: vec![line_at(1.0)], pcurves: vec![Pcurve { edge: 2, face: 0, curve: 0 }], ..bare.clone() };
    for body in [&bare, &pole] {
        // The edges of the wire from each of them on.
        for first in 0..4 {
            let mut body = body.clone();
            body.wires[0].rotate_left(first);
            holds(&body, volume, area);
        }
    }
    let without = Body { wires: vec![vec![used(0), used(1), turned(1)], vec![used(0)]], ..bare.clone() };
    holds(&without, volume, area);
}
