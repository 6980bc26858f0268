//! In what two scenes differ, by meaning: what is drawn where and with which surface, at rest and at moments of every
//! clip.
//!
//! How a scene is written does not matter: units and axes, the order of nodes and faces, names of objects, how shapes are
//! cut up or shared, whether keys or samples move them. [`verdict`] brings both scenes to metres with Y up, finds what
//! belongs together, poses both at the same moments, bends skins and morphs a little where nothing else does, and tells
//! every difference with its place. [`compare`] gives the differences that matter only. [`changes`] lists what was changed
//! from one document to another, object by object.
//!
//! ```
//! use portolan_compare::{Options, compare};
//! use portolan_scene::{Node, NodeId, Operation, Scene, Transform, View};
//!
//! let scene = |x: f64| {
//!     let step = Transform { sid: None, operation: Operation::Translate([x, 0.0, 0.0]) };
//!     let meta = portolan_scene::Meta { name: Some("box".into()), ..Default::default() };
//!     let node = Node { meta, transforms: vec![step], ..Node::default() };
//!     Scene { nodes: vec![node], views: vec![View { roots: vec![NodeId(0)], ..View::default() }], ..Scene::default() }
//! };
//! assert!(compare(&scene(1.0), &scene(1.0), &Options::default()).is_empty());
//! let differences = compare(&scene(1.0), &scene(1.5), &Options::default());
//! assert_eq!(differences[0].to_string(), "node `box`: its position differs by 0.5 m");
//! ```

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod attributes;
mod body;
mod cast;
mod changes;
mod clip;
mod grid;
mod join;
mod matching;
mod node;
mod optics;
mod patch;
mod places;
mod probe;
mod report;
mod side;
mod skin;
mod surface;
mod surroundings;
mod textures;
mod verdict;
mod words;

pub use changes::{Change, ChangeOptions, Fate, Field, changes};
pub use report::{Compared, Difference, Kind, Verdict};
pub use textures::{ByName, Textures};
pub use verdict::{compare, verdict};

/// What to compare, and how strictly.
#[derive(Clone, Debug)]
pub struct Options {
    /// How far things may be apart: of the size of the scene for places, and of 1 for everything else. Default 1e-5.
    pub tolerance: f64,
    /// Moments of every clip at which all of what is drawn is compared; where nodes are is looked at twelve times as
    /// often. Default 5.
    pub moments: u32,
    /// Are surfaces compared? Default: yes.
    pub surfaces: bool,
    /// Are cameras and lights compared? Default: yes.
    pub optics: bool,
    /// Are normals of what a skin bends compared? Formats mix those of several joints in two ways, which agree where one
    /// joint holds a vertex. Default: yes.
    pub skin_normals: bool,
    /// Is also compared what few formats have: equations of surfaces, mirror images, how textures are sampled, light from
    /// everywhere, layers? Default: no.
    pub details: bool,
    /// Are names of nodes and data of applications compared, which nobody sees? Default: no.
    pub words: bool,
    /// Are joints and morphs moved to see what they do, whether or not anything moves them? Default: yes.
    pub probes: bool,
    /// Corners of shapes that are compared; the rest are left out, which is told. Default 8 million.
    pub most_corners: usize,
    /// Differences that are told; the rest are counted. Default 100.
    pub most: usize,
    /// Kinds of differences that do not matter. Default: none.
    pub ignored: Vec<Kind>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            tolerance: 1e-4,
            moments: 5,
            surfaces: true,
            optics: true,
            skin_normals: true,
            details: false,
            words: false,
            probes: true,
            most_corners: 8_000_000,
            most: 100,
            ignored: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
