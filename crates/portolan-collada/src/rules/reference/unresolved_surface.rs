use crate::resolve::resolver;
use portolan_syntax::{Node, Severity};

use super::{effect, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds samplers of COLLADA 1.4 whose surface is not there.
    ///
    /// `<source>` is the `sid` of a `<newparam>` with a `<surface>`, in the same profile or effect. Some exporters wrote
    /// the id of an image instead; that is read, with a warning.
    "REF042" "unresolved-surface" Error, spec "7-6", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for source in effect::elements(document).filter(|n| n.local_name() == "source") {
        if !source.parent().is_some_and(|p| p.local_name().starts_with("sampler")) {
            continue;
        }
        let text = source.text();
        let name = text.trim();
        // Set inside another parameter or a shader, the name may be the shader's.
        let common = effect::profile(source).is_none_or(|p| p.local_name() == "profile_COMMON");
        if name.is_empty() || !common {
            continue;
        }
        let shown = shown(name);
        let image = resolver(document).id(name.trim_start_matches('#')).filter(|n| n.local_name() == "image");
        let (message, severity) = match effect::parameter(document, source, name) {
            Some(parameter) => match effect::holds(parameter) {
                "surface" | "" => continue,
                holds => (format!("the parameter `{shown}` is a `<{holds}>`, not a surface"), Severity::Error),
            },
            None if image.is_some() => {
                (format!("`{shown}` is an image; a sampler must name the surface that contains it"), Severity::Warning)
            }
            None => (format!("the effect has no surface `{shown}` here"), Severity::Error),
        };
        let finding = report.finding(source, source.content_span(), message);
        report.push(finding.severity(severity));
    }
}
