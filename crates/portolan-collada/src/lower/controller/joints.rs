//! The nodes that are the joints of skins.

use std::collections::VecDeque;

use hashbrown::HashMap;
use portolan_scene::{ControllerId, Deformer, Drawable, Fate, Joint, NodeId, Scene, Skeleton, SkinSpace, ViewId};
use portolan_syntax::Node;

use super::super::Lower;
use super::super::geometry::label;
use super::{codes, deformer};
use crate::data::ArrayKind;

/// Nodes that all searches together may look at.
const MOST_VISITS: u64 = 1 << 24;

/// Joints that all instances together may have; a few bytes can ask for many.
const MOST_JOINTS: usize = 1 << 23;

/// Names told of joints that were not found.
const MOST_NAMES: usize = 5;

impl<'a> Lower<'a> {
    /// Finds the joints of all skins that are instantiated.
    ///
    /// One set of joints for each skin of a chain, outermost first; a skeleton that is instantiated twice gives the same
    /// nodes with different roots.
    pub(in super::super) fn find_joints(&mut self) {
        // Skeletons of other documents may bring further nodes, and those further instances.
        let mut rigs = Vec::new();
        let known = self.scene.nodes.len();
        while let Some((node, place, instance)) = self.rigs.pop() {
            let roots = self.skeleton_roots(instance);
            self.fill_nodes();
            rigs.push((node, place, instance, roots));
        }
        if self.scene.nodes.len() > known {
            self.cut_cycles();
        }
        rigs.sort_by_key(|(node, place, ..)| (*node, *place));
        let mut search = Search { seen: vec![0; self.scene.nodes.len()], round: 0, visits: MOST_VISITS };
        let mut known: HashMap<(ControllerId, Vec<Root>), Vec<Skeleton>> = HashMap::new();
        let mut room = MOST_JOINTS;
        for (node, place, instance, roots) in rigs {
            let drawn = self.scene.node(node).and_then(|n| n.drawn.get(place));
            let Some(Drawable::Controller(controller)) = drawn.map(|d| d.what) else { continue };
            let skins = self.skins(controller);
            let joints = skins.iter().map(|s| self.joint_count(*s)).fold(0, usize::saturating_add);
            if joints > room {
                let message = format!("the instances have more than {MOST_JOINTS} joints in total");
                self.lose(&codes::JOINT_MISSING, Fate::Dropped, instance, message);
                continue;
            }
            room -= joints;
            let key = (controller, roots);
            let skeletons = match known.get(&key) {
                Some(skeletons) => skeletons.clone(),
                None => {
                    let new = skins.into_iter().map(|skin| self.skeleton(skin, &key.1, instance, &mut search));
                    let new: Vec<Skeleton> = new.collect();
                    known.insert(key, new.clone());
                    new
                }
            };
            let drawn = self.scene.nodes.get_mut(node.index()).and_then(|n| n.drawn.get_mut(place));
            if let Some(drawn) = drawn {
                drawn.skeletons = skeletons;
            }
        }
    }

    /// The nodes that an instance names as roots of its skeleton.
    fn skeleton_roots(&mut self, instance: Node<'a>) -> Vec<Root> {
        let mut roots = Vec::new();
        for skeleton in instance.elements().filter(|e| e.local_name() == "skeleton") {
            let written = skeleton.text().into_owned();
            let Some(root) = self.follow_text(skeleton, &written) else { continue };
            match root.local_name() {
                "node" => roots.push(Root::Node(self.node(root))),
                "visual_scene" => roots.extend(self.known.views.get(&self.origin(root)).copied().map(Root::View)),
                other => {
                    let message = format!("the skeleton `{}` is a `{other}`, not a node", label(root));
                    self.lose(&codes::JOINT_GUESSED, Fate::Noted, skeleton, message);
                }
            }
        }
        roots
    }

    /// The skins between an instance and its shape.
    fn skins(&self, outermost: ControllerId) -> Vec<ControllerId> {
        let mut skins = Vec::new();
        let mut at = Some(outermost);
        while let Some(id) = at
            && let Some(controller) = self.scene.controller(id)
        {
            if matches!(controller.deformer, Deformer::Skin(_)) {
                skins.push(id);
            }
            at = match controller.base {
                portolan_scene::Base::Controller(inner) => Some(inner),
                portolan_scene::Base::Geometry(_) => None,
            };
        }
        skins
    }

