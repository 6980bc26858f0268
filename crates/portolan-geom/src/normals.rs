//! Normals for meshes that have none.

use crate::vector::{self, Vec3, add, cross, dot, scale, sub, unit, widen};

/// What a vertex or triangle gets whose normal is not defined: glTF and OpenGL demand vectors of length 1.
pub const FALLBACK: [f32; 3] = [0.0, 0.0, 1.0];

/// One normal of length 1 for each position: the mean of the triangles around it, weighted by their angle there, which
/// makes the result independent of how polygons were cut into triangles.
///
/// Triangles without area, with an index out of range or a position that is not finite do not count; positions that
/// no other triangle uses get [`FALLBACK`].
#[must_use]
pub fn smooth(positions: &[[f32; 3]], triangles: &[u32]) -> Vec<[f32; 3]> {
    let mut sums = vec![[0.0; 3]; positions.len()];
    for triangle in corners(triangles) {
        let Some(points) = points_of(positions, triangle) else { continue };
        let [a, b, c] = points;
        let Some(normal) = unit(cross(sub(b, a), sub(c, a))) else { continue };
        for (vertex, angle) in triangle.into_iter().zip(angles(points)) {
            accumulate(&mut sums, vertex, scale(normal, angle));
        }
    }
    finish(&sums)
}

/// As [`smooth`], but triangles count by their area: faster, and large faces dominate.
#[must_use]
pub fn smooth_by_area(positions: &[[f32; 3]], triangles: &[u32]) -> Vec<[f32; 3]> {
    let mut sums = vec![[0.0; 3]; positions.len()];
    for triangle in corners(triangles) {
        let Some([a, b, c]) = points_of(positions, triangle) else { continue };
        let doubled = cross(sub(b, a), sub(c, a));
        for vertex in triangle {
            accumulate(&mut sums, vertex, doubled);
        }
    }
    finish(&sums)
}

/// One normal of length 1 for each triangle, [`FALLBACK`] for those without area.
#[must_use]
pub fn flat(positions: &[[f32; 3]], triangles: &[u32]) -> Vec<[f32; 3]> {
    let normal = |triangle| {
        let [a, b, c] = points_of(positions, triangle)?;
        unit(cross(sub(b, a), sub(c, a)))
    };
    corners(triangles).map(|triangle| normal(triangle).map_or(FALLBACK, narrow)).collect()
}

/// The normal of the plane that fits a ring of corners best (Newell), of length 1; the ring runs counter-clockwise
/// around it. `None` when the ring encloses no area.
#[must_use]
pub fn newell(corners: &[[f32; 3]]) -> Option<[f32; 3]> {
    unit(vector::newell(corners)).map(narrow)
}

/// The whole triangles of an index list.
fn corners(triangles: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    triangles.as_chunks::<3>().0.iter().copied()
}

fn points_of(positions: &[[f32; 3]], triangle: [u32; 3]) -> Option<[Vec3; 3]> {
    let at = |vertex: u32| positions.get(vertex as usize).copied().map(widen);
    let points = [at(triangle[0])?, at(triangle[1])?, at(triangle[2])?];
    points.iter().flatten().all(|x| x.is_finite()).then_some(points)
}

/// The three inner angles, in radians.
fn angles([a, b, c]: [Vec3; 3]) -> [f64; 3] {
    let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
    let (len_ab, len_bc, len_ca) = (dot(ab, ab).sqrt(), dot(bc, bc).sqrt(), dot(ca, ca).sqrt());
    // From the library in Rust: the one of the system may differ in the last digit from machine to machine.
    let angle = |cosine: f64| libm::acos(cosine.clamp(-1.0, 1.0));
    let at_a = angle(-dot(ab, ca) / (len_ab * len_ca));
    let at_b = angle(-dot(ab, bc) / (len_ab * len_bc));
    [at_a, at_b, (std::f64::consts::PI - at_a - at_b).max(0.0)]
}

fn accumulate(sums: &mut [Vec3], vertex: u32, value: Vec3) {
    if let Some(sum) = sums.get_mut(vertex as usize) {
        *sum = add(*sum, value);
    }
}

fn finish(sums: &[Vec3]) -> Vec<[f32; 3]> {
    sums.iter().map(|&sum| unit(sum).map_or(FALLBACK, narrow)).collect()
}

pub(crate) fn narrow(v: Vec3) -> [f32; 3] {
    v.map(|x| x as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Corner (0,0,0) of a cube: three faces, each a triangle or two.
    const CORNER: [[f32; 3]; 7] = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
        [1.0, 1.0, 0.0],
        [0.0, 1.0, 1.0],
        [1.0, 0.0, 1.0],
    ];

    #[test]
    fn smooth_is_independent_of_the_cut() {
        // z = 0 cut through the corner (two angles of 45°), the two others not (one of 90°).
        let triangles = [0, 2, 4, 0, 4, 1, 0, 3, 2, 3, 5, 2, 0, 1, 3, 1, 6, 3];
        let third = -(1.0f32 / 3.0).sqrt();
        for (got, want) in smooth(&CORNER, &triangles)[0].into_iter().zip([third; 3]) {
            assert!((got - want).abs() < 1e-6, "{got}");
        }
        // By area the face with two triangles weighs twice: (−1, −1, −2)/√6.
        let by_area = smooth_by_area(&CORNER, &triangles)[0];
        for (got, want) in by_area.into_iter().zip([-1.0, -1.0, -2.0]) {
            assert!((got - want / 6f32.sqrt()).abs() < 1e-6, "{got}");
        }
    }

    #[test]
    fn flat_follows_the_winding() {
        assert_eq!(flat(&CORNER, &[0, 1, 2, 0, 2, 1, 0, 2, 3]), [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]]);
    }

    #[test]
    fn newell_of_a_bent_quad_is_the_mean_plane() {
        let bent = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 0.0]];
        assert_eq!(newell(&bent), Some([0.0, 0.0, 1.0]));
        assert_eq!(newell(&[[0.0; 3], [1.0; 3], [2.0; 3]]), None);
    }

    #[test]
    fn what_has_no_normal_gets_the_fallback() {
        let positions = [[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [f32::NAN; 3]];
        let bad = [0, 1, 2, 0, 1, 3, 0, 1, 99, 7];
        assert_eq!(flat(&positions, &bad), [FALLBACK; 3]);
        assert_eq!(smooth(&positions, &bad), [FALLBACK; 4]);
        assert_eq!(smooth_by_area(&positions, &bad), [FALLBACK; 4]);
        assert!(smooth(&[], &[0, 1, 2]).is_empty());
    }
}
