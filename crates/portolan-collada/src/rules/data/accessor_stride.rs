use portolan_syntax::Node;

use super::support::{at_attribute, data, many, with_number};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds accessors whose `stride` is smaller than what their params take.
    ///
    /// Each `<param>` takes one value (`float3` three, `float4x4` sixteen), also one without a name. With a smaller
    /// stride the tuples overlap; without `stride` it is 1.
    "DAT005" "accessor-stride" Error, spec "5-5", on ["accessor"], check
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
    let mut finding = at_attribute(report, node, "stride", message);
    // The stride is certain when the params then use up the whole array.
    let data = data(report.document);
    let length = data.target(node, "source").and_then(|a| data.array(a)).and_then(|a| a.longest());
    let whole = accessor.slots > 0 && accessor.offset == 0 && accessor.count > 0;
    if whole && length.is_some() && length == accessor.count.checked_mul(accessor.slots) {
        finding = with_number(finding, node, "stride", accessor.slots);
    }
    report.push(finding);
}
