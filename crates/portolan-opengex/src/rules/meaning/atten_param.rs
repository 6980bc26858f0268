use portolan_syntax::Node;

use crate::rules::read::word;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds attenuation parameters that the curve or kind does not have.
    ///
    /// `begin` and `end` belong to the curves `linear` and `smooth`; `scale`, `offset`, `constant` and `linear` to `inverse`
    /// and `inverse_square`; `quadratic` to `inverse_square` alone; `power` to the kinds `angle` and `cos_angle`. The
    /// parameter has no effect. Correct the `curve` or `kind`, or remove it.
    "SEM215" "attenuation-parameter-ignored" Warning, spec "13", on ["Atten"], check
}

fn check<'a>(atten: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (Some(curve), Some(kind)) = (word(report.document, atten, "curve"), word(report.document, atten, "kind"))
    else {
        return;
    };
    let inverse = matches!(&*curve, "inverse" | "inverse_square");
    let known_curve = inverse || matches!(&*curve, "linear" | "smooth");
    let known_kind = matches!(&*kind, "distance" | "angle" | "cos_angle");
    for param in atten.children_named("Param") {
        let Some(attribute) = word(report.document, param, "attrib") else { continue };
        let (applies, by) = match &*attribute {
            "begin" | "end" => (!inverse || !known_curve, &curve),
            "scale" | "offset" | "constant" | "linear" => (inverse || !known_curve, &curve),
            "quadratic" => (curve == "inverse_square" || !known_curve, &curve),
            "power" => (kind != "distance" || !known_kind, &kind),
            _ => continue,
        };
        if !applies {
            let what = if attribute == "power" { "kind" } else { "curve" };
            let message = format!("`{attribute}` has no effect on an attenuation of {what} `{by}`");
            report.at_attribute(param, "attrib", message);
        }
    }
}
