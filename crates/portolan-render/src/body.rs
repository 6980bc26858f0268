//! Shapes at their places.

use std::collections::HashMap;
use std::sync::Arc;

use portolan_eval::{Deformed, deform, normal_matrix};
use portolan_mesh::{Curves, Data, Faces, data, edges, first, texture_set, triple};
use portolan_parallel::prelude::*;
use portolan_scene::glam::{DMat3, DMat4, DVec3};
use portolan_scene::{Drawn, Fate, GeometryId, Losses, MaterialId, Mesh, Node, Origin, Primitive, Semantic, Stream};

use crate::contrary::Contrary;
use crate::crease::Around;
use crate::outline::Sides;
use crate::surface::Surface;
use crate::view::{Projector, View};
use crate::{Options, Subject, codes};

/// Most elements of a picture. Their numbers fit into 32 bits with room to spare.
const MOST_ELEMENTS: u64 = 400_000_000;

/// What does not change from frame to frame.
#[derive(Default, Debug)]
pub(crate) struct Shapes {
    curves: Curves,
    elements: HashMap<(GeometryId, u32, bool), Faces>,
    /// For primitives without normals.
    around: HashMap<(GeometryId, u32), Around>,
    /// For primitives of which some look against their winding.
    contrary: HashMap<(GeometryId, u32), Contrary>,
}

/// A shape at its place.
pub(crate) struct Body<'a> {
    pub mesh: &'a Mesh,
    /// Where vertices are written.
    positions: Option<&'a Stream>,
    deformed: Option<Deformed>,
    pub to_world: DMat4,
    /// Its place on the stage.
    pub place: u32,
    /// For normals.
    turn: DMat3,
    pub projector: Projector,
    pub mirrored: bool,
    pub parts: Vec<Part<'a>>,
}

/// A primitive at its place.
pub(crate) struct Part<'a> {
    /// The number of its first element.
    pub first: u32,
    pub elements: &'a Faces,
    pub primitive: &'a Primitive,
    pub surface: Arc<Surface<'a>>,
    pub sides: Sides,
    /// Does the back of a face look the other way? Normals that the document gives are what they are, unless it also
    /// says that faces have two sides.
    pub turned_behind: bool,
    pub normal: Option<Data<'a>>,
    /// Where there are no normals.
    pub around: Option<&'a Around>,
    pub contrary: Option<&'a Contrary>,
    pub colour: Option<Data<'a>>,
    pub coordinates: Vec<Data<'a>>,
}

impl Part<'_> {
    /// Which sides of a face are seen. What it is in front of counts by its normals, what is hidden by its winding.
    pub fn sides_of(&self, element: u32) -> Sides {
        match self.sides {
            Sides::Both if self.contrary.is_some_and(|c| c.holds(element)) => Sides::BothMirrored,
            Sides::BothMirrored if self.contrary.is_some_and(|c| c.holds(element)) => Sides::Both,
            sides => sides,
        }
    }
}

