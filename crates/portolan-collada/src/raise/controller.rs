//! `<controller>`: skins and morphs.

use hashbrown::HashMap;
use portolan_scene::glam::DMat4;
use portolan_scene::{Base, Controller, ControllerId, Deformer, Fate, Meta, Morph, MorphMethod, NodeId, Skin};
use portolan_syntax::xml::number;

use super::{Raise, codes, fragment, label};

impl<'a> Raise<'a> {
    pub(super) fn controllers(&mut self) {
        for (place, controller) in (0..).zip(&self.scene.controllers) {
            self.controller(ControllerId(place), controller);
        }
    }

    fn controller(&mut self, id: ControllerId, controller: &'a Controller) {
        let meta = &controller.meta;
        let own = self.ids.controllers.get(id.index()).cloned().flatten().unwrap_or_default();
        let bent = match controller.base {
            Base::Geometry(id) => self.ids.geometries.get(id.index()),
            Base::Controller(id) => self.ids.controllers.get(id.index()),
        };
        let source = fragment(bent.and_then(|b| b.as_deref()).unwrap_or_default());
        self.head("controller", Some(&own), meta);
        self.asset(meta);
        match &controller.deformer {
            Deformer::Skin(skin) => self.skin(id, meta, &own, &source, skin),
            Deformer::Morph(morph) => self.morph(id, meta, &own, &source, morph),
        }
        self.kept(meta, "", |_| true);
        self.extras(&meta.extras, meta.origin);
        self.out.close();
    }

    fn skin(&mut self, id: ControllerId, meta: &'a Meta, own: &str, source: &str, skin: &'a Skin) {
        self.out.open("skin").attribute("source", source);
        self.out.open("bind_shape_matrix").numbers(&rows(&skin.bind_shape)).close();
        let mut ids =
            |word: &str| (self.names.claim(&format!("{own}-{word}")), self.names.claim(&format!("{own}-{word}-array")));
        let (joints, binds, weights) = (ids("joints"), ids("binds"), ids("weights"));
        let (element, names) = self.joint_names(id, meta, skin);
        self.words((&joints.0, &joints.1), element, "JOINT", &names);
        let matrices: Vec<f64> = skin.inverse_binds.iter().flat_map(rows).collect();
        self.matrices((&binds.0, &binds.1), &matrices);
        let mut values: Vec<f32> = Vec::new();
        let mut known: HashMap<u32, i32> = HashMap::new();
        let mut pairs: Vec<i32> = Vec::with_capacity(skin.influences.len() * 2);
        for influence in &skin.influences {
            let place = *known.entry(influence.weight.to_bits()).or_insert_with(|| {
                values.push(influence.weight);
                values.len() as i32 - 1
            });
            pairs.push(influence.joint.map_or(-1, |j| i32::try_from(j).unwrap_or(-1)));
            pairs.push(place);
        }
        self.numbers((&weights.0, &weights.1), 1, &["WEIGHT"], &values);
        self.out.open("joints");
        self.input("JOINT", &joints.0);
        self.input("INV_BIND_MATRIX", &binds.0);
        self.kept(meta, "skin/joints", |_| true);
        self.out.close();
        self.out.open("vertex_weights").attribute("count", &number(skin.counts.len()));
        self.shared_input("JOINT", &joints.0, 0, None);
        self.shared_input("WEIGHT", &weights.0, 1, None);
        self.out.open("vcount").numbers(&skin.counts).close();
        self.out.open("v").numbers(&pairs).close();
        self.kept(meta, "skin/vertex_weights", |_| true);
        self.out.close();
        self.kept(meta, "skin", |_| true);
        self.out.close();
        if skin.normals == portolan_scene::SkinNormals::Mixed {
            let message = format!("the normal blending of skin `{}` is not written", label(meta));
            self.lose(&codes::JOINT, Fate::Noted, meta, message);
        }
    }

    /// What the joints are called: as the document did, else by the ids of their nodes.
    fn joint_names(&mut self, id: ControllerId, meta: &'a Meta, skin: &'a Skin) -> (&'static str, Vec<Box<str>>) {
        let word = match meta.word() {
            Some("IDREF_array") => Some("IDREF_array"),
            Some("SIDREF_array") if self.is_new() => Some("SIDREF_array"),
            Some("token_array") if self.is_new() => Some("token_array"),
            Some(_) => Some("Name_array"),
            None => None,
        };
        if let Some(word) = word {
            return (word, skin.joints.iter().map(|j| super::name::ncname_path(j)).collect());
        }
        let nodes = self.joint_nodes(id);
        let names = skin.joints.iter().enumerate().map(|(place, name)| {
            let node = nodes.get(place).copied().flatten();
            let id = node.and_then(|n| self.ids.nodes.get(n.index())).and_then(|n| n.as_deref());
            id.map_or_else(|| super::name::ncname(name).into(), Into::into)
        });
        let names: Vec<Box<str>> = names.collect();
        if nodes.iter().any(Option::is_none) {
            let message = format!("joints of skin `{}` have no nodes", label(meta));
            self.lose(&codes::JOINT, Fate::Approximated, meta, message);
        }
        ("IDREF_array", names)
    }

    /// The nodes of the joints of a skin, in the first instance of it.
    pub(super) fn joint_nodes(&self, id: ControllerId) -> Vec<Option<NodeId>> {
        let drawn = self.scene.nodes.iter().flat_map(|n| &n.drawn);
        let mut skeletons = drawn.flat_map(|d| &d.skeletons).filter(|s| s.controller == id);
        let joints = skeletons.next().map(|s| s.joints.iter().map(|j| j.map(|j| j.node)).collect());
        joints.unwrap_or_default()
    }

    fn morph(&mut self, id: ControllerId, meta: &'a Meta, own: &str, source: &str, morph: &'a Morph) {
        let method = match morph.method {
            MorphMethod::Normalized => "NORMALIZED",
            MorphMethod::Relative => "RELATIVE",
            MorphMethod::Sum => {
                let message = format!("morph `{}` sums its targets, but is written as normalized", label(meta));
                self.lose(&codes::MORPH, Fate::Approximated, meta, message);
                "NORMALIZED"
            }
        };
        self.out.open("morph").attribute("source", source).attribute("method", method);
        let targets = self.names.claim(&format!("{own}-targets"));
        let array = self.names.claim(&format!("{own}-targets-array"));
        let element = if meta.word() == Some("Name_array") { "Name_array" } else { "IDREF_array" };
        let names = morph.targets.iter().map(|t| self.ids.geometries.get(t.index()).cloned().flatten());
        let names: Vec<Box<str>> = names.map(Option::unwrap_or_default).collect();
        self.words((&targets, &array), element, "MORPH_TARGET", &names);
        let (weights, array) = self.ids.weights.get(id.index()).cloned().flatten().unwrap_or_default();
        self.numbers((&weights, &array), 1, &["MORPH_WEIGHT"], &morph.weights);
        self.out.open("targets");
        self.input("MORPH_TARGET", &targets);
        self.input("MORPH_WEIGHT", &weights);
        self.kept(meta, "morph/targets", |_| true);
        self.out.close();
        self.kept(meta, "morph", |_| true);
        self.out.close();
    }
}

/// Matrices are written row by row.
fn rows(matrix: &DMat4) -> [f64; 16] {
    matrix.transpose().to_cols_array()
}
