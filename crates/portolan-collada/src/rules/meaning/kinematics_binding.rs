use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds bindings of a kinematics scene that bind to nothing.
    ///
    /// `<bind_kinematics_model>` needs the `node` that stands for the model, and `<bind_joint_axis>` the `target`
    /// transform that the axis drives; without them nothing in the visual scene moves.
    "SEM154" "kinematics-binding" Warning, spec "10-14", on ["bind_kinematics_model", "bind_joint_axis"], check
}

fn check<'a>(bind: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let attribute = if bind.local_name() == "bind_joint_axis" { "target" } else { "node" };
    if bind.attribute(attribute).is_none() {
        report.at(bind, format!("`<{}>` has no `{attribute}` and has no effect", bind.local_name()));
    }
}
