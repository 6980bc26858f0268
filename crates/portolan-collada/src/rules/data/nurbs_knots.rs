use crate::data::{Data, Text, whole_attribute};
use portolan_syntax::Node;

use super::support::{data, written};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds NURBS whose knots do not fit: too few or too many, falling, or repeated too often.
    ///
    /// A curve of degree p with n poles has n + p + 1 knots that never fall, and no knot is repeated more than p + 1
    /// times. A surface has such knots along u and along v, and as many poles as both directions give together.
    "DAT156" "nurbs-knots" Error, spec "9-25", on [
        "curve/nurbs", "brep/surface_curves/curve/nurbs", "brep/surfaces/surface/nurbs_surface",
    ], check
}

fn check<'a>(nurbs: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(vertices) = nurbs.child("control_vertices") else { return };
    let directions: &[(&str, &str)] = match nurbs.local_name() {
        "nurbs_surface" => &[("KNOT_U", "degree_u"), ("KNOT_V", "degree_v")],
        _ => &[("KNOT", "degree")],
    };
    let mut poles_wanted = Some(1u64);
    for (semantic, degree) in directions {
        let Some(degree) = whole_attribute(nurbs, degree) else { return };
        let count = data.input_source(vertices, semantic).and_then(|s| s.count());
        let along = count.and_then(|knots| knots.checked_sub(degree.saturating_add(1)));
        poles_wanted = poles_wanted.zip(along).map(|(a, b)| a.saturating_mul(b));
        if let (Some(knots), None) = (count, along) {
            report.at(
                vertices,
                format!("{} too few for the degree {degree}", portolan_syntax::counted(knots, "knot is", "knots are")),
            );
        }
        knots_rise(data, report, vertices, semantic, degree);
    }
    let poles = data.input_source(vertices, "POLE").and_then(|s| s.count());
    if let (Some(wanted), Some(poles)) = (poles_wanted, poles)
        && wanted != poles
    {
        report.at(vertices, format!("the knots need {wanted} poles, but there are {poles}"));
    }
}

fn knots_rise<'a>(data: Data<'a>, report: &mut Reporter<'_, 'a>, vertices: Node<'a>, semantic: &str, degree: u64) {
    let Some(input) = data.input(vertices, semantic) else { return };
    let Some(source) = input.target.and_then(|t| data.source(t)) else { return };
    let Some((accessor, array)) = source.accessor.zip(source.array) else { return };
    if array.run.is_none() || !array.kind.is_number() {
        return;
    }
    let text = Text::of(array.node);
    let mut before = f64::NEG_INFINITY;
    let mut times = 0u64;
    for (index, (knot, at)) in (0u64..).zip(text.floats()) {
        if accessor.place(index).is_none() {
            continue;
        }
        times = if knot == before { times + 1 } else { 1 };
        let message = match () {
            _ if knot < before => {
                format!("the knot `{knot}` of `{}` comes after `{before}`", written(input.node, "source"))
            }
            _ if times > degree.saturating_add(1) => {
                format!(
                    "the knot `{knot}` of `{}` is repeated more than {} times",
                    written(input.node, "source"),
                    degree.saturating_add(1)
                )
            }
            _ => {
                before = knot;
                continue;
            }
        };
        let finding = report.finding(array.node, text.span(at), message);
        report.push(finding);
        return;
    }
}
