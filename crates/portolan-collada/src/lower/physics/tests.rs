//! Physics as bodies and constraints, with numbers worked out by hand.

use portolan_resources::Memory;
use portolan_scene::{BodyFrame, End, Form, LOCKED, Operation, PhysicsScene, Spring};

use super::super::Lowered;
use super::super::tests::{document, lower_with};

fn lower(content: &str) -> Lowered {
    let lowered = lower_with(&document(content), Memory::new());
    assert_eq!(lowered.scene.check(), []);
    lowered
}

fn codes(lowered: &Lowered) -> Vec<&'static str> {
    lowered.losses.iter().map(|l| l.code.id).collect()
}

/// A document with these parts of a model, of the scene's instance of it, and of the scene.
fn world(model: &str, instance: &str, common: &str) -> String {
    format!(
        r##"<library_physics_materials><physics_material id="ice"><technique_common><dynamic_friction>0.1</dynamic_friction>
        <static_friction>0.2</static_friction></technique_common></physics_material></library_physics_materials>
        <library_visual_scenes><visual_scene id="v"><node id="above"><translate>0 5 0</translate><node id="n"/></node><node id="m"/>
        </visual_scene></library_visual_scenes>
        <library_physics_models><physics_model id="model">{model}</physics_model></library_physics_models>
        <library_physics_scenes><physics_scene id="p"><instance_physics_model url="#model" sid="it">{instance}</instance_physics_model>
        <technique_common>{common}</technique_common></physics_scene></library_physics_scenes>
        <scene><instance_physics_scene url="#p"/><instance_visual_scene url="#v"/></scene>"##
    )
}

fn body(common: &str) -> String {
    format!(r#"<rigid_body sid="b" name="B"><technique_common>{common}</technique_common></rigid_body>"#)
}

const PLAIN: &str = "<shape><sphere><radius>1</radius></sphere></shape>";
const TIED: &str = r##"<instance_rigid_body body="b" target="#n" sid="i"><technique_common/></instance_rigid_body>"##;

fn only(lowered: &Lowered) -> &PhysicsScene {
    assert_eq!(lowered.scene.physics.len(), 1);
    &lowered.scene.physics[0]
}

#[test]
fn a_body_with_everything() {
    let model = body(
        r##"<dynamic>false</dynamic><mass>4</mass><mass_frame><translate>1 2 3</translate></mass_frame><inertia>1 2 2.5</inertia>
        <instance_physics_material url="#ice"/>
        <shape><hollow>true</hollow><mass>2</mass><density>9</density><box><half_extents>1 2 3</half_extents></box>
        <translate>1 0 0</translate><rotate>0 1 0 90</rotate></shape>
        <shape><physics_material><technique_common><restitution>0.5</restitution></technique_common></physics_material>
        <capsule><height>2</height><radius>1 3</radius></capsule></shape>
        <shape><tapered_cylinder><height>2</height><radius1>1 1</radius1><radius2>0 0</radius2></tapered_cylinder></shape>
        <shape><plane><equation>0 1 0 -2</equation></plane></shape>"##,
    );
    let instance = r##"<instance_rigid_body body="./b" target="#n" sid="i"><technique_common><angular_velocity>0 0 1</angular_velocity>
        <velocity>1 0 0</velocity><mass>5</mass></technique_common></instance_rigid_body>"##;
    let lowered = lower(&world(&model, instance, "<gravity>0 -9.8 0</gravity><time_step>3.e-002</time_step>"));
    assert_eq!(codes(&lowered), [""; 0]);
    let physics = only(&lowered);
    assert_eq!((physics.gravity, physics.step), (Some([0.0, -9.8, 0.0]), Some(0.03)));
    let body = &physics.bodies[0];
    assert_eq!((body.label(), body.instance.as_deref(), body.dynamic), ("b", Some("i"), false));
    assert_eq!((body.mass, body.inertia), (Some(5.0), Some([1.0, 2.0, 2.5])));
    assert_eq!((body.velocity, body.angular_velocity), ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]));
    assert_eq!((body.frame.clone(), body.around.concat().as_str()), (BodyFrame::Target, "it"));
    let forms: Vec<Form> = body.colliders.iter().map(|c| c.form).collect();
    assert_eq!(
        forms,
        [
            Form::Box([1.0, 2.0, 3.0]),
            Form::Capsule { height: 2.0, radii: [1.0, 2.0, 3.0] },
            Form::TaperedCylinder { height: 2.0, top: [1.0; 2], bottom: [0.0; 2] },
            Form::Plane([0.0, 1.0, 0.0, -2.0]),
        ]
    );
    let first = &body.colliders[0];
    assert_eq!((first.hollow, first.mass, first.density), (true, Some(2.0), Some(9.0)));
    assert_eq!(first.transforms[1].operation, Operation::Rotate([0.0, 1.0, 0.0, 90.0]));
    assert_eq!(body.material_of(first).static_friction, 0.2);
    let bouncy = body.material_of(&body.colliders[1]);
    assert_eq!((bouncy.restitution, bouncy.dynamic_friction), (0.5, 0.0));
}

