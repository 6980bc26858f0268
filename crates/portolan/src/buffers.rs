//! Shapes as plain buffers of vertices and indices, for drawing and for array libraries.
//!
//! ```no_run
//! let file = portolan::open("robot.dae")?;
//! let buffers = file.buffers(&portolan::buffers::Moment::default())?;
//! for draw in &buffers.draws {
//!     let shape = &buffers.shapes[draw.shape];
//!     println!("{} triangles at {:?}", shape.indices.len() / 3, &draw.world[12..15]);
//! }
//! # Ok::<(), portolan::Error>(())
//! ```

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use portolan_eval::{Deformed, LIMIT, Stage, deform, pose, sample};
use portolan_mesh::{Curves, Data, Indexed, Indices, Sides, data, first, texture_coordinates};
use portolan_parallel::prelude::*;
use portolan_scene::{GeometryId, MaterialId, Mesh, NodeId, Primitive, Scene, Semantic, Shape};

pub use portolan_mesh::Elements;

use crate::Error;
use crate::import::Imported;
use crate::pictures::choose;

/// Vertices that one task fills in.
const PIECE: usize = 1 << 14;

/// Selects the scene, clip and time to read buffers at.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct Moment {
    /// The scene, by id, name or index; `None` is the default one.
    pub scene: Option<String>,
    /// The clip that plays, by id or name; `None` plays animations outside of clips, or all animations if there are
    /// none.
    pub clip: Option<String>,
    /// Seconds.
    pub time: f64,
}

impl Moment {
    /// Returns the options with some fields changed: `Moment::default().with(|m| m.time = 0.5)`.
    pub fn with(mut self, set: impl FnOnce(&mut Moment)) -> Moment {
        set(&mut self);
        self
    }
}

/// The drawn shapes at one time.
#[derive(Clone, Debug)]
pub struct Buffers {
    /// Shapes, each once unless skins or morphs deform its instances differently.
    pub shapes: Vec<Buffer>,
    /// Where shapes are drawn, in the order of the scene.
    pub draws: Vec<Draw>,
    /// Whether everything is included; scenes with too many instances are truncated.
    pub complete: bool,
}

/// A shape: one index per corner, one row of each column per vertex.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Names of the shape.
    pub name: Option<String>,
    /// The primitive type: triangles, lines or points.
    pub kind: Elements,
    /// Indices of vertices.
    pub indices: Column<u32>,
    /// X, y and z of each vertex.
    pub positions: Column<f32>,
    /// A unit vector for each vertex. Triangles without normals in the document get face normals.
    pub normals: Option<Column<f32>>,
    /// U and v of each vertex, of the set that the first texture of the material uses; v points up.
    pub texture_coordinates: Option<Column<f32>>,
    /// Red, green, blue and alpha of each vertex.
    pub colours: Option<Column<f32>>,
}

/// An instance of a shape.
#[derive(Clone, Debug)]
pub struct Draw {
    /// The index of the shape.
    pub shape: usize,
    /// The node that draws it.
    pub node: NodeId,
    /// From the shape to the world, column by column, in the unit and axes of the document.
    pub world: [f64; 16],
    /// Its material.
    pub material: Option<MaterialId>,
    /// Whether both sides are visible.
    pub double_sided: bool,
}

/// Numbers, row after row: borrowed from the scene without a copy where possible, otherwise computed. The buffer keeps
/// its data alive.
#[derive(Clone)]
pub struct Column<T: 'static>(Held<T>);

#[derive(Clone)]
enum Held<T: 'static> {
    Made(Arc<Vec<T>>),
    Shared(Arc<Imported>, fn(&Imported, [u32; 2]) -> &[T], [u32; 2]),
    /// Every so many of what is shared; one after the other once somebody wants them so.
    Spaced(Arc<Imported>, fn(&Imported, [u32; 2]) -> &[T], [u32; 2], Every, OnceLock<Arc<Vec<T>>>),
}

/// Which numbers of a row are meant: the first, and by how much the others are apart.
#[derive(Clone, Copy)]
struct Every {
    first: usize,
    step: usize,
}

