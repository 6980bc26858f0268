use crate::data::{Data, Text};
use portolan_schema::value::shown;
use portolan_syntax::{Node, Severity};

use super::support::{data, see_node};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds morph targets that do not match the base mesh vertex by vertex.
    ///
    /// All meshes of a morph have the same number of vertices in the same order, with the same inputs in `<vertices>`;
    /// they are blended one by one. A target with other inputs can be blended in part and gives a warning.
    "DAT102" "morph-target-shape" Error, spec "5-92", on ["morph"], check
}

fn check<'a>(morph: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(geometry) = data.base_geometry(morph) else { return };
    let Some(base) = data.mesh_vertices(geometry) else {
        if let Some(other) = geometry.elements().find(|e| matches!(e.local_name(), "spline" | "brep")) {
            report.at_attribute(
                morph,
                "source",
                format!("the base is a `<{}>`, but only meshes are blended", other.local_name()),
            );
        }
        return;
    };
    let Some(targets) = morph.child("targets").and_then(|t| data.input_source(t, "MORPH_TARGET")) else { return };
    let Some(array) = targets.array.filter(|a| !a.kind.is_number()) else { return };
    let text = Text::of(array.node);
    for (word, at) in text.words() {
        let Some(target) = data.by_id(word.trim_start_matches('#')).filter(|t| t.local_name() == "geometry") else {
            continue;
        };
        let name = shown(word);
        let span = text.span(at);
        let Some(vertices) = data.mesh_vertices(target) else {
            if target.elements().any(|e| matches!(e.local_name(), "spline" | "brep")) {
                let finding = report.finding(array.node, span, format!("the target `{name}` is not a mesh"));
                report.push(finding);
            }
            continue;
        };
        let finding = match (data.vertex_count(vertices), data.vertex_count(base)) {
            (Some(n), Some(wanted)) if n != wanted => {
                let message = format!("the target `{name}` has {n} vertices, the base has {wanted}");
                report.finding(array.node, span, message)
            }
            _ if vertices == base || semantics(data, vertices) == semantics(data, base) => continue,
            _ => {
                let message = format!("the target `{name}` has different inputs in `<vertices>` than the base");
                report.finding(array.node, span, message).severity(Severity::Warning)
            }
        };
        report.push(see_node(finding, Some(vertices), "the vertices of the target"));
    }
}

fn semantics<'a>(data: Data<'a>, vertices: Node<'a>) -> Vec<std::borrow::Cow<'a, str>> {
    data.inputs(vertices).map(|i| i.semantic).collect()
}
