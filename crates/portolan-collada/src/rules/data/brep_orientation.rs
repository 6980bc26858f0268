use portolan_format::{Reporter, rule};
use portolan_scene::brep::{FaultKind, Look};
use portolan_syntax::Node;

use super::brep_support::{entry, found, more, told};
use crate::brep::What;

rule! {
    /// Finds orientations of a B-rep that contradict each other.
    ///
    /// Two faces of a shell run along their common edge in opposite directions. The outer wire of a face runs around the
    /// normal of its surface. The faces of a solid look outwards. Words other than `FORWARD` and `REVERSED` say nothing.
    "DAT162" "brep-orientation" Warning, spec "9-4", on ["brep"], check
}

fn check<'a>(brep: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let unknown = told(brep, report, &[What::Orientation]);
    if !unknown.is_empty() {
        for told in unknown {
            report.at_content(told.node, told.message);
        }
        return;
    }
    let (_, mut list) = found(brep, report, Look::Shells);
    list.retain(|f| f.kind == FaultKind::SameDirection);
    let (table, message, index) = match list.first() {
        Some(fault) => {
            let shell = fault.within.unwrap_or(0);
            let message = format!("faces of shell {shell} run along edge {} in the same direction", fault.index);
            ("shells", message, shell)
        }
        None => {
            (_, list) = found(brep, report, Look::Directions);
            list.retain(|f| f.kind != FaultKind::NoOutline);
            let Some(fault) = list.first() else { return };
            let index = fault.index;
            match fault.kind {
                FaultKind::InsideOut => ("solids", format!("the faces of solid {index} look inwards"), index),
                _ => ("faces", format!("the outer wire of face {index} runs against the normal"), index),
            }
        }
    };
    let Some((node, span)) = entry(brep, report, table, index) else { return };
    let finding = report.finding(node, span, format!("{message}{}", more(list.len())));
    report.push(finding);
}
