//! Against the textbook.

use portolan_eval::mass::Scales;
use portolan_eval::{LIMIT, Overrides, Placement, Stage, pose};
use portolan_scene::{
    Animation, Attachment, Body, Channel, Collider, Constraint, Contact, Curve, CurveId, End, Form, LOCKED, Meta, Node,
    NodeId, Operation, Part, PhysicsField, PhysicsMaterial, PhysicsScene, Scene, Space, Spring, Target, Transform,
    View, ViewId,
};

use super::*;

const G: f64 = 9.81;

/// A scene with a node and a body for each of these, in metres with Y up.
fn world(bodies: Vec<(Body, [f64; 3])>) -> Scene {
    let mut physics = PhysicsScene { gravity: Some([0.0, -G, 0.0]), ..PhysicsScene::default() };
    let mut scene = Scene::default();
    for (mut body, place) in bodies {
        let id = NodeId::next(&scene.nodes);
        let transforms = vec![Transform { sid: None, operation: Operation::Translate(place) }];
        scene.nodes.push(Node { transforms, ..Node::default() });
        body.node = Some(id);
        physics.bodies.push(body);
    }
    scene.views.push(View { roots: (0..scene.nodes.len() as u32).map(NodeId).collect(), ..View::default() });
    scene.physics.push(physics);
    assert_eq!(scene.check(), []);
    scene
}

fn body(form: Form) -> Body {
    let mut body = Body::new(Meta::default());
    body.colliders.push(Collider::new(form));
    body
}

fn with(mut body: Body, contact: Contact) -> Body {
    body.material = Some(PhysicsMaterial { contact, ..PhysicsMaterial::default() });
    body
}

fn ground() -> Body {
    let mut ground = body(Form::Plane([0.0, 1.0, 0.0, 0.0]));
    ground.dynamic = false;
    ground
}

/// States of all bodies at times.
fn run(scene: &Scene, step: f64, times: &[f64]) -> (Vec<Vec<State>>, Vec<Note>) {
    let stage = Stage::new(scene, ViewId(0), LIMIT);
    let mut overrides = sample(scene, &Playing::Default, 0.0);
    as_written(scene, &mut overrides);
    let begin = pose(scene, &stage, &overrides);
    let physics = &scene.physics[0];
    let mut scales = Scales::new(scene);
    let weights: Vec<Weight> = physics.bodies.iter().map(|b| scales.weigh(b)).collect();
    let starts = physics.bodies.iter().map(|b| Start::of(scene, b, &stage, &begin));
    let bodies: Vec<(Start, &Weight)> = starts.zip(&weights).collect();
    let mut simulation = Simulation::new(scene, &stage, physics, &bodies, step);
    let mut all = vec![Vec::new(); bodies.len()];
    for time in times {
        assert!(simulation.advance_to(*time));
        for (at, list) in all.iter_mut().enumerate() {
            list.extend(simulation.state(at, *time));
        }
    }
    let notes = simulation.notes().map(|(_, note)| note).collect();
    (all, notes)
}

fn place(state: &State) -> DVec3 {
    state.frame.w_axis.truncate()
}

#[test]
fn free_fall_in_every_unit() {
    for metres in [1.0, 0.01, 1000.0] {
        let mut ball = body(Form::Sphere(0.1));
        ball.velocity = [3.0, 0.0, 0.0];
        let mut scene = world(vec![(ball, [0.0, 100.0, 0.0])]);
        scene.space = Space { metres, ..Space::default() };
        scene.physics[0].gravity = Some([0.0, -G, 0.0]);
        let (all, _) = run(&scene, 1.0 / 240.0, &[1.0, 1.5]);
        for (state, time) in all[0].iter().zip([1.0, 1.5]) {
            let expected = DVec3::new(3.0 * time, 100.0 - G * time * time / 2.0, 0.0);
            assert!((place(state) - expected).length() < G * time / 240.0, "{metres}: {}", place(state));
            assert!((state.velocity - DVec3::new(3.0, -G * time, 0.0)).length() < 0.05, "{}", state.velocity);
        }
    }
}

