use portolan_syntax::Node;

use super::support::{data, many};
use crate::{Reporter, rule};

rule! {
    /// Finds accessors whose `stride` is smaller than what their params take.
    ///
    /// Each `<param>` takes one value (`float3` three, `float4x4` sixteen), also one without a name. With a smaller
    /// stride the tuples overlap; without `stride` it is 1.
    "DAT005" "accessor-stride" Error, spec "5-5", collada on ["accessor"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(accessor) = data(report.document).accessor(node) else { return };
    if accessor.stride >= accessor.slots && accessor.stride > 0 {
        return;
    }
    let stride = accessor.stride;
    let message = match node.attribute("stride") {
        _ if accessor.slots == 0 => "`stride` is 0, so every tuple would be the same".to_owned(),
        Some(_) => format!("`stride` is {stride}, but the params take {}", many(accessor.slots, "value")),
        None => format!("`stride` is missing and thus 1, but the params take {}", many(accessor.slots, "value")),
    };
    report.at_attribute(node, "stride", message);
}
