//! Numbers worked out by hand. From Z up to Y up (x, y, z) becomes (x, z, −y).

use portolan_eval::{LIMIT, Playing, Stage, pose, sample};
use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{
    Animation, Attenuation, AttenuationInput, Attribute, Base, Binding, Camera, CameraField, CameraId, Channel, Clip,
    ClipId, Controller, Curve, CurveId, Deformer, Direction, Evaluation, Expression, Extra, Fading, Fate, Formula,
    FormulaId, FormulaInstance, Function, Geometry, GeometryId, Interpolation, Light, LightField, LightId, LightKind,
    Mesh, Meta, Methods, Node, NodeId, Operation, Part, Projection, Rendering, Scene, Segment, Semantic, Shape, Skin,
    SkinNormals, Space, Spline, Stream, Tangents, Target, Transform, UpAxis, View, ViewId,
};

use super::convert;
use crate::codes;

fn centimetres() -> Scene {
    let space = Space { metres: 0.01, unit: "centimeter".into(), up: UpAxis::Z, ..Space::default() };
    Scene { space, ..Scene::default() }
}

fn to_metres_y_up(scene: &mut Scene) -> portolan_scene::Losses {
    let losses = convert(scene, Some(1.0), Some(UpAxis::Y));
    assert_eq!(scene.check(), []);
    losses
}

fn step(operation: Operation) -> Transform {
    Transform { sid: None, operation }
}

fn node(operations: &[Operation]) -> Node {
    Node { transforms: operations.iter().cloned().map(step).collect(), ..Node::default() }
}

fn curve(width: u32, keys: &[f64], values: &[f64]) -> Curve {
    Curve::linear(width, keys.to_vec(), values.to_vec())
}

fn channel(curve: u32, target: Target) -> Channel {
    Channel { curve: CurveId(curve), first: 0, target, factor: 1.0 }
}

fn transform(node: u32, transform: u32, part: Part) -> Target {
    Target::Transform { node: NodeId(node), transform, part }
}

fn animated(scene: &mut Scene, channels: Vec<Channel>) {
    scene.animations.push(Animation { channels, ..Animation::default() });
}

fn operations(scene: &Scene, node: usize) -> Vec<Operation> {
    scene.nodes[node].transforms.iter().map(|t| t.operation.clone()).collect()
}

#[test]
fn transforms_by_hand() {
    let mut scene = centimetres();
    let matrix = Operation::Matrix(Box::new([1., 2., 3., 400., 5., 6., 7., 800., 9., 10., 11., 1200., 0., 0., 0., 1.]));
    scene.nodes.push(node(&[
        Operation::Translate([100., 250., -7.]),
        Operation::Rotate([0., 1., 0., 30.]),
        Operation::Scale([2., 3., 4.]),
        Operation::Skew(Box::new([45., 0., 1., 0., 0., 0., 1.])),
        matrix,
    ]));
    scene.space.forward = Some(Direction::Y);
    let losses = to_metres_y_up(&mut scene);
    // Rows and columns of the matrix: x stays, z comes second, −y third.
    let turned = [1., 3., -2., 4., 9., 11., -10., 12., -5., -7., 6., -8., 0., 0., 0., 1.];
    assert_eq!(
        operations(&scene, 0),
        [
            Operation::Translate([1., -0.07, -2.5]),
            Operation::Rotate([0., 0., -1., 30.]),
            Operation::Scale([2., 4., 3.]),
            Operation::Skew(Box::new([45., 0., 0., -1., 0., 1., 0.])),
            Operation::Matrix(Box::new(turned)),
        ]
    );
    assert_eq!((scene.space.metres, &*scene.space.unit, scene.space.up), (1.0, "meter", UpAxis::Y));
    assert_eq!(scene.space.forward, Some(Direction::MinusZ));
    assert_eq!(losses.worst(), Some(Fate::Noted));
}

