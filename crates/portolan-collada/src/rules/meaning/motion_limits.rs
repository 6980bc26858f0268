use portolan_schema::value::number::float;
use portolan_syntax::Node;

use super::values::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds motions whose greatest speed, acceleration or jerk is negative.
    ///
    /// These limits hold in both directions and are amounts; nothing can move with less than none.
    "SEM173" "motion-limits" Error, spec "10-11", on
        ["motion/technique_common/axis_info", "motion/technique_common/effector_info"], check
}

fn check<'a>(info: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for name in ["speed", "acceleration", "deceleration", "jerk"] {
        let value = info.child(name).and_then(|l| l.child("float").or_else(|| l.child("float2")));
        let Some(value) = value else { continue };
        let text = value.text();
        let mut numbers = text.split_ascii_whitespace().take(2).filter_map(|w| float(w.as_bytes()));
        if let Some(bad) = numbers.find(|n| *n < 0.0 || n.is_nan()) {
            report.at_content(value, format!("the maximum {name} is {}", shown(bad)));
        }
    }
}
