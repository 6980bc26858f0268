use portolan_scene::glam::{DMat4, DVec3, Mat3, Vec3};
use portolan_scene::{
    Base, Controller, ControllerId, Drawable, Geometry, Influence, Joint, Meta, Morph, MorphMethod, Node, NodeId,
    NodeInstance, Operation, Part, Skeleton, Skin, SkinSpace, Target, Transform, View, ViewId,
};

use super::*;
use crate::{LIMIT, pose};

fn mesh(positions: &[[f32; 3]], normals: Option<&[[f32; 3]]>) -> Geometry {
    let stream = |rows: &[[f32; 3]]| Stream::new(3, rows.as_flattened().to_vec());
    let mut mesh = Mesh {
        streams: vec![stream(positions)],
        vertices: vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }],
        ..Mesh::default()
    };
    if let Some(normals) = normals {
        mesh.streams.push(stream(normals));
        mesh.vertices.push(Attribute { semantic: Semantic::Normal, set: None, stream: 1 });
    }
    Geometry::new(Meta::default(), Shape::Mesh(mesh))
}

pub(crate) fn node(operation: Operation, children: &[u32]) -> Node {
    Node {
        transforms: vec![Transform { sid: None, operation }],
        children: children.iter().map(|n| NodeId(*n)).collect(),
        ..Node::default()
    }
}

pub(crate) fn held(joint: Option<u32>, weight: f32) -> Influence {
    Influence { joint, weight }
}

/// An upright stick: joint 1 in the middle of it, joint 0 at its foot.
fn stick() -> Skin {
    Skin {
        bind_shape: DMat4::IDENTITY,
        joints: vec!["foot".into(), "knee".into()],
        inverse_binds: vec![DMat4::IDENTITY, DMat4::from_translation(DVec3::new(0., -2., 0.))],
        counts: vec![1, 2, 1, 1, 1],
        normals: portolan_scene::SkinNormals::default(),
        influences: vec![
            held(Some(0), 1.0),
            held(Some(0), 0.5),
            held(Some(1), 0.5),
            held(Some(1), 2.0),
            held(None, 1.0),
            held(Some(1), 0.0),
        ],
    }
}

const STICK: [[f32; 3]; 5] = [[0., 0., 0.], [0., 3., 0.], [0., 4., 0.], [1., 3., 0.], [2., 3., 0.]];

fn drawn(what: Drawable, skins: &[u32]) -> Drawn {
    let joint = |n| Some(Joint { node: NodeId(n), root: Some(NodeId(1)) });
    let skeleton =
        |c: &u32| Skeleton { controller: ControllerId(*c), joints: vec![joint(1), joint(2)], space: SkinSpace::World };
    Drawn { skeletons: skins.iter().map(skeleton).collect(), ..Drawn::new(Meta::default(), what) }
}

fn controller(base: Base, deformer: Deformer) -> Controller {
    Controller { meta: Meta::default(), base, deformer }
}

/// Node 0 holds the skin, node 1 is the root and first joint, node 2 the second joint.
pub(crate) fn scene(holder: Operation, root: Operation, knee: f64) -> Scene {
    let mut knee_node = node(Operation::Translate([0., 2., 0.]), &[]);
    knee_node.transforms.push(Transform { sid: None, operation: Operation::Rotate([0., 0., 1., knee]) });
    let mut holder = node(holder, &[]);
    holder.drawn.push(drawn(Drawable::Controller(ControllerId(0)), &[0]));
    Scene {
        geometries: vec![mesh(&STICK, None)],
        controllers: vec![controller(Base::Geometry(GeometryId(0)), Deformer::Skin(stick()))],
        nodes: vec![holder, node(root, &[2]), knee_node],
        views: vec![View { roots: vec![NodeId(0), NodeId(1)], ..View::default() }],
        ..Scene::default()
    }
}

pub(crate) fn bent(scene: &Scene, at: u32, overrides: &Overrides) -> (Deformed, Vec<DVec3>) {
    let stage = Stage::new(scene, ViewId(0), LIMIT);
    let pose = pose(scene, &stage, overrides);
    let drawn = &scene.node(stage.placed[at as usize].node).unwrap().drawn[0];
    let deformed = deform(scene, &stage, &pose, overrides, at, drawn).unwrap();
    let world = pose.world(at);
    let places = deformed.positions.iter().map(|p| world.transform_point3(p.map(f64::from).into())).collect();
    (deformed, places)
}

