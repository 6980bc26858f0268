//! OpenDDL alone, for data that is not a scene: read any document, walk it, build one, write it.
//!
//! ```
//! use portolan::openddl::{Document, Structure, Style, write};
//!
//! // Build and write.
//! let level = Structure::new("Level")
//!     .global("start")
//!     .property("difficulty", 2u32)
//!     .with(Structure::new("Title").with(Structure::text("The \"old\" mill")))
//!     .with(Structure::new("Path").with(Structure::arrays(2, [0.0f32, 0.0, 1.5, 2.0, 4.0, 2.25])));
//! let text = write(&[level.clone()], &Style::default())?;
//! assert_eq!(
//!     text,
//!     "Level $start (difficulty = 2)\n{\n\tTitle {string {\"The \\\"old\\\" mill\"}}\n\
//!      \tPath {float[2] {{0.0, 0.0}, {1.5, 2.0}, {4.0, 2.25}}}\n}\n"
//! );
//!
//! // Read and walk.
//! let document = Document::read(text);
//! let start = document.find("$start").unwrap();
//! assert_eq!(start.unsigned("difficulty"), Some(2));
//! assert_eq!(start.child("Title").unwrap().string().unwrap(), "The \"old\" mill");
//! assert_eq!(start.child("Path").unwrap().floats(), [0.0, 0.0, 1.5, 2.0, 4.0, 2.25]);
//! assert_eq!(start.child("Path").unwrap().data().unwrap().sub_arrays().count(), 3);
//!
//! // And write again, so that no float is rounded.
//! let exact = write(&document.to_structures()?, &Style { precise: true, ..Style::default() })?;
//! assert!(exact.contains("{0x40800000, 0x40100000}"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything is found by the notation alone; OpenDDL gives no meaning to it. A text with mistakes is read as far as
//! possible, and [`Document::findings`] tells them.

pub use portolan_syntax::ddl::{
    Body, Data, Document, Editor, Item, Layout, Literal, Name, Path, Primitive, Property, Reference, Run, Structure,
    Style, Unreadable, Unwritable, Values, is_legal_identifier, parse, primitive_type, quoted, string_value, write,
};
