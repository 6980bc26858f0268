use portolan_syntax::Node;

use super::support::{check_indices, data};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds indices in the tables of a B-rep that are out of range.
    ///
    /// Each column picks from the source or table that its input names; indices begin with 0.
    "DAT153" "brep-index-range" Error, spec "9-7", on [
        "brep/edges", "brep/wires", "brep/faces", "brep/pcurves", "brep/shells", "brep/solids",
    ], check
}

fn check<'a>(table: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(indices) = data(report.document).indices(table) else { return };
    check_indices(report, &indices, table.child("p").into_iter(), |_| 0);
}
