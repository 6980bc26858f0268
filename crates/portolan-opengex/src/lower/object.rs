//! `GeometryObject`: levels of detail and morph targets; and what a node draws of it.

use portolan_parallel::prelude::*;
use portolan_scene::{
    Appearance, Base, Controller, ControllerId, Deformer, Drawable, Drawn, Fate, Geometry, GeometryId, Joint,
    Level as Coarser, Losses, Mesh, Meta, Morph, MorphMethod, Shape, Skeleton, Skin, SkinNormals, SkinSpace,
    TargetName,
};
use portolan_syntax::{Node, NodeId as Place};

use super::geometry::{Level, Reading, level};
use super::{Lower, codes, is_named, label, origin};

/// What a geometry object became.
pub(super) struct Object {
    /// From fine to coarse.
    pub levels: Vec<Detail>,
    /// What is said of morph targets.
    morphs: Vec<Described>,
}

/// A level of detail of an object.
pub(super) struct Detail {
    number: u32,
    pub geometry: GeometryId,
    /// All morph targets of the mesh, by index. The shape itself stands for those that differ in nothing.
    targets: Vec<(u32, GeometryId)>,
    /// The skin over the plain shape, and its bones.
    skin: Option<(ControllerId, Vec<Option<Place>>)>,
}

struct Described {
    index: u32,
    base: Option<u32>,
    name: Option<Box<str>>,
}

/// What a node says of morph targets: index and weight, and the structure that says so.
pub(super) struct Weights<'a> {
    pub given: Vec<(u32, f64, Node<'a>)>,
}

impl Weights<'_> {
    /// Do they mix targets? Without any the first target counts alone (page 52); the others are there all the same.
    fn are_for(&self, targets: &[(u32, GeometryId)]) -> bool {
        match self.given.is_empty() {
            true => targets.len() > 1 && targets.iter().any(|(index, _)| *index == 0),
            false => !targets.is_empty(),
        }
    }

    fn of(&self, index: u32) -> f64 {
        let given = self.given.iter().find(|(i, ..)| *i == index).map(|(_, weight, _)| *weight);
        given.unwrap_or(if self.given.is_empty() && index == 0 { 1.0 } else { 0.0 })
    }
}

/// A morph and the index of each of its targets.
type Driven = (ControllerId, Vec<u32>);

/// Influences that may be copied for nodes that morph a skinned shape each in its own way.
const MOST_COPIED: usize = 32 << 20;

impl<'a> Lower<'a> {
    /// Takes over all geometry objects, side by side.
    pub(super) fn objects(&mut self, root: Node<'a>) {
        let structures: Vec<Node<'a>> = root.children_named("GeometryObject").collect();
        let read = |structure: &Node<'a>| self.levels(*structure);
        let all: Vec<(Vec<Level<'a>>, Losses)> = match structures.len() {
            0 | 1 => structures.iter().map(read).collect(),
            _ => structures.par_iter().map(read).collect(),
        };
        for (structure, (levels, losses)) in structures.into_iter().zip(all) {
            self.losses.append(losses);
            let object = self.keep_object(structure, levels);
            self.known.geometries.insert(structure.id(), object);
        }
    }

    fn levels(&self, structure: Node<'a>) -> (Vec<Level<'a>>, Losses) {
        let mut reading = Reading { cx: self, losses: Losses::default() };
        let mut levels: Vec<Level<'a>> = Vec::new();
        for mesh in structure.children_named("Mesh") {
            let Some(level) = level(&mut reading, mesh) else { continue };
            if levels.iter().any(|l| l.lod == level.lod) {
                let message = format!("a second mesh of level {} is ignored", level.lod);
                reading.lose(&codes::REPEATED, Fate::Dropped, mesh, message);
            } else {
                levels.push(level);
            }
        }
        levels.sort_by_key(|l| l.lod);
        if structure.child("Mesh").is_none() {
            let message = format!("`{}` has no `Mesh`", label(structure));
            reading.lose(&codes::INCOMPLETE, Fate::Dropped, structure, message);
        }
        (levels, reading.losses)
    }

