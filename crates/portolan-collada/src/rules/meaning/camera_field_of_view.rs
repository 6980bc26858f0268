use portolan_syntax::{Node, Severity};

use super::values::{child_number, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds invalid fields of view.
    ///
    /// The angles of a perspective camera are in degrees, more than 0 and less than 180. An angle below two degrees is
    /// most likely meant in radians; that is a warning.
    "SEM120" "camera-field-of-view" Error, spec "5-108", on
        ["camera/optics/technique_common/perspective"], check
}

/// Below this, in degrees, an angle looks like one in radians (two of these are 115 degrees).
const RADIANS: f64 = 2.0;

fn check<'a>(camera: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for name in ["xfov", "yfov"] {
        let Some((node, angle)) = child_number(camera, name) else { continue };
        if !(angle > 0.0 && angle < 180.0) {
            report.at_content(node, format!("`{name}` of {} degrees is not between 0 and 180", shown(angle)));
        } else if angle < RADIANS {
            let message = format!("`{name}` of {} degrees is very narrow", shown(angle));
            let help = format!("angles are in degrees; if radians were meant, write {:.4}", angle.to_degrees());
            let finding = report.finding(node, node.content_span(), message).severity(Severity::Warning);
            report.push(finding.help(help));
        }
    }
}
