//! OBJ and STL as scenes.
//!
//! Neither format tells its unit: numbers are taken as metres with Y up, as they are written here.

mod codes;
mod mtl;
mod obj;
mod shape;
mod stl;

pub use codes::*;
pub use obj::{is_obj, obj};
pub use stl::{is_stl, stl};

use std::sync::OnceLock;

use portolan_scene::{Losses, Origin, Scene};
use portolan_syntax::{Source, Span, Tree};

/// A file as a scene.
#[derive(Debug)]
pub struct Read {
    /// What it means.
    pub scene: Scene,
    /// What is wrong with it, and what did not come over.
    pub losses: Losses,
    /// The file.
    pub document: Document,
}

/// A file that was read. The elements of origins are its lines, counted from 1; 0 is the whole file.
#[derive(Debug)]
pub struct Document {
    /// Its text, as a tree without elements; empty for binary files.
    pub tree: Tree,
    /// Bytes of the whole file.
    pub size: u64,
    lines: OnceLock<Vec<u32>>,
}

impl Document {
    fn new(location: &str, text: String, bytes: u64) -> Document {
        Document { tree: Tree::of_text(Source::from_text(location, text)), size: bytes, lines: OnceLock::new() }
    }

    /// The line that an origin means.
    pub fn span(&self, origin: Origin) -> Span {
        let text = self.tree.source().text();
        let starts = self.lines.get_or_init(|| {
            let behind = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1);
            std::iter::once(0).chain(behind).collect()
        });
        let number = (origin.element as usize).saturating_sub(1);
        let start = starts.get(number).copied().unwrap_or(0);
        let line = text.get(start as usize..).unwrap_or_default();
        let length = line.find(['\n', '\r']).unwrap_or(line.len());
        Span::new(start, start + length as u32)
    }
}

/// The stem of a file's name.
fn stem(location: &str) -> &str {
    let name = location.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
