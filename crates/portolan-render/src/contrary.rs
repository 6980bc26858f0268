//! Faces that look the other way than their corners run.

use portolan_mesh::{Elements, Faces, data, first, triple};
use portolan_parallel::prelude::*;
use portolan_scene::glam::Vec3;
use portolan_scene::{Mesh, Primitive, Semantic};

/// Faces whose normals look against their winding, a bit for each. Some modellers write a wall twice with the same
/// corners in the same order, and only its normals say which of the two is the inside.
#[derive(Clone, Debug)]
pub(crate) struct Contrary(Vec<u64>);

impl Contrary {
    /// `None` if all faces look where they should.
    pub fn new(mesh: &Mesh, primitive: &Primitive, elements: &Faces) -> Option<Contrary> {
        if elements.kind != Elements::Triangles {
            return None;
        }
        let source = first(mesh, &data(mesh, primitive), &Semantic::Normal, 3)?;
        let (positions, written) = (mesh.positions()?, mesh.streams.get(source.attribute.stream as usize)?);
        let is_contrary = |face: u32| {
            let corners = elements.corners(face);
            let place = |c: u32| primitive.vertex(c as usize).map(|v| Vec3::from(triple(positions.row(v as usize))));
            let picked = |c: u32| primitive.row(c as usize, source.column);
            let normal = |c: u32| picked(c).map(|row| Vec3::from(triple(written.row(row as usize))));
            let ([Some(a), Some(b), Some(c)], [Some(p), Some(q), Some(r)]) = (corners.map(place), corners.map(normal))
            else {
                return false;
            };
            (b - a).cross(c - a).dot(p + q + r) < 0.0
        };
        let words = elements.count.div_ceil(64);
        let word = |word: u32| {
            let faces = (word * 64)..(word * 64).saturating_add(64).min(elements.count);
            faces.zip(0..).filter(|(face, _)| is_contrary(*face)).fold(0, |bits, (_, i)| bits | 1u64 << i)
        };
        let bits: Vec<u64> = (0..words).into_par_iter().with_min_len(256).map(word).collect();
        bits.iter().any(|b| *b != 0).then_some(Contrary(bits))
    }

    /// Does the face look against its winding?
    pub fn holds(&self, face: u32) -> bool {
        self.0.get(face as usize / 64).is_some_and(|bits| bits >> (face % 64) & 1 == 1)
    }
}
