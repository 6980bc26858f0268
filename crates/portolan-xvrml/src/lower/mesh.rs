//! Meshes in the making: columns of indices over lists of numbers.

use portolan_geom::solid::Solid;
use portolan_scene::{Attribute, Input, Mesh, Meta, Primitive, PrimitiveKind, Semantic, Stream};

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
    /// The row of each corner; `None`: that of its vertex.
    pub rows: Option<Vec<u32>>,
}

impl Columns {
    /// As a mesh of which one side is seen, or both.
    pub fn mesh(self, meta: Meta, double_sided: bool) -> Mesh {
        let Columns { kind, positions, vertices, counts, rings, lists } = self;
        let positions_count = positions.len() / 3;
        let mut own = vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }];
        let mut streams = vec![Stream::new(3, positions)];
        let mut inputs = Vec::new();
        let mut columns = vec![vertices];
        for List { semantic, width, data, rows } in lists {
            let set = (semantic == Semantic::TexCoord).then_some(0);
            let attribute = Attribute { semantic, set, stream: streams.len() as u32 };
            let rows_of = data.len() / width.max(1) as usize;
            let of_vertices = rows.is_none() && rows_of == positions_count;
            streams.push(Stream::new(width, data));
            if of_vertices {
                own.push(attribute);
                continue;
            }
            let column = match rows {
                Some(rows) => {
                    columns.push(rows);
                    columns.len() as u32 - 1
                }
                None => 0,
            };
            inputs.push(Input { attribute, column });
        }
        let stride = columns.len() as u32;
        let mut primitive = Primitive::plain(meta, kind, interleaved(columns), counts);
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

fn interleaved(mut columns: Vec<Vec<u32>>) -> Vec<u32> {
    match columns.as_slice() {
        [_] => columns.pop().unwrap_or_default(),
        [a, b] => a.iter().zip(b).flat_map(|(a, b)| [*a, *b]).collect(),
        _ => {
            let corners = columns.iter().map(Vec::len).min().unwrap_or(0);
            let mut all = Vec::with_capacity(corners * columns.len());
            for corner in 0..corners {
                all.extend(columns.iter().filter_map(|c| c.get(corner).copied()));
            }
            all
        }
    }
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
    let list = |semantic, width, data, rows| List { semantic, width, data, rows: Some(rows) };
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
