//! Which sides of a surface are seen.

use portolan_scene::{Material, Mesh};

/// Which sides of a surface are seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sides {
    /// Both.
    Both,
    /// The side from which the corners run counter-clockwise.
    Front,
    /// The document does not say. Formats write what they mean by default, which is the front; pictures show both, for
    /// most documents that do not say it were made with tools that show both.
    Unsaid,
}

impl Sides {
    /// Those of a mesh that is drawn with a material.
    ///
    /// Both may say it. If either says that both sides are seen, they are: what is seen too much does less harm than
    /// what is missing, and tools write 0 because it is their default.
    pub fn of(mesh: Option<&Mesh>, material: Option<&Material>) -> Sides {
        let said = [mesh.and_then(|m| m.double_sided), material.and_then(|m| m.double_sided)];
        match said {
            [Some(true), _] | [_, Some(true)] => Sides::Both,
            [None, None] => Sides::Unsaid,
            _ => Sides::Front,
        }
    }

    /// Does the document say that both sides are seen?
    pub fn are_both(self) -> bool {
        self == Sides::Both
    }
}
