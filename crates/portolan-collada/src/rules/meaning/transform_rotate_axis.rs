use portolan_syntax::{Node, Severity};

use super::values::vector;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds rotations about an axis of length zero.
    ///
    /// Such an axis has no direction; normalising it gives `NaN` in careless readers. The rotation is read as none.
    /// When the angle is zero too, nothing is lost, and the finding is only for information.
    "SEM111" "rotation-axis" Error, spec "5-117", on ["rotate"], check
}

fn check<'a>(rotate: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some([0.0, 0.0, 0.0, angle]) = vector(rotate) else { return };
    let finding = match angle {
        0.0 => {
            let message = "`<rotate>` has an axis of length zero and an angle of zero";
            report.finding(rotate, rotate.content_span(), message).severity(Severity::Info)
        }
        _ => report.finding(rotate, rotate.content_span(), "`<rotate>` has an axis of length zero"),
    };
    report.push(finding.help("give the axis, such as `0 0 1`, or remove the rotation"));
}
