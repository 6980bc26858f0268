//! The text of elements.

use std::borrow::Cow;

use portolan_parallel::prelude::*;
use portolan_syntax::{Node, Span};

use super::Checker;
use crate::value::number::{self, Run};
use crate::value::{self, Outcome};
use crate::{Length, Text, Value, ValueId};

/// What reading the numbers of an element told.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NumberRun {
    /// How many there are.
    pub count: u64,
    /// Smallest and largest, of whole numbers.
    pub limits: Option<(i64, i64)>,
    /// Their sum, of whole numbers, as far as it can be held.
    pub sum: i64,
    /// How many of them are `INF`, `-INF` or `NaN`.
    pub specials: u64,
    /// Are all of them numbers?
    pub sound: bool,
}

/// A text so large that it is read in parallel.
pub(super) struct Large<'a> {
    node: Node<'a>,
    value: ValueId,
    span: Span,
}

/// Texts from this size on are read in pieces on all cores.
const LARGE: usize = 1 << 18;

impl<'a> Checker<'a> {
    pub(super) fn text(&mut self, node: Node<'a>, row: &'static Text) {
        let schema = self.bound.schema;
        let mut pieces = node.text_nodes();
        let (first, second) = (pieces.next(), pieces.next());
        let verbatim = first.filter(|f| f.is_verbatim() && second.is_none());
        let is_list = matches!(schema.value(row.value), Value::List { .. });
        if let Some(text) = verbatim.filter(|t| is_list && t.span().len() as usize >= LARGE) {
            self.large.push(Large { node, value: row.value, span: text.span() });
            return;
        }
        // White space is not stored in the tree but counts in a string.
        let (text, base) = match verbatim {
            Some(text) => (Cow::Borrowed(self.tree.slice(text.span())), Some(text.span().start)),
            None if first.is_some() => (node.text(), None),
            None => (Cow::Borrowed(self.tree.slice(node.content_span())), None),
        };
        if first.is_none() && row.default.is_some() && text.is_empty() {
            return;
        }
        let text = if first.is_none() && !text.trim().is_empty() { Cow::Borrowed("") } else { text };
        let outcome = value::check(schema, self.bound.version, row.value, &text);
        // Of lists with a fixed length there are many, and everything is known of them already.
        if matches!(schema.value(row.value), Value::List { length: Length { max: u32::MAX, .. }, .. }) {
            self.note_run(node, &outcome);
        }
        if !outcome.faults.is_empty() {
            self.text_faults(node, (row.value, &text), &outcome, base);
        }
    }

    fn note_run(&mut self, node: Node<'a>, outcome: &Outcome) {
        let Outcome { count, limits, sum, specials, .. } = *outcome;
        let sound = outcome.faults.is_empty();
        self.runs.insert(node.id(), NumberRun { count, limits, sum, specials, sound });
    }

    fn text_faults(&mut self, node: Node<'a>, value: (ValueId, &str), outcome: &Outcome, base: Option<u32>) {
        let whole = if node.content_span().is_empty() { node.open_span() } else { node.content_span() };
        let what = format!("`<{}>`", node.name().full);
        self.value_faults(node, &what, value, outcome, (None, None), |at| match base {
            Some(base) => (Span::new(base + at.start as u32, base + at.end as u32), true),
            None => (whole, false),
        });
    }

    /// Reads the large texts, all cores on one text after the other.
    pub(super) fn large_texts(&mut self) {
        for large in std::mem::take(&mut self.large) {
            let schema = self.bound.schema;
            let text = self.tree.slice(large.span);
            let outcome = match schema.value(large.value) {
                Value::List { item, length } => parallel(schema, self.bound.version, *item, *length, text),
                _ => Outcome::default(),
            };
            self.note_run(large.node, &outcome);
            if !outcome.faults.is_empty() {
                self.text_faults(large.node, (large.value, text), &outcome, Some(large.span.start));
            }
        }
    }
}

fn parallel(schema: &crate::Schema, version: crate::Version, item: ValueId, length: Length, text: &str) -> Outcome {
    let value = schema.value(item);
    let read: &(dyn Fn(&[u8], &mut Run) + Sync) = match value {
        Value::Float(range) => &|bytes, run| number::floats(bytes, range, run),
        Value::Int { min, max } => &|bytes, run| number::ints(bytes, *min, *max, run),
        Value::Bool => &|bytes, run| number::bools(bytes, run),
        _ => return value::check_list(schema, version, item, length, text),
    };
    let pieces = pieces(text.as_bytes());
    let runs: Vec<Run> = pieces
        .par_iter()
        .map(|piece| {
            let mut run = Run::default();
            read(piece, &mut run);
            run
        })
        .collect();
    let mut all = Run::default();
    let mut offset = 0;
    for (run, piece) in runs.into_iter().zip(&pieces) {
        all.append(run, offset);
        offset += piece.len();
    }
    value::list_outcome(schema, value, length, all, text, 0)
}

/// Cuts a text into pieces that end where a word ends.
fn pieces(text: &[u8]) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while rest.len() > LARGE {
        let behind = rest.get(LARGE..).unwrap_or_default();
        let cut = LARGE + behind.iter().position(|b| b.is_ascii_whitespace()).unwrap_or(behind.len());
        let (piece, tail) = rest.split_at(cut);
        pieces.push(piece);
        rest = tail;
    }
    pieces.push(rest);
    pieces
}
