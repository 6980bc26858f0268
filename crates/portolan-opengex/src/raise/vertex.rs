//! Vertices with one index each, made of corners with several.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use portolan_geom::weld;
use portolan_mesh::{Data, columns, data, single_column};
use portolan_scene::{Mesh, Primitive, Semantic, Stream};

use super::name::identifier;

/// Most numbers in a row of a vertex array.
const WIDEST: u32 = 4;

/// What an attribute is called in the file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Called {
    pub word: String,
    pub index: u32,
    pub width: u32,
}

/// What each of a primitive's data is called; `None` has no place.
pub(super) fn called(mesh: &Mesh, all: &[Data<'_>]) -> Vec<Option<Called>> {
    let mut taken: BTreeSet<(String, u32)> = BTreeSet::new();
    let mut name = |data: &Data<'_>| {
        let width = mesh.streams.get(data.attribute.stream as usize)?.width;
        let word = match &data.attribute.semantic {
            Semantic::Position => "position".to_owned(),
            Semantic::Normal => "normal".to_owned(),
            Semantic::TexCoord => "texcoord".to_owned(),
            Semantic::Color => "color".to_owned(),
            Semantic::Tangent | Semantic::TexTangent => "tangent".to_owned(),
            Semantic::Binormal | Semantic::TexBinormal => "bitangent".to_owned(),
            Semantic::Uv => "uv".to_owned(),
            Semantic::Other(name) => identifier(name)?,
        };
        if !(1..=WIDEST).contains(&width) {
            return None;
        }
        let mut place = (word, data.attribute.set.unwrap_or(0));
        while taken.contains(&place) {
            place.1 = place.1.wrapping_add(1);
        }
        taken.insert(place.clone());
        let (word, index) = place;
        Some(Called { word, index, width })
    };
    all.iter().map(&mut name).collect()
}

/// What a primitive has, by what it is called.
fn named<'a>(mesh: &'a Mesh, primitive: &'a Primitive) -> BTreeMap<Called, Data<'a>> {
    let all = data(mesh, primitive);
    called(mesh, &all).into_iter().zip(all).filter_map(|(called, data)| Some((called?, data))).collect()
}

/// The vertices of some primitives of a mesh.
pub(crate) struct Vertices<'a> {
    pub count: usize,
    batches: Vec<Batch<'a>>,
    /// For each primitive the vertex of each corner.
    pub corners: Vec<Cow<'a, [u32]>>,
}

/// Primitives that pick their data in the same way.
struct Batch<'a> {
    primitive: &'a Primitive,
    /// What they have, by what it is called.
    named: BTreeMap<Called, Data<'a>>,
    count: usize,
    /// The indices of all corners.
    indices: Cow<'a, [u32]>,
    /// A corner that shows each vertex; `None`: vertex `v` is row `v`.
    shown: Option<Vec<u32>>,
}

