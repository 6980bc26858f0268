//! Vertex data of a primitive.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::RangeBounds;

use portolan_geom::normals;
use portolan_mesh::{Data, Elements, Indexed, direction, first, triple};
use portolan_parallel::prelude::*;
use portolan_scene::{Fate, GeometryId, Mesh, Origin, Primitive, Semantic, Stream};

use crate::blob::{Change, Piece, Rows};
use crate::json::{self, ARRAY_BUFFER, F32, Index};
use crate::writer::Writer;
use crate::{NORMALS, NOT_FINITE, VERTEX_DATA};

/// What is known about the numbers of a stream.
#[derive(Clone, Copy)]
pub(crate) struct Health {
    /// All are finite.
    finite: bool,
    /// All rows have length 1.
    unit: bool,
    /// Some rows have no direction.
    zero: bool,
    /// All are between 0 and 1.
    share: bool,
}

fn health(stream: &Stream) -> Health {
    let width = (stream.width as usize).max(1);
    let rows = stream.data.par_chunks(width * (1 << 14));
    let finite = rows.clone().all(|rows| rows.iter().all(|x| x.is_finite()));
    let share = || rows.clone().all(|rows| rows.iter().all(|x| (0.0..=1.0).contains(x)));
    let unit = finite && width == 3 && rows.clone().all(|rows| rows.chunks(width).all(is_unit));
    let zero =
        !unit && width >= 3 && rows.clone().any(|rows| rows.chunks(width).any(|r| direction(triple(r)).is_none()));
    Health { finite, unit, zero, share: finite && !unit && share() }
}

/// The direction of a row: the row itself if it has length 1.
pub(crate) fn unit_row(row: [f32; 3]) -> Option<[f32; 3]> {
    if is_unit(&row) { Some(row) } else { direction(row) }
}

/// Has it length 1, within half of what the Khronos validator lets pass?
fn is_unit(row: &[f32]) -> bool {
    (triple(row).map(|x| x * x).iter().sum::<f32>() - 1.0).abs() <= 5e-4
}

/// Accessors of vertex data that are there already.
#[derive(Default)]
pub(crate) struct Attributes {
    health: BTreeMap<(GeometryId, u32), Health>,
    known: BTreeMap<Key, Index>,
}

impl Attributes {
    /// Forgets what is known of a shape.
    pub fn forget(&mut self, geometry: GeometryId) {
        forget(&mut self.health, (geometry, 0)..=(geometry, u32::MAX));
        let (stream, column, out, change) = (0, 0, 0, Change::default());
        let first = |geometry| Key { geometry, primitive: None, stream, column, out, change, bounded: false };
        forget(&mut self.known, first(geometry)..first(GeometryId(geometry.0.saturating_add(1))));
    }
}

/// Takes a range out of a map.
pub(crate) fn forget<K: Ord + Copy, V>(map: &mut BTreeMap<K, V>, range: impl RangeBounds<K>) {
    let gone: Vec<K> = map.range(range).map(|(key, _)| *key).collect();
    gone.into_iter().for_each(|key| _ = map.remove(&key));
}

// The shape comes first, so that all of a shape is a range.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    geometry: GeometryId,
    /// Primitives that take streams as they are share them.
    primitive: Option<(usize, Option<usize>)>,
    stream: u32,
    column: u32,
    out: usize,
    change: Change,
    /// Positions have bounds; the same numbers as normals have none.
    bounded: bool,
}

/// Numbers that are made here and are in no stream of the document.
const COMPUTED: u32 = u32::MAX;

/// Normals of the document of which some are made here.
const MENDED: u32 = u32::MAX - 1;

/// Tangents of the document with the side that is computed here.
const TANGENTS: u32 = u32::MAX - 2;

/// A primitive and where it is.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// The texture coordinates that tangents are to be computed for, as a place in [`data`].
    pub relief: Option<usize>,
    pub geometry: GeometryId,
    pub mesh: &'a Mesh,
    pub number: usize,
    pub primitive: &'a Primitive,
    pub origin: Origin,
}

