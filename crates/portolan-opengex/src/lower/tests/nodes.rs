//! Metrics, nodes, names and transforms.

use portolan_eval::{LIMIT, Overrides, Stage, pose};
use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{Direction, Operation, Primaries, Scene, UpAxis, ViewId};

use super::{close, codes, lower, sound};

/// The world matrix of each place.
fn worlds(scene: &Scene) -> Vec<DMat4> {
    let stage = Stage::new(scene, ViewId(0), LIMIT);
    pose(scene, &stage, &Overrides::default()).world
}

fn one(transform: &str) -> DMat4 {
    let scene = sound(&format!("Metric (key = \"angle\") {{float {{0.0174532925199432957}}}} Node {{{transform}}}"));
    worlds(&scene)[0]
}

#[test]
fn metrics_have_defaults_and_values() {
    let space = sound("Node {}").space;
    assert_eq!((space.metres, space.up, space.forward, space.primaries), (1.0, UpAxis::Z, None, Primaries::SRGB));
    let text = r#"
        Metric (key = "distance") {float {0.01}}
        Metric (key = "angle") {float {0.5}}
        Metric (key = "time") {float {2}}
        Metric (key = "up") {string {"y"}}
        Metric (key = "forward") {string {"-z"}}
        Metric (key = "red") {float[2] {{0.7, 0.3}}}
        Metric (key = "green") {float[2] {{0.2, 0.7}}}
        Metric (key = "blue") {float[2] {{0.1, 0.1}}}
        Metric (key = "white") {float[2] {{0.3, 0.3}}}
        Node {Rotation (kind = "x") {float {1}}}"#;
    let scene = sound(text);
    let space = &scene.space;
    assert_eq!((space.metres, &*space.unit, space.up), (0.01, "centimeter", UpAxis::Y));
    assert_eq!(space.forward.map(Direction::vector), Some(DVec3::NEG_Z));
    let p = space.primaries;
    assert_eq!([p.red, p.green, p.blue, p.white], [[0.7, 0.3], [0.2, 0.7], [0.1, 0.1], [0.3, 0.3]]);
    // Half a radian for one unit.
    let Operation::Rotate([.., angle]) = scene.nodes[0].transforms[0].operation else { panic!() };
    close(&[angle], &[0.5f64.to_degrees()]);
    for (word, direction) in
        [("x", DVec3::X), ("-x", DVec3::NEG_X), ("y", DVec3::Y), ("-y", DVec3::NEG_Y), ("z", DVec3::Z)]
    {
        let scene = sound(&format!("Metric (key = \"forward\") {{string {{\"{word}\"}}}}"));
        assert_eq!(scene.space.forward.map(Direction::vector), Some(direction));
    }
}

#[test]
fn wrong_metrics_count_as_their_defaults() {
    for (metric, code) in [
        ("Metric (key = \"distance\") {float {0}}", "CNV605"),
        ("Metric (key = \"distance\") {float {-1}}", "CNV605"),
        ("Metric (key = \"angle\") {string {\"a\"}}", "CNV602"),
        ("Metric (key = \"time\") {float {}}", "CNV602"),
        ("Metric (key = \"up\") {string {\"w\"}}", "CNV605"),
        ("Metric (key = \"up\") {string {\"x\"}}", "CNV605"),
        ("Metric (key = \"forward\") {string {\"w\"}}", "CNV605"),
        ("Metric (key = \"red\") {float {1}}", "CNV604"),
        ("Metric (key = \"red\") {float[2] {{0.3, 0}}}", "CNV605"),
        ("Metric (key = \"speed\") {float {1}}", "CNV605"),
        ("Metric (key = 1) {float {1}}", "CNV601"),
        ("Metric {float {1}}", "CNV602"),
        ("Metric (key = \"time\") {float {1, 2}}", "CNV604"),
        ("Metric (key = \"time\") {float {1}} Metric (key = \"time\") {float {2}}", "CNV606"),
    ] {
        let (scene, losses) = lower(metric);
        assert_eq!(codes(&losses), [code], "{metric}");
        assert_eq!((scene.space.metres, scene.space.primaries), (1.0, Primaries::SRGB), "{metric}");
    }
}