#[track_caller]
pub(crate) fn close(found: &[DVec3], expected: &[[f64; 3]]) {
    assert_eq!(found.len(), expected.len());
    for (f, e) in found.iter().zip(expected) {
        assert!(f.abs_diff_eq(DVec3::from_array(*e), 1e-5), "{found:?} are not {expected:?}");
    }
}

#[test]
fn two_joints_bend_a_stick() {
    let mut scene = scene(Operation::Translate([0.; 3]), Operation::Translate([0.; 3]), 90.0);
    // The knee turns what it holds to −x; the second vertex lies half way; two are not held.
    let expected = [[0., 0., 0.], [-0.5, 2.5, 0.], [-2., 2., 0.], [1., 3., 0.], [2., 3., 0.]];
    for space in [SkinSpace::World, SkinSpace::Node] {
        set_space(&mut scene, space);
        let (deformed, places) = bent(&scene, 0, &Overrides::default());
        close(&places, &expected);
        let normals = deformed.normal_matrices.unwrap();
        assert!((Mat3::from_cols_array(&normals[2]) * Vec3::X).abs_diff_eq(Vec3::Y, 1e-6));
        assert!((Mat3::from_cols_array(&normals[0]) * Vec3::X).abs_diff_eq(Vec3::X, 1e-6));
        assert_eq!(normals[3], [1., 0., 0., 0., 1., 0., 0., 0., 1.]);
    }
}

pub(crate) fn set_space(scene: &mut Scene, space: SkinSpace) {
    scene.nodes[0].drawn[0].skeletons[0].space = space;
}

#[test]
fn the_node_that_holds_a_skin_counts_or_does_not() {
    let mut scene = scene(Operation::Translate([5., 0., 0.]), Operation::Rotate([0., 0., 1., 90.]), 0.0);
    // In the world: the root turns the stick to −x, the holder does nothing.
    let turned = [[0., 0., 0.], [-3., 0., 0.], [-4., 0., 0.], [1., 3., 0.], [2., 3., 0.]];
    let (deformed, places) = bent(&scene, 0, &Overrides::default());
    close(&places, &turned);
    assert_eq!(deformed.positions[3], [-4., 3., 0.]);
    // At the node: the holder moves all that by 5.
    set_space(&mut scene, SkinSpace::Node);
    let (deformed, places) = bent(&scene, 0, &Overrides::default());
    close(&places, &turned.map(|[x, y, z]| [x + 5., y, z]));
    assert_eq!(deformed.positions[3], [1., 3., 0.]);
    // Wherever the holder goes.
    let mut overrides = Overrides::default();
    overrides.set(&Target::Transform { node: NodeId(0), transform: 0, part: Part::At(0) }, &[7.0]);
    let (_, places) = bent(&scene, 0, &overrides);
    close(&places, &turned.map(|[x, y, z]| [x + 7., y, z]));
}

#[test]
fn what_is_above_holder_and_skeleton_counts_once() {
    // Holder (a move by 5) and skeleton both stand below a node that turns by 90° and moves by 100: the stick points to
    // −x because of that node, and the move by 5 points to y.
    let mut scene = scene(Operation::Translate([5., 0., 0.]), Operation::Translate([0.; 3]), 0.0);
    let mut parent = node(Operation::Translate([100., 0., 0.]), &[0, 1]);
    parent.transforms.push(Transform { sid: None, operation: Operation::Rotate([0., 0., 1., 90.]) });
    scene.nodes.push(parent);
    scene.views[0].roots = vec![NodeId(3)];
    let held = [[100., 0., 0.], [97., 0., 0.], [96., 0., 0.]];
    close(&bent(&scene, 1, &Overrides::default()).1[..3], &held);
    set_space(&mut scene, SkinSpace::Node);
    close(&bent(&scene, 1, &Overrides::default()).1[..3], &held.map(|[x, y, z]| [x, y + 5., z]));
    // The same without a named root: what is above the joints counts.
    for joint in scene.nodes[0].drawn[0].skeletons[0].joints.iter_mut().flatten() {
        joint.root = None;
    }
    close(&bent(&scene, 1, &Overrides::default()).1[..3], &held.map(|[x, y, z]| [x, y + 5., z]));
}

