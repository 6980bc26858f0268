use portolan_syntax::Node;

use super::values::{length, parallel, vector};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds skews that cannot be computed: an axis of length zero, two parallel axes, or an angle at which the shear
    /// becomes infinite.
    ///
    /// A skew turns its first axis towards its second one by an angle in degrees, so both must have a direction, not
    /// the same one, and the angle must not be a right one.
    "SEM114" "skew-degenerate" Error, spec "5-133", on ["skew"], check
}

fn check<'a>(skew: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some([angle, ax, ay, az, bx, by, bz]) = vector(skew) else { return };
    let (a, b) = ([ax, ay, az], [bx, by, bz]);
    if !(length(a).is_finite() && length(b).is_finite() && angle.is_finite()) {
        return;
    }
    if length(a) == 0.0 || length(b) == 0.0 {
        report.at_content(skew, "`<skew>` has an axis of length zero");
    } else if parallel(a, b) {
        report.at_content(skew, "the two axes of `<skew>` are parallel");
    } else if (angle.rem_euclid(180.0) - 90.0).abs() < 1e-9 {
        report.at_content(skew, format!("`<skew>` by {angle} degrees is infinite"));
    }
}
