//! `<node>` and its instances.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use portolan_parallel::prelude::*;
use portolan_scene::glam::DMat4;
use portolan_scene::{
    Drawable, Drawn, Fate, Frame, Losses, Meta, Node as SceneNode, NodeId, NodeInstance, Operation, PartName, Target,
    Transform,
};
use portolan_syntax::Node;

use super::geometry::label;
use super::vocabulary::{Kind, Mark, Part};
use super::{Lower, asset, codes, note_name};

/// Applications that say whether a node is shown.
const VISIBILITY: &[&str] = &["FCOLLADA", "MAYA", "MAX3D", "OpenCOLLADA", "OpenCOLLADAMaya"];

/// From so many nodes on they are read on all cores.
const PARALLEL: usize = 1024;
/// Nodes that one core reads at a time.
const PIECE: usize = 512;

impl<'a> Lower<'a> {
    /// The node that an element is, or will be: what is in it is read when its turn comes.
    pub(super) fn node(&mut self, element: Node<'a>) -> NodeId {
        let origin = self.origin(element);
        if let Some(known) = self.known.nodes.get(&origin) {
            return *known;
        }
        let id = NodeId::next(&self.scene.nodes);
        self.scene.nodes.push(SceneNode::default());
        self.known.nodes.insert(origin, id);
        self.waiting.push((element, id));
        id
    }

    /// Takes over all nodes of the main document. Many are read on all cores, straight into their places, as far as they
    /// need nothing new; the rest afterwards.
    pub(super) fn all_nodes(&mut self) {
        let elements = self.all_typed("node");
        if elements.len() < PARALLEL || !self.scene.nodes.is_empty() {
            elements.into_iter().for_each(|element| _ = self.node(element));
            return self.fill_nodes();
        }
        self.outline_all();
        self.known.nodes.reserve(elements.len());
        for (element, id) in elements.iter().zip(0..) {
            self.known.nodes.insert(self.origin(*element), NodeId(id));
        }
        let told = Mutex::new(Vec::new());
        let read = |(place, element): (usize, &Node<'a>)| {
            let mut losses = Losses::default();
            let node = self.plain_node(*element, &mut losses);
            if node.is_none() || losses.worst().is_some() {
                let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
                told.push((place, node.is_none(), losses));
            }
            node.unwrap_or_default()
        };
        let mut nodes = Vec::new();
        elements.par_iter().enumerate().with_min_len(PIECE).map(read).collect_into_vec(&mut nodes);
        self.scene.nodes = nodes;
        let mut told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
        told.sort_unstable_by_key(|(place, ..)| *place);
        for (place, unread, losses) in told {
            match elements.get(place).filter(|_| unread) {
                Some(element) => self.waiting.push((*element, NodeId(place as u32))),
                None => self.losses.append(losses),
            }
        }
        self.fill_nodes();
    }

    /// Reads all nodes that were asked for, those in them, and those they instantiate.
    pub(super) fn fill_nodes(&mut self) {
        while !self.waiting.is_empty() {
            let waiting = std::mem::take(&mut self.waiting);
            for (element, id) in waiting {
                let mut losses = Losses::default();
                let mut node = self.bare_node(element, &mut losses);
                node.meta.extras = asset::extras(element);
                self.losses.append(losses);
                let node = self.furnish(element, id, node);
                if let Some(slot) = self.scene.nodes.get_mut(id.index()) {
                    *slot = node;
                }
            }
        }
    }

    /// A node whose contents are all known already; `None` if anything has to be made, told or remembered for it.
    fn plain_node(&self, element: Node<'a>, losses: &mut Losses) -> Option<SceneNode> {
        let vocabulary = self.vocabulary(element);
        // A list that begins to grow takes room for four, and hardly any node draws more than one shape.
        let (mut children, mut drawn) = (Vec::new(), Vec::new());
        for child in element.elements() {
            match vocabulary.part(child) {
                Part::Transform(_) | Part::Asset => {}
                Part::Node => children.push(*self.known.nodes.get(&self.origin(child))?),
                Part::InstanceGeometry => {
                    drawn.reserve_exact(1);
                    drawn.push(self.plain_drawn(child)?);
                }
                Part::Extra | Part::Other => return None,
            }
        }
        Some(SceneNode { children, drawn, ..self.bare_node(element, losses) })
    }