#[test]
fn a_holder_below_the_root_follows_it_once() {
    let mut scene = scene(Operation::Translate([0., 0., 9.]), Operation::Rotate([0., 0., 1., 90.]), 90.0);
    scene.nodes[1].children = vec![NodeId(2), NodeId(0)];
    scene.views[0].roots = vec![NodeId(1)];
    close(&bent(&scene, 2, &Overrides::default()).1[2..3], &[[-2., -2., 0.]]);
    set_space(&mut scene, SkinSpace::Node);
    close(&bent(&scene, 2, &Overrides::default()).1[2..3], &[[-2., -2., 9.]]);
    // Of two skeletons the nearer one says where.
    scene.nodes.push(node(Operation::Translate([0., 0., 50.]), &[]));
    scene.views[0].roots = vec![NodeId(3), NodeId(1)];
    scene.nodes[0].drawn[0].skeletons[0].joints[0] = Some(Joint { node: NodeId(3), root: Some(NodeId(3)) });
    let (_, places) = bent(&scene, 3, &Overrides::default());
    close(&places[2..3], &[[-2., -2., 9.]]);
    // The joint of the other one stands at z = 50, and the holder moves it as it moves the first.
    close(&places[..1], &[[0., 0., 59.]]);
}

#[test]
fn a_skeleton_aside_leaves_the_node_to_count() {
    let mut scene = scene(Operation::Translate([5., 0., 0.]), Operation::Translate([0., 1., 0.]), 90.0);
    scene.views[0].roots = vec![NodeId(0)];
    set_space(&mut scene, SkinSpace::Node);
    close(&bent(&scene, 0, &Overrides::default()).1[2..3], &[[3., 3., 0.]]);
}

#[test]
fn each_placed_skeleton_moves_its_own_skin() {
    // A character (node 3: holder and skeleton) stands at x = 10 and, upside down, at the origin.
    let mut scene = scene(Operation::Translate([0.; 3]), Operation::Translate([0.; 3]), 90.0);
    let instance = || NodeInstance { meta: Meta::default(), node: NodeId(3), proxy: None };
    scene.nodes.push(node(Operation::Translate([0.; 3]), &[0, 1]));
    for operation in [Operation::Translate([10., 0., 0.]), Operation::Rotate([0., 0., 1., 180.])] {
        scene.nodes.push(Node { instances: vec![instance()], ..node(operation, &[]) });
    }
    scene.views[0].roots = vec![NodeId(4), NodeId(5)];
    // Places: 4, 3, 0, 1, 2, 5, 3, 0, 1, 2.
    let (_, first) = bent(&scene, 2, &Overrides::default());
    close(&first[..3], &[[10., 0., 0.], [9.5, 2.5, 0.], [8., 2., 0.]]);
    let (_, second) = bent(&scene, 7, &Overrides::default());
    close(&second[..3], &[[0., 0., 0.], [0.5, -2.5, 0.], [2., -2., 0.]]);
}

#[test]
fn a_skeleton_that_stands_nowhere_moves_its_skin() {
    let mut scene = scene(Operation::Translate([5., 0., 0.]), Operation::Translate([0., 1., 0.]), 90.0);
    for joint in scene.nodes[0].drawn[0].skeletons[0].joints.iter_mut().flatten() {
        joint.root = Some(NodeId(1));
    }
    let (_, placed) = bent(&scene, 0, &Overrides::default());
    scene.views[0].roots = vec![NodeId(0)];
    let (_, aside) = bent(&scene, 0, &Overrides::default());
    assert_eq!(placed, aside);
    close(&aside[2..3], &[[-2., 3., 0.]]);
}

#[test]
fn missing_joints_and_flat_holders_do_no_harm() {
    let mut scene = scene(Operation::Scale([1., 1., 0.]), Operation::Translate([0.; 3]), 90.0);
    scene.nodes[0].drawn[0].skeletons[0].joints[1] = None;
    let (_, places) = bent(&scene, 0, &Overrides::default());
    close(&places[2..3], &[[0., 4., 0.]]);
    scene.nodes[0].drawn[0].skeletons.clear();
    let Deformer::Skin(skin) = &mut scene.controllers[0].deformer else { panic!() };
    skin.bind_shape = DMat4::from_translation(DVec3::X);
    skin.counts.truncate(1);
    let (_, places) = bent(&scene, 0, &Overrides::default());
    close(&places[..2], &[[1., 0., 0.], [1., 3., 0.]]);
}

fn morph(method: MorphMethod, weights: &[f64]) -> Deformer {
    Deformer::Morph(Morph {
        method,
        targets: vec![GeometryId(1), GeometryId(2)],
        weights: weights.to_vec(),
        ..Morph::default()
    })
}