#[test]
fn the_upward_axis_turns_as_it_is_printed() {
    // With z up and a reader that has y up, v' = (x, z, −y), and M' is the printed matrix.
    let scene = sound("Node {Transform {float[16] {{1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 10, 0, 11, 12, 13, 1}}}}");
    let turn = scene.space.to_si();
    assert_eq!(turn.transform_point3(DVec3::new(1., 2., 3.)), DVec3::new(1., 3., -2.));
    // Rows of M: (1, 4, 7, 11), (2, 5, 8, 12), (3, 6, 10, 13). Printed: M11, M13, −M12, M14 / M31, M33, −M32, M34 /
    // −M21, −M23, M22, −M24.
    let expected = [1., 7., -4., 11., 3., 10., -6., 13., -2., -8., 5., -12., 0., 0., 0., 1.];
    let turned = turn * worlds(&scene)[0] * turn.inverse();
    close(&turned.transpose().to_cols_array(), &expected);
    // And from y up to z up it is the inverse: v' = (x, −z, y).
    assert_eq!(turn.inverse().transform_point3(DVec3::new(1., 2., 3.)), DVec3::new(1., -3., 2.));
}

#[test]
fn matrices_of_all_sizes() {
    let rows = |t: &str| one(t).transpose().to_cols_array();
    let sixteen = "Transform {float[16] {{1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 10, 0, 11, 12, 13, 1}}}";
    assert_eq!(rows(sixteen), [1., 4., 7., 11., 2., 5., 8., 12., 3., 6., 10., 13., 0., 0., 0., 1.]);
    let twelve = "Transform {float[12] {{1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13}}}";
    assert_eq!(rows(twelve), [1., 4., 7., 11., 2., 5., 8., 12., 3., 6., 10., 13., 0., 0., 0., 1.]);
    let nine = "Transform {float[9] {{1, 2, 3, 4, 5, 6, 7, 8, 10}}}";
    assert_eq!(rows(nine), [1., 4., 7., 0., 2., 5., 8., 0., 3., 6., 10., 0., 0., 0., 0., 1.]);
    let six = "Transform {float[6] {{1, 2, 3, 4, 5, 6}}}";
    assert_eq!(rows(six), [1., 3., 0., 5., 2., 4., 0., 6., 0., 0., 1., 0., 0., 0., 0., 1.]);
    let four = "Transform {float[4] {{1, 2, 3, 4}}}";
    assert_eq!(rows(four), [1., 3., 0., 0., 2., 4., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.]);
}

#[test]
fn translations_rotations_and_scales_of_all_kinds() {
    let p = DVec3::new(1., 2., 3.);
    for (transform, expected) in [
        ("Translation {float[3] {{1, 2, 3}}}", DVec3::new(2., 4., 6.)),
        ("Translation (kind = \"xyz\") {float[3] {{1, 0, 0}}}", DVec3::new(2., 2., 3.)),
        ("Translation (kind = \"x\") {float {5}}", DVec3::new(6., 2., 3.)),
        ("Translation (kind = \"y\") {float {5}}", DVec3::new(1., 7., 3.)),
        ("Translation (kind = \"z\") {float {5}}", DVec3::new(1., 2., 8.)),
        ("Scale {float[3] {{2, 3, 4}}}", DVec3::new(2., 6., 12.)),
        ("Scale (kind = \"x\") {float {5}}", DVec3::new(5., 2., 3.)),
        ("Scale (kind = \"y\") {float {5}}", DVec3::new(1., 10., 3.)),
        ("Scale (kind = \"z\") {float {5}}", DVec3::new(1., 2., 15.)),
        // A quarter turn: (x, −z, y), (z, y, −x), (−y, x, z).
        ("Rotation (kind = \"x\") {float {90}}", DVec3::new(1., -3., 2.)),
        ("Rotation (kind = \"y\") {float {90}}", DVec3::new(3., 2., -1.)),
        ("Rotation (kind = \"z\") {float {90}}", DVec3::new(-2., 1., 3.)),
        // The angle stands first, and the axis need not have length 1.
        ("Rotation {float[4] {{90, 0, 0, 7}}}", DVec3::new(-2., 1., 3.)),
        ("Rotation (kind = \"axis\") {float[4] {{120, 1, 1, 1}}}", DVec3::new(3., 1., 2.)),
        // A quaternion of length 2 for the same turn by 120°.
        ("Rotation (kind = \"quaternion\") {float[4] {{1, 1, 1, 1}}}", DVec3::new(3., 1., 2.)),
    ] {
        let found = one(transform).transform_point3(p);
        assert!(found.abs_diff_eq(expected, 1e-12), "{transform}: {found}");
    }
    // In the order written: scaled first, then moved.
    let both = one("Translation (kind = \"x\") {float {1}} Scale (kind = \"x\") {float {2}}");
    assert_eq!(both.transform_point3(p), DVec3::new(3., 2., 3.));
}

