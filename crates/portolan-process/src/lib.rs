//! Changes how a scene is told, not what it means: whatever is written from it looks the same.
//!
//! Every function takes a [`Scene`] and gives [`Losses`]. None knows a format.
//!
//! - [`space`]: all numbers in another unit, with another axis up.
//! - [`flatten`]: each node has one matrix in place of its transforms, and what drove them drives the matrix.
//! - [`bake`]: curves become samples at a fixed rate.
//! - [`faces`]: polygons become triangles, or all faces polygons.
//! - [`solids`]: exact solids become triangles.
//! - [`beyond`]: what has no place in what is written.
//! - [`opacity`]: transparency counts as its exporter meant it.
//! - [`without`]: no lights, or no cameras.
//!
//! ```
//! use portolan_process::{Sampling, flatten, space};
//! use portolan_scene::{Node, Operation, Scene, Transform, UpAxis};
//!
//! let step = |operation| Transform { sid: None, operation };
//! let transforms = vec![step(Operation::Translate([1.0, 2.0, 3.0])), step(Operation::Scale([2.0; 3]))];
//! let mut scene = Scene { nodes: vec![Node { transforms, ..Node::default() }], ..Scene::default() };
//! space::convert(&mut scene, Some(0.01), Some(UpAxis::Z));
//! assert_eq!(scene.nodes[0].transforms[0].operation, Operation::Translate([100.0, -300.0, 200.0]));
//! flatten::single_matrix(&mut scene, &Sampling::default());
//! assert_eq!(scene.nodes[0].transforms.len(), 1);
//! ```

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod bake;
pub mod beyond;
pub mod codes;
pub mod faces;
pub mod flatten;
pub mod opacity;
mod prune;
mod samples;
pub mod solids;
pub mod space;
pub mod without;

pub use codes::CODES;
pub use samples::Sampling;

#[cfg(doc)]
use portolan_scene::{Losses, Scene};
