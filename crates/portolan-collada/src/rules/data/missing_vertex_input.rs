use portolan_syntax::Node;

use super::support::{data, index_lists};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds primitives that have indices or inputs, but no input `VERTEX`.
    ///
    /// Without it the positions are unknown. Add `<input semantic="VERTEX" source="#…" offset="0"/>` that refers to the
    /// `<vertices>` of the mesh. A primitive without inputs and indices is empty and legal.
    "DAT020" "missing-vertex-input" Error, spec "5-82", on [
        "lines", "linestrips", "polygons", "polylist", "triangles", "trifans", "tristrips",
    ], check
}

fn check<'a>(primitive: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let mut inputs = 0;
    for input in data.inputs(primitive) {
        // Positions given directly are another finding.
        if matches!(&*input.semantic, "VERTEX" | "POSITION") {
            return;
        }
        inputs += 1;
    }
    let has_indices = || index_lists(primitive).any(|list| data.run(list).is_some_and(|r| r.count > 0));
    if inputs > 0 {
        report.at(primitive, format!("`<{}>` has no input `VERTEX`", primitive.local_name()));
    } else if has_indices() {
        report.at(primitive, format!("`<{}>` has indices, but no inputs", primitive.local_name()));
    }
}
