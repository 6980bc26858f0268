use super::*;

fn spline<'a>(points: &'a [f64], dim: usize, segments: &'a [Segment]) -> Spline<'a> {
    Spline { points, dim, closed: false, segments, in_tangents: None, out_tangents: None, steps: None }
}

fn with_tangents<'a>(spline: Spline<'a>, arriving: &'a [f64], leaving: &'a [f64]) -> Spline<'a> {
    Spline { in_tangents: Some(arriving), out_tangents: Some(leaving), ..spline }
}

fn at(spline: &Spline<'_>, segment: usize, s: f64) -> Vec<f64> {
    let mut out = vec![f64::NAN; spline.dim];
    assert!(spline.evaluate(segment, s, &mut out));
    out
}

fn assert_near(got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len());
    assert!(got.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-12), "{got:?} is not {want:?}");
}

#[test]
fn linear() {
    let spline = spline(&[1.0, 2.0, 3.0, 6.0], 2, &[]);
    assert_eq!(at(&spline, 0, 0.0), [1.0, 2.0]);
    assert_eq!(at(&spline, 0, 0.25), [1.5, 3.0]);
    assert_eq!(at(&spline, 0, 1.0), [3.0, 6.0]);
    assert_eq!(at(&spline, 0, 9.0), [3.0, 6.0], "beyond the end is the end");
    assert_eq!(at(&spline, 0, f64::NAN), [1.0, 2.0]);
    assert_eq!(spline.lengths(), [20f64.sqrt()]);
}

#[test]
fn bspline_by_hand() {
    let points = [0.0, 1.0, 3.0, 4.0];
    let mut spline = spline(&points, 1, &[Segment::Bspline; 4]);
    assert_near(&at(&spline, 1, 0.0), &[7.0 / 6.0]);
    assert_near(&at(&spline, 1, 0.5), &[2.0]);
    assert_near(&at(&spline, 1, 1.0), &[17.0 / 6.0]);
    // Mirrors at the ends make it start and end at the end points.
    assert_near(&at(&spline, 0, 0.0), &[0.0]);
    assert_near(&at(&spline, 2, 1.0), &[4.0]);
    assert_near(&at(&spline, 0, 1.0), &at(&spline, 1, 0.0));
    // Closed: the neighbours of 0 are 4 and 1; the last segment runs from 4 back.
    spline.closed = true;
    assert_eq!(spline.segment_count(), 4);
    assert_near(&at(&spline, 0, 0.0), &[(4.0 + 0.0 + 1.0) / 6.0]);
    assert_near(&at(&spline, 3, 0.0), &[(3.0 + 16.0 + 0.0) / 6.0]);
    assert_near(&at(&spline, 3, 1.0), &at(&spline, 0, 0.0));
}

#[test]
fn cardinal_by_hand() {
    let points = [0.0, 1.0, 3.0, 4.0];
    let mut spline = spline(&points, 1, &[Segment::Cardinal; 4]);
    for (s, want) in [(0.0, 1.0), (0.5, 2.0), (1.0, 3.0)] {
        assert_near(&at(&spline, 1, s), &[want]);
    }
    assert_near(&at(&spline, 0, 0.0), &[0.0]);
    assert_near(&at(&spline, 2, 1.0), &[4.0]);
    // The mirror of 1 through 0 is −1: the tangent at 0 is (1 − (−1)) / 2 = 1.
    let mut slope = [0.0];
    assert!(spline.derivative(0, 0.0, &mut slope));
    assert_near(&slope, &[1.0]);
    // With tangents it is a Hermite segment.
    let tangents = [0.0; 4];
    spline = with_tangents(spline, &tangents, &tangents);
    assert_near(&at(&spline, 1, 0.25), &[1.0 + 2.0 * (3.0 * 0.0625 - 2.0 * 0.015625)]);
    // Tension 1 has no tangents either.
    let weights = basis::cardinal(0.25, 1.0);
    assert_near(&weights, &[0.0, 1.0 - 0.15625, 0.15625, 0.0]);
}

