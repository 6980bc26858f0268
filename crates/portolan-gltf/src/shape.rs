//! Shapes as meshes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use portolan_mesh::{Data, Elements, Indexed, Sides, data, texture_coordinates};
use portolan_scene::{
    Bent, ControllerId, Deformer, Drawable, Drawn, Fate, GeometryId, MaterialBinding, MaterialId, Meta, Origin,
    Semantic, Shape,
};

use crate::attribute::{Place, forget};
use crate::blob::Piece;
use crate::extras;
use crate::json::{self, ELEMENT_ARRAY_BUFFER, Index, LINES, POINTS, TRIANGLES, U16, U32};
use crate::material::Wanted;
use crate::writer::Writer;
use crate::{CHAIN, EMPTY_SHAPE, MORPH_TARGET, NO_TEXCOORDS, POLYGON};

/// What a mesh says about which shape it is ([`crate::Options::mark_shapes`]).
const MARK: &str = "portolan_shape";

/// What makes two meshes the same.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    chain: Bent,
    /// For each primitive its material and the order of its texture coordinates.
    surfaces: Vec<(Option<Wanted>, Vec<usize>)>,
}

/// Meshes that are there already.
#[derive(Default)]
pub(crate) struct Shapes<'a> {
    meshes: BTreeMap<Key, Option<Index>>,
    cuts: BTreeMap<(GeometryId, usize, Option<usize>), Option<Arc<Indexed<'a>>>>,
    indices: BTreeMap<(GeometryId, usize, Option<usize>), Index>,
    /// For each shape what was drawn of it last, and its mesh: what is drawn many times mostly looks the same.
    last: Vec<Option<Last<'a>>>,
    /// Shapes that are drawn in more than one way.
    again: Option<BTreeSet<GeometryId>>,
    /// Shapes that controllers bend, and whether a morph is among these.
    bending: Option<BTreeMap<GeometryId, bool>>,
}

/// A shape as it was drawn, and its mesh.
type Last<'a> = (Bent, &'a [MaterialBinding], Option<Index>);

impl<'a> Shapes<'a> {
    /// The mesh of a shape, if it looks as it did when it was drawn last.
    fn as_before(&self, chain: Bent, drawn: &Drawn) -> Option<Option<Index>> {
        let (bent, bindings, index) = self.last.get(chain.geometry.index())?.as_ref()?;
        let alike = |(a, b): (&MaterialBinding, &MaterialBinding)| {
            a.material == b.material && a.symbol == b.symbol && a.inputs == b.inputs
        };
        let same = *bent == chain && bindings.len() == drawn.materials.len();
        (same && bindings.iter().zip(&drawn.materials).all(alike)).then_some(*index)
    }

    fn remember(&mut self, chain: Bent, drawn: &'a Drawn, index: Option<Index>) {
        let at = chain.geometry.index();
        if self.last.len() <= at {
            self.last.resize(at + 1, None);
        }
        if let Some(last) = self.last.get_mut(at) {
            *last = Some((chain, &drawn.materials, index));
        }
    }
}

impl<'a> Writer<'a> {
    /// Follows controllers to the shape; what glTF cannot chain is told.
    pub fn chain(&mut self, drawn: &Drawn) -> Option<Bent> {
        let (bent, others) = self.scene.bent(drawn.what)?;
        for controller in others {
            let label = controller.meta.label().unwrap_or("?");
            let message = format!("controller `{label}` is ignored: glTF cannot chain controllers like this");
            self.losses.push(&CHAIN, Fate::Approximated, controller.meta.origin, message);
        }
        Some(bent)
    }

