//! What the scene of a file says.

use std::collections::HashSet;

use portolan_format::{DEEPEST, Facts, Item, SceneNode};
use portolan_resources::Resources;
use portolan_scene::{
    Controller, ControllerId, Deformer, Drawable, GeometryId, Image, Meta, NodeId, Origin, Pixels, Scene,
};
use portolan_syntax::tree::AttrKind;
use portolan_syntax::{Node, NodeId as Place, Tree};

use super::Details;
use super::details;
use crate::import::Imported;

/// Tells what the scene says: of the document that was asked for, not of those it refers to, but for the nodes of the
/// default view.
pub(super) fn fill(imported: &Imported, facts: &mut Facts) -> Details {
    let reading = Reading::new(imported);
    let scene = &imported.scene;
    let tool = scene.asset.contributors.iter().find_map(|c| c.tool.as_deref());
    facts.generator = tool.or(imported.opened.generator()).map(str::to_owned);
    facts.title = scene.asset.title.as_deref().map(str::to_owned);
    // A document without any element has neither.
    if reading.trees.first().is_none_or(|tree| tree.root().is_some()) {
        facts.unit = Some((scene.space.unit.to_string(), scene.space.metres));
        facts.up_axis = Some(scene.space.up.letter());
    }
    facts.animations = reading.own(&scene.animations, |a| &a.meta).map(|a| reading.item(&a.meta)).collect();
    facts.materials = reading.own(&scene.materials, |m| &m.meta).map(|m| reading.item(&m.meta)).collect();
    facts.images = reading.own(&scene.images, |i| &i.meta).map(|i| reading.image(i)).collect();
    let totals = &mut facts.totals;
    let nodes = reading.own(&scene.nodes, |n| &n.meta);
    totals.nodes = nodes.filter(|n| !n.inner && !reading.is_made_up(&n.meta)).count() as u64;
    totals.materials = facts.materials.len() as u64;
    totals.images = facts.images.len() as u64;
    totals.cameras = reading.own(&scene.cameras, |c| &c.meta).count() as u64;
    totals.lights = reading.own(&scene.lights, |l| &l.meta).count() as u64;
    totals.animations = facts.animations.len() as u64;
    totals.clips = reading.own(&scene.clips, |c| &c.meta).count() as u64;
    let is_skin = |c: &&Controller| matches!(c.deformer, Deformer::Skin(_));
    totals.skins = reading.own(&scene.controllers, |c| &c.meta).filter(is_skin).count() as u64;
    (totals.geometries, totals.morphs) = reading.shapes();
    let view = scene.default_view.and_then(|v| scene.view(v));
    facts.scene = view.into_iter().flat_map(|v| &v.roots).filter_map(|root| reading.tree(*root, 0)).collect();
    reading.details(&*imported.resources)
}

/// A scene and the elements that its objects were read from.
struct Reading<'a> {
    scene: &'a Scene,
    /// The documents; none if their objects are no elements.
    trees: Vec<&'a Tree>,
    /// What elements are called that are nodes.
    nodes: &'static [&'static str],
}

impl<'a> Reading<'a> {
    fn new(imported: &'a Imported) -> Reading<'a> {
        let (trees, nodes) = match &imported.format.table {
            Some(table) => (imported.opened.documents().into_iter().map(|(_, tree)| tree).collect(), table.nodes),
            None => (Vec::new(), &[][..]),
        };
        Reading { scene: &imported.scene, trees, nodes }
    }

    /// The element that something was read from.
    fn element(&self, origin: Origin) -> Option<Node<'a>> {
        self.trees.get(origin.document as usize)?.node(Place(origin.element)).filter(|n| n.is_element())
    }

    /// The objects that the document itself has. Of several that were made of one element the first stands for all.
    fn own<'s, T>(&'s self, all: &'s [T], meta: fn(&T) -> &Meta) -> impl Iterator<Item = &'s T> {
        let mut seen = HashSet::new();
        all.iter().filter(move |object| {
            let origin = meta(object).origin;
            origin.document == 0 && (self.element(origin).is_none() || seen.insert(origin))
        })
    }

    /// Was a node made by the reader, for an element that is none?
    fn is_made_up(&self, meta: &Meta) -> bool {
        self.element(meta.origin).is_some_and(|e| !self.nodes.contains(&e.local_name()))
    }

    /// What is known about each object.
    fn details(&self, resources: &dyn Resources) -> Details {
        let scene = self.scene;
        let shapes = self.own(&scene.geometries, |g| &g.meta);
        let shapes: Vec<_> = shapes.map(|g| details::shape(scene, g, self.item(&g.meta))).collect();
        let keys: usize = scene.curves.iter().map(|c| c.keys.len() + c.values.len()).sum();
        let materials = self.own(&scene.materials, |m| &m.meta);
        let images = self.own(&scene.images, |i| &i.meta);
        let animations = self.own(&scene.animations, |a| &a.meta);
        let clips = self.own(&scene.clips, |c| &c.meta);
        Details {
            size: None,
            memory: shapes.iter().map(|s| s.bytes).sum::<u64>() + keys as u64 * 8,
            shapes,
            materials: materials.map(|m| details::material(scene, m, self.item(&m.meta))).collect(),
            images: images.map(|i| details::image(i, self.image(i), resources)).collect(),
            animations: animations.map(|a| details::animation(scene, a, self.item(&a.meta))).collect(),
            clips: clips.map(|c| details::clip(scene, c, self.item(&c.meta))).collect(),
            joints: details::joints(scene),
            bodies: details::bodies(scene),
            robots: super::robot::rows(scene),
        }
    }

