use portolan_syntax::Node;

use super::support::{data, written};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds skins that do not have one inverse bind matrix of 16 numbers for each joint.
    ///
    /// Joints and matrices belong together by their number. Joints or matrices without a partner cannot be used.
    "DAT085" "bind-matrix-count" Error, spec "5-70", on ["skin/joints"], check
}

fn check<'a>(joints: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(input) = data.input(joints, "INV_BIND_MATRIX") else { return };
    let Some(matrices) = input.target.and_then(|t| data.source(t)) else { return };
    let name = written(input.node, "source");
    if let Some(width) = matrices.width().filter(|w| *w != 16) {
        report.at_attribute(input.node, "source", format!("a bind matrix has 16 numbers, but `{name}` gives {width}"));
        return;
    }
    let (Some(count), Some(wanted)) = (matrices.count(), data.input_source(joints, "JOINT").and_then(|s| s.count()))
    else {
        return;
    };
    if count != wanted {
        report.at_attribute(
            input.node,
            "source",
            format!(
                "`{name}` has {} for {}",
                portolan_syntax::counted(count, "bind matrix", "bind matrices"),
                portolan_syntax::counted(wanted, "joint", "joints")
            ),
        );
    }
}
