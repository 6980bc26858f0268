//! Large documents whose lists of numbers stay in the file mean the same, and are told the same of.

#![allow(clippy::unwrap_used, missing_docs)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use portolan::convert::to;
use portolan::{Checker, Conversion, OpenOptions};

const SIDE: usize = 260;

/// Positions and normals of a wavy grid, and its triangles, a row a line.
fn document(line_end: &str) -> String {
    let mut out = String::from(
        r#"<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><created>2026-01-01T00:00:00Z</created>
<modified>2026-01-01T00:00:00Z</modified></asset><library_geometries><geometry id="g"><mesh>"#,
    );
    let count = SIDE * SIDE;
    for id in ["p", "n"] {
        write!(out, "<source id=\"{id}\"><float_array id=\"{id}a\" count=\"{}\">", 3 * count).unwrap();
        for i in 0..count {
            let (x, y) = ((i % SIDE) as f64, (i / SIDE) as f64);
            match id {
                "p" => write!(out, "{:.4} {:.4} {:.7}", x * 1.25, y * 0.75, (x * 0.1).sin() * (y * 0.3).cos()).unwrap(),
                _ => write!(out, "{:.5} 0 1e0", (x * 0.1).cos()).unwrap(),
            }
            out.push_str(line_end);
        }
        writeln!(
            out,
            "</float_array><technique_common><accessor source=\"#{id}a\" count=\"{count}\" stride=\"3\"><param name=\"X\" type=\"float\"/>\
             <param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source>"
        )
        .unwrap();
    }
    let side = SIDE - 1;
    write!(
        out,
        "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><triangles count=\"{}\"><input semantic=\"VERTEX\" \
         source=\"#v\" offset=\"0\"/><input semantic=\"NORMAL\" source=\"#n\" offset=\"1\"/><p>",
        side * side * 2
    )
    .unwrap();
    for i in (0..side * side).map(|i| i / side * SIDE + i % side) {
        let (a, b, c, d) = (i, i + 1, i + SIDE, i + SIDE + 1);
        write!(out, "{a} {a} {b} {b} {c} {c} {b} {b} {d} {d} {c} {c}{line_end}").unwrap();
    }
    out.push_str(
        "</p></triangles></mesh><extra><technique profile=\"x\"><note>kept</note></technique></extra></geometry></library_geometries>\n\
         <library_visual_scenes><visual_scene id=\"s\"><node id=\"n1\"><instance_geometry url=\"#g\"/></node></visual_scene>\
         </library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>\n",
    );
    out
}

/// A file that is gone at the end.
struct Written(PathBuf);

