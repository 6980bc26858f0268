//! Shapes, materials, nodes, cameras and lights as files.

use crate::common::*;
use portolan_gltf::{Container, Options, write};
use portolan_scene::{
    Bump, Camera, CameraId, Colour, Drawable, GeometryId, Light, LightId, LightKind, Material, MaterialId, Mesh, Node,
    NodeId, NodeInstance, Opaque, Operation, PrimitiveKind, Projection, Scalar, Semantic, Shading, Shape, Space,
    Spline, UpAxis, UvTransform,
};
use serde_json::json;

#[test]
fn a_textured_square() {
    let mut scene = one_square(Material { diffuse: textured(0), ..Material::default() });
    scene.images = vec![file("brick.png")];
    let picture = png([[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [9, 9, 9, 255]]);
    let read = |location: &str| {
        assert_eq!(location, "dir/brick.png");
        Ok(picture.clone())
    };
    let file = written_with(&scene, "textured", &read, &Options::default());
    assert_eq!(file.losses.iter().count(), 0);
    assert_eq!(file.attribute("POSITION"), [0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.]);
    assert_eq!(file.attribute("TEXCOORD_0"), [0., 1., 1., 1., 1., 0., 0., 0.]);
    assert_eq!(file.numbers(&file.json["meshes"][0]["primitives"][0]["indices"]), [0., 1., 2., 0., 2., 3.]);
    let position = file.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"].as_u64().unwrap() as usize;
    assert_eq!(file.json["accessors"][position]["max"], json!([1.0, 1.0, 0.0]));
    let view = &file.json["bufferViews"][file.json["images"][0]["bufferView"].as_u64().unwrap() as usize];
    let start = view["byteOffset"].as_u64().unwrap() as usize;
    assert_eq!(&file.binary[start..start + picture.len()], picture);
    assert_eq!(file.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"], json!({"index": 0}));
    assert_eq!(file.json["nodes"][0], json!({"name": "node", "mesh": 0, "extras": {"id": "node-id"}}));
    assert_eq!(file.json["scenes"][0]["nodes"], json!([0]));
}

#[test]
fn pictures_beside_and_in_text() {
    let mut scene = one_square(Material { diffuse: textured(0), ..Material::default() });
    scene.images = vec![file("my brick.png")];
    let picture = png([[1, 2, 3, 255]; 4]);
    let read = |_: &str| Ok(picture.clone());
    let options = Options { container: Container::Gltf, name: "beside".into(), ..Options::default() };
    let (output, _) = write(&scene, &read, &options);
    let names: Vec<&str> = output.files.iter().map(|(n, _)| n.as_str()).collect();
    assert_eq!(names, ["beside.gltf", "my brick.png", "beside.bin"]);
    assert_eq!(output.files[1].1, picture);
    let json: serde_json::Value = serde_json::from_slice(&output.files[0].1).unwrap();
    assert_eq!(json["images"][0]["uri"], "my%20brick.png");
    assert_eq!(json["buffers"][0], json!({"uri": "beside.bin", "byteLength": output.files[2].1.len()}));
    let options = Options { container: Container::GltfEmbedded, ..options };
    let (output, _) = write(&scene, &read, &options);
    assert_eq!(output.files.len(), 1);
    let json: serde_json::Value = serde_json::from_slice(&output.files[0].1).unwrap();
    assert!(json["images"][0]["uri"].as_str().unwrap().starts_with("data:image/png;base64,iVBORw0KGgo"));
    assert!(json["buffers"][0]["uri"].as_str().unwrap().starts_with("data:application/octet-stream;base64,"));
}

#[test]
fn a_missing_picture_is_told_and_left_out() {
    let mut scene = one_square(Material { diffuse: textured(0), ..Material::default() });
    scene.images = vec![file("brick.png")];
    let file = written(&scene, "missing");
    assert_eq!(file.codes(), ["CNV301"]);
    assert_eq!(file.json["materials"][0]["pbrMetallicRoughness"].get("baseColorTexture"), None);
}

#[test]
fn the_common_profile_becomes_metal_and_roughness() {
    let material = Material {
        shading: Shading::Phong,
        diffuse: colour([0.5, 1.0, 0.0, 1.0]),
        specular: colour([0.5, 0.5, 0.5, 1.0]),
        shininess: Some(Scalar(30.0)),
        emission: colour([2.0, 0.0, 0.0, 1.0]),
        transparent: colour([1.0, 1.0, 1.0, 0.5]),
        transparency: Some(Scalar(0.5)),
        refraction: Some(Scalar(1.33)),
        double_sided: Some(true),
        ..Material::default()
    };
    let file = written(&one_square(material), "profile");
    let written = &file.json["materials"][0];
    let base = list(&written["pbrMetallicRoughness"]["baseColorFactor"]);
    assert!(close(&base, &[0.2140411, 1.0, 0.0, 0.25]), "{base:?}");
    assert_eq!(written["pbrMetallicRoughness"]["roughnessFactor"], 0.5);
    assert_eq!(written["pbrMetallicRoughness"]["metallicFactor"], 0.0);
    assert_eq!((&written["alphaMode"], &written["doubleSided"]), (&json!("BLEND"), &json!(true)));
    assert_eq!(written["emissiveFactor"], json!([1.0, 0.0, 0.0]));
    let extensions = &written["extensions"];
    assert_eq!(extensions["KHR_materials_emissive_strength"], json!({"emissiveStrength": 2.0}));
    assert_eq!(extensions["KHR_materials_ior"], json!({"ior": 1.33}));
    assert!(close(&list(&extensions["KHR_materials_specular"]["specularColorFactor"]), &[0.2140411; 3]));
    let used = ["KHR_materials_emissive_strength", "KHR_materials_ior", "KHR_materials_specular"];
    assert_eq!(file.json["extensionsUsed"], json!(used));
}

#[test]
fn constant_is_unlit_and_lambert_has_no_highlight() {
    let constant =
        Material { shading: Shading::Constant, emission: colour([1.0, 0.0, 0.0, 1.0]), ..Material::default() };
    let file = written(&one_square(constant), "constant");
    let written_material = &file.json["materials"][0];
    assert_eq!(written_material["extensions"], json!({"KHR_materials_unlit": {}}));
    assert_eq!(written_material["pbrMetallicRoughness"]["baseColorFactor"], json!([1.0, 0.0, 0.0, 1.0]));
    assert_eq!(written_material.get("emissiveFactor"), None);
    let file = written(&one_square(Material::default()), "lambert");
    assert_eq!(file.json["materials"][0]["extensions"], json!({"KHR_materials_specular": {"specularFactor": 0.0}}));
}

#[test]
fn colour_and_opacity_become_one_picture() {
    let mask = Colour::new([1.0; 4], Some(texture(1)));
    let material = Material {
        diffuse: textured(0),
        transparent: Some(mask),
        opaque: Opaque::RgbZero,
        bump: Some(Bump { texture: texture(2), is_normal_map: true }.into()),
        ..Material::default()
    };
    let mut scene = one_square(material);
    scene.images = vec![file("colour.png"), file("mask.png"), file("normals.png")];
    let read = |location: &str| {
        Ok(png([if location.contains("mask") { [255, 255, 255, 255] } else { [128, 128, 255, 255] }; 4]))
    };
    let file = written_with(&scene, "joined", &read, &Options { tangents: true, ..Options::default() });
    assert_eq!(file.json["images"].as_array().unwrap().len(), 2);
    assert_eq!(file.json["images"][0]["name"], "colour.png-alpha");
    assert_eq!(file.json["materials"][0]["alphaMode"], "BLEND");
    assert_eq!(file.json["materials"][0]["normalTexture"], json!({"index": 1}));
    assert_eq!(file.attribute("TANGENT")[..4], [1.0, 0.0, 0.0, 1.0]);
    // The same picture for both needs no other.
    scene.materials[0].transparent = textured(0);
    scene.materials[0].opaque = Opaque::AOne;
    let read = |_: &str| Ok(png([[1, 2, 3, 4]; 4]));
    let file = written_with(&scene, "own-alpha", &read, &Options::default());
    assert_eq!(file.json["images"][0]["name"], "colour.png");
    assert_eq!((file.codes(), &file.json["materials"][0]["alphaMode"]), (vec![], &json!("BLEND")));
}

#[test]
fn textures_are_moved_and_wrapped() {
    let mut material = Material { diffuse: textured(0), ..Material::default() };
    let transform = UvTransform { offset: [0.25, 0.0], rotation: 0.0, repeat: [2.0, 2.0] };
    if let Some(texture) = material.diffuse.as_mut().and_then(|c| c.texture.as_mut()) {
        texture.transform = Some(transform);
        texture.sampler.wrap_s = portolan_scene::Wrap::Mirror;
        texture.sampler.wrap_t = portolan_scene::Wrap::Border;
        texture.sampler.mip = portolan_scene::Filter::None;
    }
    let mut scene = one_square(material);
    scene.images = vec![file("a.png")];
    let file = written_with(&scene, "moved", &|_| Ok(png([[9; 4]; 4])), &Options::default());
    let info = &file.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"];
    let expected = json!({"offset": [0.25, -1.0], "rotation": 0.0, "scale": [2.0, 2.0]});
    assert_eq!(info["extensions"]["KHR_texture_transform"], expected);
    assert_eq!(file.json["samplers"][0], json!({"magFilter": 9729, "minFilter": 9729, "wrapS": 33648, "wrapT": 33071}));
    assert_eq!(file.codes(), ["CNV303"]);
}

#[test]
fn polygons_with_holes_and_no_normals() {
    let mut mesh = Mesh {
        streams: vec![stream(
            3,
            &[0., 0., 0., 4., 0., 0., 4., 4., 0., 0., 4., 0., 1., 1., 0., 1., 2., 0., 2., 2., 0., 2., 1., 0.],
        )],
        vertices: vec![attribute(Semantic::Position, None, 0)],
        primitives: vec![primitive(PrimitiveKind::Polygons, &[0, 1, 2, 3, 4, 5, 6, 7])],
        ..Mesh::default()
    };
    mesh.primitives[0].counts = vec![4, 4];
    mesh.primitives[0].rings = vec![2];
    let mut scene = one_square(Material::default());
    scene.geometries[0].shape = Shape::Mesh(mesh);
    let file = written(&scene, "hole");
    assert_eq!(file.attribute("NORMAL"), [0.0, 0.0, 1.0].repeat(8));
    let indices = file.numbers(&file.json["meshes"][0]["primitives"][0]["indices"]);
    assert_eq!(indices.len(), 24);
    let places = file.attribute("POSITION");
    let at = |i: f64| (places[3 * i as usize], places[3 * i as usize + 1]);
    let area: f64 = indices
        .chunks(3)
        .map(|t| {
            let (a, b, c) = (at(t[0]), at(t[1]), at(t[2]));
            ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)) / 2.0
        })
        .sum();
    assert_eq!(area, 15.0);
}

