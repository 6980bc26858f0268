//! Whether nodes that hold skins move them, as users want it.

use crate::{Scene, SkinSpace};

/// How the transform of a node that holds a skin is read.
///
/// By the specification of COLLADA (page 4-8) the node counts. Exporters of well-known tools wrote its transform into the
/// bind shape as well, or write pivots as nodes, which do nothing to a skin in their program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum SkinHolder {
    /// It counts unless the evidence says that it was not meant to.
    #[default]
    Auto,
    /// It counts, whatever the document looks like.
    Counts,
    /// It does not count.
    Ignored,
}

impl SkinHolder {
    /// All of them, with their names for people.
    pub const ALL: [(SkinHolder, &'static str); 3] =
        [(SkinHolder::Auto, "auto"), (SkinHolder::Counts, "counts"), (SkinHolder::Ignored, "ignored")];
}

impl Scene {
    /// Lets all nodes that hold skins count, or none. What a reader decided stays if nothing else is wanted.
    pub fn hold_skins(&mut self, wanted: SkinHolder) {
        let space = match wanted {
            SkinHolder::Auto => return,
            SkinHolder::Counts => SkinSpace::Node,
            SkinHolder::Ignored => SkinSpace::World,
        };
        for drawn in self.nodes.iter_mut().flat_map(|node| &mut node.drawn) {
            drawn.skeletons.iter_mut().for_each(|skeleton| skeleton.space = space);
        }
    }
}
