use hashbrown::HashMap;
use portolan_syntax::Node;

use crate::rules::read::word;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds colours, parameters, spectra and textures of one structure that share their attribute.
    ///
    /// Only one of them can take effect, and which one depends on the reader. A field of view given as `fov` and as
    /// `fovx` is the same thing twice, too. Remove all but one.
    "SEM217" "attribute-repeated" Warning, spec "39,58", on
        ["Material", "CameraObject", "Atten", "Clip"], check
}

fn check<'a>(holder: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut seen: HashMap<(&str, String), Node<'a>> = HashMap::new();
    for item in holder.elements() {
        let name = item.name().full;
        if !matches!(name, "Color" | "Param" | "Spectrum" | "Texture") {
            continue;
        }
        let Some(attribute) = word(report.document, item, "attrib") else { continue };
        let is_fov = attribute == "fovx" && holder.name().full == "CameraObject";
        let same = if is_fov { "fov".into() } else { attribute.clone() };
        if let Some(first) = seen.get(&(name, same.to_string())) {
            let message = format!("`{}` has two `{name}` structures for `{attribute}`", holder.name().full);
            let span = item.attribute("attrib").map_or(item.name_span(), |a| a.value_span());
            let finding = report.finding(item, span, message).see(first.name_span(), "the first one");
            report.push(finding);
        } else {
            seen.insert((name, same.into_owned()), item);
        }
    }
}
