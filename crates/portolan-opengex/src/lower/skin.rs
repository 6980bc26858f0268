//! `Skin`: which bones hold which vertices.

use portolan_scene::glam::DMat4;
use portolan_scene::{Fate, Influence, Skin, SkinNormals};
use portolan_syntax::Node;
use portolan_syntax::ddl::{Primitive, Run};

use super::codes;
use super::geometry::Reading;
use super::read::data;
use super::vertex::decode;

/// A skin and the bones it names, which become nodes later.
pub(super) struct SkinData<'a> {
    pub skin: Skin,
    /// The structures that the skeleton refers to; `None` was not found.
    pub bones: Vec<Option<Node<'a>>>,
}

/// Reads a skin; `None` if it binds nothing, which is told.
pub(super) fn read<'a>(reading: &mut Reading<'_, 'a>, structure: Node<'a>, vertices: usize) -> Option<SkinData<'a>> {
    let bind_shape = match structure.child("Transform") {
        Some(transform) => {
            let matrices = reading.with(|cx| cx.matrices(transform));
            if matrices.len() > 1 {
                reading.lose(
                    &codes::SKIN,
                    Fate::Dropped,
                    transform,
                    "a skin has several bind transforms; the first is used",
                );
            }
            matrices.first().copied().unwrap_or(DMat4::IDENTITY)
        }
        None => DMat4::IDENTITY,
    };
    let Some(skeleton) = structure.child("Skeleton") else {
        reading.lose(&codes::INCOMPLETE, Fate::Dropped, structure, "a `Skin` without `Skeleton` is ignored");
        return None;
    };
    let bones = bones(reading, skeleton);
    let inverse_binds = inverse_binds(reading, skeleton, bones.len());
    let name = |bone: &Option<Node<'a>>| bone.map_or_else(String::new, super::label).into();
    let mut skin = Skin {
        bind_shape,
        joints: bones.iter().map(name).collect(),
        inverse_binds,
        counts: Vec::new(),
        influences: Vec::new(),
        normals: SkinNormals::Mixed,
    };
    influences(reading, structure, vertices, &mut skin);
    Some(SkinData { skin, bones })
}

fn bones<'a>(reading: &mut Reading<'_, 'a>, skeleton: Node<'a>) -> Vec<Option<Node<'a>>> {
    let array = skeleton.child("BoneRefArray");
    let found = array.and_then(|a| Some((a, data(a, |p| p == Primitive::Ref)?)));
    let Some((array, primitive)) = found else {
        reading.lose(&codes::INCOMPLETE, Fate::Dropped, skeleton, "a `Skeleton` has no bones");
        return Vec::new();
    };
    let references = Run::of(primitive).into_iter().flat_map(|run| run.references());
    let kinds = ["BoneNode", "Node", "GeometryNode", "CameraNode", "LightNode"];
    references
        .map(|reference| {
            let (reference, _) = reference.ok()?;
            reading.with(|cx| cx.reference(array, primitive, reference, &kinds))
        })
        .collect()
}

fn inverse_binds<'a>(reading: &mut Reading<'_, 'a>, skeleton: Node<'a>, bones: usize) -> Vec<DMat4> {
    let binds = skeleton.child("Transform").map(|t| reading.with(|cx| cx.matrices(t))).unwrap_or_default();
    if binds.len() != bones {
        let message = format!(
            "a skeleton of {} has {}",
            portolan_syntax::counted(bones, "bone", "bones"),
            portolan_syntax::counted(binds.len(), "bind transform", "bind transforms")
        );
        reading.lose(&codes::SKIN, Fate::Approximated, skeleton, message);
    }
    let mut flat = false;
    let mut inverses: Vec<DMat4> = binds
        .iter()
        .take(bones)
        .map(|bind| {
            let inverse = bind.inverse();
            let sound = bind.determinant() != 0.0 && inverse.is_finite();
            flat |= !sound;
            if sound { inverse } else { DMat4::IDENTITY }
        })
        .collect();
    if flat {
        let message = "bind transforms that cannot be inverted are replaced by the identity";
        reading.lose(&codes::SKIN, Fate::Approximated, skeleton, message);
    }
    inverses.resize(bones, DMat4::IDENTITY);
    inverses
}

