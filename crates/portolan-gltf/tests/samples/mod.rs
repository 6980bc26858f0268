//! Small glTF files, one for each feature of the format.
#![allow(dead_code, reason = "not every test uses all of it")]

use portolan_gltf::read::{Read, read};
use portolan_resources::Memory;
use portolan_syntax::Limits;
use serde_json::{Value, json};

pub const I8: u32 = 5120;
pub const U8: u32 = 5121;
pub const I16: u32 = 5122;
pub const U16: u32 = 5123;
pub const U32: u32 = 5125;
pub const F32: u32 = 5126;

/// A file in the making: its JSON, and the binary data of its one buffer.
#[derive(Clone)]
pub struct File {
    pub json: Value,
    pub binary: Vec<u8>,
}

impl Default for File {
    fn default() -> File {
        File { json: json!({"asset": {"version": "2.0", "generator": "by hand"}}), binary: Vec::new() }
    }
}

impl File {
    /// Adds an entry to a list and tells its index.
    pub fn push(&mut self, list: &str, value: Value) -> usize {
        let list = &mut self.json[list];
        if list.is_null() {
            *list = json!([]);
        }
        let list = list.as_array_mut().unwrap();
        list.push(value);
        list.len() - 1
    }

    /// Adds bytes, at a multiple of four.
    pub fn view(&mut self, bytes: &[u8], stride: Option<usize>) -> usize {
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        let mut view = json!({"buffer": 0, "byteOffset": self.binary.len(), "byteLength": bytes.len()});
        if let Some(stride) = stride {
            view["byteStride"] = json!(stride);
        }
        self.binary.extend(bytes);
        self.push("bufferViews", view)
    }

    pub fn accessor(&mut self, bytes: &[u8], component: u32, kind: &str, count: usize) -> usize {
        let view = self.view(bytes, None);
        self.push("accessors", json!({"bufferView": view, "componentType": component, "type": kind, "count": count}))
    }

    pub fn floats(&mut self, kind: &str, values: &[f32]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.accessor(&bytes, F32, kind, values.len() / width(kind))
    }

    pub fn shorts(&mut self, kind: &str, values: &[u16]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.accessor(&bytes, U16, kind, values.len() / width(kind))
    }

    pub fn bytes(&mut self, kind: &str, values: &[u8]) -> usize {
        self.accessor(values, U8, kind, values.len() / width(kind))
    }

    /// A scene of one node that shows one mesh of these primitives.
    pub fn show(&mut self, primitives: Value) -> usize {
        let mesh = self.push("meshes", json!({"name": "shape", "primitives": primitives}));
        let node = self.push("nodes", json!({"name": "node", "mesh": mesh}));
        self.json["scenes"] = json!([{"nodes": [node]}]);
        self.json["scene"] = json!(0);
        mesh
    }

    fn finished(&self, uri: Option<String>) -> Value {
        let mut json = self.json.clone();
        if !self.binary.is_empty() {
            json["buffers"] = json!([{"byteLength": self.binary.len()}]);
            if let Some(uri) = uri {
                json["buffers"][0]["uri"] = json!(uri);
            }
        }
        json
    }

    pub fn glb(&self) -> Vec<u8> {
        let mut text = self.finished(None).to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let mut binary = self.binary.clone();
        binary.resize(binary.len().next_multiple_of(4), 0);
        let chunks = if binary.is_empty() { 0 } else { 8 + binary.len() };
        let mut file = b"glTF\x02\0\0\0".to_vec();
        file.extend((20 + text.len() as u32 + chunks as u32).to_le_bytes());
        file.extend((text.len() as u32).to_le_bytes());
        file.extend(b"JSON");
        file.extend(text);
        if !binary.is_empty() {
            file.extend((binary.len() as u32).to_le_bytes());
            file.extend(b"BIN\0");
            file.extend(binary);
        }
        file
    }

    /// The JSON text, with the buffer in a file of this name.
    pub fn gltf(&self, buffer: &str) -> Vec<u8> {
        self.finished(Some(buffer.to_owned())).to_string().into_bytes()
    }

