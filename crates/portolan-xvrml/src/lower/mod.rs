//! What worlds mean: `scene` makes a [`Scene`] of one.
//!
//! The scene is the world at the moment at which it is read, seen from its first viewpoint: which level of detail and
//! which choice is shown, and how billboards are turned, is decided here. Where a node with a billboard or with levels
//! stands several times, each place gets nodes of its own. What runs a world stays behind as [`Kept`].

mod attach;
mod clip;
pub mod codes;
mod colour;
mod drive;
mod faces;
mod geometry;
mod group;
mod image;
mod light;
mod material;
mod mesh;
mod moment;
mod shape;
mod survey;
mod text;
mod view;

use hashbrown::{HashMap, HashSet};
use portolan_resources::Resources;
use portolan_scene::glam::DMat4;
use portolan_scene::{
    CameraId, Content, Evaluation, Fate, Geometry, GeometryId, Kept, Losses, MaterialId, Meta, NodeId, Origin,
    Rendering, Scene, View, ViewId,
};
use portolan_syntax::budget::copies;
use portolan_syntax::{Code, Limits};

use crate::world::{Documents, NodeId as WorldId, Port, World};
pub use colour::mixed;
use drive::Drives;
pub use drive::Table;
pub(crate) use group::{PLACED, offset as viewpoint_offset};
pub use group::{axis_angle, matrix, quaternion};
pub use image::is_movie;
pub use moment::{billboard, level};
pub(crate) use survey::Survey;
pub use survey::placed;

pub use portolan_format::Lowered;

/// What a node of a scene costs that is made of a world.
const NODE: usize = 4000;

/// What is needed while a scene is made.
pub(crate) struct Lower<'a> {
    pub world: &'a World,
    pub documents: &'a Documents,
    pub resources: &'a dyn Resources,
    pub limits: &'a Limits,
    pub scene: Scene,
    pub losses: Losses,
    /// What is known of the whole world beforehand.
    survey: Survey,
    /// Fields that routes write.
    driven: HashSet<(WorldId, u16)>,
    /// Where fields of the world are in the scene.
    drives: Drives,
    known: Known,
    /// From the viewer to the world.
    eye: DMat4,
    /// What the first viewpoint became.
    first_eye: Option<(NodeId, CameraId)>,
    /// What the first fog became.
    first_fog: Option<portolan_scene::FogId>,
    /// Characters that became shapes.
    glyphs: u32,
    /// Was it told that there is no room for more nodes?
    full: bool,
    /// Is the body of the visitor being made?
    in_body: bool,
}

/// What nodes of the world became.
#[derive(Default)]
struct Known {
    nodes: HashMap<WorldId, NodeId>,
    geometries: HashMap<(WorldId, shape::Needs), Option<GeometryId>>,
    /// Boxes, cones, cylinders and spheres by what they are made from: how many there are, and the last one.
    solids: HashMap<geometry::Solid, (u32, GeometryId)>,
    materials: HashMap<material::Key, MaterialId>,
    images: HashMap<(u32, Box<str>), Option<image::Picture>>,
    lights: HashMap<WorldId, portolan_scene::LightId>,
    /// Nodes whose id is given to something.
    named: Vec<bool>,
}

/// How a world that runs is seen.
#[derive(Clone, Debug)]
pub struct Seen {
    /// From the viewer to the world.
    pub eye: DMat4,
    /// The smaller of the two view angles, in radians.
    pub field_of_view: f64,
    /// The background that is shown.
    pub background: Option<WorldId>,
    /// The fog that is in force.
    pub fog: Option<WorldId>,
}

/// Makes a scene of a world as it is read, or, if it runs, as it is seen now.
pub(crate) fn scene(
    world: &World,
    documents: &Documents,
    resources: &dyn Resources,
    limits: &Limits,
    losses: Losses,
    seen: Option<&Seen>,
) -> Lowered {
    let (lowered, _) = with_table(world, documents, resources, (limits, losses), seen, &HashSet::new());
    lowered
}

