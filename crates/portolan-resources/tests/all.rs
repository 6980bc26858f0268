//! All integration tests of this crate in one binary, so that they are linked once.

mod archives;
mod common;
mod locate;