/// A constraint between the world and a body.
fn hold(body: u32, at: [f64; 3], from: [f64; 3]) -> Constraint {
    let step = |by| vec![Transform { sid: None, operation: Operation::Translate(by) }];
    Constraint {
        meta: Meta::default(),
        ends: [
            Attachment { transforms: step(at), ..Attachment::default() },
            Attachment { to: End::Body(body), called: None, transforms: step(from) },
        ],
        enabled: true,
        interpenetrate: true,
        linear: [LOCKED; 3],
        angular: [LOCKED; 3],
        linear_spring: None,
        angular_spring: None,
    }
}

/// When a value passes zero from above to below, by its neighbours.
fn crossings(values: &[f64], times: &[f64]) -> Vec<f64> {
    let pairs = values.windows(2).zip(times.windows(2));
    pairs.filter(|(v, _)| v[0] > 0.0 && v[1] <= 0.0).map(|(v, t)| t[0] + (t[1] - t[0]) * v[0] / (v[0] - v[1])).collect()
}

#[test]
fn the_period_of_a_pendulum() {
    // A small ball on a rod of 1 m about z, let go at 0.1 rad.
    let mut bob = body(Form::Sphere(0.01));
    (bob.mass, bob.inertia) = (Some(1.0), Some([1e-4; 3]));
    let (sin, cos) = 0.1f64.sin_cos();
    let mut scene = world(vec![(bob, [sin, -cos, 0.0])]);
    let mut rod = hold(0, [0.0; 3], [-sin, cos, 0.0]);
    rod.angular[2] = [None, None];
    scene.physics[0].constraints.push(rod);
    let times: Vec<f64> = (0..1000).map(|i| f64::from(i) * 0.01).collect();
    let (all, _) = run(&scene, 1.0 / 240.0, &times);
    let xs: Vec<f64> = all[0].iter().map(|s| place(s).x).collect();
    let passed = crossings(&xs, &times);
    let period = (passed[passed.len() - 1] - passed[0]) / (passed.len() - 1) as f64;
    let expected = std::f64::consts::TAU * ((1.0 + 1e-4) / G).sqrt() * (1.0 + 0.01 / 16.0);
    assert!((period / expected - 1.0).abs() < 0.01, "{period} in place of {expected}");
    // It stays on its circle.
    assert!(all[0].iter().all(|s| (place(s).length() - 1.0).abs() < 0.01));
}

#[test]
fn a_ball_bounces_to_a_share_of_its_height() {
    for (restitution, share) in [(1.0, 1.0), (0.25, 0.25), (0.0, 0.0)] {
        let contact = Contact { restitution, ..Contact::default() };
        let ball = with(body(Form::Sphere(0.1)), contact);
        let scene = world(vec![(with(ground(), contact), [0.0; 3]), (ball, [0.0, 1.1, 0.0])]);
        let times: Vec<f64> = (0..400).map(|i| f64::from(i) / 400.0 * 1.3).collect();
        let (all, notes) = run(&scene, 1.0 / 960.0, &times);
        let fall = (2.0 / G).sqrt();
        let after = all[1].iter().zip(&times).filter(|(_, t)| **t > fall + 0.02);
        let height = after.map(|(s, _)| place(s).y - 0.1).fold(0.0, f64::max);
        assert!((height - share).abs() < 0.05, "{restitution}: {height}");
        assert_eq!(notes, []);
    }
}

