use portolan_syntax::{Node, Severity};

use super::{effect, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds `<param ref="…">` in an effect that names no parameter of the effect.
    ///
    /// The value it should give is missing. The name is the `sid` of a `<newparam>` of the same technique, profile or
    /// effect.
    "REF040" "unresolved-param" Error, spec "5-105", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for param in effect::elements(document).filter(|n| n.local_name() == "param") {
        let Some(attr) = param.attribute("ref") else { continue };
        let name = attr.value();
        let name = name.trim();
        // `light.colors[2]` selects from the parameter `light`.
        let base = name.split(['.', '[']).next().unwrap_or(name);
        let found = |name: &str| !name.is_empty() && effect::parameter(document, param, name).is_some();
        if found(name) || found(base) {
            continue;
        }
        let message = format!("the effect has no parameter `{}` here", shown(name));
        let mut finding = report.finding(param, attr.value_span(), message);
        // Parameters of shaders may come from the program itself.
        if effect::profile(param).is_none_or(|p| p.local_name() != "profile_COMMON") {
            finding = finding.severity(Severity::Warning);
        }
        report.push(finding);
    }
}