#[test]
fn bezier_layout_of_two_segments() {
    // P0 out C, in C P1 out C, in C P2: tangents before the first and after the last are not used.
    let points = [0.0, 0.0, 3.0, 0.0, 6.0, 0.0];
    let arriving = [99.0, 99.0, 2.0, 3.0, 5.0, -3.0];
    let leaving = [1.0, 3.0, 4.0, -3.0, 99.0, 99.0];
    let mut spline = spline(&points, 2, &[Segment::Bezier; 3]);
    spline = with_tangents(spline, &arriving, &leaving);
    assert_near(&at(&spline, 0, 0.5), &[1.5, 2.25]);
    assert_near(&at(&spline, 1, 0.5), &[4.5, -2.25]);
    assert_eq!(at(&spline, 0, 1.0), [3.0, 0.0]);
    let mut slope = [0.0; 2];
    assert!(spline.derivative(0, 0.0, &mut slope));
    assert_eq!(slope, [3.0, 9.0], "3 (C0 − P0)");
}

#[test]
fn hermite_is_bezier_in_other_words() {
    let (points, controls) = ([1.0, 4.0], [2.5, -3.0]);
    let tangents = hermite_from_bezier(points, controls);
    assert_eq!(tangents, [4.5, 21.0]);
    assert_near(&bezier_from_hermite(points, tangents), &controls);
    for i in 0..=10 {
        let s = f64::from(i) / 10.0;
        let sum = |weights: [f64; 4], numbers: [f64; 4]| weights.iter().zip(numbers).map(|(w, n)| w * n).sum::<f64>();
        let bezier = sum(basis::bezier(s), [points[0], controls[0], controls[1], points[1]]);
        let hermite = sum(basis::hermite(s), [points[0], tangents[0], tangents[1], points[1]]);
        assert!((bezier - hermite).abs() < 1e-12);
    }
}

#[test]
fn every_kind_equals_its_bezier_form() {
    let points = [0.0, 0.0, 1.0, 2.0, 3.0, 1.0, 4.0, 5.0];
    let tangents = [1.0, 1.0, 2.0, 0.0, -1.0, 3.0, 0.5, 0.5];
    use Segment::{Bezier, Bspline, Cardinal, Hermite, Linear};
    for kind in [Linear, Bezier, Hermite, Cardinal, Bspline] {
        for (closed, with) in [(false, false), (true, false), (false, true), (true, true)] {
            let kinds = [kind; 4];
            let mut spline = spline(&points, 2, &kinds);
            spline.closed = closed;
            if with {
                spline = with_tangents(spline, &tangents, &tangents);
            }
            for segment in 0..spline.segment_count() {
                let mut controls = [0.0; 8];
                assert!(spline.bezier(segment, &mut controls));
                for s in [0.0, 0.3, 1.0] {
                    let weights = basis::bezier(s);
                    let want = [0, 1].map(|axis| (0..4).map(|i| weights[i] * controls[2 * i + axis]).sum::<f64>());
                    assert_near(&at(&spline, segment, s), &want);
                    // The derivative against a difference.
                    let (h, mut slope) = (1e-6, [0.0; 2]);
                    assert!(spline.derivative(segment, s, &mut slope));
                    let (low, high) = ((s - h).max(0.0), (s + h).min(1.0));
                    let (before, after) = (at(&spline, segment, low), at(&spline, segment, high));
                    for axis in 0..2 {
                        assert!((slope[axis] - (after[axis] - before[axis]) / (high - low)).abs() < 1e-4);
                    }
                }
            }
        }
    }
}

#[test]
fn mixed_methods_and_steps() {
    let points = [0.0, 1.0, 5.0, 6.0];
    let kinds = [Segment::Step, Segment::Linear, Segment::Cardinal];
    let spline = spline(&points, 1, &kinds);
    assert_eq!(at(&spline, 0, 0.999), [0.0]);
    assert_eq!(at(&spline, 0, 1.0), [1.0]);
    assert_eq!(at(&spline, 1, 0.5), [3.0]);
    // P = 1, 5, 6, 7 (the mirror of 5 through 6): at ½ (−1 + 9·5 + 9·6 − 7) / 16.
    assert_near(&at(&spline, 2, 0.5), &[91.0 / 16.0]);
    assert_eq!(spline.tessellate(10.0, 100), [0.0, 1.0, 5.0, 6.0]);
}

