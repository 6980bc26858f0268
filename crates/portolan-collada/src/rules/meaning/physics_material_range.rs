use portolan_syntax::{Node, Severity};

use super::values::{child_number, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds physics materials with impossible friction or restitution.
    ///
    /// Negative values are errors. A restitution above 1 makes things bounce higher each time (a warning), and surfaces
    /// that stick less at rest than when sliding do not exist (for information).
    "SEM191" "physics-material" Error, spec "6-26", on ["physics_material/technique_common"], check
}

fn check<'a>(material: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for name in ["dynamic_friction", "restitution", "static_friction"] {
        let Some((node, value)) = child_number(material, name) else { continue };
        if !(value >= 0.0 && value.is_finite()) {
            report.at_content(node, format!("`{name}` is {}", shown(value)));
        } else if name == "restitution" && value > 1.0 {
            let message = format!("`restitution` is {}, more than 1", shown(value));
            let finding = report.finding(node, node.content_span(), message);
            report.push(finding.severity(Severity::Warning));
        }
    }
    if let (Some((_, sliding)), Some((node, resting))) =
        (child_number(material, "dynamic_friction"), child_number(material, "static_friction"))
        && resting >= 0.0
        && resting < sliding
    {
        let message = "`static_friction` is smaller than `dynamic_friction`";
        report.push(report.finding(node, node.content_span(), message).severity(Severity::Info));
    }
}