#[test]
fn wrong_transforms_are_told_and_left_out() {
    for (transform, code) in [
        ("Translation (kind = \"w\") {float[3] {{1, 2, 3}}}", "CNV601"),
        ("Translation {float {1}}", "CNV604"),
        ("Translation (kind = \"x\") {float[3] {{1, 2, 3}}}", "CNV604"),
        ("Translation {}", "CNV602"),
        ("Scale (kind = \"axis\") {float[3] {{1, 2, 3}}}", "CNV601"),
        ("Scale {float[4] {{1, 2, 3, 4}}}", "CNV604"),
        ("Rotation (kind = \"xyz\") {float[4] {{1, 0, 0, 1}}}", "CNV601"),
        ("Rotation {float[4] {{1, 0, 0, 0}}}", "CNV623"),
        ("Rotation (kind = \"quaternion\") {float[4] {{0, 0, 0, 0}}}", "CNV623"),
        ("Rotation (kind = \"x\") {float {}}", "CNV602"),
        ("Transform {float[8] {{1, 2, 3, 4, 5, 6, 7, 8}}}", "CNV604"),
        ("Transform {float[4] {{1, 0, 0, 1}, {1, 0, 0, 1}}}", "CNV604"),
        ("Transform {float[16] {{1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}}", "CNV623"),
        ("Transform {float[4] {{0x7F800000, 0, 0, 1}}}", "CNV604"),
        ("Translation (object = 7, kind = \"x\") {float {1}}", "CNV601"),
    ] {
        let (_, losses) = lower(&format!("Node {{{transform}}}"));
        assert_eq!(codes(&losses), [code], "{transform} {losses:?}");
    }
}

const BOX: &str =
    "GeometryObject $box {Mesh {VertexArray (attrib = \"position\") {float[3] {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}}";

