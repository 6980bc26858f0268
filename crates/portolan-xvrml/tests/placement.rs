//! Where things stand: transforms, views, billboards, levels, choices.

use portolan_scene::glam::DVec3;
use portolan_scene::{Operation, Projection, Role};

use crate::{box_close, children, close, world};

const BOX: &str = "<Shape><geometry><Box/></geometry></Shape>";

#[test]
fn tr_1_a_transform_is_translation_centre_rotation_scale() {
    // P' = T · C · R · SR · S · −SR · −C · P. For P = (2, 0, 0): −C gives (1, 0, 0); SR by 90° about Z and back turns the
    // scale of X into one of Y, so that nothing happens to x: (1, 0, 0); R by 90° about Z gives (0, 1, 0); C gives (1, 1, 0);
    // T gives (11, 1, 0).
    let read = children(
        r#"<Transform name="T" translation="10 0 0" center="1 0 0" rotation="0 0 1 1.5707963267948966" scale="3 1 1"
            scaleOrientation="0 0 1 1.5707963267948966"><children/></Transform>"#,
    );
    let matrix = read.matrices("T")[0];
    close(matrix.transform_point3(DVec3::new(2.0, 0.0, 0.0)), [11.0, 1.0, 0.0]);
    // Of (1, 1, 0) y is 1 above the centre, three times that is scaled: (0, 3) turned is (−3, 0).
    close(matrix.transform_point3(DVec3::new(1.0, 1.0, 0.0)), [8.0, 0.0, 0.0]);
    let node = &read.scene.nodes[read.node("T").index()];
    let sids: Vec<&str> = node.transforms.iter().map(|t| t.sid.as_deref().unwrap()).collect();
    let all = ["translation", "center", "rotation", "scaleOrientation", "scale", "scaleOrientation", "center"];
    assert_eq!(sids, all);
    assert!(
        matches!(node.transforms[2].operation, Operation::Rotate([0.0, 0.0, 1.0, angle]) if (angle - 90.0).abs() < 1e-12)
    );
    // Steps that change nothing are not there.
    let plain = children(r#"<Transform name="T" scale="2 2 2"><children/></Transform>"#);
    assert_eq!(plain.scene.nodes[plain.node("T").index()].transforms.len(), 1);
}

#[test]
fn us_1_a_node_is_shared_and_may_be_named_later() {
    let read = children(&format!(
        r#"<Transform translation="5 0 0"><children><Use ref="B"/></children></Transform>
        <Group name="B"><children>{BOX}</children></Group>"#
    ));
    assert_eq!(read.matrices("B").len(), 2);
    box_close(read.bounds(), [-1.0; 3], [6.0, 1.0, 1.0]);
    assert_eq!(read.scene.geometries.len(), 1);
}

#[test]
fn av_7_the_eye_of_a_world_without_views() {
    // None of both: (0 0 10) + (0 1.65 0).
    close(children("").eye().w_axis.truncate(), [0.0, 1.65, 10.0]);
    // An avatar only.
    let avatar = r#"<Avatar name="A" cameraOffset="1 2 3"><children/></Avatar><children/>"#;
    close(world(avatar).eye().w_axis.truncate(), [1.0, 2.0, 13.0]);
    // A viewpoint only.
    close(children(r#"<Viewpoint position="4 0 0"/>"#).eye().w_axis.truncate(), [4.0, 1.65, 0.0]);
    // Both: the first of each.
    let both = r#"<Avatar name="A" cameraOffset="0 1.2 0"><children/></Avatar><Avatar name="B"><children/></Avatar>
        <children><Viewpoint position="10 0 5"/><Viewpoint position="0 9 0"/></children>"#;
    close(world(both).eye().w_axis.truncate(), [10.0, 1.2, 5.0]);
}

#[test]
fn av_1_the_offset_is_not_turned_with_the_view_but_with_what_is_above() {
    // M · T(position) · T(offset) · R(orientation): the offset stays upright whatever the orientation.
    let read = children(
        r#"<Transform translation="100 0 0" rotation="0 1 0 1.5707963267948966"><children>
            <Viewpoint position="0 0 10" orientation="1 0 0 -1.5707963267948966"/></children></Transform>"#,
    );
    let eye = read.eye();
    // (0, 1.65, 10) turned by 90° about Y is (10, 1.65, 0).
    close(eye.w_axis.truncate(), [110.0, 1.65, 0.0]);
    // It looks down: −Z turned by −90° about X is −Y.
    close(eye.transform_vector3(DVec3::NEG_Z), [0.0, -1.0, 0.0]);
}

#[test]
fn vp_1_vp_2_the_first_view_sees_its_angle_along_the_shorter_side() {
    let read = children(
        r#"<Transform translation="0 0 1"><children><Viewpoint name="A" fieldOfView="1.0471975511965976"/></children>
        </Transform><Viewpoint name="B"/>"#,
    );
    let camera = &read.scene.cameras[0];
    assert_eq!(camera.meta.name.as_deref(), Some("A"));
    let Projection::Perspective { x: Some(x), y: Some(y), .. } = camera.projection else { panic!() };
    assert!((x - 60.0).abs() < 1e-9 && (y - 60.0).abs() < 1e-9);
    close(read.eye().w_axis.truncate(), [0.0, 1.65, 11.0]);
}

#[test]
fn cameras_see_everything() {
    let read = children(&format!(r#"<Viewpoint position="0 -1.65 1000"/>{BOX}"#));
    let camera = &read.scene.cameras[0];
    assert!(camera.near < 0.2 && camera.far > 1001.0, "{camera:?}");
}

#[test]
fn bi_5_each_place_turns_for_itself() {
    let read = children(
        r#"<Viewpoint position="0 -1.65 10"/><Group name="G"><children><Billboard name="B"><children/></Billboard></children></Group>
        <Transform translation="10 0 10"><children><Use ref="G"/></children></Transform>"#,
    );
    let turned: Vec<DVec3> = (read.scene.nodes.iter().zip(0..))
        .filter(|(n, _)| n.meta.name.as_deref() == Some("B"))
        .flat_map(|(_, id)| {
            let (stage, posed) = read.stage();
            let places: Vec<u32> = stage.places(portolan_scene::NodeId(id)).to_vec();
            places.into_iter().map(move |at| posed.world(at).transform_vector3(DVec3::Z))
        })
        .collect();
    // The one at the origin looks along +Z, the one at (10, 0, 10) along −X.
    assert_eq!(turned.len(), 2);
    close(turned[0], [0.0, 0.0, 1.0]);
    close(turned[1], [-1.0, 0.0, 0.0]);
    let billboard = read.scene.nodes.iter().find_map(|n| n.role.as_deref());
    assert_eq!(billboard, Some(&Role::Billboard { axis: [0.0, 1.0, 0.0] }));
}

#[test]
fn lo_1_the_level_of_the_distance_is_shown() {
    let level = |range: &str| {
        let read = children(&format!(
            r#"<Viewpoint position="3 -1.65 4"/><Transform scale="0.5 0.5 0.5"><children><LOD {range}><children>
            <Shape><geometry><Box size="2 2 2"/></geometry></Shape><Shape><geometry><Box size="4 4 4"/></geometry></Shape>
            </children></LOD></children></Transform>"#
        ));
        read.bounds().unwrap().1[0]
    };
    // The viewer is 5 away, 10 in the unit of the node. Boxes are half as large.
    assert_eq!(level(r#"><range>10.5</range"#), 0.5);
    assert_eq!(level(r#"><range>9.5</range"#), 1.0);
    assert_eq!(level(r#"center="0 0 100"><range>50</range"#), 1.0);
    assert_eq!(level(""), 0.5);
}

#[test]
fn sw_1_the_choice_is_shown_and_shared_nodes_are_hidden_here_only() {
    let read = children(&format!(
        r#"<Switch whichChoice="1"><children><Use ref="B"/><Transform translation="0 5 0"><children>{BOX}</children></Transform>
        </children></Switch><Transform translation="3 0 0"><children><Group name="B"><children>{BOX}</children></Group></children></Transform>"#
    ));
    // Not at the origin, where the other choice would be.
    box_close(read.bounds(), [-1.0, -1.0, -1.0], [4.0, 6.0, 1.0]);
    for none in ["-1", "7"] {
        let read = children(&format!(r#"<Switch whichChoice="{none}"><children>{BOX}</children></Switch>"#));
        assert_eq!(read.bounds(), None);
    }
    let alone = children(&format!(
        r#"<Switch whichChoice="0"><children>{BOX}<Use ref="S"/></children></Switch><Shape name="S"/>"#
    ));
    box_close(alone.bounds(), [-1.0; 3], [1.0; 3]);
}

#[test]
fn co_7_a_proxy_is_not_drawn() {
    let read = children(&format!(
        r#"<Collision name="C"><children/><proxy><Transform translation="9 9 9"><children>{BOX}</children></Transform></proxy></Collision>"#
    ));
    assert_eq!(read.bounds(), None);
    let role = read.scene.nodes[read.node("C").index()].role.as_deref();
    assert!(matches!(role, Some(Role::Obstacle { solid: true, proxy: Some(_) })));
    let shown = children(&format!(r#"<Collision collide="false"><children>{BOX}</children></Collision>"#));
    box_close(shown.bounds(), [-1.0; 3], [1.0; 3]);
}

#[test]
fn an_1_a_link_stays_what_it_is() {
    let read =
        children(r#"<Anchor name="A" url="b.xwrl#V" description="door" parameter="target='new'"><children/></Anchor>"#);
    let role = read.scene.nodes[read.node("A").index()].role.as_deref();
    let expected = Role::Link { url: "b.xwrl#V".into(), description: "door".into(), parameter: "target='new'".into() };
    assert_eq!(role, Some(&expected));
}

#[test]
fn av_6_a_body_is_not_seen_from_its_own_eyes() {
    let read = world(&format!(r#"<Avatar name="A"><children>{BOX}</children></Avatar><children/>"#));
    assert_eq!(read.bounds(), None);
    assert!(read.scene.nodes[read.node("A").index()].hidden);
    // A24: a viewpoint in it would chase itself.
    let inner = r#"<Avatar name="A"><children><Viewpoint position="9 9 9"/></children></Avatar><children/>"#;
    let read = world(inner);
    assert_eq!((read.lost(), read.scene.cameras.len()), (vec!["CNV920"], 1));
}
