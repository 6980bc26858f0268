use hashbrown::{HashMap, HashSet};
use portolan_syntax::{Node, NodeId};

use crate::rules::read::integer;
use crate::rules::resolve::object_of;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds morph weights for morph targets that the object does not have.
    ///
    /// A weight applies to the vertex arrays whose `morph` is its `index`. Without any, readers ignore it.
    "SEM223" "morph-weight-unused" Warning, spec "52", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut objects: HashMap<NodeId, HashSet<i128>> = HashMap::new();
    for node in document.tree.nodes().filter(|n| document.path(*n) == "GeometryNode") {
        let mut weights = node.children_named("MorphWeight").peekable();
        let Some(object) = weights.peek().and_then(|_| object_of(document, node)) else { continue };
        let targets = objects.entry(object.id()).or_insert_with(|| {
            let arrays = object.children_named("Mesh").flat_map(|m| m.children_named("VertexArray"));
            arrays.filter_map(|a| integer(report.document, a, "morph")).collect()
        });
        for weight in weights {
            let Some(index) = integer(report.document, weight, "index").filter(|i| !targets.contains(i)) else {
                continue;
            };
            let message = format!("the object has no vertex array for the morph target {index}");
            let span = weight.attribute("index").map_or(weight.name_span(), |a| a.value_span());
            let finding = report.finding(weight, span, message).see(object.name_span(), "the object");
            report.push(finding);
        }
    }
}
