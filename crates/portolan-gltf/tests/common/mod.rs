//! Builds small scenes and reads files back.
#![allow(dead_code, reason = "not every test uses all of it")]

use portolan_gltf::{Container, Options, Output, write};
use portolan_scene::{
    Attribute, Colour, Drawable, Drawn, Geometry, GeometryId, Image, ImageId, Input, Losses, Material, MaterialBinding,
    MaterialId, Mesh, Meta, Node, NodeId, Operation, Pixels, Primitive, PrimitiveKind, Sampler, Scene, Semantic, Shape,
    Stream, TextureUse, Transform, View, ViewId,
};
use serde_json::Value;

pub fn named(name: &str) -> Meta {
    Meta { id: Some(format!("{name}-id").into()), name: Some(name.into()), ..Meta::default() }
}

pub fn stream(width: u32, data: &[f32]) -> Stream {
    Stream::new(width, data.to_vec())
}

pub fn attribute(semantic: Semantic, set: Option<u32>, stream: u32) -> Attribute {
    Attribute { semantic, set, stream }
}

pub fn input(semantic: Semantic, set: Option<u32>, stream: u32, column: u32) -> Input {
    Input { attribute: attribute(semantic, set, stream), column }
}

pub fn primitive(kind: PrimitiveKind, indices: &[u32]) -> Primitive {
    Primitive {
        meta: Meta::default(),
        kind,
        material: Some("surface".into()),
        inputs: vec![],
        vertex_column: 0,
        stride: 1,
        indices: indices.to_vec(),
        counts: vec![],
        rings: vec![],
    }
}

/// A square of two triangles with normals and texture coordinates; lower left at the origin.
pub fn square() -> Mesh {
    Mesh {
        streams: vec![
            stream(3, &[0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.]),
            stream(3, &[0., 0., 1., 0., 0., 1., 0., 0., 1., 0., 0., 1.]),
            stream(2, &[0., 0., 1., 0., 1., 1., 0., 1.]),
        ],
        vertices: vec![
            attribute(Semantic::Position, None, 0),
            attribute(Semantic::Normal, None, 1),
            attribute(Semantic::TexCoord, Some(0), 2),
        ],
        primitives: vec![primitive(PrimitiveKind::Triangles, &[0, 1, 2, 0, 2, 3])],
        ..Mesh::default()
    }
}

pub fn geometry(name: &str, mesh: Mesh) -> Geometry {
    Geometry::new(named(name), Shape::Mesh(mesh))
}

pub fn colour(rgba: [f64; 4]) -> Option<Colour> {
    Some(Colour { value: rgba, texture: None })
}

pub fn texture(image: u32) -> TextureUse {
    TextureUse::new(Some(ImageId(image)), Sampler::default(), "UV")
}

pub fn textured(image: u32) -> Option<Colour> {
    Some(Colour::new([1.0; 4], Some(texture(image))))
}

pub fn file(name: &str) -> Image {
    Image {
        meta: named(name),
        pixels: Pixels::File { reference: name.into(), location: Some(format!("dir/{name}").into()) },
    }
}

pub fn drawn(what: Drawable) -> Drawn {
    let binding = MaterialBinding {
        symbol: "surface".into(),
        material: MaterialId(0),
        inputs: vec![("UV".into(), Semantic::TexCoord, Some(0))],
        meta: Meta::default(),
    };
    Drawn { materials: vec![binding], ..Drawn::new(Meta::default(), what) }
}

pub fn steps(operations: &[Operation]) -> Vec<Transform> {
    operations.iter().map(|o| Transform { sid: None, operation: o.clone() }).collect()
}

