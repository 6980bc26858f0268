//! Reads, checks and lays out COLLADA, OpenGEX and xVRML scenes.
//!
//! This is the crate to depend on. [`open`] reads a document and tells everything that is wrong with it;
//! [`Checker`] does the same for many files with options; [`info`](mod@info) says what is in a document,
//! [`address`] reads and changes one value of it, [`pictures`] shows it, [`pack`] puts it into an archive, [`layout`] writes it in canonical form, [`manual`]
//! documents every element of every format. [`openddl`] reads and writes OpenDDL for data that is not a scene.
//!
//! Reading never fails because of what a document contains: there is always a tree, and a list of findings with codes,
//! places and, where it is safe, repairs. Only a file that cannot be read at all is an error.
//!
//! ```
//! let source = portolan::Source::from_text(
//!     "lamp.xwrl",
//!     r#"<World xmlns="http://www.xvrml.net/schemas/core"><children><Anchor/></children></World>"#,
//! );
//! let report = portolan::check_source(source, &portolan::Options::default())?;
//! assert_eq!(report.format.id, "xvrml");
//! assert_eq!(report.verdict(), portolan::Verdict::Invalid);
//!
//! let finding = report.findings.iter().next().unwrap();
//! let place = report.tree().source().place(finding.span.start);
//! println!("{}:{}: {} {}", place.line, place.column, finding.code.id, finding.message);
//! # Ok::<(), portolan::Unreadable>(())
//! ```
//!
//! Files are reached only through [`Resources`], so what a document may touch is the caller's decision.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod address;
mod archive;
mod catalogue;
mod check;
pub mod convert;
pub mod diff;
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
mod unified;
pub mod verify;

pub use catalogue::{all_codes, find_code};
pub use check::{Checker, check_as, check_source, open};
pub use formats::{add_format, detect, formats};
pub use gather::gather;
pub use import::{Imported, Importer, import};
pub use pictures::render;
pub use portolan_check::{FileReport, Options, Report, Selection, Summary, Unreadable, Verdict, file, render};
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

/// The tables and how documents are held against them.
pub use portolan_schema as schema;