impl Shapes {
    /// Makes what the subject needs and is not there yet.
    pub fn prepare(&mut self, subject: &Subject<'_>, wireframe: bool) {
        let scene = subject.scene;
        let mut wanted = Vec::new();
        for (placed, at) in subject.stage.placed.iter().zip(0..) {
            let drawn = scene.node(placed.node).filter(|_| subject.pose.shown(at)).map_or(&[][..], |n| &n.drawn);
            for drawn in drawn.iter().filter(|d| scene.is_visible(d)) {
                let Some((id, _)) = scene.chain(drawn.what) else { continue };
                self.curves.prepare(scene, id);
                let count = self.curves.mesh(scene, id).map_or(0, |m| m.primitives.len() as u32);
                wanted.extend((0..count).map(|p| (id, p, wireframe)).filter(|k| !self.elements.contains_key(k)));
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        let made: Vec<_> = wanted
            .par_iter()
            .filter_map(|key| {
                let mesh = self.curves.mesh(scene, key.0)?;
                let primitive = mesh.primitives.get(key.1 as usize)?;
                Some((*key, if wireframe { edges(mesh, primitive) } else { Faces::new(mesh, primitive) }))
            })
            .collect();
        let sides: Vec<_> = made
            .par_iter()
            .filter_map(|((id, number, _), elements)| {
                let mesh = self.curves.mesh(scene, *id)?;
                let primitive = mesh.primitives.get(*number as usize)?;
                let given = first(mesh, &data(mesh, primitive), &Semantic::Normal, 3).is_some();
                let around = if given { None } else { Around::new(primitive, elements) };
                Some(((*id, *number), around, Contrary::new(mesh, primitive, elements)))
            })
            .collect();
        for (key, around, contrary) in sides {
            self.around.extend(around.map(|a| (key, a)));
            self.contrary.extend(contrary.map(|c| (key, c)));
        }
        self.elements.extend(made);
    }

    /// Faces of all shapes, each counted once.
    pub fn faces(&self) -> u64 {
        self.elements.values().map(|e| u64::from(e.count)).sum()
    }

    /// All bodies of a subject. With `inverted`, opacity counts the other way round.
    pub fn bodies<'a>(
        &'a self,
        subject: &Subject<'a>,
        view: &View,
        options: &Options,
        inverted: bool,
        notes: &mut Losses,
    ) -> Vec<Body<'a>> {
        let scene = subject.scene;
        let wireframe = options.wireframe;
        let wanted = |node: &&Node| options.layers.is_empty() || node.layers.iter().any(|l| options.layers.contains(l));
        let mut surfaces: HashMap<SurfaceKey, Arc<Surface<'a>>> = HashMap::new();
        let mut bodies = Vec::new();
        let mut count = 0u64;
        for (placed, at) in subject.stage.placed.iter().zip(0..) {
            let drawn =
                scene.node(placed.node).filter(|_| subject.pose.shown(at)).filter(wanted).map_or(&[][..], |n| &n.drawn);
            for drawn in drawn.iter().filter(|d| scene.is_visible(d)) {
                let Some((id, _)) = scene.chain(drawn.what) else { continue };
                let Some(mesh) = self.curves.mesh(scene, id) else { continue };
                let to_world = subject.pose.world(at);
                let mut body = Body {
                    mesh,
                    positions: mesh.positions(),
                    deformed: deform(scene, subject.stage, subject.pose, subject.overrides, at, drawn),
                    to_world,
                    place: at,
                    turn: normal_matrix(to_world),
                    projector: view.projector(to_world),
                    mirrored: DMat3::from_mat4(to_world).determinant() < 0.0,
                    parts: Vec::new(),
                };
                for (primitive, number) in mesh.primitives.iter().zip(0..) {
                    let Some(elements) = self.elements.get(&(id, number, wireframe)) else { continue };
                    if elements.count == 0 {
                        continue;
                    }
                    if count + u64::from(elements.count) > MOST_ELEMENTS {
                        let message = "the number of instances exceeds the limit; some are not rendered";
                        notes.push(&codes::TOO_MUCH, Fate::Dropped, Origin::default(), message);
                        continue;
                    }
                    let mut part = part(subject, mesh, primitive, elements, drawn, inverted, &mut surfaces, notes);
                    part.first = count as u32;
                    part.around = self.around.get(&(id, number));
                    part.contrary = self.contrary.get(&(id, number));
                    let material = drawn.binding(primitive).and_then(|b| scene.material(b.material));
                    let seen = portolan_mesh::Sides::of(Some(mesh), material);
                    part.turned_behind = seen.are_both() || part.normal.is_none();
                    part.sides = match (seen, body.mirrored) {
                        (portolan_mesh::Sides::Front, false) => Sides::Front,
                        (portolan_mesh::Sides::Front, true) => Sides::Mirrored,
                        (_, true) => Sides::BothMirrored,
                        _ => Sides::Both,
                    };
                    count += u64::from(elements.count);
                    body.parts.push(part);
                }
                if !body.parts.is_empty() {
                    bodies.push(body);
                }
            }
        }
        bodies
    }
}

/// What makes surfaces the same: the material, and what its coordinates are.
type SurfaceKey = (Option<MaterialId>, Vec<(Box<str>, Option<usize>)>);

