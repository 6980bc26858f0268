//! The examples of `portolan explain`: what is wrong gives its code, what is right does not.

use std::io::{Cursor, Write};

use portolan::convert::{Conversion, writers};
use portolan::{Checker, FileReport, Memory, OpenOptions, all_codes, examples, find_code};

/// Sound documents of COLLADA; an example takes the place of the element that begins like it.
const DOCUMENTS: [&str; 11] = [
    include_str!("explained/scene.dae"),
    include_str!("../../../tests/suite/collada/20-brep/clean-parameter-curve.dae"),
    include_str!("../../../tests/suite/collada/20-brep/clean-nurbs.dae"),
    include_str!("../../../tests/suite/collada/21-kinematics/sound.dae"),
    include_str!("../../../tests/suite/collada/21-kinematics/sound-binding.dae"),
    include_str!("../../../tests/suite/collada/21-kinematics/references-resolved.dae"),
    include_str!("../../../tests/suite/collada/13-formulas/sound.dae"),
    include_str!("../../../tests/suite/collada/18-passes/sound.dae"),
    include_str!("../../../tests/suite/collada/17-images/sound.dae"),
    include_str!("../../../tests/suite/collada/17-images/sound-sampler.dae"),
    include_str!("../../../tests/suite/collada/19-physics/sound-scene.dae"),
];

/// A sound document of OpenGEX with a place at its top, one in its mesh and one for its indices.
const STRUCTURES: &str = "Metric (key = \"up\") {string {\"z\"}}\n<top>\nBoneNode $hip {}\nMaterial $red {}\n\
    CameraObject $camera {}\nGeometryObject $shape\n{\n\tMesh\n\t{\n\t\t\
    VertexArray (attrib = \"position\") {float[3] {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}\n<mesh>\n<indices>\n\t}\n}\n";

const INDICES: &str = "IndexArray {uint16[3] {{0, 1, 2}}}";

/// Elements of xVRML that stand in a shape, and those that stand before the children of a world.
const GEOMETRY: [&str; 7] =
    ["IndexedFaceSet", "IndexedLineSet", "PointSet", "ElevationGrid", "Extrusion", "Text", "Box"];
const HEAD: [&str; 4] = ["Avatar", "Background", "ProtoDeclare", "WorldInfo"];

/// The beginning of a picture that documents may name.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A file with an example in it: its name and content.
fn file(example: &str) -> (String, Vec<u8>) {
    let begins = |words: &[&str]| words.iter().any(|word| example.starts_with(word));
    let name = name(example);
    let (first, _) = example.split_once('\n').unwrap_or((example, ""));
    let (extension, text) = match () {
        () if first.ends_with(".zae") || first.ends_with(".kmz") => return (first.to_owned(), listed(example)),
        () if name == "dae_root" => return ("scene.zae".to_owned(), with_manifest(example)),
        () if begins(&["<?xml", "<!DOCTYPE"]) || example.ends_with("</COLLADA>") => ("dae", example.to_owned()),
        () if name == "robot" => ("urdf", example.to_owned()),
        () if name == "World" => ("xvrml", example.to_owned()),
        () if begins(&["#"]) => ("wrl", example.to_owned()),
        () if begins(&["{"]) => ("gltf", example.to_owned()),
        () if begins(&["v ", "mtllib "]) => ("obj", example.to_owned()),
        () if begins(&["solid"]) => ("stl", example.to_owned()),
        () if name.is_empty() => ("ogex", within_structures(example)),
        () => match within_elements(example) {
            Some(text) => ("dae", text),
            None => ("xvrml", within_world(example, name)),
        },
    };
    (format!("example.{extension}"), text.into_bytes())
}

/// The name of the element that a text begins with, or nothing.
fn name(text: &str) -> &str {
    let end = |c: char| c.is_whitespace() || c == '>' || c == '/';
    text.strip_prefix('<').and_then(|rest| rest.split(end).next()).unwrap_or("")
}

/// A document in which the example is in place of the element with the same name and first attribute, or of the first with
/// the same name.
fn within_elements(example: &str) -> Option<String> {
    let tag = example.split('>').next()?;
    let attribute = example.match_indices('"').nth(1).map(|(end, _)| &example[..=end]).filter(|a| a.len() <= tag.len());
    if name(example) == "COLLADA" {
        let start = DOCUMENTS[0].find("<COLLADA")?;
        let end = start + DOCUMENTS[0][start..].find('>')? + 1;
        return Some(format!("{}{example}{}", &DOCUMENTS[0][..start], &DOCUMENTS[0][end..]));
    }
    let beginnings = attribute.into_iter().chain([&example[..=name(example).len()]]);
    beginnings.flat_map(|from| DOCUMENTS.iter().map(move |document| (from, document))).find_map(|(from, document)| {
        let mut starts = document.match_indices(from).map(|(start, _)| start);
        let start = starts.find(|start| name(&document[*start..]) == name(example))?;
        let end = start + element(&document[start..]);
        Some(format!("{}{example}{}", &document[..start], &document[end..]))
    })
}

/// The length of the element that a text begins with.
fn element(text: &str) -> usize {
    let mut depth = 0;
    for (start, _) in text.match_indices('<') {
        let end = start + text[start..].find('>').unwrap() + 1;
        let closes = text[start..].starts_with("</");
        if name(&text[start..].replacen("</", "<", 1)) == name(text) && !text[..end].ends_with("/>") {
            depth += if closes { -1 } else { 1 };
        }
        if depth == 0 {
            return end;
        }
    }
    panic!("the element is not closed: {text}");
}