impl<'a> Writer<'a> {
    /// All attributes of a primitive but joints, weights and computed tangents.
    pub fn attributes(
        &mut self,
        place: Place<'a>,
        cut: &Indexed<'a>,
        data: &[Data<'a>],
        coordinates: &[usize],
    ) -> json::Attributes {
        let mut written = json::Attributes::default();
        let mut colours = 0;
        for data in data {
            let semantic = &data.attribute.semantic;
            let Some(stream) = place.mesh.streams.get(data.attribute.stream as usize) else { continue };
            let width = stream.width as usize;
            let mut put = |writer: &mut Self, name: Cow<'static, str>, out, change| {
                written.insert(name, writer.stream(place, cut, *data, out, change));
            };
            let plain = Change::default();
            match semantic {
                Semantic::Position => put(self, "POSITION".into(), 3, plain),
                Semantic::Normal if cut.kind == Elements::Triangles && width >= 3 && self.health(place, *data).zero => {
                    let normals = self.mended(place, cut, *data, stream);
                    written.insert("NORMAL", normals);
                }
                Semantic::Normal if width >= 3 => put(self, "NORMAL".into(), 3, Change { unit: true, ..plain }),
                Semantic::Color if width == 3 || width == 4 => {
                    put(self, format!("COLOR_{colours}").into(), width, Change { limit: true, ..plain });
                    colours += 1;
                }
                Semantic::Normal => {
                    let message = format!("normals with {width} components are dropped");
                    self.losses.push(&VERTEX_DATA, Fate::Dropped, place.origin, message);
                }
                Semantic::TexCoord | Semantic::Tangent | Semantic::TexTangent => {}
                Semantic::Binormal | Semantic::TexBinormal => {}
                other => match custom(other).filter(|_| (1..=4).contains(&width)) {
                    Some(name) => {
                        let set = data.attribute.set.map_or(String::new(), |s| format!("_{s}"));
                        put(self, format!("{name}{set}").into(), width, plain);
                    }
                    None => {
                        let message =
                            format!("vertex data `{}` has {width} components, more than glTF supports", other.word());
                        self.losses.push(&VERTEX_DATA, Fate::Dropped, place.origin, message);
                    }
                },
            }
        }
        for (set, at) in coordinates.iter().enumerate() {
            let Some(data) = data.get(*at) else { continue };
            let third = |s: &Stream| {
                s.data.chunks_exact(s.width.max(1) as usize).any(|row| row.iter().skip(2).any(|v| *v != 0.0))
            };
            let wide = place.mesh.streams.get(data.attribute.stream as usize).is_some_and(|s| s.width > 2 && third(s));
            if wide {
                let message = "only the first two texture coordinate components are kept";
                self.losses.push(&VERTEX_DATA, Fate::Noted, place.origin, message);
            }
            let accessor = self.stream(place, cut, *data, 2, Change { flip: true, ..Change::default() });
            let name = if set == 0 { "TEXCOORD_0".into() } else { Cow::from(format!("TEXCOORD_{set}")) };
            written.insert(name, accessor);
        }
        if let Some(normals) = &cut.normals {
            self.losses.push(&NORMALS, Fate::Baked, place.origin, "a shape has no normals; flat normals are computed");
            let key = self.key(place, cut, COMPUTED, 0, 3, Change::default());
            let accessor = match self.attributes.known.get(&key) {
                Some(known) => *known,
                None => {
                    let piece = Piece::Vectors(normals.clone());
                    self.blob.accessor(piece, F32, "VEC3", cut.count, Some(ARRAY_BUFFER))
                }
            };
            self.attributes.known.insert(key, accessor);
            written.insert("NORMAL", accessor);
        }
        if written.contains("NORMAL")
            && let Some(tangents) = self.tangents(place, cut, data)
        {
            written.insert("TANGENT", tangents);
        }
        written
    }

