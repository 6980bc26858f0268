//! Which materials meet which geometry.

use std::collections::BTreeSet;

use hashbrown::{HashMap, HashSet};
use portolan_syntax::{Node, NodeId};

use super::scoped::target;
use crate::rules::reference::materials;
use portolan_format::Document;

/// A geometry where a node shows it.
pub struct Use<'a> {
    /// The `<instance_geometry>` or `<instance_controller>`.
    pub instance: Node<'a>,
    /// The geometry, reached through its controllers.
    pub geometry: Node<'a>,
}

impl<'a> Use<'a> {
    /// The materials that are bound here.
    pub fn materials(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        materials(self.instance.child("bind_material"))
    }
}

/// An input as materials see it: semantic and set.
pub type Input = (String, u64);

/// Every geometry that a node shows, as far as it is in the document.
pub fn uses(document: &Document) -> Vec<Use<'_>> {
    let mut found = Vec::new();
    for instance in document.named(&["instance_geometry", "instance_controller"]) {
        let geometry = match instance.local_name() {
            "instance_geometry" => target(document, instance, "url", "geometry"),
            "instance_controller" => target(document, instance, "url", "controller").and_then(|c| skinned(document, c)),
            _ => continue,
        };
        let shown = instance.parent().is_some_and(|p| document.path(p) == "node");
        if let (Some(geometry), true) = (geometry, shown) {
            found.push(Use { instance, geometry });
        }
    }
    found
}

/// The geometry behind a chain of controllers.
fn skinned<'a>(document: &'a Document, controller: Node<'a>) -> Option<Node<'a>> {
    const LONGEST: usize = 16;
    let mut controller = controller;
    for _ in 0..LONGEST {
        let deform = controller.child("skin").or_else(|| controller.child("morph"))?;
        if let Some(geometry) = target(document, deform, "source", "geometry") {
            return Some(geometry);
        }
        controller = target(document, deform, "source", "controller")?;
    }
    None
}

/// What the primitives of geometries offer, read once for each geometry.
pub struct Surfaces<'a> {
    document: &'a Document,
    known: HashMap<NodeId, HashMap<String, HashSet<Input>>>,
}

impl<'a> Surfaces<'a> {
    pub fn new(document: &'a Document) -> Surfaces<'a> {
        Surfaces { document, known: HashMap::new() }
    }

    /// The inputs of the primitives of a geometry, by material symbol.
    pub fn of(&mut self, geometry: Node<'a>) -> &HashMap<String, HashSet<Input>> {
        let document = self.document;
        self.known.entry(geometry.id()).or_insert_with(|| read(document, geometry))
    }
}

fn read(document: &Document, geometry: Node<'_>) -> HashMap<String, HashSet<Input>> {
    let mut surfaces: HashMap<String, HashSet<Input>> = HashMap::new();
    let Some(mesh) = geometry.child("mesh").or_else(|| geometry.child("convex_mesh")) else { return surfaces };
    let vertices = mesh.child("vertices");
    for primitive in mesh.elements() {
        let Some(symbol) = primitive.attribute_value("material") else { continue };
        if document.ty(primitive).is_none() {
            continue;
        }
        let inputs = surfaces.entry(symbol.trim().to_owned()).or_default();
        for input in primitive.children_named("input") {
            let semantic = input.attribute_value("semantic").unwrap_or_default();
            if semantic.trim() == "VERTEX" {
                let shared = vertices.into_iter().flat_map(|v| v.children_named("input"));
                inputs.extend(shared.filter_map(|i| i.attribute_value("semantic").map(|s| (s.trim().to_owned(), 0))));
            }
            let set = input.attribute_value("set").and_then(|s| s.trim().parse().ok()).unwrap_or(0);
            inputs.insert((semantic.trim().to_owned(), set));
        }
    }
    surfaces
}

/// The semantics of texture coordinates that the common profile of an effect asks for.
pub fn texcoords(document: &Document, effect: Node<'_>) -> BTreeSet<String> {
    let Some(profile) = effect.child("profile_COMMON") else { return BTreeSet::new() };
    let textures = profile.descendants().filter(|n| n.local_name() == "texture" && document.ty(*n).is_some());
    let names = textures.filter_map(|t| t.attribute_value("texcoord").map(|n| n.trim().to_owned()));
    names.filter(|n| !n.is_empty()).collect()
}
