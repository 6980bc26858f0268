use portolan_syntax::{Node, Severity};

use super::curve::{is_spline, leading_input};
use super::support::{data, many, written};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds samplers and splines whose inputs differ in their number of values.
    ///
    /// Every key has one value, one interpolation and one tangent on each side, and so has every control vertex.
    /// Surplus values are never used and only give a warning; missing values make the curve end early.
    "DAT061" "curve-input-count" Error, spec "5-118", on ["sampler", "spline/control_vertices"], check
}

fn check<'a>(curve: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let leading = leading_input(curve);
    let Some(keys) = data.input_source(curve, leading).and_then(|s| s.count()) else { return };
    for input in data.inputs(curve).filter(|i| i.semantic != leading) {
        let known = matches!(&*input.semantic, "OUTPUT" | "INTERPOLATION" | "IN_TANGENT" | "OUT_TANGENT");
        if !known && !is_spline(curve) {
            continue;
        }
        let Some(count) = input.target.and_then(|t| data.source(t)).and_then(|s| s.count()) else { continue };
        if count == keys {
            continue;
        }
        let things = if is_spline(curve) { "positions" } else { "keys" };
        let semantic = portolan_schema::value::shown(&input.semantic);
        let message = format!(
            "`{semantic}` (`{}`) has {} for {keys} {things}",
            written(input.node, "source"),
            many(count, "value")
        );
        let span = input.node.attribute("source").map_or(input.node.name_span(), |a| a.value_span());
        let mut finding = report.finding(input.node, span, message);
        // The last interpolation of an open curve is never used.
        if count > keys || semantic == "INTERPOLATION" && count + 1 == keys {
            finding = finding.severity(Severity::Warning);
        }
        report.push(finding);
    }
}
