use crate::data::Data;
use portolan_syntax::{Edit, Node};

use super::support::{data, written};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds inputs `VERTEX` that refer to a `<source>`, and other inputs that refer to `<vertices>`.
    ///
    /// `VERTEX` refers to everything that `<vertices>` combines; all other semantics take their values from a source.
    /// Correct the reference or the semantic.
    "DAT023" "vertex-input-target" Error, spec "5-47", on [
        "lines", "linestrips", "polygons", "polylist", "triangles", "trifans", "tristrips",
    ], check
}

fn check<'a>(primitive: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    for input in data.inputs(primitive) {
        let Some(target) = input.target else { continue };
        let message = match (&*input.semantic, target.local_name()) {
            ("VERTEX", "source") => {
                format!("`VERTEX` refers to the source `{}` instead of `<vertices>`", written(input.node, "source"))
            }
            ("VERTEX", _) => continue,
            (semantic, "vertices") => {
                let shown = portolan_schema::value::shown(semantic);
                format!("`{shown}` refers to `<vertices>`, but only `VERTEX` can")
            }
            _ => continue,
        };
        let Some(attribute) = input.node.attribute("source") else { continue };
        let mut finding =
            report.finding(input.node, attribute.value_span(), message).see(target.open_span(), "it refers to this");
        if let Some(id) = vertices_over(data, primitive, target).filter(|_| input.semantic == "VERTEX") {
            finding =
                finding.fix(format!("refer to `#{id}`"), vec![Edit::replace(attribute.value_span(), format!("#{id}"))]);
        }
        report.push(finding);
    }
}

/// The id of the mesh's `<vertices>`, if its positions are this source.
pub(super) fn vertices_over<'a>(data: Data<'a>, primitive: Node<'a>, source: Node<'a>) -> Option<String> {
    let vertices = primitive.parent_element()?.child("vertices")?;
    let positions = data.input(vertices, "POSITION")?.target?;
    let id = vertices.attribute_value("id")?.trim().to_owned();
    (positions == source && !id.is_empty()).then_some(id)
}
