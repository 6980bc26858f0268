//! URDF, the robot description format of ROS.
//!
//! A robot is a [`Mechanism`](portolan_scene::Mechanism) with a node for each link; masses and collision shapes are bodies. Files
//! are in metres with Z up, angles are radians there and degrees in scenes. Mesh files are read through the readers of their own
//! formats: their unit counts, their up axis does not, as programs of ROS do it.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod codes;
mod format;
mod read;
mod write;

pub use format::{FORMAT, URDF};

/// The profile of data of the format that scenes have no fields for.
pub(crate) const PROFILE: &str = "URDF";
