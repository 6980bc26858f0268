use portolan_syntax::Node;

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds gaps between the offsets of inputs.
    ///
    /// The indices of a column that no input uses are skipped. That is legal, but more often an `offset` is wrong or an
    /// input got lost.
    "DAT031" "unused-index-column" Warning, spec "5-47", on [
        "lines", "linestrips", "polygons", "polylist", "triangles", "trifans", "tristrips", "skin/vertex_weights",
        "brep/edges", "brep/wires", "brep/faces", "brep/pcurves", "brep/shells", "brep/solids",
    ], check
}

fn check<'a>(table: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut offsets: Vec<(u64, Node<'a>)> = Vec::new();
    for input in data(report.document).inputs(table) {
        let Some(offset) = input.offset else { return };
        offsets.push((offset, input.node));
    }
    offsets.sort_by_key(|(offset, _)| *offset);
    let mut next = 0;
    for (offset, node) in offsets {
        if offset > next {
            let message = format!("no input has the offset {next}, so this column of the indices is skipped");
            report.at_attribute(node, "offset", message);
            return;
        }
        next = offset.saturating_add(1);
    }
}
