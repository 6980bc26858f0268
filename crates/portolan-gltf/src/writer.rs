//! Everything that is known while a file is written.

use std::collections::{BTreeMap, BTreeSet};

use portolan_eval::Rigged;
use portolan_resources::Companions;
use portolan_scene::{CameraId, ControllerId, Fate, GeometryId, ImageId, LightId, Losses, MaterialId, NodeId, Scene};

use crate::attribute::Attributes;
use crate::blob::Blob;
use crate::bodies::Bodies;
use crate::json::{self, Index, Root};
use crate::lit::Surroundings;
use crate::material::Wanted;
use crate::picture::Read;
use crate::shape::Shapes;
use crate::skin::Skins;
use crate::texture::Textures;
use crate::{Options, Output, SKIN_NODE, VERTICES, container, extras, words};

/// A file in the making.
pub(crate) struct Writer<'a> {
    pub scene: &'a Scene,
    pub options: &'a Options,
    pub read: Read<'a>,
    pub losses: Losses,
    pub root: Root<'a>,
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
    pub surroundings: Surroundings,
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
    /// Nodes whose steps are kept.
    pub stepped: BTreeSet<NodeId>,
    /// What bodies share.
    pub bodies: Bodies,
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
        root: Root { asset: extras::asset(&scene.asset, &scene.space), ..Root::default() },
        blob: Blob::default(),
        companions: Companions::new(options.names.clone()),
        extensions: BTreeSet::new(),
        textures: Textures::default(),
        materials: BTreeMap::new(),
        cameras: BTreeMap::new(),
        lights: BTreeMap::new(),
        written_lights: Vec::new(),
        surroundings: Surroundings::of(scene),
        attributes: Attributes::default(),
        shapes: Shapes::default(),
        skins: Skins::default(),
        splines: BTreeMap::new(),
        moving: BTreeSet::new(),
        places: BTreeMap::new(),
        morphed: BTreeMap::new(),
        stepped: words::moved(scene),
        bodies: Bodies::default(),
    };
    if let Some(words) = words::of(scene) {
        let about = writer.root.asset.extras.get_or_insert_with(|| serde_json::json!({}));
        about.as_object_mut().into_iter().for_each(|about| _ = about.insert("kept".into(), words.clone()));
    }
    for Rigged { origin, node, moves } in rigged {
        let (fate, message) = match moves {
            true => (Fate::Baked, format!("joints of the skin that node `{node}` moves are also below that node")),
            false => (Fate::Approximated, format!("node `{node}` no longer moves its skin")),
        };
        writer.losses.push(&SKIN_NODE, fate, origin, message);
    }
    for origin in bent {
        let message = "a vertex animation was converted to morph target weights";
        writer.losses.push(&VERTICES, Fate::Baked, origin, message);
    }
    writer.load_images(used_images(scene));
    writer.find_moving();
    writer.views();
    writer.unused_materials();
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
    /// Materials that nothing is drawn with. Those that a binding made of others are part of what is drawn.
    fn unused_materials(&mut self) {
        let used: BTreeSet<MaterialId> = self.materials.keys().map(|wanted| wanted.material).collect();
        for (number, material) in self.scene.materials.iter().enumerate() {
            let id = MaterialId(number as u32);
            if !used.contains(&id) && material.base.is_none() {
                let double_sided = portolan_mesh::Sides::of(None, Some(material)).are_both();
                self.material(Wanted { material: id, textured: true, double_sided });
            }
        }
    }

    /// Tells readers that an extension is used.
    pub fn extension(&mut self, name: &'static str) {
        self.extensions.insert(name);
    }
}

/// Pictures of materials.
fn used_images(scene: &Scene) -> Vec<ImageId> {
    let images = scene.materials.iter().flat_map(|m| m.textures().filter_map(|(_, t)| t.image));
    images.collect::<BTreeSet<ImageId>>().into_iter().collect()
}
