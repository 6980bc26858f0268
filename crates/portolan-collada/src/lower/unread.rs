//! What no reader of an element takes over and nothing keeps: told, so that it does not vanish without a word.
//!
//! [`READ`] lists for every element what is taken over of it. Whatever else stands there, of whatever version or
//! application, is told as dropped; what is kept as it is written is left to the writers.

use hashbrown::{HashMap, HashSet};
use portolan_scene::{Fate, Meta, Origin};
use portolan_syntax::{Node, NodeKind};

use super::keep::LIBRARIES;
use super::{Lower, codes};

/// Elements, and the children of them that become part of the scene or are kept. What stands in elements that are not
/// listed is taken over, kept or told as a whole.
const READ: &[(&[&str], &[&str])] = &[
    (
        &["node"],
        &[
            "asset",
            "extra",
            "instance_camera",
            "instance_controller",
            "instance_geometry",
            "instance_light",
            "instance_node",
            "lookat",
            "matrix",
            "node",
            "rotate",
            "scale",
            "skew",
            "translate",
        ],
    ),
    (&["instance_camera", "instance_light", "instance_node"], &["extra"]),
    (&["instance_geometry", "instance_controller"], &["bind_material", "extra"]),
    (&["bind_material"], &["technique_common"]),
    (&["instance_material"], &["bind_vertex_input", "extra"]),
    (
        &["technique_common"],
        &[
            "accessor",
            "ambient",
            "directional",
            "instance_material",
            "math",
            "orthographic",
            "perspective",
            "point",
            "spot",
        ],
    ),
    (&["accessor"], &["param"]),
    (&["visual_scene"], &["asset", "evaluate_scene", "extra", "node"]),
    (&["animation"], &["animation", "asset", "channel", "extra", "sampler", "source"]),
    (&["animation_clip"], &["asset", "extra", "instance_animation", "instance_formula"]),
    (&["sampler"], &["input"]),
    (&["geometry"], &["asset", "convex_mesh", "extra", "mesh", "spline"]),
    (
        &["mesh", "convex_mesh"],
        &["lines", "linestrips", "polygons", "polylist", "source", "triangles", "trifans", "tristrips", "vertices"],
    ),
    (&["spline"], &["control_vertices", "source"]),
    (&["vertices", "control_vertices", "joints", "targets"], &["input"]),
    (&["lines", "linestrips", "triangles", "trifans", "tristrips"], &["extra", "input", "p"]),
    (&["polygons"], &["extra", "input", "p", "ph"]),
    (&["polylist"], &["extra", "input", "p", "vcount"]),
    (&["ph"], &["h", "p"]),
    (
        &["source"],
        &[
            "IDREF_array",
            "Name_array",
            "SIDREF_array",
            "bool_array",
            "float_array",
            "int_array",
            "technique_common",
            "token_array",
        ],
    ),
    (&["controller"], &["asset", "extra", "morph", "skin"]),
    (&["skin"], &["bind_shape_matrix", "joints", "source", "vertex_weights"]),
    (&["morph"], &["source", "targets"]),
    (&["vertex_weights"], &["input", "v", "vcount"]),
    (&["camera"], &["asset", "extra", "optics"]),
    (&["optics"], &["technique_common"]),
    (&["perspective", "orthographic"], &["aspect_ratio", "xfov", "xmag", "yfov", "ymag", "zfar", "znear"]),
    (&["light"], &["asset", "extra", "technique_common"]),
    (&["ambient", "directional"], &["color"]),
    (
        &["point", "spot"],
        &[
            "color",
            "constant_attenuation",
            "falloff_angle",
            "falloff_exponent",
            "linear_attenuation",
            "quadratic_attenuation",
        ],
    ),
    (&["extra"], &["technique"]),
    (
        &["asset"],
        &[
            "contributor",
            "coverage",
            "created",
            "extra",
            "keywords",
            "modified",
            "revision",
            "subject",
            "title",
            "unit",
            "up_axis",
        ],
    ),
    (
        &["contributor"],
        &["author", "author_email", "author_website", "authoring_tool", "comments", "copyright", "source_data"],
    ),
    (&["coverage"], &["geographic_location"]),
];

/// The rows of [`READ`] by the names of a document.
struct Rows {
    /// For each name the row of its element.
    row: Vec<Option<u8>>,
    /// For each row and name whether it is read there.
    reads: Vec<Vec<bool>>,
}

/// A walk through what is read.
struct Walk<'a> {
    rows: Rows,
    /// Elements of which nothing has to be told.
    known: HashSet<u32>,
    /// The row of each element that was met and is read.
    read: Vec<Option<u8>>,
    /// What is not read, with the element around it.
    unread: Vec<(Node<'a>, Node<'a>)>,
}

impl<'a> Walk<'a> {
    /// Meets an element and all in it. Nodes lie in the order of the document, so that what is around one was met before it.
    fn through(&mut self, start: Node<'a>, remarks: &mut Remarks<'a>) {
        if self.known.contains(&start.id().0) {
            return;
        }
        self.meet(start);
        let mut commented: Vec<Node<'a>> = Vec::new();
        let first = self.unread.len();
        for node in start.descendants() {
            let Some(around) = node.parent() else { continue };
            let Some(row) = self.read.get(around.id().index()).copied().flatten() else { continue };
            if node.kind() == NodeKind::Comment {
                commented.push(around);
            } else if node.is_element() && !self.known.contains(&node.id().0) {
                match self.rows.is_read(row, node) {
                    true => self.meet(node),
                    false => self.unread.push((around, node)),
                }
            }
        }
        commented.sort_by_key(|around| around.id());
        commented.dedup();
        commented.into_iter().for_each(|around| remarks.add(around));
        if let Some(new) = self.unread.get_mut(first..) {
            new.sort_by_key(|(around, _)| around.id());
        }
    }

