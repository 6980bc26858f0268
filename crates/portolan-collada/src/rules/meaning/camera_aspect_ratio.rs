use portolan_syntax::Node;

use super::values::{child_number, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds cameras whose picture has no width or no height.
    ///
    /// The aspect ratio is width divided by height and must be positive. Without the element the ratio of the viewport
    /// is used.
    "SEM123" "camera-aspect-ratio" Error, spec "5-108", on
        ["camera/optics/technique_common/perspective", "camera/optics/technique_common/orthographic"], check
}

fn check<'a>(camera: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some((node, ratio)) = child_number(camera, "aspect_ratio") else { return };
    if !(ratio > 0.0 && ratio.is_finite()) {
        report.at_content(node, format!("`aspect_ratio` is {}, not a positive number", shown(ratio)));
    }
}
