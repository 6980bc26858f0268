//! Primitives with one index for each vertex.

use portolan_scene::{Attribute, Input, Mesh, Meta, Primitive, PrimitiveKind, Semantic, Stream};

use crate::{Indexed, Indices, single_column};

fn mesh(places: &[[f32; 3]], with_normals: bool) -> Mesh {
    let attribute = |semantic, stream| Attribute { semantic, set: None, stream };
    let mut vertices = vec![attribute(Semantic::Position, 0)];
    if with_normals {
        vertices.push(attribute(Semantic::Normal, 1));
    }
    let normals = places.iter().flat_map(|_| [0.0, 0.0, 1.0]).collect();
    let stream = |data| Stream::new(3, data);
    Mesh { streams: vec![stream(places.concat()), stream(normals)], vertices, ..Mesh::default() }
}

fn primitive(kind: PrimitiveKind, indices: &[u32], counts: &[u32]) -> Primitive {
    Primitive::plain(Meta::default(), kind, indices.to_vec(), counts.to_vec())
}

const SQUARE: [[f32; 3]; 4] = [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.]];

#[test]
fn strips_turn_every_second_triangle() {
    let mesh = mesh(&SQUARE, true);
    let strip = primitive(PrimitiveKind::TriangleStrips, &[0, 1, 3, 2], &[4]);
    assert_eq!(*Indexed::new(&mesh, &strip).unwrap().index_list(), [0, 1, 3, 3, 1, 2]);
    let fan = primitive(PrimitiveKind::TriangleFans, &[0, 1, 2, 3], &[4]);
    assert_eq!(*Indexed::new(&mesh, &fan).unwrap().index_list(), [0, 1, 2, 0, 2, 3]);
    let line = primitive(PrimitiveKind::LineStrips, &[3, 1, 2, 0, 0], &[3, 2]);
    assert_eq!(*Indexed::new(&mesh, &line).unwrap().index_list(), [3, 1, 1, 2, 0, 0]);
}

#[test]
fn streams_are_taken_over_when_all_rows_are_used() {
    let mesh = mesh(&SQUARE, true);
    let whole = primitive(PrimitiveKind::Triangles, &[0, 1, 2, 0, 2, 3], &[]);
    let done = Indexed::new(&mesh, &whole).unwrap();
    assert!(done.is_identity() && matches!(done.indices, Some(Indices::Borrowed(_))));
    // Row 1 is not used: only three vertices remain.
    let part = primitive(PrimitiveKind::Triangles, &[3, 0, 2], &[]);
    let done = Indexed::new(&mesh, &part).unwrap();
    assert_eq!((done.count, &*done.index_list()), (3, &[0, 1, 2][..]));
    assert_eq!(*done.rows(0).unwrap(), [3, 0, 2]);
}

#[test]
fn columns_that_differ_make_more_vertices() {
    let mut mesh = mesh(&SQUARE, true);
    mesh.streams.push(Stream::new(2, vec![0.0; 12]));
    let mut two = primitive(PrimitiveKind::Triangles, &[0, 0, 1, 1, 2, 2, 0, 5, 2, 2, 3, 3], &[]);
    two.stride = 2;
    let attribute = Attribute { semantic: Semantic::TexCoord, set: Some(0), stream: 2 };
    two.inputs = vec![Input { attribute, column: 1 }];
    let done = Indexed::new(&mesh, &two).unwrap();
    assert_eq!(done.count, 5);
    assert_eq!(*done.index_list(), [0, 1, 2, 3, 2, 4]);
    assert_eq!(*done.rows(0).unwrap(), [0, 1, 2, 0, 3]);
    assert_eq!(*done.rows(1).unwrap(), [0, 1, 2, 5, 3]);
}

