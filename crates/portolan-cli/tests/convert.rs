//! `convert` and `sample` from the outside.

use crate::common::Folder;
use serde_json::Value;

/// A triangle that moves, with a texture that is not there and one polygon too many.
const SCENE: &str = r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified><unit name="inch" meter="0.0254"/><up_axis>Z_UP</up_axis></asset>
<library_animations><animation id="move"><source id="in"><float_array id="in-a" count="2">0 2</float_array>
<technique_common><accessor source="#in-a" count="2" stride="1"><param name="TIME" type="float"/></accessor></technique_common></source>
<source id="out"><float_array id="out-a" count="2">0 10</float_array>
<technique_common><accessor source="#out-a" count="2" stride="1"><param name="X" type="float"/></accessor></technique_common></source>
<source id="how"><Name_array id="how-a" count="2">LINEAR LINEAR</Name_array>
<technique_common><accessor source="#how-a" count="2" stride="1"><param name="INTERPOLATION" type="Name"/></accessor></technique_common></source>
<sampler id="s"><input semantic="INPUT" source="#in"/><input semantic="OUTPUT" source="#out"/><input semantic="INTERPOLATION" source="#how"/></sampler>
<channel source="#s" target="n/t.X"/></animation></library_animations>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="p-a" count="9">0 0 0 1 0 0 0 0 2</float_array>
<technique_common><accessor source="#p-a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 1 7</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="vs"><node id="n" name="Mover"><translate sid="t">0 0 0</translate><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#vs"/></scene></COLLADA>
"##;