    /// As a scene, which must be sound.
    pub fn read(&self) -> Read {
        let done = read("file.glb", &self.glb(), &Memory::new(), &Limits::default());
        assert_eq!(done.scene.check(), []);
        done
    }

    /// As a scene, and nothing is told.
    pub fn clean(&self) -> portolan_scene::Scene {
        let done = self.read();
        assert_eq!(codes(&done), Vec::<String>::new());
        done.scene
    }
}

pub fn width(kind: &str) -> usize {
    match kind {
        "SCALAR" => 1,
        "VEC2" => 2,
        "VEC3" => 3,
        "VEC4" | "MAT2" => 4,
        "MAT3" => 9,
        _ => 16,
    }
}

/// What was told: code and JSON pointer.
pub fn codes(done: &Read) -> Vec<String> {
    done.losses.iter().map(|l| format!("{} {}", l.code.id, done.document.pointer(l.origin))).collect()
}

pub const CORNERS: [f32; 9] = [0., 0., 0., 1., 0., 0., 0., 1., 0.];

/// Three points.
pub fn triangle() -> File {
    let mut file = File::default();
    let position = file.floats("VEC3", &CORNERS);
    file.show(json!([{"attributes": {"POSITION": position}}]));
    file
}

/// Four points of a square, with everything that vertices can have.
pub fn square() -> File {
    let mut file = File::default();
    let position = file.floats("VEC3", &[0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.]);
    let normal = file.floats("VEC3", &[0., 0., 1., 0., 0., 1., 0., 0., 1., 0., 0., 1.]);
    let tangent = file.floats("VEC4", &[1., 0., 0., 1., 1., 0., 0., 1., 1., 0., 0., 1., 1., 0., 0., -1.]);
    let uv = file.floats("VEC2", &[0., 1., 1., 1., 1., 0., 0., 0.]);
    let second = file.floats("VEC2", &[0., 0.5, 0.5, 0.5, 0.5, 0., 0., 0.]);
    let colour = file.bytes("VEC4", &[255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 51, 102, 153, 255]);
    file.json["accessors"][colour]["normalized"] = json!(true);
    let heat = file.floats("SCALAR", &[20., 21., 22., 23.]);
    let indices = file.shorts("SCALAR", &[0, 1, 2, 0, 2, 3]);
    let attributes = json!({"POSITION": position, "NORMAL": normal, "TANGENT": tangent, "TEXCOORD_0": uv,
        "TEXCOORD_1": second, "COLOR_0": colour, "_HEAT": heat});
    file.show(json!([{"attributes": attributes, "indices": indices, "mode": 4}]));
    file
}

/// Positions and normals side by side, as small integers.
pub fn interleaved() -> File {
    let mut file = File::default();
    // Three shorts of a position and two bytes of nothing; four bytes, of which three are a normal.
    let mut bytes = Vec::new();
    for place in [[0i16, 0, 0], [100, 0, 0], [0, 200, 0]] {
        bytes.extend(place.iter().flat_map(|p| p.to_le_bytes()));
        bytes.extend([0, 0]);
        bytes.extend([0, 0, 127, 0]);
    }
    let view = file.view(&bytes, Some(12));
    let place = file.push("accessors", json!({"bufferView": view, "componentType": I16, "type": "VEC3", "count": 3}));
    let normal = file.push(
        "accessors",
        json!({"bufferView": view, "byteOffset": 8, "componentType": I8, "type": "VEC3", "count": 3, "normalized": true}),
    );
    file.show(json!([{"attributes": {"POSITION": place, "NORMAL": normal}}]));
    file.json["nodes"][0]["scale"] = json!([0.01, 0.01, 0.01]);
    file.json["extensionsUsed"] = json!(["KHR_mesh_quantization"]);
    file.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    file
}

/// One point of three is elsewhere; of the second shape, all are nowhere but one.
pub fn sparse() -> File {
    let mut file = File::default();
    let position = file.floats("VEC3", &CORNERS);
    let places = file.view(&[2, 0], None);
    let values: Vec<u8> = [5f32, 6., 7.].iter().flat_map(|v| v.to_le_bytes()).collect();
    let values = file.view(&values, None);
    let change = json!({"count": 1, "indices": {"bufferView": places, "componentType": U8},
        "values": {"bufferView": values}});
    file.json["accessors"][position]["sparse"] = change.clone();
    let nothing = file.push("accessors", json!({"componentType": F32, "type": "VEC3", "count": 3, "sparse": change}));
    file.show(json!([{"attributes": {"POSITION": position}}, {"attributes": {"POSITION": nothing}, "mode": 0}]));
    file
}