#[test]
fn a_box_slides_down_a_slope() {
    // A slope of 30 degrees; a coefficient of 0.3 lets the box slide, one of 0.8 holds it.
    let angle = 30f64.to_radians();
    for friction in [0.0, 0.3, 0.8] {
        let contact = Contact { static_friction: friction, dynamic_friction: friction, restitution: 0.0 };
        let mut slope = with(body(Form::Plane([-angle.sin(), angle.cos(), 0.0, 0.0])), contact);
        slope.dynamic = false;
        let normal = DVec3::new(-angle.sin(), angle.cos(), 0.0);
        let scene = world(vec![(slope, [0.0; 3]), (with(body(Form::Box([0.2, 0.2, 0.2])), contact), [0.0; 3])]);
        let mut scene = scene;
        scene.nodes[1].transforms = vec![
            Transform { sid: None, operation: Operation::Translate((normal * 0.2).to_array()) },
            Transform { sid: None, operation: Operation::Rotate([0.0, 0.0, 1.0, 30.0]) },
        ];
        let (all, _) = run(&scene, 1.0 / 240.0, &[1.0]);
        let way = -(place(&all[1][0]) - normal * 0.2).dot(DVec3::new(angle.cos(), angle.sin(), 0.0));
        let expected = (G * (angle.sin() - friction * angle.cos())).max(0.0) / 2.0;
        assert!((way - expected).abs() < 0.05 * expected + 0.02, "{friction}: {way} in place of {expected}");
    }
}

#[test]
fn a_spring_swings_with_its_own_period() {
    let mut weight = body(Form::Sphere(0.1));
    weight.mass = Some(2.0);
    let mut scene = world(vec![(weight, [0.0; 3])]);
    let mut spring = hold(0, [0.0; 3], [0.0; 3]);
    spring.linear[1] = [None, None];
    spring.linear_spring = Some(Spring { stiffness: 200.0, damping: 0.0, target: 0.0 });
    scene.physics[0].constraints.push(spring);
    let times: Vec<f64> = (0..600).map(|i| f64::from(i) * 0.005).collect();
    let (all, _) = run(&scene, 1.0 / 960.0, &times);
    // It swings about where its weight is held: m g / k below.
    let sag = 2.0 * G / 200.0;
    let ys: Vec<f64> = all[0].iter().map(|s| place(s).y + sag).collect();
    let passed = crossings(&ys, &times);
    let period = (passed[passed.len() - 1] - passed[0]) / (passed.len() - 1) as f64;
    let expected = std::f64::consts::TAU * (2.0f64 / 200.0).sqrt();
    assert!((period / expected - 1.0).abs() < 0.02, "{period} in place of {expected}");
}

#[test]
fn a_hinge_stops_at_its_limit() {
    let mut door = body(Form::Box([0.5, 0.05, 0.05]));
    door.mass = Some(1.0);
    let mut scene = world(vec![(door, [0.5, 0.0, 0.0])]);
    let mut hinge = hold(0, [0.0; 3], [-0.5, 0.0, 0.0]);
    hinge.angular[2] = [Some(-40.0), Some(10.0)];
    scene.physics[0].constraints.push(hinge);
    let (all, _) = run(&scene, 1.0 / 240.0, &[0.1, 2.0, 4.0]);
    let angle = |s: &State| s.frame.x_axis.y.atan2(s.frame.x_axis.x).to_degrees();
    assert!(angle(&all[0][0]) < -1.0);
    for state in &all[0][1..] {
        assert!((angle(state) + 40.0).abs() < 2.0, "{}", angle(state));
    }
}

#[test]
fn ten_boxes_stand_on_each_other() {
    let contact = Contact { static_friction: 0.5, dynamic_friction: 0.5, restitution: 0.0 };
    let mut all = vec![(with(ground(), contact), [0.0; 3])];
    all.extend((0..10).map(|i| (with(body(Form::Box([0.5; 3])), contact), [0.0, 0.5 + f64::from(i), 0.0])));
    let scene = world(all);
    let (all, notes) = run(&scene, 1.0 / 120.0, &[3.0]);
    for (i, state) in all.iter().skip(1).enumerate() {
        let expected = DVec3::new(0.0, 0.5 + i as f64, 0.0);
        assert!((place(&state[0]) - expected).length() < 0.002, "{i}: {}", place(&state[0]));
        assert!(state[0].velocity.length() < 0.02);
    }
    assert_eq!(notes, []);
    // The same bytes again.
    assert_eq!(run(&scene, 1.0 / 120.0, &[3.0]).0, all);
}

