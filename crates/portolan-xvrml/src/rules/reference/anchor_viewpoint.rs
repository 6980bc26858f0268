use portolan_syntax::Node;

use crate::rules::support::has_inline;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds anchors that refer to a viewpoint of this world which does not exist.
    ///
    /// The default viewpoint is used then. Name a `Viewpoint` after the `#`.
    "REF312" "anchor-viewpoint-missing" Warning, spec "Anchor", on document, check
}

fn check<'a>(document: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut inline = None;
    for anchor in document.descendants().filter(|n| report.document.path(*n) == "Anchor") {
        let Some(url) = anchor.attribute_value("url") else { continue };
        let Some(name) = url.trim().strip_prefix('#') else { continue };
        let message = match report.document.by_id(name) {
            Some(node) if node.local_name() == "Viewpoint" => continue,
            Some(node) => format!("`{name}` is not a `<Viewpoint>` but a `<{}>`", node.name().full),
            None if *inline.get_or_insert_with(|| has_inline(report.document)) => continue,
            None => format!("no `<Viewpoint>` has the name `{name}`"),
        };
        report.at_attribute(anchor, "url", message);
    }
}