    /// The mesh of glTF for something drawn; `None` if there is nothing to draw.
    pub fn mesh(&mut self, chain: Bent, drawn: &'a Drawn) -> Option<Index> {
        if let Some(known) = self.shapes.as_before(chain, drawn) {
            return known;
        }
        let geometry = self.scene.geometry(chain.geometry)?;
        let mesh = match &geometry.shape {
            Shape::Mesh(mesh) => mesh,
            Shape::Spline(spline) => return self.spline(chain.geometry, &geometry.meta, spline),
            Shape::Brep(_) | Shape::Empty => {
                self.nothing(&geometry.meta);
                return None;
            }
        };
        let places: Vec<Place<'a>> = mesh
            .primitives
            .iter()
            .enumerate()
            .map(|(number, primitive)| {
                let known = primitive.meta.origin != Origin::default();
                let origin = if known { primitive.meta.origin } else { geometry.meta.origin };
                Place { geometry: chain.geometry, mesh, number, primitive, origin, relief: None }
            })
            .collect();
        let surfaces = places.iter().map(|place| self.surface(*place, drawn)).collect();
        let key = Key { chain, surfaces };
        if let Some(known) = self.shapes.meshes.get(&key).copied() {
            // What is lost is told each time.
            let mut surfaces = key.surfaces.iter();
            if !surfaces.any(|(wanted, order)| wanted.is_some_and(|w| self.lacks_coordinates(w.material, order))) {
                self.shapes.remember(chain, drawn, known);
            }
            return known;
        }
        let mut primitives = Vec::with_capacity(places.len());
        let mut mark = vec![chain.geometry.index()];
        for (place, (wanted, coordinates)) in places.iter().zip(&key.surfaces) {
            let relief = wanted.and_then(|w| self.relief(*place, w, coordinates));
            if let Some(primitive) = self.primitive(Place { relief, ..*place }, chain, *wanted, coordinates) {
                primitives.push(primitive);
                mark.push(place.number);
            }
        }
        let mut index = None;
        if primitives.is_empty() {
            self.nothing(&geometry.meta);
        } else {
            let (weights, target_names, target_indices) = self.morph_weights(chain);
            if let Some(morph) = chain.morph.and_then(|id| self.morph_of(id)).filter(|m| !m.targets.is_empty())
                && weights.is_empty()
            {
                let total: f64 = morph.weights.iter().sum();
                let message = format!("a morph target equal to the base shape, with weights of {total}, is dropped");
                self.losses.push(&MORPH_TARGET, Fate::Baked, geometry.meta.origin, message);
            }
            let extras = match target_names.is_empty() {
                true => extras::of(&geometry.meta),
                false => Some(json::Extras { target_names, target_indices, ..extras::full(&geometry.meta) }.into()),
            };
            // A morph is no object of its own in glTF.
            let morph = chain.morph.and_then(|id| self.scene.controller(id));
            let mut extras = extras::joined(extras, morph.map(|morph| &morph.meta));
            if self.options.mark_shapes {
                extras.get_or_insert_default().other.insert(MARK.into(), serde_json::json!(mark));
            }
            let mesh = json::Mesh { name: extras::name(&geometry.meta), primitives, weights, extras };
            self.root.meshes.push(mesh);
            index = Some(self.root.meshes.len() as Index - 1);
        }
        self.shapes.meshes.insert(key, index);
        self.forget(chain.geometry);
        index
    }

    /// Forgets how a shape was cut up and what was written of it, unless it is drawn in another way as well.
    fn forget(&mut self, geometry: GeometryId) {
        let scene = self.scene;
        let again = self.shapes.again.get_or_insert_with(|| {
            let mut once = BTreeSet::new();
            let shapes = scene.nodes.iter().flat_map(|n| &n.drawn).filter_map(|d| Some(scene.chain(d.what)?.0));
            shapes.filter(|geometry| !once.insert(*geometry)).collect()
        });
        if again.contains(&geometry) {
            return;
        }
        let all = (geometry, 0, None)..=(geometry, usize::MAX, Some(usize::MAX));
        forget(&mut self.shapes.cuts, all.clone());
        forget(&mut self.shapes.indices, all);
        self.attributes.forget(geometry);
    }

    fn nothing(&mut self, meta: &Meta) {
        let message = format!("shape `{}` has nothing to draw", meta.label().unwrap_or("?"));
        self.losses.push(&EMPTY_SHAPE, Fate::Noted, meta.origin, message);
    }

    /// The material of a primitive, and the order of its texture coordinates.
    fn surface(&mut self, place: Place<'a>, drawn: &'a Drawn) -> (Option<Wanted>, Vec<usize>) {
        let data = data(place.mesh, place.primitive);
        let Some(binding) = drawn.binding(place.primitive) else {
            return (None, texture_coordinates(&data, &[], None));
        };
        let names = self.coordinates(binding.material);
        let order = texture_coordinates(&data, &names, Some(binding));
        let material = self.scene.material(binding.material);
        if self.lacks_coordinates(binding.material, &order) {
            let label = material.and_then(|m| m.meta.label()).unwrap_or("?");
            let message = format!("material `{label}` has textures, but the shape has no texture coordinates");
            self.losses.push(&NO_TEXCOORDS, Fate::Dropped, place.origin, message);
        }
        let double_sided = Sides::of(Some(place.mesh), material).are_both();
        let wanted = Wanted { material: binding.material, textured: !order.is_empty(), double_sided };
        (Some(wanted), order)
    }

    /// Has a material textures, and a primitive no coordinates for them?
    fn lacks_coordinates(&self, material: MaterialId, order: &[usize]) -> bool {
        order.is_empty() && !self.coordinates(material).is_empty()
    }

