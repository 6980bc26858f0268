//! The library as its users see it.

use portolan::layout::{Layout, Refusal, lay_out};
use portolan::{Checker, Memory, OpenOptions, Source, Verdict};

fn memory(name: &str, text: &str) -> Memory {
    Memory::new().with(name, text)
}

#[test]
fn documents_come_from_wherever_the_caller_says() {
    let memory = memory("w.xvrml", "<World xmlns=\"http://www.xvrml.net/schemas/core\"><children/></World>");
    let checker = Checker::new(OpenOptions::within(memory.clone()));
    assert_eq!(checker.check("w.xvrml").verdict, Verdict::Valid);
    let missing = checker.check("other.xvrml");
    assert_eq!(missing.verdict, Verdict::Unreadable);
    assert_eq!(missing.outcome.unwrap_err().code.id, "IO001");
}

#[test]
fn opening_a_file_that_is_not_there_is_an_error_with_a_code() {
    assert_eq!(portolan::open("no/such/file.dae").unwrap_err().code().unwrap().id, "IO001");
}

#[test]
fn repairing_gives_new_bytes_and_a_clean_report() {
    let memory = memory("w.xvrml", "<World>\n  <children/>\n</World>");
    let repair = Checker::new(OpenOptions::within(memory.clone())).repair("w.xvrml");
    assert_eq!(repair.file.verdict, Verdict::Valid);
    assert_eq!(repair.file.repaired, [("add the namespace".to_owned(), 1)]);
    let expected = "<World xmlns=\"http://www.xvrml.net/schemas/core\">\n  <children/>\n</World>";
    assert_eq!(String::from_utf8(repair.document).unwrap(), expected);
}

#[test]
fn classic_worlds_are_repaired_by_words_and_never_by_markup() {
    // A field and a node that are misspelt, numbers that are no numbers, a list that is too short, an empty group.
    let text = "#VRML V2.0 utf8\nTransfrom { trnslation 0 0 x children [ Shape { geometry Box { size 1 2 } } ] }\n\
                DEF T TimeSensor { loop 1 cycleInterval 1,5 startTime yes }\nViewpoint { fieldOfView 9 } ROUTE T TO T\nFog { fogType LINEAR }";
    let memory = memory("w.wrl", text);
    let repair = Checker::new(OpenOptions::within(memory)).repair("w.wrl");
    let after = String::from_utf8(repair.document).unwrap();
    assert!(!after.contains(['<', '>', '=']), "{after}");
    assert_eq!(after.matches(['{', '}', '[', ']']).count(), text.matches(['{', '}', '[', ']']).count(), "{after}");
}

#[test]
fn nothing_to_repair_changes_nothing() {
    let root = "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"><asset>\
                <created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified></asset><bogus/></COLLADA>";
    let memory = memory("w.dae", root);
    let repair = Checker::new(OpenOptions::within(memory.clone())).repair("w.dae");
    assert!(!repair.changed);
    assert_eq!(repair.document, root.as_bytes());
    assert_eq!(repair.file.verdict, Verdict::Invalid);
}

fn laid_out(name: &str, text: &str) -> Result<String, Refusal> {
    let report = crate::common::checked(Source::from_text(name, text)).unwrap();
    lay_out(&report, &Layout::default()).map(|bytes| String::from_utf8(bytes).unwrap())
}

#[test]
fn classic_worlds_are_indented_by_their_brackets() {
    let text = "#VRML V2.0 utf8\n\n\n\nShape{ geometry IndexedFaceSet {   # faces\r\n\
                coord   Coordinate { point [\n0 0  0,\n   1 0 0 # the second\n\t] }\n\n} }\nText { string \"a\n  b\" }  ";
    let out = laid_out("a.wrl", text).unwrap();
    let expected = "#VRML V2.0 utf8\n\nShape{ geometry IndexedFaceSet { # faces\n  coord Coordinate { point [\n    \
                    0 0  0,\n    1 0 0 # the second\n  ] }\n} }\nText { string \"a\n  b\" }\n";
    assert_eq!(out, expected);
    assert_eq!(laid_out("a.wrl", &out).unwrap(), expected);
    let report =
        crate::common::checked(Source::from_text("a.wrl", "#VRML V2.0 utf8\nA { x [ 1,2 , 3 4 5\n6 ] }")).unwrap();
    let wrapped = lay_out(&report, &Layout::default().with(|l| l.wrap = Some(12))).unwrap();
    assert_eq!(String::from_utf8(wrapped).unwrap(), "#VRML V2.0 utf8\nA { x [ 1, 2,\n  3 4 5 6 ] }\n");
}

