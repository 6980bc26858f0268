//! The suite of annotated fixtures under `tests/suite`.
//!
//! A fixture carries its expectations on the lines they concern: `<!--~ SEM101 text of the message -->` in XML,
//! `//~ DDL004 text` in OpenDDL, where several may stand on a line. `~^` speaks of the line above, `~^^` of the one
//! before. The text must be contained in the message. A fixture without expectations must come out clean. `UPDATE=1`
//! writes what was found behind the lines.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use portolan::{OpenOptions, Report};
use portolan_syntax::Source;

fn suite() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite")
}

fn fixtures() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![suite()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the suite folder is there") {
            let path = entry.expect("an entry").path();
            match path.extension().and_then(|e| e.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("dae" | "ogex" | "xvrml" | "xwrl" | "xml") => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Clone)]
struct Expectation {
    line: u32,
    code: String,
    text: String,
}

fn expectations(text: &str) -> Vec<Expectation> {
    let mut found = Vec::new();
    for (number, line) in (1u32..).zip(text.split('\n')) {
        let mut rest = line;
        while let Some((at, xml)) = next_mark(rest) {
            let behind = &rest[at..];
            let (body, after) = match behind.find(if xml { "-->" } else { "//~" }) {
                Some(end) => behind.split_at(end),
                None => (behind, ""),
            };
            let up = body.chars().take_while(|c| *c == '^').count();
            let body = body[up..].trim();
            let (code, text) = body.split_once(' ').unwrap_or((body, ""));
            found.push(Expectation { line: number - up as u32, code: code.into(), text: text.trim().into() });
            rest = after;
        }
    }
    found
}

fn next_mark(line: &str) -> Option<(usize, bool)> {
    let xml = line.find("<!--~").map(|i| (i + 5, true));
    let ddl = line.find("//~").map(|i| (i + 3, false));
    xml.or(ddl)
}

fn run(path: &Path) -> Report {
    let bytes = std::fs::read(path).expect("the fixture is readable");
    run_bytes(path, bytes).expect("the fixture is text")
}

fn run_bytes(path: &Path, bytes: Vec<u8>) -> Option<Report> {
    let limits = portolan::Limits::default();
    let source = Source::new(path.display().to_string(), bytes, None, &limits).expect("within limits");
    // A mangled file may not show its format any more, or look like that of another; it still must not harm.
    let format = portolan::detect(&path.display().to_string(), source.bytes()).filter(|f| f.table.is_some());
    let options = OpenOptions::new().with(|c| {
        (c.format, c.thorough) = (Some(format.unwrap_or(portolan::formats()[0])), true);
    });
    let report = options.open_source(source).ok()?.report().ok()?;
    Some(Report::clone(&report))
}

#[test]
fn fixtures_find_what_they_say() {
    let mut failures = Vec::new();
    let mut cases = 0;
    for path in fixtures() {
        cases += 1;
        let report = run(&path);
        let source = report.tree().source();
        let mut expected = expectations(source.text());
        let mut unexpected = Vec::new();
        for finding in &report.findings {
            let line = source.place(finding.span.start).line;
            let hit = expected
                .iter()
                .position(|e| e.line == line && e.code == finding.code.id && finding.message.contains(&e.text));
            match hit {
                Some(i) => drop(expected.remove(i)),
                None => unexpected.push(format!("  line {line}: found {} {}", finding.code.id, finding.message)),
            }
        }
        if expected.is_empty() && unexpected.is_empty() {
            continue;
        }
        if std::env::var_os("UPDATE").is_some() {
            update(&path, &report);
            continue;
        }
        let shown = path.strip_prefix(suite()).unwrap_or(&path).display().to_string();
        let missing = expected.iter().map(|e| format!("  line {}: expected {} {}", e.line, e.code, e.text));
        failures.push(format!("{shown}\n{}", unexpected.into_iter().chain(missing).collect::<Vec<_>>().join("\n")));
    }
    assert!(cases > 0, "there are fixtures");
    assert!(failures.is_empty(), "{} of {cases} fixtures fail:\n{}", failures.len(), failures.join("\n"));
}

/// Rewrites the expectations of a fixture to what was found.
fn update(path: &Path, report: &Report) {
    let source = report.tree().source();
    let xml = report.format.id != "opengex";
    let mut lines: Vec<String> = source
        .text()
        .split('\n')
        .map(|line| match next_mark(line) {
            Some((at, _)) => line[..at - if xml { 5 } else { 3 }].trim_end().to_owned(),
            None => line.to_owned(),
        })
        .collect();
    for finding in &report.findings {
        let line = source.place(finding.span.start).line as usize - 1;
        let message = &finding.message;
        let note = if xml {
            format!(" <!--~ {} {} -->", finding.code.id, message.replace("--", "- -"))
        } else {
            format!(" //~ {} {message}", finding.code.id)
        };
        lines[line].push_str(&note);
    }
    std::fs::write(path, lines.join("\n")).expect("the fixture is writable");
}

#[test]
fn every_fixture_prints_back_however_mangled() {
    for path in fixtures() {
        let bytes = std::fs::read(&path).expect("the fixture is readable");
        assert_eq!(run(&path).tree().print(), bytes, "{}", path.display());
        // A stride that is prime meets every kind of place over the whole suite.
        for cut in (0..bytes.len()).step_by(97) {
            let part = bytes[..cut].to_vec();
            let Some(report) = run_bytes(&path, part.clone()) else { continue };
            assert_eq!(report.tree().print(), part, "{} cut at {cut}", path.display());
        }
        for (at, flip) in
            (0..bytes.len()).step_by(101).zip([b'<', b'{', b'"', 0, 0xFF, b'>', b'}', b'&', b'#', b'9'].iter().cycle())
        {
            let mut flipped = bytes.clone();
            flipped[at] = *flip;
            let Some(report) = run_bytes(&path, flipped.clone()) else { continue };
            let printed = report.tree().print();
            assert_eq!(printed, flipped, "{} flipped at {at}", path.display());
        }
    }
}

#[test]
fn every_rule_has_documentation_and_a_failing_fixture() {
    let shown: BTreeSet<String> = fixtures()
        .iter()
        .filter_map(|p| std::fs::read(p).ok())
        .flat_map(|b| expectations(&String::from_utf8_lossy(&b)))
        .map(|e| e.code)
        .collect();
    let mut lacking = Vec::new();
    for rule in portolan::formats().into_iter().flat_map(|f| f.rules).copied().flatten() {
        if !shown.contains(rule.code.id) {
            lacking.push(format!("{} {} has no failing fixture", rule.code.id, rule.code.name));
        }
        if !rule.code.doc.trim_start().starts_with(char::is_uppercase) {
            lacking.push(format!("{} {} has no documentation", rule.code.id, rule.code.name));
        }
    }
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
}

#[test]
fn codes_are_unique_and_well_formed() {
    let codes = portolan::all_codes();
    for pair in codes.windows(2) {
        assert_ne!(pair[0].id, pair[1].id);
    }
    let mut names: Vec<_> = codes.iter().map(|c| (c.name, c.id)).collect();
    names.sort();
    for pair in names.windows(2) {
        assert_ne!(pair[0].0, pair[1].0, "{} and {} have one name", pair[0].1, pair[1].1);
    }
    for code in codes {
        let (stage, number) = code.id.split_at(code.id.len() - 3);
        assert!(number.bytes().all(|b| b.is_ascii_digit()), "{}", code.id);
        assert!(stage.bytes().all(|b| b.is_ascii_uppercase()), "{}", code.id);
        assert!(code.name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{}", code.name);
    }
}
