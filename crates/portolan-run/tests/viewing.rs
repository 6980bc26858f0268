//! Sensors of the viewer, levels and billboards (PX-1, VS-1, LO-1, BI-2).

use portolan_eval::{LIMIT, Overrides, Stage, bounds, pose};
use portolan_run::{Action, Given, START};
use portolan_scene::ViewId;

use crate::{Play, children, close, numbers, pairs, world};

fn at_ten(text: &str) -> Play {
    world(&format!(
        r#"<Avatar name="Me" cameraOffset="0 0 0"><children/></Avatar><children><Viewpoint position="0 0 10"/>{text}</children>"#
    ))
}

fn to(x: f64, y: f64, z: f64) -> Action {
    Action::Viewer { position: Some([x, y, z]), orientation: None }
}

#[test]
fn px_1_a_proximity_sensor_tells_of_entering_moving_and_leaving() {
    let text = r#"<Transform translation="0 0 -5" scale="2 2 2"><children><ProximitySensor name="P" size="2 2 2"/></children></Transform>"#;
    let mut play = at_ten(text);
    // The box is 4 wide about 0 0 −5.
    play.act(1.0, to(0.0, 0.0, -3.5))
        .act(2.0, to(1.0, 0.0, -5.0))
        .act(3.0, to(1.0, 0.0, -5.0))
        .act(4.0, to(0.0, 0.0, 0.0));
    play.to(5.0, 1);
    pairs(&play.values("P.is-active"), &[(1.0, 1.0), (4.0, 0.0)]);
    pairs(&play.values("P.enter-time"), &[(1.0, START + 1.0)]);
    pairs(&play.values("P.exit-time"), &[(4.0, START + 4.0)]);
    let places: Vec<Vec<f64>> = play.of("P.position-changed").iter().map(|h| numbers(&h.value)).collect();
    // In the frame of the sensor, which is twice as large; also when it leaves, but not while nothing moves.
    assert_eq!(places.len(), 3, "{places:?}");
    close(&places[0], &[0.0, 0.0, 0.75]);
    close(&places[1], &[0.5, 0.0, 0.0]);
    close(&places[2], &[0.0, 0.0, 2.5]);
    assert_eq!(play.of("P.orientation-changed").len(), 2);
    assert!(play.of("P.is-active").iter().all(|h| h.by == "viewer"));
}

#[test]
fn px_1_orientation_is_that_of_the_viewer_in_the_frame_of_the_sensor() {
    let text = r#"<Transform rotation="0 1 0 0.5"><children><ProximitySensor name="P" size="50 50 50"/></children></Transform>"#;
    let mut play = at_ten(text);
    play.act(1.0, Action::Viewer { position: None, orientation: Some([0.0, 1.0, 0.0, 1.2]) }).to(1.0, 1);
    play.is("P.orientation-changed", &[0.0, 1.0, 0.0, 0.7]);
    pairs(&play.values("P.is-active"), &[(0.0, 1.0)]);
}

#[test]
fn px_1_a_sensor_without_size_or_switched_off_is_silent() {
    let mut play = at_ten(
        r#"<ProximitySensor name="None"/><ProximitySensor name="Off" enabled="false" size="99 99 99"/>
        <ProximitySensor name="On" size="99 99 99"/>"#,
    );
    play.set(1.0, "On.enabled", Given::Bool(false)).to(2.0, 1);
    assert!(play.of("None.is-active").is_empty() && play.of("Off.is-active").is_empty());
    pairs(&play.values("On.is-active"), &[(0.0, 1.0), (1.0, 0.0)]);
}

#[test]
fn vs_1_a_visibility_sensor_follows_the_view() {
    let mut play = at_ten(r#"<VisibilitySensor name="V" center="0 0 0" size="2 2 2"/>"#);
    let turn = |angle| Action::Viewer { position: None, orientation: Some([0.0, 1.0, 0.0, angle]) };
    play.act(1.0, turn(std::f64::consts::PI)).act(2.0, turn(0.1)).to(3.0, 1);
    pairs(&play.values("V.is-active"), &[(0.0, 1.0), (1.0, 0.0), (2.0, 1.0)]);
    pairs(&play.values("V.enter-time"), &[(0.0, START), (2.0, START + 2.0)]);
    pairs(&play.values("V.exit-time"), &[(1.0, START + 1.0)]);
}

#[test]
fn lo_1_levels_change_with_the_distance() {
    let mut play = at_ten(
        r#"<LOD name="L"><range>5 20</range><children>
        <Shape><geometry><Box size="2 2 2"/></geometry></Shape><Shape><geometry><Box size="4 4 4"/></geometry></Shape>
        </children></LOD>"#,
    );
    play.to(0.0, 1);
    close(&play.run.bounds().unwrap().1.to_array(), &[2.0; 3]);
    play.act(1.0, to(0.0, 0.0, 4.0)).to(1.0, 1);
    close(&play.run.bounds().unwrap().1.to_array(), &[1.0; 3]);
    pairs(&play.values("L.level-changed"), &[(1.0, 0.0)]);
}

#[test]
fn bi_2_billboards_turn_to_the_viewer_of_the_moment() {
    let mut play = at_ten(
        r#"<Billboard><children><Shape><geometry><Box size="4 1 2"/></geometry></Shape></children></Billboard>"#,
    );
    // From the side the long edge lies along z.
    play.act(1.0, to(10.0, 0.0, 0.0)).to(1.0, 1);
    close(&play.run.bounds().unwrap().1.to_array(), &[1.0, 0.5, 2.0]);
}

#[test]
fn numbers_of_the_scene_are_overrides() {
    let body = r#"<Transform name="A"><children><Shape><appearance><Material name="M"/></appearance>
        <geometry><Box name="B"/></geometry></Shape></children></Transform>"#;
    let mut play = children(body);
    let seen = |play: &mut Play| {
        let (scene, overrides) = play.run.overrides();
        let stage = Stage::new(scene, ViewId(0), LIMIT);
        let posed = pose(scene, &stage, &overrides);
        (scene.nodes.len(), bounds(scene, &stage, &posed, &overrides).unwrap().1.to_array())
    };
    play.to(0.0, 1);
    assert_eq!(seen(&mut play).1, [1.0; 3]);
    // The first time that a field is written the scene is made anew, then only the number changes.
    for (t, x) in [(1.0, 5.0), (2.0, 7.0)] {
        play.numbers_to(t, "A.translation", &[x, 0.0, 0.0]).to(t, 1);
        assert_eq!(seen(&mut play).1, [x + 1.0, 1.0, 1.0]);
    }
    let (_, overrides) = play.run.overrides();
    assert_ne!(overrides, Overrides::default());
    play.numbers_to(3.0, "A.rotation", &[0.0, 0.0, 1.0, std::f64::consts::FRAC_PI_2]).to(3.0, 1);
    play.numbers_to(4.0, "B.size", &[2.0, 6.0, 2.0]).to(4.0, 1);
    close(&seen(&mut play).1, &[10.0, 1.0, 1.0]);
    // What is seen is the same, whichever way it is asked for.
    close(&play.run.bounds().unwrap().1.to_array(), &[10.0, 1.0, 1.0]);
}
