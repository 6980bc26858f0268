use portolan_syntax::{Node, Severity};

use super::values::{child_number, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds shapes whose mass or density is negative, or zero.
    ///
    /// They add up to the mass of the body. Zero is a warning: the shape then adds nothing.
    "SEM189" "shape-mass" Error, spec "6-43", on ["shape"], check
}

fn check<'a>(shape: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for name in ["mass", "density"] {
        let Some((node, value)) = child_number(shape, name) else { continue };
        let finding = report.finding(node, node.content_span(), format!("the {name} of the shape is {}", shown(value)));
        if value == 0.0 {
            report.push(finding.severity(Severity::Warning));
        } else if !(value > 0.0 && value.is_finite()) {
            report.push(finding);
        }
    }
}
