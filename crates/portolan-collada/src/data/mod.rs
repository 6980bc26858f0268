//! The data flow: arrays, the views on them, and the inputs that use those views.
//!
//! ```text
//! <triangles>/<input VERTEX> → <vertices>/<input POSITION> → <source>/<accessor> → <float_array>
//! ```
//!
//! [`Data`] follows these steps inside one document. It works on every tree, however wrong: what does not resolve is
//! `None`. Numbers are read where they stand ([`Text`]); how many there are and how large they are the schema stage has
//! found out already ([`NumberRun`]), so that nothing here reads an array only to count it.

mod indices;
mod source;
mod text;

pub use indices::{Column, Indices};
pub(crate) use source::param_width;
pub use source::{Accessor, Array, ArrayKind, Source};
pub use text::Text;

use std::borrow::Cow;

use hashbrown::HashMap;
use portolan_schema::Bound;
use portolan_schema::check::NumberRun;
use portolan_syntax::{Node, NodeId, Tree};

/// Controllers that follow each other before the search for their geometry gives up; cycles end here.
const LONGEST_CHAIN: usize = 64;

/// What is needed to follow the data of a document.
#[derive(Clone, Copy, Debug)]
pub struct Data<'a> {
    /// The document as written.
    pub tree: &'a Tree,
    /// The types of its elements.
    pub bound: &'a Bound,
    /// Where each id is declared.
    pub ids: &'a HashMap<String, NodeId>,
    /// What reading the numbers of each element told.
    pub runs: &'a HashMap<NodeId, NumberRun>,
}

/// An `<input>`.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    /// The element.
    pub node: Node<'a>,
    /// What its values stand for.
    pub semantic: Cow<'a, str>,
    /// Column of the index list; `None` for inputs without (valid) offset.
    pub offset: Option<u64>,
    /// Which inputs it belongs together with.
    pub set: Option<u64>,
    /// What its `source` leads to, within the document.
    pub target: Option<Node<'a>>,
}

/// What is told of documents whose numbers nobody has read yet.
static UNREAD: std::sync::LazyLock<HashMap<NodeId, NumberRun>> = std::sync::LazyLock::new(HashMap::new);

impl<'a> Data<'a> {
    /// The data of a document whose numbers were not read yet.
    pub fn of(tree: &'a Tree, bound: &'a Bound, ids: &'a HashMap<String, NodeId>) -> Data<'a> {
        Data { tree, bound, ids, runs: &UNREAD }
    }

    /// The element that a reference `#id` in an attribute leads to. References to other documents lead nowhere here.
    pub fn target(self, node: Node<'a>, attribute: &str) -> Option<Node<'a>> {
        let written = node.attribute_value(attribute)?;
        self.by_id(written.trim().strip_prefix('#')?)
    }

    /// The element with an id.
    pub fn by_id(self, id: &str) -> Option<Node<'a>> {
        self.ids.get(id).and_then(|n| self.tree.node(*n))
    }

    /// What reading the numbers of an element told, if they are all sound.
    pub fn run(self, node: Node<'a>) -> Option<NumberRun> {
        self.runs.get(&node.id()).copied().filter(|r| r.sound)
    }

    /// The inputs of an element, in the order written.
    pub fn inputs(self, of: Node<'a>) -> impl Iterator<Item = Input<'a>> {
        of.elements().filter(|e| e.local_name() == "input").map(move |node| Input {
            node,
            semantic: trimmed(node.attribute_value("semantic").unwrap_or_default()),
            offset: whole_attribute(node, "offset"),
            set: whole_attribute(node, "set"),
            target: self.target(node, "source"),
        })
    }

    /// The first input with a semantic.
    pub fn input(self, of: Node<'a>, semantic: &str) -> Option<Input<'a>> {
        self.inputs(of).find(|i| i.semantic == semantic)
    }

    /// The source behind the first input with a semantic.
    pub fn input_source(self, of: Node<'a>, semantic: &str) -> Option<Source<'a>> {
        self.input(of, semantic)?.target.and_then(|t| self.source(t))
    }

    /// Number of mesh vertices of a `<vertices>`: that of its positions.
    pub fn vertex_count(self, vertices: Node<'a>) -> Option<u64> {
        self.input_source(vertices, "POSITION")?.count()
    }

    /// The `<vertices>` of a `<geometry>` that is a mesh.
    pub fn mesh_vertices(self, geometry: Node<'a>) -> Option<Node<'a>> {
        let mesh = geometry.elements().find(|e| matches!(e.local_name(), "mesh" | "convex_mesh"))?;
        mesh.child("vertices")
    }

    /// The geometry that a `<skin>` or `<morph>` finally bends, through any controllers in between.
    pub fn base_geometry(self, skin_or_morph: Node<'a>) -> Option<Node<'a>> {
        let mut at = self.target(skin_or_morph, "source")?;
        for _ in 0..LONGEST_CHAIN {
            match at.local_name() {
                "geometry" => return Some(at),
                "controller" => {
                    let inner = at.elements().find(|e| matches!(e.local_name(), "skin" | "morph"))?;
                    at = self.target(inner, "source")?;
                }
                _ => return None,
            }
        }
        None
    }

    /// How many rows an index into this element can pick: tuples of a source, vertices, or entries of a B-rep table.
    pub fn rows(self, target: Node<'a>) -> Option<u64> {
        match target.local_name() {
            "source" => self.source(target)?.count(),
            "vertices" => self.vertex_count(target),
            "edges" | "wires" | "faces" | "pcurves" | "shells" | "solids" => {
                let declared = whole_attribute(target, "count")?;
                let real = target.child("vcount").and_then(|v| self.run(v)).map_or(0, |r| r.count);
                Some(declared.max(real))
            }
            _ => None,
        }
    }
}

/// The value of an attribute that is a whole number without sign.
pub fn whole_attribute(node: Node<'_>, name: &str) -> Option<u64> {
    node.attribute(name)?.value().trim().parse().ok()
}

fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}
