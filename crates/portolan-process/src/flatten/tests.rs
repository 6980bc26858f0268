//! Nodes are where they were, at every moment of everything that plays.

use portolan_eval::{LIMIT, Playing, Stage, pose, sample};
use portolan_scene::glam::DMat4;
use portolan_scene::{
    Animation, AnimationId, Behaviour, Binding, Channel, Clip, ClipId, Curve, CurveId, Expression, Fate, Formula,
    FormulaId, FormulaInstance, Function, Interpolation, Kept, Light, LightField, LightId, LightKind, Losses, Meta,
    Methods, Node, NodeId, Operation, Origin, Part, Scene, Tangents, Target, Transform, View, ViewId,
};

use super::single_matrix;
use crate::Sampling;

fn node(operations: &[Operation]) -> Node {
    let step = |operation: &Operation| Transform { sid: None, operation: operation.clone() };
    Node { transforms: operations.iter().map(step).collect(), ..Node::default() }
}

fn scene(nodes: Vec<Node>) -> Scene {
    let roots = (0..nodes.len() as u32).map(NodeId).collect();
    Scene { nodes, views: vec![View { roots, ..View::default() }], ..Scene::default() }
}

fn curve(width: u32, keys: &[f64], values: &[f64]) -> Curve {
    Curve::linear(width, keys.to_vec(), values.to_vec())
}

fn drive(scene: &mut Scene, curve: Curve, transform: u32, part: Part) -> AnimationId {
    let id = CurveId::next(&scene.curves);
    scene.curves.push(curve);
    let target = Target::Transform { node: NodeId(0), transform, part };
    let channels = vec![Channel { curve: id, first: 0, target, factor: 1.0 }];
    let animation = AnimationId::next(&scene.animations);
    scene.animations.push(Animation { channels, curves: vec![id], ..Animation::default() });
    animation
}

fn worlds(scene: &Scene, playing: &Playing, t: f64) -> Vec<DMat4> {
    let stage = Stage::new(scene, ViewId(0), LIMIT);
    pose(scene, &stage, &sample(scene, playing, t)).world
}

/// Flattens a copy and compares where everything is.
#[track_caller]
fn flattened(scene: &Scene, sampling: &Sampling, off: f64) -> (Scene, Losses) {
    assert_eq!(scene.check(), []);
    let mut flat = scene.clone();
    let losses = single_matrix(&mut flat, sampling);
    assert_eq!(flat.check(), []);
    for node in &flat.nodes {
        assert!(matches!(node.transforms.as_slice(), [Transform { operation: Operation::Matrix(_), .. }]));
    }
    let clips = (0..scene.clips.len() as u32).map(|c| Playing::Clip(ClipId(c)));
    for playing in clips.chain([Playing::Default, Playing::Nothing]) {
        for moment in -8..=24 {
            let t = f64::from(moment) / 8.0 + 0.01;
            for (a, b) in worlds(scene, &playing, t).iter().zip(worlds(&flat, &playing, t)) {
                assert!(a.abs_diff_eq(b, off), "{playing:?} at {t}: {a} {b}");
            }
        }
    }
    (flat, losses)
}

fn exact(scene: &Scene) -> (Scene, Losses) {
    flattened(scene, &Sampling::default(), 1e-12)
}

#[test]
fn a_stack_is_its_product() {
    let turned = node(&[
        Operation::Translate([1., 2., 3.]),
        Operation::Rotate([0., 0., 1., 90.]),
        Operation::Scale([2., 3., 4.]),
    ]);
    let (flat, losses) = exact(&scene(vec![turned, node(&[])]));
    // x goes to 2y, y to −3x, z to 4z.
    let expected = [0., -3., 0., 1., 2., 0., 0., 2., 0., 0., 4., 3., 0., 0., 0., 1.];
    for (value, expected) in flat.nodes[0].transforms[0].operation.values().iter().zip(expected) {
        assert!((value - expected).abs() < 1e-15, "{value} {expected}");
    }
    assert_eq!(flat.nodes[1].matrix(), DMat4::IDENTITY);
    assert_eq!(losses.worst(), Some(Fate::Baked));
}

