//! Scenes as COLLADA: [`write()`] makes a document of any [`Scene`].
//!
//! One file for each concept. The same scene gives the same bytes on every machine. What COLLADA has no place for is told
//! ([`codes`]), never left out silently.
//!
//! - Ids, SIDs and names stay as they are; what needs one and has none gets one.
//! - Unit and axes are those of the scene, transforms and primitives stay as they are.
//! - What was kept from a document of the same version ([`portolan_scene::Kept`]) is put back into its place.

mod address;
mod animation;
mod asset;
mod brep;
mod camera;
pub mod codes;
mod controller;
mod curve;
mod effect;
mod formula;
mod geometry;
mod image;
mod kinematics;
mod light;
mod material;
pub(crate) mod name;
mod node;
mod physical;
mod physics;
mod sampler;
pub(crate) mod source;
mod space;
#[cfg(test)]
mod tests;
mod view;
mod words;

use portolan_resources::{Companions, FreeNames};
use portolan_scene::{Fate, Kept, Losses, Meta, Origin, Scene, ViewId};
use portolan_syntax::Code;
use portolan_syntax::xml::Writer;

pub use words::{lacks_words, say_words};

use address::Addresses;
use effect::Effects;
use name::{Ids, Names};

use crate::kept::Fragment;

/// A version of COLLADA.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Version {
    /// 1.4.1, which everything reads.
    #[default]
    V1_4_1,
    /// 1.5.0.
    V1_5_0,
}

impl Version {
    /// All that can be written, the usual one last.
    pub const ALL: [Version; 2] = [Version::V1_5_0, Version::V1_4_1];

    /// As people write it.
    pub fn name(self) -> &'static str {
        match self {
            Version::V1_4_1 => "1.4.1",
            Version::V1_5_0 => "1.5.0",
        }
    }

    /// The version with this name.
    pub fn named(name: &str) -> Option<Version> {
        Version::ALL.into_iter().find(|v| v.name() == name)
    }

    /// The version that a document of this version is written in again: that of the same namespace.
    pub fn like(name: &str) -> Version {
        if name.starts_with("1.5") { Version::V1_5_0 } else { Version::V1_4_1 }
    }

    pub(crate) fn namespace(self) -> &'static str {
        match self {
            Version::V1_4_1 => "http://www.collada.org/2005/11/COLLADASchema",
            Version::V1_5_0 => "http://www.collada.org/2008/03/COLLADASchema",
        }
    }
}

/// What to write, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The version.
    pub version: Version,
    /// The only view to write; `None` writes all.
    pub view: Option<ViewId>,
    /// Was the scene read from COLLADA? Then views that the reader made up for want of one are not written.
    pub from_collada: bool,
    /// What files are called, without extension.
    pub name: String,
    /// How far matrices that stand for turns by quaternions may be off between their keys.
    pub tolerance: f64,
    /// Names that files beside the document may have.
    pub names: FreeNames,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            version: Version::default(),
            view: None,
            from_collada: false,
            name: "scene".into(),
            tolerance: 1e-4,
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

/// What pictures need from outside.
pub struct Pictures<'a> {
    /// Reads the file at a location.
    pub read: &'a (dyn Fn(&str) -> Result<Vec<u8>, String> + Sync),
    /// The URI that the document says for a reference and where the file was found; `None` puts the file beside the
    /// document.
    pub uri: &'a (dyn Fn(&str, Option<&str>) -> Option<String> + Sync),
}

/// Writes a scene.
pub fn write(scene: &Scene, pictures: &Pictures<'_>, options: &Options) -> (Output, Losses) {
    let mut losses = Losses::default();
    let scene = &*space::as_written(scene, &mut losses);
    let mut raise = Raise::new(scene, options, pictures, losses);
    raise.bodies = raise.name_bodies();
    raise.document();
    let Raise { out, losses, companions, .. } = raise;
    let mut files = vec![(format!("{}.dae", options.name), out.finish().into_bytes())];
    files.extend(companions.into_files());
    (Output { files }, losses)
}

/// A document in the making.
pub(crate) struct Raise<'a> {
    pub scene: &'a Scene,
    pub options: &'a Options,
    pub pictures: &'a Pictures<'a>,
    pub out: Writer,
    pub losses: Losses,
    pub names: Names,
    pub ids: Ids,
    pub effects: Effects,
    pub addresses: Addresses,
    /// What bodies and constraints are called.
    bodies: physics::Bodies,
    /// Files beside the document.
    pub companions: Companions,
}

