use portolan_syntax::Node;

use crate::rules::support::numbers::Field;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds backgrounds whose sky or ground angles decrease.
    ///
    /// The angles go from the zenith (or nadir) outwards and must not decrease.
    "DAT305" "background-angle-order" Error, spec "Background", on ["Background"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for name in ["skyAngle", "groundAngle"] {
        let Some(angles) = Field::of(report.document, node, name).numbers() else { continue };
        if let Some((_, before, after)) = angles.first_descent(false) {
            report.at_content(angles.element, format!("`<{name}>` decreases: {after} comes after {before}"));
        }
    }
}
