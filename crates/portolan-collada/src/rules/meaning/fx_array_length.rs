use portolan_syntax::Node;

use super::values::attribute_count;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds array parameters whose values do not fit: another number than `length`, or of several types.
    ///
    /// An array holds one value for all its items or exactly `length` values, all of one type.
    "SEM163" "parameter-array" Error, spec "8-9", on
        ["~cg_array", "~cg_setarray", "~glsl_array", "~glsl_setarray", "~gles2_array"], check
}

fn check<'a>(array: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(first) = array.elements().next() else { return };
    let mut count = 0;
    for item in array.elements() {
        count += 1;
        if item.name_id() != first.name_id() {
            let message = format!("a `<{}>` is in an array of `<{}>`", item.local_name(), first.local_name());
            report.at(item, message);
            return;
        }
    }
    let Some(length) = attribute_count(array, "length").filter(|l| *l > 0) else { return };
    if count != 1 && count != length {
        report.at_attribute(array, "length", format!("the array has {count} values, but a `length` of {length}"));
    }
}