#[test]
fn vertex_data_of_all_kinds() {
    let mut mesh = square();
    mesh.streams.push(stream(4, &[0.5, 0.25, 2.0, 1.0, 0., 0., 0., 1., 1., 1., 1., 1., 0., 0., 0., 0.]));
    mesh.streams.push(stream(1, &[1., 2., 3., f32::NAN]));
    mesh.streams.push(stream(3, &[0., 0., 7., 1., 0., 7., 1., 1., 7., 0., 1., 7.]));
    mesh.streams.push(stream(3, &[1., 0., 0., 1., 0., 0., 1., 0., 0., 1., 0., 0.]));
    mesh.streams.push(stream(3, &[0., -1., 0., 0., -1., 0., 0., -1., 0., 0., -1., 0.]));
    mesh.streams[1].data = vec![0., 0., 5., 0., 0., 0., 0., 0., 1., 0., 0., 1.];
    mesh.vertices.push(attribute(Semantic::Color, None, 3));
    mesh.vertices.push(attribute(Semantic::Other("temper ature".into()), None, 4));
    mesh.vertices.push(attribute(Semantic::TexCoord, Some(1), 5));
    mesh.vertices.push(attribute(Semantic::TexTangent, Some(0), 6));
    mesh.vertices.push(attribute(Semantic::TexBinormal, Some(0), 7));
    let mut scene = one_square(Material::default());
    scene.geometries[0].shape = Shape::Mesh(mesh);
    let file = written(&scene, "data");
    assert_eq!(file.attribute("COLOR_0")[..4], [0.5, 0.25, 1.0, 1.0]);
    assert_eq!(file.attribute("_TEMPER_ATURE"), [1.0, 2.0, 3.0, 0.0]);
    assert_eq!(file.attribute("TEXCOORD_1"), [0., 1., 1., 1., 1., 0., 0., 0.]);
    assert_eq!(file.attribute("NORMAL"), [0.0, 0.0, 1.0].repeat(4));
    // The second vertex has no normal of its own, and so no side.
    let sides = [1.0, 0.0, 0.0, -1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, -1.0, 1.0, 0.0, 0.0, -1.0];
    assert_eq!(file.attribute("TANGENT"), sides);
    assert_eq!(file.codes(), ["CNV308", "CNV308", "CNV309", "CNV308"]);
}

