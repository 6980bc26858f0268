//! What a scene looks like at a time.
//!
//! Whatever moves things is a [`Mover`] and produces [`Overrides`]: the playing of animations here ([`Playing`], [`sample`]),
//! joints and physics elsewhere. Whatever draws consumes a [`Pose`]. [`pose()`] is the only place that multiplies transforms, and [`deform`] the only
//! one that bends shapes; there is no second way for what is animated.
//!
//! ```
//! use portolan_eval::{LIMIT, Playing, Stage, pose, sample};
//! use portolan_scene::{Node, NodeId, Scene, View, ViewId};
//!
//! let mut scene = Scene::default();
//! scene.nodes.push(Node::default());
//! scene.views.push(View { roots: vec![NodeId(0)], ..View::default() });
//! let stage = Stage::new(&scene, ViewId(0), LIMIT);
//! let pose = pose(&scene, &stage, &sample(&scene, &Playing::Default, 1.5));
//! assert_eq!(pose.world.len(), 1);
//! ```

// Tests compare with what the standard library says.
#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod bodies;
mod bounds;
pub mod curve;
mod deform;
pub mod drive;
mod eigen;
pub mod expression;
mod formula;
pub mod kinematics;
pub mod mass;
mod morph;
mod mover;
mod objects;
mod overrides;
mod pose;
mod rig;
mod sample;
mod skin;
mod stage;
mod target;
pub mod track;
mod vertex;

pub use bounds::bounds;
pub use deform::{Deformed, Replaced, deform};
pub use eigen::eigenvectors;
pub use formula::{FormulaOrder, formula_order, result as formula_result};
pub use mover::{Mover, World};
pub use objects::{camera, light, material};
pub use overrides::{Overrides, Placement};
pub use pose::{Pose, matrix_at_rest, normal_matrix, pose, shown_at_rest};
pub use rig::{Rigged, skins_in_world};
pub use sample::{Player, Playing, animations, duration, sample};
pub use stage::{LIMIT, Placed, Stage};
pub use target::{value, width};
pub use vertex::vertices_as_morphs;
