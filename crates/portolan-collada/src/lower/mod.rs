//! What COLLADA documents mean: [`scene`] makes a [`Scene`] of them.
//!
//! One file for each concept. Everything of the document that was asked for is taken over, used or not; of other
//! documents what is referred to. Whatever cannot be taken over is a [`Loss`](portolan_scene::Loss) with a code
//! ([`codes`]).

mod animation;
mod asset;
mod camera;
pub mod codes;
mod controller;
mod formula;
mod geometry;
mod image;
mod keep;
mod kinematics;
mod light;
mod material;
mod node;
mod numbers;
mod physics;
mod scope;
pub(crate) mod source;
#[cfg(test)]
mod tests;
mod unread;
mod view;
mod vocabulary;

use std::sync::OnceLock;

use hashbrown::HashMap;
use portolan_resources::Resources;
use portolan_scene::{
    CameraId, ControllerId, Fate, GeometryId, ImageId, LightId, Losses, MaterialId, Meta, NodeId, Origin, Scene,
    Target, ViewId,
};
use portolan_schema::{Bound, Decode};
use portolan_syntax::{Attr, Code, Node};

use crate::documents::{Document, Documents};
use material::Surfaces;
use scope::Scopes;
use vocabulary::{Mark, Vocabulary};

/// All codes of what does not come over.
pub static CODES: [&[&Code]; 6] = [
    codes::CODES,
    material::codes::CODES,
    controller::codes::CODES,
    animation::codes::CODES,
    kinematics::codes::CODES,
    physics::codes::CODES,
];

pub use controller::codes::SKIN_HOLDER;
pub(crate) use geometry::UNNAMED_SOURCES;
pub(crate) use image::MIPS;
pub use portolan_format::Lowered;

