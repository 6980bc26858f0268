use portolan_scene::{
    Attribute, Geometry, GeometryId, Input, Material, MaterialBinding, MaterialId, Mesh, Meta, Primitive,
    PrimitiveKind, Scene, Segment, Semantic, Shape, Spline, Stream,
};

use super::*;

mod indexed;

/// A square from (0, 0) to (3, 3), and one from (1, 1) to (2, 2) for a hole in it.
fn squares() -> Mesh {
    let square = |a: f32, b: f32| [[a, a, 0.], [b, a, 0.], [b, b, 0.], [a, b, 0.]].concat();
    mesh([square(0., 3.), square(1., 2.)].concat())
}

fn mesh(positions: Vec<f32>) -> Mesh {
    Mesh {
        streams: vec![Stream::new(3, positions)],
        vertices: vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }],
        ..Mesh::default()
    }
}

fn primitive(kind: PrimitiveKind, corners: u32, counts: &[u32], rings: &[u32]) -> Primitive {
    let plain = Primitive::plain(Meta::default(), kind, (0..corners).collect(), counts.to_vec());
    Primitive { rings: rings.to_vec(), ..plain }
}

fn list(faces: &Faces) -> Vec<Vec<u32>> {
    (0..faces.count).map(|e| faces.corners(e)[..faces.kind.corners()].to_vec()).collect()
}

#[test]
fn every_kind_becomes_elements() {
    use PrimitiveKind::*;
    let faces = |kind, corners, counts: &[u32], rings: &[u32]| {
        list(&Faces::new(&squares(), &primitive(kind, corners, counts, rings)))
    };
    assert_eq!(faces(Points, 2, &[], &[]), [[0], [1]]);
    assert_eq!(faces(Lines, 5, &[], &[]), [[0, 1], [2, 3]]);
    assert_eq!(faces(LineStrips, 5, &[3, 2], &[]), [[0, 1], [1, 2], [3, 4]]);
    assert_eq!(faces(Triangles, 7, &[], &[]), [[0, 1, 2], [3, 4, 5]]);
    assert_eq!(faces(TriangleFans, 4, &[4], &[]), [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(faces(TriangleStrips, 5, &[5], &[]), [[0, 1, 2], [2, 1, 3], [2, 3, 4]]);
    assert_eq!(faces(Polygons, 8, &[4, 4], &[]), [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]]);
    assert_eq!(faces(Polygons, 6, &[3, 3], &[]), [[0, 1, 2], [3, 4, 5]]);
    // Counts beyond the corners end it.
    assert_eq!(faces(Polygons, 4, &[3, 9], &[]), [[0, 1, 2]]);
    assert_eq!(faces(TriangleFans, 4, &[u32::MAX, u32::MAX], &[]).len(), 0);
    assert_eq!(faces(Polygons, 8, &[4, 4], &[2, 9]).len(), 8);
}

#[test]
fn holes_stay_open() {
    // 3 × 3 less 1 × 1; eight corners and two more along the cut to the hole, less two.
    let mesh = squares();
    let faces = Faces::new(&mesh, &primitive(PrimitiveKind::Polygons, 8, &[4, 4], &[2]));
    let place = |corner: u32| triple(mesh.streams[0].row(corner as usize));
    let doubled = |[a, b, c]: [[f32; 3]; 3]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let area: f32 = (0..faces.count).map(|f| doubled(faces.corners(f).map(place)) / 2.0).sum();
    assert_eq!((faces.count, faces.broken, area), (8, 0, 8.0));
}

#[test]
fn polygons_without_triangles_are_counted() {
    let faces = Faces::new(&squares(), &primitive(PrimitiveKind::Polygons, 8, &[2, 3, 3], &[]));
    assert_eq!((list(&faces), faces.broken), (vec![vec![2, 3, 4], vec![5, 6, 7]], 1));
}

#[test]
fn polygons_are_cut_where_they_are_placed() {
    let square = primitive(PrimitiveKind::Polygons, 4, &[4], &[]);
    assert_eq!(list(&Faces::new(&squares(), &square)), [[0, 1, 2], [0, 2, 3]]);
    // Corner 1 on the other side of the diagonal from 0 to 2: only the other diagonal lies inside.
    let moved = [[0., 0., 0.], [0.25, 0.5, 0.], [1., 1., 0.], [0., 1., 0.]];
    let faces = Faces::placed(&square, |corners, out| out.extend(corners.map(|c| moved[c as usize])));
    assert_eq!(list(&faces), [[0, 1, 3], [1, 2, 3]]);
}

#[test]
fn many_polygons_keep_their_order() {
    let count = 40_000;
    let row = [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.]].concat();
    let quads = primitive(PrimitiveKind::Polygons, 4 * count, &vec![4; count as usize], &[]);
    let faces = Faces::new(&mesh(row.repeat(count as usize)), &quads);
    let expected = (0..count).flat_map(|i| [0, 1, 2, 0, 2, 3].map(|c| 4 * i + c));
    assert!(faces.list().unwrap().iter().copied().eq(expected));
    assert_eq!((faces.count, faces.broken), (2 * count, 0));
}

