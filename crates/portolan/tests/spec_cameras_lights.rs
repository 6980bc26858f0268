//! Chapters 9 (cameras) and 10 (lights) of the requirements.

use crate::common::{all_close, close, codes, glb, import, new_document, view, views, world};
use portolan::File;
use portolan::sample::Playing;
use portolan::scene::{CameraId, LightKind, Projection};

fn camera(optics: &str) -> File {
    let library = format!(
        r#"<library_cameras><camera id="c"><optics><technique_common>{optics}</technique_common></optics></camera></library_cameras>"#
    );
    import(&new_document(&(library + &view(r##"<instance_camera url="#c"/>"##))))
}

fn light(kind: &str, node: &str) -> File {
    let library = format!(
        r#"<library_lights><light id="l"><technique_common>{kind}</technique_common></light></library_lights>"#
    );
    import(&new_document(&(library + &view(&format!(r##"{node}<instance_light url="#l"/>"##)))))
}

#[test]
fn every_set_of_camera_parameters_gives_both_extents() {
    // C-003 … C-008, C-014 in a picture twice as wide as high; angles by tan(x/2) = aspect · tan(y/2).
    for (optics, expected) in [
        // The vectors of L2325 and L5722.
        ("<perspective><yfov>45</yfov><aspect_ratio>1.33333</aspect_ratio>", (57.8219, 45.0)),
        ("<perspective><xfov>90</xfov><aspect_ratio>1.333</aspect_ratio>", (90.0, 73.7537)),
        // tan 45° / 2 = 0.5: 53.13°.
        ("<perspective><xfov>90</xfov>", (90.0, 53.1301)),
        ("<perspective><yfov>90</yfov>", (126.8699, 90.0)),
        ("<perspective><xfov>30</xfov><yfov>60</yfov>", (30.0, 60.0)),
        // L5476: xmag 1 and aspect ratio 0.1.
        ("<orthographic><xmag>1</xmag><aspect_ratio>0.1</aspect_ratio>", (1.0, 10.0)),
        ("<orthographic><ymag>3</ymag><aspect_ratio>1.5</aspect_ratio>", (4.5, 3.0)),
        ("<orthographic><xmag>3</xmag>", (3.0, 1.5)),
        ("<orthographic><ymag>3</ymag>", (6.0, 3.0)),
        ("<orthographic><xmag>3</xmag><ymag>7</ymag>", (3.0, 7.0)),
    ] {
        let kind = if optics.contains("persp") { "perspective" } else { "orthographic" };
        let imported = camera(&format!("{optics}<znear>0.5</znear><zfar>32767.0</zfar></{kind}>"));
        assert_eq!(codes(&imported), [] as [&str; 0], "{optics}");
        let camera = imported.scene().unwrap().camera(CameraId(0)).unwrap();
        let (x, y) = camera.projection.extents(2.0);
        assert!((x - expected.0).abs() < 1e-3 && (y - expected.1).abs() < 1e-3, "{optics}: {x} {y}");
        assert_eq!((camera.near, camera.far), (0.5, 32767.0));
    }
}

#[test]
fn cameras_of_gltf_have_the_same_angles() {
    let json = |optics: &str| glb(&camera(optics)).json["cameras"][0].clone();
    let both =
        json("<perspective><xfov>90</xfov><aspect_ratio>2</aspect_ratio><znear>1</znear><zfar>9</zfar></perspective>");
    close(both["perspective"]["yfov"].as_f64().unwrap(), 53.130102f64.to_radians(), "yfov");
    close(both["perspective"]["aspectRatio"].as_f64().unwrap(), 2.0, "aspect");
    // Two angles are an aspect ratio of tangents: tan 15° / tan 30°.
    let angles = json("<perspective><xfov>30</xfov><yfov>60</yfov><znear>1</znear><zfar>9</zfar></perspective>");
    close(angles["perspective"]["aspectRatio"].as_f64().unwrap(), 0.46410162, "aspect of angles");
    let flat = json(
        "<orthographic><ymag>3</ymag><aspect_ratio>1.5</aspect_ratio><znear>0</znear><zfar>9</zfar></orthographic>",
    );
    assert_eq!((&flat["orthographic"]["xmag"], &flat["orthographic"]["ymag"]), (&4.5.into(), &3.0.into()));
}

#[test]
fn bad_cameras_are_told_and_stay_cameras() {
    let planes = "<znear>1</znear><zfar>9</zfar>";
    for (optics, told) in [
        (format!("<perspective><yfov>0</yfov>{planes}</perspective>"), "CNV109"),
        (format!("<perspective><yfov>-20</yfov>{planes}</perspective>"), "CNV109"),
        (format!("<perspective><xfov>180</xfov>{planes}</perspective>"), "CNV109"),
        (format!("<perspective>{planes}</perspective>"), "CNV109"),
        (format!("<orthographic><xmag>0</xmag>{planes}</orthographic>"), "CNV109"),
        ("<perspective><yfov>45</yfov><znear>9</znear><zfar>1</zfar></perspective>".into(), "CNV109"),
        ("<perspective><yfov>45</yfov><znear>-1</znear><zfar>1</zfar></perspective>".into(), "CNV109"),
        ("<perspective><yfov>45</yfov></perspective>".into(), "CNV109"),
        (format!("<perspective><yfov>45</yfov><aspect_ratio>0</aspect_ratio>{planes}</perspective>"), "CNV109"),
        (format!("<perspective><yfov>x</yfov>{planes}</perspective>"), "CNV101"),
    ] {
        let imported = camera(&optics);
        let camera = imported.scene().unwrap().camera(CameraId(0)).unwrap();
        assert!(camera.near >= 0.0 && camera.far > camera.near, "{optics}: {camera:?}");
        assert_eq!(codes(&imported).first(), Some(&told), "{optics}");
        let written = glb(&imported);
        assert!(written.json["cameras"][0].is_object(), "{optics}");
    }
    // All three: the angles count, and the wrong order of children does not matter.
    let imported = camera(
        "<perspective><zfar>9</zfar><znear>1</znear><aspect_ratio>5</aspect_ratio><yfov>40</yfov><xfov>50</xfov></perspective>",
    );
    let projection = imported.scene().unwrap().camera(CameraId(0)).unwrap().projection;
    assert!(matches!(projection, Projection::Perspective { x: Some(50.0), y: Some(40.0), .. }));
    // Other optics are not common (C-001).
    assert!(camera("<fisheye/>").scene().unwrap().cameras.is_empty());
}

#[test]
fn distances_and_axes_of_a_camera_are_those_of_its_scope() {
    // C-002, C-009: a camera of a part that is X_UP and in centimetres, in a scene that is Y_UP and in metres.
    let text = r##"<library_cameras><camera id="c"><asset><unit name="centimeter" meter="0.01"/><up_axis>X_UP</up_axis></asset>
        <optics><technique_common><orthographic><xmag>50</xmag><znear>10</znear><zfar>1000</zfar></orthographic></technique_common></optics></camera></library_cameras>"##;
    let imported = import(&new_document(&(text.to_owned() + &view(r##"<instance_camera url="#c"/>"##))));
    let camera = imported.scene().unwrap().camera(CameraId(0)).unwrap();
    all_close(&[camera.near, camera.far, camera.projection.extents(1.0).0], &[0.1, 10.0, 0.5], "lengths");
}

#[test]
fn every_light_is_read_with_its_defaults() {
    // L-001 … L-006.
    for (kind, expected) in [
        ("<ambient><color>0.1 0.2 0.3</color></ambient>", LightKind::Ambient),
        ("<directional><color>0.1 0.2 0.3</color></directional>", LightKind::Directional),
        ("<point><color>0.1 0.2 0.3</color></point>", LightKind::Point { attenuation: [1.0, 0.0, 0.0] }),
        (
            "<point><color>0.1 0.2 0.3</color><linear_attenuation>0.3</linear_attenuation></point>",
            LightKind::Point { attenuation: [1.0, 0.3, 0.0] },
        ),
        (
            "<spot><color>0.1 0.2 0.3</color></spot>",
            LightKind::Spot { attenuation: [1.0, 0.0, 0.0], angle: 180.0, exponent: 0.0 },
        ),
        (
            "<spot><color>0.1 0.2 0.3</color><constant_attenuation>0</constant_attenuation><quadratic_attenuation>2</quadratic_attenuation><falloff_angle>60</falloff_angle><falloff_exponent>4</falloff_exponent></spot>",
            LightKind::Spot { attenuation: [0.0, 0.0, 2.0], angle: 60.0, exponent: 4.0 },
        ),
    ] {
        let imported = light(kind, "");
        assert_eq!(codes(&imported), [] as [&str; 0], "{kind}");
        let light = &imported.scene().unwrap().lights[0];
        assert_eq!((light.kind, light.colour), (expected, [0.1, 0.2, 0.3]), "{kind}");
    }
    // Colours may be brighter than white (L-002).
    assert_eq!(light("<point><color>3 2 1</color></point>", "").scene().unwrap().lights[0].colour, [3.0, 2.0, 1.0]);
}

#[test]
fn the_sun_shines_along_minus_z_of_its_node() {
    // L-004, L4671: turned by −10° about X.
    let imported =
        light("<directional><color>1 1 1</color></directional>", "<rotate>1 0 0 -10</rotate><scale>2 3 4</scale>");
    let m = world(&imported, Playing::Default, "n", 0.0);
    let length = (m[8] * m[8] + m[9] * m[9] + m[10] * m[10]).sqrt();
    all_close(&[-m[8] / length, -m[9] / length, -m[10] / length], &[0.0, -0.173648, -0.984808], "direction");
    let json = glb(&imported).json;
    assert_eq!(json["extensions"]["KHR_lights_punctual"]["lights"][0]["type"], "directional");
}

#[test]
fn attenuation_depends_on_the_unit_of_the_scene() {
    // L-008, A-008: 0.3 a centimetre are 30 a metre, 0.02 a square centimetre 200 a square metre.
    let text = r##"<library_lights><light id="l"><asset><unit meter="0.01"/></asset><technique_common><point><color>1 1 1</color>
        <linear_attenuation>0.3</linear_attenuation><quadratic_attenuation>0.02</quadratic_attenuation></point></technique_common></light></library_lights>"##;
    let imported = import(&new_document(&(text.to_owned() + &view(r##"<instance_light url="#l"/>"##))));
    let LightKind::Point { attenuation } = imported.scene().unwrap().lights[0].kind else { panic!("no point light") };
    all_close(&attenuation, &[1.0, 30.0, 200.0], "attenuation");
}

#[test]
fn bad_lights_do_no_harm() {
    for kind in [
        "<point><color>1 1 1</color><constant_attenuation>0</constant_attenuation></point>",
        "<point><color>1 1 1</color><constant_attenuation>-1</constant_attenuation></point>",
        "<spot><color>1 1 1</color><falloff_angle>400</falloff_angle></spot>",
        "<spot><color>1 1 1</color><falloff_angle>-10</falloff_angle></spot>",
        "<point><color>1 1 1 1</color></point>",
        "<point><color>1</color></point>",
        "<ambient><color>-1 0 0</color></ambient>",
        "<point><color>1 1 1</color></point><spot><color>1 1 1</color></spot>",
    ] {
        let imported = light(kind, "");
        assert_eq!(imported.scene().unwrap().lights.len(), 1, "{kind}");
        let json = glb(&imported).json;
        let written = &json["extensions"]["KHR_lights_punctual"]["lights"][0];
        if !kind.contains("ambient") {
            let intensity = written["intensity"].as_f64().unwrap_or(1.0);
            assert!(intensity.is_finite() && intensity >= 0.0, "{kind}");
            let outer = written["spot"]["outerConeAngle"].as_f64().unwrap_or(0.5);
            assert!(outer > 0.0 && outer <= std::f64::consts::FRAC_PI_2, "{kind}");
        }
    }
    assert!(light("<area/>", "").scene().unwrap().lights.is_empty());
}

#[test]
fn ambient_lights_are_kept_though_gltf_has_none() {
    // L-003: two of them, of which the second is placed twice.
    let text = r##"<library_lights><light id="a"><technique_common><ambient><color>0.25 0 0</color></ambient></technique_common></light>
        <light id="b"><technique_common><ambient><color>0 0.5 0</color></ambient></technique_common></light></library_lights>"##;
    let nodes = r##"<node id="n"><instance_light url="#a"/><instance_light url="#b"/></node><node id="k"><instance_light url="#b"/></node>"##;
    let glb = glb(&import(&new_document(&(text.to_owned() + &views(nodes)))));
    assert!(!glb.codes.is_empty());
    let kept = glb.json["scenes"][0]["extras"].to_string();
    assert_eq!(kept.matches("intensity").count(), 3, "{kept}");
}
