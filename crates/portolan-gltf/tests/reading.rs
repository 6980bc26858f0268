//! Shapes, nodes, cameras and lights of small files, in numbers worked out by hand.

use crate::samples::*;
use portolan_gltf::read::{is_gltf, read};
use portolan_resources::Memory;
use portolan_scene::{
    Camera, Deformer, Drawable, LightKind, Mesh, Operation, PrimitiveKind, Projection, Scene, Semantic, Shape, Stream,
};
use portolan_syntax::Limits;
use serde_json::json;

fn mesh(scene: &Scene, geometry: usize) -> &Mesh {
    match &scene.geometries[geometry].shape {
        Shape::Mesh(mesh) => mesh,
        other => panic!("{other:?}"),
    }
}

fn stream<'a>(mesh: &'a Mesh, semantic: &Semantic, set: Option<u32>) -> &'a Stream {
    let of = mesh.vertices.iter().find(|a| a.semantic == *semantic && a.set == set).unwrap();
    &mesh.streams[of.stream as usize]
}

#[test]
fn a_triangle_needs_no_indices() {
    let scene = triangle().clean();
    let mesh = mesh(&scene, 0);
    assert_eq!(mesh.positions().unwrap().data, CORNERS);
    assert_eq!(
        (mesh.primitives[0].kind, mesh.primitives[0].indices.as_slice()),
        (PrimitiveKind::Triangles, &[0, 1, 2][..])
    );
    assert_eq!(scene.geometries[0].meta.name.as_deref(), Some("shape"));
    assert_eq!((scene.space.metres, scene.space.up.letter()), (1.0, "Y"));
    assert!(matches!(scene.nodes[0].drawn[0].what, Drawable::Geometry(_)));
    assert_eq!(scene.asset.contributors[0].tool.as_deref(), Some("by hand"));
}

#[test]
fn text_and_binary_files_say_the_same() {
    let file = square();
    let (limits, memory) = (Limits::default(), Memory::new().with("dir/my data.bin", file.binary.clone()));
    let beside = read("dir/a.gltf", &file.gltf("my%20data.bin"), &memory, &limits);
    assert_eq!((codes(&beside), beside.scene.check()), (vec![], vec![]));
    let data = format!("data:application/octet-stream;base64,{}", base64(&file.binary));
    let inside = read("a.gltf", &file.gltf(&data), &Memory::new(), &limits);
    let binary = file.clean();
    for scene in [&beside.scene, &inside.scene] {
        assert_eq!(mesh(scene, 0).streams, mesh(&binary, 0).streams);
    }
    assert!(is_gltf(&file.glb()) && is_gltf(&file.gltf("x")) && is_gltf(b"\xef\xbb\xbf {\"asset\":{}}"));
    assert!(!is_gltf(b"<COLLADA/>") && !is_gltf(b"{}") && !is_gltf(b""));
}

fn base64(bytes: &[u8]) -> String {
    let digit =
        |v: u32| char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[v as usize & 63]);
    let coded = bytes.chunks(3).flat_map(|c| {
        let bits = c.iter().fold(0u32, |b, x| b << 8 | u32::from(*x)) << (8 * (3 - c.len()));
        [18, 12, 6, 0].map(|s| digit(bits >> s)).into_iter().take(c.len() + 1).collect::<Vec<_>>()
    });
    coded.collect()
}

#[test]
fn vertices_have_everything_they_can() {
    let scene = square().clean();
    let mesh = mesh(&scene, 0);
    // Texture coordinates are turned over.
    assert_eq!(stream(mesh, &Semantic::TexCoord, Some(0)).data, [0., 0., 1., 0., 1., 1., 0., 1.]);
    assert_eq!(stream(mesh, &Semantic::TexCoord, Some(1)).data, [0., 0.5, 0.5, 0.5, 0.5, 1., 0., 1.]);
    let colours = stream(mesh, &Semantic::Color, Some(0));
    assert_eq!((colours.width, &colours.data[12..]), (4, &[0.2, 0.4, 0.6, 1.0][..]));
    let tangents = stream(mesh, &Semantic::TexTangent, Some(0));
    assert_eq!((tangents.width, &tangents.data[..4]), (3, &[1., 0., 0., 1.][..]));
    // Normal × tangent, on the side that the fourth number tells: z × x = y, and the other way for the last.
    assert_eq!(stream(mesh, &Semantic::TexBinormal, Some(0)).data[..3], [0., 1., 0.]);
    assert_eq!(stream(mesh, &Semantic::TexBinormal, Some(0)).data[9..], [0., -1., 0.]);
    assert_eq!(stream(mesh, &Semantic::Other("_HEAT".into()), None).data, [20., 21., 22., 23.]);
    assert_eq!(mesh.primitives[0].indices, [0, 1, 2, 0, 2, 3]);
}

