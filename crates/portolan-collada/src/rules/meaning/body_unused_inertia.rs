use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Notes bodies that give their inertia or mass frame, and no mass.
    ///
    /// Without a `<mass>` all three are computed from the shapes, and the given values are ignored. Add the mass.
    "SEM155" "unused-inertia" Info, spec "6-37", on ["rigid_body/technique_common"], check
}

fn check<'a>(body: Node<'a>, report: &mut Reporter<'_, 'a>) {
    if body.child("mass").is_some() {
        return;
    }
    for name in ["mass_frame", "inertia"] {
        if let Some(node) = body.child(name) {
            report.at(node, format!("`<{name}>` is ignored in a body without `<mass>`"));
        }
    }
}
