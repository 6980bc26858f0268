//! Checks documents and reports what it finds.
//!
//! [`check`] takes an opened file through every stage: reading (`XML`, `DDL`), schema (`SCH`), and the rules of its format:
//! references (`REF`), data (`DAT`), meaning (`SEM`). [`render`] turns reports into text and what programs read.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod baseline;
mod dispatch;
pub mod file;
pub mod render;
mod report;

pub use baseline::Baseline;
pub use file::{FileReport, Selection, Summary, Unreadable};
pub use report::{Options, Report, Verdict, check, codes};
