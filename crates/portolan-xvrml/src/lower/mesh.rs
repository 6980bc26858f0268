//! Meshes in the making: columns of indices over lists of numbers.

use portolan_geom::solid::Solid;
use portolan_parallel::prelude::*;
use portolan_scene::{Attribute, Input, Mesh, Meta, Primitive, PrimitiveKind, Semantic, Stream};

use portolan_syntax::memory::prefer_large_pages;

use super::shape::SYMBOL;

/// What is drawn, column by column.
pub(super) struct Columns {
    pub kind: PrimitiveKind,
    pub positions: Vec<f32>,
    /// The vertex of each corner.
    pub vertices: Vec<u32>,
    /// Corners of each polygon or line.
    pub counts: Vec<u32>,
    /// Rings of each polygon; empty when no polygon has holes.
    pub rings: Vec<u32>,
    pub lists: Vec<List>,
}

/// Numbers for corners.
pub(super) struct List {
    pub semantic: Semantic,
    pub width: u32,
    pub data: Vec<f32>,
    /// The row of each corner.
    pub rows: Rows,
}

/// Which row of a list a corner has.
pub(super) enum Rows {
    /// That of its vertex.
    Vertex,
    /// That of its face.
    Face,
    /// One for each.
    Each(Vec<u32>),
}

impl Columns {
    /// As a mesh of which one side is seen, or both.
    pub fn mesh(self, meta: Meta, double_sided: bool) -> Mesh {
        let Columns { kind, positions, vertices, counts, rings, lists } = self;
        let positions_count = positions.len() / 3;
        let mut own = vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }];
        let mut streams = vec![Stream::new(3, positions)];
        let mut inputs = Vec::new();
        let mut columns = Vec::new();
        for List { semantic, width, data, rows } in lists {
            let set = (semantic == Semantic::TexCoord).then_some(0);
            let attribute = Attribute { semantic, set, stream: streams.len() as u32 };
            let rows_of = data.len() / width.max(1) as usize;
            let of_vertices = matches!(rows, Rows::Vertex) && rows_of == positions_count;
            streams.push(Stream::new(width, data));
            if of_vertices {
                own.push(attribute);
                continue;
            }
            let column = match rows {
                Rows::Vertex => 0,
                rows => {
                    columns.push(rows);
                    columns.len() as u32
                }
            };
            inputs.push(Input { attribute, column });
        }
        let stride = columns.len() as u32 + 1;
        let mut primitive = Primitive::plain(meta, kind, interleaved(vertices, columns, &counts), counts);
        primitive.material = Some(SYMBOL.into());
        primitive.inputs = inputs;
        primitive.stride = stride;
        primitive.rings = rings;
        Mesh {
            streams,
            vertices: own,
            primitives: vec![primitive],
            double_sided: kind.has_faces().then_some(double_sided),
            convex: false,
        }
    }
}

/// The columns of each corner, behind its vertex.
fn interleaved(vertices: Vec<u32>, mut columns: Vec<Rows>, counts: &[u32]) -> Vec<u32> {
    if columns.is_empty() {
        return vertices;
    }
    // Nearly all large shapes have normals and nothing else.
    if let ([Rows::Face], Some(size)) = (columns.as_slice(), portolan_geom::crease::even(vertices.len(), counts)) {
        let face = |corner: usize| (corner / size) as u32;
        return paired(&vertices, face);
    }
    let columns: Vec<Vec<u32>> = columns.drain(..).map(|rows| each(rows, &vertices, counts)).collect();
    if let [column] = columns.as_slice() {
        return paired(&vertices, |corner| column.get(corner).copied().unwrap_or(0));
    }
    let mut all = Vec::with_capacity(vertices.len() * (columns.len() + 1));
    for (corner, vertex) in vertices.into_iter().enumerate() {
        all.push(vertex);
        all.extend(columns.iter().map(|c| c.get(corner).copied().unwrap_or(0)));
    }
    all
}

/// The row of each corner.
fn each(rows: Rows, vertices: &[u32], counts: &[u32]) -> Vec<u32> {
    match rows {
        Rows::Vertex => vertices.to_vec(),
        Rows::Face => counts.iter().zip(0..).flat_map(|(n, face)| std::iter::repeat_n(face, *n as usize)).collect(),
        Rows::Each(rows) => rows,
    }
}

/// Corners with one row beside their vertex.
fn paired(vertices: &[u32], row: impl Fn(usize) -> u32 + Sync) -> Vec<u32> {
    const PIECE: usize = 1 << 14;
    let mut all = vec![0; vertices.len() * 2];
    prefer_large_pages(&mut all);
    let pieces = all.par_chunks_mut(PIECE * 2).enumerate();
    pieces.for_each(|(at, piece)| {
        let corners = (at * PIECE..).zip(vertices.get(at * PIECE..).unwrap_or_default());
        for ([own, beside], (corner, vertex)) in piece.as_chunks_mut::<2>().0.iter_mut().zip(corners) {
            (*own, *beside) = (*vertex, row(corner));
        }
    });
    all
}

/// A solid as columns. Turned inside out, its faces look the other way.
pub(super) fn of_solid(solid: Solid, inside_out: bool) -> Columns {
    let Solid { positions, mut normals, coordinates, mut corners, counts } = solid;
    if inside_out {
        normals.iter_mut().flatten().for_each(|x| *x = -*x);
        let mut start = 0;
        for count in &counts {
            let end = start + *count as usize;
            corners.get_mut(start..end).unwrap_or_default().reverse();
            start = end;
        }
    }
    let column = |pick: fn(&[u32; 3]) -> u32| corners.iter().map(pick).collect::<Vec<u32>>();
    let list = |semantic, width, data, rows| List { semantic, width, data, rows: Rows::Each(rows) };
    Columns {
        kind: PrimitiveKind::Polygons,
        positions: positions.into_flattened(),
        vertices: column(|[p, _, _]| *p),
        counts,
        rings: Vec::new(),
        lists: vec![
            list(Semantic::Normal, 3, normals.into_flattened(), column(|[_, n, _]| *n)),
            list(Semantic::TexCoord, 2, coordinates.into_flattened(), column(|[_, _, t]| *t)),
        ],
    }
}
