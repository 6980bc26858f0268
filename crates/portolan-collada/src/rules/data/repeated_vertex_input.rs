use portolan_syntax::{Node, Severity};

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds primitives with more than one input `VERTEX`.
    ///
    /// A primitive has one set of vertices; several of them are ambiguous. Keep one. An exact repetition does no harm
    /// and gives a warning.
    "DAT022" "repeated-vertex-input" Error, spec "5-82", on [
        "lines", "linestrips", "polygons", "polylist", "triangles", "trifans", "tristrips",
    ], check
}

fn check<'a>(primitive: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let mut inputs = data.inputs(primitive).filter(|i| i.semantic == "VERTEX");
    let (Some(first), Some(second)) = (inputs.next(), inputs.next()) else { return };
    let span = second.node.attribute("semantic").map_or(second.node.name_span(), |a| a.value_span());
    let message = format!("`<{}>` has more than one input `VERTEX`", primitive.local_name());
    let mut finding = report.finding(second.node, span, message).see(first.node.open_span(), "the first one");
    if (first.target, first.offset) == (second.target, second.offset) {
        finding = finding.severity(Severity::Warning);
    }
    report.push(finding);
}
