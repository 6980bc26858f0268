//! What `info` tells is what the scene says: numbers of OpenGEX in every spelling, counts of what documents have.

use portolan::convert::{Conversion, to};
use portolan::info::{Info, SceneNode};
use portolan::{Memory, OpenOptions};

use crate::world::{document, shown, source, world};

fn info_of(name: &str, text: impl Into<String>) -> Info {
    OpenOptions::within(Memory::new().with(name, text.into())).open(name).unwrap().info().unwrap()
}

fn ogex(text: &str) -> Info {
    info_of("a.ogex", text)
}

fn unit(text: &str) -> (String, f64) {
    ogex(text).unit.clone().unwrap()
}

/// Id, name, kind, and what it is an instance of.
fn shown_node(node: &SceneNode) -> String {
    [&node.id, &node.name, &node.kind, &node.instance_of].map(|text| text.as_deref().unwrap_or("-")).join(", ")
}

const POINT: &str = r#"VertexArray (attrib = "position") {float[3] {{1, 2, 3}}}"#;

#[test]
fn distances_in_every_spelling() {
    // `Metric` is on page 46 of the specification, names of types and numbers as bits are in appendix A.
    let centimetre = ("centimeter".to_owned(), 0.01);
    for value in [
        "float {0.01}",
        "float {0x3C23D70A}",
        "float {0o7410753412}",
        "float {0b111100001000111101011100001010}",
        "float32 {1.0e-2}",
        "f {+0.01}",
        "double {0x3F847AE147AE147B}",
    ] {
        let text = format!(r#"Metric (key = "distance") {{{value}}} Node {{}}"#);
        assert_eq!(unit(&text), centimetre, "{value}");
        // What is converted has the same unit.
        let memory = Memory::new().with("a.ogex", text);
        let imported = OpenOptions::within(memory.clone()).open("a.ogex").unwrap();
        let written = imported.convert(&Conversion::to(&to::DAE)).unwrap();
        let written = String::from_utf8(written.files[0].1.clone()).unwrap();
        assert!(written.contains(r#"<unit name="centimeter" meter="0.01"/>"#), "{written}");
    }
    assert_eq!(unit(r#"Metric (key = "distance") {float {0.3048}} Node {}"#), ("foot".to_owned(), 0.3048));
    assert_eq!(unit(r#"Metric (key = "distance") {float {2.5}} Node {}"#), ("2.5 m".to_owned(), 2.5));
    assert_eq!(unit("Node {}"), ("meter".to_owned(), 1.0));
    // No length: 1 counts, as it does when the document is converted.
    assert_eq!(unit(r#"Metric (key = "distance") {float {0}} Node {}"#), ("meter".to_owned(), 1.0));
}

#[test]
fn of_two_equal_metrics_the_first_counts() {
    let twice = r#"Metric (key = "distance") {float {0.01}} Metric (key = "distance") {float {1}}
        Metric (key = "up") {string {"y"}} Metric (key = "up") {string {"z"}} Node {}"#;
    let info = ogex(twice);
    assert_eq!((info.unit.clone().unwrap().1, info.up_axis), (0.01, Some("Y")));
}

#[test]
fn axes_in_every_spelling() {
    for (value, axis) in [
        (r#"{string{"y"}}"#, "Y"),
        (r#"{ string { "y" } }"#, "Y"),
        (r#"{s {"y"}}"#, "Y"),
        (r#"{string {"\x79"}}"#, "Y"),
        (r#"{string {"z"}}"#, "Z"),
        (r#"{string {"no axis"}}"#, "Z"),
    ] {
        assert_eq!(ogex(&format!("Metric (key = \"up\") {value} Node {{}}")).up_axis, Some(axis), "{value}");
    }
    assert_eq!(ogex("Node {}").up_axis, Some("Z"));
}

#[test]
fn names_in_every_spelling() {
    let text = r#"Node $a {Name {string {"Two" " parts"}}} BoneNode {Name {s {"short"}}}
        Material $m {Name {string {"a \"quoted\" one"}}} Node %local {Name {string {"x", "y"}}}"#;
    let info = ogex(text);
    let nodes: Vec<String> = info.scene.iter().map(shown_node).collect();
    assert_eq!(nodes, ["$a, Two parts, -, -", "-, short, BoneNode, -", "-, x, -, -"]);
    assert_eq!(info.materials[0].id.as_deref(), Some("$m"));
    assert_eq!(info.materials[0].name.as_deref(), Some("a \"quoted\" one"));
}

#[test]
fn clips_that_tracks_use_are_counted() {
    let track = |clip: &str| {
        format!(
            "Animation {clip} {{Track (target = %x) {{Time {{Key {{float {{0, 1}}}}}} Value {{Key {{float {{0, 1}}}}}}}}}}"
        )
    };
    let node = |clips: &[&str]| {
        let tracks: String = clips.iter().map(|clip| track(clip)).collect();
        format!(r#"Node {{Translation %x (kind = "x") {{float {{0}}}} {tracks}}}"#)
    };
    let counted = |text: String| {
        let totals = ogex(&text).totals;
        (totals.animations, totals.clips)
    };
    // Animations of clip 0 play by themselves unless the clip is described.
    assert_eq!(counted(node(&["", "(clip = 0)"])), (2, 0));
    assert_eq!(counted(node(&["", "(clip = 1)", "(clip = 7)"])), (3, 2));
    let described = r#"Clip (index = 7) {Name {string {"run"}}} Clip {Name {string {"rest"}}}"#;
    assert_eq!(counted(format!("{described} {}", node(&["", "(clip = 1)", "(clip = 7)"]))), (3, 3));
}

#[test]
fn parts_of_objects_are_not_objects() {
    // Two levels of detail and two morph targets are one object; a node with a transform of its object is one node.
    let target = r#"VertexArray (attrib = "position", morph = 1) {float[3] {{2, 2, 3}}}"#;
    let text = format!(
        r#"GeometryObject $o {{
            Mesh (primitive = "points") {{{POINT} {target} VertexArray (attrib = "position", morph = 2) {{float[3] {{{{1, 3, 3}}}}}}}}
            Mesh (lod = 1, primitive = "points") {{{POINT} {target}}}
            Morph (index = 1) {{}} Morph (index = 2) {{}}
        }}
        GeometryObject $unused {{Mesh (primitive = "points") {{{POINT}}} Mesh (lod = 1, primitive = "points") {{{POINT}}}}}
        GeometryNode $first {{ObjectRef {{ref {{$o}}}} MorphWeight (index = 1) {{float {{0.5}}}}
            Translation (object = true) {{float[3] {{{{1, 0, 0}}}}}}
            Node $child {{}}
        }}
        GeometryNode $second {{ObjectRef {{ref {{$o}}}} MorphWeight (index = 2) {{float {{1}}}}}}"#
    );
    let info = ogex(&text);
    assert_eq!((info.totals.geometries, info.totals.morphs, info.totals.nodes), (2, 1, 3));
    assert_eq!(info.totals.points, Some(2));
    let nodes: Vec<String> = info.scene.iter().chain(&info.scene[0].children).map(shown_node).collect();
    assert_eq!(nodes, ["$first, -, GeometryNode, -", "$second, -, GeometryNode, -", "$child, -, -, -"]);
}

#[test]
fn images_are_the_files_that_textures_name() {
    let text = r#"Material {Texture (attrib = "diffuse") {string {"t/" "b.png"}} Texture (attrib = "normal") {s {"a.png"}}}
        Material {Texture (attrib = "diffuse") {string {"t/b.png"}}}"#;
    let info = ogex(text);
    let paths: Vec<&str> = info.images.iter().filter_map(|i| i.path.as_deref()).collect();
    assert_eq!((paths, info.totals.images, info.totals.materials), (vec!["t/b.png", "a.png"], 2, 2));
    assert_eq!((info.images[0].id.as_deref(), info.images[0].name.as_deref()), (None, None));
}

#[test]
fn what_is_written_in_bits_is_told_as_what_it_came_from() {
    let mesh = format!(
        r##"{}<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
        <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>"##,
        source("p", "XYZ", "0 0 0 1.1 0 0 0 2.3 0")
    );
    let asset = r#"<unit name="centimeter" meter="0.01"/><up_axis>Y_UP</up_axis>"#;
    let world = world(Memory::new().with("main.dae", document(asset, &shown(&mesh))));
    let before = world.info();
    let bits = Conversion::to(&to::OGEX).with(|c| c.precise = true);
    let written = world.imported.convert(&bits).unwrap().files.swap_remove(0).1;
    let written = String::from_utf8(written).unwrap();
    assert!(written.contains("0x3C23D70A"), "{written}");
    let after = ogex(&written);
    assert_eq!(before.unit, Some(("centimeter".to_owned(), 0.01)));
    assert_eq!((&after.unit, after.up_axis), (&before.unit, before.up_axis));
    assert_eq!((after.bounds, &after.totals), (before.bounds, &before.totals));
    assert_eq!(after.scene[0].kind.as_deref(), Some("GeometryNode"));
}

#[test]
fn what_other_documents_have_is_not_counted() {
    let other = document("", r#"<library_nodes><node id="far"><node id="deep"/></node></library_nodes>"#);
    let content = r##"<library_nodes><node id="near"/></library_nodes><library_visual_scenes><visual_scene id="s"><node id="n">
        <instance_node url="#near"/><node id="own" type="JOINT"/><instance_node url="other.dae#far" name="again"/></node>
        </visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene>"##;
    let info = world(Memory::new().with("main.dae", document("", content)).with("other.dae", other)).info();
    assert_eq!(info.totals.nodes, 3);
    let below: Vec<String> = info.scene[0].children.iter().map(shown_node).collect();
    assert_eq!(below, ["-, -, -, near", "own, -, joint, -", "-, again, -, far"]);
}

#[test]
fn nodes_that_only_the_reader_needs_are_not_told() {
    // The shape has another unit than the scene, so that it hangs on a node of its own.
    let mesh = format!(
        r##"<library_geometries><geometry id="g"><asset><created/><modified/><unit meter="2"/></asset><mesh>{}
        <vertices id="v"><input semantic="POSITION" source="#p"/></vertices></mesh></geometry></library_geometries>
        <library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#s"/></scene>"##,
        source("p", "XYZ", "0 0 0")
    );
    let world = world(Memory::new().with("main.dae", document("", &mesh)));
    let info = world.info();
    assert_eq!((info.totals.nodes, info.scene.len(), info.scene[0].children.len()), (1, 1, 0));
}

#[test]
fn what_scenes_have_no_fields_for_is_counted_in_the_document() {
    let content = r##"<library_physics_models><physics_model id="m"><rigid_body sid="a"><technique_common/></rigid_body>
        <rigid_body sid="b"><technique_common/></rigid_body><rigid_constraint sid="c"><ref_attachment rigid_body="#a"/>
        <attachment rigid_body="#b"/><technique_common/></rigid_constraint></physics_model></library_physics_models>"##;
    let totals = info_of("a.dae", document("", content)).totals;
    assert_eq!((totals.rigid_bodies, totals.constraints, totals.joints, totals.solids), (2, 1, 0, 0));
}
