use portolan_syntax::Node;

use crate::{Reporter, rule};

rule! {
    /// Finds B-reps that have edges but no curves, or faces but no surfaces.
    ///
    /// Edges follow curves and faces lie on surfaces; without them the topology has no shape.
    "DAT154" "brep-missing-part" Error, spec "9-7", collada on ["brep"], check
}

fn check<'a>(brep: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for (user, needed) in [("edges", "curves"), ("faces", "surfaces")] {
        if let (Some(user), None) = (brep.child(user), brep.child(needed)) {
            report.at(user, format!("the B-rep has `<{}>`, but no `<{needed}>`", user.local_name()));
        }
    }
}
