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

/// A skin, and the primitive that it bends with the texture coordinates of its tangents.
type Bound = (ControllerId, GeometryId, usize, Option<usize>);

/// Skins that are there already.
#[derive(Default)]
pub(crate) struct Skins {
    known: BTreeMap<(ControllerId, Vec<Index>), Index>,
    holds: BTreeMap<ControllerId, Arc<Holds>>,
    influences: BTreeMap<Bound, Vec<[Index; 2]>>,
}

/// Four joints.
type Four = [(u16, f32); 4];

/// The joints of each vertex, in fours.
struct Holds {
    /// Joint and weight, heaviest first; weights sum to 1, and joints without weight are 0. First four of every vertex,
    /// then four more of every vertex.
    sets: Vec<Vec<Four>>,
    /// The joint that does not move, if a vertex needs it.
    unbound: Option<u16>,
    /// Vertices with more joints than are written.
    reduced: usize,
    /// The largest share of the weight of a vertex that others got because its joints are not written.
    moved: f64,
}

impl Holds {
    /// The first four joints of a vertex.
    #[cfg(test)]
    fn first(&self, vertex: usize) -> Four {
        self.sets[0][vertex]
    }
}

/// Chooses the four heaviest joints of each vertex, which leave the least weight to others; or takes all.
fn holds(skin: &Skin, all: bool) -> Holds {
    let unbound = u16::try_from(skin.joints.len()).unwrap_or(u16::MAX);
    let most = skin.counts.iter().copied().max().filter(|_| all).map_or(4, |most| most.max(1) as usize);
    let empty = || Vec::with_capacity(skin.counts.len());
    let sets: Vec<Vec<Four>> = (0..most.div_ceil(4)).map(|_| empty()).collect();
    let mut done = Holds { sets, unbound: None, reduced: 0, moved: 0.0 };
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
        if merged.len() > most.max(4) {
            let sum = |part: &[(u16, f64)]| part.iter().map(|(_, w)| w).sum::<f64>();
            done.reduced += 1;
            done.moved = done.moved.max(merged.get(4..).map_or(0.0, sum) / sum(&merged));
            merged.truncate(4);
        }
        if merged.is_empty() {
            merged.push((unbound, 1.0));
        }
        let total: f64 = merged.iter().map(|(_, w)| w).sum();
        // What single precision made of shares of 1 stays as it is; the Khronos validator allows as much.
        let total = if (total - 1.0).abs() < 2e-7 { 1.0 } else { total };
        let mut fours = merged.chunks(4);
        for set in &mut done.sets {
            let mut four: Four = [(0, 0.0); 4];
            for (slot, (joint, weight)) in four.iter_mut().zip(fours.next().unwrap_or_default()) {
                let share = (weight / total) as f32;
                if share > 0.0 {
                    *slot = (*joint, share);
                }
            }
            if four.iter().any(|(j, w)| *j == unbound && *w > 0.0) {
                done.unbound = Some(unbound);
            }
            set.push(four);
        }
    }
    // What several influences of one joint were counted for may be empty.
    while done.sets.len() > 1 && done.sets.last().is_some_and(|set| set.iter().flatten().all(|(_, w)| *w == 0.0)) {
        done.sets.pop();
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
        let done = Arc::new(holds(self.skin_of(id)?, self.options.all_influences));
        if done.reduced > 0 {
            let label = controller.meta.label().unwrap_or("?");
            let message = format!(
                "{} vertices of skin `{label}` have more than four joints; the heaviest four get up to {:.2} % of their weight \
                 from the others (`--all-influences` writes all)",
                done.reduced,
                done.moved * 100.0
            );
            self.losses.push(&INFLUENCES, Fate::Approximated, controller.meta.origin, message);
        }
        self.skins.holds.insert(id, done.clone());
        Some(done)
    }

    /// Adds `JOINTS_0`, `WEIGHTS_0` and further ones to a primitive.
    pub fn influences(
        &mut self,
        place: Place<'a>,
        cut: &Indexed<'a>,
        id: ControllerId,
        attributes: &mut json::Attributes,
    ) {
        let (Some(holds), Some(skin)) = (self.holds(id), self.skin_of(id)) else { return };
        let key = (id, place.geometry, place.number, place.relief);
        let known = match self.skins.influences.get(&key) {
            Some(known) => known.clone(),
            None => {
                let mut made = Vec::with_capacity(holds.sets.len());
                for (number, set) in holds.sets.iter().enumerate() {
                    let rows = cut.rows(place.primitive.vertex_column);
                    let unbound = u16::try_from(skin.joints.len()).unwrap_or(u16::MAX);
                    let loose = [if number == 0 { (unbound, 1.0) } else { (0, 0.0) }, (0, 0.0), (0, 0.0), (0, 0.0)];
                    let wide = skin.joints.len() >= 255;
                    let mut joints = Vec::with_capacity(cut.count * if wide { 8 } else { 4 });
                    let mut weights = Vec::with_capacity(cut.count * 16);
                    for v in 0..cut.count {
                        let row = rows.as_ref().map_or(v, |r| r.get(v).map_or(usize::MAX, |r| *r as usize));
                        let four = set.get(row).copied().unwrap_or(loose);
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
                    made.push([joints, weights]);
                }
                self.skins.influences.insert(key, made.clone());
                made
            }
        };
        for (number, [joints, weights]) in known.into_iter().enumerate() {
            attributes.insert(format!("JOINTS_{number}"), joints);
            attributes.insert(format!("WEIGHTS_{number}"), weights);
        }
    }

    /// Finishes a shape with a skin: its mesh, and the joints at this place.
    pub fn skin(&mut self, shape: &Skinned<'a>, stage: &Stage, placed: &[Index], roots: &mut Vec<Index>) {
        let Some(chain) = self.chain(shape.drawn) else { return };
        let Some((id, skin)) = chain.skin.and_then(|id| Some((id, self.skin_of(id)?))) else { return };
        let Some(mesh) = self.mesh(chain, shape.drawn) else { return };
        let Some(holds) = self.holds(id) else { return };
        let short = holds.sets.first().map_or(0, Vec::len) < self.vertex_count(chain.geometry);
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
            inverse_bind_matrices: Some(self.blob.floats(numbers, "MAT4", 16)),
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
        let done = holds(&skin(&[5], &many), false);
        assert_eq!((done.reduced, done.sets.len()), (1, 1));
        assert_eq!(done.first(0).map(|(j, _)| j), [2, 3, 4, 5]);
        assert!((done.first(0).iter().map(|(_, w)| w).sum::<f32>() - 1.0).abs() < 1e-6);
        assert_eq!(done.first(0)[0].1, 0.4);
        // 0.1 of 1.1 goes to others.
        assert!((done.moved - 0.1 / 1.1).abs() < 1e-6, "{}", done.moved);
    }

    #[test]
    fn all_joints_stay_on_request() {
        let many = [(Some(1), 0.1), (Some(2), 0.4), (Some(3), 0.2), (Some(4), 0.2), (Some(5), 0.1), (Some(6), 1.0)];
        let done = holds(&skin(&[5, 1], &many), true);
        assert_eq!((done.reduced, done.moved, done.sets.len()), (0, 0.0, 2));
        assert_eq!(done.first(0).map(|(j, _)| j), [2, 3, 4, 1]);
        assert_eq!(done.sets[1][0].map(|(j, _)| j), [5, 0, 0, 0]);
        assert_eq!(done.sets[1][1], [(0, 0.0); 4]);
        let sum: f32 = done.sets.iter().flat_map(|set| set[0]).map(|(_, w)| w).sum();
        assert!((sum - 1.0).abs() < 1e-6);
        // Influences of one joint are one.
        assert_eq!(holds(&skin(&[5], &[(Some(1), 0.2); 5]), true).sets.len(), 1);
    }

    #[test]
    fn joints_are_merged_and_vertices_without_any_do_not_move() {
        let done = holds(&skin(&[3, 0, 1], &[(Some(1), 1.0), (Some(2), 2.0), (Some(1), 1.0), (None, 1.0)]), false);
        assert_eq!(done.first(0), [(1, 0.5), (2, 0.5), (0, 0.0), (0, 0.0)]);
        assert_eq!(done.first(1)[0], (9, 1.0));
        assert_eq!(done.first(2)[0], (9, 1.0));
        assert_eq!(done.unbound, Some(9));
        let empty = holds(&skin(&[2], &[(Some(1), f32::NAN), (Some(3), -1.0)]), false);
        assert_eq!(empty.first(0), [(9, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]);
    }
}