#[test]
fn what_follows_its_node_carries_others() {
    // A table that moves to the right by a metre in a second, and a box on it that sticks.
    let contact = Contact { static_friction: 2.0, dynamic_friction: 2.0, restitution: 0.0 };
    let mut table = with(body(Form::Box([5.0, 0.5, 5.0])), contact);
    table.dynamic = false;
    let mut scene = world(vec![(table, [0.0, -0.5, 0.0]), (with(body(Form::Box([0.2; 3])), contact), [0.0, 0.2, 0.0])]);
    scene.curves.push(Curve::linear(1, vec![0.0, 1.0], vec![0.0, 1.0]));
    let target = Target::Transform { node: NodeId(0), transform: 0, part: Part::At(0) };
    let channels = vec![Channel { curve: CurveId(0), first: 0, target, factor: 1.0 }];
    scene.animations.push(Animation { channels, ..Animation::default() });
    let (all, _) = run(&scene, 1.0 / 240.0, &[1.0]);
    assert!((place(&all[0][0]).x - 1.0).abs() < 0.01, "{}", place(&all[0][0]));
    assert!((place(&all[1][0]).x - 1.0).abs() < 0.05, "{}", place(&all[1][0]));
}

#[test]
fn hulls_are_told_and_nothing_leaves_all_numbers() {
    let egg = body(Form::Capsule { height: 0.0, radii: [0.2, 0.3, 0.4] });
    let cone = body(Form::TaperedCylinder { height: 1.0, top: [0.1; 2], bottom: [0.4; 2] });
    let pin = body(Form::TaperedCapsule { height: 1.0, top: [0.1; 2], bottom: [0.3; 2] });
    let scene =
        world(vec![(ground(), [0.0; 3]), (egg, [0.0, 1.0, 0.0]), (cone, [3.0, 1.0, 0.0]), (pin, [6.0, 1.0, 0.0])]);
    let (all, notes) = run(&scene, 1.0 / 240.0, &[3.0]);
    assert!(notes.contains(&Note::Hull));
    assert!(all.iter().skip(1).all(|s| place(&s[0]).y > 0.05 && place(&s[0]).y < 1.0), "{all:?}");
    // Bodies within each other, very far away, and in very small steps.
    let ball = || body(Form::Sphere(1.0));
    let scene =
        world(vec![(ball(), [1e12, 0.0, 0.0]), (ball(), [1e12, 0.1, 0.0]), (ball(), [0.0; 3]), (ball(), [0.0; 3])]);
    let (all, notes) = run(&scene, 1e-12, &[0.1]);
    assert!(notes.contains(&Note::Overlap));
    assert!(all.iter().flatten().all(|s| s.frame.is_finite()));
}

#[test]
fn a_mover_places_nodes_and_a_frame_may_stand_elsewhere() {
    let mut ball = body(Form::Sphere(0.1));
    ball.mass = Some(1.0);
    let mut scene = world(vec![(ball, [5.0, 0.0, 0.0])]);
    scene.physics[0].bodies[0].frame = portolan_scene::BodyFrame::Parent(NodeId(1), Vec::new());
    scene.nodes.push(Node {
        transforms: vec![Transform { sid: None, operation: Operation::Translate([0.0, 7.0, 0.0]) }],
        ..Node::default()
    });
    scene.views[0].roots.push(NodeId(1));
    let stage = Stage::new(&scene, ViewId(0), LIMIT);
    let begin = pose(&scene, &stage, &Overrides::default());
    let physics = &scene.physics[0];
    let weight = Scales::new(&scene).weigh(&physics.bodies[0]);
    let start = Start::of(&scene, &physics.bodies[0], &stage, &begin);
    assert_eq!(start.frame.w_axis.truncate(), DVec3::new(0.0, 7.0, 0.0));
    let mut simulation = Simulation::new(&scene, &stage, physics, &[(start, &weight)], 0.01);
    let mut world = World::new(&scene, ViewId(0), LIMIT);
    let overrides = world.advance(&mut [&mut Playing::Default, &mut simulation], 1.0);
    let Some(Placement::World(matrix)) = overrides.placements().get(&0).copied() else { panic!() };
    // The node falls as its body does, from its own place.
    assert!((matrix.w_axis.truncate() - DVec3::new(5.0, -G / 2.0, 0.0)).length() < 0.1, "{matrix}");
}

