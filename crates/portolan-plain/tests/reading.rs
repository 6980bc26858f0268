//! OBJ and STL files in, numbers out.

use portolan_plain::read::{Read, is_obj, is_stl, obj, stl};
use portolan_plain::{Options, obj as write_obj, stl as write_stl};
use portolan_resources::Memory;
use portolan_scene::{Mesh, Opaque, Pixels, PrimitiveKind, Scene, Semantic, Shading, Shape, Wrap};
use portolan_syntax::Limits;

fn read(text: &str) -> Read {
    read_with(text, Memory::new())
}

fn read_with(text: &str, files: Memory) -> Read {
    let done = obj("dir/thing.obj", text.as_bytes(), &files, &Limits::default());
    assert_eq!(done.scene.check(), []);
    done
}

fn mesh(scene: &Scene, place: usize) -> &Mesh {
    match &scene.geometries[place].shape {
        Shape::Mesh(mesh) => mesh,
        other => panic!("{other:?}"),
    }
}

/// Code and line of everything that was told.
fn told(done: &Read) -> Vec<(&'static str, u32)> {
    done.losses.iter().map(|l| (l.code.id, l.origin.element)).collect()
}

const POINTS: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvn 0 0 1\n";

#[test]
fn faces_by_all_kinds_of_indices() {
    let done =
        read(&format!("# a square\r\n{POINTS}f 1/1/1 2/2/1 3/3/1\r\nf -4//-1 -2//-1 \\\r\n -1//-1\nf 1 2 3 4\n"));
    assert_eq!(told(&done), []);
    let mesh = mesh(&done.scene, 0);
    assert_eq!(mesh.positions().unwrap().data, [0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.]);
    let [both, normals, bare] = mesh.primitives.as_slice() else { panic!("{:?}", mesh.primitives) };
    assert_eq!(
        (both.kind, both.stride, both.indices.as_slice()),
        (PrimitiveKind::Triangles, 3, &[0, 0, 0, 1, 1, 0, 2, 2, 0][..])
    );
    assert_eq!((normals.stride, normals.indices.as_slice()), (2, &[0, 0, 2, 0, 3, 0][..]));
    assert_eq!(
        (bare.kind, bare.counts.as_slice(), bare.indices.as_slice()),
        (PrimitiveKind::Polygons, &[4][..], &[0, 1, 2, 3][..])
    );
    assert_eq!(done.scene.nodes[0].meta.name.as_deref(), Some("thing"));
}

#[test]
fn objects_and_groups_have_vertices_of_their_own() {
    let text = format!("{POINTS}o first\nf 1 2 3\ng part\nf 1 3 4\no second thing\nf 4 3 2\no first\nf 2 3 4\n");
    let done = read(&text);
    let names: Vec<&str> = done.scene.nodes.iter().map(|n| n.meta.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["first", "first/part", "second thing"]);
    assert_eq!(mesh(&done.scene, 0).primitives[0].indices, [0, 1, 2, 1, 2, 3]);
    // The second has three vertices only: 4, 3 and 2, in the order of their use.
    assert_eq!(mesh(&done.scene, 2).positions().unwrap().data, [0., 1., 0., 1., 1., 0., 1., 0., 0.]);
}

#[test]
fn lines_points_and_colours() {
    let done = read("v 0 0 0 1 0 0\nv 1 0 0\nv 1 1 0 0 0.5 1\nl 1 2 3\np 1 3\n");
    let mesh = mesh(&done.scene, 0);
    let [line, points] = mesh.primitives.as_slice() else { panic!() };
    assert_eq!((line.kind, line.counts.as_slice()), (PrimitiveKind::LineStrips, &[3][..]));
    assert_eq!((points.kind, points.indices.as_slice()), (PrimitiveKind::Points, &[0, 2][..]));
    let colours = mesh.vertices.iter().find(|a| a.semantic == Semantic::Color).unwrap();
    assert_eq!(mesh.streams[colours.stream as usize].data, [1., 0., 0., 1., 1., 1., 0., 0.5, 1.]);
}

