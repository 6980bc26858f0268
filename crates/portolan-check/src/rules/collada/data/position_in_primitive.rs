use portolan_syntax::Node;

use super::support::data;
use crate::{Reporter, rule};

rule! {
    /// Finds primitives that take `POSITION` directly instead of `VERTEX`.
    ///
    /// Positions belong into `<vertices>`, to which the primitive refers with `VERTEX`. It is clear what is meant, so the
    /// file is read, but other readers find no vertices.
    "DAT021" "position-in-primitive" Warning, spec "5-90", collada on [
        "lines", "linestrips", "polygons", "polylist", "triangles", "trifans", "tristrips",
    ], check
}

fn check<'a>(primitive: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(position) = data.input(primitive, "POSITION") else { return };
    let message = match data.input(primitive, "VERTEX") {
        Some(_) => "`POSITION` stands beside `VERTEX`, which already brings the positions",
        None => "`POSITION` stands directly in a primitive; `VERTEX` must lead to the `<vertices>` of the mesh",
    };
    report.at_attribute(position.node, "semantic", message);
}