#[test]
fn a_scene_becomes_glb_and_losses_are_told() {
    let folder = Folder::new();
    folder.put("a.dae", SCENE);
    let run = folder.run(&["convert", "a.dae", "a.glb", "--losses", "l.json"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.err.contains("a.dae:15:1: shape dropped[CNV102]"), "{}", run.err);
    let bytes = folder.bytes("a.glb");
    assert_eq!(bytes.get(..4), Some(&b"glTF"[..]));
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let json: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    assert_eq!(json["asset"]["version"], "2.0");
    assert_eq!(json["animations"][0]["channels"][0]["target"]["path"], "translation");
    let losses: Value = serde_json::from_slice(&folder.bytes("l.json")).unwrap();
    assert_eq!(losses["dropped"][0]["line"], 15);
    // A node, an animation and a view; the shape lost a triangle.
    assert_eq!(losses["kept"], 3);
    assert_eq!(folder.run(&["convert", "a.dae", "b.glb"]).status, 0);
    assert_eq!(folder.bytes("b.glb"), bytes, "the same input gives the same bytes");
}

#[test]
fn losses_can_fail_and_can_be_hidden() {
    let folder = Folder::new();
    folder.put("a.dae", SCENE);
    assert_eq!(folder.run(&["convert", "-q", "a.dae", "a.glb", "--fail-on", "dropped"]).status, 1);
    assert_eq!(folder.run(&["convert", "-q", "a.dae", "a.glb"]).err, "");
    folder.put(
        "b.dae",
        SCENE
            .replace(" 0 1 7", "")
            .replace("count=\"2\"><input semantic=\"VERTEX\"", "count=\"1\"><input semantic=\"VERTEX\""),
    );
    let run = folder.run(&["convert", "b.dae", "b.glb", "--fail-on", "approximated"]);
    assert_eq!((run.status, run.err.lines().count()), (0, 1), "what is baked is no loss: {}", run.err);
    let run = folder.run(&["convert", "b.dae", "b.glb", "--verbose"]);
    assert!(run.err.contains("b.dae:15:1: looks baked[CNV331]"), "{}", run.err);
    // A gate that knows what it lets pass.
    let gate = |ignored: &str| folder.run(&["convert", "a.dae", "c.glb", "--fail-on", "dropped", "--ignore", ignored]);
    assert_eq!((gate("CNV102").status, gate("index-outside").status, gate("CNV317").status), (0, 0, 1));
    assert!(!gate("CNV102").err.contains("CNV102"));
    let unknown = gate("CNV10Z");
    assert!(unknown.status == 2 && unknown.err.contains("did you mean `CNV10"), "{}", unknown.err);
}

#[test]
fn what_an_exporter_hid_by_mistake_is_shown_and_told() {
    let folder = Folder::new();
    let material = r##"<library_effects><effect id="e"><profile_COMMON><technique sid="c"><lambert><diffuse><color>1 0 0 1</color></diffuse>
<transparency><float>0</float></transparency></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials><library_geometries>"##;
    let bound = r##"<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="m" target="#m"/>
</technique_common></bind_material></instance_geometry>"##;
    let text = SCENE.replace("<library_geometries>", material).replace(r##"<instance_geometry url="#g"/>"##, bound);
    folder.put("a.dae", text.replace("<triangles ", "<triangles material=\"m\" "));
    let alpha = |file: &str, options: &[&str]| {
        let run = folder.run(&[&["convert", file, "a.gltf"], options].concat());
        let json: Value = serde_json::from_slice(&folder.bytes("a.gltf")).unwrap();
        let factor = &json["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"];
        let told = ["noted", "approximated"].into_iter().find(|fate| run.err.contains(&format!("{fate}[CNV891]")));
        (factor.get(3).and_then(Value::as_f64), told)
    };
    assert_eq!(alpha("a.dae", &[]), (Some(1.0), Some("noted")));
    assert_eq!(alpha("a.dae", &["--opacity", "strict"]), (Some(0.0), Some("noted")));
    assert!(folder.run(&["explain", "CNV891"]).out.contains("--opacity"));
    // A COLLADA document is kept as it is, unless it is to be inverted.
    folder.run(&["convert", "a.dae", "b.dae"]);
    assert_eq!(folder.bytes("b.dae"), folder.bytes("a.dae"));
    folder.run(&["convert", "a.dae", "b.dae", "--opacity", "inverted"]);
    assert_eq!(alpha("b.dae", &[]), (Some(1.0), None));
}

#[test]
fn every_format_is_written() {
    let folder = Folder::new();
    folder.put("a.dae", SCENE);
    for target in ["a.gltf", "a.obj", "a.stl", "a.ply"] {
        assert_eq!(folder.run(&["convert", "-q", "a.dae", target]).status, 0, "{target}");
        assert!(!folder.bytes(target).is_empty());
    }
    assert!(!folder.bytes("a.bin").is_empty());
    let stl = folder.bytes("a.stl");
    assert_eq!(u32::from_le_bytes(stl[80..84].try_into().unwrap()), 1);
    // Metres with Y up: the corner at two inches of height.
    let height = f32::from_le_bytes(stl[84 + 12 + 24 + 4..84 + 12 + 24 + 8].try_into().unwrap());
    assert!((height - 0.0508).abs() < 1e-6, "{height}");
}

#[test]
fn opengex_is_written_kept_and_edited() {
    let folder = Folder::new();
    folder.put("a.dae", SCENE);
    assert_eq!(folder.run(&["convert", "-q", "a.dae", "a.ogex"]).status, 0);
    let text = String::from_utf8(folder.bytes("a.ogex")).unwrap();
    assert!(text.starts_with("Metric (key = \"distance\") {float {0.0254}}\n"), "{text}");
    assert!(text.contains("Track (target = %t)") && text.contains("GeometryNode $n"), "{text}");
    assert_eq!(folder.run(&["check", "a.ogex"]).status, 0);
    // From OpenGEX to OpenGEX nothing changes, unless it is asked for.
    assert_eq!(folder.run(&["convert", "-q", "a.ogex", "b.ogex"]).status, 0);
    assert_eq!(folder.bytes("b.ogex"), folder.bytes("a.ogex"));
    assert_eq!(folder.run(&["convert", "-q", "a.ogex", "old.ogex", "--format-version", "1.1"]).status, 0);
    let old = String::from_utf8(folder.bytes("old.ogex")).unwrap();
    assert_eq!(old, text.replace("uint32", "unsigned_int32"));
    assert_eq!(folder.run(&["convert", "-q", "a.ogex", "bits.ogex", "--precise"]).status, 0);
    assert!(String::from_utf8(folder.bytes("bits.ogex")).unwrap().contains("{float {0x3CD013A9}}"));
    // And on to other formats.
    assert_eq!(folder.run(&["convert", "-q", "a.ogex", "a.glb"]).status, 0);
    assert_eq!(folder.run(&["convert", "-q", "a.ogex", "r.ogex", "--rebuild"]).status, 0);
    let rebuilt = String::from_utf8(folder.bytes("r.ogex")).unwrap();
    assert!(rebuilt.contains("{1.0, 0.0, 0.0}") && rebuilt.contains("Track (target = %t)"), "{rebuilt}");
    let run = folder.run(&["convert", "a.dae", "c.ogex", "--format-version", "9"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("supported versions are 1.1, 2.0, 3.0"), "{}", run.err);
}

#[test]
fn wrong_usage_and_unreadable_input_have_their_status() {
    let folder = Folder::new();
    folder.put("a.dae", SCENE);
    folder.put("w.bin", [0u8, 1, 2, 255].repeat(99));
    for (arguments, status, says) in [
        (&["convert", "a.dae", "a.fbx"][..], 2, ".glb, .gltf, .urdf, .obj, .stl, .ply"),
        (&["convert", "a.dae", "a"], 2, "--to"),
        (&["convert", "a.dae", "a.glb", "--scene", "none"], 2, "scene `none` does not exist"),
        (&["convert", "a.dae", "a.glb", "--sample-rate", "0"], 2, "above zero"),
        (&["convert", "none.dae", "a.glb"], 3, "the file does not exist"),
        (&["convert", "w.bin", "a.glb"], 3, "it is not text, but binary data"),
        (&["convert", "a.dae", "no/such/folder/a.glb"], 4, "the folder does not exist"),
        (&["sample", "a.dae", "--clip", "walk"], 2, "clip `walk` does not exist"),
        (&["sample", "a.dae", "--rate", "0"], 2, "above zero"),
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.status, status, "{arguments:?}: {}", run.err);
        assert!(run.err.contains(says), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn samples_are_in_the_units_of_the_document() {
    let folder = Folder::new();
    folder.put("a.dae", SCENE);
    let run = folder.run(&["sample", "a.dae", "--times", "0,1,5", "--json"]);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["nodes"][0]["path"], "Mover");
    let x = |i: usize| json["nodes"][0]["world"][i][12].as_f64().unwrap();
    assert_eq!([x(0), x(1), x(2)], [0.0, 5.0, 10.0]);
    let json: Value = serde_json::from_str(&folder.run(&["sample", "a.dae", "--rate", "2", "--json"]).out).unwrap();
    assert_eq!(json["times"], serde_json::json!([0.0, 0.5, 1.0, 1.5, 2.0]));
}

#[test]
fn info_tells_bounds_and_triangles() {
    let folder = Folder::new();
    folder.put("a.dae", SCENE);
    let json: Value = serde_json::from_str(&folder.run(&["info", "--json", "a.dae"]).out).unwrap();
    assert_eq!(json["bounds"], serde_json::json!({"min": [0.0, 0.0, 0.0], "max": [1.0, 0.0, 2.0]}));
    assert_eq!(json["totals"]["triangles"], 1);
}

#[test]
fn what_is_kept_stays_well_formed_in_another_space() {
    let folder = Folder::new();
    let physics = r#"<library_physics_models name="rods > 2 m"><physics_model id="p"/></library_physics_models>"#;
    folder.put("a.dae", SCENE.replace("<library_visual_scenes>", &format!("{physics}<library_visual_scenes>")));
    for options in [&["--up-axis", "Y"][..], &["--unit", "1"], &["--rebuild"], &["--format-version", "1.5.0"]] {
        let run = folder.run(&[&["convert", "a.dae", "b.dae", "--force"], options].concat());
        assert_eq!(run.status, 0, "{options:?}: {}", run.err);
        let check = folder.run(&["check", "b.dae", "--only", "XML"]);
        assert_eq!(check.status, 0, "{options:?}: {}", check.out);
    }
}

/// A lamp of a thousand watts, and a node that has the id of the lamp.
#[test]
fn lamps_do_not_bleach_the_scene_and_are_found_by_their_kind() {
    let folder = Folder::new();
    let lamp = r#"<library_lights><light id="lamp"><technique_common><point><color>1000 1000 1000</color>
<quadratic_attenuation>0.00111109</quadratic_attenuation></point></technique_common></light></library_lights><library_visual_scenes>"#;
    let placed = "<node id=\"lamp\"><translate>4 4 4</translate><instance_light url=\"#lamp\"/></node></visual_scene>";
    let text = SCENE.replace("<library_visual_scenes>", lamp).replace("</visual_scene>", placed);
    folder.put("a.dae", text);
    let json = |args: &[&str]| {
        let all: Vec<&str> = ["convert", "a.dae", "a.glb"].iter().chain(args).copied().collect();
        let run = folder.run(&all);
        assert_eq!(run.status, 0, "{}", run.err);
        let bytes = folder.bytes("a.glb");
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        (serde_json::from_slice::<Value>(&bytes[20..20 + length]).unwrap(), run.err)
    };
    let (lit, told) = json(&[]);
    let intensity = lit["extensions"]["KHR_lights_punctual"]["lights"][0]["intensity"].as_f64().unwrap();
    assert!(intensity > 0.0 && intensity < 1000.0, "{intensity}");
    // At a distance of 6.1 inches 1000 / (1 + 0.00111109 · 6.1²) = 960 are left, and 10 is the most.
    assert!(told.contains("[CNV339]: the brightness of light `lamp` is divided by 96"), "{told}");
    assert!(told.contains("[CNV117]: `<light>` and `<node>` have the same id `lamp`"), "{told}");
    let (dark, _) = json(&["--no-lights"]);
    assert!(dark["extensions"].is_null(), "{dark}");
}
