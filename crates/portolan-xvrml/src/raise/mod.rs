//! Scenes as worlds: [`world`] makes one of any scene, which is then written as xVRML, X3D or VRML97.
//!
//! - Unit and axes are applied by one `Transform` around everything (`to_si`).
//! - Nodes become `Transform` nodes, as few as their transforms need; what animations drive is a field of its own. What mirrors
//!   goes into shapes (`mirror.rs`).
//! - Cameras are viewpoints of an avatar without an offset (A23), opacity is alpha (A4).
//! - What plays is a `TimeSensor` with interpolators and routes. Steps are equal keys.
//! - What a shape was made from comes back as what it was.

mod animation;
pub mod codes;
mod deform;
mod image;
mod lamp;
mod matrix;
mod mirror;
mod node;
mod shape;
mod surface;
mod surroundings;

pub(crate) use lamp::FAR;

use hashbrown::{HashMap, HashSet};
use portolan_eval::{LIMIT, Overrides, Pose, Stage, pose, vertices_as_morphs};
use portolan_format::Job;
use portolan_resources::Companions;
use portolan_scene::glam::DMat4;
use portolan_scene::{Content, Fate, ImageId, Kept, Losses, MaterialId, NodeId, Origin, Scene, UpAxis, ViewId};
use portolan_syntax::Code;

use crate::world::{KindId, NodeId as WorldId, Value, World};
use animation::Follower;

/// Makes a world of a scene, with the pictures that stand beside its document.
pub(crate) fn world(job: &Job<'_>, losses: &mut Losses) -> (World, Companions) {
    let (scene, bent) = vertices_as_morphs(job.scene);
    for origin in bent {
        losses.push(&codes::ANIMATION, Fate::Baked, origin, "a vertex animation was converted to morph target weights");
    }
    let scene = &*scene;
    let view = job.view.or(scene.default_view).unwrap_or(ViewId(0));
    let stage = Stage::new(scene, view, LIMIT);
    let rest = pose(scene, &stage, &Overrides::default());
    let mut raise = Raise {
        scene,
        job,
        world: World::new(),
        losses,
        stage,
        rest,
        nodes: HashMap::new(),
        shapes: HashMap::new(),
        surfaces: HashMap::new(),
        images: HashMap::new(),
        companions: Companions::new(job.conversion.names.clone()),
        driven: animation::driven(scene),
        followers: Vec::new(),
        bent: Vec::new(),
        lights: Vec::new(),
        has_view: false,
        depth: 0,
        mirrored: false,
        moving: None,
    };
    raise.scene(view);
    (raise.world, raise.companions)
}

/// A world in the making.
struct Raise<'a> {
    scene: &'a Scene,
    job: &'a Job<'a>,
    world: World,
    losses: &'a mut Losses,
    stage: Stage,
    rest: Pose,
    /// What nodes became, as they are and mirrored.
    nodes: HashMap<(NodeId, bool), WorldId>,
    /// What shapes became.
    shapes: HashMap<shape::Key, Option<WorldId>>,
    /// What materials became.
    surfaces: HashMap<(MaterialId, bool), surface::Surface>,
    images: HashMap<ImageId, Option<String>>,
    companions: Companions,
    /// Transforms that animations drive.
    driven: HashSet<(NodeId, u32)>,
    /// Fields of the world that follow numbers of the scene.
    followers: Vec<Follower>,
    /// Shapes that are bent over time.
    bent: Vec<deform::Bent>,
    /// Lights that shine on everything and stand at the root for it.
    lights: Vec<WorldId>,
    /// Is there a viewpoint?
    has_view: bool,
    /// How many nodes are around the one at hand.
    depth: u32,
    /// Is everything at the place at hand mirrored?
    mirrored: bool,
    /// Nodes at or below which something moves, once it was asked for.
    moving: Option<HashSet<NodeId>>,
}

