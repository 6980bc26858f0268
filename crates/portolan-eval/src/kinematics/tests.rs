use portolan_scene::glam::{DMat4, DQuat, DVec3};
use portolan_scene::{
    Binding, Bound, Expression, Foot, Formula, Freedom, FreedomKind, Function, Link, Loop, Mechanism, MechanismFormula,
    MechanismId, MechanismJoint, Meta, Node, NodeId, NodeInstance, Operation, Origin, Place, Scene, Target, Transform,
    View, ViewId,
};

use super::*;
use crate::{LIMIT, Playing, pose, sample};

const M: MechanismId = MechanismId(0);

fn freedom(kind: FreedomKind, axis: [f64; 3]) -> Freedom {
    Freedom::new(kind, axis)
}

fn turn() -> Freedom {
    freedom(FreedomKind::Revolute, [0.0, 0.0, 1.0])
}

fn step_of(operation: Operation) -> Transform {
    Transform { sid: None, operation }
}

fn along(x: f64) -> Transform {
    step_of(Operation::Translate([x, 0.0, 0.0]))
}

/// A link that hangs on another by a joint with one axis, at a distance along x.
fn attached(parent: u32, joint: u32, x: f64, kind: FreedomKind) -> Link {
    let axis = Freedom::new(kind, [0.0, 0.0, 1.0]).operation(0.0);
    Link {
        parent: Some(parent),
        joint: Some(joint),
        transforms: vec![along(x), step_of(axis)],
        moved: 1..2,
        ..Link::default()
    }
}

/// A chain of links, each 10 along x from the one before, with an axis between them.
fn chain(freedoms: Vec<Freedom>) -> Mechanism {
    let joints = (0..freedoms.len() as u32).map(|n| MechanismJoint { freedoms: n..n + 1, ..MechanismJoint::default() });
    let mut links = vec![Link::default()];
    links.extend(freedoms.iter().zip(0..).map(|(f, n)| attached(n, n, 10.0, f.kind)));
    Mechanism { joints: joints.collect(), freedoms, links, ..Mechanism::default() }
}

fn with(mechanism: Mechanism) -> Scene {
    let scene = Scene { mechanisms: vec![mechanism], ..Scene::default() };
    assert_eq!(scene.check(), []);
    scene
}

fn places(mechanism: &Mechanism, values: &[f64]) -> Vec<[f64; 3]> {
    let round = |v: f64| (v * 1e9).round() / 1e9 + 0.0;
    links(mechanism, values).iter().map(|m| m.w_axis.truncate().to_array().map(round)).collect()
}

fn formula(target: &str, expression: Expression, bindings: Vec<(&str, Binding)>) -> MechanismFormula {
    MechanismFormula {
        formula: Formula { meta: Meta::default(), parameters: vec![], target: Some(target.into()), expression },
        bindings: bindings.into_iter().map(|(name, b)| (name.into(), b)).collect(),
    }
}

fn value_of(freedom: u32) -> Target {
    Target::Freedom { mechanism: M, freedom }
}

#[test]
fn links_stand_behind_attachment_joint_and_link() {
    let mut arm = chain(vec![turn(), turn()]);
    assert_eq!(places(&arm, &[0.0, 0.0]), [[0.0; 3], [10.0, 0.0, 0.0], [20.0, 0.0, 0.0]]);
    // The first joint stands at (10, 0); turned by a right angle, the second one is above it.
    assert_eq!(places(&arm, &[90.0, 0.0]), [[0.0; 3], [10.0, 0.0, 0.0], [10.0, 10.0, 0.0]]);
    // What the link itself says stands behind the joint: 1 along x, turned.
    arm.links[1].transforms.push(along(1.0));
    assert_eq!(places(&arm, &[90.0, 0.0])[1], [10.0, 1.0, 0.0]);
}

