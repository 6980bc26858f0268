//! `<mesh>` and `<convex_mesh>`: sources, vertices, primitives.

use portolan_parallel::prelude::*;
use portolan_scene::glam::DVec3;
use portolan_scene::{Attribute, Fate, Frame, Mesh, Semantic, Stream, any_needs_double};
use portolan_syntax::Node;

use super::super::{asset, codes, source};
use super::{Reading, primitive};
use crate::data::{Data, Input};

/// Applications that mark double-sided meshes.
const VENDORS: &[&str] = &["MAYA", "MAX3D", "FCOLLADA", "OpenCOLLADAMaya", "OpenCOLLADA3dsMax", "GOOGLEEARTH", "OKINO"];

/// How the numbers of a stream change from one space to another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Nothing,
    Point,
    Direction,
}

/// Streams that are read so far.
pub(super) struct Streams<'a> {
    pub data: Data<'a>,
    pub streams: Vec<Stream>,
    /// Which source each was read from, and how it was changed; what could not be read has no stream.
    known: Vec<(Node<'a>, Change, Option<u32>)>,
}

pub(super) fn mesh<'a>(reading: &mut Reading<'_, 'a>, geometry: Node<'a>, element: Node<'a>) -> Mesh {
    let mut streams = Streams { data: reading.cx.data(element), streams: Vec::new(), known: Vec::new() };
    let vertices = element.child("vertices");
    let mut mesh = Mesh { convex: element.local_name() == "convex_mesh", ..Mesh::default() };
    if let Some(vertices) = vertices {
        mesh.vertices = vertex_data(reading, &mut streams, vertices);
    }
    for child in element.elements().filter(|e| primitive::is_primitive(e.local_name())) {
        if let Some(primitive) = primitive::primitive(reading, &mut streams, &mut mesh.vertices, child) {
            mesh.primitives.push(primitive);
        }
    }
    mesh.double_sided = [element, geometry]
        .into_iter()
        .find_map(|owner| asset::vendor(owner, VENDORS, "double_sided"))
        .map(asset::is_true);
    mesh.streams = streams.streams;
    shorten(reading, &mut mesh, vertices.unwrap_or(element));
    mesh
}

/// The data of the vertices.
fn vertex_data<'a>(reading: &mut Reading<'_, 'a>, streams: &mut Streams<'a>, vertices: Node<'a>) -> Vec<Attribute> {
    let inputs: Vec<Input<'a>> = streams.data.inputs(vertices).collect();
    inputs.iter().filter_map(|input| streams.attribute(reading, input)).collect()
}

/// Leaves out data of the vertices that has fewer rows than there are positions.
fn shorten(reading: &mut Reading<'_, '_>, mesh: &mut Mesh, place: Node<'_>) {
    let needed = mesh.vertex_count();
    let streams = &mesh.streams;
    let enough = |a: &Attribute| streams.get(a.stream as usize).is_some_and(|s| s.rows() >= needed);
    let before = mesh.vertices.len();
    mesh.vertices.retain(enough);
    if mesh.vertices.len() < before {
        reading.lose(&codes::INPUT, Fate::Dropped, place, "an input has fewer rows than there are positions");
    }
}

/// Turns and scales rows into the space of the scene.
fn convert<T: source::Number + Into<f64>>(rows: &mut source::Rows<T>, change: Change, frame: &Frame, to: fn(f64) -> T) {
    if change == Change::Nothing {
        return;
    }
    if rows.width < 3 && !frame.keeps_axes() {
        // A turn may need a third component.
        let third = |row: &[T]| [0, 1, 2].map(|i| row.get(i).copied().unwrap_or_default());
        rows.data = rows.data.chunks_exact(rows.width.max(1)).flat_map(third).collect();
        rows.width = 3;
    }
    for row in rows.data.chunks_exact_mut(rows.width) {
        let mut v = [0.0; 3];
        v.iter_mut().zip(row.iter()).for_each(|(to, from)| *to = (*from).into());
        let v = DVec3::from(v);
        let new = if change == Change::Point { frame.point(v) } else { frame.direction(v) };
        row.iter_mut().zip(new.to_array()).for_each(|(slot, from)| *slot = to(from));
    }
}

