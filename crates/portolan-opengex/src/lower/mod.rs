//! What OpenGEX documents mean: [`scene`] makes a [`Scene`] of one.
//!
//! One file for each concept. Everything is taken over, used or not. Whatever cannot be taken over is a
//! [`Loss`](portolan_scene::Loss) with a code ([`codes`]). Numbers stay as written; only angles become degrees, times
//! seconds and colours those of sRGB (`metric.rs`).

mod animation;
mod camera;
mod cie;
pub mod codes;
mod curve;
mod foreign;
mod geometry;
mod index;
mod light;
mod material;
mod metric;
mod node;
mod object;
mod read;
mod skin;
mod spectrum;
#[cfg(test)]
mod tests;
mod texture;
mod transform;
mod vertex;

use hashbrown::HashMap;
use portolan_resources::Resources;
use portolan_scene::{CameraId, Fate, ImageId, LightId, Losses, MaterialId, Meta, NodeId, Origin, Scene, View, ViewId};
use portolan_syntax::tree::{Attr, AttrKind};
use portolan_syntax::{Code, Node, NodeId as Place};

use crate::document::Document;
use animation::Driven;
use metric::Metrics;

pub use portolan_format::Lowered;

pub(crate) use node::NODES;

/// What is needed while a scene is made.
pub(crate) struct Lower<'a> {
    pub document: &'a Document,
    pub resources: &'a dyn Resources,
    pub scene: Scene,
    pub losses: Losses,
    pub metrics: Metrics,
    /// Structures that became objects of the scene.
    known: Known,
    /// What tracks drive, by the structure they target.
    driven: HashMap<Place, Driven>,
}

/// What structures became.
#[derive(Default)]
struct Known {
    nodes: HashMap<Place, NodeId>,
    geometries: HashMap<Place, object::Object>,
    materials: HashMap<Place, MaterialId>,
    cameras: HashMap<Place, CameraId>,
    lights: HashMap<Place, LightId>,
    images: HashMap<Box<str>, ImageId>,
    /// Influences of skins that were copied, because shapes with weights of their own share nothing.
    copied: usize,
}

/// Makes a scene of a document.
pub fn scene(document: &Document, resources: &dyn Resources) -> Lowered {
    let mut cx = Lower {
        document,
        resources,
        scene: Scene::default(),
        losses: Losses::default(),
        metrics: Metrics::default(),
        known: Known::default(),
        driven: HashMap::new(),
    };
    let root = document.tree.document();
    cx.tell_fault(root);
    cx.metrics(root);
    cx.top_level(root);
    cx.objects(root);
    cx.materials(root);
    cx.cameras(root);
    cx.lights(root);
    let roots = cx.nodes(root);
    cx.scene.views.push(View { roots, ..View::default() });
    cx.scene.default_view = Some(ViewId(0));
    cx.animations(root);
    Lowered { scene: cx.scene, losses: cx.losses }
}

impl<'a> Lower<'a> {
    /// The same with nothing made yet, for what is read side by side.
    fn small(&self) -> Lower<'a> {
        Lower {
            document: self.document,
            resources: self.resources,
            scene: Scene::default(),
            losses: Losses::default(),
            metrics: self.metrics,
            known: Known::default(),
            driven: HashMap::new(),
        }
    }

    fn tell_fault(&mut self, root: Node<'a>) {
        let Some(fault) = &self.document.fault else { return };
        // Nobody knows what its writer meant, so nobody knows what is missing.
        self.lose(&codes::MALFORMED, Fate::Dropped, root, fault.message(&self.document.location));
    }

    /// Names and origin of a structure, and what applications put into it.
    fn meta(&mut self, structure: Node<'a>) -> Meta {
        let mut meta = Meta { origin: origin(structure), ..Meta::default() };
        for attribute in structure.attributes() {
            let name = attribute.raw().get(1..).unwrap_or_default();
            match attribute.kind() {
                AttrKind::GlobalName => meta.id = Some(name.into()),
                AttrKind::LocalName => meta.sid = Some(name.into()),
                _ => {}
            }
        }
        if let Some(name) = structure.child("Name") {
            meta.name = self.string(name).map(Box::from);
        }
        meta.extras = self.extras(structure);
        meta
    }

    /// Tells what became of something.
    pub fn lose(&mut self, code: &'static Code, fate: Fate, structure: Node<'_>, message: impl Into<String>) {
        self.losses.push(code, fate, origin(structure), message);
    }
}

/// Where a structure stands, as objects of the scene remember it.
fn origin(structure: Node<'_>) -> Origin {
    Origin { document: 0, element: structure.id().0 }
}

/// What to call a structure in a message.
fn label(structure: Node<'_>) -> String {
    match name(structure) {
        Some(name) => format!("{} {}", structure.local_name(), name.raw()),
        None => structure.local_name().to_owned(),
    }
}

/// Has a structure a name by which another can refer to it?
fn is_named(structure: Node<'_>) -> bool {
    name(structure).is_some()
}

fn name(structure: Node<'_>) -> Option<Attr<'_>> {
    structure.attributes().find(|a| matches!(a.kind(), AttrKind::GlobalName | AttrKind::LocalName))
}