#[test]
fn axes_of_one_joint_follow_each_other() {
    let slide = freedom(FreedomKind::Prismatic, [1.0, 0.0, 0.0]);
    let mut arm = chain(vec![turn()]);
    arm.freedoms.push(slide);
    arm.joints[0].freedoms = 0..2;
    arm.links[1].transforms.push(along(0.0));
    arm.links[1].moved = 1..3;
    let scene = with(arm);
    // First turned, then 5 along the turned axis.
    assert_eq!(places(&scene.mechanisms[0], &[90.0, 5.0])[1], [10.0, 5.0, 0.0]);
    // What has no axis does not move.
    let mut still = scene.mechanisms[0].clone();
    still.freedoms[1].axis = [0.0; 3];
    assert_eq!(places(&still, &[90.0, 5.0])[1], [10.0, 0.0, 0.0]);
}

#[test]
fn a_loop_tells_how_far_it_is_open() {
    let mut arm = chain(vec![turn(), freedom(FreedomKind::Prismatic, [1.0, 0.0, 0.0])]);
    // The second joint closes a loop from link 1 to a place at (10, 7) on the root.
    let end = Place { link: 0, transforms: vec![step_of(Operation::Translate([10.0, 7.0, 0.0]))] };
    arm.links.truncate(2);
    arm.loops.push(Loop { joint: 1, start: Place { link: 1, transforms: vec![] }, end, origin: Origin::default() });
    let scene = with(arm);
    let mechanism = &scene.mechanisms[0];
    let open = |values: &[f64]| gap(mechanism, &mechanism.loops[0], &links(mechanism, values), values);
    assert!((open(&[90.0, 4.0]) - 3.0).abs() < 1e-12);
    assert!(open(&[90.0, 7.0]) < 1e-12);
}

#[test]
fn formulas_see_radians_and_give_degrees() {
    let double = |name: &str| {
        let parameter = Expression::Parameter(name.into());
        Expression::Apply(Function::Plus, vec![parameter.clone(), parameter, Expression::Number(std::f64::consts::PI)])
    };
    let mut arm = chain(vec![turn(), turn(), freedom(FreedomKind::Prismatic, [1.0, 0.0, 0.0])]);
    // 2: twice the first plus half a turn; 3: twice the second in degrees plus π.
    arm.formulas = vec![
        formula("z", double("y"), vec![("z", Binding::Target(value_of(2))), ("y", Binding::Target(value_of(1)))]),
        formula("y", double("x"), vec![("y", Binding::Angle(value_of(1))), ("x", Binding::Angle(value_of(0)))]),
    ];
    let scene = with(arm);
    let kinematics = Kinematics::new(&scene);
    let mut set = Overrides::default();
    set.set(&value_of(0), &[30.0]);
    kinematics.compute(&mut set);
    let values = kinematics.values(M, &set);
    assert!((values[1] - 240.0).abs() < 1e-9 && (values[2] - 480.0 - std::f64::consts::PI).abs() < 1e-9, "{values:?}");
    assert!(kinematics.cyclic().is_empty() && kinematics.undefined(&set).is_empty());
}

#[test]
fn what_depends_on_itself_or_is_no_number_stays() {
    let read = |name: &str| Expression::Parameter(name.into());
    let bind = |a: u32, b: u32| vec![("r", Binding::Angle(value_of(a))), ("x", Binding::Angle(value_of(b)))];
    let mut arm = chain(vec![turn(), turn(), turn()]);
    arm.freedoms[2].value = 7.0;
    let nothing = Expression::Apply(Function::Divide, vec![Expression::Number(0.0), Expression::Number(0.0)]);
    arm.formulas = vec![
        formula("r", read("x"), bind(0, 1)),
        formula("r", read("x"), bind(1, 0)),
        formula("r", nothing, bind(2, 0)),
    ];
    let scene = with(arm);
    let kinematics = Kinematics::new(&scene);
    let mut set = Overrides::default();
    kinematics.compute(&mut set);
    assert_eq!(kinematics.values(M, &set), [0.0, 0.0, 7.0]);
    assert_eq!((kinematics.cyclic().len(), kinematics.undefined(&set).len()), (2, 1));
}

