use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds render states that have a value and a parameter at once.
    ///
    /// A state takes its value from `value` or from the parameter that `param` names; with both it is undefined which
    /// one is used. Remove one of them.
    "SEM180" "state-value-and-parameter" Error, spec "8-120", on ["effect"], check
}

fn check<'a>(effect: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for state in effect.descendants() {
        if !report.document.path(state).starts_with("~gl") {
            continue;
        }
        if let (Some(_), Some(_)) = (state.attribute("value"), state.attribute("param")) {
            report.at_attribute(state, "param", format!("`<{}>` has both a `value` and a `param`", state.local_name()));
        }
    }
}
