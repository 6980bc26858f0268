use portolan_syntax::{Node, Severity};

use super::values::{child_number, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds spot lights whose cone is not a cone.
    ///
    /// The angle of the cone is in degrees, from 0 to 360; the exponent says how fast the light fades towards the edge
    /// and should not be negative (a warning), since the edge would then be infinitely bright.
    "SEM131" "light-falloff" Error, spec "5-141", on ["light/technique_common/spot"], check
}

fn check<'a>(spot: Node<'a>, report: &mut Reporter<'_, 'a>) {
    if let Some((node, angle)) = child_number(spot, "falloff_angle")
        && !(0.0..=360.0).contains(&angle)
    {
        report.at_content(node, format!("`falloff_angle` of {} degrees is not between 0 and 360", shown(angle)));
    }
    if let Some((node, exponent)) = child_number(spot, "falloff_exponent")
        && (exponent < 0.0 || exponent.is_nan())
    {
        let message = format!("`falloff_exponent` is {}", shown(exponent));
        let finding = report.finding(node, node.content_span(), message).severity(Severity::Warning);
        report.push(finding.help("0 is an even light, larger numbers fall off faster"));
    }
}
