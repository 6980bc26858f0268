use portolan_syntax::{Edit, Node};

use crate::rules::support::fields::{Port, Way, end, port};
use crate::rules::support::named;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds routes that spell an event otherwise than xVRML does, such as `fraction_changed`.
    ///
    /// Events have lower-case words with hyphens (`fraction-changed`), fields the spelling of the attribute. Readers
    /// understand the spellings of VRML97 and X3D too.
    "SEM315" "event-spelling" Warning, spec "CoordinateInterpolator", on ["Route"], check
}

fn check<'a>(route: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for way in [Way::Out, Way::In] {
        let Some(end) = end(route, way) else { continue };
        let Some(node) = end.node.as_deref().and_then(|n| named(report.document, n)) else { continue };
        let Port::Known(_, written) = port(report.document, node, &end.field, way) else { continue };
        // The fields of scripts and prototypes have the spelling of their declaration, with more freedom around it.
        if written == end.field
            || matches!(node.local_name(), "Script" | "ProtoInstance")
            || written.ends_with("children")
        {
            continue;
        }
        let message = format!("`{}` is spelled `{written}`", end.field);
        let mut finding = report.finding(route, end.field_span, message);
        if end.node_span != end.field_span {
            finding = finding.fix(format!("write `{written}`"), vec![Edit::replace(end.field_span, written)]);
        }
        report.push(finding);
    }
}
