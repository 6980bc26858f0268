//! Primitives with one index for each vertex, as graphics cards want them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use portolan_geom::{normals, weld};
use portolan_parallel::prelude::*;
use portolan_scene::{Mesh, Primitive, PrimitiveKind, Semantic};

use crate::{Elements, Faces, Polygons, data, first, triple};

/// A primitive with one index for each corner.
pub struct Indexed<'a> {
    /// What is drawn.
    pub kind: Elements,
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

/// Indices, of the scene or made for the purpose.
#[derive(Clone)]
pub enum Indices<'a> {
    /// Those of a primitive.
    Borrowed(&'a [u32]),
    /// Made here.
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

impl<'a> From<Cow<'a, [u32]>> for Indices<'a> {
    fn from(indices: Cow<'a, [u32]>) -> Self {
        match indices {
            Cow::Borrowed(indices) => Indices::Borrowed(indices),
            Cow::Owned(indices) => indices.into(),
        }
    }
}

impl From<Vec<u32>> for Indices<'_> {
    fn from(indices: Vec<u32>) -> Self {
        Indices::Shared(Arc::new(indices))
    }
}

impl<'a> Indexed<'a> {
    /// Cuts up a primitive; `None` when it draws nothing.
    ///
    /// Faces without normals are apart, each with vertices of its own and its own normal. Otherwise corners with the same
    /// indices are one vertex, and streams of which all rows are used are taken as they are.
    pub fn new(mesh: &'a Mesh, primitive: &'a Primitive) -> Option<Indexed<'a>> {
        let faces = Faces::new(mesh, primitive);
        let drawn = faces.list().map_or(primitive.corners(), <[u32]>::len);
        if drawn == 0 || mesh.vertex_count() == 0 {
            return None;
        }
        let has_normals = first(mesh, &data(mesh, primitive), &Semantic::Normal, 1).is_some();
        Some(match faces.kind == Elements::Triangles && !has_normals {
            true => faceted(mesh, primitive, faces),
            false => smooth(mesh, primitive, faces),
        })
    }

    /// The rows of a column.
    pub fn rows(&self, column: u32) -> Option<Arc<Vec<u32>>> {
        self.rows.get(&column).cloned()
    }

    /// Is every vertex the row of the same number?
    pub fn is_identity(&self) -> bool {
        self.rows.is_empty()
    }

    /// The row that a vertex picks by a column.
    #[inline]
    pub fn row(&self, column: u32, vertex: usize) -> Option<usize> {
        match self.rows.get(&column) {
            Some(rows) => rows.get(vertex).map(|r| *r as usize),
            None => Some(vertex),
        }
    }

    /// Positions of all vertices, of this mesh or of another with the same vertices.
    pub fn positions(&self, mesh: &Mesh, primitive: &Primitive) -> Vec<[f32; 3]> {
        let Some(stream) = mesh.positions() else { return vec![] };
        match self.rows.get(&primitive.vertex_column) {
            Some(rows) => rows.iter().map(|row| triple(stream.row(*row as usize))).collect(),
            None => (0..self.count).map(|row| triple(stream.row(row))).collect(),
        }
    }

    /// Replaces vertices by others, given as numbers of the old ones.
    pub(crate) fn split(&mut self, primitive: &Primitive, vertices: &[u32], indices: Vec<u32>) {
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
            let normal = |v: &u32| normals.get(*v as usize).copied().unwrap_or(normals::FALLBACK);
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

/// The columns that data is picked by, that of the vertex first.
pub fn columns(primitive: &Primitive) -> Vec<u32> {
    let mut columns = vec![primitive.vertex_column];
    for input in &primitive.inputs {
        if !columns.contains(&input.column) {
            columns.push(input.column);
        }
    }
    columns
}

/// The one index of each corner, if all columns agree everywhere and every stream that they pick from has a row for each
/// vertex, and no more.
pub fn single_column<'a>(mesh: &Mesh, primitive: &'a Primitive) -> Option<Cow<'a, [u32]>> {
    let vertices = mesh.vertex_count();
    let whole = |stream: u32| mesh.streams.get(stream as usize).is_some_and(|s| s.rows() == vertices);
    if !primitive.inputs.iter().all(|i| whole(i.attribute.stream)) {
        return None;
    }
    let stride = primitive.stride as usize;
    if stride == 1 {
        return Some(Cow::Borrowed(&primitive.indices));
    }
    let columns = columns(primitive);
    let (first, others) = columns.split_first()?;
    let first = *first as usize;
    let agree = |corner: &[u32]| others.iter().all(|o| corner.get(*o as usize) == corner.get(first));
    let corners = primitive.indices.par_chunks_exact(stride).with_min_len(1 << 14);
    if !corners.clone().all(agree) {
        return None;
    }
    Some(corners.map(|corner| corner.get(first).copied().unwrap_or(0)).collect::<Vec<u32>>().into())
}

