//! `verify` and `diff` from the outside.

use crate::common::{BROKEN, Folder, SOUND};
use serde_json::Value;

#[test]
fn status_and_words_tell_whether_documents_are_equal() {
    let folder = Folder::new();
    folder.put("a.dae", SOUND);
    folder.put("b.dae", SOUND.replace("<node id=\"n\"/>", "<node id=\"n\"><translate>1 0 0</translate></node>"));
    let same = folder.run(&["verify", "a.dae", "a.dae"]);
    assert_eq!((same.status, same.out.lines().next()), (0, Some("equal")), "{same:?}");
    let other = folder.run(&["verify", "a.dae", "b.dae"]);
    assert_eq!(other.status, 1);
    assert!(other.out.contains("node: node `n`: its position differs by 1 m [a.dae:3, b.dae:3]"), "{}", other.out);
    let json: Value = serde_json::from_str(&folder.run(&["verify", "a.dae", "b.dae", "--json"]).out).unwrap();
    assert_eq!((&json["equal"], &json["differences"][0]["kind"]), (&false.into(), &"node".into()));
    assert_eq!(json["differences"][0]["b"]["line"], 3);
    assert_eq!(folder.run(&["verify", "a.dae", "b.dae", "--ignore", "node,picture"]).status, 0);
    assert_eq!(folder.run(&["verify", "a.dae", "b.dae", "--tolerance", "2"]).status, 0);
    let unknown = folder.run(&["verify", "a.dae", "b.dae", "--ignore", "colours"]);
    assert!(unknown.status == 2 && unknown.err.contains("known kinds are unit, scene, node"), "{unknown:?}");
}

#[test]
fn a_document_that_is_compared_with_itself_is_read_once() {
    let folder = Folder::new();
    // Standard input can be read only once.
    for command in ["verify", "diff"] {
        let run = folder.run_with(&[command, "-", "-"], SOUND.as_bytes());
        assert_eq!(run.status, 0, "{run:?}");
    }
}

#[test]
fn what_cannot_be_read_is_told() {
    let folder = Folder::new();
    folder.put("a.dae", SOUND);
    folder.put("w.bin", [0u8, 1, 2, 255].repeat(99));
    folder.put("l.json", "[]");
    for command in ["verify", "diff"] {
        assert_eq!(folder.run(&[command, "a.dae", "none.dae"]).status, 3);
        assert_eq!(folder.run(&[command, "w.bin", "a.dae"]).status, 3);
    }
    let losses = folder.run(&["verify", "a.dae", "a.dae", "--losses", "l.json"]);
    assert!(losses.status == 3 && losses.err.contains("l.json"), "{losses:?}");
}

#[test]
fn pictures_and_losses_are_used() {
    let folder = Folder::new();
    let triangle = "<library_geometries><geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"f\" count=\"9\">0 0 0 1 0 0 0 1 0</float_array>\
        <technique_common><accessor source=\"#f\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/>\
        <param name=\"Z\" type=\"float\"/></accessor></technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>\
        <triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>";
    let scene = SOUND
        .replace("<node id=\"n\"/>", "<node id=\"n\" layer=\"l\"><instance_geometry url=\"#g\"/></node>")
        .replace("  <library_visual_scenes>", &format!("{triangle}<library_visual_scenes>"));
    folder.put("a.dae", &scene);
    folder.put("b.dae", scene.replace("1 0 0 0 1 0", "1 0 0 1 1 0"));
    let run = folder.run(&["verify", "a.dae", "b.dae", "--pictures", "pictures"]);
    assert_eq!(run.status, 1, "{run:?}");
    assert!(run.out.contains("picture: picture `scene-1`"), "{}", run.out);
    for name in ["a", "b", "difference"] {
        let bytes = folder.bytes(&format!("pictures/scene-1-{name}.png"));
        assert_eq!(bytes.get(1..4), Some(&b"PNG"[..]), "{name}");
    }
    assert!(!folder.run(&["verify", "a.dae", "b.dae", "--no-pictures"]).out.contains("picture:"));
    assert_eq!(folder.run(&["convert", "-q", "a.dae", "c.ogex", "--losses", "l.json"]).status, 0);
    let strict = folder.run(&["verify", "a.dae", "c.ogex", "--strict"]);
    assert!(strict.status == 1 && strict.out.contains("its layers differ: `l` vs ``"), "{}", strict.out);
    let run = folder.run(&["verify", "a.dae", "c.ogex", "--losses", "l.json"]);
    assert!(run.status == 0 && run.out.contains("explained by CNV704"), "{}", run.out);
}

#[test]
fn changes_are_listed() {
    let folder = Folder::new();
    folder.put("a.dae", SOUND);
    folder.put("b.dae", SOUND.replace("<node id=\"n\"/>", "<node id=\"n\" name=\"N\"/><node id=\"m\"/>"));
    let same = folder.run(&["diff", "a.dae", "a.dae"]);
    assert_eq!((same.status, same.out.as_str()), (0, "no changes\n"));
    let run = folder.run(&["diff", "a.dae", "b.dae"]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("added node m (b.dae:3)"), "{}", run.out);
    assert!(run.out.contains("renamed node n (a.dae:3 → b.dae:3)\n    name: new: N\n"), "{}", run.out);
    let json: Value =
        serde_json::from_str(&folder.run(&["diff", "a.dae", "b.dae", "--json", "--most", "1"]).out).unwrap();
    assert_eq!((&json["same"], &json["further"]), (&false.into(), &2.into()), "{json}");
    // Even what is not valid can be compared.
    folder.put("c.dae", BROKEN);
    assert_eq!(folder.run(&["diff", "c.dae", "c.dae"]).status, 0);
}