#[test]
fn models_within_models_and_their_parent() {
    let content = r##"<library_visual_scenes><visual_scene id="v"><node id="catapult1"><node id="rockNode"/><node id="top"/>
        </node></visual_scene></library_visual_scenes>
        <library_physics_models><physics_model id="rocks"><rigid_body sid="rock"><technique_common><mass>1</mass>
        <shape><sphere><radius>1</radius></sphere></shape></technique_common></rigid_body></physics_model>
        <physics_model id="catapult"><rigid_body sid="top"><technique_common><mass>1</mass><shape><sphere><radius>1</radius></sphere></shape>
        </technique_common></rigid_body><rigid_body sid="spare"/></physics_model>
        <physics_model id="both"><instance_physics_model sid="stone" url="#rocks"><translate>0 4 0</translate></instance_physics_model>
        <instance_physics_model sid="arm" url="#catapult"/></physics_model></library_physics_models>
        <library_physics_scenes><physics_scene id="p"><instance_physics_model url="#both" parent="#catapult1">
        <instance_rigid_body body=".stone/rock" target="#rockNode"><technique_common><mass>10</mass></technique_common></instance_rigid_body>
        <instance_rigid_body body="top" target="#top"/></instance_physics_model><technique_common/></physics_scene></library_physics_scenes>
        <scene><instance_physics_scene url="#p"/><instance_visual_scene url="#v"/></scene>"##;
    let lowered = lower(content);
    // `top` alone is a guess; `spare` is instantiated by nobody.
    assert_eq!(codes(&lowered), ["CNV291", "CNV300"]);
    let [rock, top] = &only(&lowered).bodies[..] else { panic!() };
    assert_eq!((rock.mass, top.mass), (Some(10.0), Some(1.0)));
    let BodyFrame::Parent(node, place) = &rock.frame else { panic!() };
    assert_eq!(lowered.scene.node(*node).and_then(|n| n.meta.id.as_deref()), Some("catapult1"));
    assert_eq!(place[0].operation, Operation::Translate([0.0, 4.0, 0.0]));
    assert_eq!(top.frame, BodyFrame::Parent(*node, Vec::new()));
}

#[test]
fn constraints_and_their_ends() {
    let model = body(PLAIN)
        + &body(PLAIN).replace("\"b\"", "\"c\"")
        + r##"<rigid_constraint sid="hinge"><ref_attachment rigid_body="#b"><translate>5 0 0</translate></ref_attachment>
        <attachment rigid_body="./c"><rotate>0 1 0 -45</rotate></attachment><technique_common><limits><swing_cone_and_twist>
        <min>0 90 -INF</min><max>0 -90 INF</max></swing_cone_and_twist></limits><spring><angular><stiffness>500</stiffness></angular></spring>
        </technique_common></rigid_constraint>
        <rigid_constraint sid="rope"><ref_attachment rigid_body="#m"/><attachment rigid_body="c"/><technique_common><enabled>false</enabled>
        <interpenetrate>true</interpenetrate><limits><linear><max>1 1 1</max></linear></limits></technique_common></rigid_constraint>
        <rigid_constraint sid="lost"><ref_attachment rigid_body="nobody"/><attachment rigid_body="c"/><technique_common/></rigid_constraint>
        <rigid_constraint sid="nodes"><ref_attachment rigid_body="#m"/><attachment rigid_body="#n"/><technique_common/></rigid_constraint>"##;
    let instance = format!("{TIED}{}", TIED.replace("\"b\"", "\"c\"").replace("#n", "#m"));
    let instance = instance + r#"<instance_rigid_constraint constraint="gone"/>"#;
    let lowered = lower(&world(&model, &instance, ""));
    assert_eq!(codes(&lowered), ["CNV295", "CNV290", "CNV296", "CNV290"]);
    let [hinge, rope, _] = &only(&lowered).constraints[..] else { panic!() };
    assert_eq!([hinge.ends[0].to, hinge.ends[1].to], [End::Body(0), End::Body(1)]);
    assert_eq!(hinge.angular, [LOCKED, [Some(-90.0), Some(90.0)], [None, None]]);
    assert_eq!(hinge.linear, [LOCKED; 3]);
    assert_eq!(hinge.angular_spring, Some(Spring { stiffness: 500.0, damping: 0.0, target: 0.0 }));
    assert_eq!(hinge.linear_spring, None);
    assert_eq!((rope.enabled, rope.interpenetrate), (false, true));
    assert!(matches!(rope.ends[0].to, End::Node(_)));
    assert_eq!(rope.linear[2], [Some(0.0), Some(1.0)]);
}