#[test]
fn faces_without_normals_get_their_own() {
    let mut places = SQUARE.to_vec();
    places.push([0.0, 0.0, -1.0]);
    let mesh = mesh(&places, false);
    let two = primitive(PrimitiveKind::Polygons, &[0, 1, 2, 3, 0, 4, 1], &[4, 3]);
    let done = Indexed::new(&mesh, &two).unwrap();
    assert_eq!((done.count, done.index_list().len()), (7, 9));
    let normals = done.normals.unwrap();
    assert_eq!((normals[0], normals[3], normals[4]), ([0., 0., 1.], [0., 0., 1.], [0., -1., 0.]));
    let strip = primitive(PrimitiveKind::TriangleStrips, &[0, 1, 3, 2], &[4]);
    let done = Indexed::new(&mesh, &strip).unwrap();
    assert_eq!((done.count, done.indices.is_none()), (6, true));
}

#[test]
fn one_column_is_enough_where_all_agree() {
    let mut mesh = mesh(&SQUARE, true);
    mesh.streams.push(Stream::new(2, vec![0.0; 8]));
    let mut two = primitive(PrimitiveKind::Triangles, &[0, 0, 1, 1, 3, 3], &[]);
    two.stride = 2;
    let attribute = Attribute { semantic: Semantic::TexCoord, set: Some(0), stream: 2 };
    two.inputs = vec![Input { attribute, column: 1 }];
    assert_eq!(single_column(&mesh, &two).as_deref(), Some(&[0, 1, 3][..]));
    // One row more than there are vertices.
    mesh.streams[2].data.extend([0.0; 2]);
    assert_eq!(single_column(&mesh, &two), None);
    mesh.streams[2].data.truncate(8);
    two.indices[5] = 2;
    assert_eq!(single_column(&mesh, &two), None);
}

#[test]
fn tangents_follow_the_texture() {
    // The texture lies on the square as it is, so its u runs along x and its v along y.
    let mut mesh = mesh(&SQUARE, true);
    let coordinates = SQUARE.iter().flat_map(|[x, y, _]| [*x, *y]).collect();
    mesh.streams.push(Stream::new(2, coordinates));
    mesh.vertices.push(Attribute { semantic: Semantic::TexCoord, set: None, stream: 2 });
    let square = primitive(PrimitiveKind::Polygons, &[0, 1, 2, 3], &[4]);
    let mut indexed = Indexed::new(&mesh, &square).unwrap();
    indexed.add_tangents(&mesh, &square, 2);
    assert_eq!(indexed.count, 4);
    assert_eq!(**indexed.tangents.as_ref().unwrap(), [[1.0, 0.0, 0.0, 1.0]; 4]);
    // Mirrored on one of two triangles, the tangents of both run against each other: four vertices become six.
    let triangles = primitive(PrimitiveKind::Triangles, &[0, 1, 2, 0, 2, 3], &[]);
    mesh.streams[2].data = vec![0., 0., 1., 0., 1., 1., 2., 1.];
    let mut indexed = Indexed::new(&mesh, &triangles).unwrap();
    indexed.add_tangents(&mesh, &triangles, 2);
    assert_eq!((indexed.count, indexed.row(0, 5)), (6, Some(3)));
}

#[test]
fn equal_vertices_become_one() {
    // Two triangles of a square, each corner written anew.
    let corners = [0, 1, 2, 0, 2, 3].map(|c| SQUARE[c]);
    let mesh = mesh(&corners, true);
    let all = primitive(PrimitiveKind::Triangles, &[0, 1, 2, 3, 4, 5], &[]);
    let merged = |apart: bool| {
        let mut done = Indexed::new(&mesh, &all).unwrap();
        done.merge_equal(&mesh, &all, apart);
        (done.count, done.index_list().into_owned(), done.positions(&mesh, &all))
    };
    assert_eq!(merged(false), (4, vec![0, 1, 2, 0, 2, 3], SQUARE.to_vec()));
    assert_eq!(merged(true).0, 6, "joints may move each of them");
    // Faces without normals that lie in one plane share their corners.
    let flat = self::mesh(&corners, false);
    let mut done = Indexed::new(&flat, &all).unwrap();
    done.merge_equal(&flat, &all, false);
    assert_eq!((done.count, done.normals.as_ref().map(|n| n.len())), (4, Some(4)));
}
