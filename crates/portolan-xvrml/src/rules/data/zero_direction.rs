use portolan_syntax::Node;

use crate::rules::support::numbers::vector;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds lights and sounds with a direction of length zero.
    ///
    /// Such a light lights nothing, or what a reader makes of it.
    "DAT315" "zero-direction" Warning, spec "VRML97-4.6.6", on ["DirectionalLight", "SpotLight", "Sound"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    if vector::<3>(node, "direction") == Some([0.0; 3]) {
        report.at_attribute(node, "direction", "the direction has length 0");
    }
}