#[test]
fn instances_share_meshes_and_units_hang_on_one_node() {
    let mut scene = one_square(Material::default());
    scene.space = Space { metres: 0.01, unit: "centimeter".into(), up: UpAxis::Z, ..Space::default() };
    let meta = || named("instance");
    scene.nodes.push(Node {
        meta: named("parent"),
        instances: vec![
            NodeInstance { meta: meta(), node: NodeId(0), proxy: None },
            NodeInstance { meta: meta(), node: NodeId(0), proxy: None },
        ],
        transforms: steps(&[Operation::Translate([1.0, 2.0, 3.0]), Operation::Rotate([0.0, 0.0, 1.0, 90.0])]),
        layers: vec!["far".into()],
        ..Node::default()
    });
    scene.views[0].roots = vec![NodeId(1)];
    let file = written(&scene, "instances");
    let nodes = file.json["nodes"].as_array().unwrap();
    assert_eq!((nodes.len(), file.json["meshes"].as_array().unwrap().len()), (4, 1));
    assert_eq!(file.json["scenes"][0]["nodes"], json!([3]));
    let half = 0.5f64.sqrt();
    assert!(close(&list(&nodes[3]["rotation"]), &[-half, 0.0, 0.0, half]));
    assert_eq!(nodes[3]["scale"], json!([0.01, 0.01, 0.01]));
    assert_eq!(nodes[0]["translation"], json!([1.0, 2.0, 3.0]));
    assert!(close(&list(&nodes[0]["rotation"]), &[0.0, 0.0, half, half]));
    assert_eq!(nodes[0]["children"], json!([1, 2]));
    assert_eq!(nodes[0]["extras"], json!({"id": "parent-id", "layers": ["far"]}));
    assert_eq!((&nodes[1]["mesh"], &nodes[2]["mesh"]), (&json!(0), &json!(0)));
}

