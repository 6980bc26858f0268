//! The pointer and what it drags (PS-1 to PS-3, TO-1, DS-1, PL-1, SS-1, CS-1).

use portolan_run::{Action, Given, START};

use crate::{Play, children, close, numbers, pairs, world};

/// A world whose viewer is at 0 0 10 and looks along −z.
fn at_ten(text: &str) -> Play {
    world(&format!(
        r#"<Avatar name="Me" cameraOffset="0 0 0"><children/></Avatar><children><Viewpoint position="0 0 10"/>{text}</children>"#
    ))
}

const BOX: &str = "<Shape><geometry><Box/></geometry></Shape>";

#[test]
fn to_1_a_click_is_pressed_and_released_over_the_same_geometry() {
    let mut play = at_ten(&format!(r#"<Group><children><TouchSensor name="T"/>{BOX}</children></Group>"#));
    play.act(1.0, Action::Move([0.0, 0.0, 0.0]));
    play.act(2.0, Action::Press).act(3.0, Action::Release);
    // Pressed over it and released beside it.
    play.act(4.0, Action::Press).act(5.0, Action::Move([9.0, 0.0, 0.0])).act(6.0, Action::Release);
    // Pressed beside it and released over it.
    play.act(7.0, Action::Press).act(8.0, Action::Move([0.0, 0.0, 0.0])).act(9.0, Action::Release);
    play.to(10.0, 1);
    pairs(&play.values("T.is-over"), &[(1.0, 1.0), (5.0, 0.0), (8.0, 1.0)]);
    pairs(&play.values("T.is-active"), &[(2.0, 1.0), (3.0, 0.0), (4.0, 1.0), (6.0, 0.0)]);
    pairs(&play.values("T.touch-time"), &[(3.0, START + 3.0)]);
    assert!(play.heard().iter().filter(|h| h.what.starts_with("T.")).all(|h| h.by == "pointer"));
}

#[test]
fn to_1_the_hit_is_told_in_the_frame_of_the_sensor() {
    let text = format!(
        r#"<Transform translation="2 0 0" scale="2 2 2"><children><TouchSensor name="T"/>{BOX}</children></Transform>"#
    );
    let mut play = at_ten(&text);
    // The front is at z = 2; the ray from 0 0 10 to 3 1 2 ends there.
    play.act(1.0, Action::Move([3.0, 1.0, 2.0])).to(1.0, 1);
    play.is("T.hit-point-changed", &[0.5, 0.5, 1.0]);
    play.is("T.hit-normal-changed", &[0.0, 0.0, 1.0]);
    play.is("T.hit-tex-coord-changed", &[0.75, 0.75]);
    play.act(2.0, Action::Leave).to(2.0, 1);
    pairs(&play.values("T.is-over"), &[(1.0, 1.0), (2.0, 0.0)]);
}

#[test]
fn ps_1_only_the_nearest_geometry_and_the_innermost_sensors_count() {
    let text = format!(
        r#"<Group><children><TouchSensor name="Outer"/>
        <Group><children><TouchSensor name="One"/><TouchSensor name="Two"/><TouchSensor name="Off" enabled="false"/>{BOX}</children></Group>
        <Transform translation="5 0 0"><children><TouchSensor name="Far" enabled="false"/>{BOX}</children></Transform></children></Group>
        <Transform translation="0 0 -5"><children><TouchSensor name="Behind"/>{BOX}</children></Transform>"#
    );
    let mut play = at_ten(&text);
    play.act(1.0, Action::Move([0.0, 0.0, 0.0])).act(2.0, Action::Move([5.0, 0.0, 1.0])).to(3.0, 1);
    pairs(&play.values("One.is-over"), &[(1.0, 1.0), (2.0, 0.0)]);
    pairs(&play.values("Two.is-over"), &[(1.0, 1.0), (2.0, 0.0)]);
    // Where the innermost one does not work, the next one does.
    pairs(&play.values("Outer.is-over"), &[(2.0, 1.0)]);
    for silent in ["Off", "Far", "Behind"] {
        assert!(play.of(&format!("{silent}.is-over")).is_empty(), "{silent}");
    }
}

#[test]
fn ps_1_what_is_not_drawn_is_not_hit() {
    let text = format!(
        r#"<Switch name="S" whichChoice="-1"><children><Group><children><TouchSensor name="Hidden"/>{BOX}</children></Group></children></Switch>
        <Collision><children/><proxy><Group><children><TouchSensor name="Proxy"/>{BOX}</children></Group></proxy></Collision>
        <Transform translation="0 0 -5"><children><TouchSensor name="Seen"/>{BOX}</children></Transform>"#
    );
    let mut play = at_ten(&text);
    play.act(1.0, Action::Move([0.0, 0.0, 0.0]));
    // Once the switch shows it, the pointer is over it without a move.
    play.set(2.0, "S.whichChoice", Given::Number(0.0)).to(2.0, 1);
    pairs(&play.values("Seen.is-over"), &[(1.0, 1.0), (2.0, 0.0)]);
    pairs(&play.values("Hidden.is-over"), &[(2.0, 1.0)]);
    assert!(play.of("Proxy.is-over").is_empty());
}

#[test]
fn ps_2_who_is_pressed_holds_the_pointer() {
    let text = format!(
        r#"<Group><children><TouchSensor name="A"/>{BOX}</children></Group>
        <Transform translation="5 0 0"><children><TouchSensor name="B"/>{BOX}</children></Transform>"#
    );
    let mut play = at_ten(&text);
    play.act(1.0, Action::Move([0.0, 0.0, 0.0])).act(2.0, Action::Press).act(3.0, Action::Move([5.0, 0.0, 1.0]));
    play.act(4.0, Action::Release).to(5.0, 1);
    pairs(&play.values("A.is-over"), &[(1.0, 1.0), (3.0, 0.0)]);
    // The other one hears of it when it is free.
    pairs(&play.values("B.is-over"), &[(4.0, 1.0)]);
    assert!(play.of("A.touch-time").is_empty() && play.of("B.is-active").is_empty());
}

#[test]
fn ps_3_a_sensor_that_is_switched_off_lets_go() {
    let mut play = at_ten(&format!(r#"<Group><children><TouchSensor name="T"/>{BOX}</children></Group>"#));
    play.act(1.0, Action::Move([0.0, 0.0, 0.0])).act(2.0, Action::Press);
    play.set(3.0, "T.enabled", Given::Bool(false)).act(4.0, Action::Release).to(5.0, 1);
    pairs(&play.values("T.is-active"), &[(2.0, 1.0), (3.0, 0.0)]);
    pairs(&play.values("T.is-over"), &[(1.0, 1.0), (3.0, 0.0)]);
    assert!(play.of("T.touch-time").is_empty());
}

#[test]
fn pl_1_a_plane_sensor_moves_in_its_plane_within_limits() {
    let text = format!(
        r#"<Group><children><PlaneSensor name="P" minPosition="-1 0" maxPosition="1 0" offset="0.25 0 0.5"/>{BOX}</children></Group>"#
    );
    let mut play = at_ten(&text);
    // The front of the box is the plane z = 1, which is nine tenths of the way to z = 0.
    play.act(1.0, Action::Move([0.0, 0.0, 1.0])).act(2.0, Action::Press);
    play.act(3.0, Action::Move([0.5, 0.5, 1.0])).act(4.0, Action::Move([3.0, 0.0, 1.0])).act(5.0, Action::Release);
    play.to(6.0, 1);
    let moved: Vec<Vec<f64>> = play.of("P.translation-changed").iter().map(|h| numbers(&h.value)).collect();
    close(&moved[0], &[0.75, 0.0, 0.5]);
    close(&moved[1], &[1.0, 0.0, 0.5]);
    assert_eq!(moved.len(), 2);
    let tracked: Vec<Vec<f64>> = play.of("P.track-point-changed").iter().map(|h| numbers(&h.value)).collect();
    close(&tracked[0], &[0.5, 0.5, 1.0]);
    close(&tracked[1], &[3.0, 0.0, 1.0]);
    // DS-1: the next drag begins where this one ended.
    play.is("P.offset", &[1.0, 0.0, 0.5]);
    pairs(&play.values("P.is-active"), &[(2.0, 1.0), (5.0, 0.0)]);
}

#[test]
fn pl_1_without_limits_and_without_auto_offset() {
    let text = format!(r#"<Group><children><PlaneSensor name="P" autoOffset="false"/>{BOX}</children></Group>"#);
    let mut play = at_ten(&text);
    play.act(1.0, Action::Move([0.5, 0.0, 1.0])).act(2.0, Action::Press).act(3.0, Action::Move([-2.0, 4.0, 1.0]));
    play.act(4.0, Action::Release).to(5.0, 1);
    play.is("P.translation-changed", &[-2.5, 4.0, 0.0]);
    play.is("P.offset", &[0.0, 0.0, 0.0]);
    assert!(play.of("P.offset").is_empty());
}

#[test]
fn ss_1_a_sphere_sensor_turns_about_its_origin() {
    // The box is hit at 0 0 1, so that the sphere has the radius 1.
    let text = format!(r#"<Group><children><SphereSensor name="S"/>{BOX}</children></Group>"#);
    let mut play = at_ten(&text);
    play.act(1.0, Action::Move([0.0, 0.0, 1.0])).act(2.0, Action::Press);
    // The ray to 0.6 0 0.8 meets the sphere there: a turn about y by the angle whose sine is 0.6.
    play.act(3.0, Action::Move([0.6, 0.0, 0.8])).act(4.0, Action::Release).to(5.0, 1);
    let angle = 0.6f64.asin();
    play.is("S.rotation-changed", &[0.0, 1.0, 0.0, angle]);
    play.is("S.track-point-changed", &[0.6, 0.0, 0.8]);
    play.is("S.offset", &[0.0, 1.0, 0.0, angle]);
}

#[test]
fn cs_1_from_the_side_it_is_a_cylinder() {
    let text = format!(
        r#"<Group><children><CylinderSensor name="C" minAngle="-0.5" maxAngle="0.5"/>{BOX}</children></Group>"#
    );
    let mut play = at_ten(&text);
    play.act(1.0, Action::Move([0.0, 0.0, 1.0])).act(2.0, Action::Press);
    let x = 0.3f64.sin();
    play.act(3.0, Action::Move([x, 0.2, 0.3f64.cos()]))
        .act(4.0, Action::Move([0.6, 0.0, 0.8]))
        .act(5.0, Action::Release);
    play.to(6.0, 1);
    let turns: Vec<Vec<f64>> = play.of("C.rotation-changed").iter().map(|h| numbers(&h.value)).collect();
    close(&turns[0], &[0.0, 1.0, 0.0, 0.3]);
    // The angle would be 0.6435, but the limit is 0.5.
    close(&turns[1], &[0.0, 1.0, 0.0, 0.5]);
    play.is("C.offset", &[0.5]);
}

#[test]
fn cs_1_from_above_it_is_a_disk() {
    let text = format!(
        r#"<Transform rotation="1 0 0 1.57079633"><children><CylinderSensor name="C"/>{BOX}</children></Transform>"#
    );
    let mut play = at_ten(&text);
    // The axis of the sensor points to the viewer. In its frame world x is x, and world y is −z.
    play.act(1.0, Action::Move([0.5, 0.0, 1.0])).act(2.0, Action::Press).act(3.0, Action::Move([0.0, 0.5, 1.0]));
    play.to(4.0, 1);
    // Anti-clockwise seen by the viewer is a positive turn about the axis.
    play.is("C.rotation-changed", &[0.0, 1.0, 0.0, std::f64::consts::FRAC_PI_2]);
}

#[test]
fn touching_starts_a_clock_at_once() {
    let text = format!(
        r#"<Group><children><TouchSensor name="T"/>{BOX}</children></Group><TimeSensor name="C" cycleInterval="3"/>
        <Route fromNode="T" fromField="touch-time" toNode="C" toField="startTime"/>"#
    );
    let mut play = at_ten(&text);
    play.act(1.0, Action::Move([0.0, 0.0, 0.0])).act(1.0, Action::Press).act(1.0, Action::Release).to(9.0, 1);
    pairs(&play.values("C.is-active"), &[(1.0, 1.0), (4.0, 0.0)]);
    assert_eq!(play.of("C.startTime")[0].by, "T.touch-time");
    let mut nowhere = children(BOX);
    nowhere.act(0.0, Action::Press).act(0.0, Action::Release).to(1.0, 1);
    assert!(nowhere.heard().is_empty());
}