/// All kinds of primitives over the same five points.
pub fn modes() -> File {
    let mut file = File::default();
    let place = file.floats("VEC3", &[0., 0., 0., 1., 0., 0., 0., 1., 0., 1., 1., 0., 0., 2., 0.]);
    let indices = file.bytes("SCALAR", &[0, 1, 2, 3]);
    let six = file.bytes("SCALAR", &[0, 1, 2, 2, 1, 3]);
    let one = |mode: u32, indices: usize| json!({"attributes": {"POSITION": place}, "indices": indices, "mode": mode});
    let list: Vec<Value> =
        [(0, indices), (1, indices), (2, indices), (3, indices), (4, six), (5, indices), (6, indices)]
            .map(|(mode, indices)| one(mode, indices))
            .to_vec();
    file.show(json!(list));
    file
}

/// Two primitives with vertices and materials of their own; only the first has texture coordinates.
pub fn apart() -> File {
    let mut file = File::default();
    let place = file.floats("VEC3", &CORNERS);
    let uv = file.floats("VEC2", &[0., 0., 1., 0., 0., 1.]);
    let other = file.floats("VEC3", &[0., 0., 1., 1., 0., 1., 0., 1., 1.]);
    let red = file.push("materials", json!({"name": "red", "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}}));
    let blue =
        file.push("materials", json!({"name": "blue", "pbrMetallicRoughness": {"baseColorFactor": [0, 0, 1, 1]}}));
    file.show(json!([{"attributes": {"POSITION": place, "TEXCOORD_0": uv}, "material": red},
        {"attributes": {"POSITION": other}, "material": blue}]));
    file
}

/// Two targets: one moves a point up and turns its normal, the other moves all points.
pub fn morph() -> File {
    let mut file = File::default();
    let place = file.floats("VEC3", &CORNERS);
    let normal = file.floats("VEC3", &[0., 0., 1., 0., 0., 1., 0., 0., 1.]);
    let up = file.floats("VEC3", &[0., 0., 0., 0., 0., 2., 0., 0., 0.]);
    let turned = file.floats("VEC3", &[0., 0., 0., 1., 0., -1., 0., 0., 0.]);
    let aside = file.floats("VEC3", &[3., 0., 0., 3., 0., 0., 3., 0., 0.]);
    let mesh = file.show(json!([{"attributes": {"POSITION": place, "NORMAL": normal},
        "targets": [{"POSITION": up, "NORMAL": turned}, {"POSITION": aside}]}]));
    file.json["meshes"][mesh]["weights"] = json!([0.5, 0.0]);
    file.json["meshes"][mesh]["extras"] = json!({"targetNames": ["up", "aside"]});
    file.push("nodes", json!({"name": "other", "mesh": mesh, "weights": [0.0, 1.0], "translation": [0, 5, 0]}));
    file.json["scenes"][0]["nodes"] = json!([0, 1]);
    file
}

/// A skin of two joints, one above the other, with two sets of influences.
pub fn skin() -> File {
    let mut file = File::default();
    let place = file.floats("VEC3", &[0., 0., 0., 0., 1., 0., 0., 2., 0.]);
    let joints = file.bytes("VEC4", &[0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0]);
    let weights = file.floats("VEC4", &[1., 0., 0., 0., 0.5, 0.25, 0., 0., 1., 0., 0., 0.]);
    let more_joints = file.shorts("VEC4", &[0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    let more = file.bytes("VEC4", &[0, 0, 0, 0, 64, 0, 0, 0, 0, 0, 0, 0]);
    file.json["accessors"][more]["normalized"] = json!(true);
    let identity: [f32; 16] = [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.];
    let mut down = identity;
    down[13] = -1.0;
    let binds = file.floats("MAT4", &[identity, down].concat());
    file.show(json!([{"attributes": {"POSITION": place, "JOINTS_0": joints, "WEIGHTS_0": weights,
        "JOINTS_1": more_joints, "WEIGHTS_1": more}}]));
    // The transform of the node that shows a skin does not count.
    file.json["nodes"][0]["translation"] = json!([100, 0, 0]);
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let tip = file.push("nodes", json!({"name": "tip", "translation": [0, 1, 0], "rotation": [0, 0, half, half]}));
    let root = file.push("nodes", json!({"name": "root", "children": [tip]}));
    file.push("skins", json!({"joints": [root, tip], "inverseBindMatrices": binds, "skeleton": root}));
    file.json["nodes"][0]["skin"] = json!(0);
    file.json["scenes"][0]["nodes"] = json!([0, root]);
    file
}

/// Everything of a node moves, each in its own way; a second animation makes clips of both.
pub fn motion() -> File {
    let mut file = triangle();
    let times = file.floats("SCALAR", &[0., 1., 3.]);
    let places = file.floats("VEC3", &[0., 0., 0., 4., 0., 0., 4., 2., 0.]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let turns = file.floats("VEC4", &[0., 0., 0., 1., 0., 0., half, half, 0., 0., 0., -1.]);
    let sizes = file.floats("VEC3", &[1., 1., 1., 2., 2., 2., 3., 3., 3.]);
    // Arriving slope, value, leaving slope of each key.
    let slopes = file.floats(
        "VEC3",
        &[0., 0., 0., 0., 0., 0., 1., 0., 0., 2., 0., 0., 4., 0., 0., 2., 0., 0., 0., 0., 0., 4., 2., 0., 0., 0., 0.],
    );
    let target = |path: &str| json!({"node": 0, "path": path});
    file.push(
        "animations",
        json!({"name": "all", "samplers": [
            {"input": times, "output": places},
            {"input": times, "output": turns, "interpolation": "LINEAR"},
            {"input": times, "output": sizes, "interpolation": "STEP"}],
        "channels": [{"sampler": 0, "target": target("translation")}, {"sampler": 1, "target": target("rotation")},
            {"sampler": 2, "target": target("scale")}]}),
    );
    file.push(
        "animations",
        json!({"name": "smooth", "samplers": [{"input": times, "output": slopes, "interpolation": "CUBICSPLINE"}],
            "channels": [{"sampler": 0, "target": target("translation")}]}),
    );
    file
}

/// A turn along a cubic curve.
pub fn smooth_turn() -> File {
    let mut file = triangle();
    let times = file.floats("SCALAR", &[0., 2.]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let turns = file.floats(
        "VEC4",
        &[0., 0., 0., 0., 0., 0., 0., 1., 0., 0., 0.5, 0., 0., 0., 0.25, -0.25, 0., 0., half, half, 0., 0., 0., 0.],
    );
    file.push(
        "animations",
        json!({"samplers": [{"input": times, "output": turns, "interpolation": "CUBICSPLINE"}],
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}]}),
    );
    file
}

/// Weights of morph targets over time.
pub fn moving_weights() -> File {
    let mut file = morph();
    let times = file.floats("SCALAR", &[0., 2.]);
    let values = file.floats("SCALAR", &[0., 0., 1., 0.5]);
    file.push(
        "animations",
        json!({"samplers": [{"input": times, "output": values}],
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}]}),
    );
    file
}

/// Two kinds of cameras in two scenes, of which the second is shown.
pub fn cameras() -> File {
    let mut file = File::default();
    file.push("cameras", json!({"type": "perspective", "name": "eye", "perspective": {"yfov": 0.5, "znear": 0.1}}));
    file.push(
        "cameras",
        json!({"type": "perspective", "perspective": {"yfov": 1.0, "znear": 0.1, "zfar": 50, "aspectRatio": 1.5}}),
    );
    let flat = json!({"xmag": 2, "ymag": 3, "znear": 0, "zfar": 10});
    file.push("cameras", json!({"type": "orthographic", "orthographic": flat}));
    file.push("nodes", json!({"name": "a", "camera": 0, "translation": [0, 0, 5]}));
    file.push("nodes", json!({"name": "b", "camera": 1, "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 1,2,3,1]}));
    file.push("nodes", json!({"name": "c", "camera": 2}));
    file.json["scenes"] = json!([{"name": "first", "nodes": [0]}, {"name": "second", "nodes": [1, 2]}]);
    file.json["scene"] = json!(1);
    file
}

/// Three kinds of lights.
pub fn lights() -> File {
    let mut file = File::default();
    let list = json!([{"type": "directional", "name": "sun", "color": [1, 0.5, 0.25], "intensity": 3},
        {"type": "point", "intensity": 100},
        {"type": "spot", "spot": {"innerConeAngle": 0.6, "outerConeAngle": 0.6}}]);
    file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": list}});
    file.json["extensionsUsed"] = json!(["KHR_lights_punctual"]);
    for light in 0..3 {
        file.push(
            "nodes",
            json!({"name": format!("lamp{light}"), "extensions": {"KHR_lights_punctual": {"light": light}}}),
        );
    }
    file.json["scenes"] = json!([{"nodes": [0, 1, 2]}]);
    file
}

/// A picture of one pixel, as PNG.
pub fn pixel() -> Vec<u8> {
    let image = image::RgbaImage::from_pixel(1, 1, image::Rgba([200, 100, 50, 255]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A square with a material; textures 0 and 1 show the same picture in different ways.
pub fn surface(material: Value) -> File {
    let mut file = square();
    let view = file.view(&pixel(), None);
    file.push("images", json!({"bufferView": view, "mimeType": "image/png", "name": "dot"}));
    file.push("samplers", json!({"wrapS": 33071, "wrapT": 33648, "magFilter": 9728, "minFilter": 9984}));
    file.push("textures", json!({"source": 0}));
    file.push("textures", json!({"source": 0, "sampler": 0}));
    file.push("materials", material);
    file.json["meshes"][0]["primitives"][0]["material"] = json!(0);
    file
}

/// Everything that materials of the core have.
pub fn rich_material() -> File {
    surface(json!({"name": "rich", "doubleSided": true, "alphaMode": "BLEND",
        "pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.25, 0.125, 0.5], "baseColorTexture": {"index": 0},
            "metallicFactor": 0.75, "roughnessFactor": 0.5, "metallicRoughnessTexture": {"index": 1, "texCoord": 1}},
        "normalTexture": {"index": 0, "scale": 0.5}, "occlusionTexture": {"index": 0, "strength": 0.25},
        "emissiveTexture": {"index": 0}, "emissiveFactor": [0.1, 0.2, 0.3]}))
}

/// Materials of extensions.
pub fn layered_material() -> File {
    let mut file = surface(json!({"name": "layered", "extensions": {
        "KHR_materials_clearcoat": {"clearcoatFactor": 0.5, "clearcoatRoughnessFactor": 0.25,
            "clearcoatRoughnessTexture": {"index": 0}},
        "KHR_materials_sheen": {"sheenColorFactor": [0.1, 0.2, 0.3], "sheenRoughnessFactor": 0.75},
        "KHR_materials_specular": {"specularFactor": 0.5, "specularColorFactor": [1, 0.5, 0.25]},
        "KHR_materials_ior": {"ior": 1.25},
        "KHR_materials_emissive_strength": {"emissiveStrength": 4}},
        "emissiveFactor": [1, 0.5, 0]}));
    let names = ["clearcoat", "sheen", "specular", "ior", "emissive_strength"];
    file.json["extensionsUsed"] = json!(names.map(|n| format!("KHR_materials_{n}")));
    file
}

/// Every sample that means something to look at.
pub fn all() -> Vec<(&'static str, File)> {
    vec![
        ("triangle", triangle()),
        ("square", square()),
        ("interleaved", interleaved()),
        ("sparse", sparse()),
        ("modes", modes()),
        ("apart", apart()),
        ("morph", morph()),
        ("skin", skin()),
        ("motion", motion()),
        ("smooth_turn", smooth_turn()),
        ("moving_weights", moving_weights()),
        ("cameras", cameras()),
        ("lights", lights()),
        ("rich_material", rich_material()),
        ("layered_material", layered_material()),
    ]
}
