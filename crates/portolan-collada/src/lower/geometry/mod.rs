//! `<geometry>`: meshes, splines, convex hulls, exact solids.

mod brep;
mod hull;
mod mesh;
mod primitive;
mod spline;

use portolan_parallel::prelude::*;
use portolan_scene::{Fate, Frame, Geometry, GeometryId, Losses, Meta, PartName, Shape};
use portolan_syntax::{Code, Node};

use super::Lower;
use crate::raise::source::PARAM_NAMES;
pub(super) use mesh::semantic;

/// Where losses of one geometry are told; geometries are read side by side.
pub(super) struct Reading<'c, 'a> {
    pub cx: &'c Lower<'a>,
    pub losses: Losses,
    /// Leads to the numbers of the scene.
    pub frame: Frame,
}

/// Bytes of a document from which on its curves are read beside its geometries.
const WORTH_SHARING: u64 = 1 << 20;

impl<'a> Reading<'_, 'a> {
    fn lose(&mut self, code: &'static Code, fate: Fate, element: Node<'_>, message: impl Into<String>) {
        let origin = self.cx.origin(element);
        self.losses.push(code, fate, origin, message);
    }
}

impl<'a> Lower<'a> {
    /// Takes over all geometries of the main document, side by side. Curves are read meanwhile: one large geometry
    /// alone does not keep all cores busy.
    pub(super) fn all_geometries(&mut self) {
        let elements: Vec<Node<'a>> = self.all_typed("geometry");
        let read = |element: &Node<'a>| read(self, *element);
        let geometries = || -> Vec<(Geometry, Losses)> {
            match elements.len() {
                0 | 1 => elements.iter().map(read).collect(),
                _ => elements.par_iter().map(read).collect(),
            }
        };
        let many = self.documents.main().tree.source().size() >= WORTH_SHARING;
        let (all, curves) = match many {
            true => portolan_parallel::join(geometries, || self.samplers_ahead()),
            false => (geometries(), Default::default()),
        };
        self.curves_ahead = curves;
        for (element, (geometry, losses)) in elements.into_iter().zip(all) {
            self.keep_geometry(element, geometry, losses);
        }
        self.fill_hulls();
    }

    /// What a `<geometry>` of any document became.
    pub(super) fn geometry(&mut self, element: Node<'a>) -> Option<GeometryId> {
        if element.local_name() != "geometry" {
            return None;
        }
        if let Some(known) = self.known.geometries.get(&self.origin(element)) {
            return *known;
        }
        let (geometry, losses) = read(self, element);
        let id = self.keep_geometry(element, geometry, losses);
        self.fill_hulls();
        Some(id)
    }

    fn keep_geometry(&mut self, element: Node<'a>, geometry: Geometry, losses: Losses) -> GeometryId {
        let id = GeometryId::next(&self.scene.geometries);
        self.scene.geometries.push(geometry);
        self.losses.append(losses);
        self.known.geometries.insert(self.origin(element), Some(id));
        if hull::is_wanted(element) {
            self.hulls.push((id, element));
        }
        id
    }
}

fn read<'a>(cx: &Lower<'a>, element: Node<'a>) -> (Geometry, Losses) {
    let mut reading = Reading { cx, losses: Losses::default(), frame: cx.frame(element) };
    let mut shape = Shape::Empty;
    for child in element.elements() {
        match child.local_name() {
            "mesh" | "convex_mesh" => shape = Shape::Mesh(mesh::mesh(&mut reading, element, child)),
            "spline" => {
                if let Some(spline) = spline::spline(&mut reading, child) {
                    shape = Shape::Spline(spline);
                }
            }
            "brep" => shape = Shape::Brep(Box::new(brep::brep(&mut reading, child))),
            _ => {}
        }
    }
    let mut meta = cx.meta(element);
    if let (Shape::Brep(_), false, Some(aside)) = (&shape, reading.frame.is_identity(), &mut meta.aside) {
        // Its text has other lengths than the scene.
        aside.kept.retain(|k| k.what != portolan_scene::Content::Brep);
    }
    keep_parts(cx, element, &shape, &mut meta);
    (Geometry::new(meta, shape), reading.losses)
}

