//! What a scene looks like at a time.
//!
//! Whatever moves things produces [`Overrides`]: curves and formulas here (`sample`), joints and physics elsewhere.
//! Whatever draws consumes a [`Pose`]. [`pose()`] is the only place that multiplies transforms, and `deform` the only
//! one that bends shapes; there is no second way for what is animated.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod overrides;
mod pose;
mod stage;

pub use overrides::Overrides;
pub use pose::{Pose, pose};
pub use stage::{LIMIT, Placed, Stage};
