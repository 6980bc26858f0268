use portolan_syntax::Node;

use crate::rules::read::{Series, vertex_count};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds meshes without vertices, index arrays without indices, tracks without keys, skeletons without bones.
    ///
    /// This is legal but means nothing; usually the exporter lost the data, or the object should not have been
    /// exported.
    "DAT215" "no-entries" Warning, spec "43,30,32,18", on ["Mesh", "IndexArray", "Time/Key", "BoneRefArray"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let name = node.name().full;
    if name == "Mesh" {
        // If only some arrays are empty they differ in length, which another rule tells.
        let mut arrays = node.children_named("VertexArray").filter_map(|a| Series::of(document, a));
        if vertex_count(document, node) == Some(0) && arrays.all(|s| s.entries() == 0) {
            report.at(node, "the mesh has no vertices");
        }
        return;
    }
    if let Some(series) = Series::of(document, node).filter(|s| s.entries() == 0) {
        report.at(series.node, format!("the data of `{name}` is empty"));
    }
}