#[test]
fn edges_are_those_of_polygons_each_once() {
    use PrimitiveKind::*;
    let edges = |kind, corners, counts: &[u32]| list(&edges(&squares(), &primitive(kind, corners, counts, &[])));
    assert_eq!(edges(Polygons, 4, &[4]), [[0, 1], [1, 2], [2, 3], [3, 0]]);
    assert_eq!(edges(TriangleFans, 4, &[4]), [[0, 1], [1, 2], [2, 0], [2, 3], [3, 0]]);
    assert_eq!(edges(Triangles, 4, &[]), [[0, 1], [1, 2], [2, 0]]);
    assert_eq!(edges(Lines, 4, &[]), [[0, 1], [2, 3]]);
}

#[test]
fn data_of_corners_counts_before_that_of_vertices() {
    let attribute = |semantic, set, stream| Attribute { semantic, set, stream };
    let mut mesh = squares();
    mesh.vertices.push(attribute(Semantic::Normal, None, 1));
    mesh.vertices.push(attribute(Semantic::TexCoord, Some(1), 2));
    mesh.streams.push(Stream::new(3, vec![1.; 24]));
    mesh.streams.push(Stream::new(2, (0..16).map(|x| x as f32).collect()));
    let mut primitive = primitive(PrimitiveKind::Triangles, 6, &[], &[]);
    primitive.stride = 2;
    let inputs = [(Semantic::TexCoord, Some(2), 2), (Semantic::Normal, None, 2), (Semantic::TexCoord, Some(0), 1)];
    primitive.inputs = inputs.map(|(s, set, stream)| Input { attribute: attribute(s, set, stream), column: 1 }).into();
    let all = data(&mesh, &primitive);
    let found: Vec<_> = all.iter().map(|d| (d.attribute.stream, d.column, d.of_vertex)).collect();
    assert_eq!(found, [(2, 1, false), (2, 1, false), (1, 1, false), (0, 0, true), (2, 0, true)]);
    assert_eq!(all[0].row(&mesh, &primitive, 1), [6., 7.], "corner 1 has the indices 2 and 3");
    // The lowest set, and wide enough: the normals of corners have two numbers only.
    assert_eq!(first(&mesh, &all, &Semantic::TexCoord, 1).unwrap().attribute.set, Some(0));
    assert_eq!(first(&mesh, &all, &Semantic::TexCoord, 3).unwrap().attribute.stream, 1);
    assert_eq!(first(&mesh, &all, &Semantic::Normal, 3), None);
}

