//! All integration tests of this crate in one binary, so that they are linked once.

mod common;
mod physical;
mod pictures;
