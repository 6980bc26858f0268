use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{
    Attribute, Base, Camera, CameraId, Colour, Controller, ControllerId, Deformer, Drawable, Drawn, Fate, Geometry,
    GeometryId, Image, ImageId, Influence, Input, Joint, Light, LightId, LightKind, Losses, Material, MaterialBinding,
    MaterialId, Mesh, Meta, Node, NodeId, NodeInstance, Opaque, Operation, Part, Pixels, Primitive, PrimitiveKind,
    Projection, Sampler, Scalar, Scene, Segment, Semantic, Shading, Shape, Skeleton, Skin, SkinSpace, Space, Spline,
    Stream, Target, TextureUse, Transform, UpAxis, UvTransform, View,
};

use super::*;

fn meta(name: &str) -> Meta {
    Meta { name: Some(name.into()), ..Meta::default() }
}

fn stream(width: u32, data: &[f32]) -> Stream {
    Stream::new(width, data.to_vec())
}

fn attribute(semantic: Semantic, set: Option<u32>, stream: u32) -> Attribute {
    Attribute { semantic, set, stream }
}

/// A square of side 2 with texture coordinates of their own index and one normal.
fn square() -> Geometry {
    let input = |semantic, stream, column| Input { attribute: attribute(semantic, None, stream), column };
    let primitive = Primitive {
        meta: Meta::default(),
        kind: PrimitiveKind::Polygons,
        material: Some("paint".into()),
        inputs: vec![input(Semantic::Normal, 1, 1), input(Semantic::TexCoord, 2, 2)],
        vertex_column: 0,
        stride: 3,
        indices: vec![0, 0, 0, 1, 0, 1, 2, 0, 1, 3, 0, 0],
        counts: vec![4],
        rings: vec![],
    };
    let mesh = Mesh {
        streams: vec![
            stream(3, &[0., 0., 0., 2., 0., 0., 2., 2., 0., 0., 2., 0.]),
            stream(3, &[0., 0., 1.]),
            stream(2, &[0., 0., 1., 0.5]),
        ],
        vertices: vec![attribute(Semantic::Position, None, 0)],
        primitives: vec![primitive],
        ..Mesh::default()
    };
    Geometry::new(Meta::default(), Shape::Mesh(mesh))
}

fn drawn(what: Drawable) -> Drawn {
    let paint = MaterialBinding {
        symbol: "paint".into(),
        material: MaterialId(0),
        inputs: vec![("UV".into(), Semantic::TexCoord, Some(0))],
        meta: Meta::default(),
    };
    Drawn { materials: vec![paint], ..Drawn::new(Meta::default(), what) }
}

fn node(name: &str, operation: Operation) -> Node {
    let drawn = vec![drawn(Drawable::Geometry(GeometryId(0)))];
    Node { meta: meta(name), transforms: vec![Transform { sid: None, operation }], drawn, ..Node::default() }
}

fn paint() -> Material {
    let texture = TextureUse {
        transform: Some(UvTransform { offset: [0.5, 0.0], rotation: 0.0, repeat: [2.0, 3.0] }),
        ..TextureUse::new(Some(ImageId(0)), Sampler::default(), "UV")
    };
    Material {
        meta: meta("red paint"),
        shading: Shading::Phong,
        emission: Some(Colour { value: [0.0, 0.0, 0.1, 1.0], texture: None }),
        diffuse: Some(Colour::new([1.0, 0.25, 0.0, 1.0], Some(texture))),
        specular: Some(Colour { value: [0.5, 0.5, 0.5, 1.0], texture: None }),
        shininess: Some(Scalar(20.0)),
        transparency: Some(Scalar(0.75)),
        transparent: Some(Colour { value: [1.0; 4], texture: None }),
        opaque: Opaque::AOne,
        ..Material::default()
    }
}

fn scene(nodes: Vec<Node>) -> Scene {
    let roots = (0..nodes.len() as u32).map(NodeId).collect();
    let pixels = Pixels::File { reference: "my%20wood.png".into(), location: None };
    let scene = Scene {
        geometries: vec![square()],
        materials: vec![paint()],
        images: vec![Image { meta: Meta::default(), pixels }],
        nodes,
        views: vec![View { roots, ..View::default() }],
        ..Scene::default()
    };
    assert_eq!(scene.check(), []);
    scene
}

