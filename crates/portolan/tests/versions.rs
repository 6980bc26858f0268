//! Kept COLLADA documents in other versions: valid there, and they mean the same.

use crate::common;
use crate::fixtures;

use portolan::compare::{Options, compare};
use portolan::convert::{Conversion, Converted, to};
use portolan::{Memory, OpenOptions};

fn kept(bytes: &[u8], version: Option<&str>) -> Option<Converted> {
    let files = Memory::new().with("a.dae", bytes.to_vec());
    let imported = OpenOptions::within(files.clone()).open("a.dae").ok()?;
    let conversion = Conversion::to(&to::DAE).with(|c| c.version = version.map(str::to_owned));
    Some(imported.convert(&conversion).unwrap())
}

fn errors(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let source = portolan_syntax::Source::from_text("a.dae", text);
    let Ok(report) = crate::common::checked(source) else {
        return vec!["it cannot be read".to_owned()];
    };
    let found = report.findings.iter().filter(|f| f.severity == portolan_syntax::Severity::Error);
    found.map(|f| format!("{} {}", f.code.id, f.message)).collect()
}

#[test]
fn every_fixture_is_valid_in_the_other_version_and_back() {
    let all = fixtures::fixtures(&fixtures::suite("collada"), "dae");
    assert!(all.len() > 100);
    let (mut wrong, mut judged) = (Vec::new(), 0);
    for path in all {
        let location = path.to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).unwrap();
        let Some(same) = kept(&bytes, None) else { continue };
        assert_eq!(same.files[0].1, bytes, "{location} is not kept");
        if !errors(&bytes).is_empty() {
            continue;
        }
        let files = Memory::new().with("a.dae", bytes.clone());
        let first = OpenOptions::within(files.clone()).open("a.dae").unwrap();
        let other = if first.version() == "1.5.0" { "1.4.1" } else { "1.5.0" };
        let there = kept(&bytes, Some(other)).unwrap().files.remove(0).1;
        let back = kept(&there, Some(first.version())).unwrap().files.remove(0).1;
        judged += 1;
        for (step, text) in [(other, &there), (first.version(), &back)] {
            wrong.extend(errors(text).into_iter().map(|e| format!("{location} in {step}: {e}")));
        }
        let files = Memory::new().with("a.dae", back);
        let last = OpenOptions::within(files.clone()).open("a.dae").unwrap();
        for difference in compare(first.scene().unwrap(), last.scene().unwrap(), &Options::default()) {
            wrong.push(format!("{location} back again: {difference}"));
        }
    }
    assert!(judged > 50, "only {judged} documents are valid");
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn other_documents_stay_and_are_told() {
    let main =
        common::old_document("<library_nodes><node id=\"n\"><instance_node url=\"b.dae#m\"/></node></library_nodes>");
    let other = common::old_document("<library_nodes><node id=\"m\"/></library_nodes>");
    let files = Memory::new().with("a.dae", main.into_bytes()).with("b.dae", other.into_bytes());
    let imported = OpenOptions::within(files.clone()).open("a.dae").unwrap();
    let conversion = Conversion::to(&to::DAE).with(|c| c.version = Some("1.5.0".into()));
    let converted = imported.convert(&conversion).unwrap();
    let told: Vec<&str> = converted.losses.iter().map(|l| l.code.id).collect();
    assert_eq!(told, ["CNV861"]);
    assert_eq!(converted.files.len(), 1);
}

#[test]
fn encodings_stay() {
    let text = common::old_document("<library_nodes><node id=\"n\" name=\"ä\"/></library_nodes>");
    let text =
        format!("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>{}", text.split_once("?>").map_or(&*text, |t| t.1));
    let bytes: Vec<u8> = text.chars().map(|c| c as u32 as u8).collect();
    let there = kept(&bytes, Some("1.5.0")).unwrap().files.remove(0).1;
    assert!(there.contains(&0xE4), "the letter is still one byte");
    assert_eq!(kept(&there, Some("1.4.1")).unwrap().files.remove(0).1, bytes);
}

#[test]
fn the_time_of_the_last_change_is_set_when_asked_for() {
    let asset = "<asset><created>2001-01-01T00:00:00Z</created><modified>2001-01-01T00:00:00Z</modified></asset>";
    let source = common::old_document("").replace("<asset/>", asset);
    let imported = common::import_with(&source, Memory::new());
    for rebuild in [false, true] {
        let conversion = Conversion::to(&to::DAE).with(|c| {
            c.touch = Some("2031-02-03T04:05:06Z".into());
            c.rebuild = rebuild;
        });
        let converted = imported.convert(&conversion).unwrap();
        let text = std::str::from_utf8(&converted.files[0].1).unwrap();
        assert!(text.contains("<modified>2031-02-03T04:05:06Z</modified>"), "{text}");
        assert!(!text.contains("<created>2031"), "{text}");
    }
}
