use crate::resolve::Link;
use crate::resolve::resolver;
use portolan_syntax::Node;

use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds morph targets that are not geometries of the document.
    ///
    /// The `MORPH_TARGET` source lists the ids of geometries. A target that is missing shifts the meaning of all
    /// weights after it.
    "REF022" "unknown-morph-target" Error, spec "5-92", on ["…/morph"], check
}

fn check<'a>(morph: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let resolver = resolver(document);
    let is_target = |i: &Node<'_>| i.attribute_value("semantic").is_some_and(|s| s == "MORPH_TARGET");
    let input = morph.child("targets").and_then(|t| t.elements().find(is_target));
    let Some(url) = input.and_then(|i| i.attribute_value("source")) else { return };
    let Link::Element(source) = resolver.link(&url) else { return };
    let Some(array) = source.elements().find(|e| e.local_name().ends_with("_array")) else { return };
    let Some(array) = document.tree.node(array.id()) else { return };
    let text = array.text();
    for word in text.split_ascii_whitespace() {
        let id = word.strip_prefix('#').unwrap_or(word);
        let message = match resolver.id(id) {
            Some(found) if matches!(found.local_name(), "geometry" | "controller") => continue,
            Some(found) => format!("the morph target `{}` is a `<{}>`, not a geometry", shown(id), found.local_name()),
            // Ids in an IDREF_array are the business of the rule for references.
            None if array.local_name() == "IDREF_array" => continue,
            None => format!("the morph target `{}` is not in the document", shown(id)),
        };
        report.at_content(array, message);
        break;
    }
}
