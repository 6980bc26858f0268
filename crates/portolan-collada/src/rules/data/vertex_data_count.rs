use portolan_syntax::{Node, Severity};

use super::support::{data, many, written};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds inputs of `<vertices>` with another number of values than the positions.
    ///
    /// They are picked by the same index as the position. With fewer of them some vertices have none; more of them are
    /// never used, which is a warning only.
    "DAT033" "vertex-data-count" Error, spec "5-156", on ["vertices"], check
}

fn check<'a>(vertices: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(positions) = data.vertex_count(vertices) else { return };
    for input in data.inputs(vertices).filter(|i| i.semantic != "POSITION") {
        let Some(count) = input.target.and_then(|t| data.source(t)).and_then(|s| s.count()) else { continue };
        if count == positions {
            continue;
        }
        let source = written(input.node, "source");
        let message = format!("`{source}` has {} for {positions} vertices", many(count, "value"));
        let span = input.node.attribute("source").map_or(input.node.name_span(), |a| a.value_span());
        let mut finding = report.finding(input.node, span, message);
        if count > positions {
            finding = finding.severity(Severity::Warning);
        }
        report.push(finding);
    }
}