fn text(written: &Written, file: usize) -> String {
    String::from_utf8(written.0[file].1.clone()).unwrap()
}

fn ids(losses: &Losses) -> Vec<&'static str> {
    let mut ids: Vec<_> = losses.iter().map(|l| l.code.id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

#[test]
fn obj_keeps_polygons_and_indices() {
    let scene =
        scene(vec![node("a b", Operation::Translate([1., 0., 0.])), node("a b", Operation::Scale([1., 1., -1.]))]);
    let written = obj(&scene, &Options::default());
    let expected = "mtllib scene.mtl\n\
        o a_b\ng a_b\nv 1 0 0\nv 3 0 0\nv 3 2 0\nv 1 2 0\nvt 0 0\nvt 1 0.5\nvn 0 0 1\nusemtl red_paint\n\
        f 1/1/1 2/2/1 3/2/1 4/1/1\n\
        o a_b.2\ng a_b\nv 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nvn 0 0 -1\nusemtl red_paint\n\
        f 5/1/2 8/1/2 7/2/2 6/2/2\n";
    assert_eq!(text(&written, 0), expected);
    assert_eq!(written.0[1].0, "scene.mtl");
    let expected = "# Written by Portolan\n\nnewmtl red_paint\nKd 1 0.25 0\nKs 0.5 0.5 0.5\nKe 0 0 0.1\nNs 20\nd 0.75\nillum 2\n\
        map_Kd -s 2 3 1 -o 0.5 0 0 my wood.png\n\n";
    assert_eq!(text(&written, 1), expected);
    assert_eq!(ids(&written.1), ["CNV411"]);
    let again = obj(&scene, &Options::default());
    assert_eq!(again.0, written.0);
}

#[test]
fn obj_triangulates_when_asked() {
    let options = Options { triangulate: true, name: "x".into(), ..Options::default() };
    let written = obj(&scene(vec![node("n", Operation::Translate([0.; 3]))]), &options);
    assert_eq!(text(&written, 0).lines().filter(|l| l.starts_with("f ")).count(), 2);
    assert_eq!(written.0[0].0, "x.obj");
    assert_eq!(ids(&written.1), ["CNV411", "CNV412"]);
}

#[test]
fn space_is_metres_with_y_up_unless_kept() {
    let mut scene = scene(vec![node("n", Operation::Translate([0.; 3]))]);
    scene.space = Space { metres: 0.5, unit: "half".into(), up: UpAxis::Z, ..Space::default() };
    let vertex = |space| {
        let text = text(&obj(&scene, &Options { space, ..Options::default() }), 0);
        text.lines().filter(|l| l.starts_with("v ")).nth(2).map(str::to_owned)
    };
    assert_eq!(vertex(OutputSpace::Si).as_deref(), Some("v 1 0 -1"));
    assert_eq!(vertex(OutputSpace::Document).as_deref(), Some("v 2 2 0"));
}

#[test]
fn unbound_primitives_do_not_take_the_material_before() {
    let mut second = node("second", Operation::Translate([0.; 3]));
    second.drawn[0].materials.clear();
    let written = obj(&scene(vec![node("first", Operation::Translate([0.; 3])), second]), &Options::default());
    let used: Vec<_> = text(&written, 0).lines().filter(|l| l.starts_with("usemtl")).map(str::to_owned).collect();
    assert_eq!(used, ["usemtl red_paint", "usemtl none"]);
    assert!(text(&written, 1).contains("newmtl none\nKd 0.8"));
}

#[test]
fn what_has_no_place_is_told() {
    let mut scene = scene(vec![node("n", Operation::Translate([0.; 3]))]);
    let projection = Projection::Perspective { x: Some(60.0), y: None, aspect: None };
    scene.cameras.push(Camera { meta: Meta::default(), projection, near: 0.1, far: 100.0 });
    let kind = LightKind::Ambient;
    scene.lights.push(Light::new(Meta::default(), kind, [1.0; 3], 1.0));
    scene.nodes[0].cameras.push(CameraId(0));
    scene.nodes[0].lights.push(LightId(0));
    scene.images[0].pixels = Pixels::None;
    assert_eq!(ids(&obj(&scene, &Options::default()).1), ["CNV401", "CNV402", "CNV411", "CNV416"]);
    let expected = ["CNV401", "CNV402", "CNV403", "CNV405", "CNV407", "CNV411", "CNV412"];
    assert_eq!(ids(&stl(&scene, &Options::default()).1), expected);
    assert_eq!(ids(&ply(&scene, &Options::default()).1), ["CNV401", "CNV402", "CNV403", "CNV411", "CNV412"]);
    scene.nodes[0].hidden = true;
    assert!(ids(&obj(&scene, &Options::default()).1).contains(&"CNV415"));
    assert_eq!(obj(&Scene::default(), &Options::default()).1.worst(), Some(Fate::Noted));
}

#[test]
fn embedded_pictures_are_written_along() {
    let mut scene = scene(vec![node("n", Operation::Translate([0.; 3]))]);
    scene.images[0].pixels = Pixels::Embedded { format: "PNG".into(), bytes: b"\x89PNG\r\n\x1a\n".to_vec() };
    let written = obj(&scene, &Options::default());
    assert_eq!(written.0[1], ("scene-1.png".into(), b"\x89PNG\r\n\x1a\n".to_vec()));
    assert!(text(&written, 2).contains("scene-1.png"));
    scene.images[0].pixels = Pixels::Embedded { format: "PNG".into(), bytes: b"no picture".to_vec() };
    let written = obj(&scene, &Options::default());
    assert!(written.0.len() == 2 && ids(&written.1).contains(&"CNV416"));
    scene.images[0].pixels = Pixels::Embedded { format: "PNG".into(), bytes: b"\x89PNG\r\n\x1a\n".to_vec() };
    let names = portolan_resources::FreeNames::new(|name, _| !name.ends_with("-1.png"));
    assert!(ids(&obj(&scene, &Options { names, ..Options::default() }).1).contains(&"CNV006"));
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

#[test]
fn stl_is_triangles_with_their_normals() {
    let scene = scene(vec![node("n", Operation::Scale([1., 1., -1.])), node("m", Operation::Translate([0., 0., 5.]))]);
    let (files, _) = stl(&scene, &Options::default());
    let bytes = &files[0].1;
    assert_eq!(files[0].0, "scene.stl");
    assert_eq!(bytes.len(), 84 + 4 * 50);
    assert_eq!(bytes[80..84], 4u32.to_le_bytes());
    let first = floats(&bytes[84..132]);
    // Mirrored: seen from below.
    assert_eq!(first[..3], [0., 0., -1.]);
    let third = floats(&bytes[184..232]);
    assert_eq!(third[..3], [0., 0., 1.]);
    assert_eq!(third[5], 5.0);
}

#[test]
fn ply_has_one_index_for_everything() {
    let mut scene = scene(vec![node("n", Operation::Translate([0.; 3]))]);
    let Shape::Mesh(mesh) = &mut scene.geometries[0].shape else { panic!() };
    mesh.streams.push(stream(3, &[1., 0., 0., 0., 1., 0., 0., 0., 1., 0.5, 0.5, 0.5]));
    mesh.vertices.push(attribute(Semantic::Color, None, 3));
    let (files, _) = ply(&scene, &Options::default());
    let bytes = &files[0].1;
    let end = bytes.windows(11).position(|w| w == b"end_header\n").unwrap() + 11;
    let head = std::str::from_utf8(&bytes[..end]).unwrap();
    let properties: Vec<_> = head.lines().filter_map(|l| l.strip_prefix("property ")).collect();
    assert_eq!(head.lines().nth(2), Some("element vertex 4"));
    assert_eq!(properties[..8].join(","), "float x,float y,float z,float nx,float ny,float nz,float s,float t");
    assert_eq!(properties[8..].join(","), "uchar red,uchar green,uchar blue,uchar alpha,list uchar int vertex_indices");
    assert_eq!(bytes.len(), end + 4 * 36 + 2 * 13);
    let second = &bytes[end + 36..end + 72];
    assert_eq!(floats(&second[..32]), [2., 0., 0., 0., 0., 1., 1., 0.5]);
    assert_eq!(second[32..], [0, 255, 0, 255]);
    assert_eq!(bytes[end + 4 * 36], 3);
}

#[test]
fn skins_are_written_as_they_are_bent() {
    let mut joint = node("joint", Operation::Translate([0.; 3]));
    joint.drawn.clear();
    let mut scene = scene(vec![node("holder", Operation::Translate([9., 0., 0.])), joint]);
    scene.controllers.push(Controller {
        meta: Meta::default(),
        base: Base::Geometry(GeometryId(0)),
        deformer: Deformer::Skin(Skin {
            bind_shape: DMat4::from_translation(DVec3::Z),
            joints: vec!["joint".into()],
            inverse_binds: vec![DMat4::IDENTITY],
            counts: vec![1; 4],
            influences: vec![Influence { joint: Some(0), weight: 1.0 }; 4],
            normals: portolan_scene::SkinNormals::default(),
        }),
    });
    scene.nodes[0].drawn[0].what = Drawable::Controller(ControllerId(0));
    let joints = vec![Some(Joint { node: NodeId(1), root: None })];
    scene.nodes[0].drawn[0].skeletons = vec![Skeleton { controller: ControllerId(0), joints, space: SkinSpace::World }];
    scene.nodes[1].transforms.push(Transform { sid: None, operation: Operation::Rotate([0., 1., 0., 90.]) });
    let mut options = Options::default();
    options.overrides.set(&Target::Transform { node: NodeId(1), transform: 0, part: Part::At(1) }, &[4.0]);
    let written = obj(&scene, &options);
    let text = text(&written, 0);
    let lines = |start: &str| text.lines().filter(|l| l.starts_with(start)).map(str::to_owned).collect::<Vec<_>>();
    // (2,2,1) turned about y by 90° is (1,2,−2), and 4 up. Single precision leaves its trace in zeros.
    let third: Vec<f64> = lines("v ")[2].split(' ').skip(1).map(|n| n.parse().unwrap()).collect();
    assert!(DVec3::from_slice(&third).abs_diff_eq(DVec3::new(1., 6., -2.), 1e-5), "{third:?}");
    // Every vertex has its own normal although the mesh has one.
    assert_eq!(lines("vn ").len(), 4);
    let normal: Vec<f64> = lines("vn ")[0].split(' ').skip(1).map(|n| n.parse().unwrap()).collect();
    assert!(DVec3::from_slice(&normal).abs_diff_eq(DVec3::X, 1e-6));
    assert!(lines("f ")[0].ends_with("4/1/4"));
    assert!(ids(&written.1).contains(&"CNV410"));
}

#[test]
fn lines_and_curves_are_lines() {
    let mut scene = scene(vec![node("n", Operation::Translate([0.; 3])), node("curve", Operation::Scale([2.; 3]))]);
    let Shape::Mesh(mesh) = &mut scene.geometries[0].shape else { panic!() };
    mesh.primitives[0].kind = PrimitiveKind::LineStrips;
    let spline = Spline {
        points: vec![[0., 0., 0.], [1., 0., 0.], [1., 1., 0.]],
        segments: vec![Segment::Linear; 3],
        ..Spline::default()
    };
    scene.geometries.push(Geometry::new(Meta::default(), Shape::Spline(spline)));
    scene.nodes[1].drawn[0].what = Drawable::Geometry(GeometryId(1));
    let written = obj(&scene, &Options::default());
    let text = text(&written, 0);
    assert!(text.contains("\nl 1/1 2/2 3/2 4/1\n"), "{text}");
    assert!(text.ends_with("v 0 0 0\nv 2 0 0\nv 2 2 0\nl 5 6 7\n"), "{text}");
    assert!(ids(&written.1).contains(&"CNV417"));
    let (files, losses) = stl(&scene, &Options::default());
    assert_eq!(files[0].1.len(), 84);
    assert!(ids(&losses).contains(&"CNV409"));
}

#[test]
fn instances_end_at_the_limit() {
    let mut nodes: Vec<Node> = (1..32)
        .map(|n| {
            let instance = || NodeInstance { meta: Meta::default(), node: NodeId(n), proxy: None };
            Node { instances: vec![instance(), instance()], ..Node::default() }
        })
        .collect();
    nodes.push(node("leaf", Operation::Translate([0.; 3])));
    let mut scene = scene(nodes);
    scene.views[0].roots = vec![NodeId(20)];
    let count = |written: &Written| (written.0[0].1.len() - 84) / 100;
    let options = Options { limit: 80, ..Options::default() };
    let limited = stl(&scene, &options);
    assert_eq!(count(&limited), 10);
    assert!(ids(&limited.1).contains(&"CNV414"));
    assert_eq!(count(&stl(&scene, &Options::default())), 2048);
}
