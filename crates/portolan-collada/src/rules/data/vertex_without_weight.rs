use crate::data::Text;
use portolan_syntax::Node;

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds vertices of a skin that no joint has a weight for.
    ///
    /// Weights are normalized, which is impossible when all are zero or there are none. Such vertices stay where the
    /// bind shape puts them while the rest of the skin moves away.
    "DAT088" "vertex-without-weight" Warning, spec "5-154", on ["skin/vertex_weights"], check
}

fn check<'a>(weights: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let (Some(vcount), Some(v)) = (weights.child("vcount"), weights.child("v")) else { return };
    let (Some(counts), Some(numbers)) = (data.run(vcount), data.run(v)) else { return };
    let Some(indices) = data.indices(weights) else { return };
    // Lists that do not fit together are findings of their own.
    if counts.sum.unsigned_abs().saturating_mul(indices.width) != numbers.count {
        return;
    }
    let zero = zero_weights(data.input_source(weights, "WEIGHT"));
    let none_empty = counts.limits.is_none_or(|(smallest, _)| smallest > 0);
    let offset = data.input(weights, "WEIGHT").and_then(|i| i.offset);
    if none_empty && zero.is_empty() {
        return;
    }
    let (vcount_text, v_text) = (Text::of(vcount), Text::of(v));
    let mut tuples = v_text.ints();
    let mut bare: Option<(u64, std::ops::Range<usize>)> = None;
    let mut others = 0u64;
    for (vertex, (influences, at)) in (0u64..).zip(vcount_text.ints()) {
        let mut weighted = false;
        for _ in 0..influences {
            for column in 0..indices.width {
                let Some((index, _)) = tuples.next() else { return };
                if Some(column) == offset {
                    weighted |= usize::try_from(index).is_ok_and(|i| zero.get(i) != Some(&true));
                }
            }
        }
        if !weighted && offset.is_some() {
            match bare {
                None => bare = Some((vertex, at)),
                Some(_) => others += 1,
            }
        }
    }
    let Some((vertex, at)) = bare else { return };
    let message = match others {
        0 => format!("vertex {vertex} has no joint weights"),
        n => format!("vertex {vertex} has no joint weights, and {n} more"),
    };
    let finding = report.finding(vcount, vcount_text.span(at), message);
    report.push(finding);
}

/// Which weights are zero; empty when none is, so that nothing more has to be read.
fn zero_weights(source: Option<crate::data::Source<'_>>) -> Vec<bool> {
    let Some((accessor, array)) = source.and_then(|s| s.accessor.zip(s.array)) else { return Vec::new() };
    if array.run.is_none() || !array.kind.is_number() {
        return Vec::new();
    }
    let is_zero = |word: &str| word.bytes().all(|b| matches!(b, b'0' | b'.' | b'-' | b'+'));
    let text = Text::of(array.node);
    if !text.words().any(|(w, _)| is_zero(w)) {
        return Vec::new();
    }
    let mut zero = Vec::new();
    for (index, (word, _)) in (0u64..).zip(text.words()) {
        if let Some((_, 0)) = accessor.place(index) {
            zero.push(is_zero(word));
        }
    }
    zero
}
