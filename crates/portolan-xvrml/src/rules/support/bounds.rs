//! How far the content of a node reaches at least.
//!
//! Only what is certain counts: primitives and indexed points under transforms. What is left out (text, billboards,
//! other worlds, shared nodes) can only make the true box larger.

use portolan_syntax::Node;

use super::flag;
use super::numbers::{Field, scalar_or_default, vector_or_default};
use portolan_format::Document;

/// An affine map: three rows of four.
type Map = [[f64; 4]; 3];

const IDENTITY: Map = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// Smallest and largest coordinate along each axis.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Smallest.
    pub min: [f64; 3],
    /// Largest.
    pub max: [f64; 3],
}

impl Bounds {
    const NOTHING: Bounds = Bounds { min: [f64::INFINITY; 3], max: [f64::NEG_INFINITY; 3] };

    /// Does it hold nothing?
    pub fn is_empty(&self) -> bool {
        self.min.iter().zip(self.max).any(|(min, max)| *min > max)
    }

    fn add(&mut self, map: &Map, point: [f64; 3]) {
        self.add_ball(map, point, |_| 0.0);
    }

    /// Adds a point and all that is around it as far as `reach` says for a row of the map.
    fn add_ball(&mut self, map: &Map, point: [f64; 3], reach: impl Fn(&[f64; 4]) -> f64) {
        for ((row, min), max) in map.iter().zip(&mut self.min).zip(&mut self.max) {
            let [a, b, c, d] = *row;
            let [x, y, z] = point;
            let (value, around) = (a * x + b * y + c * z + d, reach(row));
            if value.is_finite() && around.is_finite() {
                *min = min.min(value - around);
                *max = max.max(value + around);
            }
        }
    }
}

/// The box that the content of a group or shape fills at least, in its own coordinates. `effort` limits the number of
/// elements and coordinates that are looked at, over several calls.
pub fn of_content(document: &Document, node: Node<'_>, effort: &mut u64) -> Bounds {
    let mut bounds = Bounds::NOTHING;
    let mut stack = vec![(node, IDENTITY)];
    let mut first = true;
    while let Some((node, map)) = stack.pop() {
        if *effort == 0 {
            return Bounds::NOTHING;
        }
        *effort -= 1;
        let map = match node.local_name() {
            "Transform" if !first => times(&map, &transform(document, node)),
            _ => map,
        };
        first = false;
        match node.local_name() {
            "Transform" | "Group" | "Anchor" | "Collision" | "LOD" => push_children(&mut stack, node, &map),
            "Switch" => {
                let choice = scalar_or_default(document, node, "whichChoice");
                let choice = Some(choice).filter(|c| *c >= 0.0).map(|c| c as usize);
                if let Some(child) = choice.and_then(|i| node.child("children")?.elements().nth(i)) {
                    stack.push((child, map));
                }
            }
            "Shape" => {
                if let Some(geometry) = node.child("geometry").and_then(|g| g.elements().next()) {
                    add_geometry(document, geometry, &map, &mut bounds, effort);
                }
            }
            _ => {}
        }
    }
    bounds
}

fn push_children<'a>(stack: &mut Vec<(Node<'a>, Map)>, node: Node<'a>, map: &Map) {
    stack.extend(node.child("children").into_iter().flat_map(|c| c.elements()).map(|child| (child, *map)));
}

