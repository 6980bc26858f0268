//! The flat shapes of X3D as sets of faces, lines and points.

use std::borrow::Cow;
use std::f64::consts::{FRAC_PI_2, TAU};

use portolan_syntax::Node;

use super::build::Builder;
use super::value;
use super::{FieldType, NodeId, Value};

/// Corners of a whole circle.
const CORNERS: f64 = 64.0;

/// What a flat shape becomes.
pub(super) fn kind(name: &str) -> Option<&'static str> {
    Some(match name {
        "ArcClose2D" | "Disk2D" | "Rectangle2D" | "TriangleSet2D" => "IndexedFaceSet",
        "Arc2D" | "Circle2D" | "Polyline2D" => "IndexedLineSet",
        "Polypoint2D" => "PointSet",
        _ => return None,
    })
}

/// Is it a field from which the points are made?
pub(super) fn is_field(node: &str, field: &str) -> bool {
    let fields = [
        "closureType",
        "endAngle",
        "innerRadius",
        "lineSegments",
        "outerRadius",
        "point",
        "radius",
        "size",
        "startAngle",
        "vertices",
    ];
    kind(node).is_some() && fields.contains(&field)
}

/// What is said of a field: of a node as such, and of an instance of a prototype by which such a node is declared.
pub(super) fn said<'a>(element: Node<'a>, field: &str) -> Option<Cow<'a, str>> {
    let given = |e: &Node<'_>| e.local_name() == "fieldValue" && e.attribute_value("name").is_some_and(|n| n == field);
    match element.local_name() {
        "ProtoInstance" => element.elements().find(given)?.attribute_value("value"),
        _ => element.attribute_value(field),
    }
}

/// The numbers of a field; none if it is not written.
pub(super) fn numbers(element: Node<'_>, field: &str) -> Vec<f64> {
    match said(element, field).map(|text| value::read(FieldType::Floats, &text).0) {
        Some(Some(Value::Floats(list))) => list.into_iter().map(f64::from).collect(),
        _ => Vec::new(),
    }
}

/// Points in the plane, faces or lines between them, and how large the picture on them is, about the origin.
struct Flat {
    points: Vec<[f64; 2]>,
    indices: Vec<i32>,
    picture: Option<[f64; 2]>,
}

/// Makes the points of a flat shape.
pub(super) fn complete(builder: &mut Builder<'_>, id: NodeId, element: Node<'_>, name: &str) {
    let Some(kind) = kind(name) else { return };
    let list = |field: &str| numbers(element, field);
    let number = |field: &str, other: f64| list(field).first().copied().unwrap_or(other);
    let pairs = |field: &str| list(field).as_chunks::<2>().0.to_vec();
    let flat = match name {
        "Rectangle2D" => rectangle(pairs("size").first().copied().unwrap_or([2.0, 2.0])),
        "Disk2D" => disk(number("innerRadius", 0.0), number("outerRadius", 1.0)),
        "Circle2D" => outline(arc(number("radius", 1.0), 0.0, 0.0)),
        "Arc2D" => outline(arc(number("radius", 1.0), number("startAngle", 0.0), number("endAngle", FRAC_PI_2))),
        "ArcClose2D" => {
            let (start, end) = (number("startAngle", 0.0), number("endAngle", FRAC_PI_2));
            let chord = said(element, "closureType").is_some_and(|t| t.contains("CHORD"));
            piece(number("radius", 1.0), start, end, chord)
        }
        "TriangleSet2D" => triangles(pairs("vertices")),
        "Polypoint2D" => Flat { points: pairs("point"), indices: Vec::new(), picture: None },
        _ => outline(pairs("lineSegments")),
    };
    let points = flat.points.iter().flat_map(|[x, y]| [*x as f32, *y as f32, 0.0]).collect();
    builder.world.set(id, "coord", Value::Floats(points));
    if kind == "PointSet" {
        return;
    }
    builder.world.set(id, "coordIndex", Value::Ints(flat.indices));
    if kind == "IndexedFaceSet" && !builder.world.is_written(id, "solid") {
        builder.world.set(id, "solid", Value::Bool(false));
    }
    if let Some([width, height]) = flat.picture {
        let texture = flat.points.iter().flat_map(|[x, y]| [(0.5 + x / width) as f32, (0.5 + y / height) as f32]);
        builder.world.set(id, "texCoord", Value::Floats(texture.collect()));
    }
}

