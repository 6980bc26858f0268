//! Nodes: every place of every node of a view.

use std::borrow::Cow;

use portolan_eval::{Overrides, Stage, formula_result, matrix_at_rest, pose, shown_at_rest};
use portolan_parallel::prelude::*;
use portolan_scene::glam::DMat4;
use portolan_scene::{Drawable, Drawn, Fate, Light, LightKind, Meta, Node, Origin, Scene, Target, View, ViewId};

use crate::bodies::Standing;
use crate::json::{self, AmbientLight, Index};
use crate::optics::brightness;
use crate::transform::{Trs, decompose, is_nearly, split};
use crate::writer::Writer;
use crate::{AMBIENT_LIGHT, EVALUATION, HIDDEN, LEVELS, SHEAR, TOO_MANY_NODES, extras, words};

/// What the node is called that leads to metres with Y up.
pub(crate) const TO_SI: &str = "to metres, Y up";

/// A shape with a skin, to be finished when all nodes are there.
pub(crate) struct Skinned<'a> {
    /// Where it stands on the stage.
    pub at: u32,
    pub drawn: &'a Drawn,
    /// The node of the file that shows it.
    pub node: Index,
}

impl<'a> Writer<'a> {
    /// Finds the nodes whose transforms are animated.
    pub fn find_moving(&mut self) {
        let channels = self.scene.animations.iter().flat_map(|a| &a.channels).map(|c| &c.target);
        let formulas = self.scene.formulas_in_use();
        for target in channels.chain(formulas.filter_map(|f| formula_result(self.scene, f))) {
            if let Target::Transform { node, .. } = target {
                self.moving.insert(*node);
            }
        }
    }

    /// Writes all views that are asked for.
    pub fn views(&mut self) {
        let all = (0..self.scene.views.len() as u32).map(ViewId);
        let mut room = self.options.most_nodes;
        let mut wrapped: Vec<(usize, Vec<Index>)> = Vec::new();
        for id in all.filter(|id| self.options.view.is_none_or(|only| only == *id)) {
            let Some(view) = self.scene.view(id) else { continue };
            if self.scene.default_view == Some(id) || self.options.view == Some(id) {
                self.root.scene = Some(self.root.scenes.len() as Index);
            }
            let stage = Stage::new(self.scene, id, room);
            room = room.saturating_sub(stage.placed.len());
            if !stage.complete {
                let message = "the number of node instances exceeds the limit";
                self.losses.push(&TOO_MANY_NODES, Fate::Dropped, view.meta.origin, message);
            }
            let scene = self.root.scenes.len();
            wrapped.extend(self.view(view, &stage).map(|inside| (scene, inside)));
        }
        // Behind all others, so that readers can leave them out without counting anew.
        for (scene, children) in wrapped {
            let mut node = json::Node { name: Some(TO_SI.into()), children, ..json::Node::default() };
            put_trs(&mut node, &decompose(self.scene.space.to_si()).0);
            let index = self.node(node);
            if let Some(scene) = self.root.scenes.get_mut(scene) {
                scene.nodes.insert(0, index);
            }
        }
        // Viewers show the scene of a file; there is always one.
        if self.root.scenes.is_empty() {
            self.root.scenes.push(json::Scene::default());
        }
        self.root.scene.get_or_insert(0);
    }

