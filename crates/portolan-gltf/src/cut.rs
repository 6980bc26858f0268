//! Primitives as glTF draws them: points, lines and triangles over vertices with one index each.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use portolan_eval::{Elements, Faces, PolygonRings, faces, triple};
use portolan_geom::{normals, weld};
use portolan_scene::{Mesh, Primitive, PrimitiveKind, Semantic};
use rayon::prelude::*;

use crate::json::{LINES, POINTS, TRIANGLES};

/// A primitive with one index for each corner.
pub(crate) struct Cut<'a> {
    /// What is drawn, as glTF counts it.
    pub mode: u32,
    /// Number of vertices.
    pub count: usize,
    /// For each column the row of each vertex; none at all: vertex `v` is row `v` of every column.
    rows: BTreeMap<u32, Arc<Vec<u32>>>,
    /// A corner that shows each vertex; `None` when rows are not picked.
    pub corners: Option<Arc<Vec<u32>>>,
    /// Indices; `None`: every vertex once, in order.
    pub indices: Option<Indices<'a>>,
    /// Normals of the faces, for each vertex, where the document has none.
    pub normals: Option<Arc<Vec<[f32; 3]>>>,
    /// Tangents that were computed, for each vertex.
    pub tangents: Option<Arc<Vec<[f32; 4]>>>,
    /// Polygons that have no triangles.
    pub broken: usize,
}

/// Indices, of the scene or made for the file.
#[derive(Clone)]
pub(crate) enum Indices<'a> {
    Borrowed(&'a [u32]),
    Shared(Arc<Vec<u32>>),
}

impl std::ops::Deref for Indices<'_> {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        match self {
            Indices::Borrowed(indices) => indices,
            Indices::Shared(indices) => indices,
        }
    }
}

impl From<Vec<u32>> for Indices<'_> {
    fn from(indices: Vec<u32>) -> Self {
        Indices::Shared(Arc::new(indices))
    }
}

impl Cut<'_> {
    /// The rows of a column.
    pub fn rows(&self, column: u32) -> Option<Arc<Vec<u32>>> {
        self.rows.get(&column).cloned()
    }

    /// Is every vertex the row of the same number?
    pub fn is_identity(&self) -> bool {
        self.rows.is_empty()
    }

    /// Positions of all vertices.
    pub fn positions(&self, mesh: &Mesh, primitive: &Primitive) -> Vec<[f32; 3]> {
        let Some(stream) = mesh.positions() else { return vec![] };
        let rows = self.rows.get(&primitive.vertex_column);
        let row = |v: usize| rows.map_or(v, |r| r.get(v).map_or(usize::MAX, |r| *r as usize));
        (0..self.count).map(|v| triple(stream.row(row(v)))).collect()
    }

    /// Replaces vertices by others, given as numbers of the old ones.
    pub fn split(&mut self, primitive: &Primitive, vertices: &[u32], indices: Vec<u32>) {
        let at = |list: &[u32], v: &u32| list.get(*v as usize).copied().unwrap_or(0);
        let first_corner = || {
            let mut corners = vec![0; self.count];
            for corner in (0..primitive.corners()).rev() {
                let vertex = primitive.vertex(corner).map_or(usize::MAX, |v| v as usize);
                if let Some(slot) = corners.get_mut(vertex) {
                    *slot = corner as u32;
                }
            }
            Arc::new(corners)
        };
        let corners = self.corners.clone().unwrap_or_else(first_corner);
        let corners: Vec<u32> = vertices.iter().map(|v| at(&corners, v)).collect();
        self.rows = pick(primitive, &columns(primitive), &corners);
        self.corners = Some(Arc::new(corners));
        if let Some(normals) = self.normals.take() {
            let normal = |v: &u32| normals.get(*v as usize).copied().unwrap_or([0.0, 0.0, 1.0]);
            self.normals = Some(Arc::new(vertices.iter().map(normal).collect()));
        }
        self.count = vertices.len();
        self.indices = Some(indices.into());
    }

    /// Indices, counted up where there are none.
    pub fn index_list(&self) -> Cow<'_, [u32]> {
        match &self.indices {
            Some(indices) => Cow::Borrowed(indices),
            None => (0..self.count as u32).collect(),
        }
    }
}

