use portolan_scene::{Behaviour, Curve, Interpolation, Meta, Methods, Tangents};

use super::*;

fn curve(keys: &[f64], values: &[f64], methods: Methods) -> Curve {
    Curve {
        meta: Meta::default(),
        keys: keys.to_vec(),
        width: (values.len() / keys.len()) as u32,
        values: values.to_vec(),
        methods,
        in_tangents: None,
        out_tangents: None,
        before: Behaviour::Undefined,
        after: Behaviour::Undefined,
    }
}

fn all(method: Interpolation) -> Methods {
    Methods::All(method)
}

fn value(curve: &Curve, t: f64) -> f64 {
    let mut out = [f64::NAN];
    evaluate(curve, t, &mut out);
    out[0]
}

fn tangents(times: &[f64], values: &[f64]) -> Option<Tangents> {
    Some(Tangents { times: times.to_vec(), values: values.to_vec() })
}

#[track_caller]
fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-6, "{a} is not {b}");
}

#[test]
fn steps_and_lines() {
    let mixed = Methods::Each(vec![Interpolation::Step, Interpolation::Linear, Interpolation::Step]);
    let c = curve(&[0.0, 1.0, 3.0], &[5.0, 7.0, 11.0], mixed);
    for (t, expected) in [(-1.0, 5.0), (0.0, 5.0), (0.99, 5.0), (1.0, 7.0), (2.0, 9.0), (3.0, 11.0), (9.0, 11.0)] {
        close(value(&c, t), expected);
    }
    // The last key is reached even if its segment is a step.
    let c = curve(&[0.0, 1.0], &[5.0, 7.0], all(Interpolation::Step));
    close(value(&c, 1.0), 7.0);
}

#[test]
fn behaviours_follow_the_table() {
    use Behaviour::*;
    let mut c = curve(&[1.0, 3.0], &[10.0, 30.0], all(Interpolation::Linear));
    for (t, cycle, oscillate, relative) in [
        (3.5, 15.0, 25.0, 35.0),
        (5.5, 15.0, 15.0, 55.0),
        (6.5, 25.0, 25.0, 65.0),
        (0.5, 25.0, 15.0, 5.0),
        (-1.5, 25.0, 25.0, -15.0),
        (-2.5, 15.0, 15.0, -25.0),
    ] {
        for (behaviour, expected) in [(Cycle, cycle), (Oscillate, oscillate), (CycleRelative, relative)] {
            (c.before, c.after) = (behaviour, behaviour);
            close(value(&c, t), expected);
        }
        (c.before, c.after) = (Gradient, Gradient);
        close(value(&c, t), 10.0 * t);
        for behaviour in [Constant, Undefined] {
            (c.before, c.after) = (behaviour, behaviour);
            close(value(&c, t), if t < 1.0 { 10.0 } else { 30.0 });
        }
    }
}

#[test]
fn one_key_is_constant_and_times_that_are_none_do_no_harm() {
    let mut c = curve(&[2.0], &[4.0], all(Interpolation::Bezier));
    for behaviour in [Behaviour::Cycle, Behaviour::Gradient, Behaviour::Oscillate, Behaviour::CycleRelative] {
        (c.before, c.after) = (behaviour, behaviour);
        for t in [-1.0, 2.0, 7.0, f64::NAN, f64::INFINITY] {
            close(value(&c, t), 4.0);
        }
    }
    let mut c = curve(&[0.0, 1.0], &[4.0, 6.0], all(Interpolation::Linear));
    (c.before, c.after) = (Behaviour::Cycle, Behaviour::Gradient);
    close(value(&c, f64::NEG_INFINITY), 4.0);
    close(value(&c, f64::INFINITY), 6.0);
    close(value(&c, f64::NAN), 4.0);
    assert!(value(&c, -1e300).is_finite());
}

#[test]
fn a_bezier_segment_solves_for_its_key() {
    let mut c = curve(&[0.0, 1.0], &[0.0, 1.0], all(Interpolation::Bezier));
    c.out_tangents = tangents(&[0.25, 0.0], &[0.0, 0.0]);
    c.in_tangents = tangents(&[0.0, 0.75], &[0.0, 1.0]);
    for (t, expected) in [(0.0, 0.0), (0.25, 0.182356), (0.5, 0.5), (0.75, 0.817644), (1.0, 1.0)] {
        close(value(&c, t), expected);
    }
}

