use crate::resolve::resolver;
use portolan_syntax::{Node, Severity};

use super::{effect, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds textures of the common profile whose sampler is not there.
    ///
    /// `texture` is the `sid` of a `<newparam>` that holds a sampler, in the same profile or effect. Older exporters wrote
    /// the id of an image instead; that is read, with a warning.
    "REF041" "unresolved-texture" Error, spec "8-53", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for texture in effect::elements(document).filter(|n| n.local_name() == "texture") {
        let common = effect::profile(texture).is_some_and(|p| p.local_name() == "profile_COMMON");
        let Some(attr) = texture.attribute("texture").filter(|_| common) else { continue };
        let name = attr.value();
        let name = name.trim();
        if name.is_empty() {
            continue;
        }
        let shown = shown(name);
        let image = resolver(document).id(name.trim_start_matches('#')).filter(|n| n.local_name() == "image");
        let (message, severity) = match effect::parameter(document, texture, name) {
            Some(parameter) => match effect::holds(parameter) {
                holds if holds.starts_with("sampler") || holds.is_empty() => continue,
                holds => (format!("the parameter `{shown}` is a `<{holds}>`, not a sampler"), Severity::Warning),
            },
            None if image.is_some() => {
                (format!("`{shown}` is an image; a texture must name the sampler that uses it"), Severity::Warning)
            }
            None => (format!("the effect has no sampler `{shown}` here"), Severity::Error),
        };
        report.push(report.finding(texture, attr.value_span(), message).severity(severity));
    }
}