/// A scene with one node that shows the square with one material.
pub fn one_square(material: Material) -> Scene {
    let node = Node { meta: named("node"), drawn: vec![drawn(Drawable::Geometry(GeometryId(0)))], ..Node::default() };
    Scene {
        geometries: vec![geometry("square", square())],
        materials: vec![Material { meta: named("material"), ..material }],
        nodes: vec![node],
        views: vec![View { meta: named("view"), roots: vec![NodeId(0)], ..View::default() }],
        default_view: Some(ViewId(0)),
        ..Scene::default()
    }
}

/// A picture of 2 × 2 pixels.
pub fn png(pixels: [[u8; 4]; 4]) -> Vec<u8> {
    let image = image::RgbaImage::from_raw(2, 2, pixels.concat()).unwrap();
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A file that was written, with its binary part.
pub struct Written {
    pub json: Value,
    pub binary: Vec<u8>,
    pub output: Output,
    pub losses: Losses,
}

pub fn no_images(_: &str) -> Result<Vec<u8>, String> {
    Err("there are no pictures".into())
}

/// Writes as `.glb`, and keeps the file where the environment asks for it.
pub fn written(scene: &Scene, name: &str) -> Written {
    written_with(scene, name, &no_images, &Options::default())
}

pub fn written_with(
    scene: &Scene,
    name: &str,
    images: &(dyn Fn(&str) -> Result<Vec<u8>, String> + Sync),
    options: &Options,
) -> Written {
    assert_eq!(scene.check(), []);
    let options = Options { name: name.into(), container: Container::Glb, ..options.clone() };
    let (output, losses) = write(scene, images, &options);
    let (again, _) = write(scene, images, &options);
    assert!(output == again, "the same scene gives the same bytes");
    if let Some(folder) = std::env::var_os("PORTOLAN_GLTF_OUT") {
        for (name, bytes) in &output.files {
            std::fs::write(std::path::Path::new(&folder).join(name), bytes).unwrap();
        }
    }
    let bytes = &output.files[0].1;
    let long = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&bytes[..4], long(4), long(8)), (&b"glTF"[..], 2, bytes.len()));
    let json = serde_json::from_slice(&bytes[20..20 + long(12)]).unwrap();
    let binary = bytes.get(28 + long(12)..).unwrap_or_default().to_vec();
    Written { json, binary, output, losses }
}

impl Written {
    /// The numbers of an accessor.
    pub fn numbers(&self, accessor: &Value) -> Vec<f64> {
        let accessor = &self.json["accessors"][accessor.as_u64().unwrap() as usize];
        let count = accessor["count"].as_u64().unwrap() as usize;
        let width = match accessor["type"].as_str().unwrap() {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        let Some(view) = accessor["bufferView"].as_u64() else { return vec![0.0; count * width] };
        let view = &self.json["bufferViews"][view as usize];
        let start = view["byteOffset"].as_u64().unwrap() as usize;
        let bytes = &self.binary[start..start + view["byteLength"].as_u64().unwrap() as usize];
        let numbers: Vec<f64> = match accessor["componentType"].as_u64().unwrap() {
            5121 => bytes.iter().map(|b| f64::from(*b)).collect(),
            5123 => bytes.chunks(2).map(|b| f64::from(u16::from_le_bytes(b.try_into().unwrap()))).collect(),
            5125 => bytes.chunks(4).map(|b| f64::from(u32::from_le_bytes(b.try_into().unwrap()))).collect(),
            _ => bytes.chunks(4).map(|b| f64::from(f32::from_le_bytes(b.try_into().unwrap()))).collect(),
        };
        assert_eq!(numbers.len(), count * width);
        numbers
    }

    /// An attribute of the first primitive of the first mesh.
    pub fn attribute(&self, name: &str) -> Vec<f64> {
        self.numbers(&self.json["meshes"][0]["primitives"][0]["attributes"][name])
    }

    /// Codes of what was told.
    pub fn codes(&self) -> Vec<&'static str> {
        self.losses.iter().map(|l| l.code.id).collect()
    }
}

pub fn close(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5)
}

/// The numbers of a JSON list.
pub fn list(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}
