//! `<skin>`: joints, bind matrices, influences.

use hashbrown::HashMap;
use portolan_scene::glam::DMat4;
use portolan_scene::{Fate, Influence, Skin, SkinNormals};
use portolan_syntax::Node;

use super::super::geometry::label;
use super::super::{Lower, codes as common, source};
use super::codes;
use crate::data::Text;

/// Numbers of an influence that are believed; more would be no list of joints and weights.
const WIDEST: usize = 64;

/// Vertices that all skins together may lack an entry for; empty skins of a large mesh cost the document nothing.
const MOST_WITHOUT_ENTRY: usize = 1 << 24;

/// Where the numbers of an influence stand.
struct Columns {
    joint: usize,
    weight: usize,
    stride: usize,
}

/// What was wrong with influences, counted.
#[derive(Default)]
struct Wrong {
    joints: usize,
    weights: usize,
    values: usize,
    unheld: usize,
}

impl<'a> Lower<'a> {
    pub(super) fn skin(&mut self, controller: Node<'a>, element: Node<'a>, vertices: Option<usize>) -> Option<Skin> {
        let frame = self.frame(controller);
        let row = self.bound(element).child_row(element, "bind_shape_matrix");
        let mut bind_shape = row.and_then(|r| r.value()).unwrap_or(DMat4::IDENTITY.to_cols_array());
        if let Some(child) = element.child("bind_shape_matrix") {
            bind_shape = self.numbers(child, bind_shape);
        }
        let joint_source = self.joint_source(element);
        let joints = joint_source.and_then(|s| source::words(self.data(s), s)).unwrap_or_default();
        let mut inverse_binds = self.inverse_binds(element, joints.len());
        for matrix in &mut inverse_binds {
            *matrix = frame.matrix(*matrix);
        }
        let mut skin = Skin {
            bind_shape: frame.matrix(rows_to_matrix(&bind_shape)),
            joints,
            inverse_binds,
            counts: Vec::new(),
            influences: Vec::new(),
            normals: SkinNormals::OfMixture,
        };
        match element.child("vertex_weights") {
            Some(weights) => self.influences(&mut skin, joint_source, weights, vertices),
            None => {
                let message = format!("the skin `{}` has no `vertex_weights`", label(controller));
                self.lose(&codes::INFLUENCES, Fate::Dropped, element, message);
            }
        }
        let vertices = vertices.unwrap_or(skin.counts.len());
        let spent = &mut self.known.spent.vertices;
        *spent = spent.saturating_add(vertices.saturating_sub(skin.counts.len()));
        if *spent > MOST_WITHOUT_ENTRY {
            let message = format!("the skin `{}` has no entries for its vertices", label(controller));
            self.lose(&codes::CONTROLLER, Fate::Dropped, element, message);
            return None;
        }
        skin.counts.resize(vertices, 0);
        Some(skin)
    }

