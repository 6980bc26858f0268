use std::collections::BTreeSet;

use hashbrown::HashMap;
use portolan_syntax::Node;

use super::binding::{Surfaces, texcoords, uses};
use super::scoped::target;
use crate::{Document, Reporter, rule};

rule! {
    /// Finds bindings to vertex inputs that the geometry does not have.
    ///
    /// `input_semantic` and `input_set` of a `<bind_vertex_input>` name an input of the primitives that carry the
    /// material's symbol. Without such an input the effect gets nothing, and textures come out in one colour. Bindings
    /// that no texture of the effect asks for do no harm and are passed over.
    "SEM170" "vertex-input-unknown" Warning, spec "8-21", collada on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut surfaces = Surfaces::new(document);
    let mut asked: HashMap<_, Option<BTreeSet<String>>> = HashMap::new();
    for shown in uses(document) {
        for material in shown.materials().filter(|m| m.child("bind_vertex_input").is_some()) {
            let Some(symbol) = material.attribute_value("symbol") else { continue };
            let Some(inputs) = surfaces.of(shown.geometry).get(symbol.trim()) else { continue };
            let effect = target(document, material, "target", "material")
                .and_then(|m| m.child("instance_effect"))
                .and_then(|i| target(document, i, "url", "effect"));
            // An effect that is not known, or has shaders of its own, may ask for anything.
            let names =
                effect.and_then(|e| asked.entry(e.id()).or_insert_with(|| common_texcoords(document, e)).as_ref());
            for bind in material.children_named("bind_vertex_input") {
                let name = bind.attribute_value("semantic").unwrap_or_default();
                if names.is_some_and(|names| !names.contains(name.trim())) {
                    continue;
                }
                let Some(semantic) = bind.attribute_value("input_semantic") else { continue };
                let semantic = semantic.trim();
                let set = bind.attribute_value("input_set");
                let set = set.as_deref().map(|s| s.trim().parse::<u64>());
                let found = match set {
                    Some(Ok(set)) => inputs.iter().any(|(s, n)| s == semantic && *n == set),
                    Some(Err(_)) => continue,
                    None => inputs.iter().any(|(s, _)| s == semantic),
                };
                if found {
                    continue;
                }
                let message = match set {
                    Some(Ok(set)) => format!("the surface `{}` has no input `{semantic}` of set {set}", symbol.trim()),
                    _ => format!("the surface `{}` has no input `{semantic}`", symbol.trim()),
                };
                report.at(bind, message);
            }
        }
    }
}

/// The texture coordinates that an effect asks for, if the common profile is all it has.
fn common_texcoords(document: &Document, effect: Node<'_>) -> Option<BTreeSet<String>> {
    let mut profiles = effect.elements().filter(|e| e.local_name().starts_with("profile_"));
    let common = profiles.all(|p| p.local_name() == "profile_COMMON");
    common.then(|| texcoords(document, effect))
}