    /// How many shapes the document has, and how many morphs.
    fn shapes(&self) -> (u64, u64) {
        let scene = self.scene;
        let written: HashSet<Origin> = scene.geometries.iter().map(|g| g.meta.origin).collect();
        // Levels of detail and morph targets may be parts of the element of their shape.
        let whole = |origin: Origin| {
            let around = self.element(origin)?.ancestors().map(|e| Origin { element: e.id().0, ..origin });
            around.filter(|o| written.contains(o)).last()
        };
        let mut targets: HashSet<GeometryId> = HashSet::new();
        let mut morphs = HashSet::new();
        for (place, controller) in (0..).zip(&scene.controllers) {
            let (Deformer::Morph(morph), origin) = (&controller.deformer, controller.meta.origin) else { continue };
            targets.extend(&morph.targets);
            if origin.document != 0 {
                continue;
            }
            let id = ControllerId(place);
            let bent = || scene.geometry(scene.chain(Drawable::Controller(id))?.0).and_then(|g| whole(g.meta.origin));
            morphs.insert(match self.element(origin) {
                // Nodes that say how far they morph the shape they draw do so with the morph of that shape.
                Some(element) if self.nodes.contains(&element.local_name()) => (bent(), None),
                Some(_) => (Some(origin), None),
                None => (None, Some(id)),
            });
        }
        let (mut elements, mut others) = (HashSet::new(), 0);
        for (place, geometry) in (0..).zip(&scene.geometries).filter(|(_, g)| g.meta.origin.document == 0) {
            match whole(geometry.meta.origin) {
                Some(origin) => _ = elements.insert(origin),
                None => others += u64::from(!targets.contains(&GeometryId(place))),
            }
        }
        (elements.len() as u64 + others, morphs.len() as u64)
    }

    fn item(&self, meta: &Meta) -> Item {
        let text = |t: &Option<Box<str>>| t.as_deref().map(str::to_owned);
        // A global name is told with its mark, as references write it.
        let global =
            |e: Node<'a>| e.attributes().find(|a| a.kind() == AttrKind::GlobalName).map(|a| a.raw().to_owned());
        let marked = meta.id.as_ref().and_then(|_| self.element(meta.origin)).and_then(global);
        Item { id: marked.or_else(|| text(&meta.id)), name: text(&meta.name), path: None }
    }

    fn image(&self, image: &Image) -> Item {
        let path = match &image.pixels {
            Pixels::File { reference, .. } => Some(reference.to_string()),
            _ => None,
        };
        let item = Item { path, ..self.item(&image.meta) };
        // Where images are no objects of the document, the reader called them by their files.
        let file = item.path.as_deref().and_then(|path| path.rsplit('/').next());
        let by_file = item.id.is_none() && item.name.as_deref() == file && self.element(image.meta.origin).is_some();
        if by_file { Item { name: None, ..item } } else { item }
    }

    /// A node and those below it. Instances are named, not repeated.
    fn tree(&self, id: NodeId, depth: usize) -> Option<SceneNode> {
        let node = self.scene.node(id)?;
        let Item { id, name, .. } = self.item(&node.meta);
        // Formats with several words for nodes say by the word what hangs there.
        let word = self.element(node.meta.origin).map(|e| e.local_name());
        let word = word.filter(|w| self.nodes.contains(w) && !w.eq_ignore_ascii_case("node"));
        let kind = word.or(node.joint.then_some("joint")).map(str::to_owned);
        let children = if depth < DEEPEST { self.below(node, depth + 1) } else { Vec::new() };
        Some(SceneNode { id, name, kind, instance_of: None, children })
    }

    /// The nodes right below a node, in the order of the document.
    fn below(&self, node: &portolan_scene::Node, depth: usize) -> Vec<SceneNode> {
        let mut found = Vec::new();
        self.gather(node, depth, &mut found);
        if !self.trees.is_empty() {
            found.sort_by_key(|(origin, _)| *origin);
        }
        found.into_iter().map(|(_, node)| node).collect()
    }

    /// What is right below a node, or below nodes there that the document does not have.
    fn gather(&self, node: &portolan_scene::Node, depth: usize, found: &mut Vec<(Origin, SceneNode)>) {
        for id in &node.children {
            let Some(child) = self.scene.node(*id) else { continue };
            if !child.inner && !self.is_made_up(&child.meta) {
                found.extend(self.tree(*id, depth).map(|tree| (child.meta.origin, tree)));
            } else if depth < DEEPEST {
                self.gather(child, depth + 1, found);
            }
        }
        for instance in &node.instances {
            let instance_of = self.scene.node(instance.node).and_then(|of| self.item(&of.meta).id);
            let name = self.item(&instance.meta).name;
            found.push((instance.meta.origin, SceneNode { name, instance_of, ..SceneNode::default() }));
        }
    }
}
