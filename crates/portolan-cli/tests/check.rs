//! `portolan check` from the outside.

use crate::common::{BROKEN, Folder, OLD, SOUND, WORLD};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn exit_statuses_follow_the_contract() {
    let folder = Folder::new();
    folder.put("good.xvrml", WORLD);
    folder.put("bad.dae", BROKEN);
    folder.put("noise.bin", [0u8, 159, 146, 150]);
    folder.put("archive.zae", b"PK\x03\x04rest");
    folder.put("empty/readme.txt", "nothing here");
    for (args, status) in [
        (&["check", "good.xvrml"][..], 0),
        (&["check", "bad.dae"], 1),
        (&["check", "good.xvrml", "bad.dae"], 1),
        (&["check", "missing.dae"], 3),
        (&["check", "noise.bin"], 3),
        (&["check", "archive.zae"], 3),
        (&["check", "empty"], 3),
        (&["check", "--max-bytes", "10", "good.xvrml"], 3),
        (&["check"], 2),
        (&["check", "--format", "nonsense", "good.xvrml"], 2),
        (&["check", "--only", "XYZ999", "good.xvrml"], 2),
        (&["check", "--encoding", "klingon", "good.xvrml"], 2),
        (&["check", "--format-version", "9.9", "good.xvrml"], 2),
        (&["check", "--fix", "-"], 2),
        (&["nonsense"], 2),
        (&[], 2),
        (&["--help"], 0),
        (&["--version"], 0),
        (&["check", "--help"], 0),
    ] {
        let run = folder.run(args);
        assert_eq!(run.status, status, "{args:?}\n{}\n{}", run.out, run.err);
        assert!(!run.err.contains("panicked"), "{args:?}\n{}", run.err);
    }
}

