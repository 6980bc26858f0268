//! Text edits: the only way a document is changed.

use std::collections::BTreeMap;

use crate::{Source, Span};

/// Replaces a span of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is replaced; empty: an insertion.
    pub span: Span,
    /// By what.
    pub text: String,
}

impl Edit {
    /// Replaces a span.
    pub fn replace(span: Span, text: impl Into<String>) -> Edit {
        Edit { span, text: text.into() }
    }

    /// Inserts before an offset.
    pub fn insert(offset: u32, text: impl Into<String>) -> Edit {
        Edit { span: Span::at(offset), text: text.into() }
    }

    /// Deletes a span.
    pub fn delete(span: Span) -> Edit {
        Edit { span, text: String::new() }
    }
}

/// The places that edits have taken, so that repairs do not get in each other's way.
#[derive(Clone, Default, Debug)]
pub struct Taken {
    /// Beginning and end of each.
    spans: BTreeMap<u32, u32>,
}

impl Taken {
    /// Takes the places of edits that belong together, if all of them are free. Two insertions at one place are not:
    /// nobody could tell which comes first.
    pub fn take(&mut self, edits: &[Edit]) -> bool {
        let free = !edits.iter().any(|e| self.meets(e.span));
        if free {
            for edit in edits {
                let end = self.spans.entry(edit.span.start).or_insert(edit.span.end);
                *end = (*end).max(edit.span.end);
            }
        }
        free
    }

    fn meets(&self, span: Span) -> bool {
        let before = self.spans.range(..=span.start).next_back();
        let inside = before.is_some_and(|(start, end)| span.start < *end || span.start == *start);
        inside || self.spans.range(span.start..span.end).next().is_some()
    }
}

/// Applies edits to a source and gives the new document's bytes, in the source's own encoding.
///
/// Every byte outside the edits stays as it was. Edits are applied in the order of their places; one that overlaps
/// an earlier one is left out, and the number of those is the second result.
pub fn apply(source: &Source, edits: &[Edit]) -> (Vec<u8>, usize) {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|e| (e.span.start, e.span.end));
    sorted.dedup();
    let length = source.text().len() as u32;
    let (mut kept, mut skipped, mut last) = (Vec::new(), 0, 0);
    for edit in sorted {
        if edit.span.start >= last && edit.span.end <= length {
            last = edit.span.end;
            kept.push(edit);
        } else {
            skipped += 1;
        }
    }
    let offsets: Vec<u32> = kept.iter().flat_map(|e| [e.span.start, e.span.end]).collect();
    let originals = source.original_offsets(&offsets);
    let bytes = source.bytes();
    let mut out = Vec::with_capacity(bytes.len() + 64);
    let mut from = 0;
    for (edit, place) in kept.iter().zip(originals.chunks_exact(2)) {
        let &[start, end] = place else { continue };
        out.extend_from_slice(bytes.get(from..start).unwrap_or_default());
        out.extend_from_slice(&source.encoding().encode(&edit.text));
        from = end;
    }
    out.extend_from_slice(bytes.get(from..).unwrap_or_default());
    (out, skipped)
}
