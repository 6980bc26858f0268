//! Materials and textures of small files, in numbers worked out by hand.

use crate::samples::*;
use portolan_gltf::read::read;
use portolan_resources::Memory;
use portolan_scene::{
    Filter, Material, Opaque, Pixels, Scene, Shading, Source, Swizzle, TextureUse, UvTransform, Wrap,
};
use portolan_syntax::Limits;
use serde_json::{Value, json};

fn only(scene: &Scene) -> &Material {
    &scene.materials[0]
}

#[test]
fn a_material_has_all_of_the_core() {
    let scene = rich_material().clean();
    let material = only(&scene);
    assert!(material.linear && material.double_sided == Some(true));
    let base = material.diffuse.as_ref().unwrap();
    assert_eq!(base.value, [0.5, 0.25, 0.125, 1.0]);
    let (transparent, alpha) = (material.transparent.as_ref().unwrap(), material.transparency.unwrap().0);
    assert_eq!((material.opaque, alpha, &transparent.texture), (Opaque::AOne, 0.5, &base.texture));
    let physical = material.physical.as_ref().unwrap();
    let (metal, rough) = (physical.metalness.as_ref().unwrap(), physical.roughness.as_ref().unwrap());
    assert_eq!((metal.value, rough.value), (0.75, 0.5));
    let (blue, green) = (metal.texture.as_ref().unwrap(), rough.texture.as_ref().unwrap());
    assert_eq!((blue.swizzle, green.swizzle), (Swizzle([Source::Blue; 4]), Swizzle([Source::Green; 4])));
    assert_eq!((&*blue.coordinates, &*base.texture.as_ref().unwrap().coordinates), ("TEXCOORD_1", "TEXCOORD_0"));
    let sampler = &green.sampler;
    assert_eq!((sampler.wrap_s, sampler.wrap_t), (Wrap::Clamp, Wrap::Mirror));
    assert_eq!((sampler.magnify, sampler.minify, sampler.mip), (Filter::Nearest, Filter::Nearest, Filter::Nearest));
    assert_eq!(material.bump.as_ref().map(|b| (b.texture.amount, b.is_normal_map)), Some((0.5, true)));
    assert_eq!(physical.occlusion.as_ref().unwrap().amount, 0.25);
    assert_eq!(material.emission.as_ref().unwrap().value, [0.1, 0.2, 0.3, 1.0]);
    assert_eq!(scene.images.len(), 1);
    let Pixels::Embedded { format, bytes } = &scene.images[0].pixels else { panic!() };
    assert_eq!((&**format, bytes == &pixel()), ("png", true));
    let inputs: Vec<_> = scene.nodes[0].drawn[0].materials[0].inputs.iter().map(|(n, _, s)| (&**n, *s)).collect();
    assert_eq!(inputs, [("TEXCOORD_0", Some(0)), ("TEXCOORD_1", Some(1))]);
}

#[test]
fn layers_of_extensions() {
    let scene = layered_material().clean();
    let material = only(&scene);
    let physical = material.physical.as_ref().unwrap();
    assert_eq!(physical.clearcoat.as_ref().unwrap().value, [0.5, 0.5, 0.5, 1.0]);
    let rough = physical.clearcoat_roughness.as_ref().unwrap();
    assert_eq!((rough.value, rough.texture.as_ref().unwrap().swizzle), (0.25, Swizzle([Source::Green; 4])));
    assert_eq!(physical.sheen.as_ref().unwrap().value, [0.1, 0.2, 0.3, 1.0]);
    assert_eq!(physical.sheen_roughness.as_ref().unwrap().value, 0.75);
    assert_eq!(material.specular.as_ref().unwrap().value, [0.5, 0.25, 0.125, 1.0]);
    assert_eq!(
        (material.refraction.unwrap().0, material.emission.as_ref().unwrap().value),
        (1.25, [4.0, 2.0, 0.0, 1.0])
    );
    assert_eq!(physical.metalness.as_ref().unwrap().value, 1.0);
}

#[test]
fn a_material_of_glossiness_and_one_without_light() {
    let extension = "KHR_materials_pbrSpecularGlossiness";
    let mut file = surface(json!({"extensions": {extension:
        {"diffuseFactor": [0.1, 0.2, 0.3, 1], "specularFactor": [0.4, 0.5, 0.6], "glossinessFactor": 0.75}}}));
    file.json["extensionsUsed"] = json!([extension]);
    let scene = file.clean();
    assert_eq!(only(&scene).diffuse.as_ref().unwrap().value, [0.1, 0.2, 0.3, 1.0]);
    assert_eq!(only(&scene).specular.as_ref().unwrap().value, [0.4, 0.5, 0.6, 1.0]);
    assert_eq!(only(&scene).physical.as_ref().unwrap().roughness.as_ref().unwrap().value, 0.25);
    let mut file = surface(json!({"pbrMetallicRoughness": {"baseColorFactor": [0.1, 0.2, 0.3, 1]},
        "extensions": {"KHR_materials_unlit": {}}}));
    file.json["extensionsUsed"] = json!(["KHR_materials_unlit"]);
    let scene = file.clean();
    assert_eq!(only(&scene).shading, Shading::Constant);
    assert_eq!(only(&scene).emission.as_ref().unwrap().value, [0.1, 0.2, 0.3, 1.0]);
}

