//! Collision and navigation (CO-1 to CO-7, AV-4).

use portolan_resources::Memory;
use portolan_run::{Action, Options, START};

use crate::{Play, pairs, play, world};

/// A world whose viewer stands 8 before the origin, with a body of 1 × 2 × 1 and the eyes in its middle.
fn walker(mode: &str, text: &str) -> Play {
    world(&format!(
        r#"<Avatar name="Me" navigation="{mode}" cameraOffset="0 0 0" bboxSize="1 2 1" stepValue="0.5"><children/></Avatar>
        <children><Viewpoint position="0 0 8"/>{text}</children>"#
    ))
}

const WALL: &str = r#"<Shape name="Wall"><geometry><Box size="4 3 0.2"/></geometry></Shape>"#;

fn walk(z: f64) -> Action {
    Action::Walk([0.0, 0.0, z])
}

#[test]
fn co_1_walls_stop_the_viewer() {
    for mode in ["WALK", "FLY"] {
        let mut play = walker(mode, WALL);
        play.act(1.0, walk(-20.0)).to(1.0, 1);
        // The wall begins at 0.1, the body is half a metre deep.
        let z = crate::numbers(&play.value("viewer.position"))[2];
        assert!((z - 0.6).abs() < 1e-3, "{mode}: {z}");
    }
    for mode in ["NONE", "EXAMINE"] {
        let mut play = walker(mode, WALL);
        play.act(1.0, walk(-20.0)).to(1.0, 1);
        play.is("viewer.position", &[0.0, 0.0, if mode == "NONE" { 8.0 } else { -12.0 }]);
    }
}

#[test]
fn co_1_along_a_wall_the_viewer_slides() {
    let mut play = walker("FLY", WALL);
    play.act(1.0, walk(-7.4)).act(2.0, Action::Walk([1.0, 0.0, -5.0])).to(2.0, 1);
    let place = crate::numbers(&play.value("viewer.position"));
    assert!((place[0] - 1.0).abs() < 1e-3 && (place[2] - 0.6).abs() < 1e-3, "{place:?}");
}

#[test]
fn co_2_lines_do_not_stop_anybody() {
    let lines = r#"<Shape><geometry><IndexedLineSet><coord>-2 0 0  2 0 0</coord><coordIndex>0 1 -1</coordIndex></IndexedLineSet></geometry></Shape>
        <Shape><geometry><Text><string>WALL</string></Text></geometry></Shape>"#;
    let mut play = walker("FLY", lines);
    play.act(1.0, walk(-20.0)).to(1.0, 1);
    play.is("viewer.position", &[0.0, 0.0, -12.0]);
}

