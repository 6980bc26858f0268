//! Primitives as points, lines and triangles.

use portolan_geom::Triangulator;
use portolan_scene::{Mesh, Primitive, PrimitiveKind};
use rayon::prelude::*;

/// What is left once strips, fans and polygons are taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Elements {
    /// Points.
    Points,
    /// Lines between two corners.
    Lines,
    /// Triangles.
    Triangles,
}

/// Corners in the order in which they are drawn.
pub struct Faces {
    /// Corners of the primitive: one for each point, two for each line, three for each triangle.
    pub corners: Vec<u32>,
    /// Polygons that have no triangles.
    pub broken: usize,
}

impl Faces {
    /// The vertices of the corners, given the vertex of each corner of the primitive.
    pub fn through(self, vertices: &[u32]) -> Vec<u32> {
        let vertex = |corner: &u32| vertices.get(*corner as usize).copied().unwrap_or(0);
        self.corners.par_iter().with_min_len(1 << 14).map(vertex).collect()
    }
}

/// What is drawn, and the corners; `None` is all of them as they are.
pub fn faces(mesh: &Mesh, primitive: &Primitive) -> (Elements, Option<Faces>) {
    let counts = || {
        primitive.counts.iter().scan(0u32, |first, count| {
            let start = *first;
            *first = first.saturating_add(*count);
            Some((start, *count))
        })
    };
    let each = |of: fn(u32, u32, u32) -> [u32; 3]| {
        let triangles = counts().flat_map(|(s, n)| (0..n.saturating_sub(2)).flat_map(move |i| of(s, n, i)));
        Some(Faces { corners: triangles.collect(), broken: 0 })
    };
    match primitive.kind {
        PrimitiveKind::Points => (Elements::Points, None),
        PrimitiveKind::Lines => (Elements::Lines, None),
        PrimitiveKind::LineStrips => {
            let lines = counts().flat_map(|(s, n)| (1..n).flat_map(move |i| [s + i - 1, s + i]));
            (Elements::Lines, Some(Faces { corners: lines.collect(), broken: 0 }))
        }
        PrimitiveKind::Triangles => (Elements::Triangles, None),
        PrimitiveKind::TriangleFans => (Elements::Triangles, each(|s, _, i| [s, s + i + 1, s + i + 2])),
        PrimitiveKind::TriangleStrips => {
            let turn = |s: u32, _, i: u32| {
                if i.is_multiple_of(2) { [s + i, s + i + 1, s + i + 2] } else { [s + i + 1, s + i, s + i + 2] }
            };
            (Elements::Triangles, each(turn))
        }
        PrimitiveKind::Polygons => {
            let only_triangles = primitive.rings.is_empty() && primitive.counts.iter().all(|c| *c == 3);
            (Elements::Triangles, (!only_triangles).then(|| polygons(mesh, primitive)))
        }
    }
}

/// How many rings each polygon has.
pub enum PolygonRings<'a> {
    /// So many polygons of one ring.
    One(usize),
    /// As listed.
    Listed(std::slice::Iter<'a, u32>),
}

impl<'a> PolygonRings<'a> {
    /// Those of a primitive.
    pub fn new(primitive: &'a Primitive) -> PolygonRings<'a> {
        match primitive.rings.is_empty() {
            true => PolygonRings::One(primitive.counts.len()),
            false => PolygonRings::Listed(primitive.rings.iter()),
        }
    }
}

impl Iterator for PolygonRings<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match self {
            PolygonRings::One(left) => {
                *left = left.checked_sub(1)?;
                Some(1)
            }
            PolygonRings::Listed(rings) => rings.next().map(|r| *r as usize),
        }
    }
}

/// Polygons that one thread cuts in a row.
const BATCH: usize = 1 << 14;

fn polygons(mesh: &Mesh, primitive: &Primitive) -> Faces {
    // Where batches begin: number of the polygon, ring, corner.
    let mut batches = Vec::new();
    let (mut ring, mut corner) = (0usize, 0usize);
    for (number, rings) in PolygonRings::new(primitive).enumerate() {
        if number % BATCH == 0 {
            batches.push((number, ring, corner));
        }
        let counts = primitive.counts.iter().skip(ring).take(rings);
        corner += counts.map(|c| *c as usize).sum::<usize>();
        ring += rings;
    }
    let done: Vec<Faces> = batches.into_par_iter().map(|b| batch(mesh, primitive, b)).collect();
    let broken = done.iter().map(|d| d.broken).sum();
    let total = done.iter().map(|d| d.corners.len()).sum();
    // Fresh zeros come from the system page by page, on the core that fills them.
    let mut corners = vec![0; total];
    let mut free = corners.as_mut_slice();
    let mut parts = Vec::with_capacity(done.len());
    for faces in done {
        let (here, behind) = free.split_at_mut(faces.corners.len());
        parts.push((here, faces.corners));
        free = behind;
    }
    parts.into_par_iter().for_each(|(to, from)| to.copy_from_slice(&from));
    Faces { corners, broken }
}

fn batch(mesh: &Mesh, primitive: &Primitive, (number, mut ring, mut corner): (usize, usize, usize)) -> Faces {
    let mut triangulator = Triangulator::new();
    let mut faces = Faces { corners: Vec::with_capacity(BATCH * 6), broken: 0 };
    let stream = mesh.positions();
    let mut places: Vec<[f32; 3]> = Vec::new();
    let rings_of = |polygon: usize| match primitive.rings.get(polygon) {
        Some(rings) => *rings as usize,
        None => 1,
    };
    let polygons = if primitive.rings.is_empty() { primitive.counts.len() } else { primitive.rings.len() };
    for polygon in number..polygons.min(number + BATCH) {
        let counts = primitive.counts.get(ring..ring + rings_of(polygon)).unwrap_or_default();
        let size: usize = counts.iter().map(|c| *c as usize).sum();
        places.clear();
        places.extend((corner..corner + size).map(|c| {
            let row = primitive.vertex(c).unwrap_or(0);
            triple(stream.map_or(&[], |s| s.row(row as usize)))
        }));
        let before = faces.corners.len();
        triangulator.polygon(&places, if counts.len() > 1 { counts } else { &[] }, &mut faces.corners);
        if let Some(new) = faces.corners.get_mut(before..) {
            faces.broken += usize::from(new.is_empty());
            new.iter_mut().for_each(|c| *c += corner as u32);
        }
        ring += counts.len();
        corner += size;
    }
    faces
}

/// The first three numbers of a row.
pub fn triple(row: &[f32]) -> [f32; 3] {
    let at = |i: usize| row.get(i).copied().unwrap_or(0.0);
    [at(0), at(1), at(2)]
}
