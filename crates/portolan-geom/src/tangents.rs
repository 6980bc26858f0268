//! Tangents for normal maps, by MikkTSpace, which bakers and engines agree on.

use bevy_mikktspace::{Geometry, Ops, TangentSpace, generate_tangents};
use std::collections::HashMap;

use crate::vector::{Vec3, cross, dot, scale, sub, unit, widen};

/// A tangent for each corner of a list of triangles: direction of length 1 across the normal, and the sign (±1) of the
/// bitangent, `bitangent = sign · (normal × tangent)`.
///
/// Texture coordinates are taken as they are: with the origin at the upper left (glTF) the sign is the opposite of that
/// with the origin at the lower left (COLLADA), so flip them first if the normal map is to be used there. Normals must
/// be of length 1. `None` when an index is out of range or a vertex lacks a normal or texture coordinate. Corners where
/// no tangent is defined get any direction across the normal.
#[must_use]
pub fn mikktspace(
    positions: &[[f32; 3]],
    normals: &[[f32; 3]],
    uvs: &[[f32; 2]],
    triangles: &[u32],
) -> Option<Vec<[f32; 4]>> {
    let vertices = positions.len().min(normals.len()).min(uvs.len());
    let triangles = triangles.as_chunks::<3>().0;
    if triangles.as_flattened().iter().any(|&vertex| vertex as usize >= vertices) {
        return None;
    }
    let mut mesh = Mesh { positions, normals, uvs, faces: Vec::new(), tangents: vec![None; triangles.len() * 3] };
    // Triangles without area only borrow tangents, and the library searches all others for each of them.
    let good: Vec<u32> = (0u32..).zip(triangles).filter(|&(_, t)| mesh.has_area(t)).map(|(number, _)| number).collect();
    let numbered = |&number: &u32| Some((number, *triangles.get(number as usize)?));
    let most = if mesh.is_tame(triangles) { good.len() } else { WILD };
    for part in good.chunks(most.max(1)) {
        mesh.faces.clear();
        mesh.faces.extend(part.iter().filter_map(numbered));
        // Its error has no variants.
        let _ = generate_tangents(&mut mesh);
    }
    Some(mesh.finish(triangles))
}

/// The tangents of vertices, if all corners of each vertex agree; `None` if one does not. Vertices without corners get
/// `[1, 0, 0, 1]`.
#[must_use]
pub fn per_vertex(tangents: &[[f32; 4]], triangles: &[u32], vertices: usize) -> Option<Vec<[f32; 4]>> {
    let mut result: Vec<Option<[f32; 4]>> = vec![None; vertices];
    for (&vertex, &tangent) in triangles.iter().zip(tangents) {
        let slot = result.get_mut(vertex as usize)?;
        if *slot.get_or_insert(tangent) != tangent {
            return None;
        }
    }
    Some(result.into_iter().map(|tangent| tangent.unwrap_or([1.0, 0.0, 0.0, 1.0])).collect())
}

/// The different tangents, in order of appearance, and for each corner the number of its own: a key for
/// [`weld_keyed`](crate::weld_keyed) where corners of a vertex do not agree.
#[must_use]
pub fn distinct(tangents: &[[f32; 4]]) -> (Vec<[f32; 4]>, Vec<u32>) {
    let mut values = Vec::new();
    let mut known = HashMap::new();
    let number = |&tangent: &[f32; 4]| {
        // Adding zero makes −0 the same as 0.
        *known.entry(tangent.map(|x| (x + 0.0).to_bits())).or_insert_with(|| {
            values.push(tangent);
            values.len() as u32 - 1
        })
    };
    let numbers = tangents.iter().map(number).collect();
    (values, numbers)
}

/// Triangles of a part, where a mesh has to be worked on in parts.
const WILD: usize = 128;

/// Most triangles around a vertex: the library calls itself once for each.
const MOST_AROUND: u32 = 1000;

/// The mesh as the library sees it.
struct Mesh<'a> {
    positions: &'a [[f32; 3]],
    normals: &'a [[f32; 3]],
    uvs: &'a [[f32; 2]],
    /// Number and vertices of the triangles to work on.
    faces: Vec<(u32, [u32; 3])>,
    /// For each corner of the whole mesh.
    tangents: Vec<Option<[f32; 4]>>,
}