impl<'a> Vertices<'a> {
    /// The vertices of primitives, given with their numbers.
    pub fn new(mesh: &'a Mesh, primitives: &[(usize, &'a Primitive)]) -> Vertices<'a> {
        let alike = |a: &Primitive, b: &Primitive| {
            a.inputs == b.inputs && a.vertex_column == b.vertex_column && a.stride == b.stride
        };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (at, (_, primitive)) in primitives.iter().enumerate() {
            let fits = |g: &&mut Vec<usize>| {
                g.first().and_then(|f| primitives.get(*f)).is_some_and(|(_, first)| alike(first, primitive))
            };
            match groups.iter_mut().find(fits) {
                Some(group) => group.push(at),
                None => groups.push(vec![at]),
            }
        }
        let rows = mesh.vertex_count();
        let mut corners: Vec<Cow<'a, [u32]>> = vec![Cow::Borrowed(&[]); primitives.len()];
        if let [_] = groups.as_slice()
            && let Some(whole) = primitives.iter().map(|(_, p)| single_column(mesh, p)).collect::<Option<Vec<_>>>()
            && let Some((_, primitive)) = primitives.first()
        {
            let batch = Batch {
                primitive,
                named: named(mesh, primitive),
                count: rows,
                indices: Cow::Borrowed(&[]),
                shown: None,
            };
            return Vertices { count: rows, batches: vec![batch], corners: whole };
        }
        let mut count = 0;
        let mut batches = Vec::new();
        for group in groups {
            let members: Vec<(usize, &'a Primitive)> =
                group.iter().filter_map(|g| primitives.get(*g)).copied().collect();
            let Some((_, first)) = members.first().copied() else { continue };
            let indices: Cow<'a, [u32]> = match members.as_slice() {
                [(_, only)] => Cow::Borrowed(&only.indices),
                several => several.iter().flat_map(|(_, p)| whole_corners(p)).copied().collect(),
            };
            let columns: Vec<usize> = columns(first).iter().map(|c| *c as usize).collect();
            let welded = weld(&indices, first.stride as usize, &columns, rows);
            let mut rest = welded.indices.as_slice();
            for (at, (_, primitive)) in group.iter().zip(&members) {
                let (mine, behind) = rest.split_at(rest.len().min(primitive.corners()));
                rest = behind;
                if let Some(slot) = corners.get_mut(*at) {
                    *slot = mine.iter().map(|v| v + count as u32).collect();
                }
            }
            let vertices = welded.vertices.len();
            batches.push(Batch {
                primitive: first,
                named: named(mesh, first),
                count: vertices,
                indices,
                shown: Some(welded.vertices),
            });
            count += vertices;
        }
        Vertices { count, batches, corners }
    }

    /// The numbers of an attribute for every vertex; `None` if some primitive does not have it.
    pub fn attribute(&self, mesh: &'a Mesh, wanted: &Called) -> Option<Cow<'a, [f32]>> {
        self.gather(mesh, wanted, |stream| &stream.data)
    }

    /// The same in double precision; `None` if the document does not say it more exactly than single precision can.
    pub fn exact_attribute(&self, mesh: &'a Mesh, wanted: &Called) -> Option<Cow<'a, [f64]>> {
        self.gather(mesh, wanted, |stream| &stream.exact)
    }

    /// Numbers of an attribute for every vertex; `None` if some primitive does not have it.
    fn gather<T: Copy + Default>(
        &self,
        mesh: &'a Mesh,
        wanted: &Called,
        numbers: impl Fn(&'a Stream) -> &'a Vec<T>,
    ) -> Option<Cow<'a, [T]>> {
        let mut out: Vec<T> = Vec::new();
        for batch in &self.batches {
            let found = batch.named.get(wanted)?;
            let stream = mesh.streams.get(found.attribute.stream as usize)?;
            let (all, width) = (numbers(stream), stream.width as usize);
            if batch.shown.is_none() {
                return Some(Cow::Borrowed(all.get(..self.count * width)?));
            }
            if all.is_empty() && stream.rows() > 0 {
                return None;
            }
            out.reserve(batch.count * wanted.width as usize);
            for vertex in 0..batch.count {
                let row = batch.row(vertex, found.column);
                let row = row.min(u32::MAX as usize - 1);
                let values = all.get(row * width..(row + 1) * width).unwrap_or_default();
                out.extend(values.iter().copied().chain(std::iter::repeat(T::default())).take(wanted.width as usize));
            }
        }
        Some(Cow::Owned(out))
    }

    /// The vertex of the mesh behind each vertex here.
    pub fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        self.batches.iter().flat_map(|b| (0..b.count).map(|v| b.row(v, b.primitive.vertex_column)))
    }

    /// The numbers of an attribute of another mesh with the same vertices, such as a morph target; `None` if its vertices
    /// have none. Data of corners does not follow a morph.
    pub fn attribute_of(&self, target: &Mesh, semantic: &Semantic, set: Option<u32>, width: usize) -> Option<Vec<f32>> {
        let mut out = Vec::with_capacity(self.count * width);
        let mut put = |row: &[f32]| {
            out.extend(row.iter().copied().chain(std::iter::repeat(0.0)).take(width));
        };
        let fits = |s: &Semantic, t: Option<u32>| s == semantic && t.unwrap_or(0) == set.unwrap_or(0);
        let found = target.vertices.iter().find(|a| fits(&a.semantic, a.set))?;
        let stream = target.streams.get(found.stream as usize)?;
        self.rows().for_each(|row| put(stream.row(row)));
        Some(out)
    }
}

impl Batch<'_> {
    fn row(&self, vertex: usize, column: u32) -> usize {
        let Some(shown) = &self.shown else { return vertex };
        let corner = shown.get(vertex).map_or(0, |c| *c as usize);
        let at = corner * self.primitive.stride as usize + column as usize;
        self.indices.get(at).map_or(0, |r| *r as usize)
    }
}

fn whole_corners(primitive: &Primitive) -> &[u32] {
    let whole = primitive.corners() * primitive.stride as usize;
    primitive.indices.get(..whole).unwrap_or_default()
}
