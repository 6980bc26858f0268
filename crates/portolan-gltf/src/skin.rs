//! Skins: joints, bind matrices, and which joints hold each vertex.
//!
//! A vertex stands at `Σ w · world(joint) · B · S · v` in the world: what glTF computes, with `B · S` as inverse bind
//! matrix. What no joint holds stays at `S · v`: one more joint that does not move. Skins that their node moves as well
//! are told otherwise before ([`portolan_eval::skins_in_world`]).

use std::collections::BTreeMap;
use std::sync::Arc;

use portolan_eval::Stage;
use portolan_mesh::Indexed;
use portolan_scene::glam::DMat4;
use portolan_scene::{ControllerId, Deformer, Fate, GeometryId, Influence, Skin};

use crate::attribute::Place;
use crate::blob::{Piece, single};
use crate::json::{self, ARRAY_BUFFER, F32, Index, U8, U16};
use crate::node::Skinned;
use crate::writer::Writer;
use crate::{INFLUENCES, JOINT_MISSING, extras};

/// Skins that are there already.
#[derive(Default)]
pub(crate) struct Skins {
    known: BTreeMap<(ControllerId, Vec<Index>), Index>,
    holds: BTreeMap<ControllerId, Arc<Holds>>,
    influences: BTreeMap<(ControllerId, GeometryId, usize, Option<usize>), [Index; 2]>,
}

/// The four joints of each vertex.
struct Holds {
    /// Joint and weight, heaviest first; weights sum to 1, and joints without weight are 0.
    vertices: Vec<[(u16, f32); 4]>,
    /// The joint that does not move, if a vertex needs it.
    unbound: Option<u16>,
    /// Vertices with more than four joints.
    reduced: usize,
}

/// Chooses four joints for each vertex.
fn holds(skin: &Skin) -> Holds {
    let unbound = u16::try_from(skin.joints.len()).unwrap_or(u16::MAX);
    let mut done = Holds { vertices: Vec::with_capacity(skin.counts.len()), unbound: None, reduced: 0 };
    let mut merged: Vec<(u16, f64)> = Vec::new();
    for mine in skin.vertices() {
        merged.clear();
        for Influence { joint, weight } in mine {
            if !(*weight > 0.0 && weight.is_finite()) {
                continue;
            }
            let joint = joint.and_then(|j| u16::try_from(j).ok()).unwrap_or(unbound);
            match merged.iter_mut().find(|(j, _)| *j == joint) {
                Some((_, sum)) => *sum += f64::from(*weight),
                None => merged.push((joint, f64::from(*weight))),
            }
        }
        // Of the same weight the first stays first.
        merged.sort_by(|a, b| b.1.total_cmp(&a.1));
        done.reduced += usize::from(merged.len() > 4);
        merged.truncate(4);
        if merged.is_empty() {
            merged.push((unbound, 1.0));
        }
        let total: f64 = merged.iter().map(|(_, w)| w).sum();
        // What single precision made of shares of 1 stays as it is.
        let total = if (total - 1.0).abs() < 1e-6 { 1.0 } else { total };
        let mut four = [(0, 0.0); 4];
        for (slot, (joint, weight)) in four.iter_mut().zip(&merged) {
            let share = (weight / total) as f32;
            if share > 0.0 {
                *slot = (*joint, share);
            }
        }
        if four.iter().any(|(j, w)| *j == unbound && *w > 0.0) {
            done.unbound = Some(unbound);
        }
        done.vertices.push(four);
    }
    done
}

