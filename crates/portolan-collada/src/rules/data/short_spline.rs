use portolan_syntax::Node;

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds splines with fewer than two control vertices, and closed ones with fewer than three.
    ///
    /// Such a spline is not a curve, or one that folds back on itself.
    "DAT067" "short-spline" Warning, spec "5-139", on ["spline"], check
}

fn check<'a>(spline: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(vertices) = spline.child("control_vertices") else { return };
    let Some(count) = data.input_source(vertices, "POSITION").and_then(|s| s.count()) else { return };
    let closed = report.document.bound.given(spline, "closed").counts();
    match count {
        0 => report.at(spline, "the spline has no control vertices"),
        1 => report.at(spline, "the spline has only one control vertex"),
        2 if closed => report.at(spline, "the spline is closed, but has only two control vertices"),
        _ => {}
    }
}
