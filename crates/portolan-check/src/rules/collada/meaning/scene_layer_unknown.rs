use hashbrown::HashSet;
use portolan_syntax::Node;

use crate::{Reporter, rule};

rule! {
    /// Finds rendering steps for a layer that no node belongs to.
    ///
    /// Such a step draws nothing. Nodes belong to the layers that their attribute `layer` lists.
    "SEM150" "layer-unknown" Warning, spec "8-105", collada on document, check
}

fn check<'a>(root: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut asked = Vec::new();
    let mut layers = HashSet::new();
    let mut foreign = false;
    for node in root.tree().nodes() {
        match node.local_name() {
            "node" => {
                let list = node.attribute_value("layer").unwrap_or_default();
                layers.extend(list.split_ascii_whitespace().map(str::to_owned));
            }
            // Nodes of other documents may belong to any layer.
            "instance_node" => foreign |= node.attribute_value("url").is_some_and(|u| !u.trim().starts_with('#')),
            "layer" if document.ty(node).is_some() => asked.push(node),
            _ => {}
        }
    }
    for layer in asked.into_iter().filter(|_| !foreign) {
        let text = layer.text();
        let name = text.trim();
        if !name.is_empty() && !layers.contains(name) {
            report.at_content(layer, format!("no node belongs to the layer `{name}`"));
        }
    }
}
