use portolan_scene::{
    Binding, Clip, ClipId, CurveId, Expression, Formula, FormulaId, FormulaInstance, Function, Meta, Node, NodeId,
    Operation, Part, Transform,
};

use super::*;

fn target(part: Part) -> Target {
    Target::Transform { node: NodeId(0), transform: 0, part }
}

fn scene(curves: Vec<Curve>, parts: &[Part]) -> Scene {
    let place = Transform { sid: None, operation: Operation::Translate([7.0, 8.0, 9.0]) };
    let channel = |(nth, part): (usize, &Part)| Channel {
        curve: CurveId(nth as u32),
        first: 0,
        target: target(*part),
        factor: 1.0,
    };
    let channels = parts.iter().enumerate().map(channel).collect();
    Scene {
        nodes: vec![Node { transforms: vec![place], ..Node::default() }],
        animations: vec![Animation { channels, ..Animation::default() }],
        curves,
        ..Scene::default()
    }
}

fn line(keys: &[f64], values: &[f64]) -> Curve {
    Curve::linear((values.len() / keys.len()) as u32, keys.to_vec(), values.to_vec())
}

#[test]
fn regular_moments_end_at_the_end() {
    assert_eq!(regular((0.0, 1.0), 4.0), Some(vec![0.0, 0.25, 0.5, 0.75, 1.0]));
    assert_eq!(regular((1.0, 1.6), 2.0), Some(vec![1.0, 1.5, 1.6]));
    assert_eq!(regular((2.0, 2.0), 30.0), Some(vec![2.0]));
    assert_eq!(regular((0.0, 1e9), 1e9), None);
    for rate in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(regular((0.0, 1.0), rate), None);
    }
}

#[test]
fn the_last_one_counts_and_what_is_no_number_drives_nothing() {
    let curves =
        vec![line(&[0.0, 1.0], &[0.0, 0.0, 0.0, 10.0, 20.0, 30.0]), line(&[0.0, 0.5, 1.0], &[1.0, 1.0, f64::NAN])];
    let scene = scene(curves, &[Part::All, Part::At(1)]);
    let wires = wires(&scene, &Playing::Default);
    let mut steps = Steps::new(
        vec![scene.nodes[0].transforms[0].operation.clone()],
        wires.iter().map(|w| (0, w.clone())).collect(),
    );
    assert_eq!(steps.at(Moment::At(0.0))[0].values(), [0.0, 1.0, 0.0]);
    assert_eq!(steps.at(Moment::At(1.0))[0].values(), [10.0, 20.0, 30.0]);
    assert_eq!(steps.at(Moment::At(0.0))[0].values(), [0.0, 1.0, 0.0]);
}

#[test]
fn a_beginning_and_an_end_cut() {
    let mut scene = scene(vec![line(&[0.0, 4.0], &[0.0, 4.0])], &[Part::At(0)]);
    (scene.animations[0].start, scene.animations[0].end) = (Some(1.0), Some(3.0));
    let wires = wires(&scene, &Playing::Default);
    assert_eq!([0.0, 2.0, 9.0].map(|t| wires[0].number(t)), [1.0, 2.0, 3.0]);
    assert_eq!(moments(&wires, (0.0, 10.0), false), [1.0, 3.0]);
    assert_eq!(wires[0].range(), (1.0, 3.0));
    assert_eq!(wires[0].clone().uncut().number(0.0), 0.0);
}

#[test]
fn windows_cut_and_repetitions_have_keys() {
    let mut scene = scene(vec![line(&[0.0, 1.0], &[0.0, 1.0])], &[Part::At(0)]);
    let of = |scene: &Scene, window, fine| moments(&wires(scene, &Playing::Default), window, fine);
    assert_eq!(of(&scene, (0.25, 5.0), true), [0.25, 1.0]);
    assert_eq!(of(&scene, (3.0, 5.0), true), [3.0]);
    scene.curves[0].after = Behaviour::Cycle;
    let all = of(&scene, (0.0, 2.5), true);
    assert!([0.0, 1.0, 2.0, 2.5].iter().all(|t| all.contains(t)), "{all:?}");
    // Right before a repetition begins anew, and right behind that.
    assert!(all.iter().any(|t| *t < 2.0 && 2.0 - t < 1e-5) && all.iter().any(|t| *t > 2.0 && t - 2.0 < 1e-5));
    assert_eq!(course(&wires(&scene, &Playing::Default), (0.0, 2.5)), Course::Other);
    assert_eq!(course(&wires(&scene, &Playing::Default), (0.0, 1.0)), Course::Linear);
}