#[test]
fn co_3_without_collide_nothing_below_stops_the_viewer() {
    let inner = format!(r#"<Collision name="Inner" collide="true"><children>{WALL}</children></Collision>"#);
    let mut play =
        walker("FLY", &format!(r#"<Collision name="Ghost" collide="false"><children>{inner}</children></Collision>"#));
    play.act(1.0, walk(-20.0)).to(1.0, 1);
    play.is("viewer.position", &[0.0, 0.0, -12.0]);
    assert!(play.of("Inner.collide-time").is_empty() && play.of("Ghost.collide-time").is_empty());
}

#[test]
fn co_4_co_5_all_collision_nodes_around_tell_the_time() {
    let inner = format!(r#"<Collision name="Inner"><children>{WALL}</children></Collision>"#);
    let text = format!(
        r#"<Collision name="Outer"><children>{inner}</children></Collision><Collision name="Other"><children/></Collision>
        <TimeSensor name="Alarm" cycleInterval="2"/><Route fromNode="Inner" fromField="collide-time" toNode="Alarm" toField="startTime"/>"#
    );
    let mut play = walker("FLY", &text);
    play.act(1.0, walk(-2.0)).act(2.0, walk(-20.0)).to(9.0, 1);
    pairs(&play.values("Inner.collide-time"), &[(2.0, START + 2.0)]);
    pairs(&play.values("Outer.collide-time"), &[(2.0, START + 2.0)]);
    assert!(play.of("Other.collide-time").is_empty());
    pairs(&play.values("Alarm.is-active"), &[(2.0, 1.0), (4.0, 0.0)]);
}

#[test]
fn co_6_who_is_in_it_at_loading_is_told() {
    let text = r#"<Collision name="C"><children><Transform translation="0 0 8"><children><Shape><geometry><Box size="0.5 0.5 0.5"/></geometry></Shape></children></Transform></children></Collision>"#;
    let mut play = walker("FLY", text);
    play.to(1.0, 1);
    pairs(&play.values("C.collide-time"), &[(0.0, START)]);
}

#[test]
fn co_7_a_proxy_stands_for_the_children() {
    let thin = r#"<Collision name="C"><children><Transform translation="0 0 3"><children><Shape><geometry><Box/></geometry></Shape></children></Transform></children>
        <proxy><Shape><geometry><Sphere radius="0.5"/></geometry></Shape></proxy></Collision>"#;
    let mut play = walker("FLY", thin);
    play.act(1.0, walk(-5.0)).act(2.0, walk(-20.0)).to(2.0, 1);
    // The box is no obstacle, the sphere is: its front is at 0.5.
    pairs(&play.values("C.collide-time"), &[(2.0, START + 2.0)]);
    let z = crate::numbers(&play.value("viewer.position"))[2];
    assert!((z - 1.0).abs() < 1e-2, "{z}");
    // Only the box is drawn.
    let (least, _) = play.run.bounds().unwrap();
    crate::close(&least.to_array(), &[-1.0, -1.0, 2.0]);
}

#[test]
fn av_4_low_things_are_climbed_and_high_ones_are_not() {
    let ground = r#"<Transform translation="0 -1.1 0"><children><Shape><geometry><Box size="40 0.2 40"/></geometry></Shape></children></Transform>"#;
    let stair = |height: f64| {
        let y = -1.0 + height / 2.0;
        format!(
            r#"<Transform translation="0 {y} 0"><children><Shape><geometry><Box size="4 {height} 4"/></geometry></Shape></children></Transform>"#
        )
    };
    let mut low = walker("WALK", &format!("{ground}{}", stair(0.3)));
    low.act(1.0, walk(-8.0)).to(1.0, 1);
    low.is("viewer.position", &[0.0, 0.3, 0.0]);
    // Beyond it the viewer falls to the ground again.
    low.act(2.0, walk(-8.0)).to(2.0, 1);
    low.is("viewer.position", &[0.0, 0.0, -8.0]);
    let mut high = walker("WALK", &format!("{ground}{}", stair(0.6)));
    high.act(1.0, walk(-8.0)).to(1.0, 1);
    let place = crate::numbers(&high.value("viewer.position"));
    assert!((place[2] - 2.5).abs() < 1e-3 && place[1].abs() < 1e-3, "{place:?}");
}

#[test]
fn co_1_visitors_of_x3d_and_vrml97_have_the_size_of_a_navigation_info() {
    // VRML97 6.29: unless a NavigationInfo says otherwise, things are kept 0.25 away.
    let wall = "#VRML V2.0 utf8\nViewpoint { } Shape { geometry Box { size 9 9 2 } }";
    let info = "NavigationInfo { avatarSize [ 0.75 1.6 0.75 ] }";
    let x3d = "<X3D version='3.3'><Scene><Viewpoint/><Shape><Box size='9 9 2'/></Shape></Scene></X3D>";
    for (text, z) in [(wall.to_owned(), 1.25), (format!("{wall}{info}"), 1.75), (x3d.to_owned(), 1.25)] {
        let mut play = play(Memory::new().with("a.xwrl", text.clone()), Options::default());
        play.act(1.0, walk(-20.0)).to(1.0, 1);
        let found = crate::numbers(&play.value("viewer.position"))[2];
        assert!((found - z).abs() < 1e-3, "{text}: {found}");
    }
}
