//! The OpenDDL reader: Appendix A of the OpenGEX specification, versions 1.0 to 3.0.
//!
//! [`parse`] gives a [`Tree`](crate::Tree) for every text. In it
//!
//! - a structure is an element, with its type as written as the name; [`primitive_type`] knows all names of the
//!   primitive types;
//! - a property is a plain attribute, read with [`property`]; names, sub-array sizes and `*` are attributes of their
//!   own [kinds](crate::tree::AttrKind), in the order written;
//! - the data of a primitive structure is one text node, decoded by a [`Run`];
//! - comments between structures are nodes; those within a head or within data stay part of it.
//!
//! For data that is not a scene, [`Document`] walks a text and follows its references, [`Structure`] makes one, and
//! [`write()`] prints it; [`Editor`] changes a text and keeps the rest of it.

mod base64;
pub mod codes;
pub mod data;
mod document;
mod editor;
mod fault;
mod head;
mod lexer;
pub mod literal;
mod number;
mod parse;
mod primitive;
mod reference;
mod string;
mod structure;
mod write;

pub use base64::{base64_text, base64_value};
pub use codes::CODES;
pub use data::{Layout, Run, Scan, Summary, scan};
pub use document::{Document, Item, Unreadable};
pub use editor::Editor;
pub use fault::{Fault, FaultKind};
pub use head::is_literal;
pub use lexer::is_space;
pub use parse::{parse, parse_lazily};
pub use primitive::{Primitive, primitive_type};
pub use reference::{Path, Reference, is_legal_identifier};
pub use string::string_value;
pub use structure::{Body, Data, Literal, Name, Structure, Values};
pub use write::{Style, Unwritable, quoted, write};

use std::borrow::Cow;

use crate::Attr;

/// The value of a property, as far as its notation goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Property<'a> {
    /// No value: the property is `true`.
    Flag,
    /// A string, its escape sequences resolved.
    String(Cow<'a, str>),
    /// Any other literal, as written; [`literal`], [`Reference::parse`], [`primitive_type`] and [`base64_value`] read it.
    Literal(&'a str),
}

/// The value of a property.
pub fn property(attribute: Attr<'_>) -> Property<'_> {
    let raw = attribute.raw();
    let quoted = attribute.span().end > attribute.value_span().end;
    if quoted || raw.starts_with('"') {
        Property::String(string_value(raw))
    } else if raw.is_empty()
        && attribute.value_span().start == attribute.span().start + attribute.name().full.len() as u32
    {
        Property::Flag
    } else {
        Property::Literal(raw)
    }
}

#[cfg(test)]
mod tests;
