//! Laws as printed, and bodies whose sizes are known.

mod bodies;
mod laws;
mod poles;

use std::collections::HashMap;

use super::{Body, Meshed, Precision, tessellate};
use crate::vector::{cross, dot, sub};

/// How often each directed edge of triangles has no partner, and the volume.
pub(super) fn closedness(meshed: &Meshed) -> (usize, f64) {
    let mut edges: HashMap<(u32, u32), i32> = HashMap::new();
    let mut volume = 0.0;
    for face in &meshed.faces {
        for triangle in &face.triangles {
            let [a, b, c] = triangle.map(|i| face.vertices[i as usize]);
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((from, to)).or_default() += 1;
                *edges.entry((to, from)).or_default() -= 1;
            }
            let [a, b, c] = [a, b, c].map(|v| meshed.points[v as usize]);
            volume += dot(a, cross(b, c)) / 6.0;
        }
    }
    (edges.values().filter(|n| **n > 0).count(), volume)
}

/// Places of a triangle that are looked at, by the weights of its corners.
const PLACES: [[f64; 3]; 7] = [
    [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0],
    [0.5, 0.5, 0.0],
    [0.0, 0.5, 0.5],
    [0.5, 0.0, 0.5],
    [0.6, 0.2, 0.2],
    [0.2, 0.6, 0.2],
    [0.2, 0.2, 0.6],
];

/// Triangles are closed, and no farther from the exact sizes than the tolerance allows, at four tolerances.
pub(super) fn holds(body: &Body, volume: f64, area: f64) {
    let measures = super::measure(body);
    assert!(measures.closed);
    assert!(measures.missing.is_empty(), "{:?}", measures.missing);
    let found: f64 = measures.volumes.iter().map(|v| v.size).sum();
    assert!((found / volume - 1.0).abs() < 1e-6, "volume {found} for {volume}");
    assert!((measures.area.size / area - 1.0).abs() < 1e-6, "area {} for {area}", measures.area.size);
    let size = body.size();
    for share in [1e-1, 1e-2, 1e-3, 1e-4] {
        let meshed = tessellate(body, Precision::within(size * share));
        assert_eq!(meshed.troubles, [], "at {share}");
        let (open, found) = closedness(&meshed);
        assert_eq!(open, 0, "at {share}");
        assert!((found - volume).abs() < area * size * share, "{found} for {volume} at {share}");
        for face in &meshed.faces {
            let surface = &body.surfaces[body.faces[face.face as usize].surface as usize];
            for triangle in face.triangles.iter().step_by(1 + face.triangles.len() / 200) {
                let corners = triangle.map(|i| meshed.points[face.vertices[i as usize] as usize]);
                let uvs = triangle.map(|i| face.uvs[i as usize]);
                for weights in PLACES {
                    let mixed = |of: &dyn Fn(usize) -> f64| (0..3).map(|c| weights[c] * of(c)).sum::<f64>();
                    let place: [f64; 3] = std::array::from_fn(|i| mixed(&|c| corners[c][i]));
                    let hint = [0, 1].map(|i| mixed(&|c| uvs[c][i]));
                    let off = sub(surface.point(surface.project(place, Some(hint))), place);
                    assert!(
                        dot(off, off).sqrt() < size * share,
                        "{} at {share}",
                        dot(off, off).sqrt() / (size * share)
                    );
                }
            }
        }
    }
}
