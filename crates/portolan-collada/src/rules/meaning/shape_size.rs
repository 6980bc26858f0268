use portolan_schema::value::number::float;
use portolan_syntax::Node;

use super::values::{child_vector, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds collision shapes without extent: a size that is not positive, a plane without a normal.
    ///
    /// Physics engines refuse such shapes, or things fall through them. Sizes are half extents (boxes), radii and
    /// heights in the unit of the document.
    "SEM190" "shape-size" Error, spec "6-43", on
        ["box", "sphere", "cylinder", "tapered_cylinder", "capsule", "tapered_capsule", "plane"], check
}

fn check<'a>(shape: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let kind = shape.local_name();
    if let Some((node, [a, b, c, _])) = child_vector::<4>(shape, "equation") {
        if [a, b, c] == [0.0; 3] || !(a + b + c).is_finite() {
            report.at_content(node, "the plane has no normal: its first three numbers are zero");
        }
        return;
    }
    for node in shape.elements() {
        let name = node.local_name();
        // A capsule of height zero is a ball, and a taper may end in a point.
        let zero_allowed = match name {
            "half_extents" | "radius" => false,
            "height" => kind.ends_with("capsule"),
            "radius1" | "radius2" => true,
            _ => continue,
        };
        let text = node.text();
        let bad = |n: &f64| !(n.is_finite() && (*n > 0.0 || (zero_allowed && *n == 0.0)));
        let sizes = text.split_ascii_whitespace().take(4).filter_map(|w| float(w.as_bytes()));
        if let Some(size) = sizes.into_iter().find(bad) {
            report.at_content(node, format!("`<{name}>` of the {} is {}", kind.replace('_', " "), shown(size)));
        }
    }
}
