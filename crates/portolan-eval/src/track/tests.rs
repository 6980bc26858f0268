use portolan_scene::{
    Animation, Channel, Curve, CurveId, Interpolation, Methods, Node, NodeId, Operation, Part, Scene, Tangents, Target,
    Transform,
};

use super::*;
use crate::Playing;
use crate::drive::wires;

/// A node with a translation that curves drive, each one of its numbers.
fn scene(curves: Vec<(Curve, u32)>) -> Scene {
    let place = Transform { sid: None, operation: Operation::Translate([7.0, 8.0, 9.0]) };
    let channel = |(nth, part): (usize, u32)| Channel {
        curve: CurveId(nth as u32),
        first: 0,
        target: Target::Transform { node: NodeId(0), transform: 0, part: Part::At(part) },
        factor: 2.0,
    };
    let channels = curves.iter().map(|(_, part)| *part).enumerate().map(channel).collect();
    Scene {
        nodes: vec![Node { transforms: vec![place], ..Node::default() }],
        animations: vec![Animation { channels, ..Animation::default() }],
        curves: curves.into_iter().map(|(c, _)| c).collect(),
        ..Scene::default()
    }
}

/// The track of the translation.
fn track(scene: &Scene, keeps: Keeps, rate: Option<f64>) -> Track {
    let wires = wires(scene, &Playing::Default);
    let window = crate::duration(scene, &Playing::Default).unwrap();
    let wanted = Wanted { rows: Rows::Numbers(3), limits: Limits::All(1e-3), keeps, rate, window };
    Track::new(&wires, &wanted, &mut |moment, row| {
        row.copy_from_slice(&[7.0, 8.0, 9.0]);
        wires.iter().for_each(|w| w.set(moment, row));
    })
}

fn smooth(keys: &[f64]) -> Curve {
    // Control values are those of the keys, so that each segment is 3s² − 2s³.
    let values: Vec<f64> = (0..keys.len()).map(|k| k as f64).collect();
    let side = || Some(Tangents { times: Vec::new(), values: values.clone() });
    Curve {
        methods: Methods::All(Interpolation::Bezier),
        in_tangents: side(),
        out_tangents: side(),
        ..Curve::linear(1, keys.to_vec(), values)
    }
}

#[test]
fn keys_are_kept_where_they_say_all() {
    let line = Curve::linear(1, vec![0.0, 2.0], vec![1.0, 2.0]);
    let other = Curve::linear(1, vec![0.0, 1.0, 2.0], vec![0.0, 5.0, 0.0]);
    let both = track(&scene(vec![(line.clone(), 0), (other, 2)]), Keeps::LINES, None);
    assert_eq!((both.times, both.sampled), (vec![0.0, 1.0, 2.0], false));
    assert_eq!(both.values, [2.0, 8.0, 0.0, 3.0, 8.0, 10.0, 4.0, 8.0, 0.0]);

    let cubic = track(&scene(vec![(smooth(&[0.0, 1.0, 3.0]), 1)]), Keeps::sums(Cubics::Even), None);
    assert_eq!((cubic.times.as_slice(), cubic.method()), (&[0.0, 1.0, 3.0][..], Interpolation::Bezier));
    let [arriving, leaving] = *cubic.tangents.unwrap();
    // Twice the values of the keys; where no segment is, that of the key.
    assert_eq!(leaving.values, [7.0, 0.0, 9.0, 7.0, 2.0, 9.0, 7.0, 4.0, 9.0]);
    assert_eq!(arriving.values, leaving.values);
    assert!(arriving.times.is_empty());

    let jumps = Curve { methods: Methods::All(Interpolation::Step), ..line };
    assert_eq!(track(&scene(vec![(jumps, 0)]), Keeps::STEPS, None).method(), Interpolation::Step);
}

