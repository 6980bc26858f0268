use portolan_syntax::Node;

use crate::rules::support::numbers::{scalar, vector};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds drag sensors whose upper limit is given and lies below the lower one.
    ///
    /// That means no limit at all. Exchange them if a limit was meant.
    "SEM302" "sensor-limits" Info, spec "VRML97-6.34", on ["CylinderSensor", "PlaneSensor"], check
}

fn check<'a>(sensor: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (name, reversed) = match sensor.local_name() {
        "CylinderSensor" => match (scalar(sensor, "minAngle"), scalar(sensor, "maxAngle")) {
            (Some(min), Some(max)) => ("maxAngle", max < min && (min, max) != (0.0, -1.0)),
            _ => return,
        },
        _ => match (vector::<2>(sensor, "minPosition"), vector::<2>(sensor, "maxPosition")) {
            (Some(min), Some(max)) => {
                // 0 and -1 are the defaults, which say so on purpose.
                let reversed = min.into_iter().zip(max).any(|(min, max)| max < min && (min, max) != (0.0, -1.0));
                ("maxPosition", reversed)
            }
            _ => return,
        },
    };
    if reversed {
        report.at_attribute(sensor, name, format!("`{name}` is below the lower limit, so the limit is ignored"));
    }
}
