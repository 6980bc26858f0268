use portolan_syntax::{Node, Severity};

use super::scoped::{Scoped, base};
use crate::{Reporter, rule};

rule! {
    /// Finds effects that take a value from a parameter they do not declare.
    ///
    /// A `<param>` or the attribute `param` of a render state names a `<newparam>` of the technique, its profile or the
    /// effect. In the programmable profiles parameters may also come from foreign code, so it is a warning there.
    "SEM156" "effect-parameter-unknown" Error, spec "5-105", collada on ["effect"], check
}

fn check<'a>(effect: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let params = Scoped::of(report.document, effect, &["newparam"]);
    for node in effect.descendants() {
        let Some(ty) = report.document.ty(node) else { continue };
        let attribute = match node.local_name() {
            "param" => "ref",
            _ if ty.path.starts_with("~gl") => "param",
            _ => continue,
        };
        let Some(name) = node.attribute(attribute) else { continue };
        let value = name.value();
        if params.find(node, value.trim()).is_some() || params.find(node, base(&value)).is_some() {
            continue;
        }
        let message = format!("the effect has no parameter `{}`", value.trim());
        let finding = report.finding(node, name.value_span(), message);
        let common = node.ancestors().any(|a| a.local_name() == "profile_COMMON");
        report.push(if common { finding } else { finding.severity(Severity::Warning) });
    }
}
