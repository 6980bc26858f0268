use portolan_syntax::Node;

use crate::rules::opengex::read::{Series, count, vertex_count};
use crate::{Reporter, rule};

rule! {
    /// Finds bone counts that are not as many as the vertices of the mesh.
    ///
    /// There is one count for each vertex. If they do not match, every influence behind is given to a wrong vertex.
    "DAT205" "bone-counts-differ" Error, spec "15,65", opengex on ["BoneCountArray"], check
}

fn check<'a>(array: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(series) = Series::of(report.document, array) else { return };
    let mesh = array.parent_element().and_then(Node::parent_element);
    let Some(vertices) = mesh.and_then(|mesh| vertex_count(report.document, mesh)) else { return };
    if series.entries() != vertices {
        let (counts, vertices) = (count(series.entries(), "bone count", "bone counts"), count(vertices, "vertex", "vertices"));
        report.at(series.node, format!("{counts} cannot serve {vertices}"));
    }
}
