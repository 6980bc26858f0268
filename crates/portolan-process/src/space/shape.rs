//! Shapes and what bends them.

use std::collections::BTreeMap;

use portolan_scene::brep::{self, Brep};
use portolan_scene::glam::DVec3;
use portolan_scene::{Deformer, Fate, Frame, GeometryId, Mesh, Meta, Scene, Semantic, Shape, Stream};

use super::Change;
use crate::codes;

/// What numbers of a stream are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Numbers {
    /// Neither lengths nor directions.
    Other,
    /// Places.
    Points,
    /// Directions of length 1.
    Directions,
}

impl Numbers {
    fn of(semantic: &Semantic) -> Numbers {
        match semantic {
            Semantic::Position => Numbers::Points,
            Semantic::Normal
            | Semantic::Tangent
            | Semantic::Binormal
            | Semantic::TexTangent
            | Semantic::TexBinormal => Numbers::Directions,
            Semantic::TexCoord | Semantic::Color | Semantic::Uv | Semantic::Other(_) => Numbers::Other,
        }
    }
}

/// What became of a stream.
#[derive(Clone, Debug)]
pub(super) struct Converted {
    /// Which stream it is now, and what its numbers are. A stream that is several things became several.
    pub now: Vec<(u32, Numbers)>,
    /// Numbers of a row before.
    pub width: usize,
    /// Numbers of a row now.
    pub new_width: usize,
}

/// Streams that changed.
pub(super) type Streams = BTreeMap<(GeometryId, u32), Converted>;

impl Change<'_> {
    /// Converts all shapes and bind matrices, and tells what became of streams.
    pub(super) fn shapes(&mut self, scene: &mut Scene) -> Streams {
        let mut streams = Streams::new();
        for (geometry, id) in scene.geometries.iter_mut().zip(0..) {
            match &mut geometry.shape {
                Shape::Mesh(mesh) => self.mesh(mesh, &geometry.meta, GeometryId(id), &mut streams),
                Shape::Spline(spline) => {
                    let lists = [&mut spline.points, &mut spline.in_tangents, &mut spline.out_tangents];
                    for point in lists.into_iter().flatten() {
                        *point = self.frame.point(DVec3::from(*point)).to_array();
                    }
                }
                Shape::Brep(brep) => self.solid(brep, &geometry.meta),
                Shape::Empty => {}
            }
        }
        for controller in &mut scene.controllers {
            if let Deformer::Skin(skin) = &mut controller.deformer {
                skin.bind_shape = self.frame.matrix(skin.bind_shape);
                skin.inverse_binds.iter_mut().for_each(|m| *m = self.frame.matrix(*m));
            }
        }
        streams
    }

    fn solid(&mut self, brep: &mut Brep, meta: &Meta) {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|a| self.frame.direction(a).to_array());
        let turn = brep::Frame { origin: [0.0; 3], axes };
        let (body, lost) = brep.body.moved(&turn, self.frame.length(1.0));
        brep.body = body;
        if lost > 0 {
            let message = format!("parameter curves of `{}` are dropped ({lost})", meta.label().unwrap_or("?"));
            self.losses.push(&codes::SOLID_CURVES, Fate::Approximated, meta.origin, message);
        }
    }

    fn mesh(&mut self, mesh: &mut Mesh, meta: &Meta, id: GeometryId, converted: &mut Streams) {
        let uses = {
            let corners = mesh.primitives.iter().flat_map(|p| &p.inputs).map(|i| &i.attribute);
            let mut uses: BTreeMap<u32, Vec<Numbers>> = BTreeMap::new();
            for attribute in mesh.vertices.iter().chain(corners) {
                let list = uses.entry(attribute.stream).or_default();
                let kind = Numbers::of(&attribute.semantic);
                if !list.contains(&kind) {
                    list.push(kind);
                }
                let width = mesh.streams.get(attribute.stream as usize).map_or(0, |s| s.width);
                if let Semantic::Other(word) = &attribute.semantic
                    && width >= 3
                {
                    let message = format!("data `{word}` of shape `{}` is not converted", meta.label().unwrap_or("?"));
                    self.losses.push(&codes::SPACE_DATA, Fate::Noted, meta.origin, message);
                }
            }
            uses
        };
        // For each stream and kind, the stream that has the numbers now.
        let mut now: BTreeMap<(u32, Numbers), u32> = BTreeMap::new();
        let (mut large, mut small) = (0usize, 0usize);
        for (stream, kinds) in &uses {
            let changes = |kind: &Numbers| match kind {
                Numbers::Other => false,
                Numbers::Points => true,
                Numbers::Directions => !self.frame.keeps_axes(),
            };
            if !kinds.iter().any(changes) {
                continue;
            }
            let Some(written) = mesh.streams.get(*stream as usize).cloned() else { continue };
            let mut list = Vec::new();
            let mut new_width = written.width as usize;
            for (nth, kind) in kinds.iter().enumerate() {
                let mut copy = written.clone();
                if changes(kind) {
                    convert(&mut copy, *kind, &self.frame, &mut large, &mut small);
                    new_width = copy.width as usize;
                }
                let place = if nth == 0 {
                    mesh.streams.iter_mut().skip(*stream as usize).take(1).for_each(|s| *s = copy.clone());
                    *stream
                } else {
                    copy.id = None;
                    mesh.streams.push(copy);
                    (mesh.streams.len() - 1) as u32
                };
                now.insert((*stream, *kind), place);
                list.push((place, *kind));
            }
            converted.insert((id, *stream), Converted { now: list, width: written.width as usize, new_width });
        }
        let corners = mesh.primitives.iter_mut().flat_map(|p| &mut p.inputs).map(|i| &mut i.attribute);
        for attribute in mesh.vertices.iter_mut().chain(corners) {
            if let Some(place) = now.get(&(attribute.stream, Numbers::of(&attribute.semantic))) {
                attribute.stream = *place;
            }
        }
        let shape = meta.label().unwrap_or("?");
        for (count, what) in [(large, "too large for their precision"), (small, "nothing")] {
            if count > 0 {
                let message = format!("numbers of shape `{shape}` became {what} in the new unit ({count})");
                self.losses.push(&codes::SPACE_RANGE, Fate::Approximated, meta.origin, message);
            }
        }
    }
}