/// Names of parts, sources that nothing reads as numbers, and hulls as they are asked for.
fn keep_parts(cx: &Lower<'_>, geometry: Node<'_>, shape: &Shape, meta: &mut Meta) {
    for holder in geometry.elements() {
        let place = holder.local_name();
        if !matches!(place, "mesh" | "convex_mesh" | "spline") {
            continue;
        }
        if hull::is_wanted(geometry) {
            return cx.keep(holder, "", &mut meta.aside_mut().kept);
        }
        let Shape::Mesh(mesh) = shape else {
            let named = holder.elements().find(|e| e.local_name() == "source" && e.attribute_value("name").is_some());
            if named.is_some() {
                meta.aside_mut().parts.push(PartName { part: UNNAMED_SOURCES.into(), ..PartName::default() });
            }
            return;
        };
        if let Some(vertices) = holder.child("vertices") {
            let names = cx.names(vertices);
            let (id, sid, name) = (names.id, None, names.name);
            meta.aside_mut().parts.push(PartName { part: "vertices".into(), id, sid, name });
        }
        for source in holder.elements().filter(|e| e.local_name() == "source") {
            let names = cx.names(source);
            let is_read = names.id.is_some() && mesh.streams.iter().any(|s| s.id == names.id);
            if !is_read {
                cx.keep(source, place, &mut meta.aside_mut().kept);
                continue;
            }
            let array = source.elements().find(|e| crate::data::ArrayKind::of(e.local_name()).is_some());
            let id = array.and_then(|a| a.attribute_value("id")).map(|id| id.trim().into());
            let part = format!("source/{}", names.id.as_deref().unwrap_or_default());
            if id.is_some() || names.name.is_some() {
                let (part, name) = (part.as_str().into(), names.name);
                meta.aside_mut().parts.push(PartName { part, id, sid: None, name });
            }
            for (attribute, value) in source_details(source, array) {
                let (part, name) = (format!("{part}/{attribute}").into(), Some(value.into()));
                meta.aside_mut().parts.push(PartName { part, name, ..PartName::default() });
            }
            let kept = format!("{place}/source/{}", names.id.as_deref().unwrap_or_default());
            for technique in source.elements().filter(|e| e.local_name() == "technique") {
                cx.keep(technique, &kept, &mut meta.aside_mut().kept);
            }
        }
    }
}

/// The part that stands for names of sources which are written without them.
pub(crate) const UNNAMED_SOURCES: &str = "sources";

/// What a source says of its numbers beside what they are: the name of the array, how exact they are, and what the numbers
/// of a row are called, if that is not usual.
fn source_details(source: Node<'_>, array: Option<Node<'_>>) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for name in ["name", "digits", "magnitude"] {
        let value = array.and_then(|a| a.attribute_value(name)).map(|v| v.trim().to_owned());
        found.extend(value.map(|v| (name, v)));
    }
    let accessor = source.child("technique_common").and_then(|t| t.child("accessor"));
    let params = accessor.into_iter().flat_map(|a| a.elements()).filter(|e| e.local_name() == "param");
    // Names are words, so that a space separates them.
    let names: Vec<String> =
        params.map(|p| p.attribute_value("name").map_or(String::new(), |n| n.trim().to_owned())).collect();
    let usual = |usual: &&[&str]| usual.len() >= names.len() && usual.iter().zip(&names).all(|(u, n)| u == n);
    if !PARAM_NAMES.iter().any(usual) && names.iter().all(|n| !n.contains(char::is_whitespace)) {
        found.push(("params", names.join(" ")));
    }
    found
}

/// What to call an element in a message.
pub(super) fn label(element: Node<'_>) -> String {
    let named = ["id", "name", "sid"].iter().find_map(|a| element.attribute_value(a));
    named.map_or_else(|| element.local_name().to_owned(), |n| n.trim().to_owned())
}
