//! Clocks, interpolators and what they drive.

use portolan_eval::{Playing, pose, sample};
use portolan_scene::glam::DVec3;
use portolan_scene::{ClipId, ColourSlot, MaterialId, Operation, Part, Target};

use crate::{Read, children, close};

const CLOCK: &str = r#"<TimeSensor name="Clock" cycleInterval="4"/>"#;

/// A world in which an interpolator drives a field.
fn driven(node: &str, to: &str, kind: &str, keys: &str, values: &str) -> Read {
    let (name, field) = to.split_once('.').unwrap();
    children(&format!(
        r#"{node}{CLOCK}<{kind} name="I"><key>{keys}</key><keyValue>{values}</keyValue></{kind}>
        <Route fromNode="Clock" fromField="fraction-changed" toNode="I" toField="set-fraction"/>
        <Route fromNode="I" fromField="value-changed" toNode="{name}" toField="{field}"/>"#
    ))
}

impl Read {
    /// The matrix of a node while the clip plays.
    fn at(&self, name: &str, time: f64) -> portolan_scene::glam::DMat4 {
        let (stage, _) = self.stage();
        let set = sample(&self.scene, &Playing::Clip(ClipId(0)), time);
        let posed = pose(&self.scene, &stage, &set);
        posed.world(stage.places(self.node(name))[0])
    }
}

#[test]
fn pi_1_positions_run_straight() {
    let read = driven(
        r#"<Transform name="T"><children/></Transform>"#,
        "T.set-translation",
        "PositionInterpolator",
        "0 0.5 1",
        "0 0 0  4 0 0  4 2 0",
    );
    let clip = &read.scene.clips[0];
    assert_eq!((clip.meta.name.as_deref(), clip.start, clip.end), (Some("Clock"), 0.0, Some(4.0)));
    // A quarter of the cycle is half way to the second key, three quarters half way to the third.
    for (time, place) in [(0.0, [0.0; 3]), (1.0, [2.0, 0.0, 0.0]), (3.0, [4.0, 1.0, 0.0]), (9.0, [4.0, 2.0, 0.0])] {
        close(read.at("T", time).w_axis.truncate(), place);
    }
    // A clock that waits does not play by itself.
    assert!(clip.waits && sample(&read.scene, &Playing::Default, 1.0).is_empty());
}

#[test]
fn oi_1_rotations_go_the_short_way() {
    // From −170° to 170° about Z is a turn by 20° over 180°.
    let read = driven(
        r#"<Transform name="T"><children/></Transform>"#,
        "T.rotation",
        "OrientationInterpolator",
        "0 1",
        "0 0 1 -2.9670597  0 0 1 2.9670597",
    );
    close(read.at("T", 2.0).transform_vector3(DVec3::X), [-1.0, 0.0, 0.0]);
    assert!(matches!(read.scene.nodes[read.node("T").index()].transforms[0].operation, Operation::Quaternion(_)));
    // 0 to a right angle about Y: half of it is 45°.
    let read = driven(
        r#"<Transform name="T" scale="2 2 2" center="1 0 0"><children/></Transform>"#,
        "T.set_rotation",
        "OrientationInterpolator",
        "0 1",
        "0 1 0 0  0 1 0 1.5707963",
    );
    let root = 0.5f64.sqrt();
    close(read.at("T", 2.0).transform_vector3(DVec3::X), [2.0 * root, 0.0, -2.0 * root]);
    close(read.at("T", 2.0).transform_point3(DVec3::X), [1.0, 0.0, 0.0]);
}

#[test]
fn ip_1_equal_keys_are_a_step_and_ends_hold() {
    let read = driven(
        r#"<Transform name="T"><children/></Transform>"#,
        "T.translation",
        "PositionInterpolator",
        "0.25 0.5 0.5 0.75",
        "0 0 0  1 0 0  5 0 0  6 0 0",
    );
    for (time, x) in
        [(0.0, 0.0), (1.0, 0.0), (1.5, 0.5), (1.999, 0.999), (2.0, 5.0), (2.5, 5.5), (3.5, 6.0), (4.0, 6.0)]
    {
        let found = read.at("T", time).w_axis.x;
        assert!((found - x).abs() < 1e-6, "{found} instead of {x} at {time}");
    }
}

#[test]
fn ci_3_colours_are_mixed_by_hue() {
    let read = driven(
        r#"<Shape><appearance><Material name="M"/></appearance><geometry><Box/></geometry></Shape>"#,
        "M.diffuseColor",
        "ColorInterpolator",
        "0 1",
        "1 0 0 1  0 1 0 0.5",
    );
    let set = sample(&read.scene, &Playing::Clip(ClipId(0)), 2.0);
    let material = portolan_eval::material(&read.scene, MaterialId(0), &set).unwrap();
    // Example 10: yellow, three quarters of it left.
    let [r, g, b, _] = material.colour(ColourSlot::Diffuse).unwrap().value;
    assert!((r - 1.0).abs() < 2e-3 && (g - 1.0).abs() < 2e-3 && b.abs() < 2e-3, "{r} {g} {b}");
    assert!((material.transparency.unwrap().0 - 0.75).abs() < 1e-6);
}

