use portolan_syntax::Node;

use super::support::{data, many};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds accessors with `count="0"` on an array that has values.
    ///
    /// The values are never used. An empty source is legal, so an empty array is not reported.
    "DAT006" "accessor-reads-nothing" Warning, spec "5-5", on ["accessor"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(accessor) = data.accessor(node).filter(|a| a.count == 0) else { return };
    let Some(array) = data.target(node, "source").and_then(|a| data.array(a)) else { return };
    if let Some(run) = array.run.filter(|r| r.count > accessor.offset) {
        let message = format!("the accessor reads no values of an array with {}", many(run.count, "value"));
        report.at_attribute(node, "count", message);
    }
}
