//! What a format is: one row of facts and functions ([`Format`]), the files that are written in it ([`Opened`]), their
//! documents ([`Document`]) and the rules that hold for them ([`Rule`]).
//!
//! Everything outside of a format's own crate learns about the format from its row.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod address;
mod answer;
mod cache;
mod document;
mod facts;
mod format;
mod input;
mod opened;
mod outward;
mod rule;
mod writer;

pub use answer::{Answer, CODES as CONTENT_CODES, PRECISION, Unplaced, exact_shapes_only, shapes_only};
pub use document::{Document, Fault};
pub use facts::{DEEPEST, Facts, Item, SceneNode, Totals};
pub use format::{Format, Head, Moving, Table, detect, looks_like, numbers};
pub use input::{Content, Input};
pub use opened::{Lowered, Opened, Written, faults_among};
pub use outward::{FindOutward, Outward, Role, rewritten};
pub use rule::{On, Reporter, Rule};
pub use writer::{Choice, Conversion, Job, Output, Writer, companion_name};
