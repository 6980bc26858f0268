//! Reports as people and programs get them.

use portolan::renderings::{Style, render, sarif, text};
use portolan::{FileReport, Selection, Source};
use serde_json::Value;

fn shown(name: &str, document: &str) -> String {
    let report = crate::common::checked(Source::from_text(name, document));
    let file = FileReport::new(name, report.map_err(Into::into), &Selection::default());
    render(&text::RENDERING, &[file], &Style::default())
}

#[test]
fn a_finding_shows_line_caret_path_and_repeats() {
    let document = "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n\t<asset>\n\t\t<bogus/>\n\t\t\
                    <bogus/>\n\t\t<created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified></asset>\n</COLLADA>\n";
    let shown = shown("d.dae", document);
    let expected = "  --> d.dae:3:4\n   |\n 3 |         <bogus/>\n   |          ^^^^^\n   = in: COLLADA/asset/bogus[1]\n   \
                    = found: 2 times; also at 4:4\n";
    assert!(shown.starts_with("error[SCH001] unknown-element: "), "{shown}");
    assert!(shown.contains(expected), "{shown}");
    assert!(shown.ends_with("2 errors in 1 file\n"), "{shown}");
}

#[test]
fn other_places_are_told() {
    let document = "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n<asset>\
                    <created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified></asset>\n\
                    <library_nodes><node id=\"a\"/>\n<node id=\"a\"/></library_nodes></COLLADA>";
    let shown = shown("d.dae", document);
    assert!(shown.contains("--> d.dae:4:11\n"), "{shown}");
    assert!(shown.contains("= see: line 3, column 16: first given here\n"), "{shown}");
    assert!(shown.contains("= help: "), "{shown}");
}

#[test]
fn control_characters_of_a_document_never_reach_the_terminal() {
    let shown = shown("a\u{1b}[31m.xvrml", "<World xmlns=\"http://www.xvrml.net/schemas/core\"><\u{1b}[2J/></World>");
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
}

#[test]
fn unreadable_files_and_clean_ones_have_their_lines() {
    let unreadable = shown("x.bin", "garbage");
    assert!(unreadable.starts_with("error[IO002] unknown-format: unknown file format\n  --> x.bin\n"), "{unreadable}");
    assert!(unreadable.ends_with("\n1 unreadable in 1 file\n"), "{unreadable}");
    let clean = shown("w.xvrml", "<World xmlns=\"http://www.xvrml.net/schemas/core\"><children/></World>");
    assert_eq!(clean, "no findings in 1 file\n");
}

/// Every rule that a run can report is listed, and a result points at its own one, whatever the format.
#[test]
fn sarif_results_point_at_their_rules() {
    let style = Style { codes: portolan::all_codes(), ..Style::default() };
    let documents = [
        ("a.gltf", r#"{"asset": {"version": "2.0"}, "scene": 3}"#),
        ("a.obj", "f 1 2 3\n"),
        (
            "a.dae",
            "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"><bogus/></COLLADA>",
        ),
        ("a.ogex", "Metric {"),
    ];
    for (name, document) in documents {
        let report = crate::common::checked(Source::from_text(name, document));
        let file = FileReport::new(name, report.map_err(Into::into), &Selection::default());
        let text = render(&sarif::RENDERING, &[file], &style);
        let run: Value = serde_json::from_str(&text).unwrap();
        let run = &run["runs"][0];
        let results = run["results"].as_array().unwrap();
        assert!(!results.is_empty(), "{name}");
        for result in results {
            let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
            assert_eq!(rule["id"], result["ruleId"], "{name}");
        }
    }
}
