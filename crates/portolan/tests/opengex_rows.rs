//! Every row of the OpenGEX table is exercised by the suite, in a right and in a wrong way.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use portolan::Report;
use portolan_schema::bind::Bind;
use portolan_schema::tables::opengex::SCHEMA;
use portolan_schema::{Content, Type, Value};
use portolan_syntax::tree::AttrKind;
use portolan_syntax::{Node, Source, Span, ddl};

fn fixtures() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite/opengex")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder is there").flatten() {
            if entry.path().is_dir() { folders.push(entry.path()) } else { found.push(entry.path()) }
        }
    }
    found
}

/// What the fixtures have shown: facts such as `Mesh.lod right`.
#[derive(Default)]
struct Shown(BTreeSet<String>);

impl Shown {
    fn add(&mut self, fact: String) {
        self.0.insert(fact);
    }
}

/// All places of findings of some codes.
fn places(report: &Report, codes: &[&str]) -> Vec<Span> {
    let found = report.findings.iter().filter(|f| codes.contains(&f.code.id));
    found.flat_map(|f| std::iter::once(f.span).chain(f.more.iter().map(|(span, _)| *span))).collect()
}

fn messages<'r>(report: &'r Report, code: &str) -> Vec<(Span, &'r str)> {
    let found = report.findings.iter().filter(|f| f.code.id == code);
    found
        .flat_map(|f| {
            std::iter::once(f.span).chain(f.more.iter().map(|(s, _)| *s)).map(move |s| (s, f.message.as_str()))
        })
        .collect()
}

fn look(report: &Report, shown: &mut Shown) {
    let document = report.document().unwrap();
    let wrong_values = places(report, &["SCH007", "SCH008", "SCH014"]);
    let wrong_data = places(report, &["SCH001", "SCH009"]);
    let too_many = places(report, &["SCH003"]);
    let missing = messages(report, "SCH004");
    let no_property = messages(report, "SCH006");
    for node in document.tree.nodes().filter(|n| n.is_element()) {
        if let Bind::Data(row) = document.bound.bind(node.id()) {
            let parent = node.parent().map_or("", |p| document.path(p));
            shown.add(format!("{parent} data {row} right"));
        }
        if ddl::primitive_type(node.name().full).is_some() {
            let parent = node.parent().map_or("", |p| document.path(p));
            if wrong_data.contains(&node.name_span()) {
                shown.add(format!("{parent} data wrong"));
            }
            if too_many.contains(&node.name_span()) {
                shown.add(format!("{parent} data too many"));
            }
        }
        let Some(ty) = document.ty(node) else { continue };
        let path = ty.path;
        shown.add(format!("{path} there"));
        properties(document, node, ty, &wrong_values, shown);
        if too_many.contains(&node.name_span()) {
            let parent = node.parent().map_or("", |p| document.path(p));
            shown.add(format!("{parent}/{} too many", node.name().full));
        }
        for (_, message) in missing.iter().filter(|(span, _)| *span == node.name_span()) {
            shown.add(format!("{path}: {}", message.split_once(" is missing ").map_or("", |(_, what)| what)));
        }
        for (_, message) in no_property.iter().filter(|(span, _)| *span == node.name_span()) {
            shown.add(format!(
                "{path}: {}",
                message.split_once(" is missing its property ").map_or("", |(_, what)| what)
            ));
        }
    }
}

fn properties(document: &portolan::Document, node: Node<'_>, ty: &'static Type, wrong: &[Span], shown: &mut Shown) {
    for attr in node.attributes().filter(|a| a.kind() == AttrKind::Plain) {
        let name = attr.name().full;
        if wrong.contains(&attr.value_span()) || wrong.contains(&attr.span()) {
            shown.add(format!("{}.{name} wrong", ty.path));
        } else if document.bound.name(attr.name_id()).is_some_and(|id| document.bound.attribute(ty, id).is_some()) {
            shown.add(format!("{}.{name} right", ty.path));
            shown.add(format!("{}.{name} = {}", ty.path, attr.value()));
        }
    }
}

fn wanted() -> Vec<String> {
    let newest = SCHEMA.newest();
    let mut all = Vec::new();
    for ty in SCHEMA.types.iter().filter(|t| t.path != "*") {
        let path = ty.path;
        all.push(format!("{path} there"));
        for row in ty.attributes {
            let name = SCHEMA.name(row.name);
            all.push(format!("{path}.{name} right"));
            all.push(format!("{path}.{name} wrong"));
            if row.required {
                all.push(format!("{path}: `{name}`"));
            }
            if let Value::Enum(words) | Value::Open(words) = SCHEMA.value(row.text.value) {
                all.extend(words.iter().map(|(word, _)| format!("{path}.{name} = {word}")));
            }
        }
        if let Content::Bag(items) = ty.content {
            for item in items {
                for name in item.names.iter().map(|n| SCHEMA.name(*n)) {
                    if item.min > 0 {
                        all.push(format!("{path}: `{name}`"));
                    }
                    if item.max != u32::MAX {
                        all.push(format!("{path}/{name} too many"));
                    }
                }
            }
        }
        // Where versions differ, data is bound to the row of the newest.
        for (i, _) in ty.data.iter().enumerate().filter(|(_, d)| d.versions.contains(newest)) {
            all.push(format!("{path} data {i} right"));
        }
        if !ty.data.is_empty() {
            all.push(format!("{path} data wrong"));
            all.push(format!("{path} data too many"));
            all.push(format!("{path}: its data"));
        }
    }
    all
}

#[test]
fn every_row_of_the_table_has_a_right_and_a_wrong_fixture() {
    let mut shown = Shown::default();
    for path in fixtures() {
        let bytes = std::fs::read(&path).expect("the fixture is readable");
        let source =
            Source::new(path.display().to_string(), bytes, None, &portolan::Limits::default()).expect("within limits");
        if let Ok(report) = crate::common::checked(source) {
            look(&report, &mut shown);
        }
    }
    let fits = |fact: &String| match fact.strip_suffix(": its data") {
        Some(path) => shown.0.iter().any(|s| s.starts_with(&format!("{path}: its data,"))),
        None => shown.0.contains(fact),
    };
    let lacking: Vec<String> = wanted().into_iter().filter(|fact| !fits(fact)).collect();
    assert!(lacking.is_empty(), "{} facts are not shown:\n{}", lacking.len(), lacking.join("\n"));
}