fn influences<'a>(reading: &mut Reading<'_, 'a>, structure: Node<'a>, vertices: usize, skin: &mut Skin) {
    let counts = integers(reading, structure, "BoneCountArray");
    let indices = integers(reading, structure, "BoneIndexArray");
    let weights = weights(reading, structure);
    if counts.len() != vertices {
        let message = format!(
            "a skin of {} has {}",
            portolan_syntax::counted(vertices, "vertex", "vertices"),
            portolan_syntax::counted(counts.len(), "bone count", "bone counts")
        );
        reading.lose(&codes::SKIN, Fate::Approximated, structure, message);
    }
    let total: usize = counts.iter().fold(0, |sum: usize, c| sum.saturating_add(*c as usize));
    let given = indices.len().min(weights.len());
    if total != indices.len() || total != weights.len() {
        let message = format!(
            "a skin of {} has {} and {}",
            portolan_syntax::counted(total, "influence", "influences"),
            portolan_syntax::counted(indices.len(), "bone index", "bone indices"),
            portolan_syntax::counted(weights.len(), "weight", "weights")
        );
        reading.lose(&codes::SKIN, Fate::Approximated, structure, message);
    }
    let bones = skin.joints.len();
    let (mut outside, mut unusable, mut uneven) = (0u32, 0u32, 0u32);
    let mut at = 0usize;
    skin.counts.reserve(vertices);
    skin.influences.reserve(total.min(given));
    for count in counts.iter().take(vertices) {
        let end = at.saturating_add(*count as usize).min(given);
        let own = indices.get(at..end).unwrap_or_default().iter().zip(weights.get(at..end).unwrap_or_default());
        let before = skin.influences.len();
        let mut sum = 0.0;
        for (index, weight) in own {
            if *index as usize >= bones {
                outside += 1;
            } else if !weight.is_finite() || *weight < 0.0 {
                unusable += 1;
            } else {
                sum += f64::from(*weight);
                skin.influences.push(Influence { joint: Some(*index), weight: *weight });
            }
        }
        uneven += u32::from(sum != 0.0 && (sum - 1.0).abs() > 1e-3);
        skin.counts.push((skin.influences.len() - before) as u32);
        at = end;
    }
    skin.counts.resize(vertices, 0);
    for (number, one, many) in [
        (outside, "bone index is out of range and is ignored", "bone indices are out of range and are ignored"),
        (unusable, "weight is invalid and is ignored", "weights are invalid and are ignored"),
    ] {
        if number > 0 {
            let message = portolan_syntax::counted(number, one, many);
            reading.lose(&codes::SKIN, Fate::Dropped, structure, message);
        }
    }
    if uneven > 0 {
        let message = format!(
            "the weights of {} do not sum to 1 and are normalized",
            portolan_syntax::counted(uneven, "vertex", "vertices")
        );
        reading.lose(&codes::WEIGHTS, Fate::Noted, structure, message);
    }
}

fn integers<'a>(reading: &mut Reading<'_, 'a>, skin: Node<'a>, name: &str) -> Vec<u32> {
    let array = skin.child(name);
    let Some(primitive) = array.and_then(|a| data(a, Primitive::is_integer)) else {
        reading.lose(&codes::INCOMPLETE, Fate::Dropped, skin, format!("a `Skin` has no `{name}` with integers"));
        return Vec::new();
    };
    let Some(run) = Run::of(primitive) else { return Vec::new() };
    let (values, sound) = decode(run);
    if !sound {
        let message = format!("`{name}` has invalid values, which are read as 0");
        reading.lose(&codes::NUMBERS, Fate::Approximated, skin, message);
    }
    values
}

fn weights<'a>(reading: &mut Reading<'_, 'a>, skin: Node<'a>) -> Vec<f32> {
    let array = skin.child("BoneWeightArray");
    let Some(primitive) = array.and_then(|a| data(a, Primitive::is_float)) else {
        reading.lose(&codes::INCOMPLETE, Fate::Dropped, skin, "a `Skin` has no `BoneWeightArray` with numbers");
        return Vec::new();
    };
    // What cannot be read is no number, and told with those that are no weights.
    Run::of(primitive).map(|run| decode(run).0).unwrap_or_default()
}
