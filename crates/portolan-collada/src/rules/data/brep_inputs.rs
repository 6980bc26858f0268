use portolan_syntax::Node;

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds tables of a B-rep that lack a column.
    ///
    /// Edges have a curve, two vertices and a pair of parameters; wires have edges, faces a surface and wires, curves in
    /// parameter space an edge, a face and a curve, shells faces, solids shells; whatever can be turned has an orientation.
    "DAT150" "brep-inputs" Error, spec "9-7", on [
        "brep/edges", "brep/wires", "brep/faces", "brep/pcurves", "brep/shells", "brep/solids",
    ], check
}

fn check<'a>(table: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let name = table.local_name();
    let required: &[(&str, usize)] = match name {
        "edges" => &[("CURVE", 1), ("VERTEX", 2), ("PARAM", 1)],
        "wires" => &[("EDGE", 1), ("ORIENTATION", 1)],
        "faces" => &[("SURFACE", 1), ("WIRE", 1), ("ORIENTATION", 1)],
        "pcurves" => &[("EDGE", 1), ("FACE", 1), ("CURVE2D", 1)],
        "shells" => &[("FACE", 1), ("ORIENTATION", 1)],
        _ => &[("SHELL", 1), ("ORIENTATION", 1)],
    };
    for (semantic, least) in required {
        match data.inputs(table).filter(|i| i.semantic == *semantic).take(*least).count() {
            n if n == *least => {}
            0 => report.at(table, format!("`<{name}>` has no input `{semantic}`")),
            n => report.at(table, format!("`<{name}>` needs {least} inputs `{semantic}`, but has {n}")),
        }
    }
}
