//! Normals for faces that have none: smooth over gentle edges, and broken at sharp ones.

use portolan_mesh::{Elements, Faces};
use portolan_scene::Primitive;
use portolan_scene::glam::DVec3;

/// Faces that meet at less than this angle are one smooth surface: cos 45°.
const SMOOTH: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Faces around a vertex that are looked at.
const MOST: usize = 64;

/// The faces around each vertex of a primitive.
#[derive(Clone, Debug)]
pub(crate) struct Around {
    /// The first vertex that is used.
    least: u32,
    /// For each vertex from there on where its faces begin; one more at the end.
    starts: Vec<u32>,
    faces: Vec<u32>,
}

impl Around {
    pub fn new(primitive: &Primitive, elements: &Faces) -> Option<Around> {
        if elements.kind != Elements::Triangles {
            return None;
        }
        let vertices = |face: u32| elements.corners(face).map(|c| primitive.vertex(c as usize).unwrap_or(0));
        let all = || (0..elements.count).flat_map(vertices);
        let (least, most) = all().fold((u32::MAX, 0), |(least, most), v| (least.min(v), most.max(v)));
        let mut starts = vec![0u32; (most.checked_sub(least)? as usize) + 2];
        for vertex in all() {
            if let Some(count) = starts.get_mut((vertex - least) as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let mut faces = vec![0; sum as usize];
        for face in 0..elements.count {
            for vertex in vertices(face) {
                let Some(place) = next.get_mut((vertex - least) as usize) else { continue };
                if let Some(to) = faces.get_mut(*place as usize) {
                    *to = face;
                    *place += 1;
                }
            }
        }
        Some(Around { least, starts, faces })
    }

    fn of(&self, vertex: u32) -> &[u32] {
        let at = vertex.wrapping_sub(self.least) as usize;
        match (self.starts.get(at), self.starts.get(at.saturating_add(1))) {
            (Some(from), Some(to)) => self.faces.get(*from as usize..*to as usize).unwrap_or_default(),
            _ => &[],
        }
    }

    /// The normal of a face at one of its vertices, in the space of the positions.
    ///
    /// Each face counts by its angle at the vertex against the lengths of its edges there (N. Max, 1999), which is
    /// exact on spheres.
    pub fn normal(&self, vertex: u32, own: DVec3, place: impl Fn(u32) -> ([u32; 3], [DVec3; 3])) -> DVec3 {
        let mut sum = DVec3::ZERO;
        for face in self.of(vertex).iter().take(MOST) {
            let (vertices, [a, b, c]) = place(*face);
            let (here, next, last) = match vertices {
                [v, ..] if v == vertex => (a, b, c),
                [_, v, _] if v == vertex => (b, c, a),
                _ => (c, a, b),
            };
            let (one, two) = (next - here, last - here);
            let across = one.cross(two);
            let lengths = one.length_squared() * two.length_squared();
            if lengths > 0.0 && across.normalize_or_zero().dot(own) >= SMOOTH {
                sum += across / lengths;
            }
        }
        sum.try_normalize().unwrap_or(own)
    }
}
