//! Polygons become triangles, or all faces polygons.

use portolan_mesh::Faces;
use portolan_scene::{Fate, Losses, Mesh, Meta, Primitive, PrimitiveKind, Scene, Shape};

use crate::codes;

/// Cuts strips, fans and polygons into triangles. Points and lines stay.
pub fn triangulate(scene: &mut Scene) -> Losses {
    change(scene, triangles)
}

/// Writes all faces as polygons: those that are polygons stay, with their holes; triangles become polygons of three
/// corners. Triangles are not joined: what two of them once were is not known, and their corners may differ.
pub fn polygons(scene: &mut Scene) -> Losses {
    change(scene, |mesh, primitive| {
        if primitive.kind == PrimitiveKind::Polygons || !primitive.kind.has_faces() {
            return None;
        }
        let cut = triangles(mesh, primitive).unwrap_or_else(|| (primitive.clone(), 0)).0;
        let counts = vec![3; cut.corners() / 3];
        Some((Primitive { kind: PrimitiveKind::Polygons, counts, ..cut }, 0))
    })
}

/// What a primitive becomes, and how many of its polygons are nothing then; `None` if it stays.
type Become = fn(&Mesh, &Primitive) -> Option<(Primitive, usize)>;

fn change(scene: &mut Scene, become_: Become) -> Losses {
    let mut losses = Losses::default();
    for geometry in &mut scene.geometries {
        let Shape::Mesh(mesh) = &mut geometry.shape else { continue };
        let changed: Vec<Option<(Primitive, usize)>> = mesh.primitives.iter().map(|p| become_(mesh, p)).collect();
        for (primitive, changed) in mesh.primitives.iter_mut().zip(changed) {
            let Some((mut new, broken)) = changed else { continue };
            // The word for what it was is not the word for what it is.
            new.meta.aside.iter_mut().for_each(|a| a.word = None);
            tell(&geometry.meta, primitive, &new, broken, &mut losses);
            *primitive = new;
        }
    }
    losses
}

fn tell(shape: &Meta, old: &Primitive, new: &Primitive, broken: usize, losses: &mut Losses) {
    let name = shape.label().unwrap_or("?");
    let word = if new.kind == PrimitiveKind::Triangles { "triangles" } else { "polygons" };
    let message = format!("faces of shape `{name}` are written as {word}");
    losses.push(&codes::FACES, Fate::Baked, old.meta.origin, message);
    if broken > 0 {
        let message = portolan_syntax::counted(
            broken,
            &format!("polygon of shape `{name}` cannot be triangulated and is dropped"),
            &format!("polygons of shape `{name}` cannot be triangulated and are dropped"),
        );
        losses.push(&codes::NO_TRIANGLES, Fate::Dropped, old.meta.origin, message);
    }
}

fn triangles(mesh: &Mesh, primitive: &Primitive) -> Option<(Primitive, usize)> {
    if primitive.kind == PrimitiveKind::Triangles || !primitive.kind.has_faces() {
        return None;
    }
    let faces = Faces::new(mesh, primitive);
    let mut new = Primitive {
        meta: primitive.meta.clone(),
        kind: PrimitiveKind::Triangles,
        material: primitive.material.clone(),
        inputs: primitive.inputs.clone(),
        counts: Vec::new(),
        rings: Vec::new(),
        indices: Vec::new(),
        ..*primitive
    };
    let Some(list) = faces.list() else {
        // Polygons of three corners each.
        new.indices = primitive.indices.clone();
        return Some((new, 0));
    };
    let stride = primitive.stride as usize;
    new.indices.reserve_exact(list.len() * stride);
    for corner in list {
        let at = *corner as usize * stride;
        new.indices.extend_from_slice(primitive.indices.get(at..at + stride).unwrap_or_default());
    }
    Some((new, faces.broken))
}

#[cfg(test)]
mod tests {
    use portolan_scene::{Attribute, Geometry, GeometryId, Input, Semantic, Stream};

    use super::*;