#[test]
fn hulls_stand_on_all_corners_of_a_face() {
    // A frustum on its wide end, a hand's width above the ground, and one on the narrow end.
    let contact = Contact { static_friction: 0.5, dynamic_friction: 0.5, restitution: 0.0 };
    for (top, bottom) in [(0.1, 0.3), (0.3, 0.25)] {
        let cone = body(Form::TaperedCylinder { height: 0.4, top: [top; 2], bottom: [bottom; 2] });
        let scene = world(vec![(with(ground(), contact), [0.0; 3]), (with(cone, contact), [0.0, 0.5, 0.0])]);
        let (all, notes) = run(&scene, 1.0 / 240.0, &[3.0]);
        let at = place(&all[1][0]);
        assert!((at.y - 0.2).abs() < 0.001 && at.length() < 0.21, "{at}");
        assert_eq!(notes, [Note::Hull]);
    }
}

#[test]
fn what_is_at_rest_sticks_and_what_slides_slides() {
    // A slope of 30 degrees: its tangent is between both coefficients.
    let angle = 30f64.to_radians();
    let contact = Contact { static_friction: 0.8, dynamic_friction: 0.2, restitution: 0.0 };
    let normal = DVec3::new(-angle.sin(), angle.cos(), 0.0);
    let down = -DVec3::new(angle.cos(), angle.sin(), 0.0);
    for speed in [0.0, 1.0] {
        let mut slope = with(body(Form::Plane([normal.x, normal.y, 0.0, 0.0])), contact);
        slope.dynamic = false;
        let mut sledge = with(body(Form::Box([0.3, 0.1, 0.3])), contact);
        sledge.velocity = (down * speed).to_array();
        let mut scene = world(vec![(slope, [0.0; 3]), (sledge, [0.0; 3])]);
        scene.nodes[1].transforms = vec![
            Transform { sid: None, operation: Operation::Translate((normal * 0.1).to_array()) },
            Transform { sid: None, operation: Operation::Rotate([0.0, 0.0, 1.0, 30.0]) },
        ];
        let (all, _) = run(&scene, 1.0 / 240.0, &[1.0]);
        let way = (place(&all[1][0]) - normal * 0.1).dot(down);
        let expected = if speed > 0.0 { speed + G * (angle.sin() - 0.2 * angle.cos()) / 2.0 } else { 0.0 };
        assert!((way - expected).abs() < 0.02 * expected + 0.01, "{speed}: {way} in place of {expected}");
    }
}

#[test]
fn a_hinge_may_have_one_limit() {
    let mut door = body(Form::Box([0.5, 0.05, 0.05]));
    door.mass = Some(1.0);
    let mut scene = world(vec![(door, [0.5, 0.0, 0.0])]);
    let mut hinge = hold(0, [0.0; 3], [-0.5, 0.0, 0.0]);
    hinge.angular[2] = [Some(-30.0), None];
    scene.physics[0].constraints.push(hinge);
    let (all, _) = run(&scene, 1.0 / 240.0, &[4.0]);
    let x = all[0][0].frame.x_axis;
    assert!((x.y.atan2(x.x).to_degrees() + 30.0).abs() < 1.0, "{x}");
}