#[test]
fn files_of_the_bullet_sdk_mean_no_limit() {
    let model = body(PLAIN)
        + r##"<rigid_constraint sid="k"><attachment rigid_body="b"/><technique_common><limits><swing_cone_and_twist>
        <min>1 0 2</min><max>-1 0 -2</max></swing_cone_and_twist></limits></technique_common></rigid_constraint>"##;
    let content = world(&model, TIED, "");
    let plain = lower(&content);
    assert_eq!(only(&plain).constraints[0].angular[0], [Some(-1.0), Some(1.0)]);
    let asset = "<asset><contributor><authoring_tool>Bullet ColladaConverter</authoring_tool></contributor></asset>";
    let whole = document(&content);
    let (head, tail) = whole.split_once("<library_physics_materials>").unwrap_or_default();
    let head = head.split_once("<asset").map_or(head, |(head, _)| head);
    let lowered = lower_with(&format!("{head}{asset}<library_physics_materials>{tail}"), Memory::new());
    let angular = only(&lowered).constraints[0].angular;
    assert_eq!(angular, [[None, None], LOCKED, [Some(-2.0), Some(2.0)]]);
    // Without a first end it hangs in the world.
    assert_eq!(only(&lowered).constraints[0].ends[0].to, End::World);
}

/// Documents with one mistake, and the code that it is told under.
#[test]
fn every_mistake_is_told() {
    let shape = |form: &str| body(&format!("<mass>1</mass><shape>{form}</shape>"));
    let cases: [(String, &str, &str, &str); 24] = [
        (shape("<box><half_extents>1 -1 1</half_extents></box>"), TIED, "", "CNV293"),
        (shape("<sphere><radius>0</radius></sphere>"), TIED, "", "CNV293"),
        (shape("<sphere><radius>NaN</radius></sphere>"), TIED, "", "CNV293"),
        (shape("<cylinder><height>1</height></cylinder>"), TIED, "", "CNV293"),
        (shape("<cylinder><height>1</height><radius>2</radius></cylinder>"), TIED, "", "CNV291"),
        (shape("<plane><equation>0 0 0 1</equation></plane>"), TIED, "", "CNV293"),
        (shape("<hollow>true</hollow><plane><equation>0 1 0 1</equation></plane>"), TIED, "", "CNV293"),
        (shape(""), TIED, "", "CNV293"),
        (shape(r##"<instance_geometry url="#v"/>"##), TIED, "", "CNV293"),
        (shape(r##"<instance_geometry url="#none"/>"##), TIED, "", "CNV100"),
        (body("<shape><plane><equation>0 1 0 0</equation></plane></shape>"), TIED, "", "CNV294"),
        (body(&format!("<mass>-1</mass>{PLAIN}")), TIED, "", "CNV294"),
        (body(&format!("<mass>0</mass>{PLAIN}")), TIED, "", "CNV294"),
        (body(&format!("<mass>1</mass><inertia>1 1 5</inertia>{PLAIN}")), TIED, "", "CNV294"),
        (body(&format!("<mass>1</mass><inertia>1 1 -5</inertia>{PLAIN}")), TIED, "", "CNV294"),
        (body(""), TIED, "", "CNV294"),
        (body(PLAIN), r##"<instance_rigid_body body="x" target="#n"/>"##, "", "CNV290"),
        (body(PLAIN), r##"<instance_rigid_body body="b" target="#x"/>"##, "", "CNV290"),
        (body(PLAIN), r##"<instance_rigid_body target="#n"/>"##, "", "CNV291"),
        (body(PLAIN), TIED, "<gravity>0 NaN 0</gravity>", "CNV298"),
        (body(PLAIN), TIED, "<time_step>0</time_step>", "CNV298"),
        (body(PLAIN) + r##"<instance_physics_model url="#model"/>"##, TIED, "", "CNV292"),
        (body(PLAIN) + &body(PLAIN), TIED, "", "CNV300"),
        (body(PLAIN), &format!("{TIED}{TIED}"), "", "CNV297"),
    ];
    for (model, instance, common, code) in cases {
        let lowered = lower(&world(&model, instance, common));
        // What no instance names any more is told behind it.
        assert_eq!(codes(&lowered).first(), Some(&code), "{model}{instance}{common}");
    }
}

#[test]
fn parts_with_another_unit_are_converted() {
    let model = body("<shape><cylinder><height>2</height><radius>1 1</radius></cylinder></shape>");
    let content = world(&model, TIED, "<gravity>0 0 -10</gravity>").replace(
        r#"<physics_scene id="p">"#,
        r#"<physics_scene id="p"><asset><created/><modified/><unit meter="0.5"/><up_axis>Z_UP</up_axis></asset>"#,
    );
    let lowered = lower(&content);
    assert_eq!(only(&lowered).gravity, Some([0.0, -5.0, 0.0]));
    let collider = &only(&lowered).bodies[0].colliders[0];
    assert_eq!(collider.form, Form::Cylinder { height: 2.0, radii: [1.0; 2] });
}

#[test]
fn deep_and_many_models_end() {
    let models: String = (0..100)
        .map(|i| {
            let next =
                format!(r##"<instance_physics_model url="#m{0}"/><instance_physics_model url="#m{0}"/>"##, i + 1);
            format!(r#"<physics_model id="m{i}">{next}</physics_model>"#)
        })
        .collect();
    let content = format!(
        r##"<library_physics_models>{models}<physics_model id="m100"/></library_physics_models><library_physics_scenes>
        <physics_scene id="p"><instance_physics_model url="#m0"/><technique_common/></physics_scene></library_physics_scenes>"##
    );
    assert_eq!(codes(&lower(&content)), ["CNV299"]);
}
