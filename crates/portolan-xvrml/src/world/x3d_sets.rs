//! Sets of triangles, quads and lines as sets of faces and lines.

use portolan_syntax::Node;

use super::build::Builder;
use super::value;
use super::{FieldType, NodeId, Value};

/// Does a set become one of faces?
pub(super) fn is_faces(name: &str) -> bool {
    let name = name.strip_prefix("Indexed").unwrap_or(name);
    matches!(name, "TriangleSet" | "TriangleFanSet" | "TriangleStripSet" | "QuadSet")
}

/// Is it a field from which the faces or lines are made?
pub(super) fn is_field(node: &str, field: &str) -> bool {
    (is_faces(node) || node == "LineSet") && matches!(field, "index" | "fanCount" | "stripCount" | "vertexCount")
}

/// Makes the faces or lines of a set.
pub(super) fn complete(builder: &mut Builder<'_>, id: NodeId, element: Node<'_>, name: &str) {
    if !is_faces(name) && name != "LineSet" {
        return;
    }
    let ints = |field: &str| match element.attribute_value(field).map(|v| value::read(FieldType::Int32s, &v).0) {
        Some(Some(Value::Ints(list))) => list,
        _ => Vec::new(),
    };
    let points = builder.world.floats(id, "coord").len() / 3;
    let made = match name {
        "LineSet" => runs(&ints("vertexCount"), points).flat_map(|run| run.chain([-1])).collect(),
        "TriangleSet" => groups(&(0..points as i32).collect::<Vec<_>>(), 3),
        "QuadSet" => groups(&(0..points as i32).collect::<Vec<_>>(), 4),
        "TriangleFanSet" => runs(&ints("fanCount"), points).flat_map(|run| fan(&run.collect::<Vec<_>>())).collect(),
        "TriangleStripSet" => {
            runs(&ints("stripCount"), points).flat_map(|run| strip(&run.collect::<Vec<_>>())).collect()
        }
        "IndexedTriangleSet" => groups(&ints("index"), 3),
        "IndexedQuadSet" => groups(&ints("index"), 4),
        "IndexedTriangleFanSet" => ints("index").split(|i| *i < 0).flat_map(fan).collect(),
        _ => ints("index").split(|i| *i < 0).flat_map(strip).collect::<Vec<i32>>(),
    };
    builder.world.set(id, "coordIndex", Value::Ints(made));
    // Without normals, corners that share a point share their normal.
    if is_faces(name) && builder.world.flag(id, "normalPerVertex") {
        builder.world.set(id, "creaseAngle", Value::Numbers([std::f64::consts::PI, 0.0, 0.0, 0.0]));
    }
}

/// Runs of points one behind the other, as far as there are points.
fn runs(counts: &[i32], points: usize) -> impl Iterator<Item = std::ops::Range<i32>> {
    let mut at = 0usize;
    counts.iter().map_while(move |count| {
        let start = at;
        at = start.checked_add(usize::try_from(*count).ok()?)?;
        (at <= points).then_some(start as i32..at as i32)
    })
}

fn groups(indices: &[i32], size: usize) -> Vec<i32> {
    indices.chunks_exact(size).flat_map(|group| group.iter().copied().chain([-1])).collect()
}

fn fan(run: &[i32]) -> Vec<i32> {
    let Some((first, rest)) = run.split_first() else { return Vec::new() };
    let pairs = rest.iter().zip(rest.iter().skip(1));
    pairs.flat_map(|(a, b)| [*first, *a, *b, -1]).collect()
}

/// Every second triangle is turned round, so that all have the same side in front.
fn strip(run: &[i32]) -> Vec<i32> {
    let triples = run.iter().zip(run.iter().skip(1)).zip(run.iter().skip(2));
    let turned = |(place, ((a, b), c)): (usize, ((&i32, &i32), &i32))| match place % 2 {
        0 => [*a, *b, *c, -1],
        _ => [*b, *a, *c, -1],
    };
    triples.enumerate().flat_map(turned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_fans_become_triangles() {
        assert_eq!(strip(&[0, 1, 2, 3]), [0, 1, 2, -1, 2, 1, 3, -1]);
        assert_eq!(fan(&[4, 5, 6, 7]), [4, 5, 6, -1, 4, 6, 7, -1]);
        assert_eq!(groups(&[0, 1, 2, 3], 3), [0, 1, 2, -1]);
        // The second run would need a point that is not there.
        let all: Vec<_> = runs(&[2, 3], 4).collect();
        assert_eq!((all.len(), all.first().cloned()), (1, Some(0..2)));
    }
}
