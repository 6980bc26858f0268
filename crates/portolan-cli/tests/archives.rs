//! Archives from the outside.

use crate::common::{BROKEN, Folder, SOUND, zip};
use serde_json::Value;

const MANIFEST: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<dae_root>scene/a.dae</dae_root>\n";

fn checked(folder: &Folder, args: &[&str]) -> (i32, Value) {
    let run = folder.run(&[&["check", "--format", "json"], args].concat());
    (run.status, serde_json::from_str(&run.out).unwrap_or_else(|e| panic!("{e}: {} {}", run.out, run.err)))
}

fn paths(report: &Value) -> Vec<&str> {
    report["files"].as_array().unwrap().iter().map(|f| f["path"].as_str().unwrap()).collect()
}

fn codes(report: &Value) -> Vec<(&str, &str)> {
    let files = report["files"].as_array().unwrap();
    let of = |f| {
        let file: &Value = f;
        let findings = file["findings"].as_array().unwrap().iter();
        findings.map(move |x| (file["path"].as_str().unwrap(), x["code"].as_str().unwrap()))
    };
    files.iter().flat_map(of).collect()
}

#[test]
fn archives_are_checked_with_everything_in_them() {
    let folder = Folder::new();
    folder.put("good.zae", zip(&[("manifest.xml", MANIFEST), ("scene/a.dae", SOUND), ("b.dae", SOUND)]));
    let (status, report) = checked(&folder, &["good.zae"]);
    assert_eq!((status, codes(&report)), (0, vec![]));
    assert_eq!(paths(&report), ["good.zae/scene/a.dae", "good.zae/manifest.xml", "good.zae/b.dae"]);
    assert_eq!(report["summary"]["files"], 3);

    folder.put("bad.zae", zip(&[("manifest.xml", MANIFEST), ("scene/a.dae", SOUND), ("part.dae", BROKEN)]));
    let (status, report) = checked(&folder, &["bad.zae"]);
    assert_eq!((status, codes(&report)), (1, vec![("bad.zae/part.dae", "SCH001")]));
    let run = folder.run(&["check", "bad.zae"]);
    assert!(run.out.contains("--> bad.zae/part.dae:2:11\n"), "{}", run.out);
    assert_eq!(folder.run(&["check", "bad.zae/scene/a.dae"]).status, 0);
    assert_eq!(folder.run(&["check", "bad.zae/part.dae"]).status, 1);
    assert_eq!(folder.run(&["check", "bad.zae/none.dae"]).status, 3);
}

#[test]
fn archives_hold_worlds_too() {
    let folder = Folder::new();
    let world = "#VRML V2.0 utf8\nShape { geometry Box { size 2 4 6 } }\n";
    let scene = "<X3D version='3.2'><Scene><Shape><Box size='2 4 6'/></Shape></Scene></X3D>";
    for (name, member, text) in
        [("a.kmz", "models/a.wrl", world), ("b.zip", "b.X3D", scene), ("c.zip", "c.x3dv", world)]
    {
        folder.put(name, zip(&[("readme.txt", "no model"), (member, text)]));
        let run = folder.run(&["info", "--json", name]);
        let info: Value = serde_json::from_str(&run.out).unwrap_or_else(|e| panic!("{e}: {}", run.err));
        assert_eq!(info["bounds"]["max"], serde_json::json!([1.0, 2.0, 3.0]), "{name}");
    }
}

#[test]
fn faults_of_the_archive_are_told_where_they_are() {
    let folder = Folder::new();
    let rows = [
        ("none.zae", None, ("none.zae/a.dae", "ARC001")),
        ("missing.zae", Some("<dae_root>x.dae</dae_root>"), ("missing.zae/manifest.xml", "ARC005")),
        ("fragment.zae", Some("<dae_root>a.dae#nobody</dae_root>"), ("fragment.zae/manifest.xml", "ARC007")),
        ("other.zae", Some("<other/>"), ("other.zae/a.dae", "ARC002")),
    ];
    for (name, manifest, expected) in rows {
        let mut members = vec![("a.dae", SOUND)];
        members.extend(manifest.map(|m| ("manifest.xml", m)));
        folder.put(name, zip(&members));
        let (status, report) = checked(&folder, &[name]);
        assert_eq!((status, codes(&report)), (1, vec![expected]), "{name}");
    }
    let fragment = "<dae_root>a.dae#n</dae_root>";
    folder.put("start.zae", zip(&[("manifest.xml", fragment), ("a.dae", SOUND)]));
    assert_eq!(codes(&checked(&folder, &["start.zae"]).1), []);
    let no_scene = SOUND.replace("<scene><instance_visual_scene url=\"#s\"/></scene>", "");
    folder.put("empty.zae", zip(&[("manifest.xml", "<dae_root>a.dae</dae_root>"), ("a.dae", &no_scene)]));
    assert_eq!(codes(&checked(&folder, &["empty.zae"]).1), [("empty.zae/manifest.xml", "ARC016")]);
    folder.put("plain.zae", SOUND);
    assert_eq!(codes(&checked(&folder, &["plain.zae"]).1), [("plain.zae", "ARC015")]);
    folder.put("no.zae", zip(&[("readme.txt", "nothing")]));
    assert_eq!(codes(&checked(&folder, &["no.zae"]).1), [("no.zae", "IO004")]);
    folder.put("a.rar", b"Rar!\x1A\x07\x01\x00rest");
    let (status, report) = checked(&folder, &["a.rar"]);
    assert_eq!((status, codes(&report)), (3, vec![("a.rar", "IO005")]));
}

#[test]
fn archives_are_found_in_folders_read_from_pipes_and_never_changed() {
    let folder = Folder::new();
    let archive = zip(&[("manifest.xml", MANIFEST), ("scene/a.dae", &SOUND.replace("id=\"n\"", "id=\"Nemo\""))]);
    folder.put("sub/a.zae", &archive);
    let (status, report) = checked(&folder, &["sub"]);
    assert_eq!((status, paths(&report)), (0, vec!["sub/a.zae/scene/a.dae", "sub/a.zae/manifest.xml"]));
    let run = folder.run_with(&["check", "-"], &archive);
    assert_eq!((run.status, run.out.as_str()), (0, "no findings in 2 files\n"), "{}", run.err);
    let info = folder.run(&["info", "--json", "sub/a.zae"]);
    assert!(info.out.contains("Nemo") && info.out.contains("\"sub/a.zae\""), "{}", info.out);
    assert_eq!(folder.run(&["fmt", "--check", "sub/a.zae"]).status, 1);
    assert_eq!(folder.run(&["fmt", "--write", "sub/a.zae"]).status, 4);
    folder.run(&["check", "--fix", "sub/a.zae"]);
    assert_eq!(std::fs::read(folder.path().join("sub/a.zae")).unwrap(), archive);
}
