//! The shape of COLLADA, OpenGEX and xVRML as static tables, and documents held against them.
//!
//! [`tables`] is generated from the notation in `schema/`. [`bind()`] gives every node of a tree its type and never
//! fails; [`check()`] tells what does not fit. This crate knows no meaning: it cannot tell a camera from a light, only
//! what may stand in either.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod bind;
pub mod check;
pub mod codes;
mod content;
pub mod lenient;
pub mod lookup;
pub mod model;
pub mod row;
pub mod suggest;
#[rustfmt::skip]
#[allow(clippy::all, missing_docs)]
pub mod tables;
pub mod unit;
pub mod value;

pub use bind::{Bind, Bound, bind};
pub use check::{Checked, check};
pub use model::*;
pub use row::{Decode, Finite, Given};
pub use unit::Scales;
