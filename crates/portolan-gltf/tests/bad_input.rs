//! Files that are wrong: everything is told with its place, nothing panics, what is sound comes over.

use crate::samples::*;
use portolan_gltf::read::{Read, read};
use portolan_resources::Memory;
use portolan_scene::Shape;
use portolan_syntax::Limits;
use serde_json::{Value, json};

fn bytes(bytes: &[u8]) -> Read {
    let done = read("bad.glb", bytes, &Memory::new(), &Limits::default());
    assert_eq!(done.scene.check(), []);
    done
}

#[test]
fn containers_that_do_not_fit() {
    assert_eq!(codes(&bytes(b"glTF")), ["GLT001 ", "GLT002 "]);
    let whole = square().glb();
    for length in 0..whole.len().min(600) {
        let done = bytes(&whole[..length]);
        assert!(done.losses.iter().count() > 0, "{length}");
    }
    let mut other = whole.clone();
    other[4] = 1;
    assert_eq!(codes(&bytes(&other)), ["GLT003 "]);
    let mut long = whole.clone();
    long[8] += 1;
    assert_eq!(codes(&bytes(&long)), ["GLT001 "]);
    let short = whole[..whole.len() - 40].to_vec();
    let done = bytes(&short);
    // The last accessors are cut off; the first are there.
    assert!(codes(&done).contains(&"GLT006 /buffers/0".to_owned()), "{:?}", codes(&done));
}

#[test]
fn text_that_is_no_json_has_a_line() {
    let done =
        read("a.gltf", b"{\n \"asset\": {\"version\": \"2.0\"},\n \"nodes\": [}\n", &Memory::new(), &Limits::default());
    assert_eq!(codes(&done), ["GLT002 "]);
    let origin = done.losses.iter().next().unwrap().origin;
    assert_eq!(done.document.tree.source().place(done.document.span(origin).start).line, 3);
    for text in ["[]", "3", "", "null", "{\"asset\":", "\"glTF\""] {
        assert!(codes(&bytes(text.as_bytes())).iter().any(|c| c.starts_with("GLT00")), "{text}");
    }
    let deep = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"extras\":{}1{}}}", "[".repeat(5000), "]".repeat(5000));
    assert_eq!(codes(&bytes(deep.as_bytes())), ["GLT002 "]);
}

#[test]
fn versions() {
    let with = |asset: Value| {
        let mut file = triangle();
        file.json["asset"] = asset;
        file.read()
    };
    let old = with(json!({"version": "1.0"}));
    assert_eq!((codes(&old), old.scene.nodes.len()), (vec!["GLT003 /asset".to_owned()], 0));
    let newer = with(json!({"version": "2.1", "minVersion": "2.1"}));
    assert_eq!((codes(&newer), newer.scene.nodes.len()), (vec!["GLT003 /asset".to_owned()], 1));
    assert_eq!(codes(&with(json!({}))), ["GLT003 /asset"]);
}

#[test]
fn indices_that_lead_nowhere() {
    let mut file = square();
    file.json["nodes"][0]["camera"] = json!(7);
    file.json["nodes"][0]["children"] = json!([3, "x"]);
    file.json["scenes"][0]["nodes"] = json!([0, 9]);
    file.json["meshes"][0]["primitives"][0]["material"] = json!(-1);
    file.json["scene"] = json!(4);
    let done = file.read();
    let mut told = codes(&done);
    told.sort();
    assert_eq!(
        told,
        [
            "GLT004 /meshes/0/primitives/0/material",
            "GLT004 /nodes/0/children/1",
            "GLT005 /nodes/0/camera",
            "GLT005 /nodes/0/children/0",
            "GLT005 /scene",
            "GLT005 /scenes/0/nodes/1"
        ]
    );
    assert_eq!(done.scene.nodes[0].drawn.len(), 1);
}

#[test]
fn nodes_in_circles_and_below_two() {
    let mut file = File::default();
    file.json["nodes"] = json!([{"children": [1]}, {"children": [2]}, {"children": [0]}, {"children": [3]},
        {"children": [5]}, {}, {"children": [5]}]);
    file.json["scenes"] = json!([{"nodes": [0, 4, 5, 4]}]);
    let done = file.read();
    let told = codes(&done);
    assert_eq!(told.iter().filter(|c| c.starts_with("GLT008")).count(), 6, "{told:?}");
    assert!(
        told.contains(&"GLT008 /nodes/6/children/0".to_owned())
            && told.contains(&"GLT008 /scenes/0/nodes/2".to_owned())
    );
    let mut deep = File::default();
    let chain: Vec<Value> =
        (0..5000).map(|i| if i < 4999 { json!({"children": [i + 1]}) } else { json!({}) }).collect();
    deep.json["nodes"] = json!(chain);
    deep.json["scenes"] = json!([{"nodes": [0]}]);
    assert!(codes(&deep.read()).iter().all(|c| c.starts_with("GLT014")));
}

