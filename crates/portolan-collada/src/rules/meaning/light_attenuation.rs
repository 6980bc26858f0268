use portolan_syntax::{Node, Severity};

use super::values::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds lights whose attenuation divides by zero, or by something negative from some distance on.
    ///
    /// A light is divided by `constant + linear·d + quadratic·d²`. When all three are zero it is infinitely bright
    /// everywhere, and readers show black, white or nothing; write a constant of 1 for a light that does not fade. A
    /// single negative term is a warning.
    "SEM130" "light-attenuation" Error, spec "5-110", on
        ["light/technique_common/point", "light/technique_common/spot"], check
}

const TERMS: [&str; 3] = ["constant_attenuation", "linear_attenuation", "quadratic_attenuation"];

fn check<'a>(light: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut zero = true;
    for name in TERMS {
        let child = light.child(name);
        let Some(term) = report.document.bound.given_child::<f64>(light, name).sound() else { return };
        zero &= term == 0.0;
        if let Some(child) = child.filter(|_| !(term >= 0.0 && term.is_finite())) {
            let message = format!("`{name}` is {}", shown(term));
            let finding = report.finding(child, child.content_span(), message).severity(Severity::Warning);
            report.push(finding.help("attenuation must be 0 or a positive number"));
        }
    }
    if zero {
        let message = format!("the attenuation of the {} light is zero at every distance", light.local_name());
        let finding = report.finding(light, light.name_span(), message);
        report.push(finding.help("set `constant_attenuation` to 1 for a light without falloff"));
    }
}
