use portolan_scene::{
    Animation, AnimationId, Attribute, Clip, ClipId, Drawn, FormulaInstance, Interpolation, Mesh, Methods, Node,
    NodeId, Parameter, Stream, View, ViewId,
};

use super::*;
use crate::{LIMIT, Playing, Stage, deform, pose, sample};

/// A triangle of which curves drive numbers of the positions.
fn scene(channels: Vec<(Curve, Part, f64)>) -> Scene {
    let data = vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let mesh = Mesh {
        streams: vec![Stream::new(3, data)],
        vertices: vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }],
        primitives: vec![],
        double_sided: None,
        convex: false,
    };
    let drawn = Drawn::new(Meta::default(), Drawable::Geometry(GeometryId(0)));
    let channel = |(nth, (_, part, factor)): (usize, &(Curve, Part, f64))| Channel {
        curve: CurveId(nth as u32),
        first: 0,
        target: Target::Stream { geometry: GeometryId(0), stream: 0, part: *part },
        factor: *factor,
    };
    let driven = channels.iter().enumerate().map(channel).collect();
    Scene {
        geometries: vec![Geometry::new(Meta::default(), Shape::Mesh(mesh))],
        nodes: vec![Node { drawn: vec![drawn], ..Node::default() }],
        views: vec![View { roots: vec![NodeId(0)], ..View::default() }],
        animations: vec![Animation { channels: driven, ..Animation::default() }],
        curves: channels.into_iter().map(|(c, ..)| c).collect(),
        ..Scene::default()
    }
}

fn positions(scene: &Scene, playing: &Playing, t: f64) -> Vec<[f32; 3]> {
    let stage = Stage::new(scene, ViewId(0), LIMIT);
    let overrides = sample(scene, playing, t);
    let pose = pose(scene, &stage, &overrides);
    deform(scene, &stage, &pose, &overrides, 0, &scene.nodes[0].drawn[0]).unwrap().positions
}

/// The same shape at all times, by weights alone.
#[track_caller]
fn alike(scene: &Scene, playing: &Playing) -> Scene {
    let (made, told) = vertices_as_morphs(scene);
    assert_eq!((made.check(), told.len()), (vec![], 1));
    let streams = made.animations.iter().flat_map(|a| &a.channels).any(|c| matches!(c.target, Target::Stream { .. }));
    assert!(!streams);
    for t in -4..12 {
        let t = f64::from(t) * 0.25;
        for (a, b) in positions(scene, playing, t).iter().flatten().zip(positions(&made, playing, t).iter().flatten()) {
            assert!((a - b).abs() < 1e-6, "at {t}: {a} {b}");
        }
    }
    made.into_owned()
}

#[test]
fn a_vertex_that_moves_is_a_target() {
    let line = Curve::linear(1, vec![0.0, 1.0], vec![1.0, 5.0]);
    let scene = scene(vec![(line, Part::At(3), 2.0)]);
    // The second vertex goes from 2 to 10 along x.
    assert_eq!(positions(&scene, &Playing::Default, 0.5)[1], [6.0, 0.0, 0.0]);
    let made = alike(&scene, &Playing::Default);
    let Deformer::Morph(morph) = &made.controllers[0].deformer else { panic!() };
    assert_eq!((morph.weights.as_slice(), made.geometries.len()), (&[0.0][..], 2));
    // It was written as 1.
    assert_eq!(made.curves[1].values, [1.0, 9.0]);
}

#[test]
fn control_points_are_moved_and_vectors_are_not() {
    let side = |values: &[f64]| Some(Tangents { times: Vec::new(), values: values.to_vec() });
    let bent = |methods| Curve {
        methods,
        in_tangents: side(&[0.0, 7.0, 3.0]),
        out_tangents: side(&[4.0, -2.0, 0.0]),
        ..Curve::linear(1, vec![0.0, 1.0, 2.0], vec![1.0, 5.0, 2.0])
    };
    use Interpolation::{Bezier, Hermite};
    for methods in [Methods::All(Bezier), Methods::All(Hermite), Methods::Each(vec![Hermite, Bezier, Bezier])] {
        alike(&scene(vec![(bent(methods), Part::At(3), 0.5)]), &Playing::Default);
    }
    // A curve that drives all numbers, as far as it has values.
    let wide = Curve::linear(4, vec![0.0, 1.0], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    assert_eq!(alike(&scene(vec![(wide, Part::All, 1.0)]), &Playing::Default).geometries.len(), 5);
}

#[test]
fn formulas_drive_weights_as_well() {
    let mut scene = scene(vec![]);
    let sum = vec![Expression::Parameter("a".into()), Expression::Number(4.0)];
    scene.formulas = vec![Formula {
        meta: Meta::default(),
        parameters: vec![Parameter { name: "a".into(), value: 0.5 }],
        target: Some("r".into()),
        expression: Expression::Apply(Function::Times, sum),
    }];
    let target = Target::Stream { geometry: GeometryId(0), stream: 0, part: Part::At(3) };
    let instance = FormulaInstance { formula: FormulaId(0), bindings: vec![("r".into(), Binding::Target(target))] };
    scene.clips = vec![Clip { animations: vec![AnimationId(0)], formulas: vec![instance], ..Clip::default() }];
    scene.animations[0].clipped = true;
    assert_eq!(positions(&scene, &Playing::Clip(ClipId(0)), 0.0)[1], [2.0, 0.0, 0.0]);
    alike(&scene, &Playing::Clip(ClipId(0)));
}

#[test]
fn what_cannot_be_a_morph_is_left() {
    let line = Curve::linear(1, vec![0.0, 1.0], vec![1.0, 5.0]);
    let good = scene(vec![(line, Part::At(3), 1.0)]);
    let unchanged = |scene: &Scene| matches!(vertices_as_morphs(scene), (Cow::Borrowed(_), told) if told.is_empty());
    assert!(!unchanged(&good));
    let mut morphed = good.clone();
    let morph = Morph { method: MorphMethod::Relative, ..Morph::default() };
    let controller =
        Controller { meta: Meta::default(), base: Base::Geometry(GeometryId(0)), deformer: Deformer::Morph(morph) };
    morphed.controllers.push(controller);
    assert!(unchanged(&morphed));
    let mut shared = good.clone();
    if let Shape::Mesh(mesh) = &mut shared.geometries[0].shape {
        mesh.vertices.push(Attribute { semantic: Semantic::Normal, set: None, stream: 0 });
    }
    assert!(unchanged(&shared));
    // What is beside it is left alone, and does not keep it from being one.
    let mut beside = good.clone();
    if let Shape::Mesh(mesh) = &mut beside.geometries[0].shape {
        mesh.streams.push(mesh.streams[0].clone());
        mesh.vertices.push(Attribute { semantic: Semantic::Normal, set: None, stream: 1 });
    }
    let mut other = beside.animations[0].channels[0].clone();
    other.target = Target::Stream { geometry: GeometryId(0), stream: 1, part: Part::At(0) };
    beside.animations[0].channels.push(other.clone());
    let (made, _) = vertices_as_morphs(&beside);
    assert!(matches!(made.animations[0].channels[0].target, Target::Weight { .. }));
    assert_eq!(made.animations[0].channels[1..], [other]);
    let mut many = good.clone();
    many.curves[0] = Curve::linear(65, vec![0.0], vec![0.0; 65]);
    many.animations[0].channels[0].target = Target::Stream { geometry: GeometryId(0), stream: 0, part: Part::All };
    if let Shape::Mesh(mesh) = &mut many.geometries[0].shape {
        mesh.streams[0].data = vec![0.0; 66];
    }
    assert!(unchanged(&many));
}