/// One vertex with a normal, and two targets; the second one has no normals.
fn morphed(method: MorphMethod, weights: &[f64]) -> Scene {
    let mut holder = node(Operation::Translate([0.; 3]), &[]);
    holder.drawn.push(drawn(Drawable::Controller(ControllerId(0)), &[]));
    Scene {
        geometries: vec![
            mesh(&[[1., 0., 0.]], Some(&[[0., 0., 1.]])),
            mesh(&[[3., 2., 0.]], Some(&[[0., 1., 0.]])),
            mesh(&[[0., 0., 8.]], None),
        ],
        controllers: vec![controller(Base::Geometry(GeometryId(0)), morph(method, weights))],
        nodes: vec![holder],
        views: vec![View { roots: vec![NodeId(0)], ..View::default() }],
        ..Scene::default()
    }
}

#[test]
fn morphs_mix_all_data_of_vertices() {
    // (1 − 0.5 − 0.25)·(1,0,0) + 0.5·(3,2,0) + 0.25·(0,0,8); the normal has one target only.
    let scene = morphed(MorphMethod::Normalized, &[0.5, 0.25]);
    let (deformed, places) = bent(&scene, 0, &Overrides::default());
    close(&places, &[[1.75, 1., 2.]]);
    assert_eq!(deformed.attributes[0].data, [0., 0.5, 0.5]);
    assert_eq!((deformed.attributes[0].width, &deformed.attributes[0].semantic), (3, &Semantic::Normal));
    assert!(deformed.normal_matrices.is_none());
    // (1,0,0) + 0.5·(3,2,0) + 0.25·(0,0,8).
    let scene = morphed(MorphMethod::Relative, &[0.5, 0.25]);
    let (deformed, places) = bent(&scene, 0, &Overrides::default());
    close(&places, &[[2.5, 1., 2.]]);
    assert_eq!(deformed.attributes[0].data, [0., 0.5, 1.]);
    // A weight that is set.
    let mut overrides = Overrides::default();
    overrides.set(&Target::Weight { controller: ControllerId(0), part: Part::At(0) }, &[0.0]);
    let (deformed, places) = bent(&scene, 0, &overrides);
    close(&places, &[[1., 0., 2.]]);
    assert!(deformed.attributes.is_empty());
}

#[test]
fn relative_targets_become_normalized_ones_by_adding_the_base() {
    let weights = [0.3, 0.9];
    let relative = morphed(MorphMethod::Relative, &weights);
    let mut normalized = morphed(MorphMethod::Normalized, &weights);
    for (target, place) in [(1, [4., 2., 0.]), (2, [1., 0., 8.])] {
        normalized.geometries[target] = mesh(&[place], None);
    }
    let (_, a) = bent(&relative, 0, &Overrides::default());
    let (_, b) = bent(&normalized, 0, &Overrides::default());
    assert!(a[0].abs_diff_eq(b[0], 1e-5));
}

#[test]
fn chains_are_computed_from_the_shape_outward() {
    // The bind shape matrix (a move by 1) acts on the morphed shape, the morph on the skinned one.
    let skin = || {
        let mut skin = stick();
        skin.bind_shape = DMat4::from_translation(DVec3::X);
        Deformer::Skin(skin)
    };
    let first = |deformer| controller(Base::Geometry(GeometryId(0)), deformer);
    let second = |deformer| controller(Base::Controller(ControllerId(0)), deformer);
    let half = || morph(MorphMethod::Normalized, &[0.5, 0.0]);
    for (controllers, skins, expected) in [
        // Morph (0,3,0) to (0,3,4): half way (0,3,2); then the skin moves it.
        (vec![first(half()), second(skin())], &[1][..], [1., 3., 2.]),
        // Skin: (1,3,0), then half way to (0,3,4).
        (vec![first(skin()), second(half())], &[0], [0.5, 3., 2.]),
        (vec![first(skin()), second(skin())], &[1, 0], [2., 3., 0.]),
    ] {
        let mut scene = scene(Operation::Translate([0.; 3]), Operation::Translate([0.; 3]), 0.0);
        let goal = STICK.map(|[x, y, _]| [x, y, 4.]);
        scene.geometries.extend([mesh(&goal, None), mesh(&goal, None)]);
        scene.controllers = controllers;
        scene.nodes[0].drawn[0] = drawn(Drawable::Controller(ControllerId(1)), skins);
        let (_, places) = bent(&scene, 0, &Overrides::default());
        close(&places[1..2], &[expected]);
    }
}