fn within_structures(example: &str) -> String {
    let (top, mesh, indices) = match example {
        _ if example.starts_with("IndexArray") => ("", "", example),
        _ if example.starts_with("VertexArray") || example.starts_with("Skin") => ("", example, INDICES),
        _ => (example, "", INDICES),
    };
    STRUCTURES.replace("<top>", top).replace("<mesh>", mesh).replace("<indices>", indices)
}

fn within_world(example: &str, name: &str) -> String {
    let shape = GEOMETRY.contains(&name).then(|| format!("<Shape><geometry>{example}</geometry></Shape>"));
    let example = shape.as_deref().unwrap_or(example);
    let end = format!("</{name}>");
    let has_children = example.rsplit(&end).next().is_some_and(|rest| rest.contains("<children>"));
    let content = match HEAD.contains(&name) {
        true if has_children => example.to_owned(),
        true => format!("{example}<children/>"),
        false => format!("<children>{example}</children>"),
    };
    format!("<World xmlns=\"http://www.xvrml.net/schemas/core\">{content}</World>")
}

fn with_manifest(manifest: &str) -> Vec<u8> {
    zipped(&[("manifest.xml", manifest.as_bytes()), ("scene.dae", DOCUMENTS[0].as_bytes()), ("wood.png", PNG)])
}

/// An archive with the members that a list names after its first line.
fn listed(list: &str) -> Vec<u8> {
    let content = |name: &str| match name.rsplit('.').next() {
        Some("dae") => DOCUMENTS[0].as_bytes(),
        Some("xml") => b"<dae_root>scene.dae</dae_root>",
        Some("kml") => b"<kml/>",
        _ => PNG,
    };
    let names: Vec<&str> = list.lines().skip(1).map(str::trim).collect();
    zipped(&names.iter().map(|name| (*name, content(name))).collect::<Vec<_>>())
}

/// An archive. Its writer refuses two members of one name, so the second one gets its name afterwards.
fn zipped(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut twice = None;
    for (i, (name, bytes)) in members.iter().enumerate() {
        let other = format!("{}?", &name[..name.len() - 1]);
        let repeated = members[..i].iter().any(|(before, _)| before == name);
        writer.start_file(if repeated { &other } else { *name }, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
        twice = twice.or(repeated.then_some((other, *name)));
    }
    let mut archive = writer.finish().unwrap().into_inner();
    if let Some((other, name)) = twice {
        while let Some(at) = archive.windows(other.len()).position(|bytes| bytes == other.as_bytes()) {
            archive[at..at + name.len()].copy_from_slice(name.as_bytes());
        }
    }
    archive
}

fn opening((name, content): (String, Vec<u8>)) -> (String, OpenOptions) {
    let files = Memory::new().with("wood.png", PNG).with(&name, content);
    (name, OpenOptions::within(files).with(|options| options.look_for_files = true))
}

fn codes(file: (String, Vec<u8>)) -> Vec<&'static str> {
    let (name, options) = opening(file);
    let mut codes = Vec::new();
    Checker::new(options).check_each(&name, &mut |file: FileReport| match &file.outcome {
        Ok(report) => codes.extend(report.findings.iter().map(|finding| finding.code.id)),
        Err(why) => codes.push(why.code.id),
    });
    codes
}

#[test]
fn the_documents_around_the_examples_are_sound() {
    assert_eq!(codes(("example.dae".to_owned(), DOCUMENTS[0].into())), Vec::<&str>::new());
    assert_eq!(codes(("example.ogex".to_owned(), within_structures("").into())), Vec::<&str>::new());
    assert_eq!(codes(("scene.zae".to_owned(), with_manifest("<dae_root>scene.dae</dae_root>"))), Vec::<&str>::new());
    assert_eq!(
        codes(("example.xvrml".to_owned(), within_world("<Viewpoint/>", "Viewpoint").into())),
        Vec::<&str>::new()
    );
}

#[test]
fn wrong_examples_give_their_code_and_right_ones_do_not() {
    let mut faults = Vec::new();
    for example in examples().filter(|example| !example.wrong.is_empty() && !example.code.starts_with("CNV")) {
        let (wrong, right) = (codes(file(&example.wrong)), codes(file(&example.right)));
        if !wrong.contains(&example.code) {
            faults.push(format!("{}: what is wrong gives {wrong:?}", example.code));
        }
        if right.contains(&example.code) {
            faults.push(format!("{}: what is right gives it too", example.code));
        }
    }
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn examples_of_losses_lose_it() {
    for example in examples().filter(|example| example.code.starts_with("CNV")) {
        let (name, options) = opening(file(&example.wrong));
        let opened = options.open(&name).unwrap();
        let mut converted = writers().filter_map(|writer| opened.convert(&Conversion::to(writer)).ok());
        assert!(converted.any(|c| c.losses.iter().any(|loss| loss.code.id == example.code)), "{}", example.code);
    }
}

#[test]
fn every_finding_has_an_example_or_a_sentence_why_not() {
    for example in examples() {
        let code = find_code(example.code).unwrap_or_else(|| panic!("{} is no code", example.code));
        assert_eq!(portolan::example(code), Some(example), "{} has two examples", example.code);
        assert!(!example.wrong.is_empty() || example.note.ends_with('.'), "{} says nothing", example.code);
    }
    let without: Vec<&str> = all_codes()
        .into_iter()
        .filter(|code| !code.id.starts_with("CNV") && portolan::example(code).is_none())
        .map(|code| code.id)
        .collect();
    assert_eq!(without, Vec::<&str>::new());
}

#[test]
fn specifications_are_named() {
    for code in all_codes().into_iter().filter(|code| !code.spec.is_empty()) {
        let place = portolan::cited(code.spec);
        let (name, section) = place.split_once(", ").unwrap_or_default();
        assert!(!name.is_empty() && !section.is_empty(), "{}: {place}", code.id);
    }
}
