use portolan_syntax::Node;

use super::values::{child_number, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds cameras whose far clipping plane is not beyond the near one.
    ///
    /// Such a camera sees nothing, and most engines divide by `zfar - znear`.
    "SEM101" "camera-clip-order" Error, spec "5-108", on
        ["camera/optics/technique_common/perspective", "camera/optics/technique_common/orthographic"], check
}

fn check<'a>(camera: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (Some((_, near)), Some((zfar, far))) = (child_number(camera, "znear"), child_number(camera, "zfar")) else {
        return;
    };
    if far <= near {
        report.at_content(zfar, format!("`zfar` ({}) is not beyond `znear` ({})", shown(far), shown(near)));
    }
}