impl Mesh<'_> {
    fn has_area(&self, triangle: &[u32; 3]) -> bool {
        let [a, b, c] = triangle.map(|vertex| position(self.positions, vertex));
        a != b && b != c && c != a
    }

    /// Whether few enough triangles meet at each vertex. The time that the library takes grows with the square of their
    /// number; a mesh made to be slow is worked on in parts, at the borders of which tangents are not averaged.
    fn is_tame(&self, triangles: &[[u32; 3]]) -> bool {
        let corners = triangles.as_flattened();
        // Vertices that are equal are the same to the library. Counting by hash may take two for one now and then, which
        // does not matter here.
        let bits = (corners.len().max(16) * 4).ilog2();
        let mut around = vec![0u32; 1 << bits];
        let mut work = 0u64;
        for &vertex in corners {
            let at = vertex as usize;
            let (n, uv) = (self.normals.get(at).copied().unwrap_or_default(), self.uvs.get(at).copied());
            let numbers = position(self.positions, vertex).into_iter().chain(n).chain(uv.unwrap_or_default());
            let mix = |hash: u64, x: f32| {
                (hash ^ u64::from((x + 0.0).to_bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
            };
            let hash = numbers.fold(0, mix).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits);
            if let Some(count) = around.get_mut(hash as usize) {
                *count += 1;
                work += u64::from(*count);
                if *count > MOST_AROUND {
                    return false;
                }
            }
        }
        work <= 10_000_000 + 32 * corners.len() as u64
    }

    /// The tangents found, borrowed or made up.
    fn finish(&self, triangles: &[[u32; 3]]) -> Vec<[f32; 4]> {
        let corners = triangles.as_flattened();
        let mut of_vertex = vec![None; self.positions.len()];
        for (&vertex, tangent) in corners.iter().zip(&self.tangents) {
            if let Some(slot) = of_vertex.get_mut(vertex as usize) {
                *slot = slot.or(*tangent);
            }
        }
        let make = |(&vertex, tangent): (&u32, &Option<[f32; 4]>)| {
            let borrowed = || of_vertex.get(vertex as usize).copied().flatten();
            tangent.or_else(borrowed).unwrap_or_else(|| {
                let normal = self.normals.get(vertex as usize).copied().unwrap_or_default();
                let [x, y, z] = any_across(widen(normal)).map(|x| x as f32);
                [x, y, z, 1.0]
            })
        };
        corners.iter().zip(&self.tangents).map(make).collect()
    }

    fn vertex(&self, face: usize, corner: usize) -> u32 {
        self.faces.get(face).and_then(|(_, triangle)| triangle.get(corner)).copied().unwrap_or(0)
    }
}

impl Geometry<Portable> for Mesh<'_> {
    fn num_faces(&self) -> usize {
        self.faces.len()
    }

    fn num_vertices_of_face(&self, _face: usize) -> usize {
        3
    }

    fn position(&self, face: usize, corner: usize) -> [f32; 3] {
        position(self.positions, self.vertex(face, corner))
    }

    fn normal(&self, face: usize, corner: usize) -> [f32; 3] {
        position(self.normals, self.vertex(face, corner))
    }

    fn tex_coord(&self, face: usize, corner: usize) -> [f32; 2] {
        self.uvs.get(self.vertex(face, corner) as usize).map_or([0.0; 2], |uv| uv.map(tame))
    }

    fn set_tangent(&mut self, space: Option<TangentSpace>, face: usize, corner: usize) {
        let Some(&(number, _)) = self.faces.get(face) else { return };
        let [x, y, z, sign] = space.map_or([0.0; 4], |space| space.tangent_encoded());
        let normal = unit(widen(self.normal(face, corner)));
        // The library leaves zero where texture coordinates say nothing.
        let tangent = unit(widen([x, y, z])).filter(|_| normal.is_some());
        if let Some(slot) = self.tangents.get_mut(number as usize * 3 + corner) {
            *slot = tangent.map(|_| [x, y, z, sign]);
        }
    }
}

/// Functions that give the same digits on every machine.
struct Portable;

impl Ops for Portable {
    fn sqrt(x: f32) -> f32 {
        x.sqrt()
    }

    fn acos(x: f32) -> f32 {
        libm::acos(f64::from(x)) as f32
    }
}

fn position(positions: &[[f32; 3]], vertex: u32) -> [f32; 3] {
    positions.get(vertex as usize).map_or([0.0; 3], |p| p.map(tame))
}

/// Finite, and small enough that its square is; −0 becomes 0, so that equal vertices are the same.
fn tame(x: f32) -> f32 {
    if x.is_nan() { 0.0 } else { x.clamp(-1e15, 1e15) + 0.0 }
}

/// A direction of length 1 across a normal.
fn any_across(normal: Vec3) -> Vec3 {
    let Some(normal) = unit(normal) else { return [1.0, 0.0, 0.0] };
    let [x, y, z] = normal.map(f64::abs);
    let axis = if x <= y && x <= z {
        [1.0, 0.0, 0.0]
    } else if y <= z {
        [0.0, 1.0, 0.0]
    } else {
        [0.0, 0.0, 1.0]
    };
    let along = sub(axis, scale(normal, dot(axis, normal)));
    unit(along).unwrap_or_else(|| cross(normal, axis))
}

#[cfg(test)]
mod tests {
    use super::*;

    const UP: [f32; 3] = [0.0, 0.0, 1.0];
    const SQUARE: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    const CUT: [u32; 6] = [0, 1, 2, 0, 2, 3];

