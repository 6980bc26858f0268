//! Points and derivatives of each kind of curve and surface.

use std::f64::consts::FRAC_PI_2;

use crate::brep::{Conic, Curve, Frame, Nurbs, NurbsSurface, Surface};
use crate::vector::{dot, sub};

fn close(a: [f64; 3], b: [f64; 3], within: f64) -> bool {
    let d = sub(a, b);
    dot(d, d).sqrt() < within
}

/// A quarter of a circle as a B-spline, from (1, 0) to (0, 1).
fn quarter() -> Nurbs {
    let poles = vec![([1.0, 0.0, 0.0], 1.0), ([1.0, 1.0, 0.0], 0.5f64.sqrt()), ([0.0, 1.0, 0.0], 1.0)];
    Nurbs::new(2, vec![0.0, 0.0, 0.0, 2.0, 2.0, 2.0], poles).unwrap()
}

fn curves() -> Vec<Curve> {
    let frame = Frame { origin: [1.0, 2.0, 3.0], ..Frame::default() }.turned([1.0, 2.0, 2.0], 0.7);
    let conic = |conic| Curve::Conic { frame, conic };
    let poles = |n: usize| (0..n).map(|i| ([i as f64, (i * i % 5) as f64, (i % 3) as f64], 1.0 + (i % 2) as f64));
    let spline = Nurbs::new(3, vec![0.0, 0.0, 0.0, 0.0, 1.0, 2.5, 4.0, 4.0, 4.0, 4.0], poles(6).collect()).unwrap();
    vec![
        Curve::Line { origin: [1.0, 2.0, 3.0], direction: [0.0, 0.6, 0.8] },
        conic(Conic::Circle { radius: 2.0 }),
        conic(Conic::Ellipse { radii: [3.0, 1.0] }),
        conic(Conic::Parabola { focal: 0.7 }),
        conic(Conic::Hyperbola { radii: [2.0, 1.5] }),
        Curve::Nurbs(quarter()),
        Curve::Nurbs(spline),
    ]
}

fn surfaces() -> Vec<Surface> {
    let frame = Frame { origin: [1.0, 2.0, 3.0], ..Frame::default() }.turned([1.0, 2.0, 2.0], 0.7);
    let mut all = vec![
        Surface::Plane { frame },
        Surface::Sphere { frame, radius: 2.0 },
        Surface::Cylinder { frame, radii: [2.0, 1.5] },
        Surface::Cone { frame, radius: 2.0, angle: 0.4 },
        Surface::Torus { frame, radii: [5.0, 1.0] },
    ];
    let poles = (0..20).map(|i| {
        let (x, y) = (i % 5, i / 5);
        ([f64::from(x), f64::from(y), f64::from(x * y % 3)], 1.0 + f64::from(i % 2))
    });
    let knots = [vec![0.0, 0.0, 0.0, 0.3, 0.6, 1.0, 1.0, 1.0], vec![0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]];
    all.push(Surface::Nurbs(NurbsSurface::new([2, 3], knots, poles.collect()).unwrap()));
    let flat = [[0.0, 1.0, 2.0], [4.0, 1.0, 2.0], [1.0, 4.0, 3.0], [5.0, 4.0, 3.0]].map(|p| (p, 2.0)).to_vec();
    let knots = [vec![0.0, 0.0, 3.0, 3.0], vec![-1.0, -1.0, 1.0, 1.0]];
    all.push(Surface::Nurbs(NurbsSurface::new([1, 1], knots, flat).unwrap()));
    for curve in curves().into_iter().skip(1) {
        all.push(Surface::Extrusion { curve: Box::new(curve.clone()), direction: [0.5, 0.3, 2.0] });
        all.push(Surface::Revolution { curve: Box::new(curve), origin: [-9.0, 0.0, 0.0], axis: [0.0, 0.6, 0.8] });
    }
    all
}

