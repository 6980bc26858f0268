//! Faces as their edges.

use std::collections::HashSet;

use portolan_scene::{Mesh, Primitive, PrimitiveKind};

use crate::{Elements, Faces, runs};

/// A primitive as lines: the edges of its faces, each once, however many faces share it. Those of polygons are their
/// rings, not the cuts between their triangles. Points and lines stay.
pub fn edges(mesh: &Mesh, primitive: &Primitive) -> Faces {
    let ends = if primitive.kind == PrimitiveKind::Polygons {
        let ring = |(s, n): (u32, u32)| (0..n).flat_map(move |i| [s + i, s + (i + 1) % n]);
        once(primitive, runs(primitive).filter(|(_, n)| *n > 1).flat_map(ring))
    } else {
        let faces = Faces::new(mesh, primitive);
        if faces.kind != Elements::Triangles {
            return faces;
        }
        let triangle = |face: u32| {
            let [a, b, c] = faces.corners(face);
            [a, b, b, c, c, a]
        };
        once(primitive, (0..faces.count).flat_map(triangle))
    };
    Faces::of(Elements::Lines, Some(ends), primitive)
}

/// Each edge once, given by its two ends.
fn once(primitive: &Primitive, mut ends: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    while let (Some(a), Some(b)) = (ends.next(), ends.next()) {
        let (Some(v), Some(w)) = (primitive.vertex(a as usize), primitive.vertex(b as usize)) else { continue };
        if seen.insert((v.min(w), v.max(w))) {
            kept.extend([a, b]);
        }
    }
    kept
}
