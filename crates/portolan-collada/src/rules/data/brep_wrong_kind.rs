use portolan_format::{Reporter, rule};
use portolan_syntax::Node;

use super::brep_support::told;
use crate::brep::What;

rule! {
    /// Finds references of a B-rep that lead to something of another kind.
    ///
    /// Edges name curves of `<curves>`, faces name surfaces of `<surfaces>`, and parameter curves name curves of
    /// `<surface_curves>`.
    "DAT166" "brep-wrong-kind" Error, spec "9-7", on ["brep"], check
}

fn check<'a>(brep: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for told in told(brep, report, &[What::Kind]) {
        report.at(told.node, told.message);
    }
}
