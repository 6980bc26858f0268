//! Curved surfaces and curves of X3D and of the first amendment to VRML97 as sets of faces and lines.

use portolan_geom::brep::{Nurbs, NurbsSurface};
use portolan_scene::Fate;
use portolan_syntax::Node;

use super::build::{Builder, Place};
use super::value;
use super::x3d_flat::{numbers, said};
use super::{FieldType, NodeId, Value, codes};

/// Pieces along a side, at most.
const MOST_PIECES: usize = 256;

/// Pieces for each control point, unless it is said how many there are.
const PIECES: usize = 4;

/// What a curve or surface becomes.
pub(super) fn kind(name: &str) -> Option<&'static str> {
    Some(match name {
        "NurbsSurface" | "NurbsPatchSurface" => "IndexedFaceSet",
        "NurbsCurve" => "IndexedLineSet",
        _ => return None,
    })
}

/// Is it a field from which the points are made?
pub(super) fn is_field(node: &str, field: &str) -> bool {
    let fields = [
        "closed",
        "controlPoint",
        "knot",
        "order",
        "tessellation",
        "uClosed",
        "uDimension",
        "uKnot",
        "uOrder",
        "uTessellation",
        "vClosed",
        "vDimension",
        "vKnot",
        "vOrder",
        "vTessellation",
        "weight",
    ];
    kind(node).is_some() && fields.contains(&field)
}

/// Makes the points of a curve or surface.
pub(super) fn complete(builder: &mut Builder<'_>, id: NodeId, element: Node<'_>, name: &str, place: Place) {
    let held = builder.world.floats(id, "coord").to_vec();
    let made = match kind(name) {
        Some("IndexedLineSet") => curve(element, name, &held),
        Some(_) => surface(element, name, &held),
        None => return,
    };
    let Some(Made { points, indices, picture }) = made else {
        builder.world.set(id, "coord", Value::Floats(Vec::new()));
        let message = format!("the numbers of `{name}` do not fit each other");
        return builder.lose(&codes::VALUE, Fate::Dropped, element, place, message);
    };
    builder.world.set(id, "coord", Value::Floats(points));
    builder.world.set(id, "coordIndex", Value::Ints(indices));
    if kind(name) == Some("IndexedFaceSet") {
        builder.world.set(id, "texCoord", Value::Floats(picture));
        builder.world.set(id, "creaseAngle", Value::Numbers([std::f64::consts::PI, 0.0, 0.0, 0.0]));
    }
}

struct Made {
    points: Vec<f32>,
    indices: Vec<i32>,
    /// Where a picture on it is: along the parameters.
    picture: Vec<f32>,
}

fn curve(element: Node<'_>, name: &str, held: &[f32]) -> Option<Made> {
    let poles = poles(element, held)?;
    let degree = degree(element, "order")?;
    let curve = Nurbs::new(degree, knots(element, "knot", name, degree, poles.len()), poles)?;
    let count = pieces(element, "tessellation", curve.poles().count());
    let [from, to] = curve.domain();
    let at = |piece: usize| curve.jet(from + (to - from) * piece as f64 / count as f64)[0];
    let points = (0..=count).flat_map(at).map(|x| x as f32).collect();
    Some(Made { points, indices: (0..=count as i32).chain([-1]).collect(), picture: Vec::new() })
}

fn surface(element: Node<'_>, name: &str, held: &[f32]) -> Option<Made> {
    let poles = poles(element, held)?;
    let size = |field: &str| number(element, field).filter(|n| *n >= 2.0).map(|n| n as usize);
    let (wide, deep) = (size("uDimension")?, size("vDimension")?);
    let (du, dv) = (degree(element, "uOrder")?, degree(element, "vOrder")?);
    let knots = [knots(element, "uKnot", name, du, wide), knots(element, "vKnot", name, dv, deep)];
    let surface = NurbsSurface::new([du, dv], knots, poles)?;
    let (across, along) = (pieces(element, "uTessellation", wide), pieces(element, "vTessellation", deep));
    let [[u0, u1], [v0, v1]] = surface.domain();
    let mut points = Vec::with_capacity((across + 1) * (along + 1) * 3);
    let mut picture = Vec::with_capacity((across + 1) * (along + 1) * 2);
    for j in 0..=along {
        let t = j as f64 / along as f64;
        for i in 0..=across {
            let s = i as f64 / across as f64;
            let point = surface.jet(u0 + (u1 - u0) * s, v0 + (v1 - v0) * t).point;
            points.extend(point.map(|x| x as f32));
            picture.extend([s as f32, t as f32]);
        }
    }
    let mut indices = Vec::with_capacity(across * along * 5);
    let row = across as i32 + 1;
    for j in 0..along as i32 {
        for i in 0..across as i32 {
            let at = j * row + i;
            indices.extend([at, at + 1, at + row + 1, at + row, -1]);
        }
    }
    Some(Made { points, indices, picture })
}

fn number(element: Node<'_>, field: &str) -> Option<f64> {
    numbers(element, field).first().copied()
}

fn degree(element: Node<'_>, field: &str) -> Option<usize> {
    let order = number(element, field).unwrap_or(3.0);
    (2.0..100.0).contains(&order).then_some(order as usize - 1)
}

/// The control points with their weights. In X3D they are a node, which is held already unless it is that of an instance.
fn poles(element: Node<'_>, held: &[f32]) -> Option<Vec<([f64; 3], f64)>> {
    let mut points = numbers(element, "controlPoint");
    if points.is_empty() {
        points = held.iter().map(|x| f64::from(*x)).collect();
    }
    if points.is_empty() {
        let fields = element.elements().filter(|e| e.local_name() == "fieldValue");
        let mut nodes = fields.flat_map(|f| f.elements());
        let holder = nodes.find(|e| matches!(e.local_name(), "Coordinate" | "CoordinateDouble"))?;
        points = numbers(holder, "point");
    }
    let weights = numbers(element, "weight");
    let points = points.as_chunks::<3>().0.iter().enumerate();
    Some(points.map(|(at, point)| (*point, weights.get(at).copied().unwrap_or(1.0))).collect())
}

/// The knots that are written, if there are as many as needed; else even ones: with the ends at the first and last control
/// point in VRML97, without in X3D.
fn knots(element: Node<'_>, field: &str, name: &str, degree: usize, poles: usize) -> Vec<f64> {
    let written = numbers(element, field);
    let count = poles + degree + 1;
    if written.len() == count && written.is_sorted() {
        return written;
    }
    let inner = poles.saturating_sub(degree);
    let clamped = name != "NurbsPatchSurface" && said(element, "uClosed").is_none();
    let at = |place: usize| match clamped {
        true => place.saturating_sub(degree).min(inner) as f64,
        false => place as f64,
    };
    (0..count).map(at).collect()
}

/// Into how many pieces a side is cut.
fn pieces(element: Node<'_>, field: &str, poles: usize) -> usize {
    let said = said(element, field).and_then(|text| match value::read(FieldType::Int32, &text).0 {
        Some(Value::Int(count)) => usize::try_from(count).ok().filter(|count| *count > 0),
        _ => None,
    });
    said.unwrap_or(poles.saturating_mul(PIECES)).clamp(1, MOST_PIECES)
}