#[test]
fn control_points_without_keys_lie_at_thirds() {
    let mut c = curve(&[2.0, 5.0], &[0.0, 9.0], all(Interpolation::Bezier));
    c.out_tangents = tangents(&[], &[3.0, 0.0]);
    c.in_tangents = tangents(&[], &[0.0, 6.0]);
    // On the chord at its thirds: a straight line.
    close(value(&c, 3.0), 3.0);
    close(value(&c, 4.4), 7.2);
    // With flat ends: the smooth step, 9·(3u² − 2u³).
    c.out_tangents = tangents(&[], &[0.0, 0.0]);
    c.in_tangents = tangents(&[], &[0.0, 9.0]);
    close(value(&c, 3.0), 9.0 * (3.0 / 9.0 - 2.0 / 27.0));
    // None at all: straight.
    (c.out_tangents, c.in_tangents) = (None, None);
    close(value(&c, 3.0), 3.0);
}

#[test]
fn hermite_tangents_are_vectors() {
    // Without keys the key is linear: h(u) = (u³ − 2u² + u)·T0 + (3u² − 2u³)·P1 + (u³ − u²)·T1.
    let mut c = curve(&[0.0, 2.0], &[0.0, 4.0], all(Interpolation::Hermite));
    c.out_tangents = tangents(&[], &[8.0, 0.0]);
    c.in_tangents = tangents(&[], &[0.0, 2.0]);
    let u: f64 = 0.25;
    let expected =
        (u.powi(3) - 2.0 * u * u + u) * 8.0 + (3.0 * u * u - 2.0 * u.powi(3)) * 4.0 + (u.powi(3) - u * u) * 2.0;
    close(value(&c, 0.5), expected);
    // The same as the Bézier segment of the vector, with tangents three times as long.
    let mut h = curve(&[0.0, 1.0], &[0.0, 1.0], all(Interpolation::Hermite));
    h.out_tangents = tangents(&[0.75, 0.0], &[0.0, 0.0]);
    h.in_tangents = tangents(&[0.0, 0.75], &[0.0, 0.0]);
    close(value(&h, 0.25), 0.182356);
}

#[test]
fn control_keys_beyond_the_segment_are_moved_into_it() {
    let mut c = curve(&[0.0, 1.0], &[0.0, 1.0], all(Interpolation::Bezier));
    c.out_tangents = tangents(&[5.0, 0.0], &[0.0, 0.0]);
    c.in_tangents = tangents(&[0.0, -4.0], &[0.0, 1.0]);
    let mut last = 0.0;
    for i in 0..=100 {
        let v = value(&c, f64::from(i) / 100.0);
        assert!(v >= last - 1e-9 && v.is_finite());
        last = v;
    }
    close(value(&c, 0.5), 0.5);
    close(last, 1.0);
    // A control key beyond the end that still gives a function of time is kept: (1.2, 0.9).
    c.out_tangents = tangents(&[1.2, 0.0], &[0.0, 0.0]);
    c.in_tangents = tangents(&[0.0, 0.9], &[0.0, 1.0]);
    let s: f64 = 0.5;
    let key = 3.0 * 1.2 * s / 4.0 + 3.0 * 0.9 * s / 4.0 + 0.125;
    close(value(&c, key), 0.5);
}

#[test]
fn each_value_may_have_tangent_keys_of_its_own() {
    let mut c = curve(&[0.0, 1.0], &[0.0, 0.0, 1.0, 1.0], all(Interpolation::Bezier));
    c.out_tangents = tangents(&[0.25, 1.0 / 3.0, 0.0, 0.0], &[0.0; 4]);
    c.in_tangents = tangents(&[0.0, 0.0, 0.75, 2.0 / 3.0], &[0.0, 0.0, 1.0, 1.0]);
    let mut out = [0.0; 2];
    evaluate(&c, 0.25, &mut out);
    close(out[0], 0.182356);
    close(out[1], 3.0 / 16.0 - 2.0 / 64.0);
    // Only the second one.
    evaluate_from(&c, 1, 0.25, &mut out[..1]);
    close(out[0], 3.0 / 16.0 - 2.0 / 64.0);
}

