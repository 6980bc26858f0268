//! Worlds as documents: one graph of nodes, three ways to write it.
//!
//! [`text`] writes a world as xVRML, X3D or VRML97. What is decided for all three is in `plan.rs`: which nodes are written,
//! and under which names. X3D and VRML97 have the same nodes (`x3d.rs`), which two printers write (`sink.rs`).

pub mod codes;
mod outside;
mod plan;
mod sink;
mod words;
mod x3d;
mod x3d_route;
mod x3d_shape;
mod xvrml;

pub(crate) use outside::Outside;

use portolan_scene::{Fate, Losses};

use crate::lower::Survey;
use crate::world::{Value, World};

/// Bytes of a world that is kept as a whole in a file of another format, with everything that it refers to.
pub(crate) const MOST_KEPT: usize = 16 << 20;

/// The same of a world that says hardly more than its scene, which nobody wants to carry twice.
pub(crate) const MOST_KEPT_STILL: usize = 64 << 10;

/// The language of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    /// xVRML.
    Xvrml,
    /// X3D in XML.
    X3d {
        /// Its version.
        version: &'static str,
    },
    /// VRML97.
    Vrml97,
}

/// The text of a document that holds a world.
pub(crate) fn text(world: &World, dialect: Dialect, outside: &Outside, losses: &mut Losses) -> Vec<u8> {
    // What makes a prototype has a node of its own for each field; what is only folded has not.
    for origin in &world.expanded {
        let message = "an instance of a prototype is replaced by the nodes of the prototype";
        losses.push(&codes::EXPANDED, Fate::Baked, *origin, message);
    }
    match dialect {
        Dialect::Xvrml => xvrml::text(world, outside, losses),
        Dialect::X3d { .. } | Dialect::Vrml97 => x3d::text(world, dialect, outside, losses),
    }
}

/// Does a world certainly take more than so many bytes as a document? This asks only for its lists, which take most of a large one.
pub(crate) fn takes_more_than(world: &World, most: usize) -> bool {
    let mut seen = vec![false; world.size()];
    let (mut open, mut bytes) = (vec![world.root], 0usize);
    while let Some(id) = open.pop() {
        let (Some(node), Some(seen)) = (world.node(id), seen.get_mut(id.0 as usize)) else { continue };
        if std::mem::replace(seen, true) {
            continue;
        }
        for (_, value) in node.written() {
            // A number takes a digit and a space, a node at least `<Box/>`.
            bytes += match value {
                Value::Floats(list) => list.len() * 2,
                Value::Ints(list) => list.len() * 2,
                Value::Nodes(list) => {
                    open.extend(list);
                    list.len() * 6
                }
                _ => 0,
            };
        }
        if bytes > most {
            return true;
        }
    }
    false
}

/// Does the visitor carry a light?
fn headlight(world: &World) -> bool {
    world.headlight.unwrap_or_else(|| !Survey::new(world).lit)
}