    fn plain_drawn(&self, element: Node<'a>) -> Option<Drawn> {
        let target = self.documents.follow(element, &element.attribute_value("url")?).ok()?;
        let geometry = self.known.geometries.get(&self.origin(target)).copied()??;
        if self.inherited(element, target).is_some() {
            return None;
        }
        let materials = self.plain_bindings(element, target)?;
        Some(Drawn { materials, ..Drawn::new(self.meta(element), Drawable::Geometry(geometry)) })
    }

    /// What a node says of itself alone, extras aside.
    fn bare_node(&self, element: Node<'a>, losses: &mut Losses) -> SceneNode {
        let frame = self.frame(element);
        let vocabulary = self.vocabulary(element);
        let mut node = SceneNode::default();
        node.meta.origin = self.origin(element);
        let mut kind = None;
        for attribute in element.attributes() {
            match vocabulary.mark(attribute) {
                Mark::Type => kind = Some(attribute.value()),
                Mark::Layer => node.layers = attribute.value().split_ascii_whitespace().map(Into::into).collect(),
                mark => note_name(&mut node.meta, mark, attribute),
            }
        }
        node.joint = match kind {
            Some(kind) => kind.trim() == "JOINT",
            None => *self.joint_by_default.get_or_init(|| {
                let kind: Option<Cow<'_, str>> = self.bound(element).default_of(element, "type");
                kind.is_some_and(|kind| kind == "JOINT")
            }),
        };
        let transforms = || {
            element.elements().filter_map(|child| match vocabulary.part(child) {
                Part::Transform(kind) => Some((child, kind)),
                _ => None,
            })
        };
        // Lists that grow are copied.
        node.transforms.reserve_exact(transforms().count());
        for (child, kind) in transforms() {
            let sid = child.attributes().find(|a| vocabulary.mark(*a) == Mark::Sid);
            let sid = sid.map(|s| s.value().trim().into());
            let operation = self.operation(child, kind, losses);
            node.transforms.push(Transform { sid, operation: frame.operation(&operation) });
            let behind = frame.behind(&operation);
            node.transforms.extend(behind.map(|operation| Transform { sid: None, operation }));
        }
        if let Some(told) = element.elements().find(|e| vocabulary.part(*e) == Part::Asset) {
            node.meta.aside_mut().asset = Some(asset::asset(told, self.bound(element)));
        }
        node
    }

    /// Adds what a node puts into its place.
    fn furnish(&mut self, element: Node<'a>, id: NodeId, mut node: SceneNode) -> SceneNode {
        let mut extras_seen = false;
        for child in element.elements() {
            match child.local_name() {
                "node" => node.children.push(self.node(child)),
                "instance_node" => {
                    let Some((instance, definition)) = self.node_instance(child) else {
                        self.keep_instance(child, &mut node.meta);
                        continue;
                    };
                    match self.inherited(child, definition) {
                        None => node.instances.push(instance),
                        Some(frame) => node.children.push(self.holder(child, &frame, |n| n.instances.push(instance))),
                    }
                }
                "instance_geometry" | "instance_controller" => {
                    let Some((drawn, definition)) = self.drawn(child, id, node.drawn.len()) else {
                        self.keep_instance(child, &mut node.meta);
                        continue;
                    };
                    match self.inherited(child, definition) {
                        None => node.drawn.push(drawn),
                        // Joints place a skin, and they have their own way to it.
                        Some(_) if matches!(drawn.what, Drawable::Controller(_)) => {
                            let message = format!("`{}` keeps its own unit and axes", label(definition));
                            self.lose(&codes::CONVERTED, Fate::Approximated, child, message);
                            node.drawn.push(drawn);
                        }
                        Some(frame) => node.children.push(self.holder(child, &frame, |n| n.drawn.push(drawn))),
                    }
                }
                "instance_camera" => {
                    // The scene has no object for the instance, so the node keeps what was added to it.
                    node.meta.extras.extend(asset::extras(child));
                    let camera = self.follow(child, "url").and_then(|c| Some((self.camera(c)?, c)));
                    let Some((camera, definition)) = camera else {
                        self.keep_instance(child, &mut node.meta);
                        continue;
                    };
                    match self.facing(child, definition) {
                        None => {
                            self.name_instance(child, node.cameras.len(), &mut node.meta);
                            node.cameras.push(camera);
                        }
                        Some(turned) => node.children.push(self.holder(child, &turned, |n| n.cameras.push(camera))),
                    }
                }
                "instance_light" => {
                    // The scene has no object for the instance, so the node keeps what was added to it.
                    node.meta.extras.extend(asset::extras(child));
                    let light = self.follow(child, "url").and_then(|c| Some((self.light(c)?, c)));
                    let Some((light, definition)) = light else {
                        self.keep_instance(child, &mut node.meta);
                        continue;
                    };
                    match self.facing(child, definition) {
                        None => {
                            self.name_instance(child, node.lights.len(), &mut node.meta);
                            node.lights.push(light);
                        }
                        Some(turned) => node.children.push(self.holder(child, &turned, |n| n.lights.push(light))),
                    }
                }
                // All of them are looked at with the first one.
                "extra" if !std::mem::replace(&mut extras_seen, true) => {
                    if let Some(shown) = asset::vendor(element, VISIBILITY, "visibility") {
                        node.hidden = !asset::is_true(shown);
                        self.drive(shown, Target::Visibility { node: id }, 1.0);
                    }
                }
                _ => {}
            }
        }
        node
    }

