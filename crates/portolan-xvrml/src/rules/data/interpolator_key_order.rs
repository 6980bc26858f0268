use portolan_syntax::Node;

use crate::rules::support::numbers::Field;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds interpolators whose keys decrease.
    ///
    /// Keys must not decrease (equal ones make a jump); otherwise a fraction cannot be assigned to a pair of keys. Sort
    /// the keys, and the values with them.
    "DAT301" "interpolator-key-order" Error, spec "VRML97-4.6.8", on
        ["ColorInterpolator", "CoordinateInterpolator", "NormalInterpolator", "OrientationInterpolator",
         "PositionInterpolator", "ScalarInterpolator"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(keys) = Field::of(report.document, node, "key").numbers() else { return };
    if let Some((i, before, after)) = keys.first_descent(false) {
        report.at_content(keys.element, format!("the keys decrease: key {i} is {after}, after {before}"));
    }
}
