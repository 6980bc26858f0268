use portolan_syntax::Node;

use crate::rules::read::{Series, vertex_attribute};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds normals and tangents that are not vectors of three numbers.
    ///
    /// Normals, tangents and bitangents should have three components; a tangent may have a fourth, the sign that gives
    /// the side of its bitangent. Missing components are read as 0, 0 and 1, which is not a valid direction.
    "DAT217" "vertex-vector-size" Warning, spec "89", on ["VertexArray"], check
}

fn check<'a>(array: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (Some((attrib, _)), Some(series)) =
        (vertex_attribute(report.document, array), Series::of(report.document, array))
    else {
        return;
    };
    let fits = match attrib.as_str() {
        "normal" | "bitangent" => series.size() == 3,
        "tangent" => matches!(series.size(), 3 | 4),
        _ => true,
    };
    if !fits {
        let found = match series.size() {
            0 => "single numbers".to_owned(),
            size => format!("sub-arrays of {size}"),
        };
        report.at(series.node, format!("`{attrib}` should have sub-arrays of 3, not {found}"));
    }
}
