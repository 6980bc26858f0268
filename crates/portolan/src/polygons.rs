//! Faces as they were written: polygons with any number of corners, and what each corner has.
//!
//! ```no_run
//! let file = portolan::open("robot.dae")?;
//! for faces in file.polygons()? {
//!     let quads = faces.offsets.windows(2).filter(|w| w[1] - w[0] == 4).count();
//!     println!("{:?}: {quads} of {} faces have four corners", faces.name, faces.count());
//! }
//! # Ok::<(), portolan::Error>(())
//! ```

use std::borrow::Cow;
use std::sync::Arc;

use portolan_mesh::{Data, Elements, Faces, Polygons as Written, data, first, texture_coordinates};
use portolan_parallel::prelude::*;
use portolan_scene::{Mesh, Primitive, PrimitiveKind, Semantic, Shape};

use crate::Error;
use crate::buffers::{Column, scene_indices, scene_stream};
use crate::import::Imported;

/// Corners that one task fills in.
const PIECE: usize = 1 << 14;

/// The faces of a primitive of a shape. Corners of a face are one after the other.
#[derive(Clone, Debug)]
pub struct Polygons {
    /// The index of the shape in the scene.
    pub geometry: usize,
    /// Names of the shape.
    pub name: Option<String>,
    /// The number of the primitive in its shape.
    pub primitive: usize,
    /// The symbol that an instance binds to a material.
    pub material: Option<String>,
    /// X, y and z of each vertex of the shape.
    pub positions: Column<f32>,
    /// The first corner of each face, and behind them the number of all corners.
    pub offsets: Column<u32>,
    /// The vertex of each corner.
    pub vertices: Column<u32>,
    /// How faces are cut into triangles: three corners each, face after face. A face may be without any.
    pub triangles: Column<u32>,
    /// The normal of each corner, if the document says it.
    pub normals: Option<Column<f32>>,
    /// U and v of each corner, for each set; v points up.
    pub texture_coordinates: Vec<Column<f32>>,
    /// Red, green, blue and alpha of each corner.
    pub colours: Option<Column<f32>>,
}

impl Polygons {
    /// Number of faces.
    pub fn count(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }
}

/// The faces of all shapes. Strips and fans are triangles; so are polygons with holes, for a ring of corners cannot say them.
pub(crate) fn polygons(imported: &Arc<Imported>) -> Result<Vec<Polygons>, Error> {
    let scene = imported.drawn();
    let mut all = Vec::new();
    for (geometry, shape) in scene.geometries.iter().enumerate() {
        let Shape::Mesh(mesh) = &shape.shape else { continue };
        for (number, primitive) in mesh.primitives.iter().enumerate().filter(|(_, p)| p.kind.has_faces()) {
            let name = shape.meta.label().map(str::to_owned);
            all.extend(of(imported, mesh, primitive, [geometry as u32, number as u32], name));
        }
    }
    Ok(all)
}