#[test]
fn vertices_by_hand() {
    let attribute = |semantic, stream| Attribute { semantic, set: None, stream };
    let stream = |width, data: &[f32]| Stream { id: Some("s".into()), ..Stream::new(width, data.to_vec()) };
    let mesh = Mesh {
        streams: vec![stream(3, &[100., 200., 300.]), stream(4, &[0., 1., 0., -1.]), stream(2, &[50., 70.])],
        vertices: vec![
            attribute(Semantic::Position, 0),
            attribute(Semantic::TexTangent, 1),
            attribute(Semantic::TexCoord, 0),
            attribute(Semantic::Other("WIND".into()), 0),
        ],
        ..Mesh::default()
    };
    let flat = Mesh { vertices: vec![attribute(Semantic::Position, 2)], ..mesh.clone() };
    let mut scene = centimetres();
    for mesh in [mesh, flat] {
        scene.geometries.push(Geometry::new(Meta::default(), Shape::Mesh(mesh)));
    }
    // The second component of the position, and of the texture coordinates that are in the same stream.
    scene.curves.push(curve(1, &[0.0], &[40.0]));
    let target = Target::Stream { geometry: GeometryId(0), stream: 0, part: Part::At(1) };
    animated(&mut scene, vec![channel(0, target)]);
    let flat = Target::Stream { geometry: GeometryId(1), stream: 2, part: Part::At(1) };
    scene.curves.push(curve(1, &[0.0], &[30.0]));
    animated(&mut scene, vec![channel(1, flat)]);
    let losses = to_metres_y_up(&mut scene);
    let meshes: Vec<&Mesh> = scene
        .geometries
        .iter()
        .map(|g| match &g.shape {
            Shape::Mesh(mesh) => mesh,
            _ => panic!("no mesh"),
        })
        .collect();
    assert_eq!(meshes[0].streams[0].data, [1., 3., -2.]);
    assert_eq!(meshes[0].streams[1].data, [0., 0., -1., -1.]);
    // Texture coordinates and what nobody knows keep the numbers.
    assert_eq!(meshes[0].vertices[2].stream, 3);
    assert_eq!(meshes[0].vertices[3].stream, 3);
    assert_eq!(meshes[0].streams[3].data, [100., 200., 300.]);
    assert_eq!((meshes[1].streams[2].width, &*meshes[1].streams[2].data), (3, &[0.5, 0., -0.7][..]));
    let driven = |animation: usize| -> Vec<(Target, f64)> {
        let channels = scene.animations[animation].channels.iter();
        channels.map(|c| (c.target.clone(), c.factor * scene.curve(c.curve).unwrap().values[0])).collect()
    };
    let at = |geometry, stream, place| Target::Stream { geometry: GeometryId(geometry), stream, part: Part::At(place) };
    assert_eq!(driven(0), [(at(0, 0, 2), -0.4), (at(0, 3, 1), 40.0)]);
    assert_eq!(driven(1), [(at(1, 2, 2), -0.3)]);
    assert!(losses.iter().any(|l| l.code.id == codes::SPACE_DATA.id && l.message.contains("WIND")));
}

