//! `<robot>`: links, joints and what hangs on them.

mod joint;
mod link;
mod material;
mod mesh;
mod tree;

use hashbrown::HashMap;
use portolan_eval::Overrides;
use portolan_eval::kinematics::Kinematics;
use portolan_format::Lowered;
use portolan_resources::Resources;
use portolan_scene::{
    Extra, Fate, Foot, Losses, Mechanism, Meta, NodeId, Operation, Origin, PhysicsScene, Scene, Space, Transform,
    UpAxis, View, ViewId,
};
use portolan_syntax::{Code, Limits, Node, Tree};

use crate::{PROFILE, codes};

/// A robot on its way to a scene.
pub(crate) struct Reader<'a> {
    pub location: &'a str,
    pub resources: &'a dyn Resources,
    pub limits: &'a Limits,
    pub scene: Scene,
    pub losses: Losses,
    pub mechanism: Mechanism,
    pub physics: PhysicsScene,
    pub materials: HashMap<String, portolan_scene::MaterialId>,
    pub meshes: HashMap<String, Option<Vec<mesh::Part>>>,
}

/// Makes a scene of a file.
pub(crate) fn robot(tree: &Tree, location: &str, resources: &dyn Resources, limits: &Limits) -> Lowered {
    let scene = Scene { space: Space { up: UpAxis::Z, ..Space::default() }, ..Scene::default() };
    let mut reader = Reader {
        location,
        resources,
        limits,
        scene,
        losses: Losses::default(),
        mechanism: Mechanism::default(),
        physics: PhysicsScene::default(),
        materials: HashMap::new(),
        meshes: HashMap::new(),
    };
    match tree.root().filter(|root| root.local_name() == "robot") {
        Some(root) => reader.robot(root),
        None => {
            let message = "the root element must be `<robot>`";
            reader.losses.push(&codes::ROBOT, Fate::Dropped, Origin::default(), message);
        }
    }
    let Reader { mut scene, losses, mechanism, physics, .. } = reader;
    if !mechanism.links.is_empty() {
        scene.mechanisms.push(mechanism);
    }
    show_values(&mut scene);
    if !physics.bodies.is_empty() {
        scene.physics.push(physics);
    }
    scene.default_view = Some(ViewId(0));
    if scene.views.is_empty() {
        scene.views.push(View::default());
    }
    Lowered { scene, losses }
}

/// Puts nodes where joints that follow others put them when all others are zero.
fn show_values(scene: &mut Scene) {
    let mut overrides = Overrides::default();
    Kinematics::new(scene).apply(&mut overrides);
    for bound in scene.mechanisms.iter().flat_map(|m| &m.freedoms).flat_map(|f| &f.targets) {
        let node = scene.nodes.get_mut(bound.node.index());
        if let Some(step) = node.and_then(|n| n.transforms.get_mut(bound.transform as usize)) {
            step.operation = overrides.operation(bound.node, bound.transform, &step.operation).into_owned();
        }
    }
}

impl<'a> Reader<'a> {
    fn robot(&mut self, root: Node<'a>) {
        let name: Option<Box<str>> = root.attribute_value("name").map(|n| n.trim().into());
        if name.as_deref().is_none_or(str::is_empty) {
            self.lose(&codes::NAME, Fate::Noted, root, "the robot has no name");
        }
        let name = name.filter(|n| !n.is_empty());
        self.mechanism.meta = Meta { name: name.clone(), origin: origin(root), ..Meta::default() };
        self.physics.meta = Meta { origin: origin(root), ..Meta::default() };
        for material in root.children_named("material") {
            self.material(material);
        }
        let mut others = String::new();
        for other in root.elements() {
            let word = other.local_name();
            if !matches!(word, "link" | "joint" | "material") {
                others += other.tree().slice(other.span());
                let message = format!("`{word}` is kept only if URDF is written");
                self.lose(&codes::KEPT, Fate::Noted, other, message);
            }
        }
        if !others.is_empty() {
            self.mechanism.meta.extras.push(data(others));
        }
        let links = self.named(root, "link");
        let joints = self.named(root, "joint");
        if links.is_empty() {
            return self.lose(&codes::ROBOT, Fate::Dropped, root, "the robot has no link");
        }
        let hung = self.hang(&links, &joints);
        let mut nodes: Vec<Option<NodeId>> = vec![None; links.len()];
        self.joints(&hung);
        let mut roots = Vec::new();
        for (nth, place) in hung.order.iter().enumerate() {
            let Some((element, name)) = links.get(place.link) else { continue };
            let parent =
                place.joint.and_then(|j| hung.joints.get(j)).and_then(|j| nodes.get(j.parent).copied().flatten());
            let node = self.link(*element, name, place, &hung);
            nodes.iter_mut().skip(place.link).take(1).for_each(|slot| *slot = Some(node));
            match parent {
                Some(parent) => {
                    self.scene.nodes.iter_mut().skip(parent.index()).take(1).for_each(|n| n.children.push(node));
                }
                None => roots.push(node),
            }
            if nth == 0 {
                let written: Box<str> = (**name).into();
                self.mechanism.base = Some(Foot { node, below: None, written, is_link: true });
            }
        }
        self.bind(&hung, &nodes);
        self.mimics(&hung);
        self.scene.views.push(View { meta: Meta { name, ..Meta::default() }, roots, ..View::default() });
    }

