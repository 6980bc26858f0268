//! `<node>` and what hangs on it.

use hashbrown::HashSet;
use portolan_scene::glam::{DMat4, DQuat};
use portolan_scene::turn::axis_angle;
use portolan_scene::{Drawable, Drawn, Fate, Kept, Meta, Node, NodeId, Operation, Origin, Target, Transform, ViewId};

use super::name::ncname;
use super::{Raise, codes, fragment, label};

/// Where nodes are written.
#[derive(Default)]
pub(super) struct Placed {
    /// Those that belong to no view.
    pub library: Vec<NodeId>,
    /// The views that are written.
    pub views: Vec<ViewId>,
    /// For each node: is it written in another node, or in a view before the one that is written now?
    pub homes: Vec<Option<ViewId>>,
}

enum Step {
    Enter(NodeId),
    Leave(NodeId),
}

impl<'a> Raise<'a> {
    /// Decides where nodes are written: children with their parent, roots with their view, the rest in a library.
    pub(super) fn place_nodes(&mut self) -> Placed {
        let scene = self.scene;
        let mut placed = Placed { homes: vec![None; scene.nodes.len()], ..Placed::default() };
        let mut is_child = vec![false; scene.nodes.len()];
        for child in scene.nodes.iter().flat_map(|n| &n.children) {
            is_child.get_mut(child.index()).into_iter().for_each(|c| *c = true);
        }
        let mut made_up: HashSet<NodeId> = HashSet::new();
        let shapes: HashSet<Origin> = scene.geometries.iter().map(|g| g.meta.origin).collect();
        for (number, view) in (0..).zip(&scene.views) {
            let id = ViewId(number);
            let meta = &view.meta;
            let nameless = meta.id.is_none() && meta.name.is_none() && meta.origin == Origin::default();
            if self.options.from_collada && nameless {
                let is_shape = |n: &&NodeId| scene.node(**n).is_some_and(|n| shapes.contains(&n.meta.origin));
                made_up.extend(view.roots.iter().filter(is_shape));
                continue;
            }
            if self.options.view.is_some_and(|only| only != id) {
                let message = format!("scene `{}` was not selected; its nodes are written to a library", label(meta));
                self.losses.push(&codes::VIEW, Fate::Dropped, meta.origin, message);
                continue;
            }
            placed.views.push(id);
            for root in view.roots.iter().filter(|r| !is_child.get(r.index()).copied().unwrap_or(true)) {
                if let Some(home @ None) = placed.homes.get_mut(root.index()) {
                    *home = Some(id);
                }
            }
        }
        for (number, child) in (0..).zip(&is_child) {
            let id = NodeId(number);
            let at_home = placed.homes.get(id.index()).is_some_and(Option::is_some);
            if !child && !at_home && !made_up.contains(&id) {
                placed.library.push(id);
            }
        }
        placed
    }

    pub(super) fn library_nodes(&mut self, placed: &Placed) {
        for node in &placed.library {
            self.node(*node);
        }
    }

