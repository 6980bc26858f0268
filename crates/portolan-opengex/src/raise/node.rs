//! Nodes: every place of every node.

use portolan_mesh::{Sides, data, texture_coordinates};
use portolan_scene::{Appearance, Bent, Deformer, Drawn, Fate, Node, NodeId, Shape};
use portolan_syntax::ddl::Structure;

use super::material::Wanted;
use super::name::Names;
use super::object::{Object, appearance};
use super::transform::Step;
use super::vertex::called;
use super::{Raise, codes, label, with_name};

/// Nodes that are within each other more often than this do not fit.
const DEEPEST: u32 = 400;

/// What hangs on a node.
enum Hung<'a> {
    Shape(&'a Drawn, Bent, Object),
    Camera(String),
    Light(String),
}

impl<'a> Raise<'a> {
    /// Finds the bones, and gives every place its name.
    pub fn name_places(&mut self) {
        let mut bones = vec![false; self.stage.placed.len()];
        for (at, place) in self.stage.placed.iter().enumerate() {
            let Some(node) = self.scene.node(place.node) else { continue };
            if let Some(slot) = bones.get_mut(at) {
                *slot |= node.joint;
            }
            for drawn in &node.drawn {
                let whats = std::iter::once(drawn.what).chain(drawn.levels.iter().map(|l| l.what));
                for (id, controller) in whats.filter_map(|w| self.scene.chain(w)).flat_map(|(_, c)| c) {
                    if !matches!(controller.deformer, Deformer::Skin(_)) {
                        continue;
                    }
                    for joint in self.joints(id, drawn, at as u32).into_iter().flatten() {
                        if let Some(slot) = bones.get_mut(joint as usize) {
                            *slot = true;
                        }
                    }
                }
            }
        }
        self.bones = bones;
        self.find_inners();
        for at in 0..self.stage.placed.len() {
            let node = self.stage.placed.get(at).and_then(|p| self.scene.node(p.node));
            let name = match node.map(|n| (n.meta.id.as_deref(), n.meta.sid.as_deref())) {
                Some((None, Some(sid))) => self.names.new_name(Some(sid), "node"),
                Some((Some(id), _)) => self.names.of_id(Some(id), "node"),
                // Only skins refer to nodes.
                _ if self.bones.get(at).copied().unwrap_or(false) => self.names.new_name(None, "node"),
                _ => String::new(),
            };
            self.places.push(name);
        }
    }