    fn keep_object(&mut self, structure: Node<'a>, levels: Vec<Level<'a>>) -> Object {
        let meta = self.meta(structure);
        let appearance = self.appearance(structure);
        let morphs = self.morphs(structure, &levels);
        let mut details = Vec::with_capacity(levels.len());
        // Nodes may refer to an object of which nothing can be drawn.
        if levels.is_empty() {
            let geometry = GeometryId::next(&self.scene.geometries);
            self.scene.geometries.push(Geometry { appearance, ..Geometry::new(meta.clone(), Shape::Empty) });
            details.push(Detail { number: 0, geometry, targets: Vec::new(), skin: None });
        }
        for (place, level) in levels.into_iter().enumerate() {
            let geometry = GeometryId::next(&self.scene.geometries);
            let mut own = meta.clone();
            own.origin = if place == 0 { meta.origin } else { origin(level.structure) };
            let shape = Shape::Mesh(level.mesh);
            self.scene.geometries.push(Geometry { appearance, ..Geometry::new(own, shape) });
            let mut targets = Vec::with_capacity(level.targets.len());
            for (index, mesh) in level.targets {
                let name = morphs.iter().find(|m| m.index == index).and_then(|m| m.name.clone());
                targets.push((index, self.target(geometry, level.structure, mesh, name)));
            }
            let skin = level.skin.map(|data| {
                let id = ControllerId::next(&self.scene.controllers);
                let deformer = Deformer::Skin(data.skin);
                let meta = Meta { origin: origin(level.structure), ..Meta::default() };
                self.scene.controllers.push(Controller { meta, base: Base::Geometry(geometry), deformer });
                (id, data.bones.iter().map(|b| b.map(|n| n.id())).collect())
            });
            details.push(Detail { number: level.lod, geometry, targets, skin });
        }
        Object { levels: details, morphs }
    }

    /// The shape of a morph target; one that differs in nothing is the shape itself.
    fn target(&mut self, base: GeometryId, structure: Node<'a>, mesh: Mesh, name: Option<Box<str>>) -> GeometryId {
        if mesh.streams.is_empty() {
            return base;
        }
        let id = GeometryId::next(&self.scene.geometries);
        let meta = Meta { name, origin: origin(structure), ..Meta::default() };
        self.scene.geometries.push(Geometry::new(meta, Shape::Mesh(mesh)));
        id
    }

    /// What the `Morph` structures of an object say.
    fn morphs(&mut self, object: Node<'a>, levels: &[Level<'a>]) -> Vec<Described> {
        let mut morphs: Vec<Described> = Vec::new();
        for morph in object.children_named("Morph") {
            let index: u32 = self.property(morph, "index").unwrap_or_default();
            if morphs.iter().any(|m| m.index == index) {
                let message = format!("morph target {index} is defined more than once; the first is used");
                self.lose(&codes::REPEATED, Fate::Dropped, morph, message);
                continue;
            }
            let base = self.property(morph, "base");
            let name = morph.child("Name").and_then(|n| self.string(n)).map(Box::from);
            morphs.push(Described { index, base, name });
            if !levels.is_empty() && !levels.iter().any(|l| l.targets.iter().any(|(i, _)| *i == index)) {
                let message = format!("the morph target {index} has no vertex data");
                self.lose(&codes::MORPH, Fate::Dropped, morph, message);
            }
        }
        let relative: Vec<u32> = morphs.iter().filter(|m| m.base.is_some()).map(|m| m.index).collect();
        for morph in &mut morphs {
            let Some(base) = morph.base else { continue };
            let exists = levels.iter().any(|l| l.targets.iter().any(|(i, _)| *i == base));
            if !exists || relative.contains(&base) {
                let message = format!("the base {base} of the morph target {} is not an absolute target", morph.index);
                self.losses.push(&codes::MORPH, Fate::Approximated, origin(object), message);
                morph.base = None;
            }
        }
        morphs
    }

    /// How an object or node says that it is shown.
    pub(super) fn appearance(&mut self, structure: Node<'a>) -> Appearance {
        Appearance {
            visible: self.said(structure, "visible"),
            casts_shadow: self.said(structure, "shadow"),
            motion_blur: self.said(structure, "motion_blur"),
        }
    }

    /// What a node draws of an object, and the morphs that its weights drive, for each level.
    pub(super) fn drawn(
        &mut self,
        node: Node<'a>,
        object: Place,
        weights: &Weights<'a>,
    ) -> Option<(Drawn, Vec<Driven>)> {
        let object = self.known.geometries.get(&object)?;
        let mut finest: Option<Drawn> = None;
        let mut driven = Vec::new();
        let meta = Meta { origin: origin(node), ..Meta::default() };
        for detail in &object.levels {
            let mut base = Base::Geometry(detail.geometry);
            let mut own_skin = detail.skin.as_ref().map(|(id, _)| *id);
            if weights.are_for(&detail.targets) {
                let (morph, indices) = morph(object, detail, weights);
                let id = ControllerId::next(&self.scene.controllers);
                self.scene.controllers.push(Controller { meta: meta.clone(), base, deformer: Deformer::Morph(morph) });
                driven.push((id, indices));
                base = Base::Controller(id);
                if let Some((skin, _)) = &detail.skin {
                    own_skin = copy_skin(&mut self.scene.controllers, &mut self.known.copied, *skin, base);
                    if own_skin.is_none() {
                        let message = "the number of nodes that morph a skin exceeds the limit; some are not skinned";
                        self.losses.push(&codes::TOO_LARGE, Fate::Dropped, meta.origin, message);
                    }
                }
            }
            let what = match (own_skin, base) {
                (Some(skin), _) => Drawable::Controller(skin),
                (None, Base::Controller(morph)) => Drawable::Controller(morph),
                (None, Base::Geometry(geometry)) => Drawable::Geometry(geometry),
            };
            let skeleton = own_skin.zip(detail.skin.as_ref()).map(|(controller, (_, bones))| {
                let node = |bone: &Option<Place>| self.known.nodes.get(bone.as_ref()?).copied();
                let joints = bones.iter().map(|b| node(b).map(|node| Joint { node, root: None })).collect();
                Skeleton { controller, joints, space: SkinSpace::World }
            });
            match &mut finest {
                None => {
                    let mut drawn = Drawn::new(meta.clone(), what);
                    drawn.skeletons.extend(skeleton);
                    finest = Some(drawn);
                }
                Some(drawn) => {
                    drawn.levels.push(Coarser { number: detail.number, what });
                    drawn.skeletons.extend(skeleton);
                }
            }
        }
        for (index, _, structure) in &weights.given {
            let exists = object.levels.iter().any(|l| l.targets.iter().any(|(i, _)| i == index));
            if !exists {
                let message = format!(
                    "a weight refers to the morph target {index}, which does not exist, and is \
                    ignored"
                );
                self.losses.push(&codes::MORPH, Fate::Dropped, origin(*structure), message);
            }
        }
        Some((finest?, driven))
    }
}