#[test]
fn cardinal_splines_pass_through_their_points() {
    let c = curve(&[0.0, 1.0, 2.0, 3.0], &[0.0, 1.0, 4.0, 9.0], all(Interpolation::Cardinal));
    for (t, v) in [(0.0, 0.0), (1.0, 1.0), (2.0, 4.0), (3.0, 9.0)] {
        close(value(&c, t), v);
    }
    // Keys at equal distances: (−P0 + 9·P1 + 9·P2 − P3) / 16 in the middle. The parabola is met exactly.
    close(value(&c, 1.5), 2.25);
    // At the ends the neighbour is a mirror image: −1 before, so (1 + 0 + 9 − 4) / 16.
    close(value(&c, 0.5), 6.0 / 16.0);
    // With tangents of its own, a tension of one: flat at the keys.
    let mut c = c;
    (c.out_tangents, c.in_tangents) = (tangents(&[], &[0.0; 4]), tangents(&[], &[0.0; 4]));
    close(value(&c, 1.5), 2.5);
    close(value(&c, 1.25), 1.0 + 3.0 * (3.0 / 16.0 - 2.0 / 64.0));
    // Very unequal keys stay a function of time.
    let c = curve(&[0.0, 100.0, 100.1, 200.0], &[0.0, 1.0, 2.0, 3.0], all(Interpolation::Cardinal));
    assert!(value(&c, 100.05) > 0.5 && value(&c, 100.05) < 2.5);
}

#[test]
fn bsplines_blend_keys_too() {
    let c = curve(&[0.0, 1.0, 2.0, 3.0], &[0.0, 6.0, 0.0, 6.0], all(Interpolation::Bspline));
    // The ends are met; inner points are (P0 + 4·P1 + P2) / 6.
    for (t, v) in [(0.0, 0.0), (1.0, 4.0), (2.0, 2.0), (3.0, 6.0)] {
        close(value(&c, t), v);
    }
    // In the middle of a piece: (P0 + 23·P1 + 23·P2 + P3) / 48.
    close(value(&c, 1.5), (23.0 * 6.0 + 6.0) / 48.0);
    // A line stays a line whatever its keys are, even where the piece is not the one between the keys around.
    let keys = [0.0, 1.0, 8.0, 9.0, 30.0];
    let c = curve(&keys, &keys.map(|k| 2.0 * k + 1.0), all(Interpolation::Bspline));
    for i in 0..=300 {
        let t = f64::from(i) / 10.0;
        close(value(&c, t), 2.0 * t + 1.0);
    }
}

#[test]
fn gradients_follow_tangents() {
    let mut c = curve(&[0.0, 1.0], &[0.0, 1.0], all(Interpolation::Bezier));
    (c.before, c.after) = (Behaviour::Gradient, Behaviour::Gradient);
    c.out_tangents = tangents(&[0.25, 0.0], &[0.5, 0.0]);
    c.in_tangents = tangents(&[0.0, 0.5], &[0.0, 0.0]);
    close(value(&c, -1.0), -2.0);
    close(value(&c, 2.0), 3.0);
    // A control point in its key has no slope: that of the chord.
    c.in_tangents = tangents(&[0.0, 1.0], &[0.0, 0.0]);
    close(value(&c, 2.0), 2.0);
    let mut h = curve(&[0.0, 2.0], &[0.0, 1.0], all(Interpolation::Hermite));
    h.after = Behaviour::Gradient;
    h.in_tangents = tangents(&[], &[0.0, 6.0]);
    close(value(&h, 3.0), 4.0);
}

#[test]
fn walking_gives_the_same_as_searching() {
    let keys: Vec<f64> = (0..1000).map(|i| f64::from(i) * 0.04).collect();
    let values: Vec<f64> = keys.iter().map(|k| k.sin()).collect();
    let c = curve(&keys, &values, all(Interpolation::Cardinal));
    let mut walker = Walker::new(&c);
    for i in (0..5000).chain([10, 4000, 3]) {
        let t = f64::from(i) * 0.0093 - 1.0;
        let mut out = [0.0];
        walker.evaluate(t, &mut out);
        assert_eq!(out[0], value(&c, t));
        close(out[0], t.clamp(0.0, 39.96).sin() + (out[0] - t.clamp(0.0, 39.96).sin()).clamp(-1e-3, 1e-3));
    }
}