/// A node 5 along y holds a node with a turn and a translation that both have to be moved.
fn bound() -> Scene {
    let mut arm = chain(vec![turn(), freedom(FreedomKind::Prismatic, [0.0, 1.0, 0.0])]);
    let target = |transform| Bound { node: NodeId(1), transform, origin: Origin::default() };
    arm.freedoms[0].targets = vec![target(0)];
    arm.freedoms[1].targets = vec![target(1)];
    arm.base = Some(Foot { node: NodeId(0), below: None, written: "n".into(), is_link: false });
    let steps = vec![step_of(Operation::Rotate([1.0, 0.0, 0.0, 3.0])), along(9.0)];
    let nodes = vec![
        Node {
            transforms: vec![step_of(Operation::Translate([0.0, 5.0, 0.0]))],
            children: vec![NodeId(1)],
            ..Node::default()
        },
        Node { transforms: steps, ..Node::default() },
    ];
    let views = vec![View { roots: vec![NodeId(0)], ..View::default() }];
    let scene = Scene { nodes, views, mechanisms: vec![arm], ..Scene::default() };
    assert_eq!(scene.check(), []);
    scene
}

#[test]
fn bound_transforms_take_axis_and_value() {
    let scene = bound();
    let mut world = World::new(&scene, ViewId(0), LIMIT);
    let mut joints = Joints { values: vec![(M, 0, 90.0), (M, 1, 2.0)] };
    let set = world.advance(&mut [&mut Playing::Default, &mut joints], 0.0);
    let now = world.pose(&set);
    // Up by 5, a right angle about z, then 2 along the turned y: (−2, 5).
    assert!(now.world(1).w_axis.truncate().abs_diff_eq(DVec3::new(-2.0, 5.0, 0.0), 1e-12), "{}", now.world(1));
    assert!(now.world(1).x_axis.truncate().abs_diff_eq(DVec3::Y, 1e-12));
    // Curves and formulas that set a freedom go the same way; none does here.
    assert!(!sample(&scene, &Playing::Default, 0.0).has_freedoms());
}

#[test]
fn a_model_stands_at_its_node_or_its_first_link_does() {
    let mut scene = bound();
    let up = Operation::Translate([0.0, 5.0, 0.0]);
    scene.mechanisms[0].links[0].transforms = vec![step_of(up)];
    let stage = Stage::new(&scene, ViewId(0), LIMIT);
    let now = pose(&scene, &stage, &Overrides::default());
    let stand_at = |m: &Mechanism| stand(m, &stage, &now).w_axis.truncate();
    assert_eq!(stand_at(&scene.mechanisms[0]), DVec3::new(0.0, 5.0, 0.0));
    let mut foot = scene.mechanisms[0].base.clone().unwrap();
    foot.is_link = true;
    let mechanism = Mechanism { base: Some(foot), ..scene.mechanisms[0].clone() };
    assert_eq!(stand_at(&mechanism), DVec3::ZERO);
    assert_eq!(stand(&Mechanism::default(), &stage, &now), DMat4::IDENTITY);
}

#[test]
fn of_several_places_the_one_below_the_instance_counts() {
    let instance = |node| NodeInstance { meta: Meta::default(), node: NodeId(node), proxy: None };
    let nodes = vec![
        Node { instances: vec![instance(2)], ..Node::default() },
        Node { instances: vec![instance(2)], ..Node::default() },
        Node { children: vec![NodeId(3)], ..Node::default() },
        Node::default(),
    ];
    let roots = vec![NodeId(0), NodeId(1)];
    let scene = Scene { nodes, views: vec![View { roots, ..View::default() }], ..Scene::default() };
    let stage = Stage::new(&scene, ViewId(0), LIMIT);
    let foot = |below| Foot { node: NodeId(3), below, written: "n".into(), is_link: false };
    assert_eq!(foot_place(&stage, &foot(None)), Some(2));
    assert_eq!(foot_place(&stage, &foot(Some((NodeId(1), 0)))), Some(5));
    assert_eq!(foot_place(&stage, &foot(Some((NodeId(9), 0)))), Some(2));
}

fn goal(link: u32, position: DVec3, rotation: Option<DQuat>) -> Goal {
    Goal { mechanism: M, place: Place { link, transforms: vec![along(10.0)] }, position, rotation }
}

