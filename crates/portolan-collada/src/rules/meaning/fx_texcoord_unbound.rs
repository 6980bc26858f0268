use std::collections::BTreeSet;

use hashbrown::{HashMap, HashSet};
use portolan_syntax::{Node, Severity};

use super::binding::{Surfaces, texcoords, uses};
use super::scoped::target;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds textures whose texture coordinates are not bound where their material is used.
    ///
    /// The attribute `texcoord` of a `<texture>` is a name that a `<bind_vertex_input>` ties to an input of the
    /// geometry. Without one, readers guess, usually the first set of texture coordinates (for information only). When
    /// the geometry has no texture coordinates at all there is nothing to guess (a warning).
    "SEM169" "texcoord-unbound" Info, spec "8-21", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    // Without textures nothing asks for coordinates, however many instances there are.
    if document.named(&["texture"]).next().is_none() {
        return;
    }
    let mut surfaces = Surfaces::new(document);
    let mut asked: HashMap<_, BTreeSet<String>> = HashMap::new();
    for shown in uses(document) {
        for material in shown.materials() {
            let effect = target(document, material, "target", "material")
                .and_then(|m| m.child("instance_effect"))
                .and_then(|i| target(document, i, "url", "effect"));
            let (Some(effect), Some(symbol)) = (effect, material.attribute_value("symbol")) else { continue };
            let names = asked.entry(effect.id()).or_insert_with(|| texcoords(document, effect));
            if names.is_empty() {
                continue;
            }
            let Some(inputs) = surfaces.of(shown.geometry).get(symbol.trim()) else { continue };
            let bound: HashSet<String> = material
                .elements()
                .filter(|e| matches!(e.local_name(), "bind_vertex_input" | "bind"))
                .filter_map(|b| b.attribute_value("semantic").map(|s| s.trim().to_owned()))
                .collect();
            let textured = inputs.iter().any(|(s, _)| matches!(s.as_str(), "TEXCOORD" | "UV" | "TEXTURE"));
            for name in names.iter().filter(|n| !bound.contains(*n)) {
                if inputs.iter().any(|(semantic, set)| means(name, semantic, *set)) {
                    continue;
                }
                let finding = match textured {
                    true => {
                        let message = format!("no `<bind_vertex_input>` binds `{name}` to texture coordinates");
                        report.finding(material, material.name_span(), message)
                    }
                    false => {
                        let message = format!(
                            "the material has a texture, but the surface `{}` has no texture coordinates",
                            symbol.trim()
                        );
                        report.finding(material, material.name_span(), message).severity(Severity::Warning)
                    }
                };
                report.push(finding);
            }
        }
    }
}

/// Is a name that of an input, with or without the number of its set?
fn means(name: &str, semantic: &str, set: u64) -> bool {
    match name.strip_prefix(semantic) {
        Some("") => true,
        Some(number) => number.trim_start_matches('_').parse() == Ok(set),
        None => false,
    }
}