/// The morph of a level for the weights of a node, and the index of each of its targets.
fn morph(object: &Object, detail: &Detail, weights: &Weights<'_>) -> (Morph, Vec<u32>) {
    let place = |index: u32| detail.targets.iter().position(|(i, _)| *i == index).map(|p| p as u32);
    let said = |index: u32| object.morphs.iter().find(|m| m.index == index);
    let base = |index: u32| said(index).and_then(|m| m.base).and_then(place);
    let called = |index: u32| TargetName { number: index, name: said(index).and_then(|m| m.name.clone()) };
    let indices: Vec<u32> = detail.targets.iter().map(|(i, _)| *i).collect();
    // A shape that always counts in full, with differences from it alone, is a shape and its targets.
    let fixed = |index: u32| weights.given.iter().any(|(i, w, at)| *i == index && *w == 1.0 && !is_named(*at));
    let plain = indices.first() == Some(&0)
        && detail.targets.first().is_some_and(|(_, id)| *id == detail.geometry)
        && indices.len() > 1
        && fixed(0)
        && said(0).is_none()
        && indices.iter().skip(1).all(|i| base(*i) == Some(0));
    if plain {
        let indices: Vec<u32> = indices.into_iter().skip(1).collect();
        let morph = Morph {
            method: MorphMethod::Normalized,
            targets: detail.targets.iter().skip(1).map(|(_, id)| *id).collect(),
            weights: indices.iter().map(|i| weights.of(*i)).collect(),
            bases: Vec::new(),
            called: indices.iter().map(|i| called(*i)).collect(),
        };
        return (morph, indices);
    }
    let morph = Morph {
        method: MorphMethod::Sum,
        targets: detail.targets.iter().map(|(_, id)| *id).collect(),
        weights: indices.iter().map(|i| weights.of(*i)).collect(),
        bases: indices.iter().map(|i| base(*i)).collect(),
        called: indices.iter().map(|i| called(*i)).collect(),
    };
    (morph, indices)
}

/// A skin over something else; `None` if too much was copied already.
fn copy_skin(all: &mut Vec<Controller>, copied: &mut usize, skin: ControllerId, base: Base) -> Option<ControllerId> {
    let Some(Controller { meta, deformer: Deformer::Skin(data), .. }) = all.get(skin.index()) else { return None };
    *copied = copied.saturating_add(data.influences.len() + data.counts.len() + 16 * data.joints.len());
    if *copied > MOST_COPIED {
        return None;
    }
    let data = Skin { normals: SkinNormals::Mixed, ..data.clone() };
    let controller = Controller { meta: meta.clone(), base, deformer: Deformer::Skin(data) };
    let id = ControllerId::next(all);
    all.push(controller);
    Some(id)
}
