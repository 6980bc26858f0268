use portolan_syntax::{Node, Severity};

use super::scoped::{Scoped, value};
use crate::{Reporter, rule};

rule! {
    /// Finds textures of the common profile that do not name a sampler.
    ///
    /// The attribute `texture` holds the SID of a parameter with a `<sampler2D>`, not the id of an image. Many readers
    /// accept an image all the same, so that is only a warning; other names leave the surface without its texture.
    "SEM157" "texture-without-sampler" Error, spec "8-52", collada on ["effect"], check
}

fn check<'a>(effect: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut params = None;
    for texture in effect.descendants().filter(|n| n.local_name() == "texture") {
        if !matches!(report.document.path(texture), "~fx_color_or_texture/texture" | "~fx_transparent/texture") {
            continue;
        }
        let Some(name) = texture.attribute("texture") else { continue };
        let sid = name.value();
        let sid = sid.trim();
        let params = params.get_or_insert_with(|| Scoped::of(report.document, effect, &["newparam"]));
        let place = name.value_span();
        match params.find(texture, sid).map(value) {
            Some(None) => {}
            Some(Some(value)) if value.local_name().starts_with("sampler") => {}
            Some(Some(value)) => {
                let message =
                    format!("the texture `{sid}` is a parameter with a `<{}>`, not a sampler", value.local_name());
                report.push(report.finding(texture, place, message));
            }
            None => {
                let image = report.document.by_id(sid).filter(|n| report.document.path(*n) == "image");
                let finding = match image {
                    Some(_) => {
                        let message = format!("the texture `{sid}` is an image, not a sampler parameter");
                        report.finding(texture, place, message).severity(Severity::Warning)
                    }
                    None => {
                        report.finding(texture, place, format!("there is no sampler parameter `{sid}` for the texture"))
                    }
                };
                report.push(finding.help("declare a `<newparam>` with a `<sampler2D>` and name its SID"));
            }
        }
    }
}
