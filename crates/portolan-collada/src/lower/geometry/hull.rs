//! `<convex_mesh>` without faces of its own: the hull of its points, or of another geometry.

use hashbrown::HashSet;
use portolan_mesh::hull;
use portolan_scene::{Fate, GeometryId, Meta, Shape};
use portolan_syntax::Node;

use super::super::{Lower, codes};
use super::{label, primitive};

/// Hulls of hulls that are followed.
const DEEPEST: usize = 64;

/// Does the geometry ask for a hull?
pub(super) fn is_wanted(geometry: Node<'_>) -> bool {
    geometry.child("convex_mesh").is_some_and(|mesh| {
        mesh.attribute("convex_hull_of").is_some() || !mesh.elements().any(|e| primitive::is_primitive(e.local_name()))
    })
}

impl<'a> Lower<'a> {
    /// Computes the hulls that geometries ask for.
    pub(super) fn fill_hulls(&mut self) {
        while let Some((id, element)) = self.hulls.pop() {
            let Some(of) = self.hull_of(element) else { continue };
            let meta = Meta { origin: self.origin(element), ..Meta::default() };
            let made = match self.scene.geometry(of).map(|g| &g.shape) {
                Some(Shape::Mesh(mesh)) => hull(mesh, meta),
                _ => None,
            };
            match made {
                Some(mesh) => {
                    if let Some(geometry) = self.scene.geometries.get_mut(id.index()) {
                        geometry.shape = Shape::Mesh(mesh);
                    }
                }
                None => {
                    let message = format!("the points of `{}` have no convex hull", label(element));
                    self.lose(&codes::HULL, Fate::Dropped, element, message);
                }
            }
        }
    }

    /// The mesh whose hull a geometry asks for.
    fn hull_of(&mut self, element: Node<'a>) -> Option<GeometryId> {
        let mut seen = HashSet::new();
        let mut at = element;
        while let Some(mesh) = at.child("convex_mesh").filter(|m| m.attribute("convex_hull_of").is_some()) {
            if !seen.insert(at.id()) || seen.len() > DEEPEST {
                self.lose(
                    &codes::HULL,
                    Fate::Dropped,
                    mesh,
                    format!("`{}` is defined as its own hull", label(element)),
                );
                return None;
            }
            at = self.follow(mesh, "convex_hull_of")?;
        }
        let id: GeometryId = self.geometry(at)?;
        match self.scene.geometry(id).map(|g| &g.shape) {
            Some(Shape::Mesh(mesh)) => mesh.positions().map(|_| id),
            _ => {
                self.lose(&codes::HULL, Fate::Dropped, element, format!("`{}` has no points", label(at)));
                None
            }
        }
    }
}