#[test]
fn si_1_numbers_of_lights_and_materials() {
    let read = driven(r#"<PointLight name="L"/>"#, "L.intensity", "ScalarInterpolator", "0 1", "0 1");
    let set = sample(&read.scene, &Playing::Clip(ClipId(0)), 2.0);
    assert_eq!(portolan_eval::light(&read.scene, portolan_scene::LightId(0), &set).unwrap().intensity, 0.5);
    let read = driven(
        r#"<Shape><appearance><Material name="M" diffuseColor="1 1 1 0.5"/></appearance><geometry><Box/></geometry></Shape>"#,
        "M.transparency",
        "ScalarInterpolator",
        "0 1",
        "0 1",
    );
    let set = sample(&read.scene, &Playing::Clip(ClipId(0)), 1.0);
    let material = portolan_eval::material(&read.scene, MaterialId(0), &set).unwrap();
    assert!((material.transparency.unwrap().0 - 0.375).abs() < 1e-12);
}

#[test]
fn cd_2_coordinates_become_a_morph() {
    let read = driven(
        r#"<Shape><geometry><IndexedFaceSet name="F"><coord>0 0 0  1 0 0  0 1 0</coord><coordIndex>0 1 2</coordIndex></IndexedFaceSet></geometry></Shape>"#,
        "F.coord",
        "CoordinateInterpolator",
        "0 1",
        "0 0 0  1 0 0  0 1 0    0 0 0  1 0 0  0 3 0",
    );
    assert_eq!(read.scene.controllers.len(), 1);
    let (stage, _) = read.stage();
    let set = sample(&read.scene, &Playing::Clip(ClipId(0)), 2.0);
    let posed = pose(&read.scene, &stage, &set);
    let (_, high) = portolan_eval::bounds(&read.scene, &stage, &posed, &set).unwrap();
    close(high, [1.0, 2.0, 0.0]);
}

#[test]
fn ts_1_clocks_that_run_at_load_play_by_themselves() {
    let world = |clock: &str| {
        children(&format!(
            r#"<Transform name="T"><children/></Transform><TimeSensor name="C" cycleInterval="2" loop="true" {clock}
            <PositionInterpolator name="I"><key>0 1</key><keyValue>0 0 0  2 0 0</keyValue></PositionInterpolator>
            <Route fromNode="C" fromField="fraction_changed" toNode="I" toField="set_fraction"/>
            <Route fromNode="I" fromField="value_changed" toNode="T" toField="set_translation"/>"#
        ))
    };
    let x = |read: &Read, time: f64| {
        let set = sample(&read.scene, &Playing::Default, time);
        set.get(&Target::Transform { node: read.node("T"), transform: 0, part: Part::At(0) })
    };
    let running = world("/>");
    // It goes round: at 2.5 seconds it is a quarter of a cycle further.
    assert_eq!((x(&running, 0.5), x(&running, 2.5)), (Some(0.5), Some(0.5)));
    assert_eq!(running.scene.clips.len(), 1);
    for still in [
        r#"enabled="false"/>"#,
        "><startTime>2030-01-01T00:00:00Z</startTime></TimeSensor>",
        "><stopTime>1</stopTime></TimeSensor>",
    ] {
        assert_eq!(x(&world(still), 0.5), None, "{still}");
    }
}

#[test]
fn several_clocks_on_one_interpolator_are_several_clips() {
    let read = children(
        r#"<Transform name="T"><children/></Transform><TimeSensor name="A"/><TimeSensor name="B" cycleInterval="3"/>
        <PositionInterpolator name="I"><key>0 1</key><keyValue>0 0 0  2 0 0</keyValue></PositionInterpolator>
        <Route fromNode="A" fromField="fraction-changed" toNode="I" toField="set-fraction"/>
        <Route fromNode="B" fromField="fraction-changed" toNode="I" toField="set-fraction"/>
        <Route fromNode="I" fromField="value-changed" toNode="T" toField="translation"/>"#,
    );
    let ends: Vec<Option<f64>> = read.scene.clips.iter().map(|c| c.end).collect();
    assert_eq!(ends, [Some(1.0), Some(3.0)]);
}

#[test]
fn ro_1_routes_that_no_clip_shows_are_told() {
    let read = children(
        r#"<TouchSensor name="S"/><Switch name="W" whichChoice="0"><children/></Switch>
        <Script name="P"><field name="go" type="SFTime" accessType="inputOnly"/><field name="n" type="SFInt32" accessType="outputOnly"/></Script>
        <Route fromNode="S" fromField="touch-time" toNode="P" toField="go"/>
        <Route fromNode="P" fromField="n" toNode="W" toField="whichChoice"/>"#,
    );
    let told: Vec<&str> = read.losses.iter().filter(|l| l.code.id == "CNV929").map(|l| l.message.as_str()).collect();
    assert_eq!(
        told,
        [
            "the route from `TouchSensor S.touch-time` to `Script P.go` cannot be converted to an animation",
            "the route from `Script P.n` to `Switch W.whichChoice` cannot be converted to an animation"
        ]
    );
    // What makes the world run is kept.
    let kept: Vec<&str> = read.scene.aside.kept.iter().map(|k| &*k.name).collect();
    assert_eq!(kept, ["TouchSensor", "Script", "Route", "Route"]);
    for (wrong, code) in [
        (r#"<Route fromNode="S" fromField="touch-time" toNode="None" toField="x"/>"#, "CNV903"),
        (r#"<Route fromNode="S" fromField="nothing" toNode="W" toField="whichChoice"/>"#, "CNV908"),
        (r#"<Route fromNode="S" fromField="touch-time" toNode="W" toField="whichChoice"/>"#, "CNV908"),
    ] {
        let read = children(&format!(r#"<TouchSensor name="S"/><Switch name="W"><children/></Switch>{wrong}"#));
        assert_eq!(read.lost(), [code], "{wrong}");
    }
}

#[test]
fn ip_2_keys_that_do_not_fit_are_told() {
    let read = driven(
        r#"<Transform name="T"><children/></Transform>"#,
        "T.translation",
        "PositionInterpolator",
        "0 0.5 0.25 1",
        "0 0 0  1 0 0  2 0 0  3 0 0",
    );
    assert_eq!(read.lost(), ["CNV930"]);
    close(read.at("T", 2.0).w_axis.truncate(), [1.0, 0.0, 0.0]);
}