impl<'a> Raise<'a> {
    /// An empty document, with names for everything that the scene has.
    fn new(scene: &'a Scene, options: &'a Options, pictures: &'a Pictures<'a>, mut losses: Losses) -> Raise<'a> {
        let mut names = Names::default();
        let effects = Effects::of(scene, options.version);
        let addresses = Addresses::wanted(scene, &effects);
        let ids = Ids::new(scene, &effects, &addresses, &mut names, &mut losses);
        Raise {
            scene,
            options,
            pictures,
            out: Writer::new(),
            losses,
            names,
            ids,
            effects,
            addresses,
            bodies: physics::Bodies::default(),
            companions: Companions::new(options.names.clone()),
        }
    }

    fn document(&mut self) {
        let version = self.options.version;
        self.out.open("COLLADA").attribute("xmlns", version.namespace()).attribute("version", version.name());
        self.scene.aside.comments.iter().for_each(|comment| _ = self.out.comment(comment));
        self.document_asset();
        let scene = self.scene;
        self.tell_idle();
        self.library("library_animations", self.has_animations(), Raise::animations);
        self.library("library_animation_clips", self.has_clips(), Raise::clips);
        self.formulas();
        self.library("library_cameras", !scene.cameras.is_empty(), Raise::cameras);
        self.library("library_lights", !scene.lights.is_empty(), Raise::lights);
        self.library("library_images", !scene.images.is_empty(), Raise::images);
        self.library("library_effects", !self.effects.list.is_empty(), Raise::effects);
        self.library("library_materials", self.has_materials(), Raise::materials);
        self.library("library_geometries", !scene.geometries.is_empty(), Raise::geometries);
        self.library("library_controllers", !scene.controllers.is_empty(), Raise::controllers);
        let placed = self.place_nodes();
        self.library("library_nodes", !placed.library.is_empty(), |raise| raise.library_nodes(&placed));
        self.library("library_visual_scenes", !placed.views.is_empty(), |raise| raise.views(&placed));
        let robots = self.name_robots();
        self.kinematics(&robots);
        let bodies = std::mem::take(&mut self.bodies);
        self.physics(&bodies);
        self.kept_of(&scene.aside.kept, "", |name| name.starts_with("library_"));
        self.default_scene(&placed, &robots, &bodies);
        self.kept_of(&scene.aside.kept, "", |name| !name.starts_with("library_"));
        self.out.close();
    }

    /// A library, if there is anything to put into it.
    fn library(&mut self, name: &'static str, has_items: bool, items: impl FnOnce(&mut Raise<'a>)) {
        let aside = &self.scene.aside;
        let about = |name: &str| matches!(name, "asset" | "extra");
        let kept = |k: &Kept| *k.place == *name && !about(&k.name) && self.is_usable(k);
        if !has_items && !aside.kept.iter().any(kept) {
            // A library must not be empty.
            for about in aside.kept.iter().filter(|k| *k.place == *name) {
                let message = format!("`{}` of the empty `{name}` is not written", about.name);
                self.losses.push(&codes::KEPT, Fate::Dropped, about.origin, message);
            }
            if let Some(label) = aside.part(name).and_then(|part| part.name.as_deref()) {
                let message = format!("the name `{label}` of the empty `{name}` is not written");
                self.losses.push(&codes::NAME, Fate::Noted, Origin::default(), message);
            }
            return;
        }
        self.out.open(name);
        if let Some(part) = aside.part(name) {
            let label = self.name_text(part.name.as_deref(), Origin::default());
            self.out.maybe("id", part.id.as_deref()).maybe("name", label.as_deref());
        }
        self.kept_of(&aside.kept, name, |n| n == "asset");
        items(self);
        self.kept_of(&aside.kept, name, |n| !about(n));
        self.kept_of(&aside.kept, name, |n| n == "extra");
        self.out.close();
    }

    /// Can it stand in the document that is written?
    pub fn is_usable(&self, kept: &Kept) -> bool {
        // What applications add is the same in all versions.
        let neutral = matches!(&*kept.name, "extra" | "technique");
        kept.format == crate::FORMAT.id && (neutral || Version::like(kept.version) == self.options.version)
    }

    /// Puts back what was kept from a place; what cannot be is told.
    pub fn kept_of(&mut self, kept: &'a [Kept], place: &str, pick: impl Fn(&str) -> bool) {
        for one in kept.iter().filter(|k| *k.place == *place && pick(&k.name)) {
            if self.is_usable(one) {
                self.put_back(one);
                continue;
            }
            let message = format!("`{}` of {} {} is not allowed in COLLADA {}", one.name, one.format, one.version, {
                self.options.version.name()
            });
            self.losses.push(&codes::KEPT, Fate::Dropped, one.origin, message);
        }
    }

    /// The same for an object.
    pub fn kept(&mut self, meta: &'a Meta, place: &str, pick: impl Fn(&str) -> bool) {
        self.kept_of(meta.kept(), place, pick);
    }

    /// Writes a kept element as it is, but for ids that became others.
    pub fn put_back(&mut self, kept: &Kept) {
        let now = self.names.renames(kept.origin.document);
        let renamed = now.and_then(|now| {
            let fragment = Fragment::within(kept, self.options.version, self.out.path())?;
            fragment.renamed(&|id| now.get(id).map(|new| &**new).filter(|new| *new != id))
        });
        self.out.markup(renamed.as_deref().unwrap_or(&kept.content));
    }

    /// Begins an element with its id and name.
    pub fn head(&mut self, element: &str, id: Option<&str>, meta: &'a Meta) {
        meta.aside.iter().flat_map(|a| &a.comments).for_each(|comment| _ = self.out.comment(comment));
        let name = self.name_text(meta.name.as_deref(), meta.origin);
        self.out.open(element).maybe("id", id).maybe("name", name.as_deref());
    }

    /// A name as the version allows it.
    pub fn name_text(&mut self, name: Option<&str>, origin: Origin) -> Option<String> {
        let name = name?;
        if self.options.version == Version::V1_5_0 {
            return Some(name.split_ascii_whitespace().collect::<Vec<_>>().join(" "));
        }
        let plain = name::ncname(name);
        if plain != name {
            let message = format!("the name `{name}` was changed to `{plain}`");
            self.losses.push(&codes::NAME, Fate::Approximated, origin, message);
        }
        Some(plain).filter(|p| !p.is_empty())
    }

    /// Tells what became of something.
    pub fn lose(&mut self, code: &'static Code, fate: Fate, meta: &Meta, message: impl Into<String>) {
        self.losses.push(code, fate, meta.origin, message);
    }

    /// Is it 1.5?
    pub fn is_new(&self) -> bool {
        self.options.version == Version::V1_5_0
    }
}

/// What to call an object in a message.
pub(crate) fn label(meta: &Meta) -> &str {
    meta.label().unwrap_or("?")
}

/// A reference to an id of the document.
pub(crate) fn fragment(id: &str) -> String {
    format!("#{id}")
}
