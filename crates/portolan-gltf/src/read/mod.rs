//! glTF 2.0 as scenes.
//!
//! [`read`] takes a `.glb` or `.gltf` file to a [`Scene`]; it is the inverse of [`crate::write`], with what that puts
//! into `extras`. What is wrong with the file ([`FAULTS`]) or has no place in a scene ([`LOSSES`]) is told, and
//! everything that does not depend on it is read.
//!
//! - The nodes of the scene are those of the file, with the same indices. glTF is in metres with Y up, and so is the
//!   scene; what is known of the space that it was written from is kept beside it (`space.rs`).
//! - Primitives that do not share their vertices have them one behind the other in the vertices of one mesh.
//! - Morph targets are shapes of their own that hold differences; weights of a node, or animated ones, make a controller
//!   of its own.
//! - An animation that is the only one always plays; of several each is a clip.
//! - Colours of materials are amounts of light ([`portolan_scene::Material::linear`]), texture coordinates are turned
//!   over: (0, 0) is the lower left corner.

mod accessor;
mod animation;
mod buffer;
mod codes;
mod container;
mod document;
mod extension;
mod image;
mod layers;
mod material;
mod mesh;
mod meta;
mod node;
mod optics;
mod pointer;
mod primitive;
mod skin;
mod texture;
mod value;

pub use codes::*;
pub use container::is_gltf;
pub use document::Document;
pub(crate) use meta::PROFILE;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use portolan_resources::Resources;
use portolan_scene::{
    CameraId, ControllerId, CurveId, Fate, ImageId, LightId, Losses, MaterialId, NodeId, Origin, Scene,
};
use portolan_syntax::{Code, Limits};
use serde_json::Value;

use buffer::{Bytes, Slice};
use mesh::Shaped;
use value::At;

/// A file as a scene.
#[derive(Debug)]
pub struct Read {
    /// What it means.
    pub scene: Scene,
    /// What is wrong with it, and what did not come over.
    pub losses: Losses,
    /// The file.
    pub document: Document,
}

/// Reads a file. Buffers and images beside it are looked for from its `location` on.
pub fn read(location: &str, bytes: &[u8], resources: &dyn Resources, limits: &Limits) -> Read {
    let mut told = Told::default();
    let parts = container::parts(bytes, &mut told);
    let (text, value, broken) = parse(parts.json, &mut told);
    let nothing = Value::Null;
    let root = At { value: value.as_ref().unwrap_or(&nothing), pointer: String::new() };
    let mut reader = Reader {
        root,
        resources,
        location,
        limits,
        binary: parts.binary,
        // Every byte may stand for some numbers, and a small file for a good deal.
        room: (1 << 26) + bytes.len() as u64 * 16,
        told,
        scene: Scene { encoded_for_screens: true, ..Scene::default() },
        buffers: HashMap::new(),
        files: HashMap::new(),
        views: HashMap::new(),
        bad_accessors: HashSet::new(),
        ids: HashSet::new(),
        images: HashMap::new(),
        materials: Vec::new(),
        cameras: Vec::new(),
        lights: Vec::new(),
        meshes: HashMap::new(),
        morphs: HashMap::new(),
        skins: HashMap::new(),
        moving: BTreeMap::new(),
        weighted: HashMap::new(),
        curves: HashMap::new(),
    };
    let mut generator = None;
    if value.is_some() {
        generator = reader.file();
    }
    let Reader { scene, told, .. } = reader;
    let Told { losses, pointers, .. } = told;
    let mut document = Document::new(location, text, bytes.len() as u64, pointers, broken);
    document.generator = generator;
    Read { scene, losses, document }
}

/// The JSON text and what it says; where it is broken, if it is.
fn parse(json: &[u8], told: &mut Told) -> (String, Option<Value>, Option<u32>) {
    let text = match std::str::from_utf8(json) {
        Ok(text) => text.to_owned(),
        Err(_) => {
            told.root(&JSON, Fate::Approximated, "the JSON text is not UTF-8".to_owned());
            String::from_utf8_lossy(json).into_owned()
        }
    };
    // Some programs fill up chunks with zeros.
    let filled = text.trim_end_matches('\0');
    match serde_json::from_str::<Value>(filled) {
        Ok(value) if value.is_object() => (text, Some(value), None),
        Ok(_) => {
            told.root(&JSON, Fate::Dropped, "the JSON text is not an object".to_owned());
            (text, None, None)
        }
        Err(why) => {
            let before: usize = text.split_inclusive('\n').take(why.line().saturating_sub(1)).map(str::len).sum();
            let place = (before + why.column().saturating_sub(1)).min(text.len());
            let place = (0..=place).rev().find(|p| text.is_char_boundary(*p)).unwrap_or(0);
            told.root(&JSON, Fate::Dropped, format!("the JSON text is invalid: {why}"));
            (text, None, Some(place as u32))
        }
    }
}

