//! Morph targets.
//!
//! `(1 − Σw)·base + Σ w·target` is `base + Σ w·(target − base)`, which is what glTF computes; relative targets are the
//! differences already.

use std::collections::BTreeMap;
use std::sync::Arc;

use portolan_mesh::{Indexed, data, first, triple};
use portolan_scene::{
    Base, Bent, ControllerId, Deformer, Fate, GeometryId, Mesh, Morph, MorphMethod, Primitive, Semantic, Shape,
};

use crate::attribute::Place;
use crate::blob::Piece;
use crate::json::{ARRAY_BUFFER, Accessor, F32, Index};
use crate::writer::Writer;
use crate::{MORPH_SUM, MORPH_TARGET};

impl<'a> Writer<'a> {
    /// A morph of the scene.
    pub fn morph_of(&self, id: ControllerId) -> Option<&'a Morph> {
        match &self.scene.controller(id)?.deformer {
            Deformer::Morph(morph) => Some(morph),
            Deformer::Skin(_) => None,
        }
    }

    fn mesh_of(&self, id: GeometryId) -> Option<&'a Mesh> {
        match &self.scene.geometry(id)?.shape {
            Shape::Mesh(mesh) => Some(mesh),
            _ => None,
        }
    }

    /// Number of vertices of a shape.
    pub fn vertex_count(&self, id: GeometryId) -> usize {
        self.mesh_of(id).map_or(0, Mesh::vertex_count)
    }

    /// The places of the targets that are written. The shape itself differs from itself in nothing.
    pub fn written_targets(&self, id: ControllerId) -> Vec<usize> {
        let Some(morph) = self.morph_of(id) else { return vec![] };
        let shape = self.scene.controller(id).map(|c| c.base);
        let is_shape = |at: usize, target: &GeometryId| {
            let absolute = morph.bases.get(at).copied().flatten().is_none();
            morph.method == MorphMethod::Sum && absolute && shape == Some(Base::Geometry(*target))
        };
        let places = morph.targets.iter().enumerate();
        places.filter(|(at, target)| !is_shape(*at, target)).map(|(at, _)| at).collect()
    }

    /// Weights of the targets of what is drawn, their names, and their numbers where those are not 1, 2 and so on.
    pub fn morph_weights(&self, chain: Bent) -> (Vec<f64>, Vec<String>, Vec<u32>) {
        let Some((id, morph)) = chain.morph.and_then(|id| Some((id, self.morph_of(id)?))) else {
            return (vec![], vec![], vec![]);
        };
        let written = self.written_targets(id);
        let weight = |at: &usize| morph.weights.get(*at).copied().filter(|w| w.is_finite()).unwrap_or(0.0);
        let name = |at: &usize| self.scene.target_name(morph, *at).unwrap_or_default().to_owned();
        let numbers: Vec<u32> = written.iter().filter_map(|at| morph.called.get(*at)).map(|c| c.number).collect();
        let usual = numbers.iter().copied().eq((1..).take(numbers.len()));
        let numbers = if usual { vec![] } else { numbers };
        (written.iter().map(weight).collect(), written.iter().map(name).collect(), numbers)
    }

    /// The targets of a primitive, one for each of the morph.
    pub fn targets(
        &mut self,
        place: Place<'a>,
        base: &Indexed<'a>,
        id: ControllerId,
        has_normals: bool,
    ) -> Vec<BTreeMap<String, Index>> {
        let Some(morph) = self.morph_of(id) else { return vec![] };
        let mut targets = Vec::with_capacity(morph.targets.len());
        let plain = positions(place.mesh, place.primitive, base);
        let has_normals = has_normals && !of_corners(place);
        if morph.method == MorphMethod::Sum {
            return self.sums(place, base, (id, morph), has_normals, &plain);
        }
        for target in &morph.targets {
            let mesh = self.mesh_of(*target).filter(|m| m.vertex_count() == place.mesh.vertex_count());
            let mut written = BTreeMap::new();
            let Some(mesh) = mesh else {
                let label = self.scene.geometry(*target).and_then(|g| g.meta.label()).unwrap_or("?");
                let message = format!("morph target `{label}` does not have the vertices of its shape");
                self.losses.push(&MORPH_TARGET, Fate::Dropped, place.origin, message);
                written.insert("POSITION".to_owned(), self.zeros(base.count, true));
                if has_normals {
                    written.insert("NORMAL".to_owned(), self.zeros(base.count, false));
                }
                targets.push(written);
                continue;
            };
            let moved = positions(mesh, place.primitive, base);
            let differences = subtract(moved, &plain, morph.method);
            written.insert("POSITION".to_owned(), self.differences(differences, true));
            if has_normals {
                let accessor = match normals(place, base, mesh, morph.method) {
                    Some(differences) => self.differences(differences, false),
                    None => {
                        let label = self.scene.geometry(*target).and_then(|g| g.meta.label()).unwrap_or("?");
                        let message = format!("morph target `{label}` does not have the normals of its shape");
                        self.losses.push(&MORPH_TARGET, Fate::Approximated, place.origin, message);
                        self.zeros(base.count, false)
                    }
                };
                written.insert("NORMAL".to_owned(), accessor);
            }
            targets.push(written);
        }
        targets
    }

    /// The targets of a sum: absolute ones as differences from the shape, others as differences from their base. Data
    /// that a target lacks it has from the shape.
    fn sums(
        &mut self,
        place: Place<'a>,
        base: &Indexed<'a>,
        (id, morph): (ControllerId, &Morph),
        has_normals: bool,
        plain: &[[f32; 3]],
    ) -> Vec<BTreeMap<String, Index>> {
        let absolute = morph.weights.iter().zip(0..).filter(|(_, i)| morph.bases.get(*i).copied().flatten().is_none());
        let total: f64 = absolute.map(|(w, _)| w).sum();
        if (total - 1.0).abs() > 1e-6 {
            let message = format!("morph target weights sum to {total}; glTF assumes a sum of 1");
            self.losses.push(&MORPH_SUM, Fate::Approximated, place.origin, message);
        }
        let own = place.primitive;
        let mesh = |i: usize| self.mesh_of(*morph.targets.get(i)?);
        let whole = |m: &&Mesh| m.vertex_count() == place.mesh.vertex_count();
        let points = |i: usize| mesh(i).filter(whole).map_or_else(|| plain.to_vec(), |m| positions(m, own, base));
        let plain_normals = rows(place.mesh, own, base);
        let turned = |i: usize| mesh(i).and_then(|m| rows(m, own, base)).or_else(|| plain_normals.clone());
        let written = self.written_targets(id);
        let mut differences = Vec::with_capacity(written.len());
        for i in written {
            let from = morph.bases.get(i).copied().flatten().map(|b| b as usize);
            let moved = match from {
                Some(b) => subtract(points(i), &points(b), MorphMethod::Normalized),
                None => subtract(points(i), plain, MorphMethod::Normalized),
            };
            let normals = has_normals.then(|| {
                let before = from.map_or_else(|| plain_normals.clone(), turned);
                Some(subtract(turned(i)?, &before?, MorphMethod::Normalized))
            });
            differences.push((moved, normals));
        }
        let mut targets = Vec::with_capacity(differences.len());
        for (moved, normals) in differences {
            let mut written = BTreeMap::new();
            written.insert("POSITION".to_owned(), self.differences(moved, true));
            if let Some(normals) = normals {
                let accessor = match normals {
                    Some(normals) => self.differences(normals, false),
                    None => self.zeros(base.count, false),
                };
                written.insert("NORMAL".to_owned(), accessor);
            }
            targets.push(written);
        }
        targets
    }

    fn zeros(&mut self, count: usize, bounded: bool) -> Index {
        let zero = bounded.then(|| vec![0.0; 3]);
        let accessor =
            Accessor { component_type: F32, count, kind: "VEC3", min: zero.clone(), max: zero, ..Accessor::default() };
        self.blob.accessors.push(accessor);
        self.blob.accessors.len() as Index - 1
    }

    fn differences(&mut self, values: Vec<[f32; 3]>, bounded: bool) -> Index {
        if values.iter().flatten().all(|x| *x == 0.0) {
            return self.zeros(values.len(), bounded);
        }
        let fold = |start: f32, of: fn(f32, f32) -> f32| {
            let all = values.iter().fold([start; 3], |a, b| [of(a[0], b[0]), of(a[1], b[1]), of(a[2], b[2])]);
            all.map(f64::from).to_vec()
        };
        let bounds = bounded.then(|| (fold(f32::INFINITY, f32::min), fold(f32::NEG_INFINITY, f32::max)));
        let count = values.len();
        let accessor = self.blob.accessor(Piece::Vectors(Arc::new(values)), F32, "VEC3", count, Some(ARRAY_BUFFER));
        if let Some((min, max)) = bounds {
            self.blob.bound(accessor, min, max);
        }
        accessor
    }
}

