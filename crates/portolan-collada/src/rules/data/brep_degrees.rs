use portolan_format::{Reporter, rule};
use portolan_syntax::Node;

use super::brep_support::told;
use crate::brep::What;

rule! {
    /// Finds cones whose half angle can only be meant in degrees.
    ///
    /// The half angle of a cone is in radians and below π/2. A larger one is read as degrees. Write it in radians.
    "DAT163" "cone-in-degrees" Warning, spec "9-11", on ["brep"], check
}

fn check<'a>(brep: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for told in told(brep, report, &[What::Degrees]) {
        report.at_content(told.node, told.message);
    }
}
