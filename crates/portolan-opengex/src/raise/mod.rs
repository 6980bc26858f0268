//! Scenes as OpenGEX: [`write()`] makes a document of any [`Scene`].
//!
//! One file for each concept. The same scene gives the same bytes on every machine. What OpenGEX has no place for is told
//! ([`codes`]), never left out silently.
//!
//! - Unit and axes are those of the scene; angles are degrees, times seconds, and the metrics say so.
//! - Nodes are a tree, every instance once; objects and materials are shared.
//! - Transforms stay apart as they are, those that are animated too. Keys stay where OpenGEX has the curve.
//! - Names for people are kept; the names that references use are made of the ids.

mod animation;
mod camera;
pub mod codes;
mod extra;
mod light;
mod material;
mod metric;
mod morph;
mod name;
mod node;
mod object;
mod skin;
mod texture;
mod track;
mod transform;
mod vertex;

use std::collections::BTreeMap;

use portolan_eval::{Overrides, Pose, Rigged, Stage, pose, skins_in_world, vertices_as_morphs};
use portolan_mesh::Tolerance;
use portolan_resources::{Companions, FreeNames};
use portolan_scene::{CameraId, Fate, ImageId, LightId, Losses, MaterialId, Meta, Origin, Scene, ViewId};
use portolan_syntax::Code;
use portolan_syntax::ddl::{self, Name, Structure, Style};

use animation::Plays;
use material::Wanted;
use name::Names;
use object::Key;

/// A version of OpenGEX.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Version {
    /// 1.1, on OpenDDL 1.
    V1_1,
    /// 2.0, on OpenDDL 2.
    V2_0,
    /// 3.0, on OpenDDL 3.
    #[default]
    V3_0,
}

impl Version {
    /// All that can be written.
    pub const ALL: [Version; 3] = [Version::V1_1, Version::V2_0, Version::V3_0];

    /// As people write it.
    pub fn name(self) -> &'static str {
        match self {
            Version::V1_1 => "1.1",
            Version::V2_0 => "2.0",
            Version::V3_0 => "3.0",
        }
    }

    /// The version with this name.
    pub fn named(name: &str) -> Option<Version> {
        Version::ALL.into_iter().find(|v| v.name() == name)
    }
}

/// What to write, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The version.
    pub version: Version,
    /// The view to write; `None`: the one to be shown first.
    pub view: Option<ViewId>,
    /// Are floating-point numbers written as their bits, so that none is rounded?
    pub precise: bool,
    /// Animations get this many keys a second, in place of their own. `None` keeps keys where OpenGEX can.
    pub sample_rate: Option<f64>,
    /// How far sampled animations may be off: metres for places, and a fraction of 1 for turns, factors and weights.
    pub tolerance: f64,
    /// How far lines may be from the curves that they stand for.
    pub curves: Tolerance,
    /// Are quads cut into triangles?
    pub triangulate: bool,
    /// What files are called, without extension.
    pub name: String,
    /// How often nodes may be placed.
    pub most_nodes: usize,
    /// Names that files beside the document may have.
    pub names: FreeNames,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            version: Version::default(),
            view: None,
            precise: false,
            sample_rate: None,
            tolerance: 1e-4,
            curves: Tolerance::default(),
            triangulate: false,
            name: "scene".into(),
            most_nodes: portolan_eval::LIMIT,
            names: FreeNames::default(),
        }
    }
}

/// Files to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// Name and bytes; the first is the one to open, pictures follow.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Reads the file at a location.
pub(crate) type Read<'a> = &'a (dyn Fn(&str) -> Result<Vec<u8>, String> + Sync);