#[test]
fn cameras_lights_splines_and_skins_by_hand() {
    let mut scene = centimetres();
    let camera = |projection| Camera { meta: Meta::default(), projection, near: 10.0, far: 1000.0 };
    scene.cameras.push(camera(Projection::Orthographic { x: Some(200.0), y: None, aspect: Some(2.0) }));
    scene.cameras.push(camera(Projection::Perspective { x: Some(60.0), y: None, aspect: None }));
    let light = |kind| Light::new(Meta::default(), kind, [1.0; 3], 1.0);
    let attenuation = [1.0, 0.02, 0.0005];
    scene.lights.push(light(LightKind::Spot { attenuation, angle: 30.0, exponent: 2.0 }));
    let fading = [
        Fading::Linear { begin: 100.0, end: 300.0 },
        Fading::Inverse { scale: 50.0, offset: 0.1, constant: 0.5, linear: 1.0 },
        Fading::InverseSquare { scale: 50.0, offset: 0.0, constant: 0.5, linear: 1.0, quadratic: 2.0 },
    ];
    let distance = AttenuationInput::Distance;
    scene.lights[0].attenuations = fading.map(|curve| Attenuation { input: distance, curve, power: 1.0 }).to_vec();
    let angle = Attenuation { input: AttenuationInput::Angle, curve: fading[0], power: 2.0 };
    scene.lights[0].attenuations.push(angle);
    let before = scene.lights[0].attenuation(150.0, 0.1);
    let spline = Spline {
        points: vec![[100., 200., 300.]],
        segments: vec![Segment::Bezier],
        in_tangents: vec![[0., 100., 0.]],
        out_tangents: vec![[0., 0., 100.]],
        ..Spline::default()
    };
    scene.geometries.push(Geometry::new(Meta::default(), Shape::Spline(spline)));
    scene.geometries.push(Geometry::new(Meta::default(), Shape::Empty));
    let skin = Skin {
        bind_shape: DMat4::from_translation(DVec3::new(0., 100., 0.)),
        joints: vec!["j".into()],
        inverse_binds: vec![DMat4::from_translation(DVec3::new(100., 0., -200.))],
        counts: vec![],
        influences: vec![],
        normals: SkinNormals::default(),
    };
    let base = Base::Geometry(GeometryId(1));
    scene.controllers.push(Controller { meta: Meta::default(), base, deformer: Deformer::Skin(skin) });
    // What drives planes, extents and attenuations.
    let of_camera = |camera, field| Target::Camera { camera: CameraId(camera), field };
    let of_light = |field| Target::Light { light: LightId(0), field, part: Part::All };
    let targets = [
        of_camera(0, CameraField::X),
        of_camera(1, CameraField::X),
        of_camera(1, CameraField::Far),
        of_light(LightField::Constant),
        of_light(LightField::Linear),
        of_light(LightField::Quadratic),
        of_light(LightField::Angle),
    ];
    for (target, number) in targets.into_iter().zip(0..) {
        scene.curves.push(curve(1, &[0.0], &[8.0]));
        animated(&mut scene, vec![channel(number, target)]);
    }
    to_metres_y_up(&mut scene);
    assert_eq!((scene.cameras[0].near, scene.cameras[0].far), (0.1, 10.0));
    let extents = Projection::Orthographic { x: Some(2.0), y: None, aspect: Some(2.0) };
    assert_eq!(scene.cameras[0].projection, extents);
    assert_eq!(scene.cameras[1].projection, Projection::Perspective { x: Some(60.0), y: None, aspect: None });
    let LightKind::Spot { attenuation, angle, .. } = scene.lights[0].kind else { panic!("no spot") };
    assert_eq!((attenuation, angle), ([1.0, 2.0, 5.0], 30.0));
    assert!((scene.lights[0].attenuation(1.5, 0.1) - before).abs() < 1e-12 && before > 0.0 && before < 1.0);
    let Shape::Spline(spline) = &scene.geometries[0].shape else { panic!("no spline") };
    assert_eq!(spline.points, [[1., 3., -2.]]);
    assert_eq!((&spline.in_tangents[..], &spline.out_tangents[..]), (&[[0., 0., -1.]][..], &[[0., 1., 0.]][..]));
    let Deformer::Skin(skin) = &scene.controllers[0].deformer else { panic!("no skin") };
    assert_eq!(skin.bind_shape, DMat4::from_translation(DVec3::new(0., 0., -1.)));
    assert_eq!(skin.inverse_binds[0], DMat4::from_translation(DVec3::new(1., -2., 0.)));
    let driven: Vec<f64> = scene.curves.iter().map(|c| c.values[0]).collect();
    assert_eq!(driven, [0.08, 8.0, 0.08, 8.0, 800.0, 80_000.0, 8.0]);
}

