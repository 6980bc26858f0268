use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds constraints that hold no body: both ends are fixed to nodes of the visual scene, or to nothing.
    ///
    /// One end may be a node, the other must be a rigid body that can move.
    "SEM194" "constraint-without-body" Error, spec "6-39", on ["rigid_constraint"], check
}

fn check<'a>(constraint: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (Some(first), Some(second)) = (constraint.child("ref_attachment"), constraint.child("attachment")) else {
        return;
    };
    let document = report.document;
    let fixed = |end: Node<'a>| match end.attribute_value("rigid_body") {
        None => true,
        Some(reference) => {
            let id = reference.trim();
            let id = id.strip_prefix('#').unwrap_or(id);
            document.by_id(id).is_some_and(|n| document.path(n) == "node")
        }
    };
    if fixed(first) && fixed(second) {
        report.at(constraint, "neither end of the constraint is a rigid body");
    }
}