/// Converts the rows of a stream; one of fewer than three numbers gets as many if axes change.
fn convert(stream: &mut Stream, kind: Numbers, frame: &Frame, large: &mut usize, small: &mut usize) {
    let width = stream.width as usize;
    if width < 3 && !frame.keeps_axes() {
        stream.data = widened(&stream.data, width);
        stream.exact = widened(&stream.exact, width);
        stream.width = 3;
    }
    let width = (stream.width as usize).max(1);
    let moves = [0, 1, 2].map(|old| frame.component(old));
    let moved = |value: f64, sign: f64| {
        let turned = if value == 0.0 { 0.0 } else { value * sign };
        if kind == Numbers::Points { frame.length(turned) } else { turned }
    };
    for row in stream.data.chunks_exact_mut(width) {
        let mut old = [0.0f32; 3];
        old.iter_mut().zip(row.iter()).for_each(|(to, from)| *to = *from);
        for (value, (place, sign)) in old.into_iter().zip(moves) {
            let Some(slot) = row.get_mut(place) else { continue };
            *slot = moved(f64::from(value), sign) as f32;
            if slot.is_infinite() && value.is_finite() {
                *slot = f32::MAX.copysign(*slot);
                *large += 1;
            } else if *slot == 0.0 && value != 0.0 {
                *small += 1;
            }
        }
    }
    for row in stream.exact.chunks_exact_mut(width) {
        let mut old = [0.0; 3];
        old.iter_mut().zip(row.iter()).for_each(|(to, from)| *to = *from);
        for (value, (place, sign)) in old.into_iter().zip(moves) {
            row.iter_mut().skip(place).take(1).for_each(|slot| *slot = moved(value, sign));
        }
    }
}

/// Rows of three numbers, made of fewer.
fn widened<T: Copy + Default>(data: &[T], width: usize) -> Vec<T> {
    let rows = data.chunks_exact(width.max(1));
    rows.flat_map(|row| (0..3).map(|i| row.get(i).copied().unwrap_or_default())).collect()
}