#[test]
fn integers_are_read_from_between_others() {
    let scene = interleaved().clean();
    let mesh = mesh(&scene, 0);
    assert_eq!(mesh.positions().unwrap().data, [0., 0., 0., 100., 0., 0., 0., 200., 0.]);
    assert_eq!(stream(mesh, &Semantic::Normal, None).data, [0., 0., 1., 0., 0., 1., 0., 0., 1.]);
    assert_eq!(scene.nodes[0].matrix().x_axis.x, 0.01);
}

#[test]
fn shares_of_integers_are_those_of_the_specification() {
    let mut file = File::default();
    let place = file.floats("VEC3", &CORNERS);
    let own = |file: &mut File, bytes: &[u8], component: u32| {
        let accessor = file.accessor(bytes, component, "SCALAR", 3);
        file.json["accessors"][accessor]["normalized"] = json!(true);
        accessor
    };
    let tiny = own(&mut file, &[0x80, 0x81, 127], I8);
    let short: Vec<u8> = [-32768i16, 16384, 32767].iter().flat_map(|v| v.to_le_bytes()).collect();
    let short = own(&mut file, &short, I16);
    let wide: Vec<u8> = [0u16, 32768, 65535].iter().flat_map(|v| v.to_le_bytes()).collect();
    let wide = own(&mut file, &wide, U16);
    let plain = file.accessor(&[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0], U32, "SCALAR", 3);
    let attributes = json!({"POSITION": place, "_TINY": tiny, "_SHORT": short, "_WIDE": wide, "_PLAIN": plain});
    file.show(json!([{"attributes": attributes}]));
    let scene = file.clean();
    let of = |name: &str| stream(mesh(&scene, 0), &Semantic::Other(name.into()), None).data.clone();
    assert_eq!(of("_TINY"), [-1.0, -1.0, 1.0]);
    assert_eq!(of("_SHORT"), [-1.0, (16384.0f64 / 32767.0) as f32, 1.0]);
    assert_eq!(of("_WIDE"), [0.0, (32768.0f64 / 65535.0) as f32, 1.0]);
    assert_eq!(of("_PLAIN"), [1.0, 2.0, 3.0]);
}

#[test]
fn columns_of_matrices_begin_at_multiples_of_four() {
    let mut file = File::default();
    let place = file.floats("VEC3", &CORNERS);
    let bytes: Vec<u8> = (0..3u8).flat_map(|i| [1 + i, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0]).collect();
    let matrix = file.accessor(&bytes, U8, "MAT3", 3);
    file.show(json!([{"attributes": {"POSITION": place, "_M": matrix}}]));
    let scene = file.clean();
    let found = stream(mesh(&scene, 0), &Semantic::Other("_M".into()), None);
    assert_eq!((found.width, &found.data[9..18]), (9, &[2., 2., 3., 4., 5., 6., 7., 8., 9.][..]));
}

#[test]
fn sparse_data_changes_what_is_there_or_nothing() {
    let scene = sparse().clean();
    let mesh = mesh(&scene, 0);
    let (first, second) = mesh.positions().unwrap().data.split_at(9);
    assert_eq!(first, [0., 0., 0., 1., 0., 0., 5., 6., 7.]);
    assert_eq!(second, [0., 0., 0., 0., 0., 0., 5., 6., 7.]);
    assert_eq!(
        (mesh.primitives[1].kind, mesh.primitives[1].indices.as_slice()),
        (PrimitiveKind::Points, &[3, 4, 5][..])
    );
}

