use portolan_syntax::Node;

use crate::rules::support::fields::{Port, Way, end, port};
use crate::rules::support::named;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds routes from or to a field or event that the node does not have.
    ///
    /// Besides its events, a node receives `X` and `set-X` and sends `X` and `X-changed` for each of its attributes and
    /// value elements `X`. Hyphens, underscores and case do not matter.
    "REF305" "route-field-unknown" Error, spec "VRML97-4.10.2", on ["Route"], check
}

fn check<'a>(route: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for way in [Way::Out, Way::In] {
        let Some(end) = end(route, way) else { continue };
        let Some(node) = end.node.and_then(|n| named(report.document, &n)) else { continue };
        if node.local_name() == "ProtoDeclare" || !matches!(port(report.document, node, &end.field, way), Port::Missing)
        {
            continue;
        }
        let message = format!("`<{}>` has no field or event `{}`", node.name().full, end.field);
        let finding = report.finding(route, end.field_span, message).see(node.open_span(), "the node is here");
        report.push(finding);
    }
}
