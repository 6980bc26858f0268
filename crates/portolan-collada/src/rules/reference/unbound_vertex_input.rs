use crate::resolve::Link;
use crate::resolve::resolver;
use portolan_syntax::Node;

use super::shown;
use super::symbols::{Binding, materials};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds `<bind_vertex_input>`s that name an input that no primitive with the material's symbol has.
    ///
    /// A texture of the effect then has no coordinates. Exporters write such bindings for materials without textures too,
    /// where they do no harm. `input_semantic` and `input_set` are those of an `<input>` of the primitive
    /// (or of its `<vertices>`); an input without a set counts as set 0.
    "REF033" "unbound-vertex-input" Info, spec "8-21", on ["instance_geometry", "instance_controller"], check
}

fn check<'a>(instance: Node<'a>, report: &mut Reporter<'_, 'a>) {
    // Most instances have none, and geometries take longer to find.
    if materials(instance.child("bind_material")).all(|m| m.child("bind_vertex_input").is_none()) {
        return;
    }
    let Some(binding) = Binding::of(report.document, instance) else { return };
    let mesh = |primitive: Node<'a>| primitive.parent_element();
    for (symbol, material) in &binding.bound {
        // A symbol that nobody uses is told of by another rule.
        let Some(mesh) = binding.used.iter().find(|(s, _)| s == symbol).and_then(|(_, p)| mesh(*p)) else { continue };
        for bind in material.children_named("bind_vertex_input") {
            let Some(semantic) = bind.attribute_value("input_semantic") else { continue };
            let set = bind.attribute_value("input_set").and_then(|s| s.trim().parse::<u64>().ok());
            let uses = |p: &Node<'a>| {
                p.attribute_value("material").is_some_and(|m| m.trim().trim_start_matches('#') == symbol)
            };
            if mesh.elements().filter(uses).any(|p| has_input(report, p, &semantic, set)) {
                continue;
            }
            let of_set = set.map_or(String::new(), |s| format!(" of set {s}"));
            let message =
                format!("no primitive with the symbol `{}` has an input `{}`{of_set}", shown(symbol), shown(&semantic));
            let span = bind.attribute("input_semantic").map_or(bind.name_span(), |a| a.value_span());
            report.push(report.finding(bind, span, message));
        }
    }
}

/// An input without a set counts as set 0.
fn has_input<'a>(report: &Reporter<'_, 'a>, primitive: Node<'a>, semantic: &str, set: Option<u64>) -> bool {
    let fits = |input: Node<'_>| {
        let own = input.attribute_value("set").and_then(|s| s.trim().parse::<u64>().ok()).unwrap_or(0);
        input.attribute_value("semantic").is_some_and(|s| s == semantic) && set.is_none_or(|s| s == own)
    };
    primitive.children_named("input").any(|input| {
        let vertices = || match resolver(report.document).link(&input.attribute_value("source").unwrap_or_default()) {
            Link::Element(v) => v.elements().any(|i| i.local_name() == "input" && fits(i)),
            _ => false,
        };
        fits(input) || input.attribute_value("semantic").is_some_and(|s| s == "VERTEX") && vertices()
    })
}
