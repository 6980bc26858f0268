use portolan_syntax::Node;

use super::support::{data, see_node};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds skins with weights for another number of vertices than their mesh has.
    ///
    /// The entries of `<vcount>` belong to the positions of the mesh one by one. If the numbers differ, the mesh was
    /// changed without updating the skin, and vertices follow the wrong joints.
    "DAT082" "weights-vertex-count" Error, spec "5-154", on ["skin"], check
}

fn check<'a>(skin: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(vcount) = skin.child("vertex_weights").and_then(|w| w.child("vcount")) else { return };
    let Some(entries) = data.run(vcount).map(|r| r.count) else { return };
    let vertices = data.base_geometry(skin).and_then(|g| data.mesh_vertices(g));
    let Some(count) = vertices.and_then(|v| data.vertex_count(v)).filter(|n| *n != entries) else { return };
    let message = format!(
        "the skin has weights for {}, but its mesh has {count}",
        portolan_syntax::counted(entries, "vertex", "vertices")
    );
    let span = if vcount.content_span().is_empty() { vcount.name_span() } else { vcount.content_span() };
    let finding = see_node(report.finding(vcount, span, message), vertices, "the vertices of the mesh");
    report.push(finding);
}