#[test]
fn tessellation_keeps_the_tolerance() {
    // A quarter of a circle, nearly.
    let k = 0.552_284_749_830_793_6;
    let points = [1.0, 0.0, 0.0, 1.0];
    let tangents = [1.0, k, k, 1.0];
    let kinds = [Segment::Bezier; 2];
    let mut spline = spline(&points, 2, &kinds);
    spline = with_tangents(spline, &tangents, &tangents);
    for tolerance in [1e-1, 1e-3, 1e-5] {
        let line = spline.tessellate(tolerance, 10_000);
        assert_eq!(line[..2], [1.0, 0.0]);
        assert_eq!(line[line.len() - 2..], [0.0, 1.0]);
        for pair in line.windows(4).step_by(2) {
            let middle = ((pair[0] + pair[2]) / 2.0).hypot((pair[1] + pair[3]) / 2.0);
            assert!(1.0 - middle < tolerance + 3e-4, "{middle}");
        }
    }
    assert!(spline.tessellate(1e-3, 10_000).len() < 2 * 40);
    assert!((spline.lengths()[0] - std::f64::consts::FRAC_PI_2).abs() < 3e-4);
    spline.steps = Some(&[7, 0]);
    assert_eq!(spline.tessellate(1e-3, 10_000).len(), 2 * 8);
    spline.steps = Some(&[u32::MAX]);
    assert_eq!(spline.tessellate(1e-3, 100).len(), 2 * 100);
}

#[test]
fn a_straight_bezier_is_one_piece() {
    let points = [0.0, 0.0, 4.0, 4.0];
    let tangents = [3.0, 3.0, 0.5, 0.5];
    let kinds = [Segment::Bezier; 2];
    let mut spline = spline(&points, 2, &kinds);
    spline = with_tangents(spline, &tangents, &tangents);
    assert_eq!(spline.tessellate(1e-6, 100), points);
    assert!((spline.lengths()[0] - 32f64.sqrt()).abs() < 1e-9);
}

#[test]
fn the_cap_holds() {
    let points: Vec<f64> = (0..101).map(f64::from).collect();
    let mut spline = spline(&points, 1, &[]);
    assert_eq!(spline.tessellate(1.0, 5), [0.0, 25.0, 50.0, 75.0, 100.0]);
    assert_eq!(spline.tessellate(1.0, 1), [0.0]);
    assert!(spline.tessellate(1.0, 0).is_empty());
    spline.closed = true;
    let closed = spline.tessellate(1.0, 1000);
    assert_eq!((closed.len(), closed.first(), closed.last()), (102, Some(&0.0), Some(&0.0)));
    let kinds = [Segment::Bspline; 101];
    spline.segments = &kinds;
    for most in [2, 50, 101, 102, 103, 150, 1000] {
        assert!(spline.tessellate(0.0, most).len() <= most);
    }
}

#[test]
fn bad_input() {
    assert!(spline(&[], 3, &[]).tessellate(0.1, 10).is_empty());
    assert!(spline(&[1.0, 2.0], 0, &[]).tessellate(0.1, 10).is_empty());
    assert_eq!(spline(&[1.0, 2.0, 3.0], 3, &[Segment::Bspline]).tessellate(0.1, 10), [1.0, 2.0, 3.0]);
    assert_eq!(spline(&[1.0, 2.0, 3.0], 2, &[]).count(), 1);
    let kinds = [Segment::Bspline, Segment::Bezier];
    let nan = spline(&[0.0, f64::NAN, 1.0], 1, &kinds);
    assert_eq!(nan.tessellate(f64::NAN, 10).len(), 3);
    assert_eq!(nan.lengths().len(), 2);
    let mut out = [7.0];
    assert!(!nan.evaluate(2, 0.0, &mut out) && !nan.evaluate(0, 0.0, &mut []));
    assert_eq!(out, [7.0]);
    // Tangents of the wrong length count as none; a Bézier segment without is straight.
    let mut short = spline(&[0.0, 2.0], 1, &kinds[1..]);
    short = with_tangents(short, &[5.0], &[5.0, 5.0]);
    assert_eq!(at(&short, 0, 0.5), [1.0]);
    // Closed with two points goes there and back.
    let mut two = spline(&[0.0, 0.0, 1.0, 0.0], 2, &[]);
    two.closed = true;
    assert_eq!(two.tessellate(0.1, 10), [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    let kinds = [Segment::Cardinal; 2];
    two.segments = &kinds;
    assert_eq!(at(&two, 1, 0.5), [0.5, 0.0]);
}