impl<T> Column<T> {
    /// Numbers that stand apart in memory, for those who can read them so without a copy: all from the first on, and by how
    /// much they are apart. `None`: they stand one after the other.
    pub fn spaced(&self) -> Option<(&[T], usize)> {
        match &self.0 {
            Held::Spaced(owner, find, at, every, _) => {
                Some((find(owner, *at).get(every.first..).unwrap_or_default(), every.step))
            }
            _ => None,
        }
    }

    pub(crate) fn made(numbers: Vec<T>) -> Column<T> {
        Column(Held::Made(Arc::new(numbers)))
    }

    /// Numbers of what was imported, found again whenever they are asked for.
    pub(crate) fn shared(owner: Arc<Imported>, find: fn(&Imported, [u32; 2]) -> &[T], at: [u32; 2]) -> Column<T> {
        Column(Held::Shared(owner, find, at))
    }
}

impl<T: Copy> Deref for Column<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.0 {
            Held::Made(numbers) => numbers,
            Held::Shared(owner, find, at) => find(owner, *at),
            Held::Spaced(owner, find, at, every, row) => row.get_or_init(|| {
                let all = find(owner, *at).get(every.first..).unwrap_or_default();
                Arc::new(all.iter().step_by(every.step).copied().collect())
            }),
        }
    }
}

impl<T: Copy + std::fmt::Debug> std::fmt::Debug for Column<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} numbers", self.len())
    }
}

pub(crate) fn buffers(imported: &Arc<Imported>, moment: &Moment) -> Result<Buffers, Error> {
    let scene = imported.drawn();
    let view = choose::view(scene, moment.scene.as_deref())?;
    let playing = choose::playing(scene, moment.clip.as_deref())?;
    if !moment.time.is_finite() {
        return Err(Error::usage("the time must be a finite number of seconds"));
    }
    let stage = view.map_or_else(Stage::default, |view| Stage::new(scene, view, LIMIT));
    let overrides = sample(scene, &playing, moment.time);
    let pose = pose(scene, &stage, &overrides);
    let buffers = Buffers { shapes: Vec::new(), draws: Vec::new(), complete: stage.complete };
    let mut work = Work { imported, curves: Curves::default(), known: BTreeMap::new(), buffers };
    for (at, placed) in stage.placed.iter().enumerate() {
        let at = at as u32;
        let Some(node) = scene.node(placed.node).filter(|_| pose.shown(at)) else { continue };
        for drawn in &node.drawn {
            let Some((geometry, _)) = scene.chain(drawn.what) else { continue };
            let deformed = deform(scene, &stage, &pose, &overrides, at, drawn);
            for (number, material, set) in work.primitives(geometry, drawn) {
                let Some(shape) = work.shape(geometry, number, set, deformed.as_ref()) else { continue };
                let double_sided =
                    Sides::of(mesh(scene, geometry), material.and_then(|m| scene.material(m))).are_both();
                let world = pose.world(at).to_cols_array();
                work.buffers.draws.push(Draw { shape, node: placed.node, world, material, double_sided });
            }
        }
    }
    Ok(work.buffers)
}

fn mesh(scene: &Scene, geometry: GeometryId) -> Option<&Mesh> {
    match &scene.geometry(geometry)?.shape {
        Shape::Mesh(mesh) => Some(mesh),
        _ => None,
    }
}

struct Work<'a> {
    imported: &'a Arc<Imported>,
    curves: Curves,
    /// Shapes that are as they were written: by primitive and texture coordinates.
    known: BTreeMap<(GeometryId, usize, Option<usize>), Option<usize>>,
    buffers: Buffers,
}

