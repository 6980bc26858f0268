use portolan_syntax::{Edit, Node};

use super::support::data;
use super::vertex_input_target::vertices_over;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds primitives that take `POSITION` directly instead of `VERTEX`.
    ///
    /// Positions belong in `<vertices>`, to which the primitive refers with `VERTEX`. It is clear what is meant, so the
    /// file is read, but other readers find no vertices.
    "DAT021" "position-in-primitive" Warning, spec "5-90", on [
        "lines", "linestrips", "polygons", "polylist", "triangles", "trifans", "tristrips",
    ], check
}

fn check<'a>(primitive: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(position) = data.input(primitive, "POSITION") else { return };
    let message = match data.input(primitive, "VERTEX") {
        Some(_) => "`POSITION` is given together with `VERTEX`, which already provides the positions",
        None => {
            "`POSITION` is used directly in a primitive; use `VERTEX`, which refers to the `<vertices>` of the \
            mesh"
        }
    };
    let span = position.node.attribute("semantic").map_or(position.node.name_span(), |a| a.value_span());
    let mut finding = report.finding(position.node, span, message);
    let beside = data.input(primitive, "VERTEX").is_some();
    let vertices = position.target.and_then(|source| vertices_over(data, primitive, source)).filter(|_| !beside);
    let attributes = (position.node.attribute("semantic"), position.node.attribute("source"));
    if let (Some(id), (Some(semantic), Some(source))) = (vertices, attributes) {
        let edits =
            vec![Edit::replace(semantic.value_span(), "VERTEX"), Edit::replace(source.value_span(), format!("#{id}"))];
        finding = finding.fix(format!("write `VERTEX` and refer to `#{id}`"), edits);
    }
    report.push(finding);
}
