use portolan_syntax::{Node, Severity};

use super::curve::is_spline;
use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds samplers without `INPUT` or `OUTPUT`, and splines without `POSITION`.
    ///
    /// A curve needs its keys and values. A sampler should also have `INTERPOLATION`; without it the curve is read as
    /// linear, and the finding is a warning. A spline without it is linear by definition.
    "DAT060" "missing-curve-input" Error, spec "5-118", on ["sampler", "spline/control_vertices"], check
}

fn check<'a>(curve: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    if data.inputs(curve).next().is_none() {
        return;
    }
    let required: &[&str] = if is_spline(curve) { &["POSITION"] } else { &["INPUT", "OUTPUT"] };
    let name = curve.local_name();
    let mut complete = true;
    for semantic in required {
        if data.input(curve, semantic).is_none() {
            report.at(curve, format!("`<{name}>` has no input `{semantic}`"));
            complete = false;
        }
    }
    if complete && !is_spline(curve) && data.input(curve, "INTERPOLATION").is_none() {
        let message = format!("`<{name}>` has no input `INTERPOLATION`, so it is read as linear");
        let finding = report.finding(curve, curve.name_span(), message).severity(Severity::Warning);
        report.push(finding);
    }
}