impl Work<'_> {
    /// The primitives of a shape with their materials and texture coordinates (a place among their data).
    fn primitives(
        &mut self,
        geometry: GeometryId,
        drawn: &portolan_scene::Drawn,
    ) -> Vec<(usize, Option<MaterialId>, Option<usize>)> {
        let imported = self.imported;
        let scene = imported.drawn();
        let Some(mesh) = mesh(scene, geometry) else {
            self.curves.prepare(scene, geometry);
            return vec![(0, None, None)];
        };
        let choice = |primitive: &Primitive| {
            let binding = drawn.binding(primitive);
            let material = binding.and_then(|b| scene.material(b.material));
            let names: Vec<&str> = material.iter().flat_map(|m| m.textures()).map(|(_, t)| &*t.coordinates).collect();
            let sets = texture_coordinates(&data(mesh, primitive), &names, binding);
            (binding.map(|b| b.material), sets.first().copied())
        };
        mesh.primitives
            .iter()
            .map(choice)
            .enumerate()
            .map(|(number, (material, set))| (number, material, set))
            .collect()
    }

    /// Where the buffers of a primitive are; `None` if it draws nothing.
    fn shape(
        &mut self,
        geometry: GeometryId,
        number: usize,
        set: Option<usize>,
        deformed: Option<&Deformed>,
    ) -> Option<usize> {
        let key = (geometry, number, set);
        if deformed.is_none()
            && let Some(known) = self.known.get(&key)
        {
            return *known;
        }
        let made = self.make(geometry, number, set, deformed);
        let place = made.map(|buffer| {
            self.buffers.shapes.push(buffer);
            self.buffers.shapes.len() - 1
        });
        if deformed.is_none() {
            self.known.insert(key, place);
        }
        place
    }

    fn make(
        &self,
        geometry: GeometryId,
        number: usize,
        set: Option<usize>,
        deformed: Option<&Deformed>,
    ) -> Option<Buffer> {
        let scene = self.imported.drawn();
        let name = scene.geometry(geometry)?.meta.label().map(str::to_owned);
        let (mesh, of_scene) = match mesh(scene, geometry) {
            Some(mesh) => (mesh, true),
            None => (self.curves.mesh(scene, geometry)?, false),
        };
        let primitive = mesh.primitives.get(number)?;
        let cut = Indexed::new(mesh, primitive)?;
        let data = data(mesh, primitive);
        let columns = Columns { imported: self.imported, geometry, mesh, cut: &cut, deformed, of_scene };
        let found = |semantic: &Semantic, width: u32| first(mesh, &data, semantic, width);
        let positions = columns.positions(primitive, &found(&Semantic::Position, 1)?);
        let normals = found(&Semantic::Normal, 3).map(|d| columns.normals(primitive, &d)).or_else(|| {
            // Faces that are bent have other normals than those that were found when they were cut.
            let faces = match deformed {
                None => cut.normals.as_ref().map(|n| n.iter().flatten().copied().collect()),
                Some(_) => cut.normals.as_ref().map(|_| face_normals(&positions)),
            };
            faces.map(Column::made)
        });
        let coordinates = set.and_then(|at| data.get(at)).map(|d| columns.take(d, 2, 0.0));
        let colours = found(&Semantic::Color, 3).map(|d| columns.take(&d, 4, 1.0));
        let indices = match &cut.indices {
            Some(Indices::Borrowed(_)) if of_scene => {
                Column::shared(self.imported.clone(), scene_indices, [geometry.0, number as u32])
            }
            Some(Indices::Shared(made)) if of_scene && is_column(made, primitive) => {
                let (owner, at) = (self.imported.clone(), [geometry.0, number as u32]);
                let every = Every { first: primitive.vertex_column as usize, step: primitive.stride.max(1) as usize };
                Column(Held::Spaced(owner, scene_indices, at, every, OnceLock::new()))
            }
            Some(Indices::Shared(made)) => Column(Held::Made(made.clone())),
            _ => Column::made(cut.index_list().into_owned()),
        };
        let kind = cut.kind;
        Some(Buffer { name, kind, indices, positions, normals, texture_coordinates: coordinates, colours })
    }
}

/// Are these the indices of vertices as they stand among those of other data?
fn is_column(indices: &[u32], primitive: &Primitive) -> bool {
    let (first, step) = (primitive.vertex_column as usize, primitive.stride.max(1) as usize);
    let column = || primitive.indices.get(first..).unwrap_or_default().iter().step_by(step);
    column().len() == indices.len() && column().eq(indices)
}

