//! Skins: bones, their bind matrices, and which bones hold each vertex.
//!
//! A vertex stands at `Σ w · world(joint) · B · S · v` in the world. OpenGEX computes `Σ w · M · B⁻¹ · T · v` with the
//! bind matrices of the bones themselves, so these are the inverse of the scene's. What no joint holds stays at `S · v`:
//! one more bone that does not move. Skins that their node moves as well are told otherwise before
//! ([`portolan_eval::skins_in_world`]).

use std::collections::BTreeMap;

use portolan_scene::glam::DMat4;
use portolan_scene::{ControllerId, Deformer, Drawn, Fate, Influence, Skin, SkinNormals};
use portolan_syntax::ddl::{Structure, Values};

use super::vertex::Vertices;
use super::{Raise, codes, label, single};

impl<'a> Raise<'a> {
    fn skin_of(&self, id: ControllerId) -> Option<&'a Skin> {
        match &self.scene.controller(id)?.deformer {
            Deformer::Skin(skin) => Some(skin),
            Deformer::Morph(_) => None,
        }
    }

    /// The places of the joints of a skin, shown at a place; `None` was not found.
    pub fn joints(&self, id: ControllerId, drawn: &Drawn, at: u32) -> Vec<Option<u32>> {
        let Some(skin) = self.skin_of(id) else { return Vec::new() };
        let skeleton = drawn.skeletons.iter().find(|s| s.controller == id);
        let found = |i: usize| self.stage.joint(at, skeleton?.joints.get(i)?.as_ref()?);
        (0..skin.inverse_binds.len()).map(found).collect()
    }

    /// The names of the bones of a skin, shown at a place. The last is the one that does not move, if a vertex needs it.
    pub fn bone_names(&mut self, id: ControllerId, drawn: &Drawn, at: u32) -> Vec<String> {
        let (Some(skin), Some(controller)) = (self.skin_of(id), self.scene.controller(id)) else { return Vec::new() };
        let mut names: Vec<String> = Vec::new();
        let mut uses: BTreeMap<u32, usize> = BTreeMap::new();
        for (number, place) in self.joints(id, drawn, at).into_iter().enumerate() {
            let Some(place) = place else {
                let name = skin.joints.get(number).map_or("?", |n| n);
                let message = format!("joint `{name}` of skin `{}` was not found", label(&controller.meta));
                self.lose(&codes::JOINT_MISSING, Fate::Approximated, &drawn.meta, message);
                names.push(self.unbound());
                continue;
            };
            let used = uses.entry(place).or_default();
            names.push(match used.checked_sub(1) {
                Some(number) => self.twin(place, number),
                None => self.places.get(place as usize).cloned().unwrap_or_default(),
            });
            *used += 1;
        }
        if names.is_empty() || skin.has_loose(self.scene.bent_vertices(id)) {
            names.push(self.unbound());
        }
        names
    }

    /// The bone that does not move.
    fn unbound(&mut self) -> String {
        let names = &mut self.names;
        self.unbound.get_or_insert_with(|| names.new_name(Some("unbound"), "bone")).clone()
    }

    /// A bone below another one, at the same place: the one of this number.
    fn twin(&mut self, place: u32, number: usize) -> String {
        let known = self.twins.entry(place).or_default();
        if let Some(known) = known.get(number) {
            return known.clone();
        }
        let name = self.names.new_name(self.places.get(place as usize).map(String::as_str), "bone");
        known.push(name.clone());
        name
    }

    /// The skin of a mesh.
    pub fn skin(&mut self, id: ControllerId, vertices: &Vertices<'a>, bones: &[String]) -> Option<Structure<'a>> {
        let (skin, controller) = (self.skin_of(id)?, self.scene.controller(id)?);
        if skin.normals == SkinNormals::OfMixture && skin.counts.iter().any(|c| *c > 1) {
            let message = format!("normals of skin `{}` are blended as OpenGEX defines", label(&controller.meta));
            self.lose(&codes::SKIN_NORMALS, Fate::Approximated, &controller.meta, message);
        }
        let moving = skin.inverse_binds.len();
        let unbound = self.unbound.clone();
        // Several joints may have become the one that does not move; a skeleton names a bone once.
        let mut distinct: BTreeMap<&String, usize> = BTreeMap::new();
        let mut references = Vec::new();
        let mut number_of = Vec::with_capacity(bones.len());
        let mut binds: Vec<f32> = Vec::new();
        for (number, bone) in bones.iter().enumerate() {
            let next = distinct.len();
            let own = *distinct.entry(bone).or_insert(next);
            number_of.push(own);
            if own != next {
                continue;
            }
            references.push(format!("${bone}"));
            let still = number >= moving || Some(bone) == unbound.as_ref();
            let inverse = skin.inverse_binds.get(number).copied().filter(|_| !still).unwrap_or(DMat4::IDENTITY);
            let mut bind = inverse.inverse();
            if !bind.is_finite() {
                let message = format!("a bind matrix of skin `{}` cannot be inverted", label(&controller.meta));
                self.lose(&codes::BIND, Fate::Approximated, &controller.meta, message);
                bind = DMat4::IDENTITY;
            }
            binds.extend(bind.to_cols_array().map(single));
        }
        let last = unbound.and_then(|unbound| distinct.get(&unbound).copied()).unwrap_or(0);
        let mut starts = Vec::with_capacity(skin.counts.len() + 1);
        starts.push(0usize);
        let mut end = 0usize;
        starts.extend(skin.counts.iter().map(|count| {
            end = end.saturating_add(*count as usize);
            end
        }));
        let (mut counts, mut indices, mut weights) = (Vec::new(), Vec::new(), Vec::new());
        for row in vertices.rows() {
            let range = starts.get(row).zip(starts.get(row + 1)).map(|(a, b)| *a..*b);
            let mine = range.and_then(|r| skin.influences.get(r)).unwrap_or_default();
            let Some(sum) = Influence::total(mine) else {
                counts.push(1u32);
                indices.push(last as u32);
                weights.push(1.0f32);
                continue;
            };
            counts.push(mine.len() as u32);
            for influence in mine {
                let joint = influence.joint.and_then(|j| number_of.get(j as usize).filter(|_| (j as usize) < moving));
                indices.push(joint.copied().unwrap_or(last) as u32);
                // Weights that already sum to 1 stay to the bit.
                let exact = (sum - 1.0).abs() <= 1e-6;
                let weight = influence.strength();
                weights.push(if exact { weight as f32 } else { (weight / sum) as f32 });
            }
        }
        let mut made = Structure::new("Skin");
        if skin.bind_shape != DMat4::IDENTITY {
            let shape = skin.bind_shape.to_cols_array().map(single);
            made.push(Structure::new("Transform").with(Structure::arrays(16, shape)));
        }
        let references = Structure::references(references);
        let skeleton = Structure::new("Skeleton")
            .with(Structure::new("BoneRefArray").with(references))
            .with(Structure::new("Transform").with(Structure::arrays(16, binds)));
        let whole = |list: Vec<u32>| Values::Uint16(list.into_iter().map(|v| v as u16).collect());
        let wide = |list: &[u32]| list.iter().any(|v| *v > u32::from(u16::MAX));
        let integers = |list: Vec<u32>| if wide(&list) { Values::from(list) } else { whole(list) };
        made = made.with(skeleton);
        made.push(Structure::new("BoneCountArray").with(Structure::data(integers(counts))));
        made.push(Structure::new("BoneIndexArray").with(Structure::data(integers(indices))));
        made.push(Structure::new("BoneWeightArray").with(Structure::data(weights)));
        Some(made)
    }
}
