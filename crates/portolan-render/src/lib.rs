//! Pictures of scenes, made on the CPU: the same bytes on every machine and for any number of threads.
//!
//! [`Renderer::render`] draws what a [`Subject`] is in its pose. No window, no graphics card and no clock is needed.
//!
//! # How
//!
//! It is a rasteriser in two steps. First every sample of the picture learns which face it sees: faces are sorted into
//! tiles, and each tile is worked off by one thread. Then every pixel is shaded once for each face that its samples
//! see. A ray caster would give the same picture; its tree over two million triangles takes longer to build, and more
//! memory, than all of this takes, and a moving scene would have to build it for every frame. Shading what is seen and
//! nothing else makes the cost of the equations depend on the size of the picture, not of the scene.
//!
//! - Faces are never clipped: edges are functions over homogeneous coordinates, which hold behind the eye as well.
//!   Neighbours compute their common edge from the same two corners, so there is no gap and no double hit.
//! - What is transparent is kept for each pixel until all is known, and then laid over each other from back to front.
//! - Only `+ − × ÷ √` and functions of a library in Rust are used, so results do not depend on the machine; every tile
//!   is the work of one thread, so they do not depend on threads either.
//!
//! # What colours mean
//!
//! Numbers of the document are numbers of the picture: 0 is 0 and 1 is 255, and no curve is applied. A surface of
//! diffuse 0.5 that faces a white directional light is 128.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod body;
mod codes;
mod crease;
mod elements;
mod eye;
mod frame;
mod light;
mod outline;
mod picture;
mod pixel;
mod render;
mod shading;
mod surface;
mod texture;
mod tile;
mod view;

pub use codes::CODES;
pub use eye::{CameraPlace, Eye, cameras};
pub use picture::{Picture, Refused};
pub use render::{MOST_PIXELS, MOST_SAMPLES, Options, Renderer, Subject, render};
pub use texture::{Texture, Textures};