#[allow(clippy::too_many_arguments)]
fn part<'a>(
    subject: &Subject<'a>,
    mesh: &'a Mesh,
    primitive: &'a Primitive,
    elements: &'a Faces,
    drawn: &'a Drawn,
    inverted: bool,
    surfaces: &mut HashMap<SurfaceKey, Arc<Surface<'a>>>,
    notes: &mut Losses,
) -> Part<'a> {
    let data = data(mesh, primitive);
    let binding = drawn.binding(primitive);
    let mut material = binding.and_then(|b| portolan_eval::material(subject.scene, b.material, subject.overrides));
    if inverted && let Some(material) = &mut material {
        material.to_mut().invert_opacity();
    }
    let mut coordinates: Vec<Data<'a>> = Vec::new();
    let mut channel = |name: &str| {
        let source = *data.get(texture_set(&data, name, binding)?)?;
        Some(coordinates.iter().position(|c| *c == source).unwrap_or_else(|| {
            coordinates.push(source);
            coordinates.len() - 1
        }))
    };
    let surface = match &material {
        Some(material) => {
            let names = material.textures().map(|(_, t)| (t.coordinates.clone(), channel(&t.coordinates)));
            let key = (binding.map(|b| b.material), names.collect());
            let fresh = || Arc::new(Surface::new(material, subject, &mut channel, notes));
            surfaces.entry(key).or_insert_with(fresh).clone()
        }
        None => {
            let fresh = || Arc::new(Surface::new(&plain(), subject, &mut channel, notes));
            surfaces.entry((None, Vec::new())).or_insert_with(fresh).clone()
        }
    };
    let normal = first(mesh, &data, &Semantic::Normal, 3);
    let colour = first(mesh, &data, &Semantic::Color, 3);
    Part {
        first: 0,
        elements,
        primitive,
        surface,
        sides: Sides::Both,
        turned_behind: false,
        normal,
        around: None,
        contrary: None,
        colour,
        coordinates,
    }
}

/// What is drawn without a material.
fn plain() -> portolan_scene::Material {
    let white = portolan_scene::Colour { value: [1.0; 4], texture: None };
    portolan_scene::Material { diffuse: Some(white.clone()), ambient: Some(white), ..Default::default() }
}

impl Body<'_> {
    pub fn vertices(&self) -> usize {
        self.deformed.as_ref().map_or_else(|| self.mesh.vertex_count(), |d| d.positions.len())
    }

    /// Where a vertex is, in the space of the place.
    #[inline]
    pub fn position(&self, vertex: u32) -> [f32; 3] {
        match &self.deformed {
            Some(deformed) => deformed.positions.get(vertex as usize).copied().unwrap_or_default(),
            None => triple(self.positions.map_or(&[], |s| s.row(vertex as usize))),
        }
    }

    /// The positions as written, where nothing bends them.
    pub fn written(&self) -> Option<&Stream> {
        if self.deformed.is_some() { None } else { self.positions }
    }

    /// A row of some data for a corner.
    fn data(&self, part: &Part<'_>, source: Data<'_>, corner: u32) -> &[f32] {
        let index = part.primitive.row(corner as usize, source.column).map_or(usize::MAX, |i| i as usize);
        let Some(stream) = self.mesh.streams.get(source.attribute.stream as usize) else { return &[] };
        let changed = self.deformed.as_ref().and_then(|deformed| deformed.data(&source));
        let data = changed.unwrap_or(&stream.data);
        let width = (stream.width as usize).max(1);
        data.get(index.saturating_mul(width)..).and_then(|rest| rest.get(..width)).unwrap_or_default()
    }

    /// Numbers of a corner; what is missing is as in `default`.
    pub fn numbers<const N: usize>(
        &self,
        part: &Part<'_>,
        source: Data<'_>,
        corner: u32,
        default: [f64; N],
    ) -> [f64; N] {
        let mut found = default;
        for (to, from) in found.iter_mut().zip(self.data(part, source, corner)) {
            *to = f64::from(*from);
        }
        found
    }

    /// The normal of a corner as written, bent with the shape, in the space of the place.
    pub fn normal(&self, part: &Part<'_>, source: Data<'_>, corner: u32) -> DVec3 {
        let written = triple(self.data(part, source, corner));
        let vertex = part.primitive.vertex(corner as usize).unwrap_or(0) as usize;
        let bent = self.deformed.as_ref().map_or_else(|| written.into(), |d| d.normal(written, vertex));
        bent.as_dvec3().normalize_or_zero()
    }

    /// A normal in the world, of length 1; zero if it has no direction.
    pub fn turned(&self, normal: DVec3) -> DVec3 {
        (self.turn * normal).normalize_or_zero()
    }
}