#[test]
fn cubic_curves_have_one_time() {
    let mut scene =
        scene(vec![line(&[0.0, 3.0], &[0.0, 1.0]), line(&[0.0, 3.0], &[0.0, 1.0])], &[Part::At(0), Part::At(1)]);
    let side = |times: &[f64]| Some(portolan_scene::Tangents { times: times.to_vec(), values: vec![0.0, 1.0] });
    let set = |curve: &mut Curve, leave: f64| {
        curve.methods = Methods::All(portolan_scene::Interpolation::Bezier);
        (curve.out_tangents, curve.in_tangents) = (side(&[leave, 9.0]), side(&[0.0, 2.0]));
    };
    let of = |scene: &Scene| course(&wires(scene, &Playing::Default), (0.0, 3.0));
    set(&mut scene.curves[0], 1.0);
    // The other one is straight, whose control points are at the thirds as well.
    assert_eq!(of(&scene), Course::Cubic { even: true });
    set(&mut scene.curves[0], 1.5);
    assert_eq!(of(&scene), Course::Other);
    set(&mut scene.curves[1], 1.5);
    assert_eq!(of(&scene), Course::Cubic { even: false });
    let wires = wires(&scene, &Playing::Default);
    let mut row = [7.0; 3];
    wires.iter().for_each(|w| w.set(Moment::Arriving(1), &mut row));
    assert_eq!(row, [1.0, 1.0, 7.0]);
}

#[test]
fn formulas_drive_with_all_that_they_read() {
    let mut scene = scene(vec![line(&[0.0, 2.0], &[0.0, 4.0]), line(&[0.0, 1.0], &[1.0, 2.0])], &[Part::At(2)]);
    let plus =
        |n: f64| Expression::Apply(Function::Plus, vec![Expression::Parameter("a".into()), Expression::Number(n)]);
    scene.formulas =
        vec![Formula { meta: Meta::default(), parameters: vec![], target: Some("r".into()), expression: plus(1.0) }];
    let instance = |reads: u32, writes: u32| FormulaInstance {
        formula: FormulaId(0),
        bindings: vec![
            ("r".into(), Binding::Target(target(Part::At(writes)))),
            ("a".into(), Binding::Target(target(Part::At(reads)))),
        ],
    };
    // x follows y, which follows z, which a curve drives from 0 to 4.
    scene.clips = vec![Clip {
        formulas: vec![instance(1, 0), instance(2, 1)],
        animations: vec![AnimationId(0)],
        ..Clip::default()
    }];
    let wires = wires(&scene, &Playing::Clip(ClipId(0)));
    assert_eq!(wires.len(), 3);
    let mut numbers = [0.0; 3];
    wires.iter().for_each(|w| w.set(Moment::At(1.0), &mut numbers));
    assert_eq!(numbers, [4.0, 3.0, 2.0]);
    let x = &wires[2];
    assert_eq!((x.place, x.count, x.range(), x.is_constant()), (0, 1, (0.0, 2.0), false));
    assert_eq!(moments(&wires[2..], (0.0, 2.0), true), [0.0, 2.0]);
    assert_eq!(course(&wires[2..], (0.0, 2.0)), Course::Other);
    // Nothing that it reads is driven: it is one number.
    scene.clips[0].animations.clear();
    let wires = super::wires(&scene, &Playing::Clip(ClipId(0)));
    assert!(wires.iter().all(Wire::is_constant));
    assert_eq!(wires[1].number(5.0), 11.0);
}
