//! `<controller>`: skins, morphs, and the nodes that move them.

pub mod codes;
mod joints;
mod morph;
mod skin;
mod space;
#[cfg(test)]
mod tests;

use hashbrown::HashSet;
use portolan_scene::{Base, Controller, ControllerId, Deformer, Fate, GeometryId, Origin, Shape};
use portolan_syntax::Node;

use super::Lower;
use super::geometry::label;

/// Controllers that may bend a shape one after the other.
const LONGEST_CHAIN: u32 = 256;

impl<'a> Lower<'a> {
    /// What a `<controller>` of any document became, with everything that it bends.
    ///
    /// The chain is followed to its shape first; controllers are then made from there outwards.
    pub(super) fn controller(&mut self, element: Node<'a>) -> Option<ControllerId> {
        let mut chain: Vec<Node<'a>> = Vec::new();
        let mut passed: HashSet<Origin> = HashSet::new();
        let mut at = element;
        let mut base = loop {
            if let Some(known) = self.known.controllers.get(&self.origin(at)) {
                break known.map(Base::Controller);
            }
            if !passed.insert(self.origin(at)) {
                let message = format!("the controller `{}` is its own source", label(at));
                self.lose(&codes::CONTROLLER_CYCLE, Fate::Dropped, at, message);
                break None;
            }
            chain.push(at);
            match self.bent(at) {
                Some(next) if next.local_name() == "controller" => at = next,
                Some(next) => break self.geometry(next).map(Base::Geometry),
                None => break None,
            }
        };
        while let Some(next) = chain.pop() {
            let made = base.and_then(|base| self.make_controller(next, base));
            self.known.controllers.insert(self.origin(next), made);
            base = made.map(Base::Controller);
        }
        match base {
            Some(Base::Controller(id)) => Some(id),
            _ => None,
        }
    }

    /// What a controller bends; if there is nothing, that is told.
    fn bent(&mut self, controller: Node<'a>) -> Option<Node<'a>> {
        let Some(deformer) = deformer(controller) else {
            let message = format!("the controller `{}` contains neither a skin nor a morph", label(controller));
            self.lose(&codes::CONTROLLER, Fate::Dropped, controller, message);
            return None;
        };
        let written = deformer.attribute_value("source").unwrap_or_default();
        let found = self.documents.follow(deformer, &written);
        let why = match found {
            Ok(target) if matches!(target.local_name(), "geometry" | "controller") => return Some(target),
            Ok(target) => format!("`{}` is a `{}`", label(target), target.local_name()),
            Err(why) => why.to_string(),
        };
        let message = format!("the controller `{}` has no source geometry: {why}", label(controller));
        self.lose(&codes::CONTROLLER, Fate::Dropped, deformer, message);
        None
    }

    fn make_controller(&mut self, element: Node<'a>, base: Base) -> Option<ControllerId> {
        let deformer = deformer(element)?;
        let (geometry, depth) = match base {
            Base::Geometry(id) => (id, 1),
            Base::Controller(id) => self.known.bent.get(id.index()).map(|(shape, depth)| (*shape, depth + 1))?,
        };
        if depth > LONGEST_CHAIN {
            let message = format!("`{}` is in a chain of more than {LONGEST_CHAIN} controllers", label(element));
            self.lose(&codes::CONTROLLER, Fate::Dropped, element, message);
            return None;
        }
        let inputs = ["joints", "vertex_weights", "targets"].into_iter().filter_map(|name| deformer.child(name));
        if !self.may_decode(inputs) {
            let message = format!("`{}` shares its data with too many others and is ignored", label(element));
            self.lose(&codes::CONTROLLER, Fate::Dropped, element, message);
            return None;
        }
        let vertices = self.vertex_count(geometry);
        if vertices.is_none() {
            let message = format!("the controller `{}` deforms a shape that is not a mesh", label(element));
            self.lose(&codes::NOT_A_MESH, Fate::Dropped, element, message);
        }
        let id = ControllerId::next(&self.scene.controllers);
        let names = match deformer.local_name() {
            "skin" => self.joint_source(deformer),
            _ => deformer.child("targets").and_then(|t| self.input_source(t, "MORPH_TARGET")),
        };
        let mut arrays = names.into_iter().flat_map(|s| s.elements());
        let word = arrays.find(|e| crate::data::ArrayKind::of(e.local_name()).is_some()).map(|e| e.local_name());
        let deformer = match deformer.local_name() {
            "skin" => Deformer::Skin(self.skin(element, deformer, vertices)?),
            _ => Deformer::Morph(self.morph(id, deformer, geometry, vertices)),
        };
        let mut meta = self.meta(element);
        if let Some(word) = word {
            meta.aside_mut().word = Some(word.into());
        }
        self.scene.controllers.push(Controller { meta, base, deformer });
        self.known.bent.push((geometry, depth));
        Some(id)
    }

    /// The vertices of a mesh.
    fn vertex_count(&self, geometry: GeometryId) -> Option<usize> {
        match &self.scene.geometry(geometry)?.shape {
            Shape::Mesh(mesh) => Some(mesh.vertex_count()),
            _ => None,
        }
    }
}

/// The skin or morph that a controller is.
fn deformer(controller: Node<'_>) -> Option<Node<'_>> {
    controller.elements().find(|e| matches!(e.local_name(), "skin" | "morph"))
}
