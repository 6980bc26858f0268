//! Primitives as faces, lines and points over corners.

use std::collections::HashSet;

use portolan_geom::Triangulator;
use portolan_scene::{Attribute, Mesh, Meta, Primitive, PrimitiveKind, Semantic, Spline, Stream};
use rayon::prelude::*;

/// Polygons that are cut up in one go.
const POLYGONS: usize = 4096;

/// Points of a curve at most.
const MOST_POINTS: usize = 1 << 14;

/// What corners make up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Point,
    Line,
    Face,
}

impl Kind {
    /// Corners of one.
    pub fn corners(self) -> usize {
        match self {
            Kind::Point => 1,
            Kind::Line => 2,
            Kind::Face => 3,
        }
    }
}

/// A primitive as a list of elements of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Elements {
    pub kind: Kind,
    /// Corners of the elements; `None`: all corners of the primitive in their order.
    list: Option<Vec<u32>>,
    /// Number of elements.
    pub count: u32,
}

impl Elements {
    /// Of a primitive; with `wireframe`, faces become their edges.
    pub fn new(mesh: &Mesh, primitive: &Primitive, wireframe: bool) -> Elements {
        let (kind, list) = faces(mesh, primitive, wireframe);
        let corners = list.as_ref().map_or(primitive.corners(), Vec::len);
        Elements { kind, list, count: (corners / kind.corners()).min(u32::MAX as usize) as u32 }
    }

    /// The corners of an element; of lines and points some are repeated.
    pub fn corners(&self, element: u32) -> [u32; 3] {
        let each = self.kind.corners();
        let first = element as usize * each;
        let at = |i: usize| {
            let i = first + i.min(each - 1);
            match &self.list {
                Some(list) => list.get(i).copied().unwrap_or(0),
                None => i as u32,
            }
        };
        [at(0), at(1), at(2)]
    }
}

fn faces(mesh: &Mesh, primitive: &Primitive, wireframe: bool) -> (Kind, Option<Vec<u32>>) {
    let starts = || {
        let limit = primitive.corners() as u64;
        let mut next = 0u64;
        primitive.counts.iter().map_while(move |count| {
            let start = next;
            next += u64::from(*count);
            (next <= limit).then_some((start as u32, *count))
        })
    };
    let (kind, list) = match primitive.kind {
        PrimitiveKind::Points => (Kind::Point, None),
        PrimitiveKind::Lines => (Kind::Line, None),
        PrimitiveKind::LineStrips => {
            let lines = starts().flat_map(|(s, n)| (1..n).flat_map(move |i| [s + i - 1, s + i]));
            (Kind::Line, Some(lines.collect()))
        }
        PrimitiveKind::Polygons if wireframe => {
            let ring = |(s, n): (u32, u32)| (0..n).flat_map(move |i| [s + i, s + (i + 1) % n]);
            return (Kind::Line, Some(once(primitive, starts().filter(|(_, n)| *n > 1).flat_map(ring))));
        }
        PrimitiveKind::Triangles => (Kind::Face, None),
        PrimitiveKind::TriangleFans => {
            let fan = |(s, n): (u32, u32)| (2..n).flat_map(move |i| [s, s + i - 1, s + i]);
            (Kind::Face, Some(starts().flat_map(fan).collect()))
        }
        PrimitiveKind::TriangleStrips => {
            let turn = |s: u32, i: u32| {
                if i.is_multiple_of(2) { [s + i - 2, s + i - 1, s + i] } else { [s + i - 1, s + i - 2, s + i] }
            };
            (Kind::Face, Some(starts().flat_map(|(s, n)| (2..n).flat_map(move |i| turn(s, i))).collect()))
        }
        PrimitiveKind::Polygons => {
            let plain = primitive.rings.is_empty() && primitive.counts.iter().all(|c| *c == 3);
            (Kind::Face, (!plain).then(|| polygons(mesh, primitive)))
        }
    };
    if kind != Kind::Face || !wireframe {
        return (kind, list);
    }
    let all = primitive.corners() as u32;
    let corners = list.unwrap_or_else(|| (0..all - all % 3).collect());
    let edges = corners.as_chunks::<3>().0.iter().flat_map(|&[a, b, c]| [a, b, b, c, c, a]);
    (Kind::Line, Some(once(primitive, edges)))
}