    /// Keeps an instance of what is in another document, or could not be understood; what is nowhere is not kept.
    fn keep_instance(&self, instance: Node<'a>, meta: &mut Meta) {
        let url = instance.attribute_value("url").unwrap_or_default();
        let is_there = !url.trim().starts_with('#') || self.documents.follow(instance, &url).is_ok();
        if meta.origin.document == 0 && is_there {
            self.keep(instance, "", &mut meta.aside_mut().kept);
        }
    }

    /// Remembers what an instance is called that is no object of its own.
    fn name_instance(&self, instance: Node<'a>, place: usize, meta: &mut Meta) {
        let names = self.names(instance);
        if names.sid.is_some() || names.name.is_some() {
            let part = format!("{}/{place}", instance.local_name()).into();
            meta.aside_mut().parts.push(PartName { part, id: None, sid: names.sid, name: names.name });
        }
    }

    /// What a transform element does.
    pub(super) fn operation(&self, element: Node<'a>, kind: Kind, losses: &mut Losses) -> Operation {
        match kind {
            Kind::Matrix => {
                let identity = DMat4::IDENTITY.to_cols_array();
                Operation::Matrix(Box::new(self.numbers_telling(element, identity, losses)))
            }
            Kind::Translate => Operation::Translate(self.numbers_telling(element, [0.0; 3], losses)),
            Kind::Rotate => Operation::Rotate(self.numbers_telling(element, [0.0, 0.0, 1.0, 0.0], losses)),
            Kind::Scale => Operation::Scale(self.numbers_telling(element, [1.0; 3], losses)),
            Kind::Skew => {
                let none = [0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
                Operation::Skew(Box::new(self.numbers_telling(element, none, losses)))
            }
            Kind::LookAt => {
                let ahead = [0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0];
                Operation::LookAt(Box::new(self.numbers_telling(element, ahead, losses)))
            }
        }
    }

    /// The instance of a node, and the node.
    fn node_instance(&mut self, element: Node<'a>) -> Option<(NodeInstance, Node<'a>)> {
        let target = self.follow(element, "url")?;
        if target.local_name() != "node" {
            let message = format!("`{}` is a `{}`, not a node", label(target), target.local_name());
            self.lose(&codes::UNRESOLVED, Fate::Dropped, element, message);
            return None;
        }
        // What stands in only when the node is too costly is not read for its own sake.
        let proxy = element.attribute_value("proxy").and_then(|p| self.documents.follow(element, &p).ok());
        let proxy = proxy.filter(|p| p.local_name() == "node").map(|p| self.node(p));
        Some((NodeInstance { meta: self.meta(element), node: self.node(target), proxy }, target))
    }

    /// The instance of a shape, and the shape.
    fn drawn(&mut self, element: Node<'a>, node: NodeId, place: usize) -> Option<(Drawn, Node<'a>)> {
        let target = self.follow(element, "url")?;
        let what = match target.local_name() {
            "geometry" => Drawable::Geometry(self.geometry(target)?),
            "controller" => Drawable::Controller(self.controller(target)?),
            other => {
                let message = format!("`{}` is a `{other}` and cannot be drawn", label(target));
                self.lose(&codes::UNRESOLVED, Fate::Dropped, element, message);
                return None;
            }
        };
        if matches!(what, Drawable::Controller(_)) {
            self.rigs.push((node, place, element));
        }
        let materials = self.material_bindings(element);
        let mut meta = self.meta(element);
        let common = element.child("bind_material").and_then(|b| b.child("technique_common"));
        for binding in common.into_iter().flat_map(Node::elements) {
            let symbol = binding.attribute_value("symbol").unwrap_or_default();
            let target = binding.attribute_value("target").unwrap_or_default();
            let is_bound = materials.iter().any(|m| *m.symbol == *symbol.trim().trim_start_matches('#'));
            if !is_bound && !target.trim().starts_with('#') {
                self.keep(binding, "bind_material/technique_common", &mut meta.aside_mut().kept);
            }
        }
        Some((Drawn { materials, ..Drawn::new(meta, what) }, target))
    }

    /// How a camera or light has to be turned that has other axes than the scene: what it looks along is told in its own
    /// axes, and the node it hangs on has those of the scene by now.
    fn facing(&self, instance: Node<'a>, definition: Node<'a>) -> Option<Frame> {
        let own = self.frame(definition).turn;
        let turn = self.inherited(instance, definition).map_or(own, |frame| frame.turn * own);
        Some(Frame::new(1.0, turn)).filter(|f| !f.keeps_axes())
    }

    /// A node of its own for what has to be turned or scaled.
    fn holder(&mut self, instance: Node<'a>, frame: &Frame, put: impl FnOnce(&mut SceneNode)) -> NodeId {
        let id = NodeId::next(&self.scene.nodes);
        let mut holder = SceneNode { meta: self.names(instance), ..SceneNode::default() };
        let rows = DMat4::from_mat3(frame.turn * frame.scale).transpose().to_cols_array();
        holder.transforms.push(Transform { sid: None, operation: Operation::Matrix(Box::new(rows)) });
        put(&mut holder);
        self.scene.nodes.push(holder);
        id
    }

    /// Takes out the instances that would put a node below itself.
    pub(super) fn cut_cycles(&mut self) {
        // An element cannot stand in itself.
        if self.scene.nodes.iter().all(|n| n.instances.is_empty()) {
            return;
        }
        // 0 not seen, 1 open, 2 done.
        let mut state = vec![0u8; self.scene.nodes.len()];
        // The open nodes from the start to the current one, each with the instance that led to it.
        let mut way: Vec<(NodeId, Option<(NodeId, usize)>)> = Vec::new();
        for start in 0..self.scene.nodes.len() {
            let mut stack = vec![(NodeId(start as u32), None::<(NodeId, usize)>, false)];
            while let Some((id, through, leave)) = stack.pop() {
                let Some(mark) = state.get_mut(id.index()) else { continue };
                match (leave, *mark) {
                    (true, _) => {
                        *mark = 2;
                        way.pop();
                    }
                    (false, 1) => {
                        // A child cannot be taken out of its parent: then it is the last instance on the way round.
                        let round = way.iter().rev().take_while(|(node, _)| *node != id);
                        let last = through.or_else(|| round.filter_map(|(_, through)| *through).next());
                        self.cut(last);
                    }
                    (false, 2) => {}
                    (false, _) => {
                        *mark = 1;
                        way.push((id, through));
                        stack.push((id, None, true));
                        let Some(node) = self.scene.nodes.get(id.index()) else { continue };
                        let children = node.children.iter().map(|n| (*n, None, false));
                        let instances = node.instances.iter().enumerate().map(|(i, n)| (n.node, Some((id, i)), false));
                        stack.extend(children.chain(instances));
                    }
                }
            }
        }
        for node in &mut self.scene.nodes {
            node.instances.retain(|i| i.node != CUT);
        }
    }

    fn cut(&mut self, through: Option<(NodeId, usize)>) {
        let Some((parent, place)) = through else { return };
        let node = self.scene.nodes.get_mut(parent.index());
        let Some(instance) = node.and_then(|n| n.instances.get_mut(place)).filter(|i| i.node != CUT) else { return };
        instance.node = CUT;
        let origin = instance.meta.origin;
        self.losses.push(&codes::NODE_CYCLE, Fate::Dropped, origin, "the node would be its own descendant");
    }
}

/// Stands for a node that was taken out.
const CUT: NodeId = NodeId(u32::MAX);