/// Writes a scene. `images` reads the file at a location ([`portolan_scene::Pixels::File`]).
pub fn write(
    scene: &Scene,
    images: &(dyn Fn(&str) -> Result<Vec<u8>, String> + Sync),
    options: &Options,
) -> (Output, Losses) {
    let (scene, bent) = vertices_as_morphs(scene);
    let (scene, rigged) = skins_in_world(&scene);
    let scene = &*scene;
    let view = options.view.or(scene.default_view).or((!scene.views.is_empty()).then_some(ViewId(0)));
    let stage = match view {
        Some(view) => Stage::new(scene, view, options.most_nodes),
        None => Stage::of_roots(scene, &[], 0),
    };
    let rest = pose(scene, &stage, &Overrides::default());
    let mut raise = Raise {
        scene,
        options,
        read: images,
        stage: &stage,
        rest: &rest,
        losses: Losses::default(),
        names: Names::default(),
        plays: Plays::new(scene),
        places: Vec::new(),
        bones: Vec::new(),
        inners: Vec::new(),
        unbound: None,
        twins: BTreeMap::new(),
        objects: BTreeMap::new(),
        written_objects: Vec::new(),
        lights: BTreeMap::new(),
        cameras: BTreeMap::new(),
        materials: BTreeMap::new(),
        images: BTreeMap::new(),
        companions: Companions::new(options.names.clone()),
    };
    for Rigged { origin, node, moves } in rigged {
        let (fate, message) = match moves {
            true => (Fate::Baked, format!("bones of the skin that node `{node}` moves are also below that node")),
            false => (Fate::Approximated, format!("node `{node}` no longer moves its skin")),
        };
        raise.losses.push(&codes::SKIN_NODE, fate, origin, message);
    }
    for origin in bent {
        let message = "a vertex animation was converted to morph target weights";
        raise.losses.push(&codes::VERTICES, Fate::Baked, origin, message);
    }
    let structures = raise.document(view);
    let style = Style { precise: options.precise, old_names: options.version == Version::V1_1, ..Style::default() };
    let text = match ddl::write(&structures, &style) {
        Ok(text) => text,
        Err(why) => {
            raise.losses.push(&codes::INVALID, Fate::Dropped, Origin::default(), format!("nothing was written: {why}"));
            String::new()
        }
    };
    let mut files = vec![(format!("{}.ogex", options.name), text.into_bytes())];
    files.extend(raise.companions.into_files());
    (Output { files }, raise.losses)
}