    /// All nodes as a tree.
    pub fn nodes(&mut self) -> Vec<Structure<'a>> {
        let count = self.stage.placed.len();
        let mut waiting: Vec<Vec<Structure<'a>>> = Vec::new();
        waiting.resize_with(count, Vec::new);
        let mut made: Vec<Option<Structure<'a>>> = Vec::with_capacity(count);
        // Objects are named in the order of the document.
        for at in 0..count as u32 {
            made.push(self.place(at));
        }
        let mut roots = Vec::new();
        for at in (0..count).rev() {
            let Some(place) = self.stage.placed.get(at) else { continue };
            let Some(mut own) = made.get_mut(at).and_then(Option::take) else { continue };
            let below = waiting.get_mut(at).map(std::mem::take).unwrap_or_default();
            own = own.with_all(below.into_iter().rev());
            for twin in self.twins.get(&(at as u32)).into_iter().flatten() {
                own.push(Structure::new("BoneNode").global(twin.clone()));
            }
            // Inner nodes are part of the one above, whose name is empty for them.
            match place.parent.map(|p| self.shown_parent(p)).and_then(|p| waiting.get_mut(p as usize)) {
                Some(list) => list.push(own),
                None => roots.push(own),
            }
        }
        roots.reverse();
        if let Some(unbound) = &self.unbound {
            roots.push(Structure::new("BoneNode").global(unbound.clone()));
        }
        roots
    }

    /// The place that what is below a place hangs on: an inner node that is part of another has none of its own.
    fn shown_parent(&self, at: u32) -> u32 {
        let above = self.stage.placed.get(at as usize).and_then(|p| p.parent);
        match above {
            Some(above) if self.inner_of(above) == Some(at) => above,
            _ => at,
        }
    }

    /// The place of the transforms that only the object of a place has, if they can be part of it.
    fn inner_of(&self, at: u32) -> Option<u32> {
        self.inners.get(at as usize).copied().flatten()
    }

    /// Finds the inner nodes that can be part of the node above: the only one there, with one thing that hangs on it.
    fn find_inners(&mut self) {
        let node = |at: u32| self.stage.placed.get(at as usize).and_then(|p| self.scene.node(p.node));
        let bone = |at: u32| self.bones.get(at as usize).copied().unwrap_or(false);
        let hung = |n: &Node| n.drawn.len() + n.cameras.len() + n.lights.len();
        let mut inners: Vec<Option<u32>> = vec![None; self.stage.placed.len()];
        let mut several: Vec<u32> = Vec::new();
        for (at, place) in self.stage.placed.iter().enumerate() {
            let (at, Some(parent), Some(own)) = (at as u32, place.parent, node(at as u32)) else { continue };
            if !own.inner {
                continue;
            }
            let Some(slot) = inners.get_mut(parent as usize) else { continue };
            if slot.replace(at).is_some() {
                several.push(parent);
            }
            let plain = own.children.is_empty() && own.instances.is_empty();
            let fits =
                plain && hung(own) == 1 && !bone(at) && !bone(parent) && node(parent).is_some_and(|p| hung(p) == 0);
            if !fits {
                several.push(parent);
            }
        }
        for parent in several {
            if let Some(slot) = inners.get_mut(parent as usize) {
                *slot = None;
            }
        }
        self.inners = inners;
    }

    /// A node with what hangs on it; `None` if it is part of the node above, or too deep.
    fn place(&mut self, at: u32) -> Option<Structure<'a>> {
        let place = *self.stage.placed.get(at as usize)?;
        let node = self.scene.node(place.node)?;
        if node.inner && place.parent.is_some_and(|p| self.inner_of(p) == Some(at)) {
            return None;
        }
        if place.depth > DEEPEST {
            let message = format!("nodes below `{}` are nested too deeply", label(&node.meta));
            self.lose(&codes::TOO_MANY_NODES, Fate::Dropped, &node.meta, message);
            return None;
        }
        self.tell(node, at);
        let inner = self.inner_of(at);
        let inner_node = inner.and_then(|i| self.stage.placed.get(i as usize)).map(|p| p.node);
        let holder = inner_node.and_then(|id| self.scene.node(id)).unwrap_or(node);
        let mut hung = self.hung(holder, inner.unwrap_or(at)).into_iter();
        let bone = self.bones.get(at as usize).copied().unwrap_or(false);
        let own = if bone { None } else { hung.next() };
        let identifier = match (&own, bone) {
            (_, true) => "BoneNode",
            (None, _) => "Node",
            (Some(Hung::Shape(..)), _) => "GeometryNode",
            (Some(Hung::Camera(_)), _) => "CameraNode",
            (Some(Hung::Light(_)), _) => "LightNode",
        };
        let mut made = Structure::new(identifier);
        if let Some(name) = self.places.get(at as usize).filter(|name| !name.is_empty()) {
            made = made.global(name.clone());
        }
        made = with_name(made, &node.meta);
        let mut locals = Names::default();
        let mut tracks = Vec::new();
        if let Some(own) = own {
            let (filled, moved) = self.fill(made, own, at, holder, &mut locals);
            made = filled;
            tracks.extend(moved);
        }
        let mut steps = self.node_steps(place.node, false);
        steps.extend(inner_node.into_iter().flat_map(|id| self.node_steps(id, true)));
        let (transforms, moved) = self.steps(&steps, self.scene.space.metres, node.meta.origin, &mut locals);
        tracks.splice(0..0, moved);
        made = made.with_all(transforms);
        made = made.with_all(self.animations_of(tracks));
        let extras = self.extras(&node.meta.extras, node.meta.origin);
        made = made.with_all(extras);
        for (number, more) in hung.enumerate() {
            made.push(self.child(more, at, holder, number));
        }
        Some(made)
    }

    fn node_steps(&self, id: NodeId, object: bool) -> Vec<Step<'a>> {
        let transforms = self.scene.node(id).map_or(&[][..], |n| &n.transforms);
        let step = |(number, transform): (usize, &'a portolan_scene::Transform)| Step {
            sid: transform.sid.as_deref(),
            operation: transform.operation.clone(),
            driven: self.plays.transform(id, number as u32),
            object,
        };
        transforms.iter().enumerate().map(step).collect()
    }

    /// What does not fit into one node stands in nodes below it.
    fn child(&mut self, hung: Hung<'a>, at: u32, holder: &'a Node, number: usize) -> Structure<'a> {
        let identifier = match &hung {
            Hung::Shape(..) => "GeometryNode",
            Hung::Camera(_) => "CameraNode",
            Hung::Light(_) => "LightNode",
        };
        let mut made = Structure::new(identifier);
        if let Some(name) = self.places.get(at as usize).filter(|name| !name.is_empty()) {
            let base = format!("{name}_{}", number + 1);
            made = made.global(self.names.new_name(Some(&base), "node"));
        }
        if let Hung::Shape(drawn, ..) = &hung
            && let Some(words) = drawn.meta.label()
        {
            made.push(Structure::new("Name").with(Structure::text(words)));
        }
        let (made, tracks) = self.fill(made, hung, at, holder, &mut Names::default());
        let animations = self.animations_of(tracks);
        made.with_all(animations)
    }

    /// References to what a node shows, with its materials and weights.
    fn fill(
        &mut self,
        mut made: Structure<'a>,
        hung: Hung<'a>,
        at: u32,
        holder: &'a Node,
        locals: &mut Names,
    ) -> (Structure<'a>, Vec<super::animation::Played<'a>>) {
        let reference = |name: &str| Structure::new("ObjectRef").with(Structure::references([format!("${name}")]));
        match hung {
            Hung::Camera(name) => (made.with(reference(&name)), Vec::new()),
            Hung::Light(name) => {
                if let Some(shadow) = holder.light_shadows {
                    made = made.property("shadow", shadow);
                }
                (made.with(reference(&name)), Vec::new())
            }
            Hung::Shape(drawn, chain, object) => {
                let hidden = !self.rest.shown(at);
                let visible = if hidden { Some(false) } else { drawn.appearance.visible };
                made = appearance(made, Appearance { visible, ..drawn.appearance });
                made.push(reference(&object.name));
                for (index, name) in self.surfaces(drawn, chain, &object) {
                    let mut reference = Structure::new("MaterialRef");
                    if index != 0 {
                        reference = reference.property("index", index);
                    }
                    made.push(reference.with(Structure::references([format!("${name}")])));
                }
                let (weights, tracks) = match chain.morph {
                    Some(morph) => self.weights(morph, drawn.meta.origin, locals),
                    None => Default::default(),
                };
                let extras = self.extras(&drawn.meta.extras, drawn.meta.origin);
                (made.with_all(weights).with_all(extras), tracks)
            }
        }
    }

    /// Numbers and names of the materials of a shape.
    fn surfaces(&mut self, drawn: &Drawn, chain: Bent, object: &Object) -> Vec<(u32, String)> {
        let Some(geometry) = self.scene.geometry(chain.geometry) else { return Vec::new() };
        let Shape::Mesh(mesh) = &geometry.shape else { return Vec::new() };
        let mut all = Vec::new();
        for surface in &object.surfaces {
            let Some(primitive) = mesh.primitives.get(surface.primitive) else { continue };
            let Some(binding) = drawn.binding(primitive) else { continue };
            let Some(material) = self.scene.material(binding.material) else { continue };
            let data = data(mesh, primitive);
            let named = called(mesh, &data);
            let names: Vec<&str> = material.textures().map(|(_, t)| &*t.coordinates).collect();
            let order = texture_coordinates(&data, &names, Some(binding));
            let set = |at: usize| order.get(at).and_then(|d| named.get(*d)?.as_ref()).map_or(0, |c| c.index);
            let sets = (0..names.len()).map(set).collect();
            let two_sided = Sides::of(Some(mesh), Some(material)).are_both();
            let wanted = Wanted { material: binding.material, sets, two_sided };
            all.extend(self.material(wanted).map(|name| (surface.index, name)));
        }
        all
    }

    /// Everything at a node that OpenGEX has a node for.
    fn hung(&mut self, node: &'a Node, at: u32) -> Vec<Hung<'a>> {
        let mut all = Vec::new();
        for drawn in &node.drawn {
            let (chain, objects) = self.objects(drawn, at);
            all.extend(objects.into_iter().map(|object| Hung::Shape(drawn, chain, object)));
        }
        for id in &node.cameras {
            all.extend(self.camera(*id).map(Hung::Camera));
        }
        for id in &node.lights {
            all.extend(self.light(*id).map(Hung::Light));
        }
        all
    }

    fn tell(&mut self, node: &Node, at: u32) {
        if !node.layers.is_empty() {
            let message = format!("layers of node `{}` are not written", label(&node.meta));
            self.lose(&codes::LAYER, Fate::Dropped, &node.meta, message);
        }
        let seen = node.lights.is_empty() && node.cameras.is_empty();
        if !self.rest.shown(at) && !seen {
            let message = format!("lights and cameras of the hidden node `{}` are not hidden", label(&node.meta));
            self.lose(&codes::HIDDEN, Fate::Approximated, &node.meta, message);
        }
        for instance in &node.instances {
            self.tell_extras(&instance.meta);
        }
    }
}
