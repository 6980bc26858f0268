use portolan_syntax::{Node, Severity};

use super::support::{data, first_int};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds whole numbers outside the bounds that their `<int_array>` states with `minInclusive` and `maxInclusive`.
    ///
    /// Readers choose their storage by these bounds. Without the attributes the bounds are those of 32 bits.
    "DAT002" "int-array-bounds" Error, spec "5-69", on ["int_array"], check
}

fn check<'a>(array: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some((smallest, largest)) = data(report.document).run(array).and_then(|r| r.limits) else { return };
    let bound = |name: &str| report.document.bound.given::<i64>(array, name).sound();
    let (Some(min), Some(max)) = (bound("minInclusive"), bound("maxInclusive")) else { return };
    if smallest >= min && largest <= max {
        return;
    }
    let Some((value, span)) = first_int(array, |v| v < min || v > max) else { return };
    let (attribute, bound) = if value < min { ("minInclusive", min) } else { ("maxInclusive", max) };
    let relation = if value < min { "below" } else { "above" };
    let mut finding = match array.attribute(attribute) {
        Some(written) => {
            let message = format!("`{value}` is {relation} `{attribute}`, which is {bound}");
            report.finding(array, span, message).see(written.span(), "declared here")
        }
        None => {
            let message = format!("`{value}` exceeds 32 bits, but the array has no `{attribute}`");
            report.finding(array, span, message).severity(Severity::Warning)
        }
    };
    finding =
        finding.help(format!("`{attribute}=\"{}\"` covers all values", if value < min { smallest } else { largest }));
    report.push(finding);
}