fn of(
    imported: &Arc<Imported>,
    mesh: &Mesh,
    primitive: &Primitive,
    [geometry, number]: [u32; 2],
    name: Option<String>,
) -> Option<Polygons> {
    let cut = Faces::new(mesh, primitive);
    if cut.kind != Elements::Triangles {
        return None;
    }
    let Rings { corners, offsets, triangles } = Rings::of(primitive, &cut);
    let data = data(mesh, primitive);
    let count = corners.as_ref().map_or_else(|| offsets.last().map_or(0, |c| *c as usize), Vec::len);
    let gather = |d: &Data<'_>, width: usize, rest: f32| {
        let stream = mesh.streams.get(d.attribute.stream as usize);
        let (has, numbers) = stream.map_or((0, &[][..]), |s| (s.width as usize, &s.data[..]));
        let mut taken = vec![rest; count * width];
        let fill = |(piece, to): (usize, &mut [f32])| {
            for (at, to) in to.chunks_exact_mut(width).enumerate() {
                let at = piece * PIECE + at;
                let corner = corners.as_ref().map_or(Some(at), |c| c.get(at).map(|c| *c as usize));
                let row = corner.and_then(|corner| primitive.row(corner, d.column)).map(|row| row as usize);
                let from = row.and_then(|row| row.checked_mul(has)).and_then(|from| numbers.get(from..from + has));
                from.into_iter().flatten().zip(to).for_each(|(from, to)| *to = *from);
            }
        };
        taken.par_chunks_mut(PIECE * width).enumerate().for_each(fill);
        Column::made(taken)
    };
    // Numbers of the document are not copied where they stand as they are given.
    let position = first(mesh, &data, &Semantic::Position, 1)?;
    let stream = mesh.streams.get(position.attribute.stream as usize)?;
    let positions = match stream.width {
        3 => Column::shared(imported.clone(), scene_stream, [geometry, position.attribute.stream]),
        _ => Column::made((0..stream.rows()).flat_map(|row| portolan_mesh::triple(stream.row(row))).collect()),
    };
    let vertices = match (&corners, primitive.stride) {
        (None, 1) if primitive.indices.len() == count => {
            Column::shared(imported.clone(), scene_indices, [geometry, number])
        }
        _ => {
            let corner = |at: usize| corners.as_ref().map_or(Some(at), |c| c.get(at).map(|c| *c as usize));
            let vertex = |at: usize| corner(at).and_then(|corner| primitive.vertex(corner)).unwrap_or(0);
            Column::made((0..count).into_par_iter().with_min_len(PIECE).map(vertex).collect())
        }
    };
    let normals = first(mesh, &data, &Semantic::Normal, 3).map(|d| gather(&d, 3, 0.0));
    let colours = first(mesh, &data, &Semantic::Color, 3).map(|d| gather(&d, 4, 1.0));
    let sets = texture_coordinates(&data, &[], None);
    let texture_coordinates = sets.iter().filter_map(|at| data.get(*at)).map(|d| gather(d, 2, 0.0)).collect();
    Some(Polygons {
        geometry: geometry as usize,
        name,
        primitive: number as usize,
        material: primitive.material.as_deref().map(str::to_owned),
        positions,
        offsets: Column::made(offsets),
        vertices,
        triangles: Column::made(triangles),
        normals,
        texture_coordinates,
        colours,
    })
}

/// The corners of faces, ring after ring.
struct Rings {
    /// Corners of the primitive; `None` is all of them in their order.
    corners: Option<Vec<u32>>,
    /// Where faces begin among these, and where the last one ends.
    offsets: Vec<u32>,
    /// Places among these.
    triangles: Vec<u32>,
}

impl Rings {
    fn of(primitive: &Primitive, cut: &Faces) -> Rings {
        let drawn = match cut.list() {
            Some(list) => Cow::Borrowed(list),
            None => (0..cut.count * 3).collect(),
        };
        if primitive.kind == PrimitiveKind::Polygons && primitive.rings.is_empty() {
            let ends = Written::new(primitive).map(|polygon| polygon.range().end);
            let offsets = std::iter::once(0).chain(ends).collect();
            return Rings { corners: None, offsets, triangles: drawn.into_owned() };
        }
        if primitive.kind != PrimitiveKind::Polygons {
            let offsets = (0..=cut.count).map(|face| face * 3).collect();
            let corners = cut.list().map(<[u32]>::to_vec);
            return Rings { corners, offsets, triangles: (0..cut.count * 3).collect() };
        }
        let mut rings = Rings { corners: None, offsets: vec![0], triangles: Vec::with_capacity(drawn.len()) };
        let mut corners: Vec<u32> = Vec::new();
        let mut drawn = drawn.chunks_exact(3).peekable();
        for polygon in Written::new(primitive) {
            let range = polygon.range();
            let whole = polygon.rings.len() == 1;
            let base = corners.len() as u32;
            if whole {
                corners.extend(range.clone());
                rings.offsets.push(corners.len() as u32);
            }
            // The triangles of a polygon have corners of its own only.
            while let Some(triangle) = drawn.next_if(|t| t.iter().all(|corner| range.contains(corner))) {
                if whole {
                    rings.triangles.extend(triangle.iter().map(|corner| corner - range.start + base));
                } else {
                    rings.triangles.extend((0..3).map(|k| corners.len() as u32 + k));
                    corners.extend(triangle);
                    rings.offsets.push(corners.len() as u32);
                }
            }
        }
        rings.corners = Some(corners);
        rings
    }
}