#[test]
fn members_of_transforms_lead_to_where_they_are() {
    let mut scene = centimetres();
    scene.nodes.push(node(&[
        Operation::Translate([0.; 3]),
        Operation::Rotate([0., 1., 0., 0.]),
        Operation::Matrix(Box::new(DMat4::IDENTITY.to_cols_array())),
    ]));
    // Y of a translation, with tangents: becomes −Z.
    let mut bent = curve(1, &[0.0, 1.0], &[100.0, 300.0]);
    bent.methods = Methods::All(Interpolation::Bezier);
    bent.in_tangents = Some(Tangents { times: vec![-0.3, 0.7], values: vec![50.0, 250.0] });
    bent.out_tangents = Some(Tangents { times: vec![0.3, 1.3], values: vec![150.0, 350.0] });
    scene.curves.push(bent);
    // A whole rotation, and its angle.
    scene.curves.push(curve(4, &[0.0], &[1.0, 2.0, 3.0, 40.0]));
    scene.curves.push(curve(1, &[0.0], &[50.0]));
    // An element of the matrix in row 1 and column 3, and one in row 0 and column 1.
    scene.curves.push(curve(1, &[0.0], &[700.0]));
    scene.curves.push(curve(1, &[0.0], &[0.5]));
    let channels = [
        (0, transform(0, 0, Part::At(1))),
        (1, transform(0, 1, Part::All)),
        (2, transform(0, 1, Part::At(3))),
        (3, transform(0, 2, Part::At(7))),
        (4, transform(0, 2, Part::At(1))),
    ];
    animated(&mut scene, channels.into_iter().map(|(c, t)| channel(c, t)).collect());
    to_metres_y_up(&mut scene);
    let targets: Vec<Target> = scene.animations[0].channels.iter().map(|c| c.target.clone()).collect();
    let expected = [
        transform(0, 0, Part::At(2)),
        transform(0, 1, Part::All),
        transform(0, 1, Part::At(3)),
        transform(0, 2, Part::At(11)),
        transform(0, 2, Part::At(2)),
    ];
    assert_eq!(targets, expected);
    assert!(scene.animations[0].channels.iter().all(|c| c.factor == 1.0), "curves that are used once are changed");
    assert_eq!(scene.curves[0].values, [-1.0, -3.0]);
    let arrive = Tangents { times: vec![-0.3, 0.7], values: vec![-0.5, -2.5] };
    assert_eq!(scene.curves[0].in_tangents, Some(arrive));
    assert_eq!(scene.curves[0].out_tangents.as_ref().unwrap().values, [-1.5, -3.5]);
    assert_eq!(scene.curves[1].values, [1.0, 3.0, -2.0, 40.0]);
    assert_eq!(scene.curves[2].values, [50.0]);
    assert_eq!(scene.curves[3].values, [-7.0]);
    assert_eq!(scene.curves[4].values, [-0.5]);
}

#[test]
fn curves_that_several_use_stay_right_for_each() {
    let mut scene = centimetres();
    scene.nodes.push(node(&[Operation::Translate([0.; 3]), Operation::Scale([1.; 3]), Operation::Translate([0.; 3])]));
    scene.curves.push(curve(3, &[0.0], &[100.0, 200.0, 300.0]));
    scene.curves.push(curve(2, &[0.0], &[10.0, 20.0]));
    let mut later = channel(0, transform(0, 0, Part::At(2)));
    later.first = 1;
    let channels = vec![
        channel(0, transform(0, 0, Part::All)),
        channel(0, transform(0, 1, Part::All)),
        later,
        // Fewer numbers than the target has.
        channel(1, transform(0, 2, Part::All)),
    ];
    animated(&mut scene, channels);
    let before = sample(&scene, &Playing::Default, 0.0);
    let moved = |scene: &Scene, overrides: &portolan_eval::Overrides, i: usize| {
        overrides.operation(NodeId(0), i as u32, &scene.nodes[0].transforms[i].operation).into_owned()
    };
    let old: Vec<Operation> = (0..3).map(|i| moved(&scene, &before, i)).collect();
    assert_eq!(old[0], Operation::Translate([100., 200., 200.]));
    to_metres_y_up(&mut scene);
    let after = sample(&scene, &Playing::Default, 0.0);
    assert_eq!(moved(&scene, &after, 0), Operation::Translate([1., 2., -2.]));
    assert_eq!(moved(&scene, &after, 1), Operation::Scale([100., 300., 200.]));
    assert_eq!(moved(&scene, &after, 2), Operation::Translate([0.1, 0., -0.2]));
}

/// A node with a camera and a light alone, one with a child beside its camera, and one that looks at a point.
fn eyes() -> Scene {
    let mut scene = centimetres();
    let projection = Projection::Perspective { x: Some(60.0), y: None, aspect: None };
    scene.cameras.push(Camera { meta: Meta::default(), projection, near: 10.0, far: 1000.0 });
    let point = LightKind::Point { attenuation: [1.0, 0.0, 0.0] };
    for kind in [LightKind::Directional, point] {
        scene.lights.push(Light::new(Meta::default(), kind, [1.0; 3], 1.0));
    }
    let alone = Node {
        cameras: vec![CameraId(0)],
        lights: vec![LightId(0)],
        ..node(&[Operation::Translate([1., 2., 3.]), Operation::Rotate([1., 0., 0., 90.])])
    };
    let shared = Node {
        cameras: vec![CameraId(0)],
        lights: vec![LightId(0), LightId(1)],
        children: vec![NodeId(3)],
        ..node(&[Operation::Rotate([0., 0., 1., 45.])])
    };
    let look = Operation::LookAt(Box::new([300., 0., 0., 0., 0., 0., 0., 0., 1.]));
    let looking = Node { cameras: vec![CameraId(0)], ..node(&[look]) };
    scene.nodes = vec![alone, shared, looking, node(&[Operation::Translate([0., 5., 0.])])];
    let rendering = Rendering { camera: Some(NodeId(1)), ..Rendering::default() };
    let evaluation = Evaluation { enabled: true, renderings: vec![rendering], ..Evaluation::default() };
    let roots = vec![NodeId(0), NodeId(1), NodeId(2)];
    scene.views.push(View { roots, evaluations: vec![evaluation], ..View::default() });
    scene
}

