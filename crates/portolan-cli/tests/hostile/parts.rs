//! What crafted files are made of: archives whose members may share data, pictures of one colour, documents with little in them.

use std::io::Write;

use flate2::write::{DeflateEncoder, ZlibEncoder};
use flate2::{Compression, Crc};

/// A crafted input: its files, the one that commands get, and another one for commands that compare.
pub struct Case {
    /// The files of its folder.
    pub files: Vec<(String, Vec<u8>)>,
    /// The one that commands get.
    pub main: &'static str,
    /// What it is compared with, if not with itself.
    pub other: Option<&'static str>,
}

/// A case by its name.
pub type Named = (&'static str, fn() -> Case);

/// A case of one file.
pub fn one(main: &'static str, content: impl Into<Vec<u8>>) -> Case {
    Case { files: vec![(main.to_owned(), content.into())], main, other: None }
}

impl Case {
    /// Puts another file beside it.
    pub fn with(mut self, name: &str, content: impl Into<Vec<u8>>) -> Case {
        self.files.push((name.to_owned(), content.into()));
        self
    }

    /// Compares with another file.
    pub fn against(mut self, name: &'static str, content: impl Into<Vec<u8>>) -> Case {
        self.other = Some(name);
        self.with(name, content)
    }

    /// The bytes of all files.
    pub fn size(&self) -> u64 {
        self.files.iter().map(|(_, bytes)| bytes.len() as u64).sum()
    }
}

/// Text for each number below a count; `#` is the number.
pub fn each(count: usize, text: &str) -> String {
    let mut out = String::new();
    for k in 0..count {
        out.push_str(&text.replace('#', &k.to_string()));
    }
    out
}

/// The same with commas.
pub fn list(count: usize, text: &str) -> String {
    (0..count).map(|k| text.replace('#', &k.to_string())).collect::<Vec<_>>().join(",")
}

/// Numbers that a function gives, as text.
pub fn numbers(count: usize, of: impl Fn(usize) -> f64) -> String {
    (0..count).map(|k| of(k).to_string()).collect::<Vec<_>>().join(" ")
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// A picture of one grey value, which packs a thousandfold.
pub fn png(width: u32, height: u32, grey: u8) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    let mut row = vec![grey; width as usize + 1];
    row[0] = 0;
    (0..height).for_each(|_| packed.write_all(&row).unwrap());
    let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
    png_of(&[(b"IHDR", [&size[..], &[8, 0, 0, 0, 0]].concat()), (b"IDAT", packed.finish().unwrap()), (b"IEND", vec![])])
}

/// A picture of given chunks.
pub fn png_of(chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in chunks {
        let body = [&kind[..], data].concat();
        out.extend((data.len() as u32).to_be_bytes());
        out.extend(&body);
        out.extend(checksum(&body).to_be_bytes());
    }
    out
}

/// Bytes as a zlib stream.
pub fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// A zip archive in the making.
#[derive(Default)]
pub struct Zip {
    data: Vec<u8>,
    directory: Vec<u8>,
    members: u32,
}

/// Where a member's data is.
#[derive(Clone, Copy)]
pub struct Stored {
    at: u32,
    packed: u32,
    size: u32,
    crc: u32,
}

impl Zip {
    /// A member that is compressed.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Stored {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        packed.write_all(bytes).unwrap();
        let packed = packed.finish().unwrap();
        let stored = Stored {
            at: self.data.len() as u32,
            packed: packed.len() as u32,
            size: bytes.len() as u32,
            crc: checksum(bytes),
        };
        self.data.extend(b"PK\x03\x04\x14\0\0\x08\x08\0\0\0\0\0");
        self.data.extend([stored.crc, stored.packed, stored.size].map(u32::to_le_bytes).concat());
        self.data.extend([name.len() as u16, 0].map(u16::to_le_bytes).concat());
        self.data.extend(name.as_bytes());
        self.data.extend(packed);
        self.share(name, stored);
        stored
    }

    /// Another member with the data of one that is there.
    pub fn share(&mut self, name: &str, stored: Stored) {
        self.directory.extend(b"PK\x01\x02\x14\x03\x14\0\0\x08\x08\0\0\0\0\0");
        self.directory.extend([stored.crc, stored.packed, stored.size].map(u32::to_le_bytes).concat());
        self.directory.extend((name.len() as u16).to_le_bytes());
        self.directory.extend([0; 12]);
        self.directory.extend(stored.at.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.members += 1;
    }

    /// The archive.
    pub fn finish(mut self) -> Vec<u8> {
        let (at, long) = (self.data.len() as u32, self.directory.len() as u32);
        self.data.extend(&self.directory);
        self.data.extend(b"PK\x05\x06\0\0\0\0");
        self.data.extend([self.members as u16; 2].map(u16::to_le_bytes).concat());
        self.data.extend([long, at].map(u32::to_le_bytes).concat());
        self.data.extend([0, 0]);
        self.data
    }
}

/// A COLLADA document.
pub fn dae(body: &str) -> String {
    format!(
        r#"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified></asset>{body}</COLLADA>"#
    )
}

/// A COLLADA document with a scene of these nodes.
pub fn scene(libraries: &str, nodes: &str) -> String {
    dae(&format!(
        r##"{libraries}<library_visual_scenes><visual_scene id="s">{nodes}</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene>"##
    ))
}

/// A source of rows of three numbers.
pub fn source(id: &str, numbers: &str) -> String {
    let count = numbers.split_ascii_whitespace().count();
    let rows = count / 3;
    format!(
        r##"<source id="{id}"><float_array id="{id}a" count="{count}">{numbers}</float_array><technique_common><accessor source="#{id}a" count="{rows}" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>"##
    )
}

/// A source of single values: `kind` is `float` or `Name`.
pub fn single(id: &str, kind: &str, param: &str, values: &str) -> String {
    let count = values.split_ascii_whitespace().count();
    format!(
        r##"<source id="{id}"><{kind}_array id="{id}a" count="{count}">{values}</{kind}_array><technique_common><accessor source="#{id}a" count="{count}"><param name="{param}" type="{}"/></accessor></technique_common></source>"##,
        if kind == "Name" { "name" } else { "float" }
    )
}

/// A geometry with these positions and these primitives, which have one input (`VERTEX`).
pub fn mesh(id: &str, positions: &str, primitives: &str) -> String {
    format!(
        r##"<geometry id="{id}"><mesh>{}<vertices id="{id}v"><input semantic="POSITION" source="#{id}p"/></vertices>{primitives}</mesh></geometry>"##,
        source(&format!("{id}p"), positions)
    )
}

/// Triangles of a mesh.
pub fn triangles(id: &str, p: &str) -> String {
    let count = p.split_ascii_whitespace().count() / 3;
    format!(
        r##"<triangles count="{count}" material="m"><input semantic="VERTEX" source="#{id}v" offset="0"/><p>{p}</p></triangles>"##
    )
}

/// A library with the triangle `g`.
pub fn triangle() -> String {
    format!("<library_geometries>{}</library_geometries>", mesh("g", "0 0 0 1 0 0 0 1 0", &triangles("g", "0 1 2")))
}

/// A node with the shape `g`.
pub const SHAPE: &str = r##"<node id="n"><instance_geometry url="#g"/></node>"##;

/// Materials `m0` and so on with the image `i0` and so on as their colour, for as many images as there are files.
pub fn textures(files: &[String]) -> String {
    let mut images = String::new();
    let mut effects = String::new();
    let mut materials = String::new();
    for (k, file) in files.iter().enumerate() {
        images += &format!(r#"<image id="i{k}"><init_from>{file}</init_from></image>"#);
        effects += &format!(
            r##"<effect id="e{k}"><profile_COMMON><newparam sid="u"><surface type="2D"><init_from>i{k}</init_from></surface></newparam><newparam sid="t"><sampler2D><source>u</source></sampler2D></newparam><technique sid="c"><lambert><diffuse><texture texture="t" texcoord="c"/></diffuse></lambert></technique></profile_COMMON></effect>"##
        );
        materials += &format!(r##"<material id="m{k}"><instance_effect url="#e{k}"/></material>"##);
    }
    format!(
        "<library_images>{images}</library_images><library_materials>{materials}</library_materials><library_effects>{effects}</library_effects>"
    )
}

/// Nodes with the shape `g`, each with one of so many materials.
pub fn textured(count: usize) -> String {
    each(
        count,
        r##"<node id="n#"><instance_geometry url="%g"><bind_material><technique_common><instance_material symbol="m" target="%m#"/></technique_common></bind_material></instance_geometry></node>"##,
    )
    .replace('%', "#")
}

/// A glTF document with these parts besides its asset.
pub fn gltf(parts: &str) -> String {
    format!(r#"{{"asset":{{"version":"2.0"}},{parts}}}"#)
}

/// A COLLADA document with a skin that names one joint so many times.
pub fn skin_of_one_joint(count: usize) -> String {
    let skin = format!(
        r##"<controller id="c"><skin source="#g">{}{}<joints><input semantic="JOINT" source="#j"/></joints><vertex_weights count="3"><input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/><vcount>1 1 1</vcount><v>0 0 0 0 0 0</v></vertex_weights></skin></controller>"##,
        single("j", "Name", "JOINT", &"b ".repeat(count)),
        single("w", "float", "WEIGHT", "1")
    );
    let nodes = r##"<node id="b" sid="b" type="JOINT"/><node><instance_controller url="#c"><skeleton>#b</skeleton></instance_controller></node>"##;
    scene(&format!("{}<library_controllers>{skin}</library_controllers>", triangle()), nodes)
}

/// A glTF document with so many animations without names, each of which moves the one node.
pub fn unnamed_clips(count: usize) -> String {
    let bytes: Vec<u8> = [0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0].iter().flat_map(|n: &f32| n.to_le_bytes()).collect();
    let animation =
        r#"{"samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}"#;
    gltf(&format!(
        r#""scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{}}],"buffers":[{{"uri":"{}","byteLength":32}}],"bufferViews":[{{"buffer":0,"byteLength":8}},{{"buffer":0,"byteOffset":8,"byteLength":24}}],"accessors":[{{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]}},{{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}}],"animations":[{}]"#,
        data_uri("a/b", &bytes),
        list(count, animation)
    ))
}

/// Bytes as a data URI of a buffer.
pub fn data_uri(kind: &str, bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = format!("data:{kind};base64,");
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for k in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * k)) as usize & 63];
            out.push(if k > chunk.len() { '=' } else { char::from(digit) });
        }
    }
    out
}