fn add_geometry(document: &Document, node: Node<'_>, map: &Map, bounds: &mut Bounds, effort: &mut u64) {
    let number = |name| scalar_or_default(document, node, name);
    let origin = [0.0; 3];
    match node.local_name() {
        "Box" => {
            let [x, y, z] = vector_or_default(document, node, "size").map(|v: f64| v / 2.0);
            bounds.add_ball(map, origin, |[a, b, c, _]| (a * x).abs() + (b * y).abs() + (c * z).abs());
        }
        "Sphere" => {
            let r = number("radius");
            bounds.add_ball(map, origin, |[a, b, c, _]| r * (a * a + b * b + c * c).sqrt());
        }
        "Cylinder" if flag(document, node, "side") => {
            let (r, half) = (number("radius"), number("height") / 2.0);
            bounds.add_ball(map, origin, |[a, b, c, _]| r * libm::hypot(*a, *c) + (b * half).abs());
        }
        "Cone" if flag(document, node, "side") => {
            let (r, half) = (number("bottomRadius"), number("height") / 2.0);
            bounds.add(map, [0.0, half, 0.0]);
            bounds.add_ball(map, [0.0, -half, 0.0], |[a, _, c, _]| r * libm::hypot(*a, *c));
        }
        "IndexedFaceSet" | "IndexedLineSet" | "PointSet" => add_points(document, node, map, bounds, effort),
        _ => {}
    }
}

fn add_points(document: &Document, node: Node<'_>, map: &Map, bounds: &mut Bounds, effort: &mut u64) {
    let Some(coord) = Field::of(document, node, "coord").numbers().filter(|c| c.count <= *effort) else { return };
    *effort -= coord.count;
    let mut points = vec![[0.0; 3]; (coord.count / 3) as usize];
    coord.floats(|i, value| {
        if let Some(slot) = points.get_mut((i / 3) as usize).and_then(|p| p.get_mut((i % 3) as usize)) {
            *slot = value;
        }
    });
    if node.local_name() == "PointSet" {
        points.iter().for_each(|p| bounds.add(map, *p));
        return;
    }
    let Some(indices) = Field::of(document, node, "coordIndex").numbers() else { return };
    indices.ints(|index| {
        if let Some(point) = usize::try_from(index).ok().and_then(|i| points.get(i)) {
            bounds.add(map, *point);
        }
    });
}

/// The map of a `Transform`: translation, centre, rotation, scale along the axes of scaleOrientation, centre back.
fn transform(document: &Document, node: Node<'_>) -> Map {
    let place = |v: [f64; 3], sign: f64| {
        let mut map = IDENTITY;
        map.iter_mut().zip(v).for_each(|([_, _, _, d], v)| *d = v * sign);
        map
    };
    let center = vector_or_default(document, node, "center");
    let orientation = vector_or_default(document, node, "scaleOrientation");
    let [x, y, z, angle] = orientation;
    let [sx, sy, sz] = vector_or_default(document, node, "scale");
    let scale = [[sx, 0.0, 0.0, 0.0], [0.0, sy, 0.0, 0.0], [0.0, 0.0, sz, 0.0]];
    let steps = [
        place(center, 1.0),
        rotation(vector_or_default(document, node, "rotation")),
        rotation(orientation),
        scale,
        rotation([x, y, z, -angle]),
        place(center, -1.0),
    ];
    steps.iter().fold(place(vector_or_default(document, node, "translation"), 1.0), |map, step| times(&map, step))
}

fn rotation([x, y, z, angle]: [f64; 4]) -> Map {
    let length = (x * x + y * y + z * z).sqrt();
    if length == 0.0 || !length.is_finite() {
        return IDENTITY;
    }
    let [x, y, z] = [x / length, y / length, z / length];
    let (sin, cos) = libm::sincos(angle);
    let t = 1.0 - cos;
    [
        [t * x * x + cos, t * x * y - sin * z, t * x * z + sin * y, 0.0],
        [t * x * y + sin * z, t * y * y + cos, t * y * z - sin * x, 0.0],
        [t * x * z - sin * y, t * y * z + sin * x, t * z * z + cos, 0.0],
    ]
}

fn times(a: &Map, b: &Map) -> Map {
    let [p, q, r] = b;
    a.map(|[x, y, z, d]| {
        let mut row = [0.0, 0.0, 0.0, d];
        for (out, ((p, q), r)) in row.iter_mut().zip(p.iter().zip(q).zip(r)) {
            *out += x * p + y * q + z * r;
        }
        row
    })
}
