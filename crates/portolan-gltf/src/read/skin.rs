//! What is drawn at nodes: meshes, bent by morphs and skins.

use std::rc::Rc;

use portolan_scene::glam::DMat4;
use portolan_scene::{
    Base, Controller, ControllerId, Deformer, Drawable, Drawn, Fate, Influence, Joint, MaterialBinding, Meta, Morph,
    MorphMethod, NodeId, Semantic, Skeleton, Skin, SkinNormals, SkinSpace,
};

use super::Reader;
use super::codes::{GEOMETRY, SKIN};
use super::mesh::{Shaped, Vertices, symbol};
use super::value::At;

impl<'a> Reader<'a> {
    /// Puts what a node draws there.
    pub fn draw(&mut self, index: usize, at: &At<'a>) {
        let skin = self.index(at, "skin", "skins");
        let Some(mesh) = self.index(at, "mesh", "meshes") else {
            if at.get("skin").is_some() && at.get("mesh").is_none() {
                self.tell(&SKIN, Fate::Dropped, at, "the node has a skin but no mesh");
            }
            return;
        };
        let Some(shaped) = self.mesh(mesh) else { return };
        let id = NodeId(index as u32);
        let morph = self.morph(mesh, &shaped, index, at);
        let mut what = morph.map_or(Drawable::Geometry(shaped.geometry), Drawable::Controller);
        let mut skeletons = Vec::new();
        if let Some(skin) = skin
            && let Some((controller, joints)) = self.skin(mesh, &shaped, skin, morph)
        {
            what = Drawable::Controller(controller);
            skeletons.push(Skeleton { controller, joints, space: SkinSpace::World });
        }
        let materials = shaped.materials.iter().filter_map(|m| self.binding(*m)).collect();
        if let Some(node) = self.scene.nodes.get_mut(id.index()) {
            let meta = Meta { origin: node.meta.origin, ..Meta::default() };
            node.drawn.push(Drawn { materials, skeletons, ..Drawn::new(meta, what) });
        }
        if let Some(morph) = morph {
            self.weighted.insert(id, morph);
        }
    }

    /// A material for what primitives call it, with the texture coordinates that it uses.
    fn binding(&self, index: usize) -> Option<MaterialBinding> {
        let material = *self.materials.get(index)?;
        let mut inputs: Vec<(Box<str>, Semantic, Option<u32>)> = Vec::new();
        for (_, texture) in self.scene.material(material)?.textures() {
            let set = texture.coordinates.rsplit('_').next().and_then(|n| n.parse().ok());
            if !inputs.iter().any(|(name, ..)| *name == texture.coordinates) {
                inputs.push((texture.coordinates.clone(), Semantic::TexCoord, set));
            }
        }
        Some(MaterialBinding { symbol: symbol(index), material, inputs, meta: Meta::default() })
    }

    /// The morph of a mesh with the weights of a node. Nodes whose weights move have their own.
    fn morph(&mut self, mesh: usize, shaped: &Rc<Shaped>, node: usize, at: &At<'a>) -> Option<ControllerId> {
        let own = self.number_list(at, "weights");
        if shaped.targets.is_empty() {
            return None;
        }
        if own.as_ref().is_some_and(|w| w.len() != shaped.targets.len()) {
            let message = format!("the node does not have the {} weights of its mesh", shaped.targets.len());
            self.tell(&GEOMETRY, Fate::Approximated, at, message);
        }
        let mut weights = own.unwrap_or_else(|| shaped.weights.clone());
        weights.resize(shaped.targets.len(), 0.0);
        let moves = self.moving.get(&node).is_some_and(|m| m.weights);
        let key = (mesh, weights.iter().map(|w| w.to_bits()).collect(), moves.then_some(node));
        if let Some(known) = self.morphs.get(&key) {
            return Some(*known);
        }
        let geometry = self.scene.geometry(shaped.geometry)?;
        let meta = Meta { name: geometry.meta.name.clone(), origin: geometry.meta.origin, ..Meta::default() };
        let morph = Morph {
            method: MorphMethod::Relative,
            targets: shaped.targets.clone(),
            weights,
            called: shaped.called.clone(),
            ..Morph::default()
        };
        let id = self.put_controller(meta, Base::Geometry(shaped.geometry), Deformer::Morph(morph));
        self.morphs.insert(key, id);
        Some(id)
    }

    fn put_controller(&mut self, meta: Meta, base: Base, deformer: Deformer) -> ControllerId {
        let id = ControllerId::next(&self.scene.controllers);
        self.scene.controllers.push(Controller { meta, base, deformer });
        id
    }