#[test]
fn what_cannot_be_kept_is_fitted_or_sampled() {
    let scene = scene(vec![(smooth(&[0.0, 1.0]), 0)]);
    let fitted = track(&scene, Keeps::LINES, None);
    assert!(fitted.sampled && !fitted.coarse && fitted.times.len() > 10, "{:?}", fitted.times);
    // 2·(3s² − 2s³) bends most at its ends, by 12: pieces of h are off by 12·h²/8, so that 1/32 is too far and 1/64 is not.
    assert_eq!(fitted.times[1], 1.0 / 64.0);
    let sampled = track(&scene, Keeps::LINES, Some(4.0));
    assert_eq!((sampled.times, sampled.sampled), (vec![0.0, 0.25, 0.5, 0.75, 1.0], true));
    assert_eq!(sampled.values[3], 2.0 * 0.15625);
}

#[test]
fn values_that_are_no_numbers_change_nothing() {
    let broken = Curve::linear(1, vec![0.0, 1.0, 2.0], vec![1.0, f64::NAN, 3.0]);
    let endless = Curve::linear(1, vec![0.0, 1.0, 2.0], vec![1.0, f64::INFINITY, 3.0]);
    for curve in [broken, endless] {
        let made = track(&scene(vec![(curve, 0)]), Keeps::LINES, None);
        // A straight piece that ends nowhere is nowhere; the last key is a number.
        assert_eq!(made.values, [7.0, 8.0, 9.0, 7.0, 8.0, 9.0, 6.0, 8.0, 9.0]);
    }
}

#[test]
fn straight_pieces_stay_within_the_limits() {
    let mut circle = |t: f64, out: &mut [f64]| out.copy_from_slice(&[t.cos(), t.sin()]);
    let track = Track::fit(&[0.0, 3.0], Rows::Numbers(2), Limits::All(1e-3), &mut circle);
    assert!(track.sampled && track.times.len() > 10 && track.times.len() < 200, "{}", track.times.len());
    for i in 0..1000 {
        let t = 3.0 * f64::from(i) / 1000.0;
        let k = track.times.partition_point(|x| *x <= t) - 1;
        let share = (t - track.times[k]) / (track.times[k + 1] - track.times[k]);
        let got = [0, 1].map(|i| track.values[2 * k + i] * (1.0 - share) + track.values[2 * k + 2 + i] * share);
        assert!((got[0] - t.cos()).abs() < 1.1e-3 && (got[1] - t.sin()).abs() < 1.1e-3);
    }
    let straight = Track::fit(&[0.0, 1.0, 5.0], Rows::Numbers(1), Limits::All(1e-9), &mut |t, out| out[0] = t * 3.0);
    assert_eq!((straight.times, straight.sampled, straight.coarse), (vec![0.0, 1.0, 5.0], false, false));
    // A parabola of t² is off by h²/4 in the middle of a piece of length h: pieces of 1/8 give 1/256.
    let bent = Track::fit(&[0.0, 1.0], Rows::Numbers(1), Limits::Each(&[0.004]), &mut |t, out| out[0] = t * t);
    assert_eq!(bent.times.len(), 9);
    // A cubic that crosses its chord in the middle.
    let mut wave = |t: f64, out: &mut [f64]| out[0] = (t - 0.5) * (t - 1.0) * t;
    assert!(Track::fit(&[0.0, 1.0], Rows::Numbers(1), Limits::All(1e-3), &mut wave).times.len() > 5);
    // What is too much is told, and does not take for ever.
    let mut wild = |t: f64, out: &mut [f64]| out[0] = (t * 1e7).sin();
    let coarse = Track::fit(&[0.0, 1e6], Rows::Numbers(1), Limits::All(1e-9), &mut wild);
    assert!(coarse.coarse && coarse.times.len() <= 10_003, "{}", coarse.times.len());
}

#[test]
fn pieces_that_stay_are_steps() {
    let mut f = |t: f64, out: &mut [f64]| out[0] = if t < 1.0 { 5.0 } else { t };
    let known = |piece| if piece == 0 { Between::Stays } else { Between::Unknown };
    let track = Track::fit_between(&[0.0, 1.0, 2.0], &known, Rows::Numbers(1), Limits::All(1e-3), &mut f);
    assert_eq!((track.times.as_slice(), track.values.as_slice()), (&[0.0, 1.0, 2.0][..], &[5.0, 1.0, 2.0][..]));
    assert_eq!(track.methods.of(0), Interpolation::Step);
    assert_eq!(track.methods.of(1), Interpolation::Linear);
}