#[test]
fn what_is_beyond_all_bounds_is_told() {
    let ball = || body(Form::Sphere(0.1));
    let mut fast = ball();
    fast.velocity = [1e300, 0.0, 0.0];
    let mut light = ball();
    light.mass = Some(0.0);
    let huge = body(Form::Cylinder { height: 1e200, radii: [1e200; 2] });
    let mut scene =
        world(vec![(fast, [0.0; 3]), (light, [5.0, 0.0, 0.0]), (ball(), [1e12, 0.0, 0.0]), (huge, [9.0; 3])]);
    scene.physics[0].gravity = Some([0.0, -1e300, 0.0]);
    let (all, notes) = run(&scene, 0.01, &[0.0, 0.5]);
    for note in [Note::Fast, Note::NoMass, Note::Far, Note::Strong, Note::NoShape] {
        assert!(notes.contains(&note), "{note:?} is not in {notes:?}");
    }
    assert!(all.iter().flatten().all(|s| s.frame.is_finite() && s.velocity.is_finite()), "{all:?}");
    // A thousand bodies in one place are not pushed apart.
    let scene = world((0..1000).map(|_| (ball(), [0.0; 3])).collect());
    let stage = Stage::new(&scene, ViewId(0), LIMIT);
    let begin = pose(&scene, &stage, &Overrides::default());
    let weight = Scales::new(&scene).weigh(&scene.physics[0].bodies[0]);
    let start = |b| (Start::of(&scene, b, &stage, &begin), &weight);
    let bodies: Vec<(Start, &Weight)> = scene.physics[0].bodies.iter().map(start).collect();
    let mut simulation = Simulation::new(&scene, &stage, &scene.physics[0], &bodies, 0.01);
    assert!(simulation.notes().any(|(_, note)| note == Note::Crowded));
    assert!(!simulation.advance_to(1.0));
}

#[test]
fn a_box_that_lands_flatly_bounces_without_turning() {
    for (share, friction) in [(0.64, 0.5), (0.25, 1.0), (0.81, 0.0)] {
        let contact = Contact { static_friction: friction, dynamic_friction: friction, restitution: share };
        let block = with(body(Form::Box([0.2, 0.1, 0.3])), contact);
        let scene = world(vec![(with(ground(), contact), [0.0; 3]), (block, [0.0, 1.1, 0.0])]);
        let times: Vec<f64> = (0..=300).map(|i| f64::from(i) * 0.01).collect();
        let (all, _) = run(&scene, 1.0 / 240.0, &times);
        let fall = (2.0 / G).sqrt();
        let second = fall + 2.0 * (2.0 * share / G).sqrt();
        let bounce = all[1].iter().zip(&times).filter(|(_, t)| (fall + 0.02..second).contains(t));
        let top = bounce.map(|(s, _)| place(s).y - 0.1).fold(0.0, f64::max);
        assert!((top - share).abs() < 0.05, "{share}: {top}");
        let end = &all[1][300];
        assert!(DVec3::new(place(end).x, 0.0, place(end).z).length() < 1e-3, "{share}: {}", place(end));
        assert!(end.frame.y_axis.y > 0.999_99, "{}", end.frame);
    }
}

/// Lets a curve with straight pieces drive a field of the physics scene.
fn drive(scene: &mut Scene, field: PhysicsField, keys: &[f64], values: &[f64]) {
    let width = (values.len() / keys.len()) as u32;
    let curve = CurveId::next(&scene.curves);
    scene.curves.push(Curve::linear(width, keys.to_vec(), values.to_vec()));
    let target = Target::Physics { scene: 0, field, part: Part::All };
    let channels = vec![Channel { curve, first: 0, target, factor: 1.0 }];
    scene.animations.push(Animation { curves: vec![curve], channels, ..Animation::default() });
    assert_eq!(scene.check(), []);
}

#[test]
fn gravity_that_grows_pulls_more() {
    // From nothing to 6 in 2 seconds: the way is 3 t³ / 6.
    let mut scene = world(vec![(body(Form::Sphere(0.1)), [0.0; 3])]);
    drive(&mut scene, PhysicsField::Gravity, &[0.0, 2.0], &[0.0, 0.0, 0.0, 0.0, -6.0, 0.0]);
    let (all, _) = run(&scene, 1.0 / 240.0, &[1.0, 2.0]);
    for (state, time) in all[0].iter().zip([1.0, 2.0f64]) {
        assert!((place(state).y + time.powi(3) / 2.0).abs() < 0.03, "{time}: {}", place(state));
        assert!((state.velocity.y + 1.5 * time * time).abs() < 0.03, "{time}: {}", state.velocity);
    }
}