/// What is needed while a scene is made.
pub(crate) struct Lower<'a> {
    pub documents: &'a Documents,
    pub resources: &'a dyn Resources,
    pub scene: Scene,
    pub losses: Losses,
    /// Elements that became objects of the scene.
    pub known: Known,
    /// Elements whose numbers became fields of objects: what a channel that targets the element drives.
    pub driven: HashMap<Origin, Vec<Driven>>,
    scopes: Scopes,
    /// What the names of each document mean.
    vocabularies: Vec<Vocabulary>,
    /// Is a node a joint if it does not say what it is? The table tells, once.
    joint_by_default: OnceLock<bool>,
    /// Effects and what instances make of materials.
    surfaces: Surfaces<'a>,
    /// Nodes that have an index and are not read yet.
    waiting: Vec<(Node<'a>, NodeId)>,
    /// Instances of controllers: node, place among its shapes, element. Their joints are found when all nodes are known.
    rigs: Vec<(NodeId, usize, Node<'a>)>,
    /// Geometries that are hulls of others.
    hulls: Vec<(GeometryId, Node<'a>)>,
    curves_ahead: animation::CurvesAhead,
}

/// What elements became; `None` for those that could not become anything.
#[derive(Default)]
pub(crate) struct Known {
    pub nodes: HashMap<Origin, NodeId>,
    pub geometries: HashMap<Origin, Option<GeometryId>>,
    pub controllers: HashMap<Origin, Option<ControllerId>>,
    /// For each controller: the shape at the end of its chain, and how many controllers there are to it.
    pub bent: Vec<(GeometryId, u32)>,
    /// Morph targets without effect, by the shape they leave alone.
    pub neutral: HashMap<GeometryId, GeometryId>,
    /// What was spent on things that a few bytes of a document can ask for many times.
    pub spent: source::Spent,
    pub materials: HashMap<Origin, Option<MaterialId>>,
    pub images: HashMap<Origin, Option<ImageId>>,
    pub cameras: HashMap<Origin, Option<CameraId>>,
    pub lights: HashMap<Origin, Option<LightId>>,
    pub views: HashMap<Origin, ViewId>,
}

/// A field that follows an element's numbers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Driven {
    /// The field, whole ([`portolan_scene::Part::All`] where it has parts).
    pub target: Target,
    /// What the element's numbers are multiplied by to become those of the scene.
    pub factor: f64,
}

/// Makes a scene of documents. `start` is the id of the element to begin with, if it is not the document's scene.
pub fn scene(documents: &Documents, resources: &dyn Resources, start: Option<&str>) -> Lowered {
    let (scopes, unusable) = Scopes::read(documents);
    let mut cx = Lower::new(documents, resources, scopes);
    if let Some(root) = documents.main().tree.root() {
        cx.scene.space = cx.scopes.of(0, root).clone();
        cx.scene.asset = cx.asset_of(root).unwrap_or_default();
        cx.tell_scopes(unusable);
        cx.tell_faults();
        cx.tell_duplicates();
        cx.all_geometries();
        cx.all_materials();
        for element in cx.all_typed("controller") {
            cx.controller(element);
        }
        for element in cx.all_typed("camera") {
            cx.camera(element);
        }
        for element in cx.all_typed("light") {
            cx.light(element);
        }
        cx.views(start);
        cx.cut_cycles();
        cx.find_joints();
        cx.kinematics(root);
        cx.physics(root);
        cx.animations();
        cx.decide_skin_spaces();
        cx.keep_document(root);
        cx.tell_unread(root);
    }
    Lowered { scene: cx.scene, losses: cx.losses }
}

impl<'a> Lower<'a> {
    fn new(documents: &'a Documents, resources: &'a dyn Resources, scopes: Scopes) -> Lower<'a> {
        Lower {
            documents,
            resources,
            scene: Scene::default(),
            losses: Losses::default(),
            known: Known::default(),
            driven: HashMap::new(),
            scopes,
            vocabularies: documents.iter().map(|d| Vocabulary::of(&d.tree)).collect(),
            joint_by_default: OnceLock::new(),
            surfaces: Surfaces::default(),
            waiting: Vec::new(),
            rigs: Vec::new(),
            hulls: Vec::new(),
            curves_ahead: HashMap::new(),
        }
    }

    /// All elements of a type of the main document, in its order; types and elements have the same name.
    pub fn all_typed(&self, path: &str) -> Vec<Node<'a>> {
        let main = self.documents.main();
        main.named(path).filter(|n| main.bound.ty(n.id()).is_some_and(|ty| ty.path == path)).collect()
    }

    fn tell_faults(&mut self) {
        for document in self.documents.iter() {
            let Some(fault) = &document.fault else { continue };
            let origin = Origin { document: document.number, element: document.tree.root().map_or(0, |r| r.id().0) };
            // Nobody knows what its writer meant, so nobody knows what is missing.
            self.losses.push(&codes::MALFORMED, Fate::Dropped, origin, fault.message(&document.location));
        }
    }

    /// Tells of ids that elements of several kinds have: each reference takes the kind that it asks for.
    fn tell_duplicates(&mut self) {
        let documents = self.documents;
        for document in documents.iter() {
            for (id, nodes) in document.index.given_again() {
                let elements: Vec<Node<'a>> = nodes.iter().filter_map(|n| document.tree.node(*n)).collect();
                let mut kinds: Vec<&str> = Vec::new();
                for element in elements.iter().filter(|e| document.bound.ty(e.id()).is_some()) {
                    if !kinds.contains(&element.local_name()) {
                        kinds.push(element.local_name());
                    }
                }
                if let ([_, _, ..], Some(last)) = (kinds.as_slice(), elements.last()) {
                    let kinds = kinds.iter().map(|kind| format!("`<{kind}>`")).collect::<Vec<_>>().join(" and ");
                    let message = format!(
                        "{kinds} have the same id `{id}`; references use the element of the \
                        expected kind"
                    );
                    self.lose(&codes::DUPLICATE, Fate::Noted, *last, message);
                }
            }
        }
    }

    /// The document that an element stands in.
    pub fn document(&self, element: Node<'_>) -> &'a Document {
        self.documents.of(element)
    }

    /// The types of the document that an element stands in: the table, and what it says of values that are left out.
    pub fn bound(&self, element: Node<'_>) -> &'a Bound {
        &self.document(element).bound
    }

    /// The value of an attribute; the default of the table if it is left out or cannot be used.
    pub fn given<T: Decode<'a> + Default>(&self, element: Node<'a>, name: &str) -> T {
        self.bound(element).given(element, name).counts()
    }

    /// Where an element stands, as objects of the scene remember it.
    pub fn origin(&self, element: Node<'_>) -> Origin {
        Origin { document: self.document(element).number, element: element.id().0 }
    }

    /// Names, origin and extras of an element.
    pub fn meta(&self, element: Node<'_>) -> Meta {
        Meta { extras: asset::extras(element), aside: self.aside(element), ..self.names(element) }
    }

    /// Names and origin of an element, for what shares its extras with something else.
    pub fn names(&self, element: Node<'_>) -> Meta {
        let mut meta = Meta { origin: self.origin(element), ..Meta::default() };
        let vocabulary = self.vocabulary(element);
        for attribute in element.attributes() {
            note_name(&mut meta, vocabulary.mark(attribute), attribute);
        }
        meta
    }

    fn vocabulary(&self, element: Node<'_>) -> &Vocabulary {
        #[allow(clippy::indexing_slicing, reason = "every document has one")]
        &self.vocabularies[self.document(element).number as usize]
    }

    /// Tells what became of something.
    pub fn lose(&mut self, code: &'static Code, fate: Fate, element: Node<'_>, message: impl Into<String>) {
        let origin = self.origin(element);
        self.losses.push(code, fate, origin, message);
    }

    /// The element that the reference in an attribute leads to; what does not resolve is told.
    pub fn follow(&mut self, element: Node<'a>, attribute: &str) -> Option<Node<'a>> {
        let written = element.attribute_value(attribute)?;
        self.follow_text(element, &written)
    }

    /// The element that a reference written in an element leads to; what does not resolve is told.
    pub fn follow_text(&mut self, element: Node<'a>, reference: &str) -> Option<Node<'a>> {
        match self.documents.follow(element, reference) {
            Ok(found) => Some(found),
            Err(why) => {
                let message = format!("`{}` cannot be resolved: {why}", reference.trim());
                self.lose(&codes::UNRESOLVED, Fate::Dropped, element, message);
                None
            }
        }
    }

    /// Says that a field of the scene holds what an element says, so that channels find it.
    pub fn drive(&mut self, element: Node<'_>, target: Target, factor: f64) {
        let origin = self.origin(element);
        // Parameters have their names with the material.
        if !element.local_name().ends_with("param")
            && let Some(sid) = element.attribute_value("sid")
        {
            self.scene.field_names.insert(target.clone(), sid.trim().into());
        }
        self.driven.entry(origin).or_default().push(Driven { target, factor });
    }
}

/// Takes an attribute over into names if it is one of them. Of an attribute that is written twice the first counts.
fn note_name(names: &mut Meta, mark: Mark, attribute: Attr<'_>) {
    let slot = match mark {
        Mark::Id => &mut names.id,
        Mark::Sid => &mut names.sid,
        Mark::Name => &mut names.name,
        _ => return,
    };
    if slot.is_none() {
        *slot = Some(attribute.value().trim()).filter(|v| !v.is_empty()).map(Box::from);
    }
}