#[test]
fn points_are_those_of_the_printed_laws() {
    let at = |c: Conic, u: f64| Curve::Conic { frame: Frame::default(), conic: c }.point(u);
    assert!(close(at(Conic::Circle { radius: 3.0 }, FRAC_PI_2), [0.0, 3.0, 0.0], 1e-15));
    assert!(close(at(Conic::Ellipse { radii: [3.0, 5.0] }, FRAC_PI_2), [0.0, 5.0, 0.0], 1e-15));
    assert_eq!(at(Conic::Parabola { focal: 0.5 }, 2.0), [2.0, 2.0, 0.0]);
    assert_eq!(at(Conic::Hyperbola { radii: [3.0, 5.0] }, 0.0), [3.0, 0.0, 0.0]);
    let frame = Frame::default();
    let cone = Surface::Cone { frame, radius: 1.0, angle: 0.25 };
    assert!(close(cone.point([0.0, 2.0]), [1.0 + 2.0 * 0.25f64.tan(), 0.0, 2.0], 1e-14));
    let torus = Surface::Torus { frame, radii: [10.0, 6.0] };
    assert!(close(torus.point([FRAC_PI_2, FRAC_PI_2]), [0.0, 10.0, 6.0], 1e-14));
    let sphere = Surface::Sphere { frame, radius: 2.0 };
    assert!(close(sphere.point([FRAC_PI_2, 0.0]), [0.0, 2.0, 0.0], 1e-15));
    // Every point of the quarter is one from the middle.
    for i in 0..=10 {
        let p = quarter().jet(f64::from(i) / 5.0)[0];
        assert!((dot(p, p) - 1.0).abs() < 1e-14);
    }
    // A frame is its origin, and turns one in another.
    let turned = Frame::default().turned([0.0, 0.0, 1.0], FRAC_PI_2).turned([1.0, 0.0, 0.0], FRAC_PI_2);
    assert!(close(turned.direction([0.0, 1.0, 0.0]), [0.0, 0.0, 1.0], 1e-15));
    let (axis, angle) = turned.rotation();
    let again = Frame::default().turned(axis, angle);
    assert!(again.axes.iter().zip(turned.axes).all(|(a, b)| close(*a, b, 1e-12)));
}

#[test]
fn derivatives_are_those_of_the_points() {
    let h = 1e-5;
    for curve in curves() {
        for t in [0.31, 0.77, 1.4] {
            let [_, d, dd] = curve.jet(t);
            let (a, b) = (curve.jet(t - h), curve.jet(t + h));
            let by = |x: [f64; 3], y: [f64; 3]| [0, 1, 2].map(|i| (y[i] - x[i]) / (2.0 * h));
            assert!(close(by(a[0], b[0]), d, 1e-6), "{curve:?} at {t}");
            assert!(close(by(a[1], b[1]), dd, 1e-6), "{curve:?} at {t}");
        }
    }
    for surface in surfaces() {
        for uv in [[0.2, 0.4], [0.7, 0.45]] {
            let jet = surface.jet(uv);
            let step = |u: f64, v: f64| surface.jet([uv[0] + u, uv[1] + v]);
            let by = |x: [f64; 3], y: [f64; 3]| [0, 1, 2].map(|i| (y[i] - x[i]) / (2.0 * h));
            let (a, b) = (step(-h, 0.0), step(h, 0.0));
            assert!(close(by(a.point, b.point), jet.u, 1e-6) && close(by(a.u, b.u), jet.uu, 1e-5), "{surface:?}");
            assert!(close(by(a.v, b.v), jet.uv, 1e-5), "{surface:?}");
            let (a, b) = (step(0.0, -h), step(0.0, h));
            assert!(close(by(a.point, b.point), jet.v, 1e-6) && close(by(a.v, b.v), jet.vv, 1e-5), "{surface:?}");
            assert!(close(surface.point(uv), jet.point, 1e-14));
        }
    }
}

#[test]
fn points_lead_back_to_their_parameters() {
    for curve in curves() {
        for t in [0.1, 0.9, 1.7] {
            let found = curve.project(curve.point(t), None);
            assert!(close(curve.point(found), curve.point(t), 1e-9), "{curve:?} at {t}: {found}");
        }
    }
    for surface in surfaces() {
        for uv in [[0.2, 0.4], [0.9, 0.8], [0.5, -0.3], [2.0, 0.1]] {
            let p = surface.point(uv);
            let found = surface.project(p, None);
            assert!(close(surface.point(found), p, 1e-8), "{surface:?} at {uv:?}: {found:?}");
            let again = surface.project(p, Some([found[0] + 6.0, found[1]]));
            assert!(close(surface.point(again), p, 1e-8), "{surface:?} at {uv:?}: {again:?}");
        }
    }
}

#[test]
fn splines_whose_numbers_do_not_fit_are_none() {
    let poles = |n: usize| vec![([0.0; 3], 1.0); n];
    assert!(Nurbs::new(2, vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0], poles(3)).is_some());
    assert!(Nurbs::new(2, vec![0.0, 0.0, 0.0, 1.0, 1.0], poles(3)).is_none());
    assert!(Nurbs::new(2, vec![0.0, 0.0, 0.0, 1.0, 0.5, 1.0], poles(3)).is_none());
    assert!(Nurbs::new(2, vec![0.0, 0.0, 0.0, f64::NAN, 1.0, 1.0], poles(3)).is_none());
    assert!(Nurbs::new(2, vec![0.0; 6], poles(3)).is_none());
    assert!(Nurbs::new(0, vec![0.0, 1.0], poles(1)).is_none());
    assert!(Nurbs::new(99, vec![0.0; 200], poles(100)).is_none());
    assert!(Nurbs::new(2, vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0], vec![([0.0; 3], 0.0); 3]).is_none());
}
