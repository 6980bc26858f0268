use portolan_syntax::Node;

use super::values::{child_number, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds perspective cameras whose near clipping plane is not in front of them.
    ///
    /// The projection divides by the distance of the near plane, so it must be positive. Choose the distance of the
    /// nearest thing to be seen.
    "SEM121" "camera-near-plane" Error, spec "5-108", on ["camera/optics/technique_common/perspective"], check
}

fn check<'a>(camera: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some((znear, distance)) = child_number(camera, "znear") else { return };
    if !(distance > 0.0 && distance.is_finite()) {
        let message = format!("`znear` of a perspective camera is {}, not a positive distance", shown(distance));
        report.at_content(znear, message);
    }
}