#[test]
fn materials_beside() {
    let library = "newmtl red wood\nKd 0.5 0.25 0.125\nKs 1 1 1\nNs 20\nd 0.5\nillum 2\nmap_Kd -s 2 3 1 -clamp on my wood.png\n\
        newmtl dull\nKd 0.1\nTr 0.25\nmap_d mask.png\nbump -bm 0.5 rough.png\nPr 0.75\nKe 1 0 0\nillum 1\nnonsense 3\n";
    let files = Memory::new().with("dir/all of it.mtl", library).with("dir/my wood.png", vec![1]);
    let text = format!(
        "mtllib all of it.mtl\n{POINTS}usemtl red wood\nf 1/1 2/2 3/3\nusemtl dull\nf 1 3 4\nusemtl none\nf 1 2 4\n"
    );
    let done = read_with(&text, files);
    assert_eq!(told(&done), [("OBJ006", 1), ("OBJ006", 1), ("CNV432", 1), ("OBJ004", 14)]);
    let [wood, dull] = done.scene.materials.as_slice() else { panic!() };
    assert_eq!((wood.shading, wood.shininess.unwrap().0, wood.transparency.unwrap().0), (Shading::Phong, 20.0, 0.5));
    let diffuse = wood.diffuse.as_ref().unwrap();
    let texture = diffuse.texture.as_ref().unwrap();
    assert_eq!((diffuse.value, texture.sampler.wrap_s), ([0.5, 0.25, 0.125, 1.0], Wrap::Clamp));
    assert_eq!(texture.transform.unwrap().repeat, [2.0, 3.0]);
    let Pixels::File { location, .. } = &done.scene.images[0].pixels else { panic!() };
    assert_eq!(location.as_deref(), Some("dir/my wood.png"));
    assert_eq!((dull.shading, dull.diffuse.as_ref().unwrap().value), (Shading::Lambert, [0.1, 0.1, 0.1, 1.0]));
    assert_eq!((dull.opaque, dull.transparency.unwrap().0), (Opaque::RgbOne, 0.75));
    assert_eq!(dull.bump.as_ref().unwrap().texture.amount, 0.5);
    assert_eq!(dull.physical.as_ref().unwrap().roughness.as_ref().unwrap().value, 0.75);
    let bound: Vec<u32> = done.scene.nodes[0].drawn[0].materials.iter().map(|b| b.material.0).collect();
    assert_eq!(bound, [0, 1]);
    assert_eq!(mesh(&done.scene, 0).primitives[2].material, None);
}

#[test]
fn wrong_lines_are_told_and_the_rest_is_read() {
    let text = format!(
        "{POINTS}f 1 2 9\nf 1 2\nf 1 2 x\nv 1 two\nf 0 1 2\nwhat is this\ncurv 0 1 1 2\ns 1\nf 1 2 3\nmtllib no.mtl\n"
    );
    let done = read(&text);
    assert_eq!(
        told(&done),
        [
            ("OBJ002", 9),
            ("OBJ001", 10),
            ("OBJ002", 11),
            ("OBJ001", 12),
            ("OBJ002", 13),
            ("OBJ005", 14),
            ("CNV430", 15),
            ("CNV431", 17),
            ("OBJ003", 18)
        ]
    );
    assert_eq!(mesh(&done.scene, 0).primitives[0].indices, [0, 1, 2]);
    let origin = done.losses.iter().next().unwrap().origin;
    let span = done.document.span(origin);
    assert_eq!(&done.document.tree.source().text()[span.start as usize..span.end as usize], "f 1 2 9");
    for text in [
        "",
        "f",
        "v",
        "f 1/2/3/4/5",
        "f -9223372036854775808 1 1",
        "l 4294967296 1",
        "\\",
        "o\ng\nusemtl\nmtllib\n",
        "v nan inf 1e999\np 1",
    ] {
        read(text);
    }
    assert!(is_obj(b"# c\n\nv 1 2 3\n") && is_obj(b"mtllib a.mtl") && !is_obj(b"hello") && !is_obj(b"v of what"));
}

