use portolan_syntax::Node;

use crate::rules::support::numbers::Field;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds interpolators with keys outside 0 to 1.
    ///
    /// A clock sends fractions from 0 to 1, so such keys are never reached. Scale the keys, or ignore this if a program
    /// sends the fractions.
    "DAT302" "interpolator-key-range" Warning, spec "VRML97-4.6.8", on
        ["ColorInterpolator", "CoordinateInterpolator", "NormalInterpolator", "OrientationInterpolator",
         "PositionInterpolator", "ScalarInterpolator"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(keys) = Field::of(report.document, node, "key").numbers() else { return };
    let mut first = None;
    keys.floats(|_, value| {
        if !(0.0..=1.0).contains(&value) && !value.is_nan() {
            first.get_or_insert(value);
        }
    });
    if let Some(value) = first {
        report.at_content(keys.element, format!("the key {value} is outside 0 to 1"));
    }
}