/// Normals of triangles that are apart: three vertices each.
fn face_normals(positions: &[f32]) -> Vec<f32> {
    use portolan_scene::glam::Vec3;
    let mut normals = Vec::with_capacity(positions.len());
    for triangle in positions.chunks_exact(9) {
        let corner = |at: usize| Vec3::from_slice(triangle.get(at..).unwrap_or(&[0.0; 3]));
        let normal = (corner(3) - corner(0)).cross(corner(6) - corner(0)).normalize_or(Vec3::Z);
        (0..3).for_each(|_| normals.extend(normal.to_array()));
    }
    normals
}

pub(crate) fn scene_indices(imported: &Imported, [geometry, number]: [u32; 2]) -> &[u32] {
    let primitive = mesh(imported.drawn(), GeometryId(geometry)).and_then(|m| m.primitives.get(number as usize));
    primitive.map_or(&[], |p| &p.indices)
}

pub(crate) fn scene_stream(imported: &Imported, [geometry, stream]: [u32; 2]) -> &[f32] {
    let stream = mesh(imported.drawn(), GeometryId(geometry)).and_then(|m| m.streams.get(stream as usize));
    stream.map_or(&[], |s| &s.data)
}

/// Columns of one primitive.
struct Columns<'a> {
    imported: &'a Arc<Imported>,
    geometry: GeometryId,
    mesh: &'a Mesh,
    cut: &'a Indexed<'a>,
    deformed: Option<&'a Deformed>,
    of_scene: bool,
}

impl Columns<'_> {
    fn positions(&self, primitive: &Primitive, data: &Data<'_>) -> Column<f32> {
        let Some(deformed) = self.deformed else { return self.take(data, 3, 0.0) };
        let row = |vertex| self.cut.row(primitive.vertex_column, vertex).and_then(|r| deformed.positions.get(r));
        Column::made((0..self.cut.count).flat_map(|v| row(v).copied().unwrap_or_default()).collect())
    }

    fn normals(&self, primitive: &Primitive, data: &Data<'_>) -> Column<f32> {
        let column = self.take(data, 3, 0.0);
        let Some(deformed) = self.deformed else { return column };
        let bent = |(vertex, normal): (usize, &[f32])| {
            let row = self.cut.row(primitive.vertex_column, vertex).unwrap_or(0);
            let written = [normal.first(), normal.get(1), normal.get(2)].map(|n| n.copied().unwrap_or(0.0));
            deformed.normal(written, row).normalize_or_zero().to_array()
        };
        Column::made(column.chunks_exact(3).enumerate().flat_map(bent).collect())
    }

    /// The rows that vertices pick, `width` numbers each, filled up with `rest`.
    fn take(&self, data: &Data<'_>, width: usize, rest: f32) -> Column<f32> {
        let at = data.attribute.stream;
        let Some(stream) = self.mesh.streams.get(at as usize) else { return Column::made(Vec::new()) };
        let replaced = self.deformed.and_then(|d| d.data(data));
        let has = stream.width as usize;
        let whole = self.cut.is_identity() && has == width && stream.data.len() == self.cut.count * width;
        if whole && self.of_scene && replaced.is_none() {
            return Column::shared(self.imported.clone(), scene_stream, [self.geometry.0, at]);
        }
        let numbers = replaced.unwrap_or(&stream.data);
        let rows = self.cut.rows(data.column);
        let mut taken = vec![rest; self.cut.count * width];
        let fill = |(piece, to): (usize, &mut [f32])| {
            for (at, to) in to.chunks_exact_mut(width).enumerate() {
                let vertex = piece * PIECE + at;
                let row = rows.as_ref().map_or(Some(vertex), |rows| rows.get(vertex).map(|r| *r as usize));
                let from = row.and_then(|row| row.checked_mul(has)).and_then(|from| numbers.get(from..from + has));
                from.into_iter().flatten().zip(to).for_each(|(from, to)| *to = *from);
            }
        };
        taken.par_chunks_mut(PIECE * width).enumerate().for_each(fill);
        Column::made(taken)
    }
}
