//! Shapes.

use portolan_mesh::Faces;
use portolan_scene::{GeometryId, Made, Mesh, Semantic, Shape};

use crate::{Read, box_close, children};

fn shape(geometry: &str) -> Read {
    children(&format!("<Shape><geometry>{geometry}</geometry></Shape>"))
}

/// The mesh of a shape, with a texture if `textured`.
fn textured(geometry: &str) -> Read {
    let picture = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
    children(&format!(
        r#"<Shape><appearance><Material/><Texture url="{picture}"/></appearance><geometry>{geometry}</geometry></Shape>"#
    ))
}

fn mesh(read: &Read) -> &Mesh {
    match &read.scene.geometries[0].shape {
        Shape::Mesh(mesh) => mesh,
        other => panic!("{other:?}"),
    }
}

/// The rows of some data, corner by corner.
fn rows(mesh: &Mesh, semantic: Semantic) -> Vec<Vec<f32>> {
    let primitive = &mesh.primitives[0];
    let all = portolan_mesh::data(mesh, primitive);
    let found = *all.iter().find(|d| d.attribute.semantic == semantic).expect("data");
    (0..primitive.corners()).map(|c| found.row(mesh, primitive, c).to_vec()).collect()
}

#[test]
fn bx_1_cn_1_cy_1_sp_1_shapes_have_their_sizes() {
    for (geometry, low, high) in [
        (r#"<Box size="1 2 3"/>"#, [-0.5, -1.0, -1.5], [0.5, 1.0, 1.5]),
        (r#"<Cone bottomRadius="2" height="3"/>"#, [-2.0, -1.5, -2.0], [2.0, 1.5, 2.0]),
        (r#"<Cylinder radius="2" height="3"/>"#, [-2.0, -1.5, -2.0], [2.0, 1.5, 2.0]),
        (r#"<Sphere radius="2"/>"#, [-2.0; 3], [2.0; 3]),
    ] {
        box_close(shape(geometry).bounds(), low, high);
    }
    // CN-2: without its side a cone is flat.
    box_close(shape(r#"<Cone side="false"/>"#).bounds(), [-1.0; 3], [1.0, -1.0, 1.0]);
    let read = shape(r#"<Box size="1 2 3" name="B"/>"#);
    assert_eq!(read.scene.geometries[0].made.as_deref(), Some(&Made::Box { size: [1.0, 2.0, 3.0] }));
}

#[test]
fn solid_says_which_sides_are_seen() {
    assert_eq!(mesh(&shape("<Box/>")).double_sided, Some(false));
    assert_eq!(mesh(&shape(r#"<Box solid="false"/>"#)).double_sided, Some(true));
    assert_eq!(mesh(&shape("<Text><string>a</string></Text>")).double_sided, Some(true));
}

#[test]
fn sizes_that_are_not_above_zero_are_told() {
    for wrong in [r#"<Box size="1 0 1"/>"#, r#"<Sphere radius="-1"/>"#, r#"<Cone height="0"/>"#] {
        let read = shape(wrong);
        assert_eq!((read.lost(), read.bounds()), (vec!["CNV921"], None), "{wrong}");
    }
}

#[test]
fn if_1_concave_polygons_are_cut() {
    let read = shape(
        r#"<IndexedFaceSet convex="false"><coord>0 0 0  4 0 0  4 4 0  2 1 0  0 4 0</coord><coordIndex>0 1 2 3 4 -1</coordIndex></IndexedFaceSet>"#,
    );
    let mesh = mesh(&read);
    let faces = Faces::new(mesh, &mesh.primitives[0]);
    assert_eq!(faces.count, 3);
    // The area is 16 − 4·3/2 = 10; an uncut fan would have more.
    let place =
        |c: u32| mesh.positions().unwrap().row(mesh.primitives[0].vertex(c as usize).unwrap() as usize).to_vec();
    let area: f32 = (0..3)
        .map(|f| {
            let [a, b, c] = faces.corners(f).map(place);
            ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2.0
        })
        .map(f32::abs)
        .sum();
    assert!((area - 10.0).abs() < 1e-5, "{area}");
}

#[test]
fn gp_2_normals_are_made_with_the_crease_angle() {
    // Two squares at a right angle, with a common edge.
    let set = |crease: &str| {
        shape(&format!(
            r#"<IndexedFaceSet creaseAngle="{crease}"><coord>0 0 0  1 0 0  1 1 0  0 1 0  1 0 -1  1 1 -1</coord>
            <coordIndex>0 1 2 3 -1 1 4 5 2 -1</coordIndex></IndexedFaceSet>"#
        ))
    };
    let flat = set("1.5");
    assert_eq!(rows(mesh(&flat), Semantic::Normal)[1], [0.0, 0.0, 1.0]);
    assert_eq!(rows(mesh(&flat), Semantic::Normal)[4], [1.0, 0.0, 0.0]);
    let smooth = set("1.6");
    let half = 0.5f32.sqrt();
    for corner in [1, 2, 4, 7] {
        let normal = &rows(mesh(&smooth), Semantic::Normal)[corner];
        assert!((normal[0] - half).abs() < 1e-6 && (normal[2] - half).abs() < 1e-6, "{normal:?}");
    }
    assert_eq!(rows(mesh(&smooth), Semantic::Normal)[0], [0.0, 0.0, 1.0]);
    // Clockwise faces look the other way.
    let turned = shape(
        r#"<IndexedFaceSet ccw="false"><coord>0 0 0  1 0 0  1 1 0</coord><coordIndex>0 1 2</coordIndex></IndexedFaceSet>"#,
    );
    assert_eq!(rows(mesh(&turned), Semantic::Normal)[0], [0.0, 0.0, -1.0]);
}

#[test]
fn gp_1_colours_are_those_of_vertices_or_faces() {
    let set = |more: &str| {
        let read = shape(&format!(r#"<IndexedFaceSet {more}</IndexedFaceSet>"#));
        rows(mesh(&read), Semantic::Color)
    };
    let base = "<coord>0 0 0  1 0 0  1 1 0  0 1 0</coord><coordIndex>0 1 2 -1 0 2 3 -1</coordIndex>";
    let four = "<color>1 0 0 1  0 1 0 1  0 0 1 1  1 1 1 0.25</color>";
    let by_vertex = set(&format!(">{base}{four}"));
    assert_eq!((&by_vertex[0][..3], &by_vertex[5][..]), (&[1.0, 0.0, 0.0][..], &[1.0, 1.0, 1.0, 0.25][..]));
    // By an index of their own.
    let indexed = set(&format!(">{base}{four}<colorIndex>3 3 3 -1 1 1 0 -1</colorIndex>"));
    assert_eq!(
        (&indexed[0][3], &indexed[3][..3], &indexed[5][..3]),
        (&0.25, &[0.0, 1.0, 0.0][..], &[1.0, 0.0, 0.0][..])
    );
    // By faces, in their order or by an index.
    let by_face = set(&format!(r#"colorPerVertex="false">{base}<color>1 0 0 1  0 1 0 1</color>"#));
    assert_eq!((&by_face[2][..3], &by_face[3][..3]), (&[1.0, 0.0, 0.0][..], &[0.0, 1.0, 0.0][..]));
    let chosen = set(&format!(r#"colorPerVertex="false">{base}{four}<colorIndex>2 1</colorIndex>"#));
    assert_eq!((&chosen[0][..3], &chosen[3][..3]), (&[0.0, 0.0, 1.0][..], &[0.0, 1.0, 0.0][..]));
}

#[test]
fn if_1_texture_coordinates_are_given_or_spread_over_the_box() {
    let base = "<coord>0 0 0  4 0 0  4 2 0  0 2 0</coord><coordIndex>0 1 2 3</coordIndex>";
    let spread = textured(&format!("<IndexedFaceSet>{base}</IndexedFaceSet>"));
    assert_eq!(rows(mesh(&spread), Semantic::TexCoord)[2], [1.0, 0.5]);
    let given = textured(&format!(
        "<IndexedFaceSet>{base}<texCoord>0 0  5 5</texCoord><texCoordIndex>0 1 1 0 -1</texCoordIndex></IndexedFaceSet>"
    ));
    assert_eq!(rows(mesh(&given), Semantic::TexCoord)[1], [5.0, 5.0]);
}

#[test]
fn eg_1_a_grid_has_its_points_along_x_first() {
    let read = textured(
        r#"<ElevationGrid xDimension="3" zDimension="2" xSpacing="2" zSpacing="5"><height>0 1 2 3 4 5</height></ElevationGrid>"#,
    );
    let mesh = mesh(&read);
    let positions = mesh.positions().unwrap();
    // Vertex (2, 0) and vertex (1, 1).
    assert_eq!((positions.row(2), positions.row(4)), (&[4.0, 2.0, 0.0][..], &[2.0, 4.0, 5.0][..]));
    assert_eq!(mesh.primitives[0].counts, [4, 4]);
    // All faces look up, and the texture has its S along x, its T along z.
    assert!(rows(mesh, Semantic::Normal).iter().all(|n| n[1] > 0.5));
    let corner = (0..8).find(|c| mesh.primitives[0].vertex(*c) == Some(4)).unwrap();
    assert_eq!(rows(mesh, Semantic::TexCoord)[corner], [0.5, 1.0]);
    // Too few heights are told.
    let short = shape(r#"<ElevationGrid xDimension="3" zDimension="2"><height>0 1 2</height></ElevationGrid>"#);
    assert_eq!(short.lost(), ["CNV922"]);
}

#[test]
fn ex_1_the_default_extrusion_is_a_box() {
    let read = shape("<Extrusion/>");
    box_close(read.bounds(), [-1.0, 0.0, -1.0], [1.0, 1.0, 1.0]);
    assert_eq!(mesh(&read).primitives[0].triangles(), 12);
    assert_eq!(mesh(&shape(r#"<Extrusion beginCap="false" endCap="false"/>"#)).primitives[0].triangles(), 8);
    assert!(matches!(read.scene.geometries[0].made.as_deref(), Some(Made::Sweep(_))));
}

#[test]
fn il_1_pt_1_lines_and_points() {
    let lines = shape(
        r#"<IndexedLineSet><coord>0 0 0  1 0 0  1 1 0</coord><coordIndex>0 1 2 -1 2 0 -1 1 -1 5 1 -1</coordIndex></IndexedLineSet>"#,
    );
    assert_eq!(mesh(&lines).primitives[0].lines(), 3);
    assert_eq!(lines.lost(), ["CNV922"], "one with a single point, one with a point that is not there");
    let points = shape("<PointSet><coord>0 0 0  1 2 3</coord><color>1 0 0 1  0 1 0 1</color></PointSet>");
    assert_eq!((mesh(&points).primitives[0].corners(), rows(mesh(&points), Semantic::Color)[1][1]), (2, 1.0));
}

#[test]
fn faces_with_bad_indices_are_left_out() {
    let read = shape(
        r#"<IndexedFaceSet><coord>0 0 0  1 0 0  1 1 0  NaN 0 0</coord><coordIndex>0 1 2 -1 0 1 9 -1 0 1 3 -1 0 1 -1</coordIndex></IndexedFaceSet>"#,
    );
    assert_eq!(mesh(&read).primitives[0].counts, [3]);
    assert_eq!(read.lost(), ["CNV901", "CNV922"]);
    let short = shape(
        r#"<IndexedFaceSet><coord>0 0 0  1 0 0  1 1 0</coord><coordIndex>0 1 2</coordIndex><normal>0 0 1</normal></IndexedFaceSet>"#,
    );
    assert_eq!(short.lost(), ["CNV923"]);
    assert_eq!(rows(mesh(&short), Semantic::Normal)[2], [0.0, 0.0, 1.0]);
}

#[test]
fn tx_1_text_stands_in_the_plane() {
    let read = shape(r#"<Text size="2" family="SANS"><string>HI</string><string>I</string></Text>"#);
    let (low, high) = read.bounds().unwrap();
    // The letter H of this font is 0.729 of its size high; the second line is one size below.
    assert!(low[2] == 0.0 && high[2] == 0.0);
    assert!((high[1] - 1.458).abs() < 0.01 && (low[1] + 2.0).abs() < 0.01, "{low:?} {high:?}");
    assert!(matches!(read.scene.geometries[0].made.as_deref(), Some(Made::Text(t)) if t.lines.len() == 2));
    let fitted = shape(r#"<Text><string>Wide</string><length>10</length></Text>"#);
    let (low, high) = fitted.bounds().unwrap();
    assert!(high[0] - low[0] > 9.0 && high[0] < 10.1, "{high:?}");
    let unknown = shape(r#"<Text family="Comic"><string>a</string></Text>"#);
    assert!(unknown.losses.iter().any(|l| l.code.id == "CNV928"));
}

#[test]
fn one_geometry_used_with_and_without_a_texture_is_two() {
    let read = textured(
        r#"<IndexedFaceSet name="F"><coord>0 0 0 1 0 0 1 1 0</coord><coordIndex>0 1 2</coordIndex></IndexedFaceSet></geometry></Shape>
        <Shape><geometry><Use ref="F"/>"#,
    );
    let with = |id: u32| match &read.scene.geometry(GeometryId(id)).unwrap().shape {
        Shape::Mesh(mesh) => mesh.vertices.iter().any(|a| a.semantic == Semantic::TexCoord),
        _ => false,
    };
    assert_eq!((read.scene.geometries.len(), with(0), with(1)), (2, true, false));
}
