use portolan_syntax::{Node, Severity};

use super::values::{child_vector, truth};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds moments of inertia that no body can have.
    ///
    /// None of the three may be negative (an error), and no one can be larger than the other two together, since each
    /// sums up squares of two of the three coordinates (a warning). Leave `<inertia>` out, and it is computed from the
    /// shapes.
    "SEM187" "body-inertia" Error, spec "6-37", on
        ["rigid_body/technique_common", "instance_rigid_body/technique_common"], check
}

/// Exporters round to a few digits.
const TOLERANCE: f64 = 1e-3;

fn check<'a>(body: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some((node, moments)) = child_vector::<3>(body, "inertia") else { return };
    if moments.iter().any(|m| !(*m >= 0.0 && m.is_finite())) {
        report.at_content(node, "a moment of inertia is negative or not a number");
        return;
    }
    let dynamic = body.child("dynamic").and_then(truth);
    let sum: f64 = moments.iter().sum();
    let message = if sum == 0.0 && dynamic == Some(true) {
        "a dynamic body has zero inertia"
    } else if moments.iter().any(|m| *m > (sum - m) * (1.0 + TOLERANCE)) {
        "one moment of inertia exceeds the sum of the other two"
    } else {
        return;
    };
    let finding = report.finding(node, node.content_span(), message).severity(Severity::Warning);
    report.push(finding.help("remove `<inertia>` to have it computed from the shapes"));
}