    /// The texture coordinates to compute tangents for, if that is wanted.
    fn relief(&self, place: Place<'a>, wanted: Wanted, coordinates: &[usize]) -> Option<usize> {
        let bump = self.scene.material(wanted.material)?.bump.as_ref()?;
        let has_tangents = |d: &Data<'_>| matches!(d.attribute.semantic, Semantic::Tangent | Semantic::TexTangent);
        if !self.options.tangents || data(place.mesh, place.primitive).iter().any(has_tangents) {
            return None;
        }
        let names = self.coordinates(wanted.material);
        let set = names.iter().position(|n| **n == *bump.texture.coordinates)?;
        coordinates.get(set).copied()
    }

    fn primitive(
        &mut self,
        place: Place<'a>,
        chain: Bent,
        wanted: Option<Wanted>,
        coordinates: &[usize],
    ) -> Option<json::Primitive> {
        let cut = self.cut(place)?;
        let data = data(place.mesh, place.primitive);
        let mut attributes = self.attributes(place, &cut, &data, coordinates);
        if let Some(skin) = chain.skin {
            self.influences(place, &cut, skin, &mut attributes);
        }
        let targets = match chain.morph {
            Some(morph) => self.targets(place, &cut, morph, attributes.contains("NORMAL")),
            None => vec![],
        };
        Some(json::Primitive {
            attributes,
            indices: self.indices(place, &cut),
            material: wanted.and_then(|w| self.material(w)),
            mode: mode(cut.kind),
            targets,
            extras: extras::joined(None, [&place.primitive.meta]),
        })
    }

    fn cut(&mut self, place: Place<'a>) -> Option<Arc<Indexed<'a>>> {
        let key = (place.geometry, place.number, place.relief);
        if let Some(known) = self.shapes.cuts.get(&key) {
            return known.clone();
        }
        let mut done = Indexed::new(place.mesh, place.primitive);
        if let Some(apart) = self.merging(place.geometry).filter(|_| self.options.weld)
            && let Some(cut) = done.as_mut()
        {
            cut.merge_equal(place.mesh, place.primitive, apart);
        }
        let triangles = done.as_mut().filter(|c| c.kind == Elements::Triangles);
        if let Some((cut, coordinates)) = triangles.zip(place.relief) {
            cut.add_tangents(place.mesh, place.primitive, coordinates);
        }
        let done = done.map(Arc::new);
        if let Some(broken) = done.as_ref().map(|d| d.broken).filter(|b| *b > 0) {
            let message = portolan_syntax::counted(
                broken,
                "polygon has no area and is dropped",
                "polygons have no area and are dropped",
            );
            self.losses.push(&POLYGON, Fate::Dropped, place.origin, message);
        }
        self.shapes.cuts.insert(key, done.clone());
        done
    }

    /// May equal vertices of a shape become one, and must those stay apart that joints move? What is bent towards other shapes
    /// has as many vertices as they.
    fn merging(&mut self, geometry: GeometryId) -> Option<bool> {
        let scene = self.scene;
        let bending = self.shapes.bending.get_or_insert_with(|| {
            let mut bending = BTreeMap::new();
            for id in (0..scene.controllers.len() as u32).map(ControllerId) {
                let Some((geometry, chain)) = scene.chain(Drawable::Controller(id)) else { continue };
                let morph = chain.iter().any(|(_, c)| matches!(c.deformer, Deformer::Morph(_)));
                *bending.entry(geometry).or_insert(false) |= morph;
            }
            bending
        });
        match bending.get(&geometry) {
            None => Some(false),
            Some(false) => Some(true),
            Some(true) => None,
        }
    }

    fn indices(&mut self, place: Place<'a>, cut: &Indexed<'a>) -> Option<Index> {
        let indices = cut.indices.clone()?;
        let key = (place.geometry, place.number, place.relief);
        if let Some(known) = self.shapes.indices.get(&key) {
            return Some(*known);
        }
        let count = indices.len();
        // The largest number of each type is reserved.
        let (piece, component) = match cut.count < usize::from(u16::MAX) {
            true => (Piece::Short(indices), U16),
            false => (Piece::Long(indices), U32),
        };
        let accessor = self.blob.accessor(piece, component, "SCALAR", count, Some(ELEMENT_ARRAY_BUFFER));
        self.shapes.indices.insert(key, accessor);
        Some(accessor)
    }
}

/// What is drawn, as glTF counts it.
fn mode(kind: Elements) -> u32 {
    match kind {
        Elements::Points => POINTS,
        Elements::Lines => LINES,
        Elements::Triangles => TRIANGLES,
    }
}
