//! Documents in, numbers out.
#![allow(dead_code, reason = "not every test uses all of it")]

use portolan::convert::{Conversion, to};
use portolan::sample::Playing;
use portolan::scene::{Drawn, ViewId};
use portolan::{File, Memory, OpenOptions};
use portolan_eval::{Overrides, Stage, deform, pose, sample};
use serde_json::Value;

/// A 1.5.0 document with this content.
pub fn new_document(content: &str) -> String {
    let space = "http://www.collada.org/2008/03/COLLADASchema";
    format!(r#"<COLLADA xmlns="{space}" version="1.5.0"><asset/>{content}</COLLADA>"#)
}

/// A 1.4.1 document with this content.
pub fn old_document(content: &str) -> String {
    let space = "http://www.collada.org/2005/11/COLLADASchema";
    format!(r#"<COLLADA xmlns="{space}" version="1.4.1"><asset/>{content}</COLLADA>"#)
}

/// A document with files beside it, as a scene; the files are needed once more to convert it.
pub fn import_with(text: &str, files: Memory) -> File {
    let files = files.with("main.dae", text);
    let imported = OpenOptions::within(files.clone()).open("main.dae").unwrap();
    assert_eq!(imported.scene().unwrap().check(), [], "the scene is not sound");
    imported
}

/// A document as a scene.
pub fn import(text: &str) -> File {
    import_with(text, Memory::new())
}

/// A view with one root node `n` of this content.
pub fn view(content: &str) -> String {
    views(&format!(r#"<node id="n">{content}</node>"#))
}

/// A view with these nodes, which is the one shown.
pub fn views(nodes: &str) -> String {
    format!(
        r##"<library_visual_scenes><visual_scene id="v">{nodes}</visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#v"/></scene>"##
    )
}

/// A source of rows of numbers.
pub fn numbers(id: &str, width: usize, values: &str) -> String {
    let count = values.split_whitespace().count();
    let rows = count / width;
    let params = r#"<param type="float" name="P"/>"#.repeat(width);
    format!(
        r##"<source id="{id}"><float_array id="{id}-array" count="{count}">{values}</float_array><technique_common>
        <accessor source="#{id}-array" count="{rows}" stride="{width}">{params}</accessor></technique_common></source>"##
    )
}

/// A source of words, in an array of this kind.
pub fn words(id: &str, array: &str, values: &str) -> String {
    let count = values.split_whitespace().count();
    let kind = array.trim_end_matches("_array");
    format!(
        r##"<source id="{id}"><{array} id="{id}-array" count="{count}">{values}</{array}><technique_common>
        <accessor source="#{id}-array" count="{count}"><param type="{kind}" name="P"/></accessor></technique_common></source>"##
    )
}

/// A mesh of triangles over these points.
pub fn mesh(id: &str, points: &str, triangles: &str) -> String {
    let count = triangles.split_whitespace().count() / 3;
    format!(
        r##"<geometry id="{id}"><mesh>{}<vertices id="{id}-v"><input semantic="POSITION" source="#{id}-p"/></vertices>
        <triangles count="{count}"><input semantic="VERTEX" source="#{id}-v" offset="0"/>
        <p>{triangles}</p></triangles></mesh></geometry>"##,
        numbers(&format!("{id}-p"), 3, points)
    )
}

/// Codes of all losses on the way in.
pub fn codes(imported: &File) -> Vec<&'static str> {
    imported.losses().unwrap().iter().map(|l| l.code.id).collect()
}

/// A number of the matrix of the node with this id at a time: row and column.
pub fn entry(imported: &File, playing: Playing, id: &str, t: f64, row: usize, column: usize) -> f64 {
    world(imported, playing, id, t)[column * 4 + row]
}

/// The matrix of the node with this id at a time, by columns.
pub fn world(imported: &File, playing: Playing, id: &str, t: f64) -> [f64; 16] {
    let samples = portolan::sample::sample_view(imported.scene().unwrap(), ViewId(0), &playing, &[t]);
    let track = samples.tracks.iter().find(|n| n.id.as_deref() == Some(id));
    track.unwrap_or_else(|| panic!("there is no node `{id}`")).world[0]
}

/// All vertices drawn at a time in the world, place after place, bent.
pub fn drawn_points(imported: &File, playing: Playing, t: f64) -> Vec<[f64; 3]> {
    let scene = imported.scene().unwrap();
    let stage = Stage::new(scene, ViewId(0), 1000);
    let set: Overrides = sample(scene, &playing, t);
    let posed = pose(scene, &stage, &set);
    let mut found = Vec::new();
    for at in 0..stage.placed.len() as u32 {
        let node = scene.node(stage.placed[at as usize].node).unwrap();
        for drawn in &node.drawn {
            let drawn: &Drawn = drawn;
            let bent = deform(scene, &stage, &posed, &set, at, drawn).expect("something bends it");
            let place = |p: [f32; 3]| posed.world(at).transform_point3(p.map(f64::from).into()).to_array();
            found.extend(bent.positions.into_iter().map(place));
        }
    }
    found
}

/// A binary glTF file: its JSON and its buffer.
pub struct Glb {
    pub json: Value,
    pub buffer: Vec<u8>,
    /// Codes of losses of both ways.
    pub codes: Vec<&'static str>,
}

/// Converts to binary glTF.
pub fn glb(imported: &File) -> Glb {
    glb_with(imported, &Conversion::to(&to::GLB).with(|c| c.allow_empty = true))
}

/// Converts to binary glTF with options.
pub fn glb_with(imported: &File, conversion: &Conversion) -> Glb {
    let converted = imported.convert(conversion).unwrap();
    let bytes = &converted.files[0].1;
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let length = word(12);
    let json = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    let rest = 20 + length;
    let buffer = if bytes.len() > rest { bytes[rest + 8..rest + 8 + word(rest)].to_vec() } else { Vec::new() };
    Glb { json, buffer, codes: converted.losses.iter().map(|l| l.code.id).collect() }
}

impl Glb {
    /// The numbers of an accessor.
    pub fn accessor(&self, index: &Value) -> Vec<f64> {
        self.rows(index).concat()
    }

    /// The rows of an accessor.
    pub fn rows(&self, index: &Value) -> Vec<Vec<f64>> {
        let accessor = &self.json["accessors"][index.as_u64().unwrap() as usize];
        let width = match accessor["type"].as_str().unwrap() {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            "MAT4" => 16,
            other => panic!("{other}"),
        };
        let count = accessor["count"].as_u64().unwrap() as usize * width;
        let Some(view) = accessor["bufferView"].as_u64() else { return vec![vec![0.0; width]; count / width] };
        let view = &self.json["bufferViews"][view as usize];
        let start = view["byteOffset"].as_u64().unwrap_or(0) + accessor["byteOffset"].as_u64().unwrap_or(0);
        let size = match accessor["componentType"].as_u64().unwrap() {
            5121 => 1,
            5123 => 2,
            _ => 4,
        };
        let stride = view["byteStride"].as_u64().map_or(size * width, |s| s as usize);
        let one = |i: usize| {
            let at = start as usize + i / width * stride + i % width * size;
            let bytes = &self.buffer[at..at + size];
            match accessor["componentType"].as_u64().unwrap() {
                5121 => f64::from(bytes[0]),
                5123 => f64::from(u16::from_le_bytes(bytes.try_into().unwrap())),
                5125 => f64::from(u32::from_le_bytes(bytes.try_into().unwrap())),
                5126 => f64::from(f32::from_le_bytes(bytes.try_into().unwrap())),
                other => panic!("{other}"),
            }
        };
        (0..count).map(one).collect::<Vec<f64>>().chunks(width).map(<[f64]>::to_vec).collect()
    }
}

#[track_caller]
pub fn close(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 1e-6, "{what}: {found} is not {expected}");
}

#[track_caller]
pub fn all_close(found: &[f64], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}: {found:?}");
    for (f, e) in found.iter().zip(expected) {
        assert!((f - e).abs() < 1e-5, "{what}: {found:?} is not {expected:?}");
    }
}

/// What is wrong with a document in memory.
pub fn checked(source: portolan::Source) -> Result<portolan::Report, portolan::Error> {
    let file = OpenOptions::new().with(|c| c.thorough = true).open_source(source)?;
    file.report().map(|report| portolan::Report::clone(&report))
}
