use portolan_syntax::Node;

use crate::rules::read::{Series, vertex_count};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds skins whose number of bone counts differs from the number of vertices.
    ///
    /// There is one count for each vertex. If they do not match, every influence after the mismatch belongs to a wrong
    /// vertex.
    "DAT205" "bone-counts-differ" Error, spec "15,65", on ["Mesh"], check
}

fn check<'a>(mesh: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let arrays = mesh.children_named("Skin").flat_map(|skin| skin.children_named("BoneCountArray"));
    let series: Vec<_> = arrays.filter_map(|array| Series::of(document, array)).collect();
    let Some(vertices) = series.first().and_then(|_| vertex_count(document, mesh)) else { return };
    for series in series.into_iter().filter(|s| s.entries() != vertices) {
        let counts = portolan_syntax::counted(series.entries(), "bone count", "bone counts");
        report.at(
            series.node,
            format!("found {counts} for {}", portolan_syntax::counted(vertices, "vertex", "vertices")),
        );
    }
}
