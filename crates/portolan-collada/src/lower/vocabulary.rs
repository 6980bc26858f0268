//! Names that documents are full of, told apart by their ids in the tree instead of by their letters.

use portolan_syntax::{Attr, Node, Tree};

/// Elements of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Node,
    InstanceGeometry,
    Transform(Kind),
    Asset,
    Extra,
    Other,
}

/// Transforms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Matrix,
    Translate,
    Rotate,
    Scale,
    Skew,
    LookAt,
}

/// Attributes of nodes, instances and transforms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Id,
    Sid,
    Name,
    Type,
    Layer,
    Other,
}

/// What the names of one document mean.
pub(super) struct Vocabulary {
    parts: Vec<Part>,
    marks: Vec<Mark>,
}

impl Vocabulary {
    pub(super) fn of(tree: &Tree) -> Vocabulary {
        let (mut parts, mut marks) = (Vec::new(), Vec::new());
        for (_, name) in tree.names() {
            parts.push(match name.local {
                "node" => Part::Node,
                "instance_geometry" => Part::InstanceGeometry,
                "asset" => Part::Asset,
                "extra" => Part::Extra,
                "matrix" => Part::Transform(Kind::Matrix),
                "translate" => Part::Transform(Kind::Translate),
                "rotate" => Part::Transform(Kind::Rotate),
                "scale" => Part::Transform(Kind::Scale),
                "skew" => Part::Transform(Kind::Skew),
                "lookat" => Part::Transform(Kind::LookAt),
                _ => Part::Other,
            });
            marks.push(match name.full {
                "id" => Mark::Id,
                "sid" => Mark::Sid,
                "name" => Mark::Name,
                "type" => Mark::Type,
                "layer" => Mark::Layer,
                _ => Mark::Other,
            });
        }
        Vocabulary { parts, marks }
    }

    pub(super) fn part(&self, element: Node<'_>) -> Part {
        self.parts.get(element.name_id().index()).copied().unwrap_or(Part::Other)
    }

    pub(super) fn mark(&self, attribute: Attr<'_>) -> Mark {
        self.marks.get(attribute.name_id().index()).copied().unwrap_or(Mark::Other)
    }
}
