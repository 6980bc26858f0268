//! Geometry objects, vertex arrays, index arrays, levels of detail, appearance.

use portolan_scene::{Mesh, PrimitiveKind, Scene, Semantic, Shape};

use super::{codes, lower, sound};

const QUAD: &str = "VertexArray (attrib = \"position\") {float[3] {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}}";

fn object(mesh: &str) -> String {
    format!("GeometryObject $o {{{mesh}}}")
}

fn mesh(scene: &Scene, place: usize) -> &Mesh {
    let Shape::Mesh(mesh) = &scene.geometries[place].shape else { panic!("no mesh") };
    mesh
}

fn primitive(head: &str, indices: &str) -> (PrimitiveKind, Vec<u32>, Vec<u32>) {
    let scene = sound(&object(&format!("Mesh {head} {{{QUAD} {indices}}}")));
    let p = &mesh(&scene, 0).primitives[0];
    assert_eq!((p.stride, p.vertex_column, p.inputs.len()), (1, 0, 0));
    (p.kind, p.indices.clone(), p.counts.clone())
}

#[test]
fn primitives_of_all_kinds() {
    let strips = "IndexArray {uint8 {0, 1, 2, 3}}";
    for (head, indices, expected) in [
        (
            "",
            "IndexArray {uint16[3] {{0, 1, 2}, {0, 2, 3}}}",
            (PrimitiveKind::Triangles, vec![0, 1, 2, 0, 2, 3], vec![]),
        ),
        (
            "(primitive = \"triangles\")",
            "IndexArray {uint32[3] {{0, 1, 2}}}",
            (PrimitiveKind::Triangles, vec![0, 1, 2], vec![]),
        ),
        ("(primitive = \"points\")", strips, (PrimitiveKind::Points, vec![0, 1, 2, 3], vec![])),
        (
            "(primitive = \"lines\")",
            "IndexArray {uint64[2] {{0, 1}, {2, 3}}}",
            (PrimitiveKind::Lines, vec![0, 1, 2, 3], vec![]),
        ),
        ("(primitive = \"line_strip\")", strips, (PrimitiveKind::LineStrips, vec![0, 1, 2, 3], vec![4])),
        ("(primitive = \"triangle_strip\")", strips, (PrimitiveKind::TriangleStrips, vec![0, 1, 2, 3], vec![4])),
        (
            "(primitive = \"quads\")",
            "IndexArray {uint8[4] {{0, 1, 2, 3}}}",
            (PrimitiveKind::Polygons, vec![0, 1, 2, 3], vec![4]),
        ),
    ] {
        assert_eq!(primitive(head, indices), expected, "{head}");
    }
}

#[test]
fn strips_start_again_at_the_restart_index() {
    let text = "IndexArray (restart = 0xFFFFFFFFFFFFFFFF) {uint64 {0, 1, 18446744073709551615, 1, 2, 3}}";
    assert_eq!(
        primitive("(primitive = \"line_strip\")", text),
        (PrimitiveKind::LineStrips, vec![0, 1, 1, 2, 3], vec![2, 3])
    );
    let text = "IndexArray (restart = 65535) {uint16 {0, 1, 2, 65535, 1, 2, 3}}";
    assert_eq!(
        primitive("(primitive = \"triangle_strip\")", text),
        (PrimitiveKind::TriangleStrips, vec![0, 1, 2, 1, 2, 3], vec![3, 3])
    );
    // Without `restart` there is no such index, and 3 may be one.
    let text = "IndexArray (restart = 3) {uint8 {0, 1, 2, 3, 2, 1, 0}}";
    assert_eq!(primitive("(primitive = \"triangle_strip\")", text).2, [3, 3]);
}

#[test]
fn missing_index_arrays_are_all_vertices_in_order() {
    let three = "VertexArray (attrib = \"position\") {float[3] {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}}";
    let scene = sound(&object(&format!("Mesh {{{three}}}")));
    assert_eq!(mesh(&scene, 0).primitives[0].indices, [0, 1, 2]);
    assert_eq!(mesh(&scene, 0).primitives[0].material.as_deref(), Some("0"));
    assert_eq!(primitive("(primitive = \"quads\")", ""), (PrimitiveKind::Polygons, vec![0, 1, 2, 3], vec![4]));
}

#[test]
fn clockwise_fronts_are_turned_over() {
    assert_eq!(primitive("", "IndexArray (front = \"cw\") {uint8[3] {{0, 1, 2}}}").1, [0, 2, 1]);
    assert_eq!(primitive("", "IndexArray (front = \"ccw\") {uint8[3] {{0, 1, 2}}}").1, [0, 1, 2]);
    let quads = primitive("(primitive = \"quads\")", "IndexArray (front = \"cw\") {uint8[4] {{0, 1, 2, 3}}}");
    assert_eq!(quads.1, [0, 3, 2, 1]);
    // The triangles of the strip are 0 1 2 and 1 3 2, each the other way round.
    let strip = primitive("(primitive = \"triangle_strip\")", "IndexArray (front = \"cw\") {uint8 {0, 1, 2, 3}}");
    assert_eq!(strip, (PrimitiveKind::Triangles, vec![0, 2, 1, 1, 2, 3], vec![]));
}

