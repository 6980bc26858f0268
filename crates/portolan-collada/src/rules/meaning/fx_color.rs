use portolan_syntax::Node;

use super::values::child_vector;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds colours of the common shading models with negative or undefined channels.
    ///
    /// Renderers clamp them or spread the error over the picture. Channels go from 0 to 1; emission may be brighter.
    "SEM166" "shading-color" Warning, spec "8-52", on ["~fx_color_or_texture", "~fx_transparent"], check
}

fn check<'a>(slot: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some((color, channels)) = child_vector::<4>(slot, "color") else { return };
    if channels.iter().any(|c| !(*c >= 0.0 && c.is_finite())) {
        report.at_content(
            color,
            format!("the colour of `<{}>` has a channel that is negative or not a number", slot.local_name()),
        );
    }
}
