//! Primitives as points, lines and triangles.

use std::borrow::Cow;
use std::ops::Range;

use portolan_parallel::prelude::*;
use portolan_scene::{Mesh, Primitive, PrimitiveKind};

use crate::polygon::{Cutter, Polygons, runs};
use crate::triple;

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

impl Elements {
    /// Corners of one.
    #[inline]
    pub fn corners(self) -> usize {
        match self {
            Elements::Points => 1,
            Elements::Lines => 2,
            Elements::Triangles => 3,
        }
    }
}

/// A primitive as a list of elements of one kind.
#[derive(Clone, Debug)]
pub struct Faces {
    /// What is drawn.
    pub kind: Elements,
    /// Corners of the elements; `None`: all corners of the primitive in their order.
    list: Option<Vec<u32>>,
    /// Number of elements.
    pub count: u32,
    /// Polygons that have no triangles.
    pub broken: usize,
}

impl Faces {
    /// Those of a primitive; polygons are cut by where their vertices are written.
    pub fn new(mesh: &Mesh, primitive: &Primitive) -> Faces {
        let stream = mesh.positions();
        Faces::placed(primitive, |corners, out| {
            out.extend(corners.map(|corner| {
                let row = primitive.vertex(corner as usize).unwrap_or(0);
                triple(stream.map_or(&[], |s| s.row(row as usize)))
            }));
        })
    }

    /// Those of a primitive whose corners are where `place` says: it appends the places of the corners of a range, which
    /// belong to one polygon.
    pub fn placed(primitive: &Primitive, place: impl Fn(Range<u32>, &mut Vec<[f32; 3]>) + Sync) -> Faces {
        let plain = |kind| Faces::of(kind, None, primitive);
        let listed = |kind, list| Faces::of(kind, Some(list), primitive);
        let triangles = |of: fn(u32, u32) -> [u32; 3]| {
            let list = runs(primitive).flat_map(|(s, n)| (2..n).flat_map(move |i| of(s, i))).collect();
            listed(Elements::Triangles, list)
        };
        match primitive.kind {
            PrimitiveKind::Points => plain(Elements::Points),
            PrimitiveKind::Lines => plain(Elements::Lines),
            PrimitiveKind::LineStrips => {
                let lines = runs(primitive).flat_map(|(s, n)| (1..n).flat_map(move |i| [s + i - 1, s + i]));
                listed(Elements::Lines, lines.collect())
            }
            PrimitiveKind::Triangles => plain(Elements::Triangles),
            PrimitiveKind::TriangleFans => triangles(|s, i| [s, s + i - 1, s + i]),
            PrimitiveKind::TriangleStrips => triangles(|s, i| match i.is_multiple_of(2) {
                true => [s + i - 2, s + i - 1, s + i],
                false => [s + i - 1, s + i - 2, s + i],
            }),
            PrimitiveKind::Polygons => {
                let only_triangles = primitive.rings.is_empty() && primitive.counts.iter().all(|c| *c == 3);
                if only_triangles { plain(Elements::Triangles) } else { polygons(primitive, place) }
            }
        }
    }

    /// Elements by their corners; `None` is all corners of the primitive.
    pub(crate) fn of(kind: Elements, list: Option<Vec<u32>>, primitive: &Primitive) -> Faces {
        let corners = list.as_ref().map_or(primitive.corners(), Vec::len);
        let count = (corners / kind.corners()).min(u32::MAX as usize) as u32;
        Faces { kind, list, count, broken: 0 }
    }

    /// The corners of an element; of lines and points some are repeated.
    #[inline]
    pub fn corners(&self, element: u32) -> [u32; 3] {
        let each = self.kind.corners();
        let first = element as usize * each;
        let Some(list) = &self.list else {
            let [second, last] = [first + 1.min(each - 1), first + each - 1];
            return [first as u32, second as u32, last as u32];
        };
        match list.get(first..first + each) {
            Some(&[a, b, c]) => [a, b, c],
            Some(&[a, b]) => [a, b, b],
            Some(&[a]) => [a; 3],
            _ => [0; 3],
        }
    }

    /// Corners of the primitive in the order in which they are drawn; `None` is all of them as they are.
    #[inline]
    pub fn list(&self) -> Option<&[u32]> {
        self.list.as_deref()
    }

    /// As [`Faces::list`], to keep.
    pub fn into_list(self) -> Option<Vec<u32>> {
        self.list
    }

    /// The vertices that are drawn, given the vertex of each corner of the primitive.
    pub fn through<'a>(&self, vertices: Cow<'a, [u32]>) -> Cow<'a, [u32]> {
        let Some(list) = &self.list else { return vertices };
        let vertex = |corner: &u32| vertices.get(*corner as usize).copied().unwrap_or(0);
        Cow::Owned(list.par_iter().with_min_len(1 << 14).map(vertex).collect())
    }
}

/// Polygons that one thread cuts in a row.
const BATCH: usize = 1 << 14;

fn polygons(primitive: &Primitive, place: impl Fn(Range<u32>, &mut Vec<[f32; 3]>) + Sync) -> Faces {
    let mut batches = Vec::new();
    let mut all = Polygons::new(primitive);
    loop {
        let start = all.clone();
        let Some(_) = all.nth(BATCH - 1) else {
            batches.push(start);
            break;
        };
        batches.push(start);
    }
    let done: Vec<Batch> = batches.into_par_iter().map(|b| batch(b.take(BATCH), &place)).collect();
    let broken = done.iter().map(|d| d.broken).sum();
    let total = done.iter().map(|d| d.corners.len()).sum();
    // Fresh zeros come from the system page by page, on the core that fills them.
    let mut corners = vec![0; total];
    let mut free = corners.as_mut_slice();
    let mut parts = Vec::with_capacity(done.len());
    for batch in done {
        let (here, behind) = free.split_at_mut(batch.corners.len());
        parts.push((here, batch.corners));
        free = behind;
    }
    parts.into_par_iter().for_each(|(to, from)| to.copy_from_slice(&from));
    Faces { broken, ..Faces::of(Elements::Triangles, Some(corners), primitive) }
}

/// Triangles of some polygons.
struct Batch {
    corners: Vec<u32>,
    broken: usize,
}

fn batch<'a>(
    polygons: impl Iterator<Item = crate::Polygon<'a>>,
    place: impl Fn(Range<u32>, &mut Vec<[f32; 3]>),
) -> Batch {
    let mut cutter = Cutter::default();
    let mut batch = Batch { corners: Vec::with_capacity(BATCH * 6), broken: 0 };
    for polygon in polygons {
        let before = batch.corners.len();
        cutter.cut(polygon, &place, &mut batch.corners);
        batch.broken += usize::from(batch.corners.len() == before);
    }
    batch
}