#[test]
fn people_see_the_place_with_an_excerpt() {
    let folder = Folder::new();
    folder.put("bad.dae", BROKEN);
    let run = folder.run(&["check", "bad.dae"]);
    assert!(run.out.contains("error[SCH001] unknown-element: "), "{}", run.out);
    assert!(run.out.contains("--> bad.dae:2:11\n"), "{}", run.out);
    assert!(run.out.contains("\n 2 |   <asset><bogus/><created>2024-01-01T00:00:00Z</created>"), "{}", run.out);
    assert!(run.out.contains("\n   |           ^^^^^\n"), "{}", run.out);
    assert!(run.out.contains("= in: COLLADA/asset/bogus\n"), "{}", run.out);
    assert!(run.out.ends_with("1 error in 1 file\n"), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'), "no colours in a pipe");
    let quiet = folder.run(&["check", "--quiet", "bad.dae"]);
    assert!(!quiet.out.contains("1 error in"), "{}", quiet.out);
    let colourful = folder.run(&["check", "--color", "always", "bad.dae"]);
    assert!(colourful.out.contains('\u{1b}'));
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let folder = Folder::new();
    folder.put("bad.dae", BROKEN);
    folder.put("good.xvrml", WORLD);
    let run = folder.run(&["check", "--format", "json", "good.xvrml", "bad.dae", "missing.dae"]);
    assert_eq!(run.status, 3);
    let report = json(&run.out);
    assert_eq!(report["summary"]["files"], 3);
    assert_eq!(report["summary"]["errors"], 2);
    assert_eq!(report["summary"]["warnings"], 0);
    assert_eq!(report["summary"]["infos"], 0);
    let files = report["files"].as_array().unwrap();
    let paths: Vec<_> = files.iter().map(|f| f["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["good.xvrml", "bad.dae", "missing.dae"]);
    let verdicts: Vec<_> = files.iter().map(|f| f["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["valid", "invalid", "unreadable"]);
    assert_eq!(files[0]["schema_valid"], true);
    assert_eq!(files[1]["schema_valid"], false);
    assert_eq!((&files[1]["format"], &files[1]["version"]), (&Value::from("collada"), &Value::from("1.4.1")));
    let finding = &files[1]["findings"][0];
    for field in [
        "code", "name", "severity", "message", "line", "column", "element", "spec", "count", "places", "help", "fix",
        "related",
    ] {
        assert!(finding.get(field).is_some(), "{field} in {finding}");
    }
    assert_eq!((&finding["line"], &finding["column"]), (&Value::from(2), &Value::from(11)));
    assert_eq!(files[2]["findings"][0]["code"], "IO001");
}

#[test]
fn sarif_names_its_rules_and_regions() {
    let folder = Folder::new();
    folder.put("bad file.dae", BROKEN);
    folder.put("good.xvrml", WORLD);
    folder.put("old.ogex", OLD);
    let report = json(&folder.run(&["check", "--format", "sarif", "."]).out);
    assert_eq!(report["version"], "2.1.0");
    let run = &report["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert!(!results.is_empty());
    for result in results {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["region"]["startLine"].as_u64().unwrap() >= 1, "{result}");
        assert!(!place["artifactLocation"]["uri"].as_str().unwrap().contains(' '));
    }
    let fixed = results.iter().find(|r| r.get("fixes").is_some()).expect("a result with a fix");
    let replacement = &fixed["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replacement["insertedContent"]["text"], "uint16");
    for rule in rules {
        assert!(!rule["shortDescription"]["text"].as_str().unwrap().is_empty(), "{rule}");
    }
}

#[test]
fn junit_is_well_formed_and_counts() {
    let folder = Folder::new();
    folder.put("bad <&>.dae", BROKEN);
    folder.put("good.xvrml", WORLD);
    let run = folder.run(&["check", "--format", "junit", ".", "missing.dae"]);
    let source = portolan::Source::from_text("junit.xml", run.out.clone());
    let (tree, findings) = portolan::syntax::xml::parse(source, &portolan::Limits::default());
    assert!(findings.is_empty(), "{}\n{:?}", run.out, findings.iter().next());
    let root = tree.root().unwrap();
    let suites: Vec<_> = root.children_named("testsuite").collect();
    assert_eq!(suites.len(), 3);
    let of = |name: &str| suites.iter().map(|s| s.attribute_value(name).unwrap().parse::<u32>().unwrap()).sum::<u32>();
    assert_eq!((of("failures"), of("errors")), (1, 1));
    let cases: usize = suites.iter().map(|s| s.children_named("testcase").count()).sum();
    assert_eq!(of("tests") as usize, cases);
}

#[test]
fn severity_only_and_ignore_choose_what_is_shown_and_what_fails() {
    let folder = Folder::new();
    folder.put("old.ogex", OLD);
    let shown = |args: &[&str]| {
        let run = folder.run(&[&["check", "--format", "json", "old.ogex"], args].concat());
        let report = json(&run.out);
        (run.status, report["files"][0]["findings"].as_array().unwrap().len())
    };
    let (status, all) = shown(&[]);
    assert_eq!(status, 0, "an info does not fail by default");
    assert!(all >= 1);
    assert_eq!(shown(&["--severity", "error"]), (0, 0));
    assert_eq!(shown(&["--severity", "info"]), (1, all));
    assert_eq!(shown(&["--only", "DDL016"]), (0, 1));
    assert_eq!(shown(&["--only", "old-type-name", "--severity", "info"]), (1, 1));
    assert_eq!(shown(&["--ignore", "ddl016"]).1, all - 1);
    assert_eq!(shown(&["--ignore", "DDL,SCH,SEM,DAT,REF"]).1, 0);
}

#[test]
fn fix_repairs_and_leaves_every_other_byte() {
    let folder = Folder::new();
    folder.put("old.ogex", OLD);
    let run = folder.run(&["check", "--fix", "--only", "DDL", "--severity", "info", "old.ogex"]);
    assert_eq!(run.status, 0, "{}\n{}", run.out, run.err);
    assert!(run.out.contains("repaired: old.ogex: write `uint16` (2 times)"), "{}", run.out);
    assert_eq!(folder.read("old.ogex"), OLD.replace("unsigned_int16", "uint16"));
    let again = folder.run(&["check", "--fix", "--only", "DDL", "old.ogex"]);
    assert!(!again.out.contains("repaired"), "{}", again.out);
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["old.ogex"], "nothing is left beside the file");
}

#[test]
fn fix_keeps_the_encoding() {
    let folder = Folder::new();
    let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<World><WorldInfo title=\"Stra\u{DF}e\"/><children/></World>\n";
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    folder.put("street.xvrml", &latin);
    let run = folder.run(&["check", "--fix", "street.xvrml"]);
    assert_eq!(run.status, 0, "{}", run.out);
    let bytes = std::fs::read(folder.path().join("street.xvrml")).unwrap();
    assert!(bytes.contains(&0xDF) && bytes.len() > latin.len(), "{}", String::from_utf8_lossy(&bytes));
}

#[cfg(unix)]
#[test]
fn fix_that_cannot_be_written_is_status_4() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.put("locked/old.ogex", OLD);
    let locked = folder.path().join("locked");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o555)).unwrap();
    // A superuser may write anywhere; then there is nothing to test.
    let can_write = std::fs::write(locked.join("probe"), "").is_ok();
    let run = folder.run(&["check", "--fix", "locked/old.ogex"]);
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o755)).unwrap();
    if !can_write {
        assert_eq!(run.status, 4, "{}", run.out);
        assert_eq!(folder.read("locked/old.ogex"), OLD);
    }
}

