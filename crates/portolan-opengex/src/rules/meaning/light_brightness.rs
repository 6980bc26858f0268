use portolan_syntax::{Node, Severity};

use crate::rules::read::{number, word};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds light parameters that do not fit the type of light, or are negative.
    ///
    /// Point and spot lights have an `intensity` in candela, infinite lights an `illuminance` in lux. The other one
    /// does not apply, so the light has the default brightness of 1. An infinite light with `intensity` is only worth
    /// an information, because exporters of the first versions gave it to every light.
    "SEM213" "light-brightness" Warning, spec "37", on ["LightObject"], check
}

fn check<'a>(light: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(kind) = word(report.document, light, "type") else { return };
    for param in light.children_named("Param") {
        let Some(attribute) = word(report.document, param, "attrib") else { continue };
        let right = match (&*attribute, &*kind) {
            ("intensity", "infinite") => "illuminance",
            ("illuminance", "point" | "spot") => "intensity",
            ("intensity" | "illuminance", _) => {
                if let Some(value) = number(report.document, param).filter(|v| *v < 0.0) {
                    report.at(param, format!("a light cannot have the {attribute} {value}"));
                }
                continue;
            }
            _ => continue,
        };
        let message = format!("`{attribute}` does not apply to a light of type `{kind}`, which has `{right}`");
        let severity = if kind == "infinite" { Severity::Info } else { Severity::Warning };
        let span = param.attribute("attrib").map_or(param.name_span(), |a| a.value_span());
        let finding = report.finding(param, span, message).severity(severity);
        report.push(finding);
    }
}