/// Corners stay where they are, whoever wrote the file.
#[test]
fn what_is_written_is_read_again() {
    let text = format!("{POINTS}o a\nf 1/1/1 2/2/1 3/3/1\nf 1 3 4\no b\nf 1//1 2//1 3//1 4//1\n");
    let first = read(&text).scene;
    let (files, _) = write_obj(&first, &Options::default());
    let second = read(std::str::from_utf8(&files[0].1).unwrap()).scene;
    assert_eq!(corners_of(&first), corners_of(&second));
}

/// Places of all corners, shape by shape.
fn corners_of(scene: &Scene) -> Vec<Vec<[f32; 3]>> {
    let corners = |mesh: &Mesh| {
        let places = &mesh.positions().unwrap().data;
        let vertices = mesh.primitives.iter().flat_map(|p| (0..p.corners()).map(|c| p.vertex(c).unwrap() as usize));
        vertices.map(|v| [places[v * 3], places[v * 3 + 1], places[v * 3 + 2]]).collect()
    };
    (0..scene.geometries.len()).map(|g| corners(mesh(scene, g))).collect()
}

const SOLID: &str = "solid my part\nfacet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex 0 1 0\n endloop\nendfacet\n\
    facet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 -0.0\nendloop\nendfacet\nendsolid my part\n";

#[test]
fn text_and_binary_triangles() {
    let text = stl("a.stl", SOLID.as_bytes());
    assert_eq!((told(&text), text.scene.check()), (vec![], vec![]));
    assert_eq!(mesh(&text.scene, 0).primitives[0].indices, [0, 1, 2, 1, 3, 2]);
    assert_eq!(text.scene.nodes[0].meta.name.as_deref(), Some("my part"));
    let (files, _) = write_stl(&text.scene, &Options::default());
    let mut bytes = files[0].1.clone();
    // Programs write this, and the file is binary all the same.
    bytes[..5].copy_from_slice(b"solid");
    let binary = stl("dir/b.stl", &bytes);
    assert_eq!((told(&binary), binary.scene.check()), (vec![], vec![]));
    assert_eq!(corners_of(&binary.scene), corners_of(&text.scene));
    assert_eq!(binary.scene.nodes[0].meta.name.as_deref(), Some("b"));
    assert!(is_stl(&bytes) && is_stl(SOLID.as_bytes()) && !is_stl(b"solid ground") && !is_stl(b""));
}

#[test]
fn broken_triangles_are_told() {
    let (files, _) = write_stl(&stl("a.stl", SOLID.as_bytes()).scene, &Options::default());
    let bytes = &files[0].1;
    let cut = stl("a.stl", &bytes[..bytes.len() - 1]);
    assert_eq!((told(&cut), mesh(&cut.scene, 0).primitives[0].indices.len()), (vec![("STL001", 0)], 3));
    let mut wild = bytes.clone();
    wild[96..100].copy_from_slice(&f32::NAN.to_le_bytes());
    wild[132] = 7;
    let wild = stl("a.stl", &wild);
    assert_eq!(told(&wild), [("STL003", 0), ("CNV433", 0)]);
    let mut huge = bytes.clone();
    huge[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(told(&stl("a.stl", &huge)), [("STL001", 0)]);
    let text = SOLID.replace("vertex 1 1 0", "vertex 1 one").replace("endsolid my part", "what");
    // The last one is the end of the file, within what begins in its first line.
    assert_eq!(told(&stl("a.stl", text.as_bytes())), [("STL003", 14), ("STL002", 16), ("STL002", 1)]);
    for length in 0..SOLID.len() {
        assert_eq!(stl("a.stl", &SOLID.as_bytes()[..length]).scene.check(), []);
    }
    for length in 0..bytes.len() {
        assert_eq!(stl("a.stl", &bytes[..length]).scene.check(), []);
    }
}