impl Written {
    fn new(name: &str, text: &str) -> Written {
        let path = std::env::temp_dir().join(format!("portolan-leave-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Written(path)
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn options(leave_numbers: bool) -> OpenOptions {
    OpenOptions::new().with(|o| o.leave_numbers = leave_numbers)
}

fn converted(path: &Path, leave_numbers: bool, writer: &'static portolan::convert::Writer) -> (Vec<u8>, Vec<String>) {
    let file = options(leave_numbers).open(path).unwrap();
    assert_eq!(file.tree().unwrap().source().is_partial(), leave_numbers);
    let converted = file.convert(&Conversion::to(writer)).unwrap();
    let losses = converted.losses.iter().map(|loss| format!("{} {}", loss.code.id, loss.message));
    (converted.files.into_iter().next().unwrap().1, losses.collect())
}

/// Codes, places and sentences of what is found.
fn found(path: &Path, leave_numbers: bool) -> Vec<String> {
    let report = Checker::new(options(leave_numbers)).read(&path.to_string_lossy()).unwrap();
    let told = |finding: &portolan::Finding| {
        let place = report.tree().source().place(finding.span.start);
        let bytes = report.tree().source().original_offsets(&[finding.span.start]);
        format!("{} {}:{} {:?} {}", finding.code.id, place.line, place.column, bytes, finding.message)
    };
    report.findings.iter().map(told).collect()
}

#[test]
fn the_scene_is_the_same() {
    for (name, line_end) in [("spaces.dae", " "), ("lines.dae", "\n"), ("crlf.dae", "\r\n"), ("cr.dae", "\r")] {
        let file = Written::new(name, &document(line_end));
        assert!(std::fs::metadata(&file.0).unwrap().len() > 4 << 20);
        assert!(converted(&file.0, true, &to::GLB) == converted(&file.0, false, &to::GLB), "{name}");
        let report = found(&file.0, true);
        assert_eq!(report, found(&file.0, false), "{name}");
    }
}

/// A document that keeps its format is copied with all its numbers, and may be edited on the way.
#[test]
fn what_keeps_its_format_is_copied() {
    let text = document("\n");
    let file = Written::new("copied.dae", &text);
    assert!(converted(&file.0, true, &to::DAE).0 == text.as_bytes());
    let newer = Conversion::to(&to::DAE).with(|c| c.version = Some("1.5.0".into()));
    let convert = |leave| options(leave).open(&file.0).unwrap().convert(&newer).unwrap().files;
    assert!(convert(true) == convert(false));
}

/// Faults before, in and behind what was left out have the same places.
#[test]
fn findings_are_the_same() {
    let text = document("\n");
    let behind = text.replacen("<extra>", "<extra><unknown url='#none'/>", 1).replacen("<mesh>", "<mesh bad=''>", 1);
    let wrong_word = {
        let at = text.find("<p>").unwrap() + 300_000;
        let at = at + text[at..].find('\n').unwrap() + 1;
        format!("{}x{}", &text[..at], &text[at..])
    };
    let too_few = text.replacen("<triangles count=\"", "<triangles count=\"9", 1);
    for (name, text) in [("behind.dae", behind), ("word.dae", wrong_word), ("few.dae", too_few)] {
        let file = Written::new(name, &text);
        let told = found(&file.0, true);
        assert!(!told.is_empty() && told == found(&file.0, false), "{name}: {told:#?}");
    }
    // An index out of range, and a decimal among indices, stand in a stretch of plain numbers.
    let place = text.find("<p>").unwrap() + 300_000;
    let place = place + text[place..].find('\n').unwrap() + 1;
    for (name, word, says) in
        [("range.dae", "99999999", "99999999"), ("decimal.dae", "1.5", "`1.5`"), ("minus.dae", "-7", "`-7`")]
    {
        let end = place + text[place..].find(' ').unwrap();
        let file = Written::new(name, &format!("{}{word}{}", &text[..place], &text[end..]));
        assert_eq!(found(&file.0, true), found(&file.0, false), "{name}");
        assert!(found(&file.0, true).iter().any(|told| told.contains(says)), "{name}: {:#?}", found(&file.0, true));
    }
}

/// Text that nobody reads as numbers is not left out.
#[test]
fn other_text_is_read_as_a_whole() {
    let numbers = "12345 ".repeat(900_000);
    let text = document(" ");
    for (name, text) in [
        ("comment.dae", text.replacen("<extra>", &format!("<!-- {numbers} --><extra>"), 1)),
        ("extra.dae", text.replacen("kept", &numbers, 1)),
        ("attribute.dae", text.replacen("<note>", &format!("<note n='{numbers}'>"), 1)),
        ("old.dae", text.replacen("version=\"1.4.1\"", "version=\"1.3.0\"", 1)),
    ] {
        let file = Written::new(name, &text);
        let opened = options(true).open(&file.0).unwrap();
        assert!(!opened.tree().unwrap().source().is_partial(), "{name}");
        assert_eq!(opened.tree().unwrap().source().text(), text, "{name}");
    }
}

#[test]
fn a_file_that_changes_is_an_error() {
    let text = document(" ");
    let file = Written::new("changes.dae", &text);
    let opened = options(true).open(&file.0).unwrap();
    std::fs::write(&file.0, text.replace("1.25", "x")).unwrap();
    let why = opened.scene().map(|_| ()).unwrap_err().to_string();
    assert!(why.contains("changed while it was read"), "{why}");
    let opened = options(true).open(&file.0).unwrap();
    std::fs::write(&file.0, "").unwrap();
    assert!(opened.convert(&Conversion::to(&to::GLB)).is_err());
}
