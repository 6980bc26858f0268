use portolan_syntax::{Node, Severity};

use super::values::{length, parallel, vector};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds `<lookat>` transforms without a direction, or whose up vector is invalid.
    ///
    /// The point of interest must differ from the eye, and the up vector must not be zero; otherwise the transform is
    /// undefined. An up vector on the line of sight is a warning: readers choose any rotation.
    "SEM113" "lookat-degenerate" Error, spec "5-86", on ["lookat"], check
}

fn check<'a>(lookat: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some([ex, ey, ez, ix, iy, iz, ux, uy, uz]) = vector(lookat) else { return };
    let (sight, up) = ([ix - ex, iy - ey, iz - ez], [ux, uy, uz]);
    if !(length(sight).is_finite() && length(up).is_finite()) {
        return;
    }
    if length(sight) == 0.0 {
        report.at_content(lookat, "`<lookat>` has the same eye and target point");
    } else if length(up) == 0.0 {
        report.at_content(lookat, "`<lookat>` has an up vector of length zero");
    } else if parallel(sight, up) {
        let finding = report.finding(lookat, lookat.content_span(), "`<lookat>` looks along its own up vector");
        report.push(finding.severity(Severity::Warning));
    }
}
