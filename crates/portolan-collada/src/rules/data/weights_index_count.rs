use portolan_syntax::Node;

use super::support::{data, many};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds skins whose `<vcount>` does not use up exactly the numbers of `<v>`.
    ///
    /// Each influence takes one number for every column of the inputs, usually a joint and a weight. If the sum does
    /// not come out even, vertices after the mistake get the weights of others.
    "DAT083" "weights-index-count" Error, spec "5-154", on ["skin/vertex_weights"], check
}

fn check<'a>(weights: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(width) = data.indices(weights).map(|i| i.width) else { return };
    let (Some(vcount), v) = (weights.child("vcount"), weights.child("v")) else { return };
    let Some(influences) = data.run(vcount).map(|r| r.sum.unsigned_abs()) else { return };
    let numbers = match v {
        Some(v) => data.run(v).map(|r| r.count),
        None => Some(0),
    };
    let wanted = influences.saturating_mul(width);
    let Some(numbers) = numbers.filter(|n| *n != wanted) else { return };
    let message =
        format!("`<vcount>` needs {} ({influences} times {width}), but `<v>` has {numbers}", many(wanted, "number"));
    report.at_content(v.unwrap_or(vcount), message);
}
