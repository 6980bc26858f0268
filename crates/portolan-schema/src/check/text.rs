//! The text of elements.

use std::borrow::Cow;

use portolan_parallel::prelude::*;
use portolan_syntax::source::Left;
use portolan_syntax::{Node, Part, Span};

use super::Checker;
use crate::value::number::{self, Run};
use crate::value::{self, Outcome, decode};
use crate::{Length, Range, Schema, Text, Value, ValueId, Version};

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
        let only = first.filter(|_| second.is_none());
        let verbatim = only.filter(|f| f.is_verbatim());
        let is_list = matches!(schema.value(row.value), Value::List { .. });
        let is_large = |t: &Node<'_>| t.is_partial() || t.is_verbatim() && t.span().len() as usize >= LARGE;
        if let Some(text) = only.filter(|t| is_list && is_large(t)) {
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
            let Value::List { item, length } = schema.value(large.value) else { continue };
            let text = self.tree.slice(large.span);
            let parts = self.tree.source().parts(large.span);
            let Some(outcome) = parallel(schema, self.bound.version, *item, *length, (text, large.span.start, &parts))
            else {
                // Something is wrong in what is only in the file: it takes the whole text to say what.
                let text = large.node.text();
                let outcome = value::check(schema, self.bound.version, large.value, &text);
                self.note_run(large.node, &outcome);
                self.text_faults(large.node, (large.value, &text), &outcome, None);
                continue;
            };
            self.note_run(large.node, &outcome);
            if !outcome.faults.is_empty() {
                self.text_faults(large.node, (large.value, text), &outcome, Some(large.span.start));
            }
        }
    }
}

/// A text of which pieces are read on all cores: as the source has it, where it begins, and its parts.
type Cut<'a> = (&'a str, u32, &'a [Part<'a>]);

/// Reads a list in pieces; nothing if something is wrong with what is only in the file.
fn parallel(schema: &Schema, version: Version, item: ValueId, length: Length, cut: Cut<'_>) -> Option<Outcome> {
    let (text, start, parts) = cut;
    let value = schema.value(item);
    let read: &(dyn Fn(&[u8], &mut Run) + Sync) = match value {
        Value::Float(range) => &|bytes, run| number::floats(bytes, range, run),
        Value::Int { min, max } => &|bytes, run| number::ints(bytes, *min, *max, run),
        Value::Bool => &|bytes, run| number::bools(bytes, run),
        _ if parts.len() > 1 => return None,
        _ => return Some(value::check_list(schema, version, item, length, text)),
    };
    let known = |left: Left<'_>| match value {
        Value::Float(Range { min: None, max: None }) => decode::run_of(left.plain(), None),
        Value::Int { min, max } => decode::run_of(left.plain(), Some((*min, *max))),
        _ => None,
    };
    let look = |piece: &Piece<'_>| {
        let mut run = Run::default();
        match piece {
            Piece::Text(bytes, at) => {
                read(bytes, &mut run);
                Some((run, *at))
            }
            Piece::Left(left) => {
                if let Some(run) = known(*left) {
                    return Some((run, 0));
                }
                read(left.read(&mut Vec::new()), &mut run);
                (run.bad.is_none() && run.outside.is_none()).then_some((run, 0))
            }
        }
    };
    let pieces: Vec<Piece<'_>> = parts.iter().flat_map(|part| pieces(part, start)).collect();
    let runs: Vec<Option<(Run, usize)>> = pieces.par_iter().map(look).collect();
    let mut all = Run::default();
    for run in runs {
        let (run, at) = run?;
        all.append(run, at);
    }
    Some(value::list_outcome(schema, value, length, all, text, 0))
}

/// A piece of a list, with its place in the text.
enum Piece<'a> {
    Text(&'a [u8], usize),
    Left(Left<'a>),
}

/// Cuts a part of a text that begins at `start` into pieces that end where a word ends.
fn pieces<'a>(part: &Part<'a>, start: u32) -> Vec<Piece<'a>> {
    let (mut rest, mut at) = match part {
        Part::Text(text, at) => (text.as_bytes(), (at - start) as usize),
        Part::Left(left) => return vec![Piece::Left(*left)],
    };
    let mut pieces = Vec::new();
    while rest.len() > LARGE {
        let behind = rest.get(LARGE..).unwrap_or_default();
        let cut = LARGE + behind.iter().position(|b| b.is_ascii_whitespace()).unwrap_or(behind.len());
        let (piece, tail) = rest.split_at(cut);
        pieces.push(Piece::Text(piece, at));
        at += cut;
        rest = tail;
    }
    pieces.push(Piece::Text(rest, at));
    pieces
}
