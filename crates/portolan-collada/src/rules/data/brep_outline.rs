use portolan_format::{Reporter, rule};
use portolan_scene::brep::{FaultKind, Look};
use portolan_syntax::Node;

use super::brep_support::{entry, found, more};

rule! {
    /// Finds faces of a B-rep whose wires bound no piece of their surface, or cross each other.
    ///
    /// The wires of a face are closed lines that meet nowhere: one around it, and one around each hole. What they bound cannot
    /// be told otherwise, and the face is not drawn, or only in part.
    "DAT165" "brep-outline" Warning, spec "9-21", on ["brep"], check
}

fn check<'a>(brep: Node<'a>, report: &mut Reporter<'_, 'a>) {
    // What is somewhere else bounds nothing; that is told as what it is.
    if [Look::Vertices, Look::Pcurves].iter().any(|look| !found(brep, report, *look).1.is_empty()) {
        return;
    }
    let (_, list) = found(brep, report, Look::Outlines);
    let Some(fault) = list.first() else { return };
    let Some((node, span)) = entry(brep, report, "faces", fault.index) else { return };
    let message = match fault.kind {
        FaultKind::Crossing => format!("wires of face {} cross{}", fault.index, more(list.len())),
        _ => format!("the wires of face {} bound no piece of its surface{}", fault.index, more(list.len())),
    };
    let finding = report.finding(node, span, message);
    report.push(finding);
}
