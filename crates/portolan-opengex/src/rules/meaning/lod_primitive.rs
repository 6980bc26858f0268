use portolan_syntax::Node;

use crate::rules::read::word;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds geometry objects whose meshes have different primitives.
    ///
    /// The `primitive` must be the same for all levels of detail of an object; it is `triangles` where none is given.
    "SEM205" "mesh-primitive-differs" Error, spec "43", on ["GeometryObject"], check
}

fn check<'a>(object: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut first: Option<(Node<'a>, String)> = None;
    for mesh in object.children_named("Mesh") {
        let Some(primitive) = word(report.document, mesh, "primitive") else { continue };
        match &first {
            None => first = Some((mesh, primitive.into_owned())),
            Some((other, expected)) if **expected != *primitive => {
                let message = format!("this mesh has `{primitive}`, but another one of the object has `{expected}`");
                let span = mesh.attribute("primitive").map_or(mesh.name_span(), |a| a.value_span());
                let finding = report.finding(mesh, span, message).see(other.name_span(), "the other mesh");
                report.push(finding);
            }
            Some(_) => {}
        }
    }
}
