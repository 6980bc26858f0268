//! The shape of COLLADA, OpenGEX and xVRML as static tables.

pub mod model;
pub mod tables;

pub use model::*;
