//! Scenes as plain shapes: OBJ with MTL, STL and PLY; their exact solids as STEP.
//!
//! These formats know neither nodes nor time. What a view shows is posed, bent and expanded, and what has no place in
//! the format is told as a loss. The same scene gives the same bytes. [`read`] takes OBJ and STL to scenes.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod codes;
mod corners;
mod format;
mod gather;
mod mtl;
mod names;
mod obj;
mod ply;
pub mod read;
mod step;
mod stl;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

pub use format::{OBJ, OBJ_FILE, PLY, PLY_FILE, STEP, STEP_FILE, STL, STL_FILE};
pub use obj::obj;
pub use ply::ply;
use portolan_eval::Overrides;
use portolan_mesh::Tolerance;
use portolan_resources::FreeNames;
use portolan_scene::{ImageId, Losses, ViewId};
pub use step::step;
pub use stl::stl;

/// Files by name, and what they do not hold.
pub type Written = (Vec<(String, Vec<u8>)>, Losses);

/// How to write.
#[derive(Clone, Debug)]
pub struct Options {
    /// What to write; `None` is the scene's default view, or its first.
    pub view: Option<ViewId>,
    /// What is set in place of what is written: the pose. Default: nothing.
    pub overrides: Overrides,
    /// Unit and axes. Default: metres with Y up.
    pub space: OutputSpace,
    /// Cut polygons into triangles? STL and PLY always do. Default: no.
    pub triangulate: bool,
    /// What files are called, without extension. Default: `scene`.
    pub name: String,
    /// Most vertices and corners that instances may add up to, if the shapes themselves have fewer. Default: 50 million.
    pub limit: u64,
    /// Names that files beside the main one may have. Default: all.
    pub names: FreeNames,
    /// What becomes of pictures in files. Default: they are referred to as in the document.
    pub pictures: HashMap<ImageId, Picture>,
    /// How far lines may be from the curves that they stand for. Default: a thousandth of the size of each.
    pub curves: Tolerance,
}

/// What becomes of a picture in a file.
#[derive(Clone, Debug)]
pub enum Picture {
    /// It stays where it is, and this leads to it.
    At(String),
    /// It is put beside the file: its bytes, or why they cannot be had.
    Beside(Result<Vec<u8>, String>),
}

impl Default for Options {
    fn default() -> Options {
        Options {
            view: None,
            overrides: Overrides::default(),
            space: OutputSpace::default(),
            triangulate: false,
            name: "scene".into(),
            limit: 50_000_000,
            names: FreeNames::default(),
            pictures: HashMap::new(),
            curves: Tolerance::default(),
        }
    }
}

/// The unit and axes that are written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum OutputSpace {
    /// Metres with the Y axis up.
    #[default]
    Si,
    /// Those of the scene.
    Document,
}
