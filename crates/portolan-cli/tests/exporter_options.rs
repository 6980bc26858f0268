//! What exporters must be able to do, from the outside.

use crate::common::Folder;

const SCENE: &str = r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified><unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="p-a" count="12">0 0 0 100 0 0 100 0 250 0 0 250</float_array>
<technique_common><accessor source="#p-a" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4</vcount><p>0 1 2 3</p></polylist></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="vs"><node id="n"><translate sid="t">7 100 250</translate><rotate sid="r">0 0 1 90</rotate>
<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#vs"/></scene></COLLADA>
"##;

fn written(options: &[&str]) -> String {
    let folder = Folder::new();
    folder.put("a.dae", SCENE);
    let arguments = [&["convert", "-q", "a.dae", "b.dae"], options].concat();
    let run = folder.run(&arguments);
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(folder.run(&["check", "b.dae"]).status, 0);
    String::from_utf8(folder.bytes("b.dae")).unwrap()
}

#[test]
fn units_and_axes() {
    let text = written(&["--unit", "1", "--up-axis", "Y"]);
    for part in [
        r#"<unit name="meter" meter="1"/>"#,
        "<up_axis>Y_UP</up_axis>",
        r#"<translate sid="t">0.07 2.5 -1</translate>"#,
        r#"<rotate sid="r">0 1 0 90</rotate>"#,
        ">0 0 0 1 0 0 1 2.5 0 0 2.5 0</float_array>",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(written(&["--up-axis", "z"]), written(&["--rebuild"]), "the same axis changes nothing");
}

#[test]
fn one_matrix_and_triangles() {
    let text = written(&["--single-matrix"]);
    assert!(!text.contains("<translate") && !text.contains("<rotate"), "{text}");
    assert_eq!(text.matches("<matrix").count(), 1);
    assert!(written(&["--triangulate"]).contains("<triangles count=\"2\""));
    assert!(written(&["--polygons"]).contains("<polylist count=\"1\""));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = Folder::new();
    folder.put("a.dae", SCENE);
    for options in [
        ["--unit", "0"],
        ["--unit", "-1"],
        ["--unit", "NaN"],
        ["--unit", "inf"],
        ["--unit", "1e300"],
        ["--unit", "metre"],
        ["--up-axis", "W"],
        ["--up-axis", ""],
        ["--sample-rate", "0"],
        ["--sample-rate", "NaN"],
        ["--triangulate", "--polygons"],
    ] {
        // An option with `=`, so that a value with a sign is one.
        let joined = options.join("=");
        let arguments: Vec<&str> = match options[1].starts_with("--") {
            true => vec!["convert", "a.dae", "b.dae", options[0], options[1]],
            false => vec!["convert", "a.dae", "b.dae", &joined],
        };
        let run = folder.run(&arguments);
        assert_eq!(run.status, 2, "{options:?}: {}", run.err);
    }
}
