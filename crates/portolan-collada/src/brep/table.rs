//! Tables of a B-rep: inputs, counts and indices.

use portolan_syntax::Node;

use super::Reader;
use crate::data::{Input, Text, whole_attribute};

/// The rows of a table.
pub(super) struct Table<'a> {
    pub node: Node<'a>,
    inputs: Vec<(Input<'a>, Option<Node<'a>>)>,
    offsets: Vec<usize>,
    width: usize,
    indices: Vec<u32>,
    counts: Vec<usize>,
}

impl<'a> Reader<'a> {
    /// A table of a `<brep>`; tables other than that of edges have counts.
    pub(super) fn table(&mut self, element: Node<'a>, name: &str, counted: bool) -> Option<Table<'a>> {
        let node = element.child(name)?;
        let with_target = |input: Input<'a>| {
            let target = self.source(&input);
            (input, target)
        };
        let inputs: Vec<(Input<'a>, Option<Node<'a>>)> = self.data.inputs(node).map(with_target).collect();
        let p = node.child("p");
        let text = p.map(Text::of);
        let whole = |i: i64| u32::try_from(i).unwrap_or(u32::MAX);
        let indices: Vec<u32> = text.iter().flat_map(|t| t.ints().map(|(i, _)| whole(i))).collect();
        let mut offsets: Vec<usize> = inputs.iter().map(|(i, _)| i.offset.unwrap_or(0).min(1 << 16) as usize).collect();
        let mut width = offsets.iter().max().map_or(1, |o| o + 1);
        let counts: Vec<usize> = match node.child("vcount").filter(|_| counted) {
            Some(vcount) => Text::of(vcount).ints().map(|(i, _)| usize::try_from(i).unwrap_or(0)).collect(),
            None => Vec::new(),
        };
        let total = counts.iter().fold(0usize, |a, b| a.saturating_add(*b));
        let rows = if counted { Some(total) } else { whole_attribute(node, "count").map(|c| c as usize) };
        // A column that is left out by mistake: as many indices as there are inputs.
        let mut ranks = offsets.clone();
        ranks.sort_unstable();
        ranks.dedup();
        if ranks.len() < width && rows.is_some_and(|r| r.saturating_mul(ranks.len()) == indices.len()) {
            for offset in &mut offsets {
                *offset = ranks.binary_search(offset).unwrap_or(0);
            }
            width = ranks.len().max(1);
        }
        Some(Table { node, inputs, offsets, width, indices, counts })
    }

    /// What an input leads to; references without `#` are let pass.
    pub(super) fn source(&self, input: &Input<'a>) -> Option<Node<'a>> {
        let written = || input.node.attribute_value("source");
        input.target.or_else(|| self.data.by_id(written()?.trim()))
    }
}

impl<'a> Table<'a> {
    /// The columns of inputs with a semantic, in the order of their offsets.
    pub fn columns(&self, semantic: &str) -> Vec<usize> {
        let of = self.inputs.iter().zip(&self.offsets).filter(|((i, _), _)| is(&i.semantic, semantic));
        let mut found: Vec<usize> = of.map(|(_, o)| *o).collect();
        found.sort_unstable();
        found
    }

    pub fn column(&self, semantic: &str) -> Option<usize> {
        self.columns(semantic).first().copied()
    }

    /// The source behind an input.
    pub fn target(&self, semantic: &str) -> Option<Node<'a>> {
        self.inputs.iter().find(|(i, _)| is(&i.semantic, semantic)).and_then(|(_, t)| *t)
    }

    pub fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.indices.chunks_exact(self.width)
    }

    /// Rows that belong together, by the counts; those that are missing are left out.
    pub fn groups(&self) -> impl Iterator<Item = Vec<&[u32]>> {
        let mut rows = self.rows();
        self.counts.iter().map(move |count| rows.by_ref().take(*count).collect())
    }
}

/// Test files of Khronos write `EGDE`.
fn is(written: &str, semantic: &str) -> bool {
    written == semantic || (semantic == "EDGE" && written == "EGDE")
}
