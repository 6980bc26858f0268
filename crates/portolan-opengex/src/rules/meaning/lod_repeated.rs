use hashbrown::HashMap;
use portolan_syntax::Node;

use crate::rules::read::integer;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds geometry objects with two meshes for one level of detail.
    ///
    /// Each mesh of an object is one level of detail, 0 if none is given. Readers show one of the two and lose the
    /// other. Number the meshes, or make several objects of them.
    "SEM204" "mesh-lod-repeated" Error, spec "43", on ["GeometryObject"], check
}

fn check<'a>(object: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut seen: HashMap<i128, Node<'a>> = HashMap::new();
    for mesh in object.children_named("Mesh") {
        let Some(lod) = integer(report.document, mesh, "lod") else { continue };
        if let Some(first) = seen.get(&lod) {
            let message = format!("the object has two meshes for the level of detail {lod}");
            let span = mesh.attribute("lod").map_or(mesh.name_span(), |a| a.value_span());
            let finding = report.finding(mesh, span, message).see(first.name_span(), "the first one");
            report.push(finding);
        } else {
            seen.insert(lod, mesh);
        }
    }
}
