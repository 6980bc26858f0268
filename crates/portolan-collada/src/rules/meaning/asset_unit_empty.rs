use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds `<unit>` elements without attributes.
    ///
    /// Without attributes the unit is the metre, also where an outer asset says something else. If that is meant,
    /// write `<unit meter="1" name="meter"/>`; if not, remove the element.
    "SEM103" "unit-without-size" Info, spec "5-17", on ["asset/unit"], check
}

fn check<'a>(unit: Node<'a>, report: &mut Reporter<'_, 'a>) {
    if unit.attribute("meter").is_none() && unit.attribute("name").is_none() {
        report.at(unit, "`<unit>` has neither `meter` nor `name` and defaults to the metre");
    }
}
