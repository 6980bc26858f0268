use portolan_format::{Reporter, rule};
use portolan_scene::brep::Look;
use portolan_syntax::Node;

use super::brep_support::{entry, found, more, worst};

rule! {
    /// Finds curves in the parameters of a surface that lead elsewhere than the edge they belong to.
    ///
    /// The point of the surface at the parameters that the curve gives must be that of the edge, to within a ten-thousandth
    /// of the size of the shape. The largest distance is told.
    "DAT160" "brep-off-surface" Warning, spec "9-34", on ["brep"], check
}

fn check<'a>(brep: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (_, list) = found(brep, report, Look::Pcurves);
    let Some(fault) = worst(&list) else { return };
    let Some((node, span)) = entry(brep, report, "edges", fault.index) else { return };
    let face = fault.within.unwrap_or(0);
    let message = format!(
        "the parameter curve of edge {} on face {face} is {:.3e} away from the edge{}",
        fault.index,
        fault.distance,
        more(list.len())
    );
    let finding = report.finding(node, span, message);
    report.push(finding);
}
