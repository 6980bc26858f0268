//! The parts of a glTF file, as JSON has them. Fields stand in the order in which they are written.

use std::borrow::Cow;
use std::collections::BTreeMap;

use portolan_scene::Meta;
use serde::Serialize;
use serde_json::Value;

use crate::extras;

/// Extensions of an object, ordered by name. Most objects have none or one, for which a map would take a kilobyte.
#[derive(Default, Clone)]
pub(crate) struct Extensions(Vec<(&'static str, Extension)>);

/// What an extension says. Materials have one with a single member, and there may be many of them.
#[derive(Clone)]
pub(crate) enum Extension {
    /// Anything.
    Json(Box<Value>),
    /// A member that is a number.
    Number(&'static str, f64),
    /// A member that is a colour.
    Colour(&'static str, [f64; 3]),
}

impl From<Value> for Extension {
    fn from(value: Value) -> Extension {
        Extension::Json(Box::new(value))
    }
}

impl Serialize for Extension {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Extension::Json(value) => value.serialize(serializer),
            Extension::Number(name, number) => serializer.collect_map([(name, number)]),
            Extension::Colour(name, colour) => serializer.collect_map([(name, colour)]),
        }
    }
}

impl Extensions {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What one says, if it may be anything.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self.0.iter().find(|(known, _)| *known == name)? {
            (_, Extension::Json(value)) => Some(value),
            _ => None,
        }
    }

    /// Gives one its value, in place of what it had.
    pub fn insert(&mut self, name: &'static str, value: impl Into<Extension>) {
        let value = value.into();
        match self.0.binary_search_by_key(&name, |(known, _)| known) {
            Ok(place) => self.0.splice(place..=place, [(name, value)]).for_each(drop),
            Err(place) => {
                self.0.reserve_exact(1);
                self.0.insert(place, (name, value));
            }
        }
    }

    /// The members of one, to be added to.
    pub fn members(&mut self, name: &'static str) -> Option<&mut serde_json::Map<String, Value>> {
        if self.get(name).is_none() {
            self.insert(name, Value::Object(serde_json::Map::new()));
        }
        match &mut self.0.iter_mut().find(|(known, _)| *known == name)?.1 {
            Extension::Json(value) => value.as_object_mut(),
            _ => None,
        }
    }
}

impl Serialize for Extensions {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// An index into one of the lists of the file.
pub(crate) type Index = u32;

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Everything; [`crate::container`] writes what is not empty.
#[derive(Default)]
pub(crate) struct Root<'a> {
    pub asset: Asset,
    pub extensions_used: Vec<&'static str>,
    pub scene: Option<Index>,
    pub scenes: Vec<Scene>,
    pub nodes: Vec<Node<'a>>,
    pub meshes: Vec<Mesh>,
    pub skins: Vec<Skin>,
    pub animations: Vec<Animation>,
    pub cameras: Vec<Camera>,
    pub materials: Vec<Material>,
    pub textures: Vec<Texture>,
    pub images: Vec<Image>,
    pub samplers: Vec<Sampler>,
    pub accessors: Vec<Accessor>,
    pub buffer_views: Vec<BufferView>,
    pub buffers: Vec<Buffer>,
    pub extensions: Extensions,
}

#[derive(Serialize, Default)]
pub(crate) struct Asset {
    pub version: &'static str,
    pub generator: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copyright: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Value>,
}

#[derive(Serialize, Default)]
pub(crate) struct Scene {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Index>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Box<Extras>>,
}

#[derive(Serialize, Default)]
pub(crate) struct Node<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f64; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<Index>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skin: Option<Index>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera: Option<Index>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Index>,
    #[serde(skip_serializing_if = "Extensions::is_empty")]
    pub extensions: Extensions,
    #[serde(skip_serializing_if = "Kept::is_nothing")]
    pub extras: Kept<'a>,
}

/// The extras of a node. Most nodes have no more than an id, which stays where it is in the scene: nodes are many.
#[derive(Default)]
pub(crate) struct Kept<'a> {
    /// The object whose id and SID are kept, unless there is more.
    pub called: Option<&'a Meta>,
    /// Everything, if there is more.
    pub full: Option<Box<Extras>>,
}