/// What is told, and the values it is about.
struct Told {
    losses: Losses,
    pointers: Vec<Box<str>>,
    known: HashMap<Box<str>, u32>,
}

impl Default for Told {
    fn default() -> Told {
        // The first is the whole text.
        Told { losses: Losses::default(), pointers: vec!["".into()], known: HashMap::from([("".into(), 0)]) }
    }
}

impl Told {
    /// The origin of a value.
    fn origin(&mut self, pointer: &str) -> Origin {
        if let Some(element) = self.known.get(pointer) {
            return Origin { document: 0, element: *element };
        }
        let element = self.pointers.len() as u32;
        self.pointers.push(pointer.into());
        self.known.insert(pointer.into(), element);
        Origin { document: 0, element }
    }

    /// Tells something about the file as a whole.
    fn root(&mut self, code: &'static Code, fate: Fate, message: String) {
        self.losses.push(code, fate, Origin::default(), message);
    }
}

/// Everything that is known while a file is read.
struct Reader<'a> {
    root: At<'a>,
    resources: &'a dyn Resources,
    location: &'a str,
    limits: &'a Limits,
    binary: Option<&'a [u8]>,
    /// How many numbers may still be read.
    room: u64,
    told: Told,
    scene: Scene,
    buffers: HashMap<usize, Option<Bytes<'a>>>,
    /// Files of buffers by their place: several buffers may name one.
    files: HashMap<String, Arc<Vec<u8>>>,
    views: HashMap<usize, Option<Slice<'a>>>,
    bad_accessors: HashSet<usize>,
    /// Ids given so far.
    ids: HashSet<Box<str>>,
    images: HashMap<usize, ImageId>,
    materials: Vec<MaterialId>,
    cameras: Vec<Option<CameraId>>,
    lights: Vec<Option<LightId>>,
    meshes: HashMap<usize, Option<Rc<Shaped>>>,
    /// Morphs by mesh, weights as bits, and the node whose weights move.
    morphs: HashMap<(usize, Vec<u64>, Option<usize>), ControllerId>,
    skins: HashMap<(usize, usize, Option<ControllerId>), ControllerId>,
    /// Which properties of nodes are animated.
    moving: BTreeMap<usize, node::Moving>,
    /// The morph at a node.
    weighted: HashMap<NodeId, ControllerId>,
    curves: HashMap<(usize, usize, usize, bool), Option<CurveId>>,
}

impl Reader<'_> {
    /// Reads everything; gives the program that wrote the file.
    fn file(&mut self) -> Option<String> {
        let generator = self.asset();
        match crate::space::found(self.root.value) {
            Some(source) if source.roots.is_empty() => self.scene.space = source.space,
            source => self.scene.source_space = source,
        }
        if !self.is_version_2() {
            return generator;
        }
        self.extensions();
        self.read_materials();
        self.read_cameras();
        self.read_lights();
        self.find_moving();
        self.read_nodes();
        self.read_scenes();
        self.read_animations();
        generator
    }

    fn is_version_2(&mut self) -> bool {
        let Some(asset) = self.root.get("asset") else {
            let root = self.root.clone();
            self.tell(&VERSION, Fate::Approximated, &root, "the file has no `asset` with its version");
            return true;
        };
        let major = |text: &str| text.split('.').next().and_then(|m| m.parse::<u32>().ok());
        let version = self.text(&asset, "version");
        let least = self.text(&asset, "minVersion");
        if let Some(least) = least.filter(|l| *l != "2.0") {
            let message = format!("the file needs version {least}; it is read as 2.0");
            self.tell(&VERSION, Fate::Approximated, &asset, message);
        }
        match version.map(major) {
            Some(Some(2)) => true,
            Some(Some(other)) => {
                let message = format!("glTF {other} is not supported; convert the file to glTF 2.0");
                self.tell(&VERSION, Fate::Dropped, &asset, message);
                false
            }
            _ => {
                self.tell(&VERSION, Fate::Approximated, &asset, "the file does not declare its version");
                true
            }
        }
    }
}
