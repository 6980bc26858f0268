use portolan_syntax::Node;

use super::values::{child_vector, length};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds joints whose axis has no direction.
    ///
    /// A revolute joint turns about its axis, a prismatic one moves along it; the length does not matter, but it must
    /// not be zero.
    "SEM196" "joint-axis" Error, spec "10-45", on ["joint/prismatic", "joint/revolute"], check
}

fn check<'a>(primitive: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some((node, axis)) = child_vector::<3>(primitive, "axis") else { return };
    if !(length(axis) > 0.0 && length(axis).is_finite()) {
        report.at_content(node, format!("the axis of the {} joint has length 0", primitive.local_name()));
    }
}
