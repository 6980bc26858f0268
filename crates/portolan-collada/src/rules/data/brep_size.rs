use portolan_format::{Reporter, rule};
use portolan_syntax::Node;

use super::brep_support::told;
use crate::brep::What;

rule! {
    /// Finds curves and surfaces of a B-rep without size or direction.
    ///
    /// Directions and axes have a length, radii are not negative, and surfaces, hyperbolas and parabolas have some.
    "DAT164" "brep-size" Warning, spec "9-24", on ["brep"], check
}

fn check<'a>(brep: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for told in told(brep, report, &[What::Direction, What::Radius]) {
        report.at_content(told.node, told.message);
    }
}
