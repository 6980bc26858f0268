//! Scenes as glTF 2.0.
//!
//! [`write()`] turns a [`Scene`] into the bytes of a `.glb` file, or of a `.gltf` file with what lies beside it. The same
//! scene gives the same bytes on every machine. What glTF has no place for is told ([`CODES`]), never left out silently.
//!
//! - glTF is in metres with Y up: a scene in another space hangs below one more node ([`Space::to_si`]).
//! - Colours of materials are taken as sRGB, as every exporter writes them, and become linear; lights are linear already.
//! - Nodes are placed as a tree, every instance once; meshes are shared between places.
//! - Names are kept; ids, SIDs, layers and what applications added stand in `extras`.
//!
//! [`Space::to_si`]: portolan_scene::Space::to_si

// Tests compare with what the standard library says.
#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod animation;
mod attribute;
mod blob;
mod bodies;
mod codes;
mod container;
mod extras;
mod format;
mod json;
mod lit;
mod material;
mod morph;
mod node;
mod optics;
mod physical;
mod picture;
pub mod read;
mod shape;
mod skin;
mod space;
mod spline;
mod texture;
mod transform;
mod words;
mod writer;

pub use codes::*;
pub use format::{FORMAT, GLB, GLTF};

use portolan_mesh::Tolerance;
use portolan_resources::FreeNames;
use portolan_scene::{Losses, Scene, ViewId};
use portolan_syntax::Budget;

/// What to write, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which files.
    pub container: Container,
    /// Are pictures in the file that refers to them? `None`: as the container suggests.
    pub embed_images: Option<bool>,
    /// The only view to write; `None` writes all, and the default one is shown.
    pub view: Option<ViewId>,
    /// Animations get this many keys per second, in place of their own. `None` keeps keys where glTF can.
    pub sample_rate: Option<f64>,
    /// How far sampled animations may be off: metres for places, and a fraction of 1 for turns, factors and weights.
    pub tolerance: f64,
    /// How far lines may be from the curves that they stand for.
    pub curves: Tolerance,
    /// Are tangents computed for shapes that have a normal map and no tangents?
    pub tangents: bool,
    /// Are all joints of a vertex written? Otherwise the heaviest four, which is what every reader takes.
    pub all_influences: bool,
    /// Are bodies written, in the words of draft extensions?
    pub physics: bool,
    /// Do vertices that are equal in everything become one?
    pub weld: bool,
    /// Does each mesh say which shape it is? `extras` then have `portolan_shape`: the index of the shape in the scene, and those of
    /// the primitives that the mesh has, in its order.
    pub mark_shapes: bool,
    /// What files are called, without extension.
    pub name: String,
    /// How often nodes may be placed, all views together.
    pub most_nodes: usize,
    /// Names that files beside the main one may have.
    pub names: FreeNames,
    /// What pictures that are made anew may cost.
    pub budget: Budget,
    /// The world that the scene comes from, as a document that stands on its own, to be kept in `extras`.
    pub world: Option<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            container: Container::Glb,
            embed_images: None,
            view: None,
            sample_rate: None,
            tolerance: 1e-4,
            curves: Tolerance::default(),
            tangents: true,
            all_influences: false,
            physics: false,
            weld: true,
            mark_shapes: false,
            name: "scene".into(),
            most_nodes: 1_000_000,
            names: FreeNames::default(),
            budget: Budget::unlimited(),
            world: None,
        }
    }
}

/// Which files are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Container {
    /// One `.glb` file with everything in it.
    #[default]
    Glb,
    /// A `.gltf` file, a `.bin` file beside it, pictures beside it.
    Gltf,
    /// One `.gltf` file with everything in it, as text.
    GltfEmbedded,
}

/// Files to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// Name and bytes; the first is the one to open.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Writes a scene. `images` reads the file at a location ([`portolan_scene::Pixels::File`]).
pub fn write(
    scene: &Scene,
    images: &(dyn Fn(&str) -> Result<Vec<u8>, String> + Sync),
    options: &Options,
) -> (Output, Losses) {
    writer::write(scene, images, options)
}
