//! Documents to the byte: sources, spans, findings, and one lossless [`Tree`] for XML, OpenDDL and classic VRML.
//!
//! This crate knows how documents are *written* and nothing about what they mean. What it retires for the layers
//! above:
//!
//! - encodings: every [`Source`] is UTF-8 text, and text offsets lead back to the original bytes;
//! - failure: [`xml::parse`], [`ddl::parse`] and [`classic::parse`] give a tree and findings for every input, garbage included;
//! - markup: comments, CDATA, character references and entities are resolved by [`Node::text`] and [`Attr::value`];
//! - loss: [`Tree::print`] gives the input back, byte for byte.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod budget;
pub mod classic;
pub mod code;
pub mod ddl;
pub mod edit;
pub mod encoding;
pub mod finding;
pub mod limits;
pub mod memory;
pub mod source;
pub mod span;
pub mod sum;
pub mod tree;
pub mod unique;
mod utf8;
mod words;
pub mod xml;

pub use budget::Budget;
pub use code::{Code, Severity, Subject, told};
pub use edit::Edit;
pub use finding::{Finding, Findings, Fix};
pub use limits::Limits;
pub use source::{Part, Place, ReadAt, Source};
pub use span::Span;
pub use tree::{Attr, AttrId, Name, NameId, Node, NodeId, NodeKind, Syntax, Tree};
pub use unique::Unique;
pub use words::counted;