fn rectangle([width, height]: [f64; 2]) -> Flat {
    let (x, y) = (width / 2.0, height / 2.0);
    let points = vec![[-x, -y], [x, -y], [x, y], [-x, y]];
    Flat { points, indices: vec![0, 1, 2, 3, -1], picture: Some([width, height]) }
}

/// A circle, or a ring.
fn disk(inner: f64, outer: f64) -> Flat {
    let picture = Some([outer * 2.0; 2]);
    let around = |radius| arc(radius, 0.0, 0.0).into_iter().take(CORNERS as usize);
    let count = CORNERS as i32;
    if inner <= 0.0 || inner >= outer {
        let points = around(outer).collect();
        return Flat { points, indices: (0..count).chain([-1]).collect(), picture };
    }
    let points = around(outer).chain(around(inner)).collect();
    let quad = |i: i32| [i, (i + 1) % count, count + (i + 1) % count, count + i, -1];
    Flat { points, indices: (0..count).flat_map(quad).collect(), picture }
}

/// A piece of a circle, closed by a chord or as a slice of a pie.
fn piece(radius: f64, start: f64, end: f64, chord: bool) -> Flat {
    let mut points = arc(radius, start, end);
    let whole = points.first() == points.last();
    if whole {
        points.pop();
    } else if !chord {
        points.push([0.0; 2]);
    }
    let indices = (0..points.len() as i32).chain([-1]).collect();
    Flat { points, indices, picture: Some([radius * 2.0; 2]) }
}

fn triangles(points: Vec<[f64; 2]>) -> Flat {
    // Whichever way round they are written, the front is towards +Z.
    let turned = |[a, b, c]: [[f64; 2]; 3]| (b[0] - a[0]) * (c[1] - a[1]) < (b[1] - a[1]) * (c[0] - a[0]);
    let corners = points.as_chunks::<3>().0.iter().zip(0..).flat_map(|(three, number): (_, i32)| {
        let first = number.wrapping_mul(3);
        if turned(*three) {
            [first, first.wrapping_add(2), first.wrapping_add(1), -1]
        } else {
            [first, first.wrapping_add(1), first.wrapping_add(2), -1]
        }
    });
    Flat { indices: corners.collect(), points, picture: None }
}

fn outline(points: Vec<[f64; 2]>) -> Flat {
    let indices = (0..points.len() as i32).chain([-1]).collect();
    Flat { points, indices, picture: None }
}

/// The points of an arc, counter-clockwise; of the whole circle where it ends as it begins, or goes round more than once.
fn arc(radius: f64, start: f64, end: f64) -> Vec<[f64; 2]> {
    let apart = end - start;
    let sweep = if apart == 0.0 || apart.abs() >= TAU { TAU } else { apart.rem_euclid(TAU) };
    // Angles are rounded where they are written: half a turn is half of the corners, not one more.
    let count = (CORNERS * sweep / TAU - 1e-5).ceil().clamp(1.0, CORNERS) as u32;
    let at = |number: u32| {
        // A circle ends in the very point where it begins.
        let number = if sweep == TAU { number % count } else { number };
        let (sin, cos) = libm::sincos(start + sweep * f64::from(number) / f64::from(count));
        [radius * cos, radius * sin]
    };
    (0..=count).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_end_where_they_are_said_to() {
        let near = |a: [f64; 2], b: [f64; 2]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
        let quarter = arc(2.0, 0.0, FRAC_PI_2);
        assert_eq!(quarter.len(), 17);
        assert!(near(quarter[0], [2.0, 0.0]) && near(quarter[16], [0.0, 2.0]));
        // Backwards over the begin: three quarters, counter-clockwise.
        assert_eq!(arc(1.0, FRAC_PI_2, 0.0).len(), 49);
        let circle = arc(1.0, 0.0, 0.0);
        assert_eq!((circle.len(), circle[0]), (65, circle[64]));
    }

    #[test]
    fn a_ring_is_made_of_quads_and_a_pie_has_its_middle() {
        assert_eq!(disk(1.0, 3.0).indices.len(), 64 * 5);
        assert_eq!(disk(0.0, 3.0).indices.len(), 65);
        assert_eq!(piece(1.0, 0.0, FRAC_PI_2, false).points.len(), 18);
        assert_eq!(piece(1.0, 0.0, FRAC_PI_2, true).points.len(), 17);
        assert_eq!(triangles(vec![[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]]).indices, [0, 2, 1, -1]);
    }
}