/// The same, with a table that leads from fields to numbers of the scene: those that routes write, and others that are given.
pub(crate) fn with_table(
    world: &World,
    documents: &Documents,
    resources: &dyn Resources,
    (limits, losses): (&Limits, Losses),
    seen: Option<&Seen>,
    written: &HashSet<(WorldId, u16)>,
) -> (Lowered, Table) {
    let mut survey = Survey::new(world);
    let eye = seen.map_or_else(|| survey.eye(world), |s| s.eye);
    if let Some(seen) = seen {
        survey.first_fog = seen.fog;
    }
    let mut cx = Lower::new(world, documents, resources, limits, survey);
    (cx.losses, cx.eye) = (losses, eye);
    cx.driven = world
        .routes
        .iter()
        .filter_map(|r| match r.to {
            (node, Port::Field(field)) => Some((node, field)),
            _ => None,
        })
        .chain(written.iter().copied())
        .collect();
    cx.drives.idle = seen.is_none() && cx.driven.is_empty();
    cx.asset();
    cx.reserve();
    let mut roots = Vec::new();
    let viewer = seen.map(|seen| cx.viewer(seen));
    roots.extend(viewer);
    roots.extend(cx.roots());
    let meta = Meta { origin: world.origin(world.root), ..Meta::default() };
    // A viewpoint of an inlined world may stand before the one that is bound.
    let evaluations = match cx.first_eye.filter(|(_, camera)| seen.is_none() && camera.index() > 0) {
        Some((node, _)) => {
            let rendering = Rendering { camera: Some(node), ..Rendering::default() };
            vec![Evaluation { meta: meta.clone(), enabled: true, renderings: vec![rendering] }]
        }
        None => Vec::new(),
    };
    cx.scene.views.push(View { meta, roots, evaluations, ..View::default() });
    cx.scene.default_view = Some(ViewId(0));
    cx.surroundings(seen.and_then(|s| s.background));
    // What runs is where it is now.
    if seen.is_none() {
        cx.animations();
    }
    cx.planes();
    (Lowered { scene: cx.scene, losses: cx.losses }, Table { viewer, drives: cx.drives })
}

/// The shape of a geometry node alone, with texture coordinates; `None` if there is nothing to be drawn.
pub(crate) fn geometry(
    world: &World,
    documents: &Documents,
    resources: &dyn Resources,
    limits: &Limits,
    id: WorldId,
) -> Option<Geometry> {
    let mut cx = Lower::new(world, documents, resources, limits, Survey::default());
    cx.geometry(id, shape::Needs { texture: true, colours: false })?;
    cx.scene.geometries.pop()
}

impl Lower<'_> {
    /// Makes room for what the nodes of the world become at least: lists of large rows that grow by doubling would hold far more.
    fn reserve(&mut self) {
        let (mut nodes, mut materials, mut geometries) = (0, 0, 0);
        for id in self.world.ids() {
            match self.world.kind(id) {
                "Material" => materials += 1,
                "Box" | "Cone" | "Cylinder" | "Sphere" | "ElevationGrid" | "Extrusion" | "IndexedFaceSet"
                | "IndexedLineSet" | "PointSet" | "Text" => geometries += 1,
                "Transform" | "Shape" | "Group" | "Viewpoint" => nodes += 1,
                kind if kind.ends_with("Light") => nodes += 1,
                _ => {}
            }
        }
        // The eyes and the body of the visitor are two more.
        self.scene.nodes.reserve_exact(nodes + 2);
        self.scene.materials.reserve_exact(materials);
        self.scene.geometries.reserve_exact(geometries);
    }
}