#[test]
fn every_kind_of_primitive() {
    let scene = modes().clean();
    let found: Vec<_> =
        mesh(&scene, 0).primitives.iter().map(|p| (p.kind, p.indices.clone(), p.counts.clone())).collect();
    assert_eq!(
        found,
        [
            (PrimitiveKind::Points, vec![0, 1, 2, 3], vec![]),
            (PrimitiveKind::Lines, vec![0, 1, 2, 3], vec![]),
            (PrimitiveKind::LineStrips, vec![0, 1, 2, 3, 0], vec![5]),
            (PrimitiveKind::LineStrips, vec![0, 1, 2, 3], vec![4]),
            (PrimitiveKind::Triangles, vec![0, 1, 2, 2, 1, 3], vec![]),
            (PrimitiveKind::TriangleStrips, vec![0, 1, 2, 3], vec![4]),
            (PrimitiveKind::TriangleFans, vec![0, 1, 2, 3], vec![4]),
        ]
    );
    // All share the five points.
    assert_eq!(mesh(&scene, 0).vertex_count(), 5);
}

#[test]
fn vertices_of_several_primitives_stand_one_behind_the_other() {
    let scene = apart().clean();
    let mesh = mesh(&scene, 0);
    assert_eq!(mesh.vertex_count(), 6);
    assert_eq!(mesh.primitives[1].indices, [3, 4, 5]);
    let [of] = mesh.primitives[0].inputs.as_slice() else { panic!("{:?}", mesh.primitives[0].inputs) };
    assert_eq!((&of.attribute.semantic, of.attribute.set), (&Semantic::TexCoord, Some(0)));
    assert!(mesh.primitives[1].inputs.is_empty());
    let bound: Vec<&str> = scene.nodes[0].drawn[0].materials.iter().map(|b| &*b.symbol).collect();
    assert_eq!((bound, mesh.primitives[1].material.as_deref()), (vec!["material0", "material1"], Some("material1")));
}

#[test]
fn morph_targets_are_differences() {
    let scene = morph().clean();
    let weights: Vec<&[f64]> = scene
        .controllers
        .iter()
        .map(|c| match &c.deformer {
            Deformer::Morph(morph) => morph.weights.as_slice(),
            Deformer::Skin(_) => panic!(),
        })
        .collect();
    assert_eq!(weights, [[0.5, 0.0], [0.0, 1.0]]);
    let target = mesh(&scene, 0);
    assert_eq!(scene.geometries[0].meta.name.as_deref(), Some("up"));
    assert_eq!(target.positions().unwrap().data, [0., 0., 0., 0., 0., 2., 0., 0., 0.]);
    assert_eq!(stream(target, &Semantic::Normal, None).data[3..6], [1., 0., -1.]);
    assert_eq!(bent(&scene, 0)[1], [1.0, 0.0, 1.0]);
    assert_eq!(bent(&scene, 1)[2], [3.0, 6.0, 0.0]);
}

/// Positions of what the first shape of a node draws, in the world.
fn bent(scene: &Scene, node: usize) -> Vec<[f64; 3]> {
    use portolan_eval::{Overrides, Stage, deform, pose};
    let stage = Stage::new(scene, scene.default_view.unwrap(), 1000);
    let rest = Overrides::default();
    let posed = pose(scene, &stage, &rest);
    let at = stage.placed.iter().position(|p| p.node.index() == node).unwrap() as u32;
    let deformed = deform(scene, &stage, &posed, &rest, at, &scene.nodes[node].drawn[0]).unwrap();
    let world = posed.world(at);
    let place = |p: &[f32; 3]| world.transform_point3(p.map(f64::from).into()).to_array();
    deformed.positions.iter().map(place).map(|p| p.map(|x| (x * 1e6).round() / 1e6 + 0.0)).collect()
}

#[test]
fn a_skin_stands_where_its_joints_are() {
    let done = skin().read();
    assert_eq!(codes(&done), Vec::<String>::new());
    let scene = done.scene;
    let Deformer::Skin(skin) = &scene.controllers[0].deformer else { panic!() };
    assert_eq!(skin.joints.iter().map(|j| &**j).collect::<Vec<_>>(), ["root", "tip"]);
    // The second vertex: a half and a quarter, and a quarter of the second set.
    assert_eq!((skin.counts.as_slice(), skin.influences[2].weight), (&[1, 3, 1][..], 0.25));
    assert!((skin.influences[3].weight - 64.0 / 255.0).abs() < 1e-7);
    assert_eq!(skin.inverse_binds[1].w_axis.y, -1.0);
    assert!(scene.nodes[1].joint && scene.nodes[2].joint);
    // The tip stands at (0, 1, 0) and is turned by 90°: what was one above it is beside it. The node's own transform
    // does not count.
    let places = bent(&scene, 0);
    assert_eq!((places[0], places[2]), ([0.0, 0.0, 0.0], [-1.0, 1.0, 0.0]));
}

