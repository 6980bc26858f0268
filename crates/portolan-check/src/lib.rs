//! Checks documents and reports what it finds.
//!
//! [`check`] takes a source through every stage: reading (`XML`, `DDL`), schema (`SCH`), references (`REF`), data
//! (`DAT`), meaning (`SEM`). Each rule is a file in `rules/` whose doc comment is what `portolan explain` prints.
//! [`render`] turns reports into text, JSON, SARIF and JUnit.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod catalogue;
mod document;
pub mod file;
pub mod format;
pub mod render;
mod report;
pub mod rule;
pub mod rules;

pub use catalogue::{all_codes, find_code};
pub use document::Document;
pub use file::{FileReport, Selection, Summary, Unreadable};
pub use format::FORMATS;
pub use report::{Options, Report, Verdict, check, check_as};
pub use rule::{On, Reporter, Rule};
