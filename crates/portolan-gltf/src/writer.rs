//! Everything that is known while a file is written.

use std::collections::{BTreeMap, BTreeSet};

use portolan_eval::Rigged;
use portolan_resources::Companions;
use portolan_scene::{
    CameraId, ControllerId, Drawn, Fate, GeometryId, ImageId, LightId, Losses, MaterialId, NodeId, Scene,
};

use crate::attribute::Attributes;
use crate::blob::Blob;
use crate::json::{self, Index, Root};
use crate::lit::Distances;
use crate::material::Wanted;
use crate::picture::Read;
use crate::shape::Shapes;
use crate::skin::Skins;
use crate::texture::Textures;
use crate::{Options, Output, SKIN_NODE, VERTICES, container, extras};

/// A file in the making.
pub(crate) struct Writer<'a> {
    pub scene: &'a Scene,
    pub options: &'a Options,
    pub read: Read<'a>,
    pub losses: Losses,
    pub root: Root,
    pub blob: Blob<'a>,
    /// Files beside the main one.
    pub companions: Companions,
    pub extensions: BTreeSet<&'static str>,
    pub textures: Textures,
    pub materials: BTreeMap<Wanted, Index>,
    pub cameras: BTreeMap<CameraId, Option<Index>>,
    pub lights: BTreeMap<LightId, Option<Index>>,
    pub written_lights: Vec<json::Light>,
    /// How far lamps are from what they shine on.
    pub distances: Distances,
    pub attributes: Attributes,
    pub shapes: Shapes<'a>,
    pub skins: Skins,
    pub splines: BTreeMap<GeometryId, Option<Index>>,
    /// Nodes that have a transform which is animated.
    pub moving: BTreeSet<NodeId>,
    /// Where nodes stand in the file.
    pub places: BTreeMap<NodeId, Vec<Index>>,
    /// Nodes of the file that show what a morph bends.
    pub morphed: BTreeMap<ControllerId, Vec<Index>>,
}

/// Writes a scene.
pub(crate) fn write<'a>(scene: &'a Scene, read: Read<'a>, options: &'a Options) -> (Output, Losses) {
    let (scene, bent) = portolan_eval::vertices_as_morphs(scene);
    let (scene, rigged) = portolan_eval::skins_in_world(&scene);
    let scene = &*scene;
    let mut writer = Writer {
        scene,
        options,
        read,
        losses: Losses::default(),
        root: Root { asset: extras::asset(&scene.asset), ..Root::default() },
        blob: Blob::default(),
        companions: Companions::new(options.names.clone()),
        extensions: BTreeSet::new(),
        textures: Textures::default(),
        materials: BTreeMap::new(),
        cameras: BTreeMap::new(),
        lights: BTreeMap::new(),
        written_lights: Vec::new(),
        distances: Distances::of(scene),
        attributes: Attributes::default(),
        shapes: Shapes::default(),
        skins: Skins::default(),
        splines: BTreeMap::new(),
        moving: BTreeSet::new(),
        places: BTreeMap::new(),
        morphed: BTreeMap::new(),
    };
    for Rigged { origin, node, moves } in rigged {
        let (fate, message) = match moves {
            true => (Fate::Baked, format!("joints of the skin that node `{node}` moves stand below it as well")),
            false => (Fate::Approximated, format!("node `{node}` does not move its skin any more")),
        };
        writer.losses.push(&SKIN_NODE, fate, origin, message);
    }
    for origin in bent {
        let message = "an animation of vertices drives the weights of morph targets";
        writer.losses.push(&VERTICES, Fate::Baked, origin, message);
    }
    writer.load_images(used_images(scene));
    writer.find_moving();
    writer.views();
    writer.animations();
    if !writer.written_lights.is_empty() {
        let lights = Lights { lights: &writer.written_lights };
        let value = serde_json::to_value(lights).unwrap_or_default();
        writer.root.extensions.insert("KHR_lights_punctual", value);
    }
    let Writer { mut root, blob, mut companions, extensions, mut losses, .. } = writer;
    root.extensions_used = extensions.into_iter().collect();
    let main = container::write(root, blob, options, &mut companions, &mut losses);
    let files = std::iter::once(main).chain(companions.into_files()).collect();
    (Output { files }, losses)
}

#[derive(serde::Serialize)]
struct Lights<'a> {
    lights: &'a [json::Light],
}

impl Writer<'_> {
    /// Tells readers that an extension is used.
    pub fn extension(&mut self, name: &'static str) {
        self.extensions.insert(name);
    }
}

/// Pictures of materials that anything is drawn with.
fn used_images(scene: &Scene) -> Vec<ImageId> {
    let drawn: BTreeSet<MaterialId> = scene.nodes.iter().flat_map(|n| &n.drawn).flat_map(materials).collect();
    let materials = drawn.into_iter().filter_map(|id| scene.material(id));
    let images: BTreeSet<ImageId> =
        materials.flat_map(|m| m.textures().filter_map(|(_, t)| t.image).collect::<Vec<_>>()).collect();
    images.into_iter().collect()
}

fn materials(drawn: &Drawn) -> impl Iterator<Item = MaterialId> {
    drawn.materials.iter().map(|b| b.material)
}
