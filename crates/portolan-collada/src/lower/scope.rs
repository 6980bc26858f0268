//! Unit and axes of each part of a document.

use hashbrown::HashMap;
use portolan_scene::{Fate, Frame, Space, UpAxis};
use portolan_syntax::Node;

use super::{Lower, codes};
use crate::documents::Documents;

/// The space of every document, and of the parts that have one of their own.
#[derive(Default)]
pub(super) struct Scopes {
    documents: Vec<Space>,
    /// By document and element: elements with an `<asset>` that changes unit or axis.
    parts: HashMap<(u32, u32), Space>,
}

impl Scopes {
    /// Reads the assets of all documents.
    pub(super) fn read(documents: &Documents) -> (Scopes, Vec<(u32, portolan_syntax::NodeId)>) {
        let mut scopes = Scopes::default();
        let mut bad = Vec::new();
        for document in documents.iter() {
            let root = document.tree.root();
            let mut outer = Space::default();
            if let Some(asset) = root.and_then(|r| r.child("asset")) {
                apply(asset, &mut outer, document.number, &mut bad);
            }
            scopes.documents.push(outer);
            // Outer elements come first, so that the space around is known when an inner one is met.
            for asset in document.named("asset") {
                let Some(owner) = asset.parent_element().filter(|o| Some(*o) != root) else { continue };
                if asset.child("unit").is_none() && asset.child("up_axis").is_none() {
                    continue;
                }
                let mut space = scopes.of(document.number, owner).clone();
                apply(asset, &mut space, document.number, &mut bad);
                scopes.parts.insert((document.number, owner.id().0), space);
            }
        }
        (scopes, bad)
    }

    /// The space that the numbers in an element are written in.
    pub(super) fn of(&self, document: u32, element: Node<'_>) -> &Space {
        if !self.parts.is_empty() {
            for scope in element.ancestors() {
                if let Some(space) = self.parts.get(&(document, scope.id().0)) {
                    return space;
                }
            }
        }
        #[allow(clippy::indexing_slicing, reason = "every document has an entry")]
        &self.documents[document as usize]
    }
}

fn apply(asset: Node<'_>, space: &mut Space, document: u32, bad: &mut Vec<(u32, portolan_syntax::NodeId)>) {
    if let Some(unit) = asset.child("unit") {
        match unit.attribute_value("meter").map(|m| m.trim().parse::<f64>()) {
            Some(Ok(metres)) if metres.is_finite() && metres > 0.0 => space.metres = metres,
            None => space.metres = 1.0,
            Some(_) => bad.push((document, unit.id())),
        }
        space.unit = unit.attribute_value("name").map_or("meter".into(), |n| n.trim().into());
    }
    if let Some(axis) = asset.child("up_axis") {
        match axis.text().trim().to_ascii_uppercase().as_str() {
            "X_UP" => space.up = UpAxis::X,
            "Y_UP" => space.up = UpAxis::Y,
            "Z_UP" => space.up = UpAxis::Z,
            _ => bad.push((document, axis.id())),
        }
    }
}

impl<'a> Lower<'a> {
    /// Leads from the numbers of an element to those of the scene.
    pub fn frame(&self, element: Node<'_>) -> Frame {
        let document = self.document(element).number;
        let space = self.scopes.of(document, element);
        if space.metres == self.scene.space.metres && space.up == self.scene.space.up {
            return Frame::IDENTITY;
        }
        space.to(&self.scene.space)
    }

    /// Tells which units and axes could not be used, and that some parts are converted.
    pub(super) fn tell_scopes(&mut self, bad: Vec<(u32, portolan_syntax::NodeId)>) {
        for (document, id) in bad {
            if let Some(element) = self.documents.get(document).and_then(|d| d.tree.node(id)) {
                let message = format!("the {} cannot be used", element.local_name());
                self.lose(&codes::UNIT, Fate::Approximated, element, message);
            }
        }
        let mut parts: Vec<(u32, u32)> = self.scopes.parts.keys().copied().collect();
        parts.sort_unstable();
        for (document, id) in parts {
            let id = portolan_syntax::NodeId(id);
            let Some(element) = self.documents.get(document).and_then(|d| d.tree.node(id)) else { continue };
            if !self.frame(element).is_identity() {
                let message = format!("`{}` has a unit or up axis of its own and is converted", element.local_name());
                self.lose(&codes::CONVERTED, Fate::Noted, element, message);
            }
        }
    }
}
