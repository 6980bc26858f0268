use portolan_syntax::{Node, Severity};

use super::support::{data, written};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds inputs whose source has another number of components than their semantic requires.
    ///
    /// Positions have two or three components, normals, tangents and binormals three, colours three or four, texture
    /// coordinates up to four. Words instead of numbers are an error.
    "DAT034" "semantic-width" Warning, spec "5-47", on [
        "lines", "linestrips", "polygons", "polylist", "triangles", "trifans", "tristrips", "vertices",
        "spline/control_vertices", "skin/vertex_weights",
    ], check
}

fn check<'a>(owner: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    for input in data.inputs(owner) {
        let (least, most) = match &*input.semantic {
            "POSITION" => (2, 3),
            "NORMAL" | "TANGENT" | "BINORMAL" | "TEXTANGENT" | "TEXBINORMAL" => (3, 3),
            "COLOR" => (3, 4),
            "TEXCOORD" | "UV" => (1, 4),
            "WEIGHT" => (1, 1),
            _ => continue,
        };
        let Some(source) = input.target.and_then(|t| data.source(t)) else { continue };
        let (name, semantic) = (written(input.node, "source"), &input.semantic);
        let span = input.node.attribute("source").map_or(input.node.name_span(), |a| a.value_span());
        if let Some(array) = source.array.filter(|a| !a.kind.is_number()) {
            let message = format!("`{semantic}` needs numbers, but `{name}` reads a `{}`", array.node.local_name());
            let finding = report.finding(input.node, span, message).severity(Severity::Error);
            report.push(finding);
            continue;
        }
        let Some(width) = source.width().filter(|w| !(least..=most).contains(w)) else { continue };
        let wanted = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        let message = format!("`{semantic}` has {wanted} components, but `{name}` gives {width}");
        let finding = report.finding(input.node, span, message);
        report.push(finding);
    }
}