#[test]
fn scenes_cameras_and_matrices() {
    let scene = cameras().clean();
    assert_eq!((scene.views.len(), scene.default_view.unwrap().0), (2, 1));
    let [Camera { projection: Projection::Perspective { y: Some(y), aspect: None, .. }, near, far, .. }, second, third] =
        scene.cameras.as_slice()
    else {
        panic!("{:?}", scene.cameras)
    };
    assert!((y - 28.64788975654116).abs() < 1e-12);
    assert_eq!((*near, *far), (0.1, f64::INFINITY));
    assert!(matches!(second.projection, Projection::Perspective { aspect: Some(1.5), .. }) && second.far == 50.0);
    assert_eq!(third.projection, Projection::Orthographic { x: Some(2.0), y: Some(3.0), aspect: None });
    let Operation::Matrix(rows) = &scene.nodes[1].transforms[0].operation else { panic!() };
    assert_eq!([rows[3], rows[7], rows[11]], [1.0, 2.0, 3.0]);
}

#[test]
fn lights_fade_with_the_square_of_the_distance() {
    let scene = lights().clean();
    let [sun, point, spot] = scene.lights.as_slice() else { panic!() };
    assert_eq!((sun.kind, sun.colour, sun.intensity), (LightKind::Directional, [1.0, 0.5, 0.25], 3.0));
    assert_eq!((point.attenuation(2.0, 0.0), point.intensity), (0.25, 100.0));
    let LightKind::Spot { angle, exponent, .. } = spot.kind else { panic!() };
    assert!((angle - 68.75493541569878).abs() < 1e-9 && exponent == 0.0);
    let mut soft = lights();
    soft.json["extensions"]["KHR_lights_punctual"]["lights"][2]["spot"] = json!({"outerConeAngle": 0.8});
    let done = soft.read();
    assert_eq!(codes(&done), ["CNV353 /extensions/KHR_lights_punctual/lights/2"]);
    let spot = &done.scene.lights[2];
    // Where the square of the glTF function is a half: cos θ = cos 0.8 + (1 − cos 0.8)·√½.
    let middle = (0.8f64.cos() + (1.0 - 0.8f64.cos()) * 0.5f64.sqrt()).acos();
    assert!((spot.attenuation(1.0, middle) - 0.5).abs() < 1e-9);
}

#[test]
fn names_ids_and_extras_are_kept() {
    let mut file = triangle();
    file.json["nodes"][0]["extras"] = json!({"id": "n1", "sid": "s", "layers": ["a", "b"], "visible": false, "price": 12, "extra": [
            {"profile": "MAYA", "type": "t", "content": "<x/>"}]});
    let scene = file.clean();
    let node = &scene.nodes[0];
    assert_eq!((node.meta.id.as_deref(), node.meta.sid.as_deref(), node.hidden), (Some("n1"), Some("s"), true));
    assert_eq!(node.layers, ["a".into(), "b".into()]);
    let kept: Vec<(&str, &str)> = node.meta.extras.iter().map(|e| (&*e.profile, &*e.content)).collect();
    assert_eq!(kept, [("MAYA", "<x/>"), ("glTF", r#"{"price":12}"#)]);
    let (output, _) = portolan_gltf::write(&scene, &|_| Err(String::new()), &portolan_gltf::Options::default());
    let again = read("b.glb", &output.files[0].1, &Memory::new(), &Limits::default()).scene;
    assert_eq!(again.nodes[0].meta.extras, node.meta.extras);
    assert_eq!((again.nodes[0].meta.id.as_deref(), again.nodes[0].layers.len()), (Some("n1"), 2));
}

#[test]
fn tangents_without_normals_are_told() {
    let mut file = triangle();
    let tangents = file.floats("VEC4", &[1., 0., 0., 1., 1., 0., 0., 1., 1., 0., 0., 1.]);
    file.json["meshes"][0]["primitives"][0]["attributes"]["TANGENT"] = json!(tangents);
    let done = file.read();
    let told = codes(&done);
    assert!(told.len() == 1 && told[0].starts_with("CNV355"), "{told:?}");
    assert!(!mesh(&done.scene, 0).vertices.iter().any(|a| a.semantic == Semantic::Tangent));
}