#[test]
fn a_matrix_stays_with_its_name_and_its_curves() {
    let mut scene = scene(vec![node(&[Operation::Matrix(Box::new(DMat4::IDENTITY.to_cols_array()))])]);
    scene.nodes[0].transforms[0].sid = Some("mine".into());
    drive(&mut scene, curve(1, &[0., 1.], &[0., 5.]), 0, Part::At(3));
    let (flat, losses) = exact(&scene);
    assert_eq!(flat.nodes[0].transforms, scene.nodes[0].transforms);
    assert_eq!(flat.animations[0].channels, scene.animations[0].channels);
    assert_eq!(losses.worst(), None);
}

#[test]
fn translations_keep_keys_and_tangents() {
    let stack = [Operation::Rotate([0., 0., 1., 90.]), Operation::Translate([0., 7., 0.]), Operation::Scale([2.; 3])];
    let mut scene = scene(vec![node(&stack)]);
    let mut bent = curve(1, &[0., 1., 2.], &[0., 4., 2.]);
    bent.methods = Methods::Each(vec![Interpolation::Bezier, Interpolation::Hermite, Interpolation::Linear]);
    bent.in_tangents = Some(Tangents { times: vec![-0.2, 0.6, 0.9], values: vec![0., 4.5, 3.] });
    bent.out_tangents = Some(Tangents { times: vec![0.4, 1.1, 2.5], values: vec![1., -2., 2.] });
    bent.after = Behaviour::CycleRelative;
    bent.before = Behaviour::Gradient;
    drive(&mut scene, bent.clone(), 1, Part::At(0));
    let mut straight = bent;
    straight.values = vec![1., 3., 9.];
    straight.in_tangents = Some(Tangents { times: vec![-0.1, 0.7, 0.8], values: vec![0., 4.5, 3.] });
    drive(&mut scene, straight, 1, Part::At(2));
    let (flat, losses) = exact(&scene);
    let made = flat.curve(flat.animations[0].channels[0].curve).unwrap();
    assert_eq!(made.keys, [0., 1., 2.]);
    assert_eq!((made.before, made.after), (Behaviour::Gradient, Behaviour::CycleRelative));
    // The translation along x is one along y once it is turned: row 1, column 3.
    let along: Vec<f64> = made.values.chunks(16).map(|row| (row[7] * 1e9).round() / 1e9).collect();
    assert_eq!(along, [0., 4., 2.]);
    // Unused curves are gone, and one channel is left.
    assert_eq!((flat.curves.len(), flat.animations[1].channels.len()), (1, 0));
    assert_eq!(losses.worst(), Some(Fate::Baked));
}

#[test]
fn turns_are_sampled_within_the_tolerance() {
    let mut scene = scene(vec![node(&[Operation::Translate([1., 0., 0.]), Operation::Rotate([0., 0., 1., 0.])])]);
    drive(&mut scene, curve(1, &[0., 0.5, 2.], &[0., 90., 360.]), 1, Part::At(3));
    for tolerance in [1e-2, 1e-4] {
        let (flat, losses) = flattened(&scene, &Sampling { rate: None, tolerance }, 2.0 * tolerance);
        let made = flat.curve(flat.animations[0].channels[0].curve).unwrap();
        assert!([0., 0.5, 2.].iter().all(|k| made.keys.contains(k)), "keys are kept");
        // A chord of the angle a is off by a²/8: of one turn, pieces of 0.28 or 0.028.
        let least = std::f64::consts::TAU / (8.0 * tolerance).sqrt();
        let many = made.keys.len() as f64;
        assert!(many > least * 0.7 && many < least * 3.0, "{many} {least}");
        assert_eq!(losses.worst(), Some(Fate::Baked));
    }
    let (flat, losses) = flattened(&scene, &Sampling { rate: Some(10.0), tolerance: 1e-4 }, 0.15);
    let made = flat.curve(flat.animations[0].channels[0].curve).unwrap();
    assert_eq!(made.keys.len(), 21);
    assert_eq!(losses.worst(), Some(Fate::Approximated));
}

#[test]
fn what_several_animations_drive_is_one_motion() {
    let stack = [Operation::Translate([0.; 3]), Operation::Scale([1.; 3]), Operation::Rotate([1., 0., 0., 0.])];
    let mut scene = scene(vec![node(&stack)]);
    drive(&mut scene, curve(3, &[0., 1.], &[0., 0., 0., 1., 2., 3.]), 0, Part::All);
    drive(&mut scene, curve(1, &[0.25, 2.], &[1., 3.]), 1, Part::At(1));
    // The last one wins.
    drive(&mut scene, curve(1, &[0., 2.], &[5., 6.]), 0, Part::At(2));
    let (flat, _) = flattened(&scene, &Sampling::default(), 1e-3);
    assert_eq!(flat.animations.iter().map(|a| a.channels.len()).sum::<usize>(), 1);
    assert_eq!(flat.animations.len(), 3, "it stays in the first");
}

