use portolan_syntax::Node;

use super::values::{child_number, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds orthographic cameras whose view has no size.
    ///
    /// `xmag` and `ymag` are half the width and half the height of what is seen; both must be positive.
    "SEM122" "camera-view-size" Error, spec "5-102", on ["camera/optics/technique_common/orthographic"], check
}

fn check<'a>(camera: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for name in ["xmag", "ymag"] {
        let Some((node, size)) = child_number(camera, name) else { continue };
        if !(size > 0.0 && size.is_finite()) {
            report.at_content(node, format!("`{name}` is {}, not a positive length", shown(size)));
        }
    }
}
