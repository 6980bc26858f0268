//! Material symbols: what the primitives of an instantiated geometry use, and what the instance binds.

use std::borrow::Cow;

use crate::resolve::Link;
use crate::resolve::resolver;
use portolan_syntax::Node;

use portolan_format::Document;

/// An instance of a geometry (or of a controller that bends one), with its symbols.
pub struct Binding<'a> {
    /// The geometry.
    pub geometry: Node<'a>,
    /// The `<bind_material>`, if there is one.
    pub bind_material: Option<Node<'a>>,
    /// The mesh of the geometry.
    mesh: Node<'a>,
    /// Symbols of the primitives, each once, with the first primitive that uses it.
    pub used: Vec<(Cow<'a, str>, Node<'a>)>,
    /// The `<instance_material>`s with their symbols.
    pub bound: Vec<(Cow<'a, str>, Node<'a>)>,
}

/// More primitives than this are not compared with the bindings of every instance.
const MOST: usize = 1000;

impl<'a> Binding<'a> {
    /// The binding of an instance; `None` when the geometry is not in this document or is not made of primitives.
    pub fn of(document: &'a Document, instance: Node<'a>) -> Option<Binding<'a>> {
        // Shapes of physics have no materials of this kind.
        if instance.parent().is_some_and(|p| p.local_name() == "shape") {
            return None;
        }
        let geometry = geometry(document, instance)?;
        let mesh = geometry.elements().find(|e| matches!(e.local_name(), "mesh" | "convex_mesh"))?;
        if mesh.attribute("convex_hull_of").is_some() {
            return None;
        }
        let mut used: Vec<(Cow<'a, str>, Node<'a>)> = Vec::new();
        for (number, primitive) in mesh.elements().enumerate() {
            if number >= MOST {
                return None;
            }
            let Some(symbol) = primitive.attribute_value("material").map(bare) else { continue };
            if !symbol.is_empty() && !used.iter().any(|(s, _)| *s == symbol) {
                used.push((symbol, primitive));
            }
        }
        let bind_material = instance.child("bind_material");
        let symbol = |m: Node<'a>| m.attribute_value("symbol").map(bare);
        let bound = materials(bind_material).take(MOST).filter_map(|m| Some((symbol(m)?, m))).collect();
        Some(Binding { geometry, mesh, bind_material, used, bound })
    }

    /// Has the geometry any primitives?
    pub fn has_primitives(&self) -> bool {
        self.mesh.elements().any(|e| e.child("p").is_some() || e.child("ph").is_some())
    }
}

/// The `<instance_material>`s of a `<bind_material>`.
pub fn materials(bind_material: Option<Node<'_>>) -> impl Iterator<Item = Node<'_>> {
    let common = bind_material.and_then(|b| b.child("technique_common"));
    common.into_iter().flat_map(|t| t.children_named("instance_material"))
}

/// A symbol alone: old exporters wrote a reference where it stands.
fn bare(symbol: Cow<'_, str>) -> Cow<'_, str> {
    match symbol {
        Cow::Borrowed(symbol) => symbol.trim().trim_start_matches('#').into(),
        Cow::Owned(symbol) => symbol.trim().trim_start_matches('#').to_owned().into(),
    }
}

/// The geometry behind an instance.
fn geometry<'a>(document: &'a Document, instance: Node<'a>) -> Option<Node<'a>> {
    const LONGEST_CHAIN: usize = 32;
    let mut at = resolver(document).instantiated(instance)?;
    for _ in 0..LONGEST_CHAIN {
        if at.local_name() == "geometry" {
            return Some(at);
        }
        let bends = at.elements().find(|e| matches!(e.local_name(), "skin" | "morph"))?;
        at = match resolver(document).link(&bends.attribute_value("source")?) {
            Link::Element(found) | Link::BareId(found) => document.tree.node(found.id())?,
            _ => return None,
        };
    }
    None
}