    /// Links or joints by name, each name once.
    fn named(&mut self, root: Node<'a>, word: &str) -> Vec<(Node<'a>, String)> {
        let mut seen = hashbrown::HashSet::new();
        let mut all = Vec::new();
        for element in root.elements().filter(|e| e.local_name() == word) {
            let name = element.attribute_value("name").map(|n| n.trim().to_owned()).unwrap_or_default();
            if name.is_empty() {
                self.lose(&codes::NAME, Fate::Dropped, element, format!("a {word} has no name"));
            } else if !seen.insert(name.clone()) {
                self.lose(
                    &codes::NAME,
                    Fate::Dropped,
                    element,
                    format!("there are two {word}s with the name `{name}`; the second one is dropped"),
                );
            } else {
                all.push((element, name));
            }
        }
        all
    }

    pub fn lose(&mut self, code: &'static Code, fate: Fate, element: Node<'_>, message: impl Into<String>) {
        self.losses.push(code, fate, origin(element), message);
    }

    /// Numbers in an attribute; what is left out has a default, what is no number is told.
    pub fn numbers<const N: usize>(&mut self, element: Node<'_>, name: &str, usual: [f64; N]) -> [f64; N] {
        let Some(text) = element.attribute_value(name) else { return usual };
        let values: Vec<f64> = text.split_ascii_whitespace().map(|w| w.parse().unwrap_or(f64::NAN)).collect();
        match <[f64; N]>::try_from(values) {
            Ok(values) if values.iter().all(|v| v.is_finite()) => values,
            _ => {
                let message = format!("`{name}` of `{}` needs {N} numbers: `{}`", element.local_name(), text.trim());
                self.lose(&codes::NUMBER, Fate::Dropped, element, message);
                usual
            }
        }
    }

    /// A number in an attribute, if it is there.
    pub fn number(&mut self, element: Node<'_>, name: &str) -> Option<f64> {
        element.attribute_value(name)?;
        let [value] = self.numbers(element, name, [f64::NAN]);
        Some(value).filter(|v| v.is_finite())
    }

    /// The `<origin>` of an element: a shift, then turns about z, y and x.
    pub fn place(&mut self, element: Node<'_>) -> Vec<Transform> {
        let Some(origin) = element.child("origin") else { return Vec::new() };
        let xyz = self.numbers(origin, "xyz", [0.0; 3]);
        let [roll, pitch, yaw] = self.numbers(origin, "rpy", [0.0; 3]);
        let mut steps = Vec::new();
        if xyz != [0.0; 3] {
            steps.push(step(Operation::Translate(xyz)));
        }
        for (axis, angle) in [([0.0, 0.0, 1.0], yaw), ([0.0, 1.0, 0.0], pitch), ([1.0, 0.0, 0.0], roll)] {
            if angle != 0.0 {
                let [x, y, z] = axis;
                steps.push(step(Operation::Rotate([x, y, z, angle.to_degrees()])));
            }
        }
        steps
    }
}

/// A transform without a name.
pub(crate) fn step(operation: Operation) -> Transform {
    Transform { sid: None, operation }
}

pub(crate) fn origin(element: Node<'_>) -> Origin {
    Origin { document: 0, element: element.id().0 }
}

/// Data of the format that scenes have no fields for.
pub(crate) fn data(content: String) -> Extra {
    Extra { profile: PROFILE.into(), content: content.into(), ..Extra::default() }
}
