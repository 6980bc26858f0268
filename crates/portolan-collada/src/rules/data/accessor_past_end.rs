use portolan_syntax::Node;

use super::support::{data, many, with_number};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds accessors that read beyond the end of their array.
    ///
    /// The last value they read is at `offset + (count - 1) * stride + params`. Readers crash, refuse the file or fill in
    /// zeros. Usually `count` is the number of values where the number of tuples is meant, or the array was shortened.
    "DAT004" "accessor-past-end" Error, spec "5-5", on ["accessor"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(accessor) = data.accessor(node) else { return };
    let Some(array) = data.target(node, "source").and_then(|a| data.array(a)) else { return };
    let Some(length) = array.longest() else { return };
    // A stride that is too small is a finding of its own, and the end cannot be told then.
    if accessor.end() <= length || accessor.stride < accessor.slots {
        return;
    }
    let message = format!("the accessor reads {}, but the array has {length}", many(accessor.end(), "value"));
    let span = node.attribute("count").map_or(node.name_span(), |a| a.value_span());
    let mut finding = report.finding(node, span, message).see(array.node.open_span(), "the array");
    let fits = length.checked_sub(accessor.offset.saturating_add(accessor.reach)).map(|rest| match accessor.stride {
        0 => 1,
        stride => rest / stride + 1,
    });
    if let Some(fits) = fits {
        finding = finding.help(format!("there is room for {}", many(fits, "tuple")));
        // Where the values divide evenly, the array is whole and only the number is wrong.
        let even = accessor.stride > 0 && length.checked_sub(accessor.offset).is_some_and(|n| n % accessor.stride == 0);
        if even && node.attribute("count").is_some() {
            finding = with_number(finding, node, "count", fits);
        }
    }
    report.push(finding);
}
