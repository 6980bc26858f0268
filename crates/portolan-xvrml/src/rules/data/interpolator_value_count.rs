use portolan_syntax::{Node, Severity};

use crate::rules::support::numbers::Field;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds interpolators that do not have a value for each key. Coordinate and normal interpolators need the same
    /// number of points for each key.
    ///
    /// The values after the last common key are lost, or the animation stops early.
    "DAT303" "interpolator-value-count" Error, spec "ColorInterpolator", on
        ["ColorInterpolator", "CoordinateInterpolator", "NormalInterpolator", "OrientationInterpolator",
         "PositionInterpolator", "ScalarInterpolator"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (Some(keys), Some(values)) =
        (Field::of(report.document, node, "key").numbers(), Field::of(report.document, node, "keyValue").numbers())
    else {
        return;
    };
    let kind = node.local_name();
    let components = match kind {
        "ScalarInterpolator" => 1,
        "ColorInterpolator" | "OrientationInterpolator" => 4,
        _ => 3,
    };
    let (keys, count) = (keys.count, values.count / components);
    let several = matches!(kind, "CoordinateInterpolator" | "NormalInterpolator");
    let fits = match several {
        true if keys == 0 => count == 0,
        true => count.is_multiple_of(keys),
        false => count == keys,
    };
    if fits {
        return;
    }
    if kind == "ColorInterpolator" && values.count == keys * 3 {
        let message = format!(
            "the {} numbers are {keys} colours without alpha for {keys} keys; a colour has four components",
            values.count
        );
        let finding = report.finding(values.element, values.element.content_span(), message);
        return report
            .push(finding.severity(Severity::Warning).help("readers assume opaque colours; add an alpha to each"));
    }
    let values_given = portolan_syntax::counted(count, "value", "values");
    let message = match several {
        true => {
            format!("{values_given} cannot be divided evenly among {}", portolan_syntax::counted(keys, "key", "keys"))
        }
        false => format!("{values_given} for {}", portolan_syntax::counted(keys, "key", "keys")),
    };
    report.at_content(values.element, message);
}