#[test]
fn a_goal_is_reached_within_the_limits() {
    let mut arm = chain(vec![turn(), turn(), turn()]);
    for freedom in &mut arm.freedoms {
        freedom.limits = [Some(-100.0), Some(100.0)];
    }
    let scene = with(arm);
    let kinematics = Kinematics::new(&scene);
    let wanted = [40.0, -70.0, 25.0];
    let there = links(&scene.mechanisms[0], &wanted)[3] * DMat4::from_translation(DVec3::X * 10.0);
    let (_, turned, position) = there.to_scale_rotation_translation();
    let found = reach(&scene, &kinematics, &goal(3, position, Some(turned)), &Overrides::default()).unwrap();
    assert!(found.is_there && found.distance < 1e-5 && found.angle < 1e-4, "{found:?}");
    let values: Vec<f64> = found.values.iter().map(|(_, v)| *v).collect();
    let again = links(&scene.mechanisms[0], &values)[3] * DMat4::from_translation(DVec3::X * 10.0);
    assert!(again.abs_diff_eq(there, 1e-5), "{values:?}");
    assert_eq!(Some(found), reach(&scene, &kinematics, &goal(3, position, Some(turned)), &Overrides::default()));
}

#[test]
fn what_cannot_be_reached_is_approached() {
    let mut arm = chain(vec![turn(), turn()]);
    arm.freedoms[1].locked = true;
    let scene = with(arm);
    let kinematics = Kinematics::new(&scene);
    // The second joint is locked: 20 beyond the first one at most, which stands at (10, 0).
    let found = reach(&scene, &kinematics, &goal(2, DVec3::new(10.0, 50.0, 0.0), None), &Overrides::default()).unwrap();
    assert!(!found.is_there && (found.distance - 30.0).abs() < 1e-5, "{found:?}");
    assert_eq!(found.values.len(), 1);
    // A limit stops it on the way: 60 degrees from above leave 30 between.
    let mut scene = scene;
    scene.mechanisms[0].freedoms[0].limits = [Some(0.0), Some(60.0)];
    let kinematics = Kinematics::new(&scene);
    let found = reach(&scene, &kinematics, &goal(2, DVec3::new(10.0, 20.0, 0.0), None), &Overrides::default()).unwrap();
    let chord = 2.0 * 20.0 * 15f64.to_radians().sin();
    assert!((found.distance - chord).abs() < 1e-6 && (found.values[0].1 - 60.0).abs() < 1e-6, "{found:?}");
    assert!(reach(&scene, &kinematics, &goal(9, DVec3::ZERO, None), &Overrides::default()).is_none());
}

#[test]
fn a_goal_is_reached_through_what_follows_from_others() {
    // The second joint always turns back what the first one does.
    let mut arm = chain(vec![turn(), turn()]);
    let back = Expression::Apply(Function::Minus, vec![Expression::Parameter("x".into())]);
    let bindings = vec![("r", Binding::Angle(value_of(1))), ("x", Binding::Angle(value_of(0)))];
    arm.formulas = vec![formula("r", back, bindings)];
    let scene = with(arm);
    let found =
        reach(&scene, &Kinematics::new(&scene), &goal(2, DVec3::new(20.0, 10.0, 0.0), None), &Overrides::default());
    let found = found.unwrap();
    assert!(found.is_there && (found.values[0].1 - 90.0).abs() < 1e-4, "{found:?}");
}

#[test]
fn an_animated_joint_is_written_where_nodes_follow_it() {
    use portolan_scene::Fate;
    let mut scene = bound();
    let fate = |scene: &Scene, freedom| scene.freedom_in_nodes(M, freedom).0;
    assert_eq!([fate(&scene, 0), fate(&scene, 1)], [Fate::Baked; 2]);
    scene.mechanisms[0].freedoms[0].targets.clear();
    assert_eq!(fate(&scene, 0), Fate::Dropped);
    // The second axis follows the first one by a formula, and a node follows the second one.
    let bindings = vec![("r", Binding::Target(value_of(1))), ("x", Binding::Target(value_of(0)))];
    scene.mechanisms[0].formulas = vec![formula("r", Expression::Parameter("x".into()), bindings)];
    assert_eq!(fate(&scene, 0), Fate::Baked);
}
