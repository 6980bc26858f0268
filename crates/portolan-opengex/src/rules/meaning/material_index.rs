use hashbrown::{HashMap, HashSet};
use portolan_syntax::{Node, NodeId};

use crate::rules::read::{integer, unwritten_material};
use crate::rules::resolve::object_of;
use portolan_format::{Document, Reporter, rule};

rule! {
    /// Finds material references whose index no index array of the object has, and index arrays left without material.
    ///
    /// The `index` of a `MaterialRef` and the `material` of an `IndexArray` are matched; both are 0 where none is given.
    /// The material is then not used, or a part of the mesh has none although the node gives materials to others.
    "SEM222" "material-index" Warning, spec "42", on document, check
}

/// Objects with more materials are not compared with each of their nodes.
const MOST: usize = 1000;

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut objects: HashMap<NodeId, HashSet<i128>> = HashMap::new();
    for node in document.tree.nodes().filter(|n| document.path(*n) == "GeometryNode") {
        let references: Vec<Node<'a>> = node.children_named("MaterialRef").collect();
        let Some(object) = object_of(document, node).filter(|_| !references.is_empty()) else { continue };
        let used = objects.entry(object.id()).or_insert_with(|| material_indices(document, object));
        let mut bound = HashSet::new();
        for reference in &references {
            let Some(index) = integer(report.document, *reference, "index") else { continue };
            bound.insert(index);
            if !used.contains(&index) {
                let message = format!("no index array of the object has the material index {index}");
                let span = reference.attribute("index").map_or(reference.name_span(), |a| a.value_span());
                let finding = report.finding(*reference, span, message).see(object.name_span(), "the object");
                report.push(finding);
            }
        }
        let compared = if used.len() <= MOST { used.len() } else { 0 };
        if let Some(index) = used.iter().take(compared).filter(|i| !bound.contains(*i)).min() {
            let message = format!("the node has no material for the index {index} of its object");
            let finding = report.finding(node, node.name_span(), message).see(object.name_span(), "the object");
            report.push(finding);
        }
    }
}

/// The material indices of an object. A mesh without index arrays has one with default properties.
fn material_indices(document: &Document, object: Node<'_>) -> HashSet<i128> {
    let mut indices = HashSet::new();
    for mesh in object.children_named("Mesh") {
        let mut any = false;
        for array in mesh.children_named("IndexArray") {
            any = true;
            indices.extend(integer(document, array, "material"));
        }
        if !any {
            indices.extend(unwritten_material(document));
        }
    }
    indices
}
