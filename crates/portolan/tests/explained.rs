//! The examples of `portolan explain`: what is wrong gives its code, what is right does not.

use portolan::{OpenOptions, examples, find_code};

/// A sound document with a place for every example.
const DOCUMENT: &str = r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset>
  <created>2013-05-15T02:11:02Z</created>
  <modified>2013-05-15T02:11:02Z</modified>
</asset>
<!--library-->
<library_cameras><camera id="eye"><optics><technique_common>
<perspective><yfov>45</yfov><znear>1</znear><zfar>10</zfar></perspective>
</technique_common></optics></camera></library_cameras>
<library_effects><effect id="paint-effect"><profile_COMMON><technique sid="common">
<lambert/>
</technique></profile_COMMON></effect></library_effects>
<library_materials><material id="paint"><instance_effect url="#paint-effect"/></material></library_materials>
<library_geometries><geometry id="box"><mesh>
<source id="box-positions"><float_array id="box-array" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
<accessor source="#box-array" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<!--source-->
<vertices id="box-vertices"><input semantic="POSITION" source="#box-positions"/></vertices>
<!--triangles-->
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="room">
<node id="n"><instance_geometry url="#box"/></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#room"/></scene>
</COLLADA>
"##;

/// The same for OpenGEX.
const STRUCTURES: &str = "Metric (key = \"up\") {string {\"z\"}}\n<nodes>\nGeometryObject $shape\n{\n\tMesh\n\t{\n\t\t\
    VertexArray (attrib = \"position\") {float[3] {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}\n<indices>\n\t}\n}\n";

const INDICES: &str = "IndexArray {uint16[3] {{0, 1, 2}}}";

/// The name of a document and its text with an example in it.
fn with(example: &str) -> (&'static str, String) {
    match example {
        _ if example.starts_with('<') => ("example.dae", within_elements(example)),
        _ if example.starts_with("IndexArray") => ("example.ogex", within_structures("", example)),
        _ => ("example.ogex", within_structures(example, INDICES)),
    }
}

fn within_structures(nodes: &str, indices: &str) -> String {
    STRUCTURES.replace("<nodes>", nodes).replace("<indices>", indices)
}

/// The document with an example in the place that its first element says.
fn within_elements(example: &str) -> String {
    let element = example.trim_start_matches('<').split([' ', '>', '/']).next().unwrap();
    let (from, to) = match element {
        "COLLADA" => ("<COLLADA", ">"),
        "asset" => ("<asset>", "</asset>"),
        "perspective" => ("<perspective>", "</perspective>"),
        "lambert" | "phong" => ("<lambert/>", ""),
        "source" => ("<!--source-->", ""),
        "triangles" => ("<!--triangles-->", ""),
        "node" => ("<node", "</node>"),
        library if library.starts_with("library_cameras") => ("<library_cameras>", "</library_cameras>"),
        library if library.starts_with("library_") => ("<!--library-->", ""),
        other => panic!("there is no place for <{other}>"),
    };
    let start = DOCUMENT.find(from).unwrap();
    let end = start + from.len();
    let end = if to.is_empty() { end } else { end + DOCUMENT[end..].find(to).unwrap() + to.len() };
    format!("{}{example}{}", &DOCUMENT[..start], &DOCUMENT[end..])
}

fn codes((name, document): (&str, String)) -> Vec<&'static str> {
    let file = OpenOptions::new().open_bytes(name, document).unwrap();
    file.report().unwrap().findings.iter().map(|finding| finding.code.id).collect()
}

#[test]
fn the_documents_around_the_examples_are_sound() {
    assert_eq!(codes(("example.dae", DOCUMENT.to_owned())), Vec::<&str>::new());
    assert_eq!(codes(("example.ogex", within_structures("", INDICES))), Vec::<&str>::new());
}

#[test]
fn wrong_examples_give_their_code_and_right_ones_do_not() {
    for example in examples() {
        let code = find_code(example.code).unwrap_or_else(|| panic!("{} is no code", example.code));
        assert_eq!(portolan::example(code), Some(example), "{} has two examples", example.code);
        let (wrong, right) = (codes(with(example.wrong)), codes(with(example.right)));
        assert!(wrong.contains(&example.code), "{}: {wrong:?}", example.code);
        assert!(!right.contains(&example.code), "{}: {right:?}", example.code);
    }
}
