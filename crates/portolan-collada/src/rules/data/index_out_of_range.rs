use portolan_syntax::Node;

use super::support::{check_indices, data, index_lists};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds indices beyond the last value of the input they belong to.
    ///
    /// The i-th number of each tuple picks from the inputs with `offset` i; indices begin with 0. Most readers crash on such
    /// files or draw garbage. Often the list counts from 1, or the offsets of two inputs were exchanged.
    "DAT026" "index-out-of-range" Error, spec "5-47", on [
        "lines", "linestrips", "polygons", "polylist", "triangles", "trifans", "tristrips",
    ], check
}

fn check<'a>(primitive: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(indices) = data(report.document).indices(primitive) else { return };
    check_indices(report, &indices, index_lists(primitive), |_| 0);
}
