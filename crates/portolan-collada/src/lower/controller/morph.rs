//! `<morph>`: targets and weights.

use std::borrow::Cow;

use portolan_scene::{ControllerId, Fate, Geometry, GeometryId, Mesh, Meta, Morph, MorphMethod, Part, Shape, Target};
use portolan_syntax::Node;

use super::super::geometry::label;
use super::super::{Lower, source};
use super::{codes, deformer};
use crate::data::ArrayKind;

impl<'a> Lower<'a> {
    pub(super) fn morph(
        &mut self,
        id: ControllerId,
        element: Node<'a>,
        base: GeometryId,
        vertices: Option<usize>,
    ) -> Morph {
        let method = match &*self.given::<Cow<'_, str>>(element, "method") {
            "RELATIVE" => MorphMethod::Relative,
            _ => MorphMethod::Normalized,
        };
        let inputs = element.child("targets").unwrap_or(element);
        let target_source = self.input_source(inputs, "MORPH_TARGET");
        let names = target_source.and_then(|s| source::words(self.data(s), s)).unwrap_or_default();
        if names.is_empty() {
            self.lose(&codes::MORPH_TARGET, Fate::Dropped, element, "the morph has no targets");
        }
        let mut neutral = None;
        let mut targets = Vec::with_capacity(names.len());
        for name in &names {
            let place = target_source.unwrap_or(element);
            let target = match self.morph_target(place, name, vertices) {
                Ok(target) => target,
                Err(why) => {
                    let message = format!("the morph target `{name}` is invalid: {why}");
                    self.lose(&codes::MORPH_TARGET, Fate::Dropped, place, message);
                    *neutral.get_or_insert_with(|| self.neutral(method, base))
                }
            };
            targets.push(target);
        }
        let weights = self.morph_weights(id, inputs, targets.len());
        Morph { method, targets, weights, ..Morph::default() }
    }

    /// The shape that a target is called by: an id, or a reference. Of a controller it is the shape that it bends.
    fn morph_target(&mut self, place: Node<'a>, name: &str, vertices: Option<usize>) -> Result<GeometryId, String> {
        let found = self.documents.follow(place, name).map_err(|why| why.to_string())?;
        let shape = match found.local_name() {
            "controller" => deformer(found).and_then(|d| self.data(found).base_geometry(d)),
            _ => Some(found),
        };
        let id = shape.and_then(|s| self.geometry(s)).ok_or_else(|| format!("`{}` is not a shape", label(found)))?;
        let count = self.vertex_count(id);
        match (vertices, count) {
            (Some(wanted), Some(count)) if wanted != count => {
                Err(format!("it has {}, the shape has {wanted}", portolan_syntax::counted(count, "vertex", "vertices")))
            }
            (Some(_), None) => Err("it is not a mesh".to_owned()),
            _ => Ok(id),
        }
    }

    /// A target without effect: the shape itself, or no difference to it.
    fn neutral(&mut self, method: MorphMethod, base: GeometryId) -> GeometryId {
        if method == MorphMethod::Normalized {
            return base;
        }
        if let Some(known) = self.known.neutral.get(&base) {
            return *known;
        }
        let Some(geometry) = self.scene.geometry(base) else { return base };
        let shape = match &geometry.shape {
            Shape::Mesh(mesh) => Shape::Mesh(no_difference(mesh)),
            _ => Shape::Empty,
        };
        let meta = Meta { origin: geometry.meta.origin, ..Meta::default() };
        let id = GeometryId::next(&self.scene.geometries);
        self.scene.geometries.push(Geometry::new(meta, shape));
        self.known.neutral.insert(base, id);
        id
    }

    fn morph_weights(&mut self, id: ControllerId, inputs: Node<'a>, targets: usize) -> Vec<f64> {
        let source = self.input_source(inputs, "MORPH_WEIGHT");
        let mut weights = source.and_then(|s| source::numbers::<f64>(self.data(s), s)).unwrap_or_default();
        let width = weights.width.max(1);
        let mut values: Vec<f64> = weights.data.drain(..).step_by(width).collect();
        let infinite = values.iter_mut().filter(|w| !w.is_finite()).map(|w| *w = 0.0).count();
        if values.len() != targets || infinite > 0 {
            let message = match infinite {
                0 => format!(
                    "{}, but {}",
                    portolan_syntax::counted(targets, "morph target", "morph targets"),
                    portolan_syntax::counted(values.len(), "weight", "weights")
                ),
                n => portolan_syntax::counted(
                    n,
                    "weight is not finite and is read as 0",
                    "weights are not finite and are read as 0",
                ),
            };
            self.lose(&codes::MORPH_WEIGHT, Fate::Approximated, inputs, message);
        }
        values.resize(targets, 0.0);
        if let Some(source) = source {
            let target = Target::Weight { controller: id, part: Part::All };
            let named = self.data(source).source(source).and_then(|s| s.array).map(|a| a.node);
            let own = || source.elements().find(|e| ArrayKind::of(e.local_name()).is_some());
            if let Some(array) = named.or_else(own) {
                self.drive(array, target.clone(), 1.0);
            }
            self.drive(source, target, 1.0);
        }
        values
    }
}

/// The data of the vertices, all zero, and nothing to draw.
fn no_difference(mesh: &Mesh) -> Mesh {
    let mut none = Mesh { vertices: mesh.vertices.clone(), ..Mesh::default() };
    for attribute in &mut none.vertices {
        let Some(stream) = mesh.streams.get(attribute.stream as usize) else { continue };
        attribute.stream = none.streams.len() as u32;
        let zeros = portolan_scene::Stream::new(stream.width, vec![0.0; stream.data.len()]);
        none.streams.push(zeros);
    }
    none
}