#[test]
fn turns_go_the_shorter_way_at_an_even_pace() {
    // A turn about z from 0 to 170 degrees needs no keys between, one of numbers does.
    let turn = |t: f64, out: &mut [f64]| {
        let (sin, cos) = (t * 85f64.to_radians()).sin_cos();
        out.copy_from_slice(&[0.0, 0.0, sin, cos]);
    };
    let turned = Track::fit(&[0.0, 1.0], Rows::Turn, Limits::All(1e-6), &mut { turn });
    assert_eq!(turned.times, [0.0, 1.0]);
    assert!(Track::fit(&[0.0, 1.0], Rows::Numbers(4), Limits::All(1e-6), &mut { turn }).times.len() > 100);
}

#[test]
fn a_quaternion_and_its_opposite_are_no_jump() {
    // A quarter of a turn about z whose last row is the opposite of what it was going to be.
    let mut f = |t: f64, out: &mut [f64]| {
        let (sin, cos) = (t * 45f64.to_radians()).sin_cos();
        out.copy_from_slice(&if t < 1.0 { [0.0, 0.0, sin, cos] } else { [0.0, 0.0, -sin, -cos] });
    };
    let track = Track::fit(&[0.0, 1.0], Rows::MixedTurn, Limits::All(1e-3), &mut f);
    assert!(!track.coarse && track.times.len() < 20, "{:?}", track.times);
    assert!(track.rows().all(|row| row[3] > 0.7));
}

#[test]
fn quaternions_are_brought_to_one_side() {
    let mut track = Track { values: vec![0., 0., 0., 1., 0., 0., 0., -1.], width: 4, ..Track::default() };
    track.align();
    assert_eq!(track.values[7], 1.0);
    assert!(track.is_always(&[0., 0., 0., -1.], 1e-9));
}

#[test]
fn cubic_pieces_say_a_smooth_turn_with_few_keys() {
    // Half a turn about z that begins and ends at rest: the angle is 180°·(3t² − 2t³).
    let mut turn = |t: f64, out: &mut [f64]| {
        let (sin, cos) = (t * t * (3.0 - 2.0 * t) * 90f64.to_radians()).sin_cos();
        out.copy_from_slice(&[0.0, 0.0, sin, cos]);
    };
    let straight = Track::fit(&[0.0, 1.0], Rows::Turn, Limits::All(1e-4), &mut turn);
    let bent = Track::fit_cubic(&[0.0, 1.0], Rows::Turn, Limits::All(1e-4), 100, &mut turn).unwrap();
    assert!(bent.times.len() * 6 < straight.times.len(), "{} {}", bent.times.len(), straight.times.len());
    // As a reader has it: control points at the thirds, then the length made 1.
    let curve = bent.into_curve(Meta::default());
    let mut walker = crate::curve::Walker::new(&curve);
    for i in 0..=1000 {
        let t = f64::from(i) / 1000.0;
        let (mut got, mut real) = ([0.0; 4], [0.0; 4]);
        walker.evaluate(t, &mut got);
        turn(t, &mut real);
        let angle = |q: [f64; 4]| 2.0 * q[2].atan2(q[3]);
        assert!((angle(got) - angle(real)).abs() < 2e-4, "{t}: {got:?} {real:?}");
    }
    // Nothing is gained where many are needed.
    assert_eq!(Track::fit_cubic(&[0.0, 1.0], Rows::Turn, Limits::All(1e-4), 3, &mut turn), None);
}

#[test]
fn keys_on_a_straight_way_are_left_out() {
    let track = |values: &[f64]| Track {
        times: (0..values.len()).map(|t| t as f64).collect(),
        values: values.to_vec(),
        width: 1,
        ..Track::default()
    };
    assert_eq!(track(&[0.0, 1.0, 2.0, 3.0, 3.0, 3.0]).thinned(1e-9).times, [0.0, 3.0, 5.0]);
    // 0.4 beside the way is within half a unit, 0.6 is not.
    assert_eq!(track(&[0.0, 0.4, 0.0]).thinned(0.5).times, [0.0, 2.0]);
    assert_eq!(track(&[0.0, 0.6, 0.0]).thinned(0.5).times, [0.0, 1.0, 2.0]);
}
