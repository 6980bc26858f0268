//! `IndexArray`: how vertices make up what is drawn.

use portolan_scene::{Fate, Primitive, PrimitiveKind};
use portolan_syntax::Node;
use portolan_syntax::ddl::{Primitive as Type, Run};

use super::codes;
use super::geometry::Reading;
use super::read::data;
use super::vertex::decode;
use crate::primitive::Kind;

/// Stands for the end of a strip; no vertex has this index.
const END: u32 = u32::MAX;

/// The primitive of an index array; `None` if it has no data, which is told.
pub(super) fn primitive<'a>(
    reading: &mut Reading<'_, 'a>,
    array: Node<'a>,
    kind: Kind,
    vertices: u32,
) -> Option<Primitive> {
    let material: u32 = reading.property(array, "material").unwrap_or_default();
    let clockwise = reading.word(array, "front") == Some("cw");
    let restart: Option<u64> = reading.property(array, "restart");
    let strips = matches!(kind, Kind::LineStrip | Kind::TriangleStrip);
    if restart.is_some() && !strips {
        reading.lose(&codes::NO_EFFECT, Fate::Noted, array, "`restart` only has an effect on strips");
    }
    let Some(found) = data(array, Type::is_integer) else {
        reading.lose(&codes::INCOMPLETE, Fate::Dropped, array, "an `IndexArray` has no integers");
        return None;
    };
    let run = Run::of(found)?;
    let restart = restart.filter(|_| strips);
    let (mut indices, mut sound) = (Vec::new(), false);
    if restart.is_none() {
        (indices, sound) = decode(run);
    }
    if !sound {
        // Indices that no 32 bits hold, faulty ones and negative ones become one that no vertex has.
        indices = wide(run, restart);
    }
    let mut made = make(reading, array, kind, indices, vertices);
    made.material = Some(material.to_string().into());
    if clockwise {
        turn_over(&mut made);
    }
    Some(made)
}

/// The primitive of a mesh without index arrays: all vertices in their order, as in an array without properties.
pub(super) fn all_vertices<'a>(reading: &mut Reading<'_, 'a>, mesh: Node<'a>, kind: Kind, vertices: u32) -> Primitive {
    let indices = (0..vertices).collect();
    let mut made = make(reading, mesh, kind, indices, vertices);
    let material: Option<u32> = reading.cx.document.bound.default_at("IndexArray", "material");
    made.material = material.map(|index| index.to_string().into());
    made
}

/// Indices as they are written; those that cannot be are one that no vertex has, and the restart index is [`END`].
fn wide(run: Run<'_>, restart: Option<u64>) -> Vec<u32> {
    let restart = restart.map(i128::from);
    let index = |value: i128| match u32::try_from(value) {
        _ if Some(value) == restart => END,
        Ok(index) if index != END => index,
        _ => END - 1,
    };
    run.integers().map(|value| value.map_or(END - 1, |(value, _)| index(value))).collect()
}

fn make<'a>(
    reading: &mut Reading<'_, 'a>,
    origin: Node<'a>,
    kind: Kind,
    mut indices: Vec<u32>,
    vertices: u32,
) -> Primitive {
    let mut counts = Vec::new();
    let group = kind.group();
    if group == 0 {
        (indices, counts) = strips(reading, origin, kind, &indices, vertices);
    } else {
        let rest = indices.len() % group;
        if rest != 0 {
            let message = format!("the last {rest} indices do not make a primitive of {group}");
            reading.lose(&codes::CORNERS, Fate::Dropped, origin, message);
            indices.truncate(indices.len() - rest);
        }
        if indices.iter().copied().max().is_some_and(|highest| highest >= vertices) {
            let before = indices.len();
            let mut kept = Vec::with_capacity(before);
            indices.chunks_exact(group).filter(|c| c.iter().all(|i| *i < vertices)).for_each(|c| kept.extend(c));
            indices = kept;
            let lost = (before - indices.len()) / group;
            let message =
                format!("primitives are dropped ({lost}): their indices exceed the number of vertices ({vertices})");
            reading.lose(&codes::INDEX, Fate::Dropped, origin, message);
        }
    }
    if kind == Kind::Quads {
        counts = vec![4; indices.len() / 4];
    }
    let kind = match kind {
        Kind::Points => PrimitiveKind::Points,
        Kind::Lines => PrimitiveKind::Lines,
        Kind::LineStrip => PrimitiveKind::LineStrips,
        Kind::Triangles => PrimitiveKind::Triangles,
        Kind::TriangleStrip => PrimitiveKind::TriangleStrips,
        Kind::Quads => PrimitiveKind::Polygons,
    };
    Primitive::plain(reading.meta(origin), kind, indices, counts)
}

/// Strips between restart indices, and how long each is.
fn strips<'a>(
    reading: &mut Reading<'_, 'a>,
    origin: Node<'a>,
    kind: Kind,
    indices: &[u32],
    vertices: u32,
) -> (Vec<u32>, Vec<u32>) {
    let least = if kind == Kind::LineStrip { 2 } else { 3 };
    let (mut kept, mut counts) = (Vec::with_capacity(indices.len()), Vec::new());
    let (mut short, mut outside) = (0, 0);
    for strip in indices.split(|i| *i == END).filter(|s| !s.is_empty()) {
        if strip.len() < least {
            short += 1;
        } else if strip.iter().any(|i| *i >= vertices) {
            outside += 1;
        } else {
            kept.extend_from_slice(strip);
            counts.push(strip.len() as u32);
        }
    }
    if short > 0 {
        let message = portolan_syntax::counted(
            short,
            &format!("strip with fewer than {least} indices is dropped"),
            &format!("strips with fewer than {least} indices are dropped"),
        );
        reading.lose(&codes::CORNERS, Fate::Dropped, origin, message);
    }
    if outside > 0 {
        let message =
            format!("strips are dropped ({outside}): their indices exceed the number of vertices ({vertices})");
        reading.lose(&codes::INDEX, Fate::Dropped, origin, message);
    }
    (kept, counts)
}

/// Faces that are seen where their corners run clockwise, as the scene has them.
fn turn_over(primitive: &mut Primitive) {
    match primitive.kind {
        PrimitiveKind::Triangles => primitive.indices.chunks_exact_mut(3).for_each(|c| c.swap(1, 2)),
        PrimitiveKind::Polygons => primitive.indices.chunks_exact_mut(4).for_each(|c| c.swap(1, 3)),
        PrimitiveKind::TriangleStrips => {
            // A strip cannot be turned over without one more vertex, so that it becomes triangles.
            let mut triangles = Vec::new();
            let mut rest = primitive.indices.as_slice();
            for count in &primitive.counts {
                let (strip, behind) = rest.split_at_checked(*count as usize).unwrap_or((rest, &[]));
                rest = behind;
                for (i, corner) in strip.windows(3).enumerate() {
                    let [a, b, c] = *corner else { continue };
                    triangles.extend(if i % 2 == 0 { [a, c, b] } else { [a, b, c] });
                }
            }
            primitive.kind = PrimitiveKind::Triangles;
            primitive.indices = triangles;
            primitive.counts.clear();
        }
        _ => {}
    }
}
