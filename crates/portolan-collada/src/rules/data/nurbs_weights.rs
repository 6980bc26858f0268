use crate::data::Text;
use portolan_syntax::{Node, Severity};

use super::support::{data, written};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds NURBS with another number of weights than of poles, and weights that are not positive.
    ///
    /// Each pole has one weight. A pole with the weight zero has no effect, and negative weights can make the curve run to
    /// infinity; both give a warning.
    "DAT157" "nurbs-weights" Error, spec "9-25", on [
        "curve/nurbs/control_vertices", "brep/surface_curves/curve/nurbs/control_vertices",
        "brep/surfaces/surface/nurbs_surface/control_vertices",
    ], check
}

fn check<'a>(vertices: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(input) = data.input(vertices, "WEIGHT") else { return };
    let Some(weights) = input.target.and_then(|t| data.source(t)) else { return };
    let poles = data.input_source(vertices, "POLE");
    // Poles with a fourth component bring their weights along.
    if poles.and_then(|p| p.width()) == Some(4) {
        return;
    }
    if let (Some(count), Some(wanted)) = (weights.count(), poles.and_then(|p| p.count()))
        && count != wanted
    {
        let message = format!(
            "`{}` has {} for {}",
            written(input.node, "source"),
            portolan_syntax::counted(count, "weight", "weights"),
            portolan_syntax::counted(wanted, "pole", "poles")
        );
        report.at_attribute(input.node, "source", message);
    }
    let Some((accessor, array)) = weights.accessor.zip(weights.array) else { return };
    if array.run.is_none() || !array.kind.is_number() {
        return;
    }
    let text = Text::of(array.node);
    let bad = (0u64..).zip(text.floats()).find(|(index, (w, _))| *w <= 0.0 && accessor.place(*index).is_some());
    if let Some((_, (weight, at))) = bad {
        let message = format!("the weight `{weight}` of a pole is not positive");
        let finding = report.finding(array.node, text.span(at), message).severity(Severity::Warning);
        report.push(finding);
    }
}
