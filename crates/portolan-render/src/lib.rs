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
//! diffuse 0.5 that faces a white directional light is 128. Equations are those that the formats print; a part of a
//! material that the document does not give is not there. Alpha is apart from colours, and nothing is behind a scene
//! unless [`Options::background`] says so.
//!
//! # Where formats are silent
//!
//! - **Cameras.** Pixels are square. An extent that the document gives is kept, and the other one follows from the shape
//!   of the picture; where it gives both, all of both is seen. The camera's own aspect ratio changes nothing else.
//! - **Sides.** Both sides of a face are drawn, unless the document says that it has one. Normals of the document are
//!   what they are on both sides; where it says that there are two sides, they turn with the side.
//! - **Normals** that are missing are made: smooth where faces meet at less than 45°, and always towards the eye.
//! - **Lights.** A scene with a camera and without lights is dark. Where no camera is and the whole is framed, a soft
//!   light comes from above the eye if there are no lamps. The cone of a spot light is as wide as its whole angle.
//!   Light of more than 10 at most of the lit corners of the scene's box would leave nothing but white; it is divided by
//!   what arrives at the middle one of them, and a note tells so. So lux of the sun, and watts that exporters write as
//!   colours, are seen.
//! - **Faces at the same place** that look away from each other: the one that looks at the eye is seen.
//! - **Opacity** follows the four modes for each channel. A document that was probably written by an exporter that
//!   counts the other way round is read so, and a note says it ([`Options::opacity`]).
//! - **Nothing is mirrored and nothing is refracted**; notes tell where a material asks for it.
//! - Colours of vertices are factors of the diffuse colour, and of the emission of what no light changes. Without a material, surfaces are white.
//!
//! # Metal, lacquer and velvet
//!
//! OpenGEX leaves equations to the reader. A material with a metalness or a roughness is a surface of small mirrors; any
//! other is the sum of Lambert's law and the power of N·H that its table names. In what follows `π` is a factor of all
//! reflection, so that a white surface that faces a light of 1 is 1.
//!
//! - **Mirrors** are spread by Trowbridge and Reitz (GGX) with `α = roughness²`, at least 0.002, hide each other by
//!   Smith's function, and mirror by Schlick's formula. Straight on, a metal mirrors its diffuse colour, an insulator its
//!   specular colour, or what follows from its index of refraction: `((n − 1) / (n + 1))²`, nothing for the default of
//!   1. Metalness mixes both. What is mirrored is missing from the diffuse part.
//! - **Lacquer** (clearcoat) is a layer of the same mirrors, of its own roughness and relief, with an index of refraction
//!   of 1.5, times its colour. What it mirrors does not reach the surface below.
//! - **Velvet** (sheen) is added: fibres by Estevez and Kulla, with the visibility of Neubelt and Pettineo. Nothing is
//!   taken from the surface below.
//! - **Occlusion** dims ambient light only, which is thrown back in the diffuse colour. Slopes of a height map and of a
//!   normal map are added.
//! - **Measured light**: a lux is 1, and a candela is 1 before it is attenuated.
//! - **Thrown pictures** fill the cone of their spot; that of a cone of 180° is as large as that of 90°.
//! - **Skies** are infinitely far and stand where nothing is drawn; neither light nor fog change them. Fog counts by the
//!   distance from the eye. A headlight shines where the eye looks.
//! - **Shadows** are not cast, and nothing is blurred by motion. Of several levels of detail the finest is drawn.

// Tests compare with what the standard library says.
#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod body;
mod codes;
mod contrary;
mod crease;
mod eye;
mod frame;
mod framing;
mod light;
mod microfacet;
mod outline;
mod picture;
mod pixel;
mod render;
mod shading;
mod surface;
mod surroundings;
mod texture;
mod tile;
mod used;
mod view;

pub use codes::CODES;
pub use eye::{CameraPlace, Eye, Viewpoint, cameras};
pub use picture::{Picture, Refused};
pub use render::{MOST_PIXELS, MOST_SAMPLES, Options, Renderer, SoftLight, Subject, render, times_in_full};
pub use texture::{Texture, Textures};