impl Raise<'_> {
    fn scene(&mut self, view: ViewId) {
        self.about();
        self.tell_behaviour();
        for (number, other) in self.scene.views.iter().enumerate() {
            if ViewId(number as u32) != view {
                let message =
                    format!("scene `{}` is not written: a file has one scene", other.meta.label().unwrap_or("?"));
                self.losses.push(&codes::NODE, Fate::Dropped, other.meta.origin, message);
            }
        }
        let roots = self.scene.view(view).map(|v| v.roots.clone()).unwrap_or_default();
        let mut children: Vec<WorldId> = roots.into_iter().filter_map(|root| self.placed(root, false)).collect();
        if let Some(turned) = self.top() {
            self.world.set(turned, "children", Value::Nodes(children));
            children = vec![turned];
        }
        children.splice(0..0, self.lights.clone());
        self.surroundings(view, &mut children);
        self.visitor(&mut children);
        children.extend(self.motions());
        self.world.set(self.world.root, "children", Value::Nodes(children));
        if !self.stage.complete {
            let message = "the number of node instances exceeds the limit";
            self.losses.push(&codes::NODE, Fate::Dropped, Origin::default(), message);
        }
    }

    /// Tells what made a world run: of one that was changed as a scene only what is seen is written.
    fn tell_behaviour(&mut self) {
        let scene = self.scene;
        let mut tell = |kept: &Kept| {
            if kept.what == Content::Behaviour {
                let message = format!("`{}` is dropped, because the document is rebuilt from the scene", kept.name);
                self.losses.push(&codes::NODE, Fate::Dropped, kept.origin, message);
            }
        };
        scene.aside.kept.iter().for_each(&mut tell);
        scene.each_meta(&mut |_, meta| meta.kept().iter().for_each(&mut tell));
    }

    /// Title and credits.
    fn about(&mut self) {
        let asset = &self.scene.asset;
        let mut lines: Vec<Box<str>> = Vec::new();
        for contributor in &asset.contributors {
            let said = [&contributor.author, &contributor.copyright, &contributor.comments];
            let words = said.into_iter().flatten().flat_map(|text| text.lines()).map(str::trim);
            lines.extend(words.filter(|l| !l.is_empty()).map(Box::from));
        }
        if asset.title.is_none() && lines.is_empty() {
            return;
        }
        let Some(info) = self.node("WorldInfo", Origin::default()) else { return };
        if let Some(title) = &asset.title {
            self.world.set(info, "title", Value::Text(title.clone()));
        }
        self.world.set(info, "info", Value::Texts(lines.clone()));
        self.world.credits = lines;
        self.world.info = Some(info);
    }

    /// From the unit and axes of the scene to metres with Y up; `None` if it has them.
    fn top(&mut self) -> Option<WorldId> {
        let space = &self.scene.space;
        if space.up == UpAxis::Y && space.metres == 1.0 {
            return None;
        }
        let top = self.node("Transform", Origin::default())?;
        self.set_matrix(top, space.to_si());
        Some(top)
    }

    /// From the place of a node to metres with Y up.
    fn world_matrix(&self, id: NodeId) -> DMat4 {
        let place = self.stage.places(id).first().copied();
        self.scene.space.to_si() * place.map_or(DMat4::IDENTITY, |at| self.rest.world(at))
    }

    fn node(&mut self, kind: &str, origin: Origin) -> Option<WorldId> {
        KindId::named(kind).map(|kind| self.world.add(kind, origin))
    }

    fn name(&mut self, id: WorldId, name: Option<&str>) {
        let Some(name) = name.filter(|n| !n.trim().is_empty()) else { return };
        if let Some(node) = self.world.node_mut(id) {
            node.name = Some(name.into());
        }
        self.world.names.entry(name.into()).or_insert(id);
    }

    fn number(&mut self, id: WorldId, field: &str, value: f64) {
        self.world.set(id, field, Value::Numbers([finite(value), 0.0, 0.0, 0.0]));
    }

    fn triple(&mut self, id: WorldId, field: &str, [x, y, z]: [f64; 3]) {
        self.world.set(id, field, Value::Numbers([finite(x), finite(y), finite(z), 0.0]));
    }

    fn lose(&mut self, code: &'static Code, fate: Fate, origin: Origin, message: impl Into<String>) {
        self.losses.push(code, fate, origin, message);
    }
}

/// A number that can be written: what is none is 0.
fn finite(value: f64) -> f64 {
    // Adding zero takes the sign from zero.
    if value.is_finite() { value + 0.0 } else { 0.0 }
}
