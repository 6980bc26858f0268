//! Convex hulls.

use portolan_scene::{Attribute, Mesh, Meta, Primitive, PrimitiveKind, Semantic, Stream};

use crate::points;

/// The convex hull of the vertices of a mesh; `None` if they lie on a line or are fewer than three.
///
/// It is exact: corners are vertices of the mesh, and no vertex is outside. The primitive is given with its names.
pub fn hull(of: &Mesh, meta: Meta) -> Option<Mesh> {
    let positions = of.positions()?;
    let (corners, triangles) = portolan_geom::hull::hull(&points(&positions.data, positions.width as usize))?;
    Some(Mesh {
        streams: vec![Stream::new(3, corners.concat())],
        vertices: vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }],
        primitives: vec![Primitive::plain(meta, PrimitiveKind::Triangles, triangles, Vec::new())],
        double_sided: None,
        convex: true,
    })
}