impl<'a> Writer<'a> {
    fn skin_of(&self, id: ControllerId) -> Option<&'a Skin> {
        match &self.scene.controller(id)?.deformer {
            Deformer::Skin(skin) => Some(skin),
            Deformer::Morph(_) => None,
        }
    }

    fn holds(&mut self, id: ControllerId) -> Option<Arc<Holds>> {
        if let Some(known) = self.skins.holds.get(&id) {
            return Some(known.clone());
        }
        let controller = self.scene.controller(id)?;
        let done = Arc::new(holds(self.skin_of(id)?));
        if done.reduced > 0 {
            let label = controller.meta.label().unwrap_or("?");
            let message = format!("{} vertices of skin `{label}` have more than four joints", done.reduced);
            self.losses.push(&INFLUENCES, Fate::Approximated, controller.meta.origin, message);
        }
        self.skins.holds.insert(id, done.clone());
        Some(done)
    }

    /// Adds `JOINTS_0` and `WEIGHTS_0` to a primitive.
    pub fn influences(
        &mut self,
        place: Place<'a>,
        cut: &Indexed<'a>,
        id: ControllerId,
        attributes: &mut BTreeMap<String, Index>,
    ) {
        let (Some(holds), Some(skin)) = (self.holds(id), self.skin_of(id)) else { return };
        let key = (id, place.geometry, place.number, place.relief);
        let [joints, weights] = match self.skins.influences.get(&key) {
            Some(known) => *known,
            None => {
                let rows = cut.rows(place.primitive.vertex_column);
                let loose = [(u16::try_from(skin.joints.len()).unwrap_or(u16::MAX), 1.0), (0, 0.0), (0, 0.0), (0, 0.0)];
                let wide = skin.joints.len() >= 255;
                let mut joints = Vec::with_capacity(cut.count * if wide { 8 } else { 4 });
                let mut weights = Vec::with_capacity(cut.count * 16);
                for v in 0..cut.count {
                    let row = rows.as_ref().map_or(v, |r| r.get(v).map_or(usize::MAX, |r| *r as usize));
                    let four = holds.vertices.get(row).copied().unwrap_or(loose);
                    for (joint, weight) in four {
                        if wide {
                            joints.extend(joint.to_le_bytes());
                        } else {
                            joints.push(joint as u8);
                        }
                        weights.extend(weight.to_le_bytes());
                    }
                }
                let component = if wide { U16 } else { U8 };
                let target = Some(ARRAY_BUFFER);
                let joints = self.blob.accessor(Piece::Bytes(joints), component, "VEC4", cut.count, target);
                let weights = self.blob.accessor(Piece::Bytes(weights), F32, "VEC4", cut.count, target);
                self.skins.influences.insert(key, [joints, weights]);
                [joints, weights]
            }
        };
        attributes.insert("JOINTS_0".into(), joints);
        attributes.insert("WEIGHTS_0".into(), weights);
    }

    /// Finishes a shape with a skin: its mesh, and the joints at this place.
    pub fn skin(&mut self, shape: &Skinned<'a>, stage: &Stage, placed: &[Index], roots: &mut Vec<Index>) {
        let Some(chain) = self.chain(shape.drawn) else { return };
        let Some((id, skin)) = chain.skin.and_then(|id| Some((id, self.skin_of(id)?))) else { return };
        let Some(mesh) = self.mesh(chain, shape.drawn) else { return };
        let Some(holds) = self.holds(id) else { return };
        let short = holds.vertices.len() < self.vertex_count(chain.geometry);
        let skeleton = shape.drawn.skeletons.iter().find(|s| s.controller == id);
        let mut joints = Vec::with_capacity(skin.joints.len() + 1);
        let mut binds = Vec::with_capacity(skin.joints.len() + 1);
        for (i, bind) in skin.inverse_binds.iter().enumerate() {
            let joint = skeleton.and_then(|s| s.joints.get(i)?.as_ref());
            let found = joint.and_then(|j| placed.get(stage.joint(shape.at, j)? as usize)).copied();
            if found.is_none() {
                let name = skin.joints.get(i).map_or("?", |n| n);
                let origin = shape.drawn.meta.origin;
                let message = format!("joint `{name}` of a skin was not found");
                self.losses.push(&JOINT_MISSING, Fate::Approximated, origin, message);
            }
            binds.push(if found.is_some() { *bind * skin.bind_shape } else { skin.bind_shape });
            joints.push(found);
        }
        if holds.unbound.is_some() || short || joints.is_empty() {
            joints.push(None);
            binds.push(skin.bind_shape);
        }
        let mut nodes: Vec<Index> = Vec::with_capacity(joints.len());
        for joint in joints {
            // A node may be a joint of a skin only once; a node below it is at the same place.
            let node = match joint {
                Some(node) if !nodes.contains(&node) => node,
                other => {
                    let name = if other.is_none() { "unbound" } else { "joint" };
                    let node = self.node(json::Node { name: Some(name.into()), ..json::Node::default() });
                    self.put_below(node, other, roots);
                    node
                }
            };
            nodes.push(node);
        }
        let index = self.put_skin(id, nodes, &binds);
        if let Some(morph) = chain.morph {
            self.morphed.entry(morph).or_default().push(shape.node);
        }
        if let Some(node) = self.root.nodes.get_mut(shape.node as usize) {
            (node.mesh, node.skin) = (Some(mesh), Some(index));
        }
    }

    fn put_skin(&mut self, id: ControllerId, joints: Vec<Index>, binds: &[DMat4]) -> Index {
        let key = (id, joints);
        if let Some(known) = self.skins.known.get(&key) {
            return *known;
        }
        let numbers = binds.iter().flat_map(|bind| {
            let mut values = bind.to_cols_array().map(single);
            // The last row is fixed.
            for (place, value) in [(3, 0.0), (7, 0.0), (11, 0.0), (15, 1.0)] {
                if let Some(slot) = values.get_mut(place) {
                    *slot = value;
                }
            }
            values
        });
        let numbers: Vec<f32> = numbers.collect();
        let meta = self.scene.controller(id).map(|c| &c.meta);
        let skin = json::Skin {
            name: meta.and_then(extras::name),
            inverse_bind_matrices: Some(self.blob.floats(&numbers, "MAT4", 16)),
            skeleton: None,
            joints: key.1.clone(),
            extras: meta.and_then(extras::of),
        };
        self.root.skins.push(skin);
        let index = self.root.skins.len() as Index - 1;
        self.skins.known.insert(key, index);
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skin(counts: &[u32], influences: &[(Option<u32>, f32)]) -> Skin {
        Skin {
            bind_shape: DMat4::IDENTITY,
            joints: (0..9).map(|i| format!("j{i}").into()).collect(),
            inverse_binds: vec![DMat4::IDENTITY; 9],
            counts: counts.to_vec(),
            influences: influences.iter().map(|(joint, weight)| Influence { joint: *joint, weight: *weight }).collect(),
            normals: portolan_scene::SkinNormals::default(),
        }
    }

    #[test]
    fn the_four_heaviest_joints_stay_and_sum_to_one() {
        let many = [(Some(1), 0.1), (Some(2), 0.4), (Some(3), 0.2), (Some(4), 0.2), (Some(5), 0.2)];
        let done = holds(&skin(&[5], &many));
        assert_eq!(done.reduced, 1);
        assert_eq!(done.vertices[0].map(|(j, _)| j), [2, 3, 4, 5]);
        assert!((done.vertices[0].iter().map(|(_, w)| w).sum::<f32>() - 1.0).abs() < 1e-6);
        assert_eq!(done.vertices[0][0].1, 0.4);
    }

    #[test]
    fn joints_are_merged_and_vertices_without_any_do_not_move() {
        let done = holds(&skin(&[3, 0, 1], &[(Some(1), 1.0), (Some(2), 2.0), (Some(1), 1.0), (None, 1.0)]));
        assert_eq!(done.vertices[0], [(1, 0.5), (2, 0.5), (0, 0.0), (0, 0.0)]);
        assert_eq!(done.vertices[1][0], (9, 1.0));
        assert_eq!(done.vertices[2][0], (9, 1.0));
        assert_eq!(done.unbound, Some(9));
        let empty = holds(&skin(&[2], &[(Some(1), f32::NAN), (Some(3), -1.0)]));
        assert_eq!(empty.vertices[0], [(9, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]);
    }
}
