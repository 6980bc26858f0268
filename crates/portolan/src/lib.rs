//! Reads, checks, evaluates, converts and draws COLLADA, OpenGEX, xVRML and glTF scenes.
//!
//! This is the crate to depend on. [`open`] gives a [`File`]: one handle that is asked for whatever is wanted.
//!
//! | ask | get |
//! |---|---|
//! | [`File::report`] | what is wrong with it, with codes, lines and repairs |
//! | [`File::scene`] | what it means: nodes, shapes, materials, animations ([`scene`]) |
//! | [`File::info`] | what is in it, in numbers and lists |
//! | [`File::convert`] | the same in another format, and every loss on the way |
//! | [`File::render`], [`File::studio`] | pictures |
//! | [`File::sample`] | where everything is at given times |
//! | [`File::pose`] | where the links of a robot are at given values of its joints |
//! | [`File::simulate`] | what bodies weigh, and how they fall |
//! | [`File::buffers`] | vertices and indices for drawing |
//! | [`File::verify`], [`File::diff`] | whether two files mean the same; what was changed |
//! | [`File::get`] | one value by its address, to read or to change |
//!
//! [`Checker`] checks and repairs many files, [`pack`] makes archives, [`layout`] writes documents in canonical form,
//! [`manual`] documents every element of every format, [`openddl`] reads and writes OpenDDL that is not a scene.
//!
//! Reading never fails because of what a document contains: there is always a tree, and a list of findings. What is
//! an [`Error`] is a file that cannot be read at all, or a request that makes no sense.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = r#"<World xmlns="http://www.xvrml.net/schemas/core"><children><Anchor/></children></World>"#;
//! let file = portolan::OpenOptions::new().open_bytes("lamp.xwrl", text)?;
//! let report = file.report()?;
//! assert_eq!((report.format.id, report.verdict()), ("xvrml", portolan::Verdict::Invalid));
//!
//! let finding = report.findings.iter().next().ok_or("there is one")?;
//! let place = report.tree().source().place(finding.span.start);
//! println!("{}:{}: {} {}", place.line, place.column, finding.code.id, finding.message);
//! # Ok(())
//! # }
//! ```
//!
//! Files are reached only through [`Resources`], so what a document may touch is the caller's decision. Nothing here
//! needs a file system or a clock: [`OpenOptions::open_bytes`] and [`Memory`] serve where there is none.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod address;
mod archive;
pub mod buffers;
mod catalogue;
mod check;
pub mod convert;
pub mod diff;
mod error;
mod file;
mod formats;
pub mod gather;
mod guard;
mod import;
pub mod info;
pub mod layout;
pub mod manual;
pub mod openddl;
pub mod pack;
pub mod pictures;
pub mod pose;
mod repair;
pub mod sample;
pub mod simulate;
mod unified;
pub mod verify;

pub use catalogue::{all_codes, find_code};
pub use check::Checker;
pub use convert::{Conversion, Converted};
pub use error::{Error, ErrorKind};
pub use file::{File, OpenOptions, open};
pub use formats::{add_format, detect, formats};
pub use portolan_check::{FileReport, Report, Selection, Summary, Verdict};
pub use portolan_format::{Document, Format, Opened, Written};
pub use portolan_resources::{Files, Found, How, Memory, Resources, STDIN};
pub use portolan_schema::Schema;
pub use portolan_syntax::{
    Code, Finding, Findings, Fix, Limits, Node, NodeId, NodeKind, Place, Severity, Source, Span, Tree,
};
pub use repair::{Repair, RepairOptions, Repaired};

/// In what scenes differ.
pub use portolan_compare as compare;

/// The reader and its tree, for those who need more than the re-exports.
pub use portolan_syntax as syntax;

/// Where bytes come from, archives, and what a document may reach.
pub use portolan_resources as resources;

/// What documents mean.
pub use portolan_scene as scene;

/// Findings as text, JSON, SARIF and JUnit.
pub use portolan_check::render as renderings;

pub use portolan_resources::Unreadable;
/// Why files cannot be read.
pub use portolan_resources::unreadable;

/// Scenes over time: what plays, where everything is, how shapes are bent.
pub use portolan_eval as eval;

/// The tables and how documents are held against them.
pub use portolan_schema as schema;