/// Cuts up a primitive; `None` when it draws nothing.
pub(crate) fn cut<'a>(mesh: &'a Mesh, primitive: &'a Primitive) -> Option<Cut<'a>> {
    let (elements, list) = faces(mesh, primitive);
    let mode = match elements {
        Elements::Points => POINTS,
        Elements::Lines => LINES,
        Elements::Triangles => TRIANGLES,
    };
    let drawn = list.as_ref().map_or(primitive.corners(), |l| l.corners.len());
    if drawn == 0 || mesh.vertex_count() == 0 {
        return None;
    }
    let broken = list.as_ref().map_or(0, |l| l.broken);
    let has_normals = mesh.vertices.iter().chain(primitive.inputs.iter().map(|i| &i.attribute));
    let has_normals = has_normals.into_iter().any(|a| a.semantic == Semantic::Normal);
    let mut done = if mode == TRIANGLES && !has_normals {
        faceted(mesh, primitive, list)
    } else {
        smooth(mesh, primitive, mode, list)
    };
    done.broken = broken;
    Some(done)
}

/// The columns that data is picked by, that of the vertex first.
fn columns(primitive: &Primitive) -> Vec<u32> {
    let mut columns = vec![primitive.vertex_column];
    for input in &primitive.inputs {
        if !columns.contains(&input.column) {
            columns.push(input.column);
        }
    }
    columns
}

/// Corners with the same indices are one vertex.
fn smooth<'a>(mesh: &Mesh, primitive: &'a Primitive, mode: u32, list: Option<Faces>) -> Cut<'a> {
    let columns = columns(primitive);
    let (stride, vertices) = (primitive.stride as usize, mesh.vertex_count());
    let enough = primitive.inputs.iter().all(|i| {
        let stream = mesh.streams.get(i.attribute.stream as usize);
        stream.is_some_and(|s| s.rows() == vertices)
    });
    let mut cut = Cut {
        mode,
        count: vertices,
        rows: BTreeMap::new(),
        corners: None,
        indices: None,
        normals: None,
        tangents: None,
        broken: 0,
    };
    if let Some(column) = enough.then(|| same_columns(primitive, &columns)).flatten()
        && uses_all(&column, vertices)
    {
        cut.indices = Some(match list {
            Some(list) => list.through(&column).into(),
            None => column,
        });
        return cut;
    }
    let places: Vec<usize> = columns.iter().map(|c| *c as usize).collect();
    let welded = weld(&primitive.indices, stride, &places, vertices);
    cut.count = welded.vertices.len();
    if !(welded.identity && enough) {
        cut.rows = pick(primitive, &columns, &welded.vertices);
        cut.corners = Some(Arc::new(welded.vertices));
    }
    cut.indices = Some(match list {
        Some(list) => list.through(&welded.indices).into(),
        None => welded.indices.into(),
    });
    cut
}

