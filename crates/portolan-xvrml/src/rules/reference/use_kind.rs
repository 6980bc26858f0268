use portolan_syntax::Node;

use crate::rules::support::{is_in_field, use_attribute, use_target};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds a `Use` of a node that is not allowed at the place of the `Use`, such as a material among the children of
    /// a group.
    ///
    /// A `Use` puts the named node itself at its place, so the node must be allowed there.
    "REF302" "use-kind" Error, spec "VRML97-4.6.2", on ["Use"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let Some(target) = use_target(document, node).filter(|_| !is_in_field(node)) else { return };
    let Some(parent) = node.parent_element() else { return };
    let Some(ty) = document.ty(parent) else { return };
    let bound = &document.bound;
    let takes = |name: Option<portolan_schema::NameId>| name.is_some_and(|n| ty.child(n, bound.version).is_some());
    // Where the `Use` itself has no place, that was reported.
    if !takes(bound.name(node.name_id())) || takes(bound.name(target.name_id())) {
        return;
    }
    let message = format!("a `<{}>` cannot be used in `<{}>`", target.name().full, parent.name().full);
    let span = use_attribute(node).map_or(node.name_span(), |a| a.value_span());
    let finding = report.finding(node, span, message).see(target.open_span(), "the node is here");
    report.push(finding);
}
