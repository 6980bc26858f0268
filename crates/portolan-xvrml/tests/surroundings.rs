//! Backgrounds and fogs.

use portolan_scene::{FogKind, Rings};

use crate::{children, world};

#[test]
fn bg_3_bg_4_rings_of_sky_and_ground() {
    let read = world(
        r#"<Background rotation="0 1 0 0.5"><groundAngle>1.5</groundAngle><groundColor>0 0 0 1  0.5 0.5 0.5 1</groundColor>
        <skyAngle>1.0 1.5707963</skyAngle><skyColor>0 0 1 1  0 1 1 1  1 1 1 1</skyColor></Background><children/>"#,
    );
    let made = &read.scene.backgrounds[0];
    assert_eq!((made.sky.colours.len(), made.ground.colours.len()), (3, 2));
    assert!((made.sky.angles[1] - 90.0).abs() < 1e-5 && (made.rotation[3] - 0.5f64.to_degrees()).abs() < 1e-9);
    // 1.5 radians are 85.94°; between there and the horizon there is no ground.
    assert!(made.ground.at(85.0).is_some() && made.ground.at(86.5).is_none());
    assert_eq!(read.scene.views[0].background.map(|b| b.0), Some(0));
}

#[test]
fn bg_4_a_ground_without_angles_is_none() {
    let read =
        world(r#"<Background><groundColor>1 0 0 1</groundColor><skyColor>0 0 1 1</skyColor></Background><children/>"#);
    assert_eq!(read.scene.backgrounds[0].ground, Rings::default());
}

#[test]
fn bg_10_the_sky_is_black_by_default() {
    for text in ["<children/>", "<Background/><children/>"] {
        let read = world(text);
        assert_eq!(read.scene.backgrounds[0].sky.colours, [[0.0, 0.0, 0.0, 1.0]], "{text}");
    }
}

#[test]
fn a8_of_several_backgrounds_the_first_is_shown() {
    let read = world("<Background><skyColor>1 0 0 1</skyColor></Background><Background/><children/>");
    assert_eq!(read.scene.backgrounds.len(), 2);
    assert_eq!(read.scene.backgrounds[0].sky.colours[0][0], 1.0);
}

#[test]
fn bg_3_colours_that_do_not_fit_are_told() {
    let read =
        world("<Background><skyAngle>1 2</skyAngle><skyColor>0 0 1 1  0 1 0 1</skyColor></Background><children/>");
    assert_eq!(read.lost(), ["CNV923"]);
    assert_eq!(read.scene.backgrounds[0].sky.angles.len(), 1);
}

#[test]
fn fo_1_fo_2_the_first_fog_counts() {
    let read = children(
        r#"<Group name="G"><children><Fog fogType="EXPONENTIAL" visibilityRange="60" color="0.5 0.5 0.5 1"/></children></Group>
        <Fog visibilityRange="1"/>"#,
    );
    let view = &read.scene.views[0];
    let fog = read.scene.fog(view.fog.unwrap()).unwrap();
    assert_eq!((fog.kind, fog.range, fog.holder), (FogKind::Exponential, 60.0, Some(read.node("G"))));
    assert!((fog.left(30.0) - 0.367879).abs() < 1e-6);
    assert_eq!(children("").scene.views[0].fog, None);
}
