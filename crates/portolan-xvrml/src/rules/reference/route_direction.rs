use portolan_syntax::Node;

use crate::rules::support::fields::{Port, Way, end, port};
use crate::rules::support::named;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds routes from an event that a node only receives, or to one that it only sends.
    ///
    /// A route goes from an output to an input; attributes and value elements are both.
    "REF306" "route-direction" Error, spec "VRML97-4.10.2", on ["Route"], check
}

fn check<'a>(route: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for way in [Way::Out, Way::In] {
        let Some(end) = end(route, way) else { continue };
        let Some(node) = end.node.and_then(|n| named(report.document, &n)) else { continue };
        if !matches!(port(report.document, node, &end.field, way), Port::WrongWay) {
            continue;
        }
        let does = if way == Way::Out { "receives" } else { "sends" };
        let message = format!("`<{}>` only {does} `{}`", node.name().full, end.field);
        let finding = report.finding(route, end.field_span, message).see(node.open_span(), "the node is here");
        report.push(finding);
    }
}
