use portolan_syntax::{Node, Severity};

use crate::rules::read::word;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds parts of a light that its type does not have.
    ///
    /// Only spot lights project a texture. Infinite lights are not attenuated, so readers pass over their `Atten`
    /// structures, which is only worth an information.
    "SEM214" "light-part-ignored" Warning, spec "38", on ["LightObject"], check
}

fn check<'a>(light: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(kind) = word(report.document, light, "type").filter(|k| matches!(&**k, "infinite" | "point")) else {
        return;
    };
    for part in light.elements() {
        let projected = word(report.document, part, "attrib").is_some_and(|w| w == "projection");
        if part.name().full == "Texture" && projected {
            report.at(part, format!("a light of type `{kind}` cannot project a texture"));
        } else if part.name().full == "Atten" && kind == "infinite" {
            let message = "a light of type `infinite` is not attenuated";
            let finding = report.finding(part, part.name_span(), message).severity(Severity::Info);
            report.push(finding);
        }
    }
}