#[test]
fn a_sheared_node_becomes_two() {
    let mut scene = one_square(Material::default());
    scene.nodes[0].transforms = steps(&[Operation::Skew(Box::new([45., 0., 1., 0., 1., 0., 0.]))]);
    let file = written(&scene, "shear");
    let nodes = file.json["nodes"].as_array().unwrap();
    assert_eq!((nodes.len(), &nodes[0]["children"], &nodes[1]["mesh"]), (2, &json!([1]), &json!(0)));
    assert_eq!(file.losses.iter().count(), 0);
    assert!(nodes.iter().all(|n| n.get("matrix").is_none()));
}

#[test]
fn hidden_nodes_stay_without_their_shapes() {
    let mut scene = one_square(Material::default());
    scene.nodes[0].hidden = true;
    let file = written(&scene, "hidden");
    assert_eq!(file.json["nodes"][0]["extras"]["visible"], false);
    assert_eq!(file.json["nodes"][0].get("mesh"), None);
    assert_eq!(file.codes(), ["CNV319"]);
}

#[test]
fn cameras_and_lights_are_in_metres() {
    let mut scene = one_square(Material::default());
    scene.space = Space { metres: 0.5, unit: "half".into(), ..Space::default() };
    let camera = |projection| Camera { meta: named("camera"), projection, near: 1.0, far: 100.0 };
    scene.cameras = vec![
        camera(Projection::Perspective { x: Some(90.0), y: None, aspect: Some(2.0) }),
        camera(Projection::Orthographic { x: Some(4.0), y: Some(3.0), aspect: None }),
    ];
    let light = |kind| Light::new(named("light"), kind, [2.0, 1.0, 0.0], 3.0);
    scene.lights = vec![
        light(LightKind::Directional),
        light(LightKind::Point { attenuation: [0.0, 0.0, 1.0] }),
        light(LightKind::Spot { attenuation: [1.0, 0.0, 0.0], angle: 60.0, exponent: 0.0 }),
        light(LightKind::Ambient),
    ];
    scene.nodes[0].cameras = vec![CameraId(0), CameraId(1)];
    scene.nodes[0].lights = (0..4).map(LightId).collect();
    let file = written(&scene, "optics");
    let [first, second] = [0, 1].map(|i| file.json["cameras"][i].clone());
    let perspective = &first["perspective"];
    assert!((perspective["yfov"].as_f64().unwrap() - 2.0 * 0.5f64.atan()).abs() < 1e-12);
    assert_eq!((&perspective["znear"], &perspective["zfar"]), (&json!(0.5), &json!(50.0)));
    let extents = json!({"xmag": 2.0, "ymag": 1.5, "znear": 0.5, "zfar": 50.0});
    assert_eq!(second["orthographic"], extents);
    let lights = &file.json["extensions"]["KHR_lights_punctual"]["lights"];
    assert_eq!(lights[0]["color"], json!([1.0, 0.5, 0.0]));
    assert_eq!((&lights[0]["intensity"], &lights[1]["intensity"]), (&json!(6.0), &json!(1.5)));
    assert!((lights[2]["spot"]["outerConeAngle"].as_f64().unwrap().to_degrees() - 30.0).abs() < 1e-9);
    assert_eq!(file.json["scenes"][0]["extras"]["ambientLights"][0]["intensity"], 6.0);
    assert_eq!(file.codes(), ["CNV317", "CNV318"]);
}