    /// The source that names the joints of a skin.
    pub(super) fn joint_source(&self, skin: Node<'a>) -> Option<Node<'a>> {
        let owners = ["joints", "vertex_weights"];
        owners.iter().filter_map(|name| skin.child(name)).find_map(|owner| self.input_source(owner, "JOINT"))
    }

    fn inverse_binds(&mut self, skin: Node<'a>, joints: usize) -> Vec<DMat4> {
        let place = skin.child("joints").unwrap_or(skin);
        let source = self.input_source(place, "INV_BIND_MATRIX");
        let rows = source.and_then(|s| source::numbers::<f64>(self.data(s), s));
        // A source without accessor gives its numbers one by one.
        let numbers = rows.filter(|r| matches!(r.width, 1 | 16)).map(|r| r.data).unwrap_or_default();
        let (matrices, rest) = numbers.as_chunks::<16>();
        let mut binds: Vec<DMat4> = matrices.iter().map(rows_to_matrix).collect();
        let mut wrong = None;
        if joints > 0 && (binds.len() != joints || !rest.is_empty()) {
            wrong = Some(format!(
                "{}, but {}",
                portolan_syntax::counted(joints, "joint", "joints"),
                portolan_syntax::counted(binds.len(), "inverse bind matrix", "inverse bind matrices")
            ));
        }
        let infinite = binds.iter_mut().filter(|m| !m.is_finite()).map(|m| *m = DMat4::IDENTITY).count();
        if infinite > 0 {
            wrong = Some(portolan_syntax::counted(
                infinite,
                "inverse bind matrix is not finite",
                "inverse bind matrices are not finite",
            ));
        }
        if let Some(message) = wrong {
            self.lose(&codes::BIND_MATRIX, Fate::Approximated, place, message);
        }
        binds.resize(joints, DMat4::IDENTITY);
        binds
    }

    fn influences(&mut self, skin: &mut Skin, joints: Option<Node<'a>>, element: Node<'a>, vertices: Option<usize>) {
        let Some(columns) = self.columns(element) else {
            let message = "the inputs `JOINT` and `WEIGHT` are missing or have invalid offsets";
            return self.lose(&codes::INFLUENCES, Fate::Dropped, element, message);
        };
        let renamed = self.renamed(joints, element);
        let vcount = element.elements().find(|e| matches!(e.local_name(), "vcount" | "vcnt"));
        let (mut counts, mut indices) = (Vec::new(), Vec::new());
        let hint = |most: Option<u64>| most.and_then(|c| usize::try_from(c).ok()).unwrap_or(0);
        let promised = hint(crate::data::whole_attribute(element, "count"));
        let read_weights = || {
            let weights = self.input_source(element, "WEIGHT");
            weights.and_then(|s| source::numbers::<f32>(self.data(s), s)).unwrap_or_default()
        };
        let read_lists = || {
            let bad_counts = vcount.map_or(0, |vcount| Text::of(vcount).list().u32s(promised, &mut counts).bad_count);
            let numbers = promised.saturating_mul(columns.stride);
            let bad_indices =
                element.child("v").map_or(0, |v| Text::of(v).list().i32s(numbers, &mut indices).bad_count);
            bad_counts + bad_indices
        };
        let (weights, bad_words) = portolan_parallel::join(read_weights, read_lists);
        let bad_words = bad_words + weights.faults.words;
        if bad_words > 0 {
            let message = portolan_syntax::counted(
                bad_words,
                "word of the influences is not a number and is read as 0",
                "words of the influences are not numbers and are read as 0",
            );
            self.lose(&common::NUMBERS, Fate::Approximated, element, message);
        }
        let wrong = fill(skin, &columns, &counts, &indices, &weights, renamed.as_deref(), vertices);
        self.tell_influences(element, &columns, &counts, indices.len(), vertices, &wrong);
    }

    /// Columns in the order of the inputs where offsets are missing, as in the examples of the specification.
    fn columns(&self, element: Node<'a>) -> Option<Columns> {
        let (mut joint, mut weight, mut stride) = (None, None, 0);
        for (place, input) in self.data(element).inputs(element).enumerate() {
            let column = input.offset.map_or(place, |o| usize::try_from(o).unwrap_or(usize::MAX));
            stride = stride.max(column.saturating_add(1));
            match input.semantic.as_ref() {
                "JOINT" => joint = joint.or(Some(column)),
                "WEIGHT" => weight = weight.or(Some(column)),
                _ => {}
            }
        }
        let (joint, weight) = (joint?, weight?);
        (stride <= WIDEST).then_some(Columns { joint, weight, stride })
    }

    /// Influences may name joints from another list than that of the bind matrices: where each of it is there.
    fn renamed(&self, joints: Option<Node<'a>>, weights: Node<'a>) -> Option<Vec<Option<u32>>> {
        let own = self.input_source(weights, "JOINT").filter(|own| Some(*own) != joints)?;
        let names = source::words(self.data(own), own)?;
        let known = joints.and_then(|s| source::words(self.data(s), s)).unwrap_or_default();
        let places: HashMap<&str, u32> =
            known.iter().enumerate().rev().map(|(place, name)| (name.as_ref(), place as u32)).collect();
        Some(names.iter().map(|n| places.get(n.as_ref()).copied()).collect())
    }

    fn tell_influences(
        &mut self,
        element: Node<'a>,
        columns: &Columns,
        counts: &[u32],
        numbers: usize,
        vertices: Option<usize>,
        wrong: &Wrong,
    ) {
        let mut tell = |count: usize, one: &str, many: &str| {
            if count > 0 {
                let message = portolan_syntax::counted(count, one, many);
                self.lose(&codes::INFLUENCES, Fate::Approximated, element, message);
            }
        };
        let wanted: u64 = counts.iter().map(|c| u64::from(*c)).sum::<u64>().saturating_mul(columns.stride as u64);
        let given = numbers as u64;
        let amiss = usize::try_from(given.abs_diff(wanted)).unwrap_or(usize::MAX);
        match given < wanted {
            true => tell(amiss, "index of influences is missing", "indices of influences are missing"),
            false => tell(amiss, "index of influences is left over", "indices of influences are left over"),
        }
        if let Some(vertices) = vertices {
            tell(
                vertices.saturating_sub(counts.len()),
                "vertex of the mesh has no entry in the skin",
                "vertices of the mesh have no entry in the skin",
            );
            tell(
                counts.len().saturating_sub(vertices),
                "entry of the skin is for a vertex that the mesh does not have",
                "entries of the skin are for vertices that the mesh does not have",
            );
        }
        tell(wrong.joints, "influence has a joint index out of range", "influences have a joint index out of range");
        tell(wrong.weights, "influence has a weight index out of range", "influences have a weight index out of range");
        tell(
            wrong.values,
            "influence has a weight that is negative or not finite",
            "influences have weights that are negative or not finite",
        );
        if wrong.unheld > 0 {
            let message = portolan_syntax::counted(
                wrong.unheld,
                "vertex has no joint weights and stays in the bind shape",
                "vertices have no joint weights and stay in the bind shape",
            );
            self.lose(&codes::UNWEIGHTED, Fate::Noted, element, message);
        }
    }
}

/// Takes over the influences of each vertex.
fn fill(
    skin: &mut Skin,
    columns: &Columns,
    counts: &[u32],
    indices: &[i32],
    weights: &source::Rows<f32>,
    renamed: Option<&[Option<u32>]>,
    vertices: Option<usize>,
) -> Wrong {
    let mut wrong = Wrong::default();
    let mut tuples = indices.chunks_exact(columns.stride.max(1));
    let most = vertices.unwrap_or(counts.len()).min(counts.len());
    skin.counts.reserve(most);
    skin.influences.reserve(tuples.len());
    let known = skin.joints.len();
    for count in counts.iter().take(most) {
        let before = skin.influences.len();
        let mut sum = 0.0;
        // What is no number counts as the largest one.
        let wanted = if *count == u32::MAX { 0 } else { *count as usize };
        for tuple in tuples.by_ref().take(wanted) {
            let (Some(joint), Some(weight)) = (tuple.get(columns.joint), tuple.get(columns.weight)) else { continue };
            let joint = match (*joint, renamed) {
                (-1, _) => Some(None),
                (j, None) => u32::try_from(j).ok().filter(|j| (*j as usize) < known).map(Some),
                (j, Some(renamed)) => usize::try_from(j).ok().and_then(|j| renamed.get(j).copied()?).map(Some),
            };
            let Some(joint) = joint else {
                wrong.joints += 1;
                continue;
            };
            let weight = usize::try_from(*weight).ok().and_then(|w| weights.data.get(w.checked_mul(weights.width)?));
            match weight {
                None => wrong.weights += 1,
                Some(w) if !w.is_finite() || *w < 0.0 => wrong.values += 1,
                Some(w) => {
                    sum += *w;
                    skin.influences.push(Influence { joint, weight: *w });
                }
            }
        }
        wrong.unheld += usize::from(sum <= 0.0);
        skin.counts.push((skin.influences.len() - before) as u32);
    }
    wrong
}

/// Matrices are written row by row.
fn rows_to_matrix(rows: &[f64; 16]) -> DMat4 {
    DMat4::from_cols_array(rows).transpose()
}
