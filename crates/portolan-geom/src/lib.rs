//! Pure geometry on plain slices: knows no document and no scene.
//!
//! [`triangulate`] cuts polygons into triangles, [`weld()`] turns corners with several indices into vertices with one,
//! [`normals`] and [`tangents`] make what a mesh lacks, [`hull`] wraps point clouds, [`spline`] evaluates curves,
//! [`bounds`] are boxes, [`moments`] weigh bodies, [`brep`] holds exact solids, [`crease`] and [`solid`] and [`sweep`] make
//! surfaces of angles, sizes and lines, [`tree`] finds triangles by rays and boxes.
//!
//! Every function takes every input: empty slices, indices out of range, NaN and infinity give a defined result, never
//! a panic, in time that stays close to linear. Only operations with one correct result (`+ − × ÷ √`) and portable
//! library functions are used, so the same input gives the same bytes on every machine.

// Tests compare with what the standard library says.
#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod bounds;
pub mod brep;
pub mod crease;
mod equal;
pub mod hull;
pub mod moments;
pub mod normals;
pub mod solid;
pub mod spline;
pub mod sweep;
pub mod tangents;
pub mod tree;
pub mod triangulate;
mod vector;
pub mod weld;

pub use bounds::Bounds;
pub use equal::{Merged, merge_equal};
pub use spline::{Segment, Spline};
pub use triangulate::Triangulator;
pub use weld::{Weld, weld, weld_keyed};