#[test]
fn each_clip_has_its_own_motion() {
    let mut scene = scene(vec![node(&[Operation::Translate([0.; 3]), Operation::Rotate([0., 1., 0., 10.])])]);
    let slide = drive(&mut scene, curve(1, &[0., 1.], &[0., 2.]), 0, Part::At(0));
    let lift = drive(&mut scene, curve(1, &[0., 2.], &[0., 4.]), 0, Part::At(1));
    let spin = drive(&mut scene, curve(1, &[0., 1.], &[0., 90.]), 1, Part::At(3));
    scene.animations.iter_mut().for_each(|a| a.clipped = true);
    for animations in [vec![slide], vec![slide, lift], vec![spin, lift], vec![]] {
        scene.clips.push(Clip { animations, ..Clip::default() });
    }
    let (flat, _) = flattened(&scene, &Sampling::default(), 1e-3);
    let channels: usize = flat.animations.iter().map(|a| a.channels.len()).sum();
    assert_eq!(channels, 3);
    assert!(flat.animations.iter().all(|a| a.clipped));
}

#[test]
fn steps_and_repeats_stay() {
    let mut scene = scene(vec![node(&[Operation::Rotate([0., 1., 0., 0.]), Operation::Rotate([1., 0., 0., 0.])])]);
    let mut stepped = curve(1, &[0., 0.5, 1.], &[0., 90., 180.]);
    stepped.methods = Methods::All(Interpolation::Step);
    stepped.after = Behaviour::Cycle;
    stepped.before = Behaviour::Oscillate;
    drive(&mut scene, stepped.clone(), 0, Part::At(3));
    stepped.values = vec![0., 10., 20.];
    drive(&mut scene, stepped, 1, Part::At(3));
    let (flat, losses) = exact(&scene);
    let made = flat.curve(flat.animations[0].channels[0].curve).unwrap();
    assert_eq!((&made.keys[..], &made.methods), (&[0., 0.5, 1.][..], &Methods::All(Interpolation::Step)));
    assert_eq!(losses.worst(), Some(Fate::Baked));
    // Where one repeats and the other does not, the samples are as long as what plays.
    let mut other = scene.clone();
    other.curves[1].after = Behaviour::Constant;
    other.curves[1].keys = vec![0., 0.5, 3.];
    let mut flat = other.clone();
    let losses = single_matrix(&mut flat, &Sampling::default());
    assert_eq!(losses.worst(), Some(Fate::Approximated));
    for t in [0.1, 0.7, 1.2, 1.7, 2.4, 2.9] {
        let (a, b) = (worlds(&other, &Playing::Default, t)[0], worlds(&flat, &Playing::Default, t)[0]);
        assert!(a.abs_diff_eq(b, 1e-3), "{t}: {a} {b}");
    }
}

#[test]
fn jumps_beside_motions_stay_jumps() {
    let mut scene = scene(vec![node(&[Operation::Translate([0.; 3]), Operation::Rotate([0., 1., 0., 0.])])]);
    let mut stepped = curve(1, &[0., 1., 2.], &[0., 5., 9.]);
    stepped.methods = Methods::All(Interpolation::Step);
    drive(&mut scene, stepped, 0, Part::At(0));
    drive(&mut scene, curve(1, &[0., 2.], &[0., 30.]), 1, Part::At(3));
    flattened(&scene, &Sampling::default(), 1e-3);
}

#[test]
fn animations_that_are_cut_off_stay_so() {
    let mut scene = scene(vec![node(&[Operation::Translate([0.; 3]), Operation::Rotate([0., 1., 0., 0.])])]);
    drive(&mut scene, curve(1, &[0., 2.], &[0., 30.]), 1, Part::At(3));
    drive(&mut scene, curve(1, &[0., 2.], &[0., 3.]), 0, Part::At(1));
    scene.animations[0].start = Some(0.5);
    scene.animations[0].end = Some(1.0);
    flattened(&scene, &Sampling::default(), 1e-3);
    scene.animations.truncate(1);
    flattened(&scene, &Sampling::default(), 1e-3);
}