/// Corners with the same indices are one vertex.
fn smooth<'a>(mesh: &Mesh, primitive: &'a Primitive, faces: Faces) -> Indexed<'a> {
    let vertices = mesh.vertex_count();
    let mut indexed = Indexed {
        kind: faces.kind,
        count: vertices,
        rows: BTreeMap::new(),
        corners: None,
        indices: None,
        normals: None,
        tangents: None,
        broken: faces.broken,
    };
    let single = single_column(mesh, primitive);
    let agree = single.is_some();
    if let Some(column) = single.filter(|column| uses_all(column, vertices)) {
        indexed.indices = Some(faces.through(column).into());
        return indexed;
    }
    let columns = columns(primitive);
    let places: Vec<usize> = columns.iter().map(|c| *c as usize).collect();
    let welded = weld(&primitive.indices, primitive.stride as usize, &places, vertices);
    indexed.count = welded.vertices.len();
    if !(welded.identity && agree) {
        indexed.rows = pick(primitive, &columns, &welded.vertices);
        indexed.corners = Some(Arc::new(welded.vertices));
    }
    let indices = faces.through(Cow::Owned(welded.indices));
    // Flat faces share no vertex: no index is needed.
    let counts_up = indices.len() == indexed.count && (0..).zip(indices.iter()).all(|(number, index)| number == *index);
    indexed.indices = (!counts_up).then(|| indices.into());
    indexed
}

/// Vertices of different faces are apart, so that each face has its own normal.
fn faceted<'a>(mesh: &Mesh, primitive: &'a Primitive, faces: Faces) -> Indexed<'a> {
    let stream = mesh.positions();
    let place = |corner: u32| {
        let row = primitive.vertex(corner as usize).unwrap_or(0);
        triple(stream.map_or(&[], |s| s.row(row as usize)))
    };
    let broken = faces.broken;
    let all = || (0..primitive.corners() as u32).collect::<Vec<u32>>();
    let (corners, indices) = match faces.into_list() {
        // Triangles of a polygon share its corners and its normal.
        Some(list) if primitive.kind == PrimitiveKind::Polygons => (all(), Some(Indices::from(list))),
        Some(list) => (list, None),
        None => (all(), None),
    };
    let mut found = Vec::with_capacity(corners.len());
    if indices.is_some() {
        let mut ring = Vec::new();
        for polygon in Polygons::new(primitive) {
            // That of the outer ring.
            let outer = polygon.rings.first().copied().unwrap_or(0);
            ring.clear();
            ring.extend((polygon.start..polygon.start + outer).map(place));
            let normal = normals::newell(&ring).unwrap_or(normals::FALLBACK);
            found.extend(std::iter::repeat_n(normal, polygon.corners as usize));
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
    Indexed {
        kind: Elements::Triangles,
        count: corners.len(),
        rows: pick(primitive, &columns(primitive), &corners),
        corners: Some(Arc::new(corners)),
        indices,
        normals: Some(Arc::new(found)),
        tangents: None,
        broken,
    }
}

/// For each column the index that each of some corners has there.
fn pick(primitive: &Primitive, columns: &[u32], corners: &[u32]) -> BTreeMap<u32, Arc<Vec<u32>>> {
    let one = |column: u32| {
        let at = |corner: &u32| primitive.row(*corner as usize, column).unwrap_or(0);
        Arc::new(corners.par_iter().with_min_len(1 << 14).map(at).collect::<Vec<u32>>())
    };
    columns.iter().map(|c| (*c, one(*c))).collect()
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
