use portolan_syntax::{Node, Severity};

use super::curve::is_spline;
use super::support::{data, many, written};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds tangents with a number of components that does not match the curve.
    ///
    /// The tangents of a sampler with m values have 1 + m components: that of the key first, then one for each value.
    /// Pairs for each value (2 m) are read as well; m components leave the key open, which is only noted. The tangents of a
    /// spline have as many components as its positions.
    "DAT064" "tangent-width" Error, spec "5-120", on ["sampler", "spline/control_vertices"], check
}

fn check<'a>(curve: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let values = if is_spline(curve) { "POSITION" } else { "OUTPUT" };
    let Some(values) = data.input_source(curve, values).and_then(|s| s.width()) else { return };
    for input in data.inputs(curve).filter(|i| matches!(&*i.semantic, "IN_TANGENT" | "OUT_TANGENT")) {
        let Some(source) = input.target.and_then(|t| data.source(t)).filter(|s| s.count() != Some(0)) else { continue };
        let Some(width) = source.width() else { continue };
        let (name, semantic) = (written(input.node, "source"), &input.semantic);
        let span = input.node.attribute("source").map_or(input.node.name_span(), |a| a.value_span());
        let (message, severity) = if is_spline(curve) {
            if width == values {
                continue;
            }
            let given = many(width, "component");
            (format!("`{semantic}` (`{name}`) has {given}, the positions have {values}"), Severity::Error)
        } else if width == values.saturating_add(1) || width == values.saturating_mul(2) {
            continue;
        } else if width == values {
            ("the tangents have no time component; thirds of the segment are used".to_owned(), Severity::Info)
        } else {
            let (given, wanted) = (many(width, "component"), values.saturating_add(1));
            (
                format!("`{semantic}` (`{name}`) has {given}, but needs {wanted}: the key and {values} of output"),
                Severity::Error,
            )
        };
        let finding = report.finding(input.node, span, message).severity(severity);
        report.push(finding);
    }
}