fn formula(from: Target, to: Target) -> (Formula, FormulaInstance) {
    let argument = Expression::Parameter("a".into());
    let formula = Formula {
        meta: Meta::default(),
        parameters: vec![],
        target: Some("result".into()),
        expression: Expression::Apply(Function::Times, vec![argument.clone(), argument]),
    };
    let bindings = vec![("result".into(), Binding::Target(to)), ("a".into(), Binding::Target(from))];
    (formula, FormulaInstance { formula: FormulaId(0), bindings })
}

#[test]
fn formulas_are_computed() {
    let number = |place| Target::Transform { node: NodeId(0), transform: 0, part: Part::At(place) };
    let mut scene = scene(vec![node(&[Operation::Translate([0., 3., 0.]), Operation::Rotate([0., 0., 1., 90.])])]);
    let slide = drive(&mut scene, curve(1, &[0., 2.], &[0., 2.]), 0, Part::At(0));
    scene.animations[0].clipped = true;
    let light = Target::Light { light: LightId(0), field: LightField::Intensity, part: Part::At(0) };
    scene.lights.push(Light::new(Meta::default(), LightKind::Ambient, [1.0; 3], 1.0));
    // z = x², moved by a curve; the intensity is x² in one clip, and the square of what stays in the other.
    let (square, moves) = formula(number(0), number(2));
    scene.formulas.push(square);
    let (shines, still) = (formula(number(0), light.clone()).1, formula(number(1), light.clone()).1);
    let clip = |formulas| Clip { animations: vec![slide], formulas, ..Clip::default() };
    scene.clips.push(clip(vec![moves, shines]));
    scene.clips.push(clip(vec![still]));
    let (flat, losses) = flattened(&scene, &Sampling::default(), 1e-3);
    assert_eq!((flat.clips[0].formulas.len(), flat.clips[1].formulas.len()), (0, 1));
    for (clip, t, expected) in [(0, 1.5, 2.25), (0, 0.3, 0.09), (1, 0.7, 9.0)] {
        let found = sample(&flat, &Playing::Clip(ClipId(clip)), t).get(&light).unwrap();
        assert!((found - expected).abs() < 1e-3, "{clip} {t}: {found}");
    }
    assert!(losses.iter().any(|l| l.code.id == "CNV886"));
}

#[test]
fn axes_of_joints_stay_what_they_are() {
    let turn = [Operation::Translate([1., 0., 0.]), Operation::Rotate([0., 0., 1., 90.])];
    let mut scene = scene(vec![node(&turn), node(&turn)]);
    scene.nodes[0].transforms[1].sid = Some("axis.1".into());
    scene.nodes[1].transforms[1].sid = Some("turn".into());
    let content = r#"<bind target="arm/axis.1"><a>turn</a></bind>"#.into();
    let (format, version) = ("collada", "1.5.0");
    let kept = Kept {
        format,
        version,
        place: "".into(),
        name: "bind".into(),
        content,
        origin: Origin::default(),
        what: portolan_scene::Content::Unknown,
    };
    scene.aside.kept.push(kept);
    let losses = single_matrix(&mut scene, &Sampling::default());
    assert_eq!((scene.nodes[0].transforms.len(), scene.nodes[1].transforms.len()), (2, 1));
    assert_eq!(scene.nodes[1].transforms[0].sid.as_deref(), Some("matrix"));
    let fates: Vec<Fate> = losses.iter().map(|l| l.fate).collect();
    assert_eq!(fates, [Fate::Noted, Fate::Baked]);
}

#[test]
fn numbers_beyond_all_leave_nodes_where_they_are() {
    let mut scene = scene(vec![node(&[Operation::Scale([1e200; 3]), Operation::Scale([1e200; 3])])]);
    drive(&mut scene, curve(1, &[0., 1.], &[1e200, f64::INFINITY]), 0, Part::At(0));
    drive(&mut scene, curve(1, &[0., 1e12], &[f64::NAN, 1.]), 1, Part::At(1));
    let mut flat = scene.clone();
    let losses = single_matrix(&mut flat, &Sampling { rate: Some(1e9), tolerance: 1e-12 });
    assert_eq!((flat.check(), flat.nodes[0].matrix()), (vec![], DMat4::IDENTITY));
    assert!(flat.curves.iter().all(|c| c.values.iter().all(|v| v.is_finite())));
    assert_eq!(losses.worst(), Some(Fate::Approximated));
}
