use portolan_syntax::{Node, Severity};

use crate::rules::support::numbers::Field;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds backgrounds that do not have one colour more than angles, for the sky or for the ground.
    ///
    /// The first colour is at the zenith (or nadir), each further one at its angle.
    "DAT304" "background-colour-count" Error, spec "Background", on ["Background"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for (angle, color) in [("skyAngle", "skyColor"), ("groundAngle", "groundColor")] {
        let angles = Field::of(report.document, node, angle);
        let colours = Field::of(report.document, node, color);
        let (Some(n), Some(count)) = (angles.tuples(1), colours.tuples(4)) else { continue };
        // Neither colours nor angles: no ground, or a sky of one colour.
        if count == n + 1 || count == 0 && n == 0 {
            continue;
        }
        let written = colours.numbers();
        let at = written.or(angles.numbers()).map_or(node, |f| f.element);
        if let Some(rgb) = written.filter(|c| c.count == 3 * (n + 1)) {
            let message = format!(
                "`<{color}>`: the {} numbers are {} colours without alpha; a colour has four components",
                rgb.count,
                n + 1
            );
            let finding = report.finding(at, at.content_span(), message);
            report
                .push(finding.severity(Severity::Warning).help("readers assume opaque colours; add an alpha to each"));
            continue;
        }
        report.at_content(
            at,
            format!("`<{color}>` needs {} colours for the angles in `<{angle}>`, but has {count}", n + 1),
        );
    }
}
