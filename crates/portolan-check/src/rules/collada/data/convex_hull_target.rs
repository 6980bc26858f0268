use portolan_collada::data::Data;
use portolan_syntax::Node;

use super::support::data;
use crate::{Reporter, rule};

/// Hulls of hulls that are followed.
const LONGEST_CHAIN: usize = 64;

rule! {
    /// Finds `convex_hull_of` that leads to a geometry without vertices, or in a circle.
    ///
    /// A hull is made of the vertices of a mesh. Splines have none, and a mesh that is the hull of itself says nothing.
    "DAT036" "convex-hull-target" Error, spec "6-7", collada on ["convex_mesh"], check
}

fn check<'a>(mesh: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(geometry) = data.target(mesh, "convex_hull_of").filter(|g| g.local_name() == "geometry") else { return };
    if let Some(other) = geometry.elements().find(|e| matches!(e.local_name(), "spline" | "brep")) {
        let message = format!("the hull is that of a `<{}>`, which has no mesh vertices", other.local_name());
        report.at_attribute(mesh, "convex_hull_of", message);
    } else if leads_back(data, mesh) {
        report.at_attribute(mesh, "convex_hull_of", "the convex mesh is the hull of itself");
    }
}

fn leads_back<'a>(data: Data<'a>, mesh: Node<'a>) -> bool {
    let mut at = mesh;
    for _ in 0..LONGEST_CHAIN {
        let next = data.target(at, "convex_hull_of").and_then(|g| g.child("convex_mesh"));
        match next {
            Some(next) if next == mesh => return true,
            Some(next) => at = next,
            None => return false,
        }
    }
    false
}
