use portolan_syntax::Node;

use super::index_shape::corners;
use crate::rules::read::{vertex_count, word};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds meshes without an index array whose vertices do not make up whole primitives.
    ///
    /// Without indices the vertices are used in order, two for each line, three for each triangle, four for each quad.
    /// Some are left over here, so vertices or the index array are missing, or the `primitive` is another one.
    "DAT204" "vertices-left-over" Error, spec "44", on ["Mesh"], check
}

fn check<'a>(mesh: Node<'a>, report: &mut Reporter<'_, 'a>) {
    if mesh.child("IndexArray").is_some() {
        return;
    }
    let Some(primitive) = word(report.document, mesh, "primitive") else { return };
    let (Some(corners @ 1..), Some(count)) = (corners(&primitive), vertex_count(report.document, mesh)) else { return };
    let over = count % u64::from(corners);
    if over != 0 {
        report.at(
            mesh,
            format!(
                "{count} vertices without indices cannot be divided into `{primitive}`: {over} left \
                over"
            ),
        );
    }
}
