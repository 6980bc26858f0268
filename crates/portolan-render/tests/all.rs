//! All integration tests of this crate in one binary, so that they are linked once.

#![allow(clippy::disallowed_methods, reason = "tests compare with what the standard library says")]

mod common;
mod physical;
mod pictures;
