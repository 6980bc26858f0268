use portolan_format::{Reporter, rule};
use portolan_scene::brep::{FaultKind, Look};
use portolan_syntax::Node;

use super::brep_support::{entry, found, more};

rule! {
    /// Finds shells of solids that are not closed.
    ///
    /// Each edge of a shell that bounds a solid stands between two faces. An edge with one face only is the rim of a hole,
    /// and the solid has no volume.
    "DAT161" "brep-open-shell" Warning, spec "9-38", on ["brep"], check
}

fn check<'a>(brep: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (_, mut list) = found(brep, report, Look::Shells);
    list.retain(|f| f.kind == FaultKind::OpenShell);
    let Some(fault) = list.first() else { return };
    let shell = fault.within.unwrap_or(0);
    let Some((node, span)) = entry(brep, report, "shells", shell) else { return };
    let message = format!("shell {shell} is open: edge {} has one face only{}", fault.index, more(list.len()));
    let finding = report.finding(node, span, message);
    report.push(finding);
}
