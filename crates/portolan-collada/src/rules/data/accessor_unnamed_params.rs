use portolan_syntax::Node;

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds accessors none of whose params has a name, or that have no params.
    ///
    /// A `<param>` without name skips its value, so strictly such an accessor yields nothing. Readers use all values
    /// instead (those of the stride when there is no param at all), and so does this program. Name the params.
    "DAT008" "accessor-unnamed-params" Warning, spec "5-5", on ["accessor"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(accessor) = data(report.document).accessor(node).filter(|a| a.count > 0) else { return };
    if accessor.slots == 0 {
        report.at(node, "the accessor has no `<param>`, so strictly it yields no values");
    } else if !node.elements().any(|p| p.attribute("name").is_some_and(|n| !n.value().is_empty())) {
        report.at(node, "no `<param>` of the accessor has a name, so strictly all its values are skipped");
    }
}