    fn meet(&mut self, element: Node<'a>) {
        if let Some(read) = self.read.get_mut(element.id().index()) {
            *read = self.rows.row.get(element.name_id().index()).copied().flatten();
        }
    }
}

/// Comments that are met.
#[derive(Default)]
struct Remarks<'a> {
    /// With the element that each belongs to: the next one, or the one that it stands in.
    all: Vec<(Node<'a>, &'a str)>,
}

impl<'a> Remarks<'a> {
    fn add(&mut self, element: Node<'a>) {
        let before = self.all.len();
        for child in element.children() {
            if child.kind() == NodeKind::Comment {
                self.all.push((element, element.tree().source().slice(child.span())));
            } else if child.is_element() {
                let waiting = self.all.iter_mut().skip(before).rev().take_while(|(owner, _)| *owner == element);
                waiting.for_each(|(owner, _)| *owner = child);
            }
        }
    }
}

impl<'a> Lower<'a> {
    /// Tells what of the main document was neither taken over nor kept nor told.
    pub(super) fn tell_unread(&mut self, root: Node<'a>) {
        let tree = root.tree();
        let names: Vec<&str> = tree.names().map(|(_, name)| name.local).collect();
        let row = |name: &&str| (0..).zip(READ).find(|(_, (elements, _))| elements.contains(name)).map(|(row, _)| row);
        let reads = |(_, children): &(_, &[&str])| names.iter().map(|name| children.contains(name)).collect();
        let rows = Rows { row: names.iter().map(row).collect(), reads: READ.iter().map(reads).collect() };
        let known = self.kept_or_told();
        let libraries = root.elements().filter(|e| LIBRARIES.contains(&e.local_name()));
        let mut walk = Walk { rows, known, read: vec![None; tree.len()], unread: Vec::new() };
        let mut remarks = Remarks::default();
        libraries.clone().chain([root]).chain(root.parent()).for_each(|element| remarks.add(element));
        for start in libraries.flat_map(Node::elements).chain(root.child("asset")) {
            walk.through(start, &mut remarks);
        }
        let unread = walk.unread;
        for (element, child) in unread {
            let message =
                format!("`{}` in `{}` is not supported and not read", child.local_name(), element.local_name());
            self.lose(&codes::UNREAD, Fate::Dropped, child, message);
        }
        self.keep_comments(&remarks);
    }

    /// Gives comments to the objects that they stand in, or in front of; the rest belongs to the document.
    fn keep_comments(&mut self, remarks: &Remarks<'a>) {
        if remarks.all.is_empty() {
            return;
        }
        let scene = &mut self.scene;
        let effects =
            scene.materials.iter_mut().flat_map(|m| std::iter::once(&mut m.meta).chain(m.effect.as_deref_mut()));
        let metas = (scene.nodes.iter_mut().map(|o| &mut o.meta))
            .chain(scene.geometries.iter_mut().map(|o| &mut o.meta))
            .chain(scene.controllers.iter_mut().map(|o| &mut o.meta))
            .chain(effects)
            .chain(scene.images.iter_mut().map(|o| &mut o.meta))
            .chain(scene.cameras.iter_mut().map(|o| &mut o.meta))
            .chain(scene.lights.iter_mut().map(|o| &mut o.meta))
            .chain(scene.animations.iter_mut().map(|o| &mut o.meta))
            .chain(scene.clips.iter_mut().map(|o| &mut o.meta))
            .chain(scene.views.iter_mut().map(|o| &mut o.meta));
        let mut owners: HashMap<u32, &mut Meta> = HashMap::new();
        for meta in metas.filter(|m| m.origin.document == 0) {
            owners.entry(meta.origin.element).or_insert(meta);
        }
        for (element, comment) in &remarks.all {
            let text = comment.trim_start_matches("<!--").trim_end_matches("-->").into();
            let mut way = std::iter::successors(Some(*element), |e| e.parent());
            match way.find_map(|e| owners.contains_key(&e.id().0).then_some(e.id().0)).and_then(|e| owners.get_mut(&e))
            {
                Some(meta) => meta.aside_mut().comments.push(text),
                None => scene.aside.comments.push(text),
            }
        }
    }

    /// Elements of the main document that are kept as they are written, or of which it was told that they are missing.
    fn kept_or_told(&self) -> HashSet<u32> {
        let mut all: HashSet<u32> = HashSet::new();
        let mut add = |origin: Origin| {
            if origin.document == 0 {
                all.insert(origin.element);
            }
        };
        self.scene.aside.kept.iter().for_each(|kept| add(kept.origin));
        self.scene.each_meta(&mut |_, meta| meta.kept().iter().for_each(|kept| add(kept.origin)));
        self.losses.iter().filter(|loss| loss.fate == Fate::Dropped).for_each(|loss| add(loss.origin));
        all
    }
}

impl Rows {
    fn is_read(&self, row: u8, child: Node<'_>) -> bool {
        self.reads.get(usize::from(row)).and_then(|reads| reads.get(child.name_id().index())).is_some_and(|read| *read)
    }
}