#[test]
fn coordinates_are_found_by_binding_then_by_number_then_at_all() {
    let attribute = |set| Attribute { semantic: Semantic::TexCoord, set: Some(set), stream: 0 };
    let [one, zero, two] = [1, 0, 2].map(attribute);
    let data = [&one, &zero, &two].map(|attribute| Data { attribute, column: 0, of_vertex: false });
    let binding = MaterialBinding {
        symbol: "m".into(),
        material: MaterialId(0),
        inputs: vec![("UV".into(), Semantic::TexCoord, Some(2))],
        meta: Meta::default(),
    };
    assert_eq!(texture_set(&data, "UV", Some(&binding)), Some(2));
    assert_eq!(texture_set(&data, "CHANNEL1", Some(&binding)), Some(0));
    assert_eq!(texture_set(&data, "UV", None), Some(1), "the lowest set");
    assert_eq!(texture_set(&[], "UV", Some(&binding)), None);
    assert_eq!(texture_coordinates(&data, &["UV", "CHANNEL1"], Some(&binding)), [2, 0, 1]);
    assert_eq!(texture_coordinates(&data, &["TEX", "UVSET2"], None), [1, 2, 0]);
    assert_eq!(texture_coordinates(&[], &["UV"], Some(&binding)), [0usize; 0]);
}

#[test]
fn either_makes_it_double_sided() {
    let sides = |mesh, material| {
        let material = Material { double_sided: material, ..Material::default() };
        Sides::of(Some(&Mesh { double_sided: mesh, ..Mesh::default() }), Some(&material))
    };
    for other in [None, Some(false), Some(true)] {
        assert_eq!((sides(Some(true), other), sides(other, Some(true))), (Sides::Both, Sides::Both), "{other:?}");
    }
    assert_eq!(
        [sides(Some(false), None), sides(None, Some(false)), sides(Some(false), Some(false))],
        [Sides::Front; 3]
    );
    assert_eq!((sides(None, None), Sides::of(None, None)), (Sides::Unsaid, Sides::Unsaid));
}

#[test]
fn tolerances_are_distances() {
    assert_eq!(Tolerance::default().distance(8.0), 0.008);
    assert_eq!(Tolerance::metres(None, 0.01).distance(8.0), 0.008);
    assert_eq!(Tolerance::metres(Some(0.01), 0.5).distance(8.0), 0.02);
    assert_eq!(Tolerance::Share(0.5).distance(3.0), 1.5);
    assert_eq!(Tolerance::Distance(0.25).distance(8.0), 0.25);
    assert_eq!([Tolerance::default().distance(0.0), Tolerance::Share(1.0).distance(f64::INFINITY)], [1e-3; 2]);
    assert_eq!(Tolerance::Distance(0.0).distance(1.0), 1e-9);
}

/// The parabola y = x² from -1 to 1.
fn parabola() -> Spline {
    let third = 1.0 / 3.0;
    Spline {
        points: vec![[-1., 1., 0.], [1., 1., 0.]],
        segments: vec![Segment::Bezier; 2],
        out_tangents: vec![[-third, -third, 0.], [0.; 3]],
        in_tangents: vec![[0.; 3], [third, -third, 0.]],
        ..Spline::default()
    }
}

#[test]
fn curves_stay_within_their_tolerance() {
    // A chord over the width h is h² / 4 below the parabola at most: with n pieces, 1 / n².
    let near = |p: [f64; 3], x: f64| (p[0] - x).abs() < 1e-12 && (p[1] - x * x).abs() < 1e-12;
    let four = curve(&parabola(), Tolerance::Distance(1.0 / 16.0));
    assert_eq!(four.len(), 5);
    assert!(four.iter().zip([-1., -0.5, 0., 0.5, 1.]).all(|(p, x)| near(*p, x)), "{four:?}");
    // 2 / 1000 is 1 / 500, and 22² < 500 < 23².
    assert_eq!(curve(&parabola(), Tolerance::default()).len(), 24);
    assert_eq!(even_curve(&parabola(), 10).len(), 11);
    // Where it lies does not matter, only how large it is.
    let mut far = parabola();
    for p in far.points.iter_mut().chain(&mut far.out_tangents).chain(&mut far.in_tangents) {
        p[0] += 4096.0;
    }
    assert_eq!(curve(&far, Tolerance::default()).len(), 24);
}

