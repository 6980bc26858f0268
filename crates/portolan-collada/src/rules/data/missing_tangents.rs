use portolan_syntax::Node;

use super::curve::{TangentUse, curves, is_spline, leading_input};
use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds Bézier and Hermite curves without tangents.
    ///
    /// Both methods need the inputs `IN_TANGENT` and `OUT_TANGENT`, for Bézier the control points, for Hermite vectors.
    /// Without them the form of the curve is not known.
    "DAT063" "missing-tangents" Error, spec "5-120", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let mut uses = TangentUse::default();
    for curve in curves(report.document) {
        let lacks = |semantic: &str| data.input(curve, semantic).is_none();
        let missing = match (lacks("IN_TANGENT"), lacks("OUT_TANGENT")) {
            (true, true) => "no inputs `IN_TANGENT` and `OUT_TANGENT`",
            (true, false) => "no input `IN_TANGENT`",
            (false, true) => "no input `OUT_TANGENT`",
            (false, false) => continue,
        };
        let Some((key, method)) = uses.first(data, curve) else { continue };
        let Some(keys) = data.input_source(curve, leading_input(curve)).and_then(|s| s.count()) else { continue };
        let closed = |spline| report.document.bound.given(spline, "closed").counts();
        let is_closed = is_spline(curve) && curve.parent_element().is_some_and(closed);
        // The segments of an open curve begin at all keys but the last.
        let segments = if is_closed { keys } else { keys.saturating_sub(1) };
        if key < segments {
            report.at(curve, format!("the curve uses `{method}`, but `<{}>` has {missing}", curve.local_name()));
        }
    }
}
