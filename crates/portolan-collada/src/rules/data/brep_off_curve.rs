use portolan_format::{Reporter, rule};
use portolan_scene::brep::Look;
use portolan_syntax::Node;

use super::brep_support::{entry, found, more, worst};

rule! {
    /// Finds edges of a B-rep whose vertices are not on their curve.
    ///
    /// The curve at the two parameters of an edge must lead to its vertices, to within a ten-thousandth of the size of the
    /// shape. Otherwise faces that meet at the vertex have gaps. The largest distance is told.
    "DAT159" "brep-off-curve" Warning, spec "9-17", on ["brep"], check
}

fn check<'a>(brep: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (_, list) = found(brep, report, Look::Vertices);
    let Some(fault) = worst(&list) else { return };
    let Some((node, span)) = entry(brep, report, "edges", fault.index) else { return };
    let message =
        format!("a vertex of edge {} is {:.3e} away from its curve{}", fault.index, fault.distance, more(list.len()));
    let finding = report.finding(node, span, message);
    report.push(finding);
}
