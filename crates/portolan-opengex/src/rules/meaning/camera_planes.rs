use portolan_syntax::Node;

use crate::rules::read::{number, word};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds cameras whose far plane is not beyond the near plane.
    ///
    /// Such a camera sees nothing, and most engines divide by the distance of the planes.
    "SEM218" "camera-plane-order" Error, spec "22", on ["CameraObject"], check
}

fn check<'a>(camera: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let param = |name: &str| {
        camera.children_named("Param").find(|p| word(report.document, *p, "attrib").is_some_and(|w| w == name))
    };
    let (Some(near), Some(far)) = (param("near"), param("far")) else { return };
    let value = |param| number(report.document, param);
    let (Some(near), Some(end)) = (value(near).filter(|v| *v > 0.0), value(far).filter(|v| *v > 0.0)) else { return };
    if end <= near {
        report.at(far, format!("the far plane ({end}) is not beyond the near plane ({near})"));
    }
}