    /// A node with all nodes in it.
    pub(super) fn node(&mut self, id: NodeId) {
        let mut steps = vec![Step::Enter(id)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(id) => {
                    let Some(node) = self.scene.node(id) else { continue };
                    if !self.out.has_room() {
                        let name = node.meta.label().unwrap_or("a node");
                        let message = format!("`{name}` is nested too deeply and is not written");
                        self.losses.push(&codes::DEEP, Fate::Dropped, node.meta.origin, message);
                        continue;
                    }
                    self.begin_node(id, node);
                    steps.push(Step::Leave(id));
                    steps.extend(node.children.iter().rev().map(|c| Step::Enter(*c)));
                }
                Step::Leave(id) => {
                    let Some(node) = self.scene.node(id) else { continue };
                    self.visibility(id, node);
                    self.extras(&node.meta.extras, node.meta.origin);
                    self.out.close();
                }
            }
        }
    }

    fn begin_node(&mut self, id: NodeId, node: &'a Node) {
        let meta = &node.meta;
        let own = self.ids.nodes.get(id.index()).cloned().flatten();
        self.head("node", own.as_deref(), meta);
        let sid = meta.sid.as_deref().map(ncname);
        self.out.maybe("sid", sid.as_deref());
        if node.joint {
            self.out.attribute("type", "JOINT");
        }
        if !node.layers.is_empty() {
            let layers = node.layers.iter().map(|l| ncname(l)).collect::<Vec<_>>().join(" ");
            self.out.attribute("layer", &layers);
        }
        self.asset(meta);
        for (place, transform) in (0..).zip(&node.transforms) {
            self.transform(id, place, transform);
        }
        for (place, camera) in node.cameras.iter().enumerate() {
            let id = self.ids.cameras.get(camera.index()).cloned().flatten();
            self.instance("instance_camera", place, id, meta);
        }
        self.kept(meta, "", |name| name == "instance_camera");
        for drawn in node.drawn.iter().filter(|d| matches!(d.what, Drawable::Controller(_))) {
            self.drawn(drawn);
        }
        self.kept(meta, "", |name| name == "instance_controller");
        for drawn in node.drawn.iter().filter(|d| matches!(d.what, Drawable::Geometry(_))) {
            self.drawn(drawn);
        }
        self.kept(meta, "", |name| name == "instance_geometry");
        for (place, light) in node.lights.iter().enumerate() {
            let id = self.ids.lights.get(light.index()).cloned().flatten();
            self.instance("instance_light", place, id, meta);
        }
        self.kept(meta, "", |name| name == "instance_light");
        for instance in &node.instances {
            let url =
                |raise: &Raise<'_>, n: NodeId| raise.ids.nodes.get(n.index()).cloned().flatten().map(|i| fragment(&i));
            let (target, proxy) = (url(self, instance.node), instance.proxy.and_then(|p| url(self, p)));
            let meta = &instance.meta;
            let name = self.name_text(meta.name.as_deref(), meta.origin);
            self.out.open("instance_node").attribute("url", &target.unwrap_or_default());
            self.out.maybe("sid", meta.sid.as_deref()).maybe("name", name.as_deref());
            if self.is_new() {
                self.out.maybe("proxy", proxy.as_deref());
            }
            self.extras(&meta.extras, meta.origin);
            self.out.close();
        }
        self.kept(meta, "", |name| name == "instance_node");
        if node.light_shadows.is_some() {
            let message = format!("the shadow setting of lights at `{}` is not written", label(meta));
            self.lose(&codes::LIGHT, Fate::Dropped, meta, message);
        }
    }

    fn instance(&mut self, element: &str, place: usize, id: Option<Box<str>>, meta: &'a Meta) {
        let part = meta.aside.as_ref().and_then(|a| a.part(&format!("{element}/{place}")));
        let name = self.name_text(part.and_then(|p| p.name.as_deref()), meta.origin);
        self.out.open(element).attribute("url", &fragment(&id.unwrap_or_default()));
        self.out.maybe("sid", part.and_then(|p| p.sid.as_deref())).maybe("name", name.as_deref()).close();
    }

    fn transform(&mut self, node: NodeId, place: u32, transform: &'a Transform) {
        let sid = self.addresses.transform_sid(node, place).or(transform.sid.as_deref()).map(ncname);
        let (element, values): (_, Vec<f64>) = match &transform.operation {
            Operation::Matrix(v) => ("matrix", v.to_vec()),
            Operation::Translate(v) => ("translate", v.to_vec()),
            Operation::Rotate(v) => ("rotate", v.to_vec()),
            Operation::Scale(v) => ("scale", v.to_vec()),
            Operation::Skew(v) => ("skew", v.to_vec()),
            Operation::LookAt(v) => ("lookat", v.to_vec()),
            Operation::Quaternion(_) if self.addresses.is_driven(node, place) => {
                ("matrix", transform.operation.matrix().transpose().to_cols_array().to_vec())
            }
            Operation::Quaternion(v) => {
                let turn = DQuat::from_array(*v);
                let turn = if turn.length_squared() > 0.0 { turn.normalize() } else { DQuat::IDENTITY };
                let (axis, angle) = axis_angle(turn);
                ("rotate", vec![axis.x, axis.y, axis.z, angle.to_degrees()])
            }
        };
        self.out.open(element).maybe("sid", sid.as_deref()).numbers(&values).close();
    }

    fn drawn(&mut self, drawn: &'a Drawn) {
        let meta = &drawn.meta;
        let (element, url) = match drawn.what {
            Drawable::Geometry(id) => ("instance_geometry", self.ids.geometries.get(id.index())),
            Drawable::Controller(id) => ("instance_controller", self.ids.controllers.get(id.index())),
        };
        let url = fragment(url.and_then(|u| u.as_deref()).unwrap_or_default());
        let name = self.name_text(meta.name.as_deref(), meta.origin);
        self.out.open(element).attribute("url", &url);
        self.out.maybe("sid", meta.sid.as_deref()).maybe("name", name.as_deref());
        if element == "instance_controller" {
            self.skeletons(drawn);
        }
        self.bind_material(drawn);
        self.kept(meta, "", |name| name != "skeleton");
        self.extras(&meta.extras, meta.origin);
        self.out.close();
        if !drawn.levels.is_empty() || drawn.appearance != portolan_scene::Appearance::default() {
            let message = "levels of detail and display settings of a shape are not written";
            self.lose(&codes::DRAWN, Fate::Dropped, meta, message);
        }
    }

    /// Where the joints of a skin are looked for: as the document said it, else what they were found below.
    fn skeletons(&mut self, drawn: &'a Drawn) {
        let is_local = |k: &Kept| &*k.name == "skeleton" && crate::kept::text(k).is_some_and(|t| t.starts_with('#'));
        let said: Vec<&Kept> = drawn.meta.kept().iter().filter(|k| &*k.name == "skeleton").collect();
        if !said.is_empty() && said.iter().all(|k| is_local(k)) && drawn.meta.origin.document == 0 {
            for kept in said {
                self.put_back(kept);
            }
            return;
        }
        let mut roots: Vec<NodeId> = Vec::new();
        for root in drawn.skeletons.iter().flat_map(|s| s.joints.iter().flatten()).filter_map(|j| j.root) {
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        for root in roots {
            if let Some(id) = self.ids.nodes.get(root.index()).cloned().flatten() {
                self.out.leaf("skeleton", &fragment(&id));
            }
        }
    }

    /// Applications say in their own technique whether a node is shown.
    fn visibility(&mut self, id: NodeId, node: &'a Node) {
        let said = crate::kept::adds(&node.meta, "visibility", |e| e.local_name().contains("visibility"));
        let target = Target::Visibility { node: id };
        let sid = self.addresses.sid(&target).map(str::to_owned);
        if said || (!node.hidden && sid.is_none()) {
            return;
        }
        self.out.open("extra").open("technique").attribute("profile", "FCOLLADA");
        self.out.open("visibility").maybe("sid", sid.as_deref()).text(if node.hidden { "0" } else { "1" });
        self.out.close().close().close();
    }
}

/// The matrix of a quaternion, row by row.
pub(super) fn quaternion_rows(v: [f64; 4]) -> [f64; 16] {
    let turn = DQuat::from_array(v);
    let turn = if turn.length_squared() > 0.0 { turn.normalize() } else { DQuat::IDENTITY };
    // There is no negative zero.
    DMat4::from_quat(turn).transpose().to_cols_array().map(|x| x + 0.0)
}
