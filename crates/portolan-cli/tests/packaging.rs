//! Files for other programs name the formats that are read.

use std::collections::BTreeSet;

/// Formats that other programs read themselves.
const ELSEWHERE: [&str; 3] = ["gltf", "obj", "stl"];

fn file(path: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/");
    std::fs::read_to_string(format!("{root}{path}")).unwrap()
}

/// Extensions of documents and archives.
fn extensions() -> BTreeSet<String> {
    let formats = portolan::formats().into_iter().filter(|f| !ELSEWHERE.contains(&f.id));
    let known = formats.flat_map(|f| f.extensions.iter().map(|e| (*e).to_owned()));
    known.chain(["zae".to_owned(), "kmz".to_owned()]).collect()
}

/// What stands between two pieces of text, everywhere.
fn between<'a>(text: &'a str, start: &str, end: &str) -> BTreeSet<&'a str> {
    text.split(start).skip(1).filter_map(|rest| Some(rest.split_once(end)?.0)).collect()
}

#[test]
fn the_plugin_for_godot_imports_what_is_read() {
    let script = file("godot/addons/portolan/importer.gd");
    let list = *between(&script, "EXTENSIONS: Array[String] = [", "]").first().unwrap();
    let named: BTreeSet<String> = list.split(',').map(|e| e.trim().trim_matches('"').to_owned()).collect();
    assert_eq!(named, extensions());
}

#[test]
fn file_managers_know_what_is_read() {
    let types = file("linux/portolan.xml");
    let mut named: BTreeSet<String> =
        between(&types, "<glob pattern=\"*.", "\"/>").into_iter().map(str::to_owned).collect();
    // Its type is one of the system.
    named.insert("kmz".to_owned());
    assert_eq!(named, extensions());
    let thumbnails = file("linux/portolan.thumbnailer");
    let drawn: BTreeSet<&str> =
        thumbnails.lines().find_map(|l| l.strip_prefix("MimeType=")).unwrap().split(';').collect();
    for kind in between(&types, "<mime-type type=\"", "\"") {
        assert!(drawn.contains(kind), "{kind}");
    }
}

#[test]
fn hooks_take_what_is_checked() {
    use portolan::gather::Wanted;
    let hooks = file("../.pre-commit-hooks.yaml");
    let first = *between(&hooks, "files: '\\.(", ")$'").iter().max_by_key(|list| list.len()).unwrap();
    let taken: BTreeSet<&str> = first.split('|').collect();
    assert_eq!(taken, Wanted::Editable.extensions().collect());
}
