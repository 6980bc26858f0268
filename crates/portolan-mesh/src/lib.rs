//! From the shapes of a scene to points, lines and triangles.
//!
//! Whoever draws, writes, measures or compares shapes asks here, so that all of them see the same faces, the same
//! texture coordinates and the same sides:
//!
//! - [`Faces`]: a primitive as points, lines or triangles over its corners; [`Polygons`] and [`runs`] as it was written.
//! - [`data`]: what a corner has, and the column that picks it; [`first`] and [`texture_coordinates`] choose among it.
//! - [`Sides`]: which sides of a surface are seen.
//! - [`Indexed`]: a primitive with one index for each vertex, as graphics cards want it.
//! - [`Curves`] and [`curve`]: curves as straight pieces, within a [`Tolerance`]; [`hull`]: convex hulls;
//!   [`solid()`]: exact solids as triangles.
//!
//! ```
//! use portolan_mesh::{Elements, Faces};
//! use portolan_scene::{Attribute, Mesh, Meta, Primitive, PrimitiveKind, Semantic, Stream};
//!
//! let square = vec![0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.];
//! let mesh = Mesh {
//!     streams: vec![Stream::new(3, square)],
//!     vertices: vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }],
//!     ..Mesh::default()
//! };
//! let polygon = Primitive::plain(Meta::default(), PrimitiveKind::Polygons, vec![0, 1, 2, 3], vec![4]);
//! let faces = Faces::new(&mesh, &polygon);
//! assert_eq!((faces.kind, faces.list()), (Elements::Triangles, Some(&[0, 1, 2, 0, 2, 3][..])));
//! ```

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod corner;
mod curve;
mod edges;
mod faces;
mod hull;
mod indexed;
mod merge;
mod polygon;
mod rows;
mod sides;
mod solid;
mod tangent;
mod tolerance;

pub use corner::{Data, data, first, texture_coordinates, texture_set};
pub use curve::{Curves, bezier_pieces, curve, curve_mesh, even_curve};
pub use edges::edges;
pub use faces::{Elements, Faces};
pub use hull::hull;
pub use indexed::{Indexed, Indices, columns, single_column};
pub use polygon::{Cutter, Polygon, Polygons, runs};
pub use rows::{direction, points, triple, used_vertices};
pub use sides::Sides;
pub use solid::{Solid, solid};
pub use tolerance::Tolerance;

#[cfg(test)]
mod tests;
