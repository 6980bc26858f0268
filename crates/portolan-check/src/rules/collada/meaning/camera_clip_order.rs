use portolan_collada::views::{Perspective, View};
use portolan_syntax::Node;

use super::values::shown;
use crate::{Reporter, rule};

rule! {
    /// Finds cameras whose far clipping plane is not beyond the near one.
    ///
    /// Such a camera sees nothing, and most engines divide by `zfar - znear`.
    "SEM101" "camera-clip-order" Error, spec "5-108", collada on
        ["camera/optics/technique_common/perspective", "camera/optics/technique_common/orthographic"], check
}

fn check<'a>(camera: Node<'a>, report: &mut Reporter<'_, 'a>) {
    // Both kinds of camera have the two planes, and a view asks no questions about its node.
    let camera = Perspective::wrap(camera);
    let (Some(near), Some(far), Some(zfar)) = (camera.znear_value(), camera.zfar_value(), camera.zfar()) else {
        return;
    };
    if far <= near {
        report.at_content(zfar, format!("`zfar` ({}) is not beyond `znear` ({})", shown(far), shown(near)));
    }
}