    /// Writes a view; gives the nodes that stand below one that leads to metres with Y up, if there is to be one.
    fn view(&mut self, view: &'a View, stage: &Stage) -> Option<Vec<Index>> {
        let steps = view.evaluations.iter().filter(|e| e.enabled).flat_map(|e| &e.renderings);
        if steps.clone().any(|s| !s.layers.is_empty() || s.material.is_some()) || steps.count() > 1 {
            let message = format!("render steps of scene `{}` are dropped", view.meta.label().unwrap_or("?"));
            self.losses.push(&EVALUATION, Fate::Dropped, view.meta.origin, message);
        }
        let mut scene = json::Scene { name: extras::name(&view.meta), extras: extras::of(&view.meta), nodes: vec![] };
        let wrapped = self.scene.space.to_si() != DMat4::IDENTITY;
        let mut inside: Vec<Index> = Vec::new();
        let shown = shown_at_rest(self.scene, stage);
        let mut placed: Vec<Index> = Vec::with_capacity(stage.placed.len());
        let Scene { animations, clips, formulas, .. } = self.scene;
        let animated = !(animations.is_empty() && clips.is_empty() && formulas.is_empty());
        let mut skinned = Vec::new();
        let mut ambient = Vec::new();
        // A few nodes stand for no place: around matrices, above and below others. One too many would double the list.
        self.root.nodes.reserve(stage.placed.len() + stage.placed.len() / 16 + 16);
        let mut made = Vec::new();
        for first in (0..stage.placed.len()).step_by(MADE_AT_ONCE) {
            // What a node looks like depends on no other one; which number it has does.
            self.made(stage, first, &mut made);
            for (at, made) in (first as u32..).zip(made.drain(..)) {
                let (Some(place), Some(made)) = (stage.placed.get(at as usize), made) else { continue };
                let Some(node) = self.scene.node(place.node) else { continue };
                let parent = place.parent.and_then(|p| placed.get(p as usize).copied());
                let index = self.place(made, parent, &mut inside);
                placed.push(index);
                if animated {
                    self.places.entry(place.node).or_default().push(index);
                }
                if let Some(instance) = place.instance
                    && let Some(parent) = place.parent.and_then(|p| stage.placed.get(p as usize))
                    && let Some(instance) =
                        self.scene.node(parent.node).and_then(|n| n.instances.get(instance as usize))
                {
                    self.keep_extras(index, &instance.meta);
                }
                let shown = shown.get(at as usize).is_some_and(|shown| *shown);
                self.hang(node, (at, shown), index, &mut skinned, &mut ambient);
            }
        }
        if !wrapped {
            scene.nodes.append(&mut inside);
        }
        for shape in &mut skinned {
            if let Some(own) = self.free_root(stage, shape, &placed) {
                shape.node = own;
                if wrapped {
                    inside.retain(|root| *root != own);
                    scene.nodes.push(own);
                }
                continue;
            }
            let name = stage.placed.get(shape.at as usize).and_then(|p| self.scene.node(p.node));
            let label = shape.drawn.meta.label().or_else(|| name.and_then(|n| n.meta.label()));
            let node = json::Node { name: label.map(Into::into), ..json::Node::default() };
            shape.node = self.node(node);
            // What joints move stands in the world, whatever is above it.
            scene.nodes.push(shape.node);
        }
        for shape in &skinned {
            self.keep_drawn(shape.node, shape.drawn);
            let roots = if wrapped { &mut inside } else { &mut scene.nodes };
            self.skin(shape, stage, &placed, roots);
        }
        if !skinned.is_empty() && !wrapped {
            self.join_roots(&mut scene.nodes, &skinned);
        }
        if !ambient.is_empty() {
            scene.extras.get_or_insert_default().ambient_lights = ambient;
        }
        if self.options.physics && !self.scene.physics.is_empty() {
            let rest = pose(self.scene, stage, &Overrides::default());
            let standing = Standing { stage, rest: &rest, placed: &placed };
            self.bodies(&standing, if wrapped { &mut inside } else { &mut scene.nodes });
        }
        self.root.scenes.push(scene);
        wrapped.then_some(inside)
    }

    /// The node itself, if it can hold what joints move: a root without a transform that nothing else is at.
    fn free_root(&self, stage: &Stage, shape: &Skinned<'a>, placed: &[Index]) -> Option<Index> {
        let place = stage.placed.get(shape.at as usize).filter(|p| p.parent.is_none())?;
        let node = self.scene.node(place.node)?;
        let alone = node.drawn.len() == 1 && node.below().next().is_none() && !self.moving.contains(&place.node);
        let still = matrix_at_rest(node) == DMat4::IDENTITY;
        placed.get(shape.at as usize).copied().filter(|_| alone && still)
    }

