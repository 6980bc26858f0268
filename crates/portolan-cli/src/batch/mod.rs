//! Thousands of files: planned, worked on in processes of their own, noted in a journal, and told in one report.
//!
//! [`plan`] says which files there are and what they become, [`journal`] which of them are done, [`pool`] lets workers do the rest,
//! [`worker`] is such a process, [`report`] tells what all files came to. [`Batch`] holds these together, and [`Session`] lets another
//! program share out the work in its own way.

pub mod journal;
pub mod plan;
pub mod pool;
pub mod record;
pub mod report;
pub mod run;
pub mod shared;
pub mod task;
pub mod worker;

pub use crate::commands::batch::Session;
pub use pool::{start_with, supervise};
pub use run::Batch;