#[test]
fn accessors_that_reach_too_far() {
    let changed = |key: &str, value: Value| {
        let mut file = triangle();
        file.json["accessors"][0][key] = value;
        let done = file.read();
        assert!(matches!(done.scene.geometries[0].shape, Shape::Empty), "{key}");
        codes(&done)
    };
    assert_eq!(changed("count", json!(4))[0], "GLT007 /accessors/0");
    assert_eq!(changed("count", json!(u64::MAX))[0], "GLT007 /accessors/0");
    assert_eq!(changed("count", json!(0))[0], "GLT007 /accessors/0");
    assert_eq!(changed("count", json!("three"))[0], "GLT004 /accessors/0/count");
    assert_eq!(changed("byteOffset", json!(u64::MAX - 3))[0], "GLT007 /accessors/0");
    assert_eq!(changed("componentType", json!(5124))[0], "GLT007 /accessors/0");
    assert_eq!(changed("type", json!("VEC9"))[0], "GLT007 /accessors/0");
    assert_eq!(changed("type", json!("VEC2"))[0], "GLT009 /meshes/0/primitives/0");
    assert_eq!(changed("bufferView", json!(5))[0], "GLT005 /accessors/0/bufferView");
    let mut nothing = triangle();
    nothing.json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
    nothing.json["accessors"][0]["count"] = json!(1u64 << 40);
    assert_eq!(codes(&nothing.read())[0], "GLT014 /accessors/0");
    let mut view = triangle();
    view.json["bufferViews"][0] = json!({"buffer": 0, "byteOffset": u64::MAX, "byteLength": u64::MAX, "byteStride": 3});
    assert!(codes(&view.read()).contains(&"GLT006 /bufferViews/0".to_owned()));
}

#[test]
fn the_same_bytes_over_and_over_are_too_much() {
    let mut file = File::default();
    let many = 1 << 16;
    let place = file.floats("VEC3", &vec![0.5; many * 3]);
    let primitive = json!({"attributes": {"POSITION": place}});
    for _ in 0..4000 {
        file.push("meshes", json!({"primitives": [primitive]}));
    }
    let nodes: Vec<Value> = (0..4000).map(|mesh| json!({"mesh": mesh})).collect();
    file.json["nodes"] = json!(nodes);
    let done = file.read();
    assert!(codes(&done).iter().any(|c| c.starts_with("GLT014")));
    let numbers: usize = done
        .scene
        .geometries
        .iter()
        .filter_map(|g| match &g.shape {
            Shape::Mesh(mesh) => Some(mesh.streams[0].data.len()),
            _ => None,
        })
        .sum();
    assert!(numbers < 150_000_000, "{numbers}");
}

#[test]
fn shapes_with_wrong_data_keep_what_is_sound() {
    let mut file = square();
    let wrong = file.shorts("SCALAR", &[0, 1, 2, 0, 2, 9]);
    file.json["meshes"][0]["primitives"][0]["indices"] = json!(wrong);
    let short = file.floats("VEC2", &[0., 0., 1., 1.]);
    file.json["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_0"] = json!(short);
    let done = file.read();
    let told = codes(&done);
    assert_eq!(told, ["GLT009 /meshes/0", "GLT009 /meshes/0/primitives/0"]);
    let Shape::Mesh(mesh) = &done.scene.geometries[0].shape else { panic!() };
    assert_eq!(mesh.primitives[0].indices, [0, 1, 2]);
    let mut file = triangle();
    file.binary[0..4].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(codes(&file.read()), ["GLT007 /accessors/0"]);
    let mut file = triangle();
    file.json["meshes"][0]["primitives"][0]["mode"] = json!(7);
    assert_eq!(codes(&file.read())[0], "GLT004 /meshes/0/primitives/0/mode");
}