/// Where cameras and lights with a direction look, in metres with Y up.
fn looks(scene: &Scene) -> Vec<(DVec3, DVec3, DVec3)> {
    let stage = Stage::new(scene, ViewId(0), LIMIT);
    let posed = pose(scene, &stage, &sample(scene, &Playing::Default, 0.25));
    let mut all = Vec::new();
    for (placed, at) in stage.placed.iter().zip(0..) {
        let node = scene.node(placed.node).unwrap();
        let turned = node.lights.iter().filter(|l| scene.light(**l).unwrap().kind == LightKind::Directional);
        let world = scene.space.to_si() * posed.world(at);
        let look = (
            world.transform_point3(DVec3::ZERO),
            world.transform_vector3(DVec3::NEG_Z).normalize(),
            world.transform_vector3(DVec3::Y).normalize(),
        );
        all.extend((0..node.cameras.len() + turned.count()).map(|_| look));
    }
    all
}

#[test]
fn cameras_and_lights_look_where_they_did() {
    let scene = eyes();
    for up in [UpAxis::X, UpAxis::Y] {
        let mut turned = scene.clone();
        convert(&mut turned, None, Some(up));
        assert_eq!(turned.check(), []);
        let (before, after) = (looks(&scene), looks(&turned));
        assert_eq!(before.len(), 5);
        assert_eq!(before.len(), after.len());
        for (a, b) in before.iter().zip(&after) {
            let near = |p: DVec3, q: DVec3| p.abs_diff_eq(q, 1e-9);
            assert!(near(a.0, b.0) && near(a.1, b.1) && near(a.2, b.2), "{up:?}: {a:?} {b:?}");
        }
        // What is alone has one more matrix; what is not has a node of its own, and is found there.
        assert_eq!(turned.nodes.len(), 5);
        assert_eq!((turned.nodes[0].transforms.len(), turned.nodes[1].transforms.len()), (3, 1));
        assert_eq!((turned.nodes[1].cameras.len(), turned.nodes[1].lights.len()), (0, 0));
        assert_eq!(turned.nodes[1].children, [NodeId(4), NodeId(3)]);
        assert_eq!(turned.nodes[4].lights, [LightId(0), LightId(1)]);
        assert_eq!(turned.views[0].evaluations[0].renderings[0].camera, Some(NodeId(4)));
        // What looks at a point needs none.
        assert_eq!(turned.nodes[2].transforms.len(), 1);
    }
    let mut turned = scene.clone();
    convert(&mut turned, None, Some(UpAxis::Y));
    let look = Operation::LookAt(Box::new([300., 0., 0., 0., 0., 0., 0., 1., 0.]));
    assert_eq!(operations(&turned, 2), [look]);
}

#[test]
fn there_and_back_are_the_numbers_that_were() {
    let mut scene = eyes();
    scene.nodes[3].transforms.push(step(Operation::Rotate([0.1, -0.7, 1.0 / 3.0, 33.3])));
    scene.curves.push(curve(3, &[0.0, 1.0], &[0.1, 0.2, 0.3, 1.0 / 3.0, -7.7, 1e-9]));
    animated(&mut scene, vec![channel(0, transform(3, 0, Part::All))]);
    let numbers = |scene: &Scene| {
        let steps: Vec<Operation> = (0..4).flat_map(|n| operations(scene, n)).collect();
        (steps, scene.curves[0].values.clone(), scene.animations[0].channels.clone())
    };
    for via in [UpAxis::X, UpAxis::Y] {
        let mut turned = scene.clone();
        convert(&mut turned, None, Some(via));
        assert_ne!(numbers(&turned).0, numbers(&scene).0);
        convert(&mut turned, None, Some(UpAxis::Z));
        assert_eq!(numbers(&turned), numbers(&scene));
    }
    let mut scaled = scene.clone();
    convert(&mut scaled, Some(1.0), None);
    convert(&mut scaled, Some(0.01), None);
    let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-12 * a.abs());
    for (a, b) in scaled.nodes.iter().zip(&scene.nodes) {
        for (a, b) in a.transforms.iter().zip(&b.transforms) {
            assert!(close(a.operation.values(), b.operation.values()), "{a:?} {b:?}");
        }
    }
    assert!(close(&scaled.curves[0].values, &scene.curves[0].values));
    assert_eq!(&*scaled.space.unit, "centimeter");
}

