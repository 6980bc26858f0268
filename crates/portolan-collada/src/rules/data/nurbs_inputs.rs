use portolan_syntax::Node;

use super::support::{data, written};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds NURBS without poles or knots, and poles that have neither three nor four components.
    ///
    /// A curve needs `POLE` and `KNOT`, a surface `POLE`, `KNOT_U` and `KNOT_V`. A fourth component of the poles is the weight.
    "DAT155" "nurbs-inputs" Error, spec "9-25", on [
        "curve/nurbs/control_vertices", "brep/surface_curves/curve/nurbs/control_vertices",
        "brep/surfaces/surface/nurbs_surface/control_vertices",
    ], check
}

fn check<'a>(vertices: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let in_surface = vertices.parent_element().is_some_and(|p| p.local_name() == "nurbs_surface");
    let required: &[&str] = if in_surface { &["POLE", "KNOT_U", "KNOT_V"] } else { &["POLE", "KNOT"] };
    if data.inputs(vertices).next().is_none() {
        return;
    }
    for semantic in required {
        if data.input(vertices, semantic).is_none() {
            report.at(vertices, format!("`<control_vertices>` has no input `{semantic}`"));
        }
    }
    let Some(poles) = data.input(vertices, "POLE") else { return };
    // In a parameter plane two components say everything.
    let least = if report.document.path(vertices).starts_with("brep/surface_curves") { 2 } else { 3 };
    let width = poles.target.and_then(|t| data.source(t)).and_then(|s| s.width());
    if let Some(width) = width.filter(|w| !(least..=4).contains(w)) {
        let message = format!(
            "a pole has 3 components, or 4 with its weight, but `{}` gives {width}",
            written(poles.node, "source")
        );
        report.at_attribute(poles.node, "source", message);
    }
}
