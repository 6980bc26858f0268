//! The other commands from the outside.

use crate::common::{BROKEN, Folder, OLD, WORLD};
use serde_json::Value;

#[test]
fn explain_prints_what_a_code_means() {
    let folder = Folder::new();
    let by_code = folder.run(&["explain", "sch004"]);
    assert_eq!(by_code.status, 0);
    assert!(by_code.out.starts_with("SCH004 missing-element (error)\n\nFinds"), "{}", by_code.out);
    assert_eq!(folder.run(&["explain", "missing-element"]).out, by_code.out);
    let all = folder.run(&["explain"]);
    assert!(all.out.lines().count() > 30 && all.out.contains("IO001"), "{}", all.out);
    let wrong = folder.run(&["explain", "SHC004"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("did you mean `SCH004`?"), "{}", wrong.err);
}

#[test]
fn every_code_is_documented_and_unique() {
    let folder = Folder::new();
    let codes: Value = serde_json::from_str(&folder.run(&["explain", "--json"]).out).unwrap();
    let codes = codes.as_array().unwrap();
    let mut ids = std::collections::HashSet::new();
    let mut names = std::collections::HashSet::new();
    for code in codes {
        let (id, name) = (code["code"].as_str().unwrap(), code["name"].as_str().unwrap());
        assert!(ids.insert(id), "{id} twice");
        assert!(names.insert(name), "{name} twice");
        assert!(code["doc"].as_str().unwrap().starts_with(char::is_uppercase), "{id}: {}", code["doc"]);
    }
}

#[test]
fn schema_documents_every_format() {
    let folder = Folder::new();
    let camera = folder.run(&["schema", "camera/optics/technique_common/perspective"]);
    assert_eq!(camera.status, 0, "{}", camera.err);
    for part in ["collada 1.4.0, 1.4.1, 1.5.0", "znear, zfar", "allowed in: camera/optics/technique_common"] {
        assert!(camera.out.contains(part), "{part} in {}", camera.out);
    }
    let metric = folder.run(&["schema", "Metric"]);
    assert!(metric.out.contains("key: one of distance"), "{}", metric.out);
    let clock = folder.run(&["schema", "xvrml/TimeSensor"]);
    assert!(clock.out.contains("status: NAMED") && clock.out.contains("default `1.0`"), "{}", clock.out);
    let attribute = folder.run(&["schema", "instance_camera@url"]);
    assert!(attribute.out.contains("url: reference (uri#id) to camera"), "{}", attribute.out);
    let all = folder.run(&["schema"]);
    assert!(all.out.lines().count() > 500);
    let described: Value = serde_json::from_str(&folder.run(&["schema", "--json", "Metric"]).out).unwrap();
    assert_eq!(described[0]["path"], "Metric");
    let wrong = folder.run(&["schema", "camrea"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("did you mean `camera`?"), "{}", wrong.err);
}

#[test]
fn info_has_the_fields_of_the_contract() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let folder = Folder::new();
    let run = folder.run(&["info", "--json", examples]);
    assert_eq!(run.status, 0, "{}", run.err);
    let infos: Vec<Value> = run.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(infos.len(), 12);
    let fields = ["file", "format", "version", "bytes", "generator", "unit", "up_axis", "bounds", "totals", "scene"];
    let totals = [
        "nodes",
        "triangles",
        "lines",
        "points",
        "geometries",
        "materials",
        "images",
        "cameras",
        "lights",
        "skins",
        "morphs",
        "animations",
        "clips",
        "rigid_bodies",
        "constraints",
        "joints",
        "solids",
    ];
    for info in &infos {
        assert!(fields.iter().all(|f| info.get(f).is_some()), "{info}");
        assert!(totals.iter().all(|t| info["totals"].get(t).is_some()), "{info}");
        assert!(info["unit"]["meters"].is_number());
    }
    let of = |name: &str| infos.iter().find(|i| i["file"].as_str().unwrap().ends_with(name)).unwrap();
    let table = of("table.dae");
    assert_eq!(table["unit"]["meters"], 0.01);
    assert_eq!(table["up_axis"], "Z");
    assert_eq!(table["totals"]["triangles"], 12);
    assert_eq!(table["totals"]["lights"], 2);
    assert_eq!(table["scene"][0]["id"], "table");
    let reed = of("reed.dae");
    assert_eq!((&reed["totals"]["skins"], &reed["totals"]["triangles"]), (&Value::from(1), &Value::from(4)));
    assert_eq!(reed["scene"][0]["children"][0]["id"], "upper");
    assert_eq!(of("door.dae")["totals"]["clips"], 1);
    let lantern = of("lantern.ogex");
    assert_eq!(lantern["totals"]["triangles"], 8);
    assert_eq!(lantern["scene"][0]["name"], "Lantern");
    // A cylinder of 64 and two caps of 30, a sphere of two times 32 at its poles and 14 rings of 64.
    let lighthouse = of("lighthouse.xvrml");
    assert_eq!(lighthouse["totals"]["triangles"], 64 + 2 * 30 + 2 * 32 + 14 * 64);
    assert_eq!((&lighthouse["totals"]["clips"], &lighthouse["totals"]["lights"]), (&Value::from(1), &Value::from(2)));
    let text = folder.run(&["info", &format!("{examples}/collada/table.dae")]);
    assert!(text.out.contains("up axis      Z\n") && text.out.contains("scene\n  table \"Table\"\n"), "{}", text.out);
    assert_eq!(folder.run(&["info", "missing.dae"]).status, 3);
}

#[test]
fn fmt_is_idempotent_and_keeps_the_meaning() {
    let folder = Folder::new();
    let xml = "<?xml version='1.0'?><!-- head -->\n<World  xmlns = 'http://www.xvrml.net/schemas/core' ><WorldInfo title='a  b'>\
        <info>  keep   this </info>  <info/> <!-- behind --></WorldInfo>\n\n\n\n<children><Shape><geometry><IndexedFaceSet>\
        <coord>0 0 0\n 1 0 0\n 0 1 0</coord></IndexedFaceSet></geometry></Shape></children>\n</World >";
    let expected = "<?xml version='1.0'?><!-- head -->\n<World xmlns='http://www.xvrml.net/schemas/core'>\n  <WorldInfo title='a  b'>\n    \
        <info>  keep   this </info>\n    <info/> <!-- behind -->\n  </WorldInfo>\n\n  <children>\n    <Shape>\n      <geometry>\n        \
        <IndexedFaceSet>\n          <coord>0 0 0\n 1 0 0\n 0 1 0</coord>\n        </IndexedFaceSet>\n      </geometry>\n    </Shape>\n  \
        </children>\n</World>\n";
    folder.put("a.xvrml", xml);
    let first = folder.run(&["fmt", "a.xvrml"]);
    assert_eq!(first.status, 0, "{}", first.err);
    assert_eq!(first.out, expected.replace("?><!--", "?> <!--"));
    folder.put("b.xvrml", &first.out);
    assert_eq!(folder.run(&["fmt", "b.xvrml"]).out, first.out);
    assert_eq!(folder.run(&["fmt", "--check", "a.xvrml"]).status, 1);
    assert_eq!(folder.run(&["fmt", "--check", "b.xvrml"]).status, 0);
    assert_eq!(folder.run(&["fmt", "--write", "a.xvrml"]).status, 0);
    assert_eq!(folder.read("a.xvrml"), first.out);
}

#[test]
fn fmt_lays_out_opengex() {
    let folder = Folder::new();
    folder.put("old.ogex", OLD);
    let run = folder.run(&["fmt", "--tabs", "old.ogex"]);
    let expected = "Metric (key = \"up\") {string {\"z\"}}\n\nGeometryObject $g {\n\tMesh {\n\t\tVertexArray (attrib = \"position\") \
        {float[3] {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}\n\t\tIndexArray {unsigned_int16[3] {{0, 1, 2}}} // three\n\t\tIndexArray \
        (material = 1) {unsigned_int16[3] {{0, 1, 2}}}\n\t}\n}\n";
    assert_eq!(run.out, expected, "{}", run.err);
    folder.put("new.ogex", &run.out);
    assert_eq!(folder.run(&["fmt", "--tabs", "new.ogex"]).out, expected);
}

#[test]
fn fmt_wraps_lists_on_request_and_refuses_what_is_broken() {
    let folder = Folder::new();
    let numbers = "0.25 ".repeat(60);
    let world = format!(
        "<World xmlns=\"http://www.xvrml.net/schemas/core\"><children><Shape><geometry><PointSet><coord>{numbers}</coord>\
         </PointSet></geometry></Shape></children></World>"
    );
    folder.put("a.xvrml", &world);
    let kept = folder.run(&["fmt", "a.xvrml"]);
    assert!(kept.out.contains(&numbers));
    let wrapped = folder.run(&["fmt", "--wrap", "60", "a.xvrml"]);
    assert!(wrapped.out.lines().skip(1).all(|l| l.len() <= 60), "{}", wrapped.out);
    assert_eq!(wrapped.out.matches("0.25").count(), 60);
    folder.put("b.xvrml", &wrapped.out);
    assert_eq!(folder.run(&["fmt", "--wrap", "60", "b.xvrml"]).out, wrapped.out);
    folder.put("broken.xvrml", "<World><children></World>");
    let broken = folder.run(&["fmt", "--write", "broken.xvrml"]);
    assert_eq!(broken.status, 1);
    assert!(broken.err.contains("not well-formed"), "{}", broken.err);
    assert_eq!(folder.read("broken.xvrml"), "<World><children></World>");
}

#[test]
fn fmt_keeps_line_ends_mark_and_encoding() {
    let folder = Folder::new();
    let mut bytes = vec![0xFF, 0xFE];
    let text = "<World xmlns=\"http://www.xvrml.net/schemas/core\">\r\n<children/></World>\r\n";
    bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    folder.put("wide.xvrml", &bytes);
    assert_eq!(folder.run(&["fmt", "--write", "wide.xvrml"]).status, 0);
    let after = std::fs::read(folder.path().join("wide.xvrml")).unwrap();
    let units: Vec<u16> = after.chunks_exact(2).map(|c| u16::from_le_bytes([c[0], c[1]])).collect();
    let expected = "\u{FEFF}<World xmlns=\"http://www.xvrml.net/schemas/core\">\r\n  <children/>\r\n</World>\r\n";
    assert_eq!(String::from_utf16(&units).unwrap(), expected);
}

#[test]
fn completions_and_manual_come_from_the_definitions() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = folder.run(&["completions", shell]);
        assert_eq!(run.status, 0);
        assert!(run.out.contains("max-expansion"), "{shell}");
    }
    let page = folder.run(&["man"]);
    assert!(page.out.contains(".TH portolan") && page.out.contains("check"), "{}", page.out);
    assert!(folder.run(&["man", "check"]).out.contains("severity"));
    assert_eq!(folder.run(&["man", "nonsense"]).status, 2);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_nobodys_fault() {
    use std::process::{Command, Stdio};
    let folder = Folder::new();
    folder.put("bad.dae", BROKEN);
    folder.put("good.xvrml", WORLD);
    for args in [&["explain"][..], &["schema"], &["check", "bad.dae", "good.xvrml"], &["info", "good.xvrml"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_portolan"))
            .args(args)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.code().is_some(), "{args:?} ended by a signal");
        assert!(output.stderr.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_status_4() {
    use std::process::{Command, Stdio};
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let status = Command::new(env!("CARGO_BIN_EXE_portolan"))
        .arg("explain")
        .stdout(full)
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(4));
}