/// The semantic that an input names.
pub(in crate::lower) fn semantic(written: &str) -> Semantic {
    match written {
        "POSITION" => Semantic::Position,
        "NORMAL" => Semantic::Normal,
        // `TEXTURE` is what 1.4.0 called it.
        "TEXCOORD" | "TEXTURE" => Semantic::TexCoord,
        "COLOR" => Semantic::Color,
        "TANGENT" => Semantic::Tangent,
        "BINORMAL" => Semantic::Binormal,
        "TEXTANGENT" => Semantic::TexTangent,
        "TEXBINORMAL" => Semantic::TexBinormal,
        "UV" => Semantic::Uv,
        other => Semantic::Other(other.into()),
    }
}

fn change(semantic: &Semantic) -> Change {
    match semantic {
        Semantic::Position => Change::Point,
        Semantic::Normal | Semantic::Tangent | Semantic::Binormal | Semantic::TexTangent | Semantic::TexBinormal => {
            Change::Direction
        }
        _ => Change::Nothing,
    }
}

impl<'a> Streams<'a> {
    /// The attribute that an input describes, its stream read if it was not yet.
    pub fn attribute(&mut self, reading: &mut Reading<'_, 'a>, input: &Input<'a>) -> Option<Attribute> {
        let semantic = semantic(&input.semantic);
        let target = input.target.or_else(|| {
            // Some exporters forget the `#`.
            input.node.attribute_value("source").and_then(|id| self.data.by_id(id.trim()))
        });
        let Some(source) = target.filter(|t| t.local_name() == "source") else {
            let message = format!("the source of the input `{}` does not exist", input.semantic);
            reading.lose(&codes::INPUT, Fate::Dropped, input.node, message);
            return None;
        };
        let change = if reading.frame.is_identity() { Change::Nothing } else { change(&semantic) };
        let known = self.known.iter().find(|(s, c, _)| *s == source && *c == change).map(|(_, _, id)| *id);
        let stream = match known {
            Some(known) => known,
            None => {
                let read = self.read(reading, source, change);
                self.known.push((source, change, read));
                read
            }
        }?;
        Some(Attribute { semantic, set: input.set.and_then(|s| u32::try_from(s).ok()), stream })
    }

    fn read(&mut self, reading: &mut Reading<'_, 'a>, source: Node<'a>, change: Change) -> Option<u32> {
        let Some((mut rows, exact)) = source::both(self.data, source) else {
            reading.lose(&codes::INPUT, Fate::Dropped, source, "the source contains no numbers");
            return None;
        };
        if rows.faults.words > 0 {
            let message = portolan_syntax::counted(
                rows.faults.words,
                "word is not a valid number",
                "words are not valid numbers",
            );
            reading.lose(&codes::NUMBERS, Fate::Approximated, source, message);
        }
        if rows.faults.narrow {
            let message = "the stride of the accessor is smaller than its row; rows are read without overlap";
            reading.lose(&codes::NUMBERS, Fate::Approximated, source, message);
        }
        if rows.faults.rows > 0 {
            let message = portolan_syntax::counted(
                rows.faults.rows,
                "row of the accessor exceeds the array",
                "rows of the accessor exceed the array",
            );
            reading.lose(&codes::NUMBERS, Fate::Dropped, source, message);
        }
        let exact = exact.filter(|exact| exact.data.par_chunks(1 << 14).any(any_needs_double)).map(|mut exact| {
            convert(&mut exact, change, &reading.frame, |v| v);
            exact.data
        });
        convert(&mut rows, change, &reading.frame, |v| v as f32);
        let id = u32::try_from(self.streams.len()).ok()?;
        self.streams.push(Stream {
            id: source.attribute_value("id").map(|v| v.trim().into()),
            width: rows.width as u32,
            data: rows.data,
            exact: exact.unwrap_or_default(),
        });
        Some(id)
    }

    /// Number of rows of a stream.
    pub fn rows(&self, stream: u32) -> usize {
        self.streams.get(stream as usize).map_or(0, Stream::rows)
    }
}