/// A document in the making.
pub(crate) struct Raise<'a> {
    pub scene: &'a Scene,
    pub options: &'a Options,
    pub read: Read<'a>,
    pub stage: &'a Stage,
    pub rest: &'a Pose,
    pub losses: Losses,
    pub names: Names,
    pub plays: Plays<'a>,
    /// What each place is called; empty if nothing needs a name for it.
    pub places: Vec<String>,
    /// Which places are bones.
    pub bones: Vec<bool>,
    /// For each place the one below it that has the transforms of its object alone.
    pub inners: Vec<Option<u32>>,
    /// The bone that does not move, if there is one.
    pub unbound: Option<String>,
    /// Bones below a bone that one skin names twice: their names, by place.
    pub twins: BTreeMap<u32, Vec<String>>,
    pub objects: BTreeMap<Key, Vec<object::Object>>,
    pub written_objects: Vec<Structure<'a>>,
    pub lights: BTreeMap<LightId, Option<(String, Structure<'a>)>>,
    pub cameras: BTreeMap<CameraId, (String, Structure<'a>)>,
    pub materials: BTreeMap<Wanted, (String, Structure<'a>)>,
    pub images: BTreeMap<ImageId, Option<String>>,
    /// Files beside the document.
    pub companions: Companions,
}

impl<'a> Raise<'a> {
    fn document(&mut self, view: Option<ViewId>) -> Vec<Structure<'a>> {
        self.tell_views(view);
        self.reserve_ids();
        self.name_places();
        let mut nodes = self.nodes();
        self.unused();
        let mut all = self.metrics();
        all.extend(self.clips());
        if self.scene.space.up == portolan_scene::UpAxis::X {
            nodes = vec![self.turned(nodes)];
        }
        all.extend(nodes);
        all.append(&mut self.written_objects);
        all.extend(std::mem::take(&mut self.lights).into_values().flatten().map(|(_, structure)| structure));
        all.extend(std::mem::take(&mut self.cameras).into_values().map(|(_, structure)| structure));
        all.extend(std::mem::take(&mut self.materials).into_values().map(|(_, structure)| structure));
        let extras = self.extras(&self.scene.asset.extras, Origin::default());
        all.extend(extras);
        self.plays.tell(&mut self.losses);
        all
    }

    /// Keeps all ids for their objects, so that no invented name takes one.
    fn reserve_ids(&mut self) {
        let scene = self.scene;
        let ids = scene.placed().chain(scene.materials.iter().map(|m| &m.meta)).filter_map(|meta| meta.id.as_deref());
        ids.for_each(|id| self.names.reserve(id));
    }

    /// Objects that no node shows.
    fn unused(&mut self) {
        for id in (0..self.scene.cameras.len() as u32).map(CameraId) {
            self.camera(id);
        }
        for id in (0..self.scene.lights.len() as u32).map(LightId) {
            self.light(id);
        }
        for (number, material) in self.scene.materials.iter().enumerate() {
            let id = MaterialId(number as u32);
            let first = Wanted { material: id, sets: Vec::new(), two_sided: false };
            if self.materials.range(first..).next().is_none_or(|(wanted, _)| wanted.material != id) {
                let sets = vec![0; material.textures().count()];
                let two_sided = portolan_mesh::Sides::of(None, Some(material)).are_both();
                self.material(Wanted { material: id, sets, two_sided });
            }
        }
        self.unused_shapes();
    }

    fn tell_views(&mut self, written: Option<ViewId>) {
        for (number, view) in self.scene.views.iter().enumerate() {
            let label = view.meta.label().unwrap_or("?");
            if written != Some(ViewId(number as u32)) {
                let message = format!("scene `{label}` is not written: a file has one scene");
                self.losses.push(&codes::VIEW, Fate::Dropped, view.meta.origin, message);
                continue;
            }
            let steps = view.evaluations.iter().filter(|e| e.enabled).flat_map(|e| &e.renderings);
            if steps.clone().any(|s| !s.layers.is_empty() || s.material.is_some()) || steps.count() > 1 {
                let message = format!("render steps of scene `{label}` are dropped");
                self.losses.push(&codes::LAYER, Fate::Dropped, view.meta.origin, message);
            }
            self.tell_extras(&view.meta);
        }
        if !self.stage.complete {
            let message = "the number of node instances exceeds the limit";
            self.losses.push(&codes::TOO_MANY_NODES, Fate::Dropped, Origin::default(), message);
        }
    }

    /// Tells what became of something.
    pub fn lose(&mut self, code: &'static Code, fate: Fate, meta: &Meta, message: impl Into<String>) {
        self.losses.push(code, fate, meta.origin, message);
    }

    /// May something be written that came with a version? Told if not.
    pub fn since(&mut self, version: Version, what: &str, origin: Origin) -> bool {
        let may = self.options.version >= version;
        if !may {
            let message = format!("{what} needs OpenGEX {}", version.name());
            self.losses.push(&codes::VERSION, Fate::Dropped, origin, message);
        }
        may
    }
}

/// What to call an object in a message.
pub(crate) fn label(meta: &Meta) -> &str {
    meta.label().unwrap_or("?")
}

/// A structure with a name for people in it, if there is one. An id is one where the structure is called otherwise.
pub(crate) fn with_name<'a>(structure: Structure<'a>, meta: &'a Meta) -> Structure<'a> {
    let is_said = |id: &&str| structure.name == Some(Name::Global((*id).into()));
    match meta.name.as_deref().or(meta.label().filter(|id| !is_said(id))) {
        Some(name) => structure.with(Structure::new("Name").with(Structure::text(name))),
        None => structure,
    }
}

/// A structure with one number.
pub(crate) fn number<'a>(identifier: &'static str, attribute: &'static str, value: f64) -> Structure<'a> {
    Structure::new(identifier).property("attrib", attribute).with(Structure::data(single(value)))
}

/// A number as it is written; one that is not finite, or too large, is the largest there is, or zero.
pub(crate) fn single(value: f64) -> f32 {
    // Adding zero takes the sign from zero.
    if value.is_nan() { 0.0 } else { (value as f32).clamp(f32::MIN, f32::MAX) + 0.0 }
}

#[cfg(test)]
mod tests;