    /// A skin on a mesh, and its joints.
    fn skin(
        &mut self,
        mesh: usize,
        shaped: &Rc<Shaped>,
        skin: usize,
        morph: Option<ControllerId>,
    ) -> Option<(ControllerId, Vec<Option<Joint>>)> {
        let at = self.item("skins", skin)?;
        let key = (mesh, skin, morph);
        let known = self.skins.get(&key).copied();
        let listed = at.value.get("joints").and_then(|j| j.as_array()).map_or(0, Vec::len);
        let mut joints: Vec<Option<Joint>> = vec![None; listed];
        let named = if known.is_none() {
            self.indices(&at, "joints", "nodes")
        } else {
            // What is wrong was told the first time.
            let items = at.get("joints").map(|j| j.items()).unwrap_or_default();
            let many = self.scene.nodes.len() as u64;
            let valid = |i: At<'a>| Some((i.clone(), i.value.as_u64().filter(|n| *n < many)? as usize));
            items.into_iter().filter_map(valid).collect()
        };
        for (place, node) in named {
            let slot = place.pointer.rsplit('/').next().and_then(|n| n.parse::<usize>().ok());
            if let Some(slot) = slot.and_then(|n| joints.get_mut(n)) {
                *slot = Some(Joint { node: NodeId(node as u32), root: None });
            }
        }
        if let Some(known) = known {
            return Some((known, joints));
        }
        if listed == 0 {
            self.tell(&SKIN, Fate::Dropped, &at, "the skin has no joints");
            return None;
        }
        let (counts, influences) = self.influences(&at, &shaped.vertices, listed)?;
        let mut names = Vec::with_capacity(listed);
        for joint in &joints {
            let node = joint.and_then(|j| self.scene.nodes.get_mut(j.node.index()).map(|n| (j.node, n)));
            names.push(match node {
                Some((id, node)) => {
                    node.joint = true;
                    node.meta.label().map_or_else(|| format!("node{}", id.0), str::to_owned).into()
                }
                None => "?".into(),
            });
        }
        let skin = Skin {
            bind_shape: DMat4::IDENTITY,
            joints: names,
            inverse_binds: self.inverse_binds(&at, listed),
            counts,
            influences,
            normals: SkinNormals::default(),
        };
        let meta = self.meta(&at);
        let base = morph.map_or(Base::Geometry(shaped.geometry), Base::Controller);
        let id = self.put_controller(meta, base, Deformer::Skin(skin));
        self.skins.insert(key, id);
        Some((id, joints))
    }

    fn inverse_binds(&mut self, at: &At<'a>, many: usize) -> Vec<DMat4> {
        let mut binds = vec![DMat4::IDENTITY; many];
        let Some(accessor) = self.index(at, "inverseBindMatrices", "accessors") else { return binds };
        let Some(accessor) = self.accessor(accessor) else { return binds };
        if accessor.width != 16 || accessor.count < many {
            let message =
                format!("the skin has {} matrices of {} numbers for {many} joints", accessor.count, accessor.width);
            self.tell(&SKIN, Fate::Approximated, at, message);
            if accessor.width != 16 {
                return binds;
            }
        }
        let Some(rows) = self.floats(&accessor) else { return binds };
        for (bind, numbers) in binds.iter_mut().zip(rows.data.chunks_exact(16)) {
            let mut columns = [0.0; 16];
            columns.iter_mut().zip(numbers).for_each(|(to, from)| *to = f64::from(*from));
            *bind = DMat4::from_cols_array(&columns);
        }
        binds
    }

    /// Which joints hold each vertex, of all sets of joints and weights.
    fn influences(&mut self, at: &At<'a>, all: &[Vertices], joints: usize) -> Option<(Vec<u32>, Vec<Influence>)> {
        let (mut counts, mut influences) = (Vec::new(), Vec::new());
        let mut outside = 0;
        for own in all {
            let mut sets = Vec::new();
            for number in 0.. {
                let name = |kind: &str| format!("{kind}_{number}");
                let (Some(j), Some(w)) = (own.attributes.get(&name("JOINTS")), own.attributes.get(&name("WEIGHTS")))
                else {
                    break;
                };
                let (Some(j), Some(w)) = (self.accessor(*j), self.accessor(*w)) else { continue };
                if j.width != 4 || w.width != 4 || j.count != own.count || w.count != own.count {
                    let message = format!("joints and weights of set {number} do not match the vertices");
                    self.tell(&SKIN, Fate::Dropped, at, message);
                    continue;
                }
                let (Some(j), Some(w)) = (self.integers(&j), self.floats(&w)) else { continue };
                sets.push((j.data, w.data));
            }
            if sets.is_empty() {
                self.tell(&SKIN, Fate::Approximated, at, "a mesh with a skin has no joints and weights");
            }
            let total: usize = sets.iter().map(|(j, _)| j.len()).sum();
            if !self.claim(at, total as u64 * 2) {
                return None;
            }
            for vertex in 0..own.count {
                let before = influences.len();
                for (joint, weight) in sets.iter().flat_map(|(j, w)| {
                    let range = vertex * 4..vertex * 4 + 4;
                    let (j, w) = (j.get(range.clone()).unwrap_or_default(), w.get(range).unwrap_or_default());
                    j.iter().copied().zip(w.iter().copied())
                }) {
                    if weight <= 0.0 {
                        continue;
                    }
                    if joint as usize >= joints {
                        outside += 1;
                        continue;
                    }
                    influences.push(Influence { joint: Some(joint), weight });
                }
                counts.push((influences.len() - before) as u32);
            }
        }
        if outside > 0 {
            let message = format!("{outside} vertices have joint indices out of range: the skin has {joints} joints");
            self.tell(&SKIN, Fate::Dropped, at, message);
        }
        Some((counts, influences))
    }
}