    /// Joints of a skin must stand below one node: if they do not, all roots are put below a new one.
    fn join_roots(&mut self, roots: &mut Vec<Index>, skinned: &[Skinned<'a>]) {
        let shapes: Vec<Index> = skinned.iter().map(|s| s.node).collect();
        let mut root_of = vec![Index::MAX; self.root.nodes.len()];
        for root in roots.iter() {
            let mut open = vec![*root];
            while let Some(node) = open.pop() {
                if let Some(slot) = root_of.get_mut(node as usize) {
                    *slot = *root;
                }
                open.extend(self.root.nodes.get(node as usize).into_iter().flat_map(|n| &n.children));
            }
        }
        let skins = shapes.iter().filter_map(|s| self.root.nodes.get(*s as usize)?.skin);
        let apart = skins.filter_map(|s| self.root.skins.get(s as usize)).any(|skin| {
            let mut above = skin.joints.iter().map(|j| root_of.get(*j as usize));
            let first = above.next();
            above.any(|root| Some(root) != first)
        });
        if apart {
            let (kept, joined) = roots.iter().partition(|r| shapes.contains(r));
            let whole = json::Node { name: Some("root".into()), children: joined, ..json::Node::default() };
            *roots = kept;
            roots.insert(0, self.node(whole));
        }
    }

    /// Adds a node to the file.
    pub fn node(&mut self, node: json::Node<'a>) -> Index {
        self.root.nodes.push(node);
        self.root.nodes.len() as Index - 1
    }

    /// Puts a node below another one, or among the roots.
    pub fn put_below(&mut self, child: Index, parent: Option<Index>, roots: &mut Vec<Index>) {
        match parent.and_then(|p| self.root.nodes.get_mut(p as usize)) {
            Some(parent) => parent.children.push(child),
            None => roots.push(child),
        }
    }

    fn keep_extras(&mut self, index: Index, meta: &Meta) {
        if let Some(node) = self.root.nodes.get_mut(index as usize) {
            extras::join(&mut node.extras, meta);
        }
    }

    /// Keeps what applications added to an instance of a shape, and to its materials.
    pub fn keep_drawn(&mut self, index: Index, drawn: &Drawn) {
        self.keep_extras(index, &drawn.meta);
        drawn.materials.iter().for_each(|binding| self.keep_extras(index, &binding.meta));
    }

    /// The next nodes of a stage as they are written, but for what stands at them and below them, into a list that is used
    /// again and again.
    fn made(&self, stage: &Stage, first: usize, list: &mut Vec<Option<Made<'a>>>) {
        let Writer { scene, ref moving, ref stepped, options, .. } = *self;
        let tolerance = options.tolerance.max(1e-6);
        let places = stage.placed.get(first..).unwrap_or_default();
        let places = places.get(..MADE_AT_ONCE).unwrap_or(places);
        let made = places.par_iter().with_min_len(256).map(|place| {
            let node = scene.node(place.node)?;
            let mut made = Made::new(node, moving.contains(&place.node).then_some(tolerance));
            if stepped.contains(&place.node) {
                made.node.extras.full().steps = words::steps(&node.transforms);
            }
            Some(made)
        });
        made.collect_into_vec(list);
    }

    fn place(&mut self, made: Made<'a>, parent: Option<Index>, roots: &mut Vec<Index>) -> Index {
        let mut parent = parent;
        let odd = made.odd.map(|odd| *odd).unwrap_or_default();
        if let Some((origin, message)) = odd.approximated {
            self.losses.push(&SHEAR, Fate::Approximated, origin, message);
        }
        if let Some(outer) = odd.outer {
            let mut helper = json::Node::default();
            put_trs(&mut helper, &outer);
            let helper = self.node(helper);
            self.put_below(helper, parent, roots);
            parent = Some(helper);
        }
        let index = self.node(made.node);
        self.put_below(index, parent, roots);
        index
    }

    /// What stands at a node: shapes, cameras, lights. One of each is part of the node, more are nodes below it.
    fn hang(
        &mut self,
        node: &'a Node,
        (at, shown): (u32, bool),
        index: Index,
        skinned: &mut Vec<Skinned<'a>>,
        ambient: &mut Vec<AmbientLight>,
    ) {
        if !shown && !node.drawn.is_empty() {
            let message = format!("shapes of the hidden node `{}` are dropped", node.meta.label().unwrap_or("?"));
            self.losses.push(&HIDDEN, Fate::Dropped, node.meta.origin, message);
        }
        for drawn in node.drawn.iter().filter(|_| shown) {
            if !self.scene.is_visible(drawn) {
                let message = format!("an invisible shape of `{}` is dropped", node.meta.label().unwrap_or("?"));
                self.losses.push(&HIDDEN, Fate::Dropped, node.meta.origin, message);
                continue;
            }
            if !drawn.levels.is_empty() {
                let message =
                    format!("only the finest level of detail of `{}` is written", node.meta.label().unwrap_or("?"));
                self.losses.push(&LEVELS, Fate::Dropped, node.meta.origin, message);
            }
            let Some(chain) = self.chain(drawn) else { continue };
            if chain.skin.is_some() {
                skinned.push(Skinned { at, drawn, node: 0 });
                continue;
            }
            let Some(mesh) = self.mesh(chain, drawn) else { continue };
            let holder = self.holder(index, &drawn.meta, |n| n.mesh.is_some());
            self.keep_drawn(holder, drawn);
            if let Some(node) = self.root.nodes.get_mut(holder as usize) {
                node.mesh = Some(mesh);
            }
            if let Drawable::Geometry(geometry) = drawn.what {
                self.bodies.shown.entry(geometry).or_insert(holder);
            }
            if let Some(morph) = chain.morph {
                self.morphed.entry(morph).or_default().push(holder);
            }
        }
        for id in &node.cameras {
            let Some(camera) = self.camera(*id) else { continue };
            let meta = self.scene.camera(*id).map(|c| &c.meta);
            let holder = self.holder(index, meta.unwrap_or(&node.meta), |n| n.camera.is_some());
            if let Some(node) = self.root.nodes.get_mut(holder as usize) {
                node.camera = Some(camera);
            }
        }
        for id in &node.lights {
            let Some(light) = self.scene.light(*id) else { continue };
            if light.kind == LightKind::Ambient {
                ambient.push(self.ambient(light, index));
                continue;
            }
            let Some(written) = self.light(*id) else { continue };
            let name = "KHR_lights_punctual";
            let holder = self.holder(index, &light.meta, |n| n.extensions.get(name).is_some());
            if let Some(node) = self.root.nodes.get_mut(holder as usize) {
                node.extensions.insert(name, serde_json::json!({ "light": written }));
            }
        }
    }

    fn ambient(&mut self, light: &Light, node: Index) -> AmbientLight {
        let message = format!("ambient light `{}` is kept in `extras` only", light.meta.label().unwrap_or("?"));
        let (color, intensity) = brightness(light, None);
        // A black light changes nothing.
        let shines = intensity > 0.0 && color.iter().any(|part| *part > 0.0);
        let fate = if shines { Fate::Dropped } else { Fate::Noted };
        self.losses.push(&AMBIENT_LIGHT, fate, light.meta.origin, message);
        let id = light.meta.id.as_deref().map(str::to_owned);
        AmbientLight { id, name: light.meta.name.as_deref().map(str::to_owned), color, intensity, node: Some(node) }
    }

    /// The node itself, or a new one below it if its place is taken.
    fn holder(&mut self, index: Index, meta: &Meta, taken: impl Fn(&json::Node) -> bool) -> Index {
        if self.root.nodes.get(index as usize).is_some_and(|n| !taken(n)) {
            return index;
        }
        let name = extras::name(meta).map(Into::into);
        let child = self.node(json::Node { name, ..json::Node::default() });
        self.put_below(child, Some(index), &mut vec![]);
        child
    }
}

/// How many nodes are made before they get their places: enough for all cores, and little memory.
const MADE_AT_ONCE: usize = 1 << 14;

/// A node of the file that has no place yet.
struct Made<'a> {
    node: json::Node<'a>,
    /// What few nodes have.
    odd: Option<Box<Odd>>,
}