#[test]
fn vertex_arrays_of_all_types_and_widths() {
    let text = object(
        "Mesh (primitive = \"points\") {
            VertexArray (attrib = \"position\") {double {1.5, 2.5}}
            VertexArray (attrib = \"normal\") {half[2] {{1, 2}, {3, 0x3C00}}}
            VertexArray (attrib = \"color\") {float {0.25, 0.5}}
            VertexArray (attrib = \"color\", index = 1) {float[4] {{1, 2, 3, 4}, {5, 6, 7, 8}}}
            VertexArray (attrib = \"texcoord\") {float {0.1, 0.2}}
            VertexArray (attrib = \"texcoord\", index = 2) {float[3] {{1, 2, 3}, {4, 5, 6}}}
            VertexArray (attrib = \"tangent\") {float[4] {{1, 0, 0, -1}, {0, 1, 0, 1}}}
            VertexArray (attrib = \"bitangent\") {float[3] {{0, 0x3F800000, 0}, {0, 0, 1}}}}",
    );
    let scene = sound(&text);
    let mesh = mesh(&scene, 0);
    let found: Vec<(&Semantic, Option<u32>, u32, &[f32])> = mesh
        .vertices
        .iter()
        .map(|a| {
            let stream = &mesh.streams[a.stream as usize];
            (&a.semantic, a.set, stream.width, stream.data.as_slice())
        })
        .collect();
    // What is missing is 0, 0 and 1.
    assert_eq!(
        found,
        [
            (&Semantic::Position, None, 3, &[1.5, 0., 0., 2.5, 0., 0.][..]),
            (&Semantic::Normal, None, 3, &[1., 2., 0., 3., 1., 0.]),
            (&Semantic::Color, None, 3, &[0.25, 0., 0., 0.5, 0., 0.]),
            (&Semantic::Color, Some(1), 4, &[1., 2., 3., 4., 5., 6., 7., 8.]),
            (&Semantic::TexCoord, Some(0), 2, &[0.1, 0., 0.2, 0.]),
            (&Semantic::TexCoord, Some(2), 3, &[1., 2., 3., 4., 5., 6.]),
            (&Semantic::TexTangent, Some(0), 4, &[1., 0., 0., -1., 0., 1., 0., 1.]),
            (&Semantic::TexBinormal, Some(0), 3, &[0., 1., 0., 0., 0., 1.]),
        ]
    );
    // The index as old writers spelled it.
    let old = object(&format!(
        "Mesh (primitive = \"quads\") {{{QUAD} VertexArray (attrib = \"texcoord[1]\") {{float[2] {{{{0, 0}}, {{1, 0}}, {{1, 1}}, {{0, 1}}}}}}}}"
    ));
    let scene = sound(&old);
    assert_eq!(super::geometry::mesh(&scene, 0).vertices[1].set, Some(1));
}

#[test]
fn wrong_arrays_are_told_and_the_rest_is_drawn() {
    let three = "VertexArray (attrib = \"position\") {float[3] {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}}";
    for (content, code, triangles) in [
        ("VertexArray {float {1, 2, 3}}", "CNV602", 1),
        ("VertexArray (attrib = 3) {float {1, 2, 3}}", "CNV601", 1),
        ("VertexArray (attrib = \"normal\") {}", "CNV602", 1),
        ("VertexArray (attrib = \"normal\") {float[3] {{0, 0, 1}}}", "CNV610", 1),
        ("VertexArray (attrib = \"normal\") {float[5] {{0, 0, 1, 0, 0}}}", "CNV604", 1),
        ("VertexArray (attrib = \"normal\", index = \"a\") {float[3] {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}}", "CNV601", 1),
        ("VertexArray (attrib = \"normal\") {float[3] {{0, 0, x}, {0, 0, 1}, {0, 0, 1}}}", "CNV600", 1),
        ("VertexArray (attrib = \"position\") {float[3] {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}}", "CNV606", 1),
        ("VertexArray (attrib = \"wind\") {float {1, 2, 3}}", "CNV608", 1),
        ("IndexArray {}", "CNV602", 0),
        ("IndexArray {uint8[3] {{0, 1, 3}, {0, 1, 2}}}", "CNV611", 1),
        ("IndexArray {uint8 {0, 1, 2, 0}}", "CNV612", 1),
        ("IndexArray (front = \"up\") {uint8[3] {{0, 1, 2}}}", "CNV601", 1),
        ("IndexArray (material = -1) {uint8[3] {{0, 1, 2}}}", "CNV601", 1),
        ("IndexArray (restart = 2) {uint8[3] {{0, 1, 2}}}", "CNV619", 1),
    ] {
        let (scene, losses) = lower(&object(&format!("Mesh {{{three} {content}}}")));
        assert_eq!(codes(&losses).first(), Some(&code), "{content}: {losses:?}");
        let drawn: u64 = mesh(&scene, 0).primitives.iter().map(|p| p.triangles()).sum();
        assert_eq!(drawn, triangles, "{content}");
    }
    for (meshes, code) in [
        ("", "CNV602"),
        ("Mesh {}", "CNV610"),
        ("Mesh {VertexArray (attrib = \"normal\") {float[3] {{0, 0, 1}}}}", "CNV610"),
    ] {
        let (scene, losses) = lower(&object(meshes));
        assert_eq!((codes(&losses), scene.geometries.len()), (vec![code], 1), "{meshes}");
        assert!(matches!(scene.geometries[0].shape, Shape::Empty));
    }
    let strip = "Mesh (primitive = \"triangle_strip\") {VertexArray (attrib = \"position\") {float[3] {{0, 0, 0}}} IndexArray (restart = 9) {uint8 {0, 0, 9, 0, 0, 7, 9, 0, 0, 0}}}";
    let (scene, losses) = lower(&object(strip));
    assert_eq!((codes(&losses), &*mesh(&scene, 0).primitives[0].counts), (vec!["CNV612", "CNV611"], &[3][..]));
    let (_, losses) = lower(&object(&format!("Mesh (primitive = \"fan\", lod = \"x\") {{{three}}}")));
    assert_eq!(codes(&losses), ["CNV601"; 2]);
}

#[test]
fn large_data_may_be_faulty_too() {
    // Rows of two instead of three, and a word, in data that is large enough to be passed over while reading.
    let rows: String = (0..2000).map(|i| format!("{{{i}, 0, 0}}, ")).collect();
    let text = object(&format!(
        "Mesh (primitive = \"points\") {{VertexArray (attrib = \"position\") {{float[3] {{{rows} {{7, 8}}, {{1, a, 2}}, {{9, 9, 9}}}}}}}}"
    ));
    let (scene, losses) = lower(&text);
    assert_eq!(codes(&losses), ["CNV604"]);
    let data = &mesh(&scene, 0).streams[0].data;
    assert_eq!((data.len(), &data[6000..]), (6009, &[7., 8., 0., 1., 0., 2., 9., 9., 9.][..]));
}

#[test]
fn levels_of_detail_are_drawn_from_fine_to_coarse() {
    let level = |head: &str| {
        format!(
            "Mesh {head} {{VertexArray (attrib = \"position\") {{float[3] {{{{0, 0, 0}}, {{1, 0, 0}}, {{1, 1, 0}}}}}}}}"
        )
    };
    let text = format!(
        "GeometryNode {{ObjectRef {{ref {{$o}}}}}} GeometryObject $o {{{}{}{}}}",
        level("(lod = 4)"),
        level(""),
        level("(lod = 1)")
    );
    let scene = sound(&text);
    let drawn = &scene.nodes[0].drawn[0];
    assert_eq!(drawn.levels.iter().map(|l| l.number).collect::<Vec<_>>(), [1, 4]);
    assert_eq!(scene.geometries.len(), 3);
    let (_, losses) = lower(&object(&format!("{}{}", level("(lod = 1)"), level("(lod = 1)"))));
    assert_eq!(codes(&losses), ["CNV606"]);
}

#[test]
fn nodes_override_how_objects_are_shown() {
    let text = |node: &str, object: &str| {
        format!(
            "GeometryNode {node} {{ObjectRef {{ref {{$o}}}}}} GeometryObject $o {object} {{Mesh (primitive = \"quads\") {{{QUAD}}}}}"
        )
    };
    let shown = |node: &str, object: &str| {
        let scene = sound(&text(node, object));
        let a = scene.appearance(&scene.nodes[0].drawn[0]);
        (a.visible, a.casts_shadow, a.motion_blur, scene.is_visible(&scene.nodes[0].drawn[0]))
    };
    assert_eq!(shown("", ""), (None, None, None, true));
    assert_eq!(
        shown("", "(visible = false, shadow = false, motion_blur = false)"),
        (Some(false), Some(false), Some(false), false)
    );
    assert_eq!(
        shown("(visible, shadow = true, motion_blur = 1)", "(visible = false, shadow = false, motion_blur = false)"),
        (Some(true), Some(true), Some(true), true)
    );
    assert_eq!(shown("(visible = false)", "(shadow = false)"), (Some(false), Some(false), None, false));
    let (_, losses) = lower(&text("(visible = \"no\")", "(shadow = 2.5)"));
    assert_eq!(codes(&losses), ["CNV601"; 2]);
}
