//! Morph targets: vertex arrays of their own, and weights at the nodes.
//!
//! `Normalized` and `Relative` mixtures have the shape itself as target 0, which always counts in full, and the others as
//! differences from it: `A₀ + Σ w·(Aᵢ − A₀)`. A `Sum` is what OpenGEX computes.

use std::borrow::Cow;
use std::collections::BTreeSet;

use portolan_eval::track::Rows;
use portolan_format::PRECISION;
use portolan_mesh::data;
use portolan_scene::{ControllerId, Deformer, Fate, Mesh, Morph, MorphMethod, Origin, Primitive, Semantic, Shape};
use portolan_syntax::ddl::Structure;

use super::animation::Played;
use super::name::Names;
use super::track::Goal;
use super::vertex::{Called, Vertices, called};
use super::{Raise, codes, label, single};

impl<'a> Raise<'a> {
    fn morph(&self, id: ControllerId) -> Option<&'a Morph> {
        match &self.scene.controller(id)?.deformer {
            Deformer::Morph(morph) => Some(morph),
            Deformer::Skin(_) => None,
        }
    }

    /// The vertex arrays of a shape and its targets, and what is said of the targets.
    pub fn morph_arrays(
        &mut self,
        mesh: &'a Mesh,
        primitives: &[(usize, &'a Primitive)],
        arrays: &[Called],
        vertices: &Vertices<'a>,
        id: ControllerId,
        origin: Origin,
    ) -> (Vec<Structure<'a>>, Vec<Structure<'a>>) {
        let base: Vec<(&Called, Cow<'a, [f32]>)> =
            arrays.iter().filter_map(|c| Some((c, vertices.attribute(mesh, c)?))).collect();
        let (Some(morph), Some((_, first))) = (self.morph(id), primitives.first()) else {
            return (base.into_iter().map(|(c, v)| self.array(c, v, 0, origin)).collect(), Vec::new());
        };
        if arrays.iter().any(|c| vertices.exact_attribute(mesh, c).is_some()) {
            let message = "double precision of a morph is not written to .ogex files";
            self.losses.push(&PRECISION, Fate::Approximated, origin, message);
        }
        let meanings = meanings(mesh, first);
        let sum = morph.method == MorphMethod::Sum;
        let numbers = numbers(morph);
        // What no target has of its own belongs to the least of them; the shape itself is number 0 where it is no target.
        let least = if sum { numbers.iter().copied().min().unwrap_or(0) } else { 0 };
        let (mut made, mut about) = (Vec::new(), Vec::new());
        // For each target its arrays, in the order of those of the shape.
        let mut targets: Vec<Vec<Option<Vec<f32>>>> = Vec::new();
        for target in &morph.targets {
            let mesh = match self.scene.geometry(*target).map(|g| &g.shape) {
                Some(Shape::Mesh(mesh)) if mesh.vertex_count() >= mesh_rows(vertices) => Some(mesh),
                _ => None,
            };
            if mesh.is_none() {
                let name = self.scene.geometry(*target).map_or("?", |g| label(&g.meta));
                let message = format!("morph target `{name}` does not have the vertices of its shape");
                self.losses.push(&codes::MORPH_TARGET, Fate::Dropped, origin, message);
            }
            let own = |called: &Called| {
                let (semantic, set) = meanings.iter().find(|(c, ..)| c == called).map(|(_, s, t)| (s, *t))?;
                vertices.attribute_of(mesh?, semantic, set, called.width as usize)
            };
            targets.push(base.iter().map(|(called, _)| own(called)).collect());
        }
        if sum && !targets.is_empty() {
            for (at, (called, values)) in base.iter().enumerate() {
                let moved = targets.iter().any(|t| t.get(at).is_some_and(Option::is_some));
                if !moved {
                    made.push(self.array(called, values.clone(), least, origin));
                    continue;
                }
                for (number, target) in numbers.iter().zip(&mut targets) {
                    let own = target.get_mut(at).and_then(Option::take).map(Cow::Owned);
                    made.push(self.array(called, own.unwrap_or_else(|| values.clone()), *number, origin));
                }
            }
        } else {
            for (called, values) in &base {
                made.push(self.array(called, values.clone(), 0, origin));
            }
            for (number, target) in numbers.iter().zip(targets) {
                for ((called, plain), own) in base.iter().zip(target) {
                    let Some(mut own) = own else { continue };
                    if morph.method == MorphMethod::Relative {
                        own.iter_mut().zip(plain.iter()).for_each(|(difference, plain)| *difference += plain);
                    }
                    if called.word == "position" || own != **plain {
                        made.push(self.array(called, Cow::Owned(own), *number, origin));
                    }
                }
            }
        }
        for (place, number) in numbers.iter().enumerate() {
            let mut words = Structure::new("Morph");
            if *number != 0 {
                words = words.property("index", *number);
            }
            let base = match sum {
                true => morph.bases.get(place).copied().flatten().and_then(|b| numbers.get(b as usize).copied()),
                false => Some(0),
            };
            if let Some(base) = base {
                words = words.property("base", base);
            }
            let name = self.scene.target_name(morph, place);
            if let Some(name) = name {
                words.push(Structure::new("Name").with(Structure::text(name)));
            }
            if base.is_some() || name.is_some() {
                about.push(words);
            }
        }
        (made, about)
    }

    /// The weights of a morph at a node, and the tracks that move them.
    pub fn weights(
        &mut self,
        id: ControllerId,
        origin: Origin,
        locals: &mut Names,
    ) -> (Vec<Structure<'a>>, Vec<Played<'a>>) {
        let Some(morph) = self.morph(id) else { return Default::default() };
        let drivers = self.plays.weights(id);
        let (mut made, mut tracks) = (Vec::new(), Vec::new());
        if morph.method != MorphMethod::Sum {
            made.push(Structure::new("MorphWeight").with(Structure::data(1.0f32)));
        }
        for ((place, weight), number) in morph.weights.iter().enumerate().zip(numbers(morph)) {
            let mut structure = Structure::new("MorphWeight");
            if drivers.iter().any(|d| d.drives(place)) {
                let name = locals.new_name(Some(&format!("weight{number}")), "weight");
                let numbers = [(place, 1.0)];
                let tolerance = self.options.tolerance.max(1e-9);
                let (values, rows) = (&morph.weights, Rows::Numbers(1));
                let goal = Goal { name: &name, size: None, numbers: &numbers, values, tolerance, rows };
                let (played, exactness) = self.tracks(&goal, &drivers);
                self.tell_exactness(&name, exactness, origin);
                tracks.extend(played);
                structure = structure.local(name);
            }
            if number != 0 {
                structure = structure.property("index", number);
            }
            made.push(structure.with(Structure::data(single(*weight))));
        }
        (made, tracks)
    }
}

/// The number of each target: its own if all have one, else in order. The shape itself is number 0 where it is no target.
fn numbers(morph: &Morph) -> Vec<u32> {
    let sum = morph.method == MorphMethod::Sum;
    let own: Vec<u32> = morph.called.iter().map(|c| c.number).collect();
    let distinct: BTreeSet<u32> = own.iter().copied().filter(|n| sum || *n != 0).collect();
    match distinct.len() == morph.targets.len() && own.len() == distinct.len() {
        true => own,
        false => (u32::from(!sum)..).take(morph.targets.len()).collect(),
    }
}

/// What the names of arrays stand for.
fn meanings(mesh: &Mesh, primitive: &Primitive) -> Vec<(Called, Semantic, Option<u32>)> {
    let all = data(mesh, primitive);
    let names = called(mesh, &all);
    let pairs = all.iter().zip(names);
    // What a corner has of its own does not follow its vertex.
    let pairs = pairs.filter(|(d, _)| d.of_vertex);
    pairs.filter_map(|(d, c)| Some((c?, d.attribute.semantic.clone(), d.attribute.set))).collect()
}

/// How many vertices of the mesh are used at least.
fn mesh_rows(vertices: &Vertices<'_>) -> usize {
    vertices.rows().max().map_or(0, |r| r + 1)
}