#[test]
fn formulas_compute_in_the_unit_they_were_written_for() {
    let mut scene = centimetres();
    scene.nodes.push(node(&[Operation::Translate([10., 20., 30.])]));
    // z = y + 5, all in centimetres: 25. Then y is −z in the new axes.
    let arguments = vec![Expression::Parameter("a".into()), Expression::Number(5.0)];
    scene.formulas.push(Formula {
        meta: Meta::default(),
        parameters: vec![],
        target: Some("result".into()),
        expression: Expression::Apply(Function::Plus, arguments),
    });
    let bound = |place| Binding::Target(transform(0, 0, Part::At(place)));
    let instance = |from, to| FormulaInstance {
        formula: FormulaId(0),
        bindings: vec![("result".into(), bound(to)), ("a".into(), bound(from))],
    };
    scene.clips.push(Clip { formulas: vec![instance(1, 2)], ..Clip::default() });
    scene.clips.push(Clip { formulas: vec![instance(2, 0)], ..Clip::default() });
    let result = |scene: &Scene, clip| {
        let overrides = sample(scene, &Playing::Clip(ClipId(clip)), 0.0);
        overrides.operation(NodeId(0), 0, &scene.nodes[0].transforms[0].operation).values().to_vec()
    };
    assert_eq!((result(&scene, 0), result(&scene, 1)), (vec![10., 20., 25.], vec![35., 20., 30.]));
    to_metres_y_up(&mut scene);
    let close = |a: Vec<f64>, b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
    assert!(close(result(&scene, 0), [0.1, 0.25, -0.2]), "{:?}", result(&scene, 0));
    assert!(close(result(&scene, 1), [0.35, 0.3, -0.2]), "{:?}", result(&scene, 1));
}

#[test]
fn units_that_are_none_are_told_and_change_nothing() {
    for metres in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300, 1e-300] {
        let mut scene = centimetres();
        scene.nodes.push(node(&[Operation::Translate([1., 2., 3.])]));
        let losses = convert(&mut scene, Some(metres), None);
        assert_eq!(losses.worst(), Some(Fate::Approximated), "{metres}");
        assert_eq!((scene.space.metres, operations(&scene, 0)), (0.01, vec![Operation::Translate([1., 2., 3.])]));
    }
}

#[test]
fn numbers_beyond_their_precision_are_told() {
    for (metres, expected) in [(1e-18, f32::MAX), (1e18, 0.0)] {
        let mut scene = centimetres();
        let large = if expected == 0.0 { 1e-30 } else { 1e30 };
        let mesh = Mesh {
            streams: vec![Stream::new(3, vec![large, 0.0, f32::NAN])],
            vertices: vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }],
            ..Mesh::default()
        };
        scene.geometries.push(Geometry::new(Meta::default(), Shape::Mesh(mesh)));
        let losses = convert(&mut scene, Some(metres), None);
        let Shape::Mesh(mesh) = &scene.geometries[0].shape else { panic!("no mesh") };
        assert_eq!(mesh.streams[0].data[..2], [expected, 0.0]);
        assert!(losses.iter().any(|l| l.code.id == "CNV883"), "{metres}");
    }
}

#[test]
fn the_same_unit_and_axis_change_nothing() {
    let mut scene = eyes();
    let losses = convert(&mut scene, Some(0.01), Some(UpAxis::Z));
    assert_eq!(losses.worst(), None);
    assert_eq!(operations(&scene, 0), operations(&eyes(), 0));
}

