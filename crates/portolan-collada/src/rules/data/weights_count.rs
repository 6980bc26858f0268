use crate::data::whole_attribute;
use portolan_syntax::Node;

use super::support::{at_attribute, data, with_number};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds `<vertex_weights>` whose `count` is not the number of entries of its `<vcount>`.
    ///
    /// Each vertex has one entry. Readers that trust `count` lose vertices or read beyond the end.
    "DAT081" "weights-count" Error, spec "5-154", on ["skin/vertex_weights"], check
}

fn check<'a>(weights: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(declared) = whole_attribute(weights, "count") else { return };
    let real = match weights.child("vcount") {
        Some(vcount) => data(report.document).run(vcount).map(|r| r.count),
        None => Some(0),
    };
    if let Some(real) = real.filter(|real| *real != declared) {
        let message =
            format!("`count` is {declared}, but `<vcount>` has {}", portolan_syntax::counted(real, "entry", "entries"));
        let finding = at_attribute(report, weights, "count", message);
        report.push(with_number(finding, weights, "count", real));
    }
}
