use portolan_syntax::Node;

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds `convex_hull_of` that refers to a geometry without vertices.
    ///
    /// A hull is made of the vertices of a mesh; splines and B-reps have none.
    "DAT036" "convex-hull-target" Error, spec "6-7", on ["convex_mesh"], check
}

fn check<'a>(mesh: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(geometry) = data.target(mesh, "convex_hull_of").filter(|g| g.local_name() == "geometry") else { return };
    if let Some(other) = geometry.elements().find(|e| matches!(e.local_name(), "spline" | "brep")) {
        let message = format!("the hull refers to a `<{}>`, which has no mesh vertices", other.local_name());
        report.at_attribute(mesh, "convex_hull_of", message);
    }
}
