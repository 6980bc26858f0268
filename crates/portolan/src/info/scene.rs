//! What is in a file of which only the scene is known.

use std::collections::HashSet;

use portolan_scene::{Deformer, GeometryId, Meta, NodeId, Pixels, Scene};

use super::{DEEPEST, Info, Item, SceneNode};
use crate::import::Imported;

pub(super) fn fill(imported: &Imported, info: &mut Info) {
    let scene = &imported.scene;
    info.generator = imported.opened.generator().map(str::to_owned);
    info.title = scene.asset.title.as_deref().map(str::to_owned);
    info.unit = Some((scene.space.unit.to_string(), scene.space.metres));
    info.up_axis = Some(scene.space.up.letter());
    let morphs = || {
        scene.controllers.iter().filter_map(|c| match &c.deformer {
            Deformer::Morph(morph) => Some(morph),
            Deformer::Skin(_) => None,
        })
    };
    // Targets are parts of the shapes they bend.
    let targets: HashSet<GeometryId> = morphs().flat_map(|m| m.targets.iter().copied()).collect();
    let totals = &mut info.totals;
    totals.nodes = scene.nodes.len() as u64;
    totals.geometries = (scene.geometries.len() - targets.len()) as u64;
    totals.materials = scene.materials.len() as u64;
    totals.images = scene.images.len() as u64;
    totals.cameras = scene.cameras.len() as u64;
    totals.lights = scene.lights.len() as u64;
    totals.morphs = morphs().count() as u64;
    totals.skins = scene.controllers.len() as u64 - totals.morphs;
    totals.animations = scene.animations.len() as u64;
    totals.clips = scene.clips.len() as u64;
    info.animations = scene.animations.iter().map(|a| item(&a.meta)).collect();
    info.materials = scene.materials.iter().map(|m| item(&m.meta)).collect();
    let path = |pixels: &Pixels| match pixels {
        Pixels::File { reference, .. } => Some(reference.to_string()),
        _ => None,
    };
    info.images = scene.images.iter().map(|i| Item { path: path(&i.pixels), ..item(&i.meta) }).collect();
    let view = scene.default_view.and_then(|v| scene.view(v));
    info.scene = view.into_iter().flat_map(|v| &v.roots).filter_map(|root| tree(scene, *root, 0)).collect();
}

fn item(meta: &Meta) -> Item {
    let text = |t: &Option<Box<str>>| t.as_deref().map(str::to_owned);
    Item { id: text(&meta.id), name: text(&meta.name), path: None }
}

fn tree(scene: &Scene, id: NodeId, depth: usize) -> Option<SceneNode> {
    let node = scene.node(id)?;
    let Item { id, name, .. } = item(&node.meta);
    let kind = node.joint.then(|| "joint".to_owned());
    let children = match depth < DEEPEST {
        true => node.children.iter().filter_map(|c| tree(scene, *c, depth + 1)).collect(),
        false => Vec::new(),
    };
    Some(SceneNode { id, name, kind, instance_of: None, children })
}
