use portolan_syntax::Node;

use super::values::child_vector;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds lights with a negative or undefined colour.
    ///
    /// A light may be brighter than 1, but a negative one takes light away, which few renderers can do.
    "SEM132" "light-color" Warning, spec "5-80", on
        ["light/technique_common/ambient", "light/technique_common/directional", "light/technique_common/point",
         "light/technique_common/spot"], check
}

fn check<'a>(light: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some((color, channels)) = child_vector::<3>(light, "color") else { return };
    if channels.iter().any(|c| !(*c >= 0.0 && c.is_finite())) {
        report
            .at_content(color, format!("the colour of the {} light is not three positive numbers", light.local_name()));
    }
}
