use portolan_syntax::{Node, Severity};

use portolan_format::{Reporter, rule};

rule! {
    /// Finds convex meshes without any data, or with conflicting data.
    ///
    /// A `<convex_mesh>` either names another geometry with `convex_hull_of` or has sources and vertices of its own.
    /// With neither there is no body; with both its own data is ignored, which is only noted. Version 1.4.0 required
    /// both.
    "DAT035" "convex-mesh-content" Error, spec "6-7", on ["convex_mesh"], check
}

fn check<'a>(mesh: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let own = mesh.child("vertices");
    match (mesh.attribute("convex_hull_of"), own) {
        // 1.4.0 has no convex mesh without content, so there the schema stage speaks.
        (None, None) if mesh.elements().next().is_none() && report.document.bound.version_name() != "1.4.0" => {
            report.at(mesh, "the convex mesh has neither `convex_hull_of` nor vertices of its own");
        }
        (Some(hull_of), Some(own)) if report.document.bound.version_name() != "1.4.0" => {
            let finding = report
                .finding(
                    mesh,
                    own.name_span(),
                    "the mesh's own data is ignored, because it is the hull of another geometry",
                )
                .severity(Severity::Info)
                .see(hull_of.span(), "declared here");
            report.push(finding);
        }
        _ => {}
    }
}
