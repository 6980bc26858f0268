//! `<geometry>`: meshes, splines, convex hulls.

mod hull;
mod mesh;
mod primitive;
mod spline;

use portolan_scene::{Fate, Frame, Geometry, GeometryId, Losses, Shape};
use portolan_syntax::{Code, Node};
use rayon::prelude::*;

use super::{Lower, codes};
pub(super) use mesh::semantic;

/// Where losses of one geometry are told; geometries are read side by side.
pub(super) struct Reading<'c, 'a> {
    pub cx: &'c Lower<'a>,
    pub losses: Losses,
    /// Leads to the numbers of the scene.
    pub frame: Frame,
}

impl<'a> Reading<'_, 'a> {
    fn lose(&mut self, code: &'static Code, fate: Fate, element: Node<'_>, message: impl Into<String>) {
        let origin = self.cx.origin(element);
        self.losses.push(code, fate, origin, message);
    }
}

impl<'a> Lower<'a> {
    /// Takes over all geometries of the main document, side by side.
    pub(super) fn all_geometries(&mut self) {
        let elements: Vec<Node<'a>> = self.all_typed("geometry");
        let read = |element: &Node<'a>| read(self, *element);
        let all: Vec<(Geometry, Losses)> = match elements.len() {
            0 | 1 => elements.iter().map(read).collect(),
            _ => elements.par_iter().map(read).collect(),
        };
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
            "brep" => {
                let message = format!("the boundary representation `{}` is not tessellated", label(element));
                reading.lose(&codes::BREP, Fate::Dropped, child, message);
            }
            _ => {}
        }
    }
    (Geometry::new(cx.meta(element), shape), reading.losses)
}

/// What to call an element in a message.
pub(super) fn label(element: Node<'_>) -> String {
    let named = ["id", "name", "sid"].iter().find_map(|a| element.attribute_value(a));
    named.map_or_else(|| element.local_name().to_owned(), |n| n.trim().to_owned())
}