/// What glTF does with coordinates, and what the scene does with those turned over.
#[test]
fn textures_are_placed_alike_on_both_sides() {
    let change = json!({"offset": [0.25, 0.5], "rotation": 0.5, "scale": [2, 3], "texCoord": 1});
    let mut file = surface(json!({"pbrMetallicRoughness": {"baseColorTexture":
        {"index": 0, "extensions": {"KHR_texture_transform": change}}}}));
    file.json["extensionsUsed"] = json!(["KHR_texture_transform"]);
    let scene = file.clean();
    let texture: &TextureUse = only(&scene).diffuse.as_ref().unwrap().texture.as_ref().unwrap();
    assert_eq!(&*texture.coordinates, "TEXCOORD_1");
    let matrix = texture.matrix().unwrap();
    let (sin, cos) = 0.5f64.sin_cos();
    for [u, v] in [[0.0, 0.0], [1.0, 0.0], [0.3, 0.7]] {
        let (su, sv) = (2.0 * u, 3.0 * v);
        let theirs = [cos * su + sin * sv + 0.25, -sin * su + cos * sv + 0.5];
        let ours = matrix.transform_point3([u, 1.0 - v, 0.0].into());
        assert!((ours.x - theirs[0]).abs() < 1e-12 && (1.0 - ours.y - theirs[1]).abs() < 1e-12);
    }
    let nothing = json!({"offset": [0, 0]});
    file.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["extensions"]["KHR_texture_transform"] =
        nothing;
    let scene = file.clean();
    assert_eq!(only(&scene).diffuse.as_ref().unwrap().texture.as_ref().unwrap().transform, None::<UvTransform>);
}

#[test]
fn a_mask_comes_back() {
    let file = surface(json!({"name": "leaf", "alphaMode": "MASK", "alphaCutoff": 0.25,
        "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}));
    let done = file.read();
    assert_eq!(codes(&done), ["CNV352 /materials/0"]);
    let json = written(&done.scene);
    assert_eq!(
        (&json["materials"][0]["alphaMode"], &json["materials"][0]["alphaCutoff"]),
        (&json!("MASK"), &json!(0.25))
    );
}

#[test]
fn what_is_written_is_what_was_read() {
    for (name, file) in [("rich", rich_material()), ("layered", layered_material())] {
        let json = written(&file.clean());
        let (ours, theirs) = (&json["materials"][0], &file.json["materials"][0]);
        for (key, value) in theirs.as_object().unwrap() {
            same(&format!("{name}/{key}"), value, &ours[key]);
        }
    }
}

/// Numbers are the same within rounding; textures lie elsewhere, and usual values are not written.
fn same(place: &str, theirs: &Value, ours: &Value) {
    match theirs {
        Value::Object(members) => {
            for (key, value) in members.iter().filter(|(k, _)| *k != "index") {
                same(&format!("{place}/{key}"), value, &ours[key]);
            }
        }
        Value::Array(list) => list.iter().enumerate().for_each(|(i, v)| same(&format!("{place}/{i}"), v, &ours[i])),
        // The amount of the highlight becomes part of its colour.
        Value::Number(_) if place.ends_with("specularFactor") => {}
        Value::Number(n) if place.contains("specularColorFactor") => {
            assert!((n.as_f64().unwrap() * 0.5 - ours.as_f64().unwrap()).abs() < 1e-9, "{place}: {ours}");
        }
        Value::Number(n) => {
            assert!((n.as_f64().unwrap() - ours.as_f64().unwrap_or(f64::NAN)).abs() < 1e-9, "{place}: {ours}")
        }
        other => assert_eq!(other, ours, "{place}"),
    }
}

fn written(scene: &Scene) -> Value {
    let options = portolan_gltf::Options { tangents: false, ..portolan_gltf::Options::default() };
    let (output, _) = portolan_gltf::write(scene, &|_| Err(String::new()), &options);
    let bytes = &output.files[0].1;
    let again = read("again.glb", bytes, &Memory::new(), &Limits::default());
    assert_eq!(again.scene.check(), []);
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&bytes[20..20 + length]).unwrap()
}

#[test]
fn pictures_are_beside_or_told() {
    let mut file = surface(json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}));
    file.json["images"][0] = json!({"uri": "my%20pictures/dot.png"});
    file.push("images", json!({"uri": "../../etc/secret.png"}));
    file.push("images", json!({"uri": "http://example.com/a.png"}));
    file.push("textures", json!({"source": 1}));
    file.push("textures", json!({"source": 2}));
    file.push("textures", json!({"extensions": {"KHR_texture_basisu": {"source": 0}}}));
    file.json["materials"][0]["emissiveTexture"] = json!({"index": 2});
    file.json["materials"][0]["normalTexture"] = json!({"index": 3});
    file.json["materials"][0]["occlusionTexture"] = json!({"index": 4});
    file.json["extensionsUsed"] = json!(["KHR_texture_basisu"]);
    file.json["extensionsRequired"] = json!(["KHR_texture_basisu"]);
    let files = Memory::new().with("dir/my pictures/dot.png", pixel());
    let done = read("dir/a.glb", &file.glb(), &files, &Limits::default());
    let Pixels::File { location, .. } = &done.scene.images[0].pixels else { panic!() };
    assert_eq!(location.as_deref(), Some("dir/my pictures/dot.png"));
    let mut told = codes(&done);
    told.sort();
    assert_eq!(
        told,
        [
            "CNV350 /textures/4",
            "CNV356 /textures/4",
            "GLT012 /images/1/uri",
            "GLT012 /images/2/uri",
            "GLT013 /extensionsRequired/0"
        ]
    );
}

#[test]
fn a_texture_for_the_amount_of_the_highlight_is_told() {
    let mut file = surface(json!({"extensions": {"KHR_materials_specular": {
        "specularFactor": 0.5, "specularTexture": {"index": 0}}}}));
    file.json["extensionsUsed"] = json!(["KHR_materials_specular"]);
    let done = file.read();
    let told = codes(&done);
    assert!(told.len() == 1 && told[0].starts_with("CNV351"), "{told:?}");
    assert_eq!(only(&done.scene).specular.as_ref().unwrap().value, [0.5, 0.5, 0.5, 1.0]);
}
