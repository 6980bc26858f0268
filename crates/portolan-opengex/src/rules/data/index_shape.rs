use portolan_syntax::Node;

use crate::rules::read::{Series, word};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds index arrays whose sub-arrays do not fit the primitive of the mesh.
    ///
    /// Lines need sub-arrays of 2 indices, triangles of 3, quads of 4; points and strips need none. Readers that trust
    /// the primitive assemble wrong vertices. Correct the sub-array size, or the `primitive` of the mesh.
    "DAT202" "index-array-shape" Error, spec "31", on ["IndexArray"], check
}

/// Vertices of each primitive that is listed one by one; 0 for points and strips.
pub(super) fn corners(primitive: &str) -> Option<u32> {
    Some(match primitive {
        "points" | "line_strip" | "triangle_strip" => 0,
        "lines" => 2,
        "triangles" => 3,
        "quads" => 4,
        _ => return None,
    })
}

fn check<'a>(array: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(primitive) = array.parent().and_then(|mesh| word(report.document, mesh, "primitive")) else { return };
    let (Some(wanted), Some(series)) = (corners(&primitive), Series::of(report.document, array)) else { return };
    if series.size() == wanted {
        return;
    }
    let message = match (wanted, series.size()) {
        (0, size) => format!("the indices of a mesh of `{primitive}` must not be in sub-arrays, here of {size}"),
        (wanted, 0) => format!("a mesh of `{primitive}` needs its indices in sub-arrays of {wanted}"),
        (wanted, size) => format!("a mesh of `{primitive}` needs its indices in sub-arrays of {wanted}, not {size}"),
    };
    report.at(series.node, message);
}
