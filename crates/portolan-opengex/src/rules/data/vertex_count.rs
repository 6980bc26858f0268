use portolan_syntax::Node;

use crate::rules::read::{Series, vertex_count, word};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds vertex arrays that have more or fewer entries than the positions of their mesh.
    ///
    /// All vertex arrays of a mesh describe the same vertices, so they must be equally long. Readers refuse the mesh or
    /// read beyond the shorter array. Export the mesh again, or complete the array.
    "DAT201" "vertex-arrays-differ" Error, spec "44", on ["Mesh"], check
}

fn check<'a>(mesh: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(vertices) = vertex_count(report.document, mesh) else { return };
    for array in mesh.children_named("VertexArray") {
        let Some(series) = Series::of(report.document, array) else { continue };
        if series.entries() != vertices {
            let attrib = word(report.document, array, "attrib").unwrap_or_default();
            let (entries, vertices) = (
                portolan_syntax::counted(series.entries(), "entry", "entries"),
                portolan_syntax::counted(vertices, "vertex", "vertices"),
            );
            let message = format!("`{attrib}` has {entries}, but the mesh has {vertices}");
            let finding = report.finding(array, series.node.name_span(), message);
            report.push(finding);
        }
    }
}