    fn primitive(kind: PrimitiveKind, indices: &[u32], counts: &[u32]) -> Primitive {
        let attribute = Attribute { semantic: Semantic::TexCoord, set: Some(0), stream: 1 };
        let mut meta = Meta::default();
        meta.aside_mut().word = Some("polylist".into());
        Primitive {
            meta,
            kind,
            material: Some("m".into()),
            inputs: vec![Input { attribute, column: 1 }],
            vertex_column: 0,
            stride: 2,
            indices: indices.iter().flat_map(|i| [*i, *i + 1]).collect(),
            counts: counts.to_vec(),
            rings: vec![],
        }
    }

    fn scene(primitives: Vec<Primitive>) -> Scene {
        let square = vec![0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0., 2., 0., 0.];
        let mesh = Mesh {
            streams: vec![Stream::new(3, square), Stream::new(2, vec![0.0; 12])],
            vertices: vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }],
            primitives,
            ..Mesh::default()
        };
        Scene { geometries: vec![Geometry::new(Meta::default(), Shape::Mesh(mesh))], ..Scene::default() }
    }

    fn of(scene: &Scene) -> &Mesh {
        match &scene.geometry(GeometryId(0)).unwrap().shape {
            Shape::Mesh(mesh) => mesh,
            _ => panic!("no mesh"),
        }
    }

    fn vertices(primitive: &Primitive) -> Vec<u32> {
        (0..primitive.corners()).filter_map(|c| primitive.vertex(c)).collect()
    }

    #[test]
    fn a_square_is_two_triangles_with_all_columns() {
        let mut scene = scene(vec![
            primitive(PrimitiveKind::Polygons, &[0, 1, 2, 3], &[4]),
            primitive(PrimitiveKind::LineStrips, &[0, 1, 2], &[3]),
            primitive(PrimitiveKind::TriangleStrips, &[0, 1, 3, 2], &[4]),
        ]);
        let losses = triangulate(&mut scene);
        assert_eq!(scene.check(), []);
        let mesh = of(&scene);
        assert_eq!(mesh.primitives[0].kind, PrimitiveKind::Triangles);
        assert_eq!(mesh.primitives[0].corners(), 6);
        assert!(mesh.primitives[0].indices.chunks(2).all(|c| c[1] == c[0] + 1));
        assert_eq!(mesh.primitives[0].meta.word(), None);
        assert_eq!(mesh.primitives[1].kind, PrimitiveKind::LineStrips);
        assert_eq!(vertices(&mesh.primitives[2]), [0, 1, 3, 3, 1, 2]);
        assert_eq!(losses.worst(), Some(Fate::Baked));
        assert_eq!(triangulate(&mut scene).worst(), None);
    }

    #[test]
    fn polygons_without_area_are_told() {
        let mut scene = scene(vec![primitive(PrimitiveKind::Polygons, &[0, 1, 0, 1, 2], &[2, 3])]);
        let losses = triangulate(&mut scene);
        assert_eq!(vertices(&of(&scene).primitives[0]), [0, 1, 2]);
        assert_eq!(losses.worst(), Some(Fate::Dropped));
    }

    #[test]
    fn triangles_become_polygons_of_three_corners() {
        let mut scene = scene(vec![
            primitive(PrimitiveKind::TriangleFans, &[0, 1, 2, 3], &[4]),
            primitive(PrimitiveKind::Polygons, &[0, 1, 2, 3], &[4]),
            primitive(PrimitiveKind::Triangles, &[0, 1, 2], &[]),
        ]);
        polygons(&mut scene);
        assert_eq!(scene.check(), []);
        let mesh = of(&scene);
        assert!(mesh.primitives.iter().all(|p| p.kind == PrimitiveKind::Polygons));
        let counts: Vec<_> = mesh.primitives.iter().map(|p| p.counts.clone()).collect();
        assert_eq!(counts, [vec![3, 3], vec![4], vec![3]]);
        assert_eq!(vertices(&mesh.primitives[0]), [0, 1, 2, 0, 2, 3]);
    }
}
