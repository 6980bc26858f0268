use portolan_scene::glam::DVec3;
use portolan_scene::{Animation, Channel, Clip, Curve, CurveId, Expression, Formula, FormulaId, NodeInstance, Part};

use super::*;
use crate::deform::tests::{bent, close, node, scene, set_space};
use crate::{Playing, sample};

/// Adds an animation that moves a node along x from 0 to 8 in a second.
fn slide(scene: &mut Scene, node: u32) {
    let curve = CurveId(scene.curves.len() as u32);
    scene.curves.push(Curve::linear(1, vec![0.0, 1.0], vec![0.0, 8.0]));
    let target = Target::Transform { node: NodeId(node), transform: 0, part: Part::At(0) };
    let channels = vec![Channel { curve, first: 0, target, factor: 1.0 }];
    scene.animations.push(Animation { curves: vec![curve], channels, ..Animation::default() });
}

/// Where the vertices of the skin of node 0 are at a time, at all its places.
fn places(scene: &Scene, t: f64) -> Vec<Vec<DVec3>> {
    let overrides = sample(scene, &Playing::Everything, t);
    let stage = Stage::new(scene, ViewId(0), LIMIT);
    stage.places(NodeId(0)).iter().map(|at| bent(scene, *at, &overrides).1).collect()
}

#[track_caller]
fn same_in_world(scene: &Scene) -> Scene {
    let (made, told) = skins_in_world(scene);
    assert!(told.iter().all(|t| t.moves) && !told.is_empty());
    assert!(made.check().is_empty(), "{:?}", made.check());
    let skeletons = made.nodes.iter().flat_map(|n| &n.drawn).flat_map(|d| &d.skeletons);
    assert!(skeletons.clone().all(|s| s.space == SkinSpace::World) && skeletons.count() > 0);
    for t in [0.0, 0.25, 1.0] {
        let (before, after) = (places(scene, t), places(&made, t));
        assert_eq!(before.len(), after.len());
        for (before, after) in before.iter().zip(&after) {
            close(after, &before.iter().map(|p| p.to_array()).collect::<Vec<_>>());
        }
    }
    made.into_owned()
}

#[test]
fn what_a_node_moves_stands_where_it_stood_whatever_moves() {
    // The holder moves by (1, 2, 3) and turns, the joints turn; two vertices are loose. Holder, root and knee slide.
    for sliding in [&[][..], &[0], &[1], &[2], &[0, 1, 2]] {
        let mut scene = scene(Operation::Translate([1., 2., 3.]), Operation::Translate([0., 4., 0.]), 90.0);
        scene.nodes[0].transforms.push(Transform { sid: None, operation: Operation::Rotate([1., 0., 0., 30.]) });
        set_space(&mut scene, SkinSpace::Node);
        sliding.iter().for_each(|n| slide(&mut scene, *n));
        let made = same_in_world(&scene);
        // Root, knee and what does not move, below the holder.
        assert_eq!(made.nodes.len(), 6);
        assert_eq!(made.nodes[0].children, [NodeId(3), NodeId(5)]);
        assert_eq!(made.nodes[3].children, [NodeId(4)]);
    }
}

#[test]
fn formulas_drive_the_joints_that_stand_below_the_holder() {
    let mut scene = scene(Operation::Translate([1., 2., 3.]), Operation::Translate([0., 4., 0.]), 90.0);
    set_space(&mut scene, SkinSpace::Node);
    slide(&mut scene, 0);
    let x = |node: u32| Target::Transform { node: NodeId(node), transform: 0, part: Part::At(0) };
    let formula = Formula {
        meta: Meta::default(),
        parameters: vec![],
        target: Some("r".into()),
        expression: Expression::Parameter("a".into()),
    };
    scene.formulas.push(formula);
    // The knee is as far as the holder.
    let bindings = vec![("r".into(), Binding::Target(x(2))), ("a".into(), Binding::Target(x(0)))];
    let formulas = vec![FormulaInstance { formula: FormulaId(0), bindings }];
    scene.clips.push(Clip { formulas, ..Clip::default() });
    let still = places(&scene, 0.0);
    assert_ne!(places(&scene, 1.0), still);
    assert_eq!(same_in_world(&scene).clips[0].formulas.len(), 2);
}

#[test]
fn what_is_above_both_is_not_placed_again() {
    let mut scene = scene(Operation::Translate([5., 0., 0.]), Operation::Translate([0.; 3]), 45.0);
    scene.nodes.push(node(Operation::Rotate([0., 0., 1., 90.]), &[0, 1]));
    scene.views[0].roots = vec![NodeId(3)];
    set_space(&mut scene, SkinSpace::Node);
    slide(&mut scene, 2);
    assert_eq!(same_in_world(&scene).nodes.len(), 4 + 3);
    // The holder below the root: the root itself leads nowhere, once more.
    scene.nodes[3].children = vec![NodeId(1)];
    scene.nodes[1].children.push(NodeId(0));
    same_in_world(&scene);
}

#[test]
fn holders_that_stand_twice_have_their_joints_twice() {
    let mut scene = scene(Operation::Translate([5., 0., 0.]), Operation::Translate([0., 1., 0.]), 45.0);
    let instance = || NodeInstance { meta: Meta::default(), node: NodeId(0), proxy: None };
    for x in [0., 50.] {
        scene.nodes.push(Node { instances: vec![instance()], ..node(Operation::Translate([x, 0., 0.]), &[]) });
    }
    scene.views[0].roots = vec![NodeId(3), NodeId(4), NodeId(1)];
    set_space(&mut scene, SkinSpace::Node);
    let found = places(&scene, 0.0);
    assert_eq!(found.len(), 2);
    assert!((found[1][0] - found[0][0]).abs_diff_eq(DVec3::new(50., 0., 0.), 1e-6));
    same_in_world(&scene);
}

#[test]
fn joints_that_are_aside_or_missing_do_no_harm() {
    let mut scene = scene(Operation::Translate([5., 0., 0.]), Operation::Translate([0., 1., 0.]), 45.0);
    set_space(&mut scene, SkinSpace::Node);
    scene.views[0].roots = vec![NodeId(0)];
    same_in_world(&scene);
    scene.nodes[0].drawn[0].skeletons[0].joints[1] = None;
    same_in_world(&scene);
}

#[test]
fn a_scene_without_them_is_left_alone() {
    let scene = scene(Operation::Translate([5., 0., 0.]), Operation::Translate([0.; 3]), 45.0);
    let (made, told) = skins_in_world(&scene);
    assert!(matches!(made, Cow::Borrowed(_)) && told.is_empty());
}