/// Each edge once, however many faces share it.
fn once(primitive: &Primitive, ends: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    let mut ends = ends;
    while let (Some(a), Some(b)) = (ends.next(), ends.next()) {
        let (Some(v), Some(w)) = (primitive.vertex(a as usize), primitive.vertex(b as usize)) else { continue };
        if seen.insert((v.min(w), v.max(w))) {
            kept.extend([a, b]);
        }
    }
    kept
}

/// A polygon: its first corner, and the sizes of its rings.
type Polygon<'a> = (u32, &'a [u32]);

fn polygons(mesh: &Mesh, primitive: &Primitive) -> Vec<u32> {
    let positions = mesh.positions();
    let mut all: Vec<Polygon<'_>> = Vec::new();
    let (mut corner, mut ring) = (0u64, 0usize);
    let count = if primitive.rings.is_empty() { primitive.counts.len() } else { primitive.rings.len() };
    for polygon in 0..count {
        let rings = primitive.rings.get(polygon).map_or(1, |r| *r as usize);
        let Some(counts) = primitive.counts.get(ring..ring.saturating_add(rings)) else { break };
        ring += rings;
        let start = corner;
        corner += counts.iter().map(|c| u64::from(*c)).sum::<u64>();
        if corner > primitive.corners() as u64 {
            break;
        }
        all.push((start as u32, counts));
    }
    let cut = |pieces: &[Polygon<'_>]| {
        let mut found = Vec::new();
        let mut triangulator = Triangulator::new();
        let (mut places, mut triangles) = (Vec::new(), Vec::new());
        for (start, counts) in pieces {
            let total: u32 = counts.iter().sum();
            if let ([3], 3) = (counts, total) {
                found.extend([*start, start + 1, start + 2]);
                continue;
            }
            places.clear();
            places.extend((*start..start + total).map(|c| place(positions, primitive, c)));
            triangles.clear();
            triangulator.polygon(&places, if counts.len() > 1 { counts } else { &[] }, &mut triangles);
            found.extend(triangles.iter().map(|t| start + t));
        }
        found
    };
    let parts: Vec<Vec<u32>> = all.par_chunks(POLYGONS).map(cut).collect();
    parts.concat()
}

fn place(positions: Option<&Stream>, primitive: &Primitive, corner: u32) -> [f32; 3] {
    let vertex = primitive.vertex(corner as usize).unwrap_or(0);
    point(positions.map_or(&[], |s| s.row(vertex as usize)))
}

/// The first three numbers of a row; what is missing is zero.
pub(crate) fn point(row: &[f32]) -> [f32; 3] {
    let at = |i: usize| row.get(i).copied().unwrap_or(0.0);
    [at(0), at(1), at(2)]
}

/// A curve as a mesh of one strip of lines.
pub(crate) fn curve(spline: &Spline) -> Mesh {
    let (mut least, mut most) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for point in &spline.points {
        for ((x, least), most) in point.iter().zip(&mut least).zip(&mut most) {
            (*least, *most) = (least.min(*x), most.max(*x));
        }
    }
    let size = least.iter().zip(&most).map(|(a, b)| b - a).fold(0.0, f64::max);
    let tolerance = if size.is_finite() && size > 0.0 { size / 4096.0 } else { 1e-3 };
    let points = spline.tessellate(tolerance, MOST_POINTS);
    let count = points.len() as u32;
    let data = points.iter().flatten().map(|x| *x as f32).collect();
    let attribute = Attribute { semantic: Semantic::Position, set: None, stream: 0 };
    let primitive = Primitive::plain(Meta::default(), PrimitiveKind::LineStrips, (0..count).collect(), vec![count]);
    Mesh {
        streams: vec![Stream { id: None, width: 3, data }],
        vertices: vec![attribute],
        primitives: vec![primitive],
        double_sided: None,
        convex: false,
    }
}

/// Where corners find a kind of data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Source {
    /// Which stream.
    pub stream: u32,
    /// Which index of a corner picks the row.
    pub column: u32,
    /// The place among the mesh's vertex data, if it is data of vertices.
    pub of_vertex: Option<u32>,
}

