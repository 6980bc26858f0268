//! `<convex_mesh>` without faces of its own: the hull of its points, or of another geometry.

use hashbrown::HashSet;
use portolan_scene::{Attribute, Fate, GeometryId, Mesh, Meta, Primitive, PrimitiveKind, Semantic, Shape, Stream};
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
            let Some(points) = self.hull_points(element) else { continue };
            match portolan_geom::hull::hull(&points) {
                Some((corners, triangles)) => {
                    let mesh = hull_mesh(self.meta(element), &corners, triangles);
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

    /// The points whose hull a geometry asks for.
    fn hull_points(&mut self, element: Node<'a>) -> Option<Vec<[f32; 3]>> {
        let mut seen = HashSet::new();
        let mut at = element;
        while let Some(mesh) = at.child("convex_mesh").filter(|m| m.attribute("convex_hull_of").is_some()) {
            if !seen.insert(at.id()) || seen.len() > DEEPEST {
                self.lose(&codes::HULL, Fate::Dropped, mesh, format!("`{}` is the hull of itself", label(element)));
                return None;
            }
            at = self.follow(mesh, "convex_hull_of")?;
        }
        let id: GeometryId = self.geometry(at)?;
        match self.scene.geometry(id).map(|g| &g.shape) {
            Some(Shape::Mesh(mesh)) => mesh.positions().map(rows),
            _ => {
                self.lose(&codes::HULL, Fate::Dropped, element, format!("`{}` has no points", label(at)));
                None
            }
        }
    }
}

fn rows(stream: &Stream) -> Vec<[f32; 3]> {
    let row = |row: &[f32]| {
        let mut v = [0.0; 3];
        v.iter_mut().zip(row).for_each(|(to, from)| *to = *from);
        v
    };
    stream.data.chunks_exact((stream.width as usize).max(1)).map(row).collect()
}

fn hull_mesh(meta: Meta, corners: &[[f32; 3]], triangles: Vec<u32>) -> Mesh {
    let primitive = Primitive::plain(
        Meta { origin: meta.origin, ..Meta::default() },
        PrimitiveKind::Triangles,
        triangles,
        Vec::new(),
    );
    Mesh {
        streams: vec![Stream { id: None, width: 3, data: corners.concat() }],
        vertices: vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }],
        primitives: vec![primitive],
        double_sided: None,
        convex: true,
    }
}
