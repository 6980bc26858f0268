//! Many files in one call: folders, patterns, pairs.

use serde_json::Value;

use crate::common::Folder;

/// A scene with a triangle in a colour.
pub fn scene(colour: &str) -> String {
    format!(
        r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2000-01-01T00:00:00Z</created><modified>2000-01-01T00:00:00Z</modified></asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="c"><lambert><diffuse><color>{colour}</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="9">0 0 0 2 0 0 0 1 0</float_array>
<technique_common><accessor source="#a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1" material="s"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="vs"><node id="n"><instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="s" target="#m"/></technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#vs"/></scene></COLLADA>
"##
    )
}

/// The same with a texture.
pub fn textured(picture: &str) -> String {
    let image = format!("<library_images><image id=\"i\"><init_from>{picture}</init_from></image></library_images>");
    let sampler = "<newparam sid=\"f\"><surface type=\"2D\"><init_from>i</init_from></surface></newparam><newparam sid=\"x\"><sampler2D><source>f</source></sampler2D></newparam>";
    scene("1 1 1 1")
        .replace("<library_effects>", &format!("{image}<library_effects>"))
        .replace("<technique sid=\"c\">", &format!("{sampler}<technique sid=\"c\">"))
        .replace("<color>1 1 1 1</color>", "<texture texture=\"x\" texcoord=\"T\"/>")
}

/// A picture of one shade.
pub fn picture(shade: u8) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(2, 2, image::Rgb([shade; 3])).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn assets() -> Folder {
    let folder = Folder::new();
    folder.put("in/a.dae", scene("1 0 0 1"));
    folder.put("in/deep/b.dae", scene("0 1 0 1"));
    folder.put("in/deep/old/c.dae", "hello");
    folder
}

