//! `Node`, `BoneNode`, `GeometryNode`, `CameraNode`, `LightNode`.

use portolan_scene::{Fate, MaterialBinding, Meta, Node as Placed, NodeId, Part, Semantic, Target};
use portolan_syntax::Node;

use super::animation::Driven;
use super::object::Weights;
use super::transform::{Numbers, TRANSFORMS};
use super::{Lower, codes, label, origin};

/// The structures that are nodes.
pub(crate) const NODES: [&str; 5] = ["Node", "BoneNode", "GeometryNode", "CameraNode", "LightNode"];

impl<'a> Lower<'a> {
    /// Takes over all nodes and gives those at the top. Deep trees are walked without recursion.
    pub(super) fn nodes(&mut self, root: Node<'a>) -> Vec<NodeId> {
        let below = |n: Node<'a>| n.elements().filter(|e| NODES.contains(&e.local_name()));
        let mut roots = Vec::new();
        let mut open: Vec<(Node<'a>, Option<NodeId>)> = below(root).map(|n| (n, None)).collect();
        open.reverse();
        let mut all: Vec<(Node<'a>, NodeId)> = Vec::new();
        while let Some((structure, parent)) = open.pop() {
            let id = NodeId::next(&self.scene.nodes);
            let joint = structure.local_name() == "BoneNode";
            let meta = self.meta(structure);
            self.scene.nodes.push(Placed { meta, joint, ..Placed::default() });
            match parent.and_then(|p| self.scene.nodes.get_mut(p.index())) {
                Some(parent) => parent.children.push(id),
                None => roots.push(id),
            }
            self.known.nodes.insert(structure.id(), id);
            all.push((structure, id));
            let before = open.len();
            open.extend(below(structure).map(|n| (n, Some(id))));
            open.get_mut(before..).unwrap_or_default().reverse();
        }
        // Objects need the nodes of all bones.
        for (structure, id) in all {
            let inner = self.transforms(structure, id);
            self.place_object(structure, inner);
        }
        roots
    }

    /// Reads the transforms of a node and gives the node that its object hangs on.
    ///
    /// Transforms of the object alone are a node of their own within, because nodes below do not inherit them.
    fn transforms(&mut self, structure: Node<'a>, id: NodeId) -> NodeId {
        let kind = structure.local_name();
        let mut inner: Option<NodeId> = None;
        for child in structure.elements().filter(|e| TRANSFORMS.contains(&e.local_name())) {
            let Some((transform, numbers)) = self.transform(child) else { continue };
            let mut at = id;
            if self.property(child, "object").unwrap_or_default() {
                if matches!(kind, "Node" | "BoneNode") {
                    let message = format!("`{}` has an object transform, but no object", label(structure));
                    self.lose(&codes::NO_EFFECT, Fate::Dropped, child, message);
                    continue;
                }
                at = *inner.get_or_insert_with(|| self.inner_node(id));
            }
            let Some(node) = self.scene.nodes.get_mut(at.index()) else { continue };
            let step = node.transforms.len() as u32;
            node.transforms.push(transform);
            let target = Target::Transform { node: at, transform: step, part: Part::All };
            self.driven.insert(child.id(), Driven { targets: vec![target], numbers });
        }
        inner.unwrap_or(id)
    }

    fn inner_node(&mut self, outer: NodeId) -> NodeId {
        let id = NodeId::next(&self.scene.nodes);
        let names = self.scene.node(outer).map(|n| Meta { extras: Vec::new(), ..n.meta.clone() });
        // Its id belongs to the node around it.
        let meta = Meta { id: None, ..names.unwrap_or_default() };
        self.scene.nodes.push(Placed { meta, inner: true, ..Placed::default() });
        if let Some(outer) = self.scene.nodes.get_mut(outer.index()) {
            outer.children.insert(0, id);
        }
        id
    }

    /// Puts the object of a node into its place.
    fn place_object(&mut self, structure: Node<'a>, id: NodeId) {
        let wanted = match structure.local_name() {
            "GeometryNode" => "GeometryObject",
            "CameraNode" => "CameraObject",
            "LightNode" => "LightObject",
            _ => return,
        };
        let Some(reference) = structure.child("ObjectRef") else {
            let message = format!("`{}` refers to no object", label(structure));
            return self.lose(&codes::INCOMPLETE, Fate::Dropped, structure, message);
        };
        let Some(object) = self.follow(reference, &[wanted]) else { return };
        match wanted {
            "GeometryObject" => self.place_geometry(structure, object, id),
            "CameraObject" => {
                let camera = self.known.cameras.get(&object.id()).copied();
                if let Some(node) = self.scene.nodes.get_mut(id.index()) {
                    node.cameras.extend(camera);
                }
            }
            _ => {
                let light = self.known.lights.get(&object.id()).copied();
                let shadows = self.said(structure, "shadow");
                if let Some(node) = self.scene.nodes.get_mut(id.index()) {
                    node.lights.extend(light);
                    node.light_shadows = shadows;
                }
            }
        }
    }

    fn place_geometry(&mut self, structure: Node<'a>, object: Node<'a>, id: NodeId) {
        let weights = self.weights(structure);
        let Some((mut drawn, driven)) = self.drawn(structure, object.id(), &weights) else { return };
        drawn.appearance = self.appearance(structure);
        drawn.materials = self.bindings(structure);
        // A weight drives its target in the morphs of all levels.
        for (index, _, weight) in &weights.given {
            let mut targets = Vec::new();
            for (controller, indices) in &driven {
                let place = indices.iter().position(|i| i == index);
                let part = place.map(|p| Part::At(p as u32));
                targets.extend(part.map(|part| Target::Weight { controller: *controller, part }));
            }
            if weight.local_name() == "MorphWeight" {
                self.driven.insert(weight.id(), Driven { targets, numbers: Numbers::One(0, 1.0) });
            } else if let Some((controller, indices)) = driven.first() {
                // Version 1.0 has all weights in one structure, in the order of the targets.
                let targets = vec![Target::Weight { controller: *controller, part: Part::All }];
                self.driven.insert(weight.id(), Driven { targets, numbers: Numbers::Same(indices.len()) });
            }
        }
        if let Some(node) = self.scene.nodes.get_mut(id.index()) {
            node.drawn.push(drawn);
        }
    }

    /// The morph weights of a node.
    fn weights(&mut self, structure: Node<'a>) -> Weights<'a> {
        let mut given: Vec<(u32, f64, Node<'a>)> = Vec::new();
        for weight in structure.children_named("MorphWeight") {
            let index: u32 = self.property(weight, "index").unwrap_or_default();
            if given.iter().any(|(i, ..)| *i == index) {
                let message = format!("a second weight of the morph target {index} is ignored");
                self.lose(&codes::REPEATED, Fate::Dropped, weight, message);
                continue;
            }
            let Some(value) = self.number(weight) else { continue };
            given.push((index, value, weight));
        }
        if given.is_empty() {
            for morph in structure.children_named("Morph") {
                let Some(numbers) = self.numbers(morph, &[1]) else { continue };
                given.extend((0..).zip(numbers.values).map(|(index, value)| (index, value, morph)));
            }
        }
        Weights { given }
    }

    /// The materials of a node, by the index that index arrays call them.
    fn bindings(&mut self, structure: Node<'a>) -> Vec<MaterialBinding> {
        let mut bindings: Vec<MaterialBinding> = Vec::new();
        for reference in structure.children_named("MaterialRef") {
            let index: u32 = self.property(reference, "index").unwrap_or_default();
            let symbol: Box<str> = index.to_string().into();
            if bindings.iter().any(|b| b.symbol == symbol) {
                let message = format!("a second material with index {index} is ignored");
                self.lose(&codes::REPEATED, Fate::Dropped, reference, message);
                continue;
            }
            let Some(found) = self.follow(reference, &["Material"]) else { continue };
            let Some(material) = self.known.materials.get(&found.id()).copied() else { continue };
            let meta = Meta { origin: origin(reference), ..Meta::default() };
            let mut inputs: Vec<(Box<str>, Semantic, Option<u32>)> = Vec::new();
            for (_, texture) in self.scene.material(material).into_iter().flat_map(|m| m.textures()) {
                let set = super::texture::set_of(&texture.coordinates);
                if !inputs.iter().any(|(name, ..)| *name == texture.coordinates) {
                    inputs.push((texture.coordinates.clone(), Semantic::TexCoord, set));
                }
            }
            bindings.push(MaterialBinding { symbol, material, inputs, meta });
        }
        bindings
    }
}