#[test]
fn folders_are_searched_sorted_and_links_do_not_loop() {
    let folder = Folder::new();
    for name in ["b/two.XVRML", "a/one.xwrl", "a/.hidden/no.xvrml", "a/notes.txt"] {
        folder.put(name, WORLD);
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", folder.path().join("a/loop")).unwrap();
    let report = json(&folder.run(&["check", "--format", "json", "."]).out);
    let paths: Vec<_> = report["files"].as_array().unwrap().iter().map(|f| f["path"].as_str().unwrap()).collect();
    assert_eq!(paths.len(), 2, "{paths:?}");
    assert!(paths[0].ends_with("one.xwrl") && paths[1].ends_with("two.XVRML"), "{paths:?}");
}

#[test]
fn standard_input_is_a_file_too() {
    let folder = Folder::new();
    let run = folder.run_with(&["check", "-"], BROKEN.as_bytes());
    assert_eq!(run.status, 1);
    assert!(run.out.contains("--> <stdin>:2:11"), "{}", run.out);
}

#[test]
fn a_hundred_files_come_out_in_order() {
    let folder = Folder::new();
    for i in 0..100 {
        let text = if i % 3 == 0 { BROKEN.to_owned() } else { BROKEN.replace("<bogus/>", "") };
        folder.put(&format!("{i:03}.dae"), text);
    }
    let report = json(&folder.run(&["check", "--format", "json", "."]).out);
    let paths: Vec<_> = report["files"].as_array().unwrap().iter().map(|f| f["path"].as_str().unwrap()).collect();
    let mut sorted = paths.clone();
    sorted.sort_unstable();
    assert_eq!(paths, sorted);
    assert_eq!(report["summary"]["errors"], 34);
}

#[test]
fn limits_can_be_lowered() {
    let folder = Folder::new();
    let nested = "<children><Group>".repeat(30) + &"</Group></children>".repeat(30);
    folder.put("deep.xvrml", format!("<World xmlns=\"http://www.xvrml.net/schemas/core\">{nested}</World>"));
    let run = folder.run(&["check", "--max-depth", "10", "deep.xvrml"]);
    assert_eq!(run.status, 1, "{}", run.out);
    let few = folder.run(&["check", "--max-findings", "0", "--format", "json", "deep.xvrml"]);
    assert_eq!(few.status, 1, "findings that were not kept are not forgotten: {}", few.out);
    assert_eq!(json(&few.out)["files"][0]["verdict"], "invalid");
}

#[test]
fn a_line_of_megabytes_is_not_printed() {
    let folder = Folder::new();
    let numbers = "0.5 ".repeat(500_000);
    let world = format!(
        "<World xmlns=\"http://www.xvrml.net/schemas/core\"><children><Shape><geometry><PointSet><coord>{numbers}x {numbers}\
         </coord></PointSet></geometry></Shape></children></World>"
    );
    folder.put("long.xvrml", world);
    let run = folder.run(&["check", "long.xvrml"]);
    assert_eq!(run.status, 1);
    assert!(run.out.len() < 5000, "{} bytes", run.out.len());
    assert!(run.out.lines().all(|l| l.chars().count() < 400));
}

#[test]
fn examples_are_clean_and_in_canonical_layout() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let folder = Folder::new();
    let run = folder.run(&["check", "--severity", "info", examples]);
    assert_eq!(run.status, 0, "{}", run.out);
    let run = folder.run(&["fmt", "--check", examples]);
    assert_eq!(run.status, 0, "{}", run.out);
}

#[test]
fn folders_stand_for_all_that_can_be_read() {
    let folder = Folder::new();
    let stl = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n";
    let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let read = ["a.dae", "b.gltf", "c/d.OBJ", "e.stl", "f.xvrml"];
    for (name, text) in read.iter().zip([SOUND, r#"{"asset": {"version": "2.0"}}"#, obj, stl, WORLD]) {
        folder.put(&format!("in/{name}"), text);
    }
    for other in ["a.png", "d.mtl", "notes.txt", ".hidden.obj"] {
        folder.put(&format!("in/{other}"), "no model");
    }
    let run = folder.run(&["check", "--format", "json", "in"]);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let paths: Vec<&str> = json["files"].as_array().unwrap().iter().map(|f| f["path"].as_str().unwrap()).collect();
    assert_eq!((paths, run.status), (read.map(|name| format!("in/{name}")).iter().map(String::as_str).collect(), 0));
    assert_eq!(folder.run(&["info", "--json", "in"]).out.lines().count(), read.len());
    assert_eq!(folder.run(&["check", "--fix", "in"]).status, 0);
    assert_eq!((folder.read("in/c/d.OBJ"), folder.read("in/e.stl")), (obj.to_owned(), stl.to_owned()));
    // What cannot be laid out is nobody's fault in a folder.
    let run = folder.run(&["fmt", "--write", "in"]);
    assert_eq!((run.status, folder.read("in/c/d.OBJ").as_str()), (0, obj));
    assert!(run.err.lines().all(|line| line.starts_with("wrote in/")), "{}", run.err);
}