#[test]
fn layout_leaves_what_may_mean_something() {
    let head = "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">";
    let technique =
        "<technique profile=\"X\"><p><b>x</b> <i>y</i></p> <!-- c --><q xml:space=\"preserve\"> <r/> </q></technique>";
    let text = format!(
        "{head}<asset><contributor><comments> a\n  b </comments></contributor></asset><extra>{technique}</extra></COLLADA>"
    );
    let out = laid_out("a.dae", &text).unwrap();
    assert!(out.contains("<comments> a\n  b </comments>"), "{out}");
    assert!(out.contains(technique), "{out}");
    assert!(out.contains("\n  <extra>\n    <technique"), "{out}");
    assert_eq!(laid_out("a.dae", &out).unwrap(), out);
}

#[test]
fn layout_keeps_entities_and_cdata() {
    let text = "<!DOCTYPE World [<!ENTITY g \"<Group><children/></Group>\">]>\n<World xmlns=\"http://www.xvrml.net/schemas/core\">\
                <WorldInfo><info><![CDATA[ <raw> ]]></info></WorldInfo><children>&g;<Group><children/></Group></children></World>";
    let out = laid_out("a.xvrml", text).unwrap();
    assert!(out.contains("<info><![CDATA[ <raw> ]]></info>"), "{out}");
    assert!(out.contains("<children>&g;<Group><children/></Group></children>"), "{out}");
}

#[test]
fn layout_breaks_long_tags() {
    let values = "0.123456789 0.123456789 0.123456789 0.123456789";
    let text = format!(
        "<World xmlns=\"http://www.xvrml.net/schemas/core\"><children><Transform name=\"a\" rotation=\"{values}\" \
         scaleOrientation=\"{values}\"><children/></Transform></children></World>"
    );
    let out = laid_out("a.xvrml", &text).unwrap();
    let expected = format!(
        "\n    <Transform\n        name=\"a\"\n        rotation=\"{values}\"\n        scaleOrientation=\"{values}\">\n      <children/>\n"
    );
    assert!(out.contains(&expected), "{out}");
    assert_eq!(laid_out("a.xvrml", &out).unwrap(), out);
}

#[test]
fn layout_of_opengex_keeps_lines_of_data_and_comments() {
    let text = "// head\nNode   %a{ /* in */ Transform { float[16]\n{ {1,0,0,0,\n0,1,0,0, // second\n0,0,1,0,\n0,0,0,1}\n}\n}\n}";
    let out = laid_out("a.ogex", text).unwrap();
    let expected = "// head\nNode %a { /* in */\n  Transform {\n    float[16] {\n      {1,0,0,0,\n        0,1,0,0, // second\n        0,0,1,0,\n        \
                    0,0,0,1}\n    }\n  }\n}\n";
    assert_eq!(out, expected);
    assert_eq!(laid_out("a.ogex", &out).unwrap(), out);
}

#[test]
fn what_is_not_well_formed_is_not_laid_out() {
    let refused = laid_out("a.xvrml", "<World xmlns=\"http://www.xvrml.net/schemas/core\"><children></World>");
    assert!(matches!(refused, Err(Refusal::NotWellFormed { line: 1, .. })), "{refused:?}");
}

#[test]
fn every_entry_of_the_manual_can_be_described() {
    let mut described = 0;
    for entry in portolan::manual::entries() {
        let description = portolan::manual::describe(entry);
        assert!(!description.versions.is_empty(), "{}", description.path);
        described += usize::from(!description.to_json()["path"].as_str().unwrap().is_empty());
    }
    assert!(described > 500, "{described}");
}