#[test]
fn lines_points_and_curves() {
    let mut mesh = square();
    mesh.primitives =
        vec![primitive(PrimitiveKind::Points, &[0, 2, 3]), primitive(PrimitiveKind::Lines, &[0, 1, 1, 2])];
    let mut scene = one_square(Material::default());
    scene.geometries[0].shape = Shape::Mesh(mesh);
    let spline = Spline {
        points: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]],
        segments: vec![portolan_scene::Segment::Linear; 3],
        ..Spline::default()
    };
    scene.geometries.push(portolan_scene::Geometry::new(named("curve"), Shape::Spline(spline)));
    scene.nodes[0].drawn.push(drawn(Drawable::Geometry(GeometryId(1))));
    let file = written(&scene, "lines");
    let primitives = &file.json["meshes"][0]["primitives"];
    assert_eq!((&primitives[0]["mode"], &primitives[1]["mode"]), (&json!(0), &json!(1)));
    assert_eq!(file.attribute("POSITION"), [0., 0., 0., 1., 1., 0., 0., 1., 0.]);
    let curve = &file.json["meshes"][1]["primitives"][0];
    assert_eq!(curve["mode"], 3);
    assert_eq!(file.numbers(&curve["attributes"]["POSITION"]), [0., 0., 0., 1., 0., 0., 1., 1., 0.]);
}

#[test]
fn textures_need_coordinates() {
    let mut scene = one_square(Material { diffuse: textured(0), ..Material::default() });
    scene.images = vec![file("a.png")];
    let mut mesh = square();
    mesh.vertices.pop();
    scene.geometries.push(geometry("bare", mesh));
    scene.nodes[0].drawn.push(drawn(Drawable::Geometry(GeometryId(1))));
    let file = written_with(&scene, "bare", &|_| Ok(png([[9; 4]; 4])), &Options::default());
    assert_eq!(file.codes(), ["CNV307"]);
    assert_eq!(file.json["materials"].as_array().unwrap().len(), 2);
    assert_eq!(scene.material(MaterialId(0)).unwrap().textures().count(), 1);
}