    #[test]
    fn tangents_run_along_u() {
        let uvs = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let tangents = mikktspace(&SQUARE, &[UP; 4], &uvs, &CUT).unwrap();
        assert_eq!(tangents, [[1.0, 0.0, 0.0, 1.0]; 6]);
        assert_eq!(per_vertex(&tangents, &CUT, 5).unwrap(), [[1.0, 0.0, 0.0, 1.0]; 5]);
        // u along y, v along x: mirrored.
        let turned = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]];
        assert_eq!(mikktspace(&SQUARE, &[UP; 4], &turned, &CUT).unwrap(), [[0.0, 1.0, 0.0, -1.0]; 6]);
    }

    #[test]
    fn mirrored_halves_do_not_agree() {
        // Two squares side by side, the texture mirrored at the edge between.
        let positions =
            [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, 1.0]].map(|[x, y]| [x, y, 0.0]);
        let uvs = [[0.0, 0.0], [1.0, 0.0], [0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 1.0]];
        let triangles = [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4];
        let tangents = mikktspace(&positions, &[UP; 6], &uvs, &triangles).unwrap();
        assert_eq!(tangents[..6], [[1.0, 0.0, 0.0, 1.0]; 6]);
        assert_eq!(tangents[6..], [[-1.0, 0.0, 0.0, -1.0]; 6]);
        assert_eq!(per_vertex(&tangents, &triangles, 6), None);
        let (values, numbers) = distinct(&tangents);
        assert_eq!(values.len(), 2);
        assert_eq!(numbers, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
        let weld = crate::weld_keyed(&triangles, 1, &[0], 6, &numbers);
        assert_eq!(weld.vertices.len(), 8, "the two vertices of the edge are doubled");
    }

    #[test]
    fn undefined_tangents_lie_across_the_normal() {
        // No texture coordinates to speak of, and one triangle without area.
        let triangles = [0, 1, 2, 0, 0, 1];
        let normals = [[0.0, 0.6, 0.8]; 4];
        for [x, y, z, sign] in mikktspace(&SQUARE, &normals, &[[0.5; 2]; 4], &triangles).unwrap() {
            assert!((x * x + y * y + z * z - 1.0).abs() < 1e-6);
            assert!((0.6 * y + 0.8 * z).abs() < 1e-6);
            assert_eq!(sign.abs(), 1.0);
        }
        // A triangle without area borrows from a neighbour.
        let uvs = [[0.0, 0.0], [0.0, 1.0], [-1.0, 1.0], [0.0, 0.0]];
        let tangents = mikktspace(&SQUARE, &[UP; 4], &uvs, &triangles).unwrap();
        assert_eq!(tangents, [[0.0, -1.0, 0.0, 1.0]; 6]);
    }

    #[test]
    fn bad_input() {
        let uvs = [[0.0; 2]; 4];
        assert_eq!(mikktspace(&SQUARE, &[UP; 4], &uvs, &[0, 1, 4]), None);
        assert_eq!(mikktspace(&SQUARE, &[UP; 2], &uvs, &CUT), None);
        assert_eq!(mikktspace(&[], &[], &[], &[]), Some(vec![]));
        assert_eq!(per_vertex(&[[1.0; 4]], &[7], 1), None);
        let odd = [f32::NAN, f32::INFINITY, f32::MAX, 1e-45, 0.0, 1.0, -3.0];
        let pick = |i: usize| odd[i * 31 % 7];
        let positions: Vec<[f32; 3]> = (0..200).map(|i| [pick(i), pick(i / 7), pick(i / 3)]).collect();
        let normals: Vec<[f32; 3]> = (0..200).map(|i| [pick(i / 2), pick(i / 5), pick(i)]).collect();
        let uvs: Vec<[f32; 2]> = (0..200).map(|i| [pick(i / 11), pick(i)]).collect();
        let triangles: Vec<u32> = (0..3000).map(|i| i * 7919 % 200).collect();
        let tangents = mikktspace(&positions, &normals, &uvs, &triangles).unwrap();
        assert_eq!(tangents.len(), 3000);
        assert!(tangents.iter().flatten().all(|x| x.is_finite()));
    }

    #[test]
    fn large_fans_neither_overflow_nor_take_square_time() {
        let count = 100_000u32;
        let angle = |i: u32| std::f32::consts::TAU * i as f32 / count as f32;
        let ring = (0..count).map(|i| [angle(i).cos(), angle(i).sin(), 0.0]);
        let positions: Vec<[f32; 3]> = ring.chain([[0.0; 3]]).collect();
        let uvs: Vec<[f32; 2]> = positions.iter().map(|&[x, y, _]| [x, y]).collect();
        let triangles: Vec<u32> = (0..count).flat_map(|i| [count, i, (i + 1) % count]).collect();
        let normals = vec![UP; positions.len()];
        let tangents = mikktspace(&positions, &normals, &uvs, &triangles).unwrap();
        assert!(tangents.iter().all(|&[x, _, _, sign]| x > 0.99 && sign == 1.0));
    }
}