/// Positions of another mesh at the vertices of a cut.
fn positions(mesh: &Mesh, primitive: &Primitive, base: &Indexed<'_>) -> Vec<[f32; 3]> {
    base.positions(mesh, primitive)
}

fn subtract(mut moved: Vec<[f32; 3]>, plain: &[[f32; 3]], method: MorphMethod) -> Vec<[f32; 3]> {
    if method != MorphMethod::Relative {
        for (moved, plain) in moved.iter_mut().flatten().zip(plain.iter().flatten()) {
            *moved -= plain;
        }
    }
    for x in moved.iter_mut().flatten().filter(|x| !x.is_finite()) {
        *x = 0.0;
    }
    moved
}

/// Whether normals belong to corners: only what vertices have is mixed (K-018).
fn of_corners(place: Place<'_>) -> bool {
    place.primitive.inputs.iter().any(|i| i.attribute.semantic == Semantic::Normal)
}

/// How normals differ, where the target has the same faces.
fn normals(place: Place<'_>, base: &Indexed<'_>, target: &Mesh, method: MorphMethod) -> Option<Vec<[f32; 3]>> {
    let other = target.primitives.get(place.number)?;
    let own = place.primitive;
    if other.kind != own.kind || other.corners() != own.corners() || other.counts != own.counts {
        return None;
    }
    if let Some(plain) = &base.normals {
        let moved = Indexed::new(target, other)?.normals?;
        return (moved.len() == plain.len()).then(|| subtract(moved.to_vec(), plain, MorphMethod::Normalized));
    }
    let plain = rows(place.mesh, own, base)?;
    let moved = rows(target, other, base)?;
    Some(subtract(moved, &plain, method))
}

/// Normals at the vertices of a cut, of a primitive that has the same corners.
fn rows(mesh: &Mesh, primitive: &Primitive, base: &Indexed<'_>) -> Option<Vec<[f32; 3]>> {
    let all = data(mesh, primitive);
    let normal = first(mesh, &all, &Semantic::Normal, 3)?;
    let stream = mesh.streams.get(normal.attribute.stream as usize)?;
    let row = |v: usize| match &base.corners {
        Some(corners) => {
            let row = corners.get(v).and_then(|c| primitive.row(*c as usize, normal.column));
            row.map_or(usize::MAX, |r| r as usize)
        }
        None => v,
    };
    if base.corners.is_none() && stream.rows() < base.count {
        return None;
    }
    Some((0..base.count).map(|v| stream_row(stream, row(v))).collect())
}

fn stream_row(stream: &portolan_scene::Stream, row: usize) -> [f32; 3] {
    if row == usize::MAX { [0.0; 3] } else { triple(stream.row(row)) }
}