#[test]
fn a_folder_is_converted_with_its_folders() {
    let folder = assets();
    let run = folder.run(&["convert", "in", "-d", "out", "--to", "glb"]);
    assert_eq!(run.status, 3, "one file is no scene: {}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("converted  out/a.glb: 1 triangle, 1 material, "), "{}", run.out);
    assert!(lines[1].starts_with("converted  out/deep/b.glb: "), "{}", run.out);
    assert_eq!(lines[2], "3 files: 2 converted, 1 failed");
    assert!(run.err.contains("in/deep/old/c.dae: it is not COLLADA"), "{}", run.err);
    assert_eq!(folder.bytes("out/deep/b.glb").get(..4), Some(&b"glTF"[..]));
    // What is up to date is not converted again, and a report tells of all.
    let run = folder.run(&[
        "convert",
        "in",
        "-d",
        "out",
        "--to",
        "glb",
        "--exclude",
        "old/**",
        "--exclude",
        "deep/old/**",
        "--skip-unchanged",
        "--losses",
        "l.json",
        "--jobs",
        "1",
    ]);
    assert_eq!((run.status, run.out.lines().last()), (0, Some("2 files: 2 unchanged")), "{}{}", run.out, run.err);
    let report: Value = serde_json::from_slice(&folder.bytes("l.json")).unwrap();
    assert_eq!(report["files"][1]["status"], "unchanged");
    // A pattern that the shell did not expand.
    let run = folder.run(&["convert", "in/**/b.*", "-d", "one", "--to", "stl"]);
    assert_eq!((run.status, folder.bytes("one/deep/b.stl").is_empty()), (0, false), "{}", run.err);
    assert_eq!(folder.run(&["convert", "in/*.obj", "-d", "one", "--to", "stl"]).status, 2);
}

#[test]
fn outputs_that_would_clash_are_refused_before_anything_is_written() {
    let folder = assets();
    folder.put("in/a.ogex", "Metric (key = \"distance\") {float {1}}");
    let run = folder.run(&["convert", "in", "-d", "out", "--to", "glb"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("in/a.dae and in/a.ogex would both be written to out/a.glb"), "{}", run.err);
    assert!(!folder.path().join("out").exists());
    for (arguments, why) in [
        (&["convert", "in/a.dae"][..], "give the file to write as well"),
        (&["convert", "in/a.dae", "in/deep/b.dae", "x.glb"], "for several documents give a folder"),
        (&["convert", "in", "-d", "out"], "--to"),
        (&["convert", "-", "-d", "out", "--to", "glb"], "standard input"),
    ] {
        let run = folder.run(arguments);
        assert!(run.status == 2 && run.err.contains(why), "{arguments:?}: {}", run.err);
    }
}

/// Two documents that want one name for different pictures get two, whichever is ready first.
#[test]
fn files_beside_documents_stay_apart() {
    let textured = textured("t.png");
    let convert = |jobs: &str| {
        let folder = Folder::new();
        for (name, shade) in [("one", 10), ("two", 20), ("three", 20)] {
            folder.put(&format!("{name}/{name}.dae"), &textured);
            folder.put(&format!("{name}/t.png"), picture(shade));
        }
        let inputs = ["one/one.dae", "two/two.dae", "three/three.dae"];
        let run = folder.run(&[&["convert"], &inputs[..], &["-d", "out", "--to", "obj", "-q", "-j", jobs]].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        let mut names: Vec<String> = std::fs::read_dir(folder.path().join("out"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names.into_iter().map(|name| (folder.bytes(&format!("out/{name}")), name)).collect::<Vec<_>>()
    };
    let written = convert("1");
    let names: Vec<&str> = written.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names.iter().filter(|n| n.ends_with(".png")).count(), 2, "{names:?}");
    assert_eq!(written.iter().find(|(_, n)| n == "t.png").unwrap().0, picture(10), "the first keeps the name");
    assert!(convert("3") == written && convert("2") == written, "the same whoever is faster");
}

#[test]
fn two_folders_are_compared_file_by_file() {
    let folder = assets();
    folder.put("in/deep/old/c.dae", scene("0 0 1 1"));
    assert_eq!(folder.run(&["convert", "in", "-d", "out", "--to", "glb", "-q"]).status, 0);
    let run = folder.run(&["verify", "in", "out"]);
    assert_eq!(run.out, "equal      a\nequal      deep/b\nequal      deep/old/c\n3 files: 3 equal\n");
    folder.put("in/a.dae", scene("0 0 1 1"));
    folder.put("in/new.dae", scene("0 0 1 1"));
    let run = folder.run(&["verify", "in", "out", "--json"]);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    let status: Vec<&str> = report["files"].as_array().unwrap().iter().filter_map(|f| f["status"].as_str()).collect();
    assert_eq!((run.status, status), (1, vec!["different", "equal", "equal", "missing"]));
    let run = folder.run(&["diff", "in", "in"]);
    assert_eq!((run.status, run.out.lines().last()), (0, Some("4 files: 4 same")));
    assert_eq!(folder.run(&["diff", "in", "in/a.dae"]).status, 2);
}

#[test]
fn checks_of_folders_can_be_counted_compared_and_left_out() {
    let folder = assets();
    folder.put("in/d.dae", scene("1 0 0").replace("count=\"1\" material", "count=\"7\" bogus=\"1\" material"));
    let all = folder.run(&["check", "in", "--statistics"]);
    let head = " findings   files  severity  code      name";
    assert_eq!((all.status, all.out.lines().next()), (1, Some(head)), "{}", all.out);
    assert!(all.out.lines().any(|l| l.ends_with("error     XML014    no-root")), "{}", all.out);
    assert_eq!(folder.run(&["check", "in", "--exclude", "c.dae", "--exclude", "d.dae"]).status, 0);
    // What was known before does not fail, even if lines moved; what is new does.
    let known = folder.run(&["check", "in", "--format", "json"]);
    folder.put("known.json", &known.out);
    let text = std::fs::read_to_string(folder.path().join("in/d.dae")).unwrap();
    folder.put("in/d.dae", text.replace("<asset>", "\n\n<asset>"));
    assert_eq!(folder.run(&["check", "in", "--baseline", "known.json"]).out, "no findings in 4 files\n");
    folder.put("in/d.dae", text.replace("<asset>", "<asset other=\"1\">"));
    let run = folder.run(&["check", "in", "--baseline", "known.json", "--format", "concise"]);
    assert!(run.status == 1 && run.out.starts_with("in/d.dae:3:8: error["), "{}", run.out);
    assert_eq!(run.out.lines().count(), 2, "{}", run.out);
    folder.put("known.json", "[]");
    assert_eq!(folder.run(&["check", "in", "--baseline", "known.json"]).status, 3);
}

/// Every format of the report counts the same errors.
#[test]
fn services_get_reports_of_their_own() {
    let folder = assets();
    let show = |format: &str| folder.run(&["check", "in", "--format", format]);
    let json: Value = serde_json::from_str(&show("json").out).unwrap();
    let errors = json["summary"]["errors"].as_u64().unwrap();
    assert!(errors > 0 && show("human").out.contains(&format!("{errors} errors in 3 files")));
    let github = show("github").out;
    assert_eq!(
        github.lines().filter(|l| l.starts_with("::error file=in/deep/old/c.dae,line=1,col=1,title=")).count() as u64,
        errors
    );
    let gitlab: Value = serde_json::from_str(&show("gitlab").out).unwrap();
    assert_eq!(gitlab.as_array().unwrap().len() as u64, errors);
    assert_eq!(gitlab[0]["location"]["path"], "in/deep/old/c.dae");
    let absolute = folder.path().join("in").to_string_lossy().into_owned();
    let sarif = folder.run(&["check", &absolute, "--format", "sarif"]).out;
    assert!(sarif.contains("\"uri\":\"in/deep/old/c.dae\""), "paths of SARIF are relative: {sarif}");
}

#[test]
fn a_file_alone_is_described() {
    let folder = assets();
    let run = folder.run(&["in/a.dae"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("materials\n  name  shading  colour\n  m     lambert  #ff0000\n"), "{}", run.out);
    assert!(
        run.out.contains(
            "  name  vertices  triangles  size (m)     memory\n  g            3          1  2 × 1 × 0  48 bytes\n"
        ),
        "{}",
        run.out
    );
    assert!(run.err.contains("`portolan convert in/a.dae scene.glb`"), "{}", run.err);
    let run = folder.run(&["sample", "in/a.dae"]);
    assert!(run.out.contains("  node        x        y        z\n  n     0.00000  0.00000  0.00000\n"), "{}", run.out);
}