#[test]
fn numbers_of_streams_can_be_set() {
    let mut scene = morphed(MorphMethod::Normalized, &[0.0, 0.0]);
    scene.nodes[0].drawn[0] = drawn(Drawable::Geometry(GeometryId(0)), &[]);
    let stage = Stage::new(&scene, ViewId(0), LIMIT);
    let rest = pose(&scene, &stage, &Overrides::default());
    let plain = deform(&scene, &stage, &rest, &Overrides::default(), 0, &scene.nodes[0].drawn[0]);
    assert_eq!(plain, None);
    let mut overrides = Overrides::default();
    let stream = |stream, part| Target::Stream { geometry: GeometryId(0), stream, part };
    overrides.set(&stream(0, Part::At(1)), &[7.0]);
    overrides.set(&stream(1, Part::All), &[1.0, 0.0, 0.0]);
    overrides.set(&stream(0, Part::At(400)), &[7.0]);
    let (deformed, places) = bent(&scene, 0, &overrides);
    close(&places, &[[1., 7., 0.]]);
    let normal = Attribute { semantic: Semantic::Normal, set: None, stream: 1 };
    assert_eq!(deformed.attribute(&normal).unwrap().data, [1., 0., 0.]);
    assert_eq!(deformed.stream(1), Some(&[1., 0., 0.][..]));
    assert_eq!(deformed.stream(5), None);
}

#[test]
fn many_vertices_give_what_few_do() {
    let mut scene = scene(Operation::Translate([1., 2., 3.]), Operation::Rotate([0., 1., 0., 30.]), 45.0);
    let (_, few) = bent(&scene, 0, &Overrides::default());
    let copies = 12_000;
    scene.geometries[0] = mesh(&STICK.repeat(copies), None);
    let Deformer::Skin(skin) = &mut scene.controllers[0].deformer else { panic!() };
    (skin.counts, skin.influences) = (skin.counts.repeat(copies), skin.influences.repeat(copies));
    let (_, many) = bent(&scene, 0, &Overrides::default());
    assert_eq!(many.len(), 60_000);
    assert!(many.chunks(5).all(|c| c == few));
}

#[test]
fn sums_of_targets_count_the_shape_only_as_a_target() {
    // 0.5·(3,2,0) + 0.25·(0,0,8); the second target has its normal from the shape: 0.5·(0,1,0) + 0.25·(0,0,1).
    let mut scene = morphed(MorphMethod::Sum, &[0.5, 0.25]);
    let (deformed, places) = bent(&scene, 0, &Overrides::default());
    close(&places, &[[1.5, 1., 2.]]);
    assert_eq!(deformed.attributes[0].data, [0., 0.5, 0.25]);
    // The shape with 1, and the second target as a difference from the first: (1,0,0) + 0.25·((0,0,8) − (3,2,0)).
    let Deformer::Morph(morph) = &mut scene.controllers[0].deformer else { panic!() };
    morph.targets.push(GeometryId(0));
    morph.weights = vec![0.0, 0.25, 1.0];
    morph.bases = vec![None, Some(0), None];
    let (_, places) = bent(&scene, 0, &Overrides::default());
    close(&places, &[[0.25, -0.5, 2.]]);
}

#[test]
fn normals_may_be_mixtures_of_what_each_joint_gives() {
    // The second vertex is held half by the foot, which stays, and half by the knee, which turns by 90°. Its mixture is
    // [½ −½; ½ ½], the inverse transpose of which is [1 −1; 1 1]; the mixture of the two turns is [½ −½; ½ ½] itself.
    let mut scene = scene(Operation::Translate([0.; 3]), Operation::Translate([0.; 3]), 90.0);
    let normal = |scene: &Scene| {
        let (deformed, _) = bent(scene, 0, &Overrides::default());
        Mat3::from_cols_array(&deformed.normal_matrices.unwrap()[1]) * Vec3::X
    };
    assert!(normal(&scene).abs_diff_eq(Vec3::new(1., 1., 0.), 1e-6));
    let Deformer::Skin(skin) = &mut scene.controllers[0].deformer else { panic!() };
    skin.normals = portolan_scene::SkinNormals::Mixed;
    assert!(normal(&scene).abs_diff_eq(Vec3::new(0.5, 0.5, 0.), 1e-6));
}
