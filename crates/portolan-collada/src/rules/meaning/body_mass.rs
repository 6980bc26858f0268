use portolan_syntax::Node;

use super::values::{child_number, shown, truth};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds bodies whose mass is not positive.
    ///
    /// What moves under forces needs a mass; with zero or less it cannot be accelerated. A body that does not move
    /// (`dynamic` is false) may have a mass of zero, as some engines write for it.
    "SEM186" "body-mass" Error, spec "6-36", on
        ["rigid_body/technique_common", "instance_rigid_body/technique_common"], check
}

fn check<'a>(body: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some((node, mass)) = child_number(body, "mass") else { return };
    let dynamic = body.child("dynamic").and_then(truth);
    if mass == 0.0 && dynamic != Some(true) {
        return;
    }
    if !(mass > 0.0 && mass.is_finite()) {
        report.at_content(node, format!("the mass of the body is {}", shown(mass)));
    }
}