#[test]
fn data_of_applications_is_told_by_what_it_is_called() {
    let extra = |profile: &str, kind: Option<&str>| {
        let meta = Meta {
            extras: vec![Extra { profile: profile.into(), kind: kind.map(Into::into), ..Extra::default() }],
            ..Meta::default()
        };
        Node { meta, ..Node::default() }
    };
    let told = |nodes: Vec<Node>| {
        let losses = to_metres_y_up(&mut Scene { nodes, ..centimetres() });
        losses.iter().filter(|l| l.code.id == codes::SPACE_KEPT.id).map(|l| l.message.clone()).collect::<Vec<_>>()
    };
    // OpenGEX: an `Extension` need not name its application, and structures of applications have their name only.
    let nodes = vec![extra("", Some("Foo")), extra("", None), extra("Mine", Some("t")), extra("Mine", None)];
    assert_eq!(told(nodes), ["application data is not converted: `Foo`, `Mine`"]);
    assert_eq!(told(vec![extra("", None)]), ["application data is not converted"]);
}

/// A slide of 250 along z that a formula computes from a turn, and a node that it moves.
#[test]
fn mechanisms_by_hand() {
    use portolan_eval::kinematics::{Kinematics, links};
    use portolan_scene::{
        Bound, Freedom, FreedomKind, Link, Manipulator, Mechanism, MechanismFormula, MechanismId, MechanismJoint,
        Origin, Place,
    };
    let mut scene = centimetres();
    scene.nodes.push(node(&[Operation::Translate([0., 0., 250.])]));
    let target = |freedom| Target::Freedom { mechanism: MechanismId(0), freedom };
    let turn = Freedom { value: 50.0, ..Freedom::new(FreedomKind::Revolute, [0., 1., 0.]) };
    let slide = Freedom {
        limits: [Some(-100.0), None],
        value: 1.0,
        targets: vec![Bound { node: NodeId(0), transform: 0, origin: Origin::default() }],
        ..Freedom::new(FreedomKind::Prismatic, [0., 0., 1.])
    };
    // Five for a degree.
    let five = Expression::Apply(Function::Times, vec![Expression::Number(5.0), Expression::Parameter("a".into())]);
    let formula = Formula { meta: Meta::default(), parameters: vec![], target: Some("b".into()), expression: five };
    let bindings = vec![("a".into(), Binding::Target(target(0))), ("b".into(), Binding::Target(target(1)))];
    let joint = |n: u32| MechanismJoint { freedoms: n..n + 1, ..MechanismJoint::default() };
    let link = |parent, joint, moves: Operation| Link {
        parent,
        joint,
        transforms: vec![step(Operation::Translate([100., 0., 0.])), step(moves)],
        moved: 1..2,
        ..Link::default()
    };
    scene.mechanisms.push(Mechanism {
        joints: vec![joint(0), joint(1)],
        freedoms: vec![turn, slide],
        links: vec![
            link(None, Some(0), Operation::Rotate([0., 1., 0., 0.])),
            link(Some(0), Some(1), Operation::Translate([0.; 3])),
        ],
        formulas: vec![MechanismFormula { formula, bindings }],
        manipulators: vec![Manipulator {
            kept: Vec::new(),
            tip: Some(Place { link: 1, transforms: vec![step(Operation::Translate([0., 0., 30.]))] }),
            direction: Some([0., 0., 1.]),
            ..Manipulator::default()
        }],
        ..Mechanism::default()
    });
    let places = |scene: &Scene| {
        let kinematics = Kinematics::new(scene);
        let mut overrides = portolan_eval::Overrides::default();
        kinematics.compute(&mut overrides);
        let values = kinematics.values(MechanismId(0), &overrides);
        (links(&scene.mechanisms[0], &values)[1].w_axis.truncate(), values)
    };
    let (before, values) = places(&scene);
    assert_eq!(values, [50.0, 250.0]);
    to_metres_y_up(&mut scene);
    let (after, values) = places(&scene);
    assert!((values[1] - 2.5).abs() < 1e-12, "{values:?}");
    let wanted = DVec3::new(before.x, before.z, -before.y) * 0.01;
    assert!(after.abs_diff_eq(wanted, 1e-12), "{after} {wanted}");
    let [_, slide] = &scene.mechanisms[0].freedoms[..] else { panic!() };
    assert_eq!((slide.axis, slide.limits, slide.value), ([0., 1., 0.], [Some(-1.0), None], 0.01));
    let manipulator = &scene.mechanisms[0].manipulators[0];
    assert_eq!(manipulator.direction, Some([0., 1., 0.]));
    assert_eq!(manipulator.tip.as_ref().unwrap().transforms[0].operation, Operation::Translate([0., 0.3, 0.]));
}