/// What there is to a matrix that glTF cannot have.
#[derive(Default)]
struct Odd {
    /// The transform of one more node around it, which its matrix needs.
    outer: Option<Trs>,
    /// What is said of it.
    approximated: Option<(Origin, String)>,
}

impl<'a> Made<'a> {
    /// A node with its transform; `moving` is the shear that one which moves may have.
    fn new(node: &'a Node, moving: Option<f64>) -> Made<'a> {
        let mut extras = extras::of_node(&node.meta);
        if node.hidden || !node.layers.is_empty() {
            let kept = extras.full();
            kept.layers = node.layers.iter().map(|l| l.to_string()).collect();
            kept.visible = node.hidden.then_some(false);
        }
        let name = node.meta.label().map(Cow::Borrowed);
        let mut made = Made { node: json::Node { name, extras, ..json::Node::default() }, odd: None };
        let label = || node.meta.label().unwrap_or("?");
        // What moves has keys that were taken from matrices.
        let written = match moving {
            Some(_) => Trs::written(&node.transforms),
            None => Trs::joined(&node.transforms),
        };
        if let Some(trs) = written {
            put_trs(&mut made.node, &trs);
        } else if let Some(most) = moving {
            let (trs, shear) = decompose(matrix_at_rest(node));
            if shear > most {
                let message = format!("node `{}` is animated and has a shear, which glTF does not support", label());
                made.odd.get_or_insert_default().approximated = Some((node.meta.origin, message));
            }
            put_trs(&mut made.node, &trs.rounded());
        } else {
            let local = matrix_at_rest(node);
            let (outer, inner) = split(local);
            let product = inner.as_ref().map_or(outer.matrix(), |i| outer.matrix() * i.matrix());
            if !is_nearly(product, local) {
                let message = format!("the matrix of node `{}` is not supported by glTF and approximated", label());
                made.odd.get_or_insert_default().approximated = Some((node.meta.origin, message));
            }
            let own = match inner {
                None => outer,
                Some(inner) => {
                    made.odd.get_or_insert_default().outer = Some(outer.rounded());
                    inner
                }
            };
            put_trs(&mut made.node, &own.rounded());
        }
        made
    }
}

/// Writes what is not as it would be without.
pub(crate) fn put_trs(node: &mut json::Node, trs: &Trs) {
    let other = |v: [f64; 3], usual: f64| v.iter().any(|x| (x - usual).abs() > 0.0);
    let (t, s) = (trs.translation.to_array(), trs.scale.to_array());
    node.translation = other(t, 0.0).then_some(t);
    node.scale = other(s, 1.0).then_some(s);
    let rotation = trs.rotation.to_array();
    let turned = rotation.iter().take(3).any(|x| *x != 0.0);
    node.rotation = turned.then_some(rotation);
}
