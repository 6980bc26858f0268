use portolan_syntax::Node;

use crate::rules::read::word;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds restart indices on meshes that are not made of strips.
    ///
    /// `restart` can only be given if the `primitive` of the mesh is `line_strip` or `triangle_strip`.
    ///
    /// Readers that obey it drop the index from the primitive. Remove the property, or correct the `primitive`.
    "SEM224" "restart-without-strip" Error, spec "30", on ["IndexArray"], check
}

fn check<'a>(array: Node<'a>, report: &mut Reporter<'_, 'a>) {
    if array.attribute("restart").is_none() {
        return;
    }
    let Some(primitive) = array.parent().and_then(|mesh| word(report.document, mesh, "primitive")) else { return };
    if matches!(&*primitive, "points" | "lines" | "triangles" | "quads") {
        report.at_attribute(array, "restart", format!("a mesh of `{primitive}` cannot have a restart index"));
    }
}