#[test]
fn skins_and_animations_with_wrong_data() {
    let mut file = skin();
    file.json["skins"][0]["joints"] = json!([2, 77]);
    let done = file.read();
    assert_eq!(codes(&done), ["GLT005 /skins/0/joints/1"]);
    let mut file = skin();
    file.json["skins"][0]["joints"] = json!([2]);
    assert_eq!(codes(&file.read()), ["GLT010 /skins/0"]);
    let mut file = motion();
    let backwards = file.floats("SCALAR", &[0., 2., 1.]);
    file.json["animations"][0]["samplers"][0]["input"] = json!(backwards);
    file.json["animations"][0]["samplers"][1]["output"] = json!(backwards);
    file.json["animations"][0]["samplers"][2]["interpolation"] = json!("WOBBLY");
    file.json["animations"][1]["channels"][0]["sampler"] = json!(9);
    let done = file.read();
    let told = codes(&done);
    for expected in [
        "GLT011 /animations/0/samplers/0",
        "GLT011 /animations/0/samplers/1",
        "GLT004 /animations/0/samplers/2/interpolation",
        "GLT005 /animations/1/channels/0",
    ] {
        assert!(told.contains(&expected.to_owned()), "{expected} in {told:?}");
    }
    assert_eq!(done.scene.curves[0].keys, [0.0, 2.0]);
}

#[test]
fn extensions_that_are_needed_and_not_known() {
    let mut file = triangle();
    file.json["extensionsRequired"] = json!(["EXT_meshopt_compression", "KHR_draco_mesh_compression", "ACME_magic"]);
    file.json["extensionsUsed"] = json!(["EXT_meshopt_compression", "KHR_draco_mesh_compression"]);
    let packed = file.push("accessors", json!({"componentType": F32, "type": "VEC3", "count": 3}));
    let draco = json!({"bufferView": 0, "attributes": {"POSITION": 0}});
    file.json["meshes"][0]["primitives"]
        .as_array_mut()
        .unwrap()
        .push(json!({"attributes": {"POSITION": packed}, "extensions": {"KHR_draco_mesh_compression": draco}}));
    file.json["nodes"][0]["extensions"] = json!({"ACME_magic": {}});
    let done = file.read();
    let mut told = codes(&done);
    told.sort();
    assert_eq!(
        told,
        [
            "CNV350 /meshes/0/primitives/1",
            "CNV350 /nodes/0",
            "GLT013 /extensionsRequired/0",
            "GLT013 /extensionsRequired/1",
            "GLT013 /extensionsRequired/2",
            "GLT013 /meshes/0/primitives/1",
            "GLT015 /nodes/0"
        ]
    );
    let Shape::Mesh(mesh) = &done.scene.geometries[0].shape else { panic!() };
    assert_eq!(mesh.primitives.len(), 1);
}

/// Every value of every sample is replaced by others in turn: nothing panics, every scene is sound.
#[test]
fn any_value_may_be_anything() {
    let strange = [
        json!(null),
        json!(-1),
        json!(1e300),
        json!(4294967296u64),
        json!("x"),
        json!([]),
        json!({}),
        json!([[1]]),
        json!(true),
        json!(0),
        json!(1000000),
    ];
    for (name, file) in all() {
        let mut pointers = Vec::new();
        gather(&file.json, String::new(), &mut pointers);
        for pointer in &pointers {
            for value in &strange {
                let mut damaged = file.clone();
                *damaged.json.pointer_mut(pointer).unwrap() = value.clone();
                let done = read("bad.glb", &damaged.glb(), &Memory::new(), &Limits::default());
                assert_eq!(done.scene.check(), [], "{name}: {pointer} = {value}");
                done.losses.iter().for_each(|l| _ = done.document.span(l.origin));
            }
        }
        for place in 0..file.binary.len().min(200) {
            let mut damaged = file.clone();
            damaged.binary[place] ^= 0xff;
            assert_eq!(read("bad.glb", &damaged.glb(), &Memory::new(), &Limits::default()).scene.check(), []);
        }
    }
}

fn gather(value: &Value, at: String, found: &mut Vec<String>) {
    if !at.is_empty() {
        found.push(at.clone());
    }
    match value {
        Value::Object(members) => members.iter().for_each(|(k, v)| gather(v, format!("{at}/{k}"), found)),
        Value::Array(list) => list.iter().take(3).enumerate().for_each(|(i, v)| gather(v, format!("{at}/{i}"), found)),
        _ => {}
    }
}