#[test]
fn the_pieces_of_a_curve() {
    let spline = |method| Spline {
        points: vec![[0., 0., 0.], [3., 0., 0.]],
        segments: vec![method, Segment::Linear],
        out_tangents: vec![[0., 0., 9.], [0.; 3]],
        in_tangents: vec![[0.; 3], [0., 0., 9.]],
        ..Spline::default()
    };
    let points = |method| -> Vec<_> { bezier_pieces(&spline(method)).iter().flatten().map(|p| p.to_array()).collect() };
    assert_eq!(points(Segment::Linear), [[0., 0., 0.], [1., 0., 0.], [2., 0., 0.], [3., 0., 0.]]);
    // A third of the tangents from the ends.
    assert_eq!(points(Segment::Hermite), [[0., 0., 0.], [0., 0., 3.], [3., 0., -3.], [3., 0., 0.]]);
    assert_eq!(points(Segment::Bezier), [[0., 0., 0.], [0., 0., 9.], [0., 0., 9.], [3., 0., 0.]]);
}

#[test]
fn curves_of_a_scene_are_kept() {
    let shapes = [Shape::Spline(parabola()), Shape::Mesh(squares()), Shape::Empty];
    let geometries = shapes.map(|shape| Geometry::new(Meta::default(), shape)).into();
    let scene = Scene { geometries, ..Scene::default() };
    let mut curves = Curves::new(Tolerance::Distance(1.0 / 16.0));
    assert!(curves.mesh(&scene, GeometryId(0)).is_none());
    (0..3).for_each(|id| curves.prepare(&scene, GeometryId(id)));
    let mesh = curves.mesh(&scene, GeometryId(0)).unwrap();
    assert_eq!((curves.points(GeometryId(0)).len(), mesh.vertex_count()), (5, 5));
    assert_eq!(list(&Faces::new(mesh, &mesh.primitives[0])), [[0, 1], [1, 2], [2, 3], [3, 4]]);
    assert_eq!(curves.mesh(&scene, GeometryId(1)).map(Mesh::vertex_count), Some(8));
    assert!(curves.mesh(&scene, GeometryId(2)).is_none() && curves.points(GeometryId(1)).is_empty());
}

#[test]
fn hulls_have_the_outer_points_only() {
    let corner = |i: u8| [i & 1, i >> 1 & 1, i >> 2].map(f32::from);
    let cube: Vec<[f32; 3]> = (0..8).map(corner).chain([[0.5; 3]]).collect();
    let made = hull(&mesh(cube.concat()), Meta::default()).unwrap();
    assert_eq!((made.vertex_count(), made.primitives[0].triangles(), made.convex), (8, 12, true));
    assert!(hull(&mesh(vec![0., 0., 0., 1., 1., 1., 2., 2., 2.]), Meta::default()).is_none());
    assert!(hull(&Mesh::default(), Meta::default()).is_none());
}

#[test]
fn rows_become_points_and_directions() {
    assert_eq!(points(&[1., 2., 3., 4., 5.], 2), [[1., 2., 0.], [3., 4., 0.]]);
    assert_eq!(points(&[1., 2., 3., 4.], 4), [[1., 2., 3.]]);
    assert_eq!(direction([0.0, 3.0, 4.0]), Some([0.0, 0.6, 0.8]));
    assert_eq!(direction([0.0; 3]), None);
    assert_eq!(direction([f32::NAN, 1.0, 0.0]), None);
    assert_eq!(direction([1e30, 0.0, 0.0]), Some([1.0, 0.0, 0.0]));
}

#[test]
fn vertices_that_no_primitive_uses_are_not_used() {
    let mut mesh = squares();
    mesh.primitives = vec![Primitive::plain(Meta::default(), PrimitiveKind::Lines, vec![6, 1, 1, 3], vec![])];
    assert_eq!(used_vertices(&mesh), [1, 3, 6]);
}
