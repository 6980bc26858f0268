use portolan_syntax::Node;

use crate::rules::read::{number, unsaid, word};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds fields of view that no camera can have.
    ///
    /// The angle, multiplied by the metric `angle`, is in radians and must lie between 0 and half a turn. A number such
    /// as 50 usually means degrees: then the file needs `Metric (key = "angle") {float {0.01745329252}}`.
    "SEM219" "camera-angle" Warning, spec "22", on ["CameraObject/Param"], check
}

fn check<'a>(param: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let Some(attribute) = word(report.document, param, "attrib").filter(|w| matches!(&**w, "fov" | "fovx" | "fovy"))
    else {
        return;
    };
    let Some(angle) = number(document, param) else { return };
    // Metrics come first; what comes later is another rule's matter.
    let mut metrics = document.tree.document().elements().take_while(|e| e.name().full == "Metric");
    let metric = metrics.find(|m| word(report.document, *m, "key").is_some_and(|k| k == "angle"));
    let written = metric.and_then(|m| number(document, m));
    let Some(factor) = written.or_else(|| unsaid(document, "Metric", "angle")) else { return };
    let radians = angle * factor;
    if !(radians > 0.0 && radians < std::f64::consts::PI) && factor > 0.0 {
        report.at(param, format!("a field of view of {radians} radians (`{attribute}` {angle}) is not possible"));
    }
}
