//! `<node>` and its instances.

use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{
    Drawable, Drawn, Fate, Frame, Losses, Node as SceneNode, NodeId, NodeInstance, Operation, Target, Transform,
};
use portolan_syntax::Node;
use rayon::prelude::*;

use super::geometry::label;
use super::{Lower, asset, codes};

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

    /// Takes over all nodes of the main document, side by side.
    pub(super) fn all_nodes(&mut self) {
        let elements = self.all_typed("node");
        self.scene.nodes.reserve(elements.len());
        self.known.nodes.reserve(elements.len());
        for element in &elements {
            self.node(*element);
        }
        self.fill_nodes();
    }

    /// Reads all nodes that were asked for, those in them, and those they instantiate.
    pub(super) fn fill_nodes(&mut self) {
        while !self.waiting.is_empty() {
            let waiting = std::mem::take(&mut self.waiting);
            for (element, id) in self.fill_side_by_side(waiting) {
                let mut losses = Losses::default();
                let node = self.plain_node(element, &mut losses);
                self.losses.append(losses);
                let node = self.furnish(element, id, node);
                if let Some(slot) = self.scene.nodes.get_mut(id.index()) {
                    *slot = node;
                }
            }
        }
    }

    /// Reads those of many nodes that need nothing new, on all cores and straight into their places; gives back the rest.
    fn fill_side_by_side(&mut self, waiting: Vec<(Node<'a>, NodeId)>) -> Vec<(Node<'a>, NodeId)> {
        let first = waiting.first().map_or(0, |(_, id)| id.index());
        let in_a_row = waiting.iter().zip(first..).all(|((_, id), place)| id.index() == place);
        if waiting.len() < PARALLEL || !in_a_row {
            return waiting;
        }
        self.outline_all();
        let mut nodes = std::mem::take(&mut self.scene.nodes);
        let places = nodes.get_mut(first..first + waiting.len()).unwrap_or_default();
        let read = |(places, waiting): (&mut [SceneNode], &[(Node<'a>, NodeId)])| {
            let mut losses = Losses::default();
            let mut rest = Vec::new();
            for (place, (element, id)) in places.iter_mut().zip(waiting) {
                match self.plain_contents(*element) {
                    Some((children, drawn)) => {
                        *place = SceneNode { children, drawn, ..self.plain_node(*element, &mut losses) };
                    }
                    None => rest.push((*element, *id)),
                }
            }
            (losses, rest)
        };
        let pieces = places.par_chunks_mut(PIECE).zip(waiting.par_chunks(PIECE));
        let done: Vec<(Losses, Vec<(Node<'a>, NodeId)>)> = pieces.map(read).collect();
        self.scene.nodes = nodes;
        let mut all = Vec::new();
        for (losses, rest) in done {
            self.losses.append(losses);
            all.extend(rest);
        }
        all
    }

    /// What a node puts into its place, if all of that is known already; `None` if anything has to be made, told or
    /// remembered for it.
    fn plain_contents(&self, element: Node<'a>) -> Option<(Vec<NodeId>, Vec<Drawn>)> {
        let (mut children, mut drawn) = (Vec::new(), Vec::new());
        for child in element.elements() {
            match child.local_name() {
                "node" => children.push(*self.known.nodes.get(&self.origin(child))?),
                "instance_geometry" => {
                    let target = self.documents.follow(child, &child.attribute_value("url")?).ok()?;
                    let geometry = self.known.geometries.get(&self.origin(target)).copied()??;
                    if self.inherited(child, target).is_some() {
                        return None;
                    }
                    let materials = self.plain_bindings(child, target)?;
                    drawn.push(Drawn { materials, ..Drawn::new(self.meta(child), Drawable::Geometry(geometry)) });
                }
                "asset" => {}
                name if is_transform(name) => {}
                _ => return None,
            }
        }
        Some((children, drawn))
    }

    /// What a node says of itself alone.
    fn plain_node(&self, element: Node<'a>, losses: &mut Losses) -> SceneNode {
        let frame = self.frame(element);
        let is = |name: &str, value: &str| element.attribute_value(name).is_some_and(|v| v.trim() == value);
        let mut node = SceneNode { meta: self.meta(element), joint: is("type", "JOINT"), ..SceneNode::default() };
        if let Some(layers) = element.attribute_value("layer") {
            node.layers = layers.split_ascii_whitespace().map(Into::into).collect();
        }
        // Hardly anything but transforms is in a node, and lists that grow are copied.
        node.transforms.reserve_exact(element.elements().filter(|e| is_transform(e.local_name())).count());
        for child in element.elements() {
            if let Some(operation) = self.operation(child, losses) {
                let sid = child.attribute_value("sid").map(|s| s.trim().into());
                node.transforms.push(Transform { sid, operation: convert(operation, &frame) });
            }
        }
        node
    }

    /// Adds what a node puts into its place.
    fn furnish(&mut self, element: Node<'a>, id: NodeId, mut node: SceneNode) -> SceneNode {
        for child in element.elements() {
            match child.local_name() {
                "node" => node.children.push(self.node(child)),
                "instance_node" => {
                    let Some((instance, definition)) = self.node_instance(child) else { continue };
                    match self.inherited(child, definition) {
                        None => node.instances.push(instance),
                        Some(frame) => node.children.push(self.holder(child, &frame, |n| n.instances.push(instance))),
                    }
                }
                "instance_geometry" | "instance_controller" => {
                    let Some((drawn, definition)) = self.drawn(child, id, node.drawn.len()) else { continue };
                    match self.inherited(child, definition) {
                        None => node.drawn.push(drawn),
                        // Joints place a skin, and they have their own way to it.
                        Some(_) if matches!(drawn.what, Drawable::Controller(_)) => {
                            let message = format!("`{}` keeps the unit and axes of its own part", label(definition));
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
                    let Some((camera, definition)) = camera else { continue };
                    match self.facing(child, definition) {
                        None => node.cameras.push(camera),
                        Some(turned) => node.children.push(self.holder(child, &turned, |n| n.cameras.push(camera))),
                    }
                }
                "instance_light" => {
                    // The scene has no object for the instance, so the node keeps what was added to it.
                    node.meta.extras.extend(asset::extras(child));
                    let light = self.follow(child, "url").and_then(|c| Some((self.light(c)?, c)));
                    let Some((light, definition)) = light else { continue };
                    match self.facing(child, definition) {
                        None => node.lights.push(light),
                        Some(turned) => node.children.push(self.holder(child, &turned, |n| n.lights.push(light))),
                    }
                }
                "extra" => {
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

    /// What a transform element does; `None` for other elements.
    fn operation(&self, element: Node<'a>, losses: &mut Losses) -> Option<Operation> {
        Some(match element.local_name() {
            "matrix" => {
                let identity = DMat4::IDENTITY.to_cols_array();
                Operation::Matrix(Box::new(self.numbers_telling(element, identity, losses)))
            }
            "translate" => Operation::Translate(self.numbers_telling(element, [0.0; 3], losses)),
            "rotate" => Operation::Rotate(self.numbers_telling(element, [0.0, 0.0, 1.0, 0.0], losses)),
            "scale" => Operation::Scale(self.numbers_telling(element, [1.0; 3], losses)),
            "skew" => {
                let none = [0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
                Operation::Skew(Box::new(self.numbers_telling(element, none, losses)))
            }
            "lookat" => {
                let ahead = [0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0];
                Operation::LookAt(Box::new(self.numbers_telling(element, ahead, losses)))
            }
            _ => return None,
        })
    }

    /// The instance of a node, and the node.
    fn node_instance(&mut self, element: Node<'a>) -> Option<(NodeInstance, Node<'a>)> {
        let target = self.follow(element, "url")?;
        if target.local_name() != "node" {
            let message = format!("`{}` is a `{}` and no node", label(target), target.local_name());
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
        Some((Drawn { materials, ..Drawn::new(self.meta(element), what) }, target))
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
        self.losses.push(&codes::NODE_CYCLE, Fate::Dropped, origin, "the node would stand below itself");
    }
}

fn is_transform(name: &str) -> bool {
    matches!(name, "matrix" | "translate" | "rotate" | "scale" | "skew" | "lookat")
}

/// Stands for a node that was taken out.
const CUT: NodeId = NodeId(u32::MAX);

/// The same transform in the numbers of the scene.
fn convert(operation: Operation, frame: &Frame) -> Operation {
    if frame.is_identity() {
        return operation;
    }
    let point = |v: [f64; 3]| frame.point(DVec3::from(v)).to_array();
    let direction = |v: [f64; 3]| frame.direction(DVec3::from(v)).to_array();
    match operation {
        Operation::Matrix(rows) => {
            let matrix = frame.matrix(DMat4::from_cols_array(&rows).transpose());
            Operation::Matrix(Box::new(matrix.transpose().to_cols_array()))
        }
        Operation::Translate(v) => Operation::Translate(point(v)),
        Operation::Rotate([x, y, z, angle]) => {
            let [x, y, z] = direction([x, y, z]);
            Operation::Rotate([x, y, z, angle])
        }
        Operation::Quaternion([x, y, z, w]) => {
            let [x, y, z] = direction([x, y, z]);
            Operation::Quaternion([x, y, z, w])
        }
        Operation::Scale(v) => Operation::Scale(frame.factors(DVec3::from(v)).to_array()),
        Operation::Skew(values) => {
            let [angle, ax, ay, az, bx, by, bz] = *values;
            let ([ax, ay, az], [bx, by, bz]) = (direction([ax, ay, az]), direction([bx, by, bz]));
            Operation::Skew(Box::new([angle, ax, ay, az, bx, by, bz]))
        }
        Operation::LookAt(values) => {
            let [ex, ey, ez, ix, iy, iz, ux, uy, uz] = *values;
            let ([ex, ey, ez], [ix, iy, iz]) = (point([ex, ey, ez]), point([ix, iy, iz]));
            let [ux, uy, uz] = direction([ux, uy, uz]);
            Operation::LookAt(Box::new([ex, ey, ez, ix, iy, iz, ux, uy, uz]))
        }
    }
}