impl<'a> Lower<'a> {
    fn new(
        world: &'a World,
        documents: &'a Documents,
        resources: &'a dyn Resources,
        limits: &'a Limits,
        survey: Survey,
    ) -> Lower<'a> {
        Lower {
            world,
            documents,
            resources,
            limits,
            scene: Scene::default(),
            losses: Losses::default(),
            driven: HashSet::new(),
            drives: Drives::default(),
            known: Known::default(),
            eye: DMat4::IDENTITY,
            survey,
            first_eye: None,
            first_fog: None,
            glyphs: 0,
            full: false,
            in_body: false,
        }
    }
}

impl Lower<'_> {
    /// Title and credits.
    fn asset(&mut self) {
        self.scene.opacity_is_certain = true;
        let asset = &mut self.scene.asset;
        if let Some(info) = self.world.info {
            asset.title = Some(self.world.text(info, "title")).filter(|t| !t.is_empty()).map(Box::from);
        }
        if !self.world.credits.is_empty() {
            let lines: Vec<&str> = self.world.credits.iter().map(|l| &**l).collect();
            let comments = Some(lines.join("\n").into());
            asset.contributors.push(portolan_scene::Contributor { comments, ..Default::default() });
        }
    }

    /// Only the origin of a node: for what is made beside it.
    fn beside(&self, id: WorldId) -> Meta {
        Meta { origin: self.world.origin(id), ..Meta::default() }
    }

    /// Names and origin of a node. The first object that is made of it has its id.
    fn meta(&mut self, id: WorldId) -> Meta {
        let name = self.world.node(id).and_then(|n| n.name.clone());
        let first = name.is_some() && self.first_of(id);
        Meta { id: name.clone().filter(|_| first), name, origin: self.world.origin(id), ..Meta::default() }
    }

    /// Is it asked for the first time?
    fn first_of(&mut self, id: WorldId) -> bool {
        let named = &mut self.known.named;
        if named.is_empty() {
            named.resize(self.world.size(), false);
        }
        named.get_mut(id.0 as usize).is_some_and(|named| !std::mem::replace(named, true))
    }

    /// Do routes write a field?
    fn is_driven(&self, id: WorldId, field: &str) -> bool {
        if self.driven.is_empty() {
            return false;
        }
        let place = self.world.node(id).and_then(|n| n.kind.get().field(field));
        place.is_some_and(|f| self.driven.contains(&(id, f)))
    }

    /// What to call a node in a message.
    fn label(&self, id: WorldId) -> String {
        let kind = self.world.kind(id);
        match self.world.node(id).and_then(|n| n.name.as_deref()) {
            Some(name) => format!("{kind} {name}"),
            None => kind.to_owned(),
        }
    }

    fn lose(&mut self, code: &'static Code, fate: Fate, id: WorldId, message: impl Into<String>) {
        self.losses.push(code, fate, self.world.origin(id), message);
    }

    /// An element as it was written.
    fn kept(&self, id: WorldId, place: &str) -> Option<Kept> {
        let origin @ Origin { document, element } = self.world.origin(id);
        let written = &self.documents.get(document)?.document;
        let tree = &written.tree;
        let node = tree.node(portolan_syntax::NodeId(element))?;
        Some(Kept {
            format: written.bound.schema.format,
            version: written.bound.version_name(),
            place: place.into(),
            name: node.local_name().into(),
            content: tree.source().slice(node.span()).into(),
            what: Content::Behaviour,
            origin,
        })
    }

    /// Is there room for one more node of the scene? The first time there is none, it is told.
    fn has_room(&mut self, id: WorldId) -> bool {
        let nodes = self.scene.nodes.len();
        // Billboards and levels of detail have nodes of their own at each place.
        let room = nodes < (self.limits.expanded as usize).min(copies(self.world.size(), NODE));
        if !room && !std::mem::replace(&mut self.full, true) {
            let message = format!("the scene has more than {nodes} nodes");
            self.lose(&codes::TOO_LARGE, Fate::Dropped, id, message);
        }
        room
    }
}