    fn joint_count(&self, skin: ControllerId) -> usize {
        match self.scene.controller(skin).map(|c| &c.deformer) {
            Some(Deformer::Skin(skin)) => skin.joints.len(),
            _ => 0,
        }
    }

    fn skeleton(&mut self, skin: ControllerId, roots: &[Root], instance: Node<'a>, search: &mut Search) -> Skeleton {
        let mut wanted = self.wanted(skin);
        for root in roots {
            search.begin();
            match *root {
                Root::Node(root) => search.from(&self.scene, &[root], Some(root), &mut wanted),
                Root::View(view) => {
                    let starts = self.scene.view(view).map(|v| v.roots.as_slice()).unwrap_or_default();
                    search.from(&self.scene, starts, None, &mut wanted);
                }
            }
        }
        let guessed = wanted.has_lenient();
        let missing = wanted.missing();
        if missing > 0 {
            search.begin();
            self.search_everywhere(search, &mut wanted);
        }
        let by_name = wanted.nodes.is_empty();
        let found_elsewhere = missing - wanted.missing();
        let name = self.scene.controller(skin).and_then(|c| c.meta.label()).unwrap_or("skin").to_owned();
        if by_name && missing > 0 && roots.is_empty() {
            let message =
                format!("the instance of `{name}` has no skeleton; its joints are looked up in the whole scene");
            self.lose(&codes::JOINT_GUESSED, Fate::Noted, instance, message);
        } else if guessed || found_elsewhere > 0 {
            let message =
                format!("joints of `{name}` are not SIDs in its skeleton; other nodes with their names are used");
            self.lose(&codes::JOINT_GUESSED, Fate::Noted, instance, message);
        }
        let joints = wanted.joints();
        let lost: Vec<&str> =
            wanted.names.iter().zip(&joints).filter(|(_, j)| j.is_none()).map(|(n, _)| &**n).collect();
        if !lost.is_empty() {
            let few = lost.iter().take(MOST_NAMES).map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
            let more = if lost.len() > MOST_NAMES { ", …" } else { "" };
            let message =
                format!("joints of `{name}` were not found ({} of {}): {few}{more}", lost.len(), joints.len());
            self.lose(&codes::JOINT_MISSING, Fate::Approximated, instance, message);
        }
        Skeleton { controller: skin, joints, space: SkinSpace::World }
    }

    /// What has to be found for a skin; ids and paths lead to their nodes at once, only the root is still to be found.
    fn wanted(&self, skin: ControllerId) -> Wanted {
        let controller = self.scene.controller(skin);
        let names = match controller.map(|c| &c.deformer) {
            Some(Deformer::Skin(skin)) => skin.joints.clone(),
            _ => Vec::new(),
        };
        let mut wanted = Wanted::new(names);
        let origin = controller.map(|c| c.meta.origin).unwrap_or_default();
        let document = self.documents.get(origin.document);
        let element = document.and_then(|d| d.tree.node(portolan_syntax::NodeId(origin.element)));
        let source = element.and_then(deformer).and_then(|s| self.joint_source(s));
        let Some(source) = source else { return wanted };
        let array = source.elements().find_map(|e| ArrayKind::of(e.local_name()));
        let resolver = self.document(source).resolver();
        for (place, name) in wanted.names.iter().enumerate() {
            let element = match array {
                Some(ArrayKind::IdRef) => resolver.id(name),
                Some(ArrayKind::SidRef) => self.documents.path(name, source).ok().map(|t| t.node),
                _ => None,
            };
            if let Some(node) = element.and_then(|e| self.known.nodes.get(&self.origin(e))) {
                wanted.nodes.entry(*node).or_default().push(place);
                if let Some(slot) = wanted.direct.get_mut(place) {
                    *slot = Some(Joint { node: *node, root: None });
                }
            }
        }
        wanted
    }

