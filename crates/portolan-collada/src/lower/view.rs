//! `<visual_scene>` and `<scene>`.

use portolan_scene::{
    Drawable, Drawn, Evaluation, Fate, Meta, Node as SceneNode, NodeId, Rendering, Shape, View, ViewId,
};
use portolan_syntax::Node;

use super::geometry::label;
use super::{Lower, codes};

impl<'a> Lower<'a> {
    /// Takes over all views of the main document and finds the one to show: what `start` names, what `<scene>`
    /// instantiates, or the first.
    pub(super) fn views(&mut self, start: Option<&str>) {
        self.all_nodes();
        for element in self.all_typed("visual_scene") {
            self.view(element);
        }
        let root = self.documents.main().tree.root();
        let instance = root.and_then(|r| r.child("scene")).and_then(|s| s.child("instance_visual_scene"));
        let wanted = start.and_then(|id| self.start(root, id));
        let wanted = wanted.or_else(|| self.instantiated(instance?));
        self.fill_nodes();
        self.show_what_has_no_scene();
        self.scene.default_view = wanted.or((!self.scene.views.is_empty()).then_some(ViewId(0)));
        self.evaluations();
    }

    /// The view that `<scene>` asks for.
    fn instantiated(&mut self, instance: Node<'a>) -> Option<ViewId> {
        let scene = self.follow(instance, "url")?;
        if scene.local_name() != "visual_scene" {
            let message = format!("`{}` is a `{}`, not a visual scene", label(scene), scene.local_name());
            self.lose(&codes::UNRESOLVED, Fate::Dropped, instance, message);
            return None;
        }
        Some(self.view(scene))
    }

    /// The view of the element that an archive names as its start.
    fn start(&mut self, root: Option<Node<'a>>, id: &str) -> Option<ViewId> {
        let element = self.documents.main().resolver().id(id);
        let view = element.and_then(|e| self.start_at(e));
        if let (None, Some(root)) = (view, root) {
            let message = match element {
                Some(element) => {
                    format!("the start element `{id}` is a `{}`, which cannot be shown", element.local_name())
                }
                None => format!("the start element `{id}` of the archive does not exist"),
            };
            self.lose(&codes::UNRESOLVED, Fate::Dropped, root, message);
        }
        view
    }

    /// What a `<visual_scene>` of any document became.
    fn view(&mut self, element: Node<'a>) -> ViewId {
        let origin = self.origin(element);
        if let Some(known) = self.known.views.get(&origin) {
            return *known;
        }
        let id = ViewId::next(&self.scene.views);
        self.known.views.insert(origin, id);
        let roots = element.elements().filter(|e| e.local_name() == "node").map(|n| self.node(n)).collect();
        let meta = self.meta(element);
        self.scene.views.push(View { meta, roots, ..View::default() });
        id
    }

    /// A view of one element that an archive names as its start.
    fn start_at(&mut self, element: Node<'a>) -> Option<ViewId> {
        let root = match element.local_name() {
            "visual_scene" => return Some(self.view(element)),
            "node" => self.node(element),
            "geometry" => {
                let geometry = self.geometry(element)?;
                self.alone(element, Drawable::Geometry(geometry))
            }
            "controller" => {
                let controller = self.controller(element)?;
                self.alone(element, Drawable::Controller(controller))
            }
            _ => return None,
        };
        let meta = self.called_as(element);
        let id = ViewId::next(&self.scene.views);
        self.scene.views.push(View { meta, roots: vec![root], ..View::default() });
        Some(id)
    }

    /// The name of what is made up for an element; ids are unique, and extras stay with the element.
    fn called_as(&self, element: Node<'a>) -> Meta {
        let names = self.names(element);
        Meta { name: names.label().map(Into::into), origin: names.origin, ..Meta::default() }
    }

    /// A node for a shape that stands in none.
    fn alone(&mut self, element: Node<'a>, what: Drawable) -> NodeId {
        let meta = self.called_as(element);
        let drawn = Drawn::new(meta.clone(), what);
        let id = NodeId::next(&self.scene.nodes);
        self.scene.nodes.push(SceneNode { meta, drawn: vec![drawn], ..SceneNode::default() });
        id
    }

    /// A document with shapes and without any node in a view, as it is when its end is missing, shows each shape once,
    /// so that there is something to see.
    fn show_what_has_no_scene(&mut self) {
        if self.scene.views.iter().any(|v| !v.roots.is_empty()) {
            return;
        }
        let main = self.documents.main();
        let Some(root) = main.tree.root() else { return };
        let library_nodes: Vec<NodeId> = root
            .elements()
            .filter(|e| e.local_name() == "library_nodes")
            .flat_map(|l| l.elements())
            .filter(|e| e.local_name() == "node")
            .map(|n| self.node(n))
            .collect();
        let mut roots = library_nodes;
        if roots.is_empty() {
            for element in self.all_typed("geometry") {
                let Some(id) = self.geometry(element) else { continue };
                if self.scene.geometry(id).is_some_and(|g| !matches!(g.shape, Shape::Empty)) {
                    roots.push(self.alone(element, Drawable::Geometry(id)));
                }
            }
        }
        if !roots.is_empty() {
            self.lose(
                &codes::NO_SCENE,
                Fate::Noted,
                root,
                "the document has no visual scene with nodes; every shape is shown once",
            );
            match self.scene.views.first_mut() {
                Some(view) => view.roots = roots,
                None => self.scene.views.push(View { roots, ..View::default() }),
            }
        }
    }

    /// How views are drawn, now that all nodes and materials are known.
    fn evaluations(&mut self) {
        for element in self.all_typed("visual_scene") {
            let Some(view) = self.known.views.get(&self.origin(element)).copied() else { continue };
            let steps: Vec<Node<'a>> = element.elements().filter(|e| e.local_name() == "evaluate_scene").collect();
            let mut evaluations = Vec::new();
            for step in steps {
                let enabled = self.given(step, "enable");
                let renders = step.elements().filter(|e| e.local_name() == "render");
                let renderings = renders.map(|r| self.rendering(r)).collect();
                evaluations.push(Evaluation { meta: self.meta(step), enabled, renderings });
            }
            if !evaluations.is_empty() {
                self.lose(&codes::EVALUATION, Fate::Noted, element, "the scene has render steps");
            }
            if let Some(view) = self.scene.views.get_mut(view.index()) {
                view.evaluations = evaluations;
            }
        }
    }

    fn rendering(&mut self, element: Node<'a>) -> Rendering {
        let camera = match element.attribute("camera_node") {
            Some(_) => self.follow(element, "camera_node").filter(|n| n.local_name() == "node"),
            None => None,
        };
        let camera = camera.map(|n| self.node(n));
        let layers = element.elements().filter(|e| e.local_name() == "layer");
        let layers = layers.map(|l| l.text().trim().into()).collect();
        let material = element.child("instance_material").and_then(|m| self.follow(m, "url"));
        let material = material.and_then(|m| self.material(m));
        Rendering { camera, layers, material }
    }
}
