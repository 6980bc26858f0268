//! Unit and axes of each part of a document.

use std::borrow::Cow;

use hashbrown::HashMap;
use portolan_scene::{Fate, Frame, Space, UpAxis};
use portolan_schema::{Bound, Finite};
use portolan_syntax::Node;

use super::{Lower, codes};
use crate::documents::{Document, Documents};

/// The space of every document, and of the parts that have one of their own.
#[derive(Default)]
pub(super) struct Scopes {
    documents: Vec<Space>,
    /// By document and element: elements with an `<asset>` that says a unit or axis.
    parts: HashMap<(u32, u32), Part>,
}

/// A part of a document with a space of its own.
#[derive(Clone, Default)]
struct Part {
    space: Space,
    /// Does it, or a part around it, say a unit?
    unit: bool,
    /// Does it, or a part around it, say an axis?
    axis: bool,
}

impl Scopes {
    /// Reads the assets of all documents.
    pub(super) fn read(documents: &Documents) -> (Scopes, Vec<(u32, portolan_syntax::NodeId)>) {
        let mut scopes = Scopes::default();
        let mut bad = Vec::new();
        for document in documents.iter() {
            let root = document.tree.root();
            let mut outer = unsaid(&document.bound);
            if let Some(asset) = root.and_then(|r| r.child("asset")) {
                apply(asset, &mut outer, document, &mut bad);
            }
            scopes.documents.push(outer);
            // Outer elements come first, so that the space around is known when an inner one is met.
            for asset in document.named("asset") {
                let Some(owner) = asset.parent_element().filter(|o| Some(*o) != root) else { continue };
                let (unit, axis) = (asset.child("unit").is_some(), asset.child("up_axis").is_some());
                if !unit && !axis {
                    continue;
                }
                let around = scopes.part(document.number, owner).cloned().unwrap_or_default();
                let mut space = scopes.of(document.number, owner).clone();
                apply(asset, &mut space, document, &mut bad);
                let part = Part { space, unit: unit || around.unit, axis: axis || around.axis };
                scopes.parts.insert((document.number, owner.id().0), part);
            }
        }
        (scopes, bad)
    }

    /// The space that the numbers in an element are written in.
    pub(super) fn of(&self, document: u32, element: Node<'_>) -> &Space {
        #[allow(clippy::indexing_slicing, reason = "every document has an entry")]
        self.part(document, element).map_or(&self.documents[document as usize], |part| &part.space)
    }

    /// The innermost part with a space of its own that an element stands in.
    fn part(&self, document: u32, element: Node<'_>) -> Option<&Part> {
        if self.parts.is_empty() {
            return None;
        }
        element.ancestors().find_map(|scope| self.parts.get(&(document, scope.id().0)))
    }
}

/// The space of a document that says none.
fn unsaid(bound: &Bound) -> Space {
    let mut space = Space::default();
    space.metres = bound.default_at("asset/unit", "meter").unwrap_or(space.metres);
    space.unit = bound.default_at("asset/unit", "name").map_or(space.unit, |name: Cow<'_, str>| name.into());
    space.up = bound.default_at("asset", "up_axis").and_then(|word: Cow<'_, str>| up_axis(&word)).unwrap_or(space.up);
    space
}

fn apply(asset: Node<'_>, space: &mut Space, document: &Document, bad: &mut Vec<(u32, portolan_syntax::NodeId)>) {
    let bound = &document.bound;
    if let Some(unit) = asset.child("unit") {
        match bound.given::<Finite>(unit, "meter").sound() {
            Some(Finite(metres)) if metres > 0.0 => space.metres = metres,
            _ => bad.push((document.number, unit.id())),
        }
        space.unit = bound.given::<Cow<'_, str>>(unit, "name").counts().into();
    }
    if let Some(axis) = asset.child("up_axis") {
        match up_axis(&bound.given_child::<Cow<'_, str>>(asset, "up_axis").counts()) {
            Some(up) => space.up = up,
            None => bad.push((document.number, axis.id())),
        }
    }
}

fn up_axis(word: &str) -> Option<UpAxis> {
    let axes = [("X_UP", UpAxis::X), ("Y_UP", UpAxis::Y), ("Z_UP", UpAxis::Z)];
    axes.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, up)| up)
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

    /// How what an instance puts into its place has to be changed there.
    ///
    /// An instance inherits the unit and axes of where it stands (page 3-5). What the instantiated element, or a part of
    /// the document around it, says itself counts more; what only its whole document says counts in other documents.
    pub fn inherited(&self, instance: Node<'_>, definition: Node<'_>) -> Option<Frame> {
        let document = self.document(instance).number;
        if self.scopes.parts.is_empty() || self.document(definition).number != document {
            return None;
        }
        let own = self.scopes.of(document, definition);
        let around = self.scopes.of(document, instance);
        let part = self.scopes.part(document, definition);
        let metres = if part.is_some_and(|p| p.unit) { own.metres } else { around.metres };
        let up = if part.is_some_and(|p| p.axis) { own.up } else { around.up };
        if metres == own.metres && up == own.up {
            return None;
        }
        // From the numbers that the definition became to those it should have become, all in the space of the scene.
        let turn = own.up.to_y_up().transpose() * self.scene.space.up.to_y_up();
        let there = Space { metres, up, ..own.clone() }.to(&self.scene.space);
        Some(Frame::new(metres / own.metres, there.turn * turn))
    }

    /// Tells which units and axes could not be used, and that some parts are converted.
    pub(super) fn tell_scopes(&mut self, bad: Vec<(u32, portolan_syntax::NodeId)>) {
        for (document, id) in bad {
            if let Some(element) = self.documents.get(document).and_then(|d| d.tree.node(id)) {
                let message = format!("the {} is invalid", element.local_name());
                self.lose(&codes::UNIT, Fate::Approximated, element, message);
            }
        }
        let mut parts: Vec<(u32, u32)> = self.scopes.parts.keys().copied().collect();
        parts.sort_unstable();
        for (document, id) in parts {
            let id = portolan_syntax::NodeId(id);
            let Some(element) = self.documents.get(document).and_then(|d| d.tree.node(id)) else { continue };
            if !self.frame(element).is_identity() {
                let message = format!("`{}` has a different unit or up axis and is converted", element.local_name());
                self.lose(&codes::CONVERTED, Fate::Noted, element, message);
            }
        }
    }
}
