use portolan_syntax::Node;

use super::values::{child_number, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds springs that push instead of pull, or that speed up instead of damping.
    ///
    /// With a negative stiffness or damping the simulation gains energy and blows up.
    "SEM193" "spring-constants" Warning, spec "6-41", on
        ["rigid_constraint/technique_common/spring/angular", "rigid_constraint/technique_common/spring/linear"], check
}

fn check<'a>(spring: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for name in ["stiffness", "damping"] {
        let Some((node, value)) = child_number(spring, name) else { continue };
        if value < 0.0 || value.is_nan() {
            report.at_content(node, format!("the {name} of the {} spring is {}", spring.local_name(), shown(value)));
        }
    }
}