    fn health(&mut self, place: Place<'a>, data: Data<'a>) -> Health {
        let index = data.attribute.stream;
        let fresh = || place.mesh.streams.get(index as usize).map(health);
        let healthy = Health { finite: true, unit: true, zero: false, share: true };
        *self.attributes.health.entry((place.geometry, index)).or_insert_with(|| fresh().unwrap_or(healthy))
    }

    fn key(&self, place: Place<'_>, cut: &Indexed<'_>, stream: u32, column: u32, out: usize, change: Change) -> Key {
        let shared = cut.is_identity() && stream < TANGENTS;
        Key {
            geometry: place.geometry,
            primitive: (!shared).then_some((place.number, place.relief)),
            stream,
            column: if shared { 0 } else { column },
            out,
            change,
            bounded: false,
        }
    }

    /// A stream as an attribute with `out` numbers for each vertex. Changes that would change nothing are left out.
    fn stream(&mut self, place: Place<'a>, cut: &Indexed<'a>, data: Data<'a>, out: usize, change: Change) -> Index {
        let healthy = self.health(place, data);
        let change = Change {
            clean: !healthy.finite,
            unit: change.unit && !healthy.unit,
            limit: change.limit && !healthy.share,
            ..change
        };
        let bounded = data.attribute.semantic == Semantic::Position;
        let key = Key { bounded, ..self.key(place, cut, data.attribute.stream, data.column, out, change) };
        if let Some(known) = self.attributes.known.get(&key) {
            return *known;
        }
        if change.clean {
            let message = format!("`{}` has values that are not finite", &data.attribute.semantic.word());
            self.losses.push(&NOT_FINITE, Fate::Approximated, place.origin, message);
        }
        let stream = place.mesh.streams.get(data.attribute.stream as usize);
        if change.limit && stream.is_some_and(|s| s.data.iter().any(|x| !(0.0..=1.0).contains(x))) {
            let message = "vertex colours are limited to the range from 0 to 1";
            self.losses.push(&VERTEX_DATA, Fate::Approximated, place.origin, message);
        }
        let rows = Rows {
            data: stream.map_or(&[], |s| &s.data),
            width: stream.map_or(1, |s| s.width as usize),
            out,
            rows: cut.rows(data.column),
            count: cut.count,
            change,
        };
        let kind = match out {
            1 => "SCALAR",
            2 => "VEC2",
            3 => "VEC3",
            _ => "VEC4",
        };
        let bounds = bounded.then(|| bounds(&rows));
        let accessor = self.blob.accessor(Piece::Rows(rows), F32, kind, cut.count, Some(ARRAY_BUFFER));
        if let Some((min, max)) = bounds {
            self.blob.bound(accessor, min.map(f64::from).to_vec(), max.map(f64::from).to_vec());
        }
        self.attributes.known.insert(key, accessor);
        accessor
    }

    /// Normals of which some have no direction: these become those of the faces around.
    fn mended(&mut self, place: Place<'a>, cut: &Indexed<'a>, data: Data<'a>, stream: &Stream) -> Index {
        let key = self.key(place, cut, MENDED, data.column, 3, Change::default());
        if let Some(known) = self.attributes.known.get(&key) {
            return *known;
        }
        let message = "zero-length normals were replaced by face normals";
        self.losses.push(&VERTEX_DATA, Fate::Approximated, place.origin, message);
        let around = normals::smooth(&cut.positions(place.mesh, place.primitive), &cut.index_list());
        let row = |v: usize| cut.row(data.column, v).map_or(&[][..], |row| stream.row(row));
        let mended = around.iter().enumerate().map(|(v, smooth)| unit_row(triple(row(v))).unwrap_or(*smooth));
        let piece = Piece::Vectors(std::sync::Arc::new(mended.collect()));
        let accessor = self.blob.accessor(piece, F32, "VEC3", cut.count, Some(ARRAY_BUFFER));
        self.attributes.known.insert(key, accessor);
        accessor
    }

