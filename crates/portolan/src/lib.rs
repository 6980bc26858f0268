//! Reads, checks, evaluates, converts and draws COLLADA, OpenGEX, xVRML and glTF scenes.
//!
//! This is the crate to depend on. [`open`] returns a [`File`], one handle for everything else:
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
//! | [`File::run`] | a world of xVRML over time: events, sensors, scripts |
//! | [`File::buffers`] | vertices and indices for drawing |
//! | [`File::polygons`] | faces with as many corners as they were written with |
//! | [`File::verify`], [`File::diff`] | whether two files mean the same; what was changed |
//! | [`File::get`] | one value by its address, to read or to change |
//! | [`ask`] | any of this with options and answers as JSON |
//!
//! [`Checker`] checks and repairs many files, [`pack`] makes archives, [`layout`] writes documents in canonical form,
//! [`manual`] documents every element of every format, [`openddl`] reads and writes OpenDDL that is not a scene.
//!
//! Reading never fails because of the content of a document: there is always a tree and a list of findings. An
//! [`Error`] means that a file cannot be read at all, or that a request is invalid.
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
//! Files are read only through [`Resources`], so the caller decides what a document may access. Nothing here needs a
//! file system or a clock: use [`OpenOptions::open_bytes`] and [`Memory`] where there is none.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod address;
mod archive;
pub mod ask;
pub mod buffers;
mod catalogue;
mod check;
pub mod convert;
pub mod diff;
mod empty;
mod error;
mod examples;
mod file;
mod formats;
pub mod gather;
mod guard;
mod import;
pub mod info;
pub mod layout;
pub mod manual;
mod moving;
pub mod openddl;
pub mod pack;
pub mod pictures;
pub mod polygons;
pub mod pose;
mod referenced;
mod repair;
pub mod run;
pub mod sample;
pub mod simulate;
mod unified;
pub mod verify;

pub use catalogue::{all_codes, cited, explained, find_code, paragraphs};
pub use check::Checker;
pub use convert::{Conversion, Converted};
pub use error::{Error, ErrorKind};
pub use examples::{Example, example, examples};
pub use file::{File, OpenOptions, open};
pub use formats::{add_format, detect, formats};
pub use portolan_check::{Baseline, FileReport, Report, Selection, Summary, Verdict};
pub use portolan_format::{Document, Format, Opened, Written};
pub use portolan_resources::{Files, Found, How, Memory, Resources, STDIN};
pub use portolan_schema::Schema;
pub use portolan_syntax::{
    Budget, Code, Finding, Findings, Fix, Limits, Node, NodeId, NodeKind, Place, Severity, Source, Span, Subject, Tree,
};
pub use repair::{Repair, RepairOptions, Repaired};

/// Comparison of scenes.
pub use portolan_compare as compare;

/// The parsers and the syntax tree, for uses beyond the re-exports.
pub use portolan_syntax as syntax;

/// Access to files and archives, and what a document may read.
pub use portolan_resources as resources;

/// The fonts of letters in worlds.
pub use portolan_xvrml::fonts;

/// The format-neutral scene model.
pub use portolan_scene as scene;

/// Renderings of findings: text, JSON, SARIF and JUnit.
pub use portolan_check::render as renderings;

pub use portolan_resources::Unreadable;
/// Why files cannot be read.
pub use portolan_resources::unreadable;

/// Evaluation of scenes over time: animations, poses, skins and morphs.
pub use portolan_eval as eval;

/// The schema tables and the validation of documents against them.
pub use portolan_schema as schema;

/// The guide, whose examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/library.md")]
mod guide {}

/// The README, whose example is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}