/// Everything a primitive has for its corners; what a corner has counts before what its vertex has.
pub(crate) fn sources<'a>(mesh: &'a Mesh, primitive: &'a Primitive) -> Vec<(&'a Attribute, Source)> {
    let column = primitive.vertex_column;
    let corner = primitive
        .inputs
        .iter()
        .map(|i| (&i.attribute, Source { stream: i.attribute.stream, column: i.column, of_vertex: None }));
    let vertex =
        mesh.vertices.iter().zip(0..).map(|(a, at)| (a, Source { stream: a.stream, column, of_vertex: Some(at) }));
    corner.chain(vertex).collect()
}

/// The first data of a kind that is wide enough; what a corner has counts before what its vertex has.
pub(crate) fn first(mesh: &Mesh, all: &[(&Attribute, Source)], semantic: Semantic, least_width: u32) -> Option<Source> {
    let width = |s: &Source| mesh.streams.get(s.stream as usize).map_or(0, |s| s.width);
    let fitting = all.iter().filter(|(a, s)| a.semantic == semantic && width(s) >= least_width);
    fitting.min_by_key(|(a, s)| (a.set, s.of_vertex.is_some())).map(|(_, s)| *s)
}

/// Where corners find their normals.
pub(crate) fn normals(mesh: &Mesh, primitive: &Primitive) -> Option<Source> {
    first(mesh, &sources(mesh, primitive), Semantic::Normal, 3)
}

#[cfg(test)]
mod tests {
    use portolan_scene::Segment;

    use super::*;

    fn list(kind: PrimitiveKind, corners: u32, counts: &[u32], rings: &[u32], wireframe: bool) -> Vec<Vec<u32>> {
        let mut mesh = curve(&Spline::default());
        // A square with a square hole.
        let square = |a: f32, b: f32| [[a, a, 0.], [b, a, 0.], [b, b, 0.], [a, b, 0.]].concat();
        mesh.streams = vec![Stream { id: None, width: 3, data: [square(0., 3.), square(1., 2.)].concat() }];
        let primitive = Primitive {
            kind,
            indices: (0..corners).collect(),
            counts: counts.to_vec(),
            rings: rings.to_vec(),
            ..mesh.primitives.remove(0)
        };
        let elements = Elements::new(&mesh, &primitive, wireframe);
        (0..elements.count).map(|e| elements.corners(e)[..elements.kind.corners()].to_vec()).collect()
    }

    #[test]
    fn every_kind_becomes_elements() {
        use PrimitiveKind::*;
        assert_eq!(list(Points, 2, &[], &[], false), [[0], [1]]);
        assert_eq!(list(Lines, 5, &[], &[], false), [[0, 1], [2, 3]]);
        assert_eq!(list(LineStrips, 5, &[3, 2], &[], false), [[0, 1], [1, 2], [3, 4]]);
        assert_eq!(list(Triangles, 6, &[], &[], false), [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(list(TriangleFans, 4, &[4], &[], false), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(list(TriangleStrips, 5, &[5], &[], false), [[0, 1, 2], [2, 1, 3], [2, 3, 4]]);
        assert_eq!(list(Polygons, 7, &[3, 4], &[], false).len(), 3);
        assert_eq!(list(Polygons, 8, &[4, 4], &[2], false).len(), 8);
        // Counts beyond the corners end it.
        assert_eq!(list(Polygons, 4, &[3, 9], &[], false).len(), 1);
        assert_eq!(list(TriangleFans, 4, &[u32::MAX, u32::MAX], &[], false).len(), 0);
    }

    #[test]
    fn wires_are_the_edges_of_polygons() {
        use PrimitiveKind::*;
        assert_eq!(list(Polygons, 4, &[4], &[], true), [[0, 1], [1, 2], [2, 3], [3, 0]]);
        assert_eq!(list(TriangleFans, 4, &[4], &[], true).len(), 5);
        assert_eq!(list(Triangles, 4, &[], &[], true).len(), 3);
        assert_eq!(list(Lines, 4, &[], &[], true), [[0, 1], [2, 3]]);
    }

    #[test]
    fn curves_become_lines() {
        let spline = Spline {
            points: vec![[0.; 3], [1., 0., 0.], [2., 0., 0.]],
            segments: vec![Segment::Linear; 3],
            ..Spline::default()
        };
        let mesh = curve(&spline);
        assert_eq!(Elements::new(&mesh, &mesh.primitives[0], false).count, 2);
        assert_eq!(mesh.streams[0].row(1), [1., 0., 0.]);
    }
}
