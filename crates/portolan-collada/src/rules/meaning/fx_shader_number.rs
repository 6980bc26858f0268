use portolan_syntax::{Node, Severity};

use super::values::{child_number, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds invalid numbers of the common shading models.
    ///
    /// A negative `shininess` makes the highlight infinite (an error). `transparency` and `reflectivity` are shares
    /// from 0 to 1, and an `index_of_refraction` is positive; renderers clamp other values, each in its own way.
    "SEM164" "shading-number" Warning, spec "8-52", on
        ["profile_COMMON/technique/constant", "profile_COMMON/technique/lambert", "profile_COMMON/technique/phong",
         "profile_COMMON/technique/blinn"], check
}

fn check<'a>(shader: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let number = |name: &str| shader.child(name).and_then(|slot| child_number(slot, "float"));
    if let Some((node, shininess)) = number("shininess")
        && !(shininess >= 0.0 && shininess.is_finite())
    {
        let finding = report.finding(node, node.content_span(), format!("`shininess` is {}", shown(shininess)));
        report.push(finding.severity(Severity::Error).help("write 0 or a positive number"));
    }
    for name in ["transparency", "reflectivity"] {
        if let Some((node, share)) = number(name)
            && !(0.0..=1.0).contains(&share)
        {
            report.at_content(node, format!("`{name}` is {}, not between 0 and 1", shown(share)));
        }
    }
    if let Some((node, index)) = number("index_of_refraction")
        && !(index >= 0.0 && index.is_finite())
    {
        report.at_content(node, format!("`index_of_refraction` is {}", shown(index)));
    }
}