/// The first fields of [`Extras`].
#[derive(Serialize)]
struct Called<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sid: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unnamed: Option<bool>,
}

impl Kept<'_> {
    fn is_nothing(&self) -> bool {
        self.full.is_none() && self.called.is_none()
    }

    /// All of them, to be added to.
    pub fn full(&mut self) -> &mut Extras {
        let called = self.called.take();
        self.full.get_or_insert_with(|| Box::new(called.map(extras::full).unwrap_or_default()))
    }
}

impl Serialize for Kept<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (&self.full, self.called) {
            (Some(full), _) => full.serialize(serializer),
            (None, Some(meta)) => {
                let (id, sid) = (meta.id.as_deref(), meta.sid.as_deref());
                Called { id, sid, unnamed: extras::unnamed(meta) }.serialize(serializer)
            }
            (None, None) => serializer.serialize_none(),
        }
    }
}

/// What glTF has no place for, but lets everyone keep.
#[derive(Serialize, Default, Clone)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Extras {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sid: Option<String>,
    /// Has the object no name, so that it is called by its id?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unnamed: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visible: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub target_names: Vec<String>,
    /// Numbers of morph targets in formats that count them with gaps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub target_indices: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ambient_lights: Vec<AmbientLight>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<Extra>,
    /// What the common profile says beyond what glTF has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub common: Option<Common>,
    /// What clips are, of an animation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clip: Option<Value>,
    /// The steps of a node, where joints move one of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Value>,
    /// What applications added to what the material is made of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<Box<Extras>>,
    /// What stood in `extras` of the glTF file that the scene was read from.
    #[serde(flatten)]
    pub other: serde_json::Map<String, Value>,
}

/// What the common profile of COLLADA says beyond what glTF has.
#[derive(Serialize, Clone)]
#[serde(untagged)]
pub(crate) enum Common {
    /// Of a camera.
    Optics(Value),
    /// Of a material, of which there may be many.
    Surface(Surface),
}

/// What the common profile says of a material.
#[derive(Serialize, Clone)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Surface {
    /// Does the material say it beside its metalness and roughness?
    #[serde(skip_serializing_if = "is_false")]
    pub physical: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambient: Option<[f64; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub specular: Option<[f64; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reflective: Option<[f64; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shininess: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reflectivity: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index_of_refraction: Option<f64>,
    pub shading: &'static str,
}

#[derive(Serialize, Clone)]
pub(crate) struct AmbientLight {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub color: [f64; 3],
    pub intensity: f64,
    /// The node that holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<Index>,
}

#[derive(Serialize, Clone)]
pub(crate) struct Extra {
    pub content: String,
    pub profile: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Is it another way to say the same as the one before?
    #[serde(skip_serializing_if = "is_false")]
    pub joined: bool,
    /// Prefixes and namespaces that the content relies on.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub namespaces: BTreeMap<String, String>,
}

fn is_false(value: &bool) -> bool {
    !*value
}

#[derive(Serialize, Default)]
pub(crate) struct Mesh {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub primitives: Vec<Primitive>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Box<Extras>>,
}

#[derive(Serialize, Default)]
pub(crate) struct Primitive {
    pub attributes: Attributes,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indices: Option<Index>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<Index>,
    #[serde(skip_serializing_if = "is_triangles")]
    pub mode: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<BTreeMap<String, Index>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Box<Extras>>,
}

/// Accessors of a primitive, ordered by name. There are few, and primitives may be many: the smallest map takes more.
#[derive(Default)]
pub(crate) struct Attributes(Vec<(Cow<'static, str>, Index)>);

impl Attributes {
    /// Gives one its accessor, in place of what it had.
    pub fn insert(&mut self, name: impl Into<Cow<'static, str>>, accessor: Index) {
        let name = name.into();
        match self.0.binary_search_by(|(known, _)| known.cmp(&name)) {
            Ok(place) => self.0.splice(place..=place, [(name, accessor)]).for_each(drop),
            Err(place) => self.0.insert(place, (name, accessor)),
        }
    }

    pub fn contains(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| known == name)
    }
}

impl Serialize for Attributes {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, accessor)| (name, accessor)))
    }
}

fn is_triangles(mode: &u32) -> bool {
    *mode == TRIANGLES
}