/// Vertices of different faces are apart, so that each face has its own normal.
fn faceted<'a>(mesh: &Mesh, primitive: &'a Primitive, list: Option<Faces>) -> Cut<'a> {
    let columns = columns(primitive);
    let stream = mesh.positions();
    let place = |corner: u32| {
        let row = primitive.vertex(corner as usize).unwrap_or(0);
        triple(stream.map_or(&[], |s| s.row(row as usize)))
    };
    let polygons = primitive.kind == PrimitiveKind::Polygons;
    let (corners, indices) = match list {
        // Triangles of a polygon share its corners and its normal.
        Some(list) if polygons => ((0..primitive.corners() as u32).collect(), Some(Indices::from(list.corners))),
        Some(list) => (list.corners, None),
        None => ((0..primitive.corners() as u32).collect::<Vec<u32>>(), None),
    };
    let mut found = Vec::with_capacity(corners.len());
    if indices.is_some() {
        let mut rings = primitive.counts.iter().map(|c| *c as usize);
        let mut ring = Vec::new();
        let mut first = 0;
        for polygon in PolygonRings::new(primitive) {
            let mut normal = None;
            for count in rings.by_ref().take(polygon) {
                ring.clear();
                ring.extend(corners.iter().skip(first).take(count).map(|c| place(*c)));
                first += count;
                // That of the outer ring.
                let normal = *normal.get_or_insert_with(|| normals::newell(&ring).unwrap_or(normals::FALLBACK));
                found.extend(std::iter::repeat_n(normal, ring.len()));
            }
        }
        found.resize(corners.len(), normals::FALLBACK);
    } else {
        for triangle in corners.chunks(3) {
            let mut ring = [[0.0; 3]; 3];
            for (to, corner) in ring.iter_mut().zip(triangle) {
                *to = place(*corner);
            }
            let normal = normals::newell(&ring).unwrap_or(normals::FALLBACK);
            found.extend(std::iter::repeat_n(normal, triangle.len()));
        }
    }
    Cut {
        mode: TRIANGLES,
        count: corners.len(),
        rows: pick(primitive, &columns, &corners),
        corners: Some(Arc::new(corners)),
        indices,
        normals: Some(Arc::new(found)),
        tangents: None,
        broken: 0,
    }
}

/// For each column the index that each of some corners has there.
fn pick(primitive: &Primitive, columns: &[u32], corners: &[u32]) -> BTreeMap<u32, Arc<Vec<u32>>> {
    let stride = primitive.stride as usize;
    let one = |column: u32| {
        let at = |corner: &u32| primitive.indices.get(*corner as usize * stride + column as usize).copied();
        Arc::new(corners.par_iter().with_min_len(1 << 14).map(|c| at(c).unwrap_or(0)).collect::<Vec<u32>>())
    };
    columns.iter().map(|c| (*c, one(*c))).collect()
}

/// The one index of each corner, if all columns agree everywhere.
fn same_columns<'a>(primitive: &'a Primitive, columns: &[u32]) -> Option<Indices<'a>> {
    let stride = primitive.stride as usize;
    if stride == 1 {
        return Some(Indices::Borrowed(&primitive.indices));
    }
    let (first, others) = columns.split_first()?;
    let first = *first as usize;
    let agree = |corner: &[u32]| others.iter().all(|o| corner.get(*o as usize) == corner.get(first));
    let corners = primitive.indices.par_chunks_exact(stride).with_min_len(1 << 14);
    if !corners.clone().all(agree) {
        return None;
    }
    Some(corners.map(|corner| corner.get(first).copied().unwrap_or(0)).collect::<Vec<u32>>().into())
}

/// Does some corner use each row?
fn uses_all(indices: &[u32], rows: usize) -> bool {
    if indices.len() < rows {
        return false;
    }
    let mut used = vec![false; rows];
    for index in indices {
        if let Some(used) = used.get_mut(*index as usize) {
            *used = true;
        }
    }
    used.iter().all(|u| *u)
}

#[cfg(test)]
mod tests {
    use portolan_scene::{Attribute, Input, Meta, Stream};

    use super::*;

    fn mesh(places: &[[f32; 3]], with_normals: bool) -> Mesh {
        let attribute = |semantic, stream| Attribute { semantic, set: None, stream };
        let mut vertices = vec![attribute(Semantic::Position, 0)];
        if with_normals {
            vertices.push(attribute(Semantic::Normal, 1));
        }
        let normals = places.iter().flat_map(|_| [0.0, 0.0, 1.0]).collect();
        let stream = |data| Stream { id: None, width: 3, data };
        Mesh { streams: vec![stream(places.concat()), stream(normals)], vertices, ..Mesh::default() }
    }

    fn primitive(kind: PrimitiveKind, indices: &[u32], counts: &[u32]) -> Primitive {
        Primitive::plain(Meta::default(), kind, indices.to_vec(), counts.to_vec())
    }

