use hashbrown::HashMap;
use portolan_syntax::Node;

use crate::rules::read::{integer, vertex_attribute};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds meshes with two vertex arrays for the same attribute.
    ///
    /// Two arrays with the same `attrib` must differ in their `index` or belong to different morph targets (`morph`);
    /// both are 0 where none is given. Readers keep one of them. Number the arrays.
    "SEM209" "vertex-array-repeated" Error, spec "89", on ["Mesh"], check
}

fn check<'a>(mesh: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut seen: HashMap<(String, i128, i128), Node<'a>> = HashMap::new();
    for array in mesh.children_named("VertexArray") {
        let Some((attrib, index)) = vertex_attribute(report.document, array) else { continue };
        let Some(morph) = integer(report.document, array, "morph") else { continue };
        let key = (attrib, index, morph);
        if let Some(first) = seen.get(&key) {
            let message =
                format!("there are two vertex arrays `{}` with index {index} and morph target {morph}", key.0);
            let finding = report.finding(array, array.name_span(), message).see(first.name_span(), "the first one");
            report.push(finding);
        } else {
            seen.insert(key, array);
        }
    }
}