pub(crate) const POINTS: u32 = 0;
pub(crate) const LINES: u32 = 1;
pub(crate) const TRIANGLES: u32 = 4;

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Skin {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inverse_bind_matrices: Option<Index>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skeleton: Option<Index>,
    pub joints: Vec<Index>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Box<Extras>>,
}

#[derive(Serialize, Default)]
pub(crate) struct Animation {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub channels: Vec<Channel>,
    pub samplers: Vec<AnimationSampler>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Box<Extras>>,
}

#[derive(Serialize)]
pub(crate) struct Channel {
    pub sampler: Index,
    pub target: ChannelTarget,
}

#[derive(Serialize, Default)]
pub(crate) struct ChannelTarget {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<Index>,
    pub path: &'static str,
    #[serde(skip_serializing_if = "Extensions::is_empty")]
    pub extensions: Extensions,
}

#[derive(Serialize)]
pub(crate) struct AnimationSampler {
    pub input: Index,
    pub output: Index,
    pub interpolation: &'static str,
}

#[derive(Serialize)]
pub(crate) struct Camera {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(rename = "type")]
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perspective: Option<Perspective>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orthographic: Option<Orthographic>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Box<Extras>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Perspective {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aspect_ratio: Option<f64>,
    pub yfov: f64,
    pub znear: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zfar: Option<f64>,
}

#[derive(Serialize)]
pub(crate) struct Orthographic {
    pub xmag: f64,
    pub ymag: f64,
    pub znear: f64,
    pub zfar: f64,
}

#[derive(Serialize)]
pub(crate) struct Light {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub color: [f64; 3],
    pub intensity: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Box<Extras>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Spot {
    pub inner_cone_angle: f64,
    pub outer_cone_angle: f64,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Material {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub pbr_metallic_roughness: Pbr,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal_texture: Option<Box<TextureInfo>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occlusion_texture: Option<Box<TextureInfo>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emissive_texture: Option<Box<TextureInfo>>,
    #[serde(skip_serializing_if = "is_default")]
    pub emissive_factor: [f64; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha_mode: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha_cutoff: Option<f64>,
    #[serde(skip_serializing_if = "is_default")]
    pub double_sided: bool,
    #[serde(skip_serializing_if = "Extensions::is_empty")]
    pub extensions: Extensions,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<MaterialExtras>,
}

/// What is kept of a material beside what glTF has.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum MaterialExtras {
    /// Only what the common profile says, as of most.
    Surface {
        /// That.
        common: Box<Surface>,
    },
    /// Anything.
    Whole(Box<Extras>),
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Pbr {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_color_factor: Option<[f64; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_color_texture: Option<Box<TextureInfo>>,
    pub metallic_factor: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metallic_roughness_texture: Option<Box<TextureInfo>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roughness_factor: Option<f64>,
}

#[derive(Serialize, Default, Clone)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextureInfo {
    pub index: Index,
    #[serde(skip_serializing_if = "is_default")]
    pub tex_coord: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<f64>,
    #[serde(skip_serializing_if = "Extensions::is_empty")]
    pub extensions: Extensions,
}

#[derive(Serialize)]
pub(crate) struct Texture {
    pub sampler: Index,
    pub source: Index,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Image {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer_view: Option<Index>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Box<Extras>>,
}

#[derive(Serialize, PartialEq, Clone)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Sampler {
    pub mag_filter: u32,
    pub min_filter: u32,
    pub wrap_s: u32,
    pub wrap_t: u32,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Accessor {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer_view: Option<Index>,
    pub component_type: u32,
    pub count: usize,
    #[serde(rename = "type")]
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<Vec<f64>>,
}

pub(crate) const U8: u32 = 5121;
pub(crate) const U16: u32 = 5123;
pub(crate) const U32: u32 = 5125;
pub(crate) const F32: u32 = 5126;

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BufferView {
    pub buffer: Index,
    pub byte_offset: usize,
    pub byte_length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte_stride: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<u32>,
}

/// Vertex data.
pub(crate) const ARRAY_BUFFER: u32 = 34962;
/// Indices.
pub(crate) const ELEMENT_ARRAY_BUFFER: u32 = 34963;

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Buffer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    pub byte_length: usize,
}
