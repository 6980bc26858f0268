//! Transforms, units and axes, and the visual scene: chapters 4, 8 and 14 of the requirements.

use crate::world::{close, document, plain, read, source, world};
use portolan::Memory;
use portolan::convert::{Conversion, to};
use portolan::scene::UpAxis;
use portolan::scene::glam::DVec3;

/// A scene with one node `n` that has this content.
fn node(content: &str) -> String {
    scene(&format!(r#"<node id="n">{content}</node>"#))
}

/// A scene with these nodes.
fn scene(nodes: &str) -> String {
    format!(
        r##"<library_visual_scenes><visual_scene id="s">{nodes}</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene>"##
    )
}

#[test]
fn every_transform_moves_points_as_the_specification_says() {
    // Content of a node, a point, and where it goes. T-001 to T-008.
    for (content, from, to) in [
        ("", [1., 2., 3.], [1., 2., 3.]),
        ("<translate>10 20 30</translate>", [1., 0., 0.], [11., 20., 30.]),
        ("<rotate>0 1 0 90</rotate>", [1., 0., 0.], [0., 0., -1.]),
        // The axis need not be of length 1.
        ("<rotate>0 0 5 90</rotate>", [1., 0., 0.], [0., 1., 0.]),
        ("<rotate>1 0 0 450</rotate>", [0., 1., 0.], [0., 0., 1.]),
        ("<scale>2 -2 0</scale>", [1., 1., 1.], [2., -2., 0.]),
        ("<matrix>1 0 0 2 0 1 0 3 0 0 1 4 0 0 0 1</matrix>", [1., 1., 1.], [3., 4., 5.]),
        ("<skew>45 0 1 0 1 0 0</skew>", [1., 2., 3.], [3., 2., 3.]),
        ("<lookat>2 0 3 0 0 0 0 1 0</lookat>", [0., 0., 0.], [2., 0., 3.]),
        // What lies ahead of the eye by the distance of the interest is the interest.
        ("<lookat>2 0 3 0 0 0 0 1 0</lookat>", [0., 0., -3.605_551_275_463_989], [0., 0., 0.]),
        ("<lookat>2 0 3 0 0 0 0 1 0</lookat>", [1., 0., 0.], [2.832_050_3, 0., 2.445_299_8]),
        // From left to right: the last one is the first to act.
        ("<translate>1 0 0</translate><rotate>0 0 1 90</rotate><scale>2 2 2</scale>", [1., 0., 0.], [1., 2., 0.]),
        ("<scale>2 2 2</scale><rotate>0 0 1 90</rotate><translate>1 0 0</translate>", [1., 0., 0.], [0., 4., 0.]),
        ("<translate>1 0 0</translate><translate>0 1 0</translate>", [0., 0., 0.], [1., 1., 0.]),
        ("<translate>1 <!-- one --> 2 <![CDATA[3]]></translate>", [0., 0., 0.], [1., 2., 3.]),
        // Transforms behind other content still count.
        (r#"<node id="c"/><translate>1 0 0</translate>"#, [0., 0., 0.], [1., 0., 0.]),
    ] {
        let world = plain(&node(content));
        assert_eq!(world.codes(), [""; 0], "{content}");
        close(world.world("n").transform_point3(DVec3::from(from)), to);
        // The same in glTF, where it is a translation, a turn and a scale, or two nodes.
        close(world.glb().world("n").transform_point3(DVec3::from(from)), to);
    }
}

#[test]
fn faulty_transforms_do_as_much_as_they_say() {
    for (content, code, from, to) in [
        ("<translate>1 2</translate>", "CNV101", [0., 0., 0.], [1., 2., 0.]),
        ("<translate>1 2 3 4</translate>", "CNV101", [0., 0., 0.], [1., 2., 3.]),
        ("<translate>1, 2, 3</translate>", "CNV101", [0., 0., 0.], [1., 2., 3.]),
        ("<translate>1 x 3</translate>", "CNV101", [0., 0., 0.], [1., 0., 3.]),
        ("<translate>1 NaN INF</translate>", "CNV101", [0., 0., 0.], [1., 0., 0.]),
        ("<scale/>", "CNV101", [1., 2., 3.], [1., 2., 3.]),
        ("<matrix>1 0 0 2 0 1 0 3 0 0 1 4 0 0 0</matrix>", "CNV101", [0., 0., 0.], [2., 3., 4.]),
        ("<matrix>1 0 0 2 0 1 0 3 0 0 1 4 0 0 0 1 9</matrix>", "CNV101", [0., 0., 0.], [2., 3., 4.]),
        // A comment does not separate.
        ("<translate>1<!-- one -->2 <![CDATA[3]]></translate>", "CNV101", [0., 0., 0.], [12., 3., 0.]),
        ("<rotate>0 0 0 90</rotate>", "", [1., 2., 3.], [1., 2., 3.]),
        ("<lookat>1 1 1 1 1 1 0 1 0</lookat>", "", [0., 0., 0.], [1., 1., 1.]),
        ("<lookat>0 5 0 0 0 0 0 1 0</lookat>", "", [0., 0., -5.], [0., 0., 0.]),
        ("<skew>45 1 0 0 2 0 0</skew>", "", [1., 2., 3.], [1., 2., 3.]),
        ("<skew>45 0 0 0 2 0 0</skew>", "", [1., 2., 3.], [1., 2., 3.]),
        // A singular matrix flattens.
        ("<matrix>1 0 0 0 0 0 0 0 0 0 1 0 0 0 0 1</matrix>", "", [1., 2., 3.], [1., 0., 3.]),
    ] {
        let world = plain(&node(content));
        let (codes, told) = (world.codes(), world.told());
        assert!(code.is_empty() || codes.contains(&code), "{content}: {told}");
        let moved = world.world("n").transform_point3(DVec3::from(from));
        assert!(moved.is_finite(), "{content}");
        close(moved, to);
        let _ = world.glb();
    }
}

#[test]
fn odd_matrices_give_finite_files() {
    for content in [
        "<skew>90 0 1 0 1 0 0</skew>",
        "<skew>-90 0 1 0 1 0 0</skew>",
        "<skew>180 0 1 0 1 0 0</skew>",
        "<matrix>1 0 0 0 0 1 0 0 0 0 1 0 1 2 3 0</matrix>",
        "<matrix>0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0</matrix>",
        "<matrix>1e300 0 0 0 0 1e300 0 0 0 0 1e300 0 0 0 0 1e300</matrix>",
        "<translate>1e308 1e308 1e308</translate><scale>1e308 1e308 1e308</scale><scale>1e308 1 1</scale>",
        "<rotate>1e-320 0 0 90</rotate>",
        "<rotate>1e300 1e300 0 1e300</rotate>",
    ] {
        let glb = plain(&node(content)).glb();
        for node in glb.json["nodes"].as_array().unwrap() {
            for field in ["translation", "rotation", "scale"] {
                let numbers = node[field].as_array().into_iter().flatten();
                assert!(numbers.clone().all(|v| v.as_f64().is_some_and(f64::is_finite)), "{content}: {node}");
            }
        }
    }
}

const POINT: &str = r##"<instance_geometry url="#g"/>"##;

/// One point (1, 2, 3) at a node, with an asset in the geometry.
fn point(asset: &str) -> String {
    let positions = source("p", "XYZ", "1 2 3 1 2 3 1 2 3");
    format!(
        r##"<library_geometries><geometry id="g">{asset}<mesh>{positions}<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
        <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>"##
    )
}

#[test]
fn units_and_axes_of_the_document_reach_gltf() {
    // Requirements A-005 to A-007: what (1, 2, 3) is in metres with Y up.
    for (asset, expected, unit, up) in [
        ("", [1., 2., 3.], 1.0, UpAxis::Y),
        ("<up_axis>Y_UP</up_axis>", [1., 2., 3.], 1.0, UpAxis::Y),
        ("<up_axis>Z_UP</up_axis>", [1., 3., -2.], 1.0, UpAxis::Z),
        ("<up_axis>X_UP</up_axis>", [-2., 1., 3.], 1.0, UpAxis::X),
        ("<up_axis> z_up </up_axis>", [1., 3., -2.], 1.0, UpAxis::Z),
        (r#"<unit name="foot" meter="0.3048"/>"#, [0.3048, 0.6096, 0.9144], 0.3048, UpAxis::Y),
        (r#"<unit name="kilometer" meter="1000"/>"#, [1000., 2000., 3000.], 1000.0, UpAxis::Y),
        (
            r#"<unit name="nautical_league" meter="5556.0"/><up_axis>Z_UP</up_axis>"#,
            [5556., 16668., -11112.],
            5556.0,
            UpAxis::Z,
        ),
        (r#"<unit/>"#, [1., 2., 3.], 1.0, UpAxis::Y),
        // What is no length is a metre.
        (r#"<unit meter="0"/>"#, [1., 2., 3.], 1.0, UpAxis::Y),
        (r#"<unit meter="-1"/>"#, [1., 2., 3.], 1.0, UpAxis::Y),
        (r#"<unit meter="NaN"/>"#, [1., 2., 3.], 1.0, UpAxis::Y),
        (r#"<unit meter="INF"/>"#, [1., 2., 3.], 1.0, UpAxis::Y),
        (r#"<up_axis>SIDEWAYS</up_axis>"#, [1., 2., 3.], 1.0, UpAxis::Y),
    ] {
        let world = read(document(asset, &(point("") + &node(POINT))));
        let bad = ["\"0\"", "-1", "NaN", "INF", "SIDEWAYS"].iter().any(|b| asset.contains(b));
        assert_eq!(world.codes(), if bad { vec!["CNV110"] } else { vec![] }, "{asset}");
        assert_eq!((world.scene().space.metres, world.scene().space.up), (unit, up), "{asset}");
        // The document's own numbers stay.
        let info = world.info();
        assert_eq!(info.bounds, Some(([1., 2., 3.], [1., 2., 3.])), "{asset}");
        assert_eq!((info.facts.unit.map(|u| u.1), info.facts.up_axis), (Some(unit), Some(up.letter())), "{asset}");
        let glb = world.glb();
        let position = &glb.corners(glb.primitives()[0], "POSITION")[0];
        close(glb.world("n").transform_point3(DVec3::new(position[0], position[1], position[2])), expected);
    }
}

#[test]
fn every_part_may_have_its_own_unit_and_axes() {
    const CM_Z: &str = r#"<asset><created/><modified/><unit name="cm" meter="0.01"/><up_axis>Z_UP</up_axis></asset>"#;
    const X: &str = "<asset><created/><modified/><up_axis>X_UP</up_axis></asset>";
    let placed = |content: &str| {
        let world = plain(content);
        assert_eq!(world.codes(), [""; 0], "{content}");
        world.info().bounds.unwrap().0
    };
    // Requirements A-004 and I-004. The geometry's own.
    assert_eq!(placed(&(point(X) + &node(POINT))), [-2., 1., 3.]);
    close(placed(&(point(CM_Z) + &node(POINT))).into(), [0.01, 0.03, -0.02]);
    // The library's, and in it the geometry's: the unit is inherited, the axis replaced.
    let library = point("").replace("<library_geometries>", &format!("<library_geometries>{CM_Z}"));
    close(placed(&(library + &node(POINT))).into(), [0.01, 0.03, -0.02]);
    let both = point(X).replace("<library_geometries>", &format!("<library_geometries>{CM_Z}"));
    close(placed(&(both + &node(POINT))).into(), [-0.02, 0.01, 0.03]);
    // The node's, which what it instantiates inherits: both are centimetres with Z up.
    let moved = format!("{CM_Z}<translate>0 0 100</translate>{POINT}");
    close(placed(&(point("") + &node(&moved))).into(), [0.01, 1.03, -0.02]);
    // (1, 2, 3) turned about Z by 90° is (-2, 1, 3).
    let turned = format!("{CM_Z}<rotate>0 0 1 90</rotate>{POINT}");
    close(placed(&(point("") + &node(&turned))).into(), [-0.02, 0.03, -0.01]);
    let matrix = format!("{CM_Z}<matrix>0 -1 0 0 1 0 0 0 0 0 1 200 0 0 0 1</matrix>{POINT}");
    close(placed(&(point("") + &node(&matrix))).into(), [-0.02, 2.03, -0.01]);
    // The geometry's own axis counts more than the node's, the unit is inherited.
    close(placed(&(point(X) + &node(&moved))).into(), [-0.02, 1.01, 0.03]);
    // Through a node that is instantiated.
    let library = format!(r#"<library_nodes><node id="k"><translate>0 0 1</translate>{POINT}</node></library_nodes>"#);
    let instance = format!(r##"{CM_Z}<translate>0 0 100</translate><instance_node url="#k"/>"##);
    close(placed(&(point("") + &library + &node(&instance))).into(), [0.01, 1.04, -0.02]);
    // The view's asset, a node in it with an axis of its own, three levels.
    let view = format!(
        r#"{CM_Z}<node id="n"><translate>0 0 100</translate><node id="c">{X}<translate>5 0 0</translate>{POINT}</node></node>"#
    );
    close(placed(&(point("") + &scene(&view))).into(), [-0.02, 1.06, 0.03]);
}

#[test]
fn flat_positions_may_stand_upright() {
    // Requirement F-020: two components; Z is 0, and with Z up they lie on the ground.
    let asset = "<asset><created/><modified/><up_axis>Z_UP</up_axis></asset>";
    let positions = source("p", "XY", "0 0 1 0 1 2");
    let mesh = |asset: &str| {
        format!(
            r##"<library_geometries><geometry id="g">{asset}<mesh>{positions}<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
            <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>{}"##,
            node(POINT)
        )
    };
    let flat = plain(&mesh(""));
    assert_eq!(flat.info().bounds, Some(([0., 0., 0.], [1., 2., 0.])));
    let glb = flat.glb();
    assert_eq!(glb.corners(glb.primitives()[0], "POSITION"), [[0., 0., 0.], [1., 0., 0.], [1., 2., 0.]]);
    assert_eq!(plain(&mesh(asset)).info().bounds, Some(([0., 0., -2.], [1., 0., 0.])));
}

#[test]
fn cameras_and_lights_look_along_their_own_axes() {
    // Requirements A-012, I-004: a camera of Z-up axes looks along its own −Z, which points down.
    let asset = r#"<asset><created/><modified/><unit name="cm" meter="0.01"/><up_axis>Z_UP</up_axis></asset>"#;
    let content = |asset: &str| {
        format!(
            r##"<library_cameras><camera id="c">{asset}<optics><technique_common><perspective><yfov>45</yfov><znear>1</znear><zfar>100</zfar></perspective></technique_common></optics></camera></library_cameras>
            <library_lights><light id="l">{asset}<technique_common><directional><color>1 1 1</color></directional></technique_common></light></library_lights>{}"##,
            node(r##"<translate>0 5 0</translate><instance_camera url="#c"/><instance_light url="#l"/>"##)
        )
    };
    for (asset, ahead, near) in [("", [0., 5., -1.], 1.0), (asset, [0., 4., 0.], 0.01)] {
        let world = plain(&content(asset));
        assert_eq!(world.codes(), [""; 0]);
        let glb = world.glb();
        assert_eq!(
            glb.json["cameras"][0]["perspective"]["znear"].as_f64().map(|n| (n * 1e6).round() / 1e6),
            Some(near)
        );
        let nodes = glb.json["nodes"].as_array().unwrap();
        assert!(nodes.iter().any(|n| n["camera"] == 0));
        let stage = world.placed();
        let holder = |what: &dyn Fn(&portolan::scene::Node) -> bool| world.scene().nodes.iter().position(what).unwrap();
        let camera = holder(&|n| !n.cameras.is_empty());
        let light = holder(&|n| !n.lights.is_empty());
        assert_eq!(asset.is_empty(), camera == light);
        for place in if asset.is_empty() { vec![&stage[0]] } else { vec![&stage[1], &stage[2]] } {
            close(place.1.transform_point3(DVec3::NEG_Z), ahead);
        }
    }
}

#[test]
fn other_documents_keep_their_unit_and_axes() {
    // Requirement I-004 over documents: inches with Z up in centimetres with Y up.
    let other = document(
        r#"<unit name="inch" meter="0.0254"/><up_axis>Z_UP</up_axis>"#,
        &(point("")
            + &format!(r#"<library_nodes><node id="m"><translate>0 0 10</translate>{POINT}</node></library_nodes>"#)),
    );
    let main = document(
        r#"<unit name="cm" meter="0.01"/>"#,
        &node(r#"<scale>2 2 2</scale><instance_node url="other.dae#m"/><instance_geometry url="other.dae#g"/>"#),
    );
    let world = world(Memory::new().with("main.dae", main).with("other.dae", other));
    assert_eq!(world.codes(), [""; 0]);
    close(world.place("n/m"), [0., 50.8, 0.]);
    // (1, 2, 3) inches are (2.54, 7.62, -5.08) centimetres, twice that, and once more 10 inches above.
    let (low, high) = world.info().bounds.unwrap();
    close(low.into(), [5.08, 15.24, -10.16]);
    close(high.into(), [5.08, 15.24 + 50.8, -10.16]);
}

#[test]
fn assets_are_kept() {
    // Requirements A-009, A-010, A-013.
    let world = read(document(
        r#"<contributor><author>A</author><authoring_tool>T</authoring_tool></contributor><contributor><author>B</author></contributor>
        <coverage><geographic_location><longitude>-105.2830</longitude><latitude>40.0170</latitude><altitude mode="absolute">10.5</altitude></geographic_location></coverage>
        <title>x</title>"#,
        "",
    ));
    let asset = &world.scene().asset;
    let authors: Vec<_> = asset.contributors.iter().filter_map(|c| c.author.as_deref()).collect();
    assert_eq!(authors, ["A", "B"]);
    let place = asset.location.unwrap();
    assert_eq!((place.longitude, place.latitude, place.altitude, place.absolute), (-105.283, 40.017, 10.5, true));
    assert_eq!(world.info().generator.as_deref(), Some("T"));
    // A document without anything to see is a document, and said to be empty.
    let empty = (world.codes(), world.info().bounds, world.glb().json["scenes"].clone());
    assert_eq!(empty, (vec!["CNV001"], None, serde_json::json!([{}])));
}

#[test]
fn mirrored_nodes_keep_their_mirror() {
    // Requirement T-005: a file without a notion of mirrors (STL) has the corners turned round.
    let positions = source("p", "XYZ", "0 0 0 1 0 0 0 1 0");
    let mesh = format!(
        r##"<library_geometries><geometry id="g"><mesh>{positions}<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
        <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>"##
    );
    let world = plain(&(mesh + &node(&format!("<scale>-1 1 1</scale>{POINT}"))));
    assert!(world.glb().world("n").determinant() < 0.0);
    let stl = world.convert(&Conversion::to(&to::STL));
    let numbers: Vec<f32> =
        stl.files[0].1[84..84 + 48].chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
    // The normal stays (0, 0, 1), and the corners run counter-clockwise about it.
    let corner = |i: usize| DVec3::new(numbers[i].into(), numbers[i + 1].into(), numbers[i + 2].into());
    close(corner(0), [0., 0., 1.]);
    close((corner(6) - corner(3)).cross(corner(9) - corner(3)), [0., 0., 1.]);
}

#[test]
fn views_are_chosen_by_the_scene_or_by_name() {
    // Requirements I-010, V-001, V-010, V-011.
    let views = r#"<library_visual_scenes><visual_scene id="a" name="first"><node id="n1"/></visual_scene></library_visual_scenes>
        <library_visual_scenes><visual_scene id="b" name="second"><node id="n2"><node id="empty"/></node><node id="n3"/></visual_scene></library_visual_scenes>"#;
    let roots = |scene: &str| -> Vec<String> {
        let world = plain(&format!("{views}{scene}"));
        let info = world.info();
        let from_info: Vec<String> = info.scene.iter().filter_map(|n| n.id.clone()).collect();
        let from_scene: Vec<String> =
            world.placed().into_iter().map(|(path, _)| path).filter(|p| !p.contains('/')).collect();
        assert_eq!(from_info, from_scene, "{scene}");
        from_scene
    };
    assert_eq!(roots(r##"<scene><instance_visual_scene url="#b"/></scene>"##), ["n2", "n3"]);
    assert_eq!(roots(""), ["n1"]);
    assert_eq!(roots("<scene/>"), ["n1"]);
    // A bare id, as examples of the specification write it, and what leads nowhere or to another kind.
    assert_eq!(roots(r#"<scene><instance_visual_scene url="b"/></scene>"#), ["n2", "n3"]);
    assert_eq!(roots(r##"<scene><instance_visual_scene url="#none"/></scene>"##), ["n1"]);
    assert_eq!(roots(r##"<scene><instance_visual_scene url="#n3"/></scene>"##), ["n1"]);
    for url in ["#none", "#n3", "other.dae#b"] {
        let world = plain(&format!(r#"{views}<scene><instance_visual_scene url="{url}"/></scene>"#));
        assert_eq!(world.codes(), ["CNV100"], "{url}");
    }
    let world = plain(&format!(r##"{views}<scene><instance_visual_scene url="#b"/></scene>"##));
    let glb = world.glb();
    assert_eq!((glb.json["scenes"].as_array().unwrap().len(), &glb.json["scene"]), (2, &serde_json::json!(1)));
    for name in ["a", "first"] {
        let only = Conversion::to(&to::GLB).with(|c| c.view = Some(name.to_owned()));
        let glb = world.glb_with(&only);
        assert_eq!(glb.worlds().into_iter().map(|(n, _)| n).collect::<Vec<_>>(), ["n1"]);
    }
    let wrong = Conversion::to(&to::GLB).with(|c| c.view = Some("c".to_owned()));
    assert!(matches!(world.imported.convert(&wrong), Err(why) if why.message() == "scene `c` does not exist"));
}

#[test]
fn libraries_without_a_scene_are_shown() {
    // Requirement D-004: partial content loads, and what there is can be seen.
    let geometry = plain(&point(""));
    assert_eq!(geometry.info().bounds, Some(([1., 2., 3.], [1., 2., 3.])));
    assert_eq!(geometry.info().totals.triangles, Some(1));
    let nodes = plain(
        &(point("")
            + &format!("<library_nodes><node id='m'><translate>1 0 0</translate>{POINT}</node></library_nodes>")),
    );
    assert_eq!(nodes.info().bounds, Some(([2., 2., 3.], [2., 2., 3.])));
    assert!(nodes.told().contains("CNV112"), "{}", nodes.told());
}

#[test]
fn layers_and_drawing_steps_are_kept() {
    // Requirements V-003 to V-008, and the example of page 5-158.
    let world = plain(
        r##"<library_cameras><camera id="c"><optics><technique_common><perspective><yfov>45</yfov><znear>1</znear><zfar>100</zfar></perspective></technique_common></optics></camera></library_cameras>
        <library_visual_scenes><visual_scene id="s"><node id="Node1" layer="A"/><node id="Node2" layer="A B"><node id="c1"/></node><node id="Node3" type="JOINT"><instance_camera url="#c"/></node>
        <evaluate_scene name="on"><render camera_node="#Node3"><layer>A</layer><layer> C </layer></render><render/></evaluate_scene>
        <evaluate_scene enable="false"><render camera_node="#none"/></evaluate_scene></visual_scene></library_visual_scenes>"##,
    );
    let layers = |id: &str| world.node(id).layers.join(" ");
    assert_eq!(["Node1", "Node2", "c1", "Node3"].map(layers), ["A", "A B", "", ""]);
    assert!(world.node("Node3").joint && !world.node("Node1").joint);
    let [on, off] = world.scene().views[0].evaluations.as_slice() else { panic!() };
    assert!(on.enabled && !off.enabled);
    assert_eq!(on.renderings[0].layers.join(","), "A,C");
    let camera = on.renderings[0].camera.and_then(|c| world.scene().node(c));
    assert_eq!(camera.and_then(|c| c.meta.id.as_deref()), Some("Node3"));
    assert_eq!((on.renderings[1].camera, on.renderings[1].layers.len()), (None, 0));
    assert_eq!(world.codes(), ["CNV100"]);
    let glb = world.glb();
    let node2 = glb.json["nodes"].as_array().unwrap().iter().find(|n| n["name"] == "Node2").unwrap();
    assert_eq!(node2["extras"]["layers"], serde_json::json!(["A", "B"]), "{node2}");
}