    /// The view that is shown, the other views, then all nodes.
    fn search_everywhere(&self, search: &mut Search, wanted: &mut Wanted) {
        let shown = self.scene.default_view.and_then(|v| self.scene.view(v));
        for view in shown.into_iter().chain(&self.scene.views) {
            search.from(&self.scene, &view.roots, None, wanted);
        }
        if search.visits == 0 || wanted.missing() == 0 {
            return;
        }
        let all: Vec<NodeId> = (0..self.scene.nodes.len() as u32).map(NodeId).collect();
        search.from(&self.scene, &all, None, wanted);
    }
}

/// Where an instance says that its skeleton begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Root {
    Node(NodeId),
    /// All nodes of a view; its own place is that of the world.
    View(ViewId),
}

/// Joints that are looked for; the first one found counts.
struct Wanted {
    names: Vec<Box<str>>,
    places: HashMap<Box<str>, Vec<usize>>,
    /// Nodes that are known to be joints.
    nodes: HashMap<NodeId, Vec<usize>>,
    direct: Vec<Option<Joint>>,
    by_sid: Vec<Option<Joint>>,
    by_id: Vec<Option<Joint>>,
    by_name: Vec<Option<Joint>>,
}

impl Wanted {
    fn new(names: Vec<Box<str>>) -> Wanted {
        let mut places: HashMap<Box<str>, Vec<usize>> = HashMap::new();
        for (place, name) in names.iter().enumerate() {
            // Paths that lead nowhere still end in a SID.
            let last = name.rsplit('/').next().unwrap_or(name);
            places.entry(last.into()).or_default().push(place);
        }
        let none = vec![None; names.len()];
        let (by_sid, by_id, by_name) = (none.clone(), none.clone(), none.clone());
        Wanted { names, places, nodes: HashMap::new(), direct: none, by_sid, by_id, by_name }
    }

    fn look_at(&mut self, scene: &Scene, node: NodeId, root: Option<NodeId>) {
        let joint = Joint { node, root };
        for place in self.nodes.get(&node).into_iter().flatten() {
            if let Some(Some(slot)) = self.direct.get_mut(*place) {
                slot.root = slot.root.or(root);
            }
        }
        let Some(meta) = scene.node(node).map(|n| &n.meta) else { return };
        let lists = [(&meta.sid, &mut self.by_sid), (&meta.id, &mut self.by_id), (&meta.name, &mut self.by_name)];
        for (written, list) in lists {
            let places = written.as_ref().and_then(|w| self.places.get(w));
            for place in places.into_iter().flatten() {
                if let Some(slot) = list.get_mut(*place) {
                    slot.get_or_insert(joint);
                }
            }
        }
    }

    fn joints(&self) -> Vec<Option<Joint>> {
        let lists = self.direct.iter().zip(&self.by_sid).zip(&self.by_id).zip(&self.by_name);
        lists.map(|(((direct, sid), id), name)| direct.or(*sid).or(*id).or(*name)).collect()
    }

    fn missing(&self) -> usize {
        self.joints().iter().filter(|j| j.is_none()).count()
    }

    /// Was any found by id or name, though its SID was looked for?
    fn has_lenient(&self) -> bool {
        let as_asked = self.direct.iter().zip(&self.by_sid).map(|(direct, sid)| direct.is_some() || sid.is_some());
        as_asked.zip(self.joints()).any(|(asked, joint)| joint.is_some() && !asked)
    }
}

/// Searches nodes, nearest to the root first.
struct Search {
    /// In which round each node was seen last.
    seen: Vec<u32>,
    round: u32,
    visits: u64,
}

impl Search {
    /// Forgets which nodes were seen.
    fn begin(&mut self) {
        self.round += 1;
    }

    fn from(&mut self, scene: &Scene, starts: &[NodeId], root: Option<NodeId>, wanted: &mut Wanted) {
        let mut queue: VecDeque<NodeId> = starts.iter().copied().collect();
        while let Some(node) = queue.pop_front() {
            if self.visits == 0 {
                return;
            }
            self.visits -= 1;
            match self.seen.get_mut(node.index()) {
                Some(seen) if *seen != self.round => *seen = self.round,
                _ => continue,
            }
            wanted.look_at(scene, node, root);
            queue.extend(scene.node(node).into_iter().flat_map(portolan_scene::Node::below));
        }
    }
}