#[test]
fn constraints_let_go_and_springs_move_when_they_are_driven() {
    // Held for a second, then falling.
    let mut scene = world(vec![(body(Form::Sphere(0.1)), [0.0; 3])]);
    scene.physics[0].constraints.push(hold(0, [0.0; 3], [0.0; 3]));
    drive(&mut scene, PhysicsField::Enabled(0), &[0.0, 1.0, 1.0001, 2.0], &[1.0, 1.0, 0.0, 0.0]);
    let (all, _) = run(&scene, 1.0 / 240.0, &[0.9, 2.0]);
    assert!(place(&all[0][0]).length() < 1e-3 && (place(&all[0][1]).y + G / 2.0).abs() < 0.1, "{all:?}");
    // A limit that sinks lets the body down slowly. The body falls until it reaches the limit, so that it is above it by what it
    // falls in a few steps.
    let mut scene = world(vec![(body(Form::Sphere(0.1)), [0.0; 3])]);
    let mut lift = hold(0, [0.0; 3], [0.0; 3]);
    lift.linear[1] = [Some(0.0), Some(0.0)];
    scene.physics[0].constraints.push(lift);
    let limit = PhysicsField::Limit { constraint: 0, angular: false, upper: false };
    drive(&mut scene, limit, &[0.0, 2.0], &[0.0, 0.0, 0.0, 0.0, -1.0, 0.0]);
    let (all, _) = run(&scene, 1.0 / 240.0, &[1.0, 2.0]);
    assert!((place(&all[0][0]).y + 0.5).abs() < 0.02 && (place(&all[0][1]).y + 1.0).abs() < 0.02, "{all:?}");
    // A strong spring whose rest moves takes the body along.
    let mut ball = body(Form::Sphere(0.1));
    ball.mass = Some(1.0);
    let mut scene = world(vec![(ball, [0.0; 3])]);
    scene.physics[0].gravity = None;
    let mut pull = hold(0, [0.0; 3], [0.0; 3]);
    pull.linear[0] = [None, None];
    pull.linear_spring = Some(Spring { stiffness: 1000.0, damping: 60.0, target: 0.0 });
    scene.physics[0].constraints.push(pull);
    let rest = PhysicsField::Spring { constraint: 0, angular: false, number: portolan_scene::SpringNumber::Target };
    drive(&mut scene, rest, &[0.0, 1.0], &[0.0, 2.0]);
    let (all, _) = run(&scene, 1.0 / 240.0, &[3.0]);
    assert!((place(&all[0][0]).x - 2.0).abs() < 0.01, "{all:?}");
}

#[test]
fn a_body_that_grows_heavier_sinks_on_its_spring() {
    let mut ball = body(Form::Sphere(0.1));
    ball.mass = Some(1.0);
    let mut scene = world(vec![(ball, [0.0; 3])]);
    let mut pull = hold(0, [0.0; 3], [0.0; 3]);
    pull.linear[1] = [None, None];
    pull.linear_spring = Some(Spring { stiffness: 100.0, damping: 20.0, target: 0.0 });
    scene.physics[0].constraints.push(pull);
    drive(&mut scene, PhysicsField::Mass(0), &[0.0, 2.0, 3.0, 6.0], &[1.0, 1.0, 3.0, 3.0]);
    let (all, _) = run(&scene, 1.0 / 240.0, &[2.0, 6.0]);
    let sags = |state: &State, mass: f64| (place(state).y + mass * G / 100.0).abs() < 0.005;
    assert!(sags(&all[0][0], 1.0) && sags(&all[0][1], 3.0), "{all:?}");
}
