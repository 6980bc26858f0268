use portolan_syntax::Node;

use super::values::{attribute_number, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds units of length that are not a positive number of metres.
    ///
    /// Every length of the document is multiplied by it: with zero everything collapses into a point, a negative one
    /// turns everything inside out. Write how many metres one unit is, such as `0.01` for centimetres.
    "SEM102" "unit-size" Error, spec "5-17", on ["asset/unit"], check
}

fn check<'a>(unit: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(meter) = attribute_number(unit, "meter") else { return };
    if !(meter > 0.0 && meter.is_finite()) {
        report.at_attribute(unit, "meter", format!("a unit of {} metres is not a valid length", shown(meter)));
    }
}