#[test]
fn object_transforms_are_not_inherited() {
    let text = format!(
        "GeometryNode $a {{Name {{string {{\"A\"}}}} ObjectRef {{ref {{$box}}}}
            Translation (kind = \"x\", object = true) {{float {{100}}}}
            Translation (kind = \"x\") {{float {{1}}}}
            Scale (kind = \"x\", object) {{float {{2}}}}
            Node {{Translation (kind = \"y\") {{float {{5}}}}}}}} {BOX}"
    );
    let scene = sound(&text);
    assert_eq!(scene.nodes.len(), 3);
    let inner = scene.nodes.iter().position(|n| n.inner).unwrap();
    assert_eq!(scene.nodes[0].children[0].index(), inner);
    assert_eq!((scene.nodes[inner].drawn.len(), scene.nodes[0].drawn.len()), (1, 0));
    assert_eq!((scene.nodes[inner].meta.label(), scene.nodes[inner].meta.id.is_none()), (Some("A"), true));
    let worlds = worlds(&scene);
    // The object: moved by 1, then by 100, then scaled by 2. The node below: moved by 1 and 5.
    assert_eq!(worlds[1].transform_point3(DVec3::X), DVec3::new(103., 0., 0.));
    assert_eq!(worlds[2].transform_point3(DVec3::ZERO), DVec3::new(1., 5., 0.));
    // A node without an object has nothing that could be moved.
    let (scene, losses) = lower("BoneNode {Translation (kind = \"x\", object = true) {float {1}}}");
    assert_eq!((codes(&losses), scene.nodes[0].transforms.len()), (vec!["CNV619"], 0));
}

#[test]
fn nodes_of_all_kinds_nest_and_have_names() {
    let text = format!(
        "Node $a {{Name {{string {{\"first\"}}}} BoneNode %b {{GeometryNode {{ObjectRef {{ref {{$box}}}}
            CameraNode {{ObjectRef {{ref {{$camera}}}} LightNode (shadow = false) {{ObjectRef {{ref {{$light}}}}}}}}}}}}}}
        Node $second {{}}
        CameraObject $camera {{}} LightObject $light (type = \"point\") {{}} {BOX}"
    );
    let scene = sound(&text);
    assert_eq!(scene.views[0].roots.len(), 2);
    let named = |i: usize| {
        (scene.nodes[i].meta.id.as_deref(), scene.nodes[i].meta.sid.as_deref(), scene.nodes[i].meta.name.as_deref())
    };
    assert_eq!((named(0), named(1)), ((Some("a"), None, Some("first")), (None, Some("b"), None)));
    assert!(scene.nodes[1].joint && !scene.nodes[0].joint);
    assert_eq!((scene.nodes[2].drawn.len(), scene.nodes[3].cameras.len(), scene.nodes[4].lights.len()), (1, 1, 1));
    assert_eq!(scene.nodes[4].light_shadows, Some(false));
    assert_eq!(scene.nodes[5].meta.id.as_deref(), Some("second"));
}

#[test]
fn references_that_lead_nowhere_are_told() {
    for (node, code) in [
        ("GeometryNode {}", "CNV602"),
        ("GeometryNode {ObjectRef {ref {}}}", "CNV602"),
        ("GeometryNode {ObjectRef {ref {null}}}", "CNV603"),
        ("GeometryNode {ObjectRef {ref {$nothing}}}", "CNV603"),
        ("GeometryNode {ObjectRef {ref {$m}}} Material $m {}", "CNV603"),
        ("CameraNode {ObjectRef {ref {$m}}} Material $m {}", "CNV603"),
        ("LightNode {ObjectRef {ref {$m}}} Material $m {}", "CNV603"),
        ("LightNode (shadow = 3) {ObjectRef {ref {$l}}} LightObject $l (type = \"point\") {}", "CNV601"),
        ("Node {Name {}}", "CNV602"),
        ("Node {Name {float {1}}}", "CNV602"),
        ("Param (attrib = \"a\") {float {1}}", "CNV619"),
    ] {
        let (_, losses) = lower(node);
        assert_eq!(codes(&losses), [code], "{node}");
    }
}

#[test]
fn data_of_applications_is_kept_and_told() {
    let text = "Extension (applic = \"Mine\", type = \"t\") {float {1}}
        Node {Extension (type = \"u\") {} Foo %x (a = 1) {int8 {3}}}";
    let (scene, losses) = lower(text);
    // Both extensions are told as one.
    assert_eq!(codes(&losses), ["CNV607"; 2]);
    assert_eq!((&*scene.asset.extras[0].profile, scene.asset.extras[0].kind.as_deref()), ("Mine", Some("t")));
    let extras = &scene.nodes[0].meta.extras;
    assert_eq!((&*extras[1].content, extras[1].kind.as_deref()), ("Foo %x (a = 1) {int8 {3}}", Some("Foo")));
}

#[test]
fn documents_that_are_no_opengex_give_what_they_have() {
    let (scene, losses) = lower("Node {Translation (kind = \"x\") {float {1}} ");
    assert_eq!((codes(&losses), scene.nodes.len()), (vec!["CNV600"], 1));
    assert_eq!(lower("").0.nodes.len(), 0);
    let deep = "Node {".repeat(300) + &"}".repeat(300);
    assert!(!lower(&deep).0.nodes.is_empty());
}