    /// Tangents of the document. Their fourth number tells the side of the binormal.
    fn tangents(&mut self, place: Place<'a>, cut: &Indexed<'a>, data: &[Data<'a>]) -> Option<Index> {
        if let Some(made) = &cut.tangents {
            let key = self.key(place, cut, COMPUTED, 1, 4, Change::default());
            let blob = &mut self.blob;
            let fresh = || {
                let bytes = made.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
                blob.accessor(Piece::Bytes(bytes), F32, "VEC4", cut.count, Some(ARRAY_BUFFER))
            };
            return Some(*self.attributes.known.entry(key).or_insert_with(fresh));
        }
        let find = |semantic: Semantic| data.iter().find(|d| d.attribute.semantic == semantic);
        let pairs = [(Semantic::TexTangent, Semantic::TexBinormal), (Semantic::Tangent, Semantic::Binormal)];
        let (tangent, binormal) = pairs.into_iter().find_map(|(t, b)| Some((find(t)?, find(b))))?;
        let key = self.key(place, cut, TANGENTS, tangent.column, 4, Change::default());
        if let Some(known) = self.attributes.known.get(&key) {
            return Some(*known);
        }
        let row = |data: &Data<'a>, v: usize| {
            let stream = place.mesh.streams.get(data.attribute.stream as usize)?;
            Some(stream.row(cut.row(data.column, v)?))
        };
        let normal = first(place.mesh, data, &Semantic::Normal, 3);
        let mut bytes = Vec::with_capacity(cut.count * 16);
        for v in 0..cut.count {
            let written = row(tangent, v).unwrap_or_default();
            let [x, y, z] = unit_row(triple(written)).unwrap_or([1.0, 0.0, 0.0]);
            let given = match cut.normals.as_ref().and_then(|n| n.get(v)) {
                Some(normal) => Some(*normal),
                None => normal.and_then(|n| row(&n, v)).map(triple),
            };
            let side = match (written.get(3), given, binormal.and_then(|b| row(b, v)).map(triple)) {
                (Some(w), ..) => w.signum(),
                (None, Some([nx, ny, nz]), Some([bx, by, bz])) => {
                    let across = [ny * z - nz * y, nz * x - nx * z, nx * y - ny * x];
                    if across[0] * bx + across[1] * by + across[2] * bz < 0.0 { -1.0 } else { 1.0 }
                }
                _ => 1.0f32,
            };
            let side = if side < 0.0 { -1.0f32 } else { 1.0 };
            bytes.extend([x, y, z, side].into_iter().flat_map(f32::to_le_bytes));
        }
        let accessor = self.blob.accessor(Piece::Bytes(bytes), F32, "VEC4", cut.count, Some(ARRAY_BUFFER));
        self.attributes.known.insert(key, accessor);
        Some(accessor)
    }
}

/// The smallest box around rows as they will be written.
pub(crate) fn bounds(rows: &Rows<'_>) -> ([f32; 3], [f32; 3]) {
    type Box3 = ([f32; 3], [f32; 3]);
    let none: Box3 = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    let merge = |(low, high): Box3, (other_low, other_high): Box3| {
        let least = |a: [f32; 3], b: [f32; 3]| [a[0].min(b[0]), a[1].min(b[1]), a[2].min(b[2])];
        let most = |a: [f32; 3], b: [f32; 3]| [a[0].max(b[0]), a[1].max(b[1]), a[2].max(b[2])];
        (least(low, other_low), most(high, other_high))
    };
    let one = |v: usize| {
        let [x, y, z, _] = rows.row(v);
        ([x, y, z], [x, y, z])
    };
    let all = (0..rows.count).into_par_iter().with_min_len(1 << 14);
    all.map(one).reduce_with(merge).unwrap_or(none)
}

/// The name of a custom attribute: an underscore and capital letters.
fn custom(semantic: &Semantic) -> Option<String> {
    let name = semantic.word();
    let harmless = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    let name: String = name.chars().map(harmless).collect();
    let name = name.trim_start_matches('_');
    (!name.is_empty()).then(|| format!("_{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_applications_become_custom_attributes() {
        assert_eq!(custom(&Semantic::Other("my data".into())).as_deref(), Some("_MY_DATA"));
        assert_eq!(custom(&Semantic::Other("__".into())), None);
    }
}
