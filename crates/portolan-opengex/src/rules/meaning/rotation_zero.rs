use portolan_syntax::Node;

use crate::rules::read::{Series, word};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds rotations about an axis of length zero, and quaternions of length zero.
    ///
    /// Readers normalise both before they use them, and divide by zero here.
    "SEM226" "rotation-of-no-length" Error, spec "60", on ["Rotation"], check
}

fn check<'a>(rotation: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (Some(kind), Some(series)) = (word(report.document, rotation, "kind"), Series::of(report.document, rotation))
    else {
        return;
    };
    let values = series.floats();
    let message = match (&*kind, values.as_slice()) {
        ("axis", [_, 0.0, 0.0, 0.0]) => "the rotation axis has length 0",
        ("quaternion", [0.0, 0.0, 0.0, 0.0]) => "the quaternion has length 0",
        _ => return,
    };
    report.at_content(series.node, message);
}