    const SQUARE: [[f32; 3]; 4] = [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.]];

    #[test]
    fn strips_turn_every_second_triangle() {
        let mesh = mesh(&SQUARE, true);
        let strip = primitive(PrimitiveKind::TriangleStrips, &[0, 1, 3, 2], &[4]);
        assert_eq!(*cut(&mesh, &strip).unwrap().index_list(), [0, 1, 3, 3, 1, 2]);
        let fan = primitive(PrimitiveKind::TriangleFans, &[0, 1, 2, 3], &[4]);
        assert_eq!(*cut(&mesh, &fan).unwrap().index_list(), [0, 1, 2, 0, 2, 3]);
        let line = primitive(PrimitiveKind::LineStrips, &[3, 1, 2, 0, 0], &[3, 2]);
        assert_eq!(*cut(&mesh, &line).unwrap().index_list(), [3, 1, 1, 2, 0, 0]);
    }

    #[test]
    fn streams_are_taken_over_when_all_rows_are_used() {
        let mesh = mesh(&SQUARE, true);
        let whole = primitive(PrimitiveKind::Triangles, &[0, 1, 2, 0, 2, 3], &[]);
        let done = cut(&mesh, &whole).unwrap();
        assert!(done.is_identity() && matches!(done.indices, Some(Indices::Borrowed(_))));
        // Row 1 is not used: only three vertices remain.
        let part = primitive(PrimitiveKind::Triangles, &[3, 0, 2], &[]);
        let done = cut(&mesh, &part).unwrap();
        assert_eq!((done.count, &*done.index_list()), (3, &[0, 1, 2][..]));
        assert_eq!(*done.rows(0).unwrap(), [3, 0, 2]);
    }

    #[test]
    fn columns_that_differ_make_more_vertices() {
        let mut mesh = mesh(&SQUARE, true);
        mesh.streams.push(Stream { id: None, width: 2, data: vec![0.0; 12] });
        let mut two = primitive(PrimitiveKind::Triangles, &[0, 0, 1, 1, 2, 2, 0, 5, 2, 2, 3, 3], &[]);
        two.stride = 2;
        let attribute = Attribute { semantic: Semantic::TexCoord, set: Some(0), stream: 2 };
        two.inputs = vec![Input { attribute, column: 1 }];
        let done = cut(&mesh, &two).unwrap();
        assert_eq!(done.count, 5);
        assert_eq!(*done.index_list(), [0, 1, 2, 3, 2, 4]);
        assert_eq!(*done.rows(0).unwrap(), [0, 1, 2, 0, 3]);
        assert_eq!(*done.rows(1).unwrap(), [0, 1, 2, 5, 3]);
    }

    #[test]
    fn faces_without_normals_get_their_own() {
        let mut places = SQUARE.to_vec();
        places.push([0.0, 0.0, -1.0]);
        let mesh = mesh(&places, false);
        let two = primitive(PrimitiveKind::Polygons, &[0, 1, 2, 3, 0, 4, 1], &[4, 3]);
        let done = cut(&mesh, &two).unwrap();
        assert_eq!((done.count, done.index_list().len()), (7, 9));
        let normals = done.normals.unwrap();
        assert_eq!((normals[0], normals[3], normals[4]), ([0., 0., 1.], [0., 0., 1.], [0., -1., 0.]));
        let strip = primitive(PrimitiveKind::TriangleStrips, &[0, 1, 3, 2], &[4]);
        let done = cut(&mesh, &strip).unwrap();
        assert_eq!((done.count, done.indices.is_none()), (6, true));
    }

    #[test]
    fn holes_stay_open() {
        let mut places = SQUARE.map(|p| p.map(|x| x * 4.0)).to_vec();
        places.extend(SQUARE.map(|[x, y, z]| [x + 1.0, y + 1.0, z]));
        let mesh = mesh(&places, true);
        let mut ring = primitive(PrimitiveKind::Polygons, &[0, 1, 2, 3, 4, 7, 6, 5], &[4, 4]);
        ring.rings = vec![2];
        let done = cut(&mesh, &ring).unwrap();
        let area: f32 = done
            .index_list()
            .chunks(3)
            .map(|t| {
                let [a, b, c] = [0, 1, 2].map(|i| places[ring.indices[0].max(t[i]) as usize]);
                ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2.0
            })
            .sum();
        assert_eq!((done.index_list().len() / 3, area), (8, 15.0));
    }
}
