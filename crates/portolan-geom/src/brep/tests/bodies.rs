//! Bodies made by hand, with and without curves in parameters.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use super::holds;
use crate::brep::{Body, Conic, Curve, Edge, Face, Frame, Look, Oriented, Pcurve, Surface, faults, measure};

pub(super) const fn used(index: u32) -> Oriented {
    Oriented { index, reversed: false }
}

pub(super) const fn turned(index: u32) -> Oriented {
    Oriented { index, reversed: true }
}

pub(super) fn at(origin: [f64; 3]) -> Frame {
    Frame { origin, ..Frame::default() }
}

pub(super) fn circle(origin: [f64; 3], radius: f64) -> Curve {
    Curve::Conic { frame: at(origin), conic: Conic::Circle { radius } }
}

pub(super) fn line(origin: [f64; 3], direction: [f64; 3]) -> Curve {
    Curve::Line { origin, direction }
}

pub(super) fn edge(curve: u32, start: u32, end: u32, range: [f64; 2]) -> Edge {
    Edge { curve: Some(curve), ends: [start, end], range }
}

pub(super) fn face(surface: u32, wires: &[Oriented]) -> Face {
    Face { surface, wires: wires.to_vec(), label: None }
}

/// The ring of the specification: its numbers have six digits.
#[allow(clippy::approx_constant)]
pub(super) fn ring() -> Body {
    let turn = 6.28319;
    let flat = |u: f64, v: f64, x: f64, y: f64| line([u, v, 0.0], [x, y, 0.0]);
    Body {
        points: vec![[5.0, 0.0, 0.0], [5.0, 0.0, 10.0], [3.0, 0.0, 0.0], [3.0, 0.0, 10.0]],
        curves: vec![
            line([5.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
            circle([0.0, 0.0, 10.0], 5.0),
            circle([0.0; 3], 5.0),
            circle([0.0; 3], 3.0),
            circle([0.0, 0.0, 10.0], 3.0),
            line([3.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
        ],
        curves_2d: vec![
            flat(turn, 0.0, 0.0, 1.0),
            flat(0.0, 10.0, 1.0, 0.0),
            flat(4.1e-13, 0.0, 0.0, 1.0),
            flat(0.0, 0.0, 1.0, 0.0),
            circle([0.0; 3], 3.0),
            circle([0.0; 3], 5.0),
            circle([0.0; 3], 3.0),
            circle([0.0; 3], 5.0),
            flat(turn, 0.0, 0.0, 1.0),
            flat(0.0, 10.0, 1.0, 0.0),
            flat(4.1e-13, 0.0, 0.0, 1.0),
            flat(0.0, 0.0, 1.0, 0.0),
        ],
        surfaces: vec![
            Surface::Cylinder { frame: Frame::default(), radii: [5.0; 2] },
            Surface::Plane { frame: Frame::default() },
            Surface::Plane { frame: at([0.0, 0.0, 10.0]) },
            Surface::Cylinder { frame: Frame::default(), radii: [3.0; 2] },
        ],
        edges: vec![
            edge(0, 0, 1, [0.0, 10.0]),
            edge(1, 1, 1, [0.0, turn]),
            edge(2, 0, 0, [0.0, turn]),
            edge(3, 2, 2, [0.0, turn]),
            edge(4, 3, 3, [0.0, turn]),
            edge(5, 2, 3, [0.0, 10.0]),
        ],
        wires: vec![
            vec![used(0), turned(1), turned(0), used(2)],
            vec![turned(3)],
            vec![used(2)],
            vec![turned(4)],
            vec![used(1)],
            vec![used(5), turned(4), turned(5), used(3)],
        ],
        faces: vec![
            face(0, &[used(0)]),
            face(1, &[used(1), used(2)]),
            face(2, &[used(3), used(4)]),
            face(3, &[used(5)]),
        ],
        pcurves: [
            (0, 0, 0),
            (0, 0, 2),
            (1, 0, 1),
            (1, 2, 7),
            (2, 0, 3),
            (2, 1, 5),
            (3, 1, 4),
            (3, 3, 11),
            (4, 2, 6),
            (4, 3, 9),
            (5, 3, 8),
            (5, 3, 10),
        ]
        .map(|(edge, face, curve)| Pcurve { edge, face, curve })
        .to_vec(),
        shells: vec![vec![used(0), turned(1), used(2), turned(3)]],
        solids: vec![vec![used(0)]],
    }
}

/// A sphere with a seam and two edges that are points.
fn sphere() -> Body {
    let radius = 7.0;
    let upright = Frame::default().turned([1.0, 0.0, 0.0], FRAC_PI_2);
    let flat = |u: f64, v: f64, x: f64, y: f64| line([u, v, 0.0], [x, y, 0.0]);
    Body {
        points: vec![[0.0, 0.0, radius], [0.0, 0.0, -radius]],
        curves: vec![Curve::Conic { frame: upright, conic: Conic::Circle { radius } }],
        curves_2d: vec![
            flat(0.0, FRAC_PI_2, 1.0, 0.0),
            flat(TAU, -TAU, 0.0, 1.0),
            flat(0.0, -TAU, 0.0, 1.0),
            flat(0.0, -FRAC_PI_2, 1.0, 0.0),
        ],
        surfaces: vec![Surface::Sphere { frame: Frame::default(), radius }],
        edges: vec![
            Edge { curve: None, ends: [0, 0], range: [0.0, TAU] },
            edge(0, 1, 0, [3.0 * FRAC_PI_2, 5.0 * FRAC_PI_2]),
            Edge { curve: None, ends: [1, 1], range: [0.0, TAU] },
        ],
        wires: vec![vec![turned(0), turned(1), used(2), used(1)]],
        faces: vec![face(0, &[used(0)])],
        pcurves: [(0, 0, 0), (1, 0, 1), (1, 0, 2), (2, 0, 3)]
            .map(|(edge, face, curve)| Pcurve { edge, face, curve })
            .to_vec(),
        shells: vec![vec![used(0)]],
        solids: vec![vec![used(0)]],
    }
}

/// A cone with an apex and a base; the side has no seam.
fn cone() -> Body {
    Body {
        points: vec![[4.0, 0.0, 0.0]],
        curves: vec![circle([0.0; 3], 4.0)],
        surfaces: vec![
            Surface::Cone { frame: Frame::default(), radius: 4.0, angle: -libm::atan(4.0 / 6.0) },
            Surface::Plane { frame: Frame::default() },
        ],
        edges: vec![edge(0, 0, 0, [0.0, TAU])],
        wires: vec![vec![used(0)]],
        faces: vec![face(0, &[used(0)]), face(1, &[used(0)])],
        shells: vec![vec![used(0), turned(1)]],
        solids: vec![vec![used(0)]],
        ..Body::default()
    }
}

/// A cylinder whose side is bounded by two circles and nothing else.
fn drum() -> Body {
    let mut body = ring();
    body.wires = vec![vec![turned(1)], vec![used(2)], vec![used(1)]];
    body.faces = vec![face(0, &[used(0), used(1)]), face(1, &[used(1)]), face(2, &[used(2)])];
    body.shells = vec![vec![used(0), turned(1), used(2)]];
    body.pcurves.clear();
    body
}

#[test]
fn the_printed_ring() {
    let body = ring();
    assert!(body.is_sound());
    holds(&body, 160.0 * PI, 192.0 * PI);
    let center = measure(&body).volumes[0].center;
    assert!(center.iter().zip([0.0, 0.0, 5.0]).all(|(a, b)| (a - b).abs() < 1e-4), "{center:?}");
    holds(&Body { pcurves: Vec::new(), ..body }, 160.0 * PI, 192.0 * PI);
}

#[test]
fn a_sphere_with_poles() {
    let body = sphere();
    let (volume, area) = (4.0 / 3.0 * PI * 343.0, 4.0 * PI * 49.0);
    holds(&body, volume, area);
    // Without curves in parameters, without edges at the poles, and with the edges of the wire in any order.
    holds(&Body { pcurves: Vec::new(), ..sphere() }, volume, area);
    holds(&Body { pcurves: Vec::new(), wires: vec![vec![used(1), turned(1)]], ..sphere() }, volume, area);
    holds(&Body { wires: vec![vec![turned(0), used(1), used(2), turned(1)]], ..sphere() }, volume, area);
}

#[test]
fn a_cone_and_a_drum_without_seams() {
    holds(&cone(), 32.0 * PI, PI * (16.0 + 4.0 * 52f64.sqrt()));
    holds(&drum(), 250.0 * PI, 150.0 * PI);
}

#[test]
fn the_outer_wire_need_not_be_the_first_and_holes_may_be_turned() {
    let mut body = ring();
    body.faces[1].wires = vec![used(2), turned(1)];
    body.faces[2].wires = vec![used(4), turned(3)];
    let measures = measure(&body);
    assert!((measures.volumes[0].size / (160.0 * PI) - 1.0).abs() < 1e-5, "{measures:?}");
}

#[test]
fn hostile_bodies_end() {
    use crate::brep::{Precision, tessellate};
    let mut bodies = vec![Body::default()];
    for number in [f64::NAN, f64::INFINITY, 0.0, 1e300, -1.0, 1e-300, 1e12] {
        let mut body = ring();
        body.points[1][2] = number;
        body.surfaces[0] = Surface::Cylinder { frame: Frame::default(), radii: [number; 2] };
        body.edges[0].range = [0.0, number];
        body.edges[1].range = [number, 1.0];
        body.edges[2].range = [0.0, number];
        bodies.push(body);
    }
    let mut crossing = ring();
    crossing.curves[3] = circle([4.0, 0.0, 0.0], 3.0);
    bodies.push(crossing);
    for body in &bodies {
        _ = tessellate(body, Precision::within(1e-2));
        _ = measure(body);
        for look in [Look::Vertices, Look::Pcurves, Look::Shells, Look::Directions] {
            _ = faults(body, look);
        }
    }
}
