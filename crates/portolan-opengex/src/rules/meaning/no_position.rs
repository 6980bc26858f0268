use portolan_syntax::Node;

use crate::rules::read::vertex_attribute;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds meshes without positions.
    ///
    /// Vertices without positions cannot be drawn. Add a vertex array with `attrib = "position"`.
    "SEM230" "mesh-without-positions" Warning, spec "43,88", on ["Mesh"], check
}

fn check<'a>(mesh: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut any = false;
    for array in mesh.children_named("VertexArray") {
        match vertex_attribute(report.document, array) {
            Some((attrib, _)) if attrib == "position" => return,
            Some(_) => any = true,
            // It may be meant as the position.
            None => return,
        }
    }
    if any {
        report.at(mesh, "the mesh has no vertex array for `position`");
    }
}
