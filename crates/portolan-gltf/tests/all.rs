//! All integration tests of this crate in one binary, so that they are linked once.

#![allow(clippy::disallowed_methods, reason = "tests compare with what the standard library says")]

mod bad_input;
mod common;
mod motion;
mod physical;
mod reading;
mod reading_motion;
mod reading_surfaces;
mod samples;
mod shapes;
