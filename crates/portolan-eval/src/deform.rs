//! Shapes as skins and morphs bend them.

use std::borrow::Cow;

use portolan_mesh::{Data, points};
use portolan_scene::glam::{Mat3, Vec3};
use portolan_scene::{Attribute, Deformer, Drawn, GeometryId, Mesh, Scene, Semantic, Shape, Stream};

use crate::{Overrides, Pose, Stage, morph, skin};

/// A shape that is not as it was written. What is not mentioned here is.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Deformed {
    /// Where vertices are, in the space of the node that the shape is drawn at.
    pub positions: Vec<[f32; 3]>,
    /// For each vertex what its normals, tangents and binormals are to be multiplied with (by columns), if there is a
    /// skin: the inverse transpose of how its surroundings are bent. Results are to be normalised.
    pub normal_matrices: Option<Vec<[f32; 9]>>,
    /// Other data of vertices that changed.
    pub attributes: Vec<Replaced>,
    /// Streams of which numbers are set, by their place in the mesh.
    pub streams: Vec<(u32, Vec<f32>)>,
}

/// Data of vertices in place of what is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Replaced {
    /// What it stands for.
    pub semantic: Semantic,
    /// Which attributes it belongs together with.
    pub set: Option<u32>,
    /// Numbers in a row.
    pub width: u32,
    /// Row after row.
    pub data: Vec<f32>,
}

impl Deformed {
    /// New data of a vertex attribute; `None`: as written.
    pub fn attribute(&self, attribute: &Attribute) -> Option<&Replaced> {
        self.attributes.iter().find(|a| a.semantic == attribute.semantic && a.set == attribute.set)
    }

    /// New data of a stream, for what corners take from it; `None`: as written.
    pub fn stream(&self, stream: u32) -> Option<&[f32]> {
        self.streams.iter().find(|(s, _)| *s == stream).map(|(_, data)| &**data)
    }

    /// New rows of what corners have; `None`: as written.
    pub fn data(&self, data: &Data<'_>) -> Option<&[f32]> {
        let replaced = self.attribute(data.attribute).filter(|_| data.of_vertex);
        replaced.map(|r| &*r.data).or_else(|| self.stream(data.attribute.stream))
    }

    /// A normal of a vertex as a skin bends it. Its length means nothing.
    pub fn normal(&self, written: [f32; 3], vertex: usize) -> Vec3 {
        match self.normal_matrices.as_ref().and_then(|m| m.get(vertex)) {
            Some(matrix) => Mat3::from_cols_array(matrix) * Vec3::from_array(written),
            None => Vec3::from_array(written),
        }
    }
}

/// A shape at a place as it is bent there; `None`: as it was written.
///
/// Controllers bend one after the other, the one next to the shape first. The transform of the place is still to be
/// applied, also where it does not move a skin ([`SkinSpace`](portolan_scene::SkinSpace)). Splines are not bent.
pub fn deform(
    scene: &Scene,
    stage: &Stage,
    pose: &Pose,
    overrides: &Overrides,
    at: u32,
    drawn: &Drawn,
) -> Option<Deformed> {
    let (geometry, chain) = scene.chain(drawn.what)?;
    let Shape::Mesh(mesh) = &scene.geometry(geometry)?.shape else { return None };
    if chain.is_empty() && overrides.streams(geometry).next().is_none() {
        return None;
    }
    let mut work = Work::new(mesh, geometry, overrides);
    for (id, controller) in chain.iter().rev() {
        match &controller.deformer {
            Deformer::Morph(morph) => {
                let weights = overrides.weights(*id, &morph.weights);
                morph::bend(scene, morph, &weights, overrides, &mut work);
            }
            Deformer::Skin(skin) => {
                let skeleton = drawn.skeletons.iter().find(|s| s.controller == *id);
                let joints = skeleton.map_or(&[][..], |s| &s.joints);
                let aside = skin::Aside::new(scene, stage, overrides, joints);
                let space = skeleton.map(|s| s.space).unwrap_or_default();
                let bones = skin::Bones::new(skin, stage, pose, aside.as_ref(), at, joints, space);
                skin::bend(skin, &bones, &mut work.positions, &mut work.normal_matrices);
            }
        }
    }
    Some(work.finish(mesh, geometry, overrides))
}

/// A shape on its way through the chain.
pub(crate) struct Work<'a> {
    pub positions: Vec<[f32; 3]>,
    pub normal_matrices: Option<Vec<[f32; 9]>>,
    /// Vertex data but for positions.
    pub attributes: Vec<Changing<'a>>,
}

/// Data of vertices, owned once it is changed.
pub(crate) struct Changing<'a> {
    pub attribute: &'a Attribute,
    pub width: u32,
    pub data: Cow<'a, [f32]>,
}

impl<'a> Work<'a> {
    pub fn new(mesh: &'a Mesh, geometry: GeometryId, overrides: &Overrides) -> Work<'a> {
        let mut work = Work { positions: Vec::new(), normal_matrices: None, attributes: Vec::new() };
        for attribute in &mesh.vertices {
            let Some(stream) = mesh.streams.get(attribute.stream as usize) else { continue };
            let data = stream_data(stream, geometry, attribute.stream, overrides);
            if attribute.semantic == Semantic::Position {
                work.positions = points(&data, stream.width as usize);
            } else {
                work.attributes.push(Changing { attribute, width: stream.width, data });
            }
        }
        work
    }

    fn finish(self, mesh: &Mesh, geometry: GeometryId, overrides: &Overrides) -> Deformed {
        let replaced = |changing: Changing<'_>| match changing.data {
            Cow::Borrowed(_) => None,
            Cow::Owned(data) => {
                let Attribute { semantic, set, .. } = changing.attribute.clone();
                Some(Replaced { semantic, set, width: changing.width, data })
            }
        };
        let stream = |index: u32| {
            let stream = mesh.streams.get(index as usize)?;
            Some((index, stream_data(stream, geometry, index, overrides).into_owned()))
        };
        Deformed {
            positions: self.positions,
            normal_matrices: self.normal_matrices,
            attributes: self.attributes.into_iter().filter_map(replaced).collect(),
            streams: overrides.streams(geometry).filter_map(stream).collect(),
        }
    }
}

/// A stream with what is set of it.
pub(crate) fn stream_data<'a>(
    stream: &'a Stream,
    geometry: GeometryId,
    index: u32,
    overrides: &Overrides,
) -> Cow<'a, [f32]> {
    let Some(set) = overrides.stream(geometry, index) else { return Cow::Borrowed(&stream.data) };
    let mut data = stream.data.clone();
    for (place, value) in set {
        if let Some(slot) = data.get_mut(*place as usize) {
            *slot = *value as f32;
        }
    }
    Cow::Owned(data)
}

#[cfg(test)]
pub(crate) mod tests;
