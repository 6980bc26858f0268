use hashbrown::HashSet;
use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds rendering steps for a layer that no node belongs to.
    ///
    /// Such a step draws nothing. Nodes belong to the layers that their attribute `layer` lists.
    "SEM150" "layer-unknown" Warning, spec "8-105", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut asked = Vec::new();
    let mut layers = HashSet::new();
    let mut foreign = false;
    asked.extend(document.named(&["layer"]).filter(|n| document.ty(*n).is_some()));
    if asked.is_empty() {
        return;
    }
    for node in document.named(&["node"]) {
        let list = node.attribute_value("layer").unwrap_or_default();
        layers.extend(list.split_ascii_whitespace().map(str::to_owned));
    }
    // Nodes of other documents may belong to any layer.
    for node in document.named(&["instance_node"]) {
        foreign |= node.attribute_value("url").is_some_and(|u| !u.trim().starts_with('#'));
    }
    for layer in asked.into_iter().filter(|_| !foreign) {
        let text = layer.text();
        let name = text.trim();
        if !name.is_empty() && !layers.contains(name) {
            report.at_content(layer, format!("no node belongs to the layer `{name}`"));
        }
    }
}
